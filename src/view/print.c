/* A lesson as text, the numbers it shows, and what of it would not fit a screen. */
#include "view/doc.h"
#include <string.h>

static Pen print_pen(Arena *arena, Layer *layer, Charset charset)
{
    return (Pen){.arena = arena, .charset = charset, .layers = {layer}};
}

/* ------------------------------------------------------------------- print */

enum { PRINT_COLS_MIN = 20 };

static void put_heading(const Pen *pen, Frame *page, int *row, const Runs *runs, const char *stroke)
{
    int used = frame_wrap(page, pen->charset, *row, 0, page->cols, -1, 0, runs->items, runs->n);
    int width = runs_width(pen, runs);
    frame_resize_rows(page, *row + used + 2);
    frame_fill(page, *row + used, 0, width < page->cols ? width : page->cols, ROLE_RULE, stroke);
    *row += used + 2;
}

static void print_screen(const Pen *pen, Frame *page, int *row, const Lesson *lesson, int screen)
{
    DocSetup setup = {.lesson = lesson,
                      .screen = screen,
                      .n_steps = (int)lesson->screens[screen].n_steps,
                      .more = true,
                      .is_print = true,
                      .n_panes = 1,
                      .widths = {page->cols + 1, 0},
                      .size = PIC_FULL};
    Runs title = {0};
    const Screen *of = &lesson->screens[screen];
    if (of->title_prose.count)
        prose_runs(pen, &title, &of->title_prose, ROLE_TITLE);
    else
        runs_text(pen, &title, ROLE_TITLE, of->title ? of->title : "");
    put_heading(pen, page, row, &title, "─");
    const Doc *doc = doc_new(pen, &setup);
    frame_resize_rows(page, *row + doc->rows[0] + 1);
    frame_blit(page, *row, 0, doc->panes[0], 0, 1, doc->rows[0], page->cols);
    *row += doc->rows[0] + 1;
}

Frame *view_print(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int width, Charset charset)
{
    Pen pen = print_pen(arena, layer, charset);
    Frame *page = frame_new(arena, 0, width < PRINT_COLS_MIN ? PRINT_COLS_MIN : width, charset);
    int row = 0;
    Runs title = {0};
    runs_text(&pen, &title, ROLE_TITLE, lesson->title ? lesson->title : "");
    put_heading(&pen, page, &row, &title, "═");
    for (int i = 0; i < (int)lesson->n_screens; i++)
        if (screen < 0 || screen == i) print_screen(&pen, page, &row, lesson, i);
    frame_resize_rows(page, row > 0 ? row - 1 : 0);
    return page;
}

/* ------------------------------------------------------------------- shown */

typedef struct Shown {
    Pen pen;
    ShownNumber *items;
    size_t n, cap;
} Shown;

static const char *runs_plain(Arena *arena, const Runs *runs)
{
    StrBuf out = {0};
    for (size_t i = 0; i < runs->n; i++) strbuf_add(&out, runs->items[i].utf8);
    return strbuf_take(&out, arena);
}

/* The format in which its numbers are shown. */
static NumFormat shown_format(const Runs *runs, NumFormat asked)
{
    for (size_t i = 0; i < runs->n; i++)
        if (runs->items[i].is_span) return runs->items[i].span.format;
    return asked;
}

static void collect_number(void *context, const Inline *item)
{
    Shown *shown = context;
    if (item->kind != INLINE_NUMBER || !item->expr) return;
    if (shown->n == shown->cap) {
        size_t cap = shown->cap ? shown->cap * 2 : 32;
        shown->items = arena_grow(shown->pen.arena, shown->items, shown->n, cap, sizeof *shown->items);
        shown->cap = cap;
    }
    Runs runs = {0};
    inline_number_runs(&shown->pen, &runs, item->expr, item->format);
    shown->items[shown->n++] =
        (ShownNumber){.expr = expr_text(shown->pen.arena, item->expr),
                      .format = num_format_text(shown->pen.arena, shown_format(&runs, item->format)),
                      .text = runs_plain(shown->pen.arena, &runs),
                      .node = layer_node(shown->pen.layers[REF_NOW], item->expr)};
}

static void collect_prose(Shown *shown, const Prose *prose)
{
    prose_walk(prose, collect_number, shown);
}

/* All prose of a block that the page shows. */
static void collect_block(Shown *shown, const Block *block)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
    case BLOCK_ANALOGY: collect_prose(shown, &block->as.prose); break;
    case BLOCK_LIST:
        for (size_t i = 0; i < block->as.list.count; i++)
            collect_prose(shown, &block->as.list.items[i].prose);
        break;
    case BLOCK_TABLE:
        for (size_t i = 0; i < block->as.table.rows * block->as.table.cols; i++)
            collect_prose(shown, &block->as.table.cells[i]);
        break;
    case BLOCK_SHOW:
        for (size_t i = 0; i < block->as.show.count; i++)
            collect_prose(shown, &block->as.show.lines[i].caption);
        break;
    case BLOCK_TERMS:
        for (size_t i = 0; i < block->as.terms.count; i++)
            collect_prose(shown, &block->as.terms.items[i].text);
        break;
    case BLOCK_CLAIM:
        for (size_t i = 0; i < block->as.claims.count; i++)
            collect_prose(shown, &block->as.claims.items[i].text);
        break;
    case BLOCK_PREDICT: collect_prose(shown, &block->as.question->prompt); break;
    case BLOCK_CODE:
    case BLOCK_LIVE:
    case BLOCK_MATH:
    case BLOCK_QUIZ:
    case BLOCK_CARD:
    case BLOCK_SCENE: break;
    }
}

size_t view_shown(Arena *arena, const Lesson *lesson, Layer *layer, int screen, ShownNumber **numbers)
{
    Shown shown = {.pen = print_pen(arena, layer, CHARSET_UTF8)};
    if (screen >= 0 && (size_t)screen < lesson->n_screens) {
        const Screen *of = &lesson->screens[screen];
        collect_prose(&shown, &of->title_prose);
        for (size_t s = 0; s < of->n_steps; s++)
            for (size_t b = 0; b < of->steps[s].n_blocks; b++)
                if (of->steps[s].blocks[b].section != SECTION_NOTES)
                    collect_block(&shown, &of->steps[s].blocks[b]);
    }
    *numbers = shown.items;
    return shown.n;
}

char *view_prose_text(Arena *arena, Layer *layer, const Prose *prose)
{
    Pen pen = print_pen(arena, layer, CHARSET_UTF8);
    Runs runs = {0};
    prose_runs(&pen, &runs, prose, ROLE_TEXT);
    return arena_strdup(arena, runs_plain(arena, &runs));
}

/* ------------------------------------------------------------------- check */

static const struct {
    int rows, cols;
} check_sizes[] = {{24, 80}, {12, 40}};

/* Rows of content at a size: all but title, two rules, status and hints. */
enum { CHROME_ROWS = 5, TALL_FROM = 24 };

static void check_width(const Doc *doc, int rows, int cols, Diags *diags)
{
    for (size_t i = 0; i < doc->n_overflows; i++) {
        const DocOverflow *overflow = &doc->overflows[i];
        diags_add(diags, DIAG_WARNING, overflow->span, "overflow",
                  "this is %d cells wide; at %dx%d there is room for %d", overflow->cols, cols, rows,
                  overflow->room);
    }
}

/* A step taller than a whole screen is scrolled: said at 80x24, where a lesson should fit. */
static void check_height(const Doc *doc, const Screen *screen, int rows, int cols, Diags *diags)
{
    int room = rows - CHROME_ROWS;
    for (int s = 0; rows >= TALL_FROM && s < doc->setup.n_steps; s++) {
        int height = doc->steps[s].end[0] - doc->steps[s].start[0];
        const Step *step = &screen->steps[s];
        if (height <= room || step->n_blocks == 0) continue;
        diags_add(diags, DIAG_WARNING, step->blocks[0].span, "overflow",
                  "step %d takes %d rows; at %dx%d there is room for %d: a pause would help", s + 1, height,
                  cols, rows, room);
    }
}

void view_check(const Lesson *lesson, Layer *layer, Diags *diags)
{
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof check_sizes / sizeof check_sizes[0]; i++) {
        int rows = check_sizes[i].rows, cols = check_sizes[i].cols;
        for (size_t screen = 0; screen < lesson->n_screens; screen++) {
            Pen pen = print_pen(arena, layer, CHARSET_UTF8);
            DocSetup setup = {.lesson = lesson,
                              .screen = (int)screen,
                              .n_steps = (int)lesson->screens[screen].n_steps,
                              .more = false,
                              .is_dense = true, /* as the screen does before it scrolls */
                              .n_panes = 1,
                              .widths = {cols, 0},
                              .size = PIC_COMPACT};
            const Doc *doc = doc_new(&pen, &setup);
            check_width(doc, rows, cols, diags);
            check_height(doc, &lesson->screens[screen], rows, cols, diags);
        }
        arena_reset(arena);
    }
    arena_free(arena);
}
