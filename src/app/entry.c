/* An entry owns its strings one by one: it is opened rarely and lives long beside its history. */
#include "entry.h"

#include <stdlib.h>
#include <string.h>

static void set_text(char **slot, const char *text)
{
    char *copy = text != NULL ? heed_xstrdup(text) : NULL; /* before the free: text may be *slot */
    free(*slot);
    *slot = copy;
}

void entry_free(Entry *entry)
{
    entry_close(entry);
    line_free(&entry->line);
    for (size_t kind = 0; kind < ENTRY_KIND_COUNT; kind++) {
        for (size_t i = 0; i < entry->entered[kind].count; i++) free(entry->entered[kind].texts[i]);
        free(entry->entered[kind].texts);
    }
    *entry = (Entry){0};
}

void entry_open(Entry *entry, EntryKind kind, const char *prompt, const char *text)
{
    entry_close(entry);
    entry->kind = kind;
    set_text(&entry->prompt, prompt);
    line_set(&entry->line, text);
    entry->recall = entry->entered[kind].count;
}

void entry_close(Entry *entry)
{
    entry->kind = ENTRY_NONE;
    entry->is_held = false;
    entry->result_node = 0;
    set_text(&entry->prompt, NULL);
    set_text(&entry->name, NULL);
    set_text(&entry->problem, NULL);
    set_text(&entry->answered, NULL);
    set_text(&entry->result, NULL);
    set_text(&entry->draft, NULL);
}

bool entry_is_typing(const Entry *entry)
{
    return entry->kind != ENTRY_NONE && !entry->is_held;
}

bool entry_is_fresh(const Entry *entry)
{
    return entry->answered == NULL || strcmp(entry->answered, line_text(&entry->line)) != 0;
}

void entry_touched(Entry *entry)
{
    set_text(&entry->problem, NULL);
}

void entry_set_problem(Entry *entry, const char *text)
{
    set_text(&entry->problem, text);
    set_text(&entry->result, NULL);
    set_text(&entry->answered, NULL);
    entry->result_node = 0;
}

void entry_set_answer(Entry *entry, NodeId node, const char *text)
{
    set_text(&entry->problem, NULL);
    set_text(&entry->result, text);
    set_text(&entry->answered, line_text(&entry->line));
    entry->result_node = node;
}

/* ----------------------------------------------------------------- history */

void entry_remember(Entry *entry)
{
    Entered *entered = &entry->entered[entry->kind];
    const char *text = line_text(&entry->line);
    bool is_repeat = entered->count > 0 && strcmp(entered->texts[entered->count - 1], text) == 0;
    if (*text != '\0' && !is_repeat) {
        if (entered->texts == NULL) entered->texts = heed_xcalloc(ENTRY_HISTORY_MAX, sizeof *entered->texts);
        if (entered->count == ENTRY_HISTORY_MAX) {
            free(entered->texts[0]);
            entered->count--;
            memmove(entered->texts, entered->texts + 1, entered->count * sizeof *entered->texts);
        }
        entered->texts[entered->count++] = heed_xstrdup(text);
    }
    entry->recall = entered->count;
}

void entry_recall(Entry *entry, int direction)
{
    const Entered *entered = &entry->entered[entry->kind];
    if (direction < 0 ? entry->recall == 0 : entry->recall >= entered->count) return;
    if (entry->recall == entered->count) set_text(&entry->draft, line_text(&entry->line));
    entry->recall = direction < 0 ? entry->recall - 1 : entry->recall + 1;
    const char *draft = entry->draft != NULL ? entry->draft : "";
    line_set(&entry->line, entry->recall < entered->count ? entered->texts[entry->recall] : draft);
    entry_touched(entry);
}
