/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_SIDES_H
#define BENCHAN_CLI_SIDES_H

/* From operands to the arms that are compared. */

#include <stddef.h>

#include "benchan/sample.h"
#include "benchan/verdict.h"
#include "cli/job.h"

/* One arm: a name and the captures it owns. */
struct side {
    const char *name; /* borrowed from the settings or from a capture of the set */
    struct benchan_capture **captures;
    size_t n;
};

/* All arms of one run, and the captures they were split from. */
struct side_set {
    struct side *arms; /* baseline, then candidates, then nulls, then a replicate's two */
    size_t n, n_candidates, n_nulls;
    bool replicate;
    struct side whole; /* with --by: the files the arms were taken from */
};

void side_free(struct side *arm);
void side_set_free(struct side_set *set);

/* Imports the file or the directory of files that `path` names. */
enum benchan_status side_read(struct job *job, const char *path, struct side *arm);

/* As the settings of a verdict say. */
enum benchan_status side_set_read(struct job *job, struct side_set *set);

struct benchan_arm_input side_input(const struct side *arm);

#endif
