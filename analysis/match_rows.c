/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which series are compared: the rows of each candidate, and what has no partner. */
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"

static bool fact_conflicts(const struct benchan_capture *a, const struct benchan_capture *b,
                           const char *key)
{
    const char *x = benchan_capture_fact(a, BENCHAN_NONE, key);
    const char *y = benchan_capture_fact(b, BENCHAN_NONE, key);
    return x && y && strcmp(x, y) != 0;
}

/* Of several baseline captures, those of another machine are no sessions of this one. */
static void skip_other_machines(struct judgement *judgement)
{
    const struct benchan_arm_input *baseline = &judgement->input->baseline;
    const struct benchan_capture *candidate = judgement->input->candidates[0].captures[0];
    if (baseline->n_captures < 2)
        return;
    for (size_t c = 0; c < baseline->n_captures; c++)
        judgement->skip[c] = fact_conflicts(baseline->captures[c], candidate, "cpu") ||
                             fact_conflicts(baseline->captures[c], candidate, "os");
    size_t used = 0;
    for (size_t c = 0; c < baseline->n_captures; c++)
        used += !judgement->skip[c];
    if (!used)
        memset(judgement->skip, 0, baseline->n_captures * sizeof *judgement->skip);
}

static enum benchan_status build_indexes(struct judgement *judgement,
                                         struct benchan_error *error)
{
    const struct benchan_input *input = judgement->input;
    judgement->skip = calloc(input->baseline.n_captures, sizeof *judgement->skip);
    judgement->candidates = calloc(input->n_candidates, sizeof *judgement->candidates);
    judgement->nulls = calloc(input->n_nulls + 1, sizeof *judgement->nulls);
    if (!judgement->skip || !judgement->candidates || !judgement->nulls)
        return benchan_fail_memory(error);
    skip_other_machines(judgement);
    enum benchan_status status = match_index_build(
        &input->baseline, &judgement->options, judgement->skip, &judgement->baseline, error);
    for (size_t i = 0; i < input->n_candidates && !status; i++)
        status = match_index_build(&input->candidates[i], &judgement->options, NULL,
                                   &judgement->candidates[i], error);
    for (size_t i = 0; i < input->n_nulls && !status; i++)
        status = match_index_build(&input->nulls[i], &judgement->options, NULL,
                                   &judgement->nulls[i], error);
    return status;
}

static int compare_group_order(const void *left, const void *right)
{
    const struct match_group *const *a = left;
    const struct match_group *const *b = right;
    return ((*a)->order > (*b)->order) - ((*a)->order < (*b)->order);
}

/* Groups in order of first appearance; the caller frees. */
static const struct match_group **in_order(const struct match_index *index)
{
    const struct match_group **groups = malloc((index->n_groups + 1) * sizeof *groups);
    if (!groups)
        return NULL;
    for (size_t i = 0; i < index->n_groups; i++)
        groups[i] = &index->groups[i];
    qsort(groups, index->n_groups, sizeof *groups, compare_group_order);
    return groups;
}

static enum benchan_direction stated_direction(const struct benchan_options *options,
                                               const struct benchan_series *series)
{
    const char *at = options->better;
    while (at && *at) {
        const char *end = strchr(at, ',');
        const size_t n = end ? (size_t)(end - at) : strlen(at);
        const char *equals = memchr(at, '=', n);
        const size_t name = equals ? (size_t)(equals - at) : 0;
        if (equals && ((strlen(series->unit) == name && !strncmp(at, series->unit, name)) ||
                       (strlen(series->recorded_unit) == name &&
                        !strncmp(at, series->recorded_unit, name))))
            return strncmp(equals + 1, "higher", 6) == 0 ? BENCHAN_BETTER_HIGHER
                                                         : BENCHAN_BETTER_LOWER;
        at = end ? end + 1 : NULL;
    }
    return series->better;
}

static void add_row(struct judgement *judgement, size_t candidate,
                    const struct match_group *old_group, const struct match_group *new_group)
{
    const size_t at = judgement->n_rows++;
    struct judged_row *row = &judgement->rows[at];
    struct benchan_comparison *c = &judgement->verdict->comparisons[at];
    const struct benchan_series *series = judgement->baseline.refs[old_group->first].series;
    const struct match_index *index = &judgement->candidates[candidate];
    row->candidate = candidate;
    row->input.refs[0] = &judgement->baseline.refs[old_group->first];
    row->input.n_refs[0] = old_group->n;
    row->input.refs[1] = &index->refs[new_group->first];
    row->input.n_refs[1] = new_group->n;
    *c = (struct benchan_comparison){.package = series->package,
                                     .benchmark = old_group->benchmark,
                                     .unit = old_group->unit,
                                     .quantity = series->quantity,
                                     .better = stated_direction(&judgement->options, series),
                                     .candidate_index = candidate};
    c->derived = series->derived || index->refs[new_group->first].series->derived;
    if (strcmp(old_group->benchmark, new_group->benchmark) != 0)
        c->candidate_benchmark = new_group->benchmark;
    const size_t n_nulls = judgement->input->n_nulls;
    row->input.n_nulls = n_nulls;
    row->input.nulls = judgement->null_refs + at * n_nulls;
    row->input.n_nulls_refs = judgement->null_counts + at * n_nulls;
    for (size_t i = 0; i < n_nulls; i++) {
        const struct match_group *null = match_find(&judgement->nulls[i], series->package,
                                                    old_group->benchmark, old_group->unit);
        judgement->null_refs[at * n_nulls + i] =
            null ? &judgement->nulls[i].refs[null->first] : NULL;
        judgement->null_counts[at * n_nulls + i] = null ? null->n : 0;
    }
}

static void add_unmatched(struct judgement *judgement, enum benchan_unmatched_side side,
                          size_t candidate, const struct match_group *group,
                          const struct match_index *other)
{
    struct benchan_verdict *verdict = judgement->verdict;
    struct benchan_unmatched *unmatched = &verdict->unmatched[verdict->n_unmatched++];
    *unmatched = (struct benchan_unmatched){.side = side,
                                            .candidate_index = candidate,
                                            .package = group->package,
                                            .benchmark = group->benchmark,
                                            .unit = group->unit};
    enum { SUGGEST_FOR = 200 };
    if (verdict->n_unmatched <= SUGGEST_FOR)
        match_suggest(group, other, unmatched);
}

static bool is_partner(const struct judgement *judgement, const struct match_group *group,
                       size_t candidate)
{
    const struct benchan_options *options = &judgement->options;
    for (size_t i = 0; i < options->n_renames; i++)
        for (size_t g = 0; g < judgement->baseline.n_groups; g++) {
            const struct match_group *old_group = &judgement->baseline.groups[g];
            const char *partner =
                match_partner(options, old_group->package, old_group->benchmark);
            if (partner != old_group->benchmark &&
                match_find(&judgement->candidates[candidate], old_group->package, partner,
                           old_group->unit) == group)
                return true;
        }
    return false;
}

static enum benchan_status match_candidate(struct judgement *judgement, size_t candidate,
                                           struct benchan_error *error)
{
    const struct match_index *old_index = &judgement->baseline;
    const struct match_index *new_index = &judgement->candidates[candidate];
    const struct match_group **olds = in_order(old_index);
    const struct match_group **news = in_order(new_index);
    const bool allocated = olds && news;
    for (size_t i = 0; allocated && i < old_index->n_groups; i++) {
        const char *partner =
            match_partner(&judgement->options, olds[i]->package, olds[i]->benchmark);
        const struct match_group *found =
            match_find(new_index, olds[i]->package, partner, olds[i]->unit);
        if (found)
            add_row(judgement, candidate, olds[i], found);
        else
            add_unmatched(judgement, BENCHAN_ONLY_BASELINE, candidate, olds[i], new_index);
    }
    for (size_t i = 0; allocated && i < new_index->n_groups; i++)
        if (!match_find(old_index, news[i]->package, news[i]->benchmark, news[i]->unit) &&
            !is_partner(judgement, news[i], candidate))
            add_unmatched(judgement, BENCHAN_ONLY_CANDIDATE, candidate, news[i], old_index);
    free(olds);
    free(news);
    return allocated ? BENCHAN_OK : benchan_fail_memory(error);
}

static enum benchan_status nothing_in_common(const struct judgement *judgement,
                                             struct benchan_error *error)
{
    const struct benchan_verdict *verdict = judgement->verdict;
    const struct benchan_input *input = judgement->input;
    if (!judgement->baseline.n_groups)
        return match_nothing(&input->baseline, &judgement->options, "compare", error);
    if (!judgement->candidates[0].n_groups)
        return match_nothing(&input->candidates[0], &judgement->options, "compare", error);
    const char *path = input->candidates[0].captures[0]->path;
    for (size_t i = 0; i < verdict->n_unmatched; i++) {
        const struct benchan_unmatched *u = &verdict->unmatched[i];
        if (u->by_package)
            return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0,
                                "accept it with --ignore-package",
                                "nothing in common with the baseline: %s is in package %s "
                                "there and in %s here",
                                u->benchmark, u->package, u->suggested_package);
        if (u->by_suffix)
            return benchan_fail(error, BENCHAN_BAD_USAGE, path, 0, 0,
                                "accept it with --pair OLD=NEW",
                                "nothing in common with the baseline: %s there, %s here",
                                u->benchmark, u->suggested_benchmark);
    }
    return benchan_fail(
        error, BENCHAN_BAD_USAGE, path, 0, 0,
        "compare recordings of the same benchmarks, or name pairs with --pair "
        "OLD=NEW",
        "nothing in common with the baseline (%zu benchmarks there, %zu here%s)",
        judgement->baseline.n_groups, judgement->candidates[0].n_groups,
        judgement->options.filter ? ", after --filter" : "");
}

static enum benchan_status allocate_rows(struct judgement *judgement,
                                         struct benchan_error *error)
{
    const struct benchan_input *input = judgement->input;
    struct benchan_verdict *verdict = judgement->verdict;
    const size_t rows = judgement->baseline.n_groups * input->n_candidates + 1;
    size_t unmatched = rows;
    for (size_t i = 0; i < input->n_candidates; i++)
        unmatched += judgement->candidates[i].n_groups;
    judgement->rows = calloc(rows, sizeof *judgement->rows);
    judgement->null_refs = calloc(rows * (input->n_nulls + 1), sizeof *judgement->null_refs);
    judgement->null_counts =
        calloc(rows * (input->n_nulls + 1), sizeof *judgement->null_counts);
    judgement->facts = calloc(input->n_candidates, sizeof *judgement->facts);
    judgement->empty_loops = calloc(input->n_candidates, sizeof *judgement->empty_loops);
    judgement->flags = calloc(input->n_candidates, sizeof *judgement->flags);
    verdict->comparisons = calloc(rows, sizeof *verdict->comparisons);
    verdict->unmatched = calloc(unmatched, sizeof *verdict->unmatched);
    verdict->contrasts = calloc(input->n_candidates, sizeof *verdict->contrasts);
    if (!judgement->rows || !judgement->null_refs || !judgement->null_counts ||
        !judgement->facts || !judgement->empty_loops || !judgement->flags ||
        !verdict->comparisons || !verdict->unmatched || !verdict->contrasts)
        return benchan_fail_memory(error);
    verdict->n_contrasts = input->n_candidates;
    return BENCHAN_OK;
}

enum benchan_status match_rows(struct judgement *judgement, struct benchan_error *error)
{
    enum benchan_status status = build_indexes(judgement, error);
    if (!status)
        status = allocate_rows(judgement, error);
    for (size_t i = 0; i < judgement->input->n_candidates && !status; i++)
        status = match_candidate(judgement, i, error);
    if (!status && !judgement->n_rows)
        return nothing_in_common(judgement, error);
    /* A large suite's keys are large, and every row has its series now. */
    match_index_close(&judgement->baseline);
    for (size_t i = 0; i < judgement->input->n_candidates && !status; i++)
        match_index_close(&judgement->candidates[i]);
    return status;
}
