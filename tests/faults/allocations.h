/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_FAULTS_ALLOCATIONS_H
#define BENCHAN_TESTS_FAULTS_ALLOCATIONS_H

/* Allocations that are counted, and that fail when told to. */

#include <stdbool.h>
#include <stddef.h>

/* From now on the nth allocation (from 1; 0 none) fails, and with `onwards` all after it. */
void allocations_fail(size_t nth, bool onwards);

/* Stops failing. Whether one has failed since allocations_fail. */
bool allocations_stop(void);

/* Blocks allocated and not freed. */
long allocations_live(void);

#endif
