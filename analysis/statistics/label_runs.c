/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "analysis/statistics/statistics.h"

/*
 * 2k label runs need both arms cut into k stretches, which C(n-1, k-1) C(m-1, k-1)
 * ways do, twice over for the arm that begins; 2k + 1 runs need one more stretch
 * of either arm.
 */
struct stretch {
    double n, m, k;
    double log_ways; /* of C(n-1, k-1) C(m-1, k-1) */
};

static void stretch_next(struct stretch *s)
{
    s->log_ways += log((s->n - s->k) / s->k) + log((s->m - s->k) / s->k);
    s->k++;
}

static double even_runs(const struct stretch *s, double scale)
{
    return 2 * exp(s->log_ways - scale);
}

static double odd_runs(const struct stretch *s, double scale)
{
    return exp(s->log_ways - scale) * ((s->n - s->k) / s->k + (s->m - s->k) / s->k);
}

/* Total weight, and the scale that keeps every weight within range. */
static double total_weight(struct stretch s, size_t least, double *scale)
{
    struct stretch peak = s;
    *scale = 0;
    for (size_t k = 1; k <= least; k++, stretch_next(&peak))
        *scale = fmax(*scale, peak.log_ways);
    double total = 0;
    for (size_t k = 1; k <= least; k++, stretch_next(&s))
        total += even_runs(&s, *scale) + odd_runs(&s, *scale);
    return total;
}

struct range {
    double sum, tail, total;
    size_t low, high;
};

/* Adds the weight of `runs`: low is the first to pass the lower tail, high the
   last before the upper one. */
static void range_add(struct range *range, size_t runs, double weight)
{
    if (weight <= 0)
        return;
    if (range->sum < range->total - range->tail)
        range->high = runs;
    range->sum += weight;
    if (range->low == 0 && range->sum > range->tail)
        range->low = runs;
}

void benchan_label_runs_range(size_t n, size_t m, double level, size_t *low, size_t *high)
{
    const size_t least = n < m ? n : m;
    if (least == 0) {
        *low = *high = n + m > 0;
        return;
    }
    struct stretch s = {.n = (double)n, .m = (double)m, .k = 1, .log_ways = 0};
    double scale;
    struct range range = {.total = total_weight(s, least, &scale)};
    const double share = level >= 0 && level <= 1 ? (1 - level) / 2 : 0;
    range.tail = share * range.total * (1 - 1e-12);
    for (size_t k = 1; k <= least; k++, stretch_next(&s)) {
        range_add(&range, 2 * k, even_runs(&s, scale));
        range_add(&range, 2 * k + 1, odd_runs(&s, scale));
    }
    *low = range.low;
    *high = range.high;
}
