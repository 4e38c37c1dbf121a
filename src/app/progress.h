/* The page of progress as an activity: what its row asks for. */
#ifndef HEED_APP_PROGRESS_H
#define HEED_APP_PROGRESS_H

#include "app_state.h"

size_t progress_scopes(const App *app, Scope *scopes);
void progress_draw(App *app, Frame *frame);
void progress_free(void *own);
void progress_wheel(App *app, int direction);

#endif
