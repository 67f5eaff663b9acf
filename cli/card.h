/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_CLI_CARD_H
#define BENCHAN_CLI_CARD_H

#include "benchan/error.h"
#include "cli/settings.h"

/* Fills what the options left open from the file of --card, if one is given. */
enum benchan_status card_apply(struct settings *settings, struct benchan_error *error);

#endif
