/* Questions: drawn, answered, judged.
 *
 *   Draw     one question with one set of numbers. Its layer is the lesson's sheet
 *            under `draw_seed` and the question's own lines; every number of the
 *            question is an element of it. Each wrong idea is laid over that layer
 *            in its turn, and so is *run*: what it would answer is known.
 *   Verdict  what an answer is worth. A wrong one is compared with what each idea
 *            gives on this draw; the one that alone gives it is named, and both
 *            traces stand side by side. Where none does, the step is sought at which
 *            one slip would lead to the answer (the error carried forward).
 *   Quiz     a session: picks questions, steered by the ledger of ideas, gives hints,
 *            asks a question that separates a wrong idea from the right one, sums up.
 *
 * Everything is reproducible: a draw depends on the seed, the question's id and the
 * attempt alone. A draw in which a listed wrong idea agrees with the truth or with
 * another at the shown digits is drawn again.
 *
 * Answers are text, for every kind of question and both for a screen and for a pipe:
 *
 *     choice         a letter: "b" (or a number: "2")
 *     choices        letters: "a c"; "none"
 *     number         "0.333", "1/3", "33.3 %", or an expression over the lesson's names
 *     array          "[0.27, 0.27, 0.45]", or without brackets; rows parted by ';'
 *     order          all letters in the order meant: "c a d b"
 *     truth          "true" or "false" (t, f, yes, no), and a letter where reasons stand: "true b"
 *     inverse, break lines that change inputs: "q = [0, 1, 1, 0]; K = …"
 *     predict        as number, or as choice where it has choices
 */
#ifndef HEED_QUIZ_H
#define HEED_QUIZ_H

#include "heed/course.h"
#include "heed/deck.h"
#include "heed/journal.h"

/* ------------------------------------------------------------------- draws */

/* A wrong idea carried out on this draw. */
typedef struct DrawIdea {
    const Misconception *misconception; /* NULL: the question's own `wrong: = expr` */
    const Prose *text; /* the question's words for it, else the misconception's sentence; its numbers are of `layer` */
    bool is_listed;    /* the question names it in a `wrong:` line */
    Layer *layer;      /* what it computes; the draw's own layer where the idea is an expression */
    NodeId answer;     /* its answer, in that layer; 0: TRUTH, where it says the opposite */
    const char *shown; /* that answer at the shown digits; NULL: it gives none */
    bool is_apart;     /* differs at the shown digits from the truth and from every other idea */
} DrawIdea;

/* What can be chosen, in the order drawn. ORDER: a step. */
typedef struct DrawChoice {
    char letter;           /* 'a' … */
    const Prose *text;     /* as written; NULL: computed */
    const char *shown;     /* the whole choice as plain text ("0.4519"), live numbers put in */
    bool is_right;         /* for the view: not before the verdict. ORDER: unused */
    size_t place;          /* ORDER: where the step belongs, from 0 */
    const DrawIdea *idea;  /* that this choice comes from; NULL */
    const Prose *reason;   /* why it is right or wrong; NULL */
    Layer *reason_layer;   /* of the numbers in `text` and `reason` */
} DrawChoice;

/* An input that the answer depends on, to be shown with the question. */
typedef struct DrawInput {
    const char *name;
    NodeId node;
} DrawInput;

typedef enum HintKind {
    HINT_PROSE,  /* prose */
    HINT_STEPS,  /* rows: each name and what it is computed from (`source`) */
    HINT_VALUES, /* rows: each name and its value, up to the one before the last */
    HINT_STRIKE, /* choice: this one is wrong */
    HINT_PLACE,  /* choice: ORDER: this step comes at `place` */
    HINT_FORM,   /* text: one level of the derivation, without its result */
    HINT_CHANGE  /* text: INVERSE, BREAK: what to change, or a line of a solution */
} HintKind;

typedef struct HintRow {
    const char *name, *source;
    NodeId node; /* of the draw's layer */
} HintRow;

typedef struct Hint {
    HintKind kind;
    const Prose *prose;
    const HintRow *rows;
    size_t n_rows;
    const DrawChoice *choice;
    size_t place;
    const char *text; /* the whole hint as plain text, for every kind */
} Hint;

typedef struct Draw {
    const Lesson *lesson;
    const Question *question;
    QuestionKind kind;  /* of how it is answered: a predict is a NUMBER or a CHOICE */
    uint32_t seed;      /* draw_seed: shown as "draw 41…" */
    Layer *layer;       /* of prompt, choices, answer */
    NodeId answer;      /* 0 where the kind has none (written choices, ORDER, INVERSE, BREAK) */
    ElementRef answer_ref; /* the element whose derivation is the answer's; node 0: none, or not one number */
    const char *truth;  /* as text, as it is shown after the verdict */
    DrawChoice *choices; /* CHOICE, CHOICES, ORDER; TRUTH: the reasons */
    size_t n_choices;
    DrawInput *inputs;
    size_t n_inputs;
    DrawIdea *ideas; /* listed ones first; those without effect on this question are left out */
    size_t n_ideas;
    Hint *hints;     /* up to three, each gives away more: the written ones, then computed ones */
    size_t n_hints;
    const char *usage; /* how to answer, in words: "a number to 4 digits after the point: 0.3333, 1/3, 33.33 %" */
} Draw;

#define QUIZ_MAX_HINTS 3

/* draw_seed for a question: from the session's seed, its id and the attempt; 1 to 2^31 - 1. */
uint32_t draw_seed_for(uint64_t seed, const char *id, unsigned attempt);

/* Draws a question. Lesson and misconceptions outlive the draw (`all` may be NULL). Never NULL: what the question lacks
 * is said by study_check. */
Draw *draw_new(const Lesson *lesson, const Question *question, const Misconceptions *all, uint64_t seed,
               unsigned attempt);
void draw_free(Draw *draw);
const DrawIdea *draw_idea(const Draw *draw, const char *misconception); /* NULL: not on this draw */
/* What someone who holds an idea would answer, as the text of an answer; NULL where the idea gives none. */
char *draw_believer(const Draw *draw, const DrawIdea *idea, Arena *arena);
/* The right answer as the text of an answer. */
char *draw_right_answer(const Draw *draw, Arena *arena);

/* ---------------------------------------------------------------- verdicts */

/* One name of the pipeline, as computed rightly and theirs. Show `right` as REF_NOW elements of the draw's layer and
 * `theirs` as REF_OTHER elements of trace->theirs. The last row is the answer itself where it is no plain name. */
typedef struct TraceRow {
    const char *name; /* "z"; of the last row possibly an expression, "alpha[2]" */
    const char *right_source, *theirs_source; /* what each is computed from: "s / sqrt(dk)", "s / dk" */
    NodeId right, theirs; /* 0: no value here */
    bool differs;         /* at the bits */
} TraceRow;

typedef struct Trace {
    Layer *right, *theirs; /* of the same sheet */
    TraceRow *rows;        /* names that the answer depends on, computed ones and inputs that differ, in document order */
    size_t n_rows;
    size_t parts_at;       /* the first row that differs; n_rows: none does */
} Trace;

/* A slip: were this one element so, the rest of the computation would lead to the answer given. */
typedef struct Slip {
    ElementRef at;    /* of the draw's layer */
    const char *expr; /* "s[2]" */
    double right, theirs;
    NumKind kind;
    bool is_answer;   /* the answer itself: no earlier step explains it */
} Slip;

typedef enum VerdictKind {
    VERDICT_RIGHT,
    VERDICT_WRONG,
    VERDICT_COARSE /* right as far as it goes, with too few digits: ask again, nothing is recorded */
} VerdictKind;

typedef struct Verdict {
    VerdictKind kind;
    const char *said;         /* the answer as it was understood: "3.173", "b  0.3910" */
    const char *note;         /* one sentence: "0.45 is right so far; give 3 digits after the point", or NULL */
    const DrawIdea *idea;     /* the only one that gives this answer; NULL */
    const char *idea_name;    /* of its misconception, for the ledger; NULL */
    const Prose *reason;      /* what to say about this answer: the idea's words, or the chosen one's reason; NULL */
    Layer *reason_layer;      /* of its numbers */
    const Prose *because;     /* the question's own words about the truth; NULL; numbers of draw->layer */
    const Trace *trace;       /* theirs beside right: of the idea, or of the slip; NULL where there is none */
    const Slip *slip;         /* where no idea matches and the answer is a number or an array of them; NULL */
    Layer *edited;            /* INVERSE, BREAK: the layer under the student's lines; NULL */
    NodeId target;            /* INVERSE, BREAK: the predicate, in `edited` */
} Verdict;

/* Judges an answer. NULL and a diagnostic (with a caret into the text) where it cannot be read; nothing is counted then.
 * The verdict lives as long as the draw. */
const Verdict *draw_judge(Draw *draw, const char *answer, Diags *diags);
/* The verdict of giving up: WRONG, with the truth. */
const Verdict *draw_give_up(Draw *draw);
/* Names of the ideas that this draw would have shown (they differ from the truth and from each other): for the ledger. */
size_t draw_tests(const Draw *draw, Arena *arena, const char *const **names);

/* 4 for a right answer without hints, one less for each hint, 1 at least; 0 for a wrong one. */
int quiz_points(bool is_right, size_t hints);
#define QUIZ_MAX_POINTS 4

/* ----------------------------------------------------------------- session */

typedef struct QuizPlan {
    const char *lesson; /* an id; NULL: every lesson */
    const char *part;   /* a part's title; NULL: every part */
    int screen;         /* of the lesson, from 0; -1: all */
    size_t count;       /* how many questions; 0: all of a lesson or screen, else QUIZ_DEFAULT_COUNT */
    uint64_t seed;
} QuizPlan;
#define QUIZ_DEFAULT_COUNT 10

typedef struct Quiz Quiz;

/* Picks the questions (predictions are left out). `progress` (may be NULL) steers: questions that show an open idea come
 * first, then those never asked or last answered wrongly, then the rest. `deck` (may be NULL) tells which cards carry an
 * idea. Course and deck outlive the quiz. With no question in reach quiz_total is 0. */
Quiz *quiz_new(Course *course, const QuizPlan *plan, const Progress *progress, const Deck *deck);
void quiz_free(Quiz *quiz);

size_t quiz_total(const Quiz *quiz);  /* a follow-up adds one */
size_t quiz_number(const Quiz *quiz); /* of the question now asked, from 1; total + 1 at the end */
Draw *quiz_draw(Quiz *quiz);          /* NULL at the end */
/* Why this question: the idea that it separates from the right one; NULL: it was planned. */
const Misconception *quiz_separates(const Quiz *quiz);
/* Opens the next hint; how many are open now. */
size_t quiz_hint(Quiz *quiz);
size_t quiz_hints_open(const Quiz *quiz);
/* As draw_judge. The first verdict that is not COARSE closes the question; later answers return it again. A follow-up
 * is planned next where an idea was named and a question separates it (once for each idea). */
const Verdict *quiz_answer(Quiz *quiz, const char *answer, WallTime now, Diags *diags);
const Verdict *quiz_give_up(Quiz *quiz, WallTime now);
const Verdict *quiz_verdict(const Quiz *quiz); /* of the question now asked; NULL: not answered yet */
/* Whether quiz_next leads to a question that separates the idea just named. */
bool quiz_follow_up_planned(const Quiz *quiz);
/* Journal lines that the last answer made (answer, and bring for the cards that carry the idea), to be appended; valid
 * until the next call that answers. */
const char *const *quiz_lines(const Quiz *quiz, size_t *n);
/* On to the next question (one not answered is skipped: nothing is recorded); false at the end. */
bool quiz_next(Quiz *quiz);

typedef struct QuizIdea {
    const Misconception *misconception;
    unsigned seen;    /* answers in this session that came from it */
    unsigned against; /* right answers to questions that would have shown it */
} QuizIdea;

/* A question that was answered wrongly, or given up. */
typedef struct QuizMissed {
    const Lesson *lesson;
    const Question *question;
    const Misconception *idea; /* that gave the answer; NULL */
} QuizMissed;

typedef struct QuizSummary {
    size_t n_asked, n_right;
    int points, max_points;
    size_t n_hints;
    QuizIdea *ideas; /* those seen, most often first; then those spoken against */
    size_t n_ideas;
    QuizMissed *missed; /* in the order asked */
    size_t n_missed;
} QuizSummary;

/* So far; in the arena. */
QuizSummary quiz_summary(const Quiz *quiz, Arena *arena);

/* What can be typed in place of an answer: "hint", "why", "skip", "give up", "help", "quit", and common other words for
 * them, in capitals or not. */
typedef enum QuizWord {
    QUIZ_ANSWER, /* none of them */
    QUIZ_HINT,
    QUIZ_WHY,
    QUIZ_SKIP,
    QUIZ_GIVE_UP,
    QUIZ_HELP,
    QUIZ_QUIT
} QuizWord;
QuizWord quiz_word(const char *text);

/* ------------------------------------------------------------------- check */

/* The study pass of `heed check`: named misconceptions exist, apply and differ from the truth; choices and listed ideas
 * stay apart over many draws; answers are finite; examples solve drawn questions; cards render. */
void study_check(const Lesson *lesson, const Misconceptions *all, Diags *diags);
/* Misconceptions against all lessons of a course: each line of an overlay fits one of them, and some question lists each. */
void study_check_misconceptions(Course *course, const Misconceptions *all, Diags *diags);

#endif
