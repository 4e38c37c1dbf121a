/* The rounding lens: every computed name under `name = round(name, digits)`, one overlay among the others. */
#ifndef HEED_APP_LENS_H
#define HEED_APP_LENS_H

#include "app_state.h"

/* The same sheet seen through the lens; takes `layer`, evaluated under overlays[0..n). `overlays` has room
 * for one more. */
Layer *lens_over(Layer *layer, Arena *arena, const Overlay **overlays, size_t n, int digits);
/* What the status line says besides `rest`. */
const char *lens_status(const App *app, Arena *arena, const char *rest);
const char *compare_status(const App *app, const char *rest, Arena *arena);

#endif
