/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_BENCH_GENERATE_H
#define BENCHAN_TESTS_BENCH_GENERATE_H

/* Result files of any size, the same bytes each time. */

#include <benchan/benchan.h>

struct generated {
    size_t benchmarks;
    size_t processes;
    size_t values; /* of each process */
    size_t arm;    /* 0, 1, ...: other values, and times that interleave with arm 0 */
    uint64_t seed;
    bool adjacent; /* Go text: all rows of a benchmark after one another, in one process */
};

/* Go text with ns/op, B/op and allocs/op on each row. */
void generate_go(const struct generated *what, struct benchan_text *text);
/* A pyperf suite: every benchmark has its own processes. */
void generate_pyperf(const struct generated *what, struct benchan_text *text);
/* A row a sample: benchmark, process, start, seconds. */
void generate_csv(const struct generated *what, struct benchan_text *text);

#endif
