/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_JUDGE_H
#define BENCHAN_ANALYSIS_JUDGE_H

/* The pipeline's state between matching and verdict, shared by its stages. */

#include "analysis/claim.h"
#include "analysis/facts.h"
#include "analysis/match.h"
#include "analysis/row.h"
#include "benchan/verdict.h"

struct judged_row {
    struct row_input input;
    struct row_evidence evidence;
    size_t candidate;
};

/* Drift flags at .01 among the rows of one candidate. */
struct contrast_flags {
    size_t judged, raised;
    bool all; /* more than chance allows: every flagged row fails */
};

struct judgement {
    const struct benchan_input *input;
    struct benchan_options options; /* resolved: no zero means default */
    struct run_settings run;
    struct claim claim;
    struct match_index baseline, *candidates, *nulls;
    bool *skip; /* baseline captures of another machine */
    size_t n_rows;
    struct judged_row *rows;             /* parallel to verdict->comparisons */
    struct contrast_facts *facts;        /* per candidate */
    const struct series_ref **null_refs; /* n_nulls a row */
    size_t *null_counts;
    size_t suite_rows;            /* rows that independence judges */
    struct contrast_flags *flags; /* per candidate */
    size_t *empty_loops;          /* per candidate: benchmarks no dearer than an empty loop */
    struct benchan_verdict *verdict;
};

/* pairing.c: matches the arms and fills rows, comparisons and what has no partner. */
enum benchan_status match_rows(struct judgement *judgement, struct benchan_error *error);

/* suite.c: thresholds over rows, Holm's p, counts, fail-on words, exit status. */
enum benchan_status suite_adjust(struct judgement *judgement, struct benchan_error *error);
void suite_count(struct judgement *judgement);
/* Drift flags that chance alone raises among so many rows. */
double suite_chance_flags(size_t rows);

/* geomean.c: the geometric mean of each contrast's times. */
enum benchan_status geomean_compute(struct judgement *judgement, struct benchan_error *error);

/* replicate.c: the findings against a second, independent measurement. */
void replicate_clear(struct benchan_verdict *verdict);
/* Of the candidates the winner of each row is held against what `again` says of it. */
void replicate_hold(struct benchan_verdict *verdict, const struct benchan_verdict *again);

/* warnings.c */
enum benchan_status warnings_collect(struct judgement *judgement, struct benchan_error *error);

/* cost.c: how to measure anew, and what that costs. */
enum benchan_status remeasure_find(struct judgement *judgement, struct benchan_error *error);

/* claims.c: the claim per row and for the geometric mean. */
enum benchan_status claim_judge_rows(struct judgement *judgement, struct benchan_error *error);

#endif
