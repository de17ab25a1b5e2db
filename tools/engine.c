/*
 * tools/engine.c - `linea engine`: the conversation in JSON Lines, for programs in any
 * language, on standard input and output.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/maps.h"
#include "common/options.h"
#include "conversation.h"
#include "tools.h"

int tool_engine(int argc, char **argv)
{
    const char *map = NULL;
    const struct option_spec options[] = {
        {"--map", "FILE", "a map to know beside the embedded ones", .text = &map},
        {0},
    };
    int code = options_parse(argc, argv, NULL, options,
                             "engine [OPTIONS]  (questions on standard input)");
    if (code != PARSE_OK)
        return code;
    if (map && !maps_open(map))
        return EXIT_USAGE;
    struct conversation *conversation = conversation_create();
    if (!conversation) {
        perror("linea engine");
        return EXIT_NEGATIVE;
    }
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) >= 0;) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            length--;
        conversation_answer(conversation, stdout, line, (size_t)length);
        fflush(stdout);
    }
    free(line);
    conversation_destroy(conversation);
    return EXIT_OK;
}
