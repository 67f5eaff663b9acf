/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hartigan's dip: half the largest distance, in units of 1/n, that any
 * unimodal distribution function must keep from the empirical one. Left of the
 * mode such a function is convex, so it may follow the greatest convex
 * minorant; right of it concave, so it may follow the least concave majorant.
 * The modal interval is narrowed until the two agree within the dip found so
 * far (Hartigan 1985, algorithm AS 217). Distances are kept in counts; the
 * empirical function jumps by one count at each value, hence the + 1.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/statistics.h"

struct dip {
    const double *x;
    uint32_t n;
    uint32_t *left;   /* left neighbour of j on the minorant of values 0..j */
    uint32_t *right;  /* right neighbour of k on the majorant of values k..n-1 */
    uint32_t *convex; /* knots of the minorant over the modal interval, ascending */
    uint32_t *concave;
    uint32_t n_convex, n_concave;
};

struct dip_gap {
    double width;
    uint32_t convex, concave; /* positions of the knots that bound the next interval */
};

static double dip_turn(const double *x, uint32_t a, uint32_t b, uint32_t c)
{
    return (x[b] - x[a]) * (double)(c - b) - (x[c] - x[b]) * (double)(b - a);
}

static void dip_link(struct dip *d)
{
    uint32_t last = d->n - 1;
    d->left[0] = 0;
    for (uint32_t j = 1; j <= last; j++) {
        uint32_t knot = j - 1;
        while (knot > 0 && !(dip_turn(d->x, d->left[knot], knot, j) > 0))
            knot = d->left[knot];
        d->left[j] = knot;
    }
    d->right[last] = last;
    for (uint32_t k = last; k-- > 0;) {
        uint32_t knot = k + 1;
        while (knot < last && !(dip_turn(d->x, k, knot, d->right[knot]) < 0))
            knot = d->right[knot];
        d->right[k] = knot;
    }
}

/* Collects the knots of both hulls over the modal interval. */
static void dip_hulls(struct dip *d, uint32_t low, uint32_t high)
{
    uint32_t count = 1;
    for (uint32_t knot = high; knot > low; knot = d->left[knot])
        count++;
    d->n_convex = count;
    for (uint32_t knot = high; count > 0; knot = d->left[knot])
        d->convex[--count] = knot;
    d->n_concave = 0;
    for (uint32_t knot = low; knot < high; knot = d->right[knot])
        d->concave[d->n_concave++] = knot;
    d->concave[d->n_concave++] = high;
}

/* Height above a, at value `at`, of the line through the knots a < b. */
static double dip_rise(const double *x, uint32_t a, uint32_t b, uint32_t at)
{
    return (x[at] - x[a]) * ((double)(b - a) / (x[b] - x[a]));
}

/*
 * The widest gap between the hulls is at a knot of one of them. A convex knot
 * begins the next interval, which ends at the first concave knot not before
 * it; a concave knot ends it, and the last convex knot not after it begins it.
 */
static struct dip_gap dip_widest(const struct dip *d)
{
    struct dip_gap gap = {1, 0, d->n_concave - 1};
    if (d->n_convex == 2 && d->n_concave == 2)
        return gap;
    gap.width = 0;
    uint32_t g = 1, h = 1;
    while (g < d->n_convex && h < d->n_concave) {
        uint32_t convex = d->convex[g], concave = d->concave[h];
        double width;
        if (convex > concave) {
            uint32_t before = d->convex[g - 1];
            width =
                (double)concave - (double)before + 1 - dip_rise(d->x, before, convex, concave);
            if (width >= gap.width)
                gap = (struct dip_gap){width, g - 1, h};
            h++;
        } else {
            uint32_t before = d->concave[h - 1];
            width =
                dip_rise(d->x, before, concave, convex) - ((double)convex - (double)before - 1);
            if (width >= gap.width)
                gap = (struct dip_gap){width, g, h};
            g++;
        }
    }
    return gap;
}

/* Largest distance of the empirical function above the convex knots up to `end`. */
static double dip_of_convex(const struct dip *d, uint32_t end)
{
    double dip = 0;
    for (uint32_t g = 0; g < end; g++) {
        uint32_t a = d->convex[g], b = d->convex[g + 1];
        if (b - a < 2 || d->x[b] <= d->x[a])
            continue;
        for (uint32_t i = a; i <= b; i++)
            dip = fmax(dip, (double)(i - a) + 1 - dip_rise(d->x, a, b, i));
    }
    return dip;
}

/* Largest distance of the empirical function below the concave knots from `begin`. */
static double dip_of_concave(const struct dip *d, uint32_t begin)
{
    double dip = 0;
    for (uint32_t h = begin; h + 1 < d->n_concave; h++) {
        uint32_t a = d->concave[h], b = d->concave[h + 1];
        if (b - a < 2 || d->x[b] <= d->x[a])
            continue;
        for (uint32_t i = a; i <= b; i++)
            dip = fmax(dip, dip_rise(d->x, a, b, i) - ((double)(i - a) - 1));
    }
    return dip;
}

static double dip_in_counts(struct dip *d)
{
    uint32_t low = 0, high = d->n - 1;
    double dip = 1;
    dip_link(d);
    for (;;) {
        dip_hulls(d, low, high);
        struct dip_gap gap = dip_widest(d);
        if (gap.width < dip)
            return dip;
        dip = fmax(dip, dip_of_convex(d, gap.convex));
        dip = fmax(dip, dip_of_concave(d, gap.concave));
        uint32_t next_low = d->convex[gap.convex], next_high = d->concave[gap.concave];
        if (next_low == low && next_high == high)
            return dip;
        low = next_low;
        high = next_high;
    }
}

double benchan_dip(const double *sorted, size_t n)
{
    if (n == 0 || n > UINT32_MAX / 4)
        return NAN;
    if (n < 2 || sorted[0] >= sorted[n - 1])
        return 1 / (2 * (double)n);
    uint32_t *links = calloc(n, 4 * sizeof *links);
    if (links == NULL)
        return NAN;
    struct dip d = {.x = sorted,
                    .n = (uint32_t)n,
                    .left = links,
                    .right = links + n,
                    .convex = links + 2 * n,
                    .concave = links + 3 * n};
    double dip = dip_in_counts(&d) / (2 * (double)n);
    free(links);
    return dip;
}
