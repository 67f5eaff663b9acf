/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/bootstrap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/differences.h"
#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/* --------------------------------------------------------------------- the cache */

struct mass {
    double value, weight;
};

/* Arrays for the distribution of one arm, kept between calls. */
struct scratch {
    size_t capacity;
    struct mass *mass, *merged;
    size_t *bounds; /* where runs of ascending mass begin */
    double *value, *weight, *cumulative;
};

/* A block of its own, so that atoms stay where they are while the cache grows. */
struct entry {
    struct weights *weights;
};

struct benchan_bootstrap {
    struct entry *entries; /* by n ascending */
    size_t count, capacity;
    struct scratch arm[2];
};

struct benchan_bootstrap *benchan_bootstrap_new(void)
{
    return calloc(1, sizeof(struct benchan_bootstrap));
}

static void scratch_free(struct scratch *scratch)
{
    free(scratch->mass);
    free(scratch->merged);
    free(scratch->bounds);
    free(scratch->value);
    free(scratch->weight);
    free(scratch->cumulative);
    *scratch = (struct scratch){0};
}

void benchan_bootstrap_free(struct benchan_bootstrap *bootstrap)
{
    if (!bootstrap)
        return;
    for (size_t e = 0; e < bootstrap->count; e++) {
        free(bootstrap->entries[e].weights->atoms);
        free(bootstrap->entries[e].weights);
    }
    free(bootstrap->entries);
    scratch_free(&bootstrap->arm[0]);
    scratch_free(&bootstrap->arm[1]);
    free(bootstrap);
}

/* Index of the first entry whose n is not below. */
static size_t entry_position(const struct benchan_bootstrap *bootstrap, size_t n)
{
    size_t low = 0, high = bootstrap->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (bootstrap->entries[middle].weights->n < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool entries_reserve(struct benchan_bootstrap *bootstrap)
{
    if (bootstrap->count < bootstrap->capacity)
        return true;
    const size_t capacity = bootstrap->capacity ? 2 * bootstrap->capacity : 8;
    if (capacity > SIZE_MAX / sizeof *bootstrap->entries)
        return false;
    struct entry *entries = realloc(bootstrap->entries, capacity * sizeof *entries);
    if (!entries)
        return false;
    bootstrap->entries = entries;
    bootstrap->capacity = capacity;
    return true;
}

/* NULL where memory is out. */
static const struct weights *entry_for(struct benchan_bootstrap *bootstrap, size_t n)
{
    const size_t position = entry_position(bootstrap, n);
    if (position < bootstrap->count && bootstrap->entries[position].weights->n == n)
        return bootstrap->entries[position].weights;
    if (!entries_reserve(bootstrap))
        return NULL;
    struct weights *weights = malloc(sizeof *weights);
    if (!weights)
        return NULL;
    if (!weights_compute(weights, n)) {
        free(weights);
        return NULL;
    }
    struct entry *slot = bootstrap->entries + position;
    memmove(slot + 1, slot, (bootstrap->count - position) * sizeof *slot);
    slot->weights = weights;
    bootstrap->count++;
    return weights;
}

static enum benchan_status check_count(size_t n, struct benchan_error *error)
{
    if (n >= 1 && n <= UINT32_MAX)
        return BENCHAN_OK;
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                        "the bootstrap needs between 1 and 4294967295 values");
}

enum benchan_status benchan_bootstrap_weights(struct benchan_bootstrap *bootstrap, size_t n,
                                              const struct benchan_atom **atoms,
                                              size_t *n_atoms, struct benchan_error *error)
{
    const enum benchan_status status = check_count(n, error);
    if (status)
        return status;
    const struct weights *entry = entry_for(bootstrap, n);
    if (!entry)
        return benchan_fail_memory(error);
    *atoms = entry->atoms;
    *n_atoms = entry->n_atoms;
    return BENCHAN_OK;
}

/* --------------------------------------------- the distribution of one arm's median */

static bool scratch_reserve(struct scratch *scratch, size_t n)
{
    if (n <= scratch->capacity)
        return true;
    scratch_free(scratch);
    if (n > SIZE_MAX / 2 / sizeof(struct mass))
        return false;
    scratch->mass = malloc(n * sizeof *scratch->mass);
    scratch->merged = malloc(n * sizeof *scratch->merged);
    scratch->bounds = malloc((n + 1) * sizeof *scratch->bounds);
    scratch->value = malloc(n * sizeof *scratch->value);
    scratch->weight = malloc(n * sizeof *scratch->weight);
    scratch->cumulative = malloc(n * sizeof *scratch->cumulative);
    if (!scratch->mass || !scratch->merged || !scratch->bounds || !scratch->value ||
        !scratch->weight || !scratch->cumulative) {
        scratch_free(scratch);
        return false;
    }
    scratch->capacity = n;
    return true;
}

static void merge(const struct mass *left, const struct mass *left_end,
                  const struct mass *right, const struct mass *right_end, struct mass *to)
{
    while (left < left_end && right < right_end)
        *to++ = right->value < left->value ? *right++ : *left++;
    while (left < left_end)
        *to++ = *left++;
    while (right < right_end)
        *to++ = *right++;
}

/*
 * Sorts scratch->mass by value. Atoms of one i come ascending already, so the
 * merge sort starts from those runs.
 */
static void merge_runs(struct scratch *scratch, size_t runs)
{
    size_t *bounds = scratch->bounds;
    while (runs > 1) {
        size_t kept = 0;
        for (size_t r = 0; r < runs; r += 2) {
            const size_t begin = bounds[r];
            const size_t middle = bounds[r + 1];
            const size_t end = r + 1 < runs ? bounds[r + 2] : middle;
            merge(scratch->mass + begin, scratch->mass + middle, scratch->mass + middle,
                  scratch->mass + end, scratch->merged + begin);
            bounds[kept++] = begin;
            bounds[kept] = end;
        }
        runs = kept;
        struct mass *swapped = scratch->mass;
        scratch->mass = scratch->merged;
        scratch->merged = swapped;
    }
}

/* Puts every atom's median into scratch->mass and returns the number of runs. */
static size_t place_atoms(struct scratch *scratch, const struct weights *weights,
                          const double *sorted)
{
    size_t runs = 0;
    uint32_t row = 0;
    for (size_t t = 0; t < weights->n_atoms; t++) {
        const struct benchan_atom *atom = &weights->atoms[t];
        const double value = atom->i == atom->j
                                 ? sorted[atom->i - 1]
                                 : values_middle(sorted[atom->i - 1], sorted[atom->j - 1]);
        /* A row begins a run only where it falls back; odd n is one run. */
        if (atom->i != row && (t == 0 || value < scratch->mass[t - 1].value))
            scratch->bounds[runs++] = t;
        row = atom->i;
        scratch->mass[t] = (struct mass){value, atom->weight};
    }
    scratch->bounds[runs] = weights->n_atoms;
    return runs;
}

/* Joins equal medians, takes logs where asked, and adds up. */
static void collect(struct scratch *scratch, size_t n_atoms, bool logs,
                    struct differences_side *side)
{
    size_t count = 0;
    double total = 0;
    for (size_t t = 0; t < n_atoms;) {
        const double value = scratch->mass[t].value;
        double weight = 0;
        for (; t < n_atoms && scratch->mass[t].value == value; t++)
            weight += scratch->mass[t].weight;
        total += weight;
        scratch->value[count] = logs ? log(value) : value;
        scratch->weight[count] = weight;
        scratch->cumulative[count++] = total;
    }
    *side =
        (struct differences_side){scratch->value, scratch->weight, scratch->cumulative, count};
}

/* False where memory is out. */
static bool distribute(struct benchan_bootstrap *bootstrap, size_t arm, const double *sorted,
                       size_t n, bool logs, struct differences_side *side)
{
    struct scratch *scratch = &bootstrap->arm[arm];
    const struct weights *weights = entry_for(bootstrap, n);
    if (!weights || !scratch_reserve(scratch, weights->n_atoms))
        return false;
    merge_runs(scratch, place_atoms(scratch, weights, sorted));
    collect(scratch, weights->n_atoms, logs, side);
    return true;
}

/* ------------------------------------------------------------------------ intervals */

static enum benchan_status check_arm(const double *sorted, size_t n, bool logs,
                                     struct benchan_error *error)
{
    enum benchan_status status = check_count(n, error);
    if (!status)
        status = values_check_sorted(sorted, n, error);
    if (!status && logs && sorted[0] <= 0)
        status = benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                              "a ratio needs values above 0");
    return status;
}

/*
 * Mass that a limit must reach. The slack absorbs the rounding of sums of
 * weights, and stays small beside a very small alpha.
 */
static double tail_mass(double alpha)
{
    return alpha / 2 - fmin(1e-12, alpha * 1e-9);
}

static const char *method_of(size_t n, size_t m)
{
    return n > 1000 || m > 1000 ? "exact bootstrap of the median, middle order statistics"
                                : "exact bootstrap of the median";
}

/*
 * The upper limit is the lower one of the swapped arms with its sign changed:
 * exactly mirrored whatever the rounding of the sums.
 */
static void percentile_limits(const struct differences_side *a,
                              const struct differences_side *b, double alpha,
                              struct benchan_interval *interval)
{
    const double mass = tail_mass(alpha);
    interval->low = differences_lowest(a, b, mass);
    interval->high = 0.0 - differences_lowest(b, a, mass);
}

static enum benchan_status bootstrap_interval(struct benchan_bootstrap *bootstrap,
                                              const double *a, size_t n, const double *b,
                                              size_t m, double alpha, bool logs,
                                              struct benchan_interval *interval,
                                              struct benchan_error *error)
{
    struct differences_side side_a, side_b;
    if (!distribute(bootstrap, 0, a, n, logs, &side_a) ||
        !distribute(bootstrap, 1, b, m, logs, &side_b))
        return benchan_fail_memory(error);
    const double median_a = values_median_sorted(a, n), median_b = values_median_sorted(b, m);
    interval->estimate = logs ? log(median_b) - log(median_a) : median_b - median_a;
    percentile_limits(&side_a, &side_b, alpha, interval);
    interval->method = method_of(n, m);
    return BENCHAN_OK;
}

static enum benchan_status check_arms(const double *a, size_t n, const double *b, size_t m,
                                      double alpha, bool logs, struct benchan_error *error)
{
    enum benchan_status status = values_check_alpha(alpha, error);
    if (!status)
        status = check_arm(a, n, logs, error);
    return status ? status : check_arm(b, m, logs, error);
}

enum benchan_status benchan_bootstrap_log_ratio(struct benchan_bootstrap *bootstrap,
                                                const double *a, size_t n, const double *b,
                                                size_t m, double alpha,
                                                struct benchan_interval *interval,
                                                struct benchan_error *error)
{
    const enum benchan_status status = check_arms(a, n, b, m, alpha, true, error);
    if (status)
        return status;
    return bootstrap_interval(bootstrap, a, n, b, m, alpha, true, interval, error);
}

enum benchan_status benchan_bootstrap_difference(struct benchan_bootstrap *bootstrap,
                                                 const double *a, size_t n, const double *b,
                                                 size_t m, double alpha,
                                                 struct benchan_interval *interval,
                                                 struct benchan_error *error)
{
    enum benchan_status status = check_arms(a, n, b, m, alpha, false, error);
    if (!status)
        status = values_check_span(a, n, b, m, error);
    if (status)
        return status;
    return bootstrap_interval(bootstrap, a, n, b, m, alpha, false, interval, error);
}

/* ------------------------------------------------------------------- one arm by itself */

static double spread(const struct differences_side *side)
{
    const double total = side->cumulative[side->n - 1];
    double mean = 0, squares = 0;
    for (size_t t = 0; t < side->n; t++)
        mean += side->weight[t] / total * side->value[t];
    for (size_t t = 0; t < side->n; t++) {
        const double d = side->value[t] - mean;
        squares += side->weight[t] / total * d * d;
    }
    return sqrt(squares);
}

enum benchan_status benchan_bootstrap_self(struct benchan_bootstrap *bootstrap,
                                           const double *sorted, size_t n, double *sd_log,
                                           double *resolution, struct benchan_error *error)
{
    const enum benchan_status status = check_arm(sorted, n, true, error);
    if (status)
        return status;
    struct differences_side side;
    if (!distribute(bootstrap, 0, sorted, n, true, &side))
        return benchan_fail_memory(error);
    if (sd_log)
        *sd_log = side.n == 1 ? 0 : spread(&side);
    if (resolution)
        *resolution = 0.0 - differences_lowest(&side, &side, tail_mass(0.05));
    return BENCHAN_OK;
}

size_t benchan_bootstrap_least_n(double alpha, size_t n, size_t m)
{
    if (!(alpha > 0))
        return SIZE_MAX;
    const double bits = fmax(-log2(alpha), 0);
    size_t least = 6;
    if (bits >= 7)
        least = (size_t)floor(bits);
    const size_t small = n < m ? n : m, large = n < m ? m : n;
    const size_t unequal = (size_t)ceil(1 + bits);
    if (large - small > small && unequal > least)
        least = unequal;
    return least;
}
