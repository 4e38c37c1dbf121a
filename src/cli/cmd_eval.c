/* heed eval: an expression over nothing but the builtins. */
#include "cli.h"
#include "heed/store.h"
#include "jsonvalue.h"

#include <stdio.h>
#include <string.h>

static bool eval_text(Arena *arena, const char *arg, SourceText *source)
{
    source->name = "eval";
    source->text = arg;
    source->len = strlen(arg);
    if (strcmp(arg, "-") != 0) return true;
    const char *problem;
    source->name = "<stdin>";
    source->text = store_read_stream(arena, stdin, STORE_TEXT_LIMIT, &source->len, &problem);
    if (source->text == NULL) cli_say("%s", problem);
    return source->text != NULL;
}

static void eval_print(Arena *arena, Layer *layer, NodeId node, const Options *options)
{
    const Value *value = layer_value(layer, node);
    if (options->format == NULL || strcmp(options->format, "text") == 0) {
        puts(value_python(arena, value));
        return;
    }
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_node_value(&w, layer, node);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

/* Trailing blanks and newlines (of a pipe) are not part of the expression. */
static const char *trimmed(Arena *arena, const SourceText *source)
{
    size_t end = source->len;
    while (end > 0 && strchr(" \t\r\n", source->text[end - 1]) != NULL) end--;
    return arena_strndup(arena, source->text, end);
}

static int eval_in(Arena *arena, Layer *layer, const SourceText *source, const Options *options)
{
    Diags diags;
    diags_init(&diags, arena);
    NodeId node = layer_ask(layer, trimmed(arena, source), source->name, &diags);
    if (node) {
        while (layer_job_step(layer, (size_t)1 << 28)) {
        }
        const NodeError *error = layer_error(layer, node);
        if (error) diags_error(&diags, error->span, error->code, "%s", error->text);
    }
    if (cli_report(&diags) || node == 0) return EXIT_INPUT;
    eval_print(arena, layer, node, options);
    return EXIT_OK;
}

int cmd_eval(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    Arena *arena = arena_new();
    SourceText source;
    int code = EXIT_INPUT;
    if (eval_text(arena, options->args[0], &source)) {
        Sheet *sheet = sheet_new();
        Layer *layer = layer_new(sheet, NULL, 0, NULL);
        code = eval_in(arena, layer, &source, options);
        layer_free(layer);
        sheet_free(sheet);
    }
    arena_free(arena);
    return code;
}
