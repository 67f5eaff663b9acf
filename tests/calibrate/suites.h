/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_SUITES_H
#define BENCHAN_TESTS_CALIBRATE_SUITES_H

/* Suites in which nothing changed: how often does the whole come back with 0? */

#include "tests/calibrate/environments.h"
#include "tests/calibrate/repeat.h"

struct suite_cell {
    const struct environment *environment;
    const struct design *design; /* processes a row, or of all rows */
    size_t rows;
    bool shared; /* a process runs every row, as Go's do; else one row, as pyperf's do */
    bool with_null;
    uint64_t seed;
};

enum suite_count {
    SUITE_EXIT_0,
    SUITE_INADMISSIBLE,    /* rows */
    SUITE_INCOMPLETE,      /* rows */
    SUITE_DIFFERENT,       /* rows declared to differ */
    SUITE_RAISES,          /* suites with a difference that survives Holm */
    SUITE_BY_INDEPENDENCE, /* rows that fail this gate */
    SUITE_BY_NULL,
    SUITE_BY_MODALITY,
    SUITE_BY_STABILITY,
    SUITE_COUNTS
};

/* `context` is a struct suite_cell. */
bool suites_once(const void *context, size_t number, struct tally *tally);

#endif
