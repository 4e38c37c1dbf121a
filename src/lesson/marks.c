#include "lesson/marks.h"
#include <string.h>

enum { TAB_STOP = 4, LAST_MARK_INDENT = 3 };

static char char_at(const Parser *p, Line line, size_t at)
{
    return at < line.end ? p->source->text[at] : '\0';
}

Indent line_indent(const Parser *p, Line line)
{
    Indent indent = {0, line.start};
    for (; is_blank_char(char_at(p, line, indent.at)); indent.at++)
        indent.columns += p->source->text[indent.at] == '\t' ? TAB_STOP - indent.columns % TAB_STOP : 1;
    return indent;
}

bool line_is_blank(const Parser *p, Line line)
{
    return line_indent(p, line).at == line.end;
}

static size_t count_run(const Parser *p, Line line, size_t at, char c)
{
    size_t n = 0;
    while (char_at(p, line, at + n) == c) n++;
    return n;
}

static bool ends_word(const Parser *p, Line line, size_t at)
{
    return at >= line.end || is_blank_char(p->source->text[at]);
}

bool line_heading(const Parser *p, Line line, HeadingMark *mark)
{
    Indent indent = line_indent(p, line);
    size_t level = count_run(p, line, indent.at, '#');
    if (indent.columns > LAST_MARK_INDENT || level == 0 || level > 6 ||
        !ends_word(p, line, indent.at + level))
        return false;
    Line title = parser_trim(p, indent.at + level, line.end);
    size_t end = title.end;
    while (end > title.start && p->source->text[end - 1] == '#') end--;
    if (end == title.start || is_blank_char(p->source->text[end - 1]))
        title = parser_trim(p, title.start, end);
    *mark = (HeadingMark){level, title.start, title.end};
    return true;
}

bool line_is_heading_without_space(const Parser *p, Line line)
{
    size_t level = count_run(p, line, line.start, '#');
    return level >= 2 && level <= 3 && !ends_word(p, line, line.start + level);
}

bool line_fence(const Parser *p, Line line, size_t max_indent, FenceMark *mark)
{
    Indent indent = line_indent(p, line);
    char c = char_at(p, line, indent.at);
    if (indent.columns > max_indent || (c != '`' && c != '~')) return false;
    size_t n = count_run(p, line, indent.at, c);
    if (n < 3) return false;
    Line info = parser_trim(p, indent.at + n, line.end);
    if (c == '`' && memchr(p->source->text + info.start, '`', info.end - info.start)) return false;
    *mark = (FenceMark){c, n, indent.columns, info.start};
    return true;
}

bool line_closes_fence(const Parser *p, Line line, const FenceMark *open)
{
    FenceMark mark;
    size_t max_indent = open->indent > LAST_MARK_INDENT ? open->indent : LAST_MARK_INDENT;
    return line_fence(p, line, max_indent, &mark) && mark.c == open->c && mark.n >= open->n &&
           mark.info >= parser_trim(p, line.start, line.end).end;
}

/* "12." or "3)" at `at`: the offset of its . or ), else 0. */
static size_t ordered_mark(const Parser *p, Line line, size_t at, int *number)
{
    size_t i = at;
    *number = 0;
    for (; i < at + 9 && char_at(p, line, i) >= '0' && char_at(p, line, i) <= '9'; i++)
        *number = *number * 10 + (p->source->text[i] - '0');
    char c = char_at(p, line, i);
    return i > at && (c == '.' || c == ')') ? i : 0;
}

bool line_list(const Parser *p, Line line, size_t max_indent, ListMark *mark)
{
    Indent indent = line_indent(p, line);
    *mark = (ListMark){.c = char_at(p, line, indent.at), .indent = indent.columns};
    size_t end = indent.at;
    if (indent.columns > max_indent || end == line.end || line_is_rule(p, line)) return false;
    if (!strchr("-*+", mark->c)) {
        end = ordered_mark(p, line, indent.at, &mark->number);
        if (!end) return false;
        mark->is_ordered = true;
        mark->c = p->source->text[end];
    }
    end++;
    if (!ends_word(p, line, end)) return false;
    Line text = parser_trim(p, end, line.end);
    size_t blanks = text.start - end, width = end - indent.at;
    if (blanks == 0 || blanks > TAB_STOP || text.start == line.end) blanks = 1;
    mark->content = indent.columns + width + blanks;
    mark->at = text.start;
    return true;
}

size_t line_quote(const Parser *p, Line line)
{
    Indent indent = line_indent(p, line);
    if (indent.columns > LAST_MARK_INDENT || char_at(p, line, indent.at) != '>') return 0;
    size_t after = indent.at + 1;
    return char_at(p, line, after) == ' ' ? after + 1 : after;
}

bool line_is_rule(const Parser *p, Line line)
{
    Indent indent = line_indent(p, line);
    char c = char_at(p, line, indent.at);
    if (indent.columns > LAST_MARK_INDENT || (c != '-' && c != '*' && c != '_')) return false;
    size_t n = 0;
    for (size_t i = indent.at; i < line.end; i++) {
        if (p->source->text[i] == c)
            n++;
        else if (!is_blank_char(p->source->text[i]))
            return false;
    }
    return n >= 3;
}

bool line_is_underline(const Parser *p, Line line)
{
    Indent indent = line_indent(p, line);
    char c = char_at(p, line, indent.at);
    if (indent.columns > LAST_MARK_INDENT || (c != '=' && c != '-')) return false;
    return ends_word(p, line, indent.at + count_run(p, line, indent.at, c)) &&
           parser_trim(p, indent.at + count_run(p, line, indent.at, c), line.end).start == line.end;
}

bool line_starts_comment(const Parser *p, Line line)
{
    Indent indent = line_indent(p, line);
    return indent.columns <= LAST_MARK_INDENT && line.end - indent.at >= 4 &&
           memcmp(p->source->text + indent.at, "<!--", 4) == 0;
}

/* ------------------------------------------------------------------ tables */

size_t line_cells(const Parser *p, Line line, Cell **cells)
{
    const char *text = p->source->text;
    size_t n = 0, capacity = 0;
    *cells = NULL;
    Line row = parser_trim(p, line.start, line.end);
    size_t at = row.start;
    if (at < row.end && text[at] == '|') at++;
    while (at < row.end) {
        Cell cell = {0};
        size_t cap_pieces = 0, start = at;
        for (; at < row.end && text[at] != '|'; at++) {
            if (text[at] != '\\' || at + 1 >= row.end) continue;
            if (text[at + 1] == '|') {
                Piece before = {start, at, cell.count > 0};
                arena_push(p->arena, cell.pieces, cell.count, cap_pieces, before);
                start = at + 1;
            }
            at++;
        }
        Piece rest = {start, at, cell.count > 0};
        arena_push(p->arena, cell.pieces, cell.count, cap_pieces, rest);
        Piece *head = &cell.pieces[0], *tail = &cell.pieces[cell.count - 1];
        head->start = parser_trim(p, head->start, head->end).start;
        tail->end = parser_trim(p, tail->start, tail->end).end;
        arena_push(p->arena, *cells, n, capacity, cell);
        at++;
    }
    return n;
}

/* ":--", "---", "--:" or ":-:" */
static bool is_delimiter_cell(const Parser *p, Piece piece)
{
    const char *text = p->source->text;
    if (piece.start < piece.end && text[piece.start] == ':') piece.start++;
    if (piece.start < piece.end && text[piece.end - 1] == ':') piece.end--;
    for (size_t i = piece.start; i < piece.end; i++)
        if (text[i] != '-') return false;
    return piece.start < piece.end;
}

size_t line_table_columns(const Parser *p, Line line)
{
    const char *text = p->source->text;
    Line row = parser_trim(p, line.start, line.end);
    if (row.start == row.end || !strchr("|:-", text[row.start])) return 0;
    if (!memchr(text + row.start, '|', row.end - row.start)) return 0;
    Cell *cells;
    size_t n = line_cells(p, line, &cells);
    for (size_t i = 0; i < n; i++)
        if (cells[i].count != 1 || !is_delimiter_cell(p, cells[i].pieces[0])) return 0;
    return n;
}
