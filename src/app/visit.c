/* Edits. The history is the truth: a list of overlay lines now, and the lines before the last change. The
 * layers follow it. A layer that already stands for the wanted lines is kept, so a run of nudges rebuilds
 * one layer and keeps the "was" from before the run, and undo after an edit evaluates only what moves.
 */
#include "lens.h"
#include "predict.h"
#include "present.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ stands */

void stand_free(Stand *stand)
{
    layer_free(stand->layer);
    arena_free(stand->arena);
    *stand = (Stand){0};
}

static const SourceText *source_new(Arena *arena, const char *name, const char *text)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    source->name = arena_strdup(arena, name);
    source->text = arena_strdup(arena, text);
    source->len = strlen(text);
    return source;
}

bool stand_make(Stand *stand, Visit *visit, const char *edits, const Overlay *given, Layer *reuse,
                Diags *diags)
{
    Arena *arena = arena_new();
    const SourceText *source = source_new(arena, "edits", edits);
    Overlay overlay = {0};
    if (!overlay_parse(arena, visit->lesson->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY, &overlay,
                       diags)) {
        arena_free(arena);
        return false;
    }
    const Overlay *overlays[4] = {&visit->sets_overlay, &overlay, given};
    size_t n = given != NULL ? 3 : 2;
    Layer *layer = layer_lazy(visit->lesson->sheet, overlays, n, reuse);
    if (visit->digits > 0) layer = lens_over(layer, arena, overlays, n, visit->digits);
    *stand = (Stand){layer, arena, source->text, visit->digits};
    return true;
}

bool stand_is_for(const Stand *stand, const char *edits, int digits)
{
    return stand->layer != NULL && stand->digits == digits && strcmp(stand->edits, edits) == 0;
}

static bool stands_for(const Visit *visit, const Stand *stand, const char *edits)
{
    return stand_is_for(stand, edits, visit->digits);
}

/* The other side of a comparison follows its own edits. */
static void sync_other(Visit *visit, Diags *diags)
{
    Stand other;
    const char *edits = visit->is_comparing ? history_text(visit->aside) : NULL;
    if (edits != NULL && stands_for(visit, &visit->other, edits)) return;
    Layer *like = visit->other.layer != NULL ? visit->other.layer : visit->now.layer;
    bool is_made = edits != NULL && stand_make(&other, visit, edits, NULL, like, diags);
    stand_free(&visit->other);
    if (is_made) visit->other = other;
}

void visit_restand(Visit *visit)
{
    Arena *arena = arena_new();
    Diags unheard;
    Stand now, was;
    diags_init(&unheard, arena);
    visit->acts++;
    if (visit->was.layer != NULL &&
        stand_make(&was, visit, visit->was.edits, NULL, visit->now.layer, &unheard)) {
        stand_free(&visit->was);
        visit->was = was;
    }
    if (stand_make(&now, visit, history_text(visit->history), NULL, visit->now.layer, &unheard)) {
        stand_free(&visit->now);
        visit->now = now;
    }
    sync_other(visit, &unheard);
    visit_settle(visit);
    arena_free(arena);
}

bool visit_sync(Visit *visit, Diags *diags)
{
    const char *edits = history_text(visit->history), *before = history_was(visit->history);
    if (stands_for(visit, &visit->now, edits)) {
        sync_other(visit, diags);
        return true;
    }
    Stand now, was = {0};
    if (!stand_make(&now, visit, edits, NULL, visit->now.layer, diags)) return false;
    if (stands_for(visit, &visit->was, before)) { /* a run of nudges goes on */
        stand_free(&visit->now);
    } else if (stands_for(visit, &visit->now, before)) {
        stand_free(&visit->was);
        visit->was = visit->now;
    } else {
        stand_make(&was, visit, before, NULL, visit->now.layer, diags);
        stand_free(&visit->now);
        stand_free(&visit->was);
        visit->was = was;
    }
    visit->now = now;
    sync_other(visit, diags);
    visit_settle(visit);
    return true;
}

static void each_layer(const Visit *visit, void (*act)(Layer *layer))
{
    Layer *const layers[] = {visit->now.layer, visit->was.layer, visit->other.layer};
    for (size_t i = 0; visit->page == NULL && i < sizeof layers / sizeof *layers; i++)
        if (layers[i] != NULL) act(layers[i]);
    for (size_t i = 0; i < visit->n_guesses; i++)
        if (visit->guesses[i].given.layer != NULL) act(visit->guesses[i].given.layer);
}

void visit_ask_all(const Visit *visit)
{
    each_layer(visit, layer_ask_all);
}

void visit_looked(const Visit *visit)
{
    each_layer(visit, layer_settle);
}

Layer *visit_working(const Visit *visit)
{
    if (layer_job(visit->now.layer).running) return visit->now.layer;
    Layer *other = visit->other.layer;
    if (other != NULL && layer_job(other).running) return other;
    for (size_t i = 0; i < visit->n_guesses; i++) {
        Layer *layer = visit->guesses[i].given.layer;
        if (layer != NULL && layer_job(layer).running) return layer;
    }
    return NULL;
}

/* ----------------------------------------------------------------- opening */

static bool has_steps(const Lesson *lesson)
{
    for (size_t i = 0; i < lesson->n_screens; i++)
        if (lesson->screens[i].n_steps > 0) return true;
    return false;
}

static bool open_sheet(Visit *visit, const char *sets, Diags *diags)
{
    const SourceText *source = source_new(visit->arena, "--set", sets != NULL ? sets : "");
    visit->sets = source->text;
    return overlay_parse(visit->arena, visit->lesson->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY,
                         &visit->sets_overlay, diags) &&
           stand_make(&visit->now, visit, "", NULL, NULL, diags);
}

/* Diagnostics point into texts that die with the visit: copies of these go into the arena of the diagnostics.
 */
static void keep_sources(Diags *diags, size_t from)
{
    const SourceText *old = NULL, *kept = NULL;
    for (size_t i = from; i < diags->count; i++) {
        SourceSpan *span = &diags->items[i].span;
        if (span->source == NULL) continue;
        if (span->source != old) {
            old = span->source;
            SourceText *copy = arena_alloc(diags->arena, sizeof *copy);
            *copy = (SourceText){arena_strdup(diags->arena, old->name),
                                 arena_strndup(diags->arena, old->text, old->len), old->len};
            kept = copy;
        }
        span->source = kept;
    }
}

Visit *visit_open(const char *name, const char *text, size_t len, const char *sets, Diags *diags)
{
    size_t errors_before = diags->errors, count_before = diags->count;
    Visit *visit = heed_xcalloc(1, sizeof *visit);
    visit->arena = arena_new();
    visit->history = history_new();
    visit->hit_row = -1;
    visit->lesson = lesson_parse(name, text, len, diags);
    bool ok = diags->errors == errors_before;
    if (ok && !has_steps(visit->lesson)) {
        SourceSpan span = {visit->lesson->source, 0, 0};
        diags_error(diags, span, "no-screens",
                    "a lesson needs a screen: a line `## A question?` and text under it");
        ok = false;
    }
    if (ok && open_sheet(visit, sets, diags)) return visit;
    keep_sources(diags, count_before);
    visit_free(visit);
    return NULL;
}

Visit *visit_page(const Lesson *lesson, Layer *const *layers)
{
    Visit *visit = heed_xcalloc(1, sizeof *visit);
    visit->history = history_new();
    visit->hit_row = -1;
    visit->lesson = (Lesson *)(uintptr_t)lesson; /* only read: edit.c refuses a page */
    visit->page = layers;
    visit->now.layer = layers[REF_NOW];
    visit->other.layer = layers[REF_OTHER];
    return visit;
}

/* Lets go of what belongs to others. */
static void return_page(Visit *visit)
{
    visit->now.layer = visit->other.layer = NULL;
    visit->lesson = NULL;
}

void visit_free(Visit *visit)
{
    if (visit == NULL) return;
    if (visit->page != NULL) return_page(visit);
    stand_free(&visit->now);
    stand_free(&visit->was);
    stand_free(&visit->other);
    guesses_free(visit);
    asking_close(visit);
    history_free(visit->aside);
    history_free(visit->history);
    lesson_free(visit->lesson);
    arena_free(visit->arena);
    free(visit->why);
    free(visit->search);
    free(visit);
}

/* ------------------------------------------------------------------- place */

static int clamp(int value, int low, int high)
{
    if (value > high) value = high;
    return value < low ? low : value;
}

int visit_steps_of(const Visit *visit, int screen)
{
    size_t n = visit->lesson->screens[screen].n_steps;
    return n > 0 ? (int)n : 1; /* a screen of a title alone counts as one */
}

int visit_steps(const Visit *visit)
{
    return visit_steps_of(visit, visit->place.screen);
}

Place visit_clamp(const Visit *visit, Place place)
{
    place.screen = clamp(place.screen, 0, (int)visit->lesson->n_screens - 1);
    place.step = clamp(place.step, 0, visit_steps_of(visit, place.screen) - 1);
    return place;
}

void visit_go(Visit *visit, Place place)
{
    place = visit_clamp(visit, place);
    visit->at_end = false;
    visit->hit_row = -1;
    if (place.screen != visit->place.screen) {
        visit_release(visit);
        visit->scroll = 0;
        visit->more = false;
    }
    visit->place = place;
}

/* --------------------------------------------------------------- selection */

Layer *visit_layer(Visit *visit, ElementRef ref)
{
    if (visit->page != NULL) return ref.layer < REF_LAYERS ? visit->page[ref.layer] : NULL;
    if (ref.layer == REF_OTHER) return visit->other.layer;
    if (ref.layer >= REF_GIVEN && visit->asked.draw != NULL)
        return asking_layer(visit, ref.layer - REF_GIVEN);
    if (ref.layer >= REF_GIVEN) return guess_layer(visit, ref.layer - REF_GIVEN);
    return ref.layer == REF_WAS ? visit->was.layer : ref.layer == REF_NOW ? visit->now.layer : NULL;
}

void visit_select(Visit *visit, ElementRef ref, size_t occurrence)
{
    visit->has_selection = true;
    visit->selection = ref;
    visit->occurrence = occurrence;
}

void visit_release(Visit *visit)
{
    visit->has_selection = false;
    visit->has_influence = false;
    visit_why_close(visit);
}

static bool is_number(Visit *visit, ElementRef ref)
{
    double value;
    NumKind kind;
    Layer *layer = visit_layer(visit, ref);
    return layer != NULL && layer_number(layer, ref, &value, &kind);
}

static uint32_t last_of(uint32_t index, size_t count)
{
    return index < count ? index : (uint32_t)count - 1;
}

void visit_settle(Visit *visit)
{
    if (!visit->has_selection) return;
    Layer *layer = visit_layer(visit, visit->selection);
    if (layer == NULL) { /* "was" is gone: the same element as it is now */
        visit->selection.layer = REF_NOW;
        layer = visit->now.layer;
    }
    const Value *value = layer_value(layer, visit->selection.node);
    if (value != NULL && value_count(value) > 0) {
        visit->selection.row = last_of(visit->selection.row, value->rows);
        visit->selection.col = last_of(visit->selection.col, value->cols);
    }
    if (visit->why_depth > 0) visit->why[0].ref = visit->selection;
    for (size_t i = 0; i < visit->why_depth; i++)
        if (!visit_can_explain(visit, visit->why[i].ref)) visit->why_depth = i;
}

/* -------------------------------------------------------------- derivation */

bool visit_can_explain(Visit *visit, ElementRef ref)
{
    Layer *layer = visit_layer(visit, ref);
    if (layer == NULL) return false;
    Arena *arena = arena_new();
    Explanation explanation;
    bool can = layer_explain(layer, arena, ref, &explanation);
    arena_free(arena);
    return can;
}

void visit_why_push(Visit *visit, ElementRef ref)
{
    if (visit->why_depth == visit->why_capacity) {
        visit->why_capacity = visit->why_capacity > 0 ? 2 * visit->why_capacity : 8;
        visit->why = heed_xrealloc(visit->why, visit->why_capacity * sizeof *visit->why);
    }
    visit->why[visit->why_depth++] = (WhyLevel){ref, 0};
}

void visit_why_pop(Visit *visit)
{
    if (visit->why_depth > 0) visit->why_depth--;
}

void visit_why_close(Visit *visit)
{
    visit->why_depth = 0;
}

WhyLevel *visit_why_top(Visit *visit)
{
    return visit->why_depth > 0 ? &visit->why[visit->why_depth - 1] : NULL;
}

/* --------------------------------------------------------------- reloading */

/* Lays the old edits over the new sheet one by one; one that no longer fits is left out. */
static void keep_edits(Visit *visit, History *history, const char *edits)
{
    Arena *arena = arena_new();
    for (const char *line = edits; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        char *text = arena_strndup(arena, line, len);
        const SourceText *source = source_new(arena, "edits", text);
        Overlay overlay;
        Diags unheard;
        diags_init(&unheard, arena);
        if (overlay_parse(arena, visit->lesson->sheet, source, 0, len, OVERLAY_INPUTS_ONLY, &overlay,
                          &unheard))
            history_commit(history, text);
        line += len + (line[len] == '\n');
    }
    arena_free(arena);
}

/* The lens and both sides of a comparison. */
static void keep_sides(Visit *visit, const Visit *old)
{
    visit->digits = old->digits;
    visit->acts = old->acts + 1;
    visit->is_comparing = old->is_comparing;
    keep_edits(visit, visit->history, history_text(old->history));
    if (old->aside != NULL) {
        visit->aside = history_new();
        keep_edits(visit, visit->aside, history_text(old->aside));
    }
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    if (!visit_sync(visit, &unheard)) {
        history_reset(visit->history);
        visit_restand(visit);
    }
    arena_free(arena);
}

/* Node ids belong to a sheet; the element's text is what the two have in common. */
static void keep_selection(Visit *visit, Visit *old)
{
    Layer *layer = old->has_selection ? visit_layer(old, old->selection) : NULL;
    if (layer == NULL) return;
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    ElementRef ref;
    char *text = layer_element_text(layer, arena, old->selection);
    if (text != NULL && layer_ask_element(visit->now.layer, text, "selection", &ref, &unheard) &&
        is_number(visit, ref))
        visit_select(visit, ref, old->occurrence);
    arena_free(arena);
}

Visit *visit_reopened(Visit *old, const char *text, size_t len, Diags *diags)
{
    Visit *visit = visit_open(old->lesson->source->name, text, len, old->sets, diags);
    if (visit == NULL) return NULL;
    visit->is_shipped = old->is_shipped;
    visit->place = visit_clamp(visit, old->place);
    visit->scroll = visit->place.screen == old->place.screen ? old->scroll : 0;
    visit->more = old->more;
    if (old->search != NULL) visit->search = heed_xstrdup(old->search);
    guesses_keep(visit, old);
    keep_sides(visit, old);
    keep_selection(visit, old);
    return visit;
}
