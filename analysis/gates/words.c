/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns of phrase that several gates explain themselves with. */
#include "analysis/gates/gate.h"
#include "formats/model/units.h"

void gate_arm(const struct benchan_comparison *row, double arm, struct benchan_text *text)
{
    struct benchan_labels labels;
    benchan_labels_of(row, &labels);
    benchan_text_string(text, arm == 0   ? labels.baseline
                              : arm == 1 ? labels.candidate
                                         : "the pairs");
}

void gate_arm_said(const struct benchan_comparison *row, double arm, struct benchan_text *text)
{
    struct benchan_labels labels;
    benchan_labels_of(row, &labels);
    benchan_label_words(&labels, arm != 0, text);
}

void gate_draws(const struct benchan_comparison *row, double n, struct benchan_text *text)
{
    const enum benchan_level level = row->design.described_level;
    const char *plural = level == BENCHAN_LEVEL_PROCESS ? "es" : "s";
    benchan_text_printf(text, "%.0f %s%s", n, benchan_level_name(level), n == 1 ? "" : plural);
}

void gate_value(const struct benchan_comparison *row, double value, struct benchan_text *text)
{
    benchan_text_value(text, value, row->unit);
}
