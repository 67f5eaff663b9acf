/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_IMPORT_FORMAT_H
#define BENCHAN_FORMATS_IMPORT_FORMAT_H

/* The format table: a new importer is one file and one row of it. */

#include "benchan/import.h"

struct format_input {
    const char *path;
    const char *data; /* decoded: UTF-8, no BOM; data[size] == '\0' */
    size_t size;
    const struct benchan_import_options *options;
};

struct format {
    const char *name;
    /* 0: not this format .. 100: certain. Sees up to 64 KiB of decoded bytes. */
    int (*probe)(const char *data, size_t size);
    enum benchan_status (*read)(const struct format_input *input,
                                struct benchan_capture **capture, struct benchan_error *error);
};

struct builder;
/* builder_finish with what the user said of the file. */
enum benchan_status import_finish(struct builder *builder,
                                  const struct benchan_import_options *options,
                                  struct benchan_capture **capture,
                                  struct benchan_error *error);

/* A summary or foreign format that is recognised only to be refused with advice. */
struct refusal {
    const char *name;
    int (*probe)(const char *data, size_t size);
    const char *advice;
};

/* go.c */
int go_probe(const char *data, size_t size);
enum benchan_status go_read(const struct format_input *input, struct benchan_capture **capture,
                            struct benchan_error *error);
/* go_json.c */
int go_json_probe(const char *data, size_t size);
enum benchan_status go_json_read(const struct format_input *input,
                                 struct benchan_capture **capture, struct benchan_error *error);
/* pyperf.c */
int pyperf_probe(const char *data, size_t size);
enum benchan_status pyperf_read(const struct format_input *input,
                                struct benchan_capture **capture, struct benchan_error *error);
/* hyperfine.c */
int hyperfine_probe(const char *data, size_t size);
enum benchan_status hyperfine_read(const struct format_input *input,
                                   struct benchan_capture **capture,
                                   struct benchan_error *error);
/* csv.c */
int csv_probe(const char *data, size_t size);
enum benchan_status csv_read(const struct format_input *input, struct benchan_capture **capture,
                             struct benchan_error *error);

#endif
