/* Lines of the journal. A record is a JSON object on one line whose last member is
 * the checksum of all bytes before it.
 */
#include "heed/journal.h"
#include "study/crc32.h"
#include "study/record.h"
#include <string.h>

void record_begin(RecordWriter *writer, const char *kind, WallTime now)
{
    *writer = (RecordWriter){.json = {.out = &writer->line}};
    Arena *scratch = arena_new();
    JsonWriter *w = &writer->json;
    json_open_object(w);
    json_key(w, "v");
    json_int(w, 1);
    json_key(w, "at");
    json_string(w, wall_time_text(scratch, now));
    json_key(w, "day");
    json_string(w, day_text(scratch, day_of(now)));
    json_key(w, "kind");
    json_string(w, kind);
    arena_free(scratch);
}

char *record_end(RecordWriter *writer, Arena *arena)
{
    uint32_t sum = crc32_add(0, writer->line.data, writer->line.len);
    strbuf_printf(&writer->line, RECORD_TAIL "%08x\"}", (unsigned)sum);
    return strbuf_take(&writer->line, arena);
}

static void add_text(RecordWriter *writer, const char *key, const char *text)
{
    json_key(&writer->json, key);
    json_string(&writer->json, text);
}

static void add_int(RecordWriter *writer, const char *key, int value)
{
    json_key(&writer->json, key);
    json_int(&writer->json, value);
}

static void add_bool(RecordWriter *writer, const char *key, bool value)
{
    json_key(&writer->json, key);
    json_bool(&writer->json, value);
}

char *journal_place_line(Arena *arena, const char *lesson, int screen, int step, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "place", now);
    add_text(&writer, "lesson", lesson);
    add_int(&writer, "screen", screen);
    add_int(&writer, "step", step);
    return record_end(&writer, arena);
}

char *journal_review_line(Arena *arena, const char *card, Grade grade, const CardMemory *before, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "review", now);
    add_text(&writer, "card", card);
    add_int(&writer, "grade", (int)grade);
    bool was_set_back = before && before->reps > 0 && now.ms < before->last.ms;
    if (was_set_back) add_text(&writer, "last", wall_time_text(arena, before->last));
    return record_end(&writer, arena);
}

char *journal_bring_line(Arena *arena, const char *card, Day due, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "bring", now);
    add_text(&writer, "card", card);
    add_text(&writer, "due", day_text(arena, due));
    return record_end(&writer, arena);
}

char *journal_suspend_line(Arena *arena, const char *card, bool on, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "suspend", now);
    add_text(&writer, "card", card);
    add_bool(&writer, "on", on);
    return record_end(&writer, arena);
}

char *journal_answer_line(Arena *arena, const char *question, bool right, const char *idea,
                          const char *const *tests, size_t n_tests, int hints, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "answer", now);
    add_text(&writer, "question", question);
    add_bool(&writer, "right", right);
    if (idea) add_text(&writer, "idea", idea);
    if (n_tests) {
        json_key(&writer.json, "tests");
        json_open_array(&writer.json);
        for (size_t i = 0; i < n_tests; i++) json_string(&writer.json, tests[i]);
        json_close_array(&writer.json);
    }
    if (hints) add_int(&writer, "hints", hints);
    return record_end(&writer, arena);
}

char *journal_guess_line(Arena *arena, const char *predict, const char *text, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "guess", now);
    add_text(&writer, "predict", predict);
    if (text) add_text(&writer, "text", text);
    return record_end(&writer, arena);
}

char *journal_helpful_line(Arena *arena, const char *lesson, const char *text, WallTime now)
{
    RecordWriter writer;
    record_begin(&writer, "helpful", now);
    add_text(&writer, "lesson", lesson);
    if (text) add_text(&writer, "text", text);
    return record_end(&writer, arena);
}

char *journal_undo_line(Arena *arena, const char *line, WallTime now)
{
    uint32_t sum = record_checksum(line, strlen(line));
    RecordWriter writer;
    record_begin(&writer, "undo", now);
    add_text(&writer, "of", arena_printf(arena, "%08x", (unsigned)sum));
    return record_end(&writer, arena);
}
