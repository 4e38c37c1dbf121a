/* What check says of the words: results typed by hand, steps too long to read,
 * pictures without labels, ids used twice.
 */
#include "lesson/check.h"
#include <string.h>

enum { MOST_WORDS = 60 };

/* ----------------------------------------------------------- typed results */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word_char(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether § stands before text[at], perhaps with a blank between. */
static bool follows_section_sign(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] == ' ') at--;
    if (at >= 3 && memcmp(text + at - 2, "\xC2\xA0", 2) == 0) at -= 2; /* a no-break space */
    return at >= 2 && memcmp(text + at - 2, "\xC2\xA7", 2) == 0;
}

/* The length of the numeral at text[at], and whether it is a decimal: 0.45, .45, 1e-5. */
static size_t numeral_length(const char *text, size_t at, bool *is_decimal)
{
    size_t i = at;
    *is_decimal = false;
    for (;; i++) {
        if (text[i] == '.' && is_digit(text[i + 1]))
            *is_decimal = true;
        else if (!is_digit(text[i]))
            break;
    }
    if ((text[i] | 32) != 'e') return i - at;
    size_t digits = i + 1 + (text[i + 1] == '-' || text[i + 1] == '+');
    if (is_digit(text[digits])) {
        *is_decimal = true;
        for (i = digits; is_digit(text[i]);) i++;
    }
    return i - at;
}

/* Where text[0..n) stands in the source of `span` from *from on; *from moves past it. */
static SourceSpan locate(SourceSpan span, size_t *from, const char *text, size_t n)
{
    const char *source = span.source->text;
    for (size_t i = *from; i + n <= span.end; i++) {
        if (memcmp(source + i, text, n) != 0) continue;
        *from = i + n;
        return (SourceSpan){span.source, i, i + n};
    }
    return span;
}

static void check_typed_text(Checker *c, const Inline *text)
{
    size_t from = text->span.start;
    const char *t = text->text;
    for (size_t i = 0; t[i];) {
        bool starts = is_digit(t[i]) || (t[i] == '.' && is_digit(t[i + 1]));
        if (!starts || (i > 0 && is_word_char(t[i - 1]) && !follows_section_sign(t, i))) {
            i++;
            continue;
        }
        bool is_decimal;
        size_t n = numeral_length(t, i, &is_decimal);
        if (is_decimal && !follows_section_sign(t, i))
            diags_error(c->diags, locate(text->span, &from, t + i, n), "typed-result",
                        "%.*s is typed by hand; let the sheet say it, {expression:.4f}, or quote it, [as "
                        "printed: %.*s]",
                        (int)n, t + i, (int)n, t + i);
        i += n;
    }
}

static void check_typed_inlines(Checker *c, const Inline *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind == INLINE_TEXT) check_typed_text(c, &items[i]);
        check_typed_inlines(c, items[i].children, items[i].n_children);
    }
}

static void check_typed(Checker *c, const Prose *prose, const ProsePlace *place)
{
    if (place->section == SECTION_SOURCES || place->section == SECTION_HISTORY) return;
    check_typed_inlines(c, prose->items, prose->count);
}

/* -------------------------------------------------------------- long steps */

typedef struct WordCount {
    size_t words;
    bool in_word, has_letter; /* a dash between blanks is no word */
} WordCount;

static void end_word(WordCount *count)
{
    if (count->in_word && count->has_letter) count->words++;
    count->in_word = count->has_letter = false;
}

static void count_words(WordCount *count, const Inline *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_text = items[i].kind == INLINE_TEXT || items[i].kind == INLINE_CODE;
        if (!is_text && items[i].n_children == 0)
            count->in_word = count->has_letter = true; /* a number, a formula */
        for (const char *t = is_text ? items[i].text : ""; *t; t++) {
            if (*t == ' ') {
                end_word(count);
            } else {
                count->in_word = true;
                if (is_word_char(*t) && memcmp(t, "\xE2\x80", 2) != 0) count->has_letter = true;
                if (memcmp(t, "\xE2\x80", 2) == 0) t += 2; /* dashes and quotes */
            }
        }
        count_words(count, items[i].children, items[i].n_children);
    }
}

static void count_prose(WordCount *count, const Prose *prose)
{
    count_words(count, prose->items, prose->count);
    end_word(count);
}

static bool is_read(const Block *block)
{
    return !section_on_demand(block->section) && block->section != SECTION_NOTES;
}

static void check_length(Checker *c, const Step *step)
{
    WordCount count = {0};
    for (size_t i = 0; i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        if (!is_read(block)) continue;
        if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_ANALOGY)
            count_prose(&count, &block->as.prose);
        for (size_t k = 0; block->kind == BLOCK_LIST && k < block->as.list.count; k++)
            count_prose(&count, &block->as.list.items[k].prose);
    }
    if (count.words <= MOST_WORDS) return;
    SourceSpan span = step->blocks[0].span;
    diags_add(c->diags, DIAG_WARNING, span, "long-step",
              "this step has %zu words of prose, more than %d: add a pause", count.words, MOST_WORDS);
}

/* A step after the first that opens nothing to see. */
static void check_visible(Checker *c, const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++)
        if (is_read(&step->blocks[i]) && step->blocks[i].kind != BLOCK_SCENE) return;
    if (step->n_blocks > 0)
        diags_add(c->diags, DIAG_WARNING, step->blocks[0].span, "empty-step",
                  "this step opens nothing that is shown: move it before the pause");
}

/* ---------------------------------------------------------------- pictures */

/* What a picture of each kind is not understood without. */
static const struct {
    bool needs_caption;
    const char *needs_options[3];
} labelling[SHOW_KIND_COUNT] = {
    [SHOW_COLUMNS] = {true, {"rows"}}, [SHOW_PRODUCTS] = {true, {"rows"}},
    [SHOW_MATRIX] = {true, {NULL}},    [SHOW_BARS] = {true, {"rows"}},
    [SHOW_VECTORS] = {true, {"axes"}}, [SHOW_HEATMAP] = {true, {"rows", "cols"}},
    [SHOW_HISTOGRAM] = {true, {NULL}}, [SHOW_LINE] = {true, {"axes"}},
    [SHOW_LOOKUP] = {true, {"rows"}},  [SHOW_CONTROL] = {false, {NULL}},
    [SHOW_STATS] = {false, {"label"}}, [SHOW_BLEND] = {true, {"rows"}},
};

static void check_picture(Checker *c, const ShowLine *line)
{
    const char *word = lesson_show_syntax(line->kind)->word;
    if (line->is_faulty) return; /* what it lacks may be what could not be read */
    if (labelling[line->kind].needs_caption && line->caption.count == 0)
        diags_add(c->diags, DIAG_WARNING, line->span, "unlabelled",
                  "this picture has no caption: %s … | what to see", word);
    for (const char *const *key = labelling[line->kind].needs_options; *key; key++)
        if (!show_option(line, *key))
            diags_add(c->diags, DIAG_WARNING, line->span, "unlabelled",
                      "this picture has no labels: %s … %s=…", word, *key);
}

static void check_pictures(void *context, const Block *block)
{
    for (size_t i = 0; i < block->as.show.count; i++) check_picture(context, &block->as.show.lines[i]);
}

/* --------------------------------------------------------------------- ids */

typedef struct Id {
    const char *text;
    SourceSpan span;
} Id;

static void check_id(Checker *c, const Id *ids, size_t i)
{
    size_t line, column;
    if (!*ids[i].text) return;
    for (size_t k = 0; k < i; k++) {
        if (strcmp(ids[k].text, ids[i].text) != 0) continue;
        source_position(ids[k].span.source, ids[k].span.start, &line, &column);
        diags_error(c->diags, ids[i].span, "id",
                    "the id %s is used already on line %zu; history hangs on ids", ids[i].text, line);
        return;
    }
}

static bool is_foreign_id(const Lesson *lesson, const char *id)
{
    size_t n = strlen(lesson->id);
    return *id && (strncmp(id, lesson->id, n) != 0 || id[n] != '/');
}

/* A copy of a lesson under another name has only such ids: they are counted, not listed. */
static void check_foreign_ids(Checker *c, const Id *ids, size_t n)
{
    size_t n_foreign = 0, first = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_foreign_id(c->lesson, ids[i].text)) continue;
        if (n_foreign++ == 0 || ids[i].span.start < ids[first].span.start) first = i;
    }
    if (n_foreign == 0) return;
    const char *more =
        n_foreign > 1 ? arena_printf(c->arena, "; so should %zu more below", n_foreign - 1) : "";
    diags_add(c->diags, DIAG_WARNING, ids[first].span, "id", "an id of this lesson starts with %s/%s",
              c->lesson->id, more);
}

static void check_ids(Checker *c)
{
    const Lesson *lesson = c->lesson;
    size_t n = 0;
    Id *ids = arena_array(c->arena, lesson->n_questions + lesson->n_cards, sizeof *ids);
    for (size_t i = 0; i < lesson->n_questions; i++)
        ids[n++] = (Id){lesson->questions[i]->id, lesson->questions[i]->span};
    for (size_t i = 0; i < lesson->n_cards; i++)
        ids[n++] = (Id){lesson->cards[i]->id, lesson->cards[i]->span};
    for (size_t i = 0; i < n; i++) check_id(c, ids, i);
    check_foreign_ids(c, ids, n);
    for (size_t i = 0; i < lesson->n_scenes; i++)
        for (size_t k = 0; k < i; k++)
            if (lesson->scenes[i]->number && lesson->scenes[i]->number == lesson->scenes[k]->number)
                diags_error(c->diags, lesson->scenes[i]->span, "scene", "scene %d is defined twice",
                            lesson->scenes[i]->number);
}

void check_prose(Checker *c)
{
    walk_prose(c, check_typed);
    for (size_t i = 0; i < c->lesson->n_screens; i++) {
        const Screen *screen = &c->lesson->screens[i];
        for (size_t k = 0; k < screen->n_steps; k++) {
            check_length(c, &screen->steps[k]);
            if (k > 0) check_visible(c, &screen->steps[k]);
        }
    }
    walk_blocks(c->lesson, BLOCK_SHOW, check_pictures, c);
    check_ids(c);
}
