/* The journal as text: what is written is read, and damage costs the line it hit. */
#include "heed/journal.h"
#include "base/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define NOW ((WallTime){1795982645000, 60}) /* 2026-11-29T21:04:05+01:00 */

static Journal *parse(Arena *arena, const char *text)
{
    return journal_parse(arena, text, strlen(text));
}

static void a_place_is_one_line_with_its_checksum_last(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(
        journal_place_line(arena, "four-steps", 1, 2, NOW),
        "{\"v\":1,\"at\":\"2026-11-29T21:04:05+01:00\",\"day\":\"2026-11-29\",\"kind\":\"place\","
        "\"lesson\":\"four-steps\",\"screen\":1,\"step\":2,\"c\":\"45a55cb9\"}");
    arena_free(arena);
}

static void every_kind_is_read_as_written(void **state)
{
    (void)state;
    static const char *const tests[] = {"no-scale", "no-v"};
    Arena *arena = arena_new();
    CardMemory later = {.reps = 1, .last = {NOW.ms + 1000, 60}};
    const char *lines[] = {
        journal_place_line(arena, "a", 0, 3, NOW),
        journal_review_line(arena, "a/card", GRADE_HARD, NULL, NOW),
        journal_review_line(arena, "a/card", GRADE_GOOD, &later, NOW),
        journal_bring_line(arena, "a/card", day_of(NOW) + 1, NOW),
        journal_suspend_line(arena, "a/card", true, NOW),
        journal_answer_line(arena, "a/quiz", false, "no-scale", tests, 2, 1, NOW),
        journal_guess_line(arena, "a/shift", "0.5 \"or\" so\n", NOW),
        journal_undo_line(arena, journal_place_line(arena, "other", 0, 0, NOW), NOW),
        journal_helpful_line(arena, "a", "yes, the zebra", NOW),
    };
    static const char *const kinds[] = {"place",  "review", "review", "bring",  "suspend",
                                        "answer", "guess",  "undo",   "helpful"};
    StrBuf text = {0};
    for (size_t i = 0; i < 9; i++) strbuf_printf(&text, "%s\n", lines[i]);
    const Journal *journal = parse(arena, text.data);
    assert_int_equal(journal->n_records, 9);
    assert_int_equal(journal->n_damage, 0);
    for (size_t i = 0; i < 9; i++) {
        const Record *record = &journal->records[i];
        assert_string_equal(record->kind, kinds[i]);
        assert_int_equal(record->line, i + 1);
        assert_true(record->at.ms == NOW.ms && record->at.utc_offset_min == 60);
        assert_int_equal(record->day, day_of(NOW));
        assert_false(record->is_undone);
        assert_null(strchr(lines[i], '\n'));
    }
    const Record *r = journal->records;
    assert_int_equal(record_int(&r[0], "step", -1), 3);
    assert_int_equal(record_int(&r[1], "grade", -1), GRADE_HARD);
    assert_null(record_text(&r[1], "last"));
    assert_string_equal(record_text(&r[2], "last"), "2026-11-29T21:04:06+01:00");
    assert_string_equal(record_text(&r[3], "due"), "2026-11-30");
    assert_string_equal(record_text(&r[5], "idea"), "no-scale");
    assert_string_equal(json_get(r[5].json, "tests")->items[1].string, "no-v");
    assert_string_equal(record_text(&r[6], "text"), "0.5 \"or\" so\n");
    assert_string_equal(record_text(&r[8], "text"), "yes, the zebra");
    assert_int_equal(record_int(&r[0], "lesson", -1), -1);
    assert_null(record_text(&r[0], "step"));
    strbuf_free(&text);
    arena_free(arena);
}

static void lines_written_by_hand_are_taken(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const Journal *journal = parse(
        arena, "\xEF\xBB\xBF{\"v\":1,\"at\":\"2026-11-29T21:04:05+01:00\",\"day\":\"2026-11-29\",\"kind\":"
               "\"review\",\"card\":\"x\",\"grade\":3}\r\n"
               "\r\n"
               "   \t\n"
               "  { \"kind\": \"review\", \"card\": \"x\", \"grade\": 3, \"day\": \"2026-11-30\" }  \n"
               "{\"kind\":\"review\",\"at\":\"2026-12-01T01:00:00+01:00\",\"card\":\"x\",\"grade\":3}\n"
               "{\"v\":7,\"kind\":\"from the future\",\"day\":\"2026-12-01\",\"what\":[1,{\"a\":null}]}");
    assert_int_equal(journal->n_damage, 0);
    assert_int_equal(journal->n_records, 4);
    assert_int_equal(journal->records[1].line, 4);
    assert_int_equal(journal->records[1].day, journal->records[0].day + 1);
    assert_int_equal(day_of(journal->records[1].at), journal->records[1].day);
    assert_int_equal(journal->records[2].day, journal->records[1].day); /* at 01:00: the evening before */
    assert_int_equal(json_get(journal->records[3].json, "what")->length, 2); /* kept as it is */
    arena_free(arena);
}

static void what_is_no_record_is_named_with_its_reason(void **state)
{
    (void)state;
    static const struct {
        const char *line, *why;
    } cases[] = {
        {"{\"kind\":\"place\"", "expected ',' or '}' (column 16)"},
        {"[1]", "it is not an object"},
        {"{\"day\":\"2026-11-29\"}", "it has no 'kind'"},
        {"{\"kind\":7,\"day\":\"2026-11-29\"}", "it has no 'kind'"},
        {"{\"kind\":\"place\"}", "it has neither 'at' nor 'day'"},
        {"{\"kind\":\"place\",\"day\":\"yesterday\"}", "its 'day' is not a date like 2026-11-29"},
        {"{\"kind\":\"place\",\"day\":\"2026-11-29\",\"at\":5}",
         "its 'at' is not a time like 2026-11-29T21:04:05+01:00"},
        {"{\"kind\":\"place\",\"day\":\"2026-11-29\",\"c\":\"00000000\"}", "its checksum does not match"},
        {"garbage", "expected a value (column 1)"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *good = journal_place_line(arena, "a", 0, 0, NOW);
        const Journal *journal = parse(arena, arena_printf(arena, "%s\n%s\n%s\n", good, cases[i].line, good));
        assert_int_equal(journal->n_records, 2);
        assert_int_equal(journal->n_damage, 1);
        assert_int_equal(journal->damage[0].line, 2);
        assert_string_equal(journal->damage[0].why, cases[i].why);
        assert_string_equal(
            journal_damage_text(arena, journal),
            arena_printf(arena, "journal line 2 is damaged (%s) and was skipped", cases[i].why));
    }
    assert_null(journal_damage_text(arena, parse(arena, "")));
    assert_string_equal(journal_damage_text(arena, parse(arena, "x\n\nx\nx")),
                        "3 journal lines are damaged and were skipped: 1, 3, 4");
    assert_string_equal(journal_damage_text(arena, parse(arena, "x\nx\nx\nx\nx\nx\nx\nx\nx\nx")),
                        "10 journal lines are damaged and were skipped: 1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
    arena_free(arena);
}

/* ---- damage ---- */

enum { LINES = 100 };

/* A journal of LINES lines, each a place with its own lesson, screen and step. */
static char *sample(Arena *arena, size_t *len, size_t starts[LINES + 1])
{
    StrBuf text = {0};
    for (int i = 0; i < LINES; i++) {
        starts[i] = text.len;
        WallTime now = {NOW.ms + i * 3600000LL, 60};
        strbuf_add(&text, journal_place_line(arena, arena_printf(arena, "lesson-%d", i), i, i * i, now));
        strbuf_add_char(&text, '\n');
    }
    starts[LINES] = text.len;
    *len = text.len;
    return strbuf_take(&text, arena);
}

/* Does the record say what line i of the sample said? */
static bool is_sample(const Record *record, int i)
{
    char lesson[32];
    snprintf(lesson, sizeof lesson, "lesson-%d", i);
    WallTime now = {NOW.ms + i * 3600000LL, 60};
    const char *text = record_text(record, "lesson");
    return strcmp(record->kind, "place") == 0 && text && strcmp(text, lesson) == 0 &&
           record_int(record, "screen", -1) == i && record_int(record, "step", -1) == i * i &&
           record->at.ms == now.ms && record->day == day_of(now);
}

/* All lines of the sample are there and right but `lost`, which may be missing if damage is named. */
static void check_all_but(const Journal *journal, int lost)
{
    size_t next = 0;
    for (int i = 0; i < LINES; i++) {
        if (next < journal->n_records && is_sample(&journal->records[next], i))
            next++;
        else if (i != lost || journal->n_damage == 0)
            fail_msg("line %d was lost after damage to %d", i + 1, lost + 1);
    }
    assert_int_equal(next, journal->n_records); /* and nothing that never was */
}

static void any_changed_byte_costs_at_most_its_line(void **state)
{
    (void)state;
    Arena *keep = arena_new(), *arena = arena_new();
    size_t len, starts[LINES + 1];
    char *text = sample(keep, &len, starts);
    static const unsigned char masks[] = {0x01, 0x20, 0x80, 0x10, 0x02, 0xFF, 0x04};
    for (size_t at = 0, line = 0; at < len; at++) {
        if (at == starts[line + 1]) line++;
        char kept = text[at];
        text[at] = at % 11 == 0 ? '\n' : (char)(kept ^ masks[at % sizeof masks]);
        check_all_but(journal_parse(arena, text, len), (int)line);
        text[at] = kept;
        arena_reset(arena);
    }
    check_all_but(journal_parse(arena, text, len), -1);
    arena_free(arena);
    arena_free(keep);
}

static void a_lost_newline_loses_nothing(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    size_t len, starts[LINES + 1];
    char *text = sample(arena, &len, starts);
    for (int i = 1; i < LINES; i++) {
        char kept = text[starts[i] - 1];
        text[starts[i] - 1] = ' ';
        const Journal *journal = journal_parse(arena, text, len);
        check_all_but(journal, -1);
        assert_int_equal(journal->n_damage, 1);
        assert_int_equal(journal->damage[0].line, i);
        text[starts[i] - 1] = kept;
    }
    arena_free(arena);
}

static void every_prefix_of_the_last_line_costs_it_alone(void **state)
{
    (void)state;
    Arena *keep = arena_new(), *arena = arena_new();
    const char *line = journal_place_line(keep, "a", 1, 2, NOW);
    size_t whole = strlen(line);
    for (size_t cut = 0; cut <= whole; cut++) {
        for (int written_on = 0; written_on < 2; written_on++) { /* as the store does, or without a newline */
            const char *text =
                arena_printf(arena, "%s\n%.*s%s%s\n", line, (int)cut, line, written_on ? "" : "\n", line);
            const Journal *journal = parse(arena, text);
            assert_int_equal(journal->n_records, 2 + (cut == whole));
            assert_int_equal(journal->n_damage, cut == 0 || (cut == whole && !written_on) ? 0 : 1);
            const Journal *cut_off = parse(arena, arena_printf(arena, "%s\n%.*s", line, (int)cut, line));
            assert_int_equal(cut_off->n_records, 1 + (cut == whole));
            arena_reset(arena);
        }
    }
    arena_free(arena);
    arena_free(keep);
}

static void zeros_left_by_a_power_cut_lose_nothing_else(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const char *line = journal_place_line(arena, "a", 1, 2, NOW);
    StrBuf text = {0};
    strbuf_printf(&text, "%s\n", line);
    for (int i = 0; i < 4096; i++) strbuf_add_char(&text, '\0');
    strbuf_printf(&text, "%s\n", line);
    const Journal *journal = journal_parse(arena, text.data, text.len);
    assert_int_equal(journal->n_records, 2);
    assert_int_equal(journal->n_damage, 1);
    strbuf_free(&text);
    arena_free(arena);
}

static void any_bytes_are_survived(void **state)
{
    (void)state;
    static const char pieces[] = "{}[]\",:\\\n\n\r 0e-c\x00\xFF\xE2kind{\"v\":,\"c\":\"00000000\"}";
    Arena *arena = arena_new();
    uint32_t random = 5;
    for (int round = 0; round < 3000; round++) {
        size_t len = (size_t)(round % 300);
        char *bytes = heed_xmalloc(len); /* exact, so that a read behind it is seen */
        for (size_t i = 0; i < len; i++) {
            random = random * 1664525u + 1013904223u;
            bytes[i] = round % 2 ? pieces[(random >> 16) % (sizeof pieces - 1)] : (char)(random >> 24);
        }
        const Journal *journal = journal_parse(arena, bytes, len);
        journal_damage_text(arena, journal);
        assert_int_equal(journal->n_records, 0);
        free(bytes);
        arena_reset(arena);
    }
    arena_free(arena);
}

/* A line of many megabytes without a newline must not take time that grows with its square. */
static void a_huge_damaged_line_is_passed_over(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    StrBuf text = {0};
    for (int i = 0; i < 200000; i++) strbuf_add(&text, i % 100 ? ",\"c\":\"00000000\"}" : "{\"v\":");
    size_t good = text.len;
    strbuf_add(&text, journal_place_line(arena, "a", 1, 2, NOW));
    const Journal *journal = journal_parse(arena, text.data, text.len);
    assert_int_equal(journal->n_records, 1);
    assert_int_equal(journal->n_damage, 1);
    assert_true(good > 3000000);
    strbuf_free(&text);
    arena_free(arena);
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Somebody's novel in the journal's place: its lines are counted, the first few named, and none takes memory. */
static void a_file_that_is_no_journal_fills_no_memory(void **state)
{
    (void)state;
    enum { MANY = 3000000 };
    Arena *arena = arena_new();
    char *text = heed_xmalloc(2 * MANY);
    for (size_t i = 0; i < MANY; i++) memcpy(text + 2 * i, "x\n", 2);
    long before = peak_kib();
    const Journal *journal = journal_parse(arena, text, 2 * MANY);
    assert_true(peak_kib() - before < 50000);
    assert_int_equal(journal->n_damage, MANY);
    assert_int_equal(journal->damage[JOURNAL_DAMAGE_KEPT - 1].line, JOURNAL_DAMAGE_KEPT);
    assert_non_null(strstr(journal_damage_text(arena, journal), "3000000 journal lines are damaged"));
    assert_non_null(strstr(journal_damage_text(arena, journal), "and 2999992 more"));
    free(text);
    arena_free(arena);
}

static void behind_much_damage_records_are_read_all_the_same(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    StrBuf text = {0};
    for (int i = 0; i < 3 * JOURNAL_DAMAGE_KEPT; i++) strbuf_add(&text, "{\"v\": no record\n");
    strbuf_printf(&text, "%s\n%s", journal_place_line(arena, "a", 1, 2, NOW), journal_place_line(arena, "b", 1, 2, NOW));
    const Journal *journal = journal_parse(arena, text.data, text.len);
    assert_int_equal(journal->n_records, 2);
    assert_string_equal(record_text(&journal->records[1], "lesson"), "b");
    strbuf_free(&text);
    arena_free(arena);
}

/* ---- undo ---- */

/* What they would take back was lost: each is looked for, which must not take time that grows with their square. */
static void undos_that_meet_nothing_cost_little(void **state)
{
    (void)state;
    enum { MANY = 400000 };
    Arena *arena = arena_new();
    StrBuf text = {0};
    for (unsigned i = 0; i < MANY; i++)
        strbuf_printf(&text, "{\"v\":1,\"day\":\"2026-11-29\",\"kind\":\"undo\",\"of\":\"%08x\"}\n", i * 2654435761u);
    clock_t before = clock();
    const Journal *journal = journal_parse(arena, text.data, text.len);
    assert_int_equal(journal->n_records, MANY);
    assert_true((clock() - before) / CLOCKS_PER_SEC < 10);
    strbuf_free(&text);
    arena_free(arena);
}

static void undo_takes_back_the_latest_such_record_and_can_be_undone(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const char *review = journal_review_line(arena, "x", GRADE_GOOD, NULL, NOW);
    const char *undo = journal_undo_line(arena, review, NOW), *redo = journal_undo_line(arena, undo, NOW);
    const struct {
        const char *text;
        const char *undone; /* one letter a record */
    } cases[] = {
        {arena_printf(arena, "%s\n%s\n", review, undo), "x."},
        {arena_printf(arena, "%s\n%s\n%s\n", review, review, undo), ".x."},
        {arena_printf(arena, "%s\n%s\n%s\n%s\n", review, review, undo, undo), "xx.."},
        {arena_printf(arena, "%s\n%s\n%s\n", review, undo, redo), ".x."},
        {arena_printf(arena, "%s\n%s\n%s\n%s\n", review, undo, redo, undo), "xx.."},
        {arena_printf(arena, "%s\n%s\n", undo, review), ".."},              /* only what came before */
        {arena_printf(arena, "%s\n%s\n%s\n", review, undo, review), "x.."}, /* not what comes after */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Journal *journal = parse(arena, cases[i].text);
        assert_int_equal(journal->n_records, strlen(cases[i].undone));
        for (size_t k = 0; k < journal->n_records; k++)
            assert_int_equal(journal->records[k].is_undone, cases[i].undone[k] == 'x');
    }
    arena_free(arena);
}

static void a_line_written_by_hand_can_be_undone(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const char *hand = "{\"kind\":\"review\",\"day\":\"2026-11-29\",\"card\":\"x\",\"grade\":3}";
    const Journal *journal =
        parse(arena, arena_printf(arena, "%s\n%s\n", hand, journal_undo_line(arena, hand, NOW)));
    assert_true(journal->records[0].is_undone);
    journal = parse(arena, "{\"kind\":\"undo\",\"day\":\"2026-11-29\",\"of\":\"zzz\"}\n{\"kind\":\"undo\","
                           "\"day\":\"2026-11-29\"}");
    assert_int_equal(journal->n_records, 2);
    arena_free(arena);
}

/* Lines added one by one make the journal that reading all of them makes, undone undos included. */
static void a_journal_grows_line_by_line_into_what_reading_it_gives(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    StrBuf text = {0};
    const char *lines[200];
    uint32_t random = 3;
    Journal *grown = journal_parse(arena, "", 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        WallTime now = {1796212800000 + (int64_t)i * 60000, 60};
        random = random * 1664525u + 1013904223u;
        bool is_undo = i > 0 && random >> 29 == 0;
        lines[i] = is_undo ? journal_undo_line(arena, lines[(random >> 8) % i], now)
                           : journal_review_line(arena, "a/b", GRADE_GOOD, NULL, now);
        strbuf_printf(&text, "%s\n", lines[i]);
        journal_add(arena, grown, lines[i]);
        const Journal *read = journal_parse(arena, strbuf_text(&text), text.len);
        assert_int_equal(grown->n_records, read->n_records);
        for (size_t k = 0; k < read->n_records; k++) {
            assert_int_equal(grown->records[k].checksum, read->records[k].checksum);
            assert_int_equal(grown->records[k].is_undone, read->records[k].is_undone);
            assert_int_equal(grown->records[k].line, read->records[k].line);
        }
    }
    strbuf_free(&text);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_one_line_with_its_checksum_last),
        cmocka_unit_test(every_kind_is_read_as_written),
        cmocka_unit_test(lines_written_by_hand_are_taken),
        cmocka_unit_test(what_is_no_record_is_named_with_its_reason),
        cmocka_unit_test(any_changed_byte_costs_at_most_its_line),
        cmocka_unit_test(a_lost_newline_loses_nothing),
        cmocka_unit_test(every_prefix_of_the_last_line_costs_it_alone),
        cmocka_unit_test(zeros_left_by_a_power_cut_lose_nothing_else),
        cmocka_unit_test(any_bytes_are_survived),
        cmocka_unit_test(a_huge_damaged_line_is_passed_over),
        cmocka_unit_test(a_file_that_is_no_journal_fills_no_memory),
        cmocka_unit_test(behind_much_damage_records_are_read_all_the_same),
        cmocka_unit_test(undos_that_meet_nothing_cost_little),
        cmocka_unit_test(undo_takes_back_the_latest_such_record_and_can_be_undone),
        cmocka_unit_test(a_line_written_by_hand_can_be_undone),
        cmocka_unit_test(a_journal_grows_line_by_line_into_what_reading_it_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
