/* A journal's text to records, line by line.
 *
 * A line is whole when it is JSON, has what every record has, and its checksum, if
 * it ends in one, agrees. A line that is not whole is damaged, but records in it may
 * be: where a newline was lost, or a cut line was written on, each stretch from a
 * record's start to the end of a matching checksum is taken for itself.
 */
#include "heed/journal.h"
#include "study/crc32.h"
#include "study/record.h"
#include <stdlib.h>
#include <string.h>

enum { MS_A_MINUTE = 60 * 1000, HALF_A_DAY_MIN = 12 * 60, MINUTES_A_DAY = 24 * 60 };

typedef struct Reader {
    Arena *arena;
    Arena *scratch; /* for what turns out to be no record */
    Journal *journal;
    size_t line;
} Reader;

static bool read_hex(const char *text, uint32_t *value)
{
    static const char digits[] = "0123456789abcdef";
    *value = 0;
    for (int i = 0; i < 8; i++) {
        const char *found = text[i] ? strchr(digits, text[i]) : NULL;
        if (!found) return false;
        *value = *value << 4 | (uint32_t)(found - digits);
    }
    return true;
}

bool record_has_checksum(const char *text, size_t len, uint32_t *given)
{
    if (len <= RECORD_TAIL_LEN) return false;
    const char *tail = text + len - RECORD_TAIL_LEN, *digits = tail + sizeof RECORD_TAIL - 1;
    return memcmp(tail, RECORD_TAIL, sizeof RECORD_TAIL - 1) == 0 && memcmp(digits + 8, "\"}", 2) == 0 &&
           read_hex(digits, given);
}

uint32_t record_checksum(const char *text, size_t len)
{
    uint32_t given;
    if (record_has_checksum(text, len, &given)) return crc32_add(0, text, len - RECORD_TAIL_LEN);
    return crc32_add(0, text, len > 0 ? len - 1 : 0);
}

/* ---- one record ---- */

static const char *text_member(const JsonValue *json, const char *key)
{
    const JsonValue *value = json_get(json, key);
    return value && value->type == JSON_STRING ? value->string : NULL;
}

/* Fills at and day; a record made by hand may leave out one of them. */
static const char *read_times(Record *record)
{
    const JsonValue *at = json_get(record->json, "at"), *day = json_get(record->json, "day");
    if (!at && !day) return "it has neither 'at' nor 'day'";
    if (at && (at->type != JSON_STRING || !wall_time_parse(at->string, &record->at)))
        return "its 'at' is not a time like 2026-11-29T21:04:05+01:00";
    if (day && (day->type != JSON_STRING || !day_parse(day->string, &record->day)))
        return "its 'day' is not a date like 2026-11-29";
    if (!day) record->day = day_of(record->at);
    if (!at) record->at.ms = ((int64_t)record->day * MINUTES_A_DAY + HALF_A_DAY_MIN) * MS_A_MINUTE;
    return NULL;
}

/* NULL and *record, or why text[0..len) is no record; then `arena` holds nothing that is of use. */
static const char *read_record(Arena *arena, const char *text, size_t len, Record *record)
{
    uint32_t given;
    size_t at;
    const char *error;
    record->checksum = record_checksum(text, len);
    if (record_has_checksum(text, len, &given) && given != record->checksum)
        return "its checksum does not match";
    record->json = json_parse(arena, text, len, &at, &error);
    if (!record->json) return arena_printf(arena, "%s (column %zu)", error, at + 1);
    if (record->json->type != JSON_OBJECT) return "it is not an object";
    record->kind = text_member(record->json, "kind");
    if (!record->kind) return "it has no 'kind'";
    return read_times(record);
}

static void keep_record(Reader *reader, Record record)
{
    Journal *journal = reader->journal;
    if (journal->n_records == journal->cap_records) {
        journal->cap_records = journal->cap_records ? journal->cap_records * 2 : 64;
        journal->records = arena_grow(reader->arena, journal->records, journal->n_records,
                                      journal->cap_records, sizeof *journal->records);
    }
    record.line = reader->line;
    journal->records[journal->n_records++] = record;
}

static void keep_damage(Reader *reader, const char *why)
{
    Journal *journal = reader->journal;
    if (journal->n_damage == 0)
        journal->damage = arena_array(reader->arena, JOURNAL_DAMAGE_KEPT, sizeof *journal->damage);
    if (journal->n_damage < JOURNAL_DAMAGE_KEPT)
        journal->damage[journal->n_damage] = (JournalDamage){reader->line, why};
    journal->n_damage++;
}

/* ---- damaged lines ---- */

/* Does a record start at text[at]? */
static bool starts_record(const char *text, size_t len, size_t at)
{
    size_t n = sizeof RECORD_START - 1;
    return len - at >= n && memcmp(text + at, RECORD_START, n) == 0;
}

/* Takes the whole records out of a damaged line: each from the last start before a
 * checksum to that checksum's end. `sum` follows RECORD_TAIL_LEN bytes behind. */
static void rescue(Reader *reader, const char *text, size_t len)
{
    size_t start = len, summed = len; /* no start seen */
    uint32_t sum = 0, given;
    for (size_t end = 1; end <= len; end++) {
        if (starts_record(text, len, end - 1)) {
            start = summed = end - 1;
            sum = 0;
        }
        if (start >= end || end - start <= RECORD_TAIL_LEN) continue;
        sum = crc32_add(sum, text + summed, 1);
        summed++;
        if (!record_has_checksum(text + start, end - start, &given) || given != sum) continue;
        Record record = {0};
        if (!read_record(reader->arena, text + start, end - start, &record)) keep_record(reader, record);
        start = len;
    }
}

static bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!memchr(" \t\r", text[i], 3)) return false;
    return true;
}

/* read_record; where much is damaged, what is no record leaves nothing behind. */
static const char *try_record(Reader *reader, const char *text, size_t len, Record *record)
{
    if (reader->journal->n_damage >= JOURNAL_DAMAGE_KEPT) {
        if (!reader->scratch) reader->scratch = arena_new();
        arena_reset(reader->scratch);
        const char *why = read_record(reader->scratch, text, len, record);
        if (why) return why; /* is not kept */
        *record = (Record){0};
    }
    return read_record(reader->arena, text, len, record);
}

static void read_line(Reader *reader, const char *text, size_t len)
{
    if (is_blank(text, len)) return;
    for (; memchr(" \t\r", text[0], 3); len--) text++;
    while (memchr(" \t\r", text[len - 1], 3)) len--;
    Record record = {0};
    const char *why = try_record(reader, text, len, &record);
    if (!why) {
        keep_record(reader, record);
        return;
    }
    keep_damage(reader, why);
    rescue(reader, text, len);
}

/* ---- undo ---- */

/* The checksums that undo records still wait to meet, walking backwards; in chains by their low bits. */
enum { CHAINS = 1 << 16 };

typedef struct Wanted {
    struct WantedSum {
        uint32_t sum;
        size_t next; /* in its chain: 1 + index; 0 ends */
    } * sums;
    size_t n, cap;
    size_t *chains;
} Wanted;

static bool wanted_take(Wanted *wanted, uint32_t sum)
{
    if (wanted->n == 0) return false;
    for (size_t *link = &wanted->chains[sum % CHAINS]; *link; link = &wanted->sums[*link - 1].next) {
        if (wanted->sums[*link - 1].sum != sum) continue;
        *link = wanted->sums[*link - 1].next;
        return true;
    }
    return false;
}

static void wanted_add(Wanted *wanted, uint32_t sum)
{
    if (wanted->n == wanted->cap) {
        wanted->cap = wanted->cap ? wanted->cap * 2 : 8;
        wanted->sums = heed_xrealloc(wanted->sums, wanted->cap * sizeof *wanted->sums);
    }
    if (!wanted->chains) wanted->chains = heed_xcalloc(CHAINS, sizeof *wanted->chains);
    size_t *chain = &wanted->chains[sum % CHAINS];
    wanted->sums[wanted->n++] = (struct WantedSum){sum, *chain};
    *chain = wanted->n;
}

static void wanted_free(Wanted *wanted)
{
    free(wanted->sums);
    free(wanted->chains);
}

/* From the last record to the first, so that an undo that was itself undone is known
 * before what it would take back. */
static void resolve_undos(Journal *journal)
{
    Wanted wanted = {0};
    for (size_t i = journal->n_records; i > 0; i--) {
        Record *record = &journal->records[i - 1];
        record->is_undone = wanted_take(&wanted, record->checksum);
        uint32_t sum;
        if (record->is_undone || strcmp(record->kind, "undo") != 0) continue;
        const char *of = text_member(record->json, "of");
        if (of && strlen(of) == 8 && read_hex(of, &sum)) wanted_add(&wanted, sum);
    }
    wanted_free(&wanted);
}

/* ---- the whole ---- */

Journal *journal_parse(Arena *arena, const char *text, size_t len)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* an editor's byte order mark */
    Reader reader = {.arena = arena, .journal = arena_alloc(arena, sizeof(Journal))};
    size_t at = len >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    while (at < len) {
        const char *newline = memchr(text + at, '\n', len - at);
        size_t end = newline ? (size_t)(newline - text) : len;
        reader.line++;
        read_line(&reader, text + at, end - at);
        at = end + 1;
    }
    resolve_undos(reader.journal);
    arena_free(reader.scratch);
    return reader.journal;
}

/* A line that this program made is whole; an undo may take back any record before it. */
void journal_add(Arena *arena, Journal *journal, const char *line)
{
    Reader reader = {.arena = arena, .journal = journal};
    if (journal->n_records > 0) reader.line = journal->records[journal->n_records - 1].line;
    reader.line++;
    char *text = arena_strdup(arena, line);
    read_line(&reader, text, strlen(text));
    resolve_undos(journal);
    arena_free(reader.scratch);
}

char *journal_damage_text(Arena *arena, const Journal *journal)
{
    enum { NAMED = 8 };
    size_t n = journal->n_damage;
    if (n == 0) return NULL;
    if (n == 1)
        return arena_printf(arena, "journal line %zu is damaged (%s) and was skipped",
                            journal->damage[0].line, journal->damage[0].why);
    StrBuf text = {0};
    strbuf_printf(&text, "%zu journal lines are damaged and were skipped: ", n);
    for (size_t i = 0; i < n && i < NAMED; i++)
        strbuf_printf(&text, "%s%zu", i ? ", " : "", journal->damage[i].line);
    if (n > NAMED) strbuf_printf(&text, " and %zu more", n - NAMED);
    return strbuf_take(&text, arena);
}

const char *record_text(const Record *record, const char *field)
{
    return text_member(record->json, field);
}

int record_int(const Record *record, const char *field, int fallback)
{
    const JsonValue *value = json_get(record->json, field);
    if (!value || value->type != JSON_NUMBER) return fallback;
    bool is_int = value->number >= -2147483648.0 && value->number <= 2147483647.0 &&
                  value->number == (double)(int)value->number;
    return is_int ? (int)value->number : fallback;
}
