/* A recursive descent over TeX's tokens.
 *
 *   row      = { atom [scripts] }
 *   atom     = letter | digits | sign | command | "{" row "}" | \left row \right
 *   scripts  = { "_" argument | "^" argument }
 *   argument = "{" row "}" | one token
 *
 * Commands are one table (math_commands.c): what a name means is a row, not a
 * branch. Depth is bounded; every loop consumes a character or ends.
 */
#include "heed/math.h"

#include "heed/text.h"
#include "lesson/math_commands.h"

#include <string.h>

enum { MATH_MAX_DEPTH = 64, MATH_MAX_CELLS = 1024 };

typedef struct MathParser {
    Arena *arena;
    const SourceText *source;
    size_t at, end;
    unsigned depth;
    bool too_deep;
    Diags *diags;
} MathParser;

static const MathNode *parse_row(MathParser *p, char stop);
static const MathNode *parse_argument(MathParser *p);

/* ------------------------------------------------------------------- nodes */

static MathNode *new_node(MathParser *p, MathKind kind, size_t start, size_t n_children)
{
    MathNode *node = arena_alloc(p->arena, sizeof *node);
    node->kind = kind;
    node->span = (SourceSpan){p->source, start, p->at};
    node->n_children = n_children;
    if (n_children) node->children = arena_array(p->arena, n_children, sizeof *node->children);
    return node;
}

static MathNode *new_symbol(MathParser *p, MathClass class, const char *text, size_t start)
{
    MathNode *node = new_node(p, MATH_SYMBOL, start, 0);
    node->class = class;
    node->text = text;
    return node;
}

static void complain(MathParser *p, size_t start, const char *code, const char *text)
{
    if (p->diags) diags_error(p->diags, ((SourceSpan){p->source, start, p->at}), code, "%s", text);
}

/* ------------------------------------------------------------------ tokens */

static char peek(const MathParser *p)
{
    return p->at < p->end ? p->source->text[p->at] : '\0';
}

static void skip_blanks(MathParser *p)
{
    while (p->at < p->end && strchr(" \t\r\n", peek(p)) != NULL && peek(p) != '\0') p->at++;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* One code point as a text of its own. */
static const char *take_character(MathParser *p)
{
    uint32_t code_point;
    size_t n = p->at < p->end ? utf8_decode(p->source->text + p->at, p->end - p->at, &code_point) : 0;
    p->at += n;
    return arena_strndup(p->arena, p->source->text + p->at - n, n);
}

/* The name after a backslash: letters, or one sign. p->at is behind the backslash. */
static const char *command_name(MathParser *p)
{
    size_t start = p->at;
    while (is_letter(peek(p))) p->at++;
    if (p->at == start) return take_character(p);
    return arena_strndup(p->arena, p->source->text + start, p->at - start);
}

/* Whether \name stands here (not a longer name). */
static bool at_command(const MathParser *p, const char *name)
{
    size_t n = strlen(name);
    return p->end - p->at > n && peek(p) == '\\' && strncmp(p->source->text + p->at + 1, name, n) == 0 &&
           (p->at + 1 + n == p->end || !is_letter(p->source->text[p->at + 1 + n]));
}

/* The raw text of {…}, braces inside balanced; "" and a diagnostic where no brace opens. */
static const char *raw_argument(MathParser *p)
{
    skip_blanks(p);
    size_t start = p->at, open = 0;
    if (peek(p) != '{') {
        complain(p, start, "math-argument", "a {…} is wanted here");
        return "";
    }
    for (; p->at < p->end; p->at++) {
        if (peek(p) == '{') open++;
        if (peek(p) == '}' && --open == 0) break;
    }
    const char *text = arena_strndup(p->arena, p->source->text + start + 1, p->at - start - 1);
    if (p->at < p->end)
        p->at++;
    else
        complain(p, start, "math-brace", "this { is never closed");
    return text;
}

/* A delimiter after \left or \right: one sign, \{, \lVert, or '.' for none. */
static const char *delimiter(MathParser *p)
{
    skip_blanks(p);
    if (peek(p) != '\\') {
        const char *text = take_character(p);
        return strcmp(text, ".") == 0 ? "" : text;
    }
    p->at++;
    const char *name = command_name(p);
    const MathCommand *command = math_command(name);
    return command && command->text ? command->text : name;
}

/* ----------------------------------------------------------------- commands */

static const MathNode *parse_fraction(MathParser *p, size_t start)
{
    const MathNode *numerator = parse_argument(p), *denominator = parse_argument(p);
    MathNode *node = new_node(p, MATH_FRACTION, start, 2);
    node->children[0] = numerator;
    node->children[1] = denominator;
    return node;
}

static const MathNode *parse_wrapped(MathParser *p, MathKind kind, const char *text, size_t start)
{
    const MathNode *body = parse_argument(p);
    MathNode *node = new_node(p, kind, start, 1);
    node->children[0] = body;
    node->text = text;
    return node;
}

/* \underbrace{body}_{label}, \overbrace{body}^{label} */
static const MathNode *parse_brace(MathParser *p, bool is_over, size_t start)
{
    const MathNode *body = parse_argument(p), *label = NULL;
    skip_blanks(p);
    if (peek(p) == (is_over ? '^' : '_')) {
        p->at++;
        label = parse_argument(p);
    }
    MathNode *node = new_node(p, MATH_BRACE, start, 2);
    node->is_over = is_over;
    node->children[0] = body;
    node->children[1] = label;
    return node;
}

static const MathNode *parse_fenced(MathParser *p, size_t start)
{
    const char *left = delimiter(p), *right = "";
    const MathNode *body = parse_row(p, 'r');
    if (at_command(p, "right")) {
        p->at += strlen("\\right");
        right = delimiter(p);
    } else {
        complain(p, start, "math-left", "this \\left has no \\right");
    }
    MathNode *node = new_node(p, MATH_FENCED, start, 1);
    node->left = left;
    node->right = right;
    node->children[0] = body;
    return node;
}

static bool at_row_break(const MathParser *p)
{
    return p->end - p->at >= 2 && strncmp(p->source->text + p->at, "\\\\", 2) == 0;
}

typedef struct MatrixCells {
    const MathNode *cells[MATH_MAX_CELLS];
    size_t row_of[MATH_MAX_CELLS], col_of[MATH_MAX_CELLS];
    size_t n, rows, cols;
} MatrixCells;

/* The cells up to \end, with their places. */
static void parse_cells(MathParser *p, MatrixCells *found)
{
    for (size_t row = 0, col = 0; found->n < MATH_MAX_CELLS;) {
        found->cells[found->n] = parse_row(p, '&');
        found->row_of[found->n] = row;
        found->col_of[found->n++] = col;
        if (col + 1 > found->cols) found->cols = col + 1;
        found->rows = row + 1;
        if (peek(p) == '&') {
            p->at++;
            col++;
        } else if (at_row_break(p)) {
            p->at += 2;
            row++;
            col = 0;
        } else {
            return;
        }
    }
}

/* Ragged rows are filled with empty cells. */
static const MathNode *parse_matrix(MathParser *p, const MathEnvironment *environment, size_t start)
{
    MatrixCells *found = arena_alloc(p->arena, sizeof *found);
    parse_cells(p, found);
    if (at_command(p, "end")) {
        p->at += strlen("\\end");
        if (strcmp(raw_argument(p), environment->name) != 0)
            complain(p, start, "math-end", "this \\begin is closed by another name");
    } else {
        complain(p, start, "math-begin", "this \\begin has no \\end");
    }
    size_t n = 0;
    if (!heed_mul_size(found->rows, found->cols, &n)) n = 0;
    MathNode *node = new_node(p, MATH_MATRIX, start, n);
    node->rows = found->rows;
    node->cols = found->cols;
    node->left = environment->left;
    node->right = environment->right;
    for (size_t i = 0; i < n; i++) node->children[i] = new_node(p, MATH_ROW, start, 0);
    for (size_t i = 0; i < found->n; i++)
        node->children[found->row_of[i] * found->cols + found->col_of[i]] = found->cells[i];
    return node;
}

static const MathNode *parse_environment(MathParser *p, size_t start)
{
    const char *name = raw_argument(p);
    const MathEnvironment *environment = math_environment(name);
    if (environment) return parse_matrix(p, environment, start);
    complain(p, start, "math-environment",
             "unknown environment; there are matrix, bmatrix, pmatrix, vmatrix, cases");
    return new_symbol(p, MATH_ORDINARY, name, start);
}

static const MathNode *parse_big(MathParser *p, const MathCommand *command, size_t start)
{
    MathNode *node = new_node(p, MATH_BIG, start, 2);
    node->text = command->text;
    node->class = command->class;
    return node;
}

static const MathNode *unknown_command(MathParser *p, const char *name, size_t start)
{
    const char *near = math_command_near(name);
    complain(p, start, "math-command",
             near ? arena_printf(p->arena, "unknown command \\%s; did you mean \\%s?", name, near)
                  : arena_printf(p->arena, "unknown command \\%s", name));
    return new_symbol(p, MATH_ORDINARY, name, start);
}

/* A command; p->at is at its backslash. */
static const MathNode *parse_command(MathParser *p)
{
    size_t start = p->at++;
    const char *name = command_name(p);
    const MathCommand *command = math_command(name);
    if (command == NULL) return unknown_command(p, name, start);
    switch (command->shape) {
    case MATH_COMMAND_SYMBOL: return new_symbol(p, command->class, command->text, start);
    case MATH_COMMAND_FRACTION: return parse_fraction(p, start);
    case MATH_COMMAND_ROOT: return parse_wrapped(p, MATH_ROOT, NULL, start);
    case MATH_COMMAND_ACCENT: return parse_wrapped(p, MATH_ACCENT, command->text, start);
    case MATH_COMMAND_NAME: return new_symbol(p, command->class, raw_argument(p), start);
    case MATH_COMMAND_BOARD: return new_symbol(p, MATH_ORDINARY, math_board(raw_argument(p)), start);
    case MATH_COMMAND_PLAIN: return parse_argument(p);
    case MATH_COMMAND_UNDER: return parse_brace(p, false, start);
    case MATH_COMMAND_OVER: return parse_brace(p, true, start);
    case MATH_COMMAND_LEFT: return parse_fenced(p, start);
    case MATH_COMMAND_BEGIN: return parse_environment(p, start);
    case MATH_COMMAND_BIG: return parse_big(p, command, start);
    }
    return new_symbol(p, MATH_ORDINARY, name, start);
}

/* -------------------------------------------------------------------- atoms */

typedef struct SignRow {
    char sign;
    MathClass class;
    const char *text;
} SignRow;

static const SignRow signs[] = {
    {'+', MATH_BINARY, "+"},      {'-', MATH_BINARY, "−"},      {'*', MATH_BINARY, "·"},
    {'/', MATH_BINARY, "/"},      {'=', MATH_RELATION, "="},    {'<', MATH_RELATION, "<"},
    {'>', MATH_RELATION, ">"},    {'(', MATH_OPEN, "("},        {'[', MATH_OPEN, "["},
    {')', MATH_CLOSE, ")"},       {']', MATH_CLOSE, "]"},       {',', MATH_PUNCTUATION, ","},
    {';', MATH_PUNCTUATION, ";"}, {':', MATH_PUNCTUATION, ":"}, {'~', MATH_SPACE, " "}};

/* One letter, a run of digits, a sign, or any other code point. */
static const MathNode *parse_character(MathParser *p)
{
    size_t start = p->at;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].sign == peek(p)) {
            p->at++;
            return new_symbol(p, signs[i].class, signs[i].text, start);
        }
    if (!is_digit(peek(p))) {
        const char *text = take_character(p);
        return new_symbol(p, MATH_ORDINARY, text, start);
    }
    while (is_digit(peek(p)) ||
           (peek(p) == '.' && p->at + 1 < p->end && is_digit(p->source->text[p->at + 1])))
        p->at++;
    return new_symbol(p, MATH_ORDINARY, arena_strndup(p->arena, p->source->text + start, p->at - start),
                      start);
}

static const MathNode *parse_group(MathParser *p)
{
    size_t start = p->at++;
    const MathNode *row = parse_row(p, '}');
    if (peek(p) == '}')
        p->at++;
    else
        complain(p, start, "math-brace", "this { is never closed");
    return row;
}

static const MathNode *parse_atom(MathParser *p)
{
    if (peek(p) == '{') return parse_group(p);
    if (peek(p) == '\\') return parse_command(p);
    return parse_character(p);
}

/* What a command or a script applies to: a group or one token (of x^12 the 1 alone, as in TeX). */
static const MathNode *parse_argument(MathParser *p)
{
    skip_blanks(p);
    size_t start = p->at;
    if (start >= p->end || strchr("}&_^", peek(p)) != NULL) {
        complain(p, start, "math-argument", "something is wanted here");
        return new_node(p, MATH_ROW, start, 0);
    }
    if (is_digit(peek(p))) {
        const char *text = take_character(p);
        return new_symbol(p, MATH_ORDINARY, text, start);
    }
    return parse_atom(p);
}

/* Scripts behind `base`, in any order; a big operator takes them as its limits. */
static const MathNode *parse_scripts(MathParser *p, const MathNode *base, size_t start)
{
    const MathNode *sub = NULL, *sup = NULL;
    for (skip_blanks(p); peek(p) == '_' || peek(p) == '^'; skip_blanks(p)) {
        const MathNode **script = peek(p) == '_' ? &sub : &sup;
        size_t at = p->at++;
        if (*script) complain(p, at, "math-script", "two scripts at the same place");
        *script = parse_argument(p);
    }
    if (sub == NULL && sup == NULL) return base;
    bool is_big = base->kind == MATH_BIG;
    MathNode *node = new_node(p, is_big ? MATH_BIG : MATH_SCRIPT, start, is_big ? 2 : 3);
    const MathNode **scripts = is_big ? node->children : node->children + 1;
    node->text = base->kind == MATH_BIG ? base->text : NULL;
    node->class = is_big ? base->class : MATH_ORDINARY;
    if (!is_big) node->children[0] = base;
    scripts[0] = sub;
    scripts[1] = sup;
    return node;
}

/* Whether a row ends here: at a closing brace, a cell's end, \right or \end. */
static bool row_ends(const MathParser *p, char stop)
{
    if (p->at >= p->end || (peek(p) == '}' && stop != '\0')) return true;
    if (stop == '&' && (peek(p) == '&' || at_command(p, "end") || at_row_break(p))) return true;
    return stop == 'r' && at_command(p, "right");
}

/* One atom with its scripts; a brace that closes nothing is named and passed over. */
static const MathNode *parse_item(MathParser *p)
{
    size_t start = p->at;
    if (peek(p) == '}') {
        p->at++;
        complain(p, start, "math-brace", "this } closes nothing");
        return new_node(p, MATH_ROW, start, 0);
    }
    bool bare = peek(p) == '_' || peek(p) == '^';
    return parse_scripts(p, bare ? new_node(p, MATH_ROW, start, 0) : parse_atom(p), start);
}

static const MathNode *parse_row(MathParser *p, char stop)
{
    size_t start = p->at, n = 0, capacity = 0;
    const MathNode **items = NULL;
    if (++p->depth > MATH_MAX_DEPTH) {
        if (!p->too_deep) complain(p, start, "math-depth", "this formula is nested too deeply");
        p->too_deep = true;
        p->at = p->end;
    }
    for (skip_blanks(p); !row_ends(p, stop); skip_blanks(p)) {
        if (n == capacity) {
            size_t grown = capacity ? 2 * capacity : 8;
            items = arena_grow(p->arena, items, capacity, grown, sizeof *items);
            capacity = grown;
        }
        items[n++] = parse_item(p);
    }
    p->depth--;
    if (n == 1) return items[0];
    MathNode *row = new_node(p, MATH_ROW, start, n);
    for (size_t i = 0; i < n; i++) row->children[i] = items[i];
    return row;
}

const MathNode *math_parse(Arena *arena, const SourceText *source, size_t start, size_t end, Diags *diags)
{
    MathParser p = {.arena = arena, .source = source, .at = start, .end = end, .diags = diags};
    return parse_row(&p, '\0');
}

/* ----------------------------------------------------------------- matching */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool math_equal(const MathNode *a, const MathNode *b)
{
    if (a == b) return true;
    if (a == NULL || b == NULL || a->kind != b->kind || a->n_children != b->n_children) return false;
    if (!same_text(a->text, b->text) || !same_text(a->left, b->left) || !same_text(a->right, b->right))
        return false;
    if (a->rows != b->rows || a->cols != b->cols || a->is_over != b->is_over) return false;
    for (size_t i = 0; i < a->n_children; i++)
        if (!math_equal(a->children[i], b->children[i])) return false;
    return true;
}

/* Whether row's children from `first` on are those of `part`. */
static bool run_matches(const MathNode *row, size_t first, const MathNode *part)
{
    if (row->n_children - first < part->n_children) return false;
    for (size_t i = 0; i < part->n_children; i++)
        if (!math_equal(row->children[first + i], part->children[i])) return false;
    return true;
}

const MathNode *math_find(const MathNode *whole, const MathNode *part, size_t *first, size_t *count)
{
    if (whole == NULL || (part->kind == MATH_ROW && part->n_children == 0)) return NULL;
    bool part_is_run = part->kind == MATH_ROW;
    for (size_t i = 0; i < whole->n_children; i++) {
        bool here = part_is_run ? whole->kind == MATH_ROW && run_matches(whole, i, part)
                                : math_equal(whole->children[i], part);
        if (here) {
            *first = i;
            *count = part_is_run ? part->n_children : 1;
            return whole;
        }
        const MathNode *inner = math_find(whole->children[i], part, first, count);
        if (inner) return inner;
    }
    return NULL;
}

bool math_is_part(const MathNode *whole, const MathNode *part)
{
    size_t first, count;
    bool is_empty = part->kind == MATH_ROW && part->n_children == 0;
    return !is_empty && (math_equal(whole, part) || math_find(whole, part, &first, &count) != NULL);
}
