/* gen_library OUT.c LESSON.md … [misconceptions.md] [glossary.md]
 *
 * Writes the shipped lessons as a C table, so that heed needs no files of its own
 * and home opens without parsing one. A lesson with an error stops the build with
 * its diagnostics. Runs on the building machine only.
 */
#include "heed/glossary.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct File {
    const char *path;
    char *text;
    size_t len;
    Lesson *lesson; /* NULL: another kind of file */
} File;

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "gen_library: %s %s\n", what, path);
    exit(1);
}

static void read_file(File *file)
{
    FILE *in = fopen(file->path, "rb");
    if (!in) fail("cannot read", file->path);
    StrBuf text = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) strbuf_add_n(&text, block, n);
    if (ferror(in)) fail("cannot read", file->path);
    fclose(in);
    strbuf_add(&text, "");
    file->text = text.data ? text.data : heed_xstrdup("");
    file->len = text.len;
}

static bool is_called(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, name) == 0;
}

/* Parses; false, its diagnostics on stderr, where it has an error. */
static bool parse_file(File *file)
{
    Arena *arena = arena_new();
    Diags diags;
    Misconceptions *misconceptions = NULL;
    Glossary *glossary = NULL;
    diags_init(&diags, arena);
    if (is_called(file->path, "glossary.md"))
        glossary = glossary_parse(file->path, file->text, file->len, &diags);
    else if (is_called(file->path, "misconceptions.md"))
        misconceptions = misconceptions_parse(file->path, file->text, file->len, &diags);
    else
        file->lesson = lesson_parse(file->path, file->text, file->len, &diags);
    if (diags.count) fputs(diags_format(arena, &diags), stderr);
    bool is_right = diags.errors == 0;
    misconceptions_free(misconceptions);
    glossary_free(glossary);
    arena_free(arena);
    return is_right;
}

/* By order, then by id; what is no lesson last. */
static int compare_files(const void *a, const void *b)
{
    const Lesson *x = ((const File *)a)->lesson, *y = ((const File *)b)->lesson;
    if (!x || !y) return (x == NULL) - (y == NULL);
    return x->order != y->order ? (x->order < y->order ? -1 : 1) : strcmp(x->id, y->id);
}

/* A string literal; what is not plain ASCII as octal. */
static void write_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < 0x20 || *c >= 0x7F || *c == '"' || *c == '\\' || *c == '?')
            fprintf(out, "\\%03o", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

/* A text as an array of bytes: string literals of this length are not portable. */
static void write_text(FILE *out, size_t index, const File *file)
{
    fprintf(out, "static const char text_%zu[] = {", index);
    for (size_t i = 0; i < file->len; i++)
        fprintf(out, "%s%d,", i % 24 == 0 ? "\n    " : "", (int)(signed char)file->text[i]);
    fprintf(out, "\n    0};\n");
}

static void write_index(FILE *out, size_t index, const Lesson *lesson)
{
    fprintf(out, "static const int steps_%zu[] = {", index);
    for (size_t i = 0; i < lesson->n_screens; i++) fprintf(out, "%zu, ", lesson->screens[i].n_steps);
    fprintf(out, "0};\nstatic const char *const titles_%zu[] = {", index);
    for (size_t i = 0; i < lesson->n_screens; i++) {
        fprintf(out, "\n    ");
        write_string(out, lesson->screens[i].title);
        fputc(',', out);
    }
    fprintf(out, "\n    0};\nstatic const char *const cards_%zu[] = {", index);
    for (size_t i = 0; i < lesson->n_cards; i++) {
        fprintf(out, "\n    ");
        write_string(out, lesson->cards[i]->id);
        fputc(',', out);
    }
    fprintf(out, "\n    0};\n");
}

static void write_entry(FILE *out, size_t index, const File *file)
{
    const Lesson *lesson = file->lesson;
    fprintf(out, "    {.id = ");
    write_string(out, lesson->id);
    fprintf(out, ", .title = ");
    write_string(out, lesson->title);
    fprintf(out, ", .part = ");
    write_string(out, lesson->part);
    fprintf(out, ",\n     .order = %d, .n_screens = %zu, .steps = steps_%zu, .screen_titles = titles_%zu,\n",
            lesson->order, lesson->n_screens, index, index);
    fprintf(out, "     .n_cards = %zu, .card_ids = cards_%zu, .n_questions = %zu,\n", lesson->n_cards, index,
            lesson->n_questions);
    fprintf(out, "     .text = text_%zu, .len = %zu},\n", index, file->len);
}

/* The text of a file of this name; "" where there is none. */
static void write_other(FILE *out, const File *files, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (is_called(files[i].path, name)) {
            fprintf(out, "text_%zu", i);
            return;
        }
    fprintf(out, "\"\"");
}

static void write_library(FILE *out, const File *files, size_t n)
{
    size_t n_lessons = 0;
    fprintf(out, "/* Written by gen_library from lessons/. */\n#include \"heed/lesson.h\"\n\n");
    for (size_t i = 0; i < n; i++) {
        write_text(out, i, &files[i]);
        if (files[i].lesson) write_index(out, n_lessons++, files[i].lesson);
    }
    fprintf(out, "\nstatic const LibraryEntry entries[] = {\n");
    for (size_t i = 0; i < n_lessons; i++) write_entry(out, i, &files[i]);
    fprintf(out, "    {.id = \"\"},\n};\n\nconst Library heed_library = {entries, %zu, ", n_lessons);
    write_other(out, files, n, "misconceptions.md");
    fprintf(out, ", ");
    write_other(out, files, n, "glossary.md");
    fprintf(out, "};\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: gen_library OUT.c LESSON.md …\n");
        return 2;
    }
    size_t n = (size_t)argc - 2;
    File *files = heed_xcalloc(n + 1, sizeof *files);
    bool is_right = true;
    for (size_t i = 0; i < n; i++) {
        files[i].path = argv[i + 2];
        read_file(&files[i]);
        is_right &= parse_file(&files[i]);
    }
    if (!is_right) return 1;
    qsort(files, n, sizeof *files, compare_files);
    FILE *out = fopen(argv[1], "wb");
    if (!out) fail("cannot write", argv[1]);
    write_library(out, files, n);
    if (ferror(out) | fclose(out)) {
        remove(argv[1]);
        fail("cannot write", argv[1]);
    }
    for (size_t i = 0; i < n; i++) {
        lesson_free(files[i].lesson);
        free(files[i].text);
    }
    free(files);
    return 0;
}
