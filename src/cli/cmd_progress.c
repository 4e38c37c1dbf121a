/* heed progress: what the journal tells, for a reader, a script or a table. Reads and writes nothing else.
 *
 *   json   {"cards": […], "lessons": […], "ideas": […]}; what there is none of is null
 *   csv    the cards (RFC 4180: CRLF, a header line, quotes where needed)
 */
#include "cli.h"
#include "clock.h"
#include "heed/json.h"
#include "heed/standing.h"
#include "heed/view.h"
#include "journal_file.h"

#include <stdio.h>
#include <string.h>

typedef struct Report {
    Arena *arena;
    WallTime now;
    Course *course;
    Deck *deck;
    Standing *standing;
} Report;

/* --------------------------------------------------------------------- json */

static void put_text(JsonWriter *w, const char *key, const char *text)
{
    json_key(w, key);
    if (text != NULL)
        json_string(w, text);
    else
        json_null(w);
}

static void put_int(JsonWriter *w, const char *key, long long value)
{
    json_key(w, key);
    json_int(w, value);
}

/* Of a card never reviewed there is no memory. */
static void put_memory(JsonWriter *w, const char *key, const CardMemory *memory, double value)
{
    json_key(w, key);
    if (memory->state != CARD_NEW)
        json_number(w, value, NUM_F64);
    else
        json_null(w);
}

static void put_card(JsonWriter *w, const Report *report, const DeckCard *card)
{
    const CardMemory *memory = &card->memory;
    json_open_object(w);
    put_text(w, "card", card->card->id);
    put_text(w, "state", card_state_name(memory->state));
    put_memory(w, "stability", memory, memory->stability);
    put_memory(w, "difficulty", memory, memory->difficulty);
    put_text(w, "due", card_due_text(report->arena, memory, report->now));
    put_int(w, "reps", memory->reps);
    put_int(w, "lapses", memory->lapses);
    if (card->is_suspended) {
        json_key(w, "suspended");
        json_bool(w, true);
    }
    json_close_object(w);
}

static void put_lesson(JsonWriter *w, const Report *report, const LessonStanding *lesson)
{
    const LessonPlace *place = lesson->place;
    json_open_object(w);
    put_text(w, "lesson", lesson->entry->id);
    put_text(w, "title", lesson->entry->title);
    put_int(w, "screens", lesson->entry->n_screens);
    put_int(w, "screens_done", lesson->screens_done);
    put_int(w, "steps", lesson->n_steps);
    put_int(w, "steps_done", lesson->steps_done);
    put_text(w, "last_seen", place ? wall_time_text(report->arena, place->at) : NULL);
    put_int(w, "cards", (long long)lesson->n_cards);
    put_int(w, "cards_due", (long long)lesson->due);
    json_close_object(w);
}

static void put_idea(JsonWriter *w, const Report *report, const IdeaStanding *idea)
{
    json_open_object(w);
    put_text(w, "idea", idea->history->name);
    put_int(w, "seen", idea->history->seen);
    put_text(w, "last_seen", day_text(report->arena, idea->history->last_day));
    put_int(w, "right_since", idea->history->right_since);
    put_text(w, "state", idea->is_open ? "open" : "settled");
    json_close_object(w);
}

static void print_json(const Report *report)
{
    const Standing *s = report->standing;
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_key(&w, "cards");
    json_open_array(&w);
    for (size_t i = 0; i < deck_count(report->deck); i++) put_card(&w, report, deck_card(report->deck, i));
    json_close_array(&w);
    json_key(&w, "lessons");
    json_open_array(&w);
    for (size_t i = 0; i < s->n_lessons; i++) put_lesson(&w, report, &s->lessons[i]);
    json_close_array(&w);
    json_key(&w, "ideas");
    json_open_array(&w);
    for (size_t i = 0; i < s->n_ideas; i++) put_idea(&w, report, &s->ideas[i]);
    json_close_array(&w);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

/* ---------------------------------------------------------------------- csv */

/* A field that holds a comma, a quote or a line break is quoted, its quotes doubled. */
static void put_field(StrBuf *out, const char *text, bool is_last)
{
    bool needs_quotes = strpbrk(text, ",\"\r\n") != NULL;
    if (needs_quotes) strbuf_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"') strbuf_add_char(out, '"');
        strbuf_add_char(out, *text);
    }
    if (needs_quotes) strbuf_add_char(out, '"');
    strbuf_add(out, is_last ? "\r\n" : ",");
}

static const char *number_field(const Report *report, const CardMemory *memory, double value)
{
    return memory->state != CARD_NEW ? num_text(report->arena, value, NUM_F64, NUM_SHORTEST) : "";
}

static void put_row(StrBuf *out, const Report *report, const DeckCard *card)
{
    Arena *arena = report->arena;
    const CardMemory *memory = &card->memory;
    const char *due = card_due_text(arena, memory, report->now);
    put_field(out, card->card->id, false);
    put_field(out, card->lesson->id, false);
    put_field(out, card_state_name(memory->state), false);
    put_field(out, number_field(report, memory, memory->stability), false);
    put_field(out, number_field(report, memory, memory->difficulty), false);
    put_field(out, due != NULL ? due : "", false);
    put_field(out, arena_printf(arena, "%u", memory->reps), false);
    put_field(out, arena_printf(arena, "%u", memory->lapses), false);
    put_field(out, card->is_suspended ? "yes" : "no", true);
}

static void print_csv(const Report *report)
{
    StrBuf out = {0};
    strbuf_add(&out, "card,lesson,state,stability,difficulty,due,reps,lapses,suspended\r\n");
    for (size_t i = 0; i < deck_count(report->deck); i++) put_row(&out, report, deck_card(report->deck, i));
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

/* --------------------------------------------------------------------- text */

/* The page that heed's own screen of progress shows. */
static void print_text(const Report *report)
{
    Frame *page = view_progress_page(report->arena, cli_charset(), report->standing, cli_columns());
    for (int row = 0; row < page->rows; row++) puts(frame_row_text(report->arena, page, row));
}

/* ---------------------------------------------------------------- the whole */

/* Each damaged line by its number: it is the one thing that cannot be seen in the figures. */
static void say_damage(const Journal *journal)
{
    enum { NAMED = 20 };
    for (size_t i = 0; i < journal->n_damage && i < NAMED; i++)
        cli_say("journal line %zu is damaged (%s) and was skipped", journal->damage[i].line,
                journal->damage[i].why);
    if (journal->n_damage > NAMED)
        cli_say("%zu more journal lines are damaged and were skipped", journal->n_damage - NAMED);
}

static const struct {
    const char *name;
    void (*print)(const Report *report);
} formats[] = {{"text", print_text}, {"json", print_json}, {"csv", print_csv}};

static void print_report(const Options *options, const Report *report)
{
    const char *format = options->format != NULL ? options->format : "text";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0) formats[i].print(report);
}

int cmd_progress(const Command *command, Options *options)
{
    Clock clock;
    size_t len;
    const char *problem;
    if (!cli_format_is(command, options, "text json csv")) return EXIT_USAGE;
    if (!clock_init(&clock)) return EXIT_USAGE;
    Arena *arena = arena_new();
    const char *text = journal_file_read(arena, options->data, &len, &problem);
    if (text != NULL) {
        const Journal *journal = journal_parse(arena, text, len);
        const Progress *progress = progress_replay(arena, journal, &schedule_default);
        Report report = {.arena = arena, .now = clock_now(&clock), .course = course_new(&heed_library)};
        say_damage(journal);
        report.deck = deck_new(report.course, progress, &schedule_default);
        report.standing =
            standing_new(arena, &heed_library, report.course, report.deck, progress, report.now);
        print_report(options, &report);
        deck_free(report.deck);
        course_free(report.course);
    } else {
        cli_say("%s", problem);
    }
    arena_free(arena);
    return text != NULL ? EXIT_OK : EXIT_INPUT;
}
