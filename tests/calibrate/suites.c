/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/suites.h"

#include <stdlib.h>
#include <string.h>

#include "benchan/verdict.h"
#include "tests/calibrate/recording.h"

struct suite {
    const struct suite_cell *cell;
    struct slot slots[MOST_PROCESSES];
    size_t n_slots;
    double (*values)[MOST_VALUES]; /* of each row, in the order of its slots */
    struct recording *recordings[ARMS];
};

/*
 * The order of the arms is one for all rows. Where processes are shared, so is
 * what happens to them: a slow process is slow in every row.
 */
static bool draw_values(struct suite *suite, struct randomness *randomness)
{
    const struct suite_cell *cell = suite->cell;
    suite->n_slots = design_lay_out(cell->design, randomness, suite->slots);
    suite->values = malloc(cell->rows * sizeof *suite->values);
    const struct randomness shared = {.state = randomness_bits(randomness)};
    for (size_t r = 0; suite->values && r < cell->rows; r++) {
        struct randomness world = shared;
        environment_draw(cell->environment, cell->design, suite->slots, suite->n_slots, 0,
                         cell->shared ? &world : randomness, randomness, suite->values[r]);
    }
    return suite->values != NULL;
}

static bool new_recordings(struct suite *suite)
{
    static const char *const paths[ARMS] = {"baseline", "null", "candidate"};
    const struct suite_cell *cell = suite->cell;
    const size_t each = cell->shared ? 1 : cell->rows;
    for (enum arm arm = 0; arm < ARMS; arm++) {
        suite->recordings[arm] =
            recording_new(paths[arm], arm + 1, cell->rows, each * cell->design->processes[arm],
                          cell->design->processes[arm] * cell->design->values[arm]);
        if (!suite->recordings[arm])
            return false;
    }
    return true;
}

static void record(struct suite *suite)
{
    const struct suite_cell *cell = suite->cell;
    int64_t now = 0;
    size_t t = 0;
    for (size_t s = 0; s < suite->n_slots; s++) {
        struct recording *recording = suite->recordings[suite->slots[s].arm];
        uint32_t process = 0;
        for (size_t r = 0; r < cell->rows; r++) {
            if (r == 0 || !cell->shared)
                process = recording_process(recording, now += 1000000000);
            for (size_t i = 0; i < suite->slots[s].values; i++)
                recording_value(recording, r, process, suite->values[r][t + i], BENCHAN_BINARY);
        }
        t += suite->slots[s].values;
    }
}

static bool judge(const struct suite *suite, uint64_t seed, struct benchan_verdict **verdict)
{
    const struct benchan_capture *captures[ARMS];
    struct benchan_arm_input arms[ARMS];
    for (enum arm arm = 0; arm < ARMS; arm++) {
        captures[arm] = recording_capture(suite->recordings[arm]);
        arms[arm] = (struct benchan_arm_input){captures[arm]->path, &captures[arm], 1};
    }
    const struct benchan_input input = {.baseline = arms[ARM_BASELINE],
                                        .candidates = &arms[ARM_CANDIDATE],
                                        .n_candidates = 1,
                                        .nulls = &arms[ARM_NULL],
                                        .n_nulls = suite->cell->with_null};
    const struct benchan_options options = {.jobs = 1, .seed = seed};
    return benchan_judge(&input, &options, verdict, NULL) == BENCHAN_OK;
}

static void count_failures(const struct benchan_comparison *c, struct tally *tally)
{
    static const struct {
        const char *gate;
        enum suite_count count;
    } kinds[] = {{"independence", SUITE_BY_INDEPENDENCE},
                 {"null-control", SUITE_BY_NULL},
                 {"modality", SUITE_BY_MODALITY},
                 {"stability", SUITE_BY_STABILITY}};
    for (size_t g = 0; g < c->n_gates; g++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (c->gates[g]->status == BENCHAN_GATE_FAIL &&
                strcmp(c->gates[g]->gate->name, kinds[k].gate) == 0)
                tally->count[kinds[k].count]++;
}

static void count(const struct benchan_verdict *verdict, struct tally *tally)
{
    const struct benchan_tally *summary = &verdict->tally;
    tally->count[SUITE_EXIT_0] += verdict->exit_status == 0;
    tally->count[SUITE_INADMISSIBLE] += summary->inadmissible;
    tally->count[SUITE_INCOMPLETE] += summary->incomplete;
    tally->count[SUITE_DIFFERENT] +=
        summary->by_finding[BENCHAN_FASTER] + summary->by_finding[BENCHAN_SLOWER];
    tally->count[SUITE_RAISES] += (summary->raised & BENCHAN_ON_DIFFERENCE) != 0;
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        count_failures(&verdict->comparisons[i], tally);
}

bool suites_once(const void *context, size_t number, struct tally *tally)
{
    struct suite suite = {.cell = context};
    const uint64_t key = randomness_key(suite.cell->design->name, 0x300 + suite.cell->rows);
    struct randomness randomness = randomness_for(suite.cell->seed, key, number);
    struct benchan_verdict *verdict = NULL;
    const bool drawn = draw_values(&suite, &randomness) && new_recordings(&suite);
    if (drawn)
        record(&suite);
    const bool fine = drawn && judge(&suite, randomness_bits(&randomness) | 1, &verdict);
    if (fine)
        count(verdict, tally);
    benchan_verdict_free(verdict);
    for (enum arm arm = 0; arm < ARMS; arm++)
        recording_free(suite.recordings[arm]);
    free(suite.values);
    return fine;
}
