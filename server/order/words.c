/*
 * server/order/words.c - words that the host wants to see in no name and no chat: a
 * file with one in each line.
 *
 *   # what begins so is a remark
 *   spoilsport      the word by itself
 *   spoil*          whatever begins with it; *spoil what ends, *spoil* what has it
 *
 * Words are compared by how they look (linea/utf8.h): case, accents and letters of
 * other alphabets that are drawn alike make no difference.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linea/utf8.h"
#include "order.h"

enum { WORD = 64, MOST = 10000 };

struct word {
    bool begins, ends; /* a text's word needs only begin, or end, with it */
    size_t length;
    char looks[WORD];
};

struct wordlist {
    int count, room;
    struct word *word;
};

static bool is_gap(unsigned char c)
{
    return c < 128 && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') &&
           !(c >= 'A' && c <= 'Z');
}

static bool add(struct wordlist *list, char *line)
{
    struct word word = {.ends = *line == '*'};
    line += word.ends;
    size_t length = strlen(line);
    word.begins = length > 0 && line[length - 1] == '*';
    if (word.begins)
        line[length - 1] = '\0';
    linea_name_looks(word.looks, sizeof word.looks, line);
    word.length = strlen(word.looks);
    if (!word.length)
        return true;
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 64;
        struct word *more = realloc(list->word, (size_t)room * sizeof *more);
        if (!more)
            return false;
        list->word = more;
        list->room = room;
    }
    list->word[list->count++] = word;
    return true;
}

/* What is wrong with a line, or NULL. */
static const char *read_line(struct wordlist *list, char *line)
{
    size_t length = strcspn(line, "\r\n");
    if (!line[length] && length >= WORD)
        return "is longer than 63 bytes";
    line[length] = '\0';
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        line[--length] = '\0';
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return NULL;
    if (strlen(line) >= WORD)
        return "is longer than 63 bytes";
    if (!linea_text_clean(line, strlen(line)))
        return "is not UTF-8, or has characters that nobody sees";
    if (strpbrk(line, " \t"))
        return "has a blank in it: one word a line";
    if (list->count >= MOST)
        return "is one too many: at most 10000 words";
    return add(list, line) ? NULL : "finds no memory";
}

struct wordlist *linea_words_open(const char *path, char error[256])
{
    char line[1024];
    const char *wrong = NULL;
    int number = 0;
    FILE *file = fopen(path, "r");
    struct wordlist *list = file ? calloc(1, sizeof *list) : NULL;
    if (!file)
        snprintf(error, 256, "%.150s: %s", path, strerror(errno));
    while (list && !wrong && fgets(line, sizeof line, file)) {
        number++;
        wrong = read_line(list, line);
    }
    if (wrong)
        snprintf(error, 256, "%.150s: line %d %s", path, number, wrong);
    else if (file && (!list || ferror(file)))
        snprintf(error, 256, "%.150s cannot be read", path);
    else if (file) {
        fclose(file);
        return list;
    }
    if (file)
        fclose(file);
    linea_words_close(list);
    return NULL;
}

void linea_words_close(struct wordlist *list)
{
    if (!list)
        return;
    free(list->word);
    free(list);
}

static bool matches(const struct word *w, const char *text, size_t length)
{
    if (length < w->length)
        return false;
    if (w->begins && w->ends) {
        for (size_t at = 0; at + w->length <= length; at++)
            if (memcmp(text + at, w->looks, w->length) == 0)
                return true;
        return false;
    }
    if (w->ends) /* "*word": the end */
        return memcmp(text + length - w->length, w->looks, w->length) == 0;
    return (w->begins || length == w->length) && memcmp(text, w->looks, w->length) == 0;
}

static bool has(const struct wordlist *list, const char *text)
{
    char looks[ORDER_WORDS];
    linea_name_looks(looks, sizeof looks, text);
    size_t length = strlen(looks);
    for (int i = 0; i < list->count; i++)
        if (matches(&list->word[i], looks, length))
            return true;
    return false;
}

/* Each word of the text; and all of it, so that blanks between its letters hide
   nothing. */
bool linea_words_found(const struct wordlist *list, const char *text)
{
    char word[ORDER_WORDS];
    if (!list || !list->count)
        return false;
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (at[length] && !is_gap((unsigned char)at[length]))
            length++;
        if (length && length < sizeof word) {
            memcpy(word, at, length);
            word[length] = '\0';
            if (has(list, word))
                return true;
        }
        at += length;
        while (*at && is_gap((unsigned char)*at))
            at++;
    }
    return strlen(text) < sizeof word && has(list, text);
}
