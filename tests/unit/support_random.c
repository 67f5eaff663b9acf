/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support_random.h"

#include <math.h>
#include <stdlib.h>

struct support_random support_random_seed(uint64_t seed)
{
    struct support_random random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    for (int i = 0; i < 8; i++)
        support_next(&random);
    return random;
}

uint64_t support_next(struct support_random *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * UINT64_C(2685821657736338717);
}

double support_uniform(struct support_random *random)
{
    return ((double)(support_next(random) >> 12) + 0.5) / 4503599627370496.0;
}

double support_normal(struct support_random *random)
{
    double radius = sqrt(-2 * log(support_uniform(random)));
    return radius * cos(6.283185307179586 * support_uniform(random));
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void support_sort(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare);
}
