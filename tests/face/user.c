/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of somebody else's: the public headers and the library, nothing more. */
#include <stdio.h>

#include <benchan/benchan.h>

static const char old_text[] = "BenchmarkA 10 100 ns/op\nBenchmarkA 10 101 ns/op\n";
static const char new_text[] = "BenchmarkA 10 110 ns/op\nBenchmarkA 10 111 ns/op\n";

static int judge(const struct benchan_capture *old, const struct benchan_capture *candidate)
{
    const struct benchan_arm_input arm = {"new", &candidate, 1};
    const struct benchan_input input = {
        .baseline = {"old", &old, 1}, .candidates = &arm, .n_candidates = 1};
    const struct benchan_options options = {0};
    struct benchan_verdict *verdict = NULL;
    if (benchan_judge(&input, &options, &verdict, NULL) != BENCHAN_OK)
        return 1;
    puts(benchan_admissibility_name(verdict->comparisons[0].verdict));
    benchan_verdict_free(verdict);
    return 0;
}

int main(void)
{
    struct benchan_capture *old = NULL, *candidate = NULL;
    int status = 1;
    if (benchan_import("old", old_text, sizeof old_text - 1, NULL, &old, NULL) == BENCHAN_OK &&
        benchan_import("new", new_text, sizeof new_text - 1, NULL, &candidate, NULL) ==
            BENCHAN_OK)
        status = judge(old, candidate);
    benchan_capture_free(old);
    benchan_capture_free(candidate);
    return status;
}
