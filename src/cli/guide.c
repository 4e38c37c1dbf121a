/* `heed help sheet` and `heed help lessons`. What has a table (builtins, kinds of
 * pictures) is printed from it, so that the guide cannot fall behind. */
#include "guide.h"
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const char sheet_text[] =
    "The sheet is a spreadsheet whose cells are whole arrays. Each line gives a name to an\n"
    "expression; a name is defined once, before it is used. The language is a subset of\n"
    "Python, with NumPy's meaning:\n"
    "\n"
    "  q     = [1, 0, 1, 0]\n"
    "  K     = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
    "  s     = q @ K.T                # (4,) @ (4, 3) gives (3,)\n"
    "  alpha = softmax(s / sqrt(cols(K)))\n"
    "\n"
    "  values      arrays are 32-bit floats; literals and full reductions 64-bit; lists of\n"
    "              strings label rows: keys = [\"k1\", \"k2\", \"k3\"]\n"
    "  operators   + - * / ** @   == != < <= > >=   and or not   a if c else b\n"
    "  indexing    a[0]  S[1, 2]  S[1]  S[:, 0]  a[-1]  a[1:3]  a[a > 0]   .T transposes\n"
    "  comparing   isclose and allclose for computed reals; == for counts, bools, strings\n"
    "  inputs      a name whose whole right side is a literal, slider, toggle or choice can\n"
    "              be changed by the student, and by --set\n"
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
    "  {alpha[2]:.4f}                 a live number: an expression and Python's format;\n"
    "                                 {{ for a brace. No result is typed by hand.\n"
    "  [as printed: 0.4518]           a figure quoted from a source\n"
    "\n"
    "Reserved ### headings: Goal, Foundations, Trap, Next, Mechanics, Takeaways are shown;\n"
    "In practice, History, Sources open on demand; Notes are the speaker's (`heed notes`).\n"
    "\n"
    "Fences (the first word names the block)\n";

static void print_sheet(void)
{
    fputs(sheet_text, stdout);
    for (size_t i = 0; i < builtin_count(); i++) {
        const BuiltinInfo *info = builtin_info(i);
        printf("  %s\n      %s\n", info->usage, info->text);
    }
}

static const char ideas_text[] =
    "\nWrong ideas, in misconceptions.md beside the lessons (heed's own stand where there is none)\n"
    "  ## name-of-the-idea\n"
    "  One sentence: what was done in place of the right thing.\n"
    "  ```overlay\n"
    "      lines laid over a lesson's sheet, one NAME = EXPR a line: z = s / dk\n"
    "  ```answer\n"
    "      or, in place of an overlay, an expression that stands for the answer\n"
    "  Each has one fence. `heed check misconceptions.md` tries it against the lessons beside it.\n";

static const char glossary_guide[] =
    "\nThe glossary, in glossary.md: terms in the order of the alphabet\n"
    "  ## softmax\n"
    "  - also: WORD, …            other words for it\n"
    "  - names: NAME, …           names of sheets that usually hold it: ? on such a number tells the term\n"
    "  - see: TERM, …             related terms of the same file\n"
    "  Then its meaning, at most 60 words. Which lessons use a term is found in their text.\n"
    "  `heed check glossary.md` checks it.\n";

static void print_lessons(void)
{
    fputs(lessons_text, stdout);
    for (size_t fence = 0; fence < lesson_fence_count(); fence++) {
        const FenceSyntax *syntax = lesson_fence_syntax(fence);
        printf("  ```%s\n      %s\n", syntax->usage, syntax->text);
        for (size_t i = 0; i < lesson_field_count(fence); i++)
            printf("        %-30s %s\n", lesson_field_syntax(fence, i)->usage,
                   lesson_field_syntax(fence, i)->text);
    }
    puts("\nKinds of `show`, one a line: KIND ARGUMENTS key=value ... | caption");
    for (int kind = 0; kind < SHOW_KIND_COUNT; kind++) {
        const ShowSyntax *syntax = lesson_show_syntax((ShowKind)kind);
        printf("  %s\n      %s\n", syntax->usage, syntax->text);
        for (const ShowOptionSyntax *option = syntax->options; option && option->key; option++)
            printf("      %s= %s\n", option->key, option->text);
    }
    fputs(ideas_text, stdout);
    fputs(glossary_guide, stdout);
    puts("\n`heed check FILE` finds mistakes; `heed run FILE` opens it; `heed quiz FILE` asks its questions.");
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
    "Cards that are due come first, then new ones, up to ten a day over all lessons. At a\n"
    "terminal heed's screen of them opens; in a pipe, or with --plain, a sitting goes line by\n"
    "line:\n"
    "\n"
    "  Enter, or an answer             turns the card; a number is judged\n"
    "  again, hard, good, easy, 1 to 4 grades it; each tells when the card comes back\n"
    "  undo                            takes the last grade back\n"
    "  suspend                         does not ask this card any more\n"
    "  suspended, unsuspend CARD       lists those cards, asks one again\n"
    "  quit, or the end of the input   ends the sitting\n"
    "\n"
    "The schedule is FSRS-6: learning steps of 1 and 10 minutes, then intervals after which a\n"
    "card is still known with probability 0.9. A day begins at 04:00. Each grade is in the\n"
    "journal before the next card is shown.\n"
    "\n"
    "  --cram      every card once, again until known; schedule and journal stay as they are\n"
    "  export      the cards for Anki: tab-separated, with header lines; a later import updates\n";

static const char progress_text[] =
    "Streak, what is due, each lesson, cards by state, the days ahead, wrong ideas. Nothing is\n"
    "written; damaged lines of the journal are named on standard error.\n"
    "\n"
    "json   {\"cards\": […], \"lessons\": […], \"ideas\": […]}\n"
    "  cards    card, state (new, learning, review, relearning), stability in days, difficulty\n"
    "           1 to 10, due (a day; in learning a moment), reps, lapses; suspended where it is\n"
    "  lessons  lesson, title, screens, screens_done, steps, steps_done, last_seen, cards,\n"
    "           cards_due\n"
    "  ideas    idea, seen, last_seen, right_since, state (open, settled)\n"
    "csv    the cards, one a line, with a header line (RFC 4180)\n";

static const char quiz_text[] =
    "Questions have numbers of their own, drawn from --seed, the question and the attempt: the\n"
    "same seed asks the same. With a lesson, a part or a file only its questions are asked;\n"
    "ideas that your journal has open come first.\n"
    "\n"
    "At a terminal the quiz opens on the screen (? lists its keys). On a pipe, or with --plain,\n"
    "each line of the input is an answer:\n"
    "\n"
    "  a letter        b\n"
    "  several         a c, or none; in their order: c a d b\n"
    "  a number        0.333, 1/3, 33.3 %, or an expression over the lesson's names\n"
    "  an array        0.27 0.27 0.45; a ';' between rows\n"
    "  true or false   true b: with the letter of the reason, where reasons stand\n"
    "  a change        q = [0, 1, 1, 0]; K = ...\n"
    "\n"
    "or a word: hint (up to three, each costs one of four points), skip, give up, why (where\n"
    "the right answer of the question before comes from), help, quit. The end of the input sums\n"
    "up. Answers are kept in the journal.\n";

static const char present_text[] =
    "Each step is a view of its own: its key sentence (the first bold one) in place of the\n"
    "prose, its picture, table or formula on the whole screen, then what it claims. Enlarge the\n"
    "terminal's font until about 60 columns and 20 rows are left, and it reads from the back\n"
    "row. The theme is one of high contrast; t changes it. Without --screen and --step it begins\n"
    "at the first view.\n"
    "\n"
    "  PgDn Space → on        PgUp Bksp ← back        Home End    the first view, the last\n"
    "  . b   blank; any key brings the view back\n"
    "  12 Enter   go to view 12        o   all views\n"
    "  c     after any detour (edits, a scene, why, a jump) back to the view, and to the lesson\n"
    "        as it is written; u undoes that too\n"
    "  B     the selected number in block digits; its whole array; neither\n"
    "  s     the spotlight: all but the selected number is dimmed, or nothing\n"
    "  F1 to F9   the lesson's scenes; S names them\n"
    "  p     put the prediction to the class; the next key shows the answer\n"
    "  x     put a question of this screen to the class, with numbers of its own; likewise\n"
    "  C     show or hide the clock        T   set it to zero\n"
    "  Esc P end; P goes on\n"
    "\n"
    "All else works as in reading: Tab and the arrows select a number, Enter asks why, e and\n"
    "+ − change it, : tries an expression, L rounds, A compares. `heed notes` in another terminal\n"
    "shows the speaker's notes.\n";

static const char notes_text[] =
    "Follows a heed that presents (`heed present`, or P in a lesson) under the same user: the\n"
    "notes of the step that the room sees (### Notes in the lesson), what comes next, the clock,\n"
    "the scenes, and the answer to a quiz question before the class sees it. None of this is\n"
    "ever on the shared screen.\n"
    "\n"
    "  ↑ ↓ PgUp PgDn   scroll        Tab   another presenter        t   theme        q   leave\n"
    "\n"
    "On a pipe it prints once and ends; with nobody presenting that is exit code 1.\n"
    "\n"
    "What is shown passes through present-PID.json in $XDG_RUNTIME_DIR/heed, or in run/ beside\n"
    "the journal where there is no such folder (give both the same --data then): mode 0600,\n"
    "written at each change, removed at the end. A file that belongs to somebody else, or that\n"
    "others may read or write, is refused.\n";

const char *guide_more(const char *command)
{
    static const struct {
        const char *command, *text;
    } more[] = {{"cards", cards_text}, {"progress", progress_text}, {"quiz", quiz_text}, {"present", present_text}, {"notes", notes_text}};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (strcmp(more[i].command, command) == 0) return more[i].text;
    return NULL;
}
