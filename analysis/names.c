/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the enumerations: what JSON and the command line call them. */
#include "benchan/verdict.h"

static const char *pick(const char *const *names, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? names[value] : "unknown";
}

const char *benchan_level_name(enum benchan_level level)
{
    static const char *const names[] = {"run", "process", "block", "build", "session"};
    return pick(names, sizeof names / sizeof *names, (int)level);
}

const char *benchan_gate_status_name(enum benchan_gate_status status)
{
    static const char *const names[] = {"pass", "not-applicable", "weak",     "warn",
                                        "fail", "unknown",        "attested", "off"};
    return pick(names, sizeof names / sizeof *names, (int)status);
}

const char *benchan_finding_name(enum benchan_finding finding)
{
    static const char *const names[] = {"undecided",  "faster", "slower",
                                        "lower",      "higher", "no measurable difference",
                                        "equivalent", "same",   "different"};
    return pick(names, sizeof names / sizeof *names, (int)finding);
}

const char *benchan_admissibility_name(enum benchan_admissibility verdict)
{
    static const char *const names[] = {"admissible", "incomplete", "inadmissible"};
    return pick(names, sizeof names / sizeof *names, (int)verdict);
}

const char *benchan_action_name(enum benchan_action action)
{
    static const char *const names[] = {
        "no action",
        "no measurable difference; commit beforehand to a larger number of processes",
        "investigate", "real, act"};
    return pick(names, sizeof names / sizeof *names, (int)action);
}

const char *benchan_claim_status_name(enum benchan_claim_status status)
{
    static const char *const names[] = {"none",       "not shown",   "contradicted",
                                        "overstated", "understated", "upheld"};
    return pick(names, sizeof names / sizeof *names, (int)status);
}

const char *benchan_replication_name(enum benchan_replication replication)
{
    static const char *const names[] = {"none", "replicated", "not replicated", "not judged"};
    return pick(names, sizeof names / sizeof *names, (int)replication);
}
