/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/vouched.h"

const struct gate gate_inputs = {
    .shown = {"inputs", "inputs", BENCHAN_GATE_VOUCHED,
              "Are the inputs those of the real use, and the same in both arms?",
              "Nothing in a result file shows it.",
              "On the author's word; binds under --strict.",
              "Branch predictors learn a repeated input.", "Attest it: --attest inputs=WHY"},
    .evaluate = vouched_not_shown,
    .explain = vouched_explain,
    .mend = vouched_mend,
};
