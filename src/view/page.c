/* A page as lines of text, that read well one after the other: from a pipe, or aloud. */
#include "view/doc.h"

Frame *view_page_print(Arena *arena, Charset charset, const Lesson *lesson, const ViewPage *page,
                       int from_step, int width)
{
    Pen pen = {.arena = arena, .charset = charset};
    for (int i = 0; i < REF_LAYERS; i++) pen.layers[i] = page->layers[i];
    DocSetup setup = {.lesson = lesson,
                      .is_print = true,
                      .is_spoken = true,
                      .size = PIC_NUMBERS,
                      .n_panes = 1,
                      .widths = {width + 1, 0},
                      .page = page};
    const Doc *doc = doc_new(&pen, &setup);
    int from = from_step < doc->setup.n_steps ? doc->steps[from_step].start[0] : doc->rows[0];
    int rows = doc->rows[0] - from;
    Frame *frame = frame_new(arena, rows, width, charset);
    frame_blit(frame, 0, 0, doc->panes[0], from, 1, rows, width); /* without its margin */
    return frame;
}
