/*
 * tests/fuzz/fuzz_conversation.c - any bytes as questions. Each gets exactly one
 * answer, a line of JSON that says ok or error, and after an error the game is as
 * before.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversation.h"
#include "fuzz.h"

/* The answer to a question, to be freed. */
static char *ask(struct conversation *c, const char *question, size_t length)
{
    char *answer = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&answer, &size);
    require(out != NULL, "there is memory for an answer");
    conversation_answer(c, out, question, length);
    fclose(out);
    require(size > 1 && answer[size - 1] == '\n', "an answer is a line");
    require(strlen(answer) == size && strchr(answer, '\n') == answer + size - 1,
            "an answer is one line");
    return answer;
}

static bool is_error(const char *answer)
{
    static struct linea_json json;
    /* Lists of moves and records may have more values than the reader takes. */
    if (strlen(answer) < LINEA_LINE / 4)
        require(!linea_json_read(&json, answer, strlen(answer)), "an answer is JSON");
    bool error = strncmp(answer, "{\"error\":\"", 10) == 0;
    require(error || strncmp(answer, "{\"ok\":true", 10) == 0,
            "an answer is ok or error");
    return error;
}

static char *ask_state(struct conversation *c)
{
    static const char state[] = "{\"do\":\"state\"}";
    return ask(c, state, strlen(state));
}

/* Ask a question; *state is what `state` answers before and after. */
static void question(struct conversation *c, char **state, const char *line,
                     size_t length)
{
    char *answer = ask(c, line, length), *after = ask_state(c);
    if (is_error(answer))
        require(strcmp(*state, after) == 0, "an error changes nothing");
    free(*state);
    *state = after;
    free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct setup setup;
    setup_at(&setup, 0); /* Loads the maps. */
    struct conversation *c = conversation_create();
    require(c != NULL, "there is memory");
    char *state = ask_state(c);
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        question(c, &state, at, (size_t)(stop - at));
        at = stop + 1;
    }
    free(state);
    conversation_destroy(c);
    return 0;
}
