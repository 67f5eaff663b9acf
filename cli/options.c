/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <assert.h>
#include <string.h>

#include "benchan/report.h"
#include "cli/commands.h"
#include "cli/suggest.h"
#include "cli/values.h"

enum group { COMPARED, ASKED, COUNTS, OUTPUT, GENERAL, GROUPS };

static const char *const group_titles[GROUPS] = {
    [COMPARED] = "What is compared", [ASKED] = "What is asked",
    [COUNTS] = "What counts",        [OUTPUT] = "Output",
    [GENERAL] = "General",
};

enum kind {
    FLAG,    /* bool at `offset` */
    TEXT,    /* const char * at `offset` */
    TWO,     /* const char *[2] at `offset`: takes two values */
    LIST,    /* struct list at `offset`: may be repeated */
    PERCENT, /* double at `offset` */
    COUNT,   /* size_t at `offset` */
    OWN      /* `set` takes the text */
};

struct option {
    const char *name;
    char letter;       /* 0: none */
    const char *value; /* what follows it, in words for --help; NULL: nothing */
    enum group group;
    unsigned commands; /* that it is for */
    enum kind kind;
    size_t offset; /* in struct settings */
    enum benchan_status (*set)(struct settings *settings, const char *text,
                               struct benchan_error *error);
    const char *help;
};

enum {
    JUDGING = FOR_VERDICT | FOR_NULL,
    READING = FOR_VERDICT | FOR_DESCRIBE | FOR_NULL | FOR_PLAN | FOR_CONVERT,
    CHOOSING = FOR_VERDICT | FOR_DESCRIBE | FOR_NULL | FOR_PLAN,
};

#define AT(member) offsetof(struct settings, member)

static const struct option table[] = {
    {"baseline", 0, "FILE", COMPARED, FOR_VERDICT, LIST, AT(baselines), NULL,
     "another capture of the baseline; repeat it, and every operand is a candidate"},
    {"by", 0, "KEY[=BASE,CAND,...]", COMPARED, FOR_VERDICT, OWN, 0, value_by,
     "take the arms from inside the files, by a label, column or config line"},
    {"pair", 0, "OLD=NEW", COMPARED, JUDGING, LIST, AT(rename_texts), NULL,
     "compare benchmark OLD with the one that is now called NEW"},
    {"ignore-package", 0, NULL, COMPARED, JUDGING, FLAG, AT(judge.ignore_package), NULL,
     "match benchmarks by name alone: the package was renamed"},
    {"filter", 0, "PATTERN", COMPARED, CHOOSING, TEXT, AT(judge.filter), NULL,
     "only benchmarks whose package/name holds PATTERN (* and ? are wild)"},
    {"unit", 0, "UNIT", COMPARED, CHOOSING, TEXT, AT(judge.unit), NULL,
     "only values of this unit, as sec/op or ns/op"},
    {"better", 0, "UNIT=lower|higher", COMPARED, JUDGING, LIST, AT(better_texts), NULL,
     "which way is better, for a unit benchan does not know"},
    {"block", 0, "KEY", COMPARED, READING, TEXT, AT(import.block_key), NULL,
     "the label or column that names the round both arms were measured in"},
    {"process", 0, "file|sample|unknown", COMPARED, READING, OWN, 0, value_process,
     "say what one process is, where the files cannot; the report repeats it"},
    {"csv", 0, "WHAT=COLUMN,...", COMPARED, READING, TEXT, AT(import.csv), NULL,
     "read CSV columns so: value=COL,process=COL,..."},
    {"input-format", 0, "NAME", COMPARED, READING, OWN, 0, value_input_format,
     "the format of the files, if their content misleads"},
    {"partial", 0, NULL, COMPARED, READING, FLAG, AT(import.partial), NULL,
     "accept the whole records of a truncated file; the report says so"},

    {"alpha", 0, "ALPHA", ASKED, JUDGING | FOR_PLAN, OWN, 0, value_alpha,
     "rate of false alarms accepted (0.05)"},
    {"tried", 0, "K", ASKED, JUDGING | FOR_PLAN, COUNT, AT(judge.tried), NULL,
     "variants tried, with those that are not shown; alpha is divided by it"},
    {"min-effect", 0, "PERCENT", ASKED, JUDGING, PERCENT, AT(judge.min_effect), NULL,
     "smallest effect that matters, as 2% or 0.02"},
    {"noise-floor", 0, "PERCENT", ASKED, JUDGING, PERCENT, AT(judge.noise_floor), NULL,
     "what the host is known to differ by from one session to the next"},
    {"null", 0, "FILE", ASKED, FOR_VERDICT, LIST, AT(nulls), NULL,
     "an A/A arm: the baseline measured once more; may be repeated"},
    {"replicate", 0, "BASE CAND", ASKED, FOR_VERDICT, TWO, AT(replicate), NULL,
     "a second, independent measurement of both arms"},
    {"claim", 0, "TEXT", ASKED, FOR_VERDICT, TEXT, AT(judge.claim), NULL,
     "test a claim: \"1.24x faster\", \"5% faster\", \"no regression\""},
    {"card", 0, "FILE", ASKED, FOR_VERDICT, TEXT, AT(card), NULL,
     "what was asked, written down beforehand; options given beside it win"},
    {"effect", 0, "PERCENT", ASKED, FOR_PLAN, PERCENT, AT(effect), NULL,
     "the effect to plan for, as 2% or 0.02"},
    {"like", 0, "FILE", ASKED, FOR_RECIPE, TEXT, AT(like), NULL,
     "fill in the benchmarks of this capture"},
    {"rounds", 0, "N", ASKED, FOR_RECIPE, COUNT, AT(rounds), NULL,
     "rounds, and so processes of each arm (20)"},
    {"values", 0, "N", ASKED, FOR_RECIPE, COUNT, AT(values), NULL,
     "values of each process (3)"},

    {"attest", 0, "GATE=WHY", COUNTS, JUDGING, LIST, AT(attest_texts), NULL,
     "vouch for what the files cannot show; shown with the verdict"},
    {"gate", 0, "GATE=fail|warn|off", COUNTS, JUDGING, LIST, AT(gate_texts), NULL,
     "change what a gate does; shown, and never yields the bare verdict"},
    {"strict", 0, NULL, COUNTS, JUDGING, FLAG, AT(judge.strict), NULL,
     "checklist items that files cannot show must be attested"},
    {"fail-on", 0, "LIST", COUNTS, JUDGING, OWN, 0, value_fail_on,
     "what makes the exit status 1; replaces inadmissible,incomplete,"
     "contradicted,missing"},

    {"format", 0, "NAME", OUTPUT, CHOOSING, OWN, 0, value_format,
     "format of the report (text)"},
    {"report", 0, "NAME=FILE", OUTPUT, CHOOSING, OWN, 0, value_report,
     "write one more report to FILE; may be repeated"},
    {"output", 'o', "FILE", OUTPUT, FOR_ALL, TEXT, AT(output), NULL,
     "write to FILE instead of standard output"},
    {"color", 0, "auto|always|never", OUTPUT, FOR_ALL, OWN, 0, value_color,
     "colour beside the words (auto: on a terminal, without NO_COLOR)"},
    {"quiet", 'q', NULL, OUTPUT, FOR_ALL, FLAG, AT(quiet), NULL,
     "verdicts and their sentences only"},
    {"verbose", 'v', NULL, OUTPUT, FOR_ALL, FLAG, AT(verbose), NULL,
     "details of every row, notes on the files, unknown lines"},
    {"jobs", 'j', "N", OUTPUT, CHOOSING, COUNT, AT(judge.jobs), NULL,
     "threads; the report does not depend on it (1)"},

    {"help", 'h', NULL, GENERAL, FOR_ALL, FLAG, AT(help), NULL,
     "this text, or that of the command"},
    {"version", 'V', NULL, GENERAL, FOR_ALL, FLAG, AT(version), NULL, "name and version"},
    {"list-options", 0, NULL, GENERAL, FOR_ALL, FLAG, AT(list_options), NULL,
     "commands and options as a table, for shell completion"},
};

enum { OPTIONS = sizeof table / sizeof table[0] };

/* ---------------------------------------------------------------------- lookup */

static const struct option *find_name(const char *name, size_t n)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (strlen(table[i].name) == n && strncmp(table[i].name, name, n) == 0)
            return &table[i];
    return NULL;
}

static const struct option *find_letter(char letter)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (table[i].letter == letter)
            return &table[i];
    return NULL;
}

static enum benchan_status unknown_option(const char *name, size_t n,
                                          struct benchan_error *error)
{
    char word[64], mend[128];
    benchan_snprintf(word, sizeof word, "%.*s", (int)(n < 60 ? n : 60), name);
    struct suggestion near = suggestion_begin(word);
    for (size_t i = 0; i < OPTIONS; i++)
        suggestion_offer(&near, table[i].name);
    if (near.best)
        benchan_snprintf(mend, sizeof mend, "did you mean --%s?", near.best);
    else
        benchan_snprintf(mend, sizeof mend, "benchan --help lists the options");
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend, "unknown option --%s",
                        word);
}

/* --------------------------------------------------------------------- setting */

static enum benchan_status set_list(struct list *list, const char *text,
                                    struct benchan_error *error)
{
    return list_add(list, text) ? BENCHAN_OK : benchan_fail_memory(error);
}

static enum benchan_status set(struct settings *settings, const struct option *option,
                               const char *const *values, struct benchan_error *error)
{
    char *const place = (char *)settings + option->offset;
    switch (option->kind) {
    case FLAG:
        *(bool *)place = true;
        return BENCHAN_OK;
    case TEXT:
        *(const char **)(void *)place = values[0];
        return BENCHAN_OK;
    case TWO:
        memcpy(place, values, 2 * sizeof *values);
        return BENCHAN_OK;
    case LIST:
        return set_list((struct list *)(void *)place, values[0], error);
    case PERCENT:
        return value_percent(option->name, values[0], (double *)(void *)place, error);
    case COUNT:
        return value_count(option->name, values[0], (size_t *)(void *)place, error);
    case OWN:
        break;
    }
    return option->set(settings, values[0], error);
}

static size_t values_of(const struct option *option)
{
    return !option->value ? 0 : option->kind == TWO ? 2 : 1;
}

/* ---------------------------------------------------------------------- parser */

struct parser {
    int argc, at; /* `at`: the argument to be read next */
    const char *const *argv;
    struct settings *settings;
    unsigned long long seen; /* bits of the table, to check against the command */
    struct benchan_error *error;
};

static_assert(OPTIONS <= 64, "the options seen are kept as bits of one word");

/* `attached` is what stands behind '=' or right behind a letter; NULL where nothing does. */
static enum benchan_status take(struct parser *parser, const struct option *option,
                                const char *attached)
{
    const char *values[2] = {attached, NULL};
    const size_t wanted = values_of(option);
    size_t n = attached ? 1 : 0;
    if (attached && !wanted)
        return benchan_fail(parser->error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                            "write it without '='", "--%s takes no value", option->name);
    while (n < wanted && parser->at < parser->argc)
        values[n++] = parser->argv[parser->at++];
    if (n < wanted) {
        char mend[128];
        benchan_snprintf(mend, sizeof mend, "write --%s %s", option->name, option->value);
        return benchan_fail(parser->error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend,
                            "--%s lacks its value", option->name);
    }
    parser->seen |= 1ULL << (option - table);
    return set(parser->settings, option, values, parser->error);
}

static enum benchan_status parse_long(struct parser *parser, const char *text)
{
    const size_t n = strcspn(text, "=");
    const struct option *option = find_name(text, n);
    if (!option)
        return unknown_option(text, n, parser->error);
    return take(parser, option, text[n] ? text + n + 1 : NULL);
}

static enum benchan_status parse_letters(struct parser *parser, const char *letters)
{
    for (; *letters; letters++) {
        const struct option *option = find_letter(*letters);
        if (!option)
            return benchan_fail(parser->error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                                "benchan --help lists the options", "unknown option -%c",
                                *letters);
        if (option->value)
            return take(parser, option, letters[1] ? letters + 1 : NULL);
        const enum benchan_status status = take(parser, option, NULL);
        if (status)
            return status;
    }
    return BENCHAN_OK;
}

static enum benchan_status parse_operand(struct parser *parser, const char *text)
{
    struct settings *settings = parser->settings;
    if (!settings->operands.n && !settings->command_named) {
        settings->command = command_find(text);
        settings->command_named = settings->command != NULL;
        if (settings->command_named)
            return BENCHAN_OK;
    }
    return set_list(&settings->operands, text, parser->error);
}

static enum benchan_status parse_arguments(struct parser *parser)
{
    bool options_end = false;
    while (parser->at < parser->argc) {
        const char *text = parser->argv[parser->at++];
        enum benchan_status status;
        if (options_end || text[0] != '-' || !text[1])
            status = options_end ? set_list(&parser->settings->operands, text, parser->error)
                                 : parse_operand(parser, text);
        else if (text[1] != '-')
            status = parse_letters(parser, text + 1);
        else if (text[2])
            status = parse_long(parser, text + 2);
        else {
            options_end = true;
            status = BENCHAN_OK;
        }
        if (status)
            return status;
    }
    return BENCHAN_OK;
}

static enum benchan_status check_applicable(const struct parser *parser)
{
    const struct command *command = parser->settings->command;
    for (size_t i = 0; i < OPTIONS; i++) {
        if (!(parser->seen >> i & 1) || table[i].commands & (unsigned)command->bit)
            continue;
        char mend[128];
        benchan_snprintf(mend, sizeof mend, "benchan %s --help lists its options",
                         command->name);
        return benchan_fail(parser->error, BENCHAN_BAD_USAGE, NULL, 0, 0, mend,
                            "--%s is no option of %s", table[i].name, command->name);
    }
    return BENCHAN_OK;
}

enum benchan_status options_parse(int argc, const char *const *argv, struct settings *settings,
                                  struct benchan_error *error)
{
    struct parser parser = {argc, 1, argv, settings, 0, error};
    enum benchan_status status = parse_arguments(&parser);
    if (status)
        return status;
    if (!settings->command)
        settings->command = command_at(0);
    if (settings->help || settings->version || settings->list_options)
        return BENCHAN_OK;
    status = check_applicable(&parser);
    return status ? status : values_finish(settings, error);
}

/* ------------------------------------------------------------------------ help */

static void help_line(const struct option *option, struct benchan_text *text)
{
    char left[64], letter[8] = "    ";
    if (option->letter)
        benchan_snprintf(letter, sizeof letter, "-%c, ", option->letter);
    benchan_snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name,
                     option->value ? " " : "", option->value ? option->value : "");
    enum { LEFT = 28 };
    const bool fits = strlen(left) <= LEFT - 2;
    benchan_text_printf(text, "  %s", left);
    if (!fits)
        benchan_text_string(text, "\n");
    const int pad = fits ? (int)(LEFT - strlen(left)) : LEFT + 2;
    const char *rest = option->help;
    for (bool first = true; *rest; first = false) {
        enum { ROOM = 80 - LEFT - 2 };
        size_t n = strlen(rest);
        if (n > ROOM) {
            for (n = ROOM; n > 0 && rest[n] != ' ';)
                n--;
            if (!n)
                n = strcspn(rest, " ");
        }
        benchan_text_printf(text, "%*s%.*s\n", first ? pad : LEFT + 2, "", (int)n, rest);
        rest += n;
        rest += strspn(rest, " ");
    }
}

static void help_names(const char *title, const char *(*at)(size_t), struct benchan_text *text)
{
    benchan_text_string(text, title);
    for (size_t i = 0; at(i); i++)
        benchan_text_printf(text, "%s%s", i ? ", " : "", at(i));
    benchan_text_string(text, "\n");
}

void options_help(const struct command *command, struct benchan_text *text)
{
    const unsigned wanted = command ? (unsigned)command->bit : FOR_ALL;
    for (size_t group = 0; group < GROUPS; group++) {
        bool titled = false;
        for (size_t i = 0; i < OPTIONS; i++) {
            if ((size_t)table[i].group != group || !(table[i].commands & wanted))
                continue;
            if (!titled)
                benchan_text_printf(text, "\n%s:\n", group_titles[group]);
            titled = true;
            help_line(&table[i], text);
        }
    }
    if (wanted & (unsigned)(READING | CHOOSING))
        benchan_text_string(text, "\n");
    if (wanted & READING)
        help_names("Input formats: ", benchan_format_name, text);
    if (wanted & CHOOSING)
        help_names("Report formats: ", benchan_report_name, text);
}

static void list_commands(const struct option *option, struct benchan_text *text)
{
    bool any = false;
    for (size_t i = 0; command_at(i); i++) {
        if (!(option->commands & (unsigned)command_at(i)->bit))
            continue;
        benchan_text_printf(text, "%s%s", any ? "," : "", command_at(i)->name);
        any = true;
    }
}

void options_list(struct benchan_text *text)
{
    for (size_t i = 0; command_at(i); i++)
        benchan_text_printf(text, "command\t%s\t%s\n", command_at(i)->name,
                            command_at(i)->summary);
    for (size_t i = 0; i < OPTIONS; i++) {
        const char letter[2] = {table[i].letter ? table[i].letter : '-', '\0'};
        list_commands(&table[i], text);
        benchan_text_printf(text, "\t--%s\t%s\t%s\t%s\n", table[i].name, letter,
                            table[i].value ? table[i].value : "-", table[i].help);
    }
}
