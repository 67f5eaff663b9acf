/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_SAMPLE_H
#define BENCHAN_SAMPLE_H

/*
 * The sample model: the one shape every format is read into.
 *
 *   capture   one recording (a file, or one arm of a file)
 *   process   one operating-system process of it
 *   row       one record: a process, an index inside it, iterations
 *   series    every measured value of one (package, benchmark, unit), in
 *             recorded order, each pointing to its row
 *   fact      an environment key and value, of a capture or of a process
 *
 * Values are kept as the file wrote them, with the number of decimals it
 * printed; `scale` takes them to the base unit. Nothing here is computed from
 * the values: that is the analysis's work.
 *
 * A capture is immutable once built. Everything in it, every string included,
 * is owned by it and lives until benchan_capture_free.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benchan/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BENCHAN_NO_TIME INT64_MIN /* a time nobody recorded */
#define BENCHAN_NONE UINT32_MAX   /* an index that points nowhere */
#define BENCHAN_BINARY INT16_MAX  /* decimals of a value that was a binary double */

/* How the order in which a capture's rows were measured is known. */
enum benchan_order {
    BENCHAN_ORDER_UNKNOWN = 0, /* regrouped, sorted, or never said */
    BENCHAN_ORDER_LOG,         /* the file is an append log: its order is the order */
    BENCHAN_ORDER_COLUMN,      /* a column says it */
    BENCHAN_ORDER_TIME         /* recorded times say it; comparable across files */
};

/* What recorded times mean. Local times compare with local times only. */
enum benchan_clock { BENCHAN_CLOCK_NONE = 0, BENCHAN_CLOCK_UTC, BENCHAN_CLOCK_LOCAL };

/* How a capture's processes are known. */
enum benchan_process_basis {
    BENCHAN_PROCESS_UNKNOWN = 0, /* no information: the process records only group rows */
    BENCHAN_PROCESS_RECORDED,    /* the format or a column tells them apart */
    BENCHAN_PROCESS_STATED       /* the user said so (--process file|sample) */
};

/* What a user says of the processes where the files cannot. */
enum benchan_process_override {
    BENCHAN_PROCESS_AS_RECORDED = 0,
    BENCHAN_PROCESS_FILE,   /* the whole file is one process */
    BENCHAN_PROCESS_SAMPLE, /* every row is a process of its own */
    BENCHAN_PROCESS_IGNORE  /* treat processes as unknown */
};

enum benchan_direction {
    BENCHAN_BETTER_UNKNOWN = 0,
    BENCHAN_BETTER_LOWER,
    BENCHAN_BETTER_HIGHER
};

enum benchan_quantity {
    BENCHAN_OTHER = 0,
    BENCHAN_TIME, /* a duration, base unit sec or sec/op: finite and > 0 */
    BENCHAN_RATE, /* work per time (op/sec, B/sec): finite and > 0 */
    BENCHAN_COUNT /* allocations, bytes, instructions: exact where it does not vary */
};

struct benchan_fact {
    const char *key; /* a name of the list below, or the file's own key */
    const char *value;
};

/*
 * Normalised fact keys. Importers translate their format's names to these and
 * keep every other key under its own name.
 *
 *   host cpu cores os arch     the machine
 *   governor aslr turbo        its settings
 *   affinity                   cpus the process was bound to
 *   runtime compiler flags     what ran and how it was built (python version, go version)
 *   build_type                 "debug", "race", "sanitizer", "release"
 *   commit dirty               source revision; "true" where it had local changes
 *   load                       1-minute load average at the process's start or end
 *   runnable_threads           threads ready to run at that time
 *   hash_seed gc               "0".."4294967295" or "random"; "disabled"/"enabled"
 *   timer timer_resolution     name and kind of clock ("wall", "cpu"); seconds, e.g. "1e-09"
 */

struct benchan_process {
    const char *name;  /* its id in the source (pid, fork, launch index); NULL where none.
                          Equal names in captures of one source are the same process. */
    int64_t start;     /* nanoseconds since 1970, in the capture's clock, or BENCHAN_NO_TIME */
    int64_t end;       /* likewise */
    const char *block; /* the round, trial or pair it was measured in; NULL unknown */
    const char *build; /* which binary; NULL unknown */
    const char *setup; /* which set-up (boot, deployment); NULL unknown */
    const char *session; /* which recording session; NULL unknown */
    double position;     /* place in the source's order; comparable within one source only */
    const struct benchan_fact *facts; /* its own facts: they win over the capture's */
    size_t n_facts;
    const struct benchan_fact *labels; /* what --by and --block select on, e.g. command=... */
    size_t n_labels;
};

struct benchan_rows {
    size_t n;
    uint32_t *process;  /* index into processes */
    uint32_t *index;    /* 0-based place inside the process, per benchmark */
    double *iterations; /* NULL where no row has any; NaN where a row has none */
    int64_t *time;      /* NULL where no row has a time of its own */
    uint32_t *position; /* row of the whole recording, where the capture is an arm split off
                           it; NULL: the row's own number */
};

struct benchan_series {
    const char *package; /* "" where the format has none */
    const char *benchmark;
    const char *unit;          /* base unit: "sec/op", "B/op", "allocs/op", ... */
    const char *recorded_unit; /* as the file wrote it: "ns/op" */
    double scale;              /* recorded value x scale = value in the base unit */
    enum benchan_quantity quantity;
    enum benchan_direction better;
    bool exact;      /* the file says the unit is exact (assume=exact) */
    bool derived;    /* computed from another series of the file: shown, not judged */
    bool order_tied; /* order follows batch size (linear sampling): serial tests warn only */
    size_t n;
    double *values;    /* as recorded, in recorded order; n of them */
    uint32_t *rows;    /* row of each value; ascending where the order is known */
    int16_t *decimals; /* decimals each was printed with, or BENCHAN_BINARY */
};

/* What the file holds that is no measured sample. */
struct benchan_left_out {
    size_t warmups;       /* warm-up values */
    size_t calibrations;  /* calibration runs (or their values where runs have none) */
    size_t aggregates;    /* stored means, medians, fitted figures */
    size_t failures;      /* failed runs */
    size_t skipped;       /* skipped benchmarks or runs */
    size_t missing;       /* empty cells and the format's own "missing" (NaN, null) */
    size_t orphans;       /* benchmark names without a result */
    size_t unknown_lines; /* lines nobody understood */
    size_t odd_rows;      /* lines that look like a result but are none */
};

enum benchan_note_code {
    BENCHAN_NOTE_UNTERMINATED = 1, /* no newline after the last record: text = that record */
    BENCHAN_NOTE_PARTIAL,          /* read with --partial: the file ends inside a record */
    BENCHAN_NOTE_MAPPING,          /* text = which column was read as what */
    BENCHAN_NOTE_SUFFIX,           /* text = what was decided about -N suffixes */
    BENCHAN_NOTE_PROCESS_STATED,   /* the user said what a process is */
    BENCHAN_NOTE_ORDER_LOST,       /* text = why the order of values is not known */
    BENCHAN_NOTE_UNKNOWN_LINE,     /* an unknown line (the first few only): text = the line */
    BENCHAN_NOTE_PRODUCER,         /* text = something the producer's file warns of */
    BENCHAN_NOTE_OTHER
};

struct benchan_note {
    enum benchan_note_code code;
    size_t line; /* 0 where none */
    const char *text;
};

struct benchan_capture {
    const char *path;   /* as given to the importer */
    const char *format; /* name in the format table: "go", "pyperf", "csv", ... */
    const char
        *arm; /* label that picked this arm out of a file ("side=new"); NULL whole file */
    enum benchan_order order;
    enum benchan_clock clock;
    enum benchan_process_basis process_basis;
    bool partial;
    bool summary_only; /* aggregates without samples: described, never a claim */
    uint64_t source;   /* fingerprint of the decoded bytes: equal for the same content */
    size_t n_facts;
    const struct benchan_fact *facts;
    size_t n_processes;
    const struct benchan_process *processes; /* in recorded order */
    struct benchan_rows rows;
    size_t n_series;
    const struct benchan_series *series; /* in order of first appearance */
    struct benchan_left_out left_out;
    size_t n_notes;
    const struct benchan_note *notes;
    void *owner; /* the memory behind all of the above */
};

/* Frees a capture and all it owns. NULL is allowed. */
BENCHAN_API void benchan_capture_free(struct benchan_capture *capture);

/* Measured samples over all series. O(series). */
BENCHAN_API size_t benchan_capture_samples(const struct benchan_capture *capture);

/*
 * A fact by key: of `process` (an index, or BENCHAN_NONE for the capture's
 * own), the process's own value first. NULL where unknown. O(facts).
 */
BENCHAN_API const char *benchan_capture_fact(const struct benchan_capture *capture,
                                             uint32_t process, const char *key);

/* A label of a process by key; NULL where it has none. O(labels). */
BENCHAN_API const char *benchan_process_label(const struct benchan_process *process,
                                              const char *key);

/*
 * Splits off the arm whose processes carry label `key` = `value`: a new
 * capture with those processes, their rows, series and facts; paths, source
 * fingerprint, process names and positions stay, so that order and shared
 * processes remain visible across arms. Where each benchmark belongs to one
 * value of `key` only, the key stands in its name for the value ("seq {n}" for
 * "seq 100" and "seq 1000"; the bare key where the name is the value), so that
 * the arms can be compared. `key` may also be "benchmark" (then
 * the series named `value` form the arm, all under one common name, in the
 * same processes), or "session", "build", "setup", "block".
 * Time O(rows). The result is owned by the caller.
 * BENCHAN_BAD_USAGE where no process carries that value; the message lists
 * the keys and values there are.
 */
BENCHAN_API enum benchan_status benchan_capture_split(const struct benchan_capture *capture,
                                                      const char *key, const char *value,
                                                      struct benchan_capture **arm,
                                                      struct benchan_error *error);

/*
 * The distinct values of label `key`, in order of first appearance, into
 * `values` (room for `max`). Returns how many there are, which may exceed max.
 */
BENCHAN_API size_t benchan_capture_label_values(const struct benchan_capture *capture,
                                                const char *key, const char **values,
                                                size_t max);

#ifdef __cplusplus
}
#endif

#endif
