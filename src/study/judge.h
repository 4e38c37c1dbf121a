/* Judging: one function a kind of question. */
#ifndef HEED_STUDY_JUDGE_H
#define HEED_STUDY_JUDGE_H

#include "study/answer.h"

/* Each fills a verdict; false and a diagnostic where the answer cannot be read. */
bool judge_number(const AnswerText *answer, Verdict *verdict);
bool judge_numbers(const AnswerText *answer, Verdict *verdict);
bool judge_choice(const AnswerText *answer, Verdict *verdict);
bool judge_choices(const AnswerText *answer, Verdict *verdict);
bool judge_order(const AnswerText *answer, Verdict *verdict);
bool judge_truth(const AnswerText *answer, Verdict *verdict);
bool judge_edit(const AnswerText *answer, Verdict *verdict);

/* An idea is named: its words, its trace. */
void verdict_name_idea(Drawing *d, Verdict *verdict, const DrawIdea *idea);

#endif
