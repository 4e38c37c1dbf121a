/* A sitting as an activity. What is asked next is the engine's choice each time; here the card that it deals
 * is put on the screen, and each line that it makes goes into the journal before the next card is seen.
 */
#include "cards.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------- state */

Cards *cards_of(const App *app)
{
    const Activity *top = activity_top(app);
    return top != NULL && top->kind == ACTIVITY_CARDS ? top->own : NULL;
}

Sitting *cards_sitting(const Cards *cards)
{
    return cards->is_cramming ? cards->cram : cards->planned;
}

void cards_free(void *own)
{
    Cards *cards = own;
    sitting_free(cards->planned);
    sitting_free(cards->cram);
    deck_free(cards->deck);
    free(cards->lesson);
    free(cards->verdict);
    free(cards);
}

static Sitting *sitting_of(const App *app, const Cards *cards, bool is_cram)
{
    SittingPlan plan = {
        .lesson = cards->lesson, .is_cram = is_cram, .new_limit = -1, .seed = (uint64_t)app->wall_ms};
    return sitting_new(cards->deck, &plan, app_now(app));
}

static Cards *cards_new(App *app, const char *lesson)
{
    Cards *cards = heed_xcalloc(1, sizeof *cards);
    cards->lesson = lesson != NULL ? heed_xstrdup(lesson) : NULL;
    cards->deck = deck_new(study_course(app->study), study_progress(app->study), &schedule_default);
    cards->planned = sitting_of(app, cards, false);
    return cards;
}

static void set_verdict(Cards *cards, const char *text, bool is_right)
{
    char *copy = text != NULL ? heed_xstrdup(text) : NULL;
    free(cards->verdict);
    cards->verdict = copy;
    cards->is_right = is_right;
}

void cards_deal(App *app, Cards *cards, bool is_turned)
{
    if (!is_turned) set_verdict(cards, NULL, false);
    cards->face = sitting_face(cards_sitting(cards), app_now(app));
    cards->is_turned = is_turned && cards->face != NULL;
    cards->is_listing = false;
    cards->acts++;
    memset(cards->layers, 0, sizeof cards->layers);
    if (cards->face != NULL) cards->layers[REF_NOW] = cards->face->layer;
    activity_set_visit(app, cards->face ? visit_page(cards->face->card->lesson, cards->layers) : NULL);
    if (cards->face != NULL) place_land(app);
}

static void record(App *app, const char *line)
{
    if (line != NULL) app_record(app, line);
}

/* ------------------------------------------------------------------- starting */

static void begin(App *app, const char *lesson, bool is_cram)
{
    Cards *cards = cards_new(app, lesson);
    activity_push(app, ACTIVITY_CARDS, NULL, cards);
    cards->is_cramming = is_cram;
    if (is_cram) cards->cram = sitting_of(app, cards, true);
    cards_deal(app, cards, false);
}

void app_open_cards(App *app, const char *lesson, bool is_cram)
{
    activity_pop_all(app);
    begin(app, lesson, is_cram);
}

static bool has_cards(const App *app, const char *lesson)
{
    const Course *course = study_course(app->study);
    size_t index = course_find(course, lesson);
    return index != COURSE_NONE && course_n_cards(course, index) > 0;
}

/* At home all cards; in a lesson its own. */
void cards_open(App *app, int arg)
{
    (void)arg;
    const char *lesson = app->visit != NULL ? app->visit->lesson->id : NULL;
    if (!activity_admits(app)) return;
    if (lesson != NULL && !has_cards(app, lesson)) {
        app_say(app, ROLE_TEXT, "This lesson has no cards here. At home c asks those of all lessons.");
        return;
    }
    bool is_home = app->depth == 0;
    begin(app, lesson, false);
    if (is_home) app->came_from_home = true;
}

/* -------------------------------------------------------------------- a card */

/* At the end it asks once more whether there is something to do by now. */
void cards_turn(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    if (cards->face == NULL) {
        cards_deal(app, cards, false);
        if (cards->face == NULL) activity_leave(app);
    } else if (!cards->is_turned) {
        cards_deal(app, cards, true);
    } else {
        app_say(app, ROLE_TEXT, "1 again, 2 hard, 3 good, 4 easy: how well did you know it?");
    }
}

bool cards_can_turn(const App *app)
{
    const Cards *cards = cards_of(app);
    return cards != NULL && cards->face != NULL && !cards->is_turned;
}

bool cards_can_type(const App *app)
{
    return cards_can_turn(app) && face_asks_number(cards_of(app)->face);
}

void cards_type(App *app, int arg)
{
    (void)arg;
    if (!cards_can_type(app)) {
        app_say(app, ROLE_TEXT, "The answer to this card is not typed: Space turns it.");
        return;
    }
    visit_release(app->visit);
    entry_open(&app->entry, ENTRY_CARD, "your answer: ", "");
}

/* The card turns with the answer; the grade stays the student's. */
bool cards_accept(App *app)
{
    Cards *cards = cards_of(app);
    Arena *arena = arena_new();
    Diags diags;
    FaceVerdict verdict;
    diags_init(&diags, arena);
    bool is_read = face_judge(cards->face, line_text(&app->entry.line), arena, &verdict, &diags);
    if (is_read) {
        set_verdict(cards, face_verdict_text(&verdict, arena), verdict.is_right);
        cards_deal(app, cards, true);
    } else {
        typing_refuse(app, &diags);
    }
    arena_free(arena);
    return is_read;
}

void cards_grade(App *app, int grade)
{
    Cards *cards = cards_of(app);
    if (!cards->is_turned) {
        app_say(app, ROLE_TEXT, "Space turns the card first.");
        return;
    }
    record(app, sitting_grade(cards_sitting(cards), (Grade)grade, app_now(app)));
    cards_deal(app, cards, false);
}

/* A card whose grade was taken back can be graded at once. */
void cards_undo(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    Sitting *sitting = cards_sitting(cards);
    bool undone;
    size_t before = sitting_counts(sitting).done;
    record(app, sitting_undo(sitting, app_now(app), &undone));
    if (!undone) {
        app_say(app, ROLE_TEXT, "There is nothing to take back in this sitting.");
        return;
    }
    set_verdict(cards, NULL, false);
    cards_deal(app, cards, sitting_counts(sitting).done < before);
    app_say(app, ROLE_TEXT, "Taken back.");
}

bool cards_can_undo(const App *app)
{
    const Cards *cards = cards_of(app);
    if (cards == NULL) return false;
    SittingSummary summary = sitting_summary(cards_sitting(cards), app_now(app));
    size_t n = summary.n_suspended;
    for (int i = 0; i < 4; i++) n += summary.graded[i];
    return n > 0;
}

void cards_suspend(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    record(app, sitting_suspend(cards_sitting(cards), app_now(app)));
    cards_deal(app, cards, false);
    app_say(app, ROLE_TEXT,
            cards->is_cramming ? "Left out of this sitting."
                               : "Not asked any more. u takes it back; S lists what is suspended.");
}

/* Cram and back: both sittings go on where they were left. */
void cards_cram(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    cards->is_cramming = !cards->is_cramming;
    bool is_over = cards->cram != NULL && sitting_face(cards->cram, app_now(app)) == NULL;
    if (cards->is_cramming && is_over) {
        sitting_free(cards->cram);
        cards->cram = NULL;
    }
    if (cards->is_cramming && cards->cram == NULL) cards->cram = sitting_of(app, cards, true);
    cards_deal(app, cards, false);
    app_say(app, ROLE_TEXT,
            cards->is_cramming ? "Cram: every card once, again until known; the schedule stays as it is."
                               : "By the schedule again.");
}

/* A detour: it is not where the student is in the lesson. */
void cards_lesson(App *app, int arg)
{
    (void)arg;
    const Face *face = cards_of(app)->face;
    const SourceText *source = face->card->lesson->source;
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    Visit *visit =
        activity_admits(app) ? visit_open(source->name, source->text, source->len, NULL, &unheard) : NULL;
    if (visit != NULL) {
        int screen = face->card->card->screen;
        activity_push(app, ACTIVITY_LESSON, visit, NULL);
        visit_go(visit, (Place){screen, (int)visit->lesson->screens[screen].n_steps - 1});
        app_say(app, ROLE_TEXT, "q leads back to the cards.");
    }
    arena_free(arena);
}

/* ----------------------------------------------------------------- the screen */

size_t cards_scopes(const App *app, Scope *scopes)
{
    const Cards *cards = cards_of(app);
    scopes[0] = cards->is_listing ? SCOPE_SUSPENDED : cards->face == NULL ? SCOPE_CARDS_END : SCOPE_CARD;
    return 1;
}

const char *cards_counts(const Cards *cards, Arena *arena, bool is_short)
{
    SittingCounts counts = sitting_counts(cards_sitting(cards));
    if (cards->is_cramming) return arena_printf(arena, "cram · %zu left", counts.due);
    if (is_short) return arena_printf(arena, "%zu left", counts.due + counts.learning + counts.fresh);
    return arena_printf(arena, "%zu due · %zu learning · %zu new", counts.due, counts.learning, counts.fresh);
}

static void fill_grades(const App *app, const Cards *cards, Arena *arena, ViewGrade grades[4])
{
    static const char *const names[4] = {"Again", "Hard", "Good", "Easy"};
    const char *intervals[4];
    sitting_intervals(cards_sitting(cards), app_now(app), arena, intervals);
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *binding = keys_at(i);
        if (binding->scope != SCOPE_CARD || binding->command != CMD_CARD_GRADE) continue;
        int at = binding->arg - GRADE_AGAIN;
        grades[at] = (ViewGrade){key_label(arena, binding->key, binding->mods), names[at], intervals[at],
                                 1 + (uint32_t)i};
    }
}

void cards_show(App *app, Arena *arena, ViewState *state)
{
    const Cards *cards = cards_of(app);
    ViewCard *card = arena_alloc(arena, sizeof *card);
    ViewPage *page = arena_alloc(arena, sizeof *page);
    *card = (ViewCard){.face = cards->face,
                       .is_turned = cards->is_turned,
                       .asks_number = face_asks_number(cards->face),
                       .verdict = cards->verdict,
                       .is_right = cards->is_right};
    if (cards->is_turned) fill_grades(app, cards, arena, card->grades);
    *page = (ViewPage){.kind = PAGE_CARD,
                       .title = cards->face->card->lesson->title,
                       .right = cards_counts(cards, arena, false),
                       .short_right = cards_counts(cards, arena, true),
                       .shown = card};
    memcpy(page->layers, cards->layers, sizeof page->layers);
    size_t n_done = sitting_counts(cards_sitting(cards)).done;
    state->page = page;
    state->status = n_done > 0 ? arena_printf(arena, "%zu done", n_done) : "";
    state->n_predictions = 0;
}

/* Intervals change as minutes go by. */
uint64_t cards_look(const App *app)
{
    const int64_t minute_ms = 60000;
    return (uint64_t)cards_of(app)->acts << 32 | (uint32_t)(app->wall_ms / minute_ms);
}
