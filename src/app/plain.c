/* From a line to a word and its argument, and from what is to be told to text. */
#include "parts.h"

#include "heed/text.h"
#include "plain.h"

#include <ctype.h>
#include <string.h>

/* ----------------------------------------------------------------- telling */

static void forget(Plain *plain)
{
    if (plain->arena == NULL) plain->arena = arena_new();
    arena_reset(plain->arena);
    plain->items = NULL;
    plain->n = plain->cap = 0;
}

void plain_free(Plain *plain)
{
    if (plain->arena != NULL) arena_free(plain->arena);
    *plain = (Plain){0};
}

static void add(App *app, Telling telling)
{
    Plain *plain = &app->plain;
    if (plain->arena == NULL) forget(plain);
    if (plain->n == plain->cap) {
        size_t cap = plain->cap > 0 ? 2 * plain->cap : 8;
        plain->items = arena_grow(plain->arena, plain->items, plain->n, cap, sizeof *plain->items);
        plain->cap = cap;
    }
    if (telling.text != NULL) telling.text = arena_strdup(plain->arena, telling.text);
    plain->items[plain->n++] = telling;
}

void plain_tell(App *app, TellingKind kind)
{
    add(app, (Telling){.kind = kind});
}

void plain_tell_about(App *app, TellingKind kind, const char *text, ElementRef ref)
{
    add(app, (Telling){.kind = kind, .text = text, .ref = ref});
}

static void say(App *app, const char *format, va_list args)
{
    Arena *arena = arena_new();
    add(app, (Telling){.kind = TELL_TEXT, .text = arena_vprintf(arena, format, args), .indent = 2});
    arena_free(arena);
}

void plain_say(App *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(app, format, args);
    va_end(args);
}

void plain_refuse(App *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(app, format, args);
    va_end(args);
    app->plain.was_refused = true;
}

static const Question *question_called(const App *app, const char *id)
{
    const Lesson *lesson = app->visit->lesson;
    for (size_t i = 0; i < lesson->n_questions; i++)
        if (strcmp(lesson->questions[i]->id, id) == 0) return lesson->questions[i];
    return NULL;
}

static Frame *head(const App *app, Arena *arena, int width)
{
    const Lesson *lesson = app->visit->lesson;
    Place place = app->visit->place;
    const char *text = arena_printf(arena, "Screen %d of %zu. %s", place.screen + 1, lesson->n_screens,
                                    lesson->screens[place.screen].title);
    return view_spoken_text(arena, app->charset, text, 2, width);
}

static Frame *sources(const App *app, Arena *arena, int width)
{
    const Lesson *lesson = app->visit->lesson;
    StrBuf text = {0};
    strbuf_add(&text, lesson->n_sources > 0 ? "Sources of the lesson\n" : "The lesson names no sources.\n");
    for (size_t i = 0; i < lesson->n_sources; i++) strbuf_printf(&text, "  %s\n", lesson->sources[i]);
    Frame *frame = view_spoken_text(arena, app->charset, strbuf_text(&text), 2, width);
    strbuf_free(&text);
    return frame;
}

/* One telling as it now stands; NULL: there is nothing to it. */
static Frame *told(App *app, Arena *arena, const Telling *telling, int width)
{
    static const SectionKind more[] = {SECTION_IN_PRACTICE, SECTION_HISTORY, SECTION_SOURCES};
    Charset charset = app->charset;
    if (telling->kind == TELL_TEXT)
        return view_spoken_text(arena, charset, telling->text, telling->indent, width);
    if (app->visit == NULL) return NULL;
    ViewState state = app_view_state(app, arena, width);
    switch (telling->kind) {
    case TELL_TEXT: break;
    case TELL_HEAD: return head(app, arena, width);
    case TELL_STEP: return view_spoken_step(arena, charset, &state, false, width);
    case TELL_SCREEN: return view_spoken_step(arena, charset, &state, true, width);
    case TELL_CHANGES: return view_spoken_changes(arena, charset, &state, width);
    case TELL_WHY: return state.why.depth > 0 ? view_spoken_why(arena, charset, &state, width) : NULL;
    case TELL_INFLUENCE: return view_spoken_influence(arena, charset, &state, telling->ref, width);
    case TELL_VALUE:
        return view_spoken_value(arena, charset, &state, telling->ref.node, telling->text, width);
    case TELL_NAMES: return view_spoken_names(arena, charset, &state, width);
    case TELL_PREDICTION: {
        const Question *question = question_called(app, telling->text);
        return question != NULL ? view_spoken_prediction(arena, charset, &state, question, width) : NULL;
    }
    case TELL_MORE: return view_spoken_sections(arena, charset, &state, more, 3, width);
    case TELL_SOURCES: return sources(app, arena, width);
    case TELL_SECTIONS: return view_spoken_sections(arena, charset, &state, &more[2], 1, width);
    case TELL_SIDES: return view_spoken_sides(arena, charset, &state, width);
    }
    return NULL;
}

static void append(Frame *page, const Frame *part)
{
    if (part == NULL) return;
    int row = page->rows;
    frame_resize_rows(page, row + part->rows);
    frame_blit(page, row, 0, part, 0, 0, part->rows, part->cols < page->cols ? part->cols : page->cols);
}

Frame *app_tell(App *app, Arena *arena, int width)
{
    Plain *plain = &app->plain;
    Frame *page = frame_new(arena, 0, width, app->charset);
    if (app->message.text != NULL) /* what a command says of itself goes before what came of it */
        append(page, view_spoken_text(arena, app->charset, app->message.text, 2, width));
    app_unsay(app);
    for (size_t i = 0; i < plain->n; i++) append(page, told(app, arena, &plain->items[i], width));
    forget(plain);
    return page;
}

/* ------------------------------------------------------------------- words */

bool plain_word_fits(const App *app, const Word *word)
{
    return (word->place & (app->visit != NULL ? IN_LESSON : AT_HOME)) != 0;
}

const Word *plain_word_find(const App *app, const char *name, size_t len)
{
    for (size_t i = 0; i < plain_word_count(); i++) {
        const Word *word = plain_word_at(i);
        if (!plain_word_fits(app, word)) continue;
        bool is_name = strlen(word->name) == len && strncmp(word->name, name, len) == 0;
        bool is_short = word->short_form != NULL && strlen(word->short_form) == len &&
                        strncmp(word->short_form, name, len) == 0;
        if (is_name || is_short) return word;
    }
    return NULL;
}

/* "q[2] = 5": a name, perhaps an index, one equals sign. */
static bool is_assignment(const char *line)
{
    const char *at = line;
    if (!isalpha((unsigned char)*at) && *at != '_') return false;
    while (isalnum((unsigned char)*at) || *at == '_') at++;
    if (*at == '[') at += strcspn(at, "]") + (strchr(at, ']') != NULL);
    at += strspn(at, " ");
    return at[0] == '=' && at[1] != '=';
}

static const char *nearest(const App *app, Arena *arena, const char *name)
{
    const char **names = arena_array(arena, plain_word_count(), sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < plain_word_count(); i++)
        if (plain_word_fits(app, plain_word_at(i))) names[n++] = plain_word_at(i)->name;
    return nearest_word(name, names, n);
}

/* A word of the other place, a near miss, or an expression that was meant to be tried. */
static void refuse_word(App *app, Arena *arena, const char *name, const char *line)
{
    for (size_t i = 0; i < plain_word_count(); i++)
        if (strcmp(plain_word_at(i)->name, name) == 0) {
            plain_refuse(app,
                         app->visit != NULL ? "%s is for home; home leads there."
                                            : "%s needs an open lesson; list shows them, open opens one.",
                         name);
            return;
        }
    const char *near = nearest(app, arena, name);
    Diags unheard;
    diags_init(&unheard, arena);
    bool is_expression = app->visit != NULL && layer_ask(app->visit->now.layer, line, "line", &unheard) != 0;
    if (is_expression)
        plain_refuse(app, "No command is called %s; try %s computes it. help lists the commands.", name,
                     line);
    else if (near != NULL)
        plain_refuse(app, "No command is called %s; did you mean %s? help lists the commands.", name, near);
    else
        plain_refuse(app, "No command is called %s; help lists the commands.", name);
}

static void run_word(App *app, const Word *word, const char *argument)
{
    if (*argument != '\0' && *word->usage == '\0') {
        plain_refuse(app, "%s takes nothing behind it, not: %s", word->name, argument);
        return;
    }
    if (app->visit != NULL && word->run != plain_on) app->visit->at_end = false;
    word->run(app, argument);
}

/* A word is letters, or one sign. */
static size_t word_length(const char *line)
{
    size_t n = 0;
    while (isalpha((unsigned char)line[n]) || line[n] == '-' || (n > 0 && line[n] == '_')) n++;
    if (n == 0 || line[0] == '-') return line[0] != '\0';
    return n;
}

static void take_line(App *app, Arena *arena, const char *text)
{
    char *line = arena_strdup(arena, text + strspn(text, " \t"));
    for (size_t len = strlen(line); len > 0 && strchr(" \t\r", line[len - 1]) != NULL;) line[--len] = '\0';
    if (*line == '\0') {
        plain_on(app, "");
        return;
    }
    if (app->visit != NULL && is_assignment(line)) {
        plain_set(app, line);
        return;
    }
    size_t n = word_length(line);
    const Word *word = plain_word_find(app, line, n);
    const char *rest = line + n;
    bool is_whole = *rest == '\0' || *rest == ' ' || *rest == '\t' || !isalpha((unsigned char)line[0]);
    if (word != NULL && is_whole)
        run_word(app, word, rest + strspn(rest, " \t"));
    else
        refuse_word(app, arena, arena_strndup(arena, line, strcspn(line, " \t")), line);
}

const Effect *app_line(App *app, const char *line, const Event *when, size_t *n_effects)
{
    outbox_begin(&app->outbox);
    app->wall_ms = when->wall_ms;
    app->utc_offset_min = when->utc_offset_min;
    app->mono_ms = when->mono_ms;
    app->was_tick = false;
    app->plain.was_refused = false;
    Arena *arena = arena_new();
    if (!utf8_is_valid(line, strlen(line)))
        plain_refuse(app, "This line is no text: it holds bytes that are not UTF-8.");
    else
        take_line(app, arena, line);
    if (app->visit != NULL) visit_ask_all(app->visit);
    arena_free(arena);
    return outbox_deliver(&app->outbox, n_effects);
}

bool app_line_was_refused(const App *app)
{
    return app->plain.was_refused;
}

void app_tell_place(App *app)
{
    if (app->visit != NULL) {
        visit_ask_all(app->visit);
        plain_tell_place(app);
    } else {
        plain_tell_home(app);
    }
}

void app_heard(App *app, const char *line)
{
    study_take(app->study, line);
}

char *app_prompt(const App *app, Arena *arena)
{
    if (app->visit == NULL) return arena_strdup(arena, "heed> ");
    Place place = app->visit->place;
    return arena_printf(arena, "%s %d.%d> ", app->visit->lesson->id, place.screen + 1, place.step + 1);
}
