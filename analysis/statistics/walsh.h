/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_WALSH_H
#define BENCHAN_ANALYSIS_STATISTICS_WALSH_H

/* The null distribution of Wilcoxon's signed-rank statistic, for test and interval. */

#include <stddef.h>
#include <stdint.h>

/* Pairs up to which the distribution is enumerated. */
enum { SIGNED_RANK_EXACT = 300 };

/*
 * chance[w] for w = 0..most: probability that the sum of the given doubled
 * ranks with a positive sign is w, every sign as likely. n <= SIGNED_RANK_EXACT.
 * The caller frees it; NULL where memory is out.
 */
double *signed_rank_chances(const uint32_t *doubled_ranks, size_t n, size_t most);

#endif
