/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/judge.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/finding.h"
#include "analysis/gates/gate.h"
#include "analysis/gates/store.h"
#include "analysis/statistics/statistics.h"

uint64_t run_seed(const struct benchan_options *options)
{
    return options->seed ? options->seed : UINT64_C(0x62656e6368616e31);
}

/* ------------------------------------------------------------------- cleaning */

static void judgement_free(struct judgement *judgement)
{
    match_index_free(&judgement->baseline);
    for (size_t i = 0; judgement->candidates && i < judgement->input->n_candidates; i++)
        match_index_free(&judgement->candidates[i]);
    for (size_t i = 0; judgement->nulls && i < judgement->input->n_nulls; i++)
        match_index_free(&judgement->nulls[i]);
    for (size_t i = 0; judgement->rows && i < judgement->n_rows; i++)
        row_evidence_free(&judgement->rows[i].evidence);
    free(judgement->candidates);
    free(judgement->nulls);
    free(judgement->skip);
    free(judgement->rows);
    free(judgement->facts);
    free(judgement->empty_loops);
    free(judgement->flags);
    free(judgement->null_refs);
    free(judgement->null_counts);
}

void benchan_verdict_free(struct benchan_verdict *verdict)
{
    if (!verdict)
        return;
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        summary_free(&verdict->comparisons[i].baseline);
        summary_free(&verdict->comparisons[i].candidate);
    }
    free(verdict->captures);
    free(verdict->contrasts);
    free(verdict->comparisons);
    free(verdict->unmatched);
    free(verdict->warnings);
    free(verdict->owner);
    gate_store_free(verdict->gate_results);
    free(verdict);
}

/* ------------------------------------------------------------------- checking */

static enum benchan_status check_gates(const struct benchan_options *options,
                                       struct benchan_error *error)
{
    for (size_t i = 0; i < options->n_gates; i++)
        if (!benchan_gate_find(options->gates[i].gate))
            return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                                "`benchan explain` lists the gates", "there is no gate %s",
                                options->gates[i].gate);
    return BENCHAN_OK;
}

static bool same_content(const struct benchan_capture *a, const struct benchan_capture *b)
{
    if (a->source != b->source)
        return false;
    if (!a->arm || !b->arm)
        return a->arm == b->arm;
    return strcmp(a->arm, b->arm) == 0;
}

static enum benchan_status check_distinct(const struct benchan_arm_input *a,
                                          const struct benchan_arm_input *b,
                                          struct benchan_error *error)
{
    for (size_t i = 0; i < a->n_captures; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->n_captures; j++)
            if (same_content(a->captures[i], b->captures[j]))
                return benchan_fail(error, BENCHAN_BAD_USAGE, b->captures[j]->path, 0, 0,
                                    "give each recording once; a copy shows nothing new",
                                    "the same content as %s", a->captures[i]->path);
    return BENCHAN_OK;
}

/* No recording may stand in two places: it would be compared with itself. */
static enum benchan_status check_all_distinct(const struct benchan_input *input,
                                              struct benchan_error *error)
{
    const size_t count = 1 + input->n_candidates + input->n_nulls + (input->replicate ? 2 : 0);
    const struct benchan_arm_input **arms = malloc(count * sizeof *arms);
    if (!arms)
        return benchan_fail_memory(error);
    size_t n = 0;
    arms[n++] = &input->baseline;
    for (size_t i = 0; i < input->n_candidates; i++)
        arms[n++] = &input->candidates[i];
    for (size_t i = 0; i < input->n_nulls; i++)
        arms[n++] = &input->nulls[i];
    for (size_t i = 0; input->replicate && i < 2; i++)
        arms[n++] = &input->replicate[i];
    enum benchan_status status = BENCHAN_OK;
    for (size_t i = 0; i < n && !status; i++)
        for (size_t j = i; j < n && !status; j++)
            status = check_distinct(arms[i], arms[j], error);
    free(arms);
    return status;
}

static enum benchan_status check_input(const struct benchan_input *input,
                                       const struct benchan_options *options,
                                       struct benchan_error *error)
{
    if (!input->baseline.n_captures || !input->n_candidates)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                            "name the baseline first, then the candidate",
                            "a comparison needs two sides");
    if (!(options->alpha > 0 && options->alpha < 1))
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, "the usual value is 0.05",
                            "alpha must lie between 0 and 1");
    const enum benchan_status status = check_gates(options, error);
    return status ? status : check_all_distinct(input, error);
}

static void resolve_options(struct judgement *judgement, const struct benchan_options *options)
{
    if (options)
        judgement->options = *options;
    struct benchan_options *o = &judgement->options;
    if (o->alpha == 0)
        o->alpha = 0.05;
    if (isnan(o->min_effect))
        o->min_effect = 0;
    if (isnan(o->noise_floor))
        o->noise_floor = 0;
    if (o->jobs == 0)
        o->jobs = 1;
    const size_t given = judgement->input->n_candidates;
    const size_t k = o->tried > given ? o->tried : given;
    judgement->run = (struct run_settings){
        .options = o, .alpha_adjusted = o->alpha / (double)(k ? k : 1), .seed = run_seed(o)};
    struct benchan_verdict *verdict = judgement->verdict;
    verdict->k = k;
    verdict->alpha = o->alpha;
    verdict->alpha_adjusted = judgement->run.alpha_adjusted;
    verdict->seed = judgement->run.seed;
    verdict->min_effect = o->min_effect > 0 ? o->min_effect : NAN;
    verdict->noise_floor = o->noise_floor > 0 ? o->noise_floor : NAN;
}

/* ------------------------------------------------------------------ comparing */

static bool varies(const struct series_ref *refs, size_t n)
{
    const double first = refs[0].series->values[0];
    size_t samples = 0;
    for (size_t r = 0; r < n; r++) {
        samples += refs[r].series->n;
        for (size_t i = 0; i < refs[r].series->n; i++)
            if (refs[r].series->values[i] != first)
                return true;
    }
    return samples < 2;
}

/* Rows that serial tests may judge: neither derived nor exact. */
static size_t count_suite_rows(const struct judgement *judgement)
{
    size_t count = 0;
    for (size_t i = 0; i < judgement->n_rows; i++) {
        const struct row_input *input = &judgement->rows[i].input;
        const struct benchan_series *series = input->refs[0]->series;
        const bool may_be_exact = series->quantity == BENCHAN_COUNT || series->exact;
        if (judgement->verdict->comparisons[i].derived)
            continue;
        if (may_be_exact && !varies(input->refs[0], input->n_refs[0]) &&
            !varies(input->refs[1], input->n_refs[1]))
            continue;
        count++;
    }
    return count;
}

enum { MOST_FINE_ROWS = 1000 };

static void set_thresholds(struct judgement *judgement)
{
    const size_t n = count_suite_rows(judgement);
    judgement->suite_rows = n;
    judgement->run.independence_fail = n > 1 ? fmax(0.01 / (double)n, 2e-4) : 0.01;
    judgement->run.independence_warn = n > 1 ? 0.01 : 0.05;
    judgement->run.null_fail = judgement->run.independence_fail;
    /* A suite's threshold lies at the edge of what the usual 9999 orders resolve. */
    judgement->run.permutations = n > 1 && n <= MOST_FINE_ROWS ? 99999 : 0;
}

struct worker {
    struct judgement *judgement;
    atomic_size_t *next, *done;
    atomic_bool *stop;
    bool calling; /* it runs in the caller's thread, which alone may report progress */
    struct benchan_error error;
    enum benchan_status status;
};

static void *work_through(void *argument)
{
    struct worker *worker = argument;
    struct judgement *judgement = worker->judgement;
    struct benchan_bootstrap *bootstrap = benchan_bootstrap_new();
    if (!bootstrap)
        worker->status = benchan_fail_memory(&worker->error);
    while (!worker->status && !atomic_load(worker->stop)) {
        const size_t i = atomic_fetch_add(worker->next, 1);
        if (i >= judgement->n_rows)
            break;
        struct judged_row *row = &judgement->rows[i];
        worker->status =
            row_compare(&row->input, &judgement->run, bootstrap,
                        &judgement->verdict->comparisons[i], &row->evidence, &worker->error);
        const size_t done = atomic_fetch_add(worker->done, 1) + 1;
        if (worker->calling && judgement->options.progress && !worker->status)
            judgement->options.progress(judgement->options.progress_context, done,
                                        judgement->n_rows);
    }
    if (worker->status)
        atomic_store(worker->stop, true);
    benchan_bootstrap_free(bootstrap);
    return NULL;
}

enum { MOST_JOBS = 256 };

static enum benchan_status compare_rows(struct judgement *judgement,
                                        struct benchan_error *error)
{
    size_t jobs = judgement->options.jobs;
    if (jobs > judgement->n_rows)
        jobs = judgement->n_rows;
    if (jobs > MOST_JOBS)
        jobs = MOST_JOBS;
    if (jobs < 1)
        jobs = 1;
    atomic_size_t next = 0, done = 0;
    atomic_bool stop = false;
    struct worker *workers = calloc(jobs, sizeof *workers);
    pthread_t *threads = calloc(jobs, sizeof *threads);
    if (!workers || !threads) {
        free(workers);
        free(threads);
        return benchan_fail_memory(error);
    }
    for (size_t j = 0; j < jobs; j++)
        workers[j] = (struct worker){.judgement = judgement,
                                     .next = &next,
                                     .done = &done,
                                     .stop = &stop,
                                     .calling = j == 0};
    size_t started = 1;
    while (started < jobs &&
           pthread_create(&threads[started], NULL, work_through, &workers[started]) == 0)
        started++;
    work_through(&workers[0]);
    for (size_t j = 1; j < started; j++)
        pthread_join(threads[j], NULL);
    enum benchan_status status = BENCHAN_OK;
    for (size_t j = 0; j < started && !status; j++) {
        status = workers[j].status;
        if (status && error)
            *error = workers[j].error;
    }
    free(workers);
    free(threads);
    return status;
}

static void name_arms(struct judgement *judgement)
{
    for (size_t i = 0; i < judgement->n_rows; i++) {
        struct benchan_comparison *c = &judgement->verdict->comparisons[i];
        c->baseline.arm = judgement->input->baseline.name;
        c->candidate.arm = judgement->input->candidates[c->candidate_index].name;
    }
}

/* -------------------------------------------------------------------- judging */

static enum benchan_status judge_row(struct judgement *judgement, size_t i,
                                     struct benchan_error *error)
{
    struct benchan_comparison *c = &judgement->verdict->comparisons[i];
    const struct gate_context context = {
        .options = &judgement->options,
        .alpha_adjusted = judgement->run.alpha_adjusted,
        .facts = &judgement->facts[c->candidate_index],
        .row = c,
        .evidence = &judgement->rows[i].evidence,
        .independence_fail = judgement->run.independence_fail,
        .independence_warn = judgement->run.independence_warn,
        .independence_flags_all = judgement->flags[c->candidate_index].all,
        .suite_rows = judgement->suite_rows,
        .empty_loops = judgement->empty_loops[c->candidate_index],
    };
    struct benchan_gate_result results[BENCHAN_MAX_GATES];
    c->softened = gates_evaluate(&context, results);
    c->gates = gate_store_keep(judgement->verdict->gate_results, results, gate_table_size());
    if (!c->gates)
        return benchan_fail_memory(error);
    c->n_gates = gate_table_size();
    finding_settle(&judgement->options, &judgement->rows[i].evidence, c);
    return BENCHAN_OK;
}

static bool same_design(const struct benchan_design *a, const struct benchan_design *b)
{
    return a->level == b->level && a->described_level == b->described_level &&
           a->interleaved == b->interleaved && a->randomised == b->randomised &&
           a->blocks == b->blocks;
}

/* Orders designs for ties of votes only, so that the order of rows decides nothing. */
static bool design_before(const struct benchan_design *a, const struct benchan_design *b)
{
    const int left[] = {(int)a->level, (int)a->described_level, (int)a->interleaved,
                        (int)a->randomised, (int)a->blocks};
    const int right[] = {(int)b->level, (int)b->described_level, (int)b->interleaved,
                         (int)b->randomised, (int)b->blocks};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (left[i] != right[i])
            return left[i] < right[i];
    return false;
}

struct vote {
    const struct benchan_comparison *row; /* the first with the design */
    size_t rows;
};

enum { MOST_DESIGNS = 32 };

static void vote_for(struct vote *votes, const struct benchan_comparison *row)
{
    for (size_t i = 0; i < MOST_DESIGNS; i++) {
        if (!votes[i].row)
            votes[i].row = row;
        if (!same_design(&votes[i].row->design, &row->design))
            continue;
        votes[i].rows++;
        return;
    }
}

/* The row whose design most rows share stands for the contrast. */
static const struct benchan_comparison *representative(const struct judgement *judgement,
                                                       size_t candidate)
{
    const struct benchan_verdict *verdict = judgement->verdict;
    struct vote votes[MOST_DESIGNS] = {{NULL, 0}};
    for (int exact = 0; exact < 2 && !votes[0].row; exact++)
        for (size_t i = 0; i < verdict->n_comparisons; i++) {
            const struct benchan_comparison *c = &verdict->comparisons[i];
            if (c->candidate_index == candidate && (exact || !(c->exact || c->derived)))
                vote_for(votes, c);
        }
    const struct vote *best = votes;
    for (size_t i = 1; i < MOST_DESIGNS && votes[i].row; i++)
        if (votes[i].rows > best->rows ||
            (votes[i].rows == best->rows &&
             design_before(&votes[i].row->design, &best->row->design)))
            best = &votes[i];
    return best->row;
}

static void judge_contrast(struct judgement *judgement, size_t candidate)
{
    struct benchan_verdict *verdict = judgement->verdict;
    struct benchan_contrast *contrast = &verdict->contrasts[candidate];
    const struct benchan_comparison *model = representative(judgement, candidate);
    const struct benchan_input *input = judgement->input;
    contrast->given_captures[0] = contrast->used_captures[0] = input->baseline.n_captures;
    contrast->given_captures[1] = contrast->used_captures[1] =
        input->candidates[candidate].n_captures;
    for (size_t c = 0; c < input->baseline.n_captures; c++)
        contrast->used_captures[0] -= judgement->skip[c];
    if (!model)
        return;
    contrast->design = model->design;
    for (size_t g = 0; g < model->n_gates; g++)
        if (model->gates[g]->gate->kind == BENCHAN_GATE_STRUCTURE ||
            model->gates[g]->gate->kind == BENCHAN_GATE_VOUCHED)
            contrast->gates[contrast->n_gates++] = model->gates[g];
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        struct benchan_comparison *c = &verdict->comparisons[i];
        if (c->candidate_index != candidate)
            continue;
        contrast->matched++;
        contrast->rows += !c->derived;
        c->departs = !same_design(&c->design, &contrast->design);
    }
}

static bool has_sessions(const struct benchan_verdict *verdict, size_t candidate)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (verdict->comparisons[i].candidate_index == candidate &&
            verdict->comparisons[i].design.level == BENCHAN_LEVEL_SESSION)
            return true;
    return false;
}

static enum benchan_status judge_rows(struct judgement *judgement, struct benchan_error *error)
{
    const struct benchan_input *input = judgement->input;
    struct benchan_verdict *verdict = judgement->verdict;
    verdict->n_comparisons = judgement->n_rows;
    for (size_t i = 0; i < input->n_candidates; i++) {
        facts_compare(&input->baseline, &input->candidates[i], has_sessions(verdict, i),
                      &judgement->facts[i]);
    }
    verdict->gate_results = gate_store_new();
    if (!verdict->gate_results)
        return benchan_fail_memory(error);
    enum benchan_status status = suite_adjust(judgement, error);
    if (status)
        return status;
    for (size_t i = 0; i < judgement->n_rows; i++)
        judgement->empty_loops[judgement->rows[i].candidate] +=
            work_is_empty_loop(&verdict->comparisons[i], &judgement->rows[i].evidence);
    for (size_t i = 0; i < judgement->n_rows && !status; i++)
        status = judge_row(judgement, i, error);
    for (size_t i = 0; i < input->n_candidates && !status; i++)
        judge_contrast(judgement, i);
    return status;
}

/* ------------------------------------------------------------------- the whole */

static void list_arm(const struct benchan_arm_input *arm, const char *role,
                     struct benchan_verdict *verdict)
{
    for (size_t c = 0; c < arm->n_captures; c++)
        verdict->captures[verdict->n_captures++] =
            (struct benchan_capture_ref){arm->captures[c], role, arm->name};
}

static enum benchan_status list_captures(struct judgement *judgement,
                                         struct benchan_error *error)
{
    static const char *const candidate_words[] = {"candidate",   "candidate 2", "candidate 3",
                                                  "candidate 4", "candidate 5", "candidate 6",
                                                  "candidate 7", "candidate 8", "candidate 9"};
    const struct benchan_input *input = judgement->input;
    size_t count = input->baseline.n_captures;
    for (size_t i = 0; i < input->n_candidates; i++)
        count += input->candidates[i].n_captures;
    for (size_t i = 0; i < input->n_nulls; i++)
        count += input->nulls[i].n_captures;
    judgement->verdict->captures = calloc(count, sizeof *judgement->verdict->captures);
    if (!judgement->verdict->captures)
        return benchan_fail_memory(error);
    list_arm(&input->baseline, "baseline", judgement->verdict);
    for (size_t i = 0; i < input->n_candidates; i++)
        list_arm(&input->candidates[i], candidate_words[i < 9 ? i : 8], judgement->verdict);
    for (size_t i = 0; i < input->n_nulls; i++)
        list_arm(&input->nulls[i], "null", judgement->verdict);
    return BENCHAN_OK;
}

static enum benchan_status judge_again(const struct judgement *judgement,
                                       struct benchan_error *error)
{
    const struct benchan_arm_input *arms = judgement->input->replicate;
    replicate_clear(judgement->verdict);
    if (!arms)
        return BENCHAN_OK;
    /* One comparison, decided upon beforehand: alpha is not divided again. */
    struct benchan_options options = judgement->options;
    options.tried = 0;
    options.claim = NULL;
    const struct benchan_input second = {
        .baseline = arms[0], .candidates = &arms[1], .n_candidates = 1};
    struct benchan_verdict *again = NULL;
    const enum benchan_status status = benchan_judge(&second, &options, &again, error);
    if (status)
        return status;
    replicate_hold(judgement->verdict, again);
    benchan_verdict_free(again);
    return BENCHAN_OK;
}

static enum benchan_status judge(struct judgement *judgement, struct benchan_error *error)
{
    enum benchan_status status = check_input(judgement->input, &judgement->options, error);
    if (!status && judgement->options.claim)
        status = claim_parse(judgement->options.claim, &judgement->claim, error);
    if (!status)
        status = list_captures(judgement, error);
    if (!status)
        status = match_rows(judgement, error);
    if (status)
        return status;
    set_thresholds(judgement);
    status = compare_rows(judgement, error);
    if (status)
        return status;
    name_arms(judgement);
    status = judge_rows(judgement, error);
    if (!status)
        status = geomean_compute(judgement, error);
    if (!status)
        status = claim_judge_rows(judgement, error);
    if (!status)
        status = judge_again(judgement, error);
    if (!status)
        status = warnings_collect(judgement, error);
    if (!status)
        status = remeasure_find(judgement, error);
    if (!status)
        suite_count(judgement);
    return status;
}

enum benchan_status benchan_judge(const struct benchan_input *input,
                                  const struct benchan_options *options,
                                  struct benchan_verdict **verdict, struct benchan_error *error)
{
    struct judgement judgement = {.input = input};
    judgement.verdict = calloc(1, sizeof *judgement.verdict);
    if (!judgement.verdict)
        return benchan_fail_memory(error);
    resolve_options(&judgement, options);
    const enum benchan_status status = judge(&judgement, error);
    if (status) {
        /* Rows that were compared before the failure own their values. */
        judgement.verdict->n_comparisons = judgement.n_rows;
        benchan_verdict_free(judgement.verdict);
    } else {
        *verdict = judgement.verdict;
    }
    judgement_free(&judgement);
    return status;
}
