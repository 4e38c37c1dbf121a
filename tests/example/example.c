/* Another program that uses the core: three keys, one query, the worked example of every textbook.
 * tests/example/build.cmake installs the library, builds this against the installed copy, and runs it. */
#include <stdio.h>

#include <heed/core.h>

int main(void)
{
    const float q[] = {1, 0, 1, 0};
    const float k[] = {1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1};
    const float v[] = {1, 2, 3, 4, 5, 6};
    float scores[3], scaled[3], weights[3], out[2];
    HeedTrace trace = {heed_out(scores, 1, 3), heed_out(scaled, 1, 3), heed_out(weights, 1, 3),
                       heed_out(out, 1, 2)};
    HeedReport report;

    HeedStatus status = heed_attention_trace(heed_view(q, 1, 4), heed_view(k, 3, 4), heed_view(v, 3, 2), NULL,
                                             NULL, &trace, &report);
    if (status != HEED_OK) {
        fprintf(stderr, "attention: %s\n", heed_status_text(status));
        return 1;
    }
    printf("kernels %s\n", heed_isa_name());
    printf("weights %.4f %.4f %.4f\n", (double)weights[0], (double)weights[1], (double)weights[2]);
    printf("output  %.4f %.4f\n", (double)out[0], (double)out[1]);
    return 0;
}
