/* A frame as text: what `heed print` prints and what golden tests compare.
 *
 * Annotated, each row begins with '|', and lines that begin with ':' follow where
 * there is something to say: one with the letter of each cell's role (prose is
 * blank; a heat cell is a digit 0..9 of its level), then one for each mark that
 * occurs in the row. Columns of all of them agree.
 */
#include "heed/frame.h"
#include <string.h>

static const char role_letters[ROLE_COUNT] = {
    [ROLE_TEXT] = ' ',    [ROLE_TITLE] = 'T',  [ROLE_RULE] = 'r',     [ROLE_EMPH] = 'E',
    [ROLE_DIM] = 'd',     [ROLE_CODE] = 'c',   [ROLE_LABEL] = 'l',    [ROLE_NUMBER] = 'n',
    [ROLE_CHANGED] = 'C', [ROLE_BAR] = 'b',    [ROLE_HEAT] = '0',     [ROLE_AXIS] = 'a',
    [ROLE_PAGE] = 'p',    [ROLE_STUDY] = 's',  [ROLE_MEASURED] = 'm', [ROLE_SOURCE] = 'S',
    [ROLE_GOOD] = 'G',    [ROLE_BAD] = 'B',    [ROLE_ANALOGY] = 'A',  [ROLE_TRAP] = '!',
    [ROLE_KEY] = 'k',     [ROLE_STATUS] = 't', [ROLE_ENTRY] = 'e',
    [ROLE_SLOPE] = 'D',
};

static const struct {
    uint8_t mark;
    char letter;
} mark_letters[] = {
    {MARK_SELECTED, '>'}, {MARK_INPUT, '_'}, {MARK_CURSOR, '@'}, {MARK_HIT, 'h'}, {MARK_SPOTLIGHT, '.'},
};

static const Cell *row_cells(const Frame *frame, int row)
{
    return &frame->cells[(size_t)row * (size_t)frame->cols];
}

static void cut_blanks(StrBuf *out, size_t from)
{
    while (out->len > from && out->data[out->len - 1] == ' ') out->data[--out->len] = '\0';
}

static void add_row(StrBuf *out, const Frame *frame, int row)
{
    size_t from = out->len;
    for (int col = 0; col < frame->cols; col++) strbuf_add(out, row_cells(frame, row)[col].glyph);
    cut_blanks(out, from);
}

static char role_letter(const Cell *cell)
{
    if (cell->role == ROLE_HEAT) return (char)('0' + cell->level * 10 / 256);
    return role_letters[cell->role];
}

/* A line of letters, or nothing where all are blank. mark 0 stands for roles. */
static void add_annotation(StrBuf *out, const Frame *frame, int row, uint8_t mark, char letter)
{
    size_t from = out->len;
    strbuf_add_char(out, ':');
    for (int col = 0; col < frame->cols; col++) {
        const Cell *cell = &row_cells(frame, row)[col];
        char c = mark ? (cell->marks & mark ? letter : ' ') : role_letter(cell);
        strbuf_add_char(out, c);
    }
    cut_blanks(out, from);
    if (out->len == from + 1)
        out->data[out->len = from] = '\0';
    else
        strbuf_add_char(out, '\n');
}

char *frame_row_text(Arena *arena, const Frame *frame, int row)
{
    StrBuf out = {0};
    if (row >= 0 && row < frame->rows) add_row(&out, frame, row);
    return strbuf_take(&out, arena);
}

char *frame_text(Arena *arena, const Frame *frame, bool annotate)
{
    StrBuf out = {0};
    for (int row = 0; row < frame->rows; row++) {
        if (annotate) strbuf_add_char(&out, '|');
        add_row(&out, frame, row);
        strbuf_add_char(&out, '\n');
        if (!annotate) continue;
        add_annotation(&out, frame, row, 0, '\0');
        for (size_t i = 0; i < sizeof mark_letters / sizeof mark_letters[0]; i++)
            add_annotation(&out, frame, row, mark_letters[i].mark, mark_letters[i].letter);
    }
    return strbuf_take(&out, arena);
}
