/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_require(bool holds, const char *promise)
{
    if (holds)
        return;
    fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

static void check_error(const struct benchan_error *error, enum benchan_status status)
{
    fuzz_require(error->status == status, "an error carries the status that was returned");
    fuzz_require(status != BENCHAN_NO_MEMORY, "a small input needs little memory");
    fuzz_require(error->message[0] != '\0', "an error says what is wrong");
    for (const char *c = error->message; *c; c++)
        fuzz_require((unsigned char)*c >= 0x20 && *c != 0x7f, "a message has no control byte");
    for (const char *c = error->mend; *c; c++)
        fuzz_require((unsigned char)*c >= 0x20 && *c != 0x7f, "a mend has no control byte");
}

static void check_value(const struct benchan_series *series, size_t i)
{
    const double value = series->values[i];
    fuzz_require(isfinite(value), "values are finite");
    if (series->quantity == BENCHAN_TIME)
        fuzz_require(value > 0, "times are positive");
}

static void check_series(const struct benchan_capture *capture,
                         const struct benchan_series *series)
{
    fuzz_require(series->benchmark && series->package && series->unit, "a series is named");
    fuzz_require(isfinite(series->scale) && series->scale > 0, "a scale is positive");
    for (size_t i = 0; i < series->n; i++) {
        check_value(series, i);
        fuzz_require(series->rows[i] < capture->rows.n, "a value's row exists");
    }
}

static void check_capture(const struct benchan_capture *capture)
{
    fuzz_require(capture->summary_only || benchan_capture_samples(capture) > 0,
                 "a capture holds a sample");
    for (size_t i = 0; i < capture->rows.n; i++)
        fuzz_require(capture->rows.process[i] < capture->n_processes, "a row's process exists");
    for (size_t i = 0; i < capture->n_series; i++)
        check_series(capture, &capture->series[i]);
}

struct benchan_capture *fuzz_import(const char *format, bool partial, const uint8_t *data,
                                    size_t size)
{
    const struct benchan_import_options options = {
        .format = format, .partial = partial, .max_decoded = (size_t)1 << 24};
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    const enum benchan_status status =
        benchan_import("input", data, size, &options, &capture, &error);
    if (status != BENCHAN_OK) {
        check_error(&error, status);
        fuzz_require(capture == NULL, "a failed import leaves its output alone");
        return NULL;
    }
    check_capture(capture);
    return capture;
}

/* Written as CSV, a capture reads back with as many samples. */
static void check_convert(const struct benchan_capture *capture)
{
    struct benchan_text text = {0};
    benchan_convert(&capture, 1, &text);
    fuzz_require(!text.failed, "converting needs little memory");
    const struct benchan_import_options options = {.format = "csv"};
    struct benchan_capture *back = NULL;
    struct benchan_error error = {0};
    const enum benchan_status status =
        benchan_import("back", text.data, text.size, &options, &back, &error);
    if (status != BENCHAN_OK)
        fprintf(stderr, "%zu:%zu: %s\n%.2000s\n", error.line, error.column, error.message,
                benchan_text_get(&text));
    fuzz_require(status == BENCHAN_OK, "a converted capture reads back");
    fuzz_require(benchan_capture_samples(back) == benchan_capture_samples(capture),
                 "a converted capture keeps its samples");
    benchan_capture_free(back);
    benchan_text_free(&text);
}

static void check_describe(const struct benchan_capture *capture)
{
    const struct benchan_arm_input arm = {"input", &capture, 1};
    struct benchan_description *description = NULL;
    struct benchan_error error = {0};
    const enum benchan_status status = benchan_describe(&arm, NULL, &description, &error);
    if (status != BENCHAN_OK) {
        check_error(&error, status);
        return;
    }
    struct benchan_text text = {0};
    for (size_t i = 0; benchan_report_name(i); i++) {
        benchan_text_clear(&text);
        if (benchan_report_description(benchan_report_name(i), description, NULL, &text,
                                       &error) == BENCHAN_OK)
            fuzz_require(text.size > 0, "a report says something");
    }
    benchan_text_free(&text);
    benchan_description_free(description);
}

void fuzz_one_capture(const char *format, const uint8_t *data, size_t size)
{
    for (int partial = 0; partial < 2; partial++) {
        struct benchan_capture *capture = fuzz_import(format, partial, data, size);
        if (!capture)
            continue;
        if (!capture->summary_only)
            check_convert(capture);
        check_describe(capture);
        benchan_capture_free(capture);
        return; /* what is read whole needs no second, partial reading */
    }
}
