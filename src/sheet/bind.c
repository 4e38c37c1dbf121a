/* Binding the arguments of a call, by Python's rules: positional ones in order,
 * then keywords; each parameter once; the required ones all.
 */
#include "sheet/bind.h"
#include <string.h>

size_t op_param_count(const Op *op)
{
    size_t n = 0;
    while (op->params != NULL && op->params[n].name != NULL) n++;
    return n;
}

static bool refuse(Arena *arena, CallError *error, SourceSpan span, const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static bool refuse(Arena *arena, CallError *error, SourceSpan span, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *error = (CallError){span, code, arena_vprintf(arena, format, args)};
    va_end(args);
    return false;
}

static bool find_keyword(const Op *op, const char *keyword, size_t *index)
{
    for (size_t i = 0; i < op_param_count(op); i++) {
        if (strcmp(op->params[i].name, keyword) == 0) return *index = i, true;
    }
    return false;
}

/* The parameter that argument i goes to. */
static bool find_place(Arena *arena, const Op *op, const Expr *call, size_t i, size_t *index,
                       CallError *error)
{
    if (call->keywords[i] != NULL) {
        if (find_keyword(op, call->keywords[i], index)) return true;
        const char *names[OP_MAX_PARAMS];
        size_t n = op_param_count(op);
        for (size_t k = 0; k < n; k++) names[k] = op->params[k].name;
        const char *near = nearest_word(call->keywords[i], names, n);
        return refuse(arena, error, call->keyword_spans[i], "arguments", "%s has no %s=%s%s%s: %s", op->name,
                      call->keywords[i], near ? "; did you mean " : "", near ? near : "", near ? "=?" : "",
                      op->usage);
    }
    *index = i;
    if (i < op_param_count(op) && !op->params[i].keyword_only) return true;
    const char *hint =
        op->params[0].name != NULL && i == 1 && (strcmp(op->name, "max") == 0 || strcmp(op->name, "min") == 0)
            ? "; the larger of two is maximum(a, b), the smaller minimum(a, b)"
            : "";
    return refuse(arena, error, call->args[i]->span, "arguments", "too many arguments: %s%s", op->usage,
                  hint);
}

bool call_bind(Arena *arena, const Op *op, const Expr *call, const Expr *by_param[OP_MAX_PARAMS],
               CallError *error)
{
    bool is_given[OP_MAX_PARAMS] = {false};
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) by_param[i] = NULL;
    for (size_t i = 0; i < call->n_args; i++) {
        size_t index = 0;
        if (!find_place(arena, op, call, i, &index, error)) return false;
        const Expr *arg = call->args[i];
        const Param *param = &op->params[index];
        if (is_given[index]) {
            return refuse(arena, error, arg->span, "arguments", "%s is given twice to %s", param->name,
                          op->name);
        }
        is_given[index] = true;
        if (arg->kind != EXPR_NONE)
            by_param[index] = arg;
        else if (param->fallback == NULL || strcmp(param->fallback, "None") != 0) {
            return refuse(arena, error, arg->span, "arguments", "%s of %s cannot be None", param->name,
                          op->name);
        }
    }
    for (size_t i = 0; i < op_param_count(op); i++) {
        if (op->params[i].fallback != NULL || by_param[i] != NULL) continue;
        return refuse(arena, error, call->span, "arguments", "%s needs %s%s: %s", op->name,
                      op->params[i].name, op->params[i].keyword_only ? "=" : "", op->usage);
    }
    return true;
}

/* Names that other languages, or habit, use for ours. */
static const struct {
    const char *habit, *ours;
} habits[] = {{"range", "arange"},
              {"average", "mean"},
              {"avg", "mean"},
              {"ln", "log"},
              {"shape", "rows and cols"},
              {"length", "len"},
              {"matmul", "@"},
              {"pow", "**"},
              {"concatenate", "concat"},
              {"transpose", ".T"},
              {"identity", "eye"},
              {"amax", "max"},
              {"amin", "min"},
              {"random", "rand"},
              {"size", "len"},
              {"float", "a number as it is"},
              {"array", "a list as it is"},
              {"tensor", "a list as it is"},
              {"asarray", "a list as it is"},
              {"t", ".T"},
              {"cosine", "cos_sim"},
              {"sigmoid", "1 / (1 + exp(-x))"}};

const char *call_habit(const char *name)
{
    for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++)
        if (strcmp(habits[i].habit, name) == 0) return habits[i].ours;
    return NULL;
}

bool call_check(Arena *arena, const Expr *call, CallError *error)
{
    const Op *op = op_find(call->text);
    const Expr *by_param[OP_MAX_PARAMS];
    if (op != NULL) return call_bind(arena, op, call, by_param, error);
    const char *ours = call_habit(call->text);
    if (ours != NULL)
        return refuse(arena, error, call->name_span, "unknown-function", "there is no %s(...) here; write %s",
                      call->text, ours);
    const char **names = arena_array(arena, op_count(), sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < op_count(); i++) {
        if (op_at(i)->params != NULL) names[n++] = op_at(i)->name;
    }
    const char *near = nearest_word(call->text, names, n);
    return refuse(arena, error, call->name_span, "unknown-function", "unknown function '%s'%s%s%s",
                  call->text, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}
