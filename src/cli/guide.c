/* `heed help sheet` and `heed help lessons`. What has a table (builtins, kinds of
 * pictures) is printed from it, so that the guide cannot fall behind. */
#include "guide.h"
#include "cli.h"

#include "heed/text.h"

#include <stdio.h>
#include <string.h>

enum { GUIDE_COLS = 80 }; /* as narrow as a terminal usually is */

/* What stands in brackets is one word: [--width N]. */
static size_t word_len(const char *word)
{
    size_t len = strcspn(word, " ");
    const char *close = word[0] == '[' ? strchr(word, ']') : NULL;
    return close && close >= word + len ? (size_t)(close - word) + strcspn(close, " ") : len;
}

/* The words of `text` from column `at` on, in lines of at most GUIDE_COLS that go on at `hang`. */
static void put_words(const char *text, size_t at, size_t hang)
{
    bool is_first = true;
    for (const char *word = text; *word != '\0';) {
        size_t len = word_len(word), cells = text_width_n(word, len);
        if (!is_first && at + 1 + cells > GUIDE_COLS) {
            printf("\n%*s", (int)hang, "");
            at = hang;
            is_first = true;
        }
        printf("%s%.*s", is_first ? "" : " ", (int)len, word);
        at += cells + (is_first ? 0 : 1);
        is_first = false;
        word += len + strspn(word + len, " ");
    }
    putchar('\n');
}

static void put_indented(const char *text, size_t indent, size_t hang)
{
    printf("%*s", (int)indent, "");
    put_words(text, indent, hang);
}

/* A usage, and what it means in a column of its own. */
static void put_entry(const char *usage, const char *text, size_t indent, size_t column)
{
    size_t cells = indent + text_width(usage);
    printf("%*s%s", (int)indent, "", usage);
    if (cells >= column) putchar('\n');
    printf("%*s", (int)(cells < column ? column - cells : column), "");
    put_words(text, column, column);
}

static const char sheet_text[] =
    "The sheet is a spreadsheet whose cells are whole arrays. Each line gives a name\n"
    "to an expression; a name is defined once, before it is used. The language is a\n"
    "subset of Python, with NumPy's meaning:\n"
    "\n"
    "  q     = [1, 0, 1, 0]\n"
    "  K     = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
    "  s     = q @ K.T                # (4,) @ (4, 3) gives (3,)\n"
    "  alpha = softmax(s / sqrt(cols(K)))\n"
    "\n"
    "  values      arrays are 32-bit floats; literals and full reductions 64-bit;\n"
    "              lists of strings label rows: keys = [\"k1\", \"k2\", \"k3\"]\n"
    "  operators   + - * / ** @   == != < <= > >=   and or not   a if c else b\n"
    "  indexing    a[0]  S[1, 2]  S[1]  S[:, 0]  a[-1]  a[1:3]  a[a > 0]  .T\n"
    "  comparing   isclose and allclose for computed reals; == for counts, bools,\n"
    "              strings\n"
    "  inputs      a name whose whole right side is a literal, slider, toggle or\n"
    "              choice can be changed by the student, and by --set\n"
    "\n"
    "Builtins\n";

static const char lessons_text[] =
    "A lesson is a Markdown file: prose, formulas and pictures over one sheet.\n"
    "\n"
    "  ---\n"
    "  title: Four steps\n"
    "  part: Attention as lookup\n"
    "  order: 6\n"
    "  level: first\n"
    "  ---\n"
    "\n"
    "  ## A question?                 starts a screen; its title is a question\n"
    "  <!-- pause scale -->           ends a step, and may name the next\n"
    "  **First bold sentence.**       is the step's key sentence\n"
    "  > An analogy.\n"
    "  {alpha[2]:.4f}                 a live number: an expression and Python's\n"
    "                                 format; {{ for a brace. No result is typed by\n"
    "                                 hand.\n"
    "  [as printed: 0.4518]           a figure quoted from a source\n"
    "\n"
    "Reserved ### headings: Goal, Foundations, Trap, Next, Mechanics, Takeaways are\n"
    "shown; In practice, History, Sources open on demand; Notes are the speaker's\n"
    "(`heed notes`).\n"
    "\n"
    "Fences (the first word names the block)\n";

static void print_sheet(void)
{
    fputs(sheet_text, stdout);
    for (size_t i = 0; i < builtin_count(); i++) {
        const BuiltinInfo *info = builtin_info(i);
        put_indented(info->usage, 2, 6);
        put_indented(info->text, 6, 6);
    }
}

static const char ideas_text[] =
    "\n"
    "Wrong ideas, in misconceptions.md beside the lessons (heed's own stand where\n"
    "there is none)\n"
    "  ## name-of-the-idea\n"
    "  One sentence: what was done in place of the right thing.\n"
    "  ```overlay\n"
    "      lines laid over a lesson's sheet, one NAME = EXPR a line: z = s / dk\n"
    "  ```answer\n"
    "      or, in place of an overlay, an expression that stands for the answer\n"
    "  Each has one fence. `heed check misconceptions.md` tries it against the\n"
    "  lessons beside it.\n";

static const char glossary_guide[] =
    "\n"
    "The glossary, in glossary.md: terms in the order of the alphabet\n"
    "  ## softmax\n"
    "  - also: WORD, …            other words for it\n"
    "  - names: NAME, …           names of sheets that usually hold it: ? on such a\n"
    "                             number tells the term\n"
    "  - see: TERM, …             related terms of the same file\n"
    "  Then its meaning, at most 60 words. Which lessons use a term is found in their\n"
    "  text.\n"
    "  `heed check glossary.md` checks it.\n";

static void print_lessons(void)
{
    fputs(lessons_text, stdout);
    for (size_t fence = 0; fence < lesson_fence_count(); fence++) {
        const FenceSyntax *syntax = lesson_fence_syntax(fence);
        printf("  ```%s\n", syntax->usage);
        put_indented(syntax->text, 6, 6);
        for (size_t i = 0; i < lesson_field_count(fence); i++)
            put_entry(lesson_field_syntax(fence, i)->usage, lesson_field_syntax(fence, i)->text, 8, 39);
    }
    puts("\nKinds of `show`, one a line: KIND ARGUMENTS key=value ... | caption");
    for (int kind = 0; kind < SHOW_KIND_COUNT; kind++) {
        const ShowSyntax *syntax = lesson_show_syntax((ShowKind)kind);
        put_indented(syntax->usage, 2, 6);
        put_indented(syntax->text, 6, 6);
        for (const ShowOptionSyntax *option = syntax->options; option && option->key; option++) {
            printf("      %s= ", option->key);
            put_words(option->text, 8 + strlen(option->key), 10);
        }
    }
    fputs(ideas_text, stdout);
    fputs(glossary_guide, stdout);
    puts("\n`heed check FILE` finds mistakes; `heed run FILE` opens it, and reads it again\n"
         "when it changes; `heed quiz FILE` asks its questions.");
}

void guide_entry(const char *command, const char *text)
{
    printf("  heed ");
    size_t column = 17, cells = 7 + strlen(command);
    printf("%s%*s", command, (int)(cells < column ? column - cells : 1), "");
    put_words(text, column, column);
}

void guide_usage(const char *usage)
{
    printf("heed ");
    put_words(usage, 5, 7);
}

bool guide_print(const char *topic)
{
    static const struct {
        const char *topic;
        void (*print)(void);
    } guides[] = {{"sheet", print_sheet}, {"lessons", print_lessons}};
    for (size_t i = 0; i < sizeof guides / sizeof guides[0]; i++) {
        if (strcmp(guides[i].topic, topic) != 0) continue;
        guides[i].print();
        return true;
    }
    return false;
}

/* ----------------------------------------------------------------- commands */

static const char cards_text[] =
    "Cards that are due come first, then new ones, up to ten a day over all lessons.\n"
    "At a terminal heed's screen of them opens; in a pipe, or with --plain, a\n"
    "sitting goes line by line:\n"
    "\n"
    "  Enter, or an answer             turns the card; a number is judged\n"
    "  again, hard, good, easy, 1 to 4 grades it; each tells when the card comes back\n"
    "  undo                            takes the last grade back\n"
    "  suspend                         does not ask this card any more\n"
    "  suspended, unsuspend CARD       lists those cards, asks one again\n"
    "  quit, or the end of the input   ends the sitting\n"
    "\n"
    "The schedule is FSRS-6: learning steps of 1 and 10 minutes, then intervals\n"
    "after which a card is still known with probability 0.9. A day begins at 04:00.\n"
    "Each grade is in the journal before the next card is shown.\n"
    "\n"
    "  --cram      every card once, again until known; schedule and journal stay as\n"
    "              they are\n"
    "  export      the cards for Anki: tab-separated, with header lines; a later\n"
    "              import updates\n";

static const char progress_text[] =
    "Streak, what is due, each lesson, cards by state, the days ahead, wrong ideas.\n"
    "Nothing is written; damaged lines of the journal are named on standard error.\n"
    "\n"
    "json   {\"cards\": […], \"lessons\": […], \"ideas\": […]}\n"
    "  cards    card, state (new, learning, review, relearning), stability in days,\n"
    "           difficulty 1 to 10, due (a day; in learning a moment), reps, lapses;\n"
    "           suspended where it is\n"
    "  lessons  lesson, title, screens, screens_done, steps, steps_done, last_seen,\n"
    "           cards, cards_due\n"
    "  ideas    idea, seen, last_seen, right_since, state (open, settled)\n"
    "csv    the cards, one a line, with a header line (RFC 4180)\n";

static const char quiz_text[] =
    "Questions have numbers of their own, drawn from --seed, the question and the\n"
    "attempt: the same seed asks the same. With a lesson, a part or a file only its\n"
    "questions are asked; ideas that your journal has open come first.\n"
    "\n"
    "At a terminal the quiz opens on the screen (? lists its keys). On a pipe, or\n"
    "with --plain, each line of the input is an answer:\n"
    "\n"
    "  a letter        b\n"
    "  several         a c, or none; in their order: c a d b\n"
    "  a number        0.333, 1/3, 33.3 %, or an expression over the lesson's names\n"
    "  an array        0.27 0.27 0.45; a ';' between rows\n"
    "  true or false   true b: with the letter of the reason, where reasons stand\n"
    "  a change        q = [0, 1, 1, 0]; K = ...\n"
    "\n"
    "or a word: hint (up to three, each costs one of four points), skip, give up,\n"
    "why (where the right answer of the question before comes from), help, quit. The\n"
    "end of the input sums up. Answers are kept in the journal.\n";

static const char present_text[] =
    "Each step is a view of its own: its key sentence (the first bold one) in place\n"
    "of the prose, its picture, table or formula on the whole screen, then what it\n"
    "claims. Enlarge the terminal's font until about 60 columns and 20 rows are\n"
    "left, and it reads from the back row. The theme is one of high contrast; t\n"
    "changes it. Without --screen and --step it begins at the first view.\n"
    "\n"
    "  PgDn Space → on      PgUp Bksp ← back      Home End   the first view, the last\n"
    "  . b   blank; any key brings the view back\n"
    "  12 Enter   go to view 12        o   all views\n"
    "  c     after any detour (edits, a scene, why, a jump) back to the view, and to\n"
    "        the lesson as it is written; u undoes that too\n"
    "  B     the selected number in block digits; its whole array; neither\n"
    "  s     the spotlight: all but the selected number is dimmed, or nothing\n"
    "  F1 to F9   the lesson's scenes; S names them\n"
    "  p     put the prediction to the class; the next key shows the answer\n"
    "  x     put a question of this screen to the class, with numbers of its own;\n"
    "        likewise\n"
    "  C     show or hide the clock        T   set it to zero\n"
    "  Esc P end; P goes on\n"
    "\n"
    "All else works as in reading: Tab and the arrows select a number, Enter asks\n"
    "why, e and + − change it, : tries an expression, L rounds, A compares. `heed\n"
    "notes` in another terminal shows the speaker's notes.\n";

static const char notes_text[] =
    "Follows a heed that presents (`heed present`, or P in a lesson) under the same\n"
    "user: the notes of the step that the room sees (### Notes in the lesson), what\n"
    "comes next, the clock, the scenes, and the answer to a quiz question before the\n"
    "class sees it. None of this is ever on the shared screen.\n"
    "\n"
    "  ↑ ↓ PgUp PgDn   scroll    Tab   another presenter    t   theme    q   leave\n"
    "\n"
    "On a pipe it prints once and ends; with nobody presenting that is exit code 1.\n"
    "\n"
    "What is shown passes through present-PID.json in $XDG_RUNTIME_DIR/heed, or in\n"
    "run/ beside the journal where there is no such folder (give both the same\n"
    "--data then): mode 0600, written at each change, removed at the end. A file\n"
    "that belongs to somebody else, or that others may read or write, is refused.\n";

const char *guide_more(const char *command)
{
    static const struct {
        const char *command, *text;
    } more[] = {{"cards", cards_text}, {"progress", progress_text}, {"quiz", quiz_text}, {"present", present_text}, {"notes", notes_text}};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (strcmp(more[i].command, command) == 0) return more[i].text;
    return NULL;
}
