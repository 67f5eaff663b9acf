/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/claim.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistics.h"
#include "benchan/number.h"
#include "benchan/text.h"

/* ------------------------------------------------------------------- grammar */

enum form {
    FORM_FASTER,
    FORM_SLOWER,
    FORM_LESS_TIME,
    FORM_MORE_TIME,
    FORM_MORE_SPEED,
    FORM_LESS_SPEED,
    FORM_SIGNED_TIME,
    FORM_SIGNED_SPEED,
    FORM_VALUE_LESS,
    FORM_VALUE_MORE,
    FORM_SIGNED_VALUE,
    FORM_TIMES_FASTER,
    FORM_TIMES_SLOWER,
    FORM_NO_REGRESSION,
    FORM_SAME
};

struct phrase {
    const char *words; /* after the words that change nothing are dropped; # is the figure */
    enum form form;
};

static const struct phrase phrases[] = {
    {"#% faster", FORM_FASTER},
    {"faster #%", FORM_FASTER},
    {"#% quicker", FORM_FASTER},
    {"#% speedup", FORM_FASTER},
    {"speedup #%", FORM_FASTER},
    {"#% gain", FORM_FASTER},
    {"gain #%", FORM_FASTER},
    {"gains #%", FORM_FASTER},
    {"#% improvement", FORM_FASTER},
    {"improvement #%", FORM_FASTER},
    {"improves #%", FORM_FASTER},
    {"improved #%", FORM_FASTER},
    {"#% better", FORM_FASTER},
    {"#% slower", FORM_SLOWER},
    {"slower #%", FORM_SLOWER},
    {"#% slowdown", FORM_SLOWER},
    {"#% regression", FORM_SLOWER},
    {"#% worse", FORM_SLOWER},
    {"#% less time", FORM_LESS_TIME},
    {"#% less", FORM_VALUE_LESS},
    {"#% reduction time", FORM_LESS_TIME},
    {"reduces time #%", FORM_LESS_TIME},
    {"saves #% time", FORM_LESS_TIME},
    {"#% time saved", FORM_LESS_TIME},
    {"#% shorter", FORM_LESS_TIME},
    {"#% lower latency", FORM_LESS_TIME},
    {"#% less latency", FORM_LESS_TIME},
    {"#% more time", FORM_MORE_TIME},
    {"#% longer", FORM_MORE_TIME},
    {"#% higher latency", FORM_MORE_TIME},
    {"#% time", FORM_SIGNED_TIME},
    {"#% latency", FORM_SIGNED_TIME},
    {"#% more throughput", FORM_MORE_SPEED},
    {"#% higher throughput", FORM_MORE_SPEED},
    {"#% more speed", FORM_MORE_SPEED},
    {"#% higher speed", FORM_MORE_SPEED},
    {"#% less throughput", FORM_LESS_SPEED},
    {"#% lower throughput", FORM_LESS_SPEED},
    {"#% less speed", FORM_LESS_SPEED},
    {"#% lower speed", FORM_LESS_SPEED},
    {"#% throughput", FORM_SIGNED_SPEED},
    {"#% speed", FORM_SIGNED_SPEED},
    {"#%", FORM_SIGNED_VALUE},
    {"#% fewer", FORM_VALUE_LESS},
    {"#% fewer allocations", FORM_VALUE_LESS},
    {"#% fewer allocs", FORM_VALUE_LESS},
    {"#% less memory", FORM_VALUE_LESS},
    {"#% lower", FORM_VALUE_LESS},
    {"#% smaller", FORM_VALUE_LESS},
    {"#% reduction", FORM_VALUE_LESS},
    {"#% more", FORM_VALUE_MORE},
    {"#% more allocations", FORM_VALUE_MORE},
    {"#% more allocs", FORM_VALUE_MORE},
    {"#% more memory", FORM_VALUE_MORE},
    {"#% higher", FORM_VALUE_MORE},
    {"#% larger", FORM_VALUE_MORE},
    {"#% increase", FORM_VALUE_MORE},
    {"#x", FORM_TIMES_FASTER},
    {"#x faster", FORM_TIMES_FASTER},
    {"#x as fast", FORM_TIMES_FASTER},
    {"#x quicker", FORM_TIMES_FASTER},
    {"#x speedup", FORM_TIMES_FASTER},
    {"speedup #x", FORM_TIMES_FASTER},
    {"#x gain", FORM_TIMES_FASTER},
    {"#x improvement", FORM_TIMES_FASTER},
    {"#x throughput", FORM_TIMES_FASTER},
    {"half time", FORM_TIMES_FASTER},
    {"#x speed", FORM_TIMES_FASTER},
    {"#x slower", FORM_TIMES_SLOWER},
    {"#x as slow", FORM_TIMES_SLOWER},
    {"#x as long", FORM_TIMES_SLOWER},
    {"#x time", FORM_TIMES_SLOWER},
    {"no regression", FORM_NO_REGRESSION},
    {"no regressions", FORM_NO_REGRESSION},
    {"no slowdown", FORM_NO_REGRESSION},
    {"no slower", FORM_NO_REGRESSION},
    {"not slower", FORM_NO_REGRESSION},
    {"not worse", FORM_NO_REGRESSION},
    {"no worse", FORM_NO_REGRESSION},
    {"same", FORM_SAME},
    {"same speed", FORM_SAME},
    {"same time", FORM_SAME},
    {"same performance", FORM_SAME},
    {"no change", FORM_SAME},
    {"no difference", FORM_SAME},
    {"unchanged", FORM_SAME},
    {"equally fast", FORM_SAME},
    {"as fast", FORM_SAME},
};

static const char *const dropped_words[] = {
    "~",      "a",       "about", "almost", "an",   "approx",  "approximately", "are",
    "around", "by",      "in",    "is",     "it",   "its",     "nearly",        "now",
    "of",     "roughly", "run",   "runs",   "some", "take",    "takes",         "than",
    "that",   "the",     "to",    "was",    "code", "version", "before",        "candidate",
};

/* What the words amount to once read. */
struct sentence {
    char words[96]; /* canonical, single blanks, the figure as #% or #x */
    size_t length;
    bool overflow;
    bool at_least;
    bool up_to;
    bool at_most;
    size_t figures;
    double figure;
    int decimals;
    char sign; /* '+', '-' or 0 */
};

static enum benchan_status not_a_claim(const char *text, const char *why,
                                       struct benchan_error *error)
{
    return benchan_fail(error, BENCHAN_BAD_USAGE, NULL, 0, 0,
                        "write for instance \"5% faster\", \"1.24x faster\", \"17% slower\", "
                        "\"takes 30% less time\", \"-17%\", \"2x\", \"at least 10% faster\", "
                        "\"no regression\" or \"same speed\"",
                        "cannot read the claim \"%.120s\": %s", text, why);
}

static bool word_is(const char *word, size_t n, const char *other)
{
    return strlen(other) == n && memcmp(word, other, n) == 0;
}

static void append_word(struct sentence *sentence, const char *word, size_t n)
{
    if (sentence->length + n + 2 > sizeof sentence->words) {
        sentence->overflow = true;
        return;
    }
    if (sentence->length)
        sentence->words[sentence->length++] = ' ';
    memcpy(sentence->words + sentence->length, word, n);
    sentence->length += n;
    sentence->words[sentence->length] = '\0';
}

static bool is_dropped(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof dropped_words / sizeof *dropped_words; i++)
        if (word_is(word, n, dropped_words[i]))
            return true;
    return false;
}

static void append_multiple(struct sentence *sentence, double figure)
{
    sentence->figure = figure;
    sentence->decimals = 0;
    sentence->figures++;
    append_word(sentence, "#x", 2);
}

static void read_word(struct sentence *sentence, const char *word, size_t n)
{
    if (word_is(word, n, "twice") || word_is(word, n, "double") || word_is(word, n, "doubles"))
        append_multiple(sentence, 2);
    else if (word_is(word, n, "thrice"))
        append_multiple(sentence, 3);
    else if (word_is(word, n, "x") || word_is(word, n, "times"))
        append_word(sentence, "x", 1);
    else if (!is_dropped(word, n))
        append_word(sentence, word, n);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Reads the figure at `text`; returns its length, 0 where it is none. */
static size_t read_figure(struct sentence *sentence, const char *text)
{
    size_t n = 0;
    while (is_digit(text[n]) || (text[n] == '.' && is_digit(text[n + 1])))
        n++;
    if (!benchan_parse_number(text, n, &sentence->figure, &sentence->decimals))
        return 0;
    sentence->figures++;
    return n;
}

/*
 * ASCII lower case, with the typographic signs people paste replaced by plain
 * ones, so that what follows need not know UTF-8. False where it does not fit.
 */
static bool normalise(const char *text, char *plain, size_t size)
{
    static const struct {
        const char *sign, *plain;
    } signs[] = {{"\xc3\x97", "x"},      {"\xe2\x88\x92", "-"}, {"\xe2\x80\x93", "-"},
                 {"\xe2\x89\xa5", ">="}, {"\xc2\xa0", " "},     {"\xe2\x80\xaf", " "},
                 {"\xe2\x89\xa4", "<="}, {"\xe2\x89\x88", "~"}};
    size_t length = 0;
    while (*text) {
        const char *piece = NULL;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !piece; i++) {
            if (strncmp(text, signs[i].sign, strlen(signs[i].sign)) == 0) {
                piece = signs[i].plain;
                text += strlen(signs[i].sign);
            }
        }
        char lower[2] = {0};
        if (!piece) {
            const char c = *text++;
            lower[0] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
            if (c == '\t')
                lower[0] = ' ';
            piece = lower;
        }
        if (length + strlen(piece) >= size)
            return false;
        memcpy(plain + length, piece, strlen(piece) + 1);
        length += strlen(piece);
    }
    plain[length] = '\0';
    return true;
}

/* Bounds are said in several ways; each is a phrase that vanishes into a flag. */
static size_t read_bound(struct sentence *sentence, const char *text)
{
    static const struct {
        const char *words;
        int kind; /* 0 at least, 1 up to, 2 at most */
    } bounds[] = {{"at least ", 0},
                  {"no less than ", 0},
                  {"more than ", 0},
                  {"over ", 0},
                  {">=", 0},
                  {">", 0},
                  {"or more ", 0},
                  {"or better", 0},
                  {"minimum ", 0},
                  {"up to ", 1},
                  {"as much as ", 1},
                  {"at most ", 2},
                  {"no more than ", 2},
                  {"less than ", 2},
                  {"within ", 2},
                  {"<", 2}};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const size_t n = strlen(bounds[i].words);
        if (strncmp(text, bounds[i].words, n) != 0)
            continue;
        sentence->at_least |= bounds[i].kind == 0;
        sentence->up_to |= bounds[i].kind == 1;
        sentence->at_most |= bounds[i].kind == 2;
        return n;
    }
    return 0;
}

/* The unit glued or set apart: "%", "percent", "x", "times". Length, 0 for none. */
static size_t read_figure_unit(struct sentence *sentence, const char *text)
{
    static const struct {
        const char *words, *unit;
    } units[] = {
        {"%", "#%"}, {"percent", "#%"}, {"per cent", "#%"}, {"times", "#x"}, {"x", "#x"}};
    size_t blanks = 0;
    while (text[blanks] == ' ')
        blanks++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const size_t n = strlen(units[i].words);
        if (strncmp(text + blanks, units[i].words, n) != 0)
            continue;
        if (is_letter(units[i].words[0]) && is_letter(text[blanks + n]))
            continue;
        append_word(sentence, units[i].unit, 2);
        return blanks + n;
    }
    append_word(sentence, "#", 1);
    return 0;
}

/* One token of `text`; its length, 0 where it cannot be read. */
static size_t read_token(struct sentence *sentence, const char *text, bool word_begins)
{
    if (*text == ' ' || *text == '~')
        return 1;
    if (word_begins) {
        const size_t bound = read_bound(sentence, text);
        if (bound)
            return bound;
    }
    if (is_digit(*text)) {
        const size_t n = read_figure(sentence, text);
        return n ? n + read_figure_unit(sentence, text + n) : 0;
    }
    if ((*text == '-' || *text == '+') && is_digit(text[1])) {
        sentence->sign = *text;
        return 1;
    }
    if (!is_letter(*text))
        return 0;
    size_t n = 0;
    while (is_letter(text[n]))
        n++;
    read_word(sentence, text, n);
    return n;
}

static bool read_sentence(const char *plain, struct sentence *sentence)
{
    bool begins = true;
    while (*plain) {
        const size_t n = read_token(sentence, plain, begins);
        if (!n)
            return false;
        begins = !is_letter(plain[n - 1]);
        plain += n;
    }
    return !sentence->overflow;
}

/* ------------------------------------------------------------------ readings */

/* One way of understanding a figure, as a factor on speed, time or the value. */
enum factor { FACTOR_SPEED, FACTOR_TIME, FACTOR_VALUE };

/* log change of (speed or value) for factor 1 + percent/100, or for a multiple. */
static double log_change(enum factor factor, bool percent, int sign, double figure)
{
    const double change = percent ? log1p(sign * figure / 100) : sign * log(figure);
    return factor == FACTOR_TIME ? -change : change;
}

static void reading_words(struct claim_reading *reading, enum factor factor, bool percent,
                          int sign, double figure)
{
    const double ratio = percent ? 1 + sign * figure / 100 : figure;
    if (factor == FACTOR_SPEED)
        benchan_snprintf(reading->words, sizeof reading->words, "ratio of speeds %.6g", ratio);
    else if (!percent)
        benchan_snprintf(reading->words, sizeof reading->words, "ratio of times %.6g", ratio);
    else if (factor == FACTOR_TIME)
        benchan_snprintf(reading->words, sizeof reading->words, "%.6g %% %s time", figure,
                         sign < 0 ? "less" : "more");
    else
        benchan_snprintf(reading->words, sizeof reading->words, "the value %s by %.6g %%",
                         sign < 0 ? "falls" : "rises", figure);
}

/* Nothing can fall by 100 % or more: such a reading does not exist. */
static void add_reading(struct claim *claim, const struct sentence *sentence,
                        enum factor factor, bool percent, int sign)
{
    if (percent && sign < 0 && sentence->figure >= 100)
        return;
    struct claim_reading *reading = &claim->readings[claim->n_readings++];
    const double figure = sentence->figure;
    const double half =
        sentence->decimals == BENCHAN_BINARY ? 0 : 0.5 * pow(10, -sentence->decimals);
    reading_words(reading, factor, percent, sign, figure);
    reading->of_value = factor == FACTOR_VALUE;
    reading->log_change = log_change(factor, percent, sign, figure);
    reading->log_nearest = log_change(factor, percent, sign, figure - half);
    const double most =
        percent && sign < 0 ? fmin(figure + half, (figure + 100) / 2) : figure + half;
    reading->log_farthest = log_change(factor, percent, sign, most);
}

static void add_readings(struct claim *claim, const struct sentence *sentence, enum form form)
{
    const int sign = sentence->sign == '-' ? -1 : 1;
    switch (form) {
    case FORM_FASTER:
        add_reading(claim, sentence, FACTOR_SPEED, true, 1);
        add_reading(claim, sentence, FACTOR_TIME, true, -1);
        break;
    case FORM_SLOWER:
        add_reading(claim, sentence, FACTOR_TIME, true, 1);
        add_reading(claim, sentence, FACTOR_SPEED, true, -1);
        break;
    case FORM_LESS_TIME:
    case FORM_MORE_TIME:
        add_reading(claim, sentence, FACTOR_TIME, true, form == FORM_LESS_TIME ? -1 : 1);
        break;
    case FORM_MORE_SPEED:
    case FORM_LESS_SPEED:
        add_reading(claim, sentence, FACTOR_SPEED, true, form == FORM_LESS_SPEED ? -1 : 1);
        break;
    case FORM_SIGNED_TIME:
        add_reading(claim, sentence, FACTOR_TIME, true, sign);
        break;
    case FORM_SIGNED_SPEED:
        add_reading(claim, sentence, FACTOR_SPEED, true, sign);
        break;
    case FORM_VALUE_LESS:
    case FORM_VALUE_MORE:
        add_reading(claim, sentence, FACTOR_VALUE, true, form == FORM_VALUE_LESS ? -1 : 1);
        break;
    case FORM_SIGNED_VALUE:
        add_reading(claim, sentence, FACTOR_VALUE, true, sign);
        break;
    case FORM_TIMES_FASTER:
        add_reading(claim, sentence, FACTOR_SPEED, false, 1);
        break;
    case FORM_TIMES_SLOWER:
        add_reading(claim, sentence, FACTOR_TIME, false, 1);
        break;
    case FORM_NO_REGRESSION:
    case FORM_SAME:
        break;
    }
}

static bool is_signed(enum form form)
{
    return form == FORM_SIGNED_VALUE || form == FORM_SIGNED_TIME || form == FORM_SIGNED_SPEED;
}

static bool is_multiple(enum form form)
{
    return form == FORM_TIMES_FASTER || form == FORM_TIMES_SLOWER;
}

/* What is wrong with a sentence whose words are known; NULL where nothing is. */
static const char *sentence_fault(const struct sentence *sentence, enum form form)
{
    const bool figureless = form == FORM_NO_REGRESSION || form == FORM_SAME;
    if (figureless)
        return sentence->at_least ? "\"at least\" needs a figure" : NULL;
    if (sentence->figures != 1)
        return "it has no figure, or more than one";
    if (is_signed(form) && !sentence->sign)
        return "it does not say which way: write -38% or +38%, faster or slower";
    if (!is_signed(form) && sentence->sign == '-')
        return "a minus sign beside \"faster\" or \"less\" says it twice";
    if (!(sentence->figure > 0))
        return "a change of 0 is \"same speed\"";
    if (is_multiple(form) && sentence->figure <= 1)
        return "a multiple of 1 or less could mean the time or the speed: write 2x faster or "
               "2x "
               "slower";
    return NULL;
}

static const struct phrase *find_phrase(const char *words)
{
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (strcmp(phrases[i].words, words) == 0)
            return &phrases[i];
    return NULL;
}

static enum claim_kind kind_of(const struct sentence *sentence, enum form form)
{
    if (form == FORM_NO_REGRESSION)
        return CLAIM_NO_REGRESSION;
    if (form == FORM_SAME)
        return CLAIM_SAME;
    return sentence->at_least ? CLAIM_AT_LEAST : CLAIM_POINT;
}

enum benchan_status claim_parse(const char *text, struct claim *claim,
                                struct benchan_error *error)
{
    char plain[256];
    struct sentence sentence = {0};
    if (!normalise(text, plain, sizeof plain))
        return not_a_claim(text, "it is too long", error);
    if (!read_sentence(plain, &sentence))
        return not_a_claim(text, "it has signs or words that no claim has", error);
    if (sentence.up_to)
        return not_a_claim(text, "no measurement can contradict an \"up to\"", error);
    if (sentence.at_most)
        return not_a_claim(
            text, "an upper bound is a margin: claim \"no regression\" with --min-effect",
            error);
    const struct phrase *phrase = find_phrase(sentence.words);
    if (!phrase)
        return not_a_claim(text, "its words are not known", error);
    if (strcmp(phrase->words, "half time") == 0) {
        sentence.figure = 2;
        sentence.figures = 1;
    }
    const char *fault = sentence_fault(&sentence, phrase->form);
    if (fault)
        return not_a_claim(text, fault, error);

    struct claim read = {.kind = kind_of(&sentence, phrase->form), .stated = (double)NAN};
    if (sentence.figures)
        read.stated = sentence.sign == '-' ? -sentence.figure : sentence.figure;
    add_readings(&read, &sentence, phrase->form);
    if (!read.n_readings && !claim_needs_margin(read.kind))
        return not_a_claim(text, "nothing can fall by 100 % or more", error);
    *claim = read;
    return BENCHAN_OK;
}

bool claim_needs_margin(enum claim_kind kind)
{
    return kind == CLAIM_NO_REGRESSION || kind == CLAIM_SAME;
}

/* ------------------------------------------------------------------ decision */

static enum benchan_claim_status decide_point(double claimed, double low, double high,
                                              bool result_gates_met)
{
    if (high < 0)
        return BENCHAN_CLAIM_CONTRADICTED;
    if (!result_gates_met)
        return high < claimed ? BENCHAN_CLAIM_CONTRADICTED : BENCHAN_CLAIM_NOT_SHOWN;
    if (high < claimed)
        return BENCHAN_CLAIM_OVERSTATED;
    if (low > claimed)
        return BENCHAN_CLAIM_UNDERSTATED;
    return low >= claimed / 2 ? BENCHAN_CLAIM_UPHELD : BENCHAN_CLAIM_NOT_SHOWN;
}

static enum benchan_claim_status decide_at_least(double claimed, double low, double high)
{
    if (low >= claimed)
        return BENCHAN_CLAIM_UPHELD;
    if (high <= 0)
        return BENCHAN_CLAIM_CONTRADICTED;
    if (high < claimed)
        return low > 0 ? BENCHAN_CLAIM_OVERSTATED : BENCHAN_CLAIM_CONTRADICTED;
    return BENCHAN_CLAIM_NOT_SHOWN;
}

static enum benchan_claim_status decide_no_regression(double low, double high, double margin)
{
    if (low > -margin)
        return BENCHAN_CLAIM_UPHELD;
    return high < -margin ? BENCHAN_CLAIM_CONTRADICTED : BENCHAN_CLAIM_NOT_SHOWN;
}

static enum benchan_claim_status decide_same(double low, double high, double margin)
{
    if (low > -margin && high < margin)
        return BENCHAN_CLAIM_UPHELD;
    const bool disjoint = low > margin || high < -margin;
    return disjoint ? BENCHAN_CLAIM_CONTRADICTED : BENCHAN_CLAIM_NOT_SHOWN;
}

enum benchan_claim_status claim_decide(enum claim_kind kind, double claimed, double low,
                                       double high, bool admissible, bool result_gates_met,
                                       double margin)
{
    if (!admissible || isnan(low) || isnan(high))
        return BENCHAN_CLAIM_NOT_SHOWN;
    if (claim_needs_margin(kind)) {
        if (isnan(margin))
            return BENCHAN_CLAIM_NOT_SHOWN;
        return kind == CLAIM_SAME ? decide_same(low, high, margin)
                                  : decide_no_regression(low, high, margin);
    }
    if (claimed < 0) {
        const double mirrored = -high;
        high = -low;
        low = mirrored;
        claimed = -claimed;
    }
    return kind == CLAIM_AT_LEAST ? decide_at_least(claimed, low, high)
                                  : decide_point(claimed, low, high, result_gates_met);
}

/* ------------------------------------------------------------- one comparison */

/* +1 where a larger value is better: the factor from value to speed. */
static double value_to_speed(enum benchan_direction better)
{
    return better == BENCHAN_BETTER_HIGHER ? 1 : -1;
}

static double speedup_of(const struct claim_reading *reading, enum benchan_direction better,
                         double change)
{
    return reading->of_value ? value_to_speed(better) * change : change;
}

/*
 * The figure among those that print alike which suits the interval best. Its
 * direction never changes, and it moves by a tenth at most: with whole
 * multiples half the last digit would be a different claim.
 */
static double soften(const struct claim_reading *reading, double sign, double low, double high)
{
    const double exact = fabs(reading->log_change);
    const double least = fmax(fabs(reading->log_nearest), 0.9 * exact);
    const double most = fmin(fabs(reading->log_farthest), 1.1 * exact);
    const double near = sign < 0 ? -high : low;
    const double far = sign < 0 ? -low : high;
    if (far < exact)
        return sign * fmax(far, least);
    if (near > exact)
        return sign * fmin(near, most);
    return sign * exact;
}

static enum benchan_claim_status evaluate_reading(const struct claim *claim,
                                                  const struct claim_reading *reading,
                                                  const struct claim_evidence *evidence,
                                                  double low, double high)
{
    if (evidence->better == BENCHAN_BETTER_UNKNOWN && !reading->of_value)
        return BENCHAN_CLAIM_NOT_SHOWN;
    double claimed = speedup_of(reading, evidence->better, reading->log_change);
    if (claim->kind == CLAIM_POINT && !isnan(low) && !isnan(high))
        claimed = soften(reading, claimed < 0 ? -1 : 1, low, high);
    return claim_decide(claim->kind, claimed, low, high, evidence->admissible,
                        evidence->result_gates_met, evidence->margin);
}

void claim_evaluate(const struct claim *claim, const struct claim_evidence *evidence,
                    struct benchan_claim_result *result)
{
    const bool rises = evidence->better == BENCHAN_BETTER_HIGHER;
    const double low = rises ? evidence->low : -evidence->high;
    const double high = rises ? evidence->high : -evidence->low;
    const double estimate = rises ? evidence->estimate : -evidence->estimate;

    result->given = true;
    result->kind = (int)claim->kind;
    result->stated = claim->stated;
    result->n_readings = claim->n_readings;
    result->holds = claim->kind == CLAIM_AT_LEAST ? low : estimate;
    if (!evidence->admissible)
        result->holds = (double)NAN;
    result->status = BENCHAN_CLAIM_NOT_SHOWN;
    if (!claim->n_readings)
        result->status = claim_decide(claim->kind, 0, low, high, evidence->admissible,
                                      evidence->result_gates_met, evidence->margin);
    double demanding = 0;
    for (size_t i = 0; i < claim->n_readings; i++) {
        const struct claim_reading *reading = &claim->readings[i];
        struct benchan_claim_reading *out = &result->readings[i];
        out->words = reading->words;
        out->log_speedup = speedup_of(reading, evidence->better, reading->log_change);
        out->status = evaluate_reading(claim, reading, evidence, low, high);
        if (fabs(out->log_speedup) > demanding) {
            demanding = fabs(out->log_speedup);
            result->status = out->status;
        }
    }
}

/* -------------------------------------------- where the author's figure is from */

static bool carries(const struct claim_reading *reading, enum benchan_direction better,
                    double log_ratio)
{
    const double change = reading->of_value ? log_ratio : value_to_speed(better) * log_ratio;
    const double low = fmin(reading->log_nearest, reading->log_farthest);
    const double high = fmax(reading->log_nearest, reading->log_farthest);
    return change >= low - 1e-12 && change <= high + 1e-12;
}

/* The first reading that `b` over `a` gives; n_readings where none does. */
static size_t carried_reading(const struct claim *claim, enum benchan_direction better,
                              double a, double b)
{
    size_t i = 0;
    while (i < claim->n_readings && !carries(&claim->readings[i], better, log(b) - log(a)))
        i++;
    return i;
}

/* Whether some pair of ascending values has a log ratio within [low, high]. */
static bool some_pair(const double *a, size_t n, const double *b, size_t m, double low,
                      double high)
{
    size_t i = 0;
    for (size_t j = 0; j < m; j++) {
        while (i < n && log(b[j]) - log(a[i]) > high + 1e-12)
            i++;
        if (i < n && log(b[j]) - log(a[i]) >= low - 1e-12)
            return true;
    }
    return false;
}

static size_t reading_of_pair(const struct claim *claim, enum benchan_direction better,
                              const double *a, size_t n, const double *b, size_t m)
{
    size_t k = 0;
    for (; k < claim->n_readings; k++) {
        const struct claim_reading *reading = &claim->readings[k];
        const double sign = reading->of_value ? 1 : value_to_speed(better);
        const double one = sign * reading->log_nearest, other = sign * reading->log_farthest;
        if (some_pair(a, n, b, m, fmin(one, other), fmax(one, other)))
            break;
    }
    return k;
}

static enum benchan_status reproduce_by_runs(const struct claim *claim,
                                             enum benchan_direction better, const double *a,
                                             size_t n, const double *b, size_t m,
                                             size_t *reading, struct benchan_error *error)
{
    if (n > SIZE_MAX / sizeof *a - m)
        return benchan_fail_memory(error);
    double *sorted = malloc((n + m) * sizeof *sorted);
    if (!sorted)
        return benchan_fail_memory(error);
    memcpy(sorted, a, n * sizeof *a);
    memcpy(sorted + n, b, m * sizeof *b);
    gsl_sort(sorted, 1, n);
    gsl_sort(sorted + n, 1, m);
    *reading = reading_of_pair(claim, better, sorted, n, sorted + n, m);
    free(sorted);
    return BENCHAN_OK;
}

enum benchan_status claim_reproduce(const struct claim *claim, enum benchan_direction better,
                                    const double *a, size_t n, const double *b, size_t m,
                                    const char **name, size_t *reading,
                                    struct benchan_error *error)
{
    struct benchan_location_scale of_a, of_b;
    enum benchan_status status = benchan_location_scale_of(a, n, &of_a, error);
    if (status == BENCHAN_OK)
        status = benchan_location_scale_of(b, m, &of_b, error);
    if (status != BENCHAN_OK)
        return status;
    *name = NULL;
    *reading = 0;
    if (!(of_a.min > 0 && of_b.min > 0))
        return BENCHAN_OK;

    const bool most = better == BENCHAN_BETTER_HIGHER;
    const struct {
        const char *name;
        double a, b;
    } figures[] = {
        {"medians", of_a.median, of_b.median},
        {"means", of_a.mean, of_b.mean},
        {most ? "maxima" : "minima", most ? of_a.max : of_a.min, most ? of_b.max : of_b.min}};
    const size_t count = n == 1 && m == 1 ? 0 : sizeof figures / sizeof *figures;
    for (size_t i = 0; i < count; i++) {
        const size_t found = carried_reading(claim, better, figures[i].a, figures[i].b);
        if (found < claim->n_readings) {
            *name = figures[i].name;
            *reading = found;
            return BENCHAN_OK;
        }
    }
    size_t found = 0;
    status = reproduce_by_runs(claim, better, a, n, b, m, &found, error);
    if (status == BENCHAN_OK && found < claim->n_readings) {
        *name = "single runs";
        *reading = found;
    }
    return status;
}
