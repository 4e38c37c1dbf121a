/* The truth of a draw, and how to answer it, in words. */
#include "study/drawing.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------- truth */

static const char *truth_value(Drawing *d)
{
    Draw *draw = &d->draw;
    const char *shown = value_shown(d->arena, layer_value(draw->layer, draw->answer), draw->question->format);
    return shown ? shown : "?";
}

static const char *truth_choices(Drawing *d)
{
    StrBuf out = {0};
    for (size_t i = 0; i < d->draw.n_choices; i++) {
        const DrawChoice *choice = &d->draw.choices[i];
        if (choice->is_right)
            strbuf_printf(&out, "%s%c  %s", out.len ? "; " : "", choice->letter, choice->shown);
    }
    return out.len ? strbuf_take(&out, d->arena) : "none";
}

static const char *truth_order(Drawing *d)
{
    StrBuf out = {0};
    for (size_t place = 0; place < d->draw.n_choices; place++)
        for (size_t i = 0; i < d->draw.n_choices; i++)
            if (d->draw.choices[i].place == place)
                strbuf_printf(&out, "%s%c", place ? " " : "", d->draw.choices[i].letter);
    return strbuf_take(&out, d->arena);
}

static const char *truth_sentence(Drawing *d)
{
    const Value *value = layer_value(d->draw.layer, d->draw.answer);
    if (!value || value->ndim != 0 || value->type == VALUE_STRING) return "?";
    const char *word = value_at(value, 0, 0) != 0 ? "true" : "false";
    return d->draw.n_choices ? arena_printf(d->arena, "%s; %s", word, truth_choices(d)) : word;
}

static const char *truth_example(Drawing *d)
{
    StrBuf out = {0};
    strbuf_add(&out, "for example ");
    for (const char *c = d->draw.question->example; *c; c++) {
        if (*c == '\n')
            strbuf_add(&out, "; ");
        else
            strbuf_add_char(&out, *c);
    }
    return strbuf_take(&out, d->arena);
}

/* ------------------------------------------------------------------- usage */

static const char *digits_wanted(Drawing *d)
{
    const Question *question = d->draw.question;
    NumFormat format = question->format;
    if (question->within > 0 && question->within_relative)
        return arena_printf(d->arena, ", to within %g %%", question->within * 100);
    if (question->within > 0) return arena_printf(d->arena, ", to within %g", question->within);
    if (format.type == 'd') return "";
    if (format.type != 'f' && format.type != '%') return "";
    int digits = format.precision < 0 ? 6 : format.precision;
    if (digits == 0) return "";
    return arena_printf(d->arena, " to %d digit%s after the point", digits, digits == 1 ? "" : "s");
}

static const char *usage_number(Drawing *d)
{
    return arena_printf(d->arena, "a number%s; 1/3, 33.3 %% and expressions will do", digits_wanted(d));
}

static const char *usage_array(Drawing *d)
{
    const Value *truth = layer_value(d->draw.layer, d->draw.answer);
    if (!truth) return "numbers with blanks between them";
    if (truth->ndim == 2)
        return arena_printf(d->arena, "%zu rows of %zu numbers%s, a ';' between rows", truth->rows,
                            truth->cols, digits_wanted(d));
    return arena_printf(d->arena, "%zu numbers%s, with blanks between them", truth->cols, digits_wanted(d));
}

static const char *usage_letters(Drawing *d)
{
    (void)d;
    return "a letter";
}

static const char *usage_several(Drawing *d)
{
    (void)d;
    return "the letters of all that are right (a c), or none";
}

static const char *usage_order(Drawing *d)
{
    (void)d;
    return "all letters in their order (c a b)";
}

static const char *usage_sentence(Drawing *d)
{
    return d->draw.n_choices ? "true or false, and the letter of the reason (true b)" : "true or false";
}

/* What an input holds on this draw, as it would be typed; "…" where that is long, or the input is not shown. */
static const char *present_value(Drawing *d, const char *name)
{
    enum { SHORT = 48 };
    for (size_t i = 0; i < d->draw.n_inputs; i++) {
        if (strcmp(d->draw.inputs[i].name, name) != 0) continue;
        const Value *value = layer_value(d->draw.layer, d->draw.inputs[i].node);
        const char *text = layer_source_text(d->draw.layer, d->arena, name);
        if (!text || *text != '[') text = value ? value_python(d->arena, value) : NULL; /* a slider, a draw */
        return text && strlen(text) <= SHORT ? text : "…";
    }
    return "…";
}

static const char *usage_edit(Drawing *d)
{
    const Question *question = d->draw.question;
    StrBuf out = {0};
    for (size_t i = 0; i < question->n_change; i++)
        strbuf_printf(&out, "%s%s = %s", i ? "; " : "", question->change[i], present_value(d, question->change[i]));
    strbuf_add(&out, question->n_change > 1 ? ", one of them or all, but with your own values"
                                            : ", but with your own values");
    return strbuf_take(&out, d->arena);
}

static const struct {
    const char *(*truth)(Drawing *d);
    const char *(*usage)(Drawing *d);
} kinds[] = {
    [QUESTION_PREDICT] = {truth_choices, usage_letters}, [QUESTION_CHOICE] = {truth_choices, usage_letters},
    [QUESTION_CHOICES] = {truth_choices, usage_several}, [QUESTION_NUMBER] = {truth_value, usage_number},
    [QUESTION_ARRAY] = {truth_value, usage_array},       [QUESTION_ORDER] = {truth_order, usage_order},
    [QUESTION_TRUTH] = {truth_sentence, usage_sentence}, [QUESTION_INVERSE] = {truth_example, usage_edit},
    [QUESTION_BREAK] = {truth_example, usage_edit},
};

void drawing_describe(Drawing *d)
{
    d->draw.truth = kinds[d->draw.kind].truth(d);
    d->draw.usage = kinds[d->draw.kind].usage(d);
}
