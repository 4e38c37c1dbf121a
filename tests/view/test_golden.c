/* Golden frames of four-steps: look at the files under golden/ as a student would look at the screen. */
#include "support.h"

typedef struct Shot {
    const char *name;
    int screen, step;
    const char *edit;     /* NULL: as the lesson has it */
    const char *selected; /* NULL: nothing */
    const char *whys[5];
    size_t operand;
    const char *typed; /* an open `:` line; NULL */
    bool more;
} Shot;

static const Shot shots[] = {
    {.name = "the singers", .screen = 0, .step = 1},
    {.name = "score", .screen = 1, .step = 0},
    {.name = "scale", .screen = 1, .step = 1},
    {.name = "softmax", .screen = 1, .step = 2},
    {.name = "blend", .screen = 1, .step = 3},
    {.name = "a number is selected", .screen = 1, .step = 2, .selected = "alpha[2]"},
    {.name = "why, one level", .screen = 1, .step = 2, .selected = "alpha[2]", .whys = {"alpha[2]"}},
    {.name = "why, an operand further",
     .screen = 1,
     .step = 2,
     .selected = "alpha[2]",
     .whys = {"alpha[2]"},
     .operand = 1},
    {.name = "why, two levels", .screen = 1, .step = 2, .selected = "alpha[2]", .whys = {"alpha[2]", "z[2]"}},
    {.name = "why, three levels",
     .screen = 1,
     .step = 2,
     .selected = "alpha[2]",
     .whys = {"alpha[2]", "z[2]", "s[2]"}},
    {.name = "why, at the input",
     .screen = 1,
     .step = 2,
     .selected = "alpha[2]",
     .whys = {"alpha[2]", "z[2]", "s[2]", "K[2, 0]"}},
    {.name = "after an edit", .screen = 1, .step = 2, .edit = "q = [0, 1, 1, 0]", .selected = "alpha[2]"},
    {.name = "after an edit, blend",
     .screen = 1,
     .step = 3,
     .edit = "q = [0, 1, 1, 0]",
     .selected = "out[0]"},
    {.name = "after an edit, why",
     .screen = 1,
     .step = 2,
     .edit = "q = [1, 0, 2, 0]",
     .selected = "alpha[0]",
     .whys = {"alpha[0]"}},
    {.name = "keys of another width",
     .screen = 1,
     .step = 2,
     .edit = "K = [[1, 1, 0, 0, 1], [0, 0, 1, 1, 1], [1, 0, 1, 1, 1]]"},
    {.name = "a key too many",
     .screen = 1,
     .step = 3,
     .edit = "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1], [1, 1, 1, 1]]"},
    {.name = "an expression is tried", .screen = 1, .step = 2, .typed = "alpha @ V"},
    {.name = "an expression that cannot be", .screen = 1, .step = 2, .typed = "K @ K"},
    {.name = "what changes nothing", .screen = 2, .step = 1},
    {.name = "rounded", .screen = 3, .step = 0},
    {.name = "the equation", .screen = 4, .step = 0},
    {.name = "the end, with more", .screen = 4, .step = 1, .more = true},
};

static const char *shoot(Arena *arena, const Shot *shot, int rows, int cols, Charset charset, bool annotate)
{
    Opened opened = open_four_steps(shot->edit);
    ViewEntry entry = {.prompt = "try: ", .text = shot->typed ? shot->typed : ""};
    opened.state.screen = shot->screen;
    opened.state.step = shot->step;
    opened.state.more = shot->more;
    if (shot->selected) select_number(&opened, shot->selected, shot->whys[0] ? shot->whys : NULL);
    opened.state.why.operand = shot->operand;
    if (shot->typed) {
        Diags diags;
        diags_init(&diags, opened.arena);
        entry.cursor = strlen(shot->typed);
        entry.result_node = layer_ask(opened.now, shot->typed, "try", &diags);
        opened.state.entry = &entry;
    }
    ViewReport report;
    Frame *frame = draw_frame(&opened, arena, rows, cols, charset, &report);
    const char *text = frame_text(arena, frame, annotate);
    close_opened(&opened);
    return text;
}

static void assert_album(const char *file, int rows, int cols, Charset charset, bool annotate)
{
    Arena *arena = arena_new();
    StrBuf album = {0};
    for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++)
        strbuf_printf(&album, "######## %s\n%s", shots[i].name,
                      shoot(arena, &shots[i], rows, cols, charset, annotate));
    assert_golden(file, strbuf_text(&album));
    strbuf_free(&album);
    arena_free(arena);
}

static void four_steps_at_40x12(void **test)
{
    (void)test;
    assert_album("40x12.txt", 12, 40, CHARSET_UTF8, false);
}

static void four_steps_at_80x24(void **test)
{
    (void)test;
    assert_album("80x24.txt", 24, 80, CHARSET_UTF8, false);
}

static void four_steps_at_80x24_with_roles_and_marks(void **test)
{
    (void)test;
    assert_album("80x24-roles.txt", 24, 80, CHARSET_UTF8, true);
}

static void four_steps_at_120x40(void **test)
{
    (void)test;
    assert_album("120x40.txt", 40, 120, CHARSET_UTF8, false);
}

static void four_steps_in_ascii(void **test)
{
    (void)test;
    assert_album("80x24-ascii.txt", 24, 80, CHARSET_ASCII, false);
}

static void four_steps_printed(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    Frame *page = view_print(opened.arena, opened.lesson, opened.now, -1, 80, CHARSET_UTF8);
    assert_golden("print-80.txt", frame_text(opened.arena, page, false));
    page = view_print(opened.arena, opened.lesson, opened.now, -1, 40, CHARSET_ASCII);
    assert_golden("print-40-ascii.txt", frame_text(opened.arena, page, false));
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_steps_at_40x12),
        cmocka_unit_test(four_steps_at_80x24),
        cmocka_unit_test(four_steps_at_80x24_with_roles_and_marks),
        cmocka_unit_test(four_steps_at_120x40),
        cmocka_unit_test(four_steps_in_ascii),
        cmocka_unit_test(four_steps_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
