/* A typed answer to a card: where the back holds one live number and no other, it is read as an answer to a
 * question is, and compared at the digits that the back shows.
 */
#include "heed/deck.h"
#include "study/answer.h"

static void find_number(const Inline *items, size_t n, const Inline **found, size_t *count)
{
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind == INLINE_NUMBER && items[i].expr && (*count)++ == 0) *found = &items[i];
        find_number(items[i].children, items[i].n_children, found, count);
    }
}

/* The back's only live number, where it is a single one; NULL. */
static const Inline *number_of(const Face *face, const Value **value)
{
    const Inline *found = NULL;
    size_t count = 0;
    if (face->card->card->is_cloze) return NULL;
    find_number(face->back->items, face->back->count, &found, &count);
    if (count != 1) return NULL;
    *value = layer_value(face->layer, layer_node(face->layer, found->expr));
    bool is_number = *value && (*value)->type != VALUE_STRING && value_count(*value) == 1;
    return is_number ? found : NULL;
}

bool face_asks_number(const Face *face)
{
    const Value *value;
    return number_of(face, &value) != NULL;
}

static void suggest(FaceVerdict *verdict, Closeness close)
{
    static const Grade grades[] = {
        [CLOSE_NOT] = GRADE_AGAIN, [CLOSE_COARSE] = GRADE_HARD, [CLOSE_YES] = GRADE_GOOD};
    verdict->is_right = close == CLOSE_YES;
    verdict->is_coarse = close == CLOSE_COARSE;
    verdict->suggested = grades[close];
}

bool face_judge(const Face *face, const char *answer, Arena *arena, FaceVerdict *verdict, Diags *diags)
{
    const Value *value;
    const Inline *number = number_of(face, &value);
    if (!number) return false;
    Question question = {.kind = QUESTION_NUMBER, .format = number->format, .lines = face->card->card->lines};
    Drawing d = {.draw = {.lesson = face->card->lesson,
                          .question = &question,
                          .kind = QUESTION_NUMBER,
                          .layer = face->layer,
                          .usage = "a number"},
                 .arena = arena,
                 .asked = number->expr};
    AnswerText text;
    Given given;
    if (!answer_open(&d, answer, diags, &text) || !answer_number(&text, &given)) return false;
    verdict->said = arena_strndup(arena, text.source->text + text.start, text.end - text.start);
    suggest(verdict, given_closeness(given, value_at(value, 0, 0), value_num_kind(value), number->format));
    return true;
}

char *face_verdict_text(const FaceVerdict *verdict, Arena *arena)
{
    const char *sense = verdict->is_right    ? "is right"
                        : verdict->is_coarse ? "is right as far as it goes"
                                             : "is not it";
    const char *grade = verdict->is_right    ? "good, or easy if it came at once"
                        : verdict->is_coarse ? "hard"
                                             : "again";
    return arena_printf(arena, "%s %s: %s", verdict->said, sense, grade);
}
