/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stand-ins, so that reports are tested apart from the analysis whose words they show. Weak,
 * lest they clash with the library where both are linked. */
#include "benchan/verdict.h"

#define WEAK __attribute__((weak))
WEAK const char *benchan_level_name(enum benchan_level level)
{
    static const char *const n[] = {"run", "process", "block", "build", "session"};
    return n[level];
}
WEAK const char *benchan_gate_status_name(enum benchan_gate_status status)
{
    static const char *const n[] = {"pass", "not-applicable", "weak",     "warn",
                                    "fail", "unknown",        "attested", "off"};
    return n[status];
}
WEAK const char *benchan_finding_name(enum benchan_finding finding)
{
    static const char *const n[] = {"undecided",  "faster", "slower",
                                    "lower",      "higher", "no measurable difference",
                                    "equivalent", "same",   "different"};
    return n[finding];
}
WEAK const char *benchan_admissibility_name(enum benchan_admissibility verdict)
{
    static const char *const n[] = {"admissible", "incomplete", "inadmissible"};
    return n[verdict];
}
WEAK const char *benchan_action_name(enum benchan_action action)
{
    return action == BENCHAN_ACTION_ACT ? "real, act" : "no action";
}
WEAK const char *benchan_claim_status_name(enum benchan_claim_status status)
{
    return status == BENCHAN_CLAIM_UPHELD ? "upheld" : "not shown";
}
WEAK void benchan_gate_explain(const struct benchan_comparison *comparison,
                               const struct benchan_gate_result *result,
                               struct benchan_text *text)
{
    (void)comparison;
    benchan_text_printf(text, "what was found about %s, at a length that needs a second line",
                        result->gate->name);
    if (result->attested)
        benchan_text_printf(text, "; on the author's word: %s", result->attested);
}
WEAK void benchan_gate_mend(const struct benchan_comparison *comparison,
                            const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)comparison;
    (void)result;
    benchan_text_string(text, "20 fresh processes a side, shuffled, with an A/A arm (80 s):\n"
                              "    benchan recipe go --like new.txt > capture.sh");
}
WEAK void benchan_sentence(const struct benchan_comparison *comparison,
                           struct benchan_text *text)
{
    (void)comparison;
    benchan_text_string(text, "It looks 3.3 times slower; it was not measured well enough to "
                              "say by how much.");
}
WEAK void benchan_warning_words(const struct benchan_verdict *verdict,
                                const struct benchan_warning *warning,
                                struct benchan_text *text)
{
    (void)verdict;
    benchan_text_printf(text, "warning %d%s", (int)warning->code,
                        warning->text ? warning->text : "");
}
