/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_FACTS_H
#define BENCHAN_ANALYSIS_FACTS_H

/* What the recorded facts say about the arms of a contrast. Computed once. */

#include "benchan/verdict.h"

enum { FACT_DIFFERENCES = 4 };

struct fact_difference {
    const char *key, *baseline, *candidate; /* one value of each arm that the other lacks */
};

struct contrast_facts {
    bool one_recording;   /* both arms come from one file */
    bool identified;      /* cpu, os and arch known on both sides, or one host name */
    size_t n_environment; /* keys of the environment that differ */
    struct fact_difference environment[FACT_DIFFERENCES];
    const char *tainted; /* a debug, race or sanitizer build; NULL none */
    const char *missing; /* first of cpu, os, arch that is unknown */
    bool build_known;
    size_t n_build;
    struct fact_difference build[FACT_DIFFERENCES];
    bool load_known;
    double cores;         /* NaN unknown */
    double overloaded[2]; /* share of processes with more runnable threads than cpus; NaN */
    double load[2];       /* mean load; NaN unknown */
    const char *gc[2], *hash_seed[2]; /* one value of each arm; NULL unknown */
    bool gc_differs, hash_seed_differs;
};

/* Across sessions only cpu, os and arch must agree: hosted machines change names. */
void facts_compare(const struct benchan_arm_input *baseline,
                   const struct benchan_arm_input *candidate, bool across_sessions,
                   struct contrast_facts *facts);

#endif
