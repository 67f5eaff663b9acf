/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "benchan/verdict.h"
#include "cli/commands.h"
#include "cli/reports.h"
#include "cli/sides.h"

/* `inputs` has room for every arm of the set. */
static struct benchan_input make_input(const struct side_set *set,
                                       struct benchan_arm_input *inputs)
{
    for (size_t i = 0; i < set->n; i++)
        inputs[i] = side_input(&set->arms[i]);
    const struct benchan_arm_input *nulls = inputs + 1 + set->n_candidates;
    return (struct benchan_input){
        .baseline = inputs[0],
        .candidates = inputs + 1,
        .n_candidates = set->n_candidates,
        .nulls = nulls,
        .n_nulls = set->n_nulls,
        .replicate = set->replicate ? nulls + set->n_nulls : NULL,
    };
}

static enum benchan_status judge(struct job *job, const struct side_set *set)
{
    struct benchan_arm_input *inputs = calloc(set->n, sizeof *inputs);
    if (!inputs)
        return benchan_fail_memory(job->error);
    const struct benchan_input input = make_input(set, inputs);
    struct benchan_verdict *verdict = NULL;
    enum benchan_status status =
        benchan_judge(&input, &job->settings->judge, &verdict, job->error);
    if (!status)
        status = reports_verdict(job, verdict);
    if (!status)
        job->exit_status = verdict->exit_status;
    benchan_verdict_free(verdict);
    free(inputs);
    return status;
}

static bool one_file(const struct settings *settings)
{
    return settings->operands.n == 1 && !settings->by && !settings->baselines.n;
}

/* What only makes sense with two arms; a lone file would be described without it. */
static enum benchan_status needs_two(struct job *job)
{
    const struct settings *settings = job->settings;
    if (!settings->judge.claim && !settings->nulls.n && !settings->replicate[0] &&
        !settings->card && !settings->command_named)
        return BENCHAN_OK;
    return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                        "name the candidate too, or take both arms from the file with --by KEY",
                        "a verdict needs two arms and %s is one", settings->operands.items[0]);
}

enum benchan_status command_verdict(struct job *job)
{
    if (one_file(job->settings)) {
        const enum benchan_status status = needs_two(job);
        return status ? status : command_describe(job);
    }
    struct side_set set;
    enum benchan_status status = side_set_read(job, &set);
    if (status)
        return status;
    status = judge(job, &set);
    side_set_free(&set);
    return status;
}

/* Either of the two looks at captures without comparing them. */
static enum benchan_status
describe(struct job *job, enum benchan_status (*look)(const struct benchan_arm_input *arm,
                                                      const struct benchan_options *options,
                                                      struct benchan_description **description,
                                                      struct benchan_error *error))
{
    struct side arm = {0};
    const struct list *operands = &job->settings->operands;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < operands->n && !status; i++)
        status = side_read(job, operands->items[i], &arm);
    struct benchan_description *description = NULL;
    const struct benchan_arm_input input = side_input(&arm);
    if (!status)
        status = look(&input, &job->settings->judge, &description, job->error);
    if (!status)
        status = reports_description(job, description);
    benchan_description_free(description);
    side_free(&arm);
    return status;
}

/* The same pipeline, on captures that the user says are of identical code, or on one. */
enum benchan_status command_null(struct job *job)
{
    if (one_file(job->settings))
        return describe(job, benchan_null);
    struct side_set set;
    enum benchan_status status = side_set_read(job, &set);
    if (status)
        return status;
    status = judge(job, &set);
    side_set_free(&set);
    return status;
}

enum benchan_status command_describe(struct job *job)
{
    return describe(job, benchan_describe);
}
