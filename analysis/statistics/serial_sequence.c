/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/serial.h"

#include <math.h>
#include <string.h>

double serial_select(double *values, size_t n, size_t wanted)
{
    ptrdiff_t low = 0, high = (ptrdiff_t)n - 1, k = (ptrdiff_t)wanted;
    while (low < high) {
        /* The middle of three keeps sorted runs linear. */
        double a = values[low], b = values[low + (high - low) / 2], c = values[high];
        double pivot = fmax(fmin(a, b), fmin(fmax(a, b), c));
        ptrdiff_t i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i > j)
                break;
            double swap = values[i];
            values[i++] = values[j];
            values[j--] = swap;
        }
        if (j < k)
            low = i;
        if (k < i)
            high = j;
    }
    return values[k];
}

double serial_median(double *values, size_t n)
{
    double upper = serial_select(values, n, n / 2);
    if (n % 2 == 1)
        return upper;
    double lower = values[0];
    for (size_t i = 1; i < n / 2; i++)
        lower = fmax(lower, values[i]);
    return lower + (upper - lower) / 2;
}

struct serial_limits serial_limits(const double *values, size_t n, double *scratch)
{
    struct serial_limits limits = {0, -INFINITY, INFINITY};
    memcpy(scratch, values, n * sizeof *values);
    limits.median = serial_median(scratch, n);
    for (size_t i = 0; i < n; i++)
        scratch[i] = fabs(values[i] - limits.median);
    double reach = 3 * 1.4826 * serial_median(scratch, n);
    size_t beyond = 0;
    for (size_t i = 0; i < n; i++)
        beyond += fabs(values[i] - limits.median) > reach;
    if (reach > 0 && (double)beyond <= 0.15 * (double)n) {
        limits.low = limits.median - reach;
        limits.high = limits.median + reach;
    }
    return limits;
}

/* Insertion sort of places by value; stable, so that equal values keep their order. */
static void sort_places(const double *values, size_t n, uint8_t *places)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && values[places[at - 1]] > values[i]; at--)
            places[at] = places[at - 1];
        places[at] = (uint8_t)i;
    }
}

static void rank_values(struct serial_sequence *s, const double *values, const uint8_t *places)
{
    size_t group = 0;
    s->untied = (double)s->n * (double)(s->n - 1) / 2;
    for (size_t k = 0; k < s->n; k++) {
        if (k > 0 && values[places[k]] > values[places[k - 1]])
            group = k;
        s->rank[k] = (int16_t)group;
        s->untied -= (double)(k - group); /* ties with those before it in the group */
        s->order[places[k]] = (uint8_t)k;
    }
}

/* Centres z, whatever its origin, and scales it to a mean square of 1. */
static void standardise(struct serial_sequence *s)
{
    double mean = 0, square = 0, widest = 0;
    for (size_t k = 0; k < s->n; k++)
        mean += s->z[k] / (double)s->n;
    for (size_t k = 0; k < s->n; k++) {
        s->z[k] -= mean;
        widest = fmax(widest, fabs(s->z[k]));
    }
    for (size_t k = 0; k < s->n; k++)
        square += (s->z[k] / widest) * (s->z[k] / widest) / (double)s->n;
    s->scale = widest * sqrt(square);
    for (size_t k = 0; k < s->n; k++)
        s->z[k] /= s->scale;
}

void serial_prepare(struct serial_sequence *s, const double *values, size_t n)
{
    uint8_t places[SERIAL_MOST];
    double scratch[SERIAL_MOST];
    s->n = n;
    s->least = n < 15 ? 2 : 3;
    sort_places(values, n, places);
    rank_values(s, values, places);
    struct serial_limits limits = serial_limits(values, n, scratch);
    for (size_t k = 0; k < n; k++)
        s->z[k] = fmin(fmax(values[places[k]], limits.low), limits.high) - limits.median;
    s->scale = 0;
    if (s->z[0] < s->z[n - 1])
        standardise(s);
    else
        memset(s->z, 0, n * sizeof *s->z);
}

static double level_of(const struct serial_sequence *s, double rise, size_t length)
{
    return rise * rise * (double)s->n / ((double)length * (double)(s->n - length));
}

void serial_statistics(const struct serial_sequence *s, const uint8_t *order,
                       double statistics[SERIAL_KINDS])
{
    double first = s->z[order[0]], last = s->z[order[s->n - 1]];
    double lag = 0.5 * (first * first + last * last), greater = 0, level = 0;
    double sums[SERIAL_MOST + 1] = {0};
    for (size_t j = 0; j < s->n; j++) {
        sums[j + 1] = sums[j] + s->z[order[j]];
        if (j > 0)
            lag += s->z[order[j - 1]] * s->z[order[j]];
        for (size_t i = 0; i < j; i++)
            greater += s->rank[order[j]] > s->rank[order[i]];
        for (size_t i = 0; i + s->least <= j + 1; i++)
            if (s->n - (j + 1 - i) >= s->least)
                level = fmax(level, level_of(s, sums[j + 1] - sums[i], j + 1 - i));
    }
    statistics[SERIAL_LAG] = lag;
    statistics[SERIAL_TREND] = fabs(2 * greater - s->untied);
    statistics[SERIAL_LEVEL] = level;
}

struct serial_segment serial_widest_segment(const struct serial_sequence *s)
{
    struct serial_segment widest = {0, 0, s->n};
    double sums[SERIAL_MOST + 1] = {0};
    for (size_t i = 0; i < s->n; i++)
        sums[i + 1] = sums[i] + s->z[s->order[i]];
    for (size_t i = 0; i + s->least <= s->n; i++)
        for (size_t j = i + s->least; j <= s->n && s->n - (j - i) >= s->least; j++) {
            double level = level_of(s, sums[j] - sums[i], j - i);
            if (level > widest.statistic * (1 + 1e-12))
                widest = (struct serial_segment){level, i, j};
        }
    return widest;
}
