/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_VALUES_H
#define BENCHAN_ANALYSIS_STATISTICS_VALUES_H

/* What every kernel does to its input before it computes. */

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/statistics.h"
#include "benchan/error.h"

/* BENCHAN_BAD_USAGE unless n >= 1 and all values are finite. */
enum benchan_status values_check(const double *values, size_t n, struct benchan_error *error);

/* values_check, and ascending. */
enum benchan_status values_check_sorted(const double *values, size_t n,
                                        struct benchan_error *error);

/* BENCHAN_BAD_USAGE unless 0 < alpha < 1. */
enum benchan_status values_check_alpha(double alpha, struct benchan_error *error);

/* BENCHAN_BAD_USAGE unless every difference of two ascending arrays is finite. */
enum benchan_status values_check_span(const double *a, size_t n, const double *b, size_t m,
                                      struct benchan_error *error);

/*
 * The arithmetic middle of two finite values, finite even where their sum is
 * not. Monotone in both, and exactly mirrored under a change of sign.
 */
double values_middle(double low, double high);

/*
 * log(b / a) for a, b > 0: equal ratios give equal logs as far as the division
 * does, swapped values the same with the other sign, and the quotient may leave
 * the range of doubles.
 */
double values_log_ratio(double a, double b);

/* Of ascending values, n >= 1. */
double values_median_sorted(const double *sorted, size_t n);

/* An ascending copy the caller frees; NULL where memory is out. n >= 1. */
double *values_sorted_copy(const double *values, size_t n);

#endif
