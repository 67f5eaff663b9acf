/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_BOOTSTRAP_H
#define BENCHAN_ANALYSIS_STATISTICS_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/statistics.h"

/* The law of the bootstrap median for one n; atoms by i, then by j. */
struct weights {
    size_t n;
    size_t n_atoms, capacity;
    struct benchan_atom *atoms;
};

/* False, and `weights` zeroed, where memory is out. n >= 1. */
bool weights_compute(struct weights *weights, size_t n);

#endif
