/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_STATS_H
#define BENCHAN_STATS_H

/* What the statistics give that a verdict holds as they gave it. */

#include <stddef.h>

struct benchan_location_scale {
    size_t n;
    double min, median, mean, p90, max; /* percentiles: type 7 of Hyndman and Fan (1996) */
    double sd;                          /* n - 1; NaN where n < 2 */
    double cv;                          /* sd / |mean|; NaN where undefined */
    double mad;                         /* raw median absolute deviation from the median */
    double robust_cv;                   /* 1.4826 mad / |median|; NaN where undefined */
};

struct benchan_rank_test {
    double u;            /* Mann-Whitney U of b: pairs with b > a, ties one half */
    double p;            /* two-sided, in (0, 1]; as distance from the mean */
    double cliffs_delta; /* 2u/(nm) - 1 */
    double superiority;  /* u/(nm) */
    const char *method;  /* "exact", "exact with ties", "normal, tie-corrected" */
};

/* Change points that are named in one sequence. */
enum { BENCHAN_MAX_CHANGES = 8 };

#endif
