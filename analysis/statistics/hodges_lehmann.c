/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/differences.h"
#include "analysis/statistics/mann_whitney.h"
#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/*
 * The largest count of arrangements a two-sided test at alpha may reject on one
 * side is the largest u with 2 P(U <= u) <= alpha. False where even u = 0 is
 * too likely: no finite interval has the level.
 */
static bool critical_normal(size_t n, size_t m, double alpha, size_t *critical)
{
    const double pairs = (double)n * (double)m;
    const double sd = sqrt(pairs * ((double)n + (double)m + 1) / 12);
    const double u = floor(pairs / 2 - 0.5 + benchan_normal_quantile(alpha / 2) * sd);
    if (!(u >= 0))
        return false;
    *critical = (size_t)u;
    return true;
}

static enum benchan_status critical_exact(size_t n, size_t m, double alpha, bool *exists,
                                          size_t *critical, struct benchan_error *error)
{
    double *counts = rank_counts(n, m, n * m / 2);
    if (!counts)
        return benchan_fail_memory(error);
    /* The slack keeps an alpha that is attained exactly from being missed by rounding. */
    const double most = alpha / 2 * rank_binomial(n + m, n) * (1 + 1e-12);
    double sum = 0;
    *exists = false;
    for (size_t u = 0; u <= n * m / 2 && (sum += counts[u]) <= most; u++) {
        *exists = true;
        *critical = u;
    }
    free(counts);
    return BENCHAN_OK;
}

static enum benchan_status check(const double *a, size_t n, const double *b, size_t m,
                                 double alpha, struct benchan_error *error)
{
    enum benchan_status status = values_check_alpha(alpha, error);
    if (!status)
        status = values_check(a, n, error);
    if (!status)
        status = values_check(b, m, error);
    return status;
}

static void limits(const struct differences_side *a, const struct differences_side *b,
                   bool exists, size_t critical, struct benchan_interval *interval)
{
    interval->estimate = differences_median(a, b);
    interval->low = -INFINITY;
    interval->high = INFINITY;
    if (!exists)
        return;
    interval->low = differences_lowest(a, b, (double)critical + 1);
    interval->high = 0.0 - differences_lowest(b, a, (double)critical + 1);
}

enum benchan_status benchan_hodges_lehmann(const double *a, size_t n, const double *b, size_t m,
                                           double alpha, struct benchan_interval *interval,
                                           size_t *k, struct benchan_error *error)
{
    enum benchan_status status = check(a, n, b, m, alpha, error);
    if (status)
        return status;
    const bool exact = n <= RANK_EXACT_PLAIN && m <= RANK_EXACT_PLAIN - n;
    size_t critical = 0;
    bool exists = false;
    if (exact)
        status = critical_exact(n, m, alpha, &exists, &critical, error);
    else
        exists = critical_normal(n, m, alpha, &critical);
    if (status)
        return status;
    double *sorted_a = values_sorted_copy(a, n), *sorted_b = values_sorted_copy(b, m);
    if (!sorted_a || !sorted_b)
        status = benchan_fail_memory(error);
    else
        status = values_check_span(sorted_a, n, sorted_b, m, error);
    if (!status) {
        const struct differences_side side_a = {.value = sorted_a, .n = n};
        const struct differences_side side_b = {.value = sorted_b, .n = m};
        limits(&side_a, &side_b, exists, critical, interval);
        interval->method = exact ? "exact rank test" : "normal approximation";
        if (k)
            *k = critical;
    }
    free(sorted_a);
    free(sorted_b);
    return status;
}
