/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What many rows at once change: thresholds, Holm's p, counts, the exit status. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/finding.h"
#include "analysis/judge.h"
#include "analysis/statistics/holm.h"
#include "analysis/statistics/statistics.h"

/* Flags at .01 that chance alone raises in one row, measured on real suites. */
static const double CALIBRATED_FLAG_RATE = 0.02;

double suite_chance_flags(size_t rows)
{
    return CALIBRATED_FLAG_RATE * (double)rows;
}

/* Counted per candidate: several candidates share one baseline, and so its flags. */
static void count_flags(struct judgement *judgement)
{
    struct benchan_tally *summary = &judgement->verdict->tally;
    for (size_t i = 0; i < judgement->n_rows; i++) {
        const struct row_evidence *evidence = &judgement->rows[i].evidence;
        struct contrast_flags *flags = &judgement->flags[judgement->rows[i].candidate];
        if (!row_independence_judged(evidence))
            continue;
        flags->judged++;
        flags->raised += evidence->independence_p <= 0.01;
    }
    for (size_t i = 0; i < judgement->input->n_candidates; i++) {
        struct contrast_flags *flags = &judgement->flags[i];
        flags->all = judgement->suite_rows > 1 && flags->judged > 1 &&
                     flags->raised > benchan_binomial_quantile(flags->judged, 0.01, 0.99);
        summary->flags += flags->raised;
        summary->chance_flags += suite_chance_flags(flags->judged);
    }
}

static int compare_rows_by_key(const struct benchan_comparison *a,
                               const struct benchan_comparison *b)
{
    int order = strcmp(a->package, b->package);
    if (!order)
        order = strcmp(a->benchmark, b->benchmark);
    return order ? order : strcmp(a->unit, b->unit);
}

static int compare_pointers(const void *left, const void *right)
{
    struct benchan_comparison *const *a = left;
    struct benchan_comparison *const *b = right;
    const int order = compare_rows_by_key(*a, *b);
    if (order)
        return order;
    return ((*a)->candidate_index > (*b)->candidate_index) -
           ((*a)->candidate_index < (*b)->candidate_index);
}

/* Holm over the k candidates of one row; variants tried but not given count as p = 1. */
static enum benchan_status holm_of_row(struct benchan_comparison **rows, size_t n, size_t k,
                                       struct benchan_error *error)
{
    double *p = malloc(2 * n * sizeof *p);
    if (!p)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < n; i++)
        p[i] = rows[i]->p;
    const double others = k > n ? (double)(k - n) : 0;
    const enum benchan_status status = holm_among_others(p, n, others, p + n, error);
    for (size_t i = 0; i < n && !status; i++)
        rows[i]->p_holm_k = p[n + i];
    free(p);
    return status;
}

static enum benchan_status holm_over_candidates(struct judgement *judgement,
                                                struct benchan_error *error)
{
    struct benchan_verdict *verdict = judgement->verdict;
    const size_t n = verdict->n_comparisons;
    struct benchan_comparison **rows = malloc(n * sizeof *rows);
    if (!rows)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < n; i++)
        rows[i] = &verdict->comparisons[i];
    qsort(rows, n, sizeof *rows, compare_pointers);
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < n && !status;) {
        size_t end = i + 1;
        while (end < n && compare_rows_by_key(rows[i], rows[end]) == 0)
            end++;
        status = holm_of_row(rows + i, end - i, verdict->k, error);
        i = end;
    }
    free(rows);
    return status;
}

static enum benchan_status holm_over_rows(struct judgement *judgement,
                                          struct benchan_error *error)
{
    struct benchan_verdict *verdict = judgement->verdict;
    const size_t n = verdict->n_comparisons;
    double *p = malloc(2 * n * sizeof *p);
    if (!p)
        return benchan_fail_memory(error);
    size_t judged = 0;
    for (size_t i = 0; i < n; i++) {
        p[i] = verdict->comparisons[i].derived ? NAN : verdict->comparisons[i].p;
        judged += isnan(p[i]) ? 0 : 1;
    }
    /* Variants that were tried but not given weigh as many rows of p = 1 each. */
    const double given = (double)judgement->input->n_candidates;
    const double others = fmax((double)verdict->k / given - 1, 0) * (double)judged;
    const enum benchan_status status = holm_among_others(p, n, others, p + n, error);
    for (size_t i = 0; i < n && !status; i++)
        verdict->comparisons[i].p_holm = p[n + i];
    free(p);
    return status;
}

enum benchan_status suite_adjust(struct judgement *judgement, struct benchan_error *error)
{
    count_flags(judgement);
    enum benchan_status status = holm_over_candidates(judgement, error);
    if (!status)
        status = holm_over_rows(judgement, error);
    return status;
}

static bool survives(const struct judgement *judgement, const struct benchan_comparison *c)
{
    return c->exact || c->p_holm <= judgement->options.alpha;
}

static bool leans_slower(const struct judgement *judgement, const struct benchan_comparison *c)
{
    if (c->verdict == BENCHAN_ADMISSIBLE || !c->lean || isnan(c->ratio.estimate))
        return false;
    if (finding_improves(c, log(c->ratio.estimate)) >= 0)
        return false;
    return fabs(log(c->ratio.estimate)) > log1p(judgement->options.min_effect);
}

static unsigned raised_by(const struct judgement *judgement, const struct benchan_comparison *c)
{
    unsigned raised = 0;
    if (c->verdict == BENCHAN_INADMISSIBLE)
        raised |= BENCHAN_ON_INADMISSIBLE;
    if (c->verdict == BENCHAN_INCOMPLETE)
        raised |= BENCHAN_ON_INCOMPLETE;
    if (c->finding == BENCHAN_UNDECIDED)
        raised |= BENCHAN_ON_UNDECIDED;
    if (c->claim == BENCHAN_CLAIM_CONTRADICTED)
        raised |= BENCHAN_ON_CONTRADICTED;
    if (c->claim == BENCHAN_CLAIM_OVERSTATED)
        raised |= BENCHAN_ON_OVERSTATED;
    if (c->attested && c->verdict == BENCHAN_ADMISSIBLE)
        raised |= BENCHAN_ON_ATTESTED;
    if (finding_is_difference(c->finding) && survives(judgement, c)) {
        raised |= BENCHAN_ON_DIFFERENCE;
        if (c->finding == BENCHAN_SLOWER)
            raised |= BENCHAN_ON_SLOWER;
        if (c->finding == BENCHAN_FASTER)
            raised |= BENCHAN_ON_FASTER;
    }
    if (leans_slower(judgement, c))
        raised |= BENCHAN_ON_SUSPECT_SLOWER;
    return raised;
}

static unsigned default_fail_on(const struct benchan_options *options)
{
    unsigned list = BENCHAN_ON_INADMISSIBLE | BENCHAN_ON_INCOMPLETE | BENCHAN_ON_CONTRADICTED |
                    BENCHAN_ON_MISSING;
    if (options->min_effect > 0)
        list |= BENCHAN_ON_UNDECIDED;
    return list;
}

void suite_count(struct judgement *judgement)
{
    struct benchan_verdict *verdict = judgement->verdict;
    struct benchan_tally *summary = &verdict->tally;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *c = &verdict->comparisons[i];
        if (c->derived)
            continue;
        summary->rows++;
        summary->admissible += c->verdict == BENCHAN_ADMISSIBLE;
        summary->incomplete += c->verdict == BENCHAN_INCOMPLETE;
        summary->inadmissible += c->verdict == BENCHAN_INADMISSIBLE;
        summary->by_finding[c->finding]++;
        summary->raised |= raised_by(judgement, c);
    }
    for (size_t i = 0; i < verdict->n_unmatched; i++)
        summary->missing += verdict->unmatched[i].side == BENCHAN_ONLY_BASELINE;
    if (summary->missing)
        summary->raised |= BENCHAN_ON_MISSING;
    if (verdict->claim.status == BENCHAN_CLAIM_CONTRADICTED)
        summary->raised |= BENCHAN_ON_CONTRADICTED;
    if (verdict->claim.status == BENCHAN_CLAIM_OVERSTATED)
        summary->raised |= BENCHAN_ON_OVERSTATED;
    const unsigned list = judgement->options.fail_on_set ? judgement->options.fail_on
                                                         : default_fail_on(&judgement->options);
    verdict->exit_status = (summary->raised & list) ? 1 : 0;
}
