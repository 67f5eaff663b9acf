/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_TIME_H
#define BENCHAN_FORMATS_MODEL_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "benchan/text.h"

/* RFC 3339 with nanoseconds; what benchan_parse_time reads back. 'Z' where `utc`. */
void time_text(struct benchan_text *text, int64_t time, bool utc);

#endif
