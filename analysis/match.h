/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_MATCH_H
#define BENCHAN_ANALYSIS_MATCH_H

/*
 * Matching: identity is the whole key (package, benchmark, unit). An index
 * holds an arm's series sorted by key, so that one lookup is O(log n).
 */

#include "analysis/arm.h"
#include "benchan/verdict.h"

struct match_group {
    const char *package, *benchmark, *unit;
    size_t first, n; /* slice of refs: one series per capture */
    size_t order;    /* of first appearance */
};

struct match_index {
    struct series_ref *refs;
    size_t n_refs;
    struct match_group *groups; /* sorted by key */
    size_t n_groups;
    bool ignore_package;
};

/*
 * Indexes the series of an arm that pass options->filter and options->unit.
 * BENCHAN_BAD_USAGE where --ignore-package makes two benchmarks of one file
 * the same. Captures in `skip` (may be NULL) are left out.
 */
enum benchan_status match_index_build(const struct benchan_arm_input *arm,
                                      const struct benchan_options *options, const bool *skip,
                                      struct match_index *index, struct benchan_error *error);
void match_index_free(struct match_index *index);
/* Keeps the refs, which rows point to, and nothing to look up. */
void match_index_close(struct match_index *index);

const struct match_group *match_find(const struct match_index *index, const char *package,
                                     const char *benchmark, const char *unit);

/* The benchmark a baseline's one is compared with: itself, or what --pair says. */
const char *match_partner(const struct benchan_options *options, const char *package,
                          const char *benchmark);

/* Fills the suggestion of an unmatched group from the other side's unmatched ones. */
void match_suggest(const struct match_group *group, const struct match_index *other,
                   struct benchan_unmatched *unmatched);

/* `pattern` with * and ?, or a plain part of the text. */
bool match_pattern(const char *pattern, const char *text);

/* Whether a series passes --filter and --unit. */
bool match_wanted(const struct benchan_series *series, const struct benchan_options *options);

/*
 * The error of an arm of which nothing is left: it names the option that left
 * it out and what there is. `purpose` ends the sentence "no series to ...".
 */
enum benchan_status match_nothing(const struct benchan_arm_input *arm,
                                  const struct benchan_options *options, const char *purpose,
                                  struct benchan_error *error);

#endif
