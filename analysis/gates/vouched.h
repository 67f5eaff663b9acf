/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_ANALYSIS_GATES_VOUCHED_H
#define BENCHAN_ANALYSIS_GATES_VOUCHED_H

/* What checklist items that no file can show have in common. */

#include "analysis/gates/gate.h"

enum vouched_code { VOUCHED_NOT_SHOWN = 1, VOUCHED_DIFFERS, VOUCHED_FIXED, VOUCHED_SHOWN };

void vouched_not_shown(const struct gate_context *context, struct benchan_gate_result *result);
void vouched_explain(const struct benchan_comparison *row,
                     const struct benchan_gate_result *result, struct benchan_text *text);
void vouched_mend(const struct benchan_comparison *row,
                  const struct benchan_gate_result *result, struct benchan_text *text);

#endif
