/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/gates/gate.h"

enum { SAME = 1, DIFFERS, TAINTED, UNIDENTIFIED, ONE_RECORDING };

static void evaluate(const struct gate_context *context, struct benchan_gate_result *result)
{
    const struct contrast_facts *facts = context->facts;
    result->binds = true;
    result->evidence.code = facts->one_recording ? ONE_RECORDING : SAME;
    if (facts->n_environment) {
        const struct fact_difference *first = &facts->environment[0];
        result->status = BENCHAN_GATE_FAIL;
        result->evidence =
            (struct benchan_evidence){DIFFERS,
                                      {(double)facts->n_environment},
                                      {first->key, first->baseline, first->candidate}};
    } else if (facts->tainted) {
        result->status = BENCHAN_GATE_FAIL;
        result->evidence = (struct benchan_evidence){TAINTED, {0}, {facts->tainted}};
    } else if (!facts->identified && !facts->one_recording) {
        result->status = BENCHAN_GATE_UNKNOWN;
        result->evidence = (struct benchan_evidence){UNIDENTIFIED, {0}, {facts->missing}};
    }
}

static void explain(const struct benchan_comparison *row,
                    const struct benchan_gate_result *result, struct benchan_text *text)
{
    (void)row;
    const char *const *words = result->evidence.text;
    switch (result->evidence.code) {
    case DIFFERS:
        benchan_text_printf(text,
                            "%s differs: \xe2\x80\x9c%s\xe2\x80\x9d against "
                            "\xe2\x80\x9c%s\xe2\x80\x9d",
                            words[0], words[1], words[2]);
        if (result->evidence.number[0] > 1)
            benchan_text_printf(text, ", and %.0f more", result->evidence.number[0] - 1);
        break;
    case TAINTED:
        benchan_text_printf(text, "a %s build: its times are not the program's", words[0]);
        break;
    case UNIDENTIFIED:
        benchan_text_printf(text, "the files do not both name the %s", words[0]);
        break;
    case ONE_RECORDING:
        benchan_text_string(text, "both arms come from one recording");
        break;
    default:
        benchan_text_string(text, "the recorded machine and its settings agree");
    }
}

static void mend(const struct benchan_comparison *row, const struct benchan_gate_result *result,
                 struct benchan_text *text)
{
    (void)row;
    if (result->evidence.code == UNIDENTIFIED)
        benchan_text_printf(text,
                            "record the %s with the results, or vouch with --attest "
                            "environment=WHY",
                            result->evidence.text[0]);
    else if (result->evidence.code == TAINTED)
        benchan_text_string(text, "measure a release build");
    else
        benchan_text_string(text, "measure both arms on one machine, set up alike");
}

const struct gate gate_environment = {
    .shown =
        {"environment", "same machine", BENCHAN_GATE_STRUCTURE,
         "Were both arms measured on the same machine, set up alike?",
         "Recorded facts: host, cpu, cores, os, arch, governor, ASLR, kind of timer; build "
         "type and flags.",
         "Fails where one differs between the arms, or where a debug, race or sanitizer "
         "build was measured. Across sessions only cpu, os and arch must agree. Unknown "
         "(and binding) where separate files do not identify the machine.",
         "Mytkowicz et al. (2009); Barrett et al. (2017), Virtual machine warmup blows hot "
         "and cold.",
         "Measure both arms on one machine, and let the recording say which."},
    .applies_to_exact = true,
    .evaluate = evaluate,
    .explain = explain,
    .mend = mend,
};
