/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_VARIANTS_H
#define BENCHAN_ANALYSIS_VARIANTS_H

#include "analysis/arm.h"

/*
 * The key of a label that takes a few values, each of them several times,
 * among the values of these series: variants that nobody told apart. NULL
 * where there is none. A label that differs in every process (a time, a load)
 * is no variant. O(values x labels).
 */
const char *variants_key(const struct series_ref *refs, size_t n_refs);

#endif
