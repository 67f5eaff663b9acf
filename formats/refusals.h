/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REFUSALS_H
#define BENCHAN_FORMATS_REFUSALS_H

#include "formats/format.h"

/* The refusal that fits best, and how well; NULL where none does. */
const struct refusal *refusal_find(const char *data, size_t size, int *score);

#endif
