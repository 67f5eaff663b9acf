/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_CALIBRATE_PEERS_H
#define BENCHAN_TESTS_CALIBRATE_PEERS_H

/*
 * What other tools declare on all values of two arms: -1 the second is
 * smaller, +1 larger, 0 nothing.
 */

#include <stddef.h>

/* Mann-Whitney at 5 % on all values, and medians that differ: benchstat's rule. */
int peers_rank_rule(const double *a, size_t n, const double *b, size_t m);
/* Student's pooled two-sample t at 5 % on all values: pyperf's rule. */
int peers_t_rule(const double *a, size_t n, const double *b, size_t m);

#endif
