/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_CAPTURE_H
#define BENCHAN_TESTS_SUPPORT_CAPTURE_H

/* Captures made in memory, and files read from disk, for tests of the pipeline. */

#include "benchan/benchan.h"

/* A process of a made capture: when it began (seconds) and its values. */
struct support_process {
    double start;      /* seconds; NaN: no time */
    const char *block; /* NULL none */
    const double *values;
    size_t n;
};

/*
 * A capture of benchmark "B" in sec/op with one process record each, named
 * `path`, on one machine. Times are UTC when every start is given.
 */
struct benchan_capture *support_capture(const char *path,
                                        const struct support_process *processes, size_t n);

/* Imports a file or fails the test. Free with benchan_capture_free. */
struct benchan_capture *support_import(const char *path);

/* <BENCHAN_CORPUS>/<name>, or NULL where the corpus is not there. Static buffer per slot 0..3.
 */
const char *support_corpus(const char *name, int slot);

/* Judges captures[0] against the others; fails the test on error. */
struct benchan_verdict *support_judge(struct benchan_capture *const *captures, size_t n,
                                      struct benchan_capture *null,
                                      const struct benchan_options *options);

/* The comparison of `benchmark` in `unit`, or fails the test. */
const struct benchan_comparison *support_row(const struct benchan_verdict *verdict,
                                             const char *benchmark, const char *unit);

/* A CSV text split into its arms "old" and "new" by the label `key`, and judged. */
struct support_arms {
    struct benchan_capture *whole, *split[2];
    struct benchan_verdict *verdict;
    const struct benchan_comparison *row; /* the first */
};
struct support_arms support_judge_csv(const char *text, const char *key);
void support_release(struct support_arms *arms);

/* The status of a gate of a row. */
enum benchan_gate_status support_gate(const struct benchan_comparison *row, const char *name);

#endif
