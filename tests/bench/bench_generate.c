/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes a generated result file to standard output, for measuring programs
 * from outside:
 *
 *     bench_generate go|go-adjacent|pyperf|csv BENCHMARKS PROCESSES VALUES [ARM]
 */

#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t number(const char *word)
{
    return (size_t)strtoul(word, NULL, 10);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: bench_generate go|go-adjacent|pyperf|csv "
                        "BENCHMARKS PROCESSES VALUES [ARM]\n");
        return 2;
    }
    const struct generated what = {.benchmarks = number(argv[2]),
                                   .processes = number(argv[3]),
                                   .values = number(argv[4]),
                                   .arm = argc > 5 ? number(argv[5]) : 0,
                                   .seed = 1,
                                   .adjacent = strcmp(argv[1], "go-adjacent") == 0};
    struct benchan_text text = {0};
    if (strcmp(argv[1], "pyperf") == 0)
        generate_pyperf(&what, &text);
    else if (strcmp(argv[1], "csv") == 0)
        generate_csv(&what, &text);
    else
        generate_go(&what, &text);
    const bool written =
        !text.failed && fwrite(benchan_text_get(&text), 1, text.size, stdout) == text.size;
    benchan_text_free(&text);
    return written && fflush(stdout) == 0 ? 0 : 1;
}
