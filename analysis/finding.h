/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_FINDING_H
#define BENCHAN_ANALYSIS_FINDING_H

/* From gate results to finding, lean and verdict of one row. */

#include "analysis/row.h"

void finding_settle(const struct benchan_options *options, const struct row_evidence *evidence,
                    struct benchan_comparison *row);

/* +1 where the candidate is better, -1 worse, 0 no direction or no change. */
int finding_improves(const struct benchan_comparison *row, double estimate);

/* A result that names a difference. */
bool finding_is_difference(enum benchan_finding finding);

#endif
