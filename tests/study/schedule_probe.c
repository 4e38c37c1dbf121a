/* Plays card histories for fsrs_judge.py, line by line:
 *
 *     new RETENTION LEARNING... / RELEARNING...   a new card (minutes of the steps)
 *     GRADE MS OFFSET                             a review; answers with the card after it
 */
#include "heed/schedule.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_steps(char **text, double *steps)
{
    int n = 0;
    for (char *end; n < 4; *text = end) {
        double minutes = strtod(*text, &end);
        if (end == *text) break;
        steps[n++] = minutes;
    }
    while (**text == ' ' || **text == '/') ++*text;
    return n;
}

int main(void)
{
    char line[512];
    ScheduleParams params = schedule_default;
    CardMemory card = {0};
    while (fgets(line, sizeof line, stdin)) {
        int grade;
        WallTime now;
        if (strncmp(line, "new ", 4) == 0) {
            char *text = line + 4;
            card = (CardMemory){0};
            params.retention = strtod(text, &text);
            params.n_learning = read_steps(&text, params.learning_min);
            params.n_relearning = read_steps(&text, params.relearning_min);
        } else if (sscanf(line, "%d %" SCNd64 " %" SCNd32, &grade, &now.ms, &now.utc_offset_min) == 3) {
            card = schedule_review(&params, card, NULL, (Grade)grade, now, day_of(now));
            printf("%s %d %.17g %.17g %d %d %" PRId64 " %u\n", card_state_name(card.state), card.step,
                   card.stability, card.difficulty, (int)card.last_day, (int)(card.due_day - card.last_day),
                   card.due_ms ? card.due_ms - now.ms : 0, card.lapses);
        }
    }
    return 0;
}
