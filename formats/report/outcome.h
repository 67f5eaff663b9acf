/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_OUTCOME_H
#define BENCHAN_FORMATS_REPORT_OUTCOME_H

/* How a row stands towards the exit status, for reports that programs act on. */

#include "benchan/verdict.h"

enum outcome {
    OUTCOME_FAILS,      /* one of the reasons for exit status 1 */
    OUTCOME_DOUBTFUL,   /* not admissible, yet not on the list that fails */
    OUTCOME_GOOD,       /* admissible */
    OUTCOME_NOT_JUDGED, /* derived from another row */
};

/* `reason` is a word of --fail-on for OUTCOME_FAILS, else the verdict's name. */
enum outcome outcome_of(const struct benchan_verdict *verdict,
                        const struct benchan_comparison *row, const char **reason);

#endif
