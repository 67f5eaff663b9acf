/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/pyperf.h"
#include "formats/model/number.h"
#include "formats/model/time.h"

/* ------------------------------------------------------------------- checking */

enum rule_kind { RULE_WHOLE, RULE_NUMBER, RULE_NAME, RULE_UNIT, RULE_DATE, RULE_TAGS };

struct rule {
    const char *key;
    enum rule_kind kind;
    double minimum, maximum;
};

/* What a wrong value of would make wrong evidence. Other keys are free. */
static const struct rule rules[] = {
    {"name", RULE_NAME, 0, 0},
    {"unit", RULE_UNIT, 0, 0},
    {"date", RULE_DATE, 0, 0},
    {"tags", RULE_TAGS, 0, 0},
    {"loops", RULE_WHOLE, 1, 9007199254740992.0},
    {"inner_loops", RULE_WHOLE, 1, 9007199254740992.0},
    {"calibrate_loops", RULE_WHOLE, 1, 9007199254740992.0},
    {"recalibrate_loops", RULE_WHOLE, 1, 9007199254740992.0},
    {"cpu_count", RULE_WHOLE, 1, 1e6},
    {"runnable_threads", RULE_WHOLE, 0, 1e9},
    {"duration", RULE_NUMBER, 0, 1e9},
    {"uptime", RULE_NUMBER, 0, 1e11},
    {"load_avg_1min", RULE_NUMBER, 0, 1e9},
};

static const char mend[] = "pyperf writes no such value: correct it, or measure again";

/* Most names differ in their first letter: the call is spared. */
static bool same_name(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

static const struct rule *find_rule(const char *key)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (same_name(rules[i].key, key))
            return &rules[i];
    return NULL;
}

/* One member of an object of metadata, as text and as tree. */
struct member {
    const struct json_document *document;
    struct json_span value;
    const cJSON *item;
};

static enum benchan_status fail_member(const struct member *member, const char *what,
                                       struct benchan_error *error)
{
    return json_fail(member->document, member->value.begin, mend, error, "metadata \"%s\" %s",
                     member->item->string, what);
}

static enum benchan_status check_number(const struct member *member, const struct rule *rule,
                                        struct benchan_error *error)
{
    const bool whole = rule->kind == RULE_WHOLE;
    double number;
    const bool is_number = whole ? json_whole(member->document, member->value, &number)
                                 : json_number(member->document, member->value, &number);
    if (is_number && number >= rule->minimum && number <= rule->maximum)
        return BENCHAN_OK;
    return json_fail(member->document, member->value.begin, mend, error,
                     "metadata \"%s\" must be a %snumber of at least %g%s", rule->key,
                     whole ? "whole " : "", rule->minimum,
                     is_number && number > rule->maximum ? ", and a credible one" : "");
}

static enum benchan_status check_tags(const struct member *member, struct benchan_error *error)
{
    if (member->value.kind != JSON_ARRAY)
        return fail_member(member, "must be an array of words", error);
    const cJSON *tag;
    cJSON_ArrayForEach(tag, member->item)
    {
        if (!cJSON_IsString(tag) || !tag->valuestring[0])
            return fail_member(member, "must be an array of words", error);
    }
    return BENCHAN_OK;
}

static bool is_unit(const char *unit)
{
    return strcmp(unit, "second") == 0 || strcmp(unit, "byte") == 0 ||
           strcmp(unit, "integer") == 0;
}

static bool is_date(const char *date)
{
    int64_t time;
    bool zoned;
    return benchan_parse_time(date, strlen(date), &time, &zoned);
}

static enum benchan_status check_string_rule(const struct member *member, enum rule_kind kind,
                                             struct benchan_error *error)
{
    const char *const string = cJSON_GetStringValue(member->item);
    if (kind == RULE_NAME && !string)
        return fail_member(member, "must be a string", error);
    if (kind == RULE_UNIT && !(string && is_unit(string)))
        return fail_member(member, "must be \"second\", \"byte\" or \"integer\"", error);
    if (kind == RULE_DATE && !(string && is_date(string)))
        return fail_member(member, "must be a date and time, as 2026-11-30 21:18:50.469249",
                           error);
    return BENCHAN_OK;
}

/* What holds for every key. */
static enum benchan_status check_plain(const struct member *member, struct benchan_error *error)
{
    const enum json_kind kind = member->value.kind;
    double number;
    if (kind == JSON_NULL || kind == JSON_OBJECT || (kind == JSON_ARRAY))
        return json_fail(member->document, member->value.begin, mend, error,
                         "metadata \"%s\" is %s, not a string or number", member->item->string,
                         json_kind_name(kind));
    if (kind == JSON_NUMBER && !json_number(member->document, member->value, &number))
        return fail_member(member, "does not fit a double", error);
    if (kind != JSON_STRING)
        return BENCHAN_OK;
    if (!member->item->valuestring[0])
        return fail_member(member, "is empty", error);
    if (strpbrk(member->item->valuestring, "\n\r"))
        return fail_member(member, "holds a line break", error);
    return BENCHAN_OK;
}

static enum benchan_status check_member(const struct member *member,
                                        struct benchan_error *error)
{
    const struct rule *const rule = find_rule(member->item->string);
    if (rule && rule->kind == RULE_TAGS)
        return check_tags(member, error);
    if (rule && (rule->kind == RULE_WHOLE || rule->kind == RULE_NUMBER))
        return check_number(member, rule, error);
    const enum benchan_status status = check_plain(member, error);
    if (status != BENCHAN_OK || !rule)
        return status;
    return check_string_rule(member, rule->kind, error);
}

/* The tree keeps the order of the text, so both are walked together. */
static enum benchan_status check_level(const struct json_document *document,
                                       const struct pyperf_level *level,
                                       struct benchan_error *error)
{
    struct member member = {.document = document};
    struct json_walk walk = json_walk_start(document, level->span);
    cJSON_ArrayForEach(member.item, level->tree)
    {
        json_walk_next(&walk, NULL, &member.value);
        const enum benchan_status status = check_member(&member, error);
        if (status != BENCHAN_OK)
            return status;
    }
    return BENCHAN_OK;
}

/* ---------------------------------------------------------------------- facts */

/* Collects a level's facts once: a benchmark's are said again for each of its runs. */
struct sink {
    struct builder *builder; /* keeps the strings */
    struct pyperf_level *level;
};

static bool make_room(struct pyperf_level *level)
{
    if (level->n_facts < level->facts_capacity)
        return true;
    const size_t capacity = level->facts_capacity ? level->facts_capacity * 2 : 32;
    if (capacity > SIZE_MAX / sizeof *level->facts)
        return false;
    struct benchan_fact *const facts = realloc(level->facts, capacity * sizeof *facts);
    if (!facts)
        return false;
    level->facts = facts;
    level->facts_capacity = capacity;
    return true;
}

static void emit(const struct sink *sink, const char *key, const char *value)
{
    struct pyperf_level *const level = sink->level;
    if (!value[0])
        return;
    if (!make_room(level)) {
        level->failed = true;
        return;
    }
    level->facts[level->n_facts++] =
        (struct benchan_fact){builder_intern(sink->builder, key, strlen(key)),
                              builder_intern(sink->builder, value, strlen(value))};
}

static void emit_text(const struct sink *sink, const char *key, struct benchan_text *text)
{
    if (text->failed)
        sink->level->failed = true;
    else
        emit(sink, key, benchan_text_get(text));
    benchan_text_free(text);
}

static void emit_bytes(const struct sink *sink, const char *key, const char *value, size_t n)
{
    emit(sink, key, builder_intern(sink->builder, value, n));
}

/* Whether `word` is one of the '-' separated words of [at, end). Returns its place. */
static const char *find_word(const char *begin, const char *end, const char *word, bool last)
{
    const size_t n = strlen(word);
    const char *found = NULL;
    for (const char *at = begin; at < end;) {
        const char *stop = memchr(at, '-', (size_t)(end - at));
        if (!stop)
            stop = end;
        if ((size_t)(stop - at) == n && memcmp(at, word, n) == 0) {
            found = at;
            if (!last)
                return found;
        }
        at = stop + 1;
    }
    return found;
}

/*
 * The machine in a platform string. Linux puts it last before "-with-" (a
 * Debian kernel's release names an architecture too), the others first.
 */
static const char *platform_arch(const char *platform)
{
    static const char *const known[] = {
        "x86_64",  "amd64", "AMD64",   "arm64",  "aarch64", "ARM64",      "i386",
        "i586",    "i686",  "x86",     "armv6l", "armv7l",  "armv8l",     "ppc64",
        "ppc64le", "s390x", "riscv64", "mips64", "sparc64", "loongarch64"};
    const bool linux_like = strncmp(platform, "Linux-", 6) == 0;
    const char *end = linux_like ? strstr(platform, "-with-") : NULL;
    if (!end)
        end = platform + strlen(platform);
    const char *best = NULL, *name = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *const place = find_word(platform, end, known[i], linux_like);
        if (place && (!best || (linux_like ? place > best : place < best))) {
            best = place;
            name = known[i];
        }
    }
    return name;
}

static void emit_lower(const struct sink *sink, const char *key, const char *value, size_t n)
{
    char lower[64];
    if (n >= sizeof lower)
        return;
    for (size_t i = 0; i < n; i++)
        lower[i] = value[i] >= 'A' && value[i] <= 'Z' ? (char)(value[i] - 'A' + 'a') : value[i];
    lower[n] = '\0';
    emit(sink, key, lower);
}

/* "Linux-5.4.0-x86_64-with-glibc2.31", "macOS-13.2.1-arm64-arm-64bit", "Windows-10-...". */
static void emit_platform(const struct sink *sink, const char *platform)
{
    const size_t n = strcspn(platform, "-");
    if (n == 5 && memcmp(platform, "macOS", 5) == 0)
        emit(sink, "os", "darwin"); /* what other tools call it */
    else
        emit_lower(sink, "os", platform, n);
    const char *const arch = platform_arch(platform);
    if (arch)
        emit_lower(sink, "arch", arch, strlen(arch));
    emit(sink, "platform", platform);
}

/* Adds [value, value + n) to a comma-separated list unless it is in it. */
static void add_to_list(char *list, size_t size, const char *value, size_t n)
{
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ",");
        if (length == n && memcmp(at, value, n) == 0)
            return;
        at += length + (at[length] == ',');
    }
    const size_t used = strlen(list);
    if (used + n + 2 > size)
        return;
    benchan_snprintf(list + used, size - used, "%s%.*s", used ? "," : "", (int)n, value);
}

/* "0=driver:intel_pstate, intel_pstate:no turbo, governor:performance; 1=...; idle:..." */
static void emit_cpu_config(const struct sink *sink, const char *config)
{
    static const char governor[] = "governor:", no_turbo[] = ":no turbo", turbo[] = ":turbo";
    char governors[128] = "";
    for (const char *at = config; (at = strstr(at, governor));) {
        at += sizeof governor - 1;
        add_to_list(governors, sizeof governors, at, strcspn(at, ",; "));
    }
    emit(sink, "governor", governors);
    if (strstr(config, no_turbo))
        emit(sink, "turbo", strstr(config, turbo) ? "mixed" : "off");
    else if (strstr(config, turbo))
        emit(sink, "turbo", "on");
    emit(sink, "cpu_config", config);
}

static bool counts_cpu_time(const char *timer)
{
    static const char *const clocks[] = {"CPUTIME",  "process_time", "thread_time",
                                         "clock()",  "time.clock",   "GetProcessTimes",
                                         "getrusage"};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (strstr(timer, clocks[i]))
            return true;
    return false;
}

/* "resolution: 41.7 ns" as seconds, exact to the last digit: 4.17e-08. */
static void emit_resolution(const struct sink *sink, const char *timer)
{
    static const struct {
        const char *unit;
        int exponent;
    } units[] = {{"ns", -9}, {"us", -6}, {"ms", -3}, {"sec", 0}};
    static const char label[] = "resolution: ";
    const char *const at = strstr(timer, label);
    if (!at)
        return;
    const char *const digits = at + sizeof label - 1;
    const size_t n = strspn(digits, "0123456789.");
    const char *const unit = digits + n + (digits[n] == ' ');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char number[64];
        double seconds;
        if (strcmp(unit, units[i].unit) != 0 || n > 40)
            continue;
        const int length = benchan_snprintf(number, sizeof number, "%.*se%d", (int)n, digits,
                                            units[i].exponent);
        struct benchan_text text = {0};
        if (length > 0 && benchan_parse_number(number, (size_t)length, &seconds, NULL))
            benchan_text_number(&text, seconds, BENCHAN_BINARY);
        emit_text(sink, "timer_resolution", &text);
    }
}

static void emit_timer(const struct sink *sink, const char *timer)
{
    emit(sink, "timer", counts_cpu_time(timer) ? "cpu" : "wall");
    emit_resolution(sink, timer);
    emit(sink, "timer_function", timer);
}

static void emit_tags(const struct sink *sink, const cJSON *tags)
{
    struct benchan_text text = {0};
    const cJSON *tag;
    cJSON_ArrayForEach(tag, tags)
    {
        if (text.size)
            benchan_text_string(&text, ",");
        benchan_text_string(&text, tag->valuestring);
    }
    emit_text(sink, "tags", &text);
}

/* Keys that say what was measured, or that pyperf_merged_facts takes. */
static bool is_no_fact(const char *key)
{
    static const char *const keys[] = {
        "name", "unit",     "loops",          "inner_loops",
        "date", "duration", "python_version", "python_implementation"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (same_name(keys[i], key))
            return true;
    return false;
}

static const char *fact_key(const char *key)
{
    static const struct {
        const char *key, *fact;
    } names[] = {{"hostname", "host"},
                 {"cpu_model_name", "cpu"},
                 {"cpu_count", "cores"},
                 {"cpu_affinity", "affinity"},
                 {"python_compiler", "compiler"},
                 {"python_cflags", "flags"},
                 {"python_hash_seed", "hash_seed"},
                 {"python_gc", "gc"},
                 {"commit_id", "commit"},
                 {"load_avg_1min", "load"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same_name(names[i].key, key))
            return names[i].fact;
    return key;
}

static void emit_string(const struct sink *sink, const char *key, const char *string)
{
    if (strcmp(key, "platform") == 0)
        emit_platform(sink, string);
    else if (strcmp(key, "cpu_config") == 0)
        emit_cpu_config(sink, string);
    else if (strcmp(key, "timer") == 0)
        emit_timer(sink, string);
    else
        emit(sink, fact_key(key), string);
}

static void collect_facts(const struct json_document *document, const struct sink *sink)
{
    struct json_walk walk = json_walk_start(document, sink->level->span);
    struct json_span value;
    const cJSON *item;
    cJSON_ArrayForEach(item, sink->level->tree)
    {
        json_walk_next(&walk, NULL, &value);
        if (is_no_fact(item->string))
            continue;
        if (cJSON_IsString(item))
            emit_string(sink, item->string, item->valuestring);
        else if (cJSON_IsArray(item))
            emit_tags(sink, item);
        else /* a number or truth value, as it was written */
            emit_bytes(sink, fact_key(item->string), document->data + value.begin,
                       value.end - value.begin);
    }
}

void pyperf_facts(const struct pyperf_level *level, struct builder *builder, uint32_t process)
{
    if (process != BENCHAN_NONE)
        builder_process_facts(builder, process, level->facts, level->n_facts);
    for (size_t i = 0; i < level->n_facts && process == BENCHAN_NONE; i++)
        builder_fact(builder, level->facts[i].key, level->facts[i].value);
}

static void add_runtime(const struct pyperf_metadata *metadata, struct builder *builder,
                        uint32_t process)
{
    const char *const version = pyperf_metadata_string(metadata, "python_version");
    const char *const implementation =
        pyperf_metadata_string(metadata, "python_implementation");
    if (!version && !implementation)
        return;
    char runtime[512];
    benchan_snprintf(runtime, sizeof runtime, "%s%s%s",
                     implementation ? implementation : "python", version ? " " : "",
                     version ? version : "");
    builder_process_fact(builder, process, "runtime", runtime);
}

/* "MSC v.1935 64 bit (AMD64)" */
static const char *compiler_arch(const char *compiler)
{
    if (strstr(compiler, "(AMD64)"))
        return "amd64";
    if (strstr(compiler, "(ARM64)"))
        return "arm64";
    return strstr(compiler, "(Intel)") ? "x86" : NULL;
}

/*
 * Windows' platform names no machine, but its compiler does. Benchmarks of
 * commands record no compiler: the capture's fact serves them.
 */
static void add_compiler_arch(const struct pyperf_metadata *metadata, struct builder *builder,
                              uint32_t process)
{
    const char *const platform = pyperf_metadata_string(metadata, "platform");
    const char *const compiler = pyperf_metadata_string(metadata, "python_compiler");
    const char *const arch = compiler ? compiler_arch(compiler) : NULL;
    if (!arch || !platform || platform_arch(platform))
        return;
    builder_process_fact(builder, process, "arch", arch);
    builder_fact(builder, "arch", arch);
}

void pyperf_merged_facts(const struct pyperf_metadata *metadata, struct builder *builder,
                         uint32_t process)
{
    add_runtime(metadata, builder, process);
    add_compiler_arch(metadata, builder, process);
}

/* -------------------------------------------------------------------- reading */

void pyperf_metadata_clear(struct pyperf_level *level)
{
    cJSON_Delete(level->tree);
    free(level->facts);
    memset(level, 0, sizeof *level);
}

enum benchan_status pyperf_metadata_read(const struct json_document *document,
                                         struct json_span span, struct builder *builder,
                                         struct pyperf_level *level,
                                         struct benchan_error *error)
{
    pyperf_metadata_clear(level);
    if (span.kind == JSON_NULL)
        return BENCHAN_OK;
    if (span.kind != JSON_OBJECT)
        return json_fail(document, span.begin, mend, error,
                         "metadata must be an object, this is %s", json_kind_name(span.kind));
    level->span = span;
    level->tree = json_tree(document, span);
    if (!level->tree)
        return benchan_fail_memory(error);
    const enum benchan_status status = check_level(document, level, error);
    if (status != BENCHAN_OK)
        return status;
    collect_facts(document, &(struct sink){builder, level});
    return level->failed ? benchan_fail_memory(error) : BENCHAN_OK;
}

const cJSON *pyperf_metadata_find(const struct pyperf_metadata *metadata, const char *key)
{
    for (size_t i = PYPERF_LEVELS; i-- > 0;) {
        const cJSON *const tree = metadata->levels[i].tree;
        const cJSON *const item = tree ? cJSON_GetObjectItemCaseSensitive(tree, key) : NULL;
        if (item)
            return item;
    }
    return NULL;
}

const char *pyperf_metadata_string(const struct pyperf_metadata *metadata, const char *key)
{
    const cJSON *const item = pyperf_metadata_find(metadata, key);
    return item ? cJSON_GetStringValue(item) : NULL;
}

double pyperf_metadata_number(const struct pyperf_metadata *metadata, const char *key,
                              double absent)
{
    const cJSON *const item = pyperf_metadata_find(metadata, key);
    return cJSON_IsNumber(item) ? item->valuedouble : absent;
}
