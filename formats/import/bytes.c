/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "benchan/text.h"

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

bool bytes_contain(const char *data, size_t size, const char *needle)
{
    const size_t n = strlen(needle);
    const char *end = data + size;
    for (const char *at = data; n <= (size_t)(end - at); at++) {
        at = memchr(at, needle[0], (size_t)(end - at) - n + 1);
        if (!at)
            return false;
        if (memcmp(at, needle, n) == 0)
            return true;
    }
    return false;
}

bool bytes_begin(const char *data, size_t size, const char *prefix)
{
    const size_t n = strlen(prefix);
    return data && size >= n && memcmp(data, prefix, n) == 0;
}

/* ---------------------------------------------------------------------- gzip */

struct inflation {
    z_stream stream;
    const unsigned char *input;
    size_t input_left;
    char *output;
    size_t size, capacity;
};

/* Keeps one byte free for the terminator. */
static bool grow_output(struct inflation *inflation)
{
    if (inflation->size + 1 < inflation->capacity)
        return true;
    if (inflation->capacity > SIZE_MAX / 2)
        return false;
    const size_t capacity = inflation->capacity ? inflation->capacity * 2 : 64 * 1024;
    char *output = realloc(inflation->output, capacity);
    if (!output)
        return false;
    inflation->output = output;
    inflation->capacity = capacity;
    return true;
}

static void feed(struct inflation *inflation)
{
    if (inflation->stream.avail_in || !inflation->input_left)
        return;
    const size_t n = inflation->input_left < 1 << 30 ? inflation->input_left : 1 << 30;
    inflation->stream.next_in = (unsigned char *)inflation->input;
    inflation->stream.avail_in = (uInt)n;
    inflation->input += n;
    inflation->input_left -= n;
}

/* Whether another gzip member follows; what else follows is padding. */
static bool next_member(struct inflation *inflation)
{
    feed(inflation);
    return inflation->stream.avail_in >= 2 && inflation->stream.next_in[0] == 0x1f &&
           inflation->stream.next_in[1] == 0x8b && inflateReset(&inflation->stream) == Z_OK;
}

/* Z_OK, or a zlib error; Z_BUF_ERROR for a stream that is cut, Z_MEM_ERROR. */
static int inflate_all(struct inflation *inflation, size_t limit)
{
    for (;;) {
        feed(inflation);
        if (!grow_output(inflation))
            return Z_MEM_ERROR;
        size_t free_bytes = inflation->capacity - inflation->size - 1;
        if (free_bytes > 1 << 30)
            free_bytes = 1 << 30;
        inflation->stream.next_out = (unsigned char *)inflation->output + inflation->size;
        inflation->stream.avail_out = (uInt)free_bytes;
        const int code = inflate(&inflation->stream, Z_NO_FLUSH);
        inflation->size += free_bytes - inflation->stream.avail_out;
        if (inflation->size > limit)
            return Z_OK;
        if (code == Z_STREAM_END) {
            if (!next_member(inflation))
                return Z_OK;
        } else if (code != Z_OK) {
            return code == Z_BUF_ERROR && inflation->input_left ? Z_DATA_ERROR : code;
        }
    }
}

static enum benchan_status decode_gzip(const char *path, const void *data, size_t size,
                                       size_t limit, bool partial, struct bytes *bytes,
                                       struct benchan_error *error)
{
    struct inflation inflation = {.input = data, .input_left = size};
    if (inflateInit2(&inflation.stream, 15 + 16) != Z_OK)
        return benchan_fail_memory(error);
    const int code = inflate_all(&inflation, limit);
    inflateEnd(&inflation.stream);
    const bool cut = code == Z_BUF_ERROR && partial;
    if (inflation.size <= limit && (code == Z_OK || cut)) {
        inflation.output[inflation.size] = '\0';
        *bytes = (struct bytes){inflation.output, inflation.size, cut};
        return BENCHAN_OK;
    }
    free(inflation.output);
    if (inflation.size > limit)
        return benchan_fail(error, BENCHAN_LIMIT, path, 0, 0,
                            "unpack it and split it, if it is what it says it is",
                            "more than %zu bytes after decompression", limit);
    if (code == Z_MEM_ERROR)
        return benchan_fail_memory(error);
    if (code == Z_BUF_ERROR)
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0,
                            "copy the file again, or accept its whole records with --partial",
                            "the gzip stream ends before it is complete");
    return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0, "copy the file again",
                        "the gzip stream is damaged");
}

/* --------------------------------------------------------------------- UTF-16 */

static size_t put_utf8(char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        to[0] = (char)(0xc0 | code >> 6);
        to[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        to[0] = (char)(0xe0 | code >> 12);
        to[1] = (char)(0x80 | (code >> 6 & 0x3f));
        to[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    to[0] = (char)(0xf0 | code >> 18);
    to[1] = (char)(0x80 | (code >> 12 & 0x3f));
    to[2] = (char)(0x80 | (code >> 6 & 0x3f));
    to[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

static uint32_t unit_at(const unsigned char *data, size_t at, bool big)
{
    return big ? (uint32_t)(data[at] << 8 | data[at + 1])
               : (uint32_t)(data[at + 1] << 8 | data[at]);
}

static enum benchan_status decode_utf16(const char *path, const char *text, size_t size,
                                        bool big, struct bytes *bytes,
                                        struct benchan_error *error)
{
    const unsigned char *data = (const unsigned char *)text;
    if (size % 2)
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0, "copy the file again",
                            "the file ends inside a UTF-16 character");
    if (size > SIZE_MAX / 2 - 1)
        return benchan_fail_memory(error);
    char *to = malloc(size / 2 * 3 + 1); /* three bytes for two at most */
    if (!to)
        return benchan_fail_memory(error);
    size_t n = 0;
    for (size_t at = 2; at < size; at += 2) {
        uint32_t code = unit_at(data, at, big);
        if (code >= 0xd800 && code < 0xdc00 && at + 2 < size) {
            const uint32_t low = unit_at(data, at + 2, big);
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at += 2;
            }
        }
        if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        n += put_utf8(to + n, code);
    }
    to[n] = '\0';
    *bytes = (struct bytes){to, n, bytes->cut};
    return BENCHAN_OK;
}

/* -------------------------------------------------------------------- choices */

static const char utf8_mark[] = "\xef\xbb\xbf", little_mark[] = "\xff\xfe",
                  big_mark[] = "\xfe\xff", gzip_magic[] = "\x1f\x8b";

static enum benchan_status copy(const void *data, size_t size, struct bytes *bytes,
                                struct benchan_error *error)
{
    char *to = size < SIZE_MAX ? malloc(size + 1) : NULL;
    if (!to)
        return benchan_fail_memory(error);
    if (size)
        memcpy(to, data, size);
    to[size] = '\0';
    *bytes = (struct bytes){to, size, false};
    return BENCHAN_OK;
}

/* Compressions that are recognised only to say what to do. */
static const char *foreign_compression(const void *data, size_t size)
{
    if (bytes_begin(data, size, "\x28\xb5\x2f\xfd"))
        return "zstd -dc";
    if (bytes_begin(data, size, "\xfd\x37zXZ"))
        return "xz -dc";
    if (bytes_begin(data, size, "BZh") && size > 3 && ((const char *)data)[3] >= '1' &&
        ((const char *)data)[3] <= '9')
        return "bzip2 -dc";
    return bytes_begin(data, size, "PK\x03\x04") ? "unzip -p" : NULL;
}

static enum benchan_status decode_text(const char *path, struct bytes *bytes,
                                       struct benchan_error *error)
{
    if (bytes_begin(bytes->data, bytes->size, utf8_mark)) {
        bytes->size -= 3;
        memmove(bytes->data, bytes->data + 3, bytes->size + 1);
        return BENCHAN_OK;
    }
    const bool little = bytes_begin(bytes->data, bytes->size, little_mark);
    if (!little && !bytes_begin(bytes->data, bytes->size, big_mark))
        return BENCHAN_OK;
    struct bytes wide = *bytes;
    const enum benchan_status status =
        decode_utf16(path, wide.data, wide.size, !little, bytes, error);
    bytes_free(&wide);
    return status;
}

bool bytes_are_plain(const void *data, size_t size, const char **text, size_t *n)
{
    if (bytes_begin(data, size, gzip_magic) || bytes_begin(data, size, little_mark) ||
        bytes_begin(data, size, big_mark) || foreign_compression(data, size))
        return false;
    const size_t mark = bytes_begin(data, size, utf8_mark) ? 3 : 0;
    *text = (const char *)data + mark;
    *n = size - mark;
    return true;
}

enum benchan_status bytes_decode(const char *path, const void *data, size_t size, size_t limit,
                                 bool partial, struct bytes *bytes, struct benchan_error *error)
{
    const char *tool = foreign_compression(data, size);
    if (tool) {
        char mend[128];
        benchan_snprintf(mend, sizeof mend, "unpack it first: %s", tool);
        return benchan_fail(error, BENCHAN_BAD_INPUT, path, 0, 0, mend,
                            "the file is compressed, and not by gzip");
    }
    struct bytes decoded = {0};
    const enum benchan_status unpacked =
        bytes_begin(data, size, gzip_magic)
            ? decode_gzip(path, data, size, limit, partial, &decoded, error)
            : copy(data, size, &decoded, error);
    if (unpacked != BENCHAN_OK)
        return unpacked;
    const enum benchan_status status = decode_text(path, &decoded, error);
    if (status == BENCHAN_OK)
        *bytes = decoded;
    return status;
}
