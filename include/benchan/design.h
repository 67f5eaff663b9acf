/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_DESIGN_H
#define BENCHAN_DESIGN_H

/*
 * Design inference: what was drawn independently, in which order, and whether
 * the arms were measured apart or in turn. Inferred from captures, never
 * stored in them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ordered: a higher level carries more. */
enum benchan_level {
    BENCHAN_LEVEL_RUN = 0, /* values whose processes are unknown, or one process's runs */
    BENCHAN_LEVEL_PROCESS,
    BENCHAN_LEVEL_BLOCK,
    BENCHAN_LEVEL_BUILD,
    BENCHAN_LEVEL_SESSION
};

/* "run", "process", "block", "build", "session". */
BENCHAN_API const char *benchan_level_name(enum benchan_level level);

enum benchan_ternary { BENCHAN_UNKNOWN = -1, BENCHAN_NO = 0, BENCHAN_YES = 1 };

/* Where blocks come from. */
enum benchan_block_source {
    BENCHAN_BLOCKS_NONE = 0,
    BENCHAN_BLOCKS_STATED,  /* a block key both arms share */
    BENCHAN_BLOCKS_PROCESS, /* both arms inside one process */
    BENCHAN_BLOCKS_ROUNDS   /* consecutive groups in time that hold each arm once */
};

/*
 * How the draws of two arms lie in their shared order.
 */
struct benchan_order_pattern {
    size_t n, m;             /* draws of arm 0 and of arm 1 */
    bool overlap;            /* neither arm ends before the other begins */
    size_t label_runs;       /* maximal stretches of one arm */
    double balance;          /* |2 U / (nm) - 1| of the positions */
    double balance_limit;    /* max(.5, 2.81 sqrt((N + 1) / (3nm))) */
    bool interleaved;        /* overlap, enough label runs, balanced */
    bool rounds;             /* consecutive pairs hold each arm once */
    size_t first_arm0;       /* rounds that arm 0 opens; 0 without rounds */
    bool strict_alternation; /* ABAB or ABBA throughout */
    bool randomised;
};

struct benchan_design {
    enum benchan_level level;           /* the level the arms were drawn apart at */
    enum benchan_level described_level; /* the level figures are computed at */
    bool paired;                        /* d_i are primary */
    enum benchan_ternary interleaved;
    enum benchan_ternary randomised;
    bool order_known; /* the arms share an order */
    enum benchan_block_source blocks;
    size_t n_blocks;     /* blocks that hold both arms */
    size_t captures[2];  /* sessions of each arm */
    bool sessions_shown; /* by times or a key; else every capture is taken for a session */
    size_t builds[2];
    struct benchan_order_pattern pattern; /* zero where order_known is false */
};

#ifdef __cplusplus
}
#endif

#endif
