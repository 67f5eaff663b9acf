/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether an ordered sequence could have come in any other order. Three
 * statistics look for three departures (neighbours alike, a trend, a stretch
 * at another level) and share one permutation p; where it is small, circular
 * binary segmentation names the levels.
 */

#include "analysis/statistics/serial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"

/* What the test works on: the values, or medians of equal batches of them. */
struct batches {
    double value[SERIAL_MOST];
    size_t n, size;
};

/* Candidate ends of levels, ascending; 0 and n are not among them. */
struct changes {
    size_t n;
    size_t at[BENCHAN_MAX_CHANGES];
};

struct range {
    size_t begin, end;
};

/* ------------------------------------------------------------------ preparation */

/* The last values, fewer than a batch, are left out. `scratch` holds n. */
static void batches_make(const double *values, size_t n, double *scratch, struct batches *b)
{
    b->size = (n + SERIAL_MOST - 1) / SERIAL_MOST;
    b->n = n / b->size;
    for (size_t i = 0; i < b->n; i++) {
        memcpy(scratch, values + i * b->size, b->size * sizeof *scratch);
        b->value[i] = serial_median(scratch, b->size);
    }
}

/* Index of the first value of a batch; the end of the last batch is the end of all. */
static size_t batches_index(const struct batches *b, size_t batch, size_t n)
{
    return batch == b->n ? n : batch * b->size;
}

static enum benchan_status check_arguments(const double *values, size_t n, double fail,
                                           double warn, struct benchan_error *error)
{
    if (!(fail >= 0 && fail <= warn && warn <= 1))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "independence: 0 <= fail <= warn <= 1 must hold");
    for (size_t i = 0; i < n; i++)
        if (!(fabs(values[i]) <= 1e150))
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "independence: value %zu is not finite or beyond 1e150", i + 1);
    return BENCHAN_OK;
}

/*
 * How many independent values the sequence is worth were it autoregressive:
 * the lag-1 correlation of the winsorised values, corrected for its bias.
 */
static double effective_n(const double *values, size_t n, double *scratch)
{
    struct serial_limits limits = serial_limits(values, n, scratch);
    double mean = 0, widest = 0, square = 0, product = 0, count = (double)n;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = fmin(fmax(values[i], limits.low), limits.high) - limits.median;
        mean += scratch[i];
        widest = fmax(widest, fabs(scratch[i]));
    }
    mean /= count;
    for (size_t i = 0; i < n && widest > 0; i++) {
        scratch[i] = (scratch[i] - mean) / widest;
        square += scratch[i] * scratch[i];
        product += i > 0 ? scratch[i] * scratch[i - 1] : 0;
    }
    double correlation = square > 0 ? product / square : 0;
    double rho = fmin(fmax((count * correlation + 1) / (count - 4), 0), 0.95);
    return fmax(count * (1 - rho) / (1 + rho), 1);
}

/* ---------------------------------------------------------------- change points */

static void changes_insert(struct changes *c, size_t at, struct range range)
{
    if (at <= range.begin || at >= range.end || c->n == BENCHAN_MAX_CHANGES)
        return;
    size_t place = c->n++;
    for (; place > 0 && c->at[place - 1] > at; place--)
        c->at[place] = c->at[place - 1];
    c->at[place] = at;
}

static double squares_inside(const double *values, size_t begin, size_t end)
{
    double mean = 0, sum = 0;
    for (size_t i = begin; i < end; i++)
        mean += values[i] / (double)(end - begin);
    for (size_t i = begin; i < end; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum;
}

/* Squares about the levels when the change number `without` is not counted. */
static double squares_about_levels(const double *values, size_t n, const struct changes *c,
                                   size_t without)
{
    double sum = 0;
    size_t begin = 0;
    for (size_t k = 0; k < c->n; k++) {
        if (k == without)
            continue;
        sum += squares_inside(values, begin, c->at[k]);
        begin = c->at[k];
    }
    return sum + squares_inside(values, begin, n);
}

/*
 * A segment that differs has two ends, but a single step has one: the other
 * end is then an accident. The change that explains least goes as long as it
 * explains less than an accident would, 3 log n in units of the deviance
 * (after Zhang and Siegmund 2007).
 */
static void changes_prune(struct changes *c, const double *values, size_t n)
{
    double keep = exp(3 * log((double)n) / (double)n);
    while (c->n > 0) {
        double with = squares_about_levels(values, n, c, c->n);
        size_t weakest = 0;
        double least = INFINITY;
        for (size_t k = 0; k < c->n; k++) {
            double without = squares_about_levels(values, n, c, k);
            if (without < least) {
                least = without;
                weakest = k;
            }
        }
        if (least > with * keep)
            return;
        c->n--;
        memmove(c->at + weakest, c->at + weakest + 1, (c->n - weakest) * sizeof *c->at);
    }
}

/* Whether a stretch holds a level of its own; its widest segment if so. */
static bool range_divides(const double *values, struct range range, uint64_t seed,
                          struct serial_segment *segment, bool *no_memory)
{
    const struct serial_plan plan = {.seed = seed, .fail = 0.01, .warn = 0.05, .most = 999};
    struct serial_sequence sequence;
    struct serial_answer answer;
    if (range.end - range.begin < SERIAL_LEAST)
        return false;
    serial_prepare(&sequence, values + range.begin, range.end - range.begin);
    if (sequence.scale <= 0)
        return false;
    if (!serial_sample(&sequence, &plan, &answer)) {
        *no_memory = true;
        return false;
    }
    *segment = serial_widest_segment(&sequence);
    return answer.p[SERIAL_LEVEL] <= 0.01;
}

/* Breadth first from the segment that was found, so that the broad levels come first. */
static bool changes_find(const struct batches *b, struct serial_segment segment, uint64_t seed,
                         struct changes *c)
{
    struct range queue[3 * (BENCHAN_MAX_CHANGES + 1)] = {{0, b->n}};
    size_t head = 0, tail = 1;
    bool no_memory = false;
    while (head < tail && c->n < BENCHAN_MAX_CHANGES) {
        struct range range = queue[head++];
        if (head > 1 && !range_divides(b->value, range, seed, &segment, &no_memory))
            continue;
        size_t begin = range.begin + segment.begin, end = range.begin + segment.end;
        changes_insert(c, begin, range);
        changes_insert(c, end, range);
        if (tail + 3 > sizeof queue / sizeof *queue)
            break;
        queue[tail++] = (struct range){range.begin, begin};
        queue[tail++] = (struct range){begin, end};
        queue[tail++] = (struct range){end, range.end};
    }
    changes_prune(c, b->value, b->n);
    return !no_memory;
}

/* --------------------------------------------------------------------- the test */

static void record_statistics(const struct serial_sequence *s, struct serial_segment segment,
                              const struct batches *b, struct benchan_independence *r)
{
    double statistics[SERIAL_KINDS], square = s->scale * s->scale;
    serial_statistics(s, s->order, statistics);
    r->serial = statistics[SERIAL_LAG] * square;
    r->trend = statistics[SERIAL_TREND];
    r->level = statistics[SERIAL_LEVEL] * square / (double)s->n;
    r->segment_begin = batches_index(b, segment.begin, r->n);
    r->segment_end = batches_index(b, segment.end, r->n);
}

static bool record_p(const struct serial_sequence *s, const struct serial_plan *plan,
                     bool exact, struct benchan_independence *r)
{
    struct serial_answer answer = {.p = {1, 1, 1}, .joint = 1};
    bool done = true;
    if (s->scale <= 0) /* every order is the same */
        answer.permutations = 0;
    else if (exact && s->n <= 8)
        done = serial_enumerate(s, &answer);
    else
        done = serial_sample(s, plan, &answer);
    r->p_serial = answer.p[SERIAL_LAG];
    r->p_trend = answer.p[SERIAL_TREND];
    r->p_level = answer.p[SERIAL_LEVEL];
    r->p = answer.joint;
    r->permutations = answer.permutations;
    return done;
}

static bool run_test(const struct batches *b, const struct serial_plan *plan, bool exact,
                     struct benchan_independence *r)
{
    struct serial_sequence sequence;
    serial_prepare(&sequence, b->value, b->n);
    struct serial_segment segment = serial_widest_segment(&sequence);
    record_statistics(&sequence, segment, b, r);
    if (!record_p(&sequence, plan, exact, r))
        return false;
    if (r->p > plan->warn || r->p_level > plan->warn)
        return true;
    struct changes changes = {0};
    if (!changes_find(b, segment, plan->seed, &changes))
        return false;
    r->n_changes = changes.n;
    for (size_t k = 0; k < changes.n; k++)
        r->changes[k] = batches_index(b, changes.at[k], r->n);
    return true;
}

enum benchan_status benchan_independence_test(const double *values, size_t n, uint64_t seed,
                                              double fail, double warn, size_t most, bool exact,
                                              struct benchan_independence *result,
                                              struct benchan_error *error)
{
    enum benchan_status status = check_arguments(values, n, fail, warn, error);
    if (status != BENCHAN_OK)
        return status;
    struct benchan_independence r = {.n = n, .segment_end = n, .batch = 1};
    r.serial = r.trend = r.level = r.p_serial = r.p_trend = r.p_level = NAN;
    r.p = r.n_effective = NAN;
    if (n < SERIAL_LEAST) {
        *result = r;
        return BENCHAN_OK;
    }
    double *scratch = calloc(n, sizeof *scratch);
    if (scratch == NULL)
        return benchan_fail_memory(error);
    struct batches batches;
    batches_make(values, n, scratch, &batches);
    r.batch = batches.size;
    r.n_effective = effective_n(values, n, scratch);
    free(scratch);
    const struct serial_plan plan = {seed, fail, warn, most > 0 ? most : 9999};
    if (!run_test(&batches, &plan, exact, &r))
        return benchan_fail_memory(error);
    *result = r;
    return BENCHAN_OK;
}
