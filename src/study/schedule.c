/* FSRS-6. First the formulas, each one line of algebra; then what a review does to a
 * card: memory (S, D), then the step or interval that follows.
 */
#include "heed/schedule.h"
#include "study/crc32.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define STABILITY_MIN 0.001
#define STABILITY_MAX 36500.0

enum { MS_A_MINUTE = 60 * 1000 };

const ScheduleParams schedule_default = {
    .weights = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001,  1.8722, 0.1666, 0.796,
                1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542},
    .retention = 0.9,
    .learning_min = {1, 10},
    .n_learning = 2,
    .relearning_min = {10},
    .n_relearning = 1,
    .longest = 36500,
};

const char *card_state_name(CardState state)
{
    static const char *const names[] = {
        [CARD_NEW] = "new",
        [CARD_LEARNING] = "learning",
        [CARD_REVIEW] = "review",
        [CARD_RELEARNING] = "relearning",
    };
    return names[state];
}

/* ---- the formulas ---- */

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* F, chosen so that R(S, S) = 0.9. */
static double forgetting_factor(const double w[21])
{
    return pow(0.9, -1 / w[20]) - 1;
}

double fsrs_retrievability(const double w[21], double elapsed_days, double stability)
{
    return pow(1 + forgetting_factor(w) * elapsed_days / stability, -w[20]);
}

/* Rounded half up. */
Day fsrs_interval(const ScheduleParams *params, double stability)
{
    const double *w = params->weights;
    double days = stability / forgetting_factor(w) * (pow(params->retention, -1 / w[20]) - 1);
    return (Day)clamp(floor(days + 0.5), 1, params->longest);
}

double fsrs_first_stability(const double w[21], Grade grade)
{
    return w[grade - 1];
}

double fsrs_first_difficulty(const double w[21], Grade grade)
{
    return w[4] - exp(w[5] * (grade - 1)) + 1;
}

/* Damped towards 10, then drawn back a little to where Easy would have started it. */
double fsrs_next_difficulty(const double w[21], double d, Grade grade)
{
    double moved = d + (10 - d) * (-w[6] * ((int)grade - 3)) / 9;
    return clamp(w[7] * fsrs_first_difficulty(w, GRADE_EASY) + (1 - w[7]) * moved, 1, 10);
}

double fsrs_recall_stability(const double w[21], double d, double s, double r, Grade grade)
{
    double hard = grade == GRADE_HARD ? w[15] : 1, easy = grade == GRADE_EASY ? w[16] : 1;
    return s * (1 + exp(w[8]) * (11 - d) * pow(s, -w[9]) * (exp(w[10] * (1 - r)) - 1) * hard * easy);
}

double fsrs_lapse_stability(const double w[21], double d, double s, double r)
{
    return w[11] * pow(d, -w[12]) * (pow(s + 1, w[13]) - 1) * exp(w[14] * (1 - r));
}

double fsrs_same_day_stability(const double w[21], double s, Grade grade)
{
    double growth = exp(w[17] * ((int)grade - 3 + w[18])) * pow(s, -w[19]);
    return s * (grade >= GRADE_HARD && growth < 1 ? 1 : growth);
}

/* ---- memory ---- */

/* Whole days since the last review; a clock set back counts as none. */
static Day elapsed_days(const CardMemory *card, Day day)
{
    return day > card->last_day ? day - card->last_day : 0;
}

static double next_stability(const double w[21], const CardMemory *card, Grade grade, Day elapsed)
{
    double s = card->stability, d = card->difficulty;
    if (elapsed == 0) return fsrs_same_day_stability(w, s, grade);
    double r = fsrs_retrievability(w, elapsed, s);
    if (grade != GRADE_AGAIN) return fsrs_recall_stability(w, d, s, r, grade);
    return fmin(fsrs_lapse_stability(w, d, s, r), s / exp(w[17] * w[18]));
}

static void update_memory(const double w[21], CardMemory *card, Grade grade, Day day)
{
    double s, d;
    if (card->state == CARD_NEW) {
        s = fsrs_first_stability(w, grade);
        d = fsrs_first_difficulty(w, grade);
    } else {
        s = next_stability(w, card, grade, elapsed_days(card, day)); /* with the old difficulty */
        d = fsrs_next_difficulty(w, card->difficulty, grade);
    }
    card->stability = clamp(s, STABILITY_MIN, STABILITY_MAX);
    card->difficulty = clamp(d, 1, 10);
}

/* ---- what follows ---- */

/* The minutes until the card is shown again, *step moved; negative: it has done
 * with its steps. */
static double take_step(const double *steps, int n, int *step, Grade grade)
{
    if (n == 0 || (*step >= n && grade != GRADE_AGAIN) || grade == GRADE_EASY) return -1;
    if (grade == GRADE_AGAIN) *step = 0;
    if (grade == GRADE_GOOD && ++*step >= n) return -1;
    if (grade == GRADE_HARD && *step == 0) return n == 1 ? steps[0] * 1.5 : (steps[0] + steps[1]) / 2;
    return steps[*step];
}

/* A number in [0, 1) that belongs to this repetition of this card. */
static double seeded_unit(const char *id, unsigned reps)
{
    uint64_t x = (uint64_t)crc32_add(0, id ? id : "", id ? strlen(id) : 0) << 32 | reps;
    x += 0x9E3779B97F4A7C15u; /* splitmix64 */
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* Intervals of three days and more, spread by 1 day and 15 % of what lies between
 * 2.5 and 7 days, 10 % between 7 and 20, 5 % beyond. */
static Day fuzzed(const ScheduleParams *params, Day days, const char *id, unsigned reps)
{
    static const struct {
        double from, to, share;
    } ranges[] = {{2.5, 7, 0.15}, {7, 20, 0.1}, {20, INFINITY, 0.05}};
    if (!params->is_fuzzed || days < 3) return days;
    double spread = 1;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        spread += ranges[i].share * fmax(fmin(days, ranges[i].to) - ranges[i].from, 0);
    double low = fmax(2, floor(days - spread + 0.5));
    double high = fmin(params->longest, floor(days + spread + 0.5));
    low = fmin(low, high);
    return (Day)(low + floor(seeded_unit(id, reps) * (high - low + 1)));
}

CardMemory schedule_review(const ScheduleParams *params, CardMemory card, const char *id, Grade grade,
                           WallTime now, Day day)
{
    assert(grade >= GRADE_AGAIN && grade <= GRADE_EASY);
    bool was_review = card.state == CARD_REVIEW;
    bool is_relearning = was_review || card.state == CARD_RELEARNING;
    update_memory(params->weights, &card, grade, day);
    card.reps++;
    if (was_review && grade == GRADE_AGAIN) card.lapses++;

    double minutes = -1;
    if (was_review) card.step = 0;
    if (!was_review || grade == GRADE_AGAIN)
        minutes = is_relearning ? take_step(params->relearning_min, params->n_relearning, &card.step, grade)
                                : take_step(params->learning_min, params->n_learning, &card.step, grade);
    card.last = now;
    card.last_day = day;
    if (minutes >= 0) {
        card.state = is_relearning ? CARD_RELEARNING : CARD_LEARNING;
        card.due_ms = now.ms + (int64_t)(minutes * MS_A_MINUTE);
        card.due_day = day;
        return card;
    }
    card.state = CARD_REVIEW;
    card.step = 0;
    card.due_ms = 0;
    card.due_day = day + fuzzed(params, fsrs_interval(params, card.stability), id, card.reps);
    return card;
}

CardMemory schedule_bring(CardMemory card, Day day)
{
    bool is_later = card.due_day > day || (card.state == CARD_NEW && card.due_day == 0);
    if (is_later) card.due_day = day;
    return card;
}

bool schedule_is_due(const CardMemory *card, WallTime now, Day today)
{
    if (card->state == CARD_NEW) return card->due_day != 0 && today >= card->due_day;
    if (today >= card->due_day && card->state == CARD_REVIEW) return true;
    if (card->state == CARD_REVIEW) return card->last_day > today + 1;
    return now.ms >= card->due_ms || today > card->due_day || now.ms < card->last.ms;
}

double schedule_retrievability(const ScheduleParams *params, const CardMemory *card, Day today)
{
    if (card->state == CARD_NEW) return 0;
    return fsrs_retrievability(params->weights, elapsed_days(card, today), card->stability);
}

/* "3 days", "1 day", "1.5 years": at most one decimal, none where it would be 0. */
static char *count_text(Arena *arena, double count, const char *unit)
{
    double tenths = floor(count * 10 + 0.5);
    bool is_whole = fmod(tenths, 10) == 0;
    return arena_printf(arena, "%.*f %s%s", is_whole ? 0 : 1, tenths / 10, unit, tenths == 10 ? "" : "s");
}

char *schedule_interval_text(Arena *arena, const CardMemory *after)
{
    double days = after->due_day - after->last_day;
    if (after->state == CARD_NEW) return arena_strdup(arena, "new");
    if (after->state != CARD_REVIEW) {
        double minutes = (double)(after->due_ms - after->last.ms) / MS_A_MINUTE;
        if (minutes < 60) return arena_printf(arena, "%.0f min", fmax(1, floor(minutes + 0.5)));
        return minutes < 24 * 60 ? count_text(arena, minutes / 60, "hour")
                                 : count_text(arena, minutes / 60 / 24, "day");
    }
    if (days < 31) return count_text(arena, days, "day");
    return days < 365 ? count_text(arena, days / 30.4375, "month") : count_text(arena, days / 365.25, "year");
}
