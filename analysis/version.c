/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/benchan.h"

const char *benchan_version(void)
{
    return BENCHAN_VERSION;
}
