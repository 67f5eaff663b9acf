/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_capture.h"

enum benchan_status csv_capture_read(const struct format_input *input,
                                     struct benchan_capture **capture,
                                     struct benchan_error *error)
{
    (void)capture;
    return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 1, 1, NULL,
                        "a converted capture, which cannot be read yet");
}
