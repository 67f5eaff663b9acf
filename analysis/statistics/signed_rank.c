/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"
#include "analysis/statistics/walsh.h"

double *signed_rank_chances(const uint32_t *doubled_ranks, size_t n, size_t most)
{
    double *chance = calloc(most + 1, sizeof *chance);
    if (!chance)
        return NULL;
    chance[0] = 1;
    for (size_t i = 0; i < n; i++) {
        const size_t rank = doubled_ranks[i];
        /* Halving is exact, so every sign's half may be taken at once. */
        for (size_t w = most + 1; w-- > 0;)
            chance[w] = (chance[w] + (w >= rank ? chance[w - rank] : 0)) / 2;
    }
    return chance;
}

struct signed_value {
    double magnitude;
    bool positive;
};

static int compare_magnitudes(const void *left, const void *right)
{
    const double l = ((const struct signed_value *)left)->magnitude;
    const double r = ((const struct signed_value *)right)->magnitude;
    return (l > r) - (l < r);
}

static size_t drop_zeros(const double *d, size_t n, struct signed_value *values)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (d[i] != 0)
            values[kept++] = (struct signed_value){fabs(d[i]), d[i] > 0};
    qsort(values, kept, sizeof *values, compare_magnitudes);
    return kept;
}

struct rank_sums {
    double doubled_plus; /* sum of doubled midranks of positive values */
    double squares;      /* of the doubled midranks */
};

static struct rank_sums rank_values(const struct signed_value *values, size_t n,
                                    uint32_t *doubled_ranks)
{
    struct rank_sums sums = {0};
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && values[end].magnitude == values[i].magnitude)
            end++;
        const double rank = (double)(i + end + 1);
        for (; i < end; i++) {
            doubled_ranks[i] = (uint32_t)rank;
            sums.squares += rank * rank;
            if (values[i].positive)
                sums.doubled_plus += rank;
        }
    }
    return sums;
}

static bool tail_exact(const uint32_t *doubled_ranks, size_t n, double doubled_least, double *p)
{
    const size_t most = (size_t)doubled_least;
    double *chance = signed_rank_chances(doubled_ranks, n, most);
    if (!chance)
        return false;
    double sum = 0;
    for (size_t w = 0; w <= most; w++)
        sum += chance[w];
    free(chance);
    *p = 2 * sum;
    return true;
}

static double tail_normal(const struct rank_sums *sums, double distance)
{
    const double z = fmax(distance - 0.5, 0) / (sqrt(sums->squares) / 4);
    return erfc(z / sqrt(2.0));
}

static enum benchan_status test_ranks(struct signed_value *values, uint32_t *doubled_ranks,
                                      size_t n, struct benchan_signed_rank_test *test,
                                      struct benchan_error *error)
{
    const struct rank_sums sums = rank_values(values, n, doubled_ranks);
    const double total = (double)n * ((double)n + 1); /* of doubled ranks */
    const bool exact = n <= SIGNED_RANK_EXACT;
    double p = 1;
    if (exact) {
        const double least = fmin(sums.doubled_plus, total - sums.doubled_plus);
        if (!tail_exact(doubled_ranks, n, least, &p))
            return benchan_fail_memory(error);
    } else {
        p = tail_normal(&sums, fabs(sums.doubled_plus - total / 2) / 2);
    }
    test->w_plus = sums.doubled_plus / 2;
    test->n_nonzero = n;
    test->p = fmin(fmax(p, DBL_MIN), 1);
    test->method = exact ? "exact" : "normal, tie-corrected";
    return BENCHAN_OK;
}

enum benchan_status benchan_signed_rank(const double *d, size_t n,
                                        struct benchan_signed_rank_test *test,
                                        struct benchan_error *error)
{
    enum benchan_status status = values_check(d, n, error);
    if (status)
        return status;
    if (n >= UINT32_MAX / 2)
        return benchan_fail(error, BENCHAN_LIMIT, NULL, 0, 0, NULL, "too many pairs");
    struct signed_value *values = malloc(n * sizeof *values);
    uint32_t *doubled_ranks = malloc(n * sizeof *doubled_ranks);
    if (values && doubled_ranks)
        status = test_ranks(values, doubled_ranks, drop_zeros(d, n, values), test, error);
    else
        status = benchan_fail_memory(error);
    free(values);
    free(doubled_ranks);
    return status;
}
