/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_ROW_WORK_H
#define BENCHAN_ANALYSIS_ROW_WORK_H

/* What the stages of one comparison hand to each other. */

#include "analysis/row.h"
#include "analysis/statistics/statistics.h"

struct row_work {
    const struct row_input *input;
    const struct run_settings *run;
    struct benchan_bootstrap *bootstrap;
    struct arm_row arm[2];
    struct inferred_design inferred;
    struct draws draws[2];
    double *d;
    size_t n_d;
    bool logs;
};

/* effect.c: unpaired, paired and Student's effects, and which of them is primary. */
enum benchan_status effect_find(struct row_work *work, struct benchan_comparison *comparison,
                                struct row_evidence *evidence, struct benchan_error *error);
/* Figures of the primary effect, as a ratio or a difference. */
void effect_publish(const struct row_work *work, const struct effect *effect,
                    struct benchan_comparison *comparison);
/* Share of the differences with the majority's sign; NaN where all are 0. */
double effect_sign_share(const double *d, size_t n);

/* evidence.c: what the gates will read. */
enum benchan_status evidence_gather(struct row_work *work,
                                    struct benchan_comparison *comparison,
                                    struct row_evidence *evidence, struct benchan_error *error);

#endif
