/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the labels of two arms lie in the order they were measured in. */
#include <math.h>

#include "analysis/order.h"
#include "analysis/statistics/statistics.h"
#include "benchan/design.h"

static void count_labels(const unsigned char *labels, size_t count,
                         struct benchan_order_pattern *pattern, double *u)
{
    size_t seen[2] = {0, 0};
    size_t first[2] = {count, count};
    size_t last[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const unsigned label = labels[i] ? 1 : 0;
        if (label)
            *u += (double)seen[0];
        if (i == 0 || labels[i] != labels[i - 1])
            pattern->label_runs++;
        if (first[label] == count)
            first[label] = i;
        last[label] = i;
        seen[label]++;
    }
    pattern->n = seen[0];
    pattern->m = seen[1];
    pattern->overlap = seen[0] && seen[1] && first[1] < last[0] && first[0] < last[1];
}

static void find_rounds(const unsigned char *labels, size_t count,
                        struct benchan_order_pattern *pattern)
{
    if (pattern->n != pattern->m || count < 4)
        return;
    bool alternates = true;
    for (size_t i = 0; i < count; i += 2) {
        if (labels[i] == labels[i + 1])
            return;
        pattern->first_arm0 += labels[i] == 0;
        if (i && labels[i] == labels[i - 2])
            alternates = false;
    }
    pattern->rounds = true;
    pattern->strict_alternation =
        alternates || pattern->first_arm0 == 0 || pattern->first_arm0 == pattern->n;
}

void benchan_order_analyse(const unsigned char *labels, size_t count,
                           struct benchan_order_pattern *pattern)
{
    *pattern = (struct benchan_order_pattern){0};
    double u = 0;
    count_labels(labels, count, pattern, &u);
    if (!pattern->n || !pattern->m)
        return;
    const double n = (double)pattern->n;
    const double m = (double)pattern->m;
    pattern->balance = fabs(2 * u / (n * m) - 1);
    pattern->balance_limit = fmax(0.5, 2.81 * sqrt((n + m + 1) / (3 * n * m)));
    const size_t smaller = pattern->n < pattern->m ? pattern->n : pattern->m;
    /* One arm in a single stretch amid the other took no turns, however few it holds. */
    pattern->interleaved = pattern->overlap && pattern->label_runs > 3 &&
                           2 * pattern->label_runs >= smaller &&
                           pattern->balance <= pattern->balance_limit;
    struct benchan_order_pattern with_rounds = *pattern;
    find_rounds(labels, count, &with_rounds);
    if (with_rounds.rounds)
        *pattern = with_rounds;
    if (!pattern->interleaved)
        return;
    if (pattern->rounds) {
        pattern->randomised = !pattern->strict_alternation;
        return;
    }
    size_t low;
    size_t high;
    benchan_label_runs_range(pattern->n, pattern->m, 0.99, &low, &high);
    pattern->randomised = pattern->label_runs >= low && pattern->label_runs <= high;
}
