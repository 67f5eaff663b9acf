/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_NUMBER_H
#define BENCHAN_NUMBER_H

/* Numbers as result files and reports write them, whatever the locale. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Parses a decimal number that fills [begin, begin + n) wholly: optional sign,
 * digits, one '.', exponent. No blanks, no hexadecimal, no "inf" or "nan".
 * Returns false where it is none or does not fit a double (1e400).
 * *decimals (may be NULL) is the number of decimals printed, less the
 * exponent; BENCHAN_BINARY from 16 significant digits on.
 */
BENCHAN_API bool benchan_parse_number(const char *begin, size_t n, double *value,
                                      int *decimals);

/* A length of time for people: "0.3 s", "80 s", "12 min", "1.5 h". */
BENCHAN_API void benchan_text_duration(struct benchan_text *text, double seconds);

#ifdef __cplusplus
}
#endif

#endif
