/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_NUMBER_H
#define BENCHAN_FORMATS_MODEL_NUMBER_H

/*
 * The number at `at` if it is one of up to 15 digits and perhaps a point, which
 * most numbers are; value and decimals as benchan_parse_number gives them.
 * Returns where it ends, or NULL: then benchan_parse_number has to look.
 */
const char *number_scan(const char *at, const char *end, double *value, int *decimals);

#endif
