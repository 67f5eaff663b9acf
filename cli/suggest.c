/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suggest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST_WORD = 40 };

static size_t smallest(size_t a, size_t b, size_t c)
{
    const size_t least = a < b ? a : b;
    return least < c ? least : c;
}

size_t edit_distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD)
        return SIZE_MAX;
    size_t cost[LONGEST_WORD + 1][LONGEST_WORD + 1];
    for (size_t i = 0; i <= n; i++)
        cost[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        cost[0][j] = j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            const size_t replace = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = smallest(cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                cost[i - 2][j - 2] + 1 < cost[i][j])
                cost[i][j] = cost[i - 2][j - 2] + 1;
        }
    return cost[n][m];
}

struct suggestion suggestion_begin(const char *word)
{
    return (struct suggestion){.word = word, .distance = SIZE_MAX};
}

void suggestion_offer(struct suggestion *suggestion, const char *candidate)
{
    const size_t length = strlen(suggestion->word);
    size_t distance = edit_distance(suggestion->word, candidate);
    if (length >= 2 && strncmp(suggestion->word, candidate, length) == 0)
        distance = 1; /* cut short */
    const size_t near = length <= 3 ? 1 : length <= 6 ? 2 : 3;
    if (distance <= near && distance < suggestion->distance) {
        suggestion->best = candidate;
        suggestion->distance = distance;
    }
}
