#include "lesson/check.h"

typedef struct Walk {
    Checker *c;
    ProseVisitor visit;
    ProsePlace place;
} Walk;

static void visit(Walk *w, const Prose *prose)
{
    if (prose->count > 0) w->visit(w->c, prose, &w->place);
}

static void walk_list(Walk *w, const Block *block)
{
    for (size_t i = 0; i < block->as.list.count; i++) visit(w, &block->as.list.items[i].prose);
}

static void walk_table(Walk *w, const Block *block)
{
    size_t n = block->as.table.rows * block->as.table.cols;
    for (size_t i = 0; i < n; i++) visit(w, &block->as.table.cells[i]);
}

static void walk_show(Walk *w, const Block *block)
{
    for (size_t i = 0; i < block->as.show.count; i++) visit(w, &block->as.show.lines[i].caption);
}

static void walk_claims(Walk *w, const Block *block)
{
    for (size_t i = 0; i < block->as.claims.count; i++) visit(w, &block->as.claims.items[i].text);
}

static void walk_terms(Walk *w, const Block *block)
{
    for (size_t i = 0; i < block->as.terms.count; i++) visit(w, &block->as.terms.items[i].text);
}

static void walk_question(Walk *w, const Block *block)
{
    const Question *q = block->as.question;
    w->place.overlay = q->lines.count ? &q->lines : NULL;
    visit(w, &q->prompt);
    for (size_t i = 0; i < q->n_choices; i++) {
        visit(w, &q->choices[i].text);
        visit(w, &q->choices[i].reason);
    }
    for (size_t i = 0; i < q->n_wrong; i++) visit(w, &q->wrong[i].text);
    for (size_t i = 0; i < q->n_hints; i++) visit(w, &q->hints[i]);
    visit(w, &q->explain);
}

static void walk_card(Walk *w, const Block *block)
{
    const Card *card = block->as.card;
    w->place.overlay = card->lines.count ? &card->lines : NULL;
    visit(w, &card->front);
    visit(w, &card->back);
    visit(w, &card->cloze);
}

static void walk_text(Walk *w, const Block *block)
{
    visit(w, &block->as.prose);
}

static void (*const walkers[])(Walk *w, const Block *block) = {
    [BLOCK_PARAGRAPH] = walk_text, [BLOCK_ANALOGY] = walk_text,
    [BLOCK_LIST] = walk_list,      [BLOCK_TABLE] = walk_table,
    [BLOCK_SHOW] = walk_show,      [BLOCK_CLAIM] = walk_claims,
    [BLOCK_TERMS] = walk_terms,    [BLOCK_PREDICT] = walk_question,
    [BLOCK_QUIZ] = walk_question,  [BLOCK_CARD] = walk_card,
    [BLOCK_SCENE] = NULL,
};

void walk_prose(Checker *c, ProseVisitor visitor)
{
    Walk w = {.c = c, .visit = visitor};
    for (size_t i = 0; i < c->lesson->n_screens; i++) {
        const Screen *screen = &c->lesson->screens[i];
        w.place = (ProsePlace){SECTION_BODY, NULL};
        visit(&w, &screen->title_prose);
        for (size_t k = 0; k < screen->n_steps; k++) {
            for (size_t b = 0; b < screen->steps[k].n_blocks; b++) {
                const Block *block = &screen->steps[k].blocks[b];
                w.place = (ProsePlace){block->section, NULL};
                if (walkers[block->kind]) walkers[block->kind](&w, block);
            }
        }
    }
}

void walk_blocks(const Lesson *lesson, BlockKind kind, void (*visitor)(void *context, const Block *block),
                 void *context)
{
    for (size_t i = 0; i < lesson->n_screens; i++) {
        const Screen *screen = &lesson->screens[i];
        for (size_t k = 0; k < screen->n_steps; k++)
            for (size_t b = 0; b < screen->steps[k].n_blocks; b++)
                if (screen->steps[k].blocks[b].kind == kind) visitor(context, &screen->steps[k].blocks[b]);
    }
}
