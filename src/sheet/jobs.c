/* Long work: samples drawn a piece at a time.
 *
 * A Job is the stream of samples for one (d_k, seed, keys); sample i depends on
 * nothing else, so what was drawn is a prefix of what is to come and any layer may
 * show any prefix of it. Layers share jobs: an unrelated edit goes on where the old
 * layer was, and so does a change of n.
 *
 * The node's shape is how much there is. layer_new draws a first piece small enough
 * not to be felt, all of it where the whole is small.
 */
#include "sheet/layer.h"
#include <string.h>
#include <stdlib.h>

/* Multiply-adds that nobody waits for; a sample also costs about as much as this many. */
#define FIRST_UNITS     ((size_t)1 << 16)
#define UNITS_OF_SAMPLE 8
/* Drawing a normal costs several multiply-adds. */
#define UNITS_OF_NORMAL 8

/* Samples that are kept though no layer shows them. */
#define KEPT_COUNT ((size_t)1 << 18)

struct Job {
    size_t references;
    size_t dk, keys;
    uint64_t seed;
    size_t capacity, done; /* in samples */
    Store *store;          /* capacity * keys floats */
    float *data;
};

enum { SAMPLES_N, SAMPLES_DK, SAMPLES_SEED, SAMPLES_KEYS };

/* What a dot_samples node asks for. */
typedef struct Wish {
    size_t n, dk, keys;
    uint64_t seed;
} Wish;

static bool read_wish(Layer *layer, Node *node, Wish *wish)
{
    double keys = 1, seed = 0;
    size_t total = 0;
    bool is_ok = node_count(layer, node, SAMPLES_N, &wish->n) &&
                 node_count(layer, node, SAMPLES_DK, &wish->dk) &&
                 node_whole(layer, node, SAMPLES_KEYS, 1, 65536, &keys) &&
                 node_whole(layer, node, SAMPLES_SEED, 0, 9007199254740992.0, &seed);
    if (!is_ok) return false;
    wish->keys = (size_t)keys;
    wish->seed = (uint64_t)seed;
    if (heed_mul_size(wish->n, wish->keys, &total) && total <= VALUE_MAX_COUNT) return true;
    return node_fail(layer, node, "size", "%zu x %zu is more than the %zu numbers that an array may have",
                     wish->n, wish->keys, VALUE_MAX_COUNT);
}

/* -------------------------------------------------------------------- jobs */

static void job_release(Job *job)
{
    if (--job->references > 0) return;
    store_release(job->store);
    free(job);
}

static Job *job_new(const Wish *wish)
{
    Job *job = heed_xcalloc(1, sizeof *job);
    void *data = NULL;
    *job =
        (Job){.references = 1, .dk = wish->dk, .keys = wish->keys, .seed = wish->seed, .capacity = wish->n};
    job->store = store_new(wish->n * wish->keys * sizeof(float), &data);
    job->data = data;
    return job;
}

static void layer_keep_job(Layer *layer, Job *job)
{
    if (layer->n_jobs == layer->cap_jobs) {
        size_t old = layer->cap_jobs, grown = old > 0 ? 2 * old : 4;
        layer->jobs = arena_grow(layer->arena, layer->jobs, old, grown, sizeof(Job *));
        layer->cap_jobs = grown;
    }
    layer->jobs[layer->n_jobs++] = job;
}

static bool is_in_use(const Layer *layer, const Job *job)
{
    for (size_t i = 0; i < layer->n_made; i++)
        if (layer->made[i]->aux == job) return true;
    return false;
}

/* What is drawn for nobody now may be asked for again, when an edit is undone or a slider comes back: the streams asked
 * for last are kept, within bounds. */
void layer_take_jobs(Layer *layer, const Layer *from)
{
    size_t kept = 0, first = from->n_jobs;
    while (first > 0) {
        const Job *job = from->jobs[first - 1];
        size_t count = job->capacity * job->keys;
        if (kept + count > KEPT_COUNT && !is_in_use(from, job)) break;
        kept += count;
        first--;
    }
    for (size_t i = 0; i < from->n_jobs; i++) {
        if (i < first && !is_in_use(from, from->jobs[i])) continue;
        from->jobs[i]->references++;
        layer_keep_job(layer, from->jobs[i]);
    }
}

void layer_drop_jobs(Layer *layer)
{
    for (size_t i = 0; i < layer->n_jobs; i++) job_release(layer->jobs[i]);
    layer->n_jobs = 0;
}

/* The stream for a wish, with room for it: one that is there, or a new one that begins with what is there. */
static Job *job_for(Layer *layer, const Wish *wish)
{
    const Job *shorter = NULL;
    for (size_t i = 0; i < layer->n_jobs; i++) {
        Job *job = layer->jobs[i];
        if (job->dk != wish->dk || job->keys != wish->keys || job->seed != wish->seed) continue;
        if (job->capacity < wish->n) {
            shorter = job;
            continue;
        }
        memmove(&layer->jobs[i], &layer->jobs[i + 1], (layer->n_jobs - i - 1) * sizeof *layer->jobs);
        return layer->jobs[layer->n_jobs - 1] = job; /* the last one asked for */
    }
    Job *job = job_new(wish);
    if (shorter != NULL) {
        memcpy(job->data, shorter->data, shorter->done * shorter->keys * sizeof(float));
        job->done = shorter->done;
    }
    layer_keep_job(layer, job);
    return job;
}

static size_t sample_units(const Job *job)
{
    return UNITS_OF_SAMPLE + job->dk * (job->keys + UNITS_OF_NORMAL * (job->keys + 1));
}

static void job_draw(Job *job, size_t until)
{
    if (until <= job->done) return;
    heed_dot_samples(job->seed, job->dk, job->keys, job->done, until - job->done,
                     job->data + job->done * job->keys);
    job->done = until;
}

/* ------------------------------------------------------------------- nodes */

/* A first piece, so that there is something to show. */
static void draw_first(Job *job, size_t n)
{
    size_t first = FIRST_UNITS / sample_units(job);
    if (first == 0) first = 1;
    job_draw(job, n < first ? n : first);
}

bool job_shape(Layer *layer, Node *node)
{
    Wish wish;
    if (!read_wish(layer, node, &wish)) return false;
    Job *job = job_for(layer, &wish);
    draw_first(job, wish.n);
    size_t n = job->done < wish.n ? job->done : wish.n;
    node->aux = job;
    node->n_kept = node->state == NODE_VALUE ? value_count(&node->value) : 0;
    node->is_partial = n < wish.n;
    /* The value is a view of the job's numbers and has no room of its own. */
    store_release(node->store);
    node->store = NULL;
    node->value.data.f32 = NULL;
    if (node->settings[SAMPLES_KEYS] == NULL || wish.keys == 1)
        return node_shape(layer, node, VALUE_F32, 1, 1, n);
    return node_shape(layer, node, VALUE_F32, 2, n, wish.keys);
}

bool job_forward(Layer *layer, Node *node)
{
    const Job *job = node->aux;
    node_adopt(layer, node, job->store, job->data);
    return true;
}

/* --------------------------------------------------------------- the steps */

static size_t wished(const Node *node)
{
    return (size_t)value_at(&node->settings[SAMPLES_N]->value, 0, 0);
}

static bool is_sampling(const Node *node)
{
    return node->op != NULL && node->op->forward != NULL && node->state == NODE_VALUE &&
           strcmp(node->op->name, "dot_samples") == 0;
}

/* The first node whose samples are not all there. */
static Node *unfinished(const Layer *layer)
{
    for (size_t i = 0; i < layer->n_made; i++) {
        Node *node = layer->made[i];
        if (is_sampling(node) && node->is_partial) return node;
    }
    return NULL;
}

bool job_is_new(const Node *node)
{
    return is_sampling(node) && node->is_partial && !node->is_unchanged;
}

bool job_has_new(const Layer *layer)
{
    for (size_t i = 0; i < layer->n_made; i++)
        if (job_is_new(layer->made[i])) return true;
    return false;
}

static void step_samples(Layer *layer, const Node *node, size_t budget)
{
    Job *job = node->aux;
    size_t units = sample_units(job), n = wished(node),
           have = node->value.ndim == 1 ? node->value.cols : node->value.rows;
    size_t more = budget / units > 0 ? budget / units : 1;
    job_draw(job, have + (more < n - have ? more : n - have));
    layer_refresh(layer);
}

static bool has_work(const Layer *layer)
{
    return !layer->is_canceled && (unfinished(layer) != NULL || !sweeps_are_finished(layer));
}

bool layer_job_step(Layer *layer, size_t budget)
{
    const Node *node = unfinished(layer);
    if (!has_work(layer)) return false;
    if (node != NULL)
        step_samples(layer, node, budget);
    else
        sweeps_step(layer, budget);
    return has_work(layer);
}

static bool has_job(const Layer *layer, const Job *job)
{
    for (size_t i = 0; i < layer->n_jobs; i++)
        if (layer->jobs[i] == job) return true;
    return false;
}

/* The samples of a layer's nodes, but those that `from` draws (NULL: all). While work goes on, those of the nodes that
 * it goes on in: what another line of the lesson drew long ago is no part of what is waited for. */
static JobProgress count_samples(const Layer *layer, const Layer *from)
{
    JobProgress progress = {.name = "samples of q\u00b7k"};
    bool is_at_work = unfinished(layer) != NULL;
    for (size_t i = 0; i < layer->n_made; i++) {
        const Node *node = layer->made[i];
        if (!is_sampling(node) || (from != NULL && has_job(from, node->aux))) continue;
        if (is_at_work && from == NULL && !node->is_partial) continue;
        progress.done += node->value.ndim == 1 ? node->value.cols : node->value.rows;
        progress.total += wished(node);
    }
    return progress;
}

JobProgress layer_job_apart(const Layer *layer, const Layer *from)
{
    JobProgress progress = count_samples(layer, from);
    progress.running = has_work(layer);
    return progress;
}

JobProgress layer_job(Layer *layer)
{
    JobProgress progress = count_samples(layer, NULL);
    sweeps_progress(layer, &progress);
    progress.running = has_work(layer);
    return progress;
}

void layer_job_cancel(Layer *layer)
{
    layer->is_canceled = true;
}
