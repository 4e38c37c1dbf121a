/* heed why: the derivation of one number, as text or JSON. */
#include "cli.h"
#include "heed/json.h"
#include "heed/view.h"

#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------- text */

/* One line of the derivation, then its operands' lines, indented, to `depth` levels. A source ends the walk.
 */
static void why_text(Arena *arena, Layer *layer, ElementRef ref, int depth, int indent)
{
    Explanation explanation;
    if (!layer_explain(layer, arena, ref, &explanation)) return;
    printf("%*s%s\n", indent, "", charset_text(arena, cli_charset(), view_why_line(arena, &explanation)));
    if (explanation.note)
        printf("%*s%s\n", indent + 2, "", charset_text(arena, cli_charset(), explanation.note));
    if (depth <= 1) return;
    const Factor *operands;
    size_t n = explanation_operands(&explanation, arena, &operands);
    for (size_t i = 0; i < n; i++) why_text(arena, layer, operands[i].ref, depth - 1, indent + 2);
}

/* --------------------------------------------------------------------- JSON */

static void json_value_of(JsonWriter *w, const char *text, double value, NumKind kind)
{
    if (text)
        json_string(w, text);
    else
        json_number(w, value, kind);
}

static void json_terms(JsonWriter *w, const Explanation *explanation)
{
    json_key(w, "terms");
    json_open_array(w);
    for (size_t i = 0; i < explanation->n_terms; i++) {
        json_open_object(w);
        json_key(w, "factors");
        json_open_array(w);
        for (size_t k = 0; k < explanation->terms[i].n_factors; k++) {
            const Factor *factor = &explanation->terms[i].factors[k];
            json_open_object(w);
            json_key(w, "expr");
            json_string(w, factor->expr);
            json_key(w, "value");
            json_value_of(w, factor->text, factor->value, factor->kind);
            json_close_object(w);
        }
        json_close_array(w);
        json_close_object(w);
    }
    json_close_array(w);
}

static void json_text_or_null(JsonWriter *w, const char *key, const char *text)
{
    json_key(w, key);
    if (text)
        json_string(w, text);
    else
        json_null(w);
}

static void why_json(const Explanation *explanation)
{
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_text_or_null(&w, "expr", explanation->expr);
    json_key(&w, "value");
    json_value_of(&w, explanation->text, explanation->value, explanation->num_kind);
    json_text_or_null(&w, "op", explanation->op);
    json_text_or_null(&w, "kind", op_kind_name(explanation->kind));
    json_text_or_null(&w, "form", explanation->form);
    json_terms(&w, explanation);
    json_text_or_null(&w, "reduce", reduce_name(explanation->reduce));
    json_key(&w, "rest");
    json_open_object(&w);
    json_key(&w, "count");
    json_int(&w, (long long)explanation->rest_count);
    json_key(&w, "value");
    json_number(&w, explanation->rest_value, NUM_F64);
    json_close_object(&w);
    json_text_or_null(&w, "note", explanation->note ? explanation->note : explanation->provenance);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

/* ------------------------------------------------------------------ command */

/* The scalar asked for; false, said, where it is none. */
static bool why_find(OpenLesson *open, const char *text, ElementRef *ref)
{
    Diags diags;
    diags_init(&diags, open->arena);
    if (layer_ask_element(open->layer, text, "EXPR", ref, &diags)) {
        while (layer_job_step(open->layer, (size_t)1 << 28)) {
        }
        const NodeError *error = layer_error(open->layer, ref->node);
        const Value *value = layer_value(open->layer, ref->node);
        double number;
        NumKind kind;
        bool is_whole = value && value->ndim > 0 && strcmp(layer_text(open->layer, ref->node), text) == 0;
        if (error)
            diags_error(&diags, error->span, error->code, "%s", error->text);
        else if (is_whole || !layer_number(open->layer, *ref, &number, &kind))
            cli_say("'%s' is no number: its shape is %s; ask for one element, such as %s", text,
                    value ? value_shape_text(open->arena, value) : "unknown",
                    layer_element_text(open->layer, open->arena, *ref));
        else
            return true;
    }
    cli_report(&diags);
    return false;
}

int cmd_why(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    OpenLesson open;
    int code = cli_open(options->args[0], options, &open);
    if (code != EXIT_OK) return code;
    ElementRef ref;
    Explanation explanation;
    if (!why_find(&open, options->args[1], &ref) || !layer_explain(open.layer, open.arena, ref, &explanation))
        code = EXIT_INPUT;
    else if (options->format && strcmp(options->format, "json") == 0)
        why_json(&explanation);
    else
        why_text(open.arena, open.layer, ref, options->depth ? options->depth : 1, 0);
    cli_close(&open);
    return code;
}
