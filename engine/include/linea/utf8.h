/*
 * linea/utf8.h - text from outside the program: what of it may be kept and shown.
 *
 * Names, chat and maps are written by strangers and shown to others. A control
 * character can steer a terminal; a bidirectional mark makes a line read otherwise than
 * it is spelt; an invisible character makes two names look the same. None of them is
 * needed to write a name in any language.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_UTF8_H
#define LINEA_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "linea/json.h"

/* Bytes of the UTF-8 character that a text begins with; 0 if it begins with none. */
int linea_utf8_length(const char *text, size_t length);

/* How many characters a text has, if it is UTF-8. */
int linea_utf8_count(const char *text, size_t length);

/* How many bytes of a text fit where there is room for so many, cut between two
   characters. */
size_t linea_utf8_cut(const char *text, size_t length, size_t room);

/*
 * Whether a text is UTF-8 without control characters (C0, DEL, C1), line and paragraph
 * separators, bidirectional marks, embeddings, overrides and isolates, and other format
 * characters that nobody sees, and with at most four marks upon one letter. The joiners
 * U+200C and U+200D are allowed: Persian, Indic scripts and emoji need them. An empty
 * text is clean.
 */
bool linea_text_clean(const char *text, size_t length);

/*
 * Whether a text can be a name: clean, with a letter, a digit or a picture in it, and
 * with letters of one script in each word. Latin letters may stand among those of
 * China, Japan and Korea: people write so there. After Unicode's TR39, "highly
 * restrictive".
 */
bool linea_name_clean(const char *text, size_t length);

/*
 * Whether two names look alike: the same but for case, accents, blanks, punctuation and
 * joiners, and letters that are drawn alike: of other alphabets, in styles, or two that
 * look like one. After the idea of TR39, with a small table.
 */
bool linea_names_alike(const char *a, const char *b);

/* How a name looks: two names look alike exactly if this writes the same for both. It
   is at most as long as the name; what has no room in `size` bytes is left out.
   NUL-terminated. Accounts are found by it: if it changes, what is stored must be
   written again. */
void linea_name_looks(char *out, size_t size, const char *name);

/* How the next word of a name looks, up to a blank or punctuation; false behind the
   last. */
bool linea_name_word(struct linea_out *out, const char **name);

/*
 * Write a text that need not be clean in a form that is: "<U+202E>" for each character
 * that is not allowed, U+FFFD for each byte that is not UTF-8. A text grows to at most
 * eight times its length.
 */
void linea_out_clean(struct linea_out *out, const char *text, size_t length);

#endif
