/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support_capture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "formats/model/builder.h"

struct benchan_capture *support_capture(const char *path,
                                        const struct support_process *processes, size_t n)
{
    struct builder *builder = builder_new(path, "made");
    assert_non_null(builder);
    struct benchan_capture *made = builder_capture(builder);
    made->process_basis = BENCHAN_PROCESS_RECORDED;
    made->order = BENCHAN_ORDER_TIME;
    made->clock = BENCHAN_CLOCK_UTC;
    made->source = 1469598103934665603U;
    for (const char *c = path; *c; c++)
        made->source = (made->source ^ (unsigned char)*c) * 1099511628211U;
    builder_fact(builder, "cpu", "test cpu");
    builder_fact(builder, "os", "linux");
    builder_fact(builder, "arch", "amd64");
    const uint32_t series = builder_series(builder, "", 0, "B", 1, "sec/op", 6);
    for (size_t p = 0; p < n; p++) {
        const uint32_t process = builder_process(builder);
        struct benchan_process *record = builder_process_at(builder, process);
        record->start = BENCHAN_NO_TIME;
        if (isnan(processes[p].start))
            made->order = BENCHAN_ORDER_LOG;
        else
            record->start = (int64_t)(processes[p].start * 1e9);
        if (processes[p].block)
            record->block =
                builder_intern(builder, processes[p].block, strlen(processes[p].block));
        for (size_t i = 0; i < processes[p].n; i++) {
            const uint32_t row = builder_row(builder, process, 1e6, BENCHAN_NO_TIME);
            builder_value(builder, series, row, processes[p].values[i], BENCHAN_BINARY);
        }
    }
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (builder_finish(builder, NULL, &capture, &error))
        fail_msg("%s: %s", path, error.message);
    return capture;
}

struct benchan_capture *support_import(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, size, file), size);
    fclose(file);
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, data, size, NULL, &capture, &error))
        fail_msg("%s:%zu:%zu: %s", path, error.line, error.column, error.message);
    free(data);
    return capture;
}

const char *support_corpus(const char *name, int slot)
{
    static char paths[4][2048];
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus || !*corpus)
        return NULL;
    snprintf(paths[slot], sizeof paths[slot], "%s/%s", corpus, name);
    return paths[slot];
}

struct benchan_verdict *support_judge(struct benchan_capture *const *captures, size_t n,
                                      struct benchan_capture *null,
                                      const struct benchan_options *options)
{
    struct benchan_arm_input arms[8] = {0};
    assert_true(n >= 2 && n <= 8);
    for (size_t i = 0; i < n; i++)
        arms[i] = (struct benchan_arm_input){
            captures[i]->path, (const struct benchan_capture *const *)&captures[i], 1};
    const struct benchan_capture *const nulls[1] = {null};
    const struct benchan_arm_input null_arm = {"null", nulls, 1};
    const struct benchan_input input = {.baseline = arms[0],
                                        .candidates = arms + 1,
                                        .n_candidates = n - 1,
                                        .nulls = &null_arm,
                                        .n_nulls = null ? 1 : 0};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    if (benchan_judge(&input, options, &verdict, &error))
        fail_msg("judge: %s", error.message);
    return verdict;
}

const struct benchan_comparison *support_row(const struct benchan_verdict *verdict,
                                             const char *benchmark, const char *unit)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++)
        if (strcmp(verdict->comparisons[i].benchmark, benchmark) == 0 &&
            strcmp(verdict->comparisons[i].unit, unit) == 0)
            return &verdict->comparisons[i];
    fail_msg("no row %s %s", benchmark, unit);
    return NULL;
}

struct support_arms support_judge_csv(const char *text, const char *key)
{
    struct support_arms arms = {0};
    struct benchan_error error = {0};
    if (benchan_import("made.csv", text, strlen(text), NULL, &arms.whole, &error) ||
        benchan_capture_split(arms.whole, key, "old", &arms.split[0], &error) ||
        benchan_capture_split(arms.whole, key, "new", &arms.split[1], &error))
        fail_msg("%s", error.message);
    arms.verdict = support_judge(arms.split, 2, NULL, NULL);
    arms.row = &arms.verdict->comparisons[0];
    return arms;
}

void support_release(struct support_arms *arms)
{
    benchan_verdict_free(arms->verdict);
    benchan_capture_free(arms->split[0]);
    benchan_capture_free(arms->split[1]);
    benchan_capture_free(arms->whole);
}

enum benchan_gate_status support_gate(const struct benchan_comparison *row, const char *name)
{
    for (size_t i = 0; i < row->n_gates; i++)
        if (strcmp(row->gates[i]->gate->name, name) == 0)
            return row->gates[i]->status;
    fail_msg("no gate %s", name);
    return BENCHAN_GATE_OFF;
}
