/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_MANN_WHITNEY_H
#define BENCHAN_ANALYSIS_STATISTICS_MANN_WHITNEY_H

/* The null distribution of Mann and Whitney's U, in pieces its users share. */

#include <stdbool.h>
#include <stddef.h>

/*
 * n + m up to which the distribution is enumerated; with ties also beyond, as
 * long as places (smaller arm squared x all values) and steps (x tie groups)
 * stay within reason.
 */
enum {
    RANK_EXACT_PLAIN = 400,
    RANK_EXACT_TIES = 200,
    RANK_MOST_PLACES = 4000000,
    RANK_MOST_STEPS = 100000000
};

/* C(n, k) as a double; exact where it is below 2^53. */
double rank_binomial(size_t n, size_t k);

/*
 * counts[u] for u = 0..most: arrangements of n and m values without ties whose
 * U is u. Needs most <= nm/2, beyond which the recursion is unstable, and
 * n + m <= RANK_EXACT_PLAIN. The caller frees it; NULL where memory is out.
 */
double *rank_counts(size_t n, size_t m, size_t most);

/* Tie groups of the pooled values, ascending. */
struct rank_groups {
    const size_t *size;
    size_t count;
};

/*
 * P(|2U - nm| >= distance), distance > 0, given the tie groups, whose sizes add up to
 * n + m. O(n^2 (n + m)) places for n <= m. False where memory is out.
 */
bool rank_tail_ties(size_t n, size_t m, const struct rank_groups *groups, size_t distance,
                    double *p);

/*
 * The same, at any size, by the normal with corrections for ties (sum of t^3 - t)
 * and continuity: half of `step`, the least change of 2U by one exchange.
 */
double rank_tail_normal(size_t n, size_t m, double ties, double distance, double step);

#endif
