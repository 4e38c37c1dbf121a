/* Hits of a search: letters of ASCII match in either case. */
#ifndef HEED_VIEW_SEARCH_H
#define HEED_VIEW_SEARCH_H

#include "heed/frame.h"

/* Marks the hits of `needle` in a row; false where there is none. */
bool search_mark_row(Frame *frame, int row, const char *needle);

#endif
