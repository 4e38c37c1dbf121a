/* Fences: a table with a row per word, and the ones that are lines of text.
 */
#include "lesson/fields.h"
#include <string.h>

/* ------------------------------------------------------------------ simple */

static void fill_live(Parser *p, const Draft *draft, Block *block)
{
    (void)p;
    block->as.live.first = draft->live_first;
    block->as.live.count = draft->live_count;
}

static void fill_code(Parser *p, const Draft *draft, Block *block)
{
    block->as.code.text = parser_text(p, draft->body_start, draft->body_end);
    block->as.code.info = parser_text(p, draft->info_start, draft->info_end);
}

/* ------------------------------------------------------------------ claims */

typedef struct Claims {
    Claim *items;
    size_t count, capacity;
} Claims;

static void add_claim(Parser *p, Claims *claims, ClaimKind kind, Line value)
{
    size_t bar = find_outside(p, value.start, value.end, '|');
    Claim claim = {.kind = kind, .span = parser_span(p, value.start, value.end)};
    Line expr = parser_trim(p, value.start, bar);
    claim.expr = parse_expr(p, expr.start, expr.end);
    claim.expr_text = parser_text(p, expr.start, expr.end);
    if (bar < value.end) claim.text = parse_prose_span(p, bar + 1, value.end);
    if (claim.text.count == 0)
        parser_error(p, value.start, value.end, "claim",
                     "a claim says after | what it means: EXPR | sentence");
    if (claim.expr) arena_push(p->arena, claims->items, claims->count, claims->capacity, claim);
}

static void set_always(Parser *p, void *object, Line value)
{
    add_claim(p, object, CLAIM_ALWAYS, value);
}

static void set_here(Parser *p, void *object, Line value)
{
    add_claim(p, object, CLAIM_HERE, value);
}

static const FieldRow claim_rows[] = {
    {{"always", "always: EXPR | sentence",
      "holds for any inputs; check tries it on 200 random ones, and warns of odd ones"},
     0,
     0,
     set_always},
    {{"here", "here: EXPR | sentence", "holds for the inputs that the lesson starts with"}, 0, 0, set_here},
};

const FieldTable claim_fields = {claim_rows, sizeof claim_rows / sizeof claim_rows[0], "a claim"};

void fill_claims(Parser *p, const Draft *draft, Block *block)
{
    Claims claims = {0};
    Line before = parse_fields(p, &claim_fields, 0, draft->body_start, draft->body_end, &claims);
    if (before.start < before.end)
        parser_error(p, before.start, before.end, "claim", "a claim starts with always: or here:");
    block->as.claims.items = claims.items;
    block->as.claims.count = claims.count;
}

/* ------------------------------------------------------------------- cards */

typedef struct CardBuilder {
    Card *card;
    StrBuf draw;
    size_t cap_ideas;
} CardBuilder;

static void set_front(Parser *p, void *object, Line value)
{
    ((CardBuilder *)object)->card->front = parse_prose_span(p, value.start, value.end);
}

static void set_back(Parser *p, void *object, Line value)
{
    ((CardBuilder *)object)->card->back = parse_prose_span(p, value.start, value.end);
}

static void set_cloze(Parser *p, void *object, Line value)
{
    Card *card = ((CardBuilder *)object)->card;
    card->cloze = parse_cloze_span(p, value.start, value.end);
    card->is_cloze = true;
}

static void set_draw(Parser *p, void *object, Line value)
{
    CardBuilder *b = object;
    if (!parse_overlay(p, value.start, value.end, &b->card->lines)) return;
    if (b->draw.len) strbuf_add_char(&b->draw, '\n');
    strbuf_add(&b->draw, parser_text(p, value.start, value.end));
}

/* "idea: no-scale divided-by-dk" */
static void set_ideas(Parser *p, void *object, Line value)
{
    CardBuilder *b = object;
    const char **ideas = (const char **)b->card->ideas;
    for (size_t at = value.start, end; at < value.end; at = end + 1) {
        end = at;
        while (end < value.end && !strchr(" \t\n,", p->source->text[end])) end++;
        const char *name = parser_text(p, at, end);
        if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != end - at)
            parser_error(p, at, end, "idea", "idea: names misconceptions");
        else if (*name)
            arena_push(p->arena, ideas, b->card->n_ideas, b->cap_ideas, name);
    }
    b->card->ideas = ideas;
}

static const FieldRow card_rows[] = {
    {{"front", "front: TEXT", "what is asked"}, 1, 0, set_front},
    {{"back", "back: TEXT", "what is known"}, 1, 0, set_back},
    {{"text", "text: TEXT with [[hidden]] parts", "instead of front and back: a cloze"}, 1, 0, set_cloze},
    {{"draw", "draw: NAME = EXPR", "lays a line over the sheet, drawn anew at each review from draw_seed"},
     0,
     0,
     set_draw},
    {{"idea", "idea: MISCONCEPTION …",
      "brings the card forward when one of these ideas is seen in an answer"},
     0,
     0,
     set_ideas},
};

const FieldTable card_fields = {card_rows, sizeof card_rows / sizeof card_rows[0], "a card"};

void fill_card(Parser *p, const Draft *draft, Block *block)
{
    Card *card = arena_alloc(p->arena, sizeof *card);
    CardBuilder b = {.card = card};
    Line rest;
    size_t faults = parser_faults(p);
    card->id = parse_id(p, draft, &rest);
    card->span = block->span;
    card->screen = p->screen;
    if (rest.start < rest.end)
        parser_error(p, rest.start, rest.end, "info", "nothing follows the id of a card");
    Line before = parse_fields(p, &card_fields, 0, draft->body_start, draft->body_end, &b);
    card->draw = strbuf_take(&b.draw, p->arena);
    if (before.start < before.end)
        parser_error(p, before.start, before.end, "card", "a card starts with front: or text:");
    bool is_whole =
        card->is_cloze ? !card->front.count && !card->back.count : card->front.count && card->back.count;
    if (!is_whole && faults == parser_faults(p))
        diags_error(p->diags, draft_heading(p, draft), "card", "a card has front: and back:, or text: alone");
    block->as.card = card;
    arena_push(p->arena, p->cards.items, p->cards.count, p->cards.capacity, card);
}

/* ------------------------------------------------------------------ scenes */

static void fill_scene(Parser *p, const Draft *draft, Block *block)
{
    Scene *scene = arena_alloc(p->arena, sizeof *scene);
    char number = draft->info_start < draft->info_end ? p->source->text[draft->info_start] : '\0';
    Line title = parser_trim(p, draft->info_start + (number != '\0'), draft->info_end);
    if (number < '1' || number > '9' || title.start == draft->info_start + 1)
        diags_error(p->diags, draft_heading(p, draft), "scene",
                    "a scene has a number from 1 to 9 and a title: scene 1 an even match");
    else
        scene->number = number - '0';
    if (title.start == title.end && scene->number)
        diags_error(p->diags, draft_heading(p, draft), "scene", "a scene has a title after its number");
    scene->title = parser_text(p, title.start, title.end);
    scene->span = block->span;
    scene->screen = p->screen;
    Line body = parser_trim(p, draft->body_start, draft->body_end);
    if (body.start == body.end)
        diags_error(p->diags, draft_heading(p, draft), "scene",
                    "a scene lays lines over the sheet: NAME = EXPR");
    else
        parse_overlay(p, body.start, body.end, &scene->lines);
    scene->overlay = parser_text(p, body.start, body.end);
    block->as.scene = scene;
    arena_push(p->arena, p->scenes.items, p->scenes.count, p->scenes.capacity, scene);
}

/* --------------------------------------------------------------- the table */

static const struct FenceRow {
    FenceSyntax syntax;
    BlockKind kind;
    bool takes_info;
    const FieldTable *fields; /* NULL: none */
    const unsigned *uses;     /* which of them; NULL: all */
    void (*fill)(Parser *p, const Draft *draft, Block *block);
} fences[] = {
    {{"live", "live", "definitions of the sheet, one NAME = EXPR a line"},
     BLOCK_LIVE,
     false,
     NULL,
     NULL,
     fill_live},
    {{"show", "show", "pictures, one a line: KIND ARGUMENTS KEY=VALUE … | caption"},
     BLOCK_SHOW,
     false,
     NULL,
     NULL,
     fill_show},
    {{"math", "math", "a formula in TeX"}, BLOCK_MATH, false, NULL, NULL, fill_math},
    {{"terms", "terms", "the terms of the formula above, one a line: TEX = EXPR : what it is"},
     BLOCK_TERMS,
     false,
     NULL,
     NULL,
     fill_terms},
    {{"claim", "claim", "sentences that the numbers prove"},
     BLOCK_CLAIM,
     false,
     &claim_fields,
     NULL,
     fill_claims},
    {{"predict", "predict LESSON/SLUG", "a guess before the truth is shown"},
     BLOCK_PREDICT,
     true,
     &question_fields,
     &predict_uses,
     fill_question},
    {{"quiz", "quiz LESSON/SLUG KIND",
      "a question; KIND is choice, choices, number, array, order, truth, inverse or break"},
     BLOCK_QUIZ,
     true,
     &question_fields,
     &quiz_uses,
     fill_question},
    {{"card", "card LESSON/SLUG", "a card to be reviewed"}, BLOCK_CARD, true, &card_fields, NULL, fill_card},
    {{"scene", "scene NUMBER TITLE", "inputs prepared for presenting, one NAME = EXPR a line"},
     BLOCK_SCENE,
     true,
     NULL,
     NULL,
     fill_scene},
};

enum { N_FENCES = sizeof fences / sizeof fences[0] };

/* Fences that are shown as they are. */
static const char *const listings[] = {"text", "python", "py", "numpy", "c", "sh", "bash", "console", "json"};

enum { N_LISTINGS = sizeof listings / sizeof listings[0] };

size_t fence_find(const char *word)
{
    for (size_t i = 0; i < N_FENCES; i++)
        if (strcmp(fences[i].syntax.word, word) == 0) return i;
    return FENCE_CODE;
}

BlockKind fence_kind(size_t row)
{
    return fences[row].kind;
}

bool fence_is_listing(const char *word)
{
    for (size_t i = 0; i < N_LISTINGS; i++)
        if (strcmp(listings[i], word) == 0) return true;
    return false;
}

void fence_unknown(Parser *p, size_t start, size_t end)
{
    const char *word = parser_text(p, start, end), *words[N_FENCES + N_LISTINGS];
    for (size_t i = 0; i < N_FENCES; i++) words[i] = fences[i].syntax.word;
    for (size_t i = 0; i < N_LISTINGS; i++) words[N_FENCES + i] = listings[i];
    const char *guess = nearest_word(word, words, N_FENCES + N_LISTINGS);
    if (guess)
        parser_error(p, start, end, "unknown-fence", "unknown block '%s'; did you mean %s?", word, guess);
    else
        parser_error(p, start, end, "unknown-fence",
                     "unknown block '%s'; blocks are live, show, math, terms, claim, predict, quiz, card, "
                     "scene, and text "
                     "for a listing",
                     word);
}

void fence_fail_names(Parser *p, size_t start, size_t end)
{
    const char *text = p->source->text;
    if (!p->sheet) return;
    for (size_t at = start, next; at < end; at = next) {
        const char *newline = memchr(text + at, '\n', end - at);
        next = newline ? (size_t)(newline - text) + 1 : end;
        size_t n = strspn(text + at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        size_t equals = at + n + strspn(text + at + n, " \t");
        if (n > 0 && equals + 1 < next && text[equals] == '=' && text[equals + 1] != '=')
            sheet_fail(p->sheet, parser_text(p, at, at + n), parser_span(p, at, at + n));
    }
}

void fill_fence_block(Parser *p, const Draft *draft, Block *block)
{
    if (draft->fence == FENCE_CODE) {
        fill_code(p, draft, block);
        return;
    }
    const struct FenceRow *row = &fences[draft->fence];
    if (!row->takes_info && draft->info_start < draft->info_end)
        parser_error(p, draft->info_start, draft->info_end, "info", "nothing follows the word %s",
                     row->syntax.word);
    row->fill(p, draft, block);
}

size_t lesson_fence_count(void)
{
    return N_FENCES;
}

const FenceSyntax *lesson_fence_syntax(size_t fence)
{
    return fence < N_FENCES ? &fences[fence].syntax : NULL;
}

static bool field_belongs(const struct FenceRow *fence, const FieldRow *field)
{
    return !fence->uses || field->uses == 0 || (field->uses & *fence->uses) != 0;
}

const FieldSyntax *lesson_field_syntax(size_t fence, size_t field)
{
    const FieldTable *table = fence < N_FENCES ? fences[fence].fields : NULL;
    for (size_t i = 0; table && i < table->count; i++)
        if (field_belongs(&fences[fence], &table->rows[i]) && field-- == 0) return &table->rows[i].syntax;
    return NULL;
}

size_t lesson_field_count(size_t fence)
{
    size_t n = 0;
    while (lesson_field_syntax(fence, n)) n++;
    return n;
}
