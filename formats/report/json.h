/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_REPORT_JSON_H
#define BENCHAN_FORMATS_REPORT_JSON_H

/* Pieces of the JSON report: names are a contract. Add keys, never rename. */

#include "benchan/verdict.h"
#include "formats/report/emit_json.h"

/* report_json_series.c */
void emit_captures(struct emitter *json, const struct benchan_capture_ref *captures, size_t n);
/* The keys of a series summary, inside an object that is open. */
void emit_summary_keys(struct emitter *json, const struct benchan_series_summary *summary);
void emit_independence(struct emitter *json, const char *key,
                       const struct benchan_serial *independence);
void emit_modes(struct emitter *json, const struct benchan_mode *modes, size_t n);

/* report_json_comparison.c */
void emit_comparison(struct emitter *json, const struct benchan_comparison *comparison);
void emit_design(struct emitter *json, const char *key, const struct benchan_design *design);
void emit_ratio(struct emitter *json, const char *key, const struct benchan_ratio *ratio);
void emit_gates(struct emitter *json, const struct benchan_comparison *comparison,
                const struct benchan_gate_result *const *gates, size_t n);

#endif
