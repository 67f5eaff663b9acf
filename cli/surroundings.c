/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/surroundings.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "benchan/number.h"

enum { WIDTH = 80, NARROWEST = 40, WIDEST = 200 };

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] ? value : NULL;
}

/* The variables in the order in which the C library would ask them. */
static bool locale_is_utf8(void)
{
    const char *name = variable("LC_ALL");
    if (!name)
        name = variable("LC_CTYPE");
    if (!name)
        name = variable("LANG");
    if (!name)
        return false;
    const char *dot = strchr(name, '.');
    const char *charset = dot ? dot + 1 : name;
    return strncasecmp(charset, "utf-8", 5) == 0 || strncasecmp(charset, "utf8", 4) == 0;
}

static size_t stated_width(void)
{
    const char *text = variable("COLUMNS");
    double width;
    if (!text || !benchan_parse_number(text, strlen(text), &width, NULL))
        return 0;
    return width >= 1 && width <= 10000 ? (size_t)width : 0;
}

static size_t terminal_width(int out)
{
    struct winsize size;
    return ioctl(out, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static size_t width_of(int out, bool terminal)
{
    size_t width = stated_width();
    if (!width && terminal)
        width = terminal_width(out);
    if (!width)
        return WIDTH;
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

struct surroundings surroundings_read(int out, int err)
{
    const char *term = variable("TERM");
    const bool terminal = isatty(out);
    const bool dumb = term && strcmp(term, "dumb") == 0;
    return (struct surroundings){
        .ascii = !locale_is_utf8(),
        .terminal = terminal,
        .no_color = variable("NO_COLOR") || dumb,
        .width = width_of(out, terminal),
        .progress = isatty(err) && !dumb ? err : -1,
    };
}
