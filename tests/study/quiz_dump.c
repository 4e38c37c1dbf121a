/* quiz_dump DRAWS LESSON.md MISCONCEPTIONS.md
 *
 * Every question of a lesson as JSON, one a line: what its answer is computed from, as
 * Python, and what a number of draws gave. quiz_judge.py recomputes it with NumPy.
 */
#include "heed/quiz.h"
#include "study/depends.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_whole(Arena *arena, const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        fprintf(stderr, "quiz_dump: cannot read %s\n", path);
        exit(1);
    }
    StrBuf text = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) strbuf_add_n(&text, block, n);
    fclose(in);
    *len = text.len;
    return strbuf_take(&text, arena);
}

static void write_text(JsonWriter *w, const char *key, const char *text)
{
    json_key(w, key);
    if (text)
        json_string(w, text);
    else
        json_null(w);
}

static void write_value(JsonWriter *w, const char *key, const Value *value)
{
    json_key(w, key);
    if (!value || value->type == VALUE_STRING) {
        json_null(w);
        return;
    }
    json_open_array(w);
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++) json_number(w, value_at(value, r, c), value_num_kind(value));
    json_close_array(w);
}

/* The names that lead to `asked`, in order, with what they are computed from in this layer. */
static void write_sheet(JsonWriter *w, Layer *layer, const Draw *draw, const Expr *asked)
{
    Arena *arena = arena_new();
    const Overlay *own[] = {&draw->question->lines, &draw->question->example_lines};
    Depends depends = depends_on(arena, draw->lesson->sheet, asked, own, 2);
    json_key(w, "sheet");
    json_open_array(w);
    for (size_t i = 0; i < depends.count; i++) {
        const Definition *definition = sheet_definition(depends.sheet, i);
        if (!depends.reads[i] || definition->screen < 0) continue;
        json_open_array(w);
        json_string(w, definition->name);
        json_string(w, layer_source_text(layer, arena, definition->name));
        json_close_array(w);
    }
    json_close_array(w);
    arena_free(arena);
}

static void write_choices(JsonWriter *w, const Draw *draw)
{
    json_key(w, "choices");
    json_open_array(w);
    for (size_t i = 0; i < draw->n_choices; i++) {
        json_open_array(w);
        json_string(w, draw->choices[i].shown);
        json_bool(w, draw->choices[i].is_right);
        json_close_array(w);
    }
    json_close_array(w);
}

static void write_draw(JsonWriter *w, Draw *draw)
{
    json_open_object(w);
    json_key(w, "seed");
    json_int(w, draw->seed);
    write_value(w, "value", layer_value(draw->layer, draw->answer));
    write_text(w, "truth", draw->truth);
    write_choices(w, draw);
    json_key(w, "wrong");
    json_open_array(w);
    for (size_t i = 0; i < draw->n_ideas; i++)
        if (draw->ideas[i].is_apart) json_string(w, draw->ideas[i].shown);
    json_close_array(w);
    json_close_object(w);
}

/* The target under the question's own solution, where there is one to judge. */
static void write_example(JsonWriter *w, const Draw *draw)
{
    const Question *question = draw->question;
    const Overlay *overlays[] = {&question->lines, &question->example_lines};
    Layer *layer = layer_new(draw->lesson->sheet, overlays, 2, NULL);
    write_text(w, "asked", question->target);
    write_sheet(w, layer, draw, question->target_expr);
    layer_free(layer);
}

static void write_question(JsonWriter *w, const Lesson *lesson, const Question *question,
                           const Misconceptions *ideas, unsigned n_draws)
{
    Arena *arena = arena_new();
    Draw *draw = draw_new(lesson, question, ideas, 1, 0);
    json_open_object(w);
    write_text(w, "id", question->id);
    write_text(w, "kind", question_kind_word(draw->kind));
    write_text(w, "format", num_format_text(arena, question->format));
    if (question->target_expr) {
        write_example(w, draw);
    } else if (question->answer) {
        write_text(w, "asked", question->answer_text);
        write_sheet(w, draw->layer, draw, question->answer);
    }
    draw_free(draw);
    json_key(w, "draws");
    json_open_array(w);
    unsigned n = overlay_reads(&question->lines, "draw_seed") ? n_draws : 1;
    for (unsigned i = 0; i < n; i++) {
        draw = draw_new(lesson, question, ideas, i, 0);
        write_draw(w, draw);
        draw_free(draw);
    }
    json_close_array(w);
    json_close_object(w);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("usage: quiz_dump DRAWS LESSON.md MISCONCEPTIONS.md\n", stderr);
        return 2;
    }
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    size_t len = 0, ideas_len = 0;
    char *text = read_whole(arena, argv[2], &len), *ideas_text = read_whole(arena, argv[3], &ideas_len);
    Lesson *lesson = lesson_parse(argv[2], text, len, &diags);
    Misconceptions *ideas = misconceptions_parse(argv[3], ideas_text, ideas_len, &diags);
    if (diags.count) fputs(diags_format(arena, &diags), stderr);
    for (size_t i = 0; i < lesson->n_questions; i++) {
        StrBuf line = {0};
        JsonWriter w = {.out = &line};
        write_question(&w, lesson, lesson->questions[i], ideas, (unsigned)atoi(argv[1]));
        puts(strbuf_text(&line));
        strbuf_free(&line);
    }
    bool is_good = diags.errors == 0;
    misconceptions_free(ideas);
    lesson_free(lesson);
    arena_free(arena);
    return is_good ? 0 : 1;
}
