/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_DESIGN_H
#define BENCHAN_ANALYSIS_DESIGN_H

#include "analysis/arm.h"
#include "benchan/design.h"

/* The draws a carrying level needs at the least (design.c and the processes gate). */
enum { LEAST_DRAWS = 6 };

/* Which group (block, session, build) each unit of each arm belongs to. */
struct grouping {
    uint32_t *of_unit[2]; /* group index, or BENCHAN_NONE */
    size_t n_groups;
    size_t n_arm[2];      /* groups that hold arm 0, arm 1 */
    size_t n_shared;      /* groups that hold both */
    unsigned char *holds; /* per group: bit 0 arm 0, bit 1 arm 1 */
};

struct inferred_design {
    struct benchan_design design;
    struct grouping blocks, builds, sessions;
    bool round_broken; /* interleaved like rounds, but for a lost process */
};

/*
 * Infers the design of two arms of one row. Blocks stand in the order of their
 * first unit where the arms share an order. Free with inferred_design_free.
 * O(N log N) for N units.
 */
enum benchan_status design_infer(const struct arm_row *a, const struct arm_row *b,
                                 struct inferred_design *inferred, struct benchan_error *error);
void inferred_design_free(struct inferred_design *inferred);

#endif
