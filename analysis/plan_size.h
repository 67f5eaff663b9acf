/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_PLAN_SIZE_H
#define BENCHAN_ANALYSIS_PLAN_SIZE_H

/* The sizes a plan is made of. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"

/*
 * 2 (z(1 - alpha/2) + z(power))^2 spread^2 / log(1 + effect)^2, for pairs
 * without the 2, never below `least`. `spread` is the standard deviation that
 * the log median of one draw would have: sqrt(n) x sd of the exact bootstrap
 * distribution of the log median. BENCHAN_BAD_USAGE for arguments out of range.
 */
enum benchan_status benchan_plan_draws(double spread, double effect, double alpha, double power,
                                       bool paired, size_t least, size_t *draws,
                                       struct benchan_error *error);

/* Lehr (1992): 16 (cv / effect)^2 per arm, at 80 % power and alpha .05. */
double benchan_plan_lehr(double cv, double effect);

/*
 * Values per process that give the narrowest interval for the time spent:
 * sqrt((start / value) (1 - icc) / icc), within 1 .. 100 and rounded. NaN where
 * an argument is.
 */
double benchan_plan_values(double start_cost, double value_cost, double icc);

#endif
