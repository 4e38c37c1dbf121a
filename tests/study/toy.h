/* A small lesson with every kind of question, and wrong ideas about it. */
#ifndef HEED_TESTS_STUDY_TOY_H
#define HEED_TESTS_STUDY_TOY_H

#include "heed/quiz.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define FENCE "```"

static const char toy_text[] =
    "---\ntitle: Toy\npart: Toys\norder: 1\nlevel: first steps\nneeds: []\nsources:\n  - None\n---\n"
    "\n## What is asked?\n\n<!-- pause all -->\n\n" FENCE "live\n"
    "q = [1, 0, 1, 0]\n"
    "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
    "V = [[1, 2], [3, 4], [5, 6]]\n"
    "dk = cols(K)\n"
    "s = q @ K.T\n"
    "z = s / sqrt(dk)\n"
    "alpha = softmax(z)\n"
    "out = alpha @ V\n" FENCE "\n\n" FENCE "quiz toy/weight number\n"
    "What is the third weight?\n"
    "draw: q = randint(-2, 4, 4, seed=draw_seed)\n"
    "answer: alpha[2]\n"
    "wrong: no-scale | The root was left out.\n"
    "wrong: = s[2] / (abs(s[0]) + abs(s[1]) + abs(s[2]) + 1) | Divided without exponentials.\n"
    "hint: Scale first.\n"
    "because: It is {alpha[2]:.4f}.\n" FENCE "\n\n" FENCE "quiz toy/output array\n"
    "What is the output?\n"
    "draw: q = randint(-2, 4, 4, seed=draw_seed)\n"
    "answer: out\n"
    "wrong: no-scale\n" FENCE "\n\n" FENCE "quiz toy/pick choice\n"
    "Which is the third weight?\n"
    "draw: q = randint(-2, 4, 4, seed=draw_seed)\n"
    "answer: alpha[2]\n"
    "wrong: no-scale\n"
    "wrong: by-dk = softmax(s / dk)[2] | Divided by {dk:d}.\n" FENCE "\n\n" FENCE "quiz toy/sum number\n"
    "What is one third?\n"
    "answer: 1 / 3\n" FENCE "\n\n" FENCE "quiz toy/written choice\n"
    "Which comes first?\n"
    "right: the score | It needs q and K only.\n"
    "choice: the scale | There is nothing to scale yet.\n"
    "choice: = 7 | A number is no step.\n" FENCE "\n\n" FENCE "quiz toy/several choices\n"
    "Which are never negative?\n"
    "right: the weights | Powers of e.\n"
    "right: their sum | It is one.\n"
    "choice: the scores | A dot product may be.\n"
    "choice: the scaled scores | They keep their signs.\n" FENCE "\n\n" FENCE "quiz toy/steps order\n"
    "Put the steps in order.\n"
    "step: score\nstep: scale\nstep: softmax\nstep: blend\n" FENCE "\n\n" FENCE "quiz toy/shift truth\n"
    "Adding 100 to every score changes no weight.\n"
    "answer: allclose(softmax(z + 100), alpha, atol=0.0001)\n"
    "right: It cancels. | Each power and the sum grow alike.\n"
    "choice: 100 is small. | Any number would do.\n"
    "wrong: plain-mean | You took the weights to follow the size of the scores.\n" FENCE "\n\n" FENCE
    "quiz toy/reach inverse\n"
    "Change q so that the third weight is above 0.6.\n"
    "target: alpha[2] > 0.6\n"
    "change: q\n"
    "example: q = [3, 0, 3, 3]\n" FENCE "\n\n" FENCE "quiz toy/fail break\n"
    "The third key always wins. Find q for which it does not.\n"
    "target: argmax(alpha) == 2\n"
    "change: q K\n"
    "example: q = [0, 5, 0, 0]\n" FENCE "\n\n" FENCE "predict toy/flip\n"
    "What becomes of the third weight for -q?\n"
    "given: q = -q\n"
    "answer: alpha[2]\n"
    "within: 0.01\n" FENCE "\n\n" FENCE "card toy/why\n"
    "draw: q = randint(-2, 4, 4, seed=draw_seed)\n"
    "front: With q = {q:d}, what is the third weight?\n"
    "back: {alpha[2]:.4f}, for the root of {dk:d} is {sqrt(dk):.2f}.\n" FENCE "\n\n" FENCE "card toy/order\n"
    "text: Score, [[scale]], softmax, [[blend]].\n"
    "idea: by-dk, plain-mean\n" FENCE "\n\n" FENCE "card toy/names\n"
    "front: What do *rows* of K & V \\<hold\\>?\n"
    "back: One **key** and one value each.\n" FENCE "\n";

static const char toy_ideas[] =
    "## no-scale\n\nThe scores were not divided by the root of d_k.\n\n" FENCE "overlay\nz = s\n" FENCE
    "\n\n## by-dk\n\nThe scores were divided by d_k.\n\n" FENCE "overlay\nz = s / dk\n" FENCE
    "\n\n## plain-mean\n\nAll counted alike.\n\n" FENCE "overlay\nalpha = ones(rows(K)) / rows(K)\n" FENCE
    "\n\n## of-another-lesson\n\nNot here.\n\n" FENCE "overlay\nfoo = 1\n" FENCE "\n";

typedef struct Toy {
    Arena *arena;
    Library library;
    Course *course;
    const Lesson *lesson;
    const Misconceptions *ideas;
    Diags diags;
} Toy;

static inline Toy *toy_new(void)
{
    Toy *toy = heed_xcalloc(1, sizeof *toy);
    toy->arena = arena_new();
    toy->library.misconceptions = toy_ideas;
    diags_init(&toy->diags, toy->arena);
    toy->course = course_new(&toy->library);
    size_t index = course_add(toy->course, "toy.md", toy_text, strlen(toy_text), &toy->diags);
    if (toy->diags.count) fail_msg("%s", diags_format(toy->arena, &toy->diags));
    toy->lesson = course_lesson(toy->course, index);
    toy->ideas = course_misconceptions(toy->course);
    return toy;
}

static inline void toy_free(Toy *toy)
{
    course_free(toy->course);
    arena_free(toy->arena);
    free(toy);
}

static inline int toy_setup(void **state)
{
    *state = toy_new();
    return 0;
}

static inline int toy_teardown(void **state)
{
    toy_free(*state);
    return 0;
}

static inline const Question *toy_question(const Toy *toy, const char *id)
{
    for (size_t i = 0; i < toy->lesson->n_questions; i++)
        if (strcmp(toy->lesson->questions[i]->id, id) == 0) return toy->lesson->questions[i];
    fail_msg("no question %s", id);
    return NULL;
}

static inline Draw *toy_draw(const Toy *toy, const char *id, unsigned attempt)
{
    return draw_new(toy->lesson, toy_question(toy, id), toy->ideas, 7, attempt);
}

#endif
