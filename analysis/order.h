/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_ORDER_H
#define BENCHAN_ANALYSIS_ORDER_H

#include "benchan/design.h"

/* `labels` are 0 or 1, in order of measurement. O(N log N). */
void benchan_order_analyse(const unsigned char *labels, size_t count,
                           struct benchan_order_pattern *pattern);

#endif
