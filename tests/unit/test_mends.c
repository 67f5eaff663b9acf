/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "formats/report/mends.h"

struct state {
    struct benchan_comparison row;
    struct benchan_verdict verdict;
    struct benchan_gate_result results[BENCHAN_MAX_GATES];
    struct mends_gate gates[BENCHAN_MAX_GATES];
    size_t n;
};

static struct state start(void)
{
    struct state state = {0};
    state.row.unit = "sec/op";
    state.verdict.remeasure = (struct benchan_remeasure){"go", "new.txt", 20, 80};
    return state;
}

static void stop(struct state *state, const char *gate, enum benchan_gate_status status)
{
    state->results[state->n] = (struct benchan_gate_result){
        .gate = benchan_gate_find(gate), .status = status, .measured = status, .binds = true};
    state->gates[state->n] = (struct mends_gate){&state->results[state->n], &state->row};
    state->n++;
}

static void one_recipe_for_all_that_measuring_anew_mends(void **unused)
{
    (void)unused;
    struct state state = start();
    stop(&state, "processes", BENCHAN_GATE_FAIL);
    stop(&state, "interleaving", BENCHAN_GATE_UNKNOWN);
    stop(&state, "independence", BENCHAN_GATE_FAIL);
    stop(&state, "stability", BENCHAN_GATE_FAIL);
    stop(&state, "null-control", BENCHAN_GATE_UNKNOWN);
    stop(&state, "clock", BENCHAN_GATE_PASS);
    struct mends mends;
    mends_collect(&mends, &state.verdict, state.gates, state.n);
    assert_int_equal(mends.n, 1);
    assert_string_equal(
        mends.text[0].data,
        "20 fresh processes a side, shuffled in rounds, with an A/A arm and the "
        "time of each (about 80 s of measuring):\n"
        "    benchan recipe go --like new.txt > capture.sh");
    mends_free(&mends);
}

static void who_may_vouch_is_told_so(void **unused)
{
    (void)unused;
    struct state state = start();
    stop(&state, "interleaving", BENCHAN_GATE_UNKNOWN);
    stop(&state, "null-control", BENCHAN_GATE_UNKNOWN);
    state.results[0].evidence.code = 1; /* no order */
    struct mends mends;
    mends_collect(&mends, &state.verdict, state.gates, state.n);
    assert_int_equal(mends.n, 2);
    assert_non_null(strstr(mends.text[0].data, "benchan recipe"));
    assert_non_null(strstr(mends.text[1].data, "--attest interleaving=WHY"));
    mends_free(&mends);
}

static void a_good_design_keeps_the_gate_s_own_mend(void **unused)
{
    (void)unused;
    struct state state = start();
    stop(&state, "stability", BENCHAN_GATE_FAIL);
    stop(&state, "stability", BENCHAN_GATE_FAIL);
    struct mends mends;
    mends_collect(&mends, &state.verdict, state.gates, state.n);
    assert_int_equal(mends.n, 1);
    assert_null(strstr(mends.text[0].data, "recipe"));
    mends_free(&mends);
}

static void sessions_want_more_sessions(void **unused)
{
    (void)unused;
    struct state state = start();
    state.row.design.level = BENCHAN_LEVEL_SESSION;
    stop(&state, "processes", BENCHAN_GATE_FAIL);
    struct mends mends;
    mends_collect(&mends, &state.verdict, state.gates, state.n);
    assert_int_equal(mends.n, 1);
    assert_null(strstr(mends.text[0].data, "recipe"));
    mends_free(&mends);
}

static void command_is(const char *tool, const char *like, const char *expected)
{
    const struct benchan_remeasure remedy = {tool, like, 20, 1};
    struct benchan_text text = {0};
    mends_command(&text, &remedy);
    assert_string_equal(benchan_text_get(&text), expected);
    benchan_text_free(&text);
}

static void names_are_quoted_for_a_shell(void **unused)
{
    (void)unused;
    command_is("go", "a b.txt", "benchan recipe go --like 'a b.txt' > capture.sh");
    command_is("go", "it's;rm.txt", "benchan recipe go --like 'it'\\''s;rm.txt' > capture.sh");
    command_is("go", "-x.txt", "benchan recipe go --like ./-x.txt > capture.sh");
    command_is("pyperf", NULL, "benchan recipe pyperf > capture.sh");
    command_is(NULL, NULL, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_recipe_for_all_that_measuring_anew_mends),
        cmocka_unit_test(who_may_vouch_is_told_so),
        cmocka_unit_test(a_good_design_keeps_the_gate_s_own_mend),
        cmocka_unit_test(sessions_want_more_sessions),
        cmocka_unit_test(names_are_quoted_for_a_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
