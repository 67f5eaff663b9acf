/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_NUMBER_H
#define BENCHAN_FORMATS_MODEL_NUMBER_H

#include "benchan/number.h"

/*
 * A number with the smallest number of characters that reads back to the same
 * double, or with `decimals` decimals where that is not BENCHAN_BINARY.
 * Locale-independent.
 */
void benchan_text_number(struct benchan_text *text, double value, int decimals);

/*
 * The number at `at` if it is one of up to 15 digits and perhaps a point, which
 * most numbers are; value and decimals as benchan_parse_number gives them.
 * Returns where it ends, or NULL: then benchan_parse_number has to look.
 */
const char *number_scan(const char *at, const char *end, double *value, int *decimals);

#endif
