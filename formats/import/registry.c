/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/bytes.h"
#include "formats/import/format.h"
#include "formats/import/refusals.h"
#include "formats/model/table.h"

static const struct format formats[] = {
    {"go", go_probe, go_read},
    {"go-json", go_json_probe, go_json_read},
    {"pyperf", pyperf_probe, pyperf_read},
    {"hyperfine", hyperfine_probe, hyperfine_read},
    {"csv", csv_probe, csv_read},
};

enum { N_FORMATS = sizeof formats / sizeof *formats, PROBE_SIZE = 64 * 1024 };

#define DEFAULT_MAX_DECODED ((size_t)1 << 32)

const char *benchan_format_name(size_t index)
{
    return index < N_FORMATS ? formats[index].name : NULL;
}

static void list_formats(char *list, size_t size)
{
    list[0] = '\0';
    for (size_t i = 0, n = 0; i < N_FORMATS && n < size; i++)
        n += (size_t)benchan_snprintf(list + n, size - n, "%s%s", i ? ", " : "",
                                      formats[i].name);
}

static enum benchan_status find_named(const char *name, const struct format **format,
                                      struct benchan_error *error)
{
    for (size_t i = 0; i < N_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = &formats[i];
            return BENCHAN_OK;
        }
    }
    char list[300], mend[400];
    list_formats(list, sizeof list);
    benchan_snprintf(mend, sizeof mend, "choose one of %s", list);
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend, "no input format \"%s\"",
                        name);
}

static const struct format *find_best(const char *data, size_t size, int *score)
{
    const struct format *best = NULL;
    *score = 0;
    for (size_t i = 0; i < N_FORMATS; i++) {
        const int fits = formats[i].probe(data, size);
        if (fits > *score) {
            *score = fits;
            best = &formats[i];
        }
    }
    return best;
}

static enum benchan_status not_recognised(const struct format_input *input,
                                          struct benchan_error *error)
{
    if (memchr(input->data, '\0', input->size))
        return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 0, 0,
                            "give the benchmark's text, JSON or CSV output",
                            "the file is binary, or UTF-16 without a byte order mark");
    char list[300], mend[400];
    list_formats(list, sizeof list);
    benchan_snprintf(mend, sizeof mend,
                     "say what it is with --input-format (%s), or convert it to CSV with a row "
                     "for each run",
                     list);
    return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 0, 0, mend,
                        "no benchmark output that benchan knows");
}

static enum benchan_status refuse(const struct format_input *input,
                                  const struct refusal *refusal, const char *why,
                                  struct benchan_error *error)
{
    return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 0, 0, refusal->advice,
                        "this is %s, which %s", refusal->name, why);
}

static enum benchan_status choose_format(const struct format_input *input,
                                         const struct format **format,
                                         struct benchan_error *error)
{
    if (input->options->format)
        return find_named(input->options->format, format, error);
    const size_t seen = input->size < PROBE_SIZE ? input->size : PROBE_SIZE;
    int score, summary_score, foreign_score;
    *format = find_best(input->data, seen, &score);
    const struct refusal *summary = refusal_summary(input->data, seen, &summary_score);
    const struct refusal *foreign = refusal_foreign(input->data, seen, &foreign_score);
    if (summary && summary_score > score && summary_score > foreign_score)
        return refuse(input, summary, "holds no samples", error);
    if (foreign && foreign_score > score)
        return refuse(input, foreign, "benchan does not read", error);
    return *format ? BENCHAN_OK : not_recognised(input, error);
}

static bool is_blank(const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!strchr(" \t\r\n", data[i]))
            return false;
    }
    return true;
}

static enum benchan_status read_decoded(const struct format_input *input, bool cut,
                                        struct benchan_capture **capture,
                                        struct benchan_error *error)
{
    if (is_blank(input->data, input->size))
        return benchan_fail(error, BENCHAN_BAD_INPUT, input->path, 0, 0,
                            "check the command that should have written it",
                            "the file is empty");
    const struct format *format = NULL;
    enum benchan_status status = choose_format(input, &format, error);
    if (status == BENCHAN_OK)
        status = format->read(input, capture, error);
    if (status != BENCHAN_OK)
        return status;
    (*capture)->source = table_hash(0, input->data, input->size);
    (*capture)->partial = (*capture)->partial || cut;
    return BENCHAN_OK;
}

enum benchan_status benchan_import(const char *path, const void *data, size_t size,
                                   const struct benchan_import_options *options,
                                   struct benchan_capture **capture,
                                   struct benchan_error *error)
{
    static const struct benchan_import_options defaults = {0};
    if (!options)
        options = &defaults;
    struct format_input plain = {.path = path, .options = options};
    if (options->terminated && bytes_are_plain(data, size, &plain.data, &plain.size))
        return read_decoded(&plain, false, capture, error);
    const size_t limit = options->max_decoded ? options->max_decoded : DEFAULT_MAX_DECODED;
    struct bytes bytes;
    enum benchan_status status =
        bytes_decode(path, data, size, limit, options->partial, &bytes, error);
    if (status != BENCHAN_OK)
        return status;
    const struct format_input input = {path, bytes.data, bytes.size, options};
    /* A reader may meet a fault and get over it: only the last word is the caller's. */
    struct benchan_error fault = {0};
    status = read_decoded(&input, bytes.cut, capture, &fault);
    if (status != BENCHAN_OK && error)
        *error = fault;
    bytes_free(&bytes);
    return status;
}
