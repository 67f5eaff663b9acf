/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_PROGRESS_H
#define BENCHAN_CLI_PROGRESS_H

/* How far the work is, on a terminal that has waited for more than a second. */

#include <stdbool.h>
#include <stddef.h>

struct progress {
    int to;              /* where to write; below 0: nowhere */
    double next;         /* when the next line is due, on the steady clock */
    bool shown;          /* a line stands there */
    double (*now)(void); /* seconds on that clock */
};

/* `to` is standard error where that is a terminal, else -1. */
struct progress progress_begin(int to);

/* Fits struct benchan_options.progress; `context` is a struct progress. */
void progress_tick(void *context, size_t done, size_t total);

/* Wipes the line off. */
void progress_end(struct progress *progress);

#endif
