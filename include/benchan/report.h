/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_REPORT_H
#define BENCHAN_REPORT_H

/* Reports: results to text. They choose words and places, never verdicts. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/plan.h"
#include "benchan/text.h"
#include "benchan/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

struct benchan_report_options {
    size_t width;   /* columns; 0: 80 */
    bool color;     /* ANSI colours, beside words, never instead of them */
    bool ascii;     /* no character beyond ASCII */
    bool verbose;   /* details of every row, notes, unknown lines */
    bool quiet;     /* verdict line and sentence only */
    bool same_code; /* an A/A study: say how many rows declared a difference */
    const char *version;
    const char *command; /* how to name the program in suggested commands; NULL "benchan" */
};

/* Names of the report formats in the table's order; NULL past the end. */
BENCHAN_API const char *benchan_report_name(size_t index);

/* BENCHAN_BAD_USAGE for an unknown name (the message lists them), BENCHAN_NO_MEMORY. */
BENCHAN_API enum benchan_status
benchan_report_verdict(const char *name, const struct benchan_verdict *verdict,
                       const struct benchan_report_options *options, struct benchan_text *text,
                       struct benchan_error *error);

BENCHAN_API enum benchan_status
benchan_report_description(const char *name, const struct benchan_description *description,
                           const struct benchan_report_options *options,
                           struct benchan_text *text, struct benchan_error *error);

/* The plan in words. */
BENCHAN_API void benchan_report_plan(const struct benchan_plan *plan,
                                     struct benchan_text *text);

#ifdef __cplusplus
}
#endif

#endif
