/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "formats/import/json.h"

#include <locale.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/number.h"
#include "benchan/text.h"
#include "formats/text/locale.h"

/* Smaller values are skipped faster than looked up. */
static const size_t jump_minimum = 4096;

struct json_jump {
    size_t begin, end;
};

/* A key of an object that is still open. */
struct key {
    const char *begin, *end; /* between the quotes */
    bool escaped;
};

struct scanner {
    struct json_document *document;
    const struct json_rules *rules;
    const char *data;
    size_t size, at;
    size_t depth;
    char closers[JSON_MAX_DEPTH]; /* of the brackets that are open */
    struct key *keys;             /* of all open objects, the innermost's last */
    size_t n_keys, keys_capacity;

    size_t whole; /* end of the last whole record; 0: none yet */
    size_t whole_depth;
    char whole_closers[JSON_MAX_DEPTH];

    enum benchan_status status;
    size_t fault; /* where it is wrong */
    const char *message;
    const char *mend;
    bool ended; /* it is wrong because the text ends */
};

const char *json_kind_name(enum json_kind kind)
{
    static const char *const names[] = {"null",         "false",    "true",     "a number",
                                        "not a number", "a string", "an array", "an object"};
    return names[kind];
}

/* ------------------------------------------------------------------ positions */

void json_position(const char *data, size_t offset, size_t *line, size_t *column)
{
    const char *begin = data;
    const char *const stop = data + offset;
    *line = 1;
    for (const char *newline;
         begin < stop && (newline = memchr(begin, '\n', (size_t)(stop - begin)));) {
        begin = newline + 1;
        ++*line;
    }
    *column = (size_t)(stop - begin) + 1;
}

enum benchan_status json_fail(const struct json_document *document, size_t offset,
                              const char *mend, struct benchan_error *error, const char *format,
                              ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    c_locale_vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t line, column;
    json_position(document->data, offset, &line, &column);
    return benchan_fail(error, BENCHAN_BAD_INPUT, document->path, line, column, mend, "%s",
                        message);
}

/* --------------------------------------------------------------------- probes */

bool json_has_key(const char *data, size_t size, const char *key)
{
    const size_t n = strlen(key);
    const char *const end = data + size;
    for (const char *at = data; (at = memchr(at, '"', (size_t)(end - at)));) {
        at++;
        if ((size_t)(end - at) <= n || memcmp(at, key, n) != 0 || at[n] != '"')
            continue;
        for (at += n + 1; at < end && strchr(" \t\r\n", *at) && *at;)
            at++;
        if (at < end && *at == ':')
            return true;
    }
    return false;
}

/* -------------------------------------------------------------------- strings */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* The four digits of a \u escape, or -1. */
static long hex_unit(const char *at, const char *end)
{
    if (end - at < 4)
        return -1;
    long unit = 0;
    for (size_t i = 0; i < 4; i++) {
        const int digit = hex_digit(at[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_high_surrogate(long unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static bool is_low_surrogate(long unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/* Reads a checked string byte by byte, its escapes resolved. */
struct decoder {
    const char *at, *end; /* between the quotes */
    unsigned char pending[4];
    unsigned n_pending, next_pending;
};

static void decode_code_point(struct decoder *decoder, unsigned long code)
{
    unsigned char *const out = decoder->pending;
    unsigned n = 0;
    if (code < 0x80) {
        out[n++] = (unsigned char)code;
    } else if (code < 0x800) {
        out[n++] = (unsigned char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        out[n++] = (unsigned char)(0xE0 | code >> 12);
        out[n++] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    } else {
        out[n++] = (unsigned char)(0xF0 | code >> 18);
        out[n++] = (unsigned char)(0x80 | (code >> 12 & 0x3F));
        out[n++] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    }
    if (code >= 0x80)
        out[n++] = (unsigned char)(0x80 | (code & 0x3F));
    decoder->n_pending = n;
    decoder->next_pending = 0;
}

static void decode_unicode_escape(struct decoder *decoder)
{
    const long unit = hex_unit(decoder->at, decoder->end);
    decoder->at += 4;
    unsigned long code = (unsigned long)unit;
    if (is_high_surrogate(unit)) {
        const long low = hex_unit(decoder->at + 2, decoder->end);
        decoder->at += 6;
        code = 0x10000 + ((unsigned long)(unit - 0xD800) << 10) + (unsigned long)(low - 0xDC00);
    }
    decode_code_point(decoder, code);
}

/* The next byte, or -1 past the end. */
static int decode_next(struct decoder *decoder)
{
    if (decoder->next_pending < decoder->n_pending)
        return decoder->pending[decoder->next_pending++];
    if (decoder->at >= decoder->end)
        return -1;
    const char c = *decoder->at++;
    if (c != '\\')
        return (unsigned char)c;
    const char escape = *decoder->at++;
    if (escape == 'u') {
        decode_unicode_escape(decoder);
        return decoder->pending[decoder->next_pending++];
    }
    static const char names[] = "bfnrt", bytes[] = "\b\f\n\r\t";
    const char *const found = strchr(names, escape);
    return (unsigned char)(found ? bytes[found - names] : escape);
}

static int compare_decoded(const struct key *a, const struct key *b)
{
    struct decoder left = {.at = a->begin, .end = a->end};
    struct decoder right = {.at = b->begin, .end = b->end};
    int l, r;
    do {
        l = decode_next(&left);
        r = decode_next(&right);
    } while (l == r && l >= 0);
    return (l > r) - (l < r);
}

static int compare_keys(const struct key *a, const struct key *b)
{
    if (a->escaped || b->escaped)
        return compare_decoded(a, b);
    const size_t n = (size_t)(a->end - a->begin), m = (size_t)(b->end - b->begin);
    const int order = memcmp(a->begin, b->begin, n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

/* Equal keys in order of place, so that the later one is the repeated one. */
static int compare_keys_and_places(const void *a, const void *b)
{
    const struct key *const left = a, *const right = b;
    const int order = compare_keys(left, right);
    return order ? order : (left->begin > right->begin) - (left->begin < right->begin);
}

/* -------------------------------------------------------------------- checking */

static bool fault(struct scanner *scanner, size_t at, const char *message, const char *mend)
{
    scanner->status = BENCHAN_BAD_INPUT;
    scanner->fault = at;
    scanner->message = message;
    scanner->mend = mend;
    return false;
}

static bool fault_end(struct scanner *scanner, const char *message)
{
    scanner->ended = true;
    return fault(scanner, scanner->size, message,
                 "copy the file again, or read its whole records with --partial");
}

static bool fault_memory(struct scanner *scanner)
{
    scanner->status = BENCHAN_NO_MEMORY;
    return false;
}

static bool fault_limit(struct scanner *scanner, size_t at, const char *message)
{
    fault(scanner, at, message, "no benchmark tool writes this: look at how the file was made");
    scanner->status = BENCHAN_LIMIT;
    return false;
}

static bool at_end(const struct scanner *scanner)
{
    return scanner->at >= scanner->size;
}

static int peek(const struct scanner *scanner)
{
    return at_end(scanner) ? -1 : (unsigned char)scanner->data[scanner->at];
}

static size_t skip_blanks(const char *data, size_t at, size_t size)
{
    while (at < size &&
           (data[at] == ' ' || data[at] == '\n' || data[at] == '\t' || data[at] == '\r'))
        at++;
    return at;
}

static void scan_blanks(struct scanner *scanner)
{
    scanner->at = skip_blanks(scanner->data, scanner->at, scanner->size);
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static const char plain_mend[] = "write the file again with a JSON library";

static bool scan_digits(struct scanner *scanner)
{
    if (at_end(scanner))
        return fault_end(scanner, "the file ends inside a number");
    if (!is_digit(peek(scanner)))
        return fault(scanner, scanner->at, "a digit is missing in this number", plain_mend);
    while (is_digit(peek(scanner)))
        scanner->at++;
    return true;
}

static bool scan_number(struct scanner *scanner)
{
    const size_t begin = scanner->at;
    if (peek(scanner) == '-')
        scanner->at++;
    const size_t digits = scanner->at;
    if (!scan_digits(scanner))
        return false;
    if (scanner->data[digits] == '0' && scanner->at > digits + 1)
        return fault(scanner, begin, "a number with a leading zero is not JSON", plain_mend);
    if (peek(scanner) == '.') {
        scanner->at++;
        if (!scan_digits(scanner))
            return false;
    }
    if (peek(scanner) == 'e' || peek(scanner) == 'E') {
        scanner->at++;
        if (peek(scanner) == '+' || peek(scanner) == '-')
            scanner->at++;
        if (!scan_digits(scanner))
            return false;
    }
    if (scanner->at - begin > JSON_MAX_NUMBER)
        return fault_limit(scanner, begin, "a number of more than 63 characters");
    return true;
}

/* A \u escape, the four digits and a second half included. */
static bool scan_unicode_escape(struct scanner *scanner, size_t begin)
{
    const char *const end = scanner->data + scanner->size;
    const char *at = scanner->data + scanner->at;
    if (end - at < 4)
        return fault_end(scanner, "the file ends inside a string");
    const long unit = hex_unit(at, end);
    if (unit < 0)
        return fault(scanner, begin, "an escape \\u without four hexadecimal digits",
                     plain_mend);
    if (unit == 0)
        return fault(scanner, begin, "a NUL character inside a string",
                     "take it out: no name or value holds one");
    scanner->at += 4;
    if (is_low_surrogate(unit))
        return fault(scanner, begin, "half of a surrogate pair", plain_mend);
    if (!is_high_surrogate(unit))
        return true;
    at += 4;
    if (end - at < 6)
        return fault_end(scanner, "the file ends inside a string");
    if (at[0] != '\\' || at[1] != 'u' || !is_low_surrogate(hex_unit(at + 2, end)))
        return fault(scanner, begin, "half of a surrogate pair", plain_mend);
    scanner->at += 6;
    return true;
}

static bool scan_escape(struct scanner *scanner)
{
    const size_t begin = scanner->at++;
    if (at_end(scanner))
        return fault_end(scanner, "the file ends inside a string");
    const char c = scanner->data[scanner->at++];
    if (c == 'u')
        return scan_unicode_escape(scanner, begin);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return fault(scanner, begin, "an unknown escape in a string", plain_mend);
    return true;
}

/* Bytes of the sequence a lead byte begins, 0 for none, and what may follow it. */
static size_t utf8_length(unsigned char lead, unsigned char *low, unsigned char *high)
{
    *low = 0x80;
    *high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (lead == 0xE0)
            *low = 0xA0; /* shorter forms exist */
        if (lead == 0xED)
            *high = 0x9F; /* surrogates */
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (lead == 0xF0)
            *low = 0x90;
        if (lead == 0xF4)
            *high = 0x8F; /* beyond U+10FFFF */
        return 4;
    }
    return 0;
}

static bool scan_utf8(struct scanner *scanner)
{
    static const char mend[] = "save the file as UTF-8";
    unsigned char low, high;
    const size_t begin = scanner->at;
    const size_t n = utf8_length((unsigned char)scanner->data[begin], &low, &high);
    if (!n)
        return fault(scanner, begin, "a byte that is not UTF-8", mend);
    for (size_t i = 1; i < n; i++) {
        if (begin + i >= scanner->size)
            return fault_end(scanner, "the file ends inside a string");
        const unsigned char c = (unsigned char)scanner->data[begin + i];
        if (c < low || c > high)
            return fault(scanner, begin, "a byte that is not UTF-8", mend);
        low = 0x80;
        high = 0xBF;
    }
    scanner->at += n;
    return true;
}

/* A string; *escaped tells whether an escape is in it. */
static bool scan_string(struct scanner *scanner, bool *escaped)
{
    *escaped = false;
    scanner->at++;
    while (!at_end(scanner)) {
        const unsigned char c = (unsigned char)scanner->data[scanner->at];
        if (c == '"') {
            scanner->at++;
            return true;
        }
        if (c == '\\') {
            *escaped = true;
            if (!scan_escape(scanner))
                return false;
        } else if (c < 0x20) {
            return fault(scanner, scanner->at,
                         c == '\n' ? "a line break inside a string"
                                   : "a control character inside a string",
                         "write it as an escape");
        } else if (c < 0x80) {
            scanner->at++;
        } else if (!scan_utf8(scanner)) {
            return false;
        }
    }
    return fault_end(scanner, "the file ends inside a string");
}

/* `word` if it stands here; at the end of the text its beginning is a cut word. */
static bool scan_word(struct scanner *scanner, const char *word)
{
    const size_t n = strlen(word), left = scanner->size - scanner->at;
    if (memcmp(scanner->data + scanner->at, word, n < left ? n : left) != 0)
        return fault(scanner, scanner->at, "this is not a JSON value", plain_mend);
    if (left < n)
        return fault_end(scanner, "the file ends inside a word");
    scanner->at += n;
    return true;
}

static bool scan_nonfinite(struct scanner *scanner)
{
    const size_t begin = scanner->at;
    if (peek(scanner) == '-')
        scanner->at++;
    if (!scan_word(scanner, peek(scanner) == 'N' ? "NaN" : "Infinity"))
        return false;
    scanner->document->nonfinite = true;
    if (scanner->rules->nonfinite)
        return true;
    return fault(scanner, begin, "NaN and Infinity are not numbers in JSON",
                 "find out why the benchmark produced it, and measure again");
}

static bool is_nonfinite(const struct scanner *scanner)
{
    const int c = peek(scanner);
    const size_t next = scanner->at + 1;
    return c == 'N' || c == 'I' ||
           (c == '-' && next < scanner->size && scanner->data[next] == 'I');
}

static bool open_bracket(struct scanner *scanner, char closer)
{
    if (scanner->depth == JSON_MAX_DEPTH)
        return fault_limit(scanner, scanner->at, "brackets nested more than 128 deep");
    scanner->closers[scanner->depth++] = closer;
    scanner->at++;
    scan_blanks(scanner);
    return true;
}

static bool note_jump(struct scanner *scanner, size_t begin)
{
    struct json_document *const document = scanner->document;
    if (scanner->at - begin < jump_minimum)
        return true;
    if (document->n_jumps == document->jumps_capacity) {
        const size_t capacity = document->jumps_capacity ? document->jumps_capacity * 2 : 64;
        if (capacity > SIZE_MAX / sizeof *document->jumps)
            return fault_memory(scanner);
        struct json_jump *jumps = realloc(document->jumps, capacity * sizeof *jumps);
        if (!jumps)
            return fault_memory(scanner);
        document->jumps = jumps;
        document->jumps_capacity = capacity;
    }
    document->jumps[document->n_jumps++] = (struct json_jump){begin, scanner->at};
    return true;
}

static bool close_bracket(struct scanner *scanner, size_t begin)
{
    scanner->at++;
    scanner->depth--;
    return note_jump(scanner, begin);
}

static bool add_key(struct scanner *scanner, struct key key)
{
    if (scanner->n_keys == scanner->keys_capacity) {
        const size_t capacity = scanner->keys_capacity ? scanner->keys_capacity * 2 : 64;
        if (capacity > SIZE_MAX / sizeof *scanner->keys)
            return fault_memory(scanner);
        struct key *keys = realloc(scanner->keys, capacity * sizeof *keys);
        if (!keys)
            return fault_memory(scanner);
        scanner->keys = keys;
        scanner->keys_capacity = capacity;
    }
    scanner->keys[scanner->n_keys++] = key;
    return true;
}

/* Drops the keys of an object that ends, from `first` on, unless two are equal. */
static bool close_keys(struct scanner *scanner, size_t first)
{
    const size_t n = scanner->n_keys - first;
    scanner->n_keys = first;
    if (n < 2)
        return true;
    struct key *const keys = scanner->keys + first;
    qsort(keys, n, sizeof *keys, compare_keys_and_places);
    for (size_t i = 1; i < n; i++)
        if (compare_keys(&keys[i - 1], &keys[i]) == 0)
            return fault(scanner, (size_t)(keys[i].begin - scanner->data) - 1,
                         "this key stands twice in one object",
                         "two values for one key cannot both hold: delete the wrong one");
    return true;
}

static bool scan_value(struct scanner *scanner, enum json_kind *kind);

static bool scan_key(struct scanner *scanner)
{
    if (at_end(scanner))
        return fault_end(scanner, "the file ends inside an object");
    if (peek(scanner) != '"')
        return fault(scanner, scanner->at, "a key in double quotes is missing", plain_mend);
    struct key key = {.begin = scanner->data + scanner->at + 1};
    if (!scan_string(scanner, &key.escaped))
        return false;
    key.end = scanner->data + scanner->at - 1;
    if (!add_key(scanner, key))
        return false;
    scan_blanks(scanner);
    if (at_end(scanner))
        return fault_end(scanner, "the file ends inside an object");
    if (peek(scanner) != ':')
        return fault(scanner, scanner->at, "a colon is missing after the key", plain_mend);
    scanner->at++;
    scan_blanks(scanner);
    return true;
}

/* After a value: true at a comma (passed) or at the closing bracket. */
static bool scan_separator(struct scanner *scanner, char closer)
{
    scan_blanks(scanner);
    if (at_end(scanner))
        return fault_end(scanner, closer == ']' ? "the file ends inside an array"
                                                : "the file ends inside an object");
    if (peek(scanner) == closer)
        return true;
    if (peek(scanner) != ',')
        return fault(scanner, scanner->at, "a comma or a closing bracket is missing",
                     plain_mend);
    scanner->at++;
    scan_blanks(scanner);
    if (peek(scanner) == closer)
        return fault(scanner, scanner->at, "a comma with nothing after it", plain_mend);
    return true;
}

static bool scan_object(struct scanner *scanner)
{
    const size_t begin = scanner->at, first_key = scanner->n_keys;
    if (!open_bracket(scanner, '}'))
        return false;
    while (peek(scanner) != '}') {
        enum json_kind kind;
        if (!scan_key(scanner) || !scan_value(scanner, &kind) || !scan_separator(scanner, '}'))
            return false;
    }
    return close_bracket(scanner, begin) && close_keys(scanner, first_key);
}

static void note_record(struct scanner *scanner)
{
    const unsigned *const depths = scanner->rules->record_depths;
    if (scanner->depth != depths[0] && scanner->depth != depths[1])
        return;
    scanner->whole = scanner->at;
    scanner->whole_depth = scanner->depth;
    memcpy(scanner->whole_closers, scanner->closers, scanner->depth);
}

static bool scan_array(struct scanner *scanner)
{
    const size_t begin = scanner->at;
    if (!open_bracket(scanner, ']'))
        return false;
    while (peek(scanner) != ']') {
        enum json_kind kind;
        if (!scan_value(scanner, &kind))
            return false;
        note_record(scanner);
        if (!scan_separator(scanner, ']'))
            return false;
    }
    return close_bracket(scanner, begin);
}

static enum json_kind kind_at(const char *data, size_t at)
{
    switch (data[at]) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case '"':
        return JSON_STRING;
    case 'n':
        return JSON_NULL;
    case 't':
        return JSON_TRUE;
    case 'f':
        return JSON_FALSE;
    case 'N':
    case 'I':
        return JSON_NONFINITE;
    default:
        return JSON_NUMBER;
    }
}

static bool scan_value(struct scanner *scanner, enum json_kind *kind)
{
    bool escaped;
    if (at_end(scanner))
        return fault_end(scanner, scanner->size ? "the file ends where a value should be"
                                                : "the file is empty");
    *kind = is_nonfinite(scanner) ? JSON_NONFINITE : kind_at(scanner->data, scanner->at);
    switch (*kind) {
    case JSON_OBJECT:
        return scan_object(scanner);
    case JSON_ARRAY:
        return scan_array(scanner);
    case JSON_STRING:
        return scan_string(scanner, &escaped);
    case JSON_NULL:
        return scan_word(scanner, "null");
    case JSON_TRUE:
        return scan_word(scanner, "true");
    case JSON_FALSE:
        return scan_word(scanner, "false");
    case JSON_NONFINITE:
        return scan_nonfinite(scanner);
    case JSON_NUMBER:
        break;
    }
    if (!is_digit(peek(scanner)) && peek(scanner) != '-')
        return fault(scanner, scanner->at, "this is not a JSON value", plain_mend);
    return scan_number(scanner);
}

static bool scan_text(struct scanner *scanner)
{
    struct json_span *const root = &scanner->document->root;
    scan_blanks(scanner);
    root->begin = scanner->at;
    if (!scan_value(scanner, &root->kind))
        return false;
    root->end = scanner->at;
    scan_blanks(scanner);
    return at_end(scanner) ||
           fault(scanner, scanner->at, "something follows the end of the JSON text",
                 "keep one JSON text in the file: several results need several files");
}

static int compare_jumps(const void *a, const void *b)
{
    const size_t left = ((const struct json_jump *)a)->begin;
    const size_t right = ((const struct json_jump *)b)->begin;
    return (left > right) - (left < right);
}

static void scan(struct scanner *scanner)
{
    struct json_document *const document = scanner->document;
    document->n_jumps = 0;
    scanner->data = document->data;
    scanner->size = document->size;
    if (scan_text(scanner) && document->n_jumps)
        qsort(document->jumps, document->n_jumps, sizeof *document->jumps, compare_jumps);
    free(scanner->keys);
    scanner->keys = NULL;
}

/* Replaces the text by its whole records, every bracket closed. */
static bool mend_end(struct json_document *document, const struct scanner *scanner)
{
    const size_t n = scanner->whole, depth = scanner->whole_depth;
    document->mended = malloc(n + depth + 1);
    if (!document->mended)
        return false;
    memcpy(document->mended, document->data, n);
    for (size_t i = 0; i < depth; i++)
        document->mended[n + i] = scanner->whole_closers[depth - 1 - i];
    document->mended[n + depth] = '\0';
    document->data = document->mended;
    document->size = n + depth;
    document->cut = true;
    return true;
}

static enum benchan_status fail_scan(struct json_document *document,
                                     const struct scanner *scanner, struct benchan_error *error)
{
    size_t line = 0, column = 0;
    if (scanner->status != BENCHAN_NO_MEMORY)
        json_position(document->data, scanner->fault, &line, &column);
    json_close(document);
    if (scanner->status == BENCHAN_NO_MEMORY)
        return benchan_fail_memory(error);
    return benchan_fail(error, scanner->status, document->path, line, column, scanner->mend,
                        "%s", scanner->message);
}

enum benchan_status json_open(struct json_document *document, const char *path,
                              const char *data, size_t size, const struct json_rules *rules,
                              struct benchan_error *error)
{
    static const struct json_rules strict = {0};
    *document = (struct json_document){.path = path, .data = data, .size = size};
    struct scanner scanner = {.document = document, .rules = rules ? rules : &strict};
    scan(&scanner);
    if (scanner.ended && scanner.rules->partial && scanner.whole) {
        if (!mend_end(document, &scanner)) {
            json_close(document);
            return benchan_fail_memory(error);
        }
        scanner = (struct scanner){.document = document, .rules = scanner.rules};
        scan(&scanner);
    }
    return scanner.status == BENCHAN_OK ? BENCHAN_OK : fail_scan(document, &scanner, error);
}

void json_close(struct json_document *document)
{
    free(document->mended);
    free(document->jumps);
    document->mended = NULL;
    document->jumps = NULL;
    document->n_jumps = document->jumps_capacity = 0;
    document->data = NULL;
    document->size = 0;
}

/* -------------------------------------------------------------------- walking */

/* From here on the text is known to be sound. */

/* Past the closing quote: the first that no odd number of backslashes precedes. */
static size_t skip_string(const struct json_document *document, size_t begin)
{
    const char *const data = document->data;
    for (size_t at = begin + 1;; at++) {
        const char *const quote = memchr(data + at, '"', document->size - at);
        at = (size_t)(quote - data);
        size_t backslashes = 0;
        while (data[at - 1 - backslashes] == '\\')
            backslashes++;
        if (backslashes % 2 == 0)
            return at + 1;
    }
}

/* The end of a value of at least jump_minimum bytes. */
static size_t find_jump(const struct json_document *document, size_t begin)
{
    const struct json_jump wanted = {.begin = begin};
    const struct json_jump *const jump =
        bsearch(&wanted, document->jumps, document->n_jumps, sizeof wanted, compare_jumps);
    return jump->end;
}

/* Quotes and brackets: all that decides where a bracketed value ends. */
static const unsigned char is_structure[256] = {
    ['"'] = 1, ['['] = 1, [']'] = 1, ['{'] = 1, ['}'] = 1};

static size_t skip_bracketed(const struct json_document *document, size_t begin)
{
    const char *const data = document->data;
    size_t at = begin, depth = 0;
    do {
        while (!is_structure[(unsigned char)data[at]])
            at++;
        if (data[at] == '"') {
            at = skip_string(document, at);
        } else {
            depth += data[at] == '{' || data[at] == '[' ? 1 : SIZE_MAX;
            at++;
        }
        if (depth && at - begin >= jump_minimum)
            return find_jump(document, begin);
    } while (depth);
    return at;
}

static const unsigned char ends_scalar[256] = {
    [' '] = 1, ['\n'] = 1, ['\t'] = 1, ['\r'] = 1, [','] = 1, [']'] = 1, ['}'] = 1};

static size_t skip_scalar(const struct json_document *document, size_t at)
{
    while (at < document->size && !ends_scalar[(unsigned char)document->data[at]])
        at++;
    return at;
}

static struct json_span value_at(const struct json_document *document, size_t at)
{
    const char *const data = document->data;
    struct json_span span = {.kind = kind_at(data, at), .begin = at};
    if (data[at] == '-' && data[at + 1] == 'I')
        span.kind = JSON_NONFINITE;
    if (span.kind == JSON_STRING)
        span.end = skip_string(document, at);
    else if (span.kind == JSON_ARRAY || span.kind == JSON_OBJECT)
        span.end = skip_bracketed(document, at);
    else
        span.end = skip_scalar(document, at);
    return span;
}

struct json_walk json_walk_start(const struct json_document *document, struct json_span of)
{
    struct json_walk walk = {.document = document, .at = SIZE_MAX};
    if (of.kind != JSON_ARRAY && of.kind != JSON_OBJECT)
        return walk;
    walk.at = of.begin + 1;
    walk.object = of.kind == JSON_OBJECT;
    return walk;
}

bool json_walk_next(struct json_walk *walk, struct json_span *key, struct json_span *value)
{
    if (walk->at == SIZE_MAX)
        return false;
    const struct json_document *const document = walk->document;
    const char *const data = document->data;
    size_t at = skip_blanks(data, walk->at, document->size);
    if (data[at] == ',')
        at = skip_blanks(data, at + 1, document->size);
    if (data[at] == ']' || data[at] == '}') {
        walk->at = SIZE_MAX;
        return false;
    }
    if (walk->object) {
        const struct json_span name = value_at(document, at);
        if (key)
            *key = name;
        at = skip_blanks(data, name.end, document->size) + 1;
        at = skip_blanks(data, at, document->size);
    }
    *value = value_at(document, at);
    walk->at = value->end;
    return true;
}

bool json_member(const struct json_document *document, struct json_span of, const char *key,
                 struct json_span *value)
{
    struct json_span name, found;
    if (of.kind != JSON_OBJECT)
        return false;
    struct json_walk walk = json_walk_start(document, of);
    while (json_walk_next(&walk, &name, &found))
        if (json_equal(document, name, key)) {
            *value = found;
            return true;
        }
    return false;
}

bool json_equal(const struct json_document *document, struct json_span of, const char *string)
{
    if (of.kind != JSON_STRING)
        return false;
    struct decoder decoder = {.at = document->data + of.begin + 1,
                              .end = document->data + of.end - 1};
    const size_t n = strlen(string);
    for (size_t i = 0; i < n; i++)
        if (decode_next(&decoder) != (unsigned char)string[i])
            return false;
    return decode_next(&decoder) < 0;
}

bool json_number(const struct json_document *document, struct json_span of, double *value)
{
    return of.kind == JSON_NUMBER &&
           benchan_parse_number(document->data + of.begin, of.end - of.begin, value, NULL);
}

bool json_whole(const struct json_document *document, struct json_span of, double *value)
{
    double number;
    for (size_t i = of.begin; i < of.end; i++)
        if (!is_digit(document->data[i]) && document->data[i] != '-')
            return false;
    if (!json_number(document, of, &number))
        return false;
    if (number > 9007199254740992.0 || number < -9007199254740992.0)
        return false;
    *value = number;
    return true;
}

/* The value's text with null for NaN and Infinity, which cJSON does not know. */
static void write_finite(const struct json_document *document, struct json_span of,
                         struct benchan_text *text)
{
    const char *const data = document->data;
    size_t begin = of.begin;
    for (size_t at = begin; at < of.end;) {
        if (data[at] == '"') {
            at = skip_string(document, at);
            continue;
        }
        const bool minus = data[at] == '-' && data[at + 1] == 'I';
        if (data[at] != 'N' && data[at] != 'I' && !minus) {
            at++;
            continue;
        }
        benchan_text_bytes(text, data + begin, at - begin);
        benchan_text_string(text, "null");
        at += data[at] == 'N' ? strlen("NaN") : strlen("Infinity") + minus;
        begin = at;
    }
    benchan_text_bytes(text, data + begin, of.end - begin);
}

/* cJSON asks the locale for its decimal point: it must be the C locale's. */
static cJSON *parse_in_c_locale(const char *data, size_t n)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c)
        return NULL;
    const locale_t before = uselocale(c);
    cJSON *const tree = cJSON_ParseWithLength(data, n);
    uselocale(before);
    freelocale(c);
    return tree;
}

cJSON *json_tree(const struct json_document *document, struct json_span of)
{
    if (!document->nonfinite)
        return parse_in_c_locale(document->data + of.begin, of.end - of.begin);
    struct benchan_text text = {0};
    write_finite(document, of, &text);
    cJSON *const tree = text.failed ? NULL : parse_in_c_locale(text.data, text.size);
    benchan_text_free(&text);
    return tree;
}
