/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_ARM_H
#define BENCHAN_ANALYSIS_ARM_H

/*
 * One arm's values of one row of a comparison, grouped into units: a unit is
 * a process, or a single value where processes are unknown.
 */

#include "benchan/sample.h"

/* One series of one capture that belongs to the row. */
struct series_ref {
    const struct benchan_capture *capture;
    const struct benchan_series *series;
    uint32_t capture_index; /* place of the capture in its arm */
};

struct unit {
    size_t first, n; /* slice of arm_row.values */
    int64_t time;    /* start, else end, else BENCHAN_NO_TIME */
    double position; /* place of its first value: comparable within one source */
    uint32_t capture, process;
    const char *name, *block, *build, *setup, *session;
};

struct arm_row {
    size_t n_values;
    double *values; /* in the unit of `scale`, grouped by unit, units in order */
    size_t n_units;
    struct unit *units;
    const struct series_ref *refs;
    size_t n_refs;
    double scale;       /* value x scale = base unit; the same for both arms */
    double half_step;   /* half the printed step near the median, in the unit of `scale` */
    size_t n_processes; /* distinct processes: records of one name are one */
    bool processes_known;
    bool ordered; /* units stand in the order they were measured in */
    bool timed;   /* every unit has a time */
    enum benchan_clock clock;
    bool one_source;
    uint64_t source;
    size_t short_units; /* left out by arm_prune */
    size_t take;        /* values of each unit that count: m* */
};

/*
 * Gathers the values of `n_refs` series. `scale` is the common unit (0: that
 * of the first series). Borrowed: refs. Free with arm_free.
 */
enum benchan_status arm_gather(const struct series_ref *refs, size_t n_refs, double scale,
                               struct arm_row *arm, struct benchan_error *error);
void arm_free(struct arm_row *arm);

/*
 * Leaves out (and counts) units with under half the number of values usual in
 * their arm, and sets `take` of both to the smallest number that is left:
 * unequal numbers bias the median of a skewed or bimodal process.
 */
enum benchan_status arm_prune(struct arm_row *a, struct arm_row *b,
                              struct benchan_error *error);

/* Median of the first `take` values of a unit (all where take is 0). */
double arm_unit_median(const struct arm_row *arm, const struct unit *unit, size_t take,
                       double *scratch);

/* Order keys that two arms share: times, or places in one source. */
bool arms_share_order(const struct arm_row *a, const struct arm_row *b);
/* <0, 0, >0. Only where the arms share an order. 0: equal times in two recordings. */
int unit_compare_order(const struct arm_row *a, const struct unit *u, const struct arm_row *b,
                       const struct unit *v);

#endif
