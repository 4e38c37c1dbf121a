/* The content of paragraphs, quotes, lists and tables: which pieces of source
 * make up each prose.
 */
#include "lesson/marks.h"
#include <string.h>

typedef struct Pieces {
    Piece *items;
    size_t count, capacity;
} Pieces;

static void add_piece(Parser *p, Pieces *pieces, size_t start, size_t end)
{
    Line line = parser_trim(p, start, end);
    Piece piece = {line.start, line.end, false};
    if (line.start < line.end) arena_push(p->arena, pieces->items, pieces->count, pieces->capacity, piece);
}

static void fill_paragraph(Parser *p, const Draft *draft, Block *block)
{
    Pieces pieces = {0};
    for (size_t i = draft->first; i < draft->last; i++)
        add_piece(p, &pieces, p->lines.items[i].start, p->lines.items[i].end);
    block->as.prose = parse_prose(p, pieces.items, pieces.count);
}

/* A quote holds plain text; what GitHub would show as another block is said. */
static void check_quoted(Parser *p, size_t start, size_t end)
{
    Line text = {start, end};
    HeadingMark heading;
    FenceMark fence;
    ListMark list;
    if (line_heading(p, text, &heading) || line_fence(p, text, 3, &fence) || line_list(p, text, 3, &list) ||
        line_quote(p, text))
        parser_error(p, start, end, "analogy", "an analogy (> …) holds plain paragraphs only");
}

static void fill_analogy(Parser *p, const Draft *draft, Block *block)
{
    Pieces pieces = {0};
    for (size_t i = draft->first; i < draft->last; i++) {
        Line line = p->lines.items[i];
        size_t text = line_quote(p, line);
        if (text) check_quoted(p, text, line.end);
        add_piece(p, &pieces, text ? text : line.start, line.end);
    }
    block->as.prose = parse_prose(p, pieces.items, pieces.count);
}

/* ------------------------------------------------------------------- lists */

enum { MAX_LIST_DEPTH = 8 };

/* The items that the current one is nested in. */
typedef struct Nesting {
    size_t content[MAX_LIST_DEPTH]; /* columns before an item's text */
    int number[MAX_LIST_DEPTH];
    int depth; /* open items */
} Nesting;

typedef struct ListBuilder {
    Parser *p;
    ListItem *items;
    Pieces *pieces; /* one a item */
    size_t count;
    Nesting nesting;
} ListBuilder;

/* Whether the line is an item here: indented by at most three columns from the item that it is in. */
static bool read_item(ListBuilder *b, Line line, ListMark *mark)
{
    Nesting *n = &b->nesting;
    size_t indent = line_indent(b->p, line).columns;
    int depth = n->depth;
    while (depth > 0 && n->content[depth - 1] > indent) depth--;
    size_t base = depth > 0 ? n->content[depth - 1] : 0;
    if (!line_list(b->p, line, base + 3, mark)) return false;
    if (depth == MAX_LIST_DEPTH) {
        parser_error(b->p, line.start, line.end, "list", "lists nest at most %d deep", MAX_LIST_DEPTH);
        depth--;
    }
    bool is_sibling = depth < n->depth;
    n->number[depth] = is_sibling ? n->number[depth] + 1 : mark->number;
    n->content[depth] = mark->content;
    n->depth = depth + 1;
    return true;
}

static void add_item(ListBuilder *b, Line line, const ListMark *mark)
{
    int depth = b->nesting.depth - 1;
    b->items[b->count] =
        (ListItem){.depth = depth, .ordered = mark->is_ordered, .number = b->nesting.number[depth]};
    add_piece(b->p, &b->pieces[b->count], mark->at, line.end);
    b->count++;
}

static void fill_list(Parser *p, const Draft *draft, Block *block)
{
    size_t n_lines = draft->last - draft->first;
    ListBuilder b = {.p = p, .items = arena_array(p->arena, n_lines, sizeof *b.items)};
    b.pieces = arena_array(p->arena, n_lines, sizeof *b.pieces);
    for (size_t i = draft->first; i < draft->last; i++) {
        Line line = p->lines.items[i];
        ListMark mark;
        if (line_is_blank(p, line)) continue;
        if (read_item(&b, line, &mark))
            add_item(&b, line, &mark);
        else if (b.count > 0)
            add_piece(p, &b.pieces[b.count - 1], line.start, line.end);
    }
    for (size_t i = 0; i < b.count; i++)
        b.items[i].prose = parse_prose(p, b.pieces[i].items, b.pieces[i].count);
    block->as.list.items = b.items;
    block->as.list.count = b.count;
}

/* ------------------------------------------------------------------ tables */

/* ":-:" is centred, "--:" right, else left. */
static char cell_alignment(const Parser *p, Piece piece)
{
    bool left = p->source->text[piece.start] == ':', right = p->source->text[piece.end - 1] == ':';
    return right ? (left ? 'c' : 'r') : 'l';
}

static void fill_row(Parser *p, Line line, Prose *row, size_t cols)
{
    Cell *cells;
    size_t n = line_cells(p, line, &cells);
    if (n > cols)
        parser_error(p, cells[cols].pieces[0].start, line.end, "table",
                     "this row has %zu cells, its table %zu columns; write \\| for the character", n, cols);
    for (size_t i = 0; i < n && i < cols; i++) row[i] = parse_prose(p, cells[i].pieces, cells[i].count);
}

static void fill_table(Parser *p, const Draft *draft, Block *block)
{
    Cell *delimiters;
    size_t cols = line_cells(p, p->lines.items[draft->first + 1], &delimiters);
    size_t rows = draft->last - draft->first - 1;
    char *align = arena_alloc(p->arena, cols + 1);
    for (size_t i = 0; i < cols; i++) align[i] = cell_alignment(p, delimiters[i].pieces[0]);
    Prose *cells = arena_array(p->arena, rows * cols, sizeof *cells);
    fill_row(p, p->lines.items[draft->first], cells, cols);
    for (size_t row = 1; row < rows; row++)
        fill_row(p, p->lines.items[draft->first + 1 + row], cells + row * cols, cols);
    block->as.table.cells = cells;
    block->as.table.rows = rows;
    block->as.table.cols = cols;
    block->as.table.align = align;
}

void fill_text_block(Parser *p, const Draft *draft, Block *block)
{
    static void (*const fill[])(Parser *, const Draft *, Block *) = {
        [BLOCK_PARAGRAPH] = fill_paragraph,
        [BLOCK_ANALOGY] = fill_analogy,
        [BLOCK_LIST] = fill_list,
        [BLOCK_TABLE] = fill_table,
    };
    fill[draft->kind](p, draft, block);
}
