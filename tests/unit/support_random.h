/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_RANDOM_H
#define BENCHAN_TESTS_SUPPORT_RANDOM_H

/* Seeded data for tests: xorshift64*, unlike the library's own generator. */

#include <stddef.h>
#include <stdint.h>

struct support_random {
    uint64_t state;
};

struct support_random support_random_seed(uint64_t seed);
uint64_t support_next(struct support_random *random);
double support_uniform(struct support_random *random); /* in (0, 1) */
double support_normal(struct support_random *random);

void support_sort(double *values, size_t n);

#endif
