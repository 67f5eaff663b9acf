/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the recipes on tiny things, where their tools are at hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchan/benchan.h"
#include "cli/recipe.h"

enum { ROUNDS = 4, ARMS = 3 };

struct place {
    char path[32];
};

static void in_place(const struct place *place, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", place->path, name);
}

static void write_file(const struct place *place, const char *name, const char *text)
{
    char path[128];
    in_place(place, name, path, sizeof path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void make_place(struct place *place)
{
    strcpy(place->path, "recipe.XXXXXX");
    assert_non_null(mkdtemp(place->path));
}

static void shell(const struct place *place, const char *command)
{
    char line[1024];
    snprintf(line, sizeof line, "cd %s && %s", place->path, command);
    const int status = system(line);
    if (status != 0)
        fail_msg("in %s: %s: status %d", place->path, command, status);
}

static void remove_place(const struct place *place)
{
    char line[64];
    snprintf(line, sizeof line, "rm -rf %s", place->path);
    assert_int_equal(system(line), 0);
}

static void write_recipe(const struct place *place, const char *tool)
{
    const struct recipe_options options = {.rounds = ROUNDS, .values = 2};
    struct benchan_text script = {0}, notes = {0};
    assert_int_equal(recipe_write(tool, &options, &script, &notes, NULL), BENCHAN_OK);
    write_file(place, "capture.sh", benchan_text_get(&script));
    benchan_text_free(&script);
    benchan_text_free(&notes);
}

static struct benchan_capture *read_capture(const struct place *place, const char *name)
{
    static char text[1 << 20];
    char path[128];
    in_place(place, name, path, sizeof path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    struct benchan_capture *capture = NULL;
    struct benchan_error error = {0};
    if (benchan_import(path, text, size, NULL, &capture, &error) != BENCHAN_OK)
        fail_msg("%s: %s (line %zu)", path, error.message, error.line);
    return capture;
}

static void read_arms(const struct place *place, const char *ending,
                      struct benchan_capture *captures[ARMS])
{
    static const char *const names[ARMS] = {"old", "new", "old-again"};
    for (int arm = 0; arm < ARMS; arm++) {
        char name[64];
        snprintf(name, sizeof name, "out/%s.%s", names[arm], ending);
        captures[arm] = read_capture(place, name);
    }
}

struct moment {
    int64_t time;
    int arm;
};

static int by_time(const void *left, const void *right)
{
    const struct moment *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

static int64_t moment_of(const struct benchan_capture *capture, size_t process)
{
    const int64_t start = capture->processes[process].start;
    if (start != BENCHAN_NO_TIME || !capture->rows.time)
        return start;
    for (size_t i = 0; i < capture->rows.n; i++)
        if (capture->rows.process[i] == process)
            return capture->rows.time[i];
    return BENCHAN_NO_TIME;
}

/* Every process has a time, and each three in a row are one of each arm. */
static void assert_interleaved(struct benchan_capture *const captures[ARMS], size_t processes)
{
    struct moment moments[64];
    size_t n = 0;
    for (int arm = 0; arm < ARMS; arm++) {
        assert_int_equal(captures[arm]->n_processes, processes);
        assert_int_equal(captures[arm]->order, BENCHAN_ORDER_TIME);
        assert_int_equal(captures[arm]->clock, BENCHAN_CLOCK_UTC);
        for (size_t i = 0; i < processes; i++) {
            moments[n] = (struct moment){moment_of(captures[arm], i), arm};
            assert_true(moments[n++].time != BENCHAN_NO_TIME);
        }
    }
    qsort(moments, n, sizeof *moments, by_time);
    for (size_t i = 0; i < n; i += ARMS)
        assert_int_equal(
            1 << moments[i].arm | 1 << moments[i + 1].arm | 1 << moments[i + 2].arm, 7);
}

static void assert_fact(const struct benchan_capture *capture, const char *key)
{
    if (!benchan_capture_fact(capture, 0, key))
        fail_msg("%s: no %s recorded", capture->path, key);
}

static bool has(const char *command)
{
    char line[64];
    snprintf(line, sizeof line, "command -v %s >/dev/null 2>&1", command);
    return system(line) == 0;
}

static const char go_test[] = "package tiny\n"
                              "import \"testing\"\n"
                              "var sink int\n"
                              "func BenchmarkSum(b *testing.B) {\n"
                              "\tb.Run(\"n=(1)+x\", func(b *testing.B) {\n"
                              "\t\tfor i := 0; i < b.N; i++ {\n"
                              "\t\t\tfor j := 0; j < STEPS; j++ { sink += j }\n"
                              "\t\t}\n"
                              "\t})\n"
                              "}\n"
                              "func BenchmarkOther(b *testing.B) {\n"
                              "\tfor i := 0; i < b.N; i++ { sink += i }\n"
                              "}\n";

static void test_go(void **state)
{
    (void)state;
    if (!has("go"))
        skip();
    struct place place;
    make_place(&place);
    shell(&place, "mkdir old new");
    write_file(&place, "old/go.mod", "module example.org/tiny\n\ngo 1.18\n");
    write_file(&place, "tiny", go_test);
    shell(&place, "cp old/go.mod new && sed s/STEPS/200/ tiny >old/tiny_test.go && "
                  "sed s/STEPS/100/ tiny >new/tiny_test.go");
    write_recipe(&place, "go");
    shell(&place, "OUT=out TARGET=1ms SEED=7 sh capture.sh old new 2>said");

    struct benchan_capture *captures[ARMS];
    read_arms(&place, "txt", captures);
    assert_interleaved(captures, (size_t)ROUNDS * 2);
    for (int arm = 0; arm < ARMS; arm++) {
        static const char *const facts[] = {"os", "arch", "runtime", "cores", "load"};
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            assert_fact(captures[arm], facts[i]);
        for (size_t i = 0; i < captures[arm]->n_processes; i++)
            assert_true(captures[arm]->processes[i].end > captures[arm]->processes[i].start);
        /* Two benchmarks in three units. */
        assert_int_equal(captures[arm]->n_series, 6);
        for (size_t i = 0; i < captures[arm]->n_series; i++)
            assert_int_equal(captures[arm]->series[i].n, ROUNDS * 2);
        benchan_capture_free(captures[arm]);
    }
    remove_place(&place);
}

static void test_hyperfine(void **state)
{
    (void)state;
    if (!has("hyperfine"))
        skip();
    struct place place;
    make_place(&place);
    write_recipe(&place, "hyperfine");
    shell(&place, "OUT=out WARMUPS=1 SEED=7 NAME='a \"name\", odd' "
                  "sh capture.sh 'sleep 0.001' 'sleep 0.003' 2>said");
    struct benchan_capture *captures[ARMS];
    read_arms(&place, "csv", captures);
    assert_interleaved(captures, ROUNDS);
    for (int arm = 0; arm < ARMS; arm++) {
        assert_fact(captures[arm], "os");
        assert_fact(captures[arm], "cores");
        assert_int_equal(benchan_capture_samples(captures[arm]), ROUNDS);
        assert_string_equal(captures[arm]->series[0].benchmark, "a \"name\", odd");
        assert_int_equal(captures[arm]->series[0].quantity, BENCHAN_TIME);
        benchan_capture_free(captures[arm]);
    }
    remove_place(&place);
}

/* pyperf itself is not needed: a stand-in notes how it was called. */
static void test_pyperf(void **state)
{
    (void)state;
    struct place place;
    make_place(&place);
    write_file(&place, "old",
               "#!/bin/sh\n"
               "case $* in *import*) exit 0 ;; esac\n"
               "for word; do case $word in --append=*) echo x >>\"${word#*=}\" ;; esac; done\n"
               "echo \"${0##*/} $*\" >>calls\n");
    shell(&place, "chmod +x old && cp old new && : >bench.py");
    write_recipe(&place, "pyperf");
    shell(&place, "OUT=out LOOPS=64 SEED=7 sh capture.sh ./old ./new bench.py --fast 2>said");
    shell(&place, "test \"$(wc -l <out/old.json)\" -eq 4");
    shell(&place, "test \"$(wc -l <out/old-again.json)\" -eq 4");
    shell(&place, "test \"$(grep -c '^new bench.py --fast .*--values=2' calls)\" -eq 4");
    shell(&place, "test \"$(grep -c -e '--processes=1 .*--loops=64' calls)\" -eq 12");
    remove_place(&place);
}

static void test_a_second_capture_is_not_mixed_in(void **state)
{
    (void)state;
    struct place place;
    make_place(&place);
    shell(&place, "mkdir out");
    for (size_t i = 0; recipe_name(i); i++) {
        write_recipe(&place, recipe_name(i));
        shell(&place, "! OUT=out sh capture.sh a b 2>said");
        shell(&place, "! OUT=out sh capture.sh a b capture.sh 2>said");
    }
    remove_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_go),
        cmocka_unit_test(test_hyperfine),
        cmocka_unit_test(test_pyperf),
        cmocka_unit_test(test_a_second_capture_is_not_mixed_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
