/* heed list, heed help. */
#include "cli.h"
#include "guide.h"
#include "heed/json.h"
#include "heed/text.h"

#include <stdio.h>
#include <string.h>

static void list_json(void)
{
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_key(&w, "lessons");
    json_open_array(&w);
    for (size_t i = 0; i < heed_library.count; i++) {
        const LibraryEntry *entry = &heed_library.entries[i];
        json_open_object(&w);
        json_key(&w, "id");
        json_string(&w, entry->id);
        json_key(&w, "part");
        json_string(&w, entry->part);
        json_key(&w, "title");
        json_string(&w, entry->title);
        json_key(&w, "screens");
        json_int(&w, entry->n_screens);
        json_close_object(&w);
    }
    json_close_array(&w);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

static void list_text(Arena *arena)
{
    Charset charset = cli_charset();
    int widest = 0;
    for (size_t i = 0; i < heed_library.count; i++) {
        int width = charset_width(charset, heed_library.entries[i].id);
        if (width > widest) widest = width;
    }
    const char *part = "";
    for (size_t i = 0; i < heed_library.count; i++) {
        const LibraryEntry *entry = &heed_library.entries[i];
        if (strcmp(part, entry->part) != 0)
            printf("%s%s\n", i ? "\n" : "", charset_text(arena, charset, entry->part));
        part = entry->part;
        printf("  %-*s  %s (%d screens)\n", widest, entry->id, charset_text(arena, charset, entry->title),
               entry->n_screens);
    }
}

int cmd_list(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    if (options->format && strcmp(options->format, "json") == 0) {
        list_json();
    } else {
        Arena *arena = arena_new();
        list_text(arena);
        arena_free(arena);
    }
    return EXIT_OK;
}

/* --------------------------------------------------------------------- help */

static void help_all(void)
{
    puts("heed: an attention playground for the terminal\n\n  heed           open at home");
    for (size_t i = 0; i < cli_n_commands; i++)
        guide_entry(cli_commands[i].name, cli_commands[i].text);
    puts("\nGlobal options\n"
         "  --data DIR               keep the journal in DIR, not in $XDG_STATE_HOME/heed\n"
         "  --isa NAME               force a kernel set: scalar, avx2 or avx512\n"
         "                           (also HEED_ISA)\n"
         "  --plain                  lines of text in place of a screen; by itself where\n"
         "                           TERM is dumb or commands come from a pipe\n"
         "  --version, --help\n\n"
         "Environment\n"
         "  HEED_GLYPHS=SET          what drawings are made of: braille, blocks (where the\n"
         "                           font has no braille) or ascii\n"
         "  HEED_THREADS=N           how many threads large products may use\n\n"
         "`heed help COMMAND` tells more; `heed help sheet` and `heed help lessons` teach\n"
         "the language of the sheet and the format of lessons. In heed, ? lists the keys.");
}

int cmd_help(const Command *command, Options *options)
{
    (void)command;
    const char *topic = options->n_args ? options->args[0] : NULL;
    if (topic == NULL) {
        help_all();
        return EXIT_OK;
    }
    if (guide_print(topic)) return EXIT_OK;
    for (size_t i = 0; i < cli_n_commands; i++) {
        if (strcmp(cli_commands[i].name, topic) != 0) continue;
        guide_usage(cli_commands[i].usage);
        printf("\n%s\n", cli_commands[i].text);
        if (guide_more(topic)) printf("\n%s", guide_more(topic));
        return EXIT_OK;
    }
    cli_say(
        "no help on '%s'; `heed help` lists the commands, `heed help sheet` and `heed help lessons` teach",
        topic);
    return EXIT_USAGE;
}
