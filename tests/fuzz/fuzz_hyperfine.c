/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_one_capture("hyperfine", data, size);
    return 0;
}
