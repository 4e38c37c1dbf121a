/* What every command needs: saying what is wrong, the locale, finding a lesson. */
#include "cli.h"
#include "heed/store.h"
#include "heed/text.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* What is said may quote an argument, a variable or a name: none of their bytes steers the terminal. */
static void say(const char *format, va_list args)
{
    Arena *arena = arena_new();
    const char *text = arena_vprintf(arena, format, args);
    const char *safe = text_sanitize(arena, text, strlen(text), true);
    fprintf(stderr, "heed: %s\n", charset_lines(arena, cli_charset(), safe));
    arena_free(arena);
}

void cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

int cli_usage(const Command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    Arena *arena = arena_new();
    fprintf(stderr, "usage: heed %s\n", charset_text(arena, cli_charset(), command->usage));
    arena_free(arena);
    return EXIT_USAGE;
}

void cli_diags_init(Diags *diags, Arena *arena)
{
    diags_init(diags, arena);
    diags->limit = DIAGS_SHOWN;
}

const char *cli_spell(Arena *arena, const char *utf8)
{
    return charset_lines(arena, cli_charset(), utf8);
}

bool cli_report(const Diags *diags)
{
    if (diags->count == 0) return false;
    Arena *arena = arena_new();
    fputs(diags_format_as(arena, diags, cli_spell), stderr);
    arena_free(arena);
    return diags->errors > 0;
}

bool cli_glyphs(Charset *charset)
{
    static const struct {
        const char *name;
        Charset charset;
    } sets[] = {{"braille", CHARSET_UTF8}, {"blocks", CHARSET_BLOCKS}, {"ascii", CHARSET_ASCII}};
    const char *name = getenv("HEED_GLYPHS");
    for (size_t i = 0; name != NULL && i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(name, sets[i].name) == 0) return *charset = sets[i].charset, true;
    return false;
}

Charset cli_charset(void)
{
    const char *codeset = nl_langinfo(CODESET);
    Charset asked = CHARSET_UTF8;
    cli_glyphs(&asked);
    return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0 ? asked : CHARSET_ASCII;
}

int cli_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
    return 80;
}

bool cli_format_is(const Command *command, const Options *options, const char *formats)
{
    if (options->format == NULL) return true;
    size_t n = strlen(options->format);
    for (const char *p = formats; n > 0 && (p = strstr(p, options->format)) != NULL; p += n)
        if ((p == formats || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0')) return true;
    cli_usage(command, "--format is one of: %s; not '%s'", formats, options->format);
    return false;
}

static void say_not_found(const char *name)
{
    const char **ids = heed_xcalloc(heed_library.count + 1, sizeof *ids);
    for (size_t i = 0; i < heed_library.count; i++) ids[i] = heed_library.entries[i].id;
    const char *near = nearest_word(name, ids, heed_library.count);
    if (near)
        cli_say("no lesson and no file '%s'; did you mean %s? `heed list` shows the lessons", name, near);
    else
        cli_say("no lesson and no file '%s'; `heed list` shows the lessons", name);
    free(ids);
}

bool cli_find_text(Arena *arena, const char *name, LessonText *found)
{
    const LibraryEntry *entry = library_find(&heed_library, name);
    if (entry) {
        *found = (LessonText){arena_printf(arena, "%s.md", entry->id), entry->text, entry->len, false};
        return true;
    }
    if (strchr(name, '/') == NULL && access(name, F_OK) != 0) {
        say_not_found(name);
        return false;
    }
    const char *problem;
    char *text = store_read_file(arena, name, STORE_TEXT_LIMIT, &found->len, &problem);
    if (text == NULL) {
        cli_say("%s", problem);
        return false;
    }
    found->name = name;
    found->text = text;
    found->is_file = true;
    return true;
}

bool cli_find_ideas(Arena *arena, const LessonText *lesson, LessonText *ideas)
{
    const char *problem = NULL;
    if (!lesson->is_file) return false;
    ideas->name = store_path(arena, store_folder(arena, lesson->name), "misconceptions.md");
    ideas->text = store_read_file_if_any(arena, ideas->name, STORE_TEXT_LIMIT, &ideas->len, &problem);
    ideas->is_file = true;
    if (ideas->text == NULL) cli_say("%s", problem);
    return ideas->text != NULL && ideas->len > 0;
}

/* The --set lines of the options as an overlay of the lesson. */
static bool open_sets(const Options *options, OpenLesson *open, Diags *diags)
{
    if (options->sets.len == 0) return true;
    SourceText *source = arena_alloc(open->arena, sizeof *source);
    source->name = "--set";
    source->text = arena_strdup(open->arena, strbuf_text(&options->sets));
    source->len = options->sets.len;
    return overlay_parse(open->arena, open->lesson->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY,
                         &open->overlay, diags);
}

int cli_open(const char *name, const Options *options, OpenLesson *open)
{
    *open = (OpenLesson){.arena = arena_new()};
    LessonText found;
    Diags diags;
    cli_diags_init(&diags, open->arena);
    bool ok = cli_find_text(open->arena, name, &found);
    if (ok) {
        open->lesson = lesson_parse(found.name, found.text, found.len, &diags);
        ok = diags.errors == 0 && open_sets(options, open, &diags);
        cli_report(&diags);
    }
    if (!ok) {
        cli_close(open);
        return EXIT_INPUT;
    }
    const Overlay *overlays[] = {&open->overlay};
    open->layer = layer_new(open->lesson->sheet, overlays, 1, NULL);
    return EXIT_OK;
}

void cli_close(OpenLesson *open)
{
    if (open->layer) layer_free(open->layer);
    if (open->lesson) lesson_free(open->lesson);
    arena_free(open->arena);
    *open = (OpenLesson){0};
}
