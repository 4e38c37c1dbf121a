/* Statuses as text. */
#include "heed/core.h"

const char *heed_status_text(HeedStatus status)
{
    static const char *const texts[HEED_STATUS_COUNT] = {
        [HEED_OK] = "no error",
        [HEED_BAD_SHAPE] = "the shapes do not go together",
        [HEED_BAD_STRIDE] = "the stride does not fit the columns",
        [HEED_NO_DATA] = "an array without data",
        [HEED_TOO_LARGE] = "the sizes are too large",
        [HEED_BAD_ARGUMENT] = "an argument is out of its range",
        [HEED_UNKNOWN_ISA] = "no kernel set has this name",
        [HEED_MISSING_ISA] = "this machine cannot run that kernel set",
        [HEED_NO_THREAD] = "the system gave no thread",
        [HEED_NOT_CONVERGED] = "the iteration did not converge",
    };
    return (unsigned)status < HEED_STATUS_COUNT ? texts[status] : "unknown status";
}
