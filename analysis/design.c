/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/design.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/order.h"

static void grouping_free(struct grouping *grouping)
{
    free(grouping->of_unit[0]);
    free(grouping->of_unit[1]);
    free(grouping->holds);
    *grouping = (struct grouping){0};
}

void inferred_design_free(struct inferred_design *inferred)
{
    grouping_free(&inferred->blocks);
    grouping_free(&inferred->builds);
    grouping_free(&inferred->sessions);
    *inferred = (struct inferred_design){0};
}

/* ------------------------------------------------------------- merged order */

struct merged {
    const struct arm_row *arm;
    const struct unit *unit;
    size_t index;
    unsigned char label;
};

static int compare_merged(const void *left, const void *right)
{
    const struct merged *a = left;
    const struct merged *b = right;
    const int order = unit_compare_order(a->arm, a->unit, b->arm, b->unit);
    if (order)
        return order;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Units of both arms, in shared order where there is one, else arm after arm. */
static struct merged *merge_units(const struct arm_row *const arms[2], bool ordered)
{
    const size_t count = arms[0]->n_units + arms[1]->n_units;
    struct merged *merged = calloc(count ? count : 1, sizeof *merged);
    if (!merged)
        return NULL;
    size_t n = 0;
    for (unsigned char label = 0; label < 2; label++)
        for (size_t u = 0; u < arms[label]->n_units; u++)
            merged[n++] = (struct merged){
                .arm = arms[label], .unit = &arms[label]->units[u], .index = u, .label = label};
    if (ordered)
        qsort(merged, count, sizeof *merged, compare_merged);
    return merged;
}

static bool tied(const struct merged *a, const struct merged *b)
{
    return unit_compare_order(a->arm, a->unit, b->arm, b->unit) == 0;
}

/*
 * Units that stand at the same time as one of the other arm: dates without a
 * time of day, or one time for a whole file, order nothing.
 */
static size_t tied_across(const struct merged *merged, size_t count)
{
    size_t across = 0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        unsigned labels = 0;
        for (end = begin; end < count && tied(&merged[begin], &merged[end]); end++)
            labels |= 1U << merged[end].label;
        across += labels == 3 ? end - begin : 0;
    }
    return across;
}

/* ------------------------------------------------------------------ grouping */

struct key {
    const char *text; /* NULL: in no group */
    uint32_t number;  /* distinguishes groups with equal text */
    size_t place;     /* in merged order */
    unsigned char label;
    size_t index;
};

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left;
    const struct key *b = right;
    if (!a->text || !b->text)
        return (a->text == NULL) - (b->text == NULL);
    const int order = strcmp(a->text, b->text);
    if (order)
        return order;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

struct group_place {
    size_t place;
    uint32_t group;
};

static int compare_group_places(const void *left, const void *right)
{
    const struct group_place *a = left;
    const struct group_place *b = right;
    return (a->place > b->place) - (a->place < b->place);
}

static bool same_group(const struct key *a, const struct key *b)
{
    return a->number == b->number && strcmp(a->text, b->text) == 0;
}

static enum benchan_status allocate_grouping(struct grouping *grouping, size_t n, size_t m)
{
    grouping->of_unit[0] = malloc((n ? n : 1) * sizeof(uint32_t));
    grouping->of_unit[1] = malloc((m ? m : 1) * sizeof(uint32_t));
    grouping->holds = calloc(n + m + 1, 1);
    if (grouping->of_unit[0] && grouping->of_unit[1] && grouping->holds)
        return BENCHAN_OK;
    grouping_free(grouping);
    return BENCHAN_NO_MEMORY;
}

/* Numbers groups by the place of their first unit. `keys` in merged order on entry. */
static enum benchan_status group_keys(struct key *keys, size_t count, struct grouping *grouping)
{
    qsort(keys, count, sizeof *keys, compare_keys);
    struct group_place *firsts = calloc(count + 1, sizeof *firsts);
    uint32_t *renumber = malloc((count + 1) * sizeof *renumber);
    if (!firsts || !renumber) {
        free(firsts);
        free(renumber);
        return BENCHAN_NO_MEMORY;
    }
    uint32_t groups = 0;
    for (size_t i = 0; i < count && keys[i].text; i++) {
        if (i == 0 || !same_group(&keys[i - 1], &keys[i])) {
            firsts[groups] = (struct group_place){keys[i].place, groups};
            groups++;
        }
        grouping->of_unit[keys[i].label][keys[i].index] = groups - 1;
    }
    qsort(firsts, groups, sizeof *firsts, compare_group_places);
    for (uint32_t g = 0; g < groups; g++)
        renumber[firsts[g].group] = g;
    for (size_t i = 0; i < count; i++) {
        uint32_t *group = &grouping->of_unit[keys[i].label][keys[i].index];
        *group = keys[i].text ? renumber[*group] : BENCHAN_NONE;
        if (*group != BENCHAN_NONE)
            grouping->holds[*group] |= (unsigned char)(1U << keys[i].label);
    }
    grouping->n_groups = groups;
    for (uint32_t g = 0; g < groups; g++) {
        grouping->n_arm[0] += grouping->holds[g] & 1U;
        grouping->n_arm[1] += (grouping->holds[g] >> 1) & 1U;
        grouping->n_shared += grouping->holds[g] == 3;
    }
    free(firsts);
    free(renumber);
    return BENCHAN_OK;
}

/* What puts a unit into a group: text NULL for none. */
typedef struct key key_of_unit(const struct merged *unit, const void *context);

static struct key block_key(const struct merged *unit, const void *context)
{
    (void)context;
    return (struct key){.text = unit->unit->block};
}

static struct key build_key(const struct merged *unit, const void *context)
{
    (void)context;
    return (struct key){.text = unit->unit->build};
}

static struct key process_key(const struct merged *unit, const void *context)
{
    (void)context;
    return (struct key){.text = unit->unit->name};
}

/* context: session number of each capture, arm 0's first, then arm 1's. */
struct capture_sessions {
    size_t n[2];
    uint32_t *session;
};

static struct key session_key(const struct merged *unit, const void *context)
{
    const struct capture_sessions *sessions = context;
    if (unit->unit->session)
        return (struct key){.text = unit->unit->session, .number = BENCHAN_NONE};
    const size_t at = (unit->label ? sessions->n[0] : 0) + unit->unit->capture;
    return (struct key){.text = "", .number = sessions->session[at]};
}

static enum benchan_status group_units(const struct merged *merged, size_t n, size_t m,
                                       key_of_unit *key_of, const void *context,
                                       struct grouping *grouping)
{
    enum benchan_status status = allocate_grouping(grouping, n, m);
    if (status)
        return status;
    struct key *keys = calloc(n + m + 1, sizeof *keys);
    if (!keys) {
        grouping_free(grouping);
        return BENCHAN_NO_MEMORY;
    }
    for (size_t i = 0; i < n + m; i++) {
        keys[i] = key_of(&merged[i], context);
        keys[i].place = i;
        keys[i].label = merged[i].label;
        keys[i].index = merged[i].index;
    }
    status = group_keys(keys, n + m, grouping);
    free(keys);
    if (status)
        grouping_free(grouping);
    return status;
}

/* Rounds: pairs of the merged order, numbered. */
static enum benchan_status group_rounds(const struct merged *merged, size_t n, size_t m,
                                        struct grouping *grouping)
{
    const enum benchan_status status = allocate_grouping(grouping, n, m);
    if (status)
        return status;
    for (size_t i = 0; i < n + m; i++) {
        grouping->of_unit[merged[i].label][merged[i].index] = (uint32_t)(i / 2);
        grouping->holds[i / 2] |= (unsigned char)(1U << merged[i].label);
    }
    grouping->n_groups = grouping->n_shared = n;
    grouping->n_arm[0] = grouping->n_arm[1] = n;
    return BENCHAN_OK;
}

/* ------------------------------------------------------------------ sessions */

struct span {
    int64_t begin, end;
    bool known;
    bool held; /* the row has values of it */
    uint64_t source;
    uint32_t capture; /* of both arms, arm 0's first */
};

static void span_captures(const struct arm_row *arm, struct span *spans)
{
    for (size_t r = 0; r < arm->n_refs; r++) {
        spans[arm->refs[r].capture_index].source = arm->refs[r].capture->source;
        spans[arm->refs[r].capture_index].held = true;
    }
    for (size_t u = 0; u < arm->n_units; u++) {
        struct span *span = &spans[arm->units[u].capture];
        const int64_t time = arm->units[u].time;
        if (time == BENCHAN_NO_TIME)
            continue;
        if (!span->known || time < span->begin)
            span->begin = time;
        if (!span->known || time > span->end)
            span->end = time;
        span->known = true;
    }
}

static size_t capture_count(const struct arm_row *arm)
{
    size_t count = 0;
    for (size_t r = 0; r < arm->n_refs; r++)
        if (arm->refs[r].capture_index + 1 > count)
            count = arm->refs[r].capture_index + 1;
    return count;
}

static void join_sessions(uint32_t *session, size_t count, uint32_t keep, uint32_t drop)
{
    if (keep == drop)
        return;
    for (size_t i = 0; i < count; i++)
        if (session[i] == drop)
            session[i] = keep;
}

/*
 * Load, heat and neighbours of a recording are there a while later too: where both
 * arms have several captures, those of one arm that follow each other by less than
 * an hour are one session, as if they stood in one file. One capture against several
 * is another question: how far the next one of that kind would lie from them.
 */
static const int64_t session_gap = INT64_C(3600) * 1000000000;

static int compare_spans(const void *left, const void *right)
{
    const struct span *a = left;
    const struct span *b = right;
    if (a->known != b->known)
        return a->known ? -1 : 1;
    if (a->known && a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->capture > b->capture) - (a->capture < b->capture);
}

/* `sorted` holds the spans of one arm, and is put in order of time. */
static void join_followers(struct span *sorted, size_t n, uint32_t *session)
{
    qsort(sorted, n, sizeof *sorted, compare_spans);
    for (size_t i = 1; i < n && sorted[i].known; i++) {
        const struct span *before = &sorted[i - 1];
        const bool follows =
            (double)sorted[i].begin - (double)before->end < (double)session_gap;
        if (follows)
            session[sorted[i].capture] = session[before->capture];
        if (before->end > sorted[i].end && follows)
            sorted[i].end = before->end;
    }
}

static bool overlap(const struct span *a, const struct span *b)
{
    return a->known && b->known && a->begin < b->end && b->begin < a->end;
}

/*
 * Captures whose times interleave across the arms are one session, and so are
 * the arms of one file, whatever its times say.
 */
static void join_across(const struct span *spans, bool comparable,
                        struct capture_sessions *sessions)
{
    const size_t count = sessions->n[0] + sessions->n[1];
    for (size_t i = 0; i < sessions->n[0]; i++)
        for (size_t j = sessions->n[0]; j < count; j++) {
            const bool one_file =
                spans[i].held && spans[j].held && spans[i].source == spans[j].source;
            if (one_file || (comparable && overlap(&spans[i], &spans[j])))
                join_sessions(sessions->session, count, sessions->session[spans[i].capture],
                              sessions->session[spans[j].capture]);
        }
}

static enum benchan_status find_sessions(const struct arm_row *const arms[2],
                                         struct capture_sessions *sessions)
{
    sessions->n[0] = capture_count(arms[0]);
    sessions->n[1] = capture_count(arms[1]);
    const size_t count = sessions->n[0] + sessions->n[1];
    sessions->session = malloc((count + 1) * sizeof *sessions->session);
    struct span *spans = calloc(count + 1, sizeof *spans);
    if (!sessions->session || !spans) {
        free(sessions->session);
        free(spans);
        return BENCHAN_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        sessions->session[i] = spans[i].capture = (uint32_t)i;
    const bool both = sessions->n[0] > 1 && sessions->n[1] > 1;
    for (size_t k = 0; k < 2; k++) {
        struct span *of_arm = spans + (k ? sessions->n[0] : 0);
        span_captures(arms[k], of_arm);
        if (both && arms[k]->timed)
            join_followers(of_arm, sessions->n[k], sessions->session);
    }
    join_across(spans, arms[0]->timed && arms[1]->timed && arms[0]->clock == arms[1]->clock,
                sessions);
    free(spans);
    return BENCHAN_OK;
}

/* ------------------------------------------------------------------- pattern */

/* The labels, or those of the other order that ties allow: arm 1 first. */
static void order_labels(const struct merged *merged, size_t count, bool reverse_ties,
                         unsigned char *labels)
{
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && tied(&merged[begin], &merged[end]); end++)
            ;
        for (size_t i = begin; i < end; i++)
            labels[i] = merged[reverse_ties ? begin + end - 1 - i : i].label;
    }
}

/* What holds in whichever order the units of equal times stood. */
static void keep_the_less(struct benchan_order_pattern *pattern,
                          const struct benchan_order_pattern *other)
{
    if ((pattern->interleaved && !other->interleaved) ||
        (pattern->interleaved == other->interleaved && pattern->rounds && !other->rounds))
        *pattern = *other;
    pattern->randomised = pattern->randomised && other->randomised;
}

static enum benchan_status analyse_labels(const struct merged *merged, size_t count,
                                          struct benchan_order_pattern *pattern)
{
    unsigned char *labels = malloc(count ? count : 1);
    if (!labels)
        return BENCHAN_NO_MEMORY;
    order_labels(merged, count, false, labels);
    benchan_order_analyse(labels, count, pattern);
    struct benchan_order_pattern other;
    order_labels(merged, count, true, labels);
    benchan_order_analyse(labels, count, &other);
    keep_the_less(pattern, &other);
    free(labels);
    return BENCHAN_OK;
}

/* Which arm opens each block: what "randomised" asks where blocks are stated. */
static void analyse_firsts(const struct merged *merged, size_t count,
                           const struct grouping *blocks, struct benchan_order_pattern *pattern)
{
    size_t shared = 0;
    size_t opened_by_0 = 0;
    bool alternates = true;
    unsigned char before = 2;
    uint32_t expected = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t block = blocks->of_unit[merged[i].label][merged[i].index];
        if (block == BENCHAN_NONE || block < expected || blocks->holds[block] != 3)
            continue;
        expected = block + 1;
        opened_by_0 += merged[i].label == 0;
        if (shared && merged[i].label == before)
            alternates = false;
        before = merged[i].label;
        shared++;
    }
    pattern->rounds = shared >= 2;
    pattern->first_arm0 = opened_by_0;
    pattern->strict_alternation = alternates || opened_by_0 == 0 || opened_by_0 == shared;
    pattern->randomised = pattern->interleaved && shared >= 2 && !pattern->strict_alternation;
}

/* ------------------------------------------------------------------ the whole */

static bool same_source(const struct arm_row *const arms[2])
{
    return arms[0]->one_source && arms[1]->one_source && arms[0]->source == arms[1]->source;
}

/* Groups by key; *found where some group holds both arms, else nothing is kept. */
static enum benchan_status try_blocks(const struct arm_row *const arms[2],
                                      const struct merged *merged, key_of_unit *key_of,
                                      struct grouping *blocks, bool *found)
{
    const enum benchan_status status =
        group_units(merged, arms[0]->n_units, arms[1]->n_units, key_of, NULL, blocks);
    *found = !status && blocks->n_shared > 0;
    if (!*found)
        grouping_free(blocks);
    return status;
}

static enum benchan_status find_blocks(const struct arm_row *const arms[2],
                                       const struct merged *merged,
                                       struct inferred_design *inferred)
{
    struct benchan_design *design = &inferred->design;
    bool found;
    enum benchan_status status = try_blocks(arms, merged, block_key, &inferred->blocks, &found);
    if (found)
        design->blocks = BENCHAN_BLOCKS_STATED;
    if (status || found)
        return status;
    if (same_source(arms) && arms[0]->processes_known && arms[1]->processes_known) {
        status = try_blocks(arms, merged, process_key, &inferred->blocks, &found);
        if (found)
            design->blocks = BENCHAN_BLOCKS_PROCESS;
        if (status || found)
            return status;
    }
    if (!design->order_known || !design->pattern.interleaved || !design->pattern.rounds)
        return BENCHAN_OK;
    design->blocks = BENCHAN_BLOCKS_ROUNDS;
    return group_rounds(merged, arms[0]->n_units, arms[1]->n_units, &inferred->blocks);
}

/* Files alone are no sessions: times or a key must set them apart. */
static bool sessions_shown(const struct arm_row *arm)
{
    for (size_t u = 0; u < arm->n_units && !arm->timed; u++)
        if (!arm->units[u].session)
            return false;
    return true;
}

static void choose_level(const struct arm_row *const arms[2], struct inferred_design *inferred)
{
    struct benchan_design *design = &inferred->design;
    const size_t units =
        arms[0]->n_units < arms[1]->n_units ? arms[0]->n_units : arms[1]->n_units;
    const bool known = arms[0]->processes_known && arms[1]->processes_known;
    const enum benchan_level unit_level = known ? BENCHAN_LEVEL_PROCESS : BENCHAN_LEVEL_RUN;
    design->captures[0] = inferred->sessions.n_arm[0];
    design->captures[1] = inferred->sessions.n_arm[1];
    const bool one_against_many = design->captures[0] < 2 || design->captures[1] < 2;
    design->sessions_shown =
        one_against_many || (sessions_shown(arms[0]) && sessions_shown(arms[1]));
    design->builds[0] = inferred->builds.n_arm[0];
    design->builds[1] = inferred->builds.n_arm[1];
    design->n_blocks = inferred->blocks.n_shared;
    if (design->captures[0] > 1 || design->captures[1] > 1) {
        design->level = design->described_level = BENCHAN_LEVEL_SESSION;
        return;
    }
    if (design->builds[0] >= 3 && design->builds[1] >= 3) {
        design->level = design->described_level = BENCHAN_LEVEL_BUILD;
        return;
    }
    design->level = design->n_blocks ? BENCHAN_LEVEL_BLOCK : unit_level;
    design->described_level = BENCHAN_LEVEL_RUN;
    if (design->n_blocks >= LEAST_DRAWS)
        design->described_level = BENCHAN_LEVEL_BLOCK;
    else if (units >= LEAST_DRAWS)
        design->described_level = unit_level;
}

/* A round lost one process: nearly as many draws, order like rounds but for the gap. */
static bool rounds_broken(const struct benchan_design *design)
{
    const struct benchan_order_pattern *p = &design->pattern;
    const size_t more = p->n > p->m ? p->n - p->m : p->m - p->n;
    return design->blocks == BENCHAN_BLOCKS_NONE && p->interleaved && more == 1 && p->n > 5 &&
           p->m > 5;
}

static enum benchan_status infer(const struct arm_row *const arms[2],
                                 const struct merged *merged, struct inferred_design *inferred)
{
    struct benchan_design *design = &inferred->design;
    const size_t count = arms[0]->n_units + arms[1]->n_units;
    enum benchan_status status = BENCHAN_OK;
    if (design->order_known)
        status = analyse_labels(merged, count, &design->pattern);
    if (design->order_known && !design->pattern.interleaved &&
        2 * tied_across(merged, count) >= count) {
        design->order_known = false;
        design->pattern = (struct benchan_order_pattern){0};
    }
    if (!status)
        status = find_blocks(arms, merged, inferred);
    if (!status && design->order_known &&
        (design->blocks == BENCHAN_BLOCKS_STATED || design->blocks == BENCHAN_BLOCKS_PROCESS))
        analyse_firsts(merged, count, &inferred->blocks, &design->pattern);
    if (!status)
        status = group_units(merged, arms[0]->n_units, arms[1]->n_units, build_key, NULL,
                             &inferred->builds);
    return status;
}

static enum benchan_status infer_sessions(const struct arm_row *const arms[2],
                                          const struct merged *merged,
                                          struct inferred_design *inferred)
{
    struct capture_sessions sessions = {0};
    enum benchan_status status = find_sessions(arms, &sessions);
    if (status)
        return status;
    status = group_units(merged, arms[0]->n_units, arms[1]->n_units, session_key, &sessions,
                         &inferred->sessions);
    free(sessions.session);
    return status;
}

enum benchan_status design_infer(const struct arm_row *a, const struct arm_row *b,
                                 struct inferred_design *inferred, struct benchan_error *error)
{
    *inferred = (struct inferred_design){0};
    const struct arm_row *const arms[2] = {a, b};
    inferred->design.order_known = arms_share_order(a, b);
    struct merged *merged = merge_units(arms, inferred->design.order_known);
    if (!merged)
        return benchan_fail_memory(error);
    enum benchan_status status = infer(arms, merged, inferred);
    if (!status)
        status = infer_sessions(arms, merged, inferred);
    free(merged);
    if (status) {
        inferred_design_free(inferred);
        return benchan_fail_memory(error);
    }
    choose_level(arms, inferred);
    struct benchan_design *design = &inferred->design;
    design->interleaved = BENCHAN_UNKNOWN;
    design->randomised = BENCHAN_UNKNOWN;
    if (design->order_known) {
        design->interleaved = design->pattern.interleaved ? BENCHAN_YES : BENCHAN_NO;
        design->randomised = design->pattern.randomised ? BENCHAN_YES : BENCHAN_NO;
    }
    inferred->round_broken = rounds_broken(design);
    return BENCHAN_OK;
}
