/* heed glossary: what the lessons mean by their words. Which lessons use one is found in their texts. */
#include "cli.h"
#include "heed/glossary.h"
#include "heed/json.h"
#include "heed/spoken.h"

#include <stdio.h>
#include <string.h>

typedef struct Book {
    Arena *arena;
    Glossary *glossary;
    Lesson **lessons; /* of the library */
} Book;

static Book open_book(void)
{
    Book book = {.arena = arena_new()};
    Diags unheard;
    diags_init(&unheard, book.arena);
    book.glossary =
        glossary_parse("glossary.md", heed_library.glossary, strlen(heed_library.glossary), &unheard);
    book.lessons = arena_array(book.arena, heed_library.count, sizeof(Lesson *));
    for (size_t i = 0; i < heed_library.count; i++) {
        const LibraryEntry *entry = &heed_library.entries[i];
        book.lessons[i] = lesson_parse(entry->id, entry->text, entry->len, &unheard);
    }
    return book;
}

static void close_book(Book *book)
{
    for (size_t i = 0; i < heed_library.count; i++) lesson_free(book->lessons[i]);
    glossary_free(book->glossary);
    arena_free(book->arena);
}

/* --------------------------------------------------------------------- text */

static void put(Book *book, int indent, const char *text)
{
    char *line = arena_printf(book->arena, "%*s%s", indent, "", text);
    fputs(frame_text(book->arena,
                     view_spoken_text(book->arena, cli_charset(), line, indent ? 0 : 2, cli_columns()),
                     false),
          stdout);
}

static const char *joined(Arena *arena, const char *const *words, size_t n)
{
    StrBuf out = {0};
    for (size_t i = 0; i < n; i++) strbuf_printf(&out, "%s%s", i > 0 ? ", " : "", words[i]);
    return strbuf_take(&out, arena);
}

static void put_words(Book *book, const char *label, const char *const *words, size_t n)
{
    if (n > 0) put(book, 2, arena_printf(book->arena, "%s: %s", label, joined(book->arena, words, n)));
}

static void print_term(Book *book, const GlossaryTerm *term)
{
    StrBuf uses = {0};
    put(book, 0, term->name);
    put(book, 2, lesson_prose_text(book->arena, &term->text));
    put_words(book, "also", term->also, term->n_also);
    put_words(book, "in a sheet", term->names, term->n_names);
    put_words(book, "see", term->see, term->n_see);
    for (size_t i = 0; i < heed_library.count; i++) {
        int screen, step;
        if (glossary_use(term, book->lessons[i], &screen, &step))
            strbuf_printf(&uses, "%s%s %d.%d", uses.len > 0 ? ", " : "", heed_library.entries[i].id,
                          screen + 1, step + 1);
    }
    if (uses.len > 0) put(book, 2, arena_printf(book->arena, "in: %s (screen.step)", strbuf_text(&uses)));
    strbuf_free(&uses);
}

static void print_list(Book *book)
{
    for (size_t i = 0; i < book->glossary->count; i++) {
        const GlossaryTerm *term = &book->glossary->items[i];
        put(book, 0,
            arena_printf(book->arena, "%s: %s", term->name, lesson_prose_text(book->arena, &term->text)));
    }
}

/* --------------------------------------------------------------------- JSON */

static void json_words(JsonWriter *w, const char *key, const char *const *words, size_t n)
{
    json_key(w, key);
    json_open_array(w);
    for (size_t i = 0; i < n; i++) json_string(w, words[i]);
    json_close_array(w);
}

static void json_term(Book *book, JsonWriter *w, const GlossaryTerm *term)
{
    json_open_object(w);
    json_key(w, "term");
    json_string(w, term->name);
    json_key(w, "text");
    json_string(w, lesson_prose_text(book->arena, &term->text));
    json_words(w, "also", term->also, term->n_also);
    json_words(w, "names", term->names, term->n_names);
    json_words(w, "see", term->see, term->n_see);
    json_key(w, "lessons");
    json_open_array(w);
    for (size_t i = 0; i < heed_library.count; i++) {
        int screen, step;
        if (!glossary_use(term, book->lessons[i], &screen, &step)) continue;
        json_open_object(w);
        json_key(w, "id");
        json_string(w, heed_library.entries[i].id);
        json_key(w, "screen");
        json_int(w, screen + 1);
        json_key(w, "step");
        json_int(w, step + 1);
        json_close_object(w);
    }
    json_close_array(w);
    json_close_object(w);
}

/* {"terms":[…]}, one term where one was asked for. */
static void print_json(Book *book, const GlossaryTerm *only)
{
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_object(&w);
    json_key(&w, "terms");
    json_open_array(&w);
    for (size_t i = 0; i < book->glossary->count; i++)
        if (only == NULL || only == &book->glossary->items[i]) json_term(book, &w, &book->glossary->items[i]);
    json_close_array(&w);
    json_close_object(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

/* ------------------------------------------------------------------ command */

static void say_unknown(const Book *book, const char *word)
{
    const GlossaryTerm *near = glossary_near(book->glossary, word);
    if (near != NULL)
        cli_say("'%s' is not in the glossary; did you mean %s?", word, near->name);
    else
        cli_say("'%s' is not in the glossary; `heed glossary` lists its terms", word);
}

int cmd_glossary(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    Book book = open_book();
    const char *word = options->n_args > 0 ? options->args[0] : NULL;
    const GlossaryTerm *term = word != NULL ? glossary_find(book.glossary, word) : NULL;
    if (word != NULL && term == NULL) term = glossary_for_name(book.glossary, word);
    bool is_known = word == NULL || term != NULL;
    if (!is_known)
        say_unknown(&book, word);
    else if (options->format != NULL && strcmp(options->format, "json") == 0)
        print_json(&book, term);
    else if (term != NULL)
        print_term(&book, term);
    else
        print_list(&book);
    close_book(&book);
    return is_known ? EXIT_OK : EXIT_INPUT;
}
