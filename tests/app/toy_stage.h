/* The app at home over a library of one lesson: the toy of the study's tests, with its questions and cards. */
#ifndef HEED_TESTS_APP_TOY_STAGE_H
#define HEED_TESTS_APP_TOY_STAGE_H

#include "harness.h"
#include "study/toy.h"

static inline Stage *toy_stage(const char *journal, Charset charset)
{
    static const int steps[] = {1};
    static const char *const titles[] = {"What is asked?"};
    static LibraryEntry entry = {.id = "toy",
                                 .title = "Toy",
                                 .part = "Toys",
                                 .order = 1,
                                 .n_screens = 1,
                                 .steps = steps,
                                 .screen_titles = titles,
                                 .n_cards = 3,
                                 .n_questions = 10,
                                 .text = toy_text};
    static Library library = {&entry, 1, toy_ideas, ""};
    entry.len = strlen(toy_text);
    return stage_new_in(&library, journal, charset);
}

#endif
