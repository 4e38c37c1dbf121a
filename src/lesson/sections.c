/* The reserved headings, and small facts about kinds that several parts print. */
#include "heed/lesson.h"
#include <assert.h>

static const struct {
    const char *title;
    bool is_on_demand;
} sections[SECTION_COUNT] = {
    [SECTION_BODY] = {"", false},
    [SECTION_GOAL] = {"Goal", false},
    [SECTION_FOUNDATIONS] = {"Foundations", false},
    [SECTION_TRAP] = {"Trap", false},
    [SECTION_NEXT] = {"Next", false},
    [SECTION_MECHANICS] = {"Mechanics", false},
    [SECTION_TAKEAWAYS] = {"Takeaways", false},
    [SECTION_IN_PRACTICE] = {"In practice", true},
    [SECTION_HISTORY] = {"History", true},
    [SECTION_SOURCES] = {"Sources", true},
    [SECTION_NOTES] = {"Notes", false},
};

const char *section_title(SectionKind kind)
{
    assert((unsigned)kind < SECTION_COUNT);
    return sections[kind].title;
}

bool section_on_demand(SectionKind kind)
{
    assert((unsigned)kind < SECTION_COUNT);
    return sections[kind].is_on_demand;
}
