/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/holm.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"

struct ranked {
    double p;
    size_t index;
};

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *l = left, *r = right;
    if (l->p != r->p)
        return l->p < r->p ? -1 : 1;
    return (l->index > r->index) - (l->index < r->index);
}

static enum benchan_status check(const double *p, size_t n, struct benchan_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] < 0 || p[i] > 1)
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                                "p %zu does not lie between 0 and 1", i + 1);
    return BENCHAN_OK;
}

/* Ascending p with their places; NaN left out. Returns how many. */
static size_t rank(const double *p, size_t n, struct ranked *ranked)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            ranked[count++] = (struct ranked){p[i], i};
    qsort(ranked, count, sizeof *ranked, compare_ranked);
    return count;
}

enum benchan_status holm_among_others(const double *p, size_t n, double others,
                                      double *adjusted, struct benchan_error *error)
{
    const enum benchan_status status = check(p, n, error);
    if (status || n == 0)
        return status;
    if (n > SIZE_MAX / sizeof(struct ranked))
        return benchan_fail_memory(error);
    struct ranked *ranked = malloc(n * sizeof *ranked);
    if (!ranked)
        return benchan_fail_memory(error);
    const size_t count = rank(p, n, ranked);
    for (size_t i = 0; i < n; i++)
        adjusted[i] = NAN;
    double largest = 0;
    for (size_t r = 0; r < count; r++) {
        largest = fmax(largest, fmin(1, ((double)(count - r) + others) * ranked[r].p));
        adjusted[ranked[r].index] = largest;
    }
    free(ranked);
    return BENCHAN_OK;
}

enum benchan_status benchan_holm(const double *p, size_t n, double *adjusted,
                                 struct benchan_error *error)
{
    return holm_among_others(p, n, 0, adjusted, error);
}
