/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_PYPERF_H
#define BENCHAN_FORMATS_IMPORT_PYPERF_H

/*
 * pyperf's metadata. The writer hoists what is equal to the highest level it
 * can, so that any key may stand in the suite, in a benchmark or in a run; the
 * lowest level that has it wins.
 */

#include "formats/import/json.h"
#include "formats/model/builder.h"

enum pyperf_level_number { PYPERF_SUITE = 0, PYPERF_BENCHMARK, PYPERF_RUN, PYPERF_LEVELS };

/* One object of metadata, and what it says as facts. `tree` is NULL where there is none. */
struct pyperf_level {
    struct json_span span;
    cJSON *tree;
    struct benchan_fact *facts; /* their strings are the builder's */
    size_t n_facts, facts_capacity;
    bool failed;
};

struct pyperf_metadata {
    struct pyperf_level levels[PYPERF_LEVELS];
};

/* Reads and checks an object of metadata (or null) into a level, which it replaces. */
enum benchan_status pyperf_metadata_read(const struct json_document *document,
                                         struct json_span span, struct builder *builder,
                                         struct pyperf_level *level,
                                         struct benchan_error *error);
void pyperf_metadata_clear(struct pyperf_level *level);

/* The item of the lowest level that has the key, or NULL. */
const cJSON *pyperf_metadata_find(const struct pyperf_metadata *metadata, const char *key);
/* Its string, or NULL where it is absent or no string. */
const char *pyperf_metadata_string(const struct pyperf_metadata *metadata, const char *key);
/* Its number, or `absent`. */
double pyperf_metadata_number(const struct pyperf_metadata *metadata, const char *key,
                              double absent);

/* One level's facts become those of a process, or of the capture (BENCHAN_NONE). */
void pyperf_facts(const struct pyperf_level *level, struct builder *builder, uint32_t process);
/* The facts that need keys of several levels. */
void pyperf_merged_facts(const struct pyperf_metadata *metadata, struct builder *builder,
                         uint32_t process);

#endif
