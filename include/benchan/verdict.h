/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_VERDICT_H
#define BENCHAN_VERDICT_H

/*
 * The pipeline: captures in, verdict out. Everything a report may say is in
 * the result: figures, gates with their evidence, findings, warnings. Reports
 * decide nothing.
 *
 * NaN in a result means "absent" (null in JSON); it is never a computed value.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benchan/design.h"
#include "benchan/error.h"
#include "benchan/sample.h"
#include "benchan/stats.h"
#include "benchan/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------- gates */

enum benchan_gate_status {
    BENCHAN_GATE_PASS = 0,
    BENCHAN_GATE_NOT_APPLICABLE, /* does not bind on this path; not shown */
    BENCHAN_GATE_WEAK,
    BENCHAN_GATE_WARN,
    BENCHAN_GATE_FAIL,
    BENCHAN_GATE_UNKNOWN,
    BENCHAN_GATE_ATTESTED,
    BENCHAN_GATE_OFF
};

/* "pass", "not-applicable", "weak", "warn", "fail", "unknown", "attested", "off". */
BENCHAN_API const char *benchan_gate_status_name(enum benchan_gate_status status);

enum benchan_gate_kind {
    BENCHAN_GATE_STRUCTURE, /* judged for the pair of captures, copied to its rows */
    BENCHAN_GATE_DATA,      /* judged per row */
    BENCHAN_GATE_VOUCHED,   /* on the author's word */
    BENCHAN_GATE_RESULT     /* settles the finding, never the verdict */
};

struct benchan_gate_result;

/* One checklist gate: what `benchan explain` prints. The table is constant. */
struct benchan_gate {
    const char *name;  /* "interleaving": the option and JSON name */
    const char *label; /* "order of the arms": the words on screen */
    enum benchan_gate_kind kind;
    const char *question;  /* what it asks */
    const char *evidence;  /* what it looks at */
    const char *threshold; /* when it fails, is weak, is unknown */
    const char *source;    /* where the method or the threshold comes from */
    const char *mend;      /* how to mend it */
};

BENCHAN_API size_t benchan_gate_count(void);
BENCHAN_API const struct benchan_gate *benchan_gate_at(size_t index); /* NULL past the end */
BENCHAN_API const struct benchan_gate *benchan_gate_find(const char *name); /* NULL: none */

enum { BENCHAN_MAX_GATES = 32, BENCHAN_EVIDENCE_NUMBERS = 8, BENCHAN_EVIDENCE_TEXTS = 3 };

/*
 * Evidence is a code of the gate's own and numbers; words are made by
 * benchan_gate_explain. Strings point into captures or constants.
 */
struct benchan_evidence {
    int code;
    double number[BENCHAN_EVIDENCE_NUMBERS];
    const char *text[BENCHAN_EVIDENCE_TEXTS];
};

struct benchan_gate_result {
    const struct benchan_gate *gate;
    enum benchan_gate_status status;   /* after --attest and --gate */
    enum benchan_gate_status measured; /* before them */
    bool binds;                        /* unknown would make the verdict incomplete */
    const char *attested;              /* the author's words, where attested */
    struct benchan_evidence evidence;
};

/* ------------------------------------------------------------------- figures */

struct benchan_mode {
    double median;
    size_t count;
};

enum { BENCHAN_HISTOGRAM_BINS = 40, BENCHAN_MAX_MODES = 4 };

/* One level between change points: runs first..last (1-based) near `median`. */
struct benchan_regime {
    size_t first, last;
    double median;
};

/*
 * What a row keeps of the results of stats.h: verdicts on large suites hold
 * hundreds of thousands of rows.
 */
struct benchan_serial {
    size_t n;
    double p, n_effective; /* NaN where not computed */
    uint32_t n_changes;
    uint32_t changes[BENCHAN_MAX_CHANGES];
};

struct benchan_two_modes {
    bool alarm;
    double low, high; /* medians of the two groups, on the work scale */
};

struct benchan_shares { /* of variance between and within processes */
    size_t groups;
    double f, icc, between_share; /* NaN where undefined */
};

struct benchan_series_summary {
    const char *arm;  /* what the arm is called on screen */
    size_t n;         /* samples */
    size_t processes; /* 0 where unknown */
    size_t draws;     /* at `level` */
    size_t sessions;
    enum benchan_level level;              /* level of the draws below */
    struct benchan_location_scale samples; /* base unit, over all samples */
    double cv_draws;                       /* CV of the draws; equals samples.cv at run level */
    double robust_cv_draws;
    size_t n_modes; /* 1 where no alarm */
    struct benchan_mode modes[BENCHAN_MAX_MODES];
    struct benchan_two_modes modality;
    bool levels_over_time; /* alarm by separated regimes */
    struct benchan_serial independence;
    size_t n_regimes;
    const struct benchan_regime *regimes; /* owned by the result */
    struct benchan_shares components;
    double warmup_shift; /* median log shift of first values; NaN unknown */
    double warmup_p;
    double session_spread;  /* sd of log session medians; NaN below 2 sessions */
    double resolution;      /* half the printed step over the median; 0 for binary doubles */
    size_t n_values;        /* values for plots, in recorded order, base unit; */
    const double *values;   /* the capture's where it holds them just so */
    bool values_owned;      /* else by the result */
    size_t short_processes; /* processes left out for too few values */
    double first_values;    /* m*: values taken of each process */
};

struct benchan_ratio {
    double estimate, low, high; /* candidate / baseline; NaN where absent */
    double confidence;          /* 1 - alpha' */
    enum benchan_level level;
    const char *method; /* constant string */
};

struct benchan_difference {
    double estimate, low, high;
}; /* base unit */

struct benchan_paired {
    size_t n, n_nonzero;        /* blocks; n = 0: no pairs */
    double sd;                  /* of the log ratios */
    double p;                   /* signed rank */
    double estimate, low, high; /* as ratios */
    double sign_consistency;    /* share of blocks with the majority's sign */
    struct benchan_serial independence;
    struct benchan_two_modes modality;
    size_t n_modes;
    struct benchan_mode modes[BENCHAN_MAX_MODES]; /* medians as ratios */
    const char *method;
};

enum benchan_null_source {
    BENCHAN_NULL_NONE = 0,
    BENCHAN_NULL_ARM, /* --null or an A/A arm */
    BENCHAN_NULL_ODD_EVEN,
    BENCHAN_NULL_HALVES,
    BENCHAN_NULL_UNLIKE /* given, but not taken the way the comparison was */
};

struct benchan_null_control {
    enum benchan_null_source source;
    double ratio, low, high; /* 95 % interval; NaN where absent */
    double low99, high99;    /* 99 % (or 1 - .01/arms) interval */
    double resolution;       /* max |log limit| of the 95 % interval */
    double self_resolution;  /* of the baseline against itself, log */
    double noise_floor;      /* max(|log null|, --noise-floor): what an effect must clear */
};

enum benchan_finding {
    BENCHAN_UNDECIDED = 0,
    BENCHAN_FASTER,
    BENCHAN_SLOWER, /* times and rates of work */
    BENCHAN_LOWER,
    BENCHAN_HIGHER,        /* all else */
    BENCHAN_NO_DIFFERENCE, /* no measurable difference */
    BENCHAN_EQUIVALENT,
    BENCHAN_SAME,     /* exact unit, equal */
    BENCHAN_DIFFERENT /* no direction known for the unit */
};
BENCHAN_API const char *benchan_finding_name(enum benchan_finding finding);

enum benchan_admissibility { BENCHAN_ADMISSIBLE = 0, BENCHAN_INCOMPLETE, BENCHAN_INADMISSIBLE };
BENCHAN_API const char *benchan_admissibility_name(enum benchan_admissibility verdict);

/* The rule of thumb by size and p. */
enum benchan_action {
    BENCHAN_ACTION_NONE = 0, /* under 2 %: no action */
    BENCHAN_ACTION_LARGER_N, /* 2-10 %, p > alpha: pre-commit to a larger n */
    BENCHAN_ACTION_INVESTIGATE,
    BENCHAN_ACTION_ACT /* > 10 % and p <= alpha: real, act */
};
BENCHAN_API const char *benchan_action_name(enum benchan_action action);

enum benchan_claim_status {
    BENCHAN_CLAIM_NONE = 0,
    BENCHAN_CLAIM_NOT_SHOWN,
    BENCHAN_CLAIM_CONTRADICTED,
    BENCHAN_CLAIM_OVERSTATED,
    BENCHAN_CLAIM_UNDERSTATED,
    BENCHAN_CLAIM_UPHELD
};
BENCHAN_API const char *benchan_claim_status_name(enum benchan_claim_status status);

/* What a second, independent measurement of both arms (--replicate) says of a finding. */
enum benchan_replication {
    BENCHAN_REPLICATION_NONE = 0, /* none given, or no difference was found here */
    BENCHAN_REPLICATED,           /* the same finding, admissible by itself */
    BENCHAN_NOT_REPLICATED,       /* admissible, and another finding */
    BENCHAN_REPLICATION_UNJUDGED  /* not admissible by itself, or the row is missing there */
};
BENCHAN_API const char *benchan_replication_name(enum benchan_replication replication);

struct benchan_comparison {
    const char *package, *benchmark, *unit;
    const char *candidate_benchmark; /* where it was paired with another name; else NULL */
    enum benchan_quantity quantity;
    enum benchan_direction better;
    size_t candidate_index;       /* which candidate arm, 0-based */
    bool exact;                   /* compared exactly: no spread on either side */
    bool derived;                 /* shown, never judged */
    struct benchan_design design; /* of this row */
    bool departs;                 /* from the pair's design */
    struct benchan_series_summary baseline, candidate;
    struct benchan_ratio ratio;           /* primary */
    struct benchan_ratio unpaired;        /* of medians, always computed where ratios exist */
    struct benchan_difference difference; /* where a value <= 0 rules ratios out */
    double mean_ratio;                    /* "total cost" */
    struct benchan_rank_test rank;
    double hodges_lehmann, hodges_lehmann_low, hodges_lehmann_high; /* ratio scale */
    struct benchan_paired paired;
    struct benchan_null_control null;
    double p;        /* of the primary test; NaN where none */
    double p_holm_k; /* Holm over the k candidates of this row */
    double p_holm;   /* Holm over all rows x k */
    size_t n_gates;
    const struct benchan_gate_result *const *gates; /* n_gates, in table order; rows whose gates
                                                say the same share them */
    int lean; /* -1 candidate smaller, +1 larger, 0 none */
    enum benchan_finding finding;
    enum benchan_action action;
    enum benchan_admissibility verdict;
    bool attested;      /* admissible only on the author's word */
    bool softened;      /* some --gate warn|off was needed */
    double hides;       /* no difference: could hide up to this ratio (>= 1); NaN else */
    size_t gates_short; /* failing gates */
    enum benchan_claim_status claim;
    enum benchan_replication replication;
    struct benchan_ratio replicate; /* of the second measurement; NaN where none */
};

/* --------------------------------------------------------------------- inputs */

struct benchan_arm_input {
    const char *name;                              /* on screen; usually the path */
    const struct benchan_capture *const *captures; /* one or more; borrowed */
    size_t n_captures;
};

struct benchan_rename {
    const char *from, *to;
}; /* --pair OLD=NEW */
struct benchan_gate_option {
    const char *gate;
    enum benchan_gate_status
        status;      /* BENCHAN_GATE_FAIL, _WARN or _OFF; ATTESTED for --attest */
    const char *why; /* for --attest */
};

/* Words of --fail-on, as bits. */
enum benchan_fail_on {
    BENCHAN_ON_INADMISSIBLE = 1 << 0,
    BENCHAN_ON_INCOMPLETE = 1 << 1,
    BENCHAN_ON_CONTRADICTED = 1 << 2,
    BENCHAN_ON_MISSING = 1 << 3,
    BENCHAN_ON_UNDECIDED = 1 << 4,
    BENCHAN_ON_SLOWER = 1 << 5,
    BENCHAN_ON_FASTER = 1 << 6,
    BENCHAN_ON_DIFFERENCE = 1 << 7,
    BENCHAN_ON_SUSPECT_SLOWER = 1 << 8,
    BENCHAN_ON_OVERSTATED = 1 << 9,
    BENCHAN_ON_ATTESTED = 1 << 10
};

struct benchan_options {
    double alpha;       /* 0 means 0.05 */
    size_t tried;       /* variants tried; 0: the candidates given */
    double min_effect;  /* as a fraction: 0.02 for 2 %; NaN or 0: not asked */
    double noise_floor; /* as a fraction; NaN or 0: not given */
    bool ignore_package;
    const struct benchan_rename *renames;
    size_t n_renames;
    const char *filter; /* substring or glob (* ?) of package/benchmark; NULL all */
    const char *unit;   /* only this base or recorded unit; NULL all */
    const char *better; /* "unit=lower,unit2=higher" */
    const struct benchan_gate_option *gates; /* --gate and --attest */
    size_t n_gates;
    bool strict;       /* vouched gates bind */
    size_t planned_n;  /* 0: not asked */
    size_t look;       /* which look at the data this is; 0 or 1: the first */
    unsigned fail_on;  /* enum benchan_fail_on bits; 0 with fail_on_set: never */
    bool fail_on_set;  /* false: the default list */
    const char *claim; /* --claim; NULL none */
    size_t jobs;       /* threads; 0: 1 */
    uint64_t seed;     /* of the permutation streams; 0: the fixed default */
    /*
     * Called now and then with the rows (or series) that are done and how many
     * there are, by the calling thread alone. NULL: not called.
     */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
};

struct benchan_input {
    struct benchan_arm_input baseline;
    const struct benchan_arm_input *candidates;
    size_t n_candidates;
    const struct benchan_arm_input *nulls; /* A/A arms */
    size_t n_nulls;
    const struct benchan_arm_input *replicate; /* NULL, or two arms: baseline, candidate */
};

/* -------------------------------------------------------------------- results */

enum benchan_unmatched_side { BENCHAN_ONLY_BASELINE, BENCHAN_ONLY_CANDIDATE };

struct benchan_unmatched {
    enum benchan_unmatched_side side;
    size_t candidate_index;
    const char *package, *benchmark, *unit;
    const char *suggested_package, *suggested_benchmark; /* a likely partner; NULL none */
    bool by_suffix;                                      /* differs by -N only */
    bool by_package; /* differs by the package only: --ignore-package */
};

/* What holds for a baseline and one candidate as a whole. */
struct benchan_contrast {
    struct benchan_design design;
    size_t rows, matched;
    size_t n_gates;
    const struct benchan_gate_result *gates[BENCHAN_MAX_GATES]; /* structure and vouched */
    size_t used_captures[2], given_captures[2]; /* 4.9: left out for another machine */
    struct benchan_ratio geomean[1]; /* over judged times; NaN where fewer than 2 rows */
    size_t geomean_rows;
    bool geomean_assumes_independence;
    struct benchan_ratio geomean_admissible; /* inadmissible rows left out */
    size_t geomean_admissible_rows;
};

enum benchan_warning_code {
    BENCHAN_WARN_MISSING_WARMUP = 1,
    BENCHAN_WARN_SIGN_FLIP,
    BENCHAN_WARN_CHANCE_FLAGS,
    BENCHAN_WARN_ALLOCATIONS_CHANGED,
    BENCHAN_WARN_SHORT_PROCESSES,
    BENCHAN_WARN_UNTERMINATED,
    BENCHAN_WARN_PARTIAL,
    BENCHAN_WARN_WINNER,
    BENCHAN_WARN_ROUND_BROKEN,
    BENCHAN_WARN_CAPTURES_LEFT_OUT,
    BENCHAN_WARN_SECOND_LOOK,
    BENCHAN_WARN_SUFFIX,
    BENCHAN_WARN_DIRECTION_UNKNOWN,
    BENCHAN_WARN_SAME_CONTENT,
    BENCHAN_WARN_SUMMARY_ONLY,
    BENCHAN_WARN_REPLICATION,
    BENCHAN_WARN_POOLED,
    BENCHAN_WARN_PRODUCER
};
struct benchan_warning {
    enum benchan_warning_code code;
    size_t comparison; /* index, or SIZE_MAX */
    double number[4];
    const char *text; /* borrowed from captures, or NULL */
};

struct benchan_tally {
    size_t rows, admissible, incomplete, inadmissible;
    size_t by_finding[BENCHAN_DIFFERENT + 1];
    size_t missing;      /* rows only the baseline has (while some match) */
    double chance_flags; /* independence flags expected by chance alone */
    size_t flags;        /* independence flags at .01 */
    unsigned raised;     /* fail-on bits that happened */
};

struct benchan_capture_ref { /* captures as the report lists them */
    const struct benchan_capture *capture;
    const char *arm; /* "baseline", "candidate", "candidate 2", "null" */
    const char *name;
};

enum { BENCHAN_MAX_READINGS = 4 };
struct benchan_claim_reading {
    const char *words;  /* "ratio of speeds 1.38", constant or owned by the result */
    double log_speedup; /* what it claims, on the log scale */
    enum benchan_claim_status status;
};
struct benchan_claim_result {
    bool given;
    const char *text;
    int kind;      /* enum of analysis/claim.h: point, at least, no regression, same */
    double stated; /* the figure stated, as written */
    size_t n_readings;
    struct benchan_claim_reading readings[BENCHAN_MAX_READINGS];
    enum benchan_claim_status status; /* of the most demanding reading */
    const char *reproduced_by; /* "medians", "means", "minima", "single runs"; NULL none */
    double holds;              /* the figure that holds (log speedup); NaN */
};

/* Measuring anew so that it can be evidence: what `benchan recipe` writes. */
struct benchan_remeasure {
    const char *tool; /* "go", "pyperf", "hyperfine"; NULL: no recipe serves this format */
    const char *like; /* the file that fills it in; NULL none */
    size_t processes; /* a side */
    double seconds;   /* of measuring: both arms and an A/A arm; NaN unknown */
};

struct benchan_verdict {
    double alpha, alpha_adjusted;
    size_t k;
    uint64_t seed;
    double min_effect, noise_floor; /* NaN where not asked */
    size_t n_captures;
    struct benchan_capture_ref *captures;
    size_t n_contrasts; /* = candidates */
    struct benchan_contrast *contrasts;
    size_t n_comparisons;
    struct benchan_comparison *comparisons; /* by candidate, then order of the baseline */
    size_t n_unmatched;
    struct benchan_unmatched *unmatched;
    size_t n_warnings;
    struct benchan_warning *warnings;
    struct benchan_tally tally;
    struct benchan_claim_result claim;
    struct benchan_remeasure remeasure;
    int exit_status; /* 0 or 1 */
    void *owner;
    void *gate_results; /* the memory behind the rows' gates */
};

/*
 * Runs the whole pipeline. Captures are borrowed and must outlive *verdict.
 * Results do not depend on options->jobs, on the order of rows, or on the
 * order of files within an arm. BENCHAN_BAD_USAGE: nothing in common, the same
 * content on both sides, an unknown gate name, a claim that is none. With
 * BENCHAN_OK *verdict is the caller's to free.
 * O(rows x draws^2) at worst in the rank tests; see stats.h.
 */
BENCHAN_API enum benchan_status benchan_judge(const struct benchan_input *input,
                                              const struct benchan_options *options,
                                              struct benchan_verdict **verdict,
                                              struct benchan_error *error);
BENCHAN_API void benchan_verdict_free(struct benchan_verdict *verdict); /* NULL allowed */

/*
 * What the arms of a comparison are called wherever words are made of it: what
 * their names do not share ("old", "new" of run-old.txt and run-new.txt), or
 * their roles where that is no short word.
 */
enum { BENCHAN_LABEL_BYTES = 64 };
struct benchan_labels {
    char baseline[BENCHAN_LABEL_BYTES], candidate[BENCHAN_LABEL_BYTES];
    bool roles; /* they are "baseline" and "candidate": sentences say "the baseline" */
};
BENCHAN_API void benchan_labels_of(const struct benchan_comparison *comparison,
                                   struct benchan_labels *labels);
/* One of them inside a sentence: "old", "the baseline". */
BENCHAN_API void benchan_label_words(const struct benchan_labels *labels, bool candidate,
                                     struct benchan_text *text);

/* Evidence and mend of a gate's result, in plain words, without a final newline. */
BENCHAN_API void benchan_gate_explain(const struct benchan_comparison *comparison,
                                      const struct benchan_gate_result *result,
                                      struct benchan_text *text);
BENCHAN_API void benchan_gate_mend(const struct benchan_comparison *comparison,
                                   const struct benchan_gate_result *result,
                                   struct benchan_text *text);
/* What it takes to mend a gate. */
enum benchan_mend_kind {
    BENCHAN_MEND_OWN = 0,   /* what benchan_gate_mend says */
    BENCHAN_MEND_REMEASURE, /* new processes of both arms, shuffled: benchan_remeasure */
    BENCHAN_MEND_ALONG      /* of its own, but mended too where the arms are measured anew */
};
BENCHAN_API enum benchan_mend_kind
benchan_gate_mend_kind(const struct benchan_comparison *comparison,
                       const struct benchan_gate_result *result);
/* The one sentence the data allow; and a warning in words. */
BENCHAN_API void benchan_sentence(const struct benchan_comparison *comparison,
                                  struct benchan_text *text);
BENCHAN_API void benchan_warning_words(const struct benchan_verdict *verdict,
                                       const struct benchan_warning *warning,
                                       struct benchan_text *text);

/* ------------------------------------------------------------------- describe */

struct benchan_described_series {
    const char *package, *benchmark, *unit;
    enum benchan_quantity quantity;
    bool derived;
    const char *variants_key; /* label whose variants lie in it unasked; NULL none */
    size_t capture;           /* index into captures; the first where several are pooled */
    struct benchan_series_summary summary;
    double histogram_low, histogram_high;
    size_t histogram[BENCHAN_HISTOGRAM_BINS];
};

/*
 * A series against itself: what its design shows when nothing changed. Each
 * split compares half as many draws as the series has. Where some value is 0
 * or less, the figures are differences in the base unit.
 */
struct benchan_null_splits {
    size_t draws; /* at the level of the summary */
    bool ordered; /* they stand in the order of measurement */
    bool ratios;  /* else differences */
    bool varies;  /* else every value is the same, and nothing is split */
    struct benchan_null_control odd_even; /* every other draw against the rest */
    struct benchan_null_control halves;   /* first half against second; source NONE in both: */
    double self_resolution;               /* not ordered, or below 12 draws. Log; NaN unknown */
    bool odd_even_off, halves_off;        /* the 99 % interval excludes no change */
};

struct benchan_description {
    size_t n_captures;
    struct benchan_capture_ref *captures;
    size_t n_series;
    struct benchan_described_series *series;
    struct benchan_null_splits *nulls; /* one a series, from benchan_null; else NULL */
    void *owner;
};

/* Each series of each capture, described. Ownership as with benchan_judge. */
BENCHAN_API enum benchan_status benchan_describe(const struct benchan_arm_input *arm,
                                                 const struct benchan_options *options,
                                                 struct benchan_description **description,
                                                 struct benchan_error *error);
/* The same, and each series against itself. */
BENCHAN_API enum benchan_status benchan_null(const struct benchan_arm_input *arm,
                                             const struct benchan_options *options,
                                             struct benchan_description **description,
                                             struct benchan_error *error);
BENCHAN_API void benchan_description_free(struct benchan_description *description);

#ifdef __cplusplus
}
#endif

#endif
