/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/values.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/number.h"
#include "benchan/report.h"
#include "benchan/text.h"
#include "cli/suggest.h"

static enum benchan_status wrong(const char *option, const char *text, const char *mend,
                                 struct benchan_error *error)
{
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend, "--%s cannot be '%s'",
                        option, text);
}

/* --------------------------------------------------------------------- numbers */

enum benchan_status value_percent(const char *option, const char *text, double *fraction,
                                  struct benchan_error *error)
{
    static const char mend[] = "write a percentage such as 2%, or a fraction such as 0.02";
    size_t n = strlen(text);
    const bool percent = n && text[n - 1] == '%';
    if (percent)
        n--;
    while (percent && n && text[n - 1] == ' ')
        n--;
    double value;
    if (!benchan_parse_number(text, n, &value, NULL))
        return wrong(option, text, mend, error);
    if (percent)
        value /= 100;
    else if (value >= 1) /* "2" is nearly always meant as 2 % */
        return wrong(option, text, mend, error);
    if (!(value > 0) || value > 100)
        return wrong(option, text, mend, error);
    *fraction = value;
    return BENCHAN_OK;
}

enum benchan_status value_count(const char *option, const char *text, size_t *count,
                                struct benchan_error *error)
{
    double value;
    if (!benchan_parse_number(text, strlen(text), &value, NULL) || value < 1 || value > 1e6 ||
        floor(value) < value)
        return wrong(option, text, "write a whole number from 1 to 1000000", error);
    *count = (size_t)value;
    return BENCHAN_OK;
}

enum benchan_status value_alpha(struct settings *settings, const char *text,
                                struct benchan_error *error)
{
    double alpha = 0;
    const enum benchan_status status = value_percent("alpha", text, &alpha, error);
    if (status)
        return status;
    if (alpha > 0.5)
        return wrong("alpha", text, "write a rate of false alarms such as 0.05", error);
    settings->judge.alpha = alpha;
    return BENCHAN_OK;
}

/* ----------------------------------------------------------------------- words */

struct word {
    const char *text;
    unsigned value;
};

/* The word among `words` (ended by a NULL text) that is `text`; NULL with an error if none. */
static const struct word *choose(const char *option, const char *text, size_t n,
                                 const struct word *words, struct benchan_error *error)
{
    char given[64], mend[512] = "";
    benchan_snprintf(given, sizeof given, "%.*s", (int)(n < 60 ? n : 60), text);
    struct suggestion near = suggestion_begin(given);
    for (const struct word *word = words; word->text; word++) {
        if (strcmp(word->text, given) == 0)
            return word;
        suggestion_offer(&near, word->text);
    }
    size_t used = 0;
    if (near.best)
        used += (size_t)benchan_snprintf(mend, sizeof mend, "did you mean %s?", near.best);
    else
        used += (size_t)benchan_snprintf(mend, sizeof mend, "one of");
    for (const struct word *word = words; !near.best && word->text; word++)
        if (used + strlen(word->text) + 3 < sizeof mend)
            used += (size_t)benchan_snprintf(mend + used, sizeof mend - used, "%s %s",
                                             word == words ? "" : ",", word->text);
    wrong(option, given, mend, error);
    return NULL;
}

enum benchan_status value_process(struct settings *settings, const char *text,
                                  struct benchan_error *error)
{
    static const struct word words[] = {{"file", BENCHAN_PROCESS_FILE},
                                        {"sample", BENCHAN_PROCESS_SAMPLE},
                                        {"unknown", BENCHAN_PROCESS_IGNORE},
                                        {NULL, 0}};
    const struct word *word = choose("process", text, strlen(text), words, error);
    if (!word)
        return BENCHAN_BAD_USAGE;
    settings->import.process = (enum benchan_process_override)word->value;
    return BENCHAN_OK;
}

enum benchan_status value_color(struct settings *settings, const char *text,
                                struct benchan_error *error)
{
    static const struct word words[] = {
        {"auto", COLOR_AUTO}, {"always", COLOR_ALWAYS}, {"never", COLOR_NEVER}, {NULL, 0}};
    const struct word *word = choose("color", text, strlen(text), words, error);
    if (!word)
        return BENCHAN_BAD_USAGE;
    settings->color = (enum color_choice)word->value;
    return BENCHAN_OK;
}

enum benchan_status value_fail_on(struct settings *settings, const char *text,
                                  struct benchan_error *error)
{
    static const struct word words[] = {{"inadmissible", BENCHAN_ON_INADMISSIBLE},
                                        {"incomplete", BENCHAN_ON_INCOMPLETE},
                                        {"contradicted", BENCHAN_ON_CONTRADICTED},
                                        {"missing", BENCHAN_ON_MISSING},
                                        {"undecided", BENCHAN_ON_UNDECIDED},
                                        {"slower", BENCHAN_ON_SLOWER},
                                        {"faster", BENCHAN_ON_FASTER},
                                        {"difference", BENCHAN_ON_DIFFERENCE},
                                        {"suspect-slower", BENCHAN_ON_SUSPECT_SLOWER},
                                        {"overstated", BENCHAN_ON_OVERSTATED},
                                        {"attested", BENCHAN_ON_ATTESTED},
                                        {"never", 0},
                                        {NULL, 0}};
    unsigned bits = 0;
    bool never = false;
    size_t count = 0;
    for (const char *at = text;; at++, count++) {
        const size_t n = strcspn(at, ",");
        const struct word *word = choose("fail-on", at, n, words, error);
        if (!word)
            return BENCHAN_BAD_USAGE;
        bits |= word->value;
        never = never || !word->value;
        at += n;
        if (!*at)
            break;
    }
    if (never && count)
        return wrong("fail-on", text, "'never' stands alone", error);
    settings->judge.fail_on = bits;
    settings->judge.fail_on_set = true;
    return BENCHAN_OK;
}

/* ----------------------------------------------------------------------- names */

enum benchan_status value_by(struct settings *settings, const char *text,
                             struct benchan_error *error)
{
    const size_t n = strcspn(text, "=");
    if (!n || (text[n] && !text[n + 1]))
        return wrong("by", text, "write --by KEY or --by KEY=BASE,CAND", error);
    settings->by = text;
    return BENCHAN_OK;
}

/* Checks `name` against a table of names in the library; puts the table's own copy. */
static enum benchan_status choose_name(const char *option, const char *name, size_t n,
                                       const char *(*at)(size_t), const char **found,
                                       struct benchan_error *error)
{
    enum { MOST = 32 };
    struct word words[MOST + 1] = {{NULL, 0}};
    for (size_t i = 0; i < MOST && at(i); i++)
        words[i].text = at(i);
    const struct word *word = choose(option, name, n, words, error);
    if (!word)
        return BENCHAN_BAD_USAGE;
    *found = word->text;
    return BENCHAN_OK;
}

enum benchan_status value_format(struct settings *settings, const char *text,
                                 struct benchan_error *error)
{
    return choose_name("format", text, strlen(text), benchan_report_name, &settings->format,
                       error);
}

enum benchan_status value_input_format(struct settings *settings, const char *text,
                                       struct benchan_error *error)
{
    return choose_name("input-format", text, strlen(text), benchan_format_name,
                       &settings->import.format, error);
}

enum benchan_status value_report(struct settings *settings, const char *text,
                                 struct benchan_error *error)
{
    const size_t n = strcspn(text, "=");
    if (!n || !text[n] || !text[n + 1])
        return wrong("report", text, "write NAME=FILE, such as json=verdict.json", error);
    struct report_file report = {NULL, text + n + 1};
    const enum benchan_status status =
        choose_name("report", text, n, benchan_report_name, &report.name, error);
    if (status)
        return status;
    struct report_file *reports =
        realloc(settings->reports, (settings->n_reports + 1) * sizeof *reports);
    if (!reports)
        return benchan_fail_memory(error);
    settings->reports = reports;
    reports[settings->n_reports++] = report;
    return BENCHAN_OK;
}

/* --------------------------------------------------------- what needs its parts */

/* Splits NAME=REST at the first '='. */
static enum benchan_status split(struct settings *settings, const char *option,
                                 const char *text, const char *mend, const char **name,
                                 const char **rest, struct benchan_error *error)
{
    const size_t n = strcspn(text, "=");
    if (!n || !text[n] || !text[n + 1])
        return wrong(option, text, mend, error);
    *name = settings_keep(settings, text, n);
    *rest = text + n + 1;
    return *name ? BENCHAN_OK : benchan_fail_memory(error);
}

/*
 * Where OLD ends. Benchmark names hold '=' themselves ("Sum/n=16"), mostly the
 * same number of times on both sides: the middle one parts them, or "=>".
 */
static const char *rename_middle(const char *text, size_t *width)
{
    const char *arrow = strstr(text, "=>");
    *width = arrow ? 2 : 1;
    if (arrow)
        return arrow;
    size_t count = 0;
    for (const char *at = text; *at; at++)
        count += *at == '=';
    if (count % 2 == 0)
        return NULL;
    const char *at = strchr(text, '=');
    for (size_t i = 0; i < count / 2; i++)
        at = strchr(at + 1, '=');
    return at;
}

static enum benchan_status split_rename(struct settings *settings, const char *text,
                                        struct benchan_rename *rename,
                                        struct benchan_error *error)
{
    size_t width;
    const char *middle = rename_middle(text, &width);
    if (!middle || middle == text || !middle[width])
        return wrong("pair", text,
                     "write OLD=NEW, or OLD=>NEW where the names hold '=' themselves", error);
    rename->from = settings_keep(settings, text, (size_t)(middle - text));
    rename->to = middle + width;
    return rename->from ? BENCHAN_OK : benchan_fail_memory(error);
}

static enum benchan_status finish_contrasts(struct settings *settings,
                                            struct benchan_error *error)
{
    const struct list *texts = &settings->rename_texts;
    if (!texts->n)
        return BENCHAN_OK;
    settings->renames = calloc(texts->n, sizeof *settings->renames);
    if (!settings->renames)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < texts->n; i++) {
        const enum benchan_status status =
            split_rename(settings, texts->items[i], &settings->renames[i], error);
        if (status)
            return status;
    }
    settings->judge.renames = settings->renames;
    settings->judge.n_renames = texts->n;
    return BENCHAN_OK;
}

static enum benchan_status finish_gate(struct settings *settings, const char *text,
                                       struct benchan_gate_option *gate,
                                       struct benchan_error *error)
{
    static const struct word words[] = {{"fail", BENCHAN_GATE_FAIL},
                                        {"warn", BENCHAN_GATE_WARN},
                                        {"off", BENCHAN_GATE_OFF},
                                        {NULL, 0}};
    const char *what = "";
    const enum benchan_status status =
        split(settings, "gate", text, "write GATE=fail, GATE=warn or GATE=off", &gate->gate,
              &what, error);
    if (status)
        return status;
    const struct word *word = choose("gate", what, strlen(what), words, error);
    if (!word)
        return BENCHAN_BAD_USAGE;
    gate->status = (enum benchan_gate_status)word->value;
    return BENCHAN_OK;
}

static enum benchan_status finish_gates(struct settings *settings, struct benchan_error *error)
{
    const size_t n_gates = settings->gate_texts.n, n_attests = settings->attest_texts.n;
    if (!(n_gates + n_attests))
        return BENCHAN_OK;
    settings->gates = calloc(n_gates + n_attests, sizeof *settings->gates);
    if (!settings->gates)
        return benchan_fail_memory(error);
    for (size_t i = 0; i < n_gates; i++) {
        const enum benchan_status status =
            finish_gate(settings, settings->gate_texts.items[i], &settings->gates[i], error);
        if (status)
            return status;
    }
    for (size_t i = 0; i < n_attests; i++) {
        struct benchan_gate_option *gate = &settings->gates[n_gates + i];
        const enum benchan_status status =
            split(settings, "attest", settings->attest_texts.items[i],
                  "write GATE=WHY, such as --attest 'inputs=production traffic of one day'",
                  &gate->gate, &gate->why, error);
        if (status)
            return status;
        gate->status = BENCHAN_GATE_ATTESTED;
    }
    settings->judge.gates = settings->gates;
    settings->judge.n_gates = n_gates + n_attests;
    return BENCHAN_OK;
}

/* "unit=lower,other=higher" */
static enum benchan_status check_better(const char *text, struct benchan_error *error)
{
    for (const char *at = text;;) {
        const size_t n = strcspn(at, ","), name = strcspn(at, "=");
        const char *word = at + name + 1;
        const size_t length = name < n ? n - name - 1 : 0;
        const bool known = (length == 5 && strncmp(word, "lower", 5) == 0) ||
                           (length == 6 && strncmp(word, "higher", 6) == 0);
        if (!name || !known)
            return wrong("better", text, "write UNIT=lower or UNIT=higher", error);
        if (!at[n])
            return BENCHAN_OK;
        at += n + 1;
    }
}

/* The library takes one list; the option may be repeated. */
static enum benchan_status finish_better(struct settings *settings, struct benchan_error *error)
{
    for (size_t i = 0; i < settings->better_texts.n; i++) {
        const enum benchan_status status = check_better(settings->better_texts.items[i], error);
        if (status)
            return status;
    }
    struct benchan_text joined = {0};
    for (size_t i = 0; i < settings->better_texts.n; i++)
        benchan_text_printf(&joined, "%s%s", i ? "," : "", settings->better_texts.items[i]);
    if (settings->better_texts.n && !joined.failed)
        settings->judge.better =
            settings_keep(settings, benchan_text_get(&joined), joined.size);
    const bool failed = settings->better_texts.n && !settings->judge.better;
    benchan_text_free(&joined);
    return failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

enum benchan_status values_finish(struct settings *settings, struct benchan_error *error)
{
    enum benchan_status status = finish_contrasts(settings, error);
    if (!status)
        status = finish_gates(settings, error);
    if (!status)
        status = finish_better(settings, error);
    return status;
}
