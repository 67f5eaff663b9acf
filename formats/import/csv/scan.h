/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_CSV_SCAN_H
#define BENCHAN_FORMATS_IMPORT_CSV_SCAN_H

/* The order of a file's records, found before they are read. */

#include "formats/import/csv/layout.h"

struct csv_place {
    size_t at, line;
    int64_t key; /* nanoseconds, or the order column as a sortable integer */
};

struct csv_scan {
    struct csv_place *places; /* in order of measurement; NULL where file order serves */
    size_t n;
    bool *varies;          /* by label: its text changes inside a process */
    bool zoned;            /* the times tell their offset */
    bool blocks_inside;    /* one process takes part in several blocks */
    bool trials_apart;     /* a trial's records do not lie together */
    bool labels_vary;      /* some leftover labels tell a process's own records apart */
    bool has_result_stage; /* BenchmarkDotNet wrote its final figures */
};

/*
 * Labels split a process's record, so a text column that changes inside
 * processes, beside another label that does, would multiply them. Such a
 * column ceases to be a label.
 */
void csv_scan_drop_labels(struct csv_scan *scan, struct csv_layout *layout);

/* Whether the records must be scanned at all. */
bool csv_scan_needed(const struct csv_layout *layout);

/* Reads every record from where the reader stands; leaves the reader at the end. */
enum benchan_status csv_scan_run(struct csv_scan *scan, struct csv_reader *reader,
                                 const struct csv_layout *layout, struct benchan_error *error);
void csv_scan_free(struct csv_scan *scan);

/* A number as an integer that sorts alike. */
int64_t csv_sortable(double value);

/* BenchmarkDotNet: the kind of a record, the stage columns taken together. */
enum csv_stage { CSV_STAGE_RESULT, CSV_STAGE_ACTUAL, CSV_STAGE_WARMUP, CSV_STAGE_CALIBRATION };
enum csv_stage csv_record_stage(const struct csv_reader *reader,
                                const struct csv_layout *layout);

#endif
