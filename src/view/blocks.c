/* Blocks of a lesson, each drawn by its row of the table at the end. */
#include "heed/text.h"
#include "view/doc.h"
#include "view/equation.h"
#include "view/spoken.h"
#include <string.h>

typedef void BlockDraw(Doc *doc, int pane, const Block *block, const char *label, Role label_role);

/* Runs that begin with a section's label, where it has one: "TRAP  ". */
static Runs labelled(const Doc *doc, const char *label, Role role)
{
    Runs runs = {0};
    if (label) runs_text(&doc->pen, &runs, role, arena_printf(doc->pen.arena, "%s  ", label));
    return runs;
}

/* ------------------------------------------------------------------- prose */

static void draw_paragraph(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    Runs runs = labelled(doc, label, label_role);
    prose_runs(&doc->pen, &runs, &block->as.prose, ROLE_TEXT);
    doc_runs(doc, pane, 0, 0, &runs);
}

static void draw_analogy(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    Runs runs = labelled(doc, label, label_role);
    runs_text(&doc->pen, &runs, ROLE_ANALOGY, doc->setup.is_spoken ? "Analogy: " : "> ");
    prose_runs(&doc->pen, &runs, &block->as.prose, ROLE_ANALOGY);
    doc_runs(doc, pane, 0, 2, &runs);
}

static void draw_list(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    if (label) {
        Runs runs = labelled(doc, label, label_role);
        doc_runs(doc, pane, 0, 0, &runs);
    }
    for (size_t i = 0; i < block->as.list.count; i++) {
        const ListItem *item = &block->as.list.items[i];
        const char *mark = item->ordered ? arena_printf(doc->pen.arena, "%d. ", item->number) : "• ";
        int indent = charset_width(doc->pen.charset, mark), depth = item->depth > 0 ? item->depth : 0;
        if (depth > 8) depth = 8;
        Runs runs = {0};
        runs_text(&doc->pen, &runs, item->ordered ? ROLE_PAGE : ROLE_LABEL, mark);
        prose_runs(&doc->pen, &runs, &item->prose, ROLE_TEXT);
        doc_runs(doc, pane, depth * 2, indent, &runs);
    }
}

/* ------------------------------------------------------------------- tables */

typedef struct Table {
    const Block *block;
    Runs *cells;
    int *widths;
    size_t rows, cols;
} Table;

enum { COLUMN_GAP = 2, COLUMN_LEAST = 4 };

static int table_width(const Table *table)
{
    int width = table->cols ? COLUMN_GAP * ((int)table->cols - 1) : 0;
    for (size_t c = 0; c < table->cols; c++) width += table->widths[c];
    return width;
}

/* The widest of the words that stand between blanks. */
static int longest_word(const Pen *pen, const Runs *runs)
{
    int longest = 0, word = 0;
    for (size_t i = 0; i < runs->n; i++) {
        const char *text = runs->items[i].utf8;
        bool is_whole = runs->items[i].is_span;
        for (size_t len; *text; text += len) {
            bool is_blank = *text == ' ' && !is_whole;
            len = is_whole ? strlen(text) : is_blank ? 1 : strcspn(text, " ");
            word = is_blank ? 0 : word + charset_width(pen->charset, arena_strndup(pen->arena, text, len));
            if (word > longest) longest = word;
        }
    }
    return longest;
}

/* The widest column that is wider than its least; SIZE_MAX where none is. */
static size_t widest_column(const Table *table, const int *least)
{
    size_t widest = SIZE_MAX;
    for (size_t c = 0; c < table->cols; c++)
        if (table->widths[c] > least[c] && (widest == SIZE_MAX || table->widths[c] > table->widths[widest]))
            widest = c;
    return widest;
}

/* The widest column gives way until the table fits: as far as its words stay whole, then further. */
static void fit_columns(const Pen *pen, Table *table, int room)
{
    int *least = arena_array(pen->arena, table->cols, sizeof *least);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t c = 0; c < table->cols; c++) least[c] = COLUMN_LEAST;
        for (size_t i = 0; pass == 0 && i < table->rows * table->cols; i++) {
            int word = longest_word(pen, &table->cells[i]);
            if (word > least[i % table->cols]) least[i % table->cols] = word;
        }
        for (size_t c; table_width(table) > room && (c = widest_column(table, least)) != SIZE_MAX;)
            table->widths[c]--;
    }
}

static Table measure_table(const Doc *doc, const Block *block, int room)
{
    Table table = {.block = block, .rows = block->as.table.rows, .cols = block->as.table.cols};
    table.cells = arena_array(doc->pen.arena, table.rows * table.cols, sizeof *table.cells);
    table.widths = arena_array(doc->pen.arena, table.cols, sizeof *table.widths);
    for (size_t i = 0; i < table.rows * table.cols; i++) {
        prose_runs(&doc->pen, &table.cells[i], &block->as.table.cells[i],
                   i < table.cols ? ROLE_LABEL : ROLE_TEXT);
        int width = runs_width(&doc->pen, &table.cells[i]);
        if (width > table.widths[i % table.cols]) table.widths[i % table.cols] = width;
    }
    fit_columns(&doc->pen, &table, room);
    return table;
}

static void draw_table_row(Doc *doc, int pane, const Table *table, size_t r)
{
    int row = doc->rows[pane], height = 1, col = 1;
    Frame *frame = doc->panes[pane];
    for (size_t c = 0; c < table->cols; c++) {
        const Runs *cell = &table->cells[r * table->cols + c];
        int width = runs_width(&doc->pen, cell), column = table->widths[c], at = col;
        char align = table->block->as.table.align ? table->block->as.table.align[c] : 'l';
        if (width < column && align == 'r') at += column - width;
        if (width < column && align == 'c') at += (column - width) / 2;
        int used =
            frame_wrap(frame, doc->pen.charset, row, at, column - (at - col), -1, 0, cell->items, cell->n);
        if (used > height) height = used;
        col += column + COLUMN_GAP;
    }
    if (row + height > frame->rows) frame_resize_rows(frame, row + height);
    doc->rows[pane] = row + height;
}

static void add_cell(const Doc *doc, Runs *runs, const Runs *cell)
{
    for (size_t i = 0; i < cell->n; i++) runs_add(&doc->pen, runs, cell->items[i]);
}

/* "money: its vector for bank [0.45 0.70], cosine with finance 0.9385": each cell behind its heading. */
static void say_table_row(Doc *doc, int pane, const Table *table, size_t r)
{
    Runs runs = {0};
    for (size_t c = 0; c < table->cols; c++) {
        const Runs *head = &table->cells[c], *cell = &table->cells[r * table->cols + c];
        if (c > 0) runs_text(&doc->pen, &runs, ROLE_TEXT, c == 1 ? ": " : ", ");
        if (c > 0) add_cell(doc, &runs, head);
        if (c > 0 && head->n > 0) runs_text(&doc->pen, &runs, ROLE_TEXT, " ");
        add_cell(doc, &runs, cell);
    }
    doc_runs(doc, pane, 0, 2, &runs);
}

static void draw_table(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    if (label) {
        Runs runs = labelled(doc, label, label_role);
        doc_runs(doc, pane, 0, 0, &runs);
    }
    int room = doc_room(doc, pane);
    Table table = measure_table(doc, block, room);
    if (doc->setup.is_spoken) {
        for (size_t r = 1; r < table.rows; r++) say_table_row(doc, pane, &table, r);
        return;
    }
    if (table_width(&table) > room) doc_overflow(doc, block->span, table_width(&table), room);
    size_t from = doc->panes[pane]->n_spans;
    for (size_t r = 0; r < table.rows; r++) {
        draw_table_row(doc, pane, &table, r);
        if (r > 0) continue;
        int row = doc->rows[pane]++;
        if (row + 1 > doc->panes[pane]->rows) frame_resize_rows(doc->panes[pane], row + 1);
        int width = table_width(&table);
        frame_fill(doc->panes[pane], row, 1, width < room ? width : room, ROLE_RULE, "─");
    }
    doc_targets(doc, pane, from);
}

/* --------------------------------------------------------------------- code */

/* Lines as they are; one that is too long goes on below, indented. */
static void draw_code_line(Doc *doc, int pane, const char *line, size_t len, SourceSpan span)
{
    int room = doc_room(doc, pane) - 2;
    if (room < 1) room = 1;
    const char *text =
        charset_text(doc->pen.arena, doc->pen.charset, arena_strndup(doc->pen.arena, line, len));
    int width = charset_width(doc->pen.charset, text);
    if (width > room) doc_overflow(doc, span, width, room);
    size_t left = strlen(text);
    do {
        size_t n = text_fit(text, left, (size_t)room);
        if (n == 0) n = left;
        int row = doc->rows[pane]++;
        if (row + 1 > doc->panes[pane]->rows) frame_resize_rows(doc->panes[pane], row + 1);
        frame_put(doc->panes[pane], row, 3, room, ROLE_CODE, arena_strndup(doc->pen.arena, text, n));
        text += n;
        left -= n;
    } while (left > 0);
}

static void draw_code(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    if (label) {
        Runs runs = labelled(doc, label, label_role);
        doc_runs(doc, pane, 0, 0, &runs);
    }
    const char *text = block->as.code.text;
    while (*text) {
        size_t len = strcspn(text, "\n");
        draw_code_line(doc, pane, text, len, block->span);
        text += len + (text[len] == '\n');
    }
}

/* --------------------------------------------------------------------- live */

/* What a screen already shows of its definitions, by pictures and by numbers in its prose. */
typedef struct Seen {
    const char *name; /* looked for; NULL: anything at all */
    bool is_found;
} Seen;

static void see_name(void *context, const char *name, SourceSpan span)
{
    (void)span;
    Seen *seen = context;
    if (!seen->name || strcmp(name, seen->name) == 0) seen->is_found = true;
}

static void see_inline(void *context, const Inline *item)
{
    if (item->kind == INLINE_NUMBER && item->expr) expr_names(item->expr, see_name, context);
}

static void see_line(const ShowLine *line, Seen *seen)
{
    for (size_t i = 0; i < line->n_args; i++) expr_names(line->args[i].expr, see_name, seen);
    for (size_t i = 0; i < line->n_options; i++) {
        if (line->options[i].expr) expr_names(line->options[i].expr, see_name, seen);
        if (strcmp(line->options[i].key, "sweep") == 0)
            see_name(seen, line->options[i].value, (SourceSpan){0});
    }
}

static void see_block(const Block *block, Seen *seen)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
    case BLOCK_ANALOGY: prose_walk(&block->as.prose, see_inline, seen); break;
    case BLOCK_LIST:
        for (size_t i = 0; i < block->as.list.count; i++)
            prose_walk(&block->as.list.items[i].prose, see_inline, seen);
        break;
    case BLOCK_TABLE:
        for (size_t i = 0; i < block->as.table.rows * block->as.table.cols; i++)
            prose_walk(&block->as.table.cells[i], see_inline, seen);
        break;
    case BLOCK_SHOW:
        for (size_t i = 0; i < block->as.show.count; i++) see_line(&block->as.show.lines[i], seen);
        break;
    default: break;
    }
}

static bool is_seen(const Doc *doc, const char *name)
{
    const Screen *screen = &doc->setup.lesson->screens[doc->setup.screen];
    Seen seen = {name, false};
    for (size_t s = 0; s < screen->n_steps && !seen.is_found; s++)
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++) see_block(&screen->steps[s].blocks[b], &seen);
    return seen.is_found;
}

/* Where a screen shows numbers of its own choice, a line stands only for inputs that it leaves out, so that
 * they can be changed; a screen without any shows all that it defines. */
static bool wants_line(const Doc *doc, const Definition *definition)
{
    if (!is_seen(doc, NULL)) return true;
    return definition->input != INPUT_NONE && !is_seen(doc, definition->name);
}

static bool is_text_list(const Doc *doc, const char *name)
{
    Layer *now = doc->pen.layers[REF_NOW];
    const Value *value = layer_value(now, layer_name(now, name));
    return value && value->type == VALUE_STRING;
}

/* "s = q·Kᵀ = [1.0000 1.0000 2.0000]" */
static void draw_definition(Doc *doc, int pane, const Definition *definition)
{
    Arena *arena = doc->pen.arena;
    Runs runs = {0};
    NodeId node = layer_name(doc->pen.layers[REF_NOW], definition->name);
    PicArray array = pen_array_node(&doc->pen, REF_NOW, node, "");
    runs_text(&doc->pen, &runs, ROLE_LABEL, view_display(arena, definition->name));
    if (definition->input == INPUT_NONE)
        runs_text(&doc->pen, &runs, ROLE_CODE,
                  arena_printf(arena, " = %s", view_display(arena, expr_text(arena, definition->expr))));
    runs_text(&doc->pen, &runs, ROLE_TEXT, " = ");
    value_runs(&doc->pen, &runs, &array);
    doc_runs(doc, pane, 2, 2, &runs);
}

static void draw_live(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    const Sheet *sheet = doc->setup.lesson->sheet;
    for (size_t i = block->as.live.first; i < block->as.live.first + block->as.live.count; i++) {
        const Definition *definition = sheet_definition(sheet, i);
        if (is_text_list(doc, definition->name)) continue;
        if (wants_line(doc, definition)) draw_definition(doc, pane, definition);
    }
}

/* ----------------------------------------------------------------- formulas */

static void draw_math(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    equation_draw(doc, pane, block->as.math.equation);
}

static void draw_terms(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    size_t n = block->as.terms.count, *terms = arena_array(doc->pen.arena, n, sizeof *terms);
    for (size_t i = 0; i < n; i++) terms[i] = block->as.terms.first + i;
    equation_draw_terms(doc, pane, terms, n);
}

/* ------------------------------------------------------------------- claims */

static void draw_claims(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    for (size_t i = 0; i < block->as.claims.count; i++) {
        const Claim *claim = &block->as.claims.items[i];
        int row = doc->rows[pane];
        ClaimState state = view_claim_state(doc->pen.layers[REF_NOW], claim);
        Runs runs =
            doc->setup.is_spoken ? say_claim(&doc->pen, claim, state) : claim_runs(&doc->pen, claim, state);
        doc_runs(doc, pane, 0, doc->setup.is_spoken ? 2 : 10, &runs);
        doc_claim(doc, (DocClaim){claim, pane, row, doc->rows[pane] - row, state});
    }
}

/* ---------------------------------------------------------------- questions */

static void draw_predict(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    predict_draw(doc, pane, block);
}

static void draw_show(Doc *doc, int pane, const Block *block, const char *label, Role label_role)
{
    (void)label;
    (void)label_role;
    show_draw(doc, pane, block);
}

/* --------------------------------------------------------------- the tables */

/* What each kind draws, and whether it belongs beside the prose where there are two panes. Blocks
 * without a function are not part of the page: quizzes are asked, cards reviewed, scenes called. */
static const struct {
    BlockDraw *draw;
    bool is_right;
} block_table[] = {
    [BLOCK_PARAGRAPH] = {draw_paragraph, false},
    [BLOCK_ANALOGY] = {draw_analogy, false},
    [BLOCK_LIST] = {draw_list, false},
    [BLOCK_TABLE] = {draw_table, false},
    [BLOCK_CODE] = {draw_code, false},
    [BLOCK_LIVE] = {draw_live, true},
    [BLOCK_SHOW] = {draw_show, true},
    [BLOCK_MATH] = {draw_math, true},
    [BLOCK_TERMS] = {draw_terms, true},
    [BLOCK_CLAIM] = {draw_claims, false},
    [BLOCK_PREDICT] = {draw_predict, false},
    [BLOCK_QUIZ] = {NULL, false},
    [BLOCK_CARD] = {NULL, false},
    [BLOCK_SCENE] = {NULL, false},
};

/* How a section announces itself: a word before its first paragraph, or a heading. */
static const struct {
    const char *label;
    Role role;
} section_labels[SECTION_COUNT] = {[SECTION_GOAL] = {"GOAL", ROLE_EMPH},
                                   [SECTION_TRAP] = {"TRAP", ROLE_TRAP},
                                   [SECTION_NEXT] = {"NEXT", ROLE_EMPH}};

int block_pane(const Doc *doc, const Block *block)
{
    return doc->setup.n_panes > 1 && block_table[block->kind].is_right ? 1 : 0;
}

static bool takes_label(const Block *block)
{
    return block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_ANALOGY || block->kind == BLOCK_LIST ||
           block->kind == BLOCK_TABLE || block->kind == BLOCK_CODE;
}

void block_draw(Doc *doc, const Block *block, bool is_first_of_section)
{
    BlockDraw *draw = block_table[block->kind].draw;
    if (!draw) return;
    int pane = block_pane(doc, block);
    const char *label = NULL;
    Role role = ROLE_TITLE;
    doc_gap(doc, pane);
    if (is_first_of_section && block->section != SECTION_BODY) {
        label = section_labels[block->section].label;
        if (label) role = section_labels[block->section].role;
        if (!label || !takes_label(block)) {
            Runs heading = {0};
            runs_text(&doc->pen, &heading, role, label ? label : section_title(block->section));
            doc_runs(doc, 0, 0, 0, &heading);
            label = NULL;
        }
    }
    draw(doc, pane, block, label, role);
}
