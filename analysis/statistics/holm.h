/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_HOLM_H
#define BENCHAN_ANALYSIS_STATISTICS_HOLM_H

#include "analysis/statistics/statistics.h"

/*
 * benchan_holm where the family holds `others` more tests that nobody shows:
 * they count as p = 1, without room for them.
 */
enum benchan_status holm_among_others(const double *p, size_t n, double others,
                                      double *adjusted, struct benchan_error *error);

#endif
