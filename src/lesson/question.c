/* predict and quiz: one shape, nine kinds.
 *
 * The fields fill a builder; then the row of the kind says what a question of it
 * cannot do without.
 */
#include "lesson/fields.h"
#include <string.h>

typedef struct Builder {
    Question *q;
    StrBuf overlay, example;
    size_t cap_choices, cap_wrong, cap_hints, cap_change;
} Builder;

/* ------------------------------------------------------------------ fields */

static void add_line(StrBuf *text, const char *line)
{
    if (text->len) strbuf_add_char(text, '\n');
    strbuf_add(text, line);
}

static void set_overlay(Parser *p, void *object, Line value)
{
    Builder *b = object;
    if (!parse_overlay(p, value.start, value.end, &b->q->lines)) return;
    add_line(&b->overlay, parser_text(p, value.start, value.end));
    if (!b->q->overlay_span.source) b->q->overlay_span = parser_span(p, value.start, value.end);
    b->q->overlay_span.end = value.end;
}

static void set_example(Parser *p, void *object, Line value)
{
    Builder *b = object;
    if (parse_overlay(p, value.start, value.end, &b->q->example_lines))
        add_line(&b->example, parser_text(p, value.start, value.end));
}

static void set_answer(Parser *p, void *object, Line value)
{
    Question *q = ((Builder *)object)->q;
    q->answer = parse_expr(p, value.start, value.end);
    q->answer_text = parser_text(p, value.start, value.end);
}

static void set_target(Parser *p, void *object, Line value)
{
    Question *q = ((Builder *)object)->q;
    q->target_expr = parse_expr(p, value.start, value.end);
    q->target = parser_text(p, value.start, value.end);
}

static void set_format(Parser *p, void *object, Line value)
{
    Question *q = ((Builder *)object)->q;
    size_t wrong = 0;
    if (!num_format_parse(p->source->text + value.start, value.end - value.start, &q->format, &wrong))
        parser_error(p, value.start + wrong, value.end, "format",
                     "this is no number format: [+][,][.N][f|e|g|d|%%], such as .4f");
}

/* "0.01" or "2 %" */
static void set_within(Parser *p, void *object, Line value)
{
    Question *q = ((Builder *)object)->q;
    const char *text = p->source->text;
    size_t n = num_parse(text + value.start, value.end - value.start, &q->within), at = value.start + n;
    while (at < value.end && is_blank_char(text[at])) at++;
    q->within_relative = at < value.end && text[at] == '%';
    if (q->within_relative) {
        q->within /= 100;
        at++;
    }
    if (n == 0 || at != value.end || !(q->within > 0) || q->within > 1e30)
        parser_error(p, value.start, value.end, "within",
                     "a tolerance is a number above 0 or a percentage: 0.01, 2 %%");
}

static void set_hint(Parser *p, void *object, Line value)
{
    Builder *b = object;
    Prose hint = parse_prose_span(p, value.start, value.end);
    arena_push(p->arena, b->q->hints, b->q->n_hints, b->cap_hints, hint);
}

static void set_because(Parser *p, void *object, Line value)
{
    ((Builder *)object)->q->explain = parse_prose_span(p, value.start, value.end);
}

/* The offset after a leading =, which makes a value an expression; 0 where there is none. */
static size_t after_equals(const Parser *p, Line value)
{
    return p->source->text[value.start] == '=' ? value.start + 1 : 0;
}

static void add_choice(Parser *p, Builder *b, Line value, bool is_right)
{
    QuestionChoice choice = {.is_right = is_right, .span = parser_span(p, value.start, value.end)};
    size_t equals = after_equals(p, value);
    size_t bar = equals ? find_outside(p, value.start, value.end, '|') : find_bar(p, value.start, value.end);
    if (equals)
        choice.expr = parse_expr(p, equals, bar);
    else
        choice.text = parse_prose_span(p, value.start, bar);
    if (bar < value.end) choice.reason = parse_prose_span(p, bar + 1, value.end);
    arena_push(p->arena, b->q->choices, b->q->n_choices, b->cap_choices, choice);
}

static void set_choice(Parser *p, void *object, Line value)
{
    add_choice(p, object, value, false);
}

static void set_right(Parser *p, void *object, Line value)
{
    add_choice(p, object, value, true);
}

/* The name of a misconception in front of the `=` or the `|` that ends it. */
static const char *wrong_name(Parser *p, size_t start, size_t end)
{
    Line name = parser_trim(p, start, end);
    const char *text = parser_text(p, name.start, name.end);
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n == 0 || n != name.end - name.start)
        parser_error(p, name.start, name.end, "wrong",
                     "wrong: names a misconception, or gives an expression after =");
    return text;
}

/* "no-scale | text", "no-scale = expr | text" or "= expr | text" */
static void set_wrong(Parser *p, void *object, Line value)
{
    Builder *b = object;
    WrongAnswer wrong = {.span = parser_span(p, value.start, value.end)};
    size_t bar = find_bar(p, value.start, value.end);
    size_t equals = find_outside(p, value.start, bar, '=');
    if (equals < bar) {
        bar = find_outside(p, equals + 1, value.end, '|');
        wrong.expr = parse_expr(p, equals + 1, bar);
    }
    if (equals > value.start) wrong.misconception = wrong_name(p, value.start, equals < bar ? equals : bar);
    if (bar < value.end) wrong.text = parse_prose_span(p, bar + 1, value.end);
    if (!wrong.misconception && wrong.text.count == 0)
        parser_error(p, value.start, value.end, "wrong", "say after | what the wrong answer comes from");
    arena_push(p->arena, b->q->wrong, b->q->n_wrong, b->cap_wrong, wrong);
}

/* "change: q K": names of inputs */
static void set_change(Parser *p, void *object, Line value)
{
    Builder *b = object;
    const char **names = (const char **)b->q->change;
    for (size_t at = value.start; at < value.end;) {
        size_t end = at;
        while (end < value.end && !strchr(" \t\n,", p->source->text[end])) end++;
        const char *name = parser_text(p, at, end);
        const Definition *definition = p->sheet && *name ? sheet_find(p->sheet, name) : NULL;
        bool is_failed = *name && p->sheet && sheet_failed(p->sheet, name);
        if (is_failed)
            parser_waits(p, name, parser_span(p, at, end));
        else if (*name && p->sheet && (!definition || definition->input == INPUT_NONE))
            parser_error(p, at, end, "change", "'%s' is no input of this lesson", name);
        else if (*name)
            arena_push(p->arena, names, b->q->n_change, b->cap_change, name);
        at = end + 1;
    }
    b->q->change = names;
}

#define BIT(kind) (1u << (kind))
#define PREDICT   BIT(QUESTION_PREDICT)
#define CHOOSING  (BIT(QUESTION_CHOICE) | BIT(QUESTION_CHOICES))
#define NUMERIC   (BIT(QUESTION_NUMBER) | BIT(QUESTION_ARRAY))
#define TRUTH     BIT(QUESTION_TRUTH)
#define ORDER     BIT(QUESTION_ORDER)
#define ACTING    (BIT(QUESTION_INVERSE) | BIT(QUESTION_BREAK))
#define QUIZ      (CHOOSING | NUMERIC | TRUTH | ORDER | ACTING)

const unsigned predict_uses = PREDICT, quiz_uses = QUIZ;

static const FieldRow question_rows[] = {
    {{"given", "given: NAME = EXPR", "lays a line over the sheet before the question is asked"},
     0,
     PREDICT | (QUIZ & ~ORDER),
     set_overlay},
    {{"draw", "draw: NAME = EXPR", "the same, drawn anew at each attempt from draw_seed"},
     0,
     QUIZ & ~ORDER,
     set_overlay},
    {{"answer", "answer: EXPR", "the truth, computed under these lines"},
     1,
     PREDICT | CHOOSING | NUMERIC | TRUTH,
     set_answer},
    {{"within", "within: NUMBER [%]",
      "how far a right answer may lie from the truth; the shown digits decide without it"},
     1,
     PREDICT | NUMERIC,
     set_within},
    {{"format", "format: .4f", "how the answer and computed choices are shown"},
     1,
     PREDICT | CHOOSING | NUMERIC | ACTING,
     set_format},
    {{"right", "right: TEXT or = EXPR | REASON", "a right choice, and why"},
     0,
     PREDICT | CHOOSING | TRUTH,
     set_right},
    {{"choice", "choice: TEXT or = EXPR | REASON", "a wrong choice, and why"},
     0,
     PREDICT | CHOOSING | TRUTH,
     set_choice},
    {{"step", "step: TEXT", "one of the steps to be put in order, in their right order"},
     0,
     ORDER,
     set_right},
    {{"wrong", "wrong: MISCONCEPTION [= EXPR] or = EXPR | TEXT",
      "an answer that tells which idea went wrong"},
     0,
     PREDICT | CHOOSING | NUMERIC | TRUTH,
     set_wrong},
    {{"target", "target: EXPR", "what the student's edit makes true (inverse) or false (break)"},
     1,
     ACTING,
     set_target},
    {{"change", "change: NAME …", "the inputs that may be changed; any where it is not given"},
     1,
     ACTING,
     set_change},
    {{"example", "example: NAME = EXPR", "one solution, proved by check"}, 0, ACTING, set_example},
    {{"hint", "hint: TEXT", "a hint; up to three, each gives away more"}, 3, 0, set_hint},
    {{"because", "because: TEXT", "shown with the truth"}, 1, 0, set_because},
};

const FieldTable question_fields = {question_rows, sizeof question_rows / sizeof question_rows[0],
                                    "a question"};

/* ------------------------------------------------------------------- kinds */

static size_t count_right(const Question *q)
{
    size_t n = 0;
    for (size_t i = 0; i < q->n_choices; i++) n += q->choices[i].is_right;
    return n;
}

/* Each says what is missing, or NULL. An answer that did not parse has its diagnostic already. */

static const char *lacks_truth(const Question *q)
{
    if (q->answer_text) return NULL;
    if (q->n_choices == 0) return "it needs 'answer: EXPR', or 'right:' and 'choice:' lines";
    if (count_right(q) != 1) return "it needs exactly one 'right:' line";
    return q->n_choices < 2 ? "it needs a 'choice:' besides the right one" : NULL;
}

static const char *lacks_choice(const Question *q)
{
    if (q->answer_text && q->n_choices)
        return "it takes either 'answer:' with 'wrong:' lines, or 'right:' with 'choice:' lines";
    if (q->answer_text) return q->n_wrong ? NULL : "it needs 'wrong:' lines to choose from";
    return lacks_truth(q);
}

static const char *lacks_choices(const Question *q)
{
    if (count_right(q) == 0) return "it needs at least one 'right:' line";
    return q->n_choices < 2 ? "it needs at least two choices" : NULL;
}

static const char *lacks_answer(const Question *q)
{
    return q->answer_text ? NULL : "it needs 'answer: EXPR'";
}

static const char *lacks_order(const Question *q)
{
    return q->n_choices >= 3 ? NULL : "it needs at least three 'step:' lines";
}

static const char *lacks_truth_value(const Question *q)
{
    if (!q->answer_text) return "it needs 'answer: EXPR', true or false";
    bool has_idea = q->n_wrong == 0 || (q->n_wrong == 1 && q->wrong[0].misconception && !q->wrong[0].expr);
    if (!has_idea) return "'wrong:' names the one misconception of those who say the opposite";
    return q->n_choices && count_right(q) != 1 ? "its reasons need exactly one 'right:' line" : NULL;
}

static const char *lacks_target(const Question *q)
{
    if (!q->target) return "it needs 'target: EXPR'";
    return *q->example ? NULL : "it needs 'example: NAME = EXPR', one solution";
}

static const struct {
    const char *word;
    const char *(*lacks)(const Question *q);
} kinds[] = {
    [QUESTION_PREDICT] = {"predict", lacks_truth},   [QUESTION_CHOICE] = {"choice", lacks_choice},
    [QUESTION_CHOICES] = {"choices", lacks_choices}, [QUESTION_NUMBER] = {"number", lacks_answer},
    [QUESTION_ARRAY] = {"array", lacks_answer},      [QUESTION_ORDER] = {"order", lacks_order},
    [QUESTION_TRUTH] = {"truth", lacks_truth_value}, [QUESTION_INVERSE] = {"inverse", lacks_target},
    [QUESTION_BREAK] = {"break", lacks_target},
};

enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

const char *question_kind_word(QuestionKind kind)
{
    return kinds[kind].word;
}

static QuestionKind parse_kind(Parser *p, const Draft *draft, Line word)
{
    const char *text = parser_text(p, word.start, word.end), *words[N_KINDS];
    for (size_t i = QUESTION_CHOICE; i < N_KINDS; i++) {
        words[i - QUESTION_CHOICE] = kinds[i].word;
        if (strcmp(kinds[i].word, text) == 0) return (QuestionKind)i;
    }
    SourceSpan span = *text ? parser_span(p, word.start, word.end) : draft_heading(p, draft);
    const char *guess = nearest_word(text, words, N_KINDS - QUESTION_CHOICE);
    if (*text && guess)
        diags_error(p->diags, span, "quiz-kind", "unknown kind of question '%s'; did you mean %s?", text,
                    guess);
    else
        diags_error(
            p->diags, span, "quiz-kind",
            "a quiz has a kind after its id: choice, choices, number, array, order, truth, inverse, break");
    return QUESTION_PREDICT; /* takes most fields, so that they are still looked at */
}

void fill_question(Parser *p, const Draft *draft, Block *block)
{
    Question *q = arena_alloc(p->arena, sizeof *q);
    Builder b = {.q = q};
    Line rest;
    q->span = block->span;
    q->id = parse_id(p, draft, &rest);
    q->format = NUM_FIXED(4);
    q->screen = p->screen;
    q->step = p->step;
    size_t faults = parser_faults(p);
    q->kind = block->kind == BLOCK_QUIZ ? parse_kind(p, draft, rest) : QUESTION_PREDICT;
    if (block->kind == BLOCK_PREDICT && rest.start < rest.end)
        parser_error(p, rest.start, rest.end, "info", "nothing follows the id of a predict");
    unsigned uses = block->kind == BLOCK_QUIZ && q->kind == QUESTION_PREDICT ? PREDICT | QUIZ : BIT(q->kind);
    Line prompt = parse_fields(p, &question_fields, uses, draft->body_start, draft->body_end, &b);
    q->prompt = parse_prose_span(p, prompt.start, prompt.end);
    q->overlay = strbuf_take(&b.overlay, p->arena);
    q->example = strbuf_take(&b.example, p->arena);
    const char *lack = q->prompt.count == 0 ? "it needs a text before its fields" : kinds[q->kind].lacks(q);
    if (lack && faults == parser_faults(p))
        diags_error(p->diags, draft_heading(p, draft), "question", "this question is not whole: %s", lack);
    block->as.question = q;
    arena_push(p->arena, p->questions.items, p->questions.count, p->questions.capacity, q);
}
