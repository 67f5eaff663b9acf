/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/vouched.h"

const struct gate gate_scope = {
    .shown = {"scope", "scope", BENCHAN_GATE_VOUCHED,
              "Does the part that was measured matter for the whole?",
              "Nothing in a result file shows it.",
              "On the author's word; binds under --strict.", "Amdahl (1967).",
              "Attest it: --attest scope=WHY"},
    .evaluate = vouched_not_shown,
    .explain = vouched_explain,
    .mend = vouched_mend,
};
