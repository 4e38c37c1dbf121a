/* Which question next. */
#ifndef HEED_STUDY_PICK_H
#define HEED_STUDY_PICK_H

#include "heed/quiz.h"

typedef struct Pick {
    const Lesson *lesson;
    const Question *question;
    unsigned attempt;               /* how often it was asked before in this session */
    const Misconception *separates; /* a follow-up: from the right idea; NULL */
    Draw *draw;                     /* made when it is asked; a follow-up's is made before */
} Pick;

/* The questions of a plan, in the order in which they are to be asked. */
size_t pick_questions(Course *course, const QuizPlan *plan, const Progress *progress, Arena *arena,
                      Pick **picks);

/* A question and draw on which the idea's answer and the right one lie clearly apart, best another question
 * than the one just asked; false where the lesson has none. `n_asked` questions were asked before: no draw
 * comes twice. */
bool pick_follow_up(const Pick *asked, const Misconception *idea, const Misconceptions *all, uint64_t seed,
                    unsigned n_asked, Pick *pick);

#endif
