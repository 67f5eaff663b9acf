/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mends.h"

#include <math.h>
#include <string.h>

#include "benchan/import.h"

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

void mends_command(struct benchan_text *text, const struct benchan_remedy *remedy)
{
    if (!remedy->tool)
        return;
    benchan_text_printf(text, "benchan recipe %s", remedy->tool);
    if (remedy->like) {
        benchan_text_string(text, " --like ");
        quoted(text, remedy->like);
    }
    benchan_text_string(text, " > capture.sh");
}

static void remeasure(struct mends *mends, const struct benchan_remedy *remedy)
{
    struct benchan_text text = {0};
    benchan_text_printf(&text,
                        "%zu fresh processes a side, shuffled in rounds, with an A/A arm "
                        "and the time of each",
                        remedy->processes);
    if (isfinite(remedy->seconds)) {
        benchan_text_string(&text, " (about ");
        benchan_text_duration(&text, remedy->seconds);
        benchan_text_string(&text, " of measuring)");
    }
    if (remedy->tool) {
        benchan_text_string(&text, ":\n    ");
        mends_command(&text, remedy);
    }
    add(mends, &text);
}

static void add_own(struct mends *mends, const struct mends_gate *gate)
{
    struct benchan_text text = {0};
    benchan_gate_mend(gate->comparison, gate->result, &text);
    add(mends, &text);
}

void mends_collect(struct mends *mends, const struct benchan_verdict *verdict,
                   const struct mends_gate *gates, size_t n)
{
    bool anew = false;
    bool fails = false;
    *mends = (struct mends){0};
    for (size_t i = 0; i < n; i++) {
        if (!mends_gate_stops(gates[i].result))
            continue;
        anew = anew || benchan_gate_cure_of(gates[i].comparison, gates[i].result) ==
                           BENCHAN_CURE_REMEASURE;
        fails = fails || gates[i].result->status == BENCHAN_GATE_FAIL;
    }
    if (anew)
        remeasure(mends, &verdict->remedy);
    for (size_t i = 0; i < n; i++) {
        if (!mends_gate_stops(gates[i].result))
            continue;
        const enum benchan_cure cure =
            benchan_gate_cure_of(gates[i].comparison, gates[i].result);
        /* Where nothing fails, vouching for what is unknown may be enough. */
        const bool may_vouch = !fails && cure == BENCHAN_CURE_REMEASURE;
        if (!anew || cure == BENCHAN_CURE_OWN || may_vouch)
            add_own(mends, &gates[i]);
    }
}
