/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/differences.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "analysis/statistics/values.h"

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

enum { NARROWED = 512 }; /* sides up to this long are searched ever more narrowly */

/*
 * How many b_j each a_i takes at a threshold, and between which bounds that
 * must lie: at thresholds closer together there is less to merge.
 */
struct places {
    bool known; /* false: the sides are too long, and all of b is looked at */
    uint32_t low[NARROWED], high[NARROWED], now[NARROWED];
};

static void places_begin(struct places *places, const struct differences_side *a,
                         const struct differences_side *b)
{
    places->known = a->n <= NARROWED && b->n <= UINT32_MAX;
    for (size_t i = 0; places->known && i < a->n; i++) {
        places->low[i] = 0;
        places->high[i] = (uint32_t)b->n;
    }
}

/* One merge: what counts up to the threshold grows with i. */
static struct cut cut_at(const struct differences_side *a, const struct differences_side *b,
                         double threshold, struct places *places)
{
    struct cut cut = {.mass = 0, .below = -INFINITY, .above = INFINITY};
    size_t j = 0, end = b->n;
    for (size_t i = 0; i < a->n; i++) {
        if (places->known) {
            end = places->high[i];
            j = j < places->low[i] ? places->low[i] : j;
        }
        while (j < end && b->value[j] - a->value[i] <= threshold)
            j++;
        if (places->known)
            places->now[i] = (uint32_t)j;
        if (!a->weight)
            cut.mass += (double)j;
        else if (j > 0)
            cut.mass += a->weight[i] * b->cumulative[j - 1];
        cut_note(&cut, b, j, a->value[i]);
    }
    return cut;
}

/*
 * About the normal quantile of a share of the mass, within 0.003 (Hastings
 * 1955). Differences of medians are near enough to normal that thresholds
 * are interpolated well on this scale, in the tails as in the middle.
 */
static double score(double share)
{
    const double tail = fmax(share < 0.5 ? share : 1 - share, 1e-300);
    const double s = sqrt(-2 * log(tail));
    const double z = s - (2.30753 + 0.27061 * s) / (1 + s * (0.99229 + 0.04481 * s));
    return share < 0.5 ? -z : z;
}

/* Where the answer lies: both ends are differences, and it is one of them. */
struct bracket {
    double low, high;
    double below, above; /* scores of the ends, less the one wanted */
    int moved;           /* end that moved last: -1 low, 1 high */
};

/* Mass of the pair at either end, and of all. */
static double share_of_pair(const struct differences_side *a, size_t i,
                            const struct differences_side *b, size_t j)
{
    return a->weight ? a->weight[i] * b->weight[j] : 1;
}

static double total_mass(const struct differences_side *a, const struct differences_side *b)
{
    return a->weight ? a->cumulative[a->n - 1] * b->cumulative[b->n - 1]
                     : (double)a->n * (double)b->n;
}

/* Interpolated; every fourth step halves, whatever the shape. Below `high`, not below `low`. */
static double next_threshold(const struct bracket *bracket, size_t step)
{
    const double part = bracket->below / (bracket->below - bracket->above);
    double threshold = values_middle(bracket->low, bracket->high);
    if (step % 4 != 3 && part > 0 && part < 1)
        threshold = bracket->low + part * (bracket->high - bracket->low);
    return threshold >= bracket->low && threshold < bracket->high ? threshold : bracket->low;
}

/* An end that stays while the other moves twice counts for less (the Illinois rule). */
static void move_end(struct bracket *bracket, int end, double to, double off)
{
    if (end < 0) {
        bracket->low = to;
        bracket->below = off;
        bracket->above *= bracket->moved == end ? 0.5 : 1;
    } else {
        bracket->high = to;
        bracket->above = off;
        bracket->below *= bracket->moved == end ? 0.5 : 1;
    }
    bracket->moved = end;
}

/*
 * Whether a threshold holds the mass depends on the threshold alone, so the
 * answer does not depend on which were tried.
 */
double differences_lowest(const struct differences_side *a, const struct differences_side *b,
                          double mass)
{
    const double total = total_mass(a, b), wanted = score(mass / total);
    const double first = share_of_pair(a, a->n - 1, b, 0) / total;
    const double last = share_of_pair(a, 0, b, b->n - 1) / total;
    struct bracket bracket = {.low = b->value[0] - a->value[a->n - 1],
                              .high = b->value[b->n - 1] - a->value[0],
                              .below = score(first) - wanted,
                              .above = score(1 - last) - wanted};
    struct places places;
    places_begin(&places, a, b);
    for (size_t step = 0; bracket.low < bracket.high; step++) {
        const struct cut cut = cut_at(a, b, next_threshold(&bracket, step), &places);
        const double off = score(cut.mass / total) - wanted;
        if (cut.mass >= mass)
            move_end(&bracket, 1, cut.below, off);
        else
            move_end(&bracket, -1, cut.above, off);
        if (places.known)
            memcpy(cut.mass >= mass ? places.high : places.low, places.now,
                   a->n * sizeof *places.now);
    }
    return bracket.high;
}

double differences_median(const struct differences_side *a, const struct differences_side *b)
{
    const double total = (double)a->n * (double)b->n;
    const double half = floor(total / 2);
    if (half * 2 < total)
        return differences_lowest(a, b, half + 1);
    const double low = differences_lowest(a, b, half);
    struct places places = {.known = false};
    const struct cut cut = cut_at(a, b, low, &places);
    return cut.mass > half ? low : values_middle(low, cut.above);
}
