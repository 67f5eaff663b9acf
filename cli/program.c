/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/program.h"

#include <string.h>

#include "benchan/benchan.h"
#include "cli/card.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "cli/suggest.h"

/* ------------------------------------------------------------------------ help */

static void help_overview(struct benchan_text *out)
{
    benchan_text_string(out, "benchan: is this benchmark evidence?\n\n"
                             "  benchan [verdict] BASELINE CANDIDATE...\n"
                             "  benchan COMMAND [OPTION...] [FILE...]\n\n"
                             "Commands:\n");
    for (size_t i = 0; command_at(i); i++)
        benchan_text_printf(out, "  %-10s %s\n", command_at(i)->name, command_at(i)->summary);
    options_help(NULL, out);
    benchan_text_string(out, "\nExit status: 0 every verdict is admissible; 1 something on the "
                             "--fail-on list\nhappened; 2 usage or input error.\n"
                             "benchan COMMAND --help shows one command; the manual is "
                             "benchan(1).\n");
}

static void help_command(const struct command *command, struct benchan_text *out)
{
    benchan_text_printf(out, "benchan %s %s\n  %s\n", command->name, command->arguments,
                        command->summary);
    if (command->details)
        benchan_text_printf(out, "\n%s", command->details);
    options_help(command, out);
}

/* --help, --version and --list-options ask for nothing else; true where one was given. */
static bool answered(const struct settings *settings, struct benchan_text *out)
{
    if (settings->help && settings->command_named)
        help_command(settings->command, out);
    else if (settings->help)
        help_overview(out);
    else if (settings->version)
        benchan_text_printf(out, "benchan %s\n", benchan_version());
    else if (settings->list_options)
        options_list(out);
    return settings->help || settings->version || settings->list_options;
}

/* --------------------------------------------------------------------- running */

static enum benchan_status check_operands(const struct settings *settings,
                                          struct benchan_error *error)
{
    const struct command *command = settings->command;
    char mend[256];
    benchan_snprintf(mend, sizeof mend, "benchan %s%s%s; --help says more", command->name,
                     command->arguments[0] ? " " : "", command->arguments);
    if (settings->operands.n < command->least)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend,
                            settings->operands.n ? "one more file is needed"
                                                 : "an argument is missing");
    if (settings->operands.n > command->most)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend,
                            "'%s' is one argument too many",
                            settings->operands.items[command->most]);
    return BENCHAN_OK;
}

/* Into --output, if there is one; `out` is then empty. */
static enum benchan_status deliver(const struct settings *settings, struct benchan_text *out,
                                   struct benchan_error *error)
{
    if (out->failed)
        return benchan_fail_memory(error);
    if (!settings->output || strcmp(settings->output, "-") == 0)
        return BENCHAN_OK;
    struct file_output output = {.path = settings->output, .text = *out};
    const enum benchan_status status = file_write_all(&output, 1, error);
    benchan_text_clear(out);
    return status;
}

static void complain(const struct benchan_error *error, struct benchan_text *messages)
{
    char line[2200];
    benchan_error_format(error, line, sizeof line);
    benchan_text_printf(messages, "%s%s\n", error->path[0] ? "" : "benchan: ", line);
}

/* A mistyped command is taken for a file that does not exist. */
static void suggest_command(const struct settings *settings, const struct benchan_error *error,
                            struct benchan_text *messages)
{
    if (settings->command_named || !settings->operands.n ||
        strcmp(error->path, settings->operands.items[0]) != 0)
        return;
    struct suggestion near = suggestion_begin(settings->operands.items[0]);
    for (size_t i = 0; command_at(i); i++)
        suggestion_offer(&near, command_at(i)->name);
    if (near.best)
        benchan_text_printf(messages, "benchan: did you mean the command %s?\n", near.best);
}

/* What a command computes is shown to a terminal that waits. */
static enum benchan_status run_command(struct job *job, struct settings *settings)
{
    struct progress progress = progress_begin(job->surroundings->progress);
    settings->judge.progress = progress_tick;
    settings->judge.progress_context = &progress;
    const enum benchan_status status = settings->command->run(job);
    settings->judge.progress = NULL;
    settings->judge.progress_context = NULL;
    progress_end(&progress);
    return status;
}

static enum benchan_status run(struct job *job, struct settings *settings)
{
    enum benchan_status status = check_operands(settings, job->error);
    if (!status)
        status = card_apply(settings, job->error);
    if (!status)
        status = run_command(job, settings);
    return status ? status : deliver(settings, job->out, job->error);
}

int program_run(int argc, const char *const *argv, const struct surroundings *surroundings,
                struct benchan_text *out, struct benchan_text *messages)
{
    struct benchan_error error = {0};
    struct settings settings;
    settings_init(&settings);
    struct job job = {&settings, surroundings, out, messages, EXIT_FINE, &error};
    enum benchan_status status = options_parse(argc, argv, &settings, &error);
    if (!status && !answered(&settings, out))
        status = run(&job, &settings);
    if (status) {
        benchan_text_clear(out);
        complain(&error, messages);
        suggest_command(&settings, &error, messages);
        job.exit_status = EXIT_UNUSABLE;
    }
    settings_free(&settings);
    return job.exit_status;
}
