/* A lesson as a document for elsewhere: Markdown, or one self-contained HTML page.
 *
 * One walk over the blocks; a writer is a row of functions. Prose is written as
 * prose with its numbers in; what heed draws (sheets, pictures, formulas) is laid
 * out as for a printed page and written as text, in HTML with its roles as classes.
 * Questions, cards, scenes and the speaker's notes stay in the program.
 */
#include "view/doc.h"
#include "view/export_page.h"

#include <string.h>

enum { EXPORT_COLS = 78 };

typedef struct Export Export;

typedef struct Writer {
    void (*title)(Export *e, const char *text);
    void (*screen)(Export *e, const Runs *title);
    void (*section)(Export *e, const char *title);
    void (*paragraph)(Export *e, const Runs *runs);
    void (*analogy)(Export *e, const Runs *runs);
    void (*item)(Export *e, const ListItem *item, const Runs *runs, bool is_first, bool is_last);
    void (*table)(Export *e, const Block *block);
    void (*drawn)(Export *e, const Frame *frame, int rows);
    void (*claim)(Export *e, const Runs *runs);
    void (*end)(Export *e);
} Writer;

struct Export {
    const Writer *writer;
    Pen pen;
    const Lesson *lesson;
    StrBuf out;
};

/* --------------------------------------------------------------------- text */

typedef struct Escape {
    char c;
    const char *text;
} Escape;

static const Escape html_escapes[] = {
    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {0, NULL}};
static const Escape md_escapes[] = {{'*', "\\*"}, {'_', "\\_"},  {'`', "\\`"}, {'[', "\\["},
                                    {']', "\\]"}, {'<', "&lt;"}, {'|', "\\|"}, {0, NULL}};

static void add_escaped(StrBuf *out, const Escape *escapes, const char *text)
{
    for (; *text; text++) {
        const Escape *escape = escapes;
        while (escape->text && escape->c != *text) escape++;
        if (escape->text)
            strbuf_add(out, escape->text);
        else
            strbuf_add_char(out, *text);
    }
}

static const char *role_class(Role role)
{
    static const char *const classes[ROLE_COUNT] = {
        [ROLE_TITLE] = "title", [ROLE_RULE] = "rule",   [ROLE_EMPH] = "emph",     [ROLE_DIM] = "dim",
        [ROLE_CODE] = "code",   [ROLE_LABEL] = "label", [ROLE_NUMBER] = "number", [ROLE_CHANGED] = "number",
        [ROLE_BAR] = "bar",     [ROLE_HEAT] = "bar",    [ROLE_AXIS] = "dim",      [ROLE_SOURCE] = "source",
        [ROLE_GOOD] = "good",   [ROLE_BAD] = "bad",     [ROLE_TRAP] = "bad",      [ROLE_ANALOGY] = "emph"};
    return classes[role];
}

/* ----------------------------------------------------------------- Markdown */

/* Strong prose keeps its stars; a run of blanks at either end stays outside of them. */
static void md_run(StrBuf *out, const TextRun *run)
{
    size_t len = strlen(run->utf8), lead = strspn(run->utf8, " "), tail = 0;
    while (tail + lead < len && run->utf8[len - 1 - tail] == ' ') tail++;
    const char *mark = run->role == ROLE_EMPH ? "**" : run->role == ROLE_CODE ? "`" : "";
    if (lead == len) mark = "";
    strbuf_add_n(out, run->utf8, lead);
    strbuf_add(out, mark);
    StrBuf inner = {0};
    strbuf_add_n(&inner, run->utf8 + lead, len - lead - tail);
    if (run->role == ROLE_CODE)
        strbuf_add(out, strbuf_text(&inner));
    else
        add_escaped(out, md_escapes, strbuf_text(&inner));
    strbuf_free(&inner);
    strbuf_add(out, mark);
    strbuf_add_n(out, run->utf8 + len - tail, lead == len ? 0 : tail);
}

static void md_runs(StrBuf *out, const Runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) md_run(out, &runs->items[i]);
}

static void md_title(Export *e, const char *text)
{
    strbuf_printf(&e->out, "# %s\n", text);
}

static void md_screen(Export *e, const Runs *title)
{
    strbuf_add(&e->out, "\n## ");
    for (size_t i = 0; i < title->n; i++) add_escaped(&e->out, md_escapes, title->items[i].utf8);
    strbuf_add(&e->out, "\n");
}

static void md_section(Export *e, const char *title)
{
    strbuf_printf(&e->out, "\n### %s\n", title);
}

static void md_paragraph(Export *e, const Runs *runs)
{
    strbuf_add(&e->out, "\n");
    md_runs(&e->out, runs);
    strbuf_add(&e->out, "\n");
}

static void md_analogy(Export *e, const Runs *runs)
{
    strbuf_add(&e->out, "\n> ");
    md_runs(&e->out, runs);
    strbuf_add(&e->out, "\n");
}

static void md_item(Export *e, const ListItem *item, const Runs *runs, bool is_first, bool is_last)
{
    (void)is_last;
    if (is_first) strbuf_add(&e->out, "\n");
    for (int i = 0; i < item->depth; i++) strbuf_add(&e->out, "  ");
    if (item->ordered)
        strbuf_printf(&e->out, "%d. ", item->number);
    else
        strbuf_add(&e->out, "- ");
    md_runs(&e->out, runs);
    strbuf_add(&e->out, "\n");
}

static void md_table(Export *e, const Block *block)
{
    size_t cols = block->as.table.cols;
    strbuf_add(&e->out, "\n");
    for (size_t i = 0; i < block->as.table.rows * cols; i++) {
        Runs runs = {0};
        prose_runs(&e->pen, &runs, &block->as.table.cells[i], ROLE_TEXT);
        strbuf_add(&e->out, i % cols ? " | " : "| ");
        md_runs(&e->out, &runs);
        if (i % cols == cols - 1) strbuf_add(&e->out, " |\n");
        for (size_t c = 0; i == cols - 1 && c < cols; c++)
            strbuf_add(&e->out, c + 1 < cols ? "|---" : "|---|\n");
    }
}

static void md_drawn(Export *e, const Frame *frame, int rows)
{
    strbuf_add(&e->out, "\n```text\n");
    for (int row = 0; row < rows; row++)
        strbuf_printf(&e->out, "%s\n", frame_row_text(e->pen.arena, frame, row));
    strbuf_add(&e->out, "```\n");
}

static void md_claim(Export *e, const Runs *runs)
{
    strbuf_add(&e->out, "\n");
    md_runs(&e->out, runs);
    strbuf_add(&e->out, "\n");
}

static void md_end(Export *e)
{
    (void)e;
}

static const Writer md_writer = {md_title, md_screen, md_section, md_paragraph, md_analogy,
                                 md_item,  md_table,  md_drawn,   md_claim,     md_end};

/* --------------------------------------------------------------------- HTML */

static void html_span(StrBuf *out, Role role, const char *text, size_t len)
{
    const char *class = role_class(role);
    StrBuf inner = {0};
    strbuf_add_n(&inner, text, len);
    if (class) strbuf_printf(out, "<span class=\"%s\">", class);
    add_escaped(out, html_escapes, strbuf_text(&inner));
    if (class) strbuf_add(out, "</span>");
    strbuf_free(&inner);
}

static void html_runs(Export *e, const char *open, const Runs *runs, const char *close)
{
    strbuf_add(&e->out, open);
    for (size_t i = 0; i < runs->n; i++) {
        const TextRun *run = &runs->items[i];
        bool is_plain = run->role == ROLE_TITLE;
        html_span(&e->out, is_plain ? ROLE_TEXT : run->role, run->utf8, strlen(run->utf8));
    }
    strbuf_add(&e->out, close);
}

static void html_title(Export *e, const char *text)
{
    strbuf_add(&e->out, export_page_head);
    strbuf_add(&e->out, "<title>");
    add_escaped(&e->out, html_escapes, text);
    strbuf_add(&e->out, "</title>\n<style>\n");
    strbuf_add(&e->out, export_page_style);
    strbuf_add(&e->out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    add_escaped(&e->out, html_escapes, text);
    strbuf_add(&e->out, "</h1>\n");
}

static void html_screen(Export *e, const Runs *title)
{
    html_runs(e, "<h2>", title, "</h2>\n");
}

static void html_section(Export *e, const char *title)
{
    strbuf_printf(&e->out, "<h3>%s</h3>\n", title);
}

static void html_paragraph(Export *e, const Runs *runs)
{
    html_runs(e, "<p>", runs, "</p>\n");
}

static void html_analogy(Export *e, const Runs *runs)
{
    html_runs(e, "<blockquote><p>", runs, "</p></blockquote>\n");
}

static void html_item(Export *e, const ListItem *item, const Runs *runs, bool is_first, bool is_last)
{
    if (is_first) strbuf_add(&e->out, item->ordered ? "<ol>\n" : "<ul>\n");
    html_runs(e, "<li>", runs, "</li>\n");
    if (is_last) strbuf_add(&e->out, item->ordered ? "</ol>\n" : "</ul>\n");
}

static void html_table(Export *e, const Block *block)
{
    size_t cols = block->as.table.cols;
    strbuf_add(&e->out, "<table>\n");
    for (size_t i = 0; i < block->as.table.rows * cols; i++) {
        Runs runs = {0};
        char align = block->as.table.align ? block->as.table.align[i % cols] : 'l';
        const char *open = i < cols ? "<th>" : align == 'r' ? "<td class=\"right\">" : "<td>";
        prose_runs(&e->pen, &runs, &block->as.table.cells[i], ROLE_TEXT);
        if (i % cols == 0) strbuf_add(&e->out, "<tr>");
        html_runs(e, open, &runs, i < cols ? "</th>" : "</td>");
        if (i % cols == cols - 1) strbuf_add(&e->out, "</tr>\n");
    }
    strbuf_add(&e->out, "</table>\n");
}

static bool is_blank_at(const Frame *frame, int row, int col)
{
    return strcmp(frame->cells[row * frame->cols + col].glyph, " ") == 0;
}

/* The blank columns at the left of all rows: a narrow page has no room for them. */
static int margin_of(const Frame *frame, int rows)
{
    for (int col = 0; col < frame->cols; col++)
        for (int row = 0; row < rows; row++)
            if (!is_blank_at(frame, row, col)) return col;
    return 0;
}

/* Runs of cells of one role are one span; rows keep their blanks. */
static void html_row(Export *e, const Frame *frame, int row, int from)
{
    int end = (int)strlen(frame_row_text(e->pen.arena, frame, row)) ? frame->cols : 0;
    while (end > 0 && is_blank_at(frame, row, end - 1)) end--;
    StrBuf run = {0};
    Role role = ROLE_TEXT;
    for (int col = from; col < end; col++) {
        const Cell *cell = &frame->cells[row * frame->cols + col];
        bool is_blank = is_blank_at(frame, row, col);
        if (!is_blank && cell->role != role && run.len) {
            html_span(&e->out, role, run.data, run.len);
            strbuf_clear(&run);
        }
        if (!is_blank) role = cell->role;
        strbuf_add(&run, cell->glyph);
    }
    if (run.len) html_span(&e->out, role, run.data, run.len);
    strbuf_add(&e->out, "\n");
    strbuf_free(&run);
}

static void html_drawn(Export *e, const Frame *frame, int rows)
{
    enum { MARGIN = 2 };
    strbuf_add(&e->out, "<pre>");
    int margin = margin_of(frame, rows);
    for (int row = 0; row < rows; row++) html_row(e, frame, row, margin > MARGIN ? margin - MARGIN : 0);
    strbuf_add(&e->out, "</pre>\n");
}

static void html_claim(Export *e, const Runs *runs)
{
    html_runs(e, "<p class=\"claim\">", runs, "</p>\n");
}

static void html_end(Export *e)
{
    strbuf_add(&e->out, "</main>\n</body>\n</html>\n");
}

static const Writer html_writer = {html_title, html_screen, html_section, html_paragraph, html_analogy,
                                   html_item,  html_table,  html_drawn,   html_claim,     html_end};

/* --------------------------------------------------------------------- walk */

/* What heed draws, laid out by itself. */
static void export_drawn(Export *e, int screen, const Block *block)
{
    DocSetup setup = {.lesson = e->lesson,
                      .screen = screen,
                      .more = true,
                      .is_print = true,
                      .n_panes = 1,
                      .widths = {EXPORT_COLS + 2, 0},
                      .size = PIC_FULL};
    Doc *doc = doc_new(&e->pen, &setup);
    block_draw(doc, block, false);
    if (doc->rows[0] == 0) return;
    Frame *frame = frame_new(e->pen.arena, doc->rows[0], EXPORT_COLS, e->pen.charset);
    frame_blit(frame, 0, 0, doc->panes[0], 0, 1, doc->rows[0], EXPORT_COLS);
    e->writer->drawn(e, frame, frame->rows);
}

static Runs runs_of(Export *e, const Prose *prose)
{
    Runs runs = {0};
    prose_runs(&e->pen, &runs, prose, ROLE_TEXT);
    return runs;
}

static void export_list(Export *e, const Block *block)
{
    for (size_t i = 0; i < block->as.list.count; i++) {
        Runs runs = runs_of(e, &block->as.list.items[i].prose);
        e->writer->item(e, &block->as.list.items[i], &runs, i == 0, i + 1 == block->as.list.count);
    }
}

static void export_claims(Export *e, const Block *block)
{
    for (size_t i = 0; i < block->as.claims.count; i++) {
        const Claim *claim = &block->as.claims.items[i];
        Runs runs = claim_runs(&e->pen, claim, view_claim_state(e->pen.layers[REF_NOW], claim));
        e->writer->claim(e, &runs);
    }
}

static void export_block(Export *e, int screen, const Block *block)
{
    Runs runs;
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        runs = runs_of(e, &block->as.prose);
        e->writer->paragraph(e, &runs);
        break;
    case BLOCK_ANALOGY:
        runs = runs_of(e, &block->as.prose);
        e->writer->analogy(e, &runs);
        break;
    case BLOCK_LIST: export_list(e, block); break;
    case BLOCK_TABLE: e->writer->table(e, block); break;
    case BLOCK_CLAIM: export_claims(e, block); break;
    case BLOCK_CODE:
    case BLOCK_LIVE:
    case BLOCK_SHOW:
    case BLOCK_MATH:
    case BLOCK_TERMS: export_drawn(e, screen, block); break;
    case BLOCK_PREDICT:
    case BLOCK_QUIZ:
    case BLOCK_CARD:
    case BLOCK_SCENE: break;
    }
}

static void export_screen(Export *e, int screen)
{
    const Screen *of = &e->lesson->screens[screen];
    Runs title = {0};
    if (of->title_prose.count)
        prose_runs(&e->pen, &title, &of->title_prose, ROLE_TITLE);
    else
        runs_text(&e->pen, &title, ROLE_TITLE, of->title ? of->title : "");
    e->writer->screen(e, &title);
    SectionKind section = SECTION_BODY;
    for (size_t s = 0; s < of->n_steps; s++) {
        for (size_t b = 0; b < of->steps[s].n_blocks; b++) {
            const Block *block = &of->steps[s].blocks[b];
            if (block->section == SECTION_NOTES) continue;
            if (block->section != section && block->section != SECTION_BODY)
                e->writer->section(e, section_title(block->section));
            section = block->section;
            export_block(e, screen, block);
        }
    }
}

char *view_export(Arena *arena, const Lesson *lesson, Layer *layer, ViewExport kind)
{
    Export e = {.writer = kind == VIEW_EXPORT_HTML ? &html_writer : &md_writer,
                .pen = {.arena = arena, .charset = CHARSET_BLOCKS, .layers = {layer}},
                .lesson = lesson};
    e.writer->title(&e, lesson->title ? lesson->title : "");
    for (int i = 0; i < (int)lesson->n_screens; i++) export_screen(&e, i);
    e.writer->end(&e);
    return strbuf_take(&e.out, arena);
}

/* ------------------------------------------------------------------- script */

char *view_export_script(Arena *arena, const Lesson *lesson, Layer *layer)
{
    Frame *page = view_print(arena, lesson, layer, -1, EXPORT_COLS, CHARSET_UTF8);
    ScriptCheck *checks = arena_array(arena, page->n_spans, sizeof *checks);
    size_t n = 0;
    for (size_t i = 0; i < page->n_spans; i++) {
        const FrameSpan *span = &page->spans[i];
        if (span->kind == SPAN_NUMBER && span->ref.node) checks[n++] = (ScriptCheck){span->ref, span->text};
    }
    return sheet_numpy_script(arena, layer, checks, n);
}
