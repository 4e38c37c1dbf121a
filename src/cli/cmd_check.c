/* heed check: the passes of lesson, study and view over each file, merged. A lesson's wrong ideas are looked
 * up in misconceptions.md beside the file, or in heed's own where there is none; a file of that name is
 * itself checked against the lessons beside it. A file called glossary.md is checked as a glossary.
 */
#include "cli.h"
#include "heed/glossary.h"
#include "heed/quiz.h"
#include "heed/store.h"
#include "heed/text.h"
#include "heed/view.h"

#include <stdio.h>
#include <string.h>

static const char ideas_name[] = "misconceptions.md", glossary_name[] = "glossary.md";

/* ------------------------------------------------------------------ one lesson */

static Misconceptions *ideas_of(Arena *arena, const LessonText *lesson, Diags *diags)
{
    LessonText beside;
    const char *own = heed_library.misconceptions;
    if (cli_find_ideas(arena, lesson, &beside))
        return misconceptions_parse(beside.name, beside.text, beside.len, diags);
    return misconceptions_parse(ideas_name, own, strlen(own), diags);
}

static const char *shown_name(Arena *arena, const LessonText *found)
{
    return text_sanitize(arena, found->name, strlen(found->name), false);
}

static void check_passes(Lesson *lesson, const Misconceptions *ideas, Diags *diags)
{
    lesson_check(lesson, diags);
    if (diags->errors > 0) return; /* the others run what the lesson computes */
    study_check(lesson, ideas, diags);
    Layer *layer = layer_new(lesson->sheet, NULL, 0, NULL);
    view_check(lesson, layer, diags);
    layer_free(layer);
}

static const char *counted(Arena *arena, size_t n, const char *one)
{
    return arena_printf(arena, "%zu %s%s", n, one, n == 1 ? "" : "s");
}

static bool check_lesson(Arena *arena, const LessonText *found)
{
    Diags diags;
    cli_diags_init(&diags, arena);
    Misconceptions *ideas = ideas_of(arena, found, &diags);
    Lesson *lesson = lesson_parse(found->name, found->text, found->len, &diags);
    check_passes(lesson, ideas, &diags);
    bool failed = cli_report(&diags);
    if (!failed)
        printf("%s: %s, %s, %s, %s: all is well%s\n", shown_name(arena, found), counted(arena, lesson->n_screens, "screen"),
               counted(arena, sheet_count(lesson->sheet), "definition"),
               counted(arena, lesson->n_questions, "question"), counted(arena, lesson->n_cards, "card"),
               diags.count ? " but for the warnings" : "");
    lesson_free(lesson);
    misconceptions_free(ideas);
    return !failed;
}

/* -------------------------------------------------------------- misconceptions */

/* The lessons of a folder, as a course; those with errors are checked by themselves, not here. */
static Course *course_beside(Arena *arena, const char *path, size_t *n_lessons)
{
    static const Library none = {NULL, 0, "", ""};
    Course *course = course_new(&none);
    const char *dir = store_folder(arena, path);
    const char *const *names;
    size_t n = store_list_dir(arena, dir, ".md", &names);
    *n_lessons = 0;
    for (size_t i = 0; i < n; i++) {
        size_t len;
        Diags unheard;
        diags_init(&unheard, arena);
        if (strcmp(names[i], ideas_name) == 0 || strcmp(names[i], glossary_name) == 0) continue;
        const char *lesson = store_path(arena, dir, names[i]);
        const char *text = store_read_file(arena, lesson, STORE_TEXT_LIMIT, &len, NULL);
        if (text == NULL) continue;
        course_add(course, lesson, text, len, &unheard);
        ++*n_lessons;
    }
    return course;
}

static bool check_ideas(Arena *arena, const LessonText *found)
{
    Diags diags;
    size_t n_lessons;
    cli_diags_init(&diags, arena);
    Misconceptions *ideas = misconceptions_parse(found->name, found->text, found->len, &diags);
    Course *course = course_beside(arena, found->name, &n_lessons);
    if (diags.errors == 0) study_check_misconceptions(course, ideas, &diags);
    bool failed = cli_report(&diags);
    if (!failed)
        printf("%s: %zu misconceptions, %zu lessons beside them: all is well%s\n", shown_name(arena, found), ideas->count,
               n_lessons, diags.count ? " but for the warnings" : "");
    course_free(course);
    misconceptions_free(ideas);
    return !failed;
}

/* -------------------------------------------------------------------- glossary */

static bool check_glossary(Arena *arena, const LessonText *found)
{
    Diags diags;
    cli_diags_init(&diags, arena);
    Glossary *glossary = glossary_parse(found->name, found->text, found->len, &diags);
    bool failed = cli_report(&diags);
    if (!failed) printf("%s: %zu terms: all is well\n", shown_name(arena, found), glossary->count);
    glossary_free(glossary);
    return !failed;
}

/* ----------------------------------------------------------------- the command */

static bool is_called(const LessonText *found, const char *name)
{
    const char *slash = strrchr(found->name, '/');
    return found->is_file && strcmp(slash != NULL ? slash + 1 : found->name, name) == 0;
}

static bool check_one(const char *name)
{
    Arena *arena = arena_new();
    LessonText found;
    bool ok = cli_find_text(arena, name, &found);
    if (ok)
        ok = is_called(&found, glossary_name) ? check_glossary(arena, &found)
             : is_called(&found, ideas_name)  ? check_ideas(arena, &found)
                                              : check_lesson(arena, &found);
    arena_free(arena);
    return ok;
}

int cmd_check(const Command *command, Options *options)
{
    (void)command;
    int code = EXIT_OK;
    for (size_t i = 0; i < options->n_args; i++)
        if (!check_one(options->args[i])) code = EXIT_INPUT;
    return code;
}
