/* heed's entry: global options, then one command of the table.
 *
 * A command is one row of cli_commands; usage texts, `heed help` and option
 * checking are made from it. Exit codes: 0 done, 1 the input is wrong, 2 usage.
 */
#include "cli.h"
#include "heed/core.h"
#include "heed/tui.h"
#include "heed/version.h"

#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const Command cli_commands[] = {
    {"run", "run LESSON|FILE [--screen N] [--step N] [--set NAME=EXPR]… [--plain]", "Open a lesson, or a lesson file.",
     "screen step set", 1, 1, cmd_run},
    {"present", "present LESSON|FILE [--budget MINUTES] [--screen N] [--step N] [--set NAME=EXPR]…",
     "Present a lesson to a room, one idea a view.", "budget screen step set", 1, 1, cmd_present},
    {"notes", "notes [--width N]", "Show the speaker's notes of a lesson that is presented in another terminal.",
     "width", 0, 0, cmd_notes},
    {"list", "list [--format text|json]", "List the lessons.", "format", 0, 0, cmd_list},
    {"print", "print LESSON|FILE [--screen N] [--set NAME=EXPR]… [--width N] [--format text|json] [--plain]",
     "Print a whole lesson with its numbers.", "screen set width format", 1, 1, cmd_print},
    {"eval", "eval EXPR|- [--format text|json]", "Compute an expression; - reads it from standard input.",
     "format", 1, 1, cmd_eval},
    {"why", "why LESSON|FILE EXPR [--set NAME=EXPR]… [--depth N] [--format text|json]",
     "Derive one number of a lesson.", "set depth format", 2, 2, cmd_why},
    {"check", "check FILE…", "Check lesson files: names, shapes, claims, questions, typed results, overflow.", "", 1,
     CLI_MAX_ARGS, cmd_check},
    {"export", "export LESSON|FILE [--set NAME=EXPR]… [--format md|html|py|json]",
     "Write a lesson as Markdown, one HTML page, a NumPy script or JSON.", "set format", 1, 1, cmd_export},
    {"quiz", "quiz [LESSON|PART|FILE] [--count N] [--seed N] [--plain]",
     "Ask questions; a wrong idea is named and shown beside the right one.", "count seed plain", 0, 1, cmd_quiz},
    {"cards", "cards [LESSON] [--cram] [--plain] | cards export [--format anki]",
     "Review the flashcards that are due; export writes them for Anki.", "cram plain format", 0, 1,
     cmd_cards},
    {"progress", "progress [--format text|json|csv]",
     "Tell how far you are: cards, lessons, ideas; csv lists the cards.", "format", 0, 0, cmd_progress},
    {"bench", "bench [--format text|json]", "Measure the attention core on this machine, per kernel set.",
     "format", 0, 0, cmd_bench},
    {"glossary", "glossary [TERM] [--format text|json]", "Say what the lessons mean by a word; alone, by all of them.", "format", 0,
     1, cmd_glossary},
    {"help", "help [COMMAND|sheet|lessons]", "Explain a command, the sheet's language or the lesson format.",
     "", 0, 1, cmd_help},
};
const size_t cli_n_commands = sizeof cli_commands / sizeof cli_commands[0];

static const Command home_command = {"",      "[--data DIR] [--isa NAME] [--plain]", "Open heed at home.", "", 0, 0,
                                     cmd_home};

/* ------------------------------------------------------------------ options */

typedef enum ArgType { ARG_TEXT, ARG_COUNT, ARG_SET, ARG_FLAG } ArgType;

typedef struct OptionRow {
    const char *name;
    ArgType type;
    size_t offset; /* in Options */
    int low, high; /* ARG_COUNT */
    bool everywhere;
} OptionRow;

static const OptionRow option_rows[] = {
    {"data", ARG_TEXT, offsetof(Options, data), 0, 0, true},
    {"isa", ARG_TEXT, offsetof(Options, isa), 0, 0, true},
    {"format", ARG_TEXT, offsetof(Options, format), 0, 0, false},
    {"screen", ARG_COUNT, offsetof(Options, screen), 1, 999, false},
    {"step", ARG_COUNT, offsetof(Options, step), 1, 999, false},
    {"width", ARG_COUNT, offsetof(Options, width), 20, 2000, false},
    {"budget", ARG_COUNT, offsetof(Options, budget), 1, 1440, false},
    {"depth", ARG_COUNT, offsetof(Options, depth), 1, 64, false},
    {"set", ARG_SET, offsetof(Options, sets), 0, 0, false},
    {"count", ARG_COUNT, offsetof(Options, count), 1, 999, false},
    {"seed", ARG_TEXT, offsetof(Options, seed), 0, 0, false},
    {"plain", ARG_FLAG, offsetof(Options, plain), 0, 0, true},
    {"cram", ARG_FLAG, offsetof(Options, cram), 0, 0, false},
};
enum { N_OPTION_ROWS = sizeof option_rows / sizeof option_rows[0] };

static bool takes_option(const Command *command, const OptionRow *row)
{
    if (row->everywhere) return true;
    size_t n = strlen(row->name);
    for (const char *p = command->options; (p = strstr(p, row->name)) != NULL; p += n)
        if ((p == command->options || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0')) return true;
    return false;
}

static int unknown_option(const Command *command, const char *arg, size_t len)
{
    const char *known[N_OPTION_ROWS];
    size_t n = 0;
    for (size_t i = 0; i < N_OPTION_ROWS; i++)
        if (takes_option(command, &option_rows[i])) known[n++] = option_rows[i].name;
    Arena *arena = arena_new();
    const char *near = nearest_word(arena_strndup(arena, arg + 2, len - 2), known, n);
    int code = near ? cli_usage(command, "unknown option '%.*s'; did you mean --%s?", (int)len, arg, near)
                    : cli_usage(command, "unknown option '%.*s'", (int)len, arg);
    arena_free(arena);
    return code;
}

static bool parse_count(const char *text, const OptionRow *row, int *value)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end != '\0' || n < row->low || n > row->high) return false;
    *value = (int)n;
    return true;
}

static int store_option(const Command *command, const OptionRow *row, const char *value, Options *options)
{
    char *field = (char *)options + row->offset;
    switch (row->type) {
    case ARG_FLAG: *(bool *)(void *)field = true; return EXIT_OK;
    case ARG_TEXT: *(const char **)(void *)field = value; return EXIT_OK;
    case ARG_SET:
        if (strchr(value, '=') == NULL) return cli_usage(command, "--set wants NAME=EXPR, not '%s'", value);
        strbuf_add((StrBuf *)(void *)field, value);
        strbuf_add_char((StrBuf *)(void *)field, '\n');
        return EXIT_OK;
    case ARG_COUNT:
        if (!parse_count(value, row, (int *)(void *)field))
            return cli_usage(command, "--%s wants a whole number from %d to %d, not '%s'", row->name,
                             row->low, row->high, value);
        return EXIT_OK;
    }
    return EXIT_OK;
}

/* One argument that starts with "--", with its value from `=` or the next argument. */
static int parse_option(const Command *command, char **argv, int argc, int *i, Options *options)
{
    const char *arg = argv[*i], *equals = strchr(arg, '=');
    size_t len = equals ? (size_t)(equals - arg) : strlen(arg);
    for (size_t k = 0; k < N_OPTION_ROWS; k++) {
        const OptionRow *row = &option_rows[k];
        if (strlen(row->name) != len - 2 || strncmp(arg + 2, row->name, len - 2) != 0) continue;
        if (!takes_option(command, row)) break;
        if (row->type == ARG_FLAG)
            return equals ? cli_usage(command, "--%s takes no value", row->name)
                          : store_option(command, row, NULL, options);
        if (equals) return store_option(command, row, equals + 1, options);
        if (*i + 1 >= argc) return cli_usage(command, "--%s wants a value", row->name);
        return store_option(command, row, argv[++*i], options);
    }
    return unknown_option(command, arg, len);
}

static int parse_arguments(const Command *command, int argc, char **argv, int first, Options *options)
{
    bool only_args = false;
    for (int i = first; i < argc; i++) {
        if (!only_args && strcmp(argv[i], "--") == 0) {
            only_args = true;
        } else if (!only_args && strncmp(argv[i], "--", 2) == 0) {
            int code = parse_option(command, argv, argc, &i, options);
            if (code != EXIT_OK) return code;
        } else if (!only_args && argv[i][0] == '-' && argv[i][1] != '\0' &&
                   strchr("0123456789.([", argv[i][1]) == NULL && command->run != cmd_eval) {
            return cli_usage(command, "unknown option '%s'", argv[i]);
        } else if (options->n_args == command->max_args) {
            return cli_usage(command, "too many arguments at '%s'", argv[i]);
        } else {
            options->args[options->n_args++] = argv[i];
        }
    }
    if (options->n_args < command->min_args) return cli_usage(command, "an argument is missing");
    return EXIT_OK;
}

/* ------------------------------------------------------------------ starting */

/* --isa, else HEED_ISA, else the best there is. */
static int select_isa(const Options *options)
{
    const char *name = options->isa, *from = "--isa";
    if (name == NULL) {
        name = getenv("HEED_ISA");
        from = "HEED_ISA";
    }
    if (name == NULL || name[0] == '\0') return EXIT_OK;
    HeedStatus status = heed_isa_select(name);
    if (status == HEED_OK) return EXIT_OK;
    StrBuf have = {0};
    for (size_t i = 0; i < heed_isa_count(); i++)
        if (heed_isa_is_available(heed_isa_name_at(i))) strbuf_printf(&have, " %s", heed_isa_name_at(i));
    cli_say("%s=%s: %s; this machine has:%s", from, name, heed_status_text(status), strbuf_text(&have));
    strbuf_free(&have);
    return EXIT_USAGE;
}

/* HEED_THREADS: how many threads large work may use. */
static int select_threads(void)
{
    const char *text = getenv("HEED_THREADS");
    if (text == NULL || text[0] == '\0') return EXIT_OK;
    char *end;
    long n = strtol(text, &end, 10);
    if (*end == '\0' && n >= 1 && n <= 256 && heed_threads_set((size_t)n) == HEED_OK) return EXIT_OK;
    cli_say("HEED_THREADS=%s: wants a whole number from 1 to 256", text);
    return EXIT_USAGE;
}

/* HEED_GLYPHS: what drawings are made of. */
static int select_glyphs(void)
{
    const char *text = getenv("HEED_GLYPHS");
    Charset charset;
    if (text == NULL || text[0] == '\0' || cli_glyphs(&charset)) return EXIT_OK;
    cli_say("HEED_GLYPHS=%s: wants braille, blocks or ascii", text);
    return EXIT_USAGE;
}

static int print_version(void)
{
    printf("heed %s (kernels %s, %s)\n", HEED_VERSION, heed_isa_name(), tui_library_version());
    return EXIT_OK;
}

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < cli_n_commands; i++)
        if (strcmp(cli_commands[i].name, name) == 0) return &cli_commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[sizeof cli_commands / sizeof cli_commands[0]];
    for (size_t i = 0; i < cli_n_commands; i++) names[i] = cli_commands[i].name;
    const char *near = nearest_word(name, names, cli_n_commands);
    if (library_find(&heed_library, name))
        cli_say("'%s' is a lesson, not a command; did you mean: heed run %s?", name, name);
    else if (near)
        cli_say("unknown command '%s'; did you mean %s? `heed help` lists them", name, near);
    else
        cli_say("unknown command '%s'; `heed help` lists them", name);
    return EXIT_USAGE;
}

/* The command is the first argument that is neither an option nor the value of a global one. */
static int find_command_index(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') return i;
        if (strcmp(argv[i], "--data") == 0 || strcmp(argv[i], "--isa") == 0) i++;
    }
    return argc;
}

static bool has_flag(int argc, char **argv, int end, const char *a, const char *b)
{
    for (int i = 1; i < end && i < argc; i++)
        if (strcmp(argv[i], a) == 0 || strcmp(argv[i], b) == 0) return true;
    return false;
}

/* Options before the command (global ones), then the command's own. */
static int parse_all(const Command *command, int argc, char **argv, int at, Options *options)
{
    for (int i = 1; i < at; i++) {
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) continue;
        if (strncmp(argv[i], "--", 2) != 0 || argv[i][2] == '\0')
            return cli_usage(command, "unknown option '%s'", argv[i]);
        int code = parse_option(&home_command, argv, at, &i, options);
        if (code != EXIT_OK) return code;
    }
    return at < argc ? parse_arguments(command, argc, argv, at + 1, options) : EXIT_OK;
}

/* A standard stream that was closed at the start stays taken: a file opened later would get its number, and what is said
 * would be written into the journal. Reading and writing it fail as before. */
static void keep_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) return;
}

/* What was printed has arrived; an early failure is remembered by the stream. */
static bool output_is_written(void)
{
    return fflush(stdout) == 0 && !ferror(stdout);
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    setlocale(LC_CTYPE, ""); /* never LC_NUMERIC: numbers are Python's everywhere */
    Options options = {0};
    int at = find_command_index(argc, argv);
    if (has_flag(argc, argv, argc, "--help", "-h")) {
        options.args[0] = at < argc ? argv[at] : NULL;
        options.n_args = at < argc ? 1 : 0;
        return cmd_help(NULL, &options);
    }
    const Command *command = at < argc ? find_command(argv[at]) : &home_command;
    if (command == NULL) return unknown_command(argv[at]);
    bool wants_version = has_flag(argc, argv, at, "--version", "-V");

    int code = parse_all(command, argc, argv, at, &options);
    if (code == EXIT_OK) code = select_isa(&options);
    if (code == EXIT_OK) code = select_threads();
    if (code == EXIT_OK) code = select_glyphs();
    if (code == EXIT_OK) code = wants_version ? print_version() : command->run(command, &options);
    heed_threads_stop();
    strbuf_free(&options.sets);
    if (!output_is_written()) {
        cli_say("standard output could not be written");
        if (code == EXIT_OK) code = EXIT_INPUT;
    }
    return code;
}
