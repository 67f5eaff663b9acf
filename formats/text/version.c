/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version the build system gives; reports name it. */
#include "benchan/version.h"

const char *benchan_version(void)
{
    return BENCHAN_VERSION;
}
