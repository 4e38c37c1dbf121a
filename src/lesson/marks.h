/* What the beginning of a line says: the marks of Markdown's blocks.
 *
 * Each function looks at one line and nothing else. Columns count tabs as stops
 * of four. An indent of four or more is never a mark.
 */
#ifndef HEED_LESSON_MARKS_H
#define HEED_LESSON_MARKS_H

#include "lesson/parse.h"

typedef struct Indent {
    size_t columns;
    size_t at; /* offset of the first character that is no blank */
} Indent;

typedef struct HeadingMark {
    size_t level;
    size_t start, end; /* the title, without closing # */
} HeadingMark;

typedef struct FenceMark {
    char c; /* ` or ~ */
    size_t n;
    size_t indent;
    size_t info; /* offset of what follows the fence, trimmed */
} FenceMark;

typedef struct ListMark {
    char c; /* - * + . ) */
    bool is_ordered;
    int number;
    size_t indent;  /* columns before the mark */
    size_t content; /* columns before the text */
    size_t at;      /* offset of the text */
} ListMark;

Indent line_indent(const Parser *p, Line line);
bool line_is_blank(const Parser *p, Line line);
bool line_heading(const Parser *p, Line line, HeadingMark *mark);
/* "##Title": meant as a heading, but none. */
bool line_is_heading_without_space(const Parser *p, Line line);
bool line_fence(const Parser *p, Line line, size_t max_indent, FenceMark *mark);
bool line_closes_fence(const Parser *p, Line line, const FenceMark *open);
/* A list item whose mark is indented by at most max_indent columns. */
bool line_list(const Parser *p, Line line, size_t max_indent, ListMark *mark);
/* The offset after `>` and one blank; 0 where the line is no quote. */
size_t line_quote(const Parser *p, Line line);
bool line_is_rule(const Parser *p, Line line);
/* A line of only = or only -, which under a paragraph makes it a heading. */
bool line_is_underline(const Parser *p, Line line);
bool line_starts_comment(const Parser *p, Line line);
/* How many columns a table's delimiter row has ("| --- | :-: |"); 0 where it is none. */
size_t line_table_columns(const Parser *p, Line line);
/* Cells of a table's row: pieces [first, first + count) of a cell each; `\|` is no border. */
typedef struct Cell {
    Piece *pieces;
    size_t count;
} Cell;
size_t line_cells(const Parser *p, Line line, Cell **cells);

#endif
