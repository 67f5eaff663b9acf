/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a steady drift makes of arms that come in one order in every round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/row.h"

/* Middle of both arms in every round they share, in the order of rounds. */
static size_t middles(const struct draws *a, const struct draws *b, bool logs, double *y)
{
    size_t n = 0;
    size_t j = 0;
    for (size_t i = 0; i < a->n; i++) {
        while (j < b->n && b->group[j] < a->group[i])
            j++;
        if (j == b->n)
            break;
        if (b->group[j] != a->group[i])
            continue;
        y[n++] = logs ? (log(a->values[i]) + log(b->values[j])) / 2
                      : (a->values[i] + b->values[j]) / 2;
    }
    return n;
}

static double mean_of(const double *y, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += y[i];
    return sum / (double)n;
}

/*
 * Least-squares slope against 0 .. n - 1; 0 where it is under twice its
 * standard error, for then there is no drift to speak of.
 */
static double slope_of(const double *y, size_t n)
{
    const double centre = ((double)n - 1) / 2;
    const double mean = mean_of(y, n);
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (size_t i = 0; i < n; i++) {
        const double x = (double)i - centre;
        xy += x * (y[i] - mean);
        xx += x * x;
        yy += (y[i] - mean) * (y[i] - mean);
    }
    if (n < 3 || !(xx > 0))
        return 0;
    const double slope = xy / xx;
    const double variance = fmax(0, yy - slope * xy) / ((double)n - 2) / xx;
    return slope * slope > 4 * variance ? slope : 0;
}

double order_drift(const struct draws *a, const struct draws *b, bool logs,
                   const struct benchan_order_pattern *pattern)
{
    const size_t room = a->n < b->n ? a->n : b->n;
    if (!pattern->rounds || pattern->randomised || room < 2)
        return 0;
    double *y = malloc(room * sizeof *y);
    if (!y)
        return NAN;
    const size_t n = middles(a, b, logs, y);
    const double slope = slope_of(y, n);
    free(y);
    const double rounds = (double)n;
    const double opened = fmin((double)pattern->first_arm0, rounds);
    return n ? fabs(slope * (rounds - 2 * opened) / rounds) : 0;
}
