/* What a reader of a step sees as text, gathered from its blocks when it is asked for: lessons are a few
 * pages, and nothing has to be kept in step with a reload. Searching reads it, and so does the glossary.
 */
#include "heed/lesson.h"

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

char *lesson_step_text(Arena *arena, const Lesson *lesson, int at, int step_at, bool more)
{
    StrBuf text = {0};
    const Screen *screen = &lesson->screens[at];
    if (step_at == 0) add_line(&text, screen->title);
    if ((size_t)step_at < screen->n_steps) {
        const Step *step = &screen->steps[step_at];
        for (size_t i = 0; i < step->n_blocks; i++)
            if (is_shown(&step->blocks[i], more)) add_block(&text, &step->blocks[i]);
    }
    return strbuf_take(&text, arena);
}

char *lesson_prose_text(Arena *arena, const Prose *prose)
{
    StrBuf text = {0};
    add_inlines(&text, prose->items, prose->count);
    return strbuf_take(&text, arena);
}
