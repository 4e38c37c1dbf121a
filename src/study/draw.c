/* A question with one set of numbers.
 *
 * A draw lays two overlays over the lesson's sheet: `draw_seed = …` and the
 * question's own lines. It is good when the truth is a number (or what the kind
 * asks for), every listed idea differs from it and from the others at the shown
 * digits, no two choices look alike, and a question to be solved is not solved
 * already. A bad draw is made again from the next seed of the attempt; the least bad
 * one is taken where none is good. Ideas that the question does not list should
 * differ too, but not at any price.
 */
#include "study/drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TRIES = 40,
    TRIES_FOR_OTHERS = 6, /* for the sake of ideas that are not listed */
    LISTED_WEIGHT = 1000  /* one clash of a listed idea outweighs those of all others */
};
/* Long work that an answer waits for is done here up to this many multiply-adds (a tenth of a second);
 * beyond, the answer is the exact one of fewer samples. */
static const size_t most_work = 32u << 20;

uint32_t draw_seed_for(uint64_t seed, const char *id, unsigned attempt)
{
    return seed_for_sheet(seed_mix(seed_mix_text(seed, id), attempt));
}

/* ------------------------------------------------------------------ layers */

Layer *drawing_layer(Drawing *d, const Overlay *more, const Overlay *most)
{
    const Overlay *overlays[4] = {&d->seed_line, &d->draw.question->lines};
    size_t n = 2;
    if (more) overlays[n++] = more;
    if (most) overlays[n++] = most;
    Layer *layer = layer_new(d->draw.lesson->sheet, overlays, n, d->draw.layer);
    study_push(d->arena, d->layers, d->n_layers, d->cap_layers, layer);
    return layer;
}

static void free_layers(Drawing *d)
{
    for (size_t i = d->n_layers; i-- > 0;) layer_free(d->layers[i]);
    d->n_layers = 0;
    d->draw.layer = NULL;
}

bool drawing_read_overlay(Drawing *d, const char *text, Overlay *overlay)
{
    SourceText *source = arena_alloc(d->arena, sizeof *source);
    *source = (SourceText){"overlay", arena_strdup(d->arena, text), strlen(text)};
    Diags unheard;
    diags_init(&unheard, d->arena);
    return overlay_parse(d->arena, d->draw.lesson->sheet, source, 0, source->len, OVERLAY_ANY, overlay,
                         &unheard);
}

/* ------------------------------------------------------------------- truth */

bool question_is_computed(const Question *question)
{
    return question->answer != NULL && question->n_choices == 0;
}

bool question_gives(const Question *question, const Definition *definition)
{
    if (definition->input != INPUT_NONE || definition->screen < 0) return true;
    for (size_t i = 0; i < question->lines.count; i++) {
        OverlayLine *line = &question->lines.lines[i];
        Overlay one = {line, 1};
        if (strcmp(line->name, definition->name) == 0 && overlay_reads(&one, "draw_seed")) return true;
    }
    return false;
}

double question_tolerance(const Question *question, double value)
{
    return question->within_relative ? question->within * fabs(value) : question->within;
}

static bool same_shape(const Value *a, const Value *b)
{
    return a->ndim == b->ndim && a->rows == b->rows && a->cols == b->cols;
}

static bool is_numeric(const Value *value)
{
    return value && value->type != VALUE_STRING;
}

static bool is_close(const Question *question, double given, double right, NumKind kind)
{
    double tolerance = question_tolerance(question, right);
    Given exact = {given, 0};
    Closeness close = tolerance > 0 ? given_within(exact, right, tolerance)
                                    : given_closeness(exact, right, kind, question->format);
    return close == CLOSE_YES;
}

/* Also where only what is shown of the value is close. */
bool drawing_is_truth(const Drawing *d, const Value *value)
{
    const Question *question = d->draw.question;
    const Value *truth = layer_value(d->draw.layer, d->draw.answer);
    if (!is_numeric(value) || !is_numeric(truth) || !same_shape(value, truth)) return false;
    bool is_truth = true, shows_truth = true;
    for (size_t r = 0; r < truth->rows; r++) {
        for (size_t c = 0; c < truth->cols; c++) {
            double right = value_at(truth, r, c), given = value_at(value, r, c);
            NumKind kind = value_num_kind(truth);
            double shown = shown_value(given, value_num_kind(value), question->format);
            is_truth = is_truth && is_close(question, given, right, kind);
            shows_truth = shows_truth && is_close(question, shown, right, kind);
        }
    }
    return is_truth || shows_truth;
}

/* A prediction is answered as its fields and its truth demand. */
static QuestionKind kind_of(const Question *question, const Value *truth)
{
    if (question->kind != QUESTION_PREDICT) return question->kind;
    if (question->n_choices || !truth) return QUESTION_CHOICE;
    if (truth->ndim > 0) return QUESTION_ARRAY;
    return truth->type == VALUE_BOOL ? QUESTION_TRUTH : QUESTION_NUMBER;
}

static bool all_finite(const Value *value)
{
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (!isfinite(value_at(value, r, c))) return false;
    return true;
}

bool drawing_is_sound(const Drawing *d)
{
    const Draw *draw = &d->draw;
    if (!d->asked) return true;
    const Value *value = layer_value(draw->layer, layer_node(draw->layer, d->asked));
    if (!is_numeric(value) || !all_finite(value)) return false;
    if (draw->kind == QUESTION_INVERSE) return value->ndim == 0 && value_at(value, 0, 0) == 0;
    if (draw->kind == QUESTION_BREAK) return value->ndim == 0 && value_at(value, 0, 0) != 0;
    return value_count(value) > 0 && value_count(value) <= SHOWN_MAX;
}

/* The element whose derivation is the answer's, where the answer is one number. */
static ElementRef answer_element(Drawing *d)
{
    Draw *draw = &d->draw;
    ElementRef ref = {0};
    const Value *value = layer_value(draw->layer, draw->answer);
    if (!value || value->ndim > 0) return ref;
    const char *text = expr_text(d->arena, draw->question->answer);
    return layer_ask_element(draw->layer, text, "answer", &ref, NULL) ? ref : (ElementRef){0};
}

/* ------------------------------------------------------------------ trying */

static void write_seed_line(Drawing *d)
{
    drawing_read_overlay(d, arena_printf(d->arena, "draw_seed = %u", (unsigned)d->draw.seed), &d->seed_line);
}

static void finish_long_work(Drawing *d)
{
    Layer *layer = d->draw.layer;
    NodeId node = layer_node(layer, d->asked);
    const size_t piece = 4u << 20;
    for (size_t done = 0; done < most_work && layer_is_partial(layer, node); done += piece)
        if (!layer_job_step(layer, piece)) return;
}

static void find_inputs(Drawing *d)
{
    Draw *draw = &d->draw;
    size_t capacity = 0;
    draw->inputs = NULL;
    draw->n_inputs = 0;
    for (size_t i = 0; d->asked && i < d->depends.count; i++) {
        const Definition *definition = sheet_definition(draw->lesson->sheet, i);
        bool is_host = definition->screen < 0;
        if (!d->depends.reads[i] || is_host || !question_gives(draw->question, definition)) continue;
        DrawInput input = {definition->name, layer_name(draw->layer, definition->name)};
        study_push(d->arena, draw->inputs, draw->n_inputs, capacity, input);
    }
}

static void draw_once(Drawing *d, uint32_t seed)
{
    Draw *draw = &d->draw;
    free_layers(d);
    draw->seed = seed;
    d->random = (Random){seed};
    write_seed_line(d);
    draw->layer = drawing_layer(d, NULL, NULL);
    if (d->asked) finish_long_work(d);
    draw->answer = draw->question->answer ? layer_node(draw->layer, draw->question->answer) : 0;
    draw->kind = kind_of(draw->question, layer_value(draw->layer, draw->answer));
    draw->answer_ref = answer_element(d);
    drawing_run_ideas(d);
    drawing_make_choices(d);
}

/* 0: nothing is wrong with this draw. */
static size_t faults_of(const Drawing *d)
{
    size_t listed = 0, others = 0;
    drawing_count_clashes(d, &listed, &others);
    if (!drawing_is_sound(d)) listed += LISTED_WEIGHT;
    if (!drawing_choices_differ(d)) listed++;
    return listed * LISTED_WEIGHT + others;
}

static void draw_well(Drawing *d, uint32_t first_seed)
{
    size_t least = SIZE_MAX;
    uint32_t best = first_seed, seed = first_seed;
    bool is_drawn = overlay_reads(&d->draw.question->lines, "draw_seed");
    for (unsigned i = 0; i < MOST_TRIES; i++) {
        draw_once(d, seed);
        size_t faults = faults_of(d);
        if (faults < least) {
            least = faults;
            best = seed;
        }
        bool is_enough = least == 0 || !is_drawn || (least < LISTED_WEIGHT && i + 1 >= TRIES_FOR_OTHERS);
        if (is_enough) break;
        seed = seed_for_sheet(seed_mix(first_seed, i + 1));
    }
    if (d->draw.seed != best) draw_once(d, best);
}

Draw *draw_new(const Lesson *lesson, const Question *question, const Misconceptions *all, uint64_t seed,
               unsigned attempt)
{
    Drawing *d = heed_xcalloc(1, sizeof *d);
    d->arena = arena_new();
    d->all = all;
    d->draw.lesson = lesson;
    d->draw.question = question;
    d->draw.kind = question->kind;
    d->asked = question->answer ? question->answer : question->target_expr;
    const Overlay *own[] = {&question->lines};
    d->depends = depends_on(d->arena, lesson->sheet, d->asked, own, 1);
    draw_well(d, draw_seed_for(seed, question->id, attempt));
    find_inputs(d);
    drawing_describe(d);
    drawing_make_hints(d);
    return &d->draw;
}

void draw_free(Draw *draw)
{
    if (!draw) return;
    Drawing *d = drawing_of(draw);
    free_layers(d);
    arena_free(d->arena);
    free(d);
}

const DrawIdea *draw_idea(const Draw *draw, const char *misconception)
{
    for (size_t i = 0; i < draw->n_ideas; i++) {
        const Misconception *m = draw->ideas[i].misconception;
        if (m && strcmp(m->name, misconception) == 0) return &draw->ideas[i];
    }
    return NULL;
}

int quiz_points(bool is_right, size_t hints)
{
    if (!is_right) return 0;
    return hints < QUIZ_MAX_POINTS ? QUIZ_MAX_POINTS - (int)hints : 1;
}
