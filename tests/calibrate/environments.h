/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_ENVIRONMENTS_H
#define BENCHAN_TESTS_CALIBRATE_ENVIRONMENTS_H

/* What a machine does to a benchmark whose code did not change. */

#include "tests/calibrate/designs.h"

/*
 * Every value is exp(arm + process + weather(t) + noise), t its place among
 * all values of the experiment in the order they are taken.
 *
 *   clean         normal noise of sd 1 %
 *   exptail       3 % x standard exponential noise
 *   lottery1.43   3 of 10 processes are 1.43 times slower; normal noise
 *   lottery1.05   4 of 10 are 1.05 times slower
 *   load+10%      one burst of 10 % that covers 10 to 50 % of the experiment and may
 *                 hang out at either end
 *   drift5%       linear from one end of +-5 % to the other
 *   cluster3%     processes differ by sd 3 %, values within one by 0.5 %
 *   ou2%          wandering weather: sd 2 %, correlation time a tenth of the experiment
 *   outliers      one value in 30 is 1.3 times slower
 *   bimodal/run   3 of 10 values are 1.43 times slower
 *   regime1.2     two levels 1.2 apart over time, changing about 7 times
 *   quant1%       values printed in steps of 1 %
 *   session2%     sequential arms are shifted by sd 2 % each
 *   build2%       the candidate's binary, and the baseline's, are shifted by sd 2 % each
 * and beyond what the thresholds were chosen with:
 *   block1.43     3 of 10 rounds are 1.43 times slower, all arms of a round alike
 *   block5%       rounds differ by sd 5 %, all arms of a round alike
 *   periodic3%    a sine of 3 % whose period is three processes
 *   outlying      one process in 20 is 1.3 times slower
 */
struct environment {
    const char *name;
    double noise;         /* sd of normal noise */
    double tail;          /* factor of exponential noise, instead */
    double chance, times; /* of a slow process */
    double process_sd;
    double value_chance, value_times; /* of a slow value */
    double block_chance, block_times; /* of a slow round */
    double block_sd;
    double drift, wander, burst, regime, periodic;
    double arm_sd;   /* sequential arms */
    double build_sd; /* binaries */
    double step;     /* printed resolution; 0 none */
};

extern const struct environment environments[];
size_t environment_count(void);
const struct environment *environment_find(const char *name); /* NULL: none */

enum { MOST_VALUES = 1200 };

/*
 * Draws the values of laid-out slots, in order; log offset `effect` on the
 * candidate. `world` draws what happens to arms, processes and over time,
 * `randomness` the values: rows that share processes share a world. `values` has room for
 * MOST_VALUES; returns how many.
 */
size_t environment_draw(const struct environment *environment, const struct design *design,
                        const struct slot *slots, size_t n_slots, double effect,
                        struct randomness *world, struct randomness *randomness,
                        double *values);

#endif
