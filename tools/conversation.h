/*
 * tools/conversation.h - a conversation in JSON Lines: one answer for each question, in
 * order; a bad question changes nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stddef.h>
#include <stdio.h>

struct conversation;

/* A conversation without a game yet; NULL if there is no memory for it. */
struct conversation *conversation_create(void);
void conversation_destroy(struct conversation *c);

/* Answer one question, without its end of line, by one line. */
void conversation_answer(struct conversation *c, FILE *out, const char *line,
                         size_t length);

#endif
