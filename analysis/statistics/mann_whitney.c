/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/mann_whitney.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/* Both arms in ascending order, in one block together with their tie groups. */
struct pooled {
    double *a, *b;
    size_t *group; /* sizes of tie groups, ascending in value */
    size_t n_groups;
    uint64_t doubled_u; /* of b */
    double ties;        /* sum of t^3 - t */
    double step;        /* least change of the doubled U by one exchange */
};

static size_t run_length(const double *sorted, size_t from, size_t n, double value)
{
    size_t end = from;
    while (end < n && sorted[end] == value)
        end++;
    return end - from;
}

static void pool_groups(struct pooled *pooled, size_t n, size_t m)
{
    size_t i = 0, j = 0;
    while (i < n || j < m) {
        const bool from_a = j == m || (i < n && pooled->a[i] < pooled->b[j]);
        const double value = from_a ? pooled->a[i] : pooled->b[j];
        const size_t in_a = run_length(pooled->a, i, n, value);
        const size_t in_b = run_length(pooled->b, j, m, value);
        pooled->doubled_u += (uint64_t)in_b * (2 * (uint64_t)i + (uint64_t)in_a);
        const double t = (double)(in_a + in_b);
        pooled->ties += t * t * t - t;
        pooled->group[pooled->n_groups++] = in_a + in_b;
        i += in_a;
        j += in_b;
    }
}

/*
 * An exchange of two values of neighbouring groups moves the doubled U by the
 * values of both, 2 without ties: nothing moves it by less.
 */
static double least_step(const size_t *group, size_t n_groups)
{
    size_t least = SIZE_MAX;
    for (size_t g = 1; g < n_groups; g++)
        if (group[g - 1] + group[g] < least)
            least = group[g - 1] + group[g];
    return n_groups > 1 ? (double)least : 0;
}

static void variants_free(struct pooled *pooled)
{
    free(pooled->a);
    free(pooled->b);
    free(pooled->group);
}

static bool pool(struct pooled *pooled, const double *a, size_t n, const double *b, size_t m)
{
    *pooled = (struct pooled){.a = values_sorted_copy(a, n),
                              .b = values_sorted_copy(b, m),
                              .group = calloc(n + m, sizeof *pooled->group)};
    if (!pooled->a || !pooled->b || !pooled->group) {
        variants_free(pooled);
        return false;
    }
    pool_groups(pooled, n, m);
    pooled->step = least_step(pooled->group, pooled->n_groups);
    return true;
}

/* Twice the lower tail: without ties the distribution is symmetric. */
static bool tail_plain(size_t n, size_t m, size_t distance, double *p)
{
    const size_t least = (n * m - distance) / 2;
    double *counts = rank_counts(n, m, least);
    if (!counts)
        return false;
    double sum = 0;
    for (size_t u = 0; u <= least; u++)
        sum += counts[u];
    free(counts);
    *p = 2 * sum / rank_binomial(n + m, n);
    return true;
}

/* Whether the exact distribution is worth its time and memory. */
static bool feasible(const struct pooled *pooled, size_t small, size_t large)
{
    const size_t total = small + large;
    if (pooled->n_groups == total)
        return total <= RANK_EXACT_PLAIN;
    if (total <= RANK_EXACT_TIES)
        return true;
    /* The normal is no approximation of an arm of a few values. */
    const double places = (double)small * (double)small * (double)total;
    return places <= RANK_MOST_PLACES && places * (double)pooled->n_groups <= RANK_MOST_STEPS;
}

/* The smaller arm goes first, so that swapped arms take the same path. */
static bool tail(const struct pooled *pooled, size_t n, size_t m, double *p,
                 const char **method)
{
    const size_t small = n < m ? n : m, large = n < m ? m : n;
    const uint64_t mean = (uint64_t)n * m, u = pooled->doubled_u;
    const uint64_t distance = u < mean ? mean - u : u - mean;
    const bool tied = pooled->n_groups < n + m;
    const bool exact = feasible(pooled, small, large);
    *method = !exact ? "normal, tie-corrected" : tied ? "exact with ties" : "exact";
    *p = 1;
    if (!exact)
        *p = rank_tail_normal(n, m, pooled->ties, (double)distance, pooled->step);
    else if (distance == 0)
        return true;
    else if (!tied)
        return tail_plain(small, large, (size_t)distance, p);
    else
        return rank_tail_ties(small, large,
                              &(struct rank_groups){pooled->group, pooled->n_groups},
                              (size_t)distance, p);
    return true;
}

enum benchan_status benchan_mann_whitney(const double *a, size_t n, const double *b, size_t m,
                                         struct benchan_rank_test *test,
                                         struct benchan_error *error)
{
    enum benchan_status status = values_check(a, n, error);
    if (!status)
        status = values_check(b, m, error);
    if (status)
        return status;
    struct pooled pooled;
    double p;
    const char *method;
    if (n > SIZE_MAX / 2 / sizeof(double) - m || !pool(&pooled, a, n, b, m))
        return benchan_fail_memory(error);
    const bool done = tail(&pooled, n, m, &p, &method);
    variants_free(&pooled);
    if (!done)
        return benchan_fail_memory(error);
    const double pairs = (double)n * (double)m;
    test->u = (double)pooled.doubled_u / 2;
    /* No test is surer than a double can say, and rounding may pass 1. */
    test->p = fmin(fmax(p, DBL_MIN), 1);
    test->cliffs_delta = ((double)pooled.doubled_u - pairs) / pairs;
    test->superiority = test->u / pairs;
    test->method = method;
    return BENCHAN_OK;
}
