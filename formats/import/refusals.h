/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_REFUSALS_H
#define BENCHAN_FORMATS_IMPORT_REFUSALS_H

#include "formats/import/format.h"

/* The summary that fits best, and how well; NULL where none does. */
const struct refusal *refusal_summary(const char *data, size_t size, int *score);

/* The same of formats that may hold samples but have no importer. */
const struct refusal *refusal_foreign(const char *data, size_t size, int *score);

/* The best of a table. */
const struct refusal *refusal_best(const struct refusal *refusals, size_t n, const char *data,
                                   size_t size, int *score);

#endif
