/* The library's index, with lessons parsed when they are first asked for. */
#include "heed/course.h"
#include "heed/math.h"
#include "study/drawing.h"
#include "study/shown.h"
#include <stdlib.h>
#include <string.h>

typedef struct CourseItem {
    const LibraryEntry *entry; /* NULL: from outside the library */
    Lesson *lesson;            /* NULL: not parsed yet */
} CourseItem;

struct Course {
    Arena *arena;
    CourseItem *items;
    size_t count, capacity;
    const Misconceptions *all; /* of all sources */
    Misconceptions **sources;  /* as parsed; the library's is the first */
    size_t n_sources, cap_sources;
};

static Misconceptions *parse_misconceptions(Arena *arena, const Library *library)
{
    Diags diags;
    diags_init(&diags, arena);
    const char *text = library->misconceptions ? library->misconceptions : "";
    return misconceptions_parse("misconceptions.md", text, strlen(text), &diags);
}

static bool is_among(const Misconceptions *some, const char *name)
{
    return misconception_find(some, name) != NULL;
}

/* The list is made anew: whoever holds the old one keeps it whole. */
static void add_source(Course *course, Misconceptions *more)
{
    const Misconceptions *old = course->all;
    Misconceptions *all = arena_alloc(course->arena, sizeof *all);
    study_push(course->arena, course->sources, course->n_sources, course->cap_sources, more);
    all->items = arena_array(course->arena, more->count + (old ? old->count : 0) + 1, sizeof *all->items);
    for (size_t i = 0; i < more->count; i++) all->items[all->count++] = more->items[i];
    for (size_t i = 0; old && i < old->count; i++)
        if (!is_among(more, old->items[i].name)) all->items[all->count++] = old->items[i];
    course->all = all;
}

void course_add_ideas(Course *course, const char *name, const char *text, size_t len, Diags *diags)
{
    add_source(course, misconceptions_parse(name, text, len, diags));
}

Course *course_new(const Library *library)
{
    Course *course = heed_xcalloc(1, sizeof *course);
    course->arena = arena_new();
    course->capacity = library->count + 1;
    course->items = arena_array(course->arena, course->capacity, sizeof *course->items);
    course->count = library->count;
    for (size_t i = 0; i < library->count; i++) course->items[i].entry = &library->entries[i];
    add_source(course, parse_misconceptions(course->arena, library));
    return course;
}

void course_free(Course *course)
{
    if (!course) return;
    for (size_t i = 0; i < course->count; i++) lesson_free(course->items[i].lesson);
    for (size_t i = 0; i < course->n_sources; i++) misconceptions_free(course->sources[i]);
    arena_free(course->arena);
    free(course);
}

static CourseItem *new_item(Course *course)
{
    if (course->count == course->capacity) {
        size_t capacity = 2 * course->capacity;
        course->items =
            arena_grow(course->arena, course->items, course->count, capacity, sizeof *course->items);
        course->capacity = capacity;
    }
    return &course->items[course->count++];
}

size_t course_add(Course *course, const char *name, const char *text, size_t len, Diags *diags)
{
    Lesson *lesson = lesson_parse(name, text, len, diags);
    size_t index = course_find(course, lesson->id);
    CourseItem *item = index == COURSE_NONE ? new_item(course) : &course->items[index];
    lesson_free(item->lesson);
    *item = (CourseItem){.lesson = lesson};
    return (size_t)(item - course->items);
}

size_t course_count(const Course *course)
{
    return course->count;
}

size_t course_find(const Course *course, const char *id)
{
    for (size_t i = 0; i < course->count; i++)
        if (strcmp(course_id(course, i), id) == 0) return i;
    return COURSE_NONE;
}

const char *course_id(const Course *course, size_t index)
{
    const CourseItem *item = &course->items[index];
    return item->entry ? item->entry->id : item->lesson->id;
}

const char *course_title(const Course *course, size_t index)
{
    const CourseItem *item = &course->items[index];
    return item->entry ? item->entry->title : item->lesson->title;
}

const char *course_part(const Course *course, size_t index)
{
    const CourseItem *item = &course->items[index];
    return item->entry ? item->entry->part : item->lesson->part;
}

size_t course_n_cards(const Course *course, size_t index)
{
    const CourseItem *item = &course->items[index];
    return item->entry ? (size_t)item->entry->n_cards : item->lesson->n_cards;
}

static bool item_has_card(const CourseItem *item, const char *card)
{
    const LibraryEntry *entry = item->entry;
    size_t n = entry ? (size_t)entry->n_cards : item->lesson->n_cards;
    if (entry && !entry->card_ids) return true;
    for (size_t i = 0; i < n; i++)
        if (strcmp(entry ? entry->card_ids[i] : item->lesson->cards[i]->id, card) == 0) return true;
    return false;
}

/* "four-steps/why-scale" belongs to four-steps. */
bool course_has_card(const Course *course, const char *card)
{
    for (size_t i = 0; i < course->count; i++) {
        const char *id = course_id(course, i);
        size_t n = strlen(id);
        if (strncmp(card, id, n) == 0 && card[n] == '/') return item_has_card(&course->items[i], card);
    }
    return false;
}

const Lesson *course_lesson(Course *course, size_t index)
{
    CourseItem *item = &course->items[index];
    if (!item->lesson) {
        Diags diags; /* a shipped lesson was checked when heed was built */
        diags_init(&diags, course->arena);
        const char *name = arena_printf(course->arena, "%s.md", item->entry->id);
        item->lesson = lesson_parse(name, item->entry->text, item->entry->len, &diags);
    }
    return item->lesson;
}

const Misconceptions *course_misconceptions(const Course *course)
{
    return course->all;
}

const Misconception *misconception_find(const Misconceptions *all, const char *name)
{
    for (size_t i = 0; all && i < all->count; i++)
        if (strcmp(all->items[i].name, name) == 0) return &all->items[i];
    return NULL;
}

/* ------------------------------------------------------------------- prose */

static void add_number(StrBuf *out, Arena *arena, Layer *layer, const Inline *item)
{
    const Value *value = item->expr ? layer_value(layer, layer_node(layer, item->expr)) : NULL;
    const char *shown = value_shown(arena, value, item->format);
    bool is_text = value && value->type == VALUE_STRING && value_count(value) == 1;
    if (is_text) shown = value_text_at(value, 0, 0);
    strbuf_add(out, shown ? shown : "?");
}

static void add_inline(StrBuf *out, Arena *arena, Layer *layer, const Inline *item)
{
    switch (item->kind) {
    case INLINE_NUMBER: add_number(out, arena, layer, item); break;
    case INLINE_MATH: strbuf_add(out, item->math ? math_inline(arena, item->math) : item->text); break;
    case INLINE_PRINTED: strbuf_printf(out, "[as printed: %s]", item->text); break;
    default:
        if (item->text) strbuf_add(out, item->text);
        for (size_t i = 0; i < item->n_children; i++) add_inline(out, arena, layer, &item->children[i]);
    }
}

char *prose_shown(Arena *arena, Layer *layer, const Prose *prose)
{
    StrBuf out = {0};
    for (size_t i = 0; i < prose->count; i++) add_inline(&out, arena, layer, &prose->items[i]);
    return strbuf_take(&out, arena);
}
