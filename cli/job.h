/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_JOB_H
#define BENCHAN_CLI_JOB_H

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

/* A line for standard error. */
void job_note(struct job *job, const char *format, ...) BENCHAN_PRINTF(2, 3);

#endif
