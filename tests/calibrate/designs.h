/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_DESIGNS_H
#define BENCHAN_TESTS_CALIBRATE_DESIGNS_H

/* How an experiment is laid out: how many processes of each arm, in which order. */

#include "tests/calibrate/randomness.h"

enum arm { ARM_BASELINE, ARM_NULL, ARM_CANDIDATE, ARMS };

enum arm_order {
    ORDER_SEQUENTIAL, /* all of A, all of A', all of B */
    ORDER_ROUNDS,     /* rounds of one process of each arm, shuffled anew each time */
    ORDER_STRICT,     /* rounds that are never shuffled */
    ORDER_SHUFFLED    /* all processes in one random order: no rounds to pair by */
};

struct design {
    const char *name;
    enum arm_order order;
    size_t processes[ARMS];
    size_t values[ARMS]; /* a process */
    bool uneven;         /* a process gives one to twice as many less one */
};

extern const struct design designs[];
size_t design_count(void);
const struct design *design_find(const char *name); /* NULL: none */

enum { MOST_PROCESSES = 200 };

struct slot {
    enum arm arm;
    size_t round; /* 0-based number of the process in its arm */
    size_t values;
};

/* Fills `slots` (room for MOST_PROCESSES) in order of measurement; returns how many. */
size_t design_lay_out(const struct design *design, struct randomness *randomness,
                      struct slot *slots);

#endif
