/* The glossary: a list to walk and search, and the entry that the help begins with.
 *
 * Which lessons use a term is looked up for the chosen one alone: that reads every text of the library.
 */
#include "glossary.h"

#include "find.h"
#include "parts.h"
#include "plain.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

const Glossary *glossary_of(App *app)
{
    if (app->glossary == NULL) {
        Arena *arena = arena_new();
        Diags unheard;
        diags_init(&unheard, arena);
        const char *text = app->library->glossary != NULL ? app->library->glossary : "";
        app->glossary = glossary_parse("glossary.md", text, strlen(text), &unheard);
        arena_free(arena);
    }
    return app->glossary;
}

bool glossary_exists(const App *app)
{
    return app->library->glossary != NULL && *app->library->glossary != '\0';
}

/* ----------------------------------------------------------------- what is selected */

static const GlossaryTerm *term_of_math(const Glossary *all, Arena *arena, const MathTerm *term)
{
    const GlossaryTerm *found = term->name != NULL ? glossary_for_name(all, term->name) : NULL;
    const char *symbol = math_inline(arena, term->math);
    if (found == NULL) found = glossary_find(all, symbol);
    return found != NULL ? found : glossary_for_name(all, symbol);
}

/* A name's own entry; else that of the operation by which it comes about: softmax of softmax(x). */
static const GlossaryTerm *term_of_element(const Glossary *all, Arena *arena, Layer *layer, ElementRef ref)
{
    const Definition *definition = layer_definition(layer, ref.node);
    const GlossaryTerm *found = definition != NULL ? glossary_for_name(all, definition->name) : NULL;
    if (found != NULL) return found;
    const char *text =
        definition != NULL ? layer_source_text(layer, arena, definition->name) : layer_text(layer, ref.node);
    size_t n = 0;
    while (text != NULL && (isalnum((unsigned char)text[n]) || text[n] == '_')) n++;
    if (text == NULL || n == 0) return NULL;
    const char *word = arena_strndup(arena, text, n);
    return text[n] == '(' ? glossary_find(all, word) : glossary_for_name(all, word);
}

const GlossaryTerm *glossary_selected(App *app)
{
    size_t term;
    Visit *visit = app->visit;
    if (visit == NULL || !visit->has_selection) return NULL;
    const Glossary *all = glossary_of(app);
    Arena *arena = arena_new();
    const GlossaryTerm *found = NULL;
    Layer *layer = visit_layer(visit, visit->selection);
    if (formula_term(app, &term))
        found = term_of_math(all, arena, visit->lesson->terms[term]);
    else if (layer != NULL && visit->selection.node != 0)
        found = term_of_element(all, arena, layer, visit->selection);
    arena_free(arena);
    return found;
}

/* -------------------------------------------------------------------- lines */

static const char *joined(Arena *arena, const char *const *words, size_t n)
{
    StrBuf out = {0};
    for (size_t i = 0; i < n; i++) strbuf_printf(&out, "%s%s", i > 0 ? ", " : "", words[i]);
    return strbuf_take(&out, arena);
}

/* "four-steps 2.3, qkv-lookup 1.5": where each lesson first speaks of it. */
static const char *uses_text(App *app, Arena *arena, const GlossaryTerm *term)
{
    StrBuf out = {0};
    int screen, step;
    for (size_t i = 0; i < app->library->count; i++)
        if (glossary_use(term, shelf_lesson(app, i), &screen, &step))
            strbuf_printf(&out, "%s%s %d.%d", out.len > 0 ? ", " : "", app->library->entries[i].id,
                          screen + 1, step + 1);
    return strbuf_take(&out, arena);
}

static const char *title_of(Arena *arena, const GlossaryTerm *term)
{
    if (term->n_also == 0) return term->name;
    return arena_printf(arena, "%s, %s", term->name, joined(arena, term->also, term->n_also));
}

static const char *related_text(App *app, Arena *arena, const GlossaryTerm *term)
{
    StrBuf out = {0};
    const char *uses = uses_text(app, arena, term);
    if (term->n_see > 0) strbuf_printf(&out, "See: %s", joined(arena, term->see, term->n_see));
    if (term->n_see > 0 && *uses != '\0') strbuf_add(&out, "\n");
    if (*uses != '\0') strbuf_printf(&out, "In: %s", uses);
    return strbuf_take(&out, arena);
}

char *glossary_text(App *app, Arena *arena, const GlossaryTerm *term)
{
    return arena_printf(arena, "%s\n%s\n%s", title_of(arena, term), lesson_prose_text(arena, &term->text),
                        related_text(app, arena, term));
}

static const Frame *block_of(const App *app, Arena *arena, const char *text)
{
    return view_spoken_text(arena, app->charset, text, 0, app->cols > 28 ? app->cols - 8 : 20);
}

HelpLine *glossary_help(App *app, Arena *arena, size_t *n)
{
    const GlossaryTerm *term = glossary_selected(app);
    *n = 0;
    if (term == NULL) return NULL;
    HelpLine *lines = arena_array(arena, 3, sizeof *lines);
    lines[(*n)++] = (HelpLine){.text = title_of(arena, term), .is_heading = true};
    lines[(*n)++] = (HelpLine){.text = lesson_prose_text(arena, &term->text)};
    const char *related = related_text(app, arena, term);
    if (*related != '\0') lines[(*n)++] = (HelpLine){.block = block_of(app, arena, related)};
    return lines;
}

/* Below the chosen term stands what is related to it. */
HelpLine *glossary_make(App *app, Arena *arena, size_t *n)
{
    const Glossary *all = glossary_of(app);
    HelpLine *lines = arena_array(arena, all->count, sizeof *lines);
    *n = all->count;
    for (size_t i = 0; i < all->count; i++) {
        const GlossaryTerm *term = &all->items[i];
        bool is_chosen = i == app->cover.selected;
        const char *text = lesson_prose_text(arena, &term->text);
        if (is_chosen) text = arena_printf(arena, "%s\n%s", text, related_text(app, arena, term));
        lines[i] = (HelpLine){.text = title_of(arena, term),
                              .block = block_of(app, arena, text),
                              .item = (uint32_t)i + 1,
                              .is_selected = is_chosen};
    }
    return lines;
}

/* What is looked for stands in the title while it is typed. */
const char *glossary_title(const App *app, Arena *arena)
{
    if (app->entry.kind != ENTRY_GLOSSARY) return "Glossary";
    return arena_printf(arena, "Glossary  /%s", line_text(&app->entry.line));
}

/* ----------------------------------------------------------------- choosing */

static void point(App *app, long at)
{
    long last = (long)glossary_of(app)->count - 1;
    if (at > last) at = last;
    app->cover.selected = at > 0 ? (size_t)at : 0;
}

void glossary_open(App *app, int arg)
{
    (void)arg;
    if (!glossary_exists(app)) {
        app_say(app, ROLE_TEXT, "There is no glossary here.");
        return;
    }
    const GlossaryTerm *term = glossary_selected(app);
    app->cover = (Cover){.kind = COVER_GLOSSARY};
    if (term != NULL) point(app, term - glossary_of(app)->items);
}

void glossary_choose(App *app, int direction)
{
    point(app, (long)app->cover.selected + direction);
}

void glossary_page(App *app, int direction)
{
    enum { PER_PAGE = 5 };
    point(app, (long)app->cover.selected + (long)direction * PER_PAGE);
}

void glossary_end(App *app, int direction)
{
    point(app, direction < 0 ? 0 : LONG_MAX);
}

/* ---------------------------------------------------------------- searching */

void glossary_search(App *app, int arg)
{
    (void)arg;
    entry_open(&app->entry, ENTRY_GLOSSARY, "/", "");
}

/* How well a term fits what is typed: 0 not at all. */
static int fits(Arena *arena, const GlossaryTerm *term, const char *text)
{
    const char *title = title_of(arena, term), *at = find_text(title, text);
    if (at == title) return 3;
    if (at != NULL) return 2;
    return find_text(lesson_prose_text(arena, &term->text), text) != NULL;
}

void glossary_typed(App *app)
{
    const Glossary *all = glossary_of(app);
    const char *text = line_text(&app->entry.line);
    Arena *arena = arena_new();
    int best = 0;
    for (size_t i = 0; i < all->count && *text != '\0'; i++) {
        int fit = fits(arena, &all->items[i], text);
        if (fit > best) point(app, (long)i);
        if (fit > best) best = fit;
    }
    arena_free(arena);
}

bool glossary_accept(App *app)
{
    const char *text = line_text(&app->entry.line);
    Arena *arena = arena_new();
    const Glossary *all = glossary_of(app);
    bool is_there = *text == '\0';
    for (size_t i = 0; i < all->count && !is_there; i++) is_there = fits(arena, &all->items[i], text) > 0;
    const GlossaryTerm *near = is_there ? NULL : glossary_near(all, text);
    if (near != NULL)
        point(app, near - all->items);
    else if (!is_there)
        app_say(app, ROLE_BAD, "“%s” is not in the glossary.", text);
    arena_free(arena);
    return true;
}

/* ------------------------------------------------------------------ jumping */

/* The lesson that is open where it uses the term, else the first that does. */
static bool find_use(App *app, const GlossaryTerm *term, size_t *lesson, Place *place)
{
    const char *open = app->visit != NULL ? app->visit->lesson->id : "";
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < app->library->count; i++) {
            if (round == 0 && strcmp(app->library->entries[i].id, open) != 0) continue;
            if (!glossary_use(term, shelf_lesson(app, i), &place->screen, &place->step)) continue;
            *lesson = i;
            return true;
        }
    return false;
}

void glossary_jump(App *app, int arg)
{
    (void)arg;
    const Glossary *all = glossary_of(app);
    size_t lesson;
    Place place;
    if (app->cover.selected >= all->count) return;
    const GlossaryTerm *term = &all->items[app->cover.selected];
    if (!find_use(app, term, &lesson, &place)) {
        app_say(app, ROLE_TEXT, "No lesson uses this word yet.");
        return;
    }
    const LibraryEntry *entry = &app->library->entries[lesson];
    bool is_open = app->visit != NULL && strcmp(app->visit->lesson->id, entry->id) == 0;
    cover_close(app, 0);
    if (!is_open) {
        bool leads_home = app->depth == 0 || app->came_from_home;
        Arena *arena = arena_new();
        Diags unheard;
        diags_init(&unheard, arena);
        is_open = app_open_lesson(app, entry->id, place.screen, place.step, NULL, &unheard);
        if (is_open) app->came_from_home = leads_home;
        arena_free(arena);
    } else {
        visit_release(app->visit);
        place_show(app, place);
    }
    if (is_open) search_set(app, term->name);
}

void glossary_pick(App *app, size_t index)
{
    bool again = app->cover.selected == index;
    point(app, index < LONG_MAX ? (long)index : LONG_MAX);
    if (again) glossary_jump(app, 0);
}

/* ------------------------------------------------------------ in plain lines */

void plain_glossary(App *app, const char *argument)
{
    const Glossary *all = glossary_of(app);
    Arena *arena = arena_new();
    const GlossaryTerm *term = *argument != '\0' ? glossary_find(all, argument) : NULL;
    if (term == NULL && *argument != '\0') term = glossary_for_name(all, argument);
    const GlossaryTerm *near = term == NULL && *argument != '\0' ? glossary_near(all, argument) : NULL;
    if (term != NULL)
        plain_say(app, "%s", glossary_text(app, arena, term));
    else if (near != NULL)
        plain_refuse(app, "%s is not in the glossary; did you mean %s?", argument, near->name);
    else if (*argument != '\0')
        plain_refuse(app, "%s is not in the glossary; glossary lists its terms.", argument);
    for (size_t i = 0; *argument == '\0' && i < all->count; i++)
        plain_say(app, "%s: %s", all->items[i].name, lesson_prose_text(arena, &all->items[i].text));
    arena_free(arena);
}

/* ------------------------------------------------------------------ sources */

void sources_open(App *app, int arg)
{
    (void)arg;
    app->cover = (Cover){.kind = COVER_SOURCES};
}

HelpLine *sources_make(App *app, Arena *arena, size_t *n)
{
    static const SectionKind sections[] = {SECTION_SOURCES};
    const Lesson *lesson = app->visit->lesson;
    int width = app->cols > 28 ? app->cols - 8 : 20;
    HelpLine *lines = arena_array(arena, lesson->n_sources + 5, sizeof *lines);
    ViewState state = app_view_state(app, arena, app->cols);
    const Frame *screen = view_spoken_sections(arena, app->charset, &state, sections, 1, width);
    *n = 0;
    if (screen->rows > 0) {
        lines[(*n)++] = (HelpLine){.text = lesson->screens[state.screen].title, .is_heading = true};
        lines[(*n)++] = (HelpLine){.block = screen};
        lines[(*n)++] = (HelpLine){.text = ""};
    }
    lines[(*n)++] = (HelpLine){.text = lesson->title, .is_heading = true};
    if (lesson->n_sources == 0) lines[(*n)++] = (HelpLine){.text = "This lesson names no sources."};
    for (size_t i = 0; i < lesson->n_sources; i++)
        lines[(*n)++] =
            (HelpLine){.block = view_spoken_text(arena, app->charset, lesson->sources[i], 2, width)};
    return lines;
}
