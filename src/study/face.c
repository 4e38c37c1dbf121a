/* A card with one set of numbers. Of a cloze one part is hidden, another at each
 * repetition; both sides are made of the cloze's own inlines.
 */
#include "heed/deck.h"
#include "study/seeds.h"
#include <stdlib.h>
#include <string.h>

typedef struct FaceOwn {
    Face face; /* first: what face_new hands out is its address */
    Arena *arena;
} FaceOwn;

static size_t count_hidden(const Prose *cloze)
{
    size_t n = 0;
    for (size_t i = 0; i < cloze->count; i++) n += cloze->items[i].kind == INLINE_STRONG;
    return n;
}

/* Adds what stands in place of a part that is not asked: its children, plain. */
static void add_children(Prose *prose, const Inline *part)
{
    for (size_t i = 0; i < part->n_children; i++) prose->items[prose->count++] = part->children[i];
}

static const Prose *cloze_side(Arena *arena, const Prose *cloze, size_t asked, bool is_front)
{
    size_t room = cloze->count, hidden = 0;
    for (size_t i = 0; i < cloze->count; i++) room += cloze->items[i].n_children;
    Prose *side = arena_alloc(arena, sizeof *side);
    side->items = arena_array(arena, room, sizeof *side->items);
    for (size_t i = 0; i < cloze->count; i++) {
        const Inline *item = &cloze->items[i];
        bool is_part = item->kind == INLINE_STRONG;
        bool is_asked = is_part && hidden++ == asked;
        if (is_part && !is_asked)
            add_children(side, item);
        else if (is_asked && is_front)
            side->items[side->count++] = (Inline){.kind = INLINE_TEXT, .text = "[…]", .span = item->span};
        else
            side->items[side->count++] = *item;
    }
    return side;
}

static Layer *draw_layer(const DeckCard *card, uint32_t seed)
{
    Arena *scratch = arena_new();
    Diags unheard;
    Overlay seed_line = {0};
    diags_init(&unheard, scratch);
    char *text = arena_printf(scratch, "draw_seed = %u", (unsigned)seed);
    SourceText source = {"draw", text, strlen(text)};
    overlay_parse(scratch, card->lesson->sheet, &source, 0, source.len, OVERLAY_ANY, &seed_line, &unheard);
    const Overlay *overlays[] = {&seed_line, &card->card->lines};
    Layer *layer = layer_new(card->lesson->sheet, overlays, 2, NULL);
    arena_free(scratch);
    return layer;
}

Face *face_new(const DeckCard *card, unsigned repetition)
{
    FaceOwn *own = heed_xcalloc(1, sizeof *own);
    Face *face = &own->face;
    own->arena = arena_new();
    face->card = card;
    face->seed = seed_for_sheet(seed_mix(seed_mix_text(0, card->card->id), repetition));
    face->layer = draw_layer(card, face->seed);
    face->front = &card->card->front;
    face->back = &card->card->back;
    if (!card->card->is_cloze) return face;
    const Prose *cloze = &card->card->cloze;
    size_t n = count_hidden(cloze), asked = n ? repetition % n : 0;
    face->front = cloze_side(own->arena, cloze, asked, true);
    face->back = cloze_side(own->arena, cloze, asked, false);
    return face;
}

void face_free(Face *face)
{
    if (!face) return;
    FaceOwn *own = (FaceOwn *)face;
    layer_free(face->layer);
    arena_free(own->arena);
    free(own);
}

char *face_front_text(const Face *face, Arena *arena)
{
    return prose_shown(arena, face->layer, face->front);
}

char *face_back_text(const Face *face, Arena *arena)
{
    return prose_shown(arena, face->layer, face->back);
}
