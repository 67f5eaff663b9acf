/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support_import.h"

char *import_slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *data = malloc((size_t)length + 1);
    *size = data ? fread(data, 1, (size_t)length, file) : 0;
    fclose(file);
    return data;
}

struct benchan_capture *import_with(const char *text,
                                    const struct benchan_import_options *options)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import("in.txt", text, strlen(text), options, &capture, &error) != BENCHAN_OK)
        fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
    return capture;
}

struct benchan_capture *import_text(const char *text)
{
    return import_with(text, NULL);
}

struct benchan_error import_error(const char *text,
                                  const struct benchan_import_options *options)
{
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import("in.txt", text, strlen(text), options, &capture, &error) == BENCHAN_OK)
        fail_msg("read without an error: %s", text);
    assert_null(capture);
    return error;
}

const struct benchan_series *import_series(const struct benchan_capture *capture,
                                           const char *package, const char *benchmark,
                                           const char *unit)
{
    for (size_t i = 0; i < capture->n_series; i++) {
        const struct benchan_series *series = &capture->series[i];
        if ((!package || strcmp(series->package, package) == 0) &&
            strcmp(series->benchmark, benchmark) == 0 && strcmp(series->unit, unit) == 0)
            return series;
    }
    return NULL;
}

static bool same_benchmark(const struct benchan_series *a, const struct benchan_series *b)
{
    return strcmp(a->package, b->package) == 0 && strcmp(a->benchmark, b->benchmark) == 0;
}

size_t import_benchmarks(const struct benchan_capture *capture)
{
    size_t n = 0;
    for (size_t i = 0; i < capture->n_series; i++) {
        size_t before = 0;
        while (!same_benchmark(&capture->series[before], &capture->series[i]))
            before++;
        n += before == i;
    }
    return n;
}

size_t import_notes(const struct benchan_capture *capture, enum benchan_note_code code)
{
    size_t n = 0;
    for (size_t i = 0; i < capture->n_notes; i++)
        n += capture->notes[i].code == code;
    return n;
}
