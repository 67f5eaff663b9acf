/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

#include "support_import.h"

/*
 * Real files, counted by go_counts.awk, which shares nothing with the
 * importer. BENCHAN_CORPUS names the directory that holds them.
 */
struct counted {
    const char *path;
    size_t benchmarks, samples, processes;
};

static const struct counted files[] = {
    {"go/33TU-json-bench-large-struct-parallel.txt", 36, 432, 1},
    {"go/33TU-json-bench-time.txt", 12, 240, 1},
    {"go/33TU-json-bench2.txt", 35, 525, 1},
    {"go/bencher-go-five.txt", 5, 5, 1},
    {"go/bencher-go-three.txt", 3, 4, 1},
    {"go/branchkv-after.txt", 10, 30, 1},
    {"go/branchkv-before.txt", 10, 30, 1},
    {"go/branchkv-bench.txt", 10, 300, 1},
    {"go/c9s-c6-old.txt", 12, 12, 2},
    {"go/gab-go_fiber_duplicate_names.txt", 4, 16, 2},
    {"go/gab-go_output.txt", 8, 10, 1},
    {"go/gab-go_single_package.txt", 2, 2, 1},
    {"go/gen-AA-seq-1.txt", 4, 100, 1},
    {"go/gen-AA-seq-2.txt", 4, 100, 1},
    {"go/gen-AB-interleaved-new.txt", 4, 100, 10},
    {"go/gen-AB-interleaved-old.txt", 4, 100, 10},
    {"go/gen-benchtime-50x.txt", 1, 25, 1},
    {"go/gen-count6-lognoise.txt", 7, 78, 1},
    {"go/gen-cpu-list-1-2-4-multi-pkg-fail.txt", 15, 99, 2},
    {"go/gen-crlf.txt", 4, 100, 1},
    {"go/gen-interleaved-wordcount-new.txt", 2, 240, 20},
    {"go/gen-interleaved-wordcount-old-again.txt", 2, 240, 20},
    {"go/gen-interleaved-wordcount-old.txt", 2, 240, 20},
    {"go/gen-multi-pkg-FAIL.txt", 4, 12, 2},
    {"go/gen-no-final-newline.txt", 4, 100, 1},
    {"go/gen-utf16le-bom-crlf.txt", 4, 100, 1},
    {"go/gen-utf8-bom.txt", 4, 100, 1},
    {"go/gen-verbose-v.txt", 4, 20, 1},
    {"go/goperf-083ed54b.txt", 2490, 3871, 92},
    {"go/goperf-coordinator-result.txt", 359, 1230, 10},
    {"go/ilam072-profiler-new.txt", 1, 3, 1},
    {"go/ilam072-profiler-old.txt", 1, 3, 1},
    {"go/kakkoyun-idle.txt", 1, 60, 1},
    {"go/kakkoyun-noisy.txt", 1, 60, 1},
    {"go/kakkoyun-pinned.txt", 1, 60, 1},
    {"go/perf-benchseries-24239120bf.txt", 365, 6844, 969},
    {"go/perf-benchseries-Go1.17-0112.txt", 365, 6843, 968},
    {"go/perf-benchseries-Go1.17-0114.txt", 365, 6841, 966},
    {"go/perf-benchstat-new.txt", 2, 20, 1},
    {"go/perf-benchstat-old.txt", 2, 20, 1},
    {"go/perf-crc-new.txt", 36, 720, 1},
    {"go/perf-crc-old.txt", 36, 720, 1},
    {"go/perf-issue19565.txt", 3, 24, 2},
    {"go/perf-smallSample.txt", 1, 2, 2},
    {"go/perf-units.txt", 2, 8, 2},
    {"go/perf-zero.txt", 6, 20, 2},
    {"go/vhndaree-lru-new.txt", 4, 4, 1},
    {"go/vhndaree-lru-old.txt", 4, 4, 1},
    {"go/perf-bent-Base.stdout", 67, 2100, 750},
    {"go/perf-bent-Tip.stdout", 67, 2100, 750},
    {"go/perf-bent-Base.build", 34, 2550, 1},
    {"bugs/02-same-name-two-pkgs.txt", 2, 4, 2},
    {"bugs/03-name-charset.txt", 3, 3, 1},
    {"bugs/04-dash-number-not-procs.txt", 2, 2, 1},
    {"bugs/05-split-by-log.txt", 1, 2, 1},
    {"bugs/08-best-of-n-new.txt", 1, 5, 1},
    {"bugs/08-best-of-n-old.txt", 1, 5, 1},
    {"bugs/27-no-loop.txt", 2, 2, 1},
    {"bugs/28-emptied-config-value.txt", 1, 1, 1},
    {"bugs/31-ties-unequal-n-a.txt", 1, 10, 1},
    {"bugs/31-ties-unequal-n-b.txt", 1, 8, 1},
    {"bugs/32-p-above-one-a.txt", 1, 3, 1},
    {"bugs/32-p-above-one-b.txt", 1, 4, 1},
    {"bugs/36-extra-rows-in-new.txt", 2, 12, 1},
    {"bugs/36-k.txt", 1, 6, 1},
    {"bugs/37-log-line-like-config.txt", 1, 12, 1},
    {"bugs/38-cpu-a.txt", 1, 6, 1},
    {"bugs/38-cpu-b.txt", 1, 6, 1},
    {"claims/01-kakkoyun-idle-vs-noisy/new.txt", 1, 60, 1},
    {"claims/01-kakkoyun-idle-vs-noisy/old.txt", 1, 60, 1},
    {"claims/01-kakkoyun-idle-vs-noisy/third-pinned.txt", 1, 60, 1},
    {"claims/02-tidb-5921-decode-decimal/new.txt", 1, 5, 1},
    {"claims/02-tidb-5921-decode-decimal/old.txt", 1, 5, 1},
    {"claims/04-golang-8182-benchcmp-best/new.txt", 1, 5, 1},
    {"claims/04-golang-8182-benchcmp-best/old.txt", 1, 5, 1},
    {"claims/08-vhndaree-lru-impossible/new.txt", 4, 4, 1},
    {"claims/08-vhndaree-lru-impossible/old.txt", 4, 4, 1},
    {"claims/09-ilam072-profiler-n1-renamed/new.txt", 1, 3, 1},
    {"claims/09-ilam072-profiler-n1-renamed/old.txt", 1, 3, 1},
    {"claims/10-branchkv-before-after/bench_idx.txt", 3, 180, 1},
    {"claims/10-branchkv-before-after/bench_new.txt", 3, 180, 1},
    {"claims/10-branchkv-before-after/benchmark_results.txt", 10, 600, 1},
    {"claims/10-branchkv-before-after/new.txt", 10, 30, 1},
    {"claims/10-branchkv-before-after/old.txt", 10, 30, 1},
    {"claims/15-guregu-dynamo-224-n1/new.txt", 4, 12, 1},
    {"claims/15-guregu-dynamo-224-n1/old.txt", 4, 12, 1},
    {"claims/16-tracee-4197-race-build/runs.txt", 2, 6, 1},
    {"claims/17-emoji-9-renamed-steps/runs.txt", 3, 15, 1},
    {"claims/18-base58-3-unrelated-improvement/mid-1a1d714.txt", 2, 2, 1},
    {"claims/18-base58-3-unrelated-improvement/new.txt", 2, 2, 1},
    {"claims/18-base58-3-unrelated-improvement/old.txt", 2, 2, 1},
    {"claims/19-tidb-1564-two-lines/runs.txt", 1, 6, 1},
    {"claims/24-go-nightly-AA-1.17/candidate-0112.txt", 365, 6844, 969},
    {"claims/24-go-nightly-AA-1.17/new.txt", 365, 6841, 966},
    {"claims/24-go-nightly-AA-1.17/old.txt", 365, 6843, 968},
    {"claims/25-local-AA-and-interleaved/gen-AB-interleaved-new.txt", 4, 100, 10},
    {"claims/25-local-AA-and-interleaved/gen-AB-interleaved-old.txt", 4, 100, 10},
    {"claims/25-local-AA-and-interleaved/new.txt", 4, 100, 1},
    {"claims/25-local-AA-and-interleaved/old.txt", 4, 100, 1},
    /* By hand, from the events. */
    {"go/gen-go-test-json-count3.json", 6, 36, 2},
    {"bugs/06-test2json.jsonl", 3, 3, 2},
    {"bugs/35-line-over-64k.txt", 1, 20, 1},
};

static void real_files_are_counted(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus) {
        print_message("BENCHAN_CORPUS is not set: real files are not read\n");
        skip();
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[1024];
        benchan_snprintf(path, sizeof path, "%s/%s", corpus, files[i].path);
        size_t size = 0;
        char *data = import_slurp(path, &size);
        if (!data)
            fail_msg("%s cannot be read", path);
        struct benchan_capture *capture = NULL;
        struct benchan_error error = {0};
        if (benchan_import(path, data, size, NULL, &capture, &error) != BENCHAN_OK)
            fail_msg("%s:%zu:%zu: %s", path, error.line, error.column, error.message);
        if (import_benchmarks(capture) != files[i].benchmarks ||
            benchan_capture_samples(capture) != files[i].samples ||
            capture->n_processes != files[i].processes)
            fail_msg("%s: %zu benchmarks, %zu samples, %zu processes", files[i].path,
                     import_benchmarks(capture), benchan_capture_samples(capture),
                     capture->n_processes);
        benchan_capture_free(capture);
        free(data);
    }
}

struct refused {
    const char *path;
    size_t line, column;
};

static const struct refused refused[] = {
    {"go/branchkv-bench_after.txt", 0, 0},
    {"go/gen-truncated-mid-line.txt", 13, 55},
    {"go/kakkoyun-cv-summary.txt", 8, 74},
    {"go/perf-crcOldNew.benchstat-stdout.txt", 0, 0},
    {"go/go-test2json-bench.test", 3, 39},
    {"go/go-test2json-benchfail.test", 0, 0},
    {"go/go-test2json-benchshort.test", 5, 32},
    {"bugs/33-nan-sample.txt", 3, 14},
    {"bugs/34-zero-ns.txt", 1, 14},
    {"bugs/39-iterations-not-positive.txt", 1, 12},
    {"bugs/23-benchstat-low-n.txt", 0, 0},
};

static void faulty_files_are_refused_at_their_place(void **state)
{
    (void)state;
    const char *corpus = getenv("BENCHAN_CORPUS");
    if (!corpus)
        skip();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char path[1024];
        benchan_snprintf(path, sizeof path, "%s/%s", corpus, refused[i].path);
        size_t size = 0;
        char *data = import_slurp(path, &size);
        if (!data)
            fail_msg("%s cannot be read", path);
        struct benchan_capture *capture = NULL;
        struct benchan_error error = {0};
        assert_int_equal(benchan_import(path, data, size, NULL, &capture, &error),
                         BENCHAN_BAD_INPUT);
        if (error.line != refused[i].line || error.column != refused[i].column)
            fail_msg("%s: %zu:%zu", path, error.line, error.column);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_are_counted),
        cmocka_unit_test(faulty_files_are_refused_at_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
