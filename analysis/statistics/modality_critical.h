/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_MODALITY_CRITICAL_H
#define BENCHAN_ANALYSIS_STATISTICS_MODALITY_CRITICAL_H

#include <stddef.h>

struct modality_critical {
    size_t n; /* row of the table */
    double gap, dip;
};

/* Critical values for n values; NaN below n = 6, where nothing can be said. */
struct modality_critical modality_critical(size_t n);

#endif
