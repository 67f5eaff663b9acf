/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/job.h"

#include <stdarg.h>
#include <stdio.h>

void job_note(struct job *job, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    for (char *at = line; *at; at++) /* names come from files */
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    benchan_text_printf(job->messages, "benchan: %s\n", line);
}
