/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_NEAR_H
#define BENCHAN_TESTS_SUPPORT_NEAR_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* Within `relative` of the larger; 0 and infinities only near themselves. */
void assert_near(double actual, double expected, double relative);

/* The array of numbers under `key`; free() it. */
double *reference_array(const cJSON *object, const char *key, size_t *n);

#endif
