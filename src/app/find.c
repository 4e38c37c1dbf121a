/* The text of a lesson is gathered from its blocks step by step when it is asked for: lessons are a few
 * pages, and nothing has to be kept in step with a reload.
 */
#include "find.h"

#include <string.h>

/* -------------------------------------------------------------- comparison */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool starts_with(const char *text, const char *needle)
{
    while (*needle != '\0' && small(*text) == small(*needle)) text++, needle++;
    return *needle == '\0';
}

const char *find_text(const char *text, const char *needle)
{
    if (*needle == '\0') return NULL;
    for (; *text != '\0'; text++)
        if (starts_with(text, needle)) return text;
    return NULL;
}

/* --------------------------------------------------------------- gathering */

/* A formula as it is read, not as its TeX. */
static void add_math(StrBuf *out, const MathNode *math)
{
    Arena *arena = arena_new();
    strbuf_add(out, math_inline(arena, math));
    arena_free(arena);
}

static void add_inlines(StrBuf *out, const Inline *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Inline *item = &items[i];
        if (item->kind == INLINE_NUMBER)
            strbuf_add(out, "…");
        else if (item->kind == INLINE_MATH)
            add_math(out, item->math);
        else if (item->n_children > 0)
            add_inlines(out, item->children, item->n_children);
        else if (item->text != NULL)
            strbuf_add(out, item->text);
    }
}

static void add_prose(StrBuf *out, const Prose *prose)
{
    add_inlines(out, prose->items, prose->count);
    strbuf_add_char(out, '\n');
}

static void add_line(StrBuf *out, const char *text)
{
    if (text != NULL) strbuf_add(out, text);
    strbuf_add_char(out, '\n');
}

static void add_formula(StrBuf *out, const MathNode *math)
{
    add_math(out, math);
    strbuf_add_char(out, '\n');
}

static void add_terms(StrBuf *out, const Block *block)
{
    for (size_t i = 0; i < block->as.terms.count; i++) {
        add_formula(out, block->as.terms.items[i].math);
        add_prose(out, &block->as.terms.items[i].text);
    }
}

static void add_show(StrBuf *out, const Block *block)
{
    for (size_t i = 0; i < block->as.show.count; i++) {
        const ShowLine *line = &block->as.show.lines[i];
        for (size_t k = 0; k < line->n_args; k++) add_line(out, line->args[k].text);
        add_prose(out, &line->caption);
    }
}

static void add_question(StrBuf *out, const Question *question)
{
    add_prose(out, &question->prompt);
    for (size_t i = 0; i < question->n_choices; i++) add_prose(out, &question->choices[i].text);
}

/* Live definitions, cards and scenes are not drawn where they stand. */
static void add_block(StrBuf *out, const Block *block)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
    case BLOCK_ANALOGY: add_prose(out, &block->as.prose); break;
    case BLOCK_LIST:
        for (size_t i = 0; i < block->as.list.count; i++) add_prose(out, &block->as.list.items[i].prose);
        break;
    case BLOCK_TABLE:
        for (size_t i = 0; i < block->as.table.rows * block->as.table.cols; i++)
            add_prose(out, &block->as.table.cells[i]);
        break;
    case BLOCK_CODE: add_line(out, block->as.code.text); break;
    case BLOCK_SHOW: add_show(out, block); break;
    case BLOCK_MATH: add_formula(out, block->as.math.node); break;
    case BLOCK_TERMS: add_terms(out, block); break;
    case BLOCK_CLAIM:
        for (size_t i = 0; i < block->as.claims.count; i++) add_prose(out, &block->as.claims.items[i].text);
        break;
    case BLOCK_PREDICT: add_question(out, block->as.question); break;
    case BLOCK_LIVE:
    case BLOCK_QUIZ:
    case BLOCK_CARD:
    case BLOCK_SCENE: break;
    }
}

static bool is_shown(const Block *block, bool more)
{
    return block->section != SECTION_NOTES && (more || !section_on_demand(block->section));
}

const char *find_step_text(Arena *arena, const Lesson *lesson, Place place, bool more)
{
    StrBuf text = {0};
    const Screen *screen = &lesson->screens[place.screen];
    if (place.step == 0) add_line(&text, screen->title);
    if ((size_t)place.step < screen->n_steps) {
        const Step *step = &screen->steps[place.step];
        for (size_t i = 0; i < step->n_blocks; i++)
            if (is_shown(&step->blocks[i], more)) add_block(&text, &step->blocks[i]);
    }
    return strbuf_take(&text, arena);
}

const char *find_prose_text(Arena *arena, const Prose *prose)
{
    StrBuf text = {0};
    add_inlines(&text, prose->items, prose->count);
    return strbuf_take(&text, arena);
}

/* ---------------------------------------------------------------- stepping */

static int steps_of(const Lesson *lesson, int screen)
{
    size_t n = lesson->screens[screen].n_steps;
    return n > 0 ? (int)n : 1;
}

static Place step_beside(const Lesson *lesson, Place place, int direction)
{
    int n_screens = (int)lesson->n_screens;
    place.step += direction < 0 ? -1 : 1;
    if (place.step >= steps_of(lesson, place.screen)) {
        place.screen = (place.screen + 1) % n_screens;
        place.step = 0;
    } else if (place.step < 0) {
        place.screen = (place.screen + n_screens - 1) % n_screens;
        place.step = steps_of(lesson, place.screen) - 1;
    }
    return place;
}

bool find_step(const Lesson *lesson, const char *needle, Place from, int direction, Place *found, bool *more)
{
    Arena *arena = arena_new();
    bool is_found = false;
    Place place = from;
    do {
        place = step_beside(lesson, place, direction);
        arena_reset(arena);
        bool in_shown = find_text(find_step_text(arena, lesson, place, false), needle) != NULL;
        if (in_shown || find_text(find_step_text(arena, lesson, place, true), needle) != NULL) {
            *found = place;
            *more = !in_shown;
            is_found = true;
        }
    } while (!is_found && (place.screen != from.screen || place.step != from.step));
    arena_free(arena);
    return is_found;
}
