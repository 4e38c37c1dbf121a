/* heed print: the whole lesson as text, or as JSON with every value of its sheet. */
#include "cli.h"
#include "heed/core.h"
#include "heed/json.h"
#include "heed/spoken.h"
#include "jsonvalue.h"

#include <stdio.h>
#include <string.h>

/* Long work is finished before anything is printed. */
static void finish_jobs(Layer *layer)
{
    while (layer_job_step(layer, (size_t)1 << 28)) {
    }
}

static void print_text(OpenLesson *open, int screen, int width)
{
    Arena *arena = arena_new();
    Frame *frame = view_print(arena, open->lesson, open->layer, screen, width, cli_charset());
    if (layer_job(open->layer).running) { /* a sweep, which is known only once it is drawn */
        finish_jobs(open->layer);
        frame = view_print(arena, open->lesson, open->layer, screen, width, cli_charset());
    }
    for (int row = 0; row < frame->rows; row++) puts(frame_row_text(arena, frame, row));
    arena_free(arena);
}

static void json_definition(JsonWriter *w, OpenLesson *open, const Definition *definition)
{
    NodeId node = layer_name(open->layer, definition->name);
    json_open_object(w);
    json_key(w, "name");
    json_string(w, definition->name);
    json_key(w, "source");
    json_string(w, layer_source_text(open->layer, open->arena, definition->name));
    json_key(w, "input");
    json_bool(w, definition->input != INPUT_NONE);
    json_node_value(w, open->layer, node);
    json_close_object(w);
}

static void json_sheet(JsonWriter *w, OpenLesson *open, int screen)
{
    json_key(w, "sheet");
    json_open_array(w);
    for (size_t i = 0; i < sheet_count(open->lesson->sheet); i++) {
        const Definition *definition = sheet_definition(open->lesson->sheet, i);
        if (definition->screen == screen) json_definition(w, open, definition);
    }
    json_close_array(w);
}

static void json_shown(JsonWriter *w, OpenLesson *open, int screen)
{
    ShownNumber *shown;
    size_t n = view_shown(open->arena, open->lesson, open->layer, screen, &shown);
    json_key(w, "shown");
    json_open_array(w);
    for (size_t i = 0; i < n; i++) {
        json_open_object(w);
        json_key(w, "expr");
        json_string(w, shown[i].expr);
        json_key(w, "format");
        json_string(w, shown[i].format);
        json_key(w, "text");
        json_string(w, shown[i].text);
        json_key(w, "value");
        json_node_bare(w, open->layer, shown[i].node);
        json_close_object(w);
    }
    json_close_array(w);
}

static void json_claim(JsonWriter *w, OpenLesson *open, const Claim *claim)
{
    ClaimState state = view_claim_state(open->layer, claim);
    json_open_object(w);
    json_key(w, "kind");
    json_string(w, claim->kind == CLAIM_ALWAYS ? "always" : "here");
    json_key(w, "expr");
    json_string(w, claim->expr_text);
    json_key(w, "text");
    json_string(w, view_prose_text(open->arena, open->layer, &claim->text));
    json_key(w, "holds");
    if (state == CLAIM_UNKNOWN)
        json_null(w);
    else
        json_bool(w, state == CLAIM_HOLDS);
    json_close_object(w);
}

static void json_claims(JsonWriter *w, OpenLesson *open, const Screen *screen)
{
    json_key(w, "claims");
    json_open_array(w);
    for (size_t s = 0; s < screen->n_steps; s++)
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++) {
            const Block *block = &screen->steps[s].blocks[b];
            for (size_t c = 0; block->kind == BLOCK_CLAIM && c < block->as.claims.count; c++)
                json_claim(w, open, &block->as.claims.items[c]);
        }
    json_close_array(w);
}

static void print_json(OpenLesson *open, int screen)
{
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_key(&w, "lesson");
    json_string(&w, open->lesson->id);
    json_key(&w, "title");
    json_string(&w, open->lesson->title);
    json_key(&w, "isa");
    json_string(&w, heed_isa_name());
    json_key(&w, "screens");
    json_open_array(&w);
    for (int i = 0; i < (int)open->lesson->n_screens; i++) {
        if (screen >= 0 && i != screen) continue;
        json_open_object(&w);
        json_key(&w, "title");
        json_string(&w, open->lesson->screens[i].title);
        json_sheet(&w, open, i);
        json_shown(&w, open, i);
        json_claims(&w, open, &open->lesson->screens[i]);
        json_close_object(&w);
    }
    json_close_array(&w);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

/* ------------------------------------------------------------------- export */

typedef enum ExportFormat { EXPORT_MD, EXPORT_HTML, EXPORT_PY, EXPORT_JSON } ExportFormat;

static const char *const export_formats[] = {"md", "html", "py", "json"};

static void export_page(OpenLesson *open, ViewExport kind)
{
    const char *text = view_export(open->arena, open->lesson, open->layer, kind);
    if (layer_job(open->layer).running) { /* a sweep */
        finish_jobs(open->layer);
        text = view_export(open->arena, open->lesson, open->layer, kind);
    }
    fputs(text, stdout);
}

static void export_to_stdout(OpenLesson *open, ExportFormat format)
{
    switch (format) {
    case EXPORT_MD: export_page(open, VIEW_EXPORT_MD); break;
    case EXPORT_HTML: export_page(open, VIEW_EXPORT_HTML); break;
    case EXPORT_PY: fputs(view_export_script(open->arena, open->lesson, open->layer), stdout); break;
    case EXPORT_JSON: print_json(open, -1); break;
    }
}

int cmd_export(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "md html py json")) return EXIT_USAGE;
    OpenLesson open;
    int code = cli_open(options->args[0], options, &open);
    if (code != EXIT_OK) return code;
    finish_jobs(open.layer);
    ExportFormat format = EXPORT_MD;
    while (options->format && strcmp(export_formats[format], options->format) != 0) format++;
    export_to_stdout(&open, format);
    cli_close(&open);
    return EXIT_OK;
}

/* -------------------------------------------------------------------- print */

/* In words, as plain line mode tells it. */
static void print_spoken(OpenLesson *open, int screen, int width)
{
    for (int i = 0; i < (int)open->lesson->n_screens; i++) {
        if (screen >= 0 && screen != i) continue;
        const Screen *of = &open->lesson->screens[i];
        ViewState state = {.lesson = open->lesson,
                           .now = open->layer,
                           .screen = i,
                           .step = (int)of->n_steps - 1,
                           .more = true};
        printf("%s%s\n", i > 0 && screen < 0 ? "\n" : "",
               charset_text(open->arena, cli_charset(), of->title));
        if (of->n_steps > 0)
            fputs(frame_text(open->arena, view_spoken_step(open->arena, cli_charset(), &state, true, width),
                             false),
                  stdout);
    }
}

int cmd_print(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    OpenLesson open;
    int code = cli_open(options->args[0], options, &open);
    if (code != EXIT_OK) return code;
    if (options->screen > (int)open.lesson->n_screens) {
        cli_say("%s has %zu screens; there is no screen %d", open.lesson->id, open.lesson->n_screens,
                options->screen);
        cli_close(&open);
        return EXIT_INPUT;
    }
    finish_jobs(open.layer);
    if (options->format && strcmp(options->format, "json") == 0)
        print_json(&open, options->screen - 1);
    else if (options->plain)
        print_spoken(&open, options->screen - 1, options->width ? options->width : cli_columns());
    else
        print_text(&open, options->screen - 1, options->width ? options->width : cli_columns());
    cli_close(&open);
    return EXIT_OK;
}
