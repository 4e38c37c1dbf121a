/* What the speaker reads, as one JSON object: written where the speaker's terminal finds it whenever it changes.
 *
 *     {"v":1,"lesson":…,"view":3,"views":28,"question":…,"sentence":…,"notes":[…],"next":…,"scenes":[…],
 *      "asked":…,"truth":…,"answered":false,"blank":false,"edits":0,"began_ms":…,"budget_ms":…}
 *
 * `began_ms` is of the monotonic clock, which all programs of a machine share.
 */
#include "parts.h"

#include "heed/json.h"
#include "present.h"

#include <string.h>

/* Changes when the record would: cheap enough to be asked after every event. */
static uint64_t mark(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mark_count(uint64_t hash, uint64_t count)
{
    return mark(hash, &count, sizeof count);
}

static uint64_t hash_of(const App *app)
{
    const Visit *visit = app->visit;
    const Presenting *present = &app->present;
    const char *edits = history_text(visit->history);
    uint64_t hash = 0xCBF29CE484222325u;
    hash = mark_count(hash, visit->serial);
    hash = mark_count(hash, (uint64_t)visit->place.screen << 32 | (uint32_t)visit->place.step);
    hash = mark_count(hash, (uint64_t)present->is_blank << 1 | visit->asked.is_open);
    hash = mark_count(hash, (uint64_t)visit->digits);
    hash = mark_count(hash, (uint64_t)present->began_ms);
    hash = mark(hash, edits, strlen(edits));
    hash = mark_count(hash, visit->asked.number);
    if (visit->asked.question != NULL) hash = mark(hash, visit->asked.question->id, strlen(visit->asked.question->id));
    return hash != 0 ? hash : 1;
}

static void add_string(JsonWriter *json, const char *key, const char *text)
{
    json_key(json, key);
    if (text != NULL)
        json_string(json, text);
    else
        json_null(json);
}

static void add_int(JsonWriter *json, const char *key, int64_t value)
{
    json_key(json, key);
    json_int(json, value);
}

static const char *next_sentence(const App *app, Arena *arena)
{
    const Visit *visit = app->visit;
    Place next = visit->place;
    if (next.step + 1 < visit_steps(visit)) {
        next.step++;
    } else {
        next = (Place){next.screen + 1, 0};
    }
    if (next.screen >= (int)visit->lesson->n_screens) return NULL;
    return view_step_sentence(arena, visit->lesson, visit->now.layer, next.screen, next.step);
}

static void add_notes(JsonWriter *json, const App *app, Arena *arena)
{
    const Visit *visit = app->visit;
    const char *const *paragraphs;
    size_t n = view_speaker_notes(arena, visit->lesson, visit->now.layer, visit->place.screen, visit->place.step,
                                  &paragraphs);
    json_key(json, "notes");
    json_open_array(json);
    for (size_t i = 0; i < n; i++) json_string(json, paragraphs[i]);
    json_close_array(json);
}

static void add_scenes(JsonWriter *json, const App *app, Arena *arena)
{
    const Lesson *lesson = app->visit->lesson;
    json_key(json, "scenes");
    json_open_array(json);
    for (size_t i = 0; i < lesson->n_scenes; i++)
        json_string(json, arena_printf(arena, "F%d %s", lesson->scenes[i]->number, lesson->scenes[i]->title));
    json_close_array(json);
}

/* What the class will see: of a prediction of a number it is worked out only then. */
static const char *truth_of(const Asked *asked, Layer *layer, Arena *arena)
{
    if (asked->draw != NULL) return asked->draw->truth;
    for (size_t i = 0; asked->question != NULL && i < asked->question->n_choices; i++)
        if (asked->question->choices[i].is_right)
            return view_prose_text(arena, layer, &asked->question->choices[i].text);
    return NULL;
}

static void add_asked(JsonWriter *json, const App *app, Arena *arena)
{
    const Asked *asked = &app->visit->asked;
    Layer *layer = asked->draw != NULL ? asked->draw->layer : app->visit->now.layer;
    add_string(json, "asked",
               asked->question != NULL ? view_prose_text(arena, layer, &asked->question->prompt) : NULL);
    add_string(json, "truth", truth_of(asked, layer, arena));
    json_key(json, "answered");
    json_bool(json, asked->is_open);
}

static void add_record(JsonWriter *json, const App *app, Arena *arena)
{
    const Visit *visit = app->visit;
    const Place place = visit->place;
    json_open_object(json);
    add_int(json, "v", 1);
    add_string(json, "lesson", visit->lesson->title);
    add_int(json, "view", view_number(visit->lesson, place.screen, place.step));
    add_int(json, "views", view_count(visit->lesson));
    add_string(json, "question", visit->lesson->screens[place.screen].title);
    add_string(json, "sentence", view_step_sentence(arena, visit->lesson, visit->now.layer, place.screen, place.step));
    add_notes(json, app, arena);
    add_string(json, "next", next_sentence(app, arena));
    add_scenes(json, app, arena);
    add_asked(json, app, arena);
    json_key(json, "blank");
    json_bool(json, app->present.is_blank);
    add_int(json, "edits", (int64_t)history_count(visit->history));
    add_int(json, "began_ms", app->present.began_ms);
    add_int(json, "budget_ms", app->present.budget_ms);
    json_close_object(json);
}

void speaker_tell(App *app)
{
    uint64_t hash = hash_of(app);
    if (hash == app->present.told) return;
    app->present.told = hash;
    Arena *arena = arena_new();
    StrBuf out = {0};
    JsonWriter json = {.out = &out};
    add_record(&json, app, arena);
    outbox_add(&app->outbox, EFFECT_PRESENT, strbuf_text(&out), 0);
    strbuf_free(&out);
    arena_free(arena);
}
