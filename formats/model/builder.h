/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_MODEL_BUILDER_H
#define BENCHAN_FORMATS_MODEL_BUILDER_H

/*
 * What importers build captures with. Failure of an allocation is sticky:
 * builder_* calls after it do nothing and return harmless values, and
 * builder_finish reports it, so that an importer checks once.
 */

#include "benchan/sample.h"
#include "formats/model/units.h"

struct builder;

/* NULL only where memory is out. */
struct builder *builder_new(const char *path, const char *format);
void builder_discard(struct builder *builder); /* NULL allowed */
bool builder_failed(const struct builder *builder);
/* For an importer whose own allocation failed: builder_finish reports it. */
void builder_fail_memory(struct builder *builder);

/* One copy of each distinct string, owned by the capture to come. */
const char *builder_intern(struct builder *builder, const char *string, size_t n);

/* The capture under construction, for its plain fields (order, clock, left_out, ...). */
struct benchan_capture *builder_capture(struct builder *builder);

void builder_fact(struct builder *builder, const char *key, const char *value);

/* Begins a process and returns its index. */
uint32_t builder_process(struct builder *builder);
/* Valid until the next builder_process. Its strings must come from builder_intern. */
struct benchan_process *builder_process_at(struct builder *builder, uint32_t process);
void builder_process_fact(struct builder *builder, uint32_t process, const char *key,
                          const char *value);
/* Facts whose keys and values come from builder_intern: processes share them often. */
void builder_process_facts(struct builder *builder, uint32_t process,
                           const struct benchan_fact *facts, size_t n);
void builder_process_label(struct builder *builder, uint32_t process, const char *key,
                           const char *value);

/*
 * A record of `process`; its index inside the process is counted per
 * benchmark when the capture is finished. `iterations` NaN and `time`
 * BENCHAN_NO_TIME where there is none. Returns the row.
 */
uint32_t builder_row(struct builder *builder, uint32_t process, double iterations,
                     int64_t time);

/* Finds or creates. `unit` as the file writes it; looked up with benchan_unit_lookup. */
uint32_t builder_series(struct builder *builder, const char *package, size_t package_n,
                        const char *benchmark, size_t benchmark_n, const char *unit,
                        size_t unit_n);
/* Valid until the next builder_series. */
struct benchan_series *builder_series_at(struct builder *builder, uint32_t series);
/* The values themselves stand in no series before builder_settle_values; its n counts them. */
void builder_value(struct builder *builder, uint32_t series, uint32_t row, double value,
                   int decimals);
/* Gives every series its values. No builder_value after it; builder_finish calls it too. */
void builder_settle_values(struct builder *builder);

void builder_note(struct builder *builder, enum benchan_note_code code, size_t line,
                  const char *text, size_t n);

/* What the user may say of any format; NULL for it means nothing was said. */
struct builder_wishes {
    const char *block_key; /* label, fact or column that names the block; NULL none */
    enum benchan_process_override process;
    size_t max_notes; /* unknown lines kept as notes; 0: 8 */
};

/*
 * Checks the model (times > 0, finite), hoists process facts that are equal
 * everywhere to the capture, applies the wishes, and hands the capture
 * over. Frees the builder in every case. A capture without a sample is
 * BENCHAN_BAD_INPUT unless it is summary_only.
 */
enum benchan_status builder_finish(struct builder *builder, const struct builder_wishes *wishes,
                                   struct benchan_capture **capture,
                                   struct benchan_error *error);

#endif
