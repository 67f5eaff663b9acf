/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/vouched.h"

void vouched_not_shown(const struct gate_context *context, struct benchan_gate_result *result)
{
    (void)context;
    result->status = BENCHAN_GATE_UNKNOWN;
    result->evidence.code = VOUCHED_NOT_SHOWN;
}

void vouched_explain(const struct benchan_comparison *row,
                     const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const char *const *words = result->evidence.text;
    switch (result->evidence.code) {
    case VOUCHED_DIFFERS:
        benchan_text_printf(text, "%s: %s against %s", words[0], words[1], words[2]);
        break;
    case VOUCHED_FIXED:
        benchan_text_printf(text, "%s: %s in both arms; the claim holds for that setting only",
                            words[0], words[1]);
        break;
    case VOUCHED_SHOWN:
        benchan_text_printf(text, "%s: %s", words[0], words[1]);
        break;
    default:
        benchan_text_string(text, "no file can show it");
    }
}

void vouched_mend(const struct benchan_comparison *row,
                  const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    benchan_text_printf(text, "say it with --attest %s=WHY", result->gate->name);
}
