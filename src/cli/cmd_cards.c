/* heed cards: the flashcards, as lines of text for a pipe or a screen reader; at a terminal heed's own screen
 * of them opens. `heed cards export` writes them for Anki.
 *
 * A sitting in lines: the front; a line turns the card (what stands in it is the student's answer); the back
 * and the four grades with what each would mean; a line grades. A few words do the rest, on either side. Each
 * grade is in the journal before the next card is shown; the end of the input ends the sitting.
 */
#include "cli.h"
#include "clock.h"
#include "heed/deck.h"
#include "journal_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Talk {
    Arena *arena;   /* for the run */
    Arena *scratch; /* for one line */
    Clock clock;
    JournalFile journal;
    Charset charset;
    Course *course;
    Deck *deck;
    Sitting *sitting;
    bool is_cram, is_turned, is_over;
    size_t n_shown;
    const char *shown; /* the card whose front was told last; NULL: to be told anew */
    char *line;        /* the last one read, without its newline; getline's */
    size_t cap;
} Talk;

static void tell(Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void tell(Talk *talk, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    puts(charset_text(talk->scratch, talk->charset, arena_vprintf(talk->scratch, format, args)));
    va_end(args);
}

static void record(Talk *talk, const char *line)
{
    const char *problem = NULL;
    if (line != NULL && !journal_file_append(&talk->journal, talk->scratch, line, &problem))
        cli_say("%s", problem);
}

/* ------------------------------------------------------------------ the card */

static const char *counts_text(Talk *talk)
{
    SittingCounts counts = sitting_counts(talk->sitting);
    if (talk->is_cram) return arena_printf(talk->scratch, "%zu left", counts.due);
    return arena_printf(talk->scratch, "%zu due, %zu learning, %zu new", counts.due, counts.learning,
                        counts.fresh);
}

static void show_front(Talk *talk, const Face *face)
{
    talk->is_turned = false;
    tell(talk, "\n%zu. %s (%s)", ++talk->n_shown, face->card->lesson->title, counts_text(talk));
    tell(talk, "%s", face_front_text(face, talk->scratch));
}

static void show_back(Talk *talk, const Face *face)
{
    const char *intervals[4];
    talk->is_turned = true;
    sitting_intervals(talk->sitting, clock_now(&talk->clock), talk->scratch, intervals);
    tell(talk, "%s", face_back_text(face, talk->scratch));
    tell(talk, "1 again (%s)  2 hard (%s)  3 good (%s)  4 easy (%s)", intervals[0], intervals[1],
         intervals[2], intervals[3]);
}

/* An answer that is a number is judged; any other is the student's to compare. */
static void turn(Talk *talk, const Face *face, const char *answer)
{
    Diags unread; /* then it was no number, and is compared like any other */
    FaceVerdict verdict;
    diags_init(&unread, talk->scratch);
    show_back(talk, face);
    if (*answer != '\0' && face_judge(face, answer, talk->scratch, &verdict, &unread))
        tell(talk, "%s.", face_verdict_text(&verdict, talk->scratch));
}

static void grade(Talk *talk, Grade given)
{
    record(talk, sitting_grade(talk->sitting, given, clock_now(&talk->clock)));
}

/* --------------------------------------------------------------------- words */

static void say_undo(Talk *talk, const char *rest)
{
    bool undone;
    (void)rest;
    record(talk, sitting_undo(talk->sitting, clock_now(&talk->clock), &undone));
    tell(talk, undone ? "Taken back." : "There is nothing to take back.");
    if (undone) talk->shown = NULL;
}

static void say_suspend(Talk *talk, const char *rest)
{
    (void)rest;
    const Face *face = sitting_face(talk->sitting, clock_now(&talk->clock));
    tell(talk,
         talk->is_cram ? "Left out of this sitting: %s." : "Not asked any more: %s. unsuspend asks it again.",
         face->card->card->id);
    record(talk, sitting_suspend(talk->sitting, clock_now(&talk->clock)));
}

static void say_suspended(Talk *talk, const char *rest)
{
    size_t n = 0;
    (void)rest;
    for (size_t i = 0; i < deck_count(talk->deck); i++) {
        const DeckCard *card = deck_card(talk->deck, i);
        if (!card->is_suspended) continue;
        tell(talk, "%s", card->card->id);
        n++;
    }
    if (n == 0) tell(talk, "No card is suspended.");
}

static void say_unsuspend(Talk *talk, const char *rest)
{
    const char *line = NULL;
    for (size_t i = 0; i < deck_count(talk->deck) && line == NULL; i++)
        if (strcmp(deck_card(talk->deck, i)->card->id, rest) == 0)
            line = sitting_resume(talk->sitting, i, clock_now(&talk->clock));
    record(talk, line);
    tell(talk, line ? "Asked again: %s." : "No suspended card is called '%s'; suspended lists them.", rest);
}

static void say_quit(Talk *talk, const char *rest)
{
    (void)rest;
    talk->is_over = true;
}

static void say_help(Talk *talk, const char *rest);

static const struct {
    const char *word, *help;
    void (*run)(Talk *talk, const char *rest);
} words[] = {
    {"undo", "take the last grade back", say_undo},
    {"suspend", "do not ask this card any more", say_suspend},
    {"suspended", "list the suspended cards", say_suspended},
    {"unsuspend", "CARD: ask a suspended card again", say_unsuspend},
    {"quit", "end the sitting", say_quit},
    {"?", "this list", say_help},
};
enum { N_WORDS = sizeof words / sizeof *words };

static void say_help(Talk *talk, const char *rest)
{
    (void)rest;
    tell(talk, "Enter, or your answer, turns the card; then again, hard, good, easy, or 1 to 4.");
    for (size_t i = 0; i < N_WORDS; i++) tell(talk, "%-10s %s", words[i].word, words[i].help);
}

/* A word that a line begins with; *rest is what follows. N_WORDS: none. */
static size_t find_word(const char *line, const char **rest)
{
    size_t len = strcspn(line, " \t");
    *rest = line + len + strspn(line + len, " \t");
    for (size_t i = 0; i < N_WORDS; i++)
        if (strlen(words[i].word) == len && strncmp(words[i].word, line, len) == 0 &&
            (**rest == '\0' || words[i].run == say_unsuspend))
            return i;
    return N_WORDS;
}

/* 1 to 4, or a name or the start of one; 0: neither. */
static int find_grade(const char *line)
{
    static const char *const names[] = {"again", "hard", "good", "easy"};
    size_t len = strlen(line);
    if (len == 1 && line[0] >= '1' && line[0] <= '4') return line[0] - '0';
    for (int i = 0; i < 4; i++)
        if (len > 0 && strncmp(names[i], line, len) == 0) return i + GRADE_AGAIN;
    return 0;
}

/* ------------------------------------------------------------------- talking */

/* False at the end of the input. */
static bool read_line(Talk *talk)
{
    if (isatty(STDIN_FILENO)) fputs("> ", stdout);
    fflush(stdout);
    ssize_t len = getline(&talk->line, &talk->cap, stdin);
    if (len < 0) return false;
    while (len > 0 && strchr("\r\n \t", talk->line[len - 1]) != NULL) talk->line[--len] = '\0';
    return true;
}

/* One line about the card that is shown. */
static void hear(Talk *talk, const Face *face)
{
    const char *rest;
    const char *line = talk->line + strspn(talk->line, " \t");
    size_t word = find_word(line, &rest);
    int given = talk->is_turned ? find_grade(line) : 0;
    if (word < N_WORDS)
        words[word].run(talk, rest);
    else if (given > 0)
        grade(talk, (Grade)given);
    else if (!talk->is_turned)
        turn(talk, face, line);
    else
        tell(talk, "again, hard, good or easy (1 to 4)? A line with ? lists all words.");
}

/* A word may lead to another card, or back to an earlier one: its front is shown then. */
static void talk_through(Talk *talk)
{
    size_t n_done = 0;
    while (!talk->is_over) {
        arena_reset(talk->scratch);
        const Face *face = sitting_face(talk->sitting, clock_now(&talk->clock));
        if (face == NULL) return;
        size_t done = sitting_counts(talk->sitting).done;
        if (face->card->card->id != talk->shown || done != n_done) show_front(talk, face);
        talk->shown = face->card->card->id;
        n_done = done;
        if (!read_line(talk)) return;
        hear(talk, face);
    }
}

static void tell_end(Talk *talk)
{
    WallTime now = clock_now(&talk->clock);
    SittingSummary summary = sitting_summary(talk->sitting, now);
    tell(talk, "\n%s%s%s", sitting_done_text(&summary, talk->scratch), talk->is_cram ? "" : " ",
         talk->is_cram ? "" : sitting_next_text(&summary, now, talk->scratch));
}

/* ------------------------------------------------------------------ starting */

static int unknown_lesson(const char *name)
{
    size_t n = heed_library.count;
    const char **ids = heed_xcalloc(n + 1, sizeof *ids);
    for (size_t i = 0; i < n; i++) ids[i] = heed_library.entries[i].id;
    const char *near = nearest_word(name, ids, n);
    if (near)
        cli_say("no lesson is called '%s'; did you mean %s? `heed list` shows the lessons", name, near);
    else
        cli_say("no lesson is called '%s'; `heed list` shows the lessons", name);
    free(ids);
    return EXIT_INPUT;
}

static void open_deck(Talk *talk, const Options *options)
{
    size_t len;
    const char *problem = NULL;
    const char *text = journal_file_open(&talk->journal, talk->arena, options->data, &len, &problem);
    if (problem != NULL) cli_say("%s", problem);
    const Journal *journal = journal_parse(talk->arena, text, len);
    const char *damage = journal_damage_text(talk->arena, journal);
    if (damage != NULL) cli_say("%s", damage);
    const Progress *progress = progress_replay(talk->arena, journal, &schedule_default);
    talk->deck = deck_new(talk->course, progress, &schedule_default);
    journal_file_tick(&talk->journal, talk->scratch, &talk->clock, &problem);
}

static void talk_cards(Talk *talk, const Options *options)
{
    const char *lesson = options->n_args > 0 ? options->args[0] : NULL;
    WallTime now = clock_now(&talk->clock);
    SittingPlan plan = {
        .lesson = lesson, .is_cram = options->cram, .new_limit = -1, .seed = (uint64_t)now.ms};
    open_deck(talk, options);
    talk->sitting = sitting_new(talk->deck, &plan, now);
    talk_through(talk);
    tell_end(talk);
    journal_file_close(&talk->journal);
    sitting_free(talk->sitting);
    deck_free(talk->deck);
}

/* ---------------------------------------------------------------- the command */

static int export_cards(const Command *command, const Options *options)
{
    if (options->plain || options->cram) return cli_usage(command, "export takes --format alone");
    if (!cli_format_is(command, options, "anki")) return EXIT_USAGE;
    Arena *arena = arena_new();
    Course *course = course_new(&heed_library);
    Deck *deck = deck_new(course, NULL, &schedule_default);
    fputs(deck_anki(deck, arena), stdout);
    deck_free(deck);
    course_free(course);
    arena_free(arena);
    return EXIT_OK;
}

static bool open_on_screen(App *app, const Options *options)
{
    app_open_cards(app, options->n_args > 0 ? options->args[0] : NULL, options->cram);
    return true;
}

int cmd_cards(const Command *command, Options *options)
{
    bool is_export = options->n_args > 0 && strcmp(options->args[0], "export") == 0;
    if (is_export) return export_cards(command, options);
    if (options->format != NULL) return cli_usage(command, "--format belongs to `heed cards export`");
    if (options->n_args > 0 && library_find(&heed_library, options->args[0]) == NULL)
        return unknown_lesson(options->args[0]);
    if (!options->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return loop_run_at(options, open_on_screen);
    Talk talk = {.is_cram = options->cram, .charset = cli_charset()};
    if (!clock_init(&talk.clock)) return EXIT_USAGE;
    talk.arena = arena_new();
    talk.scratch = arena_new();
    talk.course = course_new(&heed_library);
    talk_cards(&talk, options);
    course_free(talk.course);
    arena_free(talk.scratch);
    arena_free(talk.arena);
    free(talk.line);
    return EXIT_OK;
}
