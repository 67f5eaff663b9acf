/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_OPTIONS_H
#define BENCHAN_CLI_OPTIONS_H

/*
 * One table of options. The parser, --help, --list-options (which completions
 * and the check of the manual page read) all come from it.
 */

#include "benchan/error.h"
#include "benchan/text.h"
#include "cli/settings.h"

struct command;

/* Fills `settings`, which the caller has initialised and frees in every case. */
enum benchan_status options_parse(int argc, const char *const *argv, struct settings *settings,
                                  struct benchan_error *error);

/* The options that apply to `command` (NULL: all), grouped, for --help. */
void options_help(const struct command *command, struct benchan_text *text);

/* One line an option: commands, --name, -letter or "-", value or "-", help, by tabs. */
void options_list(struct benchan_text *text);

#endif
