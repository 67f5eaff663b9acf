/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_RECIPE_H
#define BENCHAN_CLI_RECIPE_H

/* Capture scripts whose results can be admissible. */

#include <stddef.h>

#include "benchan/error.h"
#include "benchan/sample.h"
#include "benchan/text.h"

/* Names of the recipes in the table's order; NULL past the end. */
const char *recipe_name(size_t index);

struct recipe_options {
    const struct benchan_capture *like; /* --like: fills in the benchmarks; NULL none */
    size_t rounds;                      /* 0: 20 */
    size_t values;                      /* of each process; 0: 3 */
};

/*
 * Appends the script to `script`, and to `notes` (for people, one line each)
 * what it will cost and what of `like` could not be used.
 * BENCHAN_BAD_USAGE for an unknown tool, whose message lists the names.
 */
enum benchan_status recipe_write(const char *tool, const struct recipe_options *options,
                                 struct benchan_text *script, struct benchan_text *notes,
                                 struct benchan_error *error);

#endif
