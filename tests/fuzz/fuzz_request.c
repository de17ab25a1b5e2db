/*
 * tests/fuzz/fuzz_request.c - bytes as the head of an HTTP request: it is refused, or
 * every part lies within it and nothing can be smuggled.
 *
 * SPDX-License-Identifier: MIT
 */
#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct request r;
    char value[64];
    char *text = malloc(size + 1); /* exactly as long, so that overruns are seen */
    if (!text)
        return 0;
    memcpy(text, data, size);
    size_t head = linea_request_head(text, size);
    require(head <= size, "the head is a part of the text");
    text = head > 0 ? realloc(text, head) : text;
    if (text && head > 0 && !linea_request_read(&r, text, head)) {
        require(r.path[0] == '/' && r.path + r.path_length <= text + head, "path");
        require(r.query + r.query_length <= text + head, "query");
        require(!memchr(text, 0, head), "no 0 gets through");
        require(linea_request_header(&r, value, sizeof value, "transfer-encoding") == 0,
                "a body has only one length");
        linea_request_header(&r, value, sizeof value, "origin");
        if (linea_request_last(&r, value, sizeof value, "x-forwarded-for") > 0)
            require(!strpbrk(value, ", \t"), "one word");
        linea_request_argument(&r, value, sizeof value, "seen");
        if (linea_request_header(&r, value, sizeof value, "accept-encoding") > 0)
            require(linea_request_quality(value, "br") <= 1000, "quality");
    }
    free(text);
    return 0;
}
