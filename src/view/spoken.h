/* Pictures in words: what a drawing shows, as lines that read well one after the other, aloud or from a pipe.
 * Every number stands with the name of what it is of; what is many is summed up by numbers of the sheet,
 * never cut silently.
 */
#ifndef HEED_VIEW_SPOKEN_H
#define HEED_VIEW_SPOKEN_H

#include "view/doc.h"

/* Like the pictures of picture.h, into the document instead of a frame of their own. The Picture that comes
 * back is empty: nothing is left to be drawn. */
Picture say_columns(Doc *doc, int pane, const ColumnsSpec *spec);
Picture say_products(Doc *doc, int pane, const ProductsSpec *spec);
Picture say_matrix(Doc *doc, int pane, const MatrixSpec *spec);
Picture say_bars(Doc *doc, int pane, const BarsSpec *spec);
Picture say_vectors(Doc *doc, int pane, const VectorsSpec *spec);
Picture say_heatmap(Doc *doc, int pane, const HeatmapSpec *spec);
Picture say_histogram(Doc *doc, int pane, const HistogramSpec *spec);
Picture say_line(Doc *doc, int pane, const LineSpec *spec);
Picture say_lookup(Doc *doc, int pane, const LookupSpec *spec);
Picture say_control(Doc *doc, int pane, const ControlSpec *specs, size_t n);
Picture say_stats(Doc *doc, int pane, const StatsSpec *spec);
Picture say_blend(Doc *doc, int pane, const BlendSpec *spec);

/* A claim, its state as a word. */
Runs say_claim(const Pen *pen, const Claim *claim, ClaimState state);

#endif
