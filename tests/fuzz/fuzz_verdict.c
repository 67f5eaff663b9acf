/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two files, parted by a line "====": imported, judged, and reported in every format. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>

static const char parting[] = "\n====\n";
enum { PARTING = sizeof parting - 1 };

/* Where the second file begins; the middle where nothing parts them. */
static size_t find_second(const uint8_t *data, size_t size, size_t *first_size)
{
    for (size_t i = 0; i + PARTING <= size; i++) {
        if (memcmp(data + i, parting, PARTING) == 0) {
            *first_size = i + 1; /* the newline stays with the first */
            return i + PARTING;
        }
    }
    *first_size = size / 2;
    return size / 2;
}

static void check_json(const struct benchan_text *text)
{
    cJSON *tree = cJSON_ParseWithLength(text->data, text->size);
    fuzz_require(tree != NULL, "the JSON report is JSON");
    cJSON_Delete(tree);
}

static void check_figures(const struct benchan_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_comparisons; i++) {
        const struct benchan_comparison *row = &verdict->comparisons[i];
        fuzz_require(isnan(row->p) || (row->p > 0 && row->p <= 1), "p is in (0, 1]");
        fuzz_require(isnan(row->rank.p) || (row->rank.p > 0 && row->rank.p <= 1),
                     "the rank test's p is in (0, 1]");
        fuzz_require(!(row->ratio.low > row->ratio.high), "an interval has two ends");
        fuzz_require(!isinf(row->ratio.estimate), "a ratio is finite or absent");
    }
    fuzz_require(verdict->exit_status == 0 || verdict->exit_status == 1,
                 "the exit status is 0 or 1");
}

static void report(const struct benchan_verdict *verdict)
{
    const struct benchan_report_options plain = {.width = 20, .ascii = true, .verbose = true};
    struct benchan_text text = {0};
    struct benchan_error error = {0};
    for (size_t i = 0; benchan_report_name(i); i++) {
        const char *name = benchan_report_name(i);
        for (int ascii = 0; ascii < 2; ascii++) {
            benchan_text_clear(&text);
            if (benchan_report_verdict(name, verdict, ascii ? &plain : NULL, &text, &error) !=
                BENCHAN_OK)
                continue;
            fuzz_require(text.size > 0, "a report says something");
            if (strcmp(name, "json") == 0)
                check_json(&text);
        }
    }
    benchan_text_free(&text);
}

static void judge(const struct benchan_capture *const *captures,
                  const struct benchan_options *options)
{
    const struct benchan_arm_input candidate = {"new", &captures[1], 1};
    const struct benchan_input input = {
        .baseline = {"old", &captures[0], 1}, .candidates = &candidate, .n_candidates = 1};
    struct benchan_verdict *verdict = NULL;
    struct benchan_error error = {0};
    if (benchan_judge(&input, options, &verdict, &error) != BENCHAN_OK) {
        fuzz_require(error.message[0] != '\0', "an error says what is wrong");
        return;
    }
    check_figures(verdict);
    report(verdict);
    benchan_verdict_free(verdict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t first_size;
    const size_t second = find_second(data, size, &first_size);
    struct benchan_capture *captures[2] = {
        fuzz_import(NULL, true, data, first_size),
        fuzz_import(NULL, true, data + second, size - second),
    };
    const struct benchan_options asked = {.seed = 1,
                                          .min_effect = 0.02,
                                          .noise_floor = 0.01,
                                          .claim = "5% faster",
                                          .ignore_package = true,
                                          .strict = true,
                                          .tried = 3,
                                          .planned_n = 10,
                                          .fail_on = BENCHAN_ON_SLOWER | BENCHAN_ON_MISSING,
                                          .fail_on_set = true};
    const struct benchan_options plain = {.seed = 1};
    if (captures[0] && captures[1]) {
        judge((const struct benchan_capture *const *)captures, &plain);
        judge((const struct benchan_capture *const *)captures, &asked);
    }
    benchan_capture_free(captures[0]);
    benchan_capture_free(captures[1]);
    return 0;
}
