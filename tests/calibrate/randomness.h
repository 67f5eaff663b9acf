/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_RANDOMNESS_H
#define BENCHAN_TESTS_CALIBRATE_RANDOMNESS_H

/* Draws that are the same on every host: results are functions of the seed. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct randomness {
    uint64_t state;
    double spare; /* the second normal of a pair */
    bool has_spare;
};

/* A stream of its own for every (seed, key, number). */
struct randomness randomness_for(uint64_t seed, uint64_t key, size_t number);
uint64_t randomness_key(const char *text, uint64_t key);

uint64_t randomness_bits(struct randomness *randomness);
double randomness_uniform(struct randomness *randomness); /* in (0, 1) */
double randomness_normal(struct randomness *randomness);
double randomness_exponential(struct randomness *randomness);
bool randomness_chance(struct randomness *randomness, double probability);
size_t randomness_below(struct randomness *randomness, size_t bound);

#endif
