/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_COMMANDS_H
#define BENCHAN_CLI_COMMANDS_H

/* The table of commands. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/text.h"
#include "cli/settings.h"
#include "cli/surroundings.h"

enum {
    EXIT_FINE = 0,     /* every verdict is admissible, or there was nothing to judge */
    EXIT_RAISED = 1,   /* something on the --fail-on list happened */
    EXIT_UNUSABLE = 2, /* usage or input error: nothing judged, nothing on stdout */
};

/* What a run of the program reads and leaves. */
struct job {
    const struct settings *settings;
    const struct surroundings *surroundings;
    struct benchan_text *out;      /* for standard output */
    struct benchan_text *messages; /* for standard error */
    int exit_status;               /* 0 or 1, where the command succeeds */
    struct benchan_error *error;
};

enum command_bit {
    FOR_VERDICT = 1 << 0,
    FOR_DESCRIBE = 1 << 1,
    FOR_NULL = 1 << 2,
    FOR_PLAN = 1 << 3,
    FOR_CONVERT = 1 << 4,
    FOR_EXPLAIN = 1 << 5,
    FOR_RECIPE = 1 << 6,
    FOR_CARD = 1 << 7,
    FOR_ALL = 0xff
};

struct command {
    const char *name;
    const char *arguments; /* "BASELINE CANDIDATE..." */
    const char *summary;   /* one line */
    const char *details;   /* for `benchan COMMAND --help`; NULL none */
    enum command_bit bit;
    size_t least, most; /* operands */
    enum benchan_status (*run)(struct job *job);
};

const struct command *
command_at(size_t index); /* NULL past the end; the first is the default */
const struct command *command_find(const char *name);

/* A line for standard error. */
void job_note(struct job *job, const char *format, ...) BENCHAN_PRINTF(2, 3);

enum benchan_status command_verdict(struct job *job);
enum benchan_status command_describe(struct job *job);
enum benchan_status command_null(struct job *job);
enum benchan_status command_convert(struct job *job);
enum benchan_status command_explain(struct job *job);
enum benchan_status command_plan(struct job *job);
enum benchan_status command_card(struct job *job);
enum benchan_status command_recipe(struct job *job);

#endif
