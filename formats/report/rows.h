/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_ROWS_H
#define BENCHAN_FORMATS_REPORT_ROWS_H

/* Which rows a table shows, and in which order. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/verdict.h"

struct rows {
    size_t n;
    size_t *index;  /* of comparisons; owned */
    size_t same;    /* left out: exactly the same on both sides */
    size_t derived; /* left out: computed from another unit */
};

/*
 * The rows of one candidate by unit (in order of appearance), worst first.
 * `all` keeps the same and the derived. False where memory is out.
 */
bool rows_of(const struct benchan_verdict *verdict, size_t candidate, bool all,
             struct rows *rows);
void rows_free(struct rows *rows);

/* +1 where the estimate is worse than the baseline, -1 better, 0 neither or unknown. */
int rows_worse(const struct benchan_comparison *comparison);

/* The log of the ratio; the sign of the difference where there is no ratio. */
double rows_effect(const struct benchan_comparison *comparison);

/* The first row of a candidate that has the design of most of its rows. NULL: none. */
const struct benchan_comparison *rows_first(const struct benchan_verdict *verdict,
                                            size_t candidate);

/* The one row that asks for attention: judged and not exactly the same. NULL: none, or several.
 */
const struct benchan_comparison *rows_only(const struct benchan_verdict *verdict);

#endif
