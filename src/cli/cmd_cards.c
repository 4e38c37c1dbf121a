/* heed cards: the flashcards, as lines of text for a pipe or a screen reader; at a terminal heed's own screen
 * of them opens. `heed cards export` writes them for Anki.
 *
 * A sitting in lines: the front; a line turns the card (what stands in it is the student's answer); the back
 * and the four grades with what each would mean; a line grades. A few words do the rest, on either side. Each
 * grade is in the journal before the next card is shown; the end of the input ends the sitting.
 */
#include "heed/deck.h"
#include "plain.h"
#include "talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Reviewer {
    Talk talk;
    Course *course;
    Deck *deck;
    Sitting *sitting;
    bool is_cram, is_turned, is_over;
    size_t n_shown;
    const char *shown; /* the card whose front was told last; NULL: to be told anew */
} Reviewer;

static WallTime now_of(const Reviewer *reviewer)
{
    return clock_now(&reviewer->talk.clock);
}

/* ------------------------------------------------------------------ the card */

static const char *counts_text(Reviewer *reviewer)
{
    SittingCounts counts = sitting_counts(reviewer->sitting);
    if (reviewer->is_cram) return arena_printf(reviewer->talk.scratch, "%zu left", counts.due);
    return arena_printf(reviewer->talk.scratch, "%zu due, %zu learning, %zu new", counts.due, counts.learning,
                        counts.fresh);
}

static void show_front(Reviewer *reviewer, const Face *face)
{
    reviewer->is_turned = false;
    talk_tell(&reviewer->talk, "\n%zu. %s (%s)", ++reviewer->n_shown, face->card->lesson->title,
              counts_text(reviewer));
    talk_tell(&reviewer->talk, "%s", face_front_text(face, reviewer->talk.scratch));
}

static void show_back(Reviewer *reviewer, const Face *face)
{
    const char *intervals[4];
    reviewer->is_turned = true;
    sitting_intervals(reviewer->sitting, now_of(reviewer), reviewer->talk.scratch, intervals);
    talk_tell(&reviewer->talk, "%s", face_back_text(face, reviewer->talk.scratch));
    talk_tell(&reviewer->talk, "1 again (%s)  2 hard (%s)  3 good (%s)  4 easy (%s)", intervals[0],
              intervals[1], intervals[2], intervals[3]);
}

/* An answer that is a number is judged; any other is the student's to compare. */
static void turn(Reviewer *reviewer, const Face *face, const char *answer)
{
    Diags unread; /* then it was no number, and is compared like any other */
    FaceVerdict verdict;
    diags_init(&unread, reviewer->talk.scratch);
    show_back(reviewer, face);
    if (*answer != '\0' && face_judge(face, answer, reviewer->talk.scratch, &verdict, &unread))
        talk_tell(&reviewer->talk, "%s.", face_verdict_text(&verdict, reviewer->talk.scratch));
}

static void grade(Reviewer *reviewer, Grade given)
{
    talk_record(&reviewer->talk, sitting_grade(reviewer->sitting, given, now_of(reviewer)));
}

/* --------------------------------------------------------------------- words */

static void say_undo(Reviewer *reviewer, const char *rest)
{
    bool undone;
    (void)rest;
    talk_record(&reviewer->talk, sitting_undo(reviewer->sitting, now_of(reviewer), &undone));
    talk_tell(&reviewer->talk, undone ? "Taken back." : "There is nothing to take back.");
    if (undone) reviewer->shown = NULL;
}

static void say_suspend(Reviewer *reviewer, const char *rest)
{
    (void)rest;
    const Face *face = sitting_face(reviewer->sitting, now_of(reviewer));
    talk_tell(&reviewer->talk,
              reviewer->is_cram ? "Left out of this sitting: %s."
                                : "Not asked any more: %s. unsuspend asks it again.",
              face->card->card->id);
    talk_record(&reviewer->talk, sitting_suspend(reviewer->sitting, now_of(reviewer)));
}

static void say_suspended(Reviewer *reviewer, const char *rest)
{
    size_t n = 0;
    (void)rest;
    for (size_t i = 0; i < deck_count(reviewer->deck); i++) {
        const DeckCard *card = deck_card(reviewer->deck, i);
        if (!card->is_suspended) continue;
        talk_tell(&reviewer->talk, "%s", card->card->id);
        n++;
    }
    if (n == 0) talk_tell(&reviewer->talk, "No card is suspended.");
}

static void say_unsuspend(Reviewer *reviewer, const char *rest)
{
    const char *line = NULL;
    for (size_t i = 0; i < deck_count(reviewer->deck) && line == NULL; i++)
        if (strcmp(deck_card(reviewer->deck, i)->card->id, rest) == 0)
            line = sitting_resume(reviewer->sitting, i, now_of(reviewer));
    talk_record(&reviewer->talk, line);
    talk_tell(&reviewer->talk,
              line ? "Asked again: %s." : "No suspended card is called '%s'; suspended lists them.", rest);
}

static void say_quit(Reviewer *reviewer, const char *rest)
{
    (void)rest;
    reviewer->is_over = true;
}

static void say_help(Reviewer *reviewer, const char *rest);

static const struct {
    const char *word, *help;
    void (*run)(Reviewer *reviewer, const char *rest);
} words[] = {
    {"undo", "take the last grade back", say_undo},
    {"suspend", "do not ask this card any more", say_suspend},
    {"suspended", "list the suspended cards", say_suspended},
    {"unsuspend", "CARD: ask a suspended card again", say_unsuspend},
    {"quit", "end the sitting", say_quit},
    {"?", "this list", say_help},
};
enum { N_WORDS = sizeof words / sizeof *words };

static void say_help(Reviewer *reviewer, const char *rest)
{
    (void)rest;
    talk_tell(&reviewer->talk,
              "Enter, or your answer, turns the card; then again, hard, good, easy, or 1 to 4.");
    for (size_t i = 0; i < N_WORDS; i++) talk_tell(&reviewer->talk, "%-10s %s", words[i].word, words[i].help);
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

/* One line about the card that is shown. */
static void hear(Reviewer *reviewer, const Face *face)
{
    const char *rest;
    const char *line = reviewer->talk.line;
    size_t word = find_word(line, &rest);
    int given = reviewer->is_turned ? find_grade(line) : 0;
    if (word < N_WORDS)
        words[word].run(reviewer, rest);
    else if (given > 0)
        grade(reviewer, (Grade)given);
    else if (!reviewer->is_turned)
        turn(reviewer, face, line);
    else
        talk_tell(&reviewer->talk, "again, hard, good or easy (1 to 4)? A line with ? lists all words.");
}

/* A word may lead to another card, or back to an earlier one: its front is shown then. */
static void talk_through(Reviewer *reviewer)
{
    size_t n_done = 0;
    while (!reviewer->is_over) {
        arena_reset(reviewer->talk.scratch);
        const Face *face = sitting_face(reviewer->sitting, now_of(reviewer));
        if (face == NULL) return;
        size_t done = sitting_counts(reviewer->sitting).done;
        if (face->card->card->id != reviewer->shown || done != n_done) show_front(reviewer, face);
        reviewer->shown = face->card->card->id;
        n_done = done;
        if (!talk_read(&reviewer->talk)) return;
        hear(reviewer, face);
    }
}

static void tell_end(Reviewer *reviewer)
{
    WallTime now = now_of(reviewer);
    SittingSummary summary = sitting_summary(reviewer->sitting, now);
    talk_tell(&reviewer->talk, "\n%s%s%s", sitting_done_text(&summary, reviewer->talk.scratch),
              reviewer->is_cram ? "" : " ",
              reviewer->is_cram ? "" : sitting_next_text(&summary, now, reviewer->talk.scratch));
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

static void review(Reviewer *reviewer, const Options *options)
{
    WallTime now = now_of(reviewer);
    SittingPlan plan = {.lesson = options->n_args > 0 ? options->args[0] : NULL,
                        .is_cram = options->cram,
                        .new_limit = -1,
                        .seed = (uint64_t)now.ms};
    reviewer->is_cram = options->cram;
    reviewer->course = course_new(&heed_library);
    reviewer->deck = deck_new(reviewer->course, talk_progress(&reviewer->talk, options), &schedule_default);
    reviewer->sitting = sitting_new(reviewer->deck, &plan, now);
    talk_through(reviewer);
    tell_end(reviewer);
    sitting_free(reviewer->sitting);
    deck_free(reviewer->deck);
    course_free(reviewer->course);
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

int cards_in_lines(const Options *options, App *app, int (*next)(void))
{
    Reviewer reviewer = {0};
    if (!talk_open(&reviewer.talk)) return EXIT_USAGE;
    reviewer.talk.app = app;
    reviewer.talk.next = next;
    review(&reviewer, options);
    talk_close(&reviewer.talk);
    return EXIT_OK;
}

int cmd_cards(const Command *command, Options *options)
{
    bool is_export = options->n_args > 0 && strcmp(options->args[0], "export") == 0;
    if (is_export) return export_cards(command, options);
    if (options->format != NULL) return cli_usage(command, "--format belongs to `heed cards export`");
    if (options->n_args > 0 && library_find(&heed_library, options->args[0]) == NULL)
        return unknown_lesson(options->args[0]);
    if (!plain_is_wanted(options) && isatty(STDOUT_FILENO))
        return loop_run_at(options, open_on_screen);
    return cards_in_lines(options, NULL, getchar);
}
