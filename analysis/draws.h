/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_DRAWS_H
#define BENCHAN_ANALYSIS_DRAWS_H

/* Reduction of an arm's values to what was independently drawn. */

#include "analysis/arm.h"
#include "analysis/design.h"

struct draws {
    size_t n;
    double *values;  /* in order of measurement where `ordered` */
    double *sorted;  /* ascending */
    uint32_t *group; /* block, build, session, or unit index of each draw */
    bool ordered;
};

/*
 * Draws of arm `which` (0 or 1) at `level`: the values themselves (run), the
 * median of each process's first `take` values (process), or the median of
 * those medians in each group (block: only blocks both arms share). A run of
 * processes that are known counts every value. Free with draws_free.
 */
enum benchan_status draws_reduce(const struct arm_row *arm, int which, enum benchan_level level,
                                 const struct inferred_design *inferred, struct draws *draws,
                                 struct benchan_error *error);
void draws_free(struct draws *draws);

#endif
