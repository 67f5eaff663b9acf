/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchan/report.h"

#include <string.h>

#include "formats/report/formats.h"

static const struct report_format reports[] = {
    {"text", report_text_verdict, report_text_description, report_text_null},
    {"markdown", report_markdown_verdict, report_markdown_description, NULL},
    {"json", report_json_verdict, report_json_description, report_json_null},
    {"csv", report_csv_verdict, report_csv_description, NULL},
    {"html", report_html_verdict, report_html_description, NULL},
    {"junit", report_junit_verdict, report_junit_description, NULL},
    {"github", report_github_verdict, report_github_description, NULL},
};

enum { N_REPORTS = sizeof reports / sizeof reports[0] };

const char *benchan_report_name(size_t index)
{
    return index < N_REPORTS ? reports[index].name : NULL;
}

static enum benchan_status find(const char *name, const struct report_format **report,
                                struct benchan_error *error)
{
    for (size_t i = 0; i < N_REPORTS; i++)
        if (strcmp(reports[i].name, name) == 0) {
            *report = &reports[i];
            return BENCHAN_OK;
        }
    char known[128] = "";
    size_t length = 0;
    for (size_t i = 0; i < N_REPORTS; i++) {
        const int n = benchan_snprintf(known + length, sizeof known - length, "%s%s",
                                       i ? ", " : "", reports[i].name);
        if (n < 0 || (size_t)n >= sizeof known - length)
            break;
        length += (size_t)n;
    }
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, NULL,
                        "no report format is called \"%.40s\": there are %s", name, known);
}

enum benchan_status benchan_report_verdict(const char *name,
                                           const struct benchan_verdict *verdict,
                                           const struct benchan_report_options *options,
                                           struct benchan_text *text,
                                           struct benchan_error *error)
{
    const struct report_format *report = NULL;
    const enum benchan_status status = find(name, &report, error);
    if (status != BENCHAN_OK)
        return status;
    report->verdict(verdict, options, text);
    return text->failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

enum benchan_status benchan_report_description(const char *name,
                                               const struct benchan_description *description,
                                               const struct benchan_report_options *options,
                                               struct benchan_text *text,
                                               struct benchan_error *error)
{
    const struct report_format *report = NULL;
    const enum benchan_status status = find(name, &report, error);
    if (status != BENCHAN_OK)
        return status;
    if (description->nulls && !report->null)
        return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, "use text or json",
                            "a file against itself has no report in the format %s", name);
    (description->nulls ? report->null : report->description)(description, options, text);
    return text->failed ? benchan_fail_memory(error) : BENCHAN_OK;
}
