/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/mends.h"

#include <math.h>
#include <string.h>

#include "benchan/number.h"

bool mends_gate_stops(const struct benchan_gate_result *result)
{
    return result->gate->kind != BENCHAN_GATE_RESULT &&
           (result->status == BENCHAN_GATE_FAIL ||
            (result->status == BENCHAN_GATE_UNKNOWN && result->binds));
}

void mends_free(struct mends *mends)
{
    for (size_t i = 0; i < mends->n; i++)
        benchan_text_free(&mends->text[i]);
    *mends = (struct mends){0};
}

/* Takes the text over; one that was said before is dropped. */
static void add(struct mends *mends, struct benchan_text *text)
{
    bool said = text->size == 0 || mends->n == MENDS_MOST;
    for (size_t i = 0; i < mends->n && !said; i++)
        said = strcmp(mends->text[i].data, text->data) == 0;
    mends->failed = mends->failed || text->failed;
    if (said || text->failed)
        benchan_text_free(text);
    else
        mends->text[mends->n++] = *text;
}

/* A word of a command line as a shell reads it. */
static void quoted(struct benchan_text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+=:@%-";
    if (word[0] == '-')
        benchan_text_string(text, "./");
    if (word[0] && word[strspn(word, plain)] == '\0') {
        benchan_text_string(text, word);
        return;
    }
    benchan_text_string(text, "'");
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            benchan_text_string(text, "'\\''");
        else
            benchan_text_bytes(text, c, 1);
    benchan_text_string(text, "'");
}

/* A name that may stand on a line. */
static bool tame(const char *name)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return false;
    return true;
}

void mends_command(struct benchan_text *text, const struct benchan_remeasure *again)
{
    if (!again->tool)
        return;
    benchan_text_printf(text, "benchan recipe %s", again->tool);
    if (again->like && tame(again->like)) {
        benchan_text_string(text, " --like ");
        quoted(text, again->like);
    }
    benchan_text_string(text, " > capture.sh");
}

static void remeasure(struct mends *mends, const struct benchan_remeasure *again)
{
    struct benchan_text text = {0};
    benchan_text_printf(&text,
                        "%zu fresh processes a side, shuffled in rounds, with an A/A arm "
                        "and the time of each",
                        again->processes);
    if (isfinite(again->seconds)) {
        benchan_text_string(&text, " (about ");
        benchan_text_duration(&text, again->seconds);
        benchan_text_string(&text, " of measuring)");
    }
    if (again->tool) {
        benchan_text_string(&text, ":\n    ");
        mends_command(&text, again);
    }
    add(mends, &text);
}

static void add_own(struct mends *mends, const struct mends_gate *gate)
{
    struct benchan_text text = {0};
    benchan_gate_mend(gate->comparison, gate->result, &text);
    add(mends, &text);
}

/* What the gates that stop have in common, and which of them were heard. */
struct hearing {
    const struct benchan_verdict *verdict;
    struct mends *mends;
    bool anew;  /* some of them want new measurements */
    bool fails; /* some of them fail */
    struct {
        const struct benchan_gate *gate;
        int code;
        enum benchan_gate_status status;
    } heard[4 * BENCHAN_MAX_GATES];
    size_t n_heard;
};

static void look(struct hearing *hearing, const struct mends_gate *gate)
{
    if (!mends_gate_stops(gate->result))
        return;
    hearing->anew = hearing->anew || benchan_gate_mend_kind(gate->comparison, gate->result) ==
                                         BENCHAN_MEND_REMEASURE;
    hearing->fails = hearing->fails || gate->result->status == BENCHAN_GATE_FAIL;
}

/* Thousands of rows fail alike: one of a kind speaks for them. */
static bool heard_before(struct hearing *hearing, const struct benchan_gate_result *result)
{
    enum { MOST = sizeof hearing->heard / sizeof hearing->heard[0] };
    for (size_t i = 0; i < hearing->n_heard; i++)
        if (hearing->heard[i].gate == result->gate &&
            hearing->heard[i].code == result->evidence.code &&
            hearing->heard[i].status == result->status)
            return true;
    if (hearing->n_heard == MOST)
        return true;
    hearing->heard[hearing->n_heard].gate = result->gate;
    hearing->heard[hearing->n_heard].code = result->evidence.code;
    hearing->heard[hearing->n_heard++].status = result->status;
    return false;
}

static void hear(struct hearing *hearing, const struct mends_gate *gate)
{
    if (!mends_gate_stops(gate->result) || heard_before(hearing, gate->result))
        return;
    const enum benchan_mend_kind mend_kind =
        benchan_gate_mend_kind(gate->comparison, gate->result);
    /* Where nothing fails, vouching for what is unknown may be enough. */
    const bool may_vouch = !hearing->fails && mend_kind == BENCHAN_MEND_REMEASURE;
    if (!hearing->anew || mend_kind == BENCHAN_MEND_OWN || may_vouch)
        add_own(hearing->mends, gate);
}

void mends_collect(struct mends *mends, const struct benchan_verdict *verdict,
                   const struct mends_gate *gates, size_t n)
{
    struct hearing hearing = {.verdict = verdict, .mends = mends};
    *mends = (struct mends){0};
    for (size_t i = 0; i < n; i++)
        look(&hearing, &gates[i]);
    if (hearing.anew)
        remeasure(mends, &verdict->remeasure);
    for (size_t i = 0; i < n; i++)
        hear(&hearing, &gates[i]);
}

static void for_all_gates(struct hearing *hearing,
                          void (*visit)(struct hearing *, const struct mends_gate *))
{
    for (size_t i = 0; i < hearing->verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &hearing->verdict->comparisons[i];
        for (size_t k = 0; k < row->n_gates && !row->derived; k++)
            visit(hearing, &(struct mends_gate){row->gates[k], row});
    }
}

void mends_of_verdict(struct mends *mends, const struct benchan_verdict *verdict)
{
    struct hearing hearing = {.verdict = verdict, .mends = mends};
    *mends = (struct mends){0};
    for_all_gates(&hearing, look);
    if (hearing.anew)
        remeasure(mends, &verdict->remeasure);
    for_all_gates(&hearing, hear);
}
