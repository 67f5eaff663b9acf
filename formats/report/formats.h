/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_FORMATS_H
#define BENCHAN_FORMATS_REPORT_FORMATS_H

/* The table of reports: a new one is one file and one row of report.c. */

#include "benchan/report.h"

struct report_format {
    const char *name;
    void (*verdict)(const struct benchan_verdict *verdict,
                    const struct benchan_report_options *options, struct benchan_text *text);
    void (*description)(const struct benchan_description *description,
                        const struct benchan_report_options *options,
                        struct benchan_text *text);
    /* Series against themselves; NULL: no report of them in this format. */
    void (*null)(const struct benchan_description *description,
                 const struct benchan_report_options *options, struct benchan_text *text);
};

/* report_text.c, report_describe.c */
void report_text_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text);
void report_text_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text);
/* report_null.c */
void report_text_null(const struct benchan_description *description,
                      const struct benchan_report_options *options, struct benchan_text *text);
/* report_markdown.c */
void report_markdown_verdict(const struct benchan_verdict *verdict,
                             const struct benchan_report_options *options,
                             struct benchan_text *text);
void report_markdown_description(const struct benchan_description *description,
                                 const struct benchan_report_options *options,
                                 struct benchan_text *text);
/* report_json.c */
void report_json_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text);
void report_json_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text);
void report_json_null(const struct benchan_description *description,
                      const struct benchan_report_options *options, struct benchan_text *text);
/* report_csv.c */
void report_csv_verdict(const struct benchan_verdict *verdict,
                        const struct benchan_report_options *options,
                        struct benchan_text *text);
void report_csv_description(const struct benchan_description *description,
                            const struct benchan_report_options *options,
                            struct benchan_text *text);
/* report_html.c */
void report_html_verdict(const struct benchan_verdict *verdict,
                         const struct benchan_report_options *options,
                         struct benchan_text *text);
void report_html_description(const struct benchan_description *description,
                             const struct benchan_report_options *options,
                             struct benchan_text *text);
/* report_junit.c */
void report_junit_verdict(const struct benchan_verdict *verdict,
                          const struct benchan_report_options *options,
                          struct benchan_text *text);
void report_junit_description(const struct benchan_description *description,
                              const struct benchan_report_options *options,
                              struct benchan_text *text);
/* report_github.c */
void report_github_verdict(const struct benchan_verdict *verdict,
                           const struct benchan_report_options *options,
                           struct benchan_text *text);
void report_github_description(const struct benchan_description *description,
                               const struct benchan_report_options *options,
                               struct benchan_text *text);

#endif
