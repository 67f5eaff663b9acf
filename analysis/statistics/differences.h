/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_DIFFERENCES_H
#define BENCHAN_ANALYSIS_STATISTICS_DIFFERENCES_H

/*
 * Quantiles of all differences b_j - a_i of two ascending arrays, found
 * without forming them: bisection on the value, each step counting in one
 * merge and then moving to the nearest difference that exists, so that the
 * answer is a difference to the last bit and ties end the search.
 */

#include <stddef.h>

struct differences_side {
    const double *value;      /* ascending */
    const double *weight;     /* NULL: 1 each */
    const double *cumulative; /* of weights, inclusive; NULL where weight is */
    size_t n;                 /* >= 1 */
};

/* Smallest difference d with mass {b - a <= d} >= mass; the largest if there is none. */
double differences_lowest(const struct differences_side *a, const struct differences_side *b,
                          double mass);

/* The middle one of unweighted differences, or the arithmetic middle of the two. */
double differences_median(const struct differences_side *a, const struct differences_side *b);

#endif
