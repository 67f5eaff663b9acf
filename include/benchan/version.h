/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_VERSION_H
#define BENCHAN_VERSION_H

#include "benchan/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "1.0.0" */
BENCHAN_API const char *benchan_version(void);

#ifdef __cplusplus
}
#endif

#endif
