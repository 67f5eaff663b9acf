/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_COVERAGE_H
#define BENCHAN_TESTS_CALIBRATE_COVERAGE_H

/* How often intervals hold the true ratio of medians. */

#include "tests/calibrate/randomness.h"
#include "tests/calibrate/repeat.h"

/* Families of independent values on the log scale. */
enum family {
    FAMILY_NORMAL,      /* sd 1 %: lognormal values */
    FAMILY_EXPONENTIAL, /* 3 % x standard exponential */
    FAMILY_BIMODAL,     /* 3 of 10 values 1.43 times slower */
    FAMILY_CLUSTERED,   /* medians of three values in processes of sd 3 % */
    FAMILY_UNIFORM,
    FAMILY_T3, /* heavy tails both ways */
    FAMILY_OUTLIERS,
    FAMILY_TIED, /* normal, printed in steps of half a standard deviation */
    FAMILIES
};

const char *family_name(enum family family);
double family_draw(enum family family, struct randomness *randomness);

enum coverage_count { COVERAGE_95, COVERAGE_9975, COVERAGE_SIGNED_RANK_95, COVERAGES };

struct coverage_cell {
    enum family family;
    size_t n;
    uint64_t seed;
};

/* `context` is a struct coverage_cell; counts intervals that hold the truth. */
bool coverage_once(const void *context, size_t number, struct tally *tally);

#endif
