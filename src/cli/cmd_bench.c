/* heed bench: how fast the core is on this machine, with each kernel set that it has.
 *
 * A work is one row: a function that does it once over prepared arrays, how many
 * units that is, and the unit. Each is repeated until a run lasts long enough to be
 * timed; the median of several runs is shown, of fewer where one takes long. One thread; a short run during
 * which it lost its processor is taken again (a long one loses it anyway), and the peak is measured beside each
 * run, so that a change of the clock hits both.
 */
#include "cli.h"
#include "heed/core.h"
#include "heed/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 7, KEYS = 2048, WIDTH = 64, SAMPLES = 4096, N = 1 << 20, SETS_MAX = 8 };

typedef struct Arrays {
    float *a, *b, *c, *d; /* N elements each */
} Arrays;

typedef enum Unit { UNIT_GFLOPS, UNIT_NS } Unit;

typedef struct Work {
    const char *name;
    Unit unit;
    size_t size;  /* side, columns or length */
    double units; /* floating-point operations, or items, of one call */
    void (*run)(const Arrays *x, size_t size);
} Work;

#define LONG_RUN 0.05 /* seconds: several turns of the scheduler */
#define ENOUGH   0.25 /* seconds for the runs of one work */

static float sink;

static void run_gemm_nn(const Arrays *x, size_t n)
{
    heed_gemm_nn(heed_view(x->a, n, n), heed_view(x->b, n, n), heed_out(x->c, n, n));
}

static void run_gemm_nt(const Arrays *x, size_t n)
{
    heed_gemm_nt(heed_view(x->a, n, n), heed_view(x->b, n, n), heed_out(x->c, n, n));
}

/* The lessons' own shape: three keys of four numbers. */
static void run_teaching(const Arrays *x, size_t n)
{
    (void)n;
    heed_gemm_nt(heed_view(x->a, 3, 4), heed_view(x->b, 3, 4), heed_out(x->c, 3, 3));
}

static void run_one_query(const Arrays *x, size_t n)
{
    heed_gemm_nt(heed_view(x->a, 1, WIDTH), heed_view(x->b, n, WIDTH), heed_out(x->c, 1, n));
}

static void run_exp(const Arrays *x, size_t n)
{
    heed_map(HEED_EXP, heed_view(x->a, 1, n), heed_out(x->c, 1, n));
}

static void run_softmax(const Arrays *x, size_t cols)
{
    size_t rows = 65536 / cols;
    heed_softmax_rows(heed_view(x->a, rows, cols), NULL, NULL, heed_out(x->c, rows, cols), NULL);
}

static void attend(const Arrays *x, size_t length, size_t width, const HeedMask *mask)
{
    heed_attention(heed_view(x->a, length, width), heed_view(x->b, length, width),
                   heed_view(x->d, length, width), NULL, mask, heed_out(x->c, length, width), NULL);
}

static void run_attention(const Arrays *x, size_t length)
{
    attend(x, length, WIDTH, NULL);
}

static void run_wide_attention(const Arrays *x, size_t length)
{
    attend(x, length, 2 * WIDTH, NULL);
}

static void run_causal(const Arrays *x, size_t length)
{
    HeedMask mask = {.is_causal = true};
    attend(x, length, WIDTH, &mask);
}

static void run_normals(const Arrays *x, size_t n)
{
    heed_random_normal(7, 0, 0, n, x->c);
}

static void run_samples(const Arrays *x, size_t d_k)
{
    heed_dot_samples(7, d_k, 1, 0, SAMPLES, x->c);
}

#define CUBE(n) (2.0 * (n) * (n) * (n))
/* Scores and blend: two products of length x length x width. */
#define ATTENTION(length, width) (4.0 * (length) * (length) * (width))

static const Work works[] = {
    {"A @ B.T, 3x4 and 3x4", UNIT_NS, 4, 1, run_teaching},
    {"A @ B, 16", UNIT_NS, 16, 1, run_gemm_nn},
    {"A @ B, 64", UNIT_GFLOPS, 64, CUBE(64), run_gemm_nn},
    {"A @ B, 256", UNIT_GFLOPS, 256, CUBE(256), run_gemm_nn},
    {"A @ B, 1024", UNIT_GFLOPS, 1024, CUBE(1024.0), run_gemm_nn},
    {"A @ B.T, 256", UNIT_GFLOPS, 256, CUBE(256), run_gemm_nt},
    {"one query, 2048 keys of 64", UNIT_GFLOPS, KEYS, 2.0 * KEYS *WIDTH, run_one_query},
    {"exp, an element", UNIT_NS, 4096, 4096, run_exp},
    {"softmax of 64, an element", UNIT_NS, 64, 65536, run_softmax},
    {"softmax of 512, an element", UNIT_NS, 512, 65536, run_softmax},
    {"softmax of 4096, an element", UNIT_NS, 4096, 65536, run_softmax},
    {"attention, 512 tokens of 64", UNIT_GFLOPS, 512, ATTENTION(512, WIDTH), run_attention},
    {"attention, 2048 tokens of 64", UNIT_GFLOPS, 2048, ATTENTION(2048.0, WIDTH), run_attention},
    {"the same, causal", UNIT_GFLOPS, 2048, ATTENTION(2048.0, WIDTH) / 2, run_causal},
    {"attention, 2048 tokens of 128", UNIT_GFLOPS, 2048, ATTENTION(2048.0, 2 * WIDTH), run_wide_attention},
    {"a normal variate", UNIT_NS, 65536, 65536, run_normals},
    {"a sample of q·k, d_k 64", UNIT_NS, 64, SAMPLES, run_samples},
};
enum { N_WORKS = sizeof works / sizeof works[0] };

/* ------------------------------------------------------------------- timing */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *runs, size_t n)
{
    qsort(runs, n, sizeof runs[0], compare_doubles);
    return runs[n / 2];
}

/* How often the process lost its processor to another. */
static long times_preempted(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
}

/* Seconds of one call; where no try is left alone, or one is long, the shortest by processor time. */
static double time_calls(const Work *work, const Arrays *arrays, size_t calls)
{
    enum { TRIES = 8 };
    double shortest = 0, spent = 0;
    for (int i = 0; i < TRIES && spent < LONG_RUN; i++) {
        long before = times_preempted();
        double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (size_t k = 0; k < calls; k++) work->run(arrays, work->size);
        wall = seconds(CLOCK_MONOTONIC) - wall;
        cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        if (times_preempted() == before) return wall / (double)calls;
        spent += wall;
        if (i == 0 || cpu < shortest) shortest = cpu;
    }
    return shortest / (double)calls;
}

/* Floating-point operations a second from registers alone. */
static double peak_now(void)
{
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID), done = heed_peak_work(50000, &sink);
    return done / (seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
}

typedef struct Result {
    double seconds; /* of one call */
    double share;   /* of the peak; of no meaning for a work that is not counted in operations */
} Result;

/* Calls are doubled until a run takes 2 ms; then several runs, each beside the peak. */
static Result time_work(const Work *work, const Arrays *arrays)
{
    size_t calls = 1;
    double runs[RUNS], shares[RUNS];
    while (calls < (size_t)1 << 24 && time_calls(work, arrays, calls) * (double)calls < 0.002) calls *= 2;
    size_t n = 0;
    double start = seconds(CLOCK_MONOTONIC);
    do {
        runs[n] = time_calls(work, arrays, calls);
        shares[n] = work->units / runs[n] / peak_now();
    } while (++n < RUNS && seconds(CLOCK_MONOTONIC) - start < ENOUGH);
    Result result = {.seconds = median(runs, n), .share = median(shares, n)};
    return result;
}

static double time_peak(void)
{
    double runs[RUNS];
    for (int r = 0; r < RUNS; r++) runs[r] = peak_now();
    return median(runs, RUNS);
}

/* ------------------------------------------------------------------- report */

typedef struct Column {
    const char *isa;
    double peak;
    Result results[N_WORKS];
} Column;

static void fill_arrays(Arrays *x)
{
    float **arrays[] = {&x->a, &x->b, &x->c, &x->d};
    for (size_t i = 0; i < 4; i++) {
        *arrays[i] = heed_xmalloc(N * sizeof(float));
        heed_random_normal(i + 1, 0, 0, N, *arrays[i]);
    }
}

static void measure(Column *column, const Arrays *arrays)
{
    column->peak = time_peak();
    for (size_t i = 0; i < N_WORKS; i++) column->results[i] = time_work(&works[i], arrays);
}

/* In the work's unit. */
static double figure(const Work *work, const Result *result)
{
    if (work->unit == UNIT_NS) return result->seconds * 1e9 / work->units;
    return work->units / result->seconds * 1e-9;
}

static void print_table(const Column *columns, size_t n)
{
    Arena *arena = arena_new();
    printf("heed's core, one thread, medians of up to %d runs\n\n%-30s", RUNS, "");
    for (size_t k = 0; k < n; k++) printf("%18s", columns[k].isa);
    printf("\n%-30s", "peak of multiply-adds");
    for (size_t k = 0; k < n; k++) printf("%10.1f GFLOP/s", columns[k].peak * 1e-9);
    puts("");
    for (size_t i = 0; i < N_WORKS; i++) {
        const char *name = charset_text(arena, cli_charset(), works[i].name);
        printf("%s%*s", name, 30 - charset_width(CHARSET_UTF8, name), "");
        for (size_t k = 0; k < n; k++) {
            const Result *result = &columns[k].results[i];
            if (works[i].unit == UNIT_NS)
                printf("%10.3f ns     ", figure(&works[i], result));
            else
                printf("%8.1f GF/s %3.0f%%", figure(&works[i], result), 100 * result->share);
        }
        puts("");
    }
    puts("\nGF/s: 10^9 floating-point operations a second, with the share of that set's peak beside it.");
    arena_free(arena);
}

static void print_json(const Column *columns, size_t n)
{
    StrBuf out = {0};
    JsonWriter w = {.out = &out};
    json_open_array(&w);
    for (size_t k = 0; k < n; k++) {
        json_open_object(&w);
        json_key(&w, "isa");
        json_string(&w, columns[k].isa);
        json_key(&w, "peak_gflops");
        json_number(&w, columns[k].peak * 1e-9, NUM_F64);
        for (size_t i = 0; i < N_WORKS; i++) {
            json_key(&w, works[i].name);
            json_number(&w, figure(&works[i], &columns[k].results[i]), NUM_F64);
        }
        json_close_object(&w);
    }
    json_close_array(&w);
    puts(strbuf_text(&out));
    strbuf_free(&out);
}

int cmd_bench(const Command *command, Options *options)
{
    if (!cli_format_is(command, options, "text json")) return EXIT_USAGE;
    Arrays arrays;
    if (isatty(STDERR_FILENO)) cli_say("measuring for a quarter of a minute or so; Ctrl-C stops");
    fill_arrays(&arrays);
    heed_threads_set(1);
    Column columns[SETS_MAX] = {0};
    size_t n = 0;
    for (size_t i = 0; i < heed_isa_count() && n < SETS_MAX; i++) {
        const char *isa = heed_isa_name_at(i);
        if (!heed_isa_is_available(isa) || (options->isa && strcmp(options->isa, isa) != 0)) continue;
        heed_isa_select(isa);
        columns[n].isa = isa;
        measure(&columns[n++], &arrays);
    }
    if (options->format && strcmp(options->format, "json") == 0)
        print_json(columns, n);
    else
        print_table(columns, n);
    free(arrays.a);
    free(arrays.b);
    free(arrays.c);
    free(arrays.d);
    return EXIT_OK;
}
