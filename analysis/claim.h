/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_CLAIM_H
#define BENCHAN_ANALYSIS_CLAIM_H

/*
 * What an author claims, in words, and whether the data carry it.
 *
 * Everything is compared as a log speedup: log(old time / new time), positive
 * where the candidate is better. The readings of a claim:
 *
 *   written                        readings
 *   38% faster                     ratio of speeds 1.38; 38 % less time
 *     (improvement, gain, speedup, quicker)
 *   17% slower                     17 % more time; ratio of speeds 0.83
 *   takes 30% less time            time x 0.70
 *   takes 30% more time            time x 1.30
 *   20% more throughput            ratio of speeds 1.20
 *   20% less throughput            ratio of speeds 0.80
 *   2x, 1.24x faster, twice as     ratio of speeds 2, 1.24, 2
 *     fast, half the time
 *   1.5x slower                    ratio of times 1.5
 *   -17%, 17% fewer, 17% lower     the measured value x 0.83: a speedup where less
 *   +20%, 20% higher               the measured value x 1.20   is better, else not
 *   at least 10% faster            each of the readings is a lower bound
 *   no regression, not slower      no reading: asks for a margin
 *   same speed, no change          no reading: asks for a margin
 *
 * Words such as "about", "almost", "it is" change nothing. "up to" and "at
 * most" are refused: no measurement could contradict the first, and the second
 * is a margin, not an effect.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/sample.h"
#include "benchan/verdict.h"

enum claim_kind { CLAIM_POINT = 0, CLAIM_AT_LEAST, CLAIM_NO_REGRESSION, CLAIM_SAME };

struct claim_reading {
    char words[64];
    double log_change;   /* of speed; of the measured value where of_value */
    double log_nearest;  /* the same at the ends of the printed precision: */
    double log_farthest; /* nearer to 0, and farther from it */
    bool of_value;       /* the sign follows the unit's direction */
};

struct claim {
    enum claim_kind kind;
    double stated; /* as written: 38, 1.24, -17; NaN where there is no figure */
    size_t n_readings;
    struct claim_reading readings[BENCHAN_MAX_READINGS];
};

/*
 * BENCHAN_BAD_USAGE where `text` is no claim; the error shows what would be
 * understood. Nothing is allocated.
 */
enum benchan_status claim_parse(const char *text, struct claim *claim,
                                struct benchan_error *error);

/* "No regression" and "same" mean nothing without a margin (--min-effect). */
bool claim_needs_margin(enum claim_kind kind);

/*
 * The decision table. `claimed`, `low`, `high`: log speedups; `margin` >= 0 on
 * the log scale, NaN where none was given. Claims of a slowdown (claimed < 0)
 * are decided as their mirror image. NaN limits: not shown.
 */
enum benchan_claim_status claim_decide(enum claim_kind kind, double claimed, double low,
                                       double high, bool admissible, bool result_gates_met,
                                       double margin);

/* What one comparison shows; log ratios candidate / baseline, NaN where absent. */
struct claim_evidence {
    enum benchan_direction better;
    double estimate, low, high;
    bool admissible;
    bool result_gates_met;
    double margin; /* log(1 + min_effect), or NaN */
};

/*
 * Fills kind, stated, readings, status and holds of `result` (NaN where the
 * evidence is not admissible: then nothing holds); its words point into
 * `claim`, which must outlive it. A printed figure stands for all that
 * round to it ("38 %": 37.5 to 38.5), yet for no more than a tenth of itself
 * to either side ("2x" is not 1.5x).
 */
void claim_evaluate(const struct claim *claim, const struct claim_evidence *evidence,
                    struct benchan_claim_result *result);

/*
 * Which statistic gives the author's figure within its printed precision, and
 * by which reading: "medians", "means", "minima" ("maxima" where more is
 * better), "single runs" (some run of each arm); *name is NULL where none
 * does. Values in any order; where one is <= 0, none does. O(n log n).
 */
enum benchan_status claim_reproduce(const struct claim *claim, enum benchan_direction better,
                                    const double *a, size_t n, const double *b, size_t m,
                                    const char **name, size_t *reading,
                                    struct benchan_error *error);

#endif
