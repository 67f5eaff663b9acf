/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/program.h"

/* A reader that went away needs no message; a full disk does. */
static int write_out(const struct benchan_text *out, struct benchan_text *messages)
{
    errno = 0;
    if (file_write_bytes(STDOUT_FILENO, out->data, out->size))
        return EXIT_FINE;
    if (errno != EPIPE)
        benchan_text_printf(messages, "benchan: standard output cannot be written%s\n",
                            errno == ENOSPC ? ": the disk is full; make room" : "");
    return EXIT_UNUSABLE;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of write(2) */
    gsl_set_error_handler_off();
    const struct surroundings surroundings = surroundings_read(STDOUT_FILENO, STDERR_FILENO);
    struct benchan_text out = {0}, messages = {0};
    int status = program_run(argc, (const char *const *)argv, &surroundings, &out, &messages);
    if (write_out(&out, &messages) != EXIT_FINE)
        status = EXIT_UNUSABLE;
    (void)file_write_bytes(STDERR_FILENO, messages.data, messages.size);
    benchan_text_free(&out);
    benchan_text_free(&messages);
    return status;
}
