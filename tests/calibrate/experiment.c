/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/calibrate/experiment.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "analysis/statistics/statistics.h"
#include "tests/calibrate/peers.h"
#include "tests/calibrate/recording.h"

struct experiment {
    const struct cell *cell;
    size_t n[ARMS];
    double values[ARMS][MOST_VALUES];
    struct recording *recordings[ARMS];
    uint64_t permutation_seed;
};

/* ------------------------------------------------------------------- recording */

static size_t most_values(const struct slot *slots, size_t n, enum arm arm)
{
    size_t count = 0;
    for (size_t s = 0; s < n; s++)
        count += slots[s].arm == arm ? slots[s].values : 0;
    return count;
}

static void record(struct experiment *experiment, const struct slot *slots, size_t n_slots,
                   const double *values)
{
    const int16_t decimals = experiment->cell->environment->step > 0 ? 2 : BENCHAN_BINARY;
    size_t t = 0;
    for (size_t s = 0; s < n_slots; s++) {
        const enum arm arm = slots[s].arm;
        const uint32_t process =
            recording_process(experiment->recordings[arm], (int64_t)(t + 1) * 1000000000);
        for (size_t i = 0; i < slots[s].values; i++, t++) {
            recording_value(experiment->recordings[arm], 0, process, values[t], decimals);
            experiment->values[arm][experiment->n[arm]++] = values[t];
        }
    }
}

static bool draw(struct experiment *experiment, size_t number)
{
    static const char *const paths[ARMS] = {"baseline", "null", "candidate"};
    const struct cell *cell = experiment->cell;
    const uint64_t key =
        randomness_key(cell->environment->name, randomness_key(cell->design->name, 1));
    struct randomness randomness =
        randomness_for(cell->seed ^ (uint64_t)(cell->effect * 1e6), key, number);
    struct slot slots[MOST_PROCESSES];
    double values[MOST_VALUES];
    const size_t n_slots = design_lay_out(cell->design, &randomness, slots);
    environment_draw(cell->environment, cell->design, slots, n_slots, log1p(-cell->effect),
                     &randomness, &randomness, values);
    for (enum arm arm = 0; arm < ARMS; arm++) {
        experiment->recordings[arm] =
            recording_new(paths[arm], arm + 1, 1, cell->design->processes[arm],
                          most_values(slots, n_slots, arm));
        if (!experiment->recordings[arm])
            return false;
    }
    record(experiment, slots, n_slots, values);
    experiment->permutation_seed = randomness_bits(&randomness) | 1;
    return true;
}

/* --------------------------------------------------------------------- judging */

static bool judge(const struct experiment *experiment, struct benchan_verdict **verdict)
{
    const struct benchan_capture *captures[ARMS];
    struct benchan_arm_input arms[ARMS];
    for (enum arm arm = 0; arm < ARMS; arm++) {
        captures[arm] = recording_capture(experiment->recordings[arm]);
        arms[arm] = (struct benchan_arm_input){captures[arm]->path, &captures[arm], 1};
    }
    const struct benchan_input input = {.baseline = arms[ARM_BASELINE],
                                        .candidates = &arms[ARM_CANDIDATE],
                                        .n_candidates = 1,
                                        .nulls = &arms[ARM_NULL],
                                        .n_nulls = 1};
    const struct benchan_options options = {.alpha = experiment->cell->alpha,
                                            .claim = experiment->cell->claim,
                                            .jobs = 1,
                                            .seed = experiment->permutation_seed};
    return benchan_judge(&input, &options, verdict, NULL) == BENCHAN_OK;
}

/* -------------------------------------------------------------------- counting */

static bool gate_fails(const struct benchan_comparison *c, const char *name)
{
    for (size_t g = 0; g < c->n_gates; g++)
        if (strcmp(c->gates[g]->gate->name, name) == 0)
            return c->gates[g]->status == BENCHAN_GATE_FAIL;
    return false;
}

static bool data_gate_fails(const struct benchan_comparison *c)
{
    static const char *const names[] = {"independence", "modality", "stability", "clock"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (gate_fails(c, names[i]))
            return true;
    return false;
}

static int beside_one(const struct benchan_ratio *ratio)
{
    return ratio->low > 1 ? 1 : ratio->high < 1 ? -1 : 0;
}

/* Median of process medians, found without the pipeline. */
static double median_of_draws(const struct experiment *experiment, enum arm arm)
{
    const struct benchan_capture *capture = recording_capture(experiment->recordings[arm]);
    double medians[MOST_PROCESSES];
    size_t n = 0;
    for (size_t i = 0; i < experiment->n[arm];) {
        const uint32_t process = capture->rows.process[i];
        double values[MOST_VALUES];
        size_t m = 0;
        while (i < experiment->n[arm] && capture->rows.process[i] == process)
            values[m++] = experiment->values[arm][i++];
        gsl_sort(values, 1, m);
        medians[n++] = benchan_quantile_sorted(values, m, 0.5);
    }
    gsl_sort(medians, 1, n);
    return benchan_quantile_sorted(medians, n, 0.5);
}

static int unpaired_sign(const struct cell *cell, const struct benchan_comparison *c)
{
    return c->rank.p <= cell->alpha ? beside_one(&c->unpaired) : 0;
}

static bool beyond_unpaired_null(const struct experiment *experiment,
                                 const struct benchan_comparison *c)
{
    const double null =
        log(median_of_draws(experiment, ARM_NULL) / median_of_draws(experiment, ARM_BASELINE));
    return fabs(log(c->unpaired.estimate)) > fabs(null);
}

static int declared_sign(const struct benchan_comparison *c)
{
    return c->finding == BENCHAN_FASTER ? -1 : c->finding == BENCHAN_SLOWER ? 1 : 0;
}

static void find_signs(const struct experiment *experiment, const struct benchan_comparison *c,
                       int signs[STAGES])
{
    const size_t n = experiment->n[ARM_BASELINE];
    const size_t m = experiment->n[ARM_CANDIDATE];
    const double *a = experiment->values[ARM_BASELINE];
    const double *b = experiment->values[ARM_CANDIDATE];
    signs[STAGE_RANK_RULE] = peers_rank_rule(a, n, b, m);
    signs[STAGE_T_RULE] = peers_t_rule(a, n, b, m);
    signs[STAGE_UNPAIRED] = unpaired_sign(experiment->cell, c);
    signs[STAGE_UNPAIRED_NULL] =
        beyond_unpaired_null(experiment, c) ? signs[STAGE_UNPAIRED] : 0;
    const bool test = !gate_fails(c, "rank-test");
    signs[STAGE_PRIMARY] = test ? beside_one(&c->ratio) : 0;
    signs[STAGE_DATA] = data_gate_fails(c) ? 0 : signs[STAGE_PRIMARY];
    const bool null = !gate_fails(c, "null-control") && !gate_fails(c, "noise-floor");
    signs[STAGE_NULL] = null ? signs[STAGE_DATA] : 0;
    signs[STAGE_VERDICT] = declared_sign(c);
}

static void count(const struct experiment *experiment, const struct benchan_verdict *verdict,
                  struct tally *tally)
{
    const struct benchan_comparison *c = &verdict->comparisons[0];
    int signs[STAGES] = {0};
    find_signs(experiment, c, signs);
    for (enum stage stage = 0; stage <= STAGE_VERDICT; stage++)
        tally->count[stage] +=
            experiment->cell->effect > 0 ? signs[stage] < 0 : signs[stage] != 0;
    tally->count[STAGE_INADMISSIBLE] += c->verdict == BENCHAN_INADMISSIBLE;
    tally->count[STAGE_INCOMPLETE] += c->verdict == BENCHAN_INCOMPLETE;
    tally->count[STAGE_PAIRED] += c->design.paired;
    tally->count[STAGE_NULL_EXCLUDES] += c->null.low99 > 1 || c->null.high99 < 1;
    tally->count[STAGE_UPHELD] += verdict->claim.status == BENCHAN_CLAIM_UPHELD;
}

bool experiment_once(const void *context, size_t number, struct tally *tally)
{
    struct experiment experiment = {.cell = context};
    struct benchan_verdict *verdict = NULL;
    const bool fine = draw(&experiment, number) && judge(&experiment, &verdict);
    if (fine)
        count(&experiment, verdict, tally);
    benchan_verdict_free(verdict);
    for (enum arm arm = 0; arm < ARMS; arm++)
        recording_free(experiment.recordings[arm]);
    return fine;
}
