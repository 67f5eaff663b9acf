/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_STATISTICS_H
#define BENCHAN_ANALYSIS_STATISTICS_STATISTICS_H

/*
 * The statistical kernels: pure functions of arrays of doubles.
 *
 * Conventions. `a` of `n` values is the baseline, `b` of `m` the candidate;
 * ratios are candidate over baseline. Values must be finite; functions that
 * work on logarithms say so and need values > 0. Inputs are never modified
 * and need not be sorted unless a function says so. Kernels compute for any n
 * they are defined for: whether the design carries a claim is for the gates.
 * Arguments out of range give BENCHAN_BAD_USAGE, never a silent NaN.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benchan/error.h"
#include "benchan/stats.h"

/* ---------------------------------------------------------------- description */

/* O(n log n). n >= 1. The sum is compensated; squares cannot leave the range. */
enum benchan_status benchan_location_scale_of(const double *values, size_t n,
                                              struct benchan_location_scale *stats,
                                              struct benchan_error *error);

/* Percentile of type 7, 0 <= p <= 1, of ascending values. O(1). n >= 1. */
double benchan_quantile_sorted(const double *sorted, size_t n, double p);

/* ------------------------------------------ exact bootstrap of the median (4.1) */

struct benchan_interval {
    double estimate, low, high; /* on the scale the function names */
    const char *method;         /* a constant string */
};

/*
 * Weights of the exact bootstrap distribution of the sample median depend on n
 * alone; this caches them. One per thread; owned by the caller.
 */
struct benchan_bootstrap;
struct benchan_bootstrap *benchan_bootstrap_new(void); /* NULL: no memory */
void benchan_bootstrap_free(struct benchan_bootstrap *bootstrap);

struct benchan_atom {
    uint32_t i, j; /* 1-based order statistics: the value is (x_(i) + x_(j)) / 2 */
    double weight;
};

/*
 * The weights for n >= 1 (Efron 1979; Maritz and Jarrett 1978; even n by the
 * joint law of the two middle order statistics). *atoms belongs to the cache
 * and lives until it is freed. Beyond n = 1000 only the middle, weights below
 * 1e-13 dropped; beyond 1e5 even n uses the lower middle.
 */
enum benchan_status benchan_bootstrap_weights(struct benchan_bootstrap *bootstrap, size_t n,
                                              const struct benchan_atom **atoms,
                                              size_t *n_atoms, struct benchan_error *error);

/*
 * Percentile interval of log(median b) - log(median a) at level 1 - alpha from
 * the exact bootstrap distributions of both medians, convolved by merging; no
 * Monte Carlo. Exactly mirrored when the arms are swapped. Inputs ascending
 * and > 0. Result on the log scale. O(k log k) for k atoms.
 */
enum benchan_status benchan_bootstrap_log_ratio(struct benchan_bootstrap *bootstrap,
                                                const double *a, size_t n, const double *b,
                                                size_t m, double alpha,
                                                struct benchan_interval *interval,
                                                struct benchan_error *error);

/* The same for median b - median a on the raw scale; values of any sign. */
enum benchan_status benchan_bootstrap_difference(struct benchan_bootstrap *bootstrap,
                                                 const double *a, size_t n, const double *b,
                                                 size_t m, double alpha,
                                                 struct benchan_interval *interval,
                                                 struct benchan_error *error);

/*
 * Standard deviation of the exact bootstrap distribution of log(median), and
 * the self-resolution: the 97.5 % point of log M' - log M for two
 * independent bootstrap medians of the same ascending sample > 0. Either
 * pointer may be NULL.
 */
enum benchan_status benchan_bootstrap_self(struct benchan_bootstrap *bootstrap,
                                           const double *sorted, size_t n, double *sd_log,
                                           double *resolution, struct benchan_error *error);

/* Smallest n for which the interval and the rank test can speak at alpha (4.1). */
size_t benchan_bootstrap_least_n(double alpha, size_t n, size_t m);

/* ------------------------------------------------------- two-sample ranks (4.2) */

/*
 * Mann and Whitney (1947), exact with ties: the permutation distribution given
 * the tie groups. Exact to n + m = 400 without and 200 with ties, with ties also
 * beyond where one arm is small; else normal with tie and continuity correction. Swapping a and
 * b gives the same p to the last bit. n, m >= 1.
 */
enum benchan_status benchan_mann_whitney(const double *a, size_t n, const double *b, size_t m,
                                         struct benchan_rank_test *test,
                                         struct benchan_error *error);

/*
 * Hodges and Lehmann (1963) shift: median of all b_j - a_i, with the interval
 * that inverts the exact rank test (no-ties null). *k = differences cut off at
 * each end. Beyond nm = 1e6 by selection with the normal interval.
 */
enum benchan_status benchan_hodges_lehmann(const double *a, size_t n, const double *b, size_t m,
                                           double alpha, struct benchan_interval *interval,
                                           size_t *k, struct benchan_error *error);

/* ----------------------------------------------------------------- pairs (4.6) */

struct benchan_signed_rank_test {
    double w_plus;
    size_t n_nonzero;
    double p; /* two-sided, exact: zeros dropped, midranks doubled */
    const char *method;
};

/* Wilcoxon (1945) on differences d. p = 1 where all are zero. */
enum benchan_status benchan_signed_rank(const double *d, size_t n,
                                        struct benchan_signed_rank_test *test,
                                        struct benchan_error *error);

/*
 * Median of Walsh averages with the interval that inverts the exact signed-rank
 * test; the interval is infinite where n is too small for alpha.
 * *k = averages cut off at each end.
 */
enum benchan_status benchan_walsh(const double *d, size_t n, double alpha,
                                  struct benchan_interval *interval, size_t *k,
                                  struct benchan_error *error);

/* ---------------------------------------------------------- independence (4.3) */

struct benchan_independence {
    size_t n;
    double serial, trend, level;       /* the three statistics */
    double p_serial, p_trend, p_level; /* marginal permutation p */
    double p;                          /* joint; NaN where n < 5 */
    size_t permutations;               /* drawn before the answer was settled */
    size_t segment_begin, segment_end; /* argmax segment, 0-based half-open */
    size_t n_changes;
    size_t changes[BENCHAN_MAX_CHANGES]; /* change points: indices where a level begins */
    double n_effective;                  /* NaN where n < 5 */
    size_t batch;                        /* values per batch where n > 200; else 1 */
};

/*
 * Joint permutation test of an ordered sequence against exchangeability:
 * serial (von Neumann 1941), trend (Mann 1945), level (circular binary
 * segmentation, Olshen et al. 2004). `values` in order, any sign (logs are the
 * caller's). Stops early once the sides of `fail` and `warn` are settled, at
 * most `most` permutations (0: 9999); with fail = warn = 0 nothing is to be
 * settled and all are drawn. The stream is a function of (seed, n) alone.
 * n <= 8 enumerates all n! orders when `exact` is set. Beyond 200 values it
 * works on medians of equal consecutive batches. Change points are named where
 * both the joint p and the level's are at most `warn`.
 */
enum benchan_status benchan_independence_test(const double *values, size_t n, uint64_t seed,
                                              double fail, double warn, size_t most, bool exact,
                                              struct benchan_independence *result,
                                              struct benchan_error *error);

/* -------------------------------------------------------------- modality (4.4) */

struct benchan_modality {
    size_t n;
    double gap, gap_critical; /* T and T99.5(n); T is infinite between two constants */
    double dip, dip_critical; /* Hartigan's dip and D99.5(n) */
    bool alarm;
    size_t split;     /* values in the lower group at the largest gap */
    double low, high; /* medians of the two groups, on the input's scale */
};

/*
 * `sorted` ascending (logs of draws, or differences); `half_width` half the
 * printed resolution on that scale, over which ties are spread. n >= 6, else
 * alarm is false and the criticals are NaN. Critical values: steps in n,
 * never interpolated; beyond the table the dip's scale by sqrt(n_last/n).
 */
enum benchan_status benchan_modality_test(const double *sorted, size_t n, double half_width,
                                          struct benchan_modality *result,
                                          struct benchan_error *error);

/*
 * Hartigan and Hartigan (1985), after AS 217. Ascending input. O(n log n). n >= 1.
 * NaN where n is 0 or memory ran out.
 */
double benchan_dip(const double *sorted, size_t n);

/* --------------------------------------------------- variance components (4.3) */

struct benchan_components {
    size_t groups, values;
    double ms_between, ms_within, f, p;
    double icc, icc_low, icc_high; /* 95 % limits; icc clipped at 0, the limits not */
    double between_share; /* of a group mean's variance: var_b / (var_b + var_w / m0) */
    double m0;
};

/*
 * One-way random-effects analysis of variance. Values grouped: group g holds
 * values[start[g]] .. values[start[g + 1] - 1]; `start` has groups + 1 items.
 * NaN fields where undefined (one group, one value a group).
 */
enum benchan_status benchan_components_analyse(const double *values, const size_t *start,
                                               size_t groups, struct benchan_components *result,
                                               struct benchan_error *error);

/* ------------------------------------------------------- multiplicity and t (4.7, 4.9) */

/* Holm (1979): adjusted p in the order given; NaN entries are skipped. O(n log n). */
enum benchan_status benchan_holm(const double *p, size_t n, double *adjusted,
                                 struct benchan_error *error);

/* Smallest q with P(Binomial(n, p) <= q) >= level. */
size_t benchan_binomial_quantile(size_t n, double p, double level);

/* Quantiles of Student's t and of the normal; arguments are checked. */
double benchan_t_quantile(double p, double degrees);
double benchan_normal_quantile(double p);

/*
 * Prediction interval of mean(b) - mean(a) where sessions are the draws:
 * difference +- t s sqrt(1/n + 1/m); s pooled over the arms with at least two
 * values. BENCHAN_BAD_USAGE where neither has two.
 */
enum benchan_status benchan_prediction_interval(const double *a, size_t n, const double *b,
                                                size_t m, double alpha,
                                                struct benchan_interval *interval, double *sd,
                                                double *degrees, struct benchan_error *error);

/* Mean +- t sd / sqrt(n) of differences, n >= 2. */
enum benchan_status benchan_t_interval(const double *d, size_t n, double alpha,
                                       struct benchan_interval *interval,
                                       struct benchan_error *error);

/*
 * Two-sided range that holds `level` of the exact distribution of the number
 * of label runs among n and m labels in random order (Wald and Wolfowitz 1940).
 */
void benchan_label_runs_range(size_t n, size_t m, double level, size_t *low, size_t *high);

#endif
