/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_EXPERIMENT_H
#define BENCHAN_TESTS_CALIBRATE_EXPERIMENT_H

/* One design in one environment, judged by the shipped pipeline and by its peers. */

#include "benchan/verdict.h"
#include "tests/calibrate/environments.h"
#include "tests/calibrate/repeat.h"

/*
 * What is counted: declarations, of either direction where nothing changed,
 * of the right one else.
 */
enum stage {
    STAGE_RANK_RULE,     /* benchstat's */
    STAGE_T_RULE,        /* pyperf's */
    STAGE_UNPAIRED,      /* interval and rank test of the draws as two samples */
    STAGE_UNPAIRED_NULL, /* ... and larger than the A/A arm's */
    STAGE_PRIMARY,       /* interval and test of what the pipeline takes as primary */
    STAGE_DATA,          /* ... and no data gate fails */
    STAGE_NULL,          /* ... null control and noise floor included */
    STAGE_VERDICT,       /* what is declared in the end */
    STAGE_INADMISSIBLE,  /* the verdict, whatever was found */
    STAGE_INCOMPLETE,
    STAGE_PAIRED,        /* pairs were primary */
    STAGE_NULL_EXCLUDES, /* the null's 99 % interval excludes 1 */
    STAGE_UPHELD,        /* the claim asked about */
    STAGES
};

struct cell {
    const struct environment *environment;
    const struct design *design;
    double effect; /* 0.05: the candidate takes 5 % less */
    double alpha;
    uint64_t seed;
    const char *claim; /* NULL none */
};

/* `context` is a struct cell. */
bool experiment_once(const void *context, size_t number, struct tally *tally);

#endif
