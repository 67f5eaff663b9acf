/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_VALUES_H
#define BENCHAN_CLI_VALUES_H

/* Values of options: each checks its text and fills its place in the settings. */

#include "benchan/error.h"
#include "cli/settings.h"

/* "2%", "2 %" or "0.02" to a fraction > 0. */
enum benchan_status value_percent(const char *option, const char *text, double *fraction,
                                  struct benchan_error *error);
/* A whole number of at least 1. */
enum benchan_status value_count(const char *option, const char *text, size_t *count,
                                struct benchan_error *error);

enum benchan_status value_alpha(struct settings *settings, const char *text,
                                struct benchan_error *error);
enum benchan_status value_by(struct settings *settings, const char *text,
                             struct benchan_error *error);
enum benchan_status value_process(struct settings *settings, const char *text,
                                  struct benchan_error *error);
enum benchan_status value_color(struct settings *settings, const char *text,
                                struct benchan_error *error);
enum benchan_status value_fail_on(struct settings *settings, const char *text,
                                  struct benchan_error *error);
enum benchan_status value_report(struct settings *settings, const char *text,
                                 struct benchan_error *error);
enum benchan_status value_format(struct settings *settings, const char *text,
                                 struct benchan_error *error);
enum benchan_status value_input_format(struct settings *settings, const char *text,
                                       struct benchan_error *error);

/* Turns the collected --pair, --gate, --attest and --better texts into judge options. */
enum benchan_status values_finish(struct settings *settings, struct benchan_error *error);

#endif
