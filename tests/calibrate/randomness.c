/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/randomness.h"

#include <math.h>

/* The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

struct randomness randomness_for(uint64_t seed, uint64_t key, size_t number)
{
    const uint64_t state = mix(mix(seed ^ UINT64_C(0x63616c6962726174)) ^ key);
    return (struct randomness){.state = mix(state ^ mix(~(uint64_t)number))};
}

/* FNV-1a, continued from `key`. */
uint64_t randomness_key(const char *text, uint64_t key)
{
    uint64_t hash = key ^ UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t randomness_bits(struct randomness *randomness)
{
    randomness->state += UINT64_C(0x9E3779B97F4A7C15);
    return mix(randomness->state);
}

double randomness_uniform(struct randomness *randomness)
{
    return ((double)(randomness_bits(randomness) >> 11) + 0.5) * 0x1p-53;
}

/* Marsaglia's polar method. */
double randomness_normal(struct randomness *randomness)
{
    if (randomness->has_spare) {
        randomness->has_spare = false;
        return randomness->spare;
    }
    double u;
    double v;
    double s;
    do {
        u = 2 * randomness_uniform(randomness) - 1;
        v = 2 * randomness_uniform(randomness) - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    const double scale = sqrt(-2 * log(s) / s);
    randomness->spare = v * scale;
    randomness->has_spare = true;
    return u * scale;
}

double randomness_exponential(struct randomness *randomness)
{
    return -log(randomness_uniform(randomness));
}

bool randomness_chance(struct randomness *randomness, double probability)
{
    return randomness_uniform(randomness) < probability;
}

size_t randomness_below(struct randomness *randomness, size_t bound)
{
    return (size_t)(randomness_uniform(randomness) * (double)bound);
}
