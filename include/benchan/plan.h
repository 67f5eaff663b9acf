/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_PLAN_H
#define BENCHAN_PLAN_H

/*
 * Planning: from pilot data and an effect that matters, how many fresh
 * processes each arm needs. Processes are counted, not values: values inside
 * one process share what was drawn once for it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/design.h"
#include "benchan/error.h"
#include "benchan/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCHAN_PLAN_80 = 0, BENCHAN_PLAN_90, BENCHAN_PLAN_POWERS }; /* power 80 and 90 % */

/*
 * Draws per arm. A pilot knows its own spread badly: the spread of a median
 * converges with the fourth root of n. Of simulated pilots (normal logs) four
 * in five asked for between a half and exp(1.87 n^-1/4) times the right
 * number: 2.9 times at n = 10, 2.4 at 20, 1.8 at 100. `low` and `high` are
 * that range.
 */
struct benchan_plan_size {
    double values; /* values taken of each process */
    size_t draws[BENCHAN_PLAN_POWERS];
    size_t low[BENCHAN_PLAN_POWERS], high[BENCHAN_PLAN_POWERS];
    double seconds[BENCHAN_PLAN_POWERS]; /* both arms and an A/A arm; NaN unknown */
};

/* What one value of a series cost to measure: medians over its values. */
struct benchan_value_cost {
    double iterations; /* NaN where none are recorded */
    double seconds;    /* value x iterations */
};

/* O(n log n). `series` is one of the capture's, of a time. */
BENCHAN_API enum benchan_status benchan_value_cost_of(const struct benchan_capture *capture,
                                                      const struct benchan_series *series,
                                                      struct benchan_value_cost *cost,
                                                      struct benchan_error *error);

struct benchan_plan_series {
    const char *package, *benchmark, *unit; /* of the capture */
    size_t capture;                         /* index into the arm's captures */
    enum benchan_level level;               /* PROCESS; RUN where the file holds one or none */
    size_t draws;                           /* processes (or runs) of the pilot that count */
    size_t values;                          /* values it holds */
    size_t per_process;                     /* values of each process that count */
    size_t short_processes;                 /* left out for too few values */
    double spread;                          /* NaN: cannot be planned on a log scale */
    double cv;                              /* of the draws */
    double icc, icc_low, icc_high;          /* NaN where undefined */
    double start_cost, value_cost;          /* seconds; NaN unknown */
    size_t least;                           /* draws no plan goes below */
    double lehr;
    struct benchan_plan_size now;  /* with per_process values each */
    struct benchan_plan_size best; /* with the cheapest number, by the upper limit of the icc;
                                      values NaN where unknown */
};

struct benchan_plan {
    double effect, alpha, alpha_adjusted;
    size_t k;
    size_t n_series;
    struct benchan_plan_series *series;
};

/*
 * Plans each judged series of each capture of `pilot`. `effect` is a fraction
 * (0.02), `start_cost` the seconds a process takes beside its values (NaN: from
 * the file where it records both ends of a process). Of `options` (or NULL)
 * alpha, tried, unit and filter count. *plan is the caller's and points into
 * the captures. BENCHAN_BAD_USAGE where nothing is left to plan.
 */
BENCHAN_API enum benchan_status benchan_plan(const struct benchan_arm_input *pilot,
                                             const struct benchan_options *options,
                                             double effect, double start_cost,
                                             struct benchan_plan **plan,
                                             struct benchan_error *error);
BENCHAN_API void benchan_plan_free(struct benchan_plan *plan); /* NULL allowed */

#ifdef __cplusplus
}
#endif

#endif
