/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/statistics/mann_whitney.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

double rank_binomial(size_t n, size_t k)
{
    if (k > n - k)
        k = n - k;
    double c = 1;
    for (size_t i = 1; i <= k; i++)
        c = c * (double)(n - k + i) / (double)i;
    return c;
}

/*
 * The generating function of U is the Gaussian binomial coefficient, a product
 * of (1 - q^(m + i)) / (1 - q^i): multiply and divide in place, cut at `most`.
 */
double *rank_counts(size_t n, size_t m, size_t most)
{
    double *counts = calloc(most + 1, sizeof *counts);
    if (!counts)
        return NULL;
    const size_t small = n < m ? n : m, large = n < m ? m : n;
    counts[0] = 1;
    for (size_t i = 1; i <= small; i++) {
        for (size_t s = most; s >= large + i; s--)
            counts[s] -= counts[s - large - i];
        for (size_t s = i; s <= most; s++)
            counts[s] += counts[s - i];
    }
    return counts;
}

/* -------------------------------------------------------------------------- ties */

/*
 * ways[k][s]: arrangements of the groups passed so far that used k values of
 * the first arm and reached a doubled U of s. Row k has 2 k (done - k) + 1
 * places, since k values against done - k of the other arm reach at most that;
 * only [low, high] of them can be above 0.
 */
struct tie_state {
    size_t done;        /* values passed */
    size_t first, last; /* rows k */
    double *ways;
    size_t *start;      /* of row k in `ways`, by k - first; one more than rows */
    size_t *low, *high; /* by k - first */
};

struct tie_side {
    size_t n, m;       /* values of the arms altogether */
    double *buffer[2]; /* what the states take turns in */
    size_t *rows;      /* six arrays of row_count */
    size_t row_count;
    struct tie_state state;
};

static size_t row_places(size_t k, size_t done)
{
    return 2 * k * (done - k) + 1;
}

/* Places of all rows of a state at `done`. */
static size_t state_places(size_t n, size_t m, size_t done)
{
    size_t places = 0;
    for (size_t k = done > m ? done - m : 0; k <= n && k <= done; k++)
        places += row_places(k, done);
    return places;
}

static struct tie_state state_at(const struct tie_side *side, size_t done, size_t turn)
{
    struct tie_state state = {.done = done,
                              .first = done > side->m ? done - side->m : 0,
                              .last = done < side->n ? done : side->n,
                              .ways = side->buffer[turn],
                              .start = side->rows + 3 * turn * side->row_count};
    state.low = state.start + side->row_count;
    state.high = state.low + side->row_count;
    size_t place = 0;
    for (size_t k = state.first; k <= state.last; k++) {
        state.start[k - state.first] = place;
        place += row_places(k, done);
    }
    return state;
}

static void side_free(struct tie_side *side)
{
    free(side->buffer[0]);
    free(side->buffer[1]);
    free(side->rows);
}

/* A side that will pass `total` values. */
static bool side_begin(struct tie_side *side, size_t n, size_t m, size_t total)
{
    /* Places grow with `done` until rows begin to drop out at m. */
    size_t places = 1;
    for (size_t done = total < m ? total : m; done <= total; done++) {
        const size_t needed = state_places(n, m, done);
        places = needed > places ? needed : places;
    }
    *side = (struct tie_side){.n = n, .m = m, .row_count = n + 2};
    side->buffer[0] = malloc(places * sizeof(double));
    side->buffer[1] = malloc(places * sizeof(double));
    side->rows = calloc(6 * side->row_count, sizeof(size_t)); /* row 0 spans [0, 0] */
    if (!side->buffer[0] || !side->buffer[1] || !side->rows) {
        side_free(side);
        return false;
    }
    side->buffer[0][0] = 1;
    side->state = state_at(side, 0, 0);
    return true;
}

/* The rows of the old state that j values of a group of t can lead from. */
static bool reachable(const struct tie_state *from, size_t k, size_t j)
{
    return k >= j && k - j >= from->first && k - j <= from->last;
}

/* Doubled U gained: j values above all b earlier ones, and ties among the group. */
static size_t gain(const struct tie_state *from, size_t k, size_t j, size_t t)
{
    const size_t b = from->done - (k - j);
    return 2 * j * b + j * (t - j);
}

static void row_range(const struct tie_state *from, size_t k, size_t t, size_t *low,
                      size_t *high)
{
    *low = SIZE_MAX;
    *high = 0;
    for (size_t j = 0; j <= t && j <= k; j++) {
        if (!reachable(from, k, j))
            continue;
        const size_t old = k - j - from->first, shift = gain(from, k, j, t);
        if (from->low[old] + shift < *low)
            *low = from->low[old] + shift;
        if (from->high[old] + shift > *high)
            *high = from->high[old] + shift;
    }
}

static void row_fill(const struct tie_state *from, size_t k, size_t t, double *row, size_t low,
                     size_t high)
{
    for (size_t s = low; s <= high; s++)
        row[s] = 0;
    double choices = 1; /* C(t, j) */
    for (size_t j = 0; j <= t && j <= k; j++) {
        if (reachable(from, k, j)) {
            const size_t old = k - j - from->first;
            const double *source = from->ways + from->start[old];
            double *target = row + gain(from, k, j, t);
            for (size_t s = from->low[old]; s <= from->high[old]; s++)
                target[s] += choices * source[s];
        }
        choices = choices * (double)(t - j) / (double)(j + 1);
    }
}

static void side_pass(struct tie_side *side, size_t t)
{
    const struct tie_state from = side->state;
    const size_t turn = from.ways == side->buffer[0] ? 1 : 0;
    struct tie_state to = state_at(side, from.done + t, turn);
    for (size_t k = to.first; k <= to.last; k++) {
        const size_t row = k - to.first;
        row_range(&from, k, t, &to.low[row], &to.high[row]);
        row_fill(&from, k, t, to.ways + to.start[row], to.low[row], to.high[row]);
    }
    side->state = to;
}

/*
 * The state of the upper groups, passed from the top down, so that its s counts
 * what the first arm has below the second. Summed from both ends, because the
 * difference of two sums from one end would lose a small tail.
 */
struct tie_sums {
    const struct tie_state *state;
    const double *up_to; /* ways with at most s */
    const double *from;  /* ways with at least s */
};

static struct tie_sums side_sum(struct tie_side *side)
{
    const struct tie_state *state = &side->state;
    double *up_to = state->ways;
    double *from = up_to == side->buffer[0] ? side->buffer[1] : side->buffer[0];
    for (size_t row = 0; row <= state->last - state->first; row++) {
        double *to_here = up_to + state->start[row], *from_here = from + state->start[row];
        const size_t low = state->low[row], high = state->high[row];
        from_here[high] = to_here[high];
        for (size_t s = high; s-- > low;)
            from_here[s] = from_here[s + 1] + to_here[s];
        for (size_t s = low + 1; s <= high; s++)
            to_here[s] += to_here[s - 1];
    }
    return (struct tie_sums){.state = state, .up_to = up_to, .from = from};
}

static double sum_up_to(const struct tie_sums *sums, size_t row, ptrdiff_t most)
{
    const ptrdiff_t low = (ptrdiff_t)sums->state->low[row];
    const ptrdiff_t high = (ptrdiff_t)sums->state->high[row];
    if (most < low)
        return 0;
    return sums->up_to[sums->state->start[row] + (size_t)(most < high ? most : high)];
}

static double sum_from(const struct tie_sums *sums, size_t row, ptrdiff_t least)
{
    const ptrdiff_t low = (ptrdiff_t)sums->state->low[row];
    const ptrdiff_t high = (ptrdiff_t)sums->state->high[row];
    if (least > high)
        return 0;
    return sums->from[sums->state->start[row] + (size_t)(least > low ? least : low)];
}

/* Arrangements whose doubled U lies at least `distance` from nm. */
static double join_tails(const struct tie_side *lower, const struct tie_sums *upper,
                         ptrdiff_t distance)
{
    const struct tie_state *low = &lower->state, *up = upper->state;
    const ptrdiff_t mean = (ptrdiff_t)(lower->n * lower->m);
    double sum = 0;
    for (size_t k = low->first; k <= low->last; k++) {
        const size_t rest = lower->n - k;
        if (rest < up->first || rest > up->last)
            continue;
        const size_t row = k - low->first, up_row = rest - up->first;
        const double *ways = low->ways + low->start[row];
        /* Doubled U: s from below, all that the rest could have, less v that it lacks. */
        const ptrdiff_t all = (ptrdiff_t)(2 * rest * lower->m);
        for (size_t s = low->low[row]; s <= low->high[row]; s++) {
            const ptrdiff_t u = (ptrdiff_t)s + all;
            sum += ways[s] * (sum_from(upper, up_row, u - (mean - distance)) +
                              sum_up_to(upper, up_row, u - (mean + distance)));
        }
    }
    return sum;
}

/* Groups that belong to the lower side, so that both sides pass about as many values. */
static size_t split_groups(const struct rank_groups *groups, size_t total, size_t *lower)
{
    size_t count = 0;
    *lower = 0;
    while (count < groups->count && 2 * *lower + groups->size[count] <= total)
        *lower += groups->size[count++];
    return count;
}

bool rank_tail_ties(size_t n, size_t m, const struct rank_groups *groups, size_t distance,
                    double *p)
{
    struct tie_side lower, upper;
    size_t passed;
    const size_t split = split_groups(groups, n + m, &passed);
    if (!side_begin(&lower, n, m, passed))
        return false;
    if (!side_begin(&upper, n, m, n + m - passed)) {
        side_free(&lower);
        return false;
    }
    for (size_t g = 0; g < split; g++)
        side_pass(&lower, groups->size[g]);
    for (size_t g = groups->count; g-- > split;)
        side_pass(&upper, groups->size[g]);
    const struct tie_sums sums = side_sum(&upper);
    *p = join_tails(&lower, &sums, (ptrdiff_t)distance) / rank_binomial(n + m, n);
    side_free(&lower);
    side_free(&upper);
    return true;
}

double rank_tail_normal(size_t n, size_t m, double ties, double distance, double step)
{
    const double total = (double)n + (double)m;
    const double spread = (total + 1) - (total > 1 ? ties / total / (total - 1) : 0);
    const double variance = (double)n * (double)m / 12 * spread;
    if (!(variance > 0))
        return 1;
    const double z = fmax(distance - step / 2, 0) / 2 / sqrt(variance);
    return erfc(z / sqrt(2.0));
}
