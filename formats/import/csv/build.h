/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_CSV_BUILD_H
#define BENCHAN_FORMATS_IMPORT_CSV_BUILD_H

/* From records to the sample model. */

#include "formats/import/csv/scan.h"
#include "formats/model/builder.h"
#include "formats/model/keys.h"

/* Values of one series and one arm, as they come. */
struct csv_course {
    double last_value, last_order, iterations;
    size_t rises, falls, n;
};

/* The series of a value column, while its names stay the same. */
struct csv_recent {
    struct benchan_text name;
    uint32_t series;
    bool known;
};

struct csv_build {
    const struct format_input *input;
    struct csv_reader reader;
    struct csv_layout layout;
    struct csv_scan scan;
    struct arena arena; /* of the layout */
    struct builder *builder;

    struct csv_keys processes, arms, courses;
    uint32_t *process_arms; /* arm of each process */
    size_t process_arms_capacity;
    struct csv_course *course; /* by number of `courses` */
    size_t courses_capacity;
    struct csv_recent *recent; /* one a value column */
    double *parsed;            /* values of the current record; NaN where a cell is empty */
    int *decimals;
    struct benchan_text key, name, unit;

    bool order_broken, tied;
    size_t other_stages; /* BenchmarkDotNet: samples stored a second time */
    char sorted_name[128];
};

/* Reads every record. The reader stands behind the header. */
enum benchan_status csv_build_records(struct csv_build *build, struct benchan_error *error);
/* The fields and notes that only the whole file decides. */
void csv_build_settle(struct csv_build *build);
void csv_build_free(struct csv_build *build);

/* csv_build_names.c */
/* The process of the current record (`arm`: the value column where columns are arms). */
enum benchan_status csv_build_process(struct csv_build *build, size_t arm, uint32_t *process,
                                      struct benchan_error *error);
/* The series of the current record's i-th value column. */
enum benchan_status csv_build_series(struct csv_build *build, size_t i, uint32_t *series,
                                     struct benchan_error *error);

#endif
