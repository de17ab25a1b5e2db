/*
 * common/tr.h - words in a person's language: those of the terminal, and of notices.
 *
 * The msgids are English. The catalogs are po/XX.po compiled by msgfmt and embedded by
 * the build, since a fresh machine has neither locales nor installed catalogs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TR_H
#define TR_H

#include <stdbool.h>

/*
 * Speak a language from now on: "it", or a locale like "it_IT.UTF-8". False, and the
 * language as before, when there is no catalog for it; English needs none.
 */
bool tr_choose(const char *language);

/* Speak the language that the environment asks for, or English. */
void tr_choose_from_environment(void);

/* The language spoken ("it"), as map files name it. */
const char *tr_language(void);

/* The translation of msgid, or msgid itself when there is none. */
const char *tr(const char *msgid);

/* The same in a language ("it"), whatever is spoken; English if there is no such one.
 */
const char *tr_in(const char *language, const char *msgid);

/* Marks a text of a table that tr() is given later. */
#define N_(text) text

#endif
