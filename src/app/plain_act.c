/* Numbers asked and inputs changed by name. The work is done by the same functions that keys lead to: an edit
 * goes through the entry that `e` opens, a guess through that of `p`. */
#include "parts.h"

#include "plain.h"
#include "predict.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The element that a text names; where it names none, that is said. */
static bool find_element(App *app, Arena *arena, const char *text, ElementRef *ref)
{
    Diags diags;
    double value;
    NumKind kind;
    diags_init(&diags, arena);
    Layer *now = app->visit->now.layer;
    if (!layer_ask_element(now, text, "line", ref, &diags)) {
        plain_refuse(app, "%s", typing_told(app, arena, &diags));
        return false;
    }
    const Value *whole = layer_value(now, ref->node);
    const NodeError *error = layer_error(now, ref->node);
    bool is_whole = whole != NULL && whole->ndim > 0 && strcmp(layer_text(now, ref->node), text) == 0;
    if (error != NULL) {
        plain_refuse(app, "%s: %s", text, error->text);
        return false;
    }
    if (!is_whole && layer_number(now, *ref, &value, &kind)) return true;
    if (is_whole && value_count(whole) > 0)
        plain_refuse(app, "%s has the shape %s: name one of its numbers, such as %s.", text,
                     value_shape_text(arena, whole),
                     layer_element_text(now, arena, (ElementRef){REF_NOW, ref->node, 0, 0}));
    else
        plain_refuse(app, "%s is no number.", text);
    return false;
}

/* --------------------------------------------------------------------- why */

static bool read_operand(const char *text, size_t *operand)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || n < 1) return false;
    *operand = (size_t)n;
    return true;
}

static void go_into(App *app, size_t operand)
{
    Arena *arena = arena_new();
    const Factor *operands;
    WhyLevel *top = visit_why_top(app->visit);
    size_t n = panel_operands(app, arena, &operands);
    if (top == NULL) {
        plain_refuse(app,
                     "Nothing is being explained yet: why and a number's name begins, such as why alpha[2].");
    } else if (n == 0) {
        plain_say(app, "Nothing lies below it: this is where it comes from. out leads back.");
    } else if (operand > n) {
        plain_refuse(app, "It has %zu operands.", n);
    } else {
        top->operand = operand - 1;
        panel_in(app, 0);
        plain_tell(app, TELL_WHY);
    }
    arena_free(arena);
}

void plain_why(App *app, const char *argument)
{
    size_t operand;
    ElementRef ref;
    if (read_operand(argument, &operand)) {
        go_into(app, operand);
        return;
    }
    if (*argument == '\0') {
        if (app->visit->why_depth > 0)
            plain_tell(app, TELL_WHY);
        else
            plain_refuse(app, "why wants a number's name, such as why alpha[2]; names lists them.");
        return;
    }
    Arena *arena = arena_new();
    if (find_element(app, arena, argument, &ref)) {
        visit_release(app->visit);
        visit_select(app->visit, ref, 0);
        panel_open(app, 0);
        plain_tell(app, TELL_WHY);
    }
    arena_free(arena);
}

void plain_out(App *app, const char *argument)
{
    (void)argument;
    visit_why_pop(app->visit);
    if (app->visit->why_depth > 0)
        plain_tell(app, TELL_WHY);
    else
        plain_say(app, "Back in the lesson.");
}

void plain_influence(App *app, const char *argument)
{
    ElementRef ref = app->visit->selection;
    Arena *arena = arena_new();
    const WhyLevel *top = visit_why_top(app->visit);
    if (top != NULL) ref = top->ref;
    if (*argument == '\0' && !app->visit->has_selection)
        plain_refuse(app, "influence wants a number's name, such as influence alpha[2].");
    else if (*argument == '\0' || find_element(app, arena, argument, &ref))
        plain_tell_about(app, TELL_INFLUENCE, NULL, ref);
    arena_free(arena);
}

void plain_names(App *app, const char *argument)
{
    (void)argument;
    plain_tell(app, TELL_NAMES);
}

/* ------------------------------------------------------------------- edits */

/* Runs something that may change the sheet, and tells what it changed. */
static void tell_edit(App *app, const char *before)
{
    if (strcmp(before, app->visit->now.edits) != 0) plain_tell(app, TELL_CHANGES);
}

static void run_edit(App *app, CommandId command)
{
    char *before = heed_xstrdup(app->visit->now.edits);
    app_run(app, command, 0);
    tell_edit(app, before);
    free(before);
}

/* The entry takes the text as if it were typed; what it says against it is told. */
static bool enter(App *app, const char *text)
{
    line_set(&app->entry.line, "");
    typing_paste(app, text, strlen(text));
    if (app->entry.problem == NULL) typing_accept(app, 0);
    bool is_taken = app->entry.problem == NULL;
    if (!is_taken) plain_refuse(app, "%s", app->entry.problem);
    entry_close(&app->entry);
    return is_taken;
}

/* The cell of an input that a text names; what stands against changing it is said. A word of a choice is a
 * cell too. */
static bool find_cell(App *app, Arena *arena, const char *text, ElementRef *input)
{
    ElementRef ref;
    Diags unheard;
    diags_init(&unheard, arena);
    Layer *now = app->visit->now.layer;
    const Value *whole =
        layer_ask_element(now, text, "line", &ref, &unheard) ? layer_value(now, ref.node) : NULL;
    bool is_word = whole != NULL && whole->ndim == 0 && whole->type == VALUE_STRING;
    if (!is_word && !find_element(app, arena, text, &ref)) return false;
    if (edit_target(now, ref, input)) return true;
    plain_refuse(app, "%s is computed: change an input, and it follows. why %s tells where it comes from.",
                 text, text);
    return false;
}

static bool open_cell(App *app, Arena *arena, const char *target)
{
    ElementRef input;
    if (!find_cell(app, arena, target, &input)) return false;
    entry_open(&app->entry, ENTRY_CELL, "", "");
    app->entry.target = input;
    return true;
}

static bool open_whole(App *app, Arena *arena, const char *target)
{
    const Sheet *sheet = app->visit->lesson->sheet;
    const Definition *definition = sheet_find(sheet, target);
    if (definition == NULL) {
        const char **names = arena_array(arena, sheet_count(sheet), sizeof *names);
        for (size_t i = 0; i < sheet_count(sheet); i++) names[i] = sheet_definition(sheet, i)->name;
        const char *near = nearest_word(target, names, sheet_count(sheet));
        if (near != NULL)
            plain_refuse(app, "Nothing is called %s; did you mean %s?", target, near);
        else
            plain_refuse(app, "Nothing is called %s; names lists what there is.", target);
        return false;
    }
    if (definition->input == INPUT_NONE) {
        plain_refuse(app, "%s is computed: change an input, and it follows.", target);
        return false;
    }
    entry_open(&app->entry, ENTRY_WHOLE, "", "");
    app->entry.name = heed_xstrdup(target);
    return true;
}

void plain_set(App *app, const char *argument)
{
    const char *equals = strchr(argument, '=');
    if (equals == NULL || equals == argument) {
        plain_refuse(app, "set wants an input and its value, such as set q[2] = 5.");
        return;
    }
    Arena *arena = arena_new();
    char *target = arena_strndup(arena, argument, (size_t)(equals - argument));
    for (size_t len = strlen(target); len > 0 && target[len - 1] == ' ';) target[--len] = '\0';
    const char *value = equals + 1 + strspn(equals + 1, " ");
    char *before = heed_xstrdup(app->visit->now.edits);
    bool is_open = *value != '\0' && (strchr(target, '[') != NULL ? open_cell(app, arena, target)
                                                                  : open_whole(app, arena, target));
    if (*value == '\0') plain_refuse(app, "set wants a value behind the equals sign.");
    if (is_open && enter(app, value)) {
        if (strcmp(before, app->visit->now.edits) == 0) plain_say(app, "%s is that already.", target);
        tell_edit(app, before);
    }
    free(before);
    arena_free(arena);
}

/* "q[2] +1", "T -3", "T": the number of steps behind the name. */
static bool read_nudge(Arena *arena, const char *text, const char **target, int *steps)
{
    size_t len = strlen(text), digits = 0;
    while (digits < len && isdigit((unsigned char)text[len - 1 - digits])) digits++;
    size_t sign = len - digits;
    *steps = 1;
    if (sign > 0 && (text[sign - 1] == '+' || text[sign - 1] == '-')) {
        long n = digits > 0 ? strtol(text + sign, NULL, 10) : 1;
        if (digits > 6) return false;
        *steps = (int)(text[sign - 1] == '-' ? -n : n);
        len = sign - 1;
    }
    while (len > 0 && text[len - 1] == ' ') len--;
    *target = arena_strndup(arena, text, len);
    return len > 0;
}

void plain_nudge(App *app, const char *argument)
{
    Arena *arena = arena_new();
    const char *target;
    int steps;
    ElementRef input;
    char *before = heed_xstrdup(app->visit->now.edits);
    if (!read_nudge(arena, argument, &target, &steps)) {
        plain_refuse(app, "nudge wants an input's number and perhaps how far, such as nudge q[2] +1.");
    } else if (find_cell(app, arena, target, &input)) {
        visit_release(app->visit);
        visit_select(app->visit, input, 0);
        edit_move_by(app, steps);
        tell_edit(app, before);
    }
    free(before);
    arena_free(arena);
}

void plain_undo(App *app, const char *argument)
{
    (void)argument;
    run_edit(app, CMD_UNDO);
}

void plain_redo(App *app, const char *argument)
{
    (void)argument;
    run_edit(app, CMD_REDO);
}

void plain_reset(App *app, const char *argument)
{
    (void)argument;
    run_edit(app, CMD_RESET);
}

/* --------------------------------------------------------- trying, guessing */

void plain_try(App *app, const char *argument)
{
    if (*argument == '\0') {
        plain_refuse(app, "try wants an expression, such as try softmax([1, 2, 3]).");
        return;
    }
    typing_try(app, 0);
    line_set(&app->entry.line, "");
    typing_paste(app, argument, strlen(argument));
    if (app->entry.problem == NULL) typing_accept(app, 0);
    if (app->entry.problem != NULL)
        plain_refuse(app, "%s", app->entry.problem);
    else if (app->entry.result_node != 0)
        plain_tell_about(app, TELL_VALUE, argument, (ElementRef){REF_NOW, app->entry.result_node, 0, 0});
    else if (app->entry.result != NULL)
        plain_say(app, "%s", app->entry.result);
    entry_close(&app->entry);
}

void plain_predict(App *app, const char *argument)
{
    predict_open(app, 0);
    if (app->entry.kind != ENTRY_GUESS) return; /* the message says so */
    char *id = heed_xstrdup(app->entry.name);
    bool is_asking = *argument == '\0';
    bool is_taken = !is_asking && enter(app, strcmp(argument, "-") == 0 ? "" : argument);
    entry_close(&app->entry);
    if (is_taken) { /* what the question gives may be long work: it begins here */
        size_t n;
        Arena *arena = arena_new();
        predict_shown(app, arena, &n);
        arena_free(arena);
    }
    if (is_taken || is_asking) plain_tell_about(app, TELL_PREDICTION, id, (ElementRef){0});
    free(id);
}

/* --------------------------------------------------------- other ways to see */

void plain_lens(App *app, const char *argument)
{
    int digits = strcmp(argument, "2") == 0 ? 2 : strcmp(argument, "4") == 0 ? 4 : 0;
    if (digits == 0 && strcmp(argument, "full") != 0 && strcmp(argument, "0") != 0) {
        plain_refuse(app, "lens wants 2, 4 or full: to how many digits every computed value is rounded.");
        return;
    }
    while (app->visit->digits != digits) app_run(app, CMD_LENS, 0);
    plain_tell(app, TELL_NAMES);
}

void plain_compare(App *app, const char *argument)
{
    (void)argument;
    app_run(app, CMD_COMPARE, 0);
    if (app->visit->is_comparing) plain_tell(app, TELL_SIDES);
}

void plain_values(App *app, const char *argument)
{
    (void)argument;
    app_run(app, CMD_VALUES, 0);
    if (formula_has_values(app)) plain_tell(app, TELL_STEP);
}
