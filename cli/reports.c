/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reports.h"

#include <stdlib.h>
#include <string.h>

#include "benchan/benchan.h"
#include "cli/commands.h"
#include "cli/files.h"

/* Either of the two; the other is NULL. */
struct result {
    const struct benchan_verdict *verdict;
    const struct benchan_description *description;
};

static bool colored(const struct job *job)
{
    const struct settings *settings = job->settings;
    if (settings->color != COLOR_AUTO)
        return settings->color == COLOR_ALWAYS;
    const bool to_file = settings->output && strcmp(settings->output, "-") != 0;
    return job->surroundings->terminal && !job->surroundings->no_color && !to_file;
}

static struct benchan_report_options main_options(const struct job *job)
{
    return (struct benchan_report_options){
        .width = job->surroundings->width,
        .color = colored(job),
        .ascii = job->surroundings->ascii,
        .verbose = job->settings->verbose,
        .quiet = job->settings->quiet,
        .same_code = job->settings->command->bit == FOR_NULL,
        .version = benchan_version(),
    };
}

static enum benchan_status render(const char *name, const struct result *result,
                                  const struct benchan_report_options *options,
                                  struct benchan_text *text, struct benchan_error *error)
{
    const enum benchan_status status =
        result->verdict
            ? benchan_report_verdict(name, result->verdict, options, text, error)
            : benchan_report_description(name, result->description, options, text, error);
    if (status)
        return status;
    return text->failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

static enum benchan_status render_files(const struct job *job, const struct result *result,
                                        struct file_output *outputs)
{
    const struct settings *settings = job->settings;
    struct benchan_report_options options = main_options(job);
    options.color = false;
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < settings->n_reports && !status; i++) {
        outputs[i].path = settings->reports[i].path;
        status =
            render(settings->reports[i].name, result, &options, &outputs[i].text, job->error);
    }
    return status;
}

static enum benchan_status write_files(const struct job *job, const struct result *result)
{
    const size_t n = job->settings->n_reports;
    if (!n)
        return BENCHAN_OK;
    struct file_output *outputs = calloc(n, sizeof *outputs);
    if (!outputs)
        return benchan_fail_memory(job->error);
    enum benchan_status status = render_files(job, result, outputs);
    if (!status)
        status = file_write_all(outputs, n, job->error);
    for (size_t i = 0; i < n; i++)
        benchan_text_free(&outputs[i].text);
    free(outputs);
    return status;
}

static enum benchan_status write_all(struct job *job, const struct result *result)
{
    const char *name = job->settings->format ? job->settings->format : "text";
    const struct benchan_report_options options = main_options(job);
    const enum benchan_status status = render(name, result, &options, job->out, job->error);
    return status ? status : write_files(job, result);
}

enum benchan_status reports_verdict(struct job *job, const struct benchan_verdict *verdict)
{
    return write_all(job, &(struct result){.verdict = verdict});
}

enum benchan_status reports_description(struct job *job,
                                        const struct benchan_description *description)
{
    return write_all(job, &(struct result){.description = description});
}
