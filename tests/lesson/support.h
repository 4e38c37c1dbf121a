/* Parsing a text in a test, and a lesson as an outline: one line a thing, so that structure can be compared
 * as text. */
#ifndef HEED_TEST_LESSON_SUPPORT_H
#define HEED_TEST_LESSON_SUPPORT_H

#include "heed/lesson.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Parsed {
    Arena *arena;
    Diags diags;
    Lesson *lesson;
} Parsed;

static inline Parsed parse_n(const char *name, const char *text, size_t len)
{
    Parsed p = {.arena = arena_new()};
    diags_init(&p.diags, p.arena);
    p.lesson = lesson_parse(name, text, len, &p.diags);
    return p;
}

static inline Parsed parse(const char *text)
{
    return parse_n("demo.md", text, strlen(text));
}

static inline void parsed_free(Parsed *p)
{
    lesson_free(p->lesson);
    arena_free(p->arena);
}

/* A whole file; the caller frees. */
static inline char *read_whole(const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("cannot read %s", path);
    StrBuf text = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) strbuf_add_n(&text, block, n);
    fclose(in);
    strbuf_add(&text, "");
    *len = text.len;
    return text.data ? text.data : heed_xstrdup("");
}

/* -------------------------------------------------------------- outlines */

static inline void outline_inlines(StrBuf *out, Arena *arena, const Inline *items, size_t n)
{
    static const char *const names[] = {"", "strong", "emph", "code", "math", "number", "link", "printed"};
    for (size_t i = 0; i < n; i++) {
        const Inline *item = &items[i];
        if (item->kind == INLINE_TEXT) {
            strbuf_printf(out, "\"%s\"", item->text);
            continue;
        }
        strbuf_printf(out, "<%s", names[item->kind]);
        if (item->kind == INLINE_NUMBER)
            strbuf_printf(out, " %s:%s", expr_text(arena, item->expr), num_format_text(arena, item->format));
        else if (item->text)
            strbuf_printf(out, " %s", item->text);
        if (item->target) strbuf_printf(out, " ->%s", item->target);
        if (item->n_children) strbuf_add(out, " ");
        outline_inlines(out, arena, item->children, item->n_children);
        strbuf_add(out, ">");
    }
}

static inline void outline_prose(StrBuf *out, Arena *arena, const char *before, const Prose *prose)
{
    strbuf_add(out, before);
    outline_inlines(out, arena, prose->items, prose->count);
    strbuf_add(out, "\n");
}

static inline void outline_overlay(StrBuf *out, Arena *arena, const char *before, const Overlay *overlay)
{
    for (size_t i = 0; i < overlay->count; i++)
        strbuf_printf(out, "%s%s = %s\n", before, overlay->lines[i].name,
                      expr_text(arena, overlay->lines[i].expr));
}

static inline void outline_show(StrBuf *out, Arena *arena, const ShowLine *line)
{
    strbuf_printf(out, "      %s", lesson_show_syntax(line->kind)->word);
    for (size_t i = 0; i < line->n_args; i++) {
        strbuf_printf(out, " (%s)", expr_text(arena, line->args[i].expr));
        if (line->args[i].style) strbuf_printf(out, "as %s", line->args[i].style);
    }
    for (size_t i = 0; i < line->n_options; i++) {
        const ShowOption *option = &line->options[i];
        strbuf_printf(out, " %s:", option->key);
        if (option->expr)
            strbuf_printf(out, "(%s)", expr_text(arena, option->expr));
        else if (!option->n_parts)
            strbuf_add(out, option->value);
        for (size_t k = 0; k < option->n_parts; k++) strbuf_printf(out, "[%s]", option->parts[k]);
    }
    outline_prose(out, arena, " | ", &line->caption);
}

static inline void outline_question(StrBuf *out, Arena *arena, const Question *q)
{
    strbuf_printf(out, " %s %s", question_kind_word(q->kind), q->id);
    outline_prose(out, arena, " ", &q->prompt);
    outline_overlay(out, arena, "      overlay ", &q->lines);
    if (q->answer) strbuf_printf(out, "      answer %s\n", expr_text(arena, q->answer));
    strbuf_printf(out, "      shown as %s\n", num_format_text(arena, q->format));
    if (q->within > 0)
        strbuf_printf(out, "      within %g%s\n", q->within, q->within_relative ? " relative" : "");
    for (size_t i = 0; i < q->n_choices; i++) {
        strbuf_add(out, q->choices[i].is_right ? "      right " : "      choice ");
        if (q->choices[i].expr) strbuf_printf(out, "= %s", expr_text(arena, q->choices[i].expr));
        outline_inlines(out, arena, q->choices[i].text.items, q->choices[i].text.count);
        outline_prose(out, arena, " | ", &q->choices[i].reason);
    }
    for (size_t i = 0; i < q->n_wrong; i++) {
        strbuf_add(out, "      wrong ");
        if (q->wrong[i].expr) strbuf_printf(out, "= %s", expr_text(arena, q->wrong[i].expr));
        if (q->wrong[i].misconception) strbuf_add(out, q->wrong[i].misconception);
        outline_prose(out, arena, " | ", &q->wrong[i].text);
    }
    if (q->target_expr) strbuf_printf(out, "      target %s\n", expr_text(arena, q->target_expr));
    for (size_t i = 0; i < q->n_change; i++) strbuf_printf(out, "      change %s\n", q->change[i]);
    outline_overlay(out, arena, "      example ", &q->example_lines);
    for (size_t i = 0; i < q->n_hints; i++) outline_prose(out, arena, "      hint ", &q->hints[i]);
    if (q->explain.count) outline_prose(out, arena, "      because ", &q->explain);
}

static inline void outline_card(StrBuf *out, Arena *arena, const Card *card)
{
    strbuf_printf(out, " %s\n", card->id);
    if (card->is_cloze) outline_prose(out, arena, "      cloze ", &card->cloze);
    if (card->front.count) outline_prose(out, arena, "      front ", &card->front);
    if (card->back.count) outline_prose(out, arena, "      back ", &card->back);
    outline_overlay(out, arena, "      draw ", &card->lines);
}

static inline void outline_block(StrBuf *out, Arena *arena, const Sheet *sheet, const Block *block)
{
    static const char *const names[] = {"paragraph", "analogy", "list",  "table",   "code", "live", "show",
                                        "math",      "terms",   "claim", "predict", "quiz", "card", "scene"};
    strbuf_printf(out, "    %s%s%s", names[block->kind], block->section ? " in " : "",
                  section_title(block->section));
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
    case BLOCK_ANALOGY: outline_prose(out, arena, " ", &block->as.prose); break;
    case BLOCK_LIST:
        strbuf_add(out, "\n");
        for (size_t i = 0; i < block->as.list.count; i++) {
            const ListItem *item = &block->as.list.items[i];
            strbuf_printf(out, "      %*s%s", item->depth * 2, "", item->ordered ? "" : "-");
            if (item->ordered) strbuf_printf(out, "%d.", item->number);
            outline_prose(out, arena, " ", &item->prose);
        }
        break;
    case BLOCK_TABLE:
        strbuf_printf(out, " %zu x %zu %s\n", block->as.table.rows, block->as.table.cols,
                      block->as.table.align);
        for (size_t i = 0; i < block->as.table.rows * block->as.table.cols; i++)
            outline_prose(out, arena, i % block->as.table.cols ? "        " : "      ",
                          &block->as.table.cells[i]);
        break;
    case BLOCK_CODE: strbuf_printf(out, " [%s]\n%s\n", block->as.code.info, block->as.code.text); break;
    case BLOCK_LIVE:
        for (size_t i = 0; i < block->as.live.count; i++)
            strbuf_printf(out, " %s", sheet_definition(sheet, block->as.live.first + i)->name);
        strbuf_add(out, "\n");
        break;
    case BLOCK_SHOW:
        strbuf_add(out, "\n");
        for (size_t i = 0; i < block->as.show.count; i++) outline_show(out, arena, &block->as.show.lines[i]);
        break;
    case BLOCK_MATH:
        strbuf_printf(out, " %s = %s\n", block->as.math.tex, math_inline(arena, block->as.math.node));
        break;
    case BLOCK_TERMS:
        strbuf_add(out, "\n");
        for (size_t i = 0; i < block->as.terms.count; i++) {
            const MathTerm *term = &block->as.terms.items[i];
            strbuf_printf(out, "      %s = %s", term->tex, term->name ? term->name : "(none)");
            outline_prose(out, arena, " : ", &term->text);
        }
        break;
    case BLOCK_CLAIM:
        strbuf_add(out, "\n");
        for (size_t i = 0; i < block->as.claims.count; i++) {
            const Claim *claim = &block->as.claims.items[i];
            strbuf_printf(out, "      %s %s", claim->kind == CLAIM_ALWAYS ? "always" : "here",
                          claim->expr_text);
            outline_prose(out, arena, " | ", &claim->text);
        }
        break;
    case BLOCK_PREDICT:
    case BLOCK_QUIZ: outline_question(out, arena, block->as.question); break;
    case BLOCK_CARD: outline_card(out, arena, block->as.card); break;
    case BLOCK_SCENE:
        strbuf_printf(out, " %d %s\n", block->as.scene->number, block->as.scene->title);
        outline_overlay(out, arena, "      ", &block->as.scene->lines);
        break;
    }
}

static inline char *outline(Arena *arena, const Lesson *lesson)
{
    StrBuf out = {0};
    strbuf_printf(&out, "%s: %s, part %s, order %d, level %s\n", lesson->id, lesson->title, lesson->part,
                  lesson->order, lesson->level);
    for (size_t i = 0; i < lesson->n_needs; i++) strbuf_printf(&out, "needs %s\n", lesson->needs[i]);
    for (size_t i = 0; i < lesson->n_sources; i++) strbuf_printf(&out, "source %s\n", lesson->sources[i]);
    for (size_t i = 0; i < lesson->n_screens; i++) {
        outline_prose(&out, arena, "screen ", &lesson->screens[i].title_prose);
        for (size_t k = 0; k < lesson->screens[i].n_steps; k++) {
            const Step *step = &lesson->screens[i].steps[k];
            strbuf_printf(&out, "  step %s", step->name ? step->name : "(unnamed)");
            outline_prose(&out, arena, step->key_sentence ? ", key " : "",
                          step->key_sentence ? step->key_sentence : &(Prose){0});
            for (size_t b = 0; b < step->n_blocks; b++)
                outline_block(&out, arena, lesson->sheet, &step->blocks[b]);
        }
    }
    return strbuf_take(&out, arena);
}

/* The outline of one paragraph's inlines, and its diagnostics' first lines. */
static inline char *outline_paragraph(Parsed *p)
{
    StrBuf out = {0};
    const Lesson *lesson = p->lesson;
    if (lesson->n_screens && lesson->screens[0].n_steps && lesson->screens[0].steps[0].n_blocks) {
        const Block *block = &lesson->screens[0].steps[0].blocks[0];
        if (block->kind == BLOCK_PARAGRAPH)
            outline_inlines(&out, p->arena, block->as.prose.items, block->as.prose.count);
    }
    return strbuf_take(&out, p->arena);
}

#endif
