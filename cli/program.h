/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_PROGRAM_H
#define BENCHAN_CLI_PROGRAM_H

#include "benchan/text.h"
#include "cli/surroundings.h"

/*
 * The whole program, but for the writing of `out` and `messages`. Returns the
 * exit status: 0, 1 or 2, and with 2 `out` is empty.
 */
int program_run(int argc, const char *const *argv, const struct surroundings *surroundings,
                struct benchan_text *out, struct benchan_text *messages);

#endif
