/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_TESTS_SUPPORT_MARKUP_H
#define BENCHAN_TESTS_SUPPORT_MARKUP_H

/*
 * Fails the test unless tags close in the order they were opened, attributes
 * are quoted, and no '<' or '&' stands bare: enough of XML, and of the HTML we
 * write, to catch what a hostile name could break.
 */
void markup_well_formed(const char *text);

#endif
