/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_REFERENCE_H
#define BENCHAN_TESTS_SUPPORT_REFERENCE_H

/* Reads the oracles in testdata/reference. Every failure fails the running test. */

#include <cjson/cJSON.h>
#include <stddef.h>

/* A file of testdata/reference as a terminated string; free() it. */
char *reference_read(const char *name);

/* The same, parsed; cJSON_Delete() it. */
cJSON *reference_json(const char *name);

double reference_number(const cJSON *object, const char *key);

/* Copies an array of numbers into `values` (room for `most`); returns how many. */
size_t reference_numbers(const cJSON *array, double *values, size_t most);

/* |got - want| <= tolerance * max(1, |want|), with both figures in the message. */
void reference_close(double got, double want, double tolerance, const char *what);

#endif
