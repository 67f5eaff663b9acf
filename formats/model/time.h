/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_TIME_H
#define BENCHAN_FORMATS_MODEL_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benchan/text.h"

/*
 * RFC 3339 or ISO 8601 date and time ("2026-11-30T21:17:27.011875083Z",
 * "2026-11-30 21:18:50.139211", "...+01:00"), to nanoseconds since 1970.
 * *zoned tells whether an offset or Z was given. Needs no time zone database
 * and never looks at TZ. Returns false where it is no such time.
 */
bool benchan_parse_time(const char *begin, size_t n, int64_t *time, bool *zoned);

/* RFC 3339 with nanoseconds; what benchan_parse_time reads back. 'Z' where `utc`. */
void time_text(struct benchan_text *text, int64_t time, bool utc);

#endif
