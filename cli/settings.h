/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_SETTINGS_H
#define BENCHAN_CLI_SETTINGS_H

/* What the command line asks for. Strings are borrowed from argv or kept by settings_keep. */

#include <stdbool.h>
#include <stddef.h>

#include "benchan/error.h"
#include "benchan/import.h"
#include "benchan/verdict.h"

struct list { /* of strings */
    const char **items;
    size_t n, capacity;
};

struct report_file { /* --report NAME=FILE */
    const char *name;
    const char *path;
};

enum color_choice { COLOR_AUTO = 0, COLOR_ALWAYS, COLOR_NEVER };

struct settings {
    const struct command *command;
    bool command_named; /* false: the word was left out */
    bool help, version, list_options;

    struct list operands;
    struct list baselines;    /* --baseline */
    const char *by;           /* --by, whole */
    const char *replicate[2]; /* --replicate; NULL where not given */
    struct list nulls;        /* --null */
    const char *card;         /* --card */
    struct list rename_texts; /* --pair OLD=NEW, whole */
    struct list better_texts; /* --better, each */
    struct list gate_texts;   /* --gate NAME=STATUS, whole */
    struct list attest_texts; /* --attest NAME=WHY, whole */
    double effect;            /* --effect of plan; NaN where not given */
    const char *like;         /* --like of recipe */
    size_t rounds, values;    /* --rounds and --values of recipe; 0 where not given */

    const char *format; /* of the main report; NULL: text */
    const char *output; /* NULL or "-": standard output */
    struct report_file *reports;
    size_t n_reports;
    enum color_choice color;
    bool quiet, verbose;

    struct benchan_import_options import;
    struct benchan_options judge; /* its arrays are made by settings_finish */

    struct benchan_card *card_read; /* what --card holds; its strings are borrowed above */
    struct kept_string *kept;
    struct benchan_rename *renames;
    struct benchan_gate_option *gates;
};

void settings_init(struct settings *settings);
void settings_free(struct settings *settings);

/* A terminated copy that lives as long as the settings; NULL where memory is out. */
const char *settings_keep(struct settings *settings, const char *begin, size_t n);

bool list_add(struct list *list, const char *item);

#endif
