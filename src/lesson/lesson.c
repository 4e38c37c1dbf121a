/* A lesson from its text: clean, find blocks, fill blocks, collect lists.
 */
#include "lesson/parse.h"
#include "heed/text.h"
#include <string.h>

/* "lessons/four-steps.md" -> "four-steps"; a file's name is as little to be trusted on a screen as its text.
 */
static char *id_of(Arena *arena, const char *name)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    size_t n = strlen(base);
    if (n > 3 && strcmp(base + n - 3, ".md") == 0) n -= 3;
    return text_sanitize(arena, base, n, false);
}

/* ---------------------------------------------------------- host definitions */

/* What the host lays values over: not the lesson's own, so not on any screen. */
static void define_host_names(Parser *p)
{
    static const SourceText host = {"heed", "draw_seed = 0", sizeof "draw_seed = 0" - 1};
    sheet_define(p->sheet, &host, 0, host.len, -1, p->diags);
}

/* ---------------------------------------------------------------- assembly */

static SourceSpan draft_span(const Parser *p, const Draft *draft)
{
    Line first = p->lines.items[draft->first], last = p->lines.items[draft->last - 1];
    return parser_span(p, first.start, last.end);
}

static void fill_block(Parser *p, const Draft *draft, Block *block)
{
    *block = (Block){.kind = draft->kind, .section = draft->section, .span = draft_span(p, draft)};
    if (draft->kind < BLOCK_CODE)
        fill_text_block(p, draft, block);
    else
        fill_fence_block(p, draft, block);
}

static bool is_key_section(SectionKind section)
{
    return !section_on_demand(section) && section != SECTION_NOTES;
}

/* The first bold sentence of the step's paragraphs. */
static const Prose *find_key_sentence(Parser *p, const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        if (block->kind != BLOCK_PARAGRAPH || !is_key_section(block->section)) continue;
        for (size_t k = 0; k < block->as.prose.count; k++) {
            const Inline *strong = &block->as.prose.items[k];
            if (strong->kind != INLINE_STRONG) continue;
            Prose *sentence = arena_alloc(p->arena, sizeof *sentence);
            *sentence = (Prose){strong->children, strong->n_children};
            return sentence;
        }
    }
    return NULL;
}

/* Fills the step's blocks from the drafts from *next on. */
static void fill_step(Parser *p, const Drafts *drafts, size_t step_index, size_t *next, Step *step)
{
    const DraftStep *draft_step = &drafts->steps[step_index];
    step->name = draft_step->name;
    step->n_blocks = draft_step->n_drafts;
    step->blocks = arena_array(p->arena, step->n_blocks, sizeof *step->blocks);
    for (size_t i = 0; i < step->n_blocks; i++) fill_block(p, &drafts->items[(*next)++], &step->blocks[i]);
    step->key_sentence = find_key_sentence(p, step);
}

static void fill_screens(Parser *p, const Drafts *drafts)
{
    Lesson *lesson = p->lesson;
    size_t next = 0;
    lesson->n_screens = drafts->n_screens;
    lesson->screens = arena_array(p->arena, drafts->n_screens, sizeof *lesson->screens);
    for (size_t i = 0; i < drafts->n_screens; i++) {
        const DraftScreen *draft = &drafts->screens[i];
        Screen *screen = &lesson->screens[i];
        p->screen = (int)i;
        screen->span = draft->span;
        screen->title_prose = parse_prose_span(p, draft->title_start, draft->title_end);
        screen->title = prose_plain(p->arena, &screen->title_prose);
        screen->n_steps = draft->n_steps;
        screen->steps = arena_array(p->arena, draft->n_steps, sizeof *screen->steps);
        for (size_t k = 0; k < draft->n_steps; k++) {
            p->step = (int)k;
            fill_step(p, drafts, draft->first_step + k, &next, &screen->steps[k]);
        }
    }
}

static void collect_lists(Parser *p)
{
    Lesson *lesson = p->lesson;
    lesson->questions = (Question **)p->questions.items;
    lesson->n_questions = p->questions.count;
    lesson->cards = (Card **)p->cards.items;
    lesson->n_cards = p->cards.count;
    lesson->scenes = (Scene **)p->scenes.items;
    lesson->n_scenes = p->scenes.count;
    collect_equations(p);
}

static void check_whole(Parser *p, const Drafts *drafts)
{
    Lesson *lesson = p->lesson;
    if (p->source->len == 0 || parser_trim(p, 0, p->source->len).start == p->source->len) {
        if (p->diags->errors == 0)
            parser_error(p, 0, 0, "empty",
                         "the lesson is empty: it needs front matter and a screen, '## A question?'");
    } else if (drafts->n_screens == 0) {
        parser_error(p, 0, 0, "no-screen", "the lesson has no screen: a screen starts with '## A question?'");
    }
    if (!lesson->title) lesson->title = lesson->id;
    if (!lesson->part) lesson->part = "";
    if (!lesson->level) lesson->level = "";
}

Lesson *lesson_parse(const char *name, const char *text, size_t len, Diags *diags)
{
    Arena *arena = arena_new();
    Lesson *lesson = arena_alloc(arena, sizeof *lesson);
    Parser p = {.arena = arena, .diags = diags, .lesson = lesson, .sheet = sheet_new()};
    lesson->arena = arena;
    lesson->sheet = p.sheet;
    lesson->id = id_of(arena, name);
    lesson->source = p.source = source_clean(arena, name, text, len, diags);
    p.lines = source_lines(arena, p.source, diags);
    define_host_names(&p);
    Drafts drafts = {0};
    if (p.lines.count > 0) scan_blocks(&p, parse_front(&p), &drafts);
    fill_screens(&p, &drafts);
    collect_lists(&p);
    say_waiting(&p);
    check_whole(&p, &drafts);
    return lesson;
}

void lesson_free(Lesson *lesson)
{
    if (!lesson) return;
    sheet_free(lesson->sheet);
    arena_free(lesson->arena);
}

/* ------------------------------------------------------------------- plain */

static void add_plain(StrBuf *out, const Inline *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind == INLINE_NUMBER)
            strbuf_printf(out, "{%s}", items[i].text);
        else if (items[i].text)
            strbuf_add(out, items[i].text);
        add_plain(out, items[i].children, items[i].n_children);
    }
}

char *prose_plain(Arena *arena, const Prose *prose)
{
    StrBuf out = {0};
    add_plain(&out, prose->items, prose->count);
    return strbuf_take(&out, arena);
}
