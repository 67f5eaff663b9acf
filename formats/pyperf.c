/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

int pyperf_probe(const char *data, size_t size)
{
    (void)data;
    (void)size;
    return 0;
}

enum benchan_status pyperf_read(const struct format_input *input,
                                struct benchan_capture **capture, struct benchan_error *error)
{
    (void)capture;
    return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 0, 0, NULL,
                        "pyperf is not supported yet");
}
