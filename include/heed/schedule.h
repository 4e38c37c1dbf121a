/* When a card comes back: FSRS-6, and days.
 *
 * A pure function from (card, grade, time, day) to card. Stability S is the number
 * of days after which a card is recalled with probability 0.9; difficulty D is 1 to
 * 10; retrievability R(t, S) = (1 + F t / S)^(-w20) with F = 0.9^(-1/w20) - 1, so
 * R(S, S) = 0.9. (FSRS-6; J. Ye and the open-spaced-repetition project.)
 *
 * A day is a local calendar day that starts at 04:00: a review at 01:00 belongs to
 * the evening before. It is computed from the wall clock and the offset of that
 * moment and stored with each record, so neither daylight saving nor a journey
 * shifts the past. Days between two reviews are never negative: a clock set back, or
 * a flight east, counts as 0 days.
 *
 * Where public implementations differ, here: grading Hard on the same day never
 * lowers S, intervals are rounded half up, and there is no fuzz unless asked for.
 */
#ifndef HEED_SCHEDULE_H
#define HEED_SCHEDULE_H

#include "heed/arena.h"
#include <stdint.h>

/* ---- time and days ---- */
/* A moment as a clock on the wall showed it. */
typedef struct WallTime {
    int64_t ms;             /* since 1970-01-01T00:00:00Z */
    int32_t utc_offset_min; /* local time minus UTC */
} WallTime;

/* Calendar days since 1970-01-01. */
typedef int32_t Day;
#define DAY_STARTS_AT_HOUR 4

Day day_of(WallTime moment);
char *day_text(Arena *arena, Day day);      /* "2026-11-29" */
bool day_parse(const char *text, Day *day); /* that form alone, real dates of years 1 to 9999 */
/* ISO 8601 with offset: "2026-11-29T21:04:05+01:00". Times outside the years 1 to
 * 9999 are clamped to them. */
char *wall_time_text(Arena *arena, WallTime moment);
/* That form; also "Z", a fraction of seconds, and a blank for the T. */
bool wall_time_parse(const char *text, WallTime *moment);

/* ---- cards ---- */
typedef enum Grade { GRADE_AGAIN = 1, GRADE_HARD, GRADE_GOOD, GRADE_EASY } Grade;
typedef enum CardState { CARD_NEW, CARD_LEARNING, CARD_REVIEW, CARD_RELEARNING } CardState;

typedef struct CardMemory {
    CardState state;
    int step;                     /* learning, relearning: index of the step now taken */
    double stability, difficulty; /* 0 while new */
    WallTime last;                /* of the last review */
    Day last_day;
    int64_t due_ms;        /* learning, relearning: when the step is over */
    Day due_day;           /* the first day on which it is due */
    unsigned reps, lapses; /* reviews so far; times it was forgotten out of CARD_REVIEW */
} CardMemory;

typedef struct ScheduleParams {
    double weights[21];
    double retention;       /* wanted probability of recall, 0 < r < 1 */
    double learning_min[4]; /* minutes of each learning step */
    int n_learning;
    double relearning_min[4];
    int n_relearning;
    Day longest; /* longest interval in days */
    bool
        is_fuzzed; /* spreads intervals of 3 days and more a little, the same way for a card and repetition */
} ScheduleParams;

extern const ScheduleParams schedule_default;

const char *card_state_name(CardState state); /* "new", "learning", "review", "relearning" */

/* The card after a review at `now`, of day `day` (day_of(now), or what the record
 * says). A card never seen is a zeroed CardMemory. `id` seeds the fuzz (may be NULL). */
CardMemory schedule_review(const ScheduleParams *params, CardMemory card, const char *id, Grade grade,
                           WallTime now, Day day);
/* Makes a card due on `day` where it would be due later (a new one: puts it in the
 * queue on that day); nothing else changes. */
CardMemory schedule_bring(CardMemory card, Day day);
/* Due now? A new card is not due (it is offered), unless it was brought. A learning card
 * is due when its step is over, the day has changed, or the clock was set back. A
 * card in review is due from its day on, and when its last review lies in the
 * future by more than a flight explains: the clock was wrong then. */
bool schedule_is_due(const CardMemory *card, WallTime now, Day today);
/* Probability of recall on a day; 0 for a new card. */
double schedule_retrievability(const ScheduleParams *params, const CardMemory *card, Day today);
/* What this review would mean, for a button: "1 min", "6 min", "2 days", "1.3 years". */
char *schedule_interval_text(Arena *arena, const CardMemory *after);

/* ---- the formulas, as the vectors test them ---- */
double fsrs_retrievability(const double weights[21], double elapsed_days, double stability);
Day fsrs_interval(const ScheduleParams *params, double stability); /* whole days, 1 to longest */
double fsrs_first_stability(const double weights[21], Grade grade);
double fsrs_first_difficulty(const double weights[21], Grade grade); /* not clamped */
double fsrs_next_difficulty(const double weights[21], double difficulty, Grade grade);
double fsrs_recall_stability(const double weights[21], double d, double s, double r, Grade grade);
double fsrs_lapse_stability(const double weights[21], double d, double s, double r); /* without the cap */
double fsrs_same_day_stability(const double weights[21], double s, Grade grade);

#endif
