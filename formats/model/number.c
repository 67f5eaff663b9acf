/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/sample.h"
#include "formats/model/number.h"
#include "formats/text/locale.h"

/*
 * No double needs more than 767 significant digits to be told from its
 * neighbours, if one more digit says whether anything but zeros follows.
 */
enum { MAX_DIGITS = 770, MAX_EXPONENT = 100000 };

/* A decimal number: digits x 10^exponent. */
struct decimal {
    bool negative;
    uint64_t mantissa;     /* the first 19 significant digits */
    size_t significant;    /* digits from the first that is not 0 */
    size_t printed;        /* digits behind the point */
    long written_exponent; /* after the e; clipped to MAX_EXPONENT */
    const char *digits;    /* first digit or point */
    size_t length;         /* up to the e */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_exponent(const char *at, const char *end, long *exponent)
{
    bool negative = false;
    if (at < end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    if (at == end)
        return false;
    long value = 0;
    for (; at < end && is_digit(*at); at++) {
        if (value < MAX_EXPONENT)
            value = value * 10 + (*at - '0');
    }
    *exponent = negative ? -value : value;
    return at == end;
}

static bool read_decimal(const char *at, const char *end, struct decimal *decimal)
{
    *decimal = (struct decimal){0};
    if (at < end && (*at == '+' || *at == '-'))
        decimal->negative = *at++ == '-';
    decimal->digits = at;
    bool point = false, any = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        decimal->printed += point;
        if (*at == '0' && !decimal->significant)
            continue;
        if (decimal->significant++ < 19)
            decimal->mantissa = decimal->mantissa * 10 + (uint64_t)(*at - '0');
    }
    decimal->length = (size_t)(at - decimal->digits);
    if (!any)
        return false;
    /* A zero of 17 digits is a binary double's zero. */
    if (!decimal->significant)
        decimal->significant = decimal->length - point;
    if (at == end)
        return true;
    return (*at == 'e' || *at == 'E') && read_exponent(at + 1, end, &decimal->written_exponent);
}

/* The powers of ten that are doubles. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Mantissa and power of ten are both exact doubles: one rounding, so exact. */
static bool fast_value(const struct decimal *decimal, long exponent, double *value)
{
    if (decimal->significant > 19 || decimal->mantissa >= UINT64_C(1) << 53)
        return false;
    if (exponent < -22 || exponent > 22)
        return decimal->mantissa == 0 ? (*value = 0, true) : false;
    const double mantissa = (double)decimal->mantissa;
    *value = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent];
    return true;
}

/* The digits in a buffer of bounded size, for the C library. */
static double slow_value(const struct decimal *decimal, long exponent)
{
    char buffer[MAX_DIGITS + 40];
    size_t n = 0, seen = 0;
    bool rest = false;
    for (size_t i = 0; i < decimal->length; i++) {
        const char c = decimal->digits[i];
        if (c == '.' || (c == '0' && !seen))
            continue;
        if (seen++ < MAX_DIGITS)
            buffer[n++] = c;
        else
            rest = rest || c != '0';
    }
    const size_t dropped = seen - n;
    if (rest)
        buffer[n++] = '1';
    const long shift = (long)dropped - rest;
    benchan_snprintf(buffer + n, sizeof buffer - n, "e%ld", exponent + shift);
    return c_locale_strtod(buffer, NULL);
}

static int clip_decimals(long decimals)
{
    if (decimals >= BENCHAN_BINARY)
        return BENCHAN_BINARY - 1;
    return decimals < INT16_MIN ? INT16_MIN : (int)decimals;
}

/* Carries `mantissa` on through the digits at `at`. */
static const char *scan_digits(const char *at, const char *end, uint64_t *mantissa)
{
    for (; at < end && is_digit(*at); at++)
        *mantissa = *mantissa * 10 + (uint64_t)(*at - '0');
    return at;
}

const char *number_scan(const char *at, const char *end, double *value, int *decimals)
{
    enum { MOST = 15 };
    uint64_t mantissa = 0; /* may wrap where there are too many digits to be used */
    const char *begin = at;
    at = scan_digits(at, end, &mantissa);
    size_t digits = (size_t)(at - begin), printed = 0;
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        at = scan_digits(at, end, &mantissa);
        printed = (size_t)(at - fraction);
        digits += printed;
    }
    if (!digits || digits > MOST)
        return NULL;
    *value = (double)mantissa / powers[printed];
    *decimals = (int)printed;
    return at;
}

bool benchan_parse_number(const char *begin, size_t n, double *value, int *decimals)
{
    double scanned;
    int printed;
    if (n && number_scan(begin, begin + n, &scanned, &printed) == begin + n) {
        *value = scanned;
        if (decimals)
            *decimals = printed;
        return true;
    }
    struct decimal decimal;
    if (n > LONG_MAX / 4 || !read_decimal(begin, begin + n, &decimal))
        return false;
    const long exponent = decimal.written_exponent - (long)decimal.printed;
    double result;
    if (!fast_value(&decimal, exponent, &result))
        result = slow_value(&decimal, exponent);
    if (!isfinite(result))
        return false;
    *value = decimal.negative ? -result : result;
    if (decimals)
        *decimals = decimal.significant >= 16 ? BENCHAN_BINARY : clip_decimals(-exponent);
    return true;
}

/* ------------------------------------------------------------------ printing */

/* Digits without trailing zeros, and the exponent of the first of them. */
struct printed {
    char digits[32];
    int n, exponent;
};

static bool print_digits(double value, int precision, struct printed *printed)
{
    char text[64];
    benchan_snprintf(text, sizeof text, "%.*e", precision - 1, value);
    const char *e = strchr(text, 'e');
    if (!e)
        return false;
    printed->n = 0;
    for (const char *at = text; at < e; at++) {
        if (is_digit(*at))
            printed->digits[printed->n++] = *at;
    }
    while (printed->n > 1 && printed->digits[printed->n - 1] == '0')
        printed->n--;
    printed->exponent = (int)strtol(e + 1, NULL, 10);
    return c_locale_strtod(text, NULL) == value;
}

static void text_scientific(struct benchan_text *text, const struct printed *printed)
{
    benchan_text_bytes(text, printed->digits, 1);
    if (printed->n > 1) {
        benchan_text_string(text, ".");
        benchan_text_bytes(text, printed->digits + 1, (size_t)printed->n - 1);
    }
    benchan_text_printf(text, "e%d", printed->exponent);
}

static void text_zeros(struct benchan_text *text, int n)
{
    for (; n > 0; n--)
        benchan_text_string(text, "0");
}

static void text_plain(struct benchan_text *text, const struct printed *printed)
{
    const int before = printed->exponent + 1; /* digits before the point */
    if (before <= 0) {
        benchan_text_string(text, "0.");
        text_zeros(text, -before);
        benchan_text_bytes(text, printed->digits, (size_t)printed->n);
    } else if (before >= printed->n) {
        benchan_text_bytes(text, printed->digits, (size_t)printed->n);
        text_zeros(text, before - printed->n);
    } else {
        benchan_text_bytes(text, printed->digits, (size_t)before);
        benchan_text_string(text, ".");
        benchan_text_bytes(text, printed->digits + before, (size_t)(printed->n - before));
    }
}

static int count_digits(int value)
{
    char text[16];
    return benchan_snprintf(text, sizeof text, "%d", value);
}

static void text_shortest(struct benchan_text *text, double value)
{
    if (value == 0) {
        benchan_text_string(text, signbit(value) ? "-0" : "0");
        return;
    }
    struct printed printed = {.n = 0};
    /* Up to 15 digits survive in a normal double; a subnormal one has fewer. */
    for (int precision = fabs(value) < DBL_MIN ? 1 : 15; precision <= 17; precision++) {
        if (print_digits(fabs(value), precision, &printed))
            break;
    }
    if (value < 0)
        benchan_text_string(text, "-");
    const int before = printed.exponent + 1;
    const int plain = before <= 0           ? 2 - before + printed.n
                      : before >= printed.n ? before
                                            : printed.n + 1;
    const int scientific = printed.n + (printed.n > 1) + 1 + count_digits(printed.exponent);
    if (plain <= scientific)
        text_plain(text, &printed);
    else
        text_scientific(text, &printed);
}

/* "15e2": a value whose last printed digit stands before the point. */
static void text_rounded(struct benchan_text *text, double value, int decimals)
{
    char digits[64];
    benchan_snprintf(digits, sizeof digits, "%.16e", fabs(value));
    const char *e = strchr(digits, 'e');
    const int exponent = e ? (int)strtol(e + 1, NULL, 10) : 0;
    if (value == 0)
        benchan_text_printf(text, "0e%d", -decimals);
    else if (exponent + decimals < 0)
        text_shortest(text, value);
    else
        benchan_text_printf(text, "%.*e", exponent + decimals, value);
}

void benchan_text_number(struct benchan_text *text, double value, int decimals)
{
    if (!isfinite(value))
        benchan_text_string(text, isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    else if (decimals == BENCHAN_BINARY)
        text_shortest(text, value);
    else if (decimals < 0 || decimals > 400)
        text_rounded(text, value, decimals);
    else
        benchan_text_printf(text, "%.*f", decimals, value);
}
