/* What the commands share: the context of a run, option parsing, how a lesson is
 * found, and the commands themselves. cli is the outermost layer: it alone
 * reads arguments and environment, and performs the app's effects.
 */
#ifndef HEED_CLI_CLI_H
#define HEED_CLI_CLI_H

#include "heed/app.h"
#include "heed/diag.h"
#include "heed/frame.h"
#include "heed/lesson.h"
#include "journal_file.h"

enum { EXIT_OK = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

enum { CLI_MAX_ARGS = 256 };

typedef struct Options {
    const char *data;   /* --data DIR */
    const char *isa;    /* --isa NAME */
    const char *format; /* text (NULL) or json … */
    int screen;         /* from 1; 0: not given */
    int step;           /* from 1; 0: not given */
    int width;          /* 0: not given */
    int depth;          /* 0: not given */
    int budget;         /* minutes; 0: not given */
    bool presents;      /* the lesson is presented */
    StrBuf sets;        /* --set lines, newline-separated */
    int count;          /* 0: not given */
    const char *seed;   /* --seed N; NULL */
    bool plain;         /* --plain: lines of text in place of a screen */
    bool cram;          /* --cram: cards without their schedule */
    const char *args[CLI_MAX_ARGS];
    size_t n_args;
} Options;

typedef struct Command Command;
struct Command {
    const char *name;
    const char *usage;   /* after "heed " */
    const char *text;    /* one sentence */
    const char *options; /* the long options it takes, blank-separated */
    size_t min_args, max_args;
    int (*run)(const Command *command, Options *options);
};

extern const Command cli_commands[];
extern const size_t cli_n_commands;

/* One line on stderr, "heed: …". */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* cli_say, then how the command is used; returns EXIT_USAGE. */
int cli_usage(const Command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As diags_init, for a file from a user: the first DIAGS_SHOWN are shown, and how many more there are. */
enum { DIAGS_SHOWN = 40 };
void cli_diags_init(Diags *diags, Arena *arena);
/* A text as the locale's encoding shows it: a DiagSpell. */
const char *cli_spell(Arena *arena, const char *utf8);
/* Prints diagnostics to stderr; true where one is an error. */
bool cli_report(const Diags *diags);
/* UTF-8 where the locale's encoding is, else ASCII. */
Charset cli_charset(void);
/* HEED_GLYPHS: braille, blocks or ascii. False where it is not set, or is none of them. */
bool cli_glyphs(Charset *charset);
/* Columns of the terminal on stdout, or 80. */
int cli_columns(void);

/* The text of a shipped lesson or of a file. */
typedef struct LessonText {
    const char *name; /* for diagnostics */
    const char *text;
    size_t len;
    bool is_file;
} LessonText;

/* False, said on stderr, where there is neither such a lesson nor such a file. */
bool cli_find_text(Arena *arena, const char *name, LessonText *found);

/* misconceptions.md beside a lesson's file. False: there is none, or it cannot be read (said on stderr). */
bool cli_find_ideas(Arena *arena, const LessonText *lesson, LessonText *ideas);

/* A lesson opened and evaluated under --set. */
typedef struct OpenLesson {
    Arena *arena;
    Lesson *lesson;
    Layer *layer;
    Overlay overlay;
} OpenLesson;

/* EXIT_OK, or the exit code after diagnostics were printed. */
int cli_open(const char *name, const Options *options, OpenLesson *open);
void cli_close(OpenLesson *open);

/* Whether options->format is one of `formats` ("text json"); says what is wrong. */
bool cli_format_is(const Command *command, const Options *options, const char *formats);

int cmd_run(const Command *command, Options *options);
int cmd_list(const Command *command, Options *options);
int cmd_print(const Command *command, Options *options);
int cmd_eval(const Command *command, Options *options);
int cmd_why(const Command *command, Options *options);
int cmd_check(const Command *command, Options *options);
int cmd_export(const Command *command, Options *options);
int cmd_cards(const Command *command, Options *options);
int cmd_progress(const Command *command, Options *options);
int cmd_quiz(const Command *command, Options *options);
int cmd_bench(const Command *command, Options *options);
int cmd_glossary(const Command *command, Options *options);
int cmd_present(const Command *command, Options *options);
int cmd_notes(const Command *command, Options *options);
int cmd_help(const Command *command, Options *options);
int cmd_home(const Command *command, Options *options);

/* An app at home, over what the journal holds; what stands against keeping anything, the app says. */
App *cli_new_app(JournalFile *journal, Arena *arena, Clock *clock, const Options *options);
/* Opens a lesson or a file in an app, at the options' place and under their --set. False, said on stderr,
 * where it cannot be shown. *watched: the file to be watched, or NULL. */
bool cli_open_in_app(App *app, Arena *arena, const char *name, const Options *options, const char **watched);

/* Opens the terminal and runs the app until it quits. `name` NULL: home. */
int loop_run(const Options *options, const char *name);
/* The same, at what `open` opens; false from it (after it said why) ends with EXIT_INPUT before the terminal
 * is taken. */
int loop_run_at(const Options *options, bool (*open)(App *app, const Options *options));

#endif
