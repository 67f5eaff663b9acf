/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures of any format as CSV that reads back to the same verdict. */
#include "benchan/import.h"
#include "cli/commands.h"
#include "cli/sides.h"

enum benchan_status command_convert(struct job *job)
{
    struct side arm = {0};
    enum benchan_status status = BENCHAN_OK;
    const struct list *operands = &job->settings->operands;
    for (size_t i = 0; i < operands->n && !status; i++)
        status = side_read(job, operands->items[i], &arm);
    if (!status)
        benchan_convert((const struct benchan_capture *const *)arm.captures, arm.n, job->out);
    side_free(&arm);
    return status;
}
