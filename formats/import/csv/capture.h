/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_CSV_CAPTURE_H
#define BENCHAN_FORMATS_IMPORT_CSV_CAPTURE_H

#include "formats/import/format.h"

/* Reads what benchan_convert wrote (its layout: convert.c) back into an equal model. */
enum benchan_status csv_capture_read(const struct format_input *input,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error);

#endif
