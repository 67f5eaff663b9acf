/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/differences.h"

#include <math.h>

#include "analysis/values.h"

/* What one merge at a threshold tells. */
struct cut {
    double mass;  /* of the differences up to the threshold */
    double below; /* the largest of them */
    double above; /* the smallest of the others */
};

static void cut_note(struct cut *cut, const struct differences_side *b, size_t j, double a)
{
    if (j > 0 && b->value[j - 1] - a > cut->below)
        cut->below = b->value[j - 1] - a;
    if (j < b->n && b->value[j] - a < cut->above)
        cut->above = b->value[j] - a;
}

static struct cut cut_weighted(const struct differences_side *a,
                               const struct differences_side *b, double threshold)
{
    struct cut cut = {.mass = 0, .below = -INFINITY, .above = INFINITY};
    size_t j = 0;
    for (size_t i = 0; i < a->n; i++) {
        while (j < b->n && b->value[j] - a->value[i] <= threshold)
            j++;
        if (j > 0)
            cut.mass += a->weight[i] * b->cumulative[j - 1];
        cut_note(&cut, b, j, a->value[i]);
    }
    return cut;
}

static struct cut cut_counted(const struct differences_side *a,
                              const struct differences_side *b, double threshold)
{
    struct cut cut = {.mass = 0, .below = -INFINITY, .above = INFINITY};
    size_t j = 0;
    for (size_t i = 0; i < a->n; i++) {
        while (j < b->n && b->value[j] - a->value[i] <= threshold)
            j++;
        cut.mass += (double)j;
        cut_note(&cut, b, j, a->value[i]);
    }
    return cut;
}

static struct cut cut_at(const struct differences_side *a, const struct differences_side *b,
                         double threshold)
{
    return a->weight ? cut_weighted(a, b, threshold) : cut_counted(a, b, threshold);
}

double differences_lowest(const struct differences_side *a, const struct differences_side *b,
                          double mass)
{
    /* The answer lies in [low, high], and both are differences. */
    double low = b->value[0] - a->value[a->n - 1];
    double high = b->value[b->n - 1] - a->value[0];
    while (low < high) {
        double threshold = values_middle(low, high);
        if (!(threshold < high))
            threshold = low;
        const struct cut cut = cut_at(a, b, threshold);
        if (cut.mass >= mass)
            high = cut.below;
        else
            low = cut.above;
    }
    return high;
}

double differences_median(const struct differences_side *a, const struct differences_side *b)
{
    const double total = (double)a->n * (double)b->n;
    const double half = floor(total / 2);
    if (half * 2 < total)
        return differences_lowest(a, b, half + 1);
    const double low = differences_lowest(a, b, half);
    const struct cut cut = cut_at(a, b, low);
    return cut.mass > half ? low : values_middle(low, cut.above);
}
