/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BENCHAN_FORMATS_TEXT_FIND_WORD_H
#define BENCHAN_FORMATS_TEXT_FIND_WORD_H

/*
 * Where `word` stands in `string` and no letter, digit or '_' continues it on
 * either side; NULL where it does not. An empty word stands nowhere.
 */
const char *find_word(const char *string, const char *word);

#endif
