/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two tests against one mode: the widest gap between neighbouring values over
 * the spread inside the two groups it makes, and Hartigan's dip. The gap sees
 * unequal groups of a few values, the dip sees broad equal ones.
 */

#include "analysis/statistics/modality_critical.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"

/*
 * Beyond this many values evenly spaced order statistics stand for all: the
 * distribution function moves by less than 1/65536, a tenth of the dip's
 * critical value at ten million.
 */
enum { MODALITY_MOST = 65536 };

struct modality_sample {
    double *y;    /* ascending, ties spread, less the median */
    double *sums; /* sums[k] = y[0] + ... + y[k - 1] */
    size_t n;
};

/* Rank in the whole sample of the i-th value looked at. */
static size_t modality_rank(size_t i, size_t kept, size_t n)
{
    if (kept == n)
        return i;
    return (size_t)((double)i * (double)(n - 1) / (double)(kept - 1) + 0.5);
}

struct modality_ties {
    size_t begin, end; /* ranks of a group of equal values */
    double half_width; /* to spread it over */
};

/* The group that holds `rank`; `after` is where the group before it ended. */
static struct modality_ties modality_group(const double *sorted, size_t n, size_t rank,
                                           size_t after, double half_width)
{
    struct modality_ties ties = {rank, rank + 1, half_width};
    while (ties.begin > after && sorted[ties.begin - 1] >= sorted[rank])
        ties.begin--;
    while (ties.end < n && sorted[ties.end] <= sorted[rank])
        ties.end++;
    /* One half width serves all, but on a log scale the steps shrink: never overlap. */
    if (ties.begin > 0)
        ties.half_width = fmin(ties.half_width, (sorted[rank] - sorted[ties.begin - 1]) / 2);
    if (ties.end < n)
        ties.half_width = fmin(ties.half_width, (sorted[ties.end] - sorted[rank]) / 2);
    return ties;
}

/* Spreads each group of equal values evenly over +- half_width. */
static void modality_spread(const double *sorted, size_t n, double half_width,
                            struct modality_sample *sample)
{
    double origin = sorted[n / 2];
    struct modality_ties ties = {0, 0, 0};
    sample->sums[0] = 0;
    for (size_t i = 0; i < sample->n; i++) {
        size_t rank = modality_rank(i, sample->n, n);
        if (rank >= ties.end)
            ties = modality_group(sorted, n, rank, ties.end, half_width);
        double count = (double)(ties.end - ties.begin);
        double place = (2 * (double)(rank - ties.begin) + 1) / count - 1;
        sample->y[i] = sorted[rank] - origin + ties.half_width * place;
        sample->sums[i + 1] = sample->sums[i] + sample->y[i];
    }
}

/* Sum of |y - median| over [begin, end). */
static double modality_deviation(const struct modality_sample *sample, size_t begin, size_t end)
{
    if (sample->y[begin] >= sample->y[end - 1])
        return 0; /* exactly, whatever the sums have rounded */
    size_t half = (end - begin) / 2;
    const double *sums = sample->sums;
    double upper = sums[end] - sums[end - half], lower = sums[begin + half] - sums[begin];
    return fmax(upper - lower, 0);
}

/* Width of the gap below y[k] over the spread inside the groups it makes. */
static double modality_gap_at(const struct modality_sample *sample, size_t k)
{
    double gap = sample->y[k] - sample->y[k - 1];
    double spread = modality_deviation(sample, 0, k) + modality_deviation(sample, k, sample->n);
    if (gap <= 0)
        return 0;
    return spread > 0 ? gap * (double)(sample->n - 2) / spread : INFINITY;
}

static double modality_widest_gap(const struct modality_sample *sample, size_t *split)
{
    size_t least = (sample->n + 9) / 10 > 3 ? (sample->n + 9) / 10 : 3;
    double widest = -1;
    for (size_t k = least; k <= sample->n - least; k++) {
        double gap = modality_gap_at(sample, k);
        if (gap > widest) {
            widest = gap;
            *split = k;
        }
    }
    return widest;
}

/* Where among the ranks [first, last] that a thinned sample passed over the gap lies. */
static size_t modality_split_rank(const double *sorted, size_t first, size_t last)
{
    size_t best = first;
    for (size_t k = first + 1; k <= last; k++)
        if (sorted[k] - sorted[k - 1] > sorted[best] - sorted[best - 1])
            best = k;
    return best;
}

static double modality_median(const double *sorted, size_t n)
{
    return n % 2 == 1 ? sorted[n / 2] : sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

static enum benchan_status modality_check(const double *sorted, size_t n, double half_width,
                                          struct benchan_error *error)
{
    if (!(half_width >= 0) || isinf(half_width))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                            "modality: the resolution must be finite and not below 0");
    for (size_t i = 0; i < n; i++)
        if (!isfinite(sorted[i]) || (i > 0 && sorted[i] < sorted[i - 1]))
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "modality: values must be finite and ascending");
    return BENCHAN_OK;
}

/* The two statistics of a prepared sample; false where memory ran out. */
static bool modality_measure(const struct modality_sample *sample, const double *sorted,
                             struct benchan_modality *m)
{
    struct modality_critical critical = modality_critical(m->n);
    m->gap_critical = critical.gap;
    m->dip_critical = critical.dip;
    size_t split = 0;
    m->gap = modality_widest_gap(sample, &split);
    m->split = modality_split_rank(sorted, modality_rank(split - 1, sample->n, m->n) + 1,
                                   modality_rank(split, sample->n, m->n));
    m->low = modality_median(sorted, m->split);
    m->high = modality_median(sorted + m->split, m->n - m->split);
    m->dip = benchan_dip(sample->y, sample->n);
    m->alarm = m->gap > m->gap_critical || m->dip > m->dip_critical;
    return !isnan(m->dip);
}

enum benchan_status benchan_modality_test(const double *sorted, size_t n, double half_width,
                                          struct benchan_modality *result,
                                          struct benchan_error *error)
{
    enum benchan_status status = modality_check(sorted, n, half_width, error);
    if (status != BENCHAN_OK)
        return status;
    struct benchan_modality m = {.n = n, .gap = NAN, .dip = NAN, .low = NAN, .high = NAN};
    m.gap_critical = m.dip_critical = NAN;
    if (n < 6) {
        *result = m;
        return BENCHAN_OK;
    }
    size_t kept = n < MODALITY_MOST ? n : MODALITY_MOST;
    double *memory = calloc(2 * kept + 1, sizeof *memory);
    if (memory == NULL)
        return benchan_fail_memory(error);
    struct modality_sample sample = {.y = memory, .sums = memory + kept, .n = kept};
    modality_spread(sorted, n, half_width, &sample);
    bool measured = modality_measure(&sample, sorted, &m);
    free(memory);
    if (!measured)
        return benchan_fail_memory(error);
    *result = m;
    return BENCHAN_OK;
}
