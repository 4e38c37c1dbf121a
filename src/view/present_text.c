/* The words of a view: a key sentence, the first sentence of a step's prose, the question of a prediction. On a wide
 * screen each is set in block letters; what follows it stays small.
 */
#include "view/letters.h"
#include "view/present.h"
#include <string.h>

enum {
    MARGIN = 2,        /* of text, from the pane's own margin */
    KEY_WORDS = 4,     /* fewer make no sentence: "As printed." */
    LETTERS_FROM = 100 /* columns: block letters make readable lines */
};

static void count_word(void *context, const Inline *item)
{
    int *words = context;
    if (item->kind == INLINE_NUMBER || item->kind == INLINE_MATH || item->kind == INLINE_CODE) (*words)++;
    for (const char *at = item->kind == INLINE_TEXT ? item->text : ""; *at;) {
        at += strspn(at, " \n");
        size_t len = strcspn(at, " \n");
        *words += len > 0;
        at += len;
    }
}

static int words_of(const Prose *prose)
{
    int words = 0;
    prose_walk(prose, count_word, &words);
    return words;
}

/* The sentence that stands for the whole prose of a step, or NULL. */
const Prose *presented_key(const Step *step)
{
    return step->key_sentence && words_of(step->key_sentence) >= KEY_WORDS ? step->key_sentence : NULL;
}

void presented_item(Doc *doc, int col, int indent, const Runs *runs)
{
    int margin = doc_room(doc, 0) > 40 ? MARGIN : 0;
    if (runs->n) doc_runs(doc, 0, margin + col, indent, runs);
}

void presented_runs(Doc *doc, const Runs *runs)
{
    presented_item(doc, 0, 0, runs);
}

/* Each number has one target, on the first of its rows. */
static void letter_targets(Doc *doc, size_t from)
{
    const Frame *pane = doc->panes[0];
    const FrameSpan *last = NULL;
    for (size_t i = from; i < pane->n_spans; i++) {
        const FrameSpan *span = &pane->spans[i];
        if (span->kind != SPAN_LARGE || span->width <= 0) continue;
        bool goes_on = last && element_ref_equal(last->ref, span->ref) && span->row == last->row + 1;
        if (!goes_on) doc_target(doc, 0, *span);
        last = span;
    }
}

bool presented_wide(int cols)
{
    return cols >= LETTERS_FROM;
}

bool presented_letters(Doc *doc, const Runs *runs, int most)
{
    int cols = doc_room(doc, 0) - 2 * MARGIN;
    int rows = presented_wide(doc->setup.widths[0]) ? letters_rows(doc->pen.charset, runs, cols) : 0;
    if (rows == 0 || rows > most) return false;
    int row = doc_add_rows(doc, 0, rows);
    size_t from = doc->panes[0]->n_spans;
    letters_draw(doc->panes[0], row, 1 + MARGIN, cols, runs);
    letter_targets(doc, from);
    return true;
}

/* --------------------------------------------------- the first sentence of prose */

/* The bytes of a text up to the end of its first sentence, a closing quote included; 0: it does not end here. */
static size_t sentence_end(const char *text)
{
    for (size_t i = 0; text[i]; i++) {
        if (!strchr(".?!", text[i])) continue;
        size_t end = i + 1 + strspn(text + i + 1, "\")");
        if (text[end] == ' ' || text[end] == '\0') return end;
    }
    return 0;
}

/* Splits runs behind their first sentence; false: there is only one, or none ends. */
static bool split_sentence(const Pen *pen, const Runs *all, Runs *head, Runs *tail)
{
    bool is_over = false;
    for (size_t i = 0; i < all->n; i++) {
        TextRun run = all->items[i];
        size_t end = is_over || run.is_span ? 0 : sentence_end(run.utf8);
        if (end == 0) {
            runs_add(pen, is_over ? tail : head, run);
            continue;
        }
        TextRun first = run, rest = run;
        first.utf8 = arena_strndup(pen->arena, run.utf8, end);
        rest.utf8 = run.utf8 + end + strspn(run.utf8 + end, " ");
        runs_add(pen, head, first);
        if (*rest.utf8) runs_add(pen, tail, rest);
        is_over = true;
    }
    return is_over;
}

void presented_key_draw(Doc *doc, const Prose *key, Large large, int rows)
{
    Runs runs = {0}, head = {0}, tail = {0};
    prose_runs(&doc->pen, &runs, key, ROLE_EMPH);
    if (large == LARGE_WHOLE && presented_letters(doc, &runs, rows)) return;
    bool is_split = large == LARGE_FIRST && split_sentence(&doc->pen, &runs, &head, &tail) && tail.n > 0;
    if (!is_split || !presented_letters(doc, &head, rows)) {
        presented_runs(doc, &runs);
        return;
    }
    doc_gap(doc, 0);
    presented_runs(doc, &tail);
}

static void add_label(const Doc *doc, Runs *runs, SectionKind section)
{
    static const struct {
        SectionKind section;
        const char *label;
        Role role;
    } labels[] = {{SECTION_TRAP, "TRAP", ROLE_TRAP}, {SECTION_GOAL, "GOAL", ROLE_LABEL}, {SECTION_NEXT, "NEXT", ROLE_LABEL}};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (labels[i].section == section)
            runs_text(&doc->pen, runs, labels[i].role, arena_printf(doc->pen.arena, "%s  ", labels[i].label));
}

/* Prose that opens a view without a key sentence: its first sentence in block letters. */
bool presented_opening(Doc *doc, const Block *block, int rows)
{
    Runs all = {0}, head = {0}, tail = {0};
    if (block->kind == BLOCK_LIST || words_of(&block->as.prose) < KEY_WORDS) return false;
    prose_runs(&doc->pen, &all, &block->as.prose, ROLE_EMPH);
    add_label(doc, &head, block->section);
    if (!split_sentence(&doc->pen, &all, &head, &tail) || head.items[0].utf8 == NULL) return false;
    if (runs_width(&doc->pen, &head) < 20 || !presented_letters(doc, &head, rows)) return false;
    if (tail.n) doc_gap(doc, 0);
    presented_runs(doc, &tail);
    return true;
}

/* A prediction that the class has still to make, in block letters. */
bool presented_prompt(Doc *doc, const Question *question)
{
    enum { MOST = 24 };
    Runs prompt = {0}, invitation = {0};
    for (size_t i = 0; i < doc->setup.n_predictions; i++)
        if (doc->setup.predictions[i].question == question && doc->setup.predictions[i].is_open) return false;
    prose_runs(&doc->pen, &prompt, &question->prompt, ROLE_EMPH);
    if (question->n_choices || !presented_letters(doc, &prompt, MOST)) return false;
    doc_gap(doc, 0);
    runs_text(&doc->pen, &invitation, ROLE_KEY, "p");
    runs_text(&doc->pen, &invitation, ROLE_DIM, " puts it to the class.");
    presented_runs(doc, &invitation);
    return true;
}
