/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/import/bytes.h"
#include "formats/import/csv/build.h"
#include "formats/import/csv/capture.h"

/* CSV: long and wide tables of measurements, and the CSV of known producers. */

/* --------------------------------------------------------- before the header */

struct line {
    const char *begin;
    size_t n;
};

static struct line line_at(const char *data, size_t size, size_t at)
{
    const char *end = at < size ? memchr(data + at, '\n', size - at) : NULL;
    size_t n = end ? (size_t)(end - data) - at : size - at;
    if (n > 0 && data[at + n - 1] == '\r')
        n--;
    return (struct line){data + at, n};
}

static size_t next_line(const char *data, size_t size, size_t at)
{
    const char *end = memchr(data + at, '\n', size - at);
    return end ? (size_t)(end - data) + 1 : size;
}

static bool is_blank(struct line line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.begin[i] != ' ' && line.begin[i] != '\t' && line.begin[i] != '\r')
            return false;
    }
    return true;
}

/* "sep=;" is what spreadsheets write to name the separator. */
static bool names_separator(struct line line)
{
    return line.n == 5 && memcmp(line.begin, "sep=", 4) == 0;
}

static const char google_header[] = "name,iterations,real_time,cpu_time,time_unit";

static bool begins(struct line line, const char *prefix)
{
    const size_t n = strlen(prefix);
    return line.n >= n && memcmp(line.begin, prefix, n) == 0;
}

/* Where the header is, what stands before it, and how its cells are separated. */
struct head {
    size_t at, line;
    size_t foreign; /* lines before it that are neither blank nor comments */
    char separator;
};

static char sniff(struct line line)
{
    size_t counts[3] = {0};
    bool quoted = false;
    for (size_t i = 0; i < line.n; i++) {
        if (line.begin[i] == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        counts[0] += line.begin[i] == ',';
        counts[1] += line.begin[i] == ';';
        counts[2] += line.begin[i] == '\t';
    }
    if (counts[2] > 0 && counts[2] >= counts[0] && counts[2] >= counts[1])
        return '\t';
    return counts[1] > 0 && counts[1] >= counts[0] ? ';' : ',';
}

/* Google Benchmark's own messages may precede its header. */
static bool find_google(const char *data, size_t size, struct head *head)
{
    enum { MOST = 64 };
    size_t at = 0;
    for (size_t line = 1; line <= MOST && at < size; line++) {
        const struct line here = line_at(data, size, at);
        if (begins(here, google_header)) {
            *head = (struct head){at, line, head->foreign, ','};
            return true;
        }
        head->foreign += !is_blank(here) && here.begin[0] != '#';
        at = next_line(data, size, at);
    }
    head->foreign = 0;
    return false;
}

static void find_head(const char *data, size_t size, struct head *head)
{
    *head = (struct head){.at = 0, .line = 1, .separator = '\0'};
    if (find_google(data, size, head))
        return;
    *head = (struct head){.at = 0, .line = 1, .separator = '\0'};
    while (head->at < size) {
        const struct line line = line_at(data, size, head->at);
        if (names_separator(line))
            head->separator = line.begin[4];
        else if (!is_blank(line) && line.begin[0] != '#')
            break;
        head->at = next_line(data, size, head->at);
        head->line++;
    }
    if (head->separator == '\0')
        head->separator = sniff(line_at(data, size, head->at));
}

static bool is_key_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-' || c == '.';
}

/* "# key: value" is a fact; other comments are prose. */
static void take_fact(struct builder *builder, struct line line)
{
    char key[64], value[512];
    size_t at = 1, key_n = 0;
    while (at < line.n && (line.begin[at] == ' ' || line.begin[at] == '#'))
        at++;
    while (at < line.n && is_key_byte(line.begin[at]) && key_n + 1 < sizeof key)
        key[key_n++] = line.begin[at++];
    if (key_n == 0 || at + 1 >= line.n || line.begin[at] != ':' || line.begin[at + 1] != ' ')
        return;
    key[key_n] = '\0';
    at += 2;
    while (at < line.n && line.begin[at] == ' ')
        at++;
    benchan_snprintf(value, sizeof value, "%.*s", (int)(line.n - at < 500 ? line.n - at : 500),
                     line.begin + at);
    if (value[0] != '\0')
        builder_fact(builder, key, value);
}

static void take_preamble(struct builder *builder, const struct format_input *input,
                          const struct head *head)
{
    size_t at = 0;
    for (size_t number = 1; at < head->at; number++) {
        const struct line line = line_at(input->data, input->size, at);
        if (line.n > 0 && line.begin[0] == '#') {
            take_fact(builder, line);
        } else if (head->foreign > 0 && !is_blank(line)) {
            builder_capture(builder)->left_out.unknown_lines++;
            builder_note(builder, BENCHAN_NOTE_UNKNOWN_LINE, number, line.begin, line.n);
        }
        at = next_line(input->data, input->size, at);
    }
}

/* ------------------------------------------------------------------- the probe */

static size_t count_cells(struct line line, char separator)
{
    size_t cells = 1;
    bool quoted = false;
    for (size_t i = 0; i < line.n; i++) {
        if (line.begin[i] == '"')
            quoted = !quoted;
        cells += !quoted && line.begin[i] == separator;
    }
    return cells;
}

/* Cells of the header that are names this importer knows, and those that are numbers. */
static void rate_header(struct line line, char separator, size_t *known, size_t *numbers)
{
    char key[256];
    size_t begin = 0;
    *known = *numbers = 0;
    for (size_t i = 0; i <= line.n; i++) {
        if (i < line.n && line.begin[i] != separator)
            continue;
        const char *cell = line.begin + begin;
        size_t n = i - begin, stem_n;
        for (; n > 0 && (*cell == ' ' || *cell == '"'); n--)
            cell++;
        while (n > 0 && (cell[n - 1] == ' ' || cell[n - 1] == '"'))
            n--;
        begin = i + 1;
        double value;
        int rank;
        if (n == 0 || n * 2 + 1 > sizeof key)
            continue;
        csv_key(cell, n, key);
        *numbers += csv_number(cell, n, separator, &value, NULL);
        *known += csv_role_of(key, &rank) != CSV_ROLE_NONE || csv_is_value_name(key) ||
                  csv_name_unit(key, &stem_n) != NULL;
    }
}

static int rate_plain(const char *data, size_t size)
{
    struct head head;
    find_head(data, size, &head);
    const struct line line = line_at(data, size, head.at);
    if (line.n == 0 || strchr("{[<", line.begin[0]))
        return 0;
    size_t known, numbers;
    rate_header(line, head.separator, &known, &numbers);
    if (numbers > 0)
        return 0;
    const size_t cells = count_cells(line, head.separator);
    if (cells == 1)
        return known ? 40 : 0;
    const size_t second = next_line(data, size, head.at);
    if (second < size && count_cells(line_at(data, size, second), head.separator) == cells)
        return known ? 75 : 55;
    return known ? 60 : 15;
}

int csv_probe(const char *data, size_t size)
{
    struct head head = {0};
    if (bytes_begin(data, size, "# benchan: "))
        return 100;
    if (size == 0)
        return 0;
    if (find_google(data, size, &head) ||
        (bytes_contain(data, size, "Measurement_IterationMode") &&
         bytes_contain(data, size, "Measurement_Value")) ||
        bytes_contain(data, size, "sample_time_nanos") ||
        bytes_contain(data, size, "sample_measured_value"))
        return 96;
    return rate_plain(data, size);
}

/* -------------------------------------------------------------------- the read */

static void note_mapping(struct csv_build *build)
{
    struct benchan_text text = {0};
    csv_layout_words(&build->layout, &text);
    builder_note(build->builder, BENCHAN_NOTE_MAPPING, 0, benchan_text_get(&text), text.size);
    if (text.failed)
        builder_fail_memory(build->builder);
    benchan_text_free(&text);
}

/* Reads the layout, then stands behind the header again. */
static enum benchan_status read_layout(struct csv_build *build, const struct head *head,
                                       struct benchan_error *error)
{
    enum benchan_status status = csv_reader_open(&build->reader, build->input, head->separator,
                                                 head->at, head->line, error);
    if (status == BENCHAN_OK)
        status = csv_layout_read(&build->layout, &build->reader, &build->arena, error);
    if (status != BENCHAN_OK)
        return status;
    csv_reader_close(&build->reader);
    bool more;
    status = csv_reader_open(&build->reader, build->input, head->separator, head->at,
                             head->line, error);
    if (status == BENCHAN_OK)
        status = csv_reader_next(&build->reader, &more, error);
    return status;
}

static enum benchan_status scan(struct csv_build *build, struct benchan_error *error)
{
    if (!csv_scan_needed(&build->layout))
        return BENCHAN_OK;
    const size_t at = build->reader.at, line = build->reader.line;
    const enum benchan_status status =
        csv_scan_run(&build->scan, &build->reader, &build->layout, error);
    csv_reader_seek(&build->reader, at, line);
    if (status == BENCHAN_OK)
        csv_scan_drop_labels(&build->scan, &build->layout);
    return status;
}

static enum benchan_status fill(struct csv_build *build, const struct head *head,
                                struct benchan_error *error)
{
    enum benchan_status status = csv_check_bytes(build->input, error);
    if (status == BENCHAN_OK)
        status = read_layout(build, head, error);
    if (status == BENCHAN_OK)
        status = scan(build, error);
    if (status != BENCHAN_OK)
        return status;
    build->builder = builder_new(build->input->path, "csv");
    if (!build->builder)
        return benchan_fail_memory(error);
    take_preamble(build->builder, build->input, head);
    note_mapping(build);
    status = csv_build_records(build, error);
    if (status == BENCHAN_OK)
        csv_build_settle(build);
    return status;
}

/* Why there is no sample, where the reason can be told. */
static enum benchan_status check_samples(struct csv_build *build, struct benchan_error *error)
{
    const struct benchan_capture *capture = builder_capture(build->builder);
    const struct benchan_left_out *left_out = &capture->left_out;
    if (capture->rows.n > 0 || builder_failed(build->builder))
        return BENCHAN_OK;
    if (left_out->aggregates > 0)
        return benchan_fail(error, BENCHAN_BAD_INPUT, build->input->path, 0, 0,
                            "run again without --benchmark_report_aggregates_only",
                            "%zu aggregates and no repetition", left_out->aggregates);
    return benchan_fail(error, BENCHAN_BAD_INPUT, build->input->path, 0, 0,
                        "was the capture cut short, or did no benchmark run?",
                        "no measured value: %zu empty cells, %zu warm-ups, %zu failures",
                        left_out->missing, left_out->warmups, left_out->failures);
}

enum benchan_status csv_read(const struct format_input *input, struct benchan_capture **capture,
                             struct benchan_error *error)
{
    struct head head;
    struct csv_build build = {.input = input};
    if (bytes_begin(input->data, input->size, "# benchan: "))
        return csv_capture_read(input, capture, error);
    find_head(input->data, input->size, &head);
    enum benchan_status status = fill(&build, &head, error);
    if (status == BENCHAN_OK)
        status = check_samples(&build, error);
    struct builder *builder = build.builder;
    csv_build_free(&build);
    if (status == BENCHAN_OK)
        return import_finish(builder, input->options, capture, error);
    builder_discard(builder);
    return status;
}
