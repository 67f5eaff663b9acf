/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/walsh.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/* What one pass over the Walsh averages tells about a threshold. */
struct cut {
    double count; /* averages up to the threshold */
    double below; /* the largest of them */
    double above; /* the smallest of the others */
};

/* Pairs i <= j of ascending values; as i grows, the last j that fits falls. */
static struct cut cut_at(const double *sorted, size_t n, double threshold)
{
    struct cut cut = {.count = 0, .below = -INFINITY, .above = INFINITY};
    size_t end = n;
    for (size_t i = 0; i < n; i++) {
        while (end > i && values_middle(sorted[i], sorted[end - 1]) > threshold)
            end--;
        if (end > i) {
            cut.count += (double)(end - i);
            cut.below = fmax(cut.below, values_middle(sorted[i], sorted[end - 1]));
        }
        const size_t next = end > i ? end : i;
        if (next < n)
            cut.above = fmin(cut.above, values_middle(sorted[i], sorted[next]));
    }
    return cut;
}

/* The rank-th smallest average, from 1; see differences.h for the search. */
static double average_at(const double *sorted, size_t n, double rank)
{
    double low = sorted[0], high = sorted[n - 1];
    while (low < high) {
        double threshold = values_middle(low, high);
        if (!(threshold < high))
            threshold = low;
        const struct cut cut = cut_at(sorted, n, threshold);
        if (cut.count >= rank)
            high = cut.below;
        else
            low = cut.above;
    }
    return high;
}

static double median_average(const double *sorted, size_t n, double averages)
{
    const double half = floor(averages / 2);
    if (half * 2 < averages)
        return average_at(sorted, n, half + 1);
    const double low = average_at(sorted, n, half);
    const struct cut cut = cut_at(sorted, n, low);
    return cut.count > half ? low : values_middle(low, cut.above);
}

/* Largest w with 2 P(W <= w) <= alpha; false where there is none. */
static bool critical_normal(size_t n, double averages, double alpha, double *critical)
{
    const double sd = sqrt(averages * (2 * (double)n + 1) / 12);
    *critical = floor(averages / 2 - 0.5 + benchan_normal_quantile(alpha / 2) * sd);
    return *critical >= 0;
}

static enum benchan_status critical_exact(size_t n, double alpha, bool *exists,
                                          double *critical, struct benchan_error *error)
{
    uint32_t ranks[SIGNED_RANK_EXACT];
    for (size_t i = 0; i < n; i++)
        ranks[i] = (uint32_t)(i + 1);
    const size_t most = n * (n + 1) / 4;
    double *chance = signed_rank_chances(ranks, n, most);
    if (!chance)
        return benchan_fail_memory(error);
    double sum = 0;
    *exists = false;
    for (size_t w = 0; w <= most && (sum += chance[w]) <= alpha / 2 * (1 + 1e-12); w++) {
        *exists = true;
        *critical = (double)w;
    }
    free(chance);
    return BENCHAN_OK;
}

static void limits(const double *sorted, size_t n, double averages, bool exists,
                   double critical, struct benchan_interval *interval)
{
    interval->estimate = median_average(sorted, n, averages);
    interval->low = exists ? average_at(sorted, n, critical + 1) : -INFINITY;
    interval->high = exists ? average_at(sorted, n, averages - critical) : INFINITY;
}

enum benchan_status benchan_walsh(const double *d, size_t n, double alpha,
                                  struct benchan_interval *interval, size_t *k,
                                  struct benchan_error *error)
{
    enum benchan_status status = values_check_alpha(alpha, error);
    if (!status)
        status = values_check(d, n, error);
    if (status)
        return status;
    const double averages = (double)n * ((double)n + 1) / 2;
    const bool exact = n <= SIGNED_RANK_EXACT;
    bool exists = false;
    double critical = 0;
    if (exact)
        status = critical_exact(n, alpha, &exists, &critical, error);
    else
        exists = critical_normal(n, averages, alpha, &critical);
    if (status)
        return status;
    double *sorted = values_sorted_copy(d, n);
    if (!sorted)
        return benchan_fail_memory(error);
    limits(sorted, n, averages, exists, critical, interval);
    interval->method = exact ? "exact signed-rank test" : "normal approximation";
    if (k)
        *k = exists ? (size_t)critical : 0;
    free(sorted);
    return BENCHAN_OK;
}
