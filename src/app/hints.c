/* The bottom line and the help, made from the key table and the command table: what is not in the tables is
 * not offered, and what is offered is what the key does.
 *
 * A hint's item is 1 + the index of its binding. Two keys of a command that both ask for a hint share one,
 * and a click tells them apart by its column.
 */
#include "parts.h"

#include <string.h>

/* ------------------------------------------------------------- bottom line */

typedef struct Offer {
    const Binding *binding; /* the first of its keys */
    const char *key;
    int cells;
    int rank; /* the highest yields first */
} Offer;

static bool is_arrow(uint32_t key)
{
    return key >= KEYCODE_UP && key <= KEYCODE_RIGHT;
}

/* ↑↓ touch; letters and signs stand apart. */
static const char *join_labels(Arena *arena, const char *labels, const Binding *more)
{
    return arena_printf(arena, "%s%s%s", labels, is_arrow(more->key) ? "" : " ",
                        key_label(arena, more->key, more->mods));
}

static bool shares_hint(const Binding *a, const Binding *b)
{
    return b->hint > 0 && a->scope == b->scope && a->command == b->command;
}

static const char *labels_of(Arena *arena, const Binding *binding)
{
    const char *labels = key_label(arena, binding->key, binding->mods);
    for (size_t i = keys_index(binding) + 1; i < keys_count(); i++)
        if (shares_hint(binding, keys_at(i))) labels = join_labels(arena, labels, keys_at(i));
    return labels;
}

static bool is_first_of_hint(const Binding *binding)
{
    for (size_t i = 0; i < keys_index(binding); i++)
        if (shares_hint(binding, keys_at(i))) return false;
    return true;
}

static bool is_offered(const App *app, const Binding *binding, const Scope *scopes, size_t n_scopes)
{
    const Command *command = command_get(binding->command);
    return binding->hint > 0 && is_first_of_hint(binding) &&
           keys_find(scopes, n_scopes, binding->key, binding->mods) ==
               binding && /* not covered by an inner scope */
           (command->is_offered == NULL || command->is_offered(app));
}

/* What an outer scope offers yields to what the inner ones do; what is good everywhere keeps its own rank. */
static int rank_of(const Binding *binding, size_t depth)
{
    bool is_everywhere = binding->scope >= SCOPE_LESSON;
    return binding->hint + (is_everywhere ? 0 : 5 * (int)depth);
}

static size_t collect_offers(const App *app, Arena *arena, Offer *offers)
{
    Scope scopes[SCOPE_COUNT];
    size_t n_scopes = app_scopes(app, scopes), n = 0;
    for (size_t s = 0; s < n_scopes; s++)
        for (size_t i = 0; i < keys_count(); i++) {
            const Binding *binding = keys_at(i);
            if (binding->scope != scopes[s] || !is_offered(app, binding, scopes, n_scopes)) continue;
            const char *key = labels_of(arena, binding);
            int cells = charset_width(app->charset, key) + 1 +
                        charset_width(app->charset, command_hint(app, binding->command));
            offers[n++] = (Offer){binding, key, cells, rank_of(binding, s)};
        }
    return n;
}

/* One blank at the left, two between hints. */
static int cells_of(const Offer *offers, size_t n)
{
    int cells = 1;
    for (size_t i = 0; i < n; i++) cells += offers[i].cells + (i > 0 ? 2 : 0);
    return cells;
}

/* Of equals the later one yields. */
static size_t drop_least(Offer *offers, size_t n)
{
    size_t least = 0;
    for (size_t i = 1; i < n; i++)
        if (offers[i].rank >= offers[least].rank) least = i;
    memmove(offers + least, offers + least + 1, (n - least - 1) * sizeof *offers);
    return n - 1;
}

ViewHint *hints_make(const App *app, Arena *arena, int cols, size_t *n)
{
    Offer *offers = arena_array(arena, keys_count(), sizeof *offers);
    *n = collect_offers(app, arena, offers);
    while (*n > 1 && cells_of(offers, *n) > cols) *n = drop_least(offers, *n);
    ViewHint *hints = arena_array(arena, *n, sizeof *hints);
    for (size_t i = 0; i < *n; i++) {
        const Binding *binding = offers[i].binding;
        hints[i] =
            (ViewHint){offers[i].key, command_hint(app, binding->command), 1 + (uint32_t)keys_index(binding)};
    }
    return hints;
}

ViewHint hints_of(Arena *arena, Scope scope, CommandId command)
{
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *binding = keys_at(i);
        if (binding->scope != scope || binding->command != command) continue;
        return (ViewHint){key_label(arena, binding->key, binding->mods), command_get(command)->hint,
                          1 + (uint32_t)i};
    }
    return (ViewHint){0};
}

const Binding *hints_binding(const App *app, uint32_t item, int col)
{
    if (item == 0 || keys_at(item - 1) == NULL) return NULL;
    const Binding *first = keys_at(item - 1), *found = first;
    Arena *arena = arena_new();
    const char *labels = key_label(arena, first->key, first->mods);
    int all = charset_width(app->charset, labels_of(arena, first));
    for (size_t i = item; i < keys_count() && col < all; i++) {
        if (!shares_hint(first, keys_at(i))) continue;
        if (col >= charset_width(app->charset, labels)) found = keys_at(i);
        labels = join_labels(arena, labels, keys_at(i));
    }
    arena_free(arena);
    return found;
}

/* -------------------------------------------------------------------- help */

static bool is_first_of_command(const Binding *binding)
{
    for (size_t i = 0; i < keys_index(binding); i++)
        if (keys_at(i)->scope == binding->scope && keys_at(i)->command == binding->command) return false;
    return true;
}

static const char *all_labels(Arena *arena, Scope scope, CommandId command)
{
    const char *labels = "";
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *binding = keys_at(i);
        if (binding->scope != scope || binding->command != command) continue;
        labels = arena_printf(arena, "%s%s%s", labels, *labels != '\0' ? " " : "",
                              key_label(arena, binding->key, binding->mods));
    }
    return labels;
}

static size_t add_section(Arena *arena, HelpLine *lines, size_t n, Scope scope)
{
    if (n > 0) lines[n++] = (HelpLine){.text = ""};
    lines[n++] = (HelpLine){.text = scope_title(scope), .is_heading = true};
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *binding = keys_at(i);
        if (binding->scope != scope || !is_first_of_command(binding)) continue;
        const char *keys = all_labels(arena, scope, binding->command);
        lines[n++] = (HelpLine){.key = keys, .text = command_get(binding->command)->help};
    }
    return n;
}

/* The sections of this place first, innermost first; then the others. */
HelpLine *help_make(const App *app, Arena *arena, size_t *n)
{
    HelpLine *lines = arena_array(arena, keys_count() + 2 * SCOPE_COUNT, sizeof *lines);
    Scope scopes[SCOPE_COUNT];
    bool is_told[SCOPE_COUNT] = {false};
    App below = *app;
    below.cover = (Cover){0};
    size_t n_scopes = app_scopes(&below, scopes);
    *n = 0;
    for (size_t s = 0; s < n_scopes; s++) {
        *n = add_section(arena, lines, *n, scopes[s]);
        is_told[scopes[s]] = true;
    }
    for (size_t scope = 0; scope < SCOPE_COUNT; scope++)
        if (!is_told[scope]) *n = add_section(arena, lines, *n, (Scope)scope);
    return lines;
}
