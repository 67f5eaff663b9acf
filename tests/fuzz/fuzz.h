/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_FUZZ_H
#define BENCHAN_TESTS_FUZZ_H

/* What the fuzz targets share. A broken promise ends the program with abort(). */

#include <stddef.h>
#include <stdint.h>

#include "benchan/benchan.h"

/* The one name libFuzzer asks for; each target defines it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* abort() with a word about the promise, where it does not hold. */
void fuzz_require(bool holds, const char *promise);

/* Imports the bytes as `format` (NULL: by content). NULL where they are refused. */
struct benchan_capture *fuzz_import(const char *format, bool partial, const uint8_t *data,
                                    size_t size);

/* Imports twice, whole and partial, and does everything one capture allows. */
void fuzz_one_capture(const char *format, const uint8_t *data, size_t size);

#endif
