/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_REPORTS_H
#define BENCHAN_CLI_REPORTS_H

/* The main report onto standard output, and those of --report into files. */

#include "benchan/verdict.h"
#include "cli/job.h"

enum benchan_status reports_verdict(struct job *job, const struct benchan_verdict *verdict);
enum benchan_status reports_description(struct job *job,
                                        const struct benchan_description *description);

#endif
