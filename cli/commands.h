/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_COMMANDS_H
#define BENCHAN_CLI_COMMANDS_H

/* The table of commands. */

#include <stddef.h>

#include "benchan/error.h"
#include "cli/job.h"

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

enum benchan_status command_verdict(struct job *job);
enum benchan_status command_describe(struct job *job);
enum benchan_status command_null(struct job *job);
enum benchan_status command_convert(struct job *job);
enum benchan_status command_explain(struct job *job);
enum benchan_status command_plan(struct job *job);
enum benchan_status command_card(struct job *job);
enum benchan_status command_recipe(struct job *job);

#endif
