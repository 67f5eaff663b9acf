/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_SURROUNDINGS_H
#define BENCHAN_CLI_SURROUNDINGS_H

/*
 * What the environment says about the reader: the locale's character set (read
 * from the variables; the locale itself is never set), width, colour.
 */

#include <stdbool.h>
#include <stddef.h>

struct surroundings {
    bool ascii;    /* the locale's character set is not UTF-8 */
    bool terminal; /* standard output is one, and may take colour */
    bool no_color; /* NO_COLOR is set and not empty, or TERM is dumb */
    size_t width;  /* columns; 80 where nobody says */
    int progress;  /* standard error, where it is a terminal that can wipe a line; else -1 */
};

struct surroundings surroundings_read(int out, int err);

#endif
