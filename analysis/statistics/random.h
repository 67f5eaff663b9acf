/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_STATISTICS_RANDOM_H
#define BENCHAN_ANALYSIS_STATISTICS_RANDOM_H

/*
 * SplitMix64 (Steele, Lea and Flood 2014): our own, so that a result is the
 * same with every version of every library.
 */

#include <stddef.h>
#include <stdint.h>

struct random_stream {
    uint64_t state;
};

static inline uint64_t random_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t random_next(struct random_stream *stream)
{
    stream->state += UINT64_C(0x9E3779B97F4A7C15);
    return random_mix(stream->state);
}

/* A stream that is a function of (seed, n) alone. */
static inline struct random_stream random_stream_for(uint64_t seed, size_t n)
{
    return (struct random_stream){random_mix(seed) ^ random_mix(~(uint64_t)n)};
}

/* 32 random bits to 0 .. bound - 1; uneven by at most bound / 2^32. */
static inline uint32_t random_scale(uint32_t bits, uint32_t bound)
{
    return (uint32_t)(((uint64_t)bits * bound) >> 32);
}

#endif
