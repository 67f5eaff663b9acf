/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_SERIAL_H
#define BENCHAN_ANALYSIS_STATISTICS_SERIAL_H

/* The pieces of the independence test: a prepared sequence and its permutations. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SERIAL_LEAST = 5, SERIAL_MOST = 200 }; /* longer sequences are batched first */

/*
 * A sequence as ascending values and the order they came in, so that an order
 * is all there is to permute. z is winsorised, centred and scaled to a mean
 * square of 1, so that tolerances do not depend on the unit; rank is of the
 * raw value, and equal values share one.
 */
struct serial_sequence {
    size_t n;
    size_t least;  /* shortest segment the level statistic looks at */
    double scale;  /* value = z x scale; 0 where nothing varies, z then 0 throughout */
    double untied; /* pairs of unequal values */
    double z[SERIAL_MOST];
    int16_t rank[SERIAL_MOST];
    uint8_t order[SERIAL_MOST]; /* place of the i-th value among the ascending ones */
};

enum { SERIAL_LAG, SERIAL_TREND, SERIAL_LEVEL, SERIAL_KINDS };

struct serial_answer {
    double p[SERIAL_KINDS]; /* permutation p of each statistic */
    double joint;           /* rank of the least of the three ranks */
    size_t permutations;
};

/* Orders are drawn until the joint p is clearly on one side of each bound; 0, 0: all. */
struct serial_plan {
    uint64_t seed;
    double fail, warn;
    size_t most;
};

struct serial_segment {
    double statistic; /* in units of scale^2 / n */
    size_t begin, end;
};

/* Where winsorising cuts; infinite limits where it must not. */
struct serial_limits {
    double median, low, high;
};

/* `scratch` has room for n values. n >= 1. */
struct serial_limits serial_limits(const double *values, size_t n, double *scratch);

/* The `wanted`-th smallest, from 0; afterwards no larger value lies before it. O(n). */
double serial_select(double *values, size_t n, size_t wanted);

/* Median of n >= 1 values, which are reordered. O(n). */
double serial_median(double *values, size_t n);

/* SERIAL_LEAST <= n <= SERIAL_MOST finite values of magnitude at most 1e150. */
void serial_prepare(struct serial_sequence *sequence, const double *values, size_t n);

/* In units of scale^2, pairs, and scale^2 / n, for the values in `order`. */
void serial_statistics(const struct serial_sequence *sequence, const uint8_t *order,
                       double statistics[SERIAL_KINDS]);

/* The first segment where the level statistic is largest, in the order observed. */
struct serial_segment serial_widest_segment(const struct serial_sequence *sequence);

/* Both are false where memory ran out. All n! orders only for n <= 8. */
bool serial_sample(const struct serial_sequence *sequence, const struct serial_plan *plan,
                   struct serial_answer *answer);
bool serial_enumerate(const struct serial_sequence *sequence, struct serial_answer *answer);

#endif
