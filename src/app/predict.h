/* Predictions: what was guessed, and the layers under what each question gives. */
#ifndef HEED_APP_PREDICT_H
#define HEED_APP_PREDICT_H

#include "app_state.h"

void guesses_free(Visit *visit);
/* What was guessed before the lesson's text changed, by the ids of the questions. */
void guesses_keep(Visit *visit, const Visit *old);
/* The layer of the prediction at this place among those of the present screen; NULL: it is not open. */
Layer *guess_layer(const Visit *visit, size_t place);
/* The question that the present screen's open steps ask: the newest without an answer, else the newest; NULL: none. */
const Question *predict_question(const App *app);
bool predict_is_open(const Visit *visit, const Question *question);
/* Shows the truth without a guess. */
void predict_reveal(Visit *visit, const Question *question);
/* What view shows of the predictions of the present screen. */
const ViewPrediction *predict_shown(App *app, Arena *arena, size_t *n);

#endif
