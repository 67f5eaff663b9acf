/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect between two sets of draws: of medians, and by pairs. */
#include <math.h>

#include "analysis/row.h"
#include "analysis/statistics/statistics.h"
#include "analysis/statistics/values.h"

/* Quantised data would give intervals of no width: each limit moves out by the rounding. */
static double widening(const struct draws *draws, bool logs, double half)
{
    if (!logs)
        return half;
    return half / benchan_quantile_sorted(draws->sorted, draws->n, 0.5);
}

enum benchan_status effect_of_medians(const struct draws *a, const struct draws *b, bool logs,
                                      double half_a, double half_b, double alpha,
                                      struct benchan_bootstrap *bootstrap,
                                      struct effect *effect, struct benchan_error *error)
{
    struct benchan_interval interval;
    const enum benchan_status status =
        logs ? benchan_bootstrap_log_ratio(bootstrap, a->sorted, a->n, b->sorted, b->n, alpha,
                                           &interval, error)
             : benchan_bootstrap_difference(bootstrap, a->sorted, a->n, b->sorted, b->n, alpha,
                                            &interval, error);
    if (status)
        return status;
    const double wider = widening(a, logs, half_a) + widening(b, logs, half_b);
    effect->estimate = interval.estimate;
    effect->low = interval.low - wider;
    effect->high = interval.high + wider;
    effect->p = NAN;
    effect->method = interval.method;
    return BENCHAN_OK;
}

size_t pair_differences(const struct draws *a, const struct draws *b, bool logs, double *d)
{
    size_t n = 0;
    size_t i = 0;
    size_t j = 0;
    while (i < a->n && j < b->n) {
        if (a->group[i] < b->group[j]) {
            i++;
        } else if (a->group[i] > b->group[j]) {
            j++;
        } else {
            d[n++] = logs ? values_log_ratio(a->values[i], b->values[j])
                          : b->values[j] - a->values[i];
            i++;
            j++;
        }
    }
    return n;
}
