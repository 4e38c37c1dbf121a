/* A page as text for a pipe: laid out as for the screen, in one tall frame. */
#include "view/doc.h"

Frame *view_page_print(Arena *arena, Charset charset, const Lesson *lesson, const ViewPage *page,
                       int from_step, int width)
{
    Pen pen = {.arena = arena, .charset = charset};
    for (int i = 0; i < REF_LAYERS; i++) pen.layers[i] = page->layers[i];
    DocSetup setup = {.lesson = lesson, .is_print = true, .n_panes = 1, .widths = {width, 0}, .page = page};
    const Doc *doc = doc_new(&pen, &setup);
    int from = from_step < doc->setup.n_steps ? doc->steps[from_step].start[0] : doc->rows[0];
    int rows = doc->rows[0] - from;
    Frame *frame = frame_new(arena, rows, width, charset);
    frame_blit(frame, 0, 0, doc->panes[0], from, 0, rows, width);
    return frame;
}
