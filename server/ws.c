/*
 * server/ws.c - WebSockets (RFC 6455): one game each, a line of the hub a message.
 *
 * The first message names the player: {"token":"…","seen":N}, with null for a
 * spectator. A client that sends none in time is a spectator. Every later message is a
 * request of the protocol.
 *
 * Every frame counts as a request, also one that says nothing, and is looked at only
 * when the address may have work done. What breaks the protocol ends the connection.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "linea/utf8.h"
#include "sha1.h"

enum { CONTROL_MOST = 125 /* bytes of a frame of control */ };

static const int64_t SECOND = 1000000; /* in microseconds */

/* The handshake. */

/* What proves that the request was understood; false if the key is none. */
static bool accept_key(char out[32], const struct request *r)
{
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char key[25 + sizeof salt];
    uint8_t bytes[16], hash[SHA1_BYTES];
    size_t decoded;
    int n = linea_request_header(r, key, 25, "sec-websocket-key");
    if (n != 24 ||
        sodium_base642bin(bytes, sizeof bytes, key, 24, NULL, &decoded, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        decoded != sizeof bytes)
        return false;
    memcpy(key + n, salt, sizeof salt);
    linea_sha1(hash, key, strlen(key));
    sodium_bin2base64(out, 32, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return true;
}

/* Whether a list in a header has a word; `missing` if there is no such header. */
static bool lists(const struct request *r, const char *header, const char *word,
                  bool missing)
{
    char text[256];
    int n = linea_request_header(r, text, sizeof text, header);
    return n == 0 ? missing : n > 0 && linea_request_quality(text, word) > 0;
}

/* Why it is no handshake: a status and a message, or 0. */
static int check_handshake(const struct exchange *e, char key[32], const char **message)
{
    char version[8];
    const struct request *r = &e->request;
    *message = "this is no handshake of a WebSocket";
    if (e->old || e->head || !lists(r, "connection", "upgrade", false) ||
        !lists(r, "sec-websocket-protocol", "linea", true) || !accept_key(key, r))
        return 400;
    *message = "the version of WebSockets is 13";
    return linea_request_header(r, version, sizeof version, "sec-websocket-version") >
                       0 &&
                   strcmp(version, "13") == 0
               ? 0
               : 426;
}

void linea_ws_begin(struct connection *c, struct exchange *e)
{
    enum { ROOM = 256 };
    char key[32], protocol[2];
    const char *message;
    int wrong = check_handshake(e, key, &message);
    if (wrong || !(c->control = malloc(ROOM))) {
        e->close = true;
        linea_http_error(c, wrong ? wrong : 503, wrong ? message : "no memory");
        return;
    }
    bool named = linea_request_header(&e->request, protocol, sizeof protocol,
                                      "sec-websocket-protocol") != 0;
    c->control_length =
        (size_t)snprintf(c->control, ROOM,
                         "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s\r\n",
                         key, named ? "Sec-WebSocket-Protocol: linea\r\n" : "");
    e->status = 101;
    c->kind = CONNECTION_WS;
    c->net->sockets++;
    c->game = e->game;
    bool session = e->claim.kind == CLAIM_SESSION || e->claim.kind == CLAIM_PROXY;
    if (session && (c->claim = malloc(sizeof *c->claim)))
        *c->claim = e->claim;
    c->began = c->last_received = linea_net_now();
    linea_exchange_end(c);
    linea_http_timeout(c, NET_HELLO_SECONDS);
    linea_lines_write(c);
}

/* Frames that are sent. */

size_t linea_ws_head(char out[WS_HEAD], enum ws_opcode opcode, size_t length)
{
    out[0] = (char)(0x80 | opcode);
    if (length < 126) {
        out[1] = (char)length;
        return 2;
    }
    int bytes = length < 65536 ? 2 : 8;
    out[1] = (char)(bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (char)(length >> (8 * (bytes - 1 - i)) & 0xff);
    return 2 + (size_t)bytes;
}

/* A frame of control, instead of one that waits: a ping may be answered once for
   several. */
static void send_control(struct connection *c, enum ws_opcode opcode, const char *text,
                         size_t length)
{
    char *frame = malloc(WS_HEAD + CONTROL_MOST);
    free(c->control);
    c->control = frame;
    if (!frame) {
        linea_http_close(c);
        return;
    }
    size_t head = linea_ws_head(frame, opcode, length);
    memcpy(frame + head, text, length);
    c->control_length = head + length;
}

void linea_ws_say_goodbye(struct connection *c)
{
    char text[CONTROL_MOST];
    int n = snprintf(text + 2, sizeof text - 2, "%s", c->close_reason);
    text[0] = (char)(c->close_code >> 8);
    text[1] = (char)(c->close_code & 0xff);
    bool said = c->close_code != CLOSE_EMPTY;
    send_control(c, WS_CLOSE, text, said ? 2 + (size_t)n : 0);
}

/* Messages. */

/* From where the connection may end at once with all that it has. */
static void close_with(struct connection *c, int code, const char *reason)
{
    linea_connection_part(c);
    linea_connection_drop(c, code, reason);
}

static void join(struct connection *c, struct hub_guest *who)
{
    who->origin = c->address->origin;
    if (!linea_hub_join(c->net->hub, &c->client, c->game, who, c->seen, c))
        linea_net_joined(c, HUB_FAILED);
}

void linea_ws_joined(struct connection *c, enum hub_status status)
{
    switch (status) {
    case HUB_OK:
        c->catching = true;
        linea_lines_write(c);
        return;
    case HUB_MISSING:
        close_with(c, CLOSE_NO_GAME, "there is no such game");
        return;
    case HUB_CONFLICT:
        close_with(c, CLOSE_NO_MAP, linea_hub_no_map);
        return;
    default:
        close_with(c, CLOSE_TRY_LATER, "the game cannot be read");
    }
}

/* It is known who it is. */
static void named(struct identifying *self, enum identified how)
{
    struct naming *naming = (struct naming *)self;
    struct connection *c = naming->connection;
    const struct identity who = self->identity;
    bool over = self->claim.kind == CLAIM_SESSION && !who.player;
    free(naming);
    if (!c)
        return;
    c->naming = NULL;
    if (how == IDENTIFIED_NOT_NOW)
        close_with(c, CLOSE_TRY_LATER, "nobody can be known just now");
    else if (how == IDENTIFIED_NOT || over)
        close_with(c, CLOSE_TOKEN, "the token is not good any more");
    else if (who.player && !(who.scopes & (SCOPE_PLAY | SCOPE_BOT)))
        close_with(c, CLOSE_TOKEN, "the token has not the scope for this");
    else {
        struct hub_guest guest = {.player = who.player, .known = who.account};
        const char *code;
        c->player = who.player;
        memcpy(guest.name, who.name, sizeof guest.name);
        linea_accounts_place(c->net->accounts, &guest, c->address->key);
        if (guest.player &&
            linea_accounts_stop(c->net->accounts, &code, HUB_STOP_PLAY, &guest))
            close_with(c, CLOSE_BANNED,
                       "the host of this server lets you play nothing");
        else
            join(c, &guest);
    }
}

/* What it has shown is kept, to be looked at again. */
static bool keep_claim(struct connection *c, const struct claim *claim)
{
    if (!c->claim && claim->kind != CLAIM_NONE && !(c->claim = malloc(sizeof *claim)))
        return false;
    if (c->claim)
        *c->claim = *claim;
    return true;
}

static void identify(struct connection *c, const struct claim *claim)
{
    struct naming *naming = calloc(1, sizeof *naming);
    c->known = c->joining = true; /* nothing more is taken until it has joined */
    linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
    if (!naming || !keep_claim(c, claim)) {
        free(naming);
        close_with(c, CLOSE_TRY_LATER, "no memory");
        return;
    }
    c->naming = naming;
    naming->connection = c;
    naming->identifying.claim = *claim;
    naming->identifying.origin = c->address->origin;
    naming->identifying.found = named;
    linea_identify(c->net->accounts, &naming->identifying);
}

static void hello(struct connection *c, const char *text, size_t length)
{
    struct linea_json *json = &c->net->json;
    char token[TOKEN_TEXT + 1];
    const struct claim_reader reader = {c->net->options, c->net->key};
    struct claim claim = {.kind = CLAIM_NONE};
    int seen = 0;
    if (linea_json_read(json, text, length)) {
        close_with(c, CLOSE_HELLO, "the first message is not JSON");
        return;
    }
    int value = linea_json_get(json, 0, "token");
    int number = linea_json_get(json, 0, "seen");
    if (value < 0 ||
        (number >= 0 && !linea_json_int(json, &seen, number, 0, INT_MAX))) {
        close_with(c, CLOSE_HELLO, "the first message is {\"token\",\"seen\"}");
        return;
    }
    if (linea_json_type(json, value) != LINEA_JSON_NULL) {
        int n = linea_json_string(json, token, sizeof token, value);
        bool fine = n >= 0 && linea_claim_token(&reader, &claim, token, (size_t)n);
        sodium_memzero(token, sizeof token);
        if (!fine) {
            close_with(c, CLOSE_TOKEN, "the token is not of this server");
            return;
        }
    } else if (c->claim)
        claim = *c->claim;
    c->seen = (uint32_t)seen;
    identify(c, &claim);
}

static bool is_utf8(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        int n = linea_utf8_length(text + at, length - at);
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

static void message(struct connection *c, const char *text, size_t length)
{
    c->net->counters.messages++;
    if (!is_utf8(text, length)) {
        close_with(c, CLOSE_UTF8, "not UTF-8");
        return;
    }
    bool begun = linea_net_work_begin(c);
    if (c->known)
        linea_hub_ask(c->net->hub, c->client, text, length);
    else
        hello(c, text, length);
    linea_net_work_end(c, begun);
}

/* Frames that have come. */

static void answer_close(struct connection *c, const char *text, size_t length)
{
    int code = CLOSE_EMPTY;
    if (length >= 2)
        code = (uint8_t)text[0] << 8 | (uint8_t)text[1];
    bool ours = code >= 3000 && code < 5000;
    bool known = code >= CLOSE_NORMAL && code <= 1014 && code != 1004 && code != 1006;
    if (length == 1 || (length >= 2 && (code == CLOSE_EMPTY || (!ours && !known))) ||
        (length > 2 && !is_utf8(text + 2, length - 2)))
        close_with(c, CLOSE_PROTOCOL, "not a code of closing");
    else
        close_with(c, code, "");
}

static void take_control(struct connection *c, enum ws_opcode opcode, const char *text,
                         size_t length)
{
    if (opcode == WS_CLOSE) {
        answer_close(c, text, length);
    } else if (opcode == WS_PING) {
        send_control(c, WS_PONG, text, length);
        linea_lines_write(c);
    }
}

static void unmask(char *text, size_t length, struct frames *f)
{
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(text[i] ^ f->mask[f->at++ & 3]);
}

/* Take what has come of a frame of data. Returns how many bytes. */
static size_t take_data(struct connection *c, char *text, size_t length)
{
    struct frames *f = &c->frames;
    size_t n = f->left < length ? (size_t)f->left : length;
    if (n > 0) {
        char *larger = realloc(f->message, f->length + n);
        if (!larger) {
            close_with(c, CLOSE_TRY_LATER, "no memory");
            return n;
        }
        unmask(text, n, f);
        f->message = larger;
        memcpy(f->message + f->length, text, n);
    }
    f->length += n;
    f->left -= n;
    f->inside = f->left > 0;
    if (f->inside || !f->final)
        return n;
    char *whole = f->message;
    size_t size = f->length;
    f->message = NULL;
    f->length = 0;
    f->begun = false;
    message(c, whole ? whole : "", size);
    free(whole);
    return n;
}

/* What is wrong with the head of a frame; 0, or a code to close with. */
static int check_head(const struct connection *c, uint8_t first, uint8_t second,
                      uint64_t length)
{
    const struct frames *f = &c->frames;
    int opcode = first & 15;
    if (first & 0x70 || !(second & 0x80)) /* an extension; not masked */
        return CLOSE_PROTOCOL;
    if (opcode >= WS_CLOSE)
        return opcode <= WS_PONG && first & 0x80 && length <= CONTROL_MOST
                   ? 0
                   : CLOSE_PROTOCOL;
    if (opcode > WS_BINARY || f->begun != (opcode == WS_CONTINUED))
        return CLOSE_PROTOCOL;
    if (opcode == WS_BINARY)
        return CLOSE_KIND;
    return f->length + length > (uint64_t)c->net->options->max_message || length >> 32
               ? CLOSE_TOO_LONG
               : 0;
}

/* Begin with the frame at the start of a text. Returns how many bytes were taken, 0 if
   more are needed. */
static size_t take_head(struct connection *c, char *text, size_t length)
{
    struct frames *f = &c->frames;
    const uint8_t *head = (const uint8_t *)text;
    if (length < 2)
        return 0;
    size_t extra = (head[1] & 127) == 126 ? 2 : (head[1] & 127) == 127 ? 8 : 0;
    size_t size = 2 + extra + 4;
    uint64_t payload = extra ? 0 : head[1] & 127;
    if (length >= 2 + extra) {
        for (size_t i = 0; i < extra; i++)
            payload = payload << 8 | head[2 + i];
        int wrong = check_head(c, head[0], head[1], payload);
        if (wrong) {
            close_with(c, wrong,
                       wrong == CLOSE_KIND       ? "only text"
                       : wrong == CLOSE_TOO_LONG ? "too long"
                                                 : "not a frame of a client");
            return length;
        }
    }
    bool control = (head[0] & 15) >= WS_CLOSE;
    if (length < size || (control && length - size < payload))
        return 0;
    if (!linea_net_allow(c)) {
        close_with(c, CLOSE_POLICY, "too many requests");
        return length;
    }
    memcpy(f->mask, head + size - 4, 4);
    f->at = 0;
    if (control) {
        unmask(text + size, (size_t)payload, f);
        take_control(c, (enum ws_opcode)(head[0] & 15), text + size, (size_t)payload);
        return size + (size_t)payload;
    }
    f->begun = f->inside = true;
    f->final = head[0] & 0x80;
    f->left = payload;
    return size + take_data(c, text + size, length - size);
}

/* While it has not all that it missed, nothing it asks is answered: an answer comes
   after the events before it. */
static bool may_take(const struct connection *c)
{
    return !c->close_code && !c->joining && !c->catching && !c->http->closing;
}

void linea_ws_take(struct connection *c)
{
    struct http *h = c->http;
    struct frames *f = &c->frames;
    size_t at = 0, n = 1;
    if (f->taking || h->deferred || h->closing)
        return;
    f->taking = true;
    while (n > 0 && at < h->length && may_take(c) && !linea_http_defer(c)) {
        n = f->inside ? take_data(c, h->in + at, h->length - at)
                      : take_head(c, h->in + at, h->length - at);
        at += n;
    }
    f->taking = false;
    if (c->close_code) /* the rest is not read any more */
        at = h->length;
    linea_http_taken(c, at);
    if (h->deferred)
        return;
    if (c->catching || c->joining)
        linea_http_hold(c);
    else
        linea_http_read(c);
}

void linea_ws_look(struct connection *c)
{
    int64_t silent = linea_net_now() - c->last_received;
    if (!c->known) {
        identify(c, &(struct claim){.kind = CLAIM_NONE});
    } else if (silent >= NET_HANG_UP_SECONDS * SECOND) {
        linea_http_close(c);
    } else if (silent >= NET_PING_SECONDS * SECOND && !c->control) {
        send_control(c, WS_PING, "", 0);
        linea_lines_write(c);
    }
}
