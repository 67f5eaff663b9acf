/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_ROW_H
#define BENCHAN_ANALYSIS_ROW_H

/* One row of a comparison: figures and the evidence the gates read. */

#include "analysis/arm.h"
#include "analysis/design.h"
#include "analysis/draws.h"
#include "analysis/statistics/statistics.h"
#include "benchan/verdict.h"

/* What one row is made of. Borrowed. */
struct row_input {
    const struct series_ref *refs[2]; /* baseline, candidate */
    size_t n_refs[2];
    const struct series_ref *const *nulls; /* one list per null arm; may hold NULL */
    const size_t *n_nulls_refs;
    size_t n_nulls;
};

/* The seed of the permutation streams where the caller gives none. */
uint64_t run_seed(const struct benchan_options *options);

/* Thresholds that depend on the whole run. */
struct run_settings {
    const struct benchan_options *options;
    double alpha_adjusted;
    double independence_fail, independence_warn;
    double null_fail;    /* level at which a null that is off refuses a row */
    size_t permutations; /* at most so many orders a test; 0: the kernel's own number */
    uint64_t seed;
};

/* Why a null arm does not count. */
enum null_refusal { NULL_TAKEN = 0, NULL_NOT_IN_TURN, NULL_TOO_FEW, NULL_WITHOUT_RATIO };

/*
 * Evidence beside the figures of struct benchan_comparison. "Work scale" is
 * the log of the value, or the value itself where some value is <= 0.
 */
struct row_evidence {
    bool logs;           /* the work scale is the log */
    size_t draws[2];     /* at the carrying level */
    size_t described[2]; /* at the described level */
    size_t units[2];     /* processes that count */
    bool processes_known;
    size_t least_n;             /* draws an arm needs at this alpha */
    bool t_path;                /* sessions or builds judged by Student's t */
    double estimate, low, high; /* primary, work scale; infinite limits where n is too small */
    double p;
    bool excludes;     /* the interval excludes no change */
    double near_limit; /* |limit| nearer to no change; 0 where it is inside */
    double far_limit;
    bool independence_applies, independence_known, independence_tied;
    double independence_p;
    size_t independence_n;
    int independence_arm; /* arm of the smaller p; 2: the pairs */
    double order_drift;   /* what a steady drift makes of a fixed order; work scale */
    bool modality_alarm;
    double modality_gap; /* work-scale distance of the modes */
    size_t modality_n;
    int modality_arm;
    bool modality_over_time;
    double cv, robust_cv, beyond; /* of the draws (of d_i when paired); worse arm */
    int cv_arm;
    size_t cv_n;
    double null_effect; /* |null| on the work scale; NaN unknown */
    bool null_excludes; /* the null's 99 % interval excludes no change */
    bool null_beyond;   /* so does the interval whose level is shared out over the rows */
    enum null_refusal null_refused; /* why the null arm that was given does not count */
    double noise_floor;             /* work scale: what the effect must clear */
    double raw_duration;            /* smallest value x iterations, s; NaN unknown */
    double timer_resolution;        /* s */
    bool timer_recorded;
    double ticks;           /* median in printed steps; infinite for binary doubles */
    double most_iterations; /* NaN unknown */
    bool sign_flips;        /* between builds or sessions */
    bool round_broken;
    struct draws keep[2];  /* process or block draws, for the geometric mean: their values;
                              may be empty */
    uint64_t *keep_key[2]; /* capture << 32 | process of each */
    size_t n_keep_pairs;
};

void row_evidence_free(struct row_evidence *evidence);

enum { INDEPENDENCE_LEAST = 10 }; /* draws in order that can show drift */

/* Whether there is a p of independence that the gate goes by. */
bool row_independence_judged(const struct row_evidence *evidence);

/*
 * Fills figures and evidence; leaves gates, finding and verdict alone.
 * comparison->package, benchmark, unit, quantity, better and derived are set
 * by the caller. On failure nothing needs freeing.
 */
enum benchan_status row_compare(const struct row_input *input, const struct run_settings *run,
                                struct benchan_bootstrap *bootstrap,
                                struct benchan_comparison *comparison,
                                struct row_evidence *evidence, struct benchan_error *error);

/* ---- pieces (summary.c, two_sample.c, null_control.c) ---- */

/* Work-scale copies of draws: logs, or the values. `to` has room for n. */
void work_scale(const double *values, size_t n, bool logs, double *to);

/* What a row keeps of a serial test. */
struct benchan_serial serial_kept(const struct benchan_independence *test);
struct benchan_two_modes modes_kept(const struct benchan_modality *test);

/* Frees what a summary owns. */
void summary_free(struct benchan_series_summary *summary);

/* Describes an arm: samples, draws, modes, independence, components, warm-up. */
enum benchan_status summarise_arm(const struct arm_row *arm, const struct draws *draws,
                                  enum benchan_level level, bool logs,
                                  const struct run_settings *run,
                                  struct benchan_series_summary *summary,
                                  struct benchan_error *error);

/* Distance of the modes on the work scale; 0 without an alarm. */
double summary_mode_gap(const struct benchan_series_summary *summary, bool logs);

struct effect {
    double estimate, low, high; /* work scale */
    double p;
    const char *method;
};

/* Exact bootstrap of the medians, widened by printed resolution, at 1 - alpha. */
enum benchan_status effect_of_medians(const struct draws *a, const struct draws *b, bool logs,
                                      double half_a, double half_b, double alpha,
                                      struct benchan_bootstrap *bootstrap,
                                      struct effect *effect, struct benchan_error *error);

/* Paired differences on the work scale, in block order, into d (room for min(n, m)). */
size_t pair_differences(const struct draws *a, const struct draws *b, bool logs, double *d);

/*
 * A bound on the difference that drift alone makes where one arm is first in
 * every round: the slope of a round times the share of rounds not balanced by
 * the other order. 0 where the order was random or is no order of rounds; NaN
 * where memory ran out. Draws by round.
 */
double order_drift(const struct draws *a, const struct draws *b, bool logs,
                   const struct benchan_order_pattern *pattern);

/* Absent throughout. */
void null_control_clear(struct benchan_null_control *null);

enum benchan_status null_control(const struct row_input *input, const struct run_settings *run,
                                 const struct benchan_design *design, bool logs,
                                 const struct arm_row *baseline, const struct draws *draws,
                                 const double *d, size_t n_d,
                                 struct benchan_bootstrap *bootstrap,
                                 struct benchan_null_control *null,
                                 struct row_evidence *evidence, struct benchan_error *error);

/* An arm against itself: every other draw against the rest, half against half. */
enum benchan_status null_splits(const struct arm_row *arm, const struct draws *draws, bool logs,
                                struct benchan_bootstrap *bootstrap,
                                struct benchan_null_splits *splits,
                                struct benchan_error *error);

#endif
