/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The permutation distribution of the three serial statistics. Orders are
 * drawn in blocks of 64 that are worked through side by side, position by
 * position, so that compilers vectorise every inner loop without reordering a
 * sum: the result is the same on every machine. Single precision serves the
 * ranking; the figures reported are computed apart, in double.
 */
#include "analysis/statistics/serial.h"

#include "analysis/statistics/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64 };

/* Row i holds position i of each of the 64 orders. */
struct permute_block {
    float z[SERIAL_MOST][LANES];
    float sums[SERIAL_MOST][LANES]; /* of the positions before i; 0 again after the last */
    int16_t rank[SERIAL_MOST][LANES];
};

/* Statistics of each order; the one observed comes first. */
struct permute_table {
    double *statistic[SERIAL_KINDS];
    double *scratch;
    size_t count;
    double tolerance;              /* relative to 1 + |statistic| */
    size_t ranked;                 /* orders that `reaching` has counted */
    size_t reaching[SERIAL_KINDS]; /* orders that reach the one observed */
};

/* ------------------------------------------------------------- ranking orders */

static bool table_new(struct permute_table *table, size_t most, double tolerance)
{
    if (most > SIZE_MAX / (SERIAL_KINDS + 1) / sizeof(double))
        return false;
    double *memory = malloc((SERIAL_KINDS + 1) * most * sizeof *memory);
    if (memory == NULL)
        return false;
    for (size_t kind = 0; kind < SERIAL_KINDS; kind++)
        table->statistic[kind] = memory + kind * most;
    table->scratch = memory + SERIAL_KINDS * most;
    table->count = table->ranked = 0;
    table->tolerance = tolerance;
    memset(table->reaching, 0, sizeof table->reaching);
    return true;
}

static void table_free(struct permute_table *table)
{
    free(table->statistic[0]);
}

/* Least statistic that counts as reaching `value`. */
static double table_bar(const struct permute_table *table, double value)
{
    return value - table->tolerance * (1 + fabs(value));
}

/* Orders from number `begin` on that reach the bar. */
static size_t table_reaching(const struct permute_table *table, size_t kind, size_t begin,
                             double bar)
{
    const double *statistic = table->statistic[kind];
    size_t count = 0;
    for (size_t b = begin; b < table->count; b++)
        count += statistic[b] >= bar;
    return count;
}

/* Least statistic of one kind that at most `rank` orders reach. */
static double table_bar_of_rank(const struct permute_table *table, size_t kind, size_t rank)
{
    double *scratch = table->scratch;
    memcpy(scratch, table->statistic[kind], table->count * sizeof *scratch);
    double value = serial_select(scratch, table->count, table->count - rank);
    double bar = table_bar(table, value);
    if (table_reaching(table, kind, 0, bar) <= rank)
        return bar;
    return value + table->tolerance * (1 + fabs(value)); /* its whole group of ties is out */
}

static double table_bar_of_observed(const struct permute_table *table, size_t kind)
{
    return table_bar(table, table->statistic[kind][0]);
}

/* Ranks of the observed order among those counted before and those that are new. */
static void table_rank(struct permute_table *table, struct serial_answer *answer)
{
    for (size_t kind = 0; kind < SERIAL_KINDS; kind++) {
        table->reaching[kind] +=
            table_reaching(table, kind, table->ranked, table_bar_of_observed(table, kind));
        answer->p[kind] = (double)table->reaching[kind] / (double)table->count;
    }
    table->ranked = table->count;
    answer->permutations = table->count - 1;
}

static size_t table_least_rank(const struct permute_table *table)
{
    size_t least = table->count;
    for (size_t kind = 0; kind < SERIAL_KINDS; kind++)
        least = table->reaching[kind] < least ? table->reaching[kind] : least;
    return least;
}

/*
 * The rank of the least of the three ranks: an order is as extreme when any of
 * its ranks is as small. It costs far more than they do. After table_rank.
 */
static void table_join(const struct permute_table *table, struct serial_answer *answer)
{
    const size_t least = table_least_rank(table);
    double bars[SERIAL_KINDS];
    for (size_t kind = 0; kind < SERIAL_KINDS; kind++)
        bars[kind] = table->reaching[kind] > least ? table_bar_of_rank(table, kind, least)
                                                   : table_bar_of_observed(table, kind);
    size_t joint = 0;
    for (size_t b = 0; b < table->count; b++)
        joint += table->statistic[SERIAL_LAG][b] >= bars[SERIAL_LAG] ||
                 table->statistic[SERIAL_TREND][b] >= bars[SERIAL_TREND] ||
                 table->statistic[SERIAL_LEVEL][b] >= bars[SERIAL_LEVEL];
    answer->joint = (double)joint / (double)table->count;
}

/* -------------------------------------------------------------- random orders */

/* Fisher and Yates; 64 random bits serve two exchanges. */
static void block_shuffle(struct random_stream *stream, uint8_t *order, size_t n)
{
    uint64_t bits = 0;
    for (uint32_t i = (uint32_t)n - 1; i > 0; i--) {
        bits = bits != 0 ? bits : random_next(stream);
        uint32_t j = random_scale((uint32_t)bits, i + 1);
        bits >>= 32;
        uint8_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

static void block_set(struct permute_block *block, const struct serial_sequence *s, size_t lane,
                      const uint8_t *order)
{
    for (size_t i = 0; i < s->n; i++) {
        block->z[i][lane] = (float)s->z[order[i]];
        block->rank[i][lane] = s->rank[order[i]];
    }
}

static void block_lag(const struct permute_block *block, size_t n, float *lag)
{
    const float *first = block->z[0], *last = block->z[n - 1];
    for (size_t lane = 0; lane < LANES; lane++)
        lag[lane] = 0.5F * (first[lane] * first[lane] + last[lane] * last[lane]);
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t lane = 0; lane < LANES; lane++)
            lag[lane] += block->z[i][lane] * block->z[i + 1][lane];
}

/* Pairs in ascending order. Ties are the same in every order, so these tell all. */
static void block_trend(const struct permute_block *block, size_t n, int16_t *ascending)
{
    memset(ascending, 0, LANES * sizeof *ascending);
    for (size_t j = 1; j < n; j++)
        for (size_t i = 0; i < j; i++)
            for (size_t lane = 0; lane < LANES; lane++)
                ascending[lane] =
                    (int16_t)(ascending[lane] + (block->rank[j][lane] > block->rank[i][lane]));
}

static void block_sums(struct permute_block *block, size_t n)
{
    memset(block->sums[0], 0, sizeof block->sums[0]);
    for (size_t i = 0; i + 1 < n; i++)
        for (size_t lane = 0; lane < LANES; lane++)
            block->sums[i + 1][lane] = block->sums[i][lane] + block->z[i][lane];
}

static void block_widen(float *restrict widest, const float *restrict a,
                        const float *restrict b)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        float rise = b[lane] - a[lane], square = rise * rise;
        widest[lane] = square > widest[lane] ? square : widest[lane];
    }
}

/* A segment and what surrounds it are the same split: half the lengths suffice. */
static void block_level(struct permute_block *block, const struct serial_sequence *s,
                        float *level)
{
    size_t n = s->n;
    memset(level, 0, LANES * sizeof *level);
    block_sums(block, n);
    for (size_t length = s->least; 2 * length <= n; length++) {
        float widest[LANES] = {0};
        for (size_t i = 0; i + length < n; i++)
            block_widen(widest, block->sums[i], block->sums[i + length]);
        for (size_t i = n - length; i < n && 2 * length < n; i++)
            block_widen(widest, block->sums[i], block->sums[i + length - n]);
        if (2 * length == n)
            block_widen(widest, block->sums[n - length], block->sums[0]);
        float weight = (float)((double)n / ((double)length * (double)(n - length)));
        for (size_t lane = 0; lane < LANES; lane++)
            level[lane] =
                widest[lane] * weight > level[lane] ? widest[lane] * weight : level[lane];
    }
}

static void block_measure(struct permute_block *block, const struct serial_sequence *s,
                          struct permute_table *table, size_t lanes)
{
    float lag[LANES], level[LANES];
    int16_t ascending[LANES];
    block_lag(block, s->n, lag);
    block_trend(block, s->n, ascending);
    block_level(block, s, level);
    for (size_t lane = 0; lane < lanes; lane++) {
        table->statistic[SERIAL_LAG][table->count] = (double)lag[lane];
        table->statistic[SERIAL_TREND][table->count] = fabs(2.0 * ascending[lane] - s->untied);
        table->statistic[SERIAL_LEVEL][table->count] = (double)level[lane];
        table->count++;
    }
}

/* ---------------------------------------------------------------- when to stop */

/*
 * Whether p, estimated from `count` orders, lies clearly on one side of
 * `bound`: Wilson's interval at 3.5 standard errors, so that stopping answers
 * otherwise than the full number would once in some thousand times, and then
 * only next to the bound.
 */
static bool side_is_settled(double p, size_t count, double bound)
{
    const double z2 = 3.5 * 3.5;
    double n = (double)count;
    double centre = p + z2 / (2 * n);
    double reach = sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n * n)));
    double scaled = bound * (1 + z2 / n);
    return centre - reach > scaled || centre + reach < scaled;
}

/*
 * With few orders the joint p cannot be small, whatever the data: each of the
 * three statistics has a largest order, and all of them rank as low as the one
 * observed. Until the orders are many against the bound, its side is told by
 * the least marginal p, between which and three times which the joint p lies.
 */
static bool joint_tells(size_t count, double bound)
{
    return (double)count * bound >= 30;
}

static bool joint_is_settled(const struct serial_answer *answer, size_t count, double bound)
{
    if (joint_tells(count, bound))
        return side_is_settled(answer->joint, count, bound);
    double least = 1;
    for (size_t k = 0; k < SERIAL_KINDS; k++)
        least = answer->p[k] < least ? answer->p[k] : least;
    return least > bound && side_is_settled(least, count, bound);
}

static bool plan_is_settled(const struct serial_plan *plan, const struct serial_answer *answer,
                            size_t count)
{
    return plan->warn > 0 && joint_is_settled(answer, count, plan->fail) &&
           joint_is_settled(answer, count, plan->warn);
}

/* Looks grow sparse: ranking costs as much as some orders do. */
static bool time_to_look(size_t blocks)
{
    size_t power = 1;
    while (power * 2 <= blocks)
        power *= 2;
    return blocks == power || 2 * blocks == 3 * power;
}

/* One block of orders, the first of which holds the one observed. */
static void block_draw(struct permute_block *block, const struct serial_sequence *s,
                       struct random_stream *stream, uint8_t *order, bool with_observed)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lane == 0 && with_observed) {
            block_set(block, s, lane, s->order);
            continue;
        }
        block_shuffle(stream, order, s->n);
        block_set(block, s, lane, order);
    }
}

static void sample_until_settled(struct permute_block *block, struct permute_table *table,
                                 const struct serial_sequence *s,
                                 const struct serial_plan *plan, struct serial_answer *answer)
{
    struct random_stream stream = random_stream_for(plan->seed, s->n);
    size_t wanted = plan->most + 1;
    uint8_t order[SERIAL_MOST];
    for (size_t i = 0; i < s->n; i++)
        order[i] = (uint8_t)i;
    for (size_t blocks = 1; table->count < wanted; blocks++) {
        size_t left = wanted - table->count;
        block_draw(block, s, &stream, order, blocks == 1);
        block_measure(block, s, table, left < LANES ? left : LANES);
        if (table->count < wanted && !time_to_look(blocks))
            continue;
        table_rank(table, answer);
        const bool joined = joint_tells(table->count, plan->warn) || table->count == wanted;
        if (joined)
            table_join(table, answer);
        if (!plan_is_settled(plan, answer, table->count))
            continue;
        if (!joined)
            table_join(table, answer);
        return;
    }
}

bool serial_sample(const struct serial_sequence *s, const struct serial_plan *plan,
                   struct serial_answer *answer)
{
    struct permute_table table;
    struct permute_block *block = malloc(sizeof *block);
    bool done =
        block != NULL && plan->most < SIZE_MAX && table_new(&table, plan->most + 1, 1e-5);
    if (done) {
        sample_until_settled(block, &table, s, plan, answer);
        table_free(&table);
    }
    free(block);
    return done;
}

/* ------------------------------------------------------------------ all orders */

static void table_add(struct permute_table *table, const struct serial_sequence *s,
                      const uint8_t *order)
{
    double statistics[SERIAL_KINDS];
    serial_statistics(s, order, statistics);
    for (size_t kind = 0; kind < SERIAL_KINDS; kind++)
        table->statistic[kind][table->count] = statistics[kind];
    table->count++;
}

/* Heap's (1963) exchanges, one order to the next; the first is the one observed. */
bool serial_enumerate(const struct serial_sequence *s, struct serial_answer *answer)
{
    struct permute_table table;
    size_t orders = 1, turns[8] = {0};
    uint8_t order[8];
    for (size_t i = 2; i <= s->n; i++)
        orders *= i;
    if (!table_new(&table, orders, 1e-9))
        return false;
    memcpy(order, s->order, s->n);
    table_add(&table, s, order);
    for (size_t i = 1; i < s->n;) {
        if (turns[i] >= i) {
            turns[i++] = 0;
            continue;
        }
        size_t with = i % 2 == 1 ? turns[i] : 0;
        uint8_t swap = order[i];
        order[i] = order[with];
        order[with] = swap;
        table_add(&table, s, order);
        turns[i]++;
        i = 1;
    }
    table_rank(&table, answer);
    table_join(&table, answer);
    answer->permutations = orders;
    table_free(&table);
    return true;
}
