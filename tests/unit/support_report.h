/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_REPORT_H
#define BENCHAN_TESTS_SUPPORT_REPORT_H

/* Verdicts built by hand, so that reports are tested apart from the analysis. */

#include "benchan/verdict.h"

enum { SUPPORT_ROWS = 40, SUPPORT_VALUES = 20 };

struct support_report {
    struct benchan_verdict verdict;
    struct benchan_comparison rows[SUPPORT_ROWS];
    struct benchan_gate_result results[SUPPORT_ROWS][BENCHAN_MAX_GATES], pair_results[3];
    const struct benchan_gate_result *gates[SUPPORT_ROWS][BENCHAN_MAX_GATES];
    struct benchan_contrast contrast;
    struct benchan_capture_ref refs[2];
    struct benchan_capture captures[2];
    struct benchan_unmatched unmatched[2];
    struct benchan_warning warning;
    double old_values[SUPPORT_VALUES], new_values[SUPPORT_VALUES];
    char names[SUPPORT_ROWS][64];
};

/* `n` rows of times, one process a side, the candidate 3.3 times slower; inadmissible. */
void support_report_inadmissible(struct support_report *report, size_t n);

/* One row of 20 blocks, paired, 10 % faster; admissible. */
void support_report_paired(struct support_report *report);

/* Makes a row exact and equal: 64 bytes on both sides. */
void support_report_make_same(struct benchan_comparison *row);

/* Makes a row a difference: allocations 0 to 5. */
void support_report_make_difference(struct benchan_comparison *row);

/* A gate result by name; the gates are the test's own table. */
void support_report_gate(struct benchan_comparison *row, const char *name,
                         enum benchan_gate_status status, bool binds);

/* Every name and word from a file becomes `string`. */
void support_report_rename(struct support_report *report, const char *string);

#endif
