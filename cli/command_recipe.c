/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands.h"
#include "cli/recipe.h"
#include "cli/sides.h"

static enum benchan_status write_recipe(struct job *job, const struct side *like)
{
    const struct settings *settings = job->settings;
    const struct recipe_options options = {
        .like = like->n ? like->captures[0] : NULL,
        .rounds = settings->rounds,
        .values = settings->values,
    };
    struct benchan_text notes = {0};
    const enum benchan_status status =
        recipe_write(settings->operands.items[0], &options, job->out, &notes, job->error);
    if (!status && !settings->quiet)
        benchan_text_string(job->messages, benchan_text_get(&notes));
    benchan_text_free(&notes);
    return status;
}

enum benchan_status command_recipe(struct job *job)
{
    struct side like = {0};
    enum benchan_status status = BENCHAN_OK;
    if (job->settings->like)
        status = side_read(job, job->settings->like, &like);
    if (!status)
        status = write_recipe(job, &like);
    side_free(&like);
    return status;
}
