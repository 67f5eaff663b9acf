/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_UNITS_H
#define BENCHAN_FORMATS_MODEL_UNITS_H

#include "benchan/number.h"
#include "benchan/sample.h"

struct benchan_unit {
    const char *base; /* "sec/op" for "ns/op"; the name itself where unknown */
    double scale;     /* recorded x scale = base */
    enum benchan_quantity quantity;
    enum benchan_direction better;
};

/* What a recorded unit means ("ns/op", "MB/s", "allocs/op", "byte", ...). */
struct benchan_unit benchan_unit_lookup(const char *name);

/*
 * A value in the base unit with an SI prefix and 4 significant digits, as
 * "11.32n", "1.234M", "0", "-3.1"; the unit itself is not written. "sec/op"
 * and rates take decimal prefixes, bytes ("B", "B/op") binary ones ("64Ki").
 */
void benchan_text_value(struct benchan_text *text, double value, const char *unit);

#endif
