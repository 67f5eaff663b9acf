/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/draws.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"

void draws_free(struct draws *draws)
{
    free(draws->values);
    free(draws->sorted);
    free(draws->group);
    *draws = (struct draws){0};
}

static void reduce_to_runs(const struct arm_row *arm, struct draws *draws)
{
    for (size_t u = 0; u < arm->n_units; u++)
        for (size_t i = 0; i < arm->units[u].n; i++) {
            draws->group[draws->n] = (uint32_t)u;
            draws->values[draws->n++] = arm->values[arm->units[u].first + i];
        }
}

static void reduce_to_units(const struct arm_row *arm, struct draws *draws, double *scratch)
{
    for (size_t u = 0; u < arm->n_units; u++) {
        draws->group[u] = (uint32_t)u;
        draws->values[u] = arm_unit_median(arm, &arm->units[u], arm->take, scratch);
    }
    draws->n = arm->n_units;
}

/* Units by group, in their order: a list per group. */
struct group_lists {
    uint32_t *head; /* of each group */
    uint32_t *next; /* of each unit */
};

static void list_units(const struct arm_row *arm, int which, const struct grouping *grouping,
                       struct group_lists *lists)
{
    for (size_t g = 0; g < grouping->n_groups; g++)
        lists->head[g] = BENCHAN_NONE;
    for (size_t u = arm->n_units; u-- > 0;) {
        const uint32_t group = grouping->of_unit[which][u];
        if (group == BENCHAN_NONE)
            continue;
        lists->next[u] = lists->head[group];
        lists->head[group] = (uint32_t)u;
    }
}

static enum benchan_status reduce_to_groups(const struct arm_row *arm, int which,
                                            const struct grouping *grouping, bool shared_only,
                                            struct draws *draws, double *scratch)
{
    struct group_lists lists = {malloc((grouping->n_groups + 1) * sizeof(uint32_t)),
                                malloc((arm->n_units + 1) * sizeof(uint32_t))};
    double *medians = scratch + arm->n_values;
    const bool allocated = lists.head && lists.next;
    if (allocated)
        list_units(arm, which, grouping, &lists);
    for (uint32_t g = 0; allocated && g < grouping->n_groups; g++) {
        size_t n = 0;
        for (uint32_t u = lists.head[g]; u != BENCHAN_NONE; u = lists.next[u])
            medians[n++] = arm_unit_median(arm, &arm->units[u], arm->take, scratch);
        if (!n || (shared_only && grouping->holds[g] != 3))
            continue;
        gsl_sort(medians, 1, n);
        draws->group[draws->n] = g;
        draws->values[draws->n++] = benchan_quantile_sorted(medians, n, 0.5);
    }
    free(lists.head);
    free(lists.next);
    return allocated ? BENCHAN_OK : BENCHAN_NO_MEMORY;
}

enum benchan_status draws_reduce(const struct arm_row *arm, int which, enum benchan_level level,
                                 const struct inferred_design *inferred, struct draws *draws,
                                 struct benchan_error *error)
{
    *draws = (struct draws){.ordered = arm->ordered};
    const size_t room = arm->n_values ? arm->n_values : 1;
    draws->values = malloc(room * sizeof *draws->values);
    draws->sorted = malloc(room * sizeof *draws->sorted);
    draws->group = malloc(room * sizeof *draws->group);
    double *scratch = malloc(2 * room * sizeof *scratch);
    if (!draws->values || !draws->sorted || !draws->group || !scratch) {
        free(scratch);
        draws_free(draws);
        return benchan_fail_memory(error);
    }
    enum benchan_status status = BENCHAN_OK;
    if (level == BENCHAN_LEVEL_RUN)
        reduce_to_runs(arm, draws);
    else if (level == BENCHAN_LEVEL_PROCESS)
        reduce_to_units(arm, draws, scratch);
    else if (level == BENCHAN_LEVEL_BLOCK)
        status = reduce_to_groups(arm, which, &inferred->blocks, true, draws, scratch);
    else if (level == BENCHAN_LEVEL_BUILD)
        status = reduce_to_groups(arm, which, &inferred->builds, false, draws, scratch);
    else
        status = reduce_to_groups(arm, which, &inferred->sessions, false, draws, scratch);
    free(scratch);
    if (status) {
        draws_free(draws);
        return benchan_fail_memory(error);
    }
    memcpy(draws->sorted, draws->values, draws->n * sizeof *draws->sorted);
    gsl_sort(draws->sorted, 1, draws->n);
    return BENCHAN_OK;
}
