/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/report.h"

#include <math.h>

#include "cli/commands.h"
#include "cli/sides.h"

enum benchan_status command_plan(struct job *job)
{
    const struct settings *settings = job->settings;
    if (isnan(settings->effect))
        return benchan_fail(job->error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                            "add --effect 2%, the smallest effect that matters",
                            "a plan needs an effect to look for");
    struct side arm = {0};
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < settings->operands.n && !status; i++)
        status = side_read(job, settings->operands.items[i], &arm);
    struct benchan_plan *plan = NULL;
    const struct benchan_arm_input pilot = side_input(&arm);
    if (!status)
        status =
            benchan_plan(&pilot, &settings->judge, settings->effect, NAN, &plan, job->error);
    if (!status)
        benchan_report_plan(plan, job->out);
    benchan_plan_free(plan);
    side_free(&arm);
    return status;
}
