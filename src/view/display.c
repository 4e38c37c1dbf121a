/* The language as a reader sees it.
 *
 * A small operator-precedence reader walks the text and writes what it reads:
 * Greek for Greek names, e^x for exp(x), √ for sqrt, Σ for sum, · for @. Each
 * piece knows how tightly it binds, and gets parentheses where mathematics needs
 * them, which is not where Python does. What it cannot read is shown as it is.
 */
#include "view/display.h"
#include "heed/text.h"
#include "heed/view.h"
#include <string.h>

/* ------------------------------------------------------------------- names */

static const struct {
    const char *name, *shown;
} greek[] = {
    {"alpha", "α"},        {"beta", "β"},  {"gamma", "γ"},  {"delta", "δ"},
    {"epsilon", "ε"},      {"zeta", "ζ"},  {"eta", "η"},    {"theta", "θ"},
    {"iota", "ι"},         {"kappa", "κ"}, {"lambda", "λ"}, {"lam", "λ"},
    {"mu", "μ"},           {"nu", "ν"},    {"xi", "ξ"},     {"pi", "π"},
    {"rho", "ρ"},          {"sigma", "σ"}, {"tau", "τ"},    {"phi", "φ"},
    {"chi", "χ"},          {"psi", "ψ"},   {"omega", "ω"},  {"Gamma", "Γ"},
    {"Delta", "Δ"},        {"Theta", "Θ"}, {"Lambda", "Λ"}, {"Xi", "Ξ"},
    {"Pi", "Π"},           {"Sigma", "Σ"}, {"Phi", "Φ"},    {"Psi", "Ψ"},
    {"Omega", "Ω"},        {"dk", "d_k"},  {"dv", "d_v"},   {"d_model", "d_model"},
    {"dmodel", "d_model"}, {"inf", "∞"},   {"nan", "nan"},
};

const char *display_name(Arena *arena, const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof greek / sizeof greek[0]; i++) {
        size_t n = strlen(greek[i].name);
        if (len < n || memcmp(name, greek[i].name, n) != 0) continue;
        bool is_whole = len == n, is_stem = name[n] == '_' && greek[i].shown[0] != 'd';
        if (is_whole || is_stem)
            return arena_printf(arena, "%s%.*s", greek[i].shown, (int)(len - n), name + n);
    }
    return arena_strndup(arena, name, len);
}

/* --------------------------------------------------------------- operators */

static const struct {
    const char *op, *shown;
    Binding binding;
} infixes[] = {
    {"or", " or ", BIND_OR},     {"and", " and ", BIND_AND},  {"==", " = ", BIND_COMPARE},
    {"!=", " ≠ ", BIND_COMPARE}, {"<=", " ≤ ", BIND_COMPARE}, {">=", " ≥ ", BIND_COMPARE},
    {"<", " < ", BIND_COMPARE},  {">", " > ", BIND_COMPARE},  {"+", " + ", BIND_SUM},
    {"-", " − ", BIND_SUM},      {"**", "^", BIND_POWER},     {"*", " × ", BIND_PRODUCT},
    {"/", " / ", BIND_PRODUCT},  {"@", "·", BIND_PRODUCT},
};

const char *display_infix(const char *op, Binding *binding)
{
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++) {
        if (strcmp(op, infixes[i].op) != 0) continue;
        *binding = infixes[i].binding;
        return infixes[i].shown;
    }
    return NULL;
}

static const struct {
    const char *name;
    DisplayCall call;
} calls[] = {
    {"exp", {"e^", "", BIND_ATOM, BIND_POWER}},      {"sqrt", {"√", "", BIND_ATOM, BIND_SIGN}},
    {"sum", {"Σ ", "", BIND_POWER, BIND_SIGN}},      {"abs", {"|", "|", BIND_CONDITION, BIND_ATOM}},
    {"norm", {"‖", "‖", BIND_CONDITION, BIND_ATOM}},
};

const DisplayCall *display_call(const char *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(name, calls[i].name) == 0) return &calls[i].call;
    return NULL;
}

/* ------------------------------------------------------------------ reader */

enum { MAX_DEPTH = 150, MAX_ARGS = 32 };

typedef struct Shown {
    const char *text;
    Binding binding;
} Shown;

typedef struct Reader {
    Arena *arena;
    const char *at;
    int depth;
    bool is_lost; /* something that this reader does not know: the text is shown as it is */
} Reader;

static Shown read_from(Reader *reader, Binding least);

static void skip_blanks(Reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n') reader->at++;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Takes a sign or a whole word; false where something else stands here. */
static bool take(Reader *reader, const char *token)
{
    skip_blanks(reader);
    size_t n = strlen(token);
    if (strncmp(reader->at, token, n) != 0) return false;
    if (is_word(token[0]) && is_word(reader->at[n])) return false;
    reader->at += n;
    return true;
}

static Shown lost(Reader *reader)
{
    reader->is_lost = true;
    return (Shown){"", BIND_ATOM};
}

static const char *within(Reader *reader, Shown shown, Binding least)
{
    return shown.binding >= least ? shown.text : arena_printf(reader->arena, "(%s)", shown.text);
}

/* items up to `close`, joined: "a, b", "axis=0" included. */
static const char *read_items(Reader *reader, const char *close, Shown *items, size_t *n_items)
{
    StrBuf out = {0};
    size_t n = 0;
    while (!reader->is_lost && !take(reader, close)) {
        if (n > 0 && !take(reader, ",")) lost(reader);
        if (n > 0 && take(reader, close)) break; /* a trailing comma */
        Shown item = {"", BIND_ATOM};
        skip_blanks(reader);
        if (*reader->at != ':' && *reader->at != ',') item = read_from(reader, BIND_CONDITION);
        const char *text = item.text;
        if (*reader->at == '=' && reader->at[1] != '=') {
            reader->at++;
            text = arena_printf(reader->arena, "%s=%s", text, read_from(reader, BIND_CONDITION).text);
            *n_items = SIZE_MAX; /* a keyword: not one of the short forms */
        }
        while (take(reader, ":")) {
            skip_blanks(reader);
            bool is_open = strchr(":,]", *reader->at) != NULL;
            text = arena_printf(reader->arena, "%s:%s", text, is_open ? "" : read_from(reader, BIND_OR).text);
        }
        if (n < MAX_ARGS) items[n] = item;
        if (n > 0) strbuf_add(&out, ", ");
        strbuf_add(&out, text);
        n++;
    }
    if (*n_items != SIZE_MAX) *n_items = n;
    return strbuf_take(&out, reader->arena);
}

static Shown show_call(Reader *reader, const char *name, size_t len)
{
    Shown items[MAX_ARGS];
    size_t n = 0;
    const char *all = read_items(reader, ")", items, &n);
    char *plain = arena_strndup(reader->arena, name, len);
    const DisplayCall *call = n == 1 ? display_call(plain) : NULL;
    if (call) {
        const char *argument = within(reader, items[0], call->argument), *before = call->before;
        if (argument[0] == '(' && strcmp(before, "Σ ") == 0) before = "Σ";
        return (Shown){arena_printf(reader->arena, "%s%s%s", before, argument, call->after), call->binding};
    }
    bool is_close = n == 2 && (strcmp(plain, "isclose") == 0 || strcmp(plain, "allclose") == 0);
    bool is_dot = n == 2 && strcmp(plain, "dot") == 0;
    if (is_close || is_dot) {
        Binding binding = is_close ? BIND_COMPARE : BIND_PRODUCT;
        return (Shown){arena_printf(reader->arena, is_close ? "%s ≈ %s" : "%s·%s",
                                    within(reader, items[0], binding + 1),
                                    within(reader, items[1], binding + 1)),
                       binding};
    }
    return (Shown){arena_printf(reader->arena, "%s(%s)", display_name(reader->arena, name, len), all),
                   BIND_ATOM};
}

static Shown read_string(Reader *reader)
{
    char quote = *reader->at;
    const char *start = reader->at++;
    while (*reader->at && *reader->at != quote) reader->at += *reader->at == '\\' && reader->at[1] ? 2 : 1;
    if (!*reader->at) return lost(reader);
    reader->at++;
    return (Shown){arena_strndup(reader->arena, start, (size_t)(reader->at - start)), BIND_ATOM};
}

static Shown read_number(Reader *reader)
{
    const char *start = reader->at;
    while (is_word(*reader->at) || *reader->at == '.' ||
           ((*reader->at == '-' || *reader->at == '+') && (reader->at[-1] == 'e' || reader->at[-1] == 'E')))
        reader->at++;
    return (Shown){arena_strndup(reader->arena, start, (size_t)(reader->at - start)), BIND_ATOM};
}

static Shown read_atom(Reader *reader)
{
    skip_blanks(reader);
    char c = *reader->at;
    if (c == '"' || c == '\'') return read_string(reader);
    if ((c >= '0' && c <= '9') || c == '.') return read_number(reader);
    if (take(reader, "(")) {
        Shown inner = read_from(reader, BIND_CONDITION);
        return take(reader, ")") ? inner : lost(reader);
    }
    if (take(reader, "[")) {
        Shown items[MAX_ARGS];
        size_t n = 0;
        return (Shown){arena_printf(reader->arena, "[%s]", read_items(reader, "]", items, &n)), BIND_ATOM};
    }
    if (!is_word(c)) return lost(reader);
    const char *start = reader->at;
    while (is_word(*reader->at)) reader->at++;
    size_t len = (size_t)(reader->at - start);
    if (take(reader, "(")) return show_call(reader, start, len);
    return (Shown){display_name(reader->arena, start, len), BIND_ATOM};
}

/* An atom with its indices and transposes. */
static Shown read_postfix(Reader *reader)
{
    Shown shown = read_atom(reader);
    while (!reader->is_lost) {
        bool is_transpose = take(reader, ".T");
        if (!is_transpose && !take(reader, "[")) break;
        const char *base = within(reader, shown, BIND_ATOM);
        if (is_transpose) {
            shown.text = arena_printf(reader->arena, "%sᵀ", base);
        } else {
            Shown items[MAX_ARGS];
            size_t n = 0;
            shown.text = arena_printf(reader->arena, "%s[%s]", base, read_items(reader, "]", items, &n));
        }
        shown.binding = BIND_ATOM;
    }
    return shown;
}

static Shown show_power(Reader *reader, Shown base)
{
    Shown exponent = read_from(reader, BIND_SIGN);
    const char *left = within(reader, base, BIND_ATOM);
    bool is_square = strcmp(exponent.text, "2") == 0, is_cube = strcmp(exponent.text, "3") == 0;
    if (is_square || is_cube)
        return (Shown){arena_printf(reader->arena, "%s%s", left, is_square ? "²" : "³"), BIND_POWER};
    return (Shown){arena_printf(reader->arena, "%s^%s", left, within(reader, exponent, BIND_ATOM)),
                   BIND_POWER};
}

static Shown read_prefix(Reader *reader)
{
    if (take(reader, "not")) {
        const char *text = within(reader, read_from(reader, BIND_NOT), BIND_NOT);
        return (Shown){arena_printf(reader->arena, "not %s", text), BIND_NOT};
    }
    if (take(reader, "-")) {
        const char *text = within(reader, read_from(reader, BIND_SIGN), BIND_SIGN);
        return (Shown){arena_printf(reader->arena, "−%s", text), BIND_SIGN};
    }
    if (take(reader, "+")) return read_from(reader, BIND_SIGN);
    return read_postfix(reader);
}

/* The infix operator that stands here, or NULL; not taken. */
static const char *peek_infix(Reader *reader, const char **shown, Binding *binding)
{
    skip_blanks(reader);
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++) {
        const char *before = reader->at;
        if (!take(reader, infixes[i].op)) continue;
        bool is_power = infixes[i].op[0] == '*' && !infixes[i].op[1] && *reader->at == '*';
        reader->at = before;
        if (is_power) continue;
        *shown = infixes[i].shown;
        *binding = infixes[i].binding;
        return infixes[i].op;
    }
    return NULL;
}

static Shown read_condition(Reader *reader, Shown then)
{
    const char *condition = read_from(reader, BIND_OR).text;
    if (!take(reader, "else")) return lost(reader);
    const char *otherwise = read_from(reader, BIND_CONDITION).text;
    return (Shown){
        arena_printf(reader->arena, "%s if %s else %s", within(reader, then, BIND_OR), condition, otherwise),
        BIND_CONDITION};
}

/* An expression whose operators bind at least as tightly as `least`. */
static Shown read_from(Reader *reader, Binding least)
{
    if (++reader->depth > MAX_DEPTH) lost(reader);
    Shown left = reader->is_lost ? lost(reader) : read_prefix(reader);
    const char *shown, *op;
    Binding binding;
    while (!reader->is_lost && (op = peek_infix(reader, &shown, &binding)) && binding >= least) {
        take(reader, op);
        if (binding == BIND_POWER) {
            left = show_power(reader, left);
            continue;
        }
        Shown right = read_from(reader, binding + 1);
        left.text = arena_printf(reader->arena, "%s%s%s", within(reader, left, binding), shown,
                                 within(reader, right, binding + 1));
        left.binding = binding;
    }
    if (!reader->is_lost && least == BIND_CONDITION && take(reader, "if"))
        left = read_condition(reader, left);
    reader->depth--;
    return left;
}

const char *display_expr(Arena *arena, const char *expr_text, Binding *binding)
{
    Reader reader = {.arena = arena, .at = expr_text};
    Shown shown = read_from(&reader, BIND_CONDITION);
    skip_blanks(&reader);
    if (reader.is_lost || *reader.at) shown = (Shown){expr_text, BIND_CONDITION};
    *binding = shown.binding;
    return text_sanitize(arena, shown.text, strlen(shown.text), false);
}

char *view_display(Arena *arena, const char *expr_text)
{
    Binding binding;
    return arena_strdup(arena, display_expr(arena, expr_text, &binding));
}
