/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/vouched.h"

const struct gate gate_working_set = {
    .shown = {"working-set", "working set", BENCHAN_GATE_VOUCHED,
              "Does the benchmark touch as much memory as the real use does?",
              "Nothing in a result file shows it.",
              "On the author's word; binds under --strict.",
              "Caches make a small working set fast.", "Attest it: --attest working-set=WHY"},
    .evaluate = vouched_not_shown,
    .explain = vouched_explain,
    .mend = vouched_mend,
};
