/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/bootstrap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"

/*
 * Weights of the exact bootstrap distribution of the median of n values.
 *
 * The k-th order statistic of n draws with replacement lies at the i-th value
 * when the k-th of n uniforms falls into ((i - 1)/n, i/n], so its weight is the
 * integral of a beta density over that cell. Integrating the density instead of
 * subtracting two values of its distribution function keeps every weight
 * accurate relative to itself, at any n.
 */

static const double negligible = 1e-13;

/* Beyond this, even n lets the lower of the two middle values stand for both. */
static const size_t largest_pairs = 100000;

/* Order statistics [first, last] that can weigh anything: the index has sd sqrt(n)/2. */
struct window {
    size_t n, k, first, last;
};

static struct window window_around_middle(size_t n)
{
    const size_t k = (n + 1) / 2;
    const size_t reach = (size_t)ceil(4.5 * sqrt((double)n)) + 2;
    return (struct window){.n = n,
                           .k = k,
                           .first = k > reach ? k - reach : 1,
                           .last = n - k > reach ? k + reach : n};
}

/* Density of the k-th of n uniforms at x = (1 + y)/2, up to a constant. */
static double density(const struct window *window, double y)
{
    const double symmetric = exp(((double)window->k - 1) * log1p(-y * y));
    return window->n % 2 ? symmetric : symmetric * (1 - y);
}

/* Gauss and Legendre's eight points on [-1, 1]; half of them. */
static const double node[4] = {0.18343464249564980494, 0.52553240991632898582,
                               0.79666647741362673959, 0.96028985649753623168};
static const double node_weight[4] = {0.36268378337836198297, 0.31370664587788728734,
                                      0.22238103445337447054, 0.10122853629037625915};

static double cell_mass(const struct window *window, size_t i)
{
    const double n = (double)window->n;
    const double centre = (2 * (double)i - 1 - n) / n;
    double sum = 0;
    for (size_t q = 0; q < 4; q++)
        sum += node_weight[q] *
               (density(window, centre - node[q] / n) + density(window, centre + node[q] / n));
    return sum;
}

/* masses[i - first] = P(k-th order statistic is the i-th value); they sum to 1. */
static double *single_masses(const struct window *window)
{
    const size_t count = window->last - window->first + 1;
    double *masses = malloc(count * sizeof *masses);
    if (!masses)
        return NULL;
    double total = 0;
    for (size_t c = 0; c < count; c++)
        total += masses[c] = cell_mass(window, window->first + c);
    for (size_t c = 0; c < count; c++)
        masses[c] /= total;
    return masses;
}

static bool append(struct weights *weights, size_t i, size_t j, double weight)
{
    if (weights->n_atoms == weights->capacity) {
        if (weights->capacity > SIZE_MAX / 4 / sizeof *weights->atoms)
            return false;
        const size_t capacity = weights->capacity ? 2 * weights->capacity : 64;
        struct benchan_atom *atoms = realloc(weights->atoms, capacity * sizeof *atoms);
        if (!atoms)
            return false;
        weights->atoms = atoms;
        weights->capacity = capacity;
    }
    weights->atoms[weights->n_atoms++] =
        (struct benchan_atom){(uint32_t)i, (uint32_t)j, weight};
    return true;
}

static bool fill_single(struct weights *weights, const struct window *window,
                        const double *masses)
{
    for (size_t i = window->first; i <= window->last; i++) {
        const double mass = masses[i - window->first];
        if (mass >= negligible && !append(weights, i, i, mass))
            return false;
    }
    return true;
}

/* log of (2i/n)^k - (2(i-1)/n)^k, for n = 2k. */
static double log_power_step(size_t i, size_t k)
{
    const double power = (double)k;
    const double offset = ((double)i - power) / power;
    return power * log1p(offset) + log(-expm1(power * log1p(-1 / (double)i)));
}

/* log of C(2k, k) / 4^k. */
static double log_central(size_t k)
{
    double product = 1;
    for (size_t i = 1; i <= k; i++)
        product *= ((double)i - 0.5) / (double)i;
    return log(product);
}

/*
 * Even n = 2k. The pair (i, j), i < j, needs k draws up to i with at least one
 * at i and k draws from j on with at least one at j. What is left of the mass
 * of the k-th at i, once all larger partners are taken away, is the pair (i, i).
 */
static bool fill_pairs(struct weights *weights, const struct window *window,
                       const double *masses)
{
    const size_t n = window->n, k = window->k;
    const double central = log_central(k);
    for (size_t i = window->first; i <= window->last; i++) {
        const double step = central + log_power_step(i, k);
        const double beyond =
            i < n ? exp(step + (double)k * log1p(((double)k - (double)i) / (double)k)) : 0;
        const double same = masses[i - window->first] - beyond;
        if (same >= negligible && !append(weights, i, i, same))
            return false;
        for (size_t j = i + 1; j <= n; j++) {
            const double mass = exp(step + log_power_step(n + 1 - j, k));
            if (mass < negligible)
                break;
            if (!append(weights, i, j, mass))
                return false;
        }
    }
    return true;
}

bool weights_compute(struct weights *weights, size_t n)
{
    const struct window window = window_around_middle(n);
    double *masses = single_masses(&window);
    if (!masses)
        return false;
    *weights = (struct weights){.n = n};
    const bool pairs = n % 2 == 0 && n <= largest_pairs;
    const bool done =
        pairs ? fill_pairs(weights, &window, masses) : fill_single(weights, &window, masses);
    free(masses);
    if (!done) {
        free(weights->atoms);
        *weights = (struct weights){0};
    }
    return done;
}
