/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_BENCHAN_H
#define BENCHAN_BENCHAN_H

/*
 * benchan: is this benchmark evidence?
 *
 *   files -> benchan_import -> struct benchan_capture (sample.h)
 *         -> benchan_judge  -> struct benchan_verdict (verdict.h)
 *         -> benchan_report_verdict -> text (report.h)
 *
 * The library never prints, exits, opens a file, sets a locale or installs a
 * signal or GSL error handler. A program that links GSL's default handler and
 * passes arguments benchan accepts will not see it called.
 * Functions may run on several threads as long as no object is shared.
 */

#include "benchan/card.h"
#include "benchan/design.h"
#include "benchan/error.h"
#include "benchan/import.h"
#include "benchan/number.h"
#include "benchan/plan.h"
#include "benchan/report.h"
#include "benchan/sample.h"
#include "benchan/stats.h"
#include "benchan/text.h"
#include "benchan/verdict.h"
#include "benchan/version.h"

#endif
