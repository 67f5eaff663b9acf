/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/progress.h"

#include <time.h>

#include "benchan/text.h"
#include "cli/files.h"

static const double WAIT = 1.0, PAUSE = 0.2; /* seconds */

static double steady_seconds(void)
{
    struct timespec time;
    if (clock_gettime(CLOCK_MONOTONIC, &time) != 0)
        return 0;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct progress progress_begin(int to)
{
    return (struct progress){.to = to, .next = steady_seconds() + WAIT, .now = steady_seconds};
}

void progress_tick(void *context, size_t done, size_t total)
{
    struct progress *progress = context;
    if (progress->to < 0)
        return;
    const double now = progress->now();
    if (now < progress->next)
        return;
    char line[96];
    const int n = benchan_snprintf(line, sizeof line, "\r\033[Kbenchan: %zu of %zu (%.0f %%)",
                                   done, total, total ? 100 * (double)done / (double)total : 0);
    progress->next = now + PAUSE;
    progress->shown = true;
    if (n > 0)
        (void)file_write_bytes(progress->to, line, (size_t)n);
}

void progress_end(struct progress *progress)
{
    static const char wipe[] = "\r\033[K";
    if (progress->shown)
        (void)file_write_bytes(progress->to, wipe, sizeof wipe - 1);
    progress->shown = false;
}
