/* heed check: the passes of lesson, study and view over each file, merged. */
#include "cli.h"
#include "heed/view.h"

#include <stdio.h>

static bool check_one(const char *name)
{
    Arena *arena = arena_new();
    LessonText found;
    if (!cli_find_text(arena, name, &found)) {
        arena_free(arena);
        return false;
    }
    Diags diags;
    diags_init(&diags, arena);
    Lesson *lesson = lesson_parse(found.name, found.text, found.len, &diags);
    lesson_check(lesson, &diags);
    if (diags.errors == 0) {
        Layer *layer = layer_new(lesson->sheet, NULL, 0, NULL);
        view_check(lesson, layer, &diags);
        layer_free(layer);
    }
    bool failed = cli_report(&diags);
    if (!failed)
        printf("%s: %zu screens, %zu definitions: all is well%s\n", found.name, lesson->n_screens,
               sheet_count(lesson->sheet), diags.count ? " but for the warnings" : "");
    lesson_free(lesson);
    arena_free(arena);
    return !failed;
}

int cmd_check(const Command *command, Options *options)
{
    (void)command;
    int code = EXIT_OK;
    for (size_t i = 0; i < options->n_args; i++)
        if (!check_one(options->args[i])) code = EXIT_INPUT;
    return code;
}
