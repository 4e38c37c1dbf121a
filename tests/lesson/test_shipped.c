/* The lessons that heed ships: clean, whole, honest figures, questions whose wrong answers are wrong. */
#include "lesson/support.h"

#include "heed/glossary.h"

#include <dirent.h>
#include <math.h>

enum { MOST = 32, SEEDS = 60 };

typedef struct Shipped {
    Parsed parsed[MOST];
    size_t count;
    Arena *arena;
    Misconceptions *misconceptions;
    Glossary *glossary;
} Shipped;

static int is_markdown(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".md") == 0;
}

static Misconceptions *read_misconceptions(Arena *arena, const char *path)
{
    size_t len;
    char *text = read_whole(path, &len);
    Diags diags;
    diags_init(&diags, arena);
    Misconceptions *all = misconceptions_parse(path, text, len, &diags);
    assert_string_equal(diags_format(arena, &diags), "");
    free(text);
    return all;
}

static Glossary *read_glossary(Arena *arena, const char *path)
{
    size_t len;
    char *text = read_whole(path, &len);
    Diags diags;
    diags_init(&diags, arena);
    Glossary *all = glossary_parse(path, text, len, &diags);
    assert_string_equal(diags_format(arena, &diags), "");
    free(text);
    return all;
}

static int read_lessons(void **state)
{
    static Shipped shipped;
    struct dirent **entries;
    int n = scandir(HEED_SOURCE_DIR "/lessons", &entries, is_markdown, alphasort);
    shipped = (Shipped){.arena = arena_new()};
    for (int i = 0; i < n; i++) {
        const char *path = arena_printf(shipped.arena, HEED_SOURCE_DIR "/lessons/%s", entries[i]->d_name);
        if (strcmp(entries[i]->d_name, "glossary.md") == 0) {
            shipped.glossary = read_glossary(shipped.arena, path);
        } else if (strcmp(entries[i]->d_name, "misconceptions.md") == 0) {
            shipped.misconceptions = read_misconceptions(shipped.arena, path);
        } else if (shipped.count < MOST) {
            size_t len;
            char *text = read_whole(path, &len);
            shipped.parsed[shipped.count++] = parse_n(path, text, len);
            free(text);
        }
        free(entries[i]);
    }
    free(entries);
    *state = &shipped;
    return 0;
}

static int free_lessons(void **state)
{
    Shipped *shipped = *state;
    for (size_t i = 0; i < shipped->count; i++) parsed_free(&shipped->parsed[i]);
    misconceptions_free(shipped->misconceptions);
    glossary_free(shipped->glossary);
    arena_free(shipped->arena);
    return 0;
}

static void every_lesson_checks_clean(void **state)
{
    Shipped *shipped = *state;
    assert_true(shipped->count >= 4);
    for (size_t i = 0; i < shipped->count; i++) {
        Parsed *p = &shipped->parsed[i];
        lesson_check(p->lesson, &p->diags);
        assert_string_equal(diags_format(p->arena, &p->diags), "");
    }
}

/* No lesson shouts: an exclamation mark stands in comments and in != alone. */
static void no_lesson_shouts(void **state)
{
    Shipped *shipped = *state;
    for (size_t i = 0; i < shipped->count; i++) {
        const SourceText *source = shipped->parsed[i].lesson->source;
        for (size_t at = 1; at + 1 < source->len; at++) {
            const char *mark = source->text + at;
            if (*mark == '!' && mark[-1] != '<' && mark[1] != '=')
                fail_msg("%s has an exclamation mark at byte %zu: %.40s", source->name, at, mark - 1);
        }
    }
}

/* ------------------------------------------------------------------- whole */

typedef struct Parts {
    bool has_section[SECTION_COUNT];
    size_t n_analogies, n_claims, n_always, n_pictures, n_takeaways, n_printed, n_math, n_terms;
} Parts;

static bool has_printed(const Inline *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == INLINE_PRINTED || has_printed(items[i].children, items[i].n_children))
            return true;
    return false;
}

static void count_block(Parts *parts, const Block *block)
{
    parts->has_section[block->section] = true;
    parts->n_analogies += block->kind == BLOCK_ANALOGY;
    parts->n_math += block->kind == BLOCK_MATH;
    parts->n_terms += block->kind == BLOCK_TERMS;
    if (block->kind == BLOCK_SHOW) parts->n_pictures += block->as.show.count;
    if (block->kind == BLOCK_LIST && block->section == SECTION_TAKEAWAYS)
        parts->n_takeaways += block->as.list.count;
    if (block->kind == BLOCK_PARAGRAPH)
        parts->n_printed += has_printed(block->as.prose.items, block->as.prose.count);
    if (block->kind != BLOCK_CLAIM) return;
    parts->n_claims += block->as.claims.count;
    for (size_t i = 0; i < block->as.claims.count; i++)
        parts->n_always += block->as.claims.items[i].kind == CLAIM_ALWAYS;
}

static Parts count_parts(const Lesson *lesson)
{
    Parts parts = {0};
    for (size_t i = 0; i < lesson->n_screens; i++)
        for (size_t k = 0; k < lesson->screens[i].n_steps; k++)
            for (size_t b = 0; b < lesson->screens[i].steps[k].n_blocks; b++)
                count_block(&parts, &lesson->screens[i].steps[k].blocks[b]);
    return parts;
}

static void every_lesson_is_whole(void **state)
{
    Shipped *shipped = *state;
    for (size_t i = 0; i < shipped->count; i++) {
        const Lesson *lesson = shipped->parsed[i].lesson;
        Parts parts = count_parts(lesson);
        size_t n_predictions = 0;
        print_message("%s\n", lesson->id);
        for (size_t k = 0; k < lesson->n_questions; k++)
            n_predictions += lesson->questions[k]->kind == QUESTION_PREDICT;
        assert_in_range(lesson->n_screens, 2, 5);
        for (size_t k = 0; k < lesson->n_screens; k++) assert_non_null(strchr(lesson->screens[k].title, '?'));
        for (int kind = SECTION_GOAL; kind < SECTION_COUNT; kind++)
            if (!parts.has_section[kind])
                fail_msg("%s has no %s", lesson->id, section_title((SectionKind)kind));
        assert_true(parts.n_analogies >= 1);
        assert_int_equal(parts.n_takeaways, 2);
        assert_true(parts.n_pictures >= 4);
        assert_true(parts.n_always >= 2 && parts.n_claims > parts.n_always);
        assert_true(parts.n_math >= 1 && parts.n_terms + parts.n_math >= 1);
        assert_true(n_predictions >= 1 && lesson->n_questions - n_predictions >= 4);
        assert_true(lesson->n_cards >= 4);
        assert_true(lesson->n_sources >= 2 && lesson->order > 0 && *lesson->part);
    }
}

static void ids_and_orders_are_unique_across_lessons(void **state)
{
    Shipped *shipped = *state;
    size_t n_questions = 0, n_cards = 0;
    for (size_t i = 0; i < shipped->count; i++) {
        const Lesson *lesson = shipped->parsed[i].lesson;
        size_t n = strlen(lesson->id);
        n_questions += lesson->n_questions;
        n_cards += lesson->n_cards;
        for (size_t k = 0; k < lesson->n_cards; k++) assert_memory_equal(lesson->cards[k]->id, lesson->id, n);
        for (size_t k = 0; k < i; k++) assert_int_not_equal(lesson->order, shipped->parsed[k].lesson->order);
        for (size_t k = 0; k < lesson->n_needs; k++) {
            bool is_known = false;
            for (size_t j = 0; j < shipped->count; j++)
                is_known |= strcmp(shipped->parsed[j].lesson->id, lesson->needs[k]) == 0;
            assert_true(is_known);
        }
    }
    assert_true(n_questions >= 30 && n_cards >= 40);
}

/* ----------------------------------------------------------------- figures */

static const Lesson *lesson_of(const Shipped *shipped, const char *id)
{
    for (size_t i = 0; i < shipped->count; i++)
        if (strcmp(shipped->parsed[i].lesson->id, id) == 0) return shipped->parsed[i].lesson;
    fail_msg("no lesson %s", id);
    return NULL;
}

/* What the lessons' sheets give for the figures that their sources and heed's plan state. */
static void sheets_give_the_known_figures(void **state)
{
    Shipped *shipped = *state;
    static const struct {
        const char *lesson, *expr;
        double value, within;
    } figures[] = {
        {"four-steps", "alpha[2]", 0.451863, 5e-7},
        {"four-steps", "out[0]", 3.3556, 5e-5},
        {"four-steps", "out[1]", 4.3556, 5e-5},
        {"four-steps", "sum(exp(z))", 6.0157, 5e-5},
        {"four-steps", "share[0]", 0.245, 5e-4},
        {"four-steps", "share[2]", 0.665, 5e-4},
        {"four-steps", "turned[0]", 0.384, 5e-4},
        {"four-steps", "unscaled[2]", 0.576, 5e-4},
        {"four-steps", "(round(alpha, 4) @ V)[0]", 3.3559, 5e-5},
        {"four-steps", "(round(alpha, 2) @ V)[1]", 4.32, 5e-5},
        {"four-steps", "(softmax(s / dk) @ V)[0]", 3.173, 5e-4},
        {"static-trap", "cos_sim(v_bank, v_finance)", 0.9385, 5e-5},
        {"static-trap", "cos_sim(v_bank, v_river)", 0.9290, 5e-5},
        {"static-trap", "(1 + cos_sim(v_finance, v_river)) / 2", 0.872, 5e-4},
        {"static-trap", "cos_sim(middle, sense_a)", 0.7071, 5e-5},
        {"static-trap", "cos_sim(tilted, sense_a)", 0.316, 5e-4},
        {"qkv-lookup", "out", 34.5489, 5e-5},
        {"qkv-lookup", "softmax(s / 0.1) @ V", 54.04, 5e-3},
        {"qkv-lookup", "softmax(s * 0.1) @ V", 30.47, 5e-3},
        {"qkv-lookup", "top", 60, 0},
        {"why-root-dk", "dk", 64, 0},
        {"why-root-dk", "trace(J)", 0.4895, 5e-5},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const Lesson *lesson = lesson_of(shipped, figures[i].lesson);
        Layer *layer = layer_new(lesson->sheet, NULL, 0, NULL);
        Diags diags;
        diags_init(&diags, shipped->arena);
        NodeId node = layer_ask(layer, figures[i].expr, "test", &diags);
        const Value *value = layer_value(layer, node);
        if (!value) fail_msg("%s: %s", figures[i].expr, diags_format(shipped->arena, &diags));
        if (fabs(value_at(value, 0, 0) - figures[i].value) > figures[i].within)
            fail_msg("%s of %s is %.7f", figures[i].expr, figures[i].lesson, value_at(value, 0, 0));
        layer_free(layer);
    }
}

/* --------------------------------------------------------------- questions */

static const Misconception *find_misconception(const Shipped *shipped, const char *name)
{
    for (size_t i = 0; i < shipped->misconceptions->count; i++)
        if (strcmp(shipped->misconceptions->items[i].name, name) == 0)
            return &shipped->misconceptions->items[i];
    return NULL;
}

/* Every value of `expr` under the overlays as the question shows it; "-" where it cannot be computed. */
static char *shown(Arena *arena, Sheet *sheet, const Overlay *const *overlays, size_t n, const Expr *expr,
                   NumFormat format)
{
    Layer *layer = layer_new(sheet, overlays, n, NULL);
    NodeId node = layer_node(layer, expr);
    while (layer_is_partial(layer, node) && layer_job_step(layer, 1 << 24)) {
    }
    const Value *value = layer_value(layer, node);
    StrBuf out = {0};
    if (!value) strbuf_add(&out, "-");
    for (size_t i = 0; value && i < value_count(value); i++)
        strbuf_printf(&out, "%s ",
                      num_text(arena, value_at(value, i / (value->cols ? value->cols : 1), i % value->cols),
                               value_num_kind(value), format));
    layer_free(layer);
    return strbuf_take(&out, arena);
}

typedef struct Draw {
    Arena *arena;
    Sheet *sheet;
    const Question *q;
    const Overlay *overlays[3];
} Draw;

/* What someone who believes the wrong idea would answer on this draw. */
static char *believed(const Shipped *shipped, Draw *d, const WrongAnswer *wrong)
{
    if (wrong->expr) return shown(d->arena, d->sheet, d->overlays, 2, wrong->expr, d->q->format);
    const Misconception *m = find_misconception(shipped, wrong->misconception);
    if (!m) fail_msg("%s: no misconception %s", d->q->id, wrong->misconception);
    if (m->expr) return shown(d->arena, d->sheet, d->overlays, 2, m->expr, d->q->format);
    SourceText source = {"misconception", m->overlay, strlen(m->overlay)};
    Overlay overlay = {0};
    Diags diags;
    diags_init(&diags, d->arena);
    if (!overlay_parse(d->arena, d->sheet, &source, 0, source.len, OVERLAY_ANY, &overlay, &diags))
        fail_msg("%s, %s: %s", d->q->id, m->name, diags_format(d->arena, &diags));
    d->overlays[2] = &overlay;
    return shown(d->arena, d->sheet, d->overlays, 3, d->q->answer, d->q->format);
}

/* On how many draws each wrong answer is no answer of its own: it cannot be computed, or reads as another. */
static size_t count_clashes(const Shipped *shipped, const Lesson *lesson, const Question *q, size_t seeds)
{
    size_t n_clashes = 0;
    for (size_t seed = 0; seed < seeds; seed++) {
        Draw d = {.arena = arena_new(), .sheet = lesson->sheet, .q = q};
        const char *text = arena_printf(d.arena, "draw_seed = %zu", seed);
        SourceText source = {"seed", text, strlen(text)};
        Overlay seed_lines = {0};
        Diags diags;
        diags_init(&diags, d.arena);
        assert_true(
            overlay_parse(d.arena, lesson->sheet, &source, 0, source.len, OVERLAY_ANY, &seed_lines, &diags));
        d.overlays[0] = &seed_lines;
        d.overlays[1] = &q->lines;
        char **texts = arena_array(d.arena, q->n_wrong + 1, sizeof *texts);
        texts[0] = shown(d.arena, d.sheet, d.overlays, 2, q->answer, q->format);
        if (strcmp(texts[0], "-") == 0 || strstr(texts[0], "nan"))
            fail_msg("%s, seed %zu: no answer", q->id, seed);
        bool clashes = false;
        for (size_t i = 0; i < q->n_wrong; i++) {
            texts[i + 1] = believed(shipped, &d, &q->wrong[i]);
            for (size_t k = 0; k <= i; k++) {
                if (strcmp(texts[k], texts[i + 1]) != 0 && strcmp(texts[i + 1], "-") != 0) continue;
                clashes = true;
                if (getenv("HEED_VERBOSE"))
                    print_message("%s seed %zu: wrong %zu and %zu are %s\n", q->id, seed, i + 1, k,
                                  texts[i + 1]);
            }
        }
        n_clashes += clashes;
        arena_free(d.arena);
    }
    return n_clashes;
}

/* The quiz draws again where two answers read alike; that must stay rare. */
static void wrong_answers_differ_from_the_right_one_and_each_other(void **state)
{
    Shipped *shipped = *state;
    for (size_t i = 0; i < shipped->count; i++) {
        const Lesson *lesson = shipped->parsed[i].lesson;
        for (size_t k = 0; k < lesson->n_questions; k++) {
            const Question *q = lesson->questions[k];
            if (!q->answer || q->n_wrong == 0 || q->kind == QUESTION_TRUTH) continue;
            size_t seeds = strstr(q->overlay, "draw_seed") ? SEEDS : 1;
            size_t n = count_clashes(shipped, lesson, q, seeds);
            if (n * 20 > seeds)
                fail_msg("%s: %zu of %zu draws have answers that read alike", q->id, n, seeds);
        }
    }
}

/* Each misconception can be run in some lesson, and is asked for there. */
static void every_misconception_is_met(void **state)
{
    Shipped *shipped = *state;
    assert_true(shipped->misconceptions->count >= 14);
    for (size_t m = 0; m < shipped->misconceptions->count; m++) {
        const char *name = shipped->misconceptions->items[m].name;
        size_t n = 0;
        for (size_t i = 0; i < shipped->count; i++)
            for (size_t k = 0; k < shipped->parsed[i].lesson->n_questions; k++) {
                const Question *q = shipped->parsed[i].lesson->questions[k];
                for (size_t w = 0; w < q->n_wrong; w++)
                    n += q->wrong[w].misconception && strcmp(q->wrong[w].misconception, name) == 0;
            }
        if (n == 0) fail_msg("nobody asks for %s", name);
    }
}

/* The words that the design fixes, and those that the lessons lean on. */
static void the_glossary_knows_the_words_of_the_lessons(void **state)
{
    static const char *const words[] = {
        "array",     "row",          "column",         "stride",      "query",         "key",     "value",
        "score",     "scaled score", "weight",         "output",      "mask",          "causal",  "head",
        "d_k",       "d_v",          "d_model",        "temperature", "saturation",    "entropy", "Jacobian",
        "logit",     "node",         "element",        "overlay",     "job",           "lesson",  "screen",
        "step",      "panel",        "frame",          "role",        "theme",         "card",    "grade",
        "stability", "difficulty",   "retrievability", "due",         "misconception", "softmax", "embedding",
        "cosine"};
    Shipped *shipped = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!glossary_find(shipped->glossary, words[i])) fail_msg("%s is not in the glossary", words[i]);
}

/* A sheet name that no lesson has would explain nothing. */
static void every_sheet_name_of_the_glossary_is_one(void **state)
{
    Shipped *shipped = *state;
    for (size_t t = 0; t < shipped->glossary->count; t++)
        for (size_t k = 0; k < shipped->glossary->items[t].n_names; k++) {
            const char *name = shipped->glossary->items[t].names[k];
            bool is_there = false;
            for (size_t i = 0; i < shipped->count; i++)
                is_there |= sheet_find(shipped->parsed[i].lesson->sheet, name) != NULL;
            if (!is_there) fail_msg("no lesson defines %s", name);
        }
}

static void every_lesson_uses_words_of_the_glossary(void **state)
{
    Shipped *shipped = *state;
    for (size_t i = 0; i < shipped->count; i++) {
        size_t n = 0;
        int screen, step;
        for (size_t t = 0; t < shipped->glossary->count; t++)
            n += glossary_use(&shipped->glossary->items[t], shipped->parsed[i].lesson, &screen, &step);
        assert_true(n >= 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_checks_clean),
        cmocka_unit_test(no_lesson_shouts),
        cmocka_unit_test(every_lesson_is_whole),
        cmocka_unit_test(ids_and_orders_are_unique_across_lessons),
        cmocka_unit_test(sheets_give_the_known_figures),
        cmocka_unit_test(wrong_answers_differ_from_the_right_one_and_each_other),
        cmocka_unit_test(every_misconception_is_met),
        cmocka_unit_test(the_glossary_knows_the_words_of_the_lessons),
        cmocka_unit_test(every_sheet_name_of_the_glossary_is_one),
        cmocka_unit_test(every_lesson_uses_words_of_the_glossary),
    };
    return cmocka_run_group_tests(tests, read_lessons, free_lessons);
}
