/*
 * table/fair.c - commitments, seeds made of them, and records held against both.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/fair.h"

#include <assert.h>
#include <string.h>

#include "linea/sha256.h"

void linea_fair_commit(uint8_t commitment[LINEA_FAIR_BYTES],
                       const uint8_t secret[LINEA_FAIR_BYTES])
{
    struct linea_sha256 hash;
    linea_sha256_begin_for(&hash, "linea fair commitment 1");
    linea_sha256_add(&hash, secret, LINEA_FAIR_BYTES);
    linea_sha256_end(&hash, commitment);
}

void linea_fair_seal(uint8_t seal[LINEA_FAIR_BYTES],
                     const uint8_t commitment[LINEA_FAIR_BYTES], int seat,
                     const uint8_t nonce[LINEA_FAIR_BYTES])
{
    struct linea_sha256 hash;
    uint8_t number = (uint8_t)seat;
    linea_sha256_begin_for(&hash, "linea fair seal 1");
    linea_sha256_add(&hash, commitment, LINEA_FAIR_BYTES);
    linea_sha256_add(&hash, &number, 1);
    linea_sha256_add(&hash, nonce, LINEA_FAIR_BYTES);
    linea_sha256_end(&hash, seal);
}

static bool any_sealed(const struct linea_fair *fair, int seats)
{
    for (int s = 0; s < seats; s++)
        if (fair->sealed[s])
            return true;
    return false;
}

void linea_fair_seed(struct linea_seed *out, const struct linea_fair *fair, int seats)
{
    assert(seats >= 0 && seats <= LINEA_SEATS);
    struct linea_sha256 hash;
    uint8_t count = (uint8_t)seats;
    /* Another text where a seat sealed a nonce: its hash covers more. */
    linea_sha256_begin_for(&hash, any_sealed(fair, seats) ? "linea fair seed 2"
                                                          : "linea fair seed 1");
    linea_sha256_add(&hash, fair->secret, LINEA_FAIR_BYTES);
    linea_sha256_add(&hash, &count, 1);
    for (int s = 0; s < seats; s++) {
        uint8_t seat[2] = {(uint8_t)s, (uint8_t)(fair->given[s] + 2 * fair->sealed[s])};
        linea_sha256_add(&hash, seat, sizeof seat);
        if (fair->sealed[s])
            linea_sha256_add(&hash, fair->seal[s], LINEA_FAIR_BYTES);
        if (fair->given[s])
            linea_sha256_add(&hash, fair->nonce[s], LINEA_FAIR_BYTES);
    }
    if (fair->first_named)
        linea_sha256_add(&hash, &fair->first, 1);
    linea_sha256_end(&hash, out->byte);
}

static bool unfair(struct linea_error *error, const char *message)
{
    return linea_explain(error, LINEA_UNFAIR, "%s", message);
}

void linea_fair_init(struct linea_fair_check *check,
                     const struct linea_map *(*find_map)(void *, const char *),
                     void *context)
{
    memset(check, 0, sizeof *check);
    linea_replay_init(&check->replay, find_map, context);
}

/* Whether each nonce is the one that was sealed for that seat, if any was sealed: one
   that was not could be chosen when the others are known. */
static bool check_seals(const struct linea_replay *replay, struct linea_error *error)
{
    uint8_t seal[LINEA_FAIR_BYTES];
    const struct linea_fair *fair = &replay->fair;
    for (int s = 0; any_sealed(fair, replay->seats) && s < replay->seats; s++) {
        if (!fair->given[s])
            continue;
        if (!fair->sealed[s])
            return linea_explain(error, LINEA_UNFAIR,
                                 "the nonce of seat %d was not sealed, where others "
                                 "were: it may have been chosen last",
                                 s);
        linea_fair_seal(seal, fair->commitment, s, fair->nonce[s]);
        if (memcmp(seal, fair->seal[s], sizeof seal) != 0)
            return linea_explain(error, LINEA_UNFAIR,
                                 "the nonce of seat %d is not the one that was sealed "
                                 "for this seat",
                                 s);
    }
    return true;
}

static bool check_header(const struct linea_replay *replay, struct linea_error *error)
{
    uint8_t commitment[LINEA_FAIR_BYTES];
    struct linea_seed seed;
    if (!replay->has_fair)
        return unfair(error, "the header has no \"fair\": nobody committed to this "
                             "seed, so nothing can be checked");
    if (replay->begun)
        return unfair(error, "the game begins from a position, which no seed decides");
    linea_fair_commit(commitment, replay->fair.secret);
    if (memcmp(commitment, replay->fair.commitment, sizeof commitment) != 0)
        return unfair(error, "the commitment is not to this secret");
    if (!check_seals(replay, error))
        return false;
    linea_fair_seed(&seed, &replay->fair, replay->seats);
    if (memcmp(&seed, &replay->seed, sizeof seed) != 0)
        return unfair(error, "the seed is not the hash of the secret and the nonces");
    bool named = replay->fair.first_named;
    int first = named ? replay->fair.first
                      : linea_pick(&seed, LINEA_STREAM_FIRST, replay->seats);
    if (replay->first == first)
        return true;
    return linea_explain(error, LINEA_UNFAIR,
                         named ? "seat %d begins, named was seat %d"
                               : "seat %d begins, by the seed it is seat %d",
                         replay->first, first);
}

/* What chance did in a line, as it is recorded and as the seed gives it. */
struct outcomes {
    const struct linea_map *map;
    const struct linea_event *recorded, *given;
    struct linea_error *error;
};

/* The first place where two lists differ, or -1. */
static int difference(const uint8_t *a, int a_count, const uint8_t *b, int b_count)
{
    int i = 0;
    while (i < a_count && i < b_count && a[i] == b[i])
        i++;
    return i < a_count || i < b_count ? i : -1;
}

/* Compare cards, then tickets: the index where they differ, or -1; *tickets says in
   which list. */
static int find_difference(const struct outcomes *o, bool *tickets)
{
    const struct linea_event *a = o->recorded, *b = o->given;
    int card = difference(a->card, a->cards, b->card, b->cards);
    *tickets = card < 0;
    return card >= 0 ? card : difference(a->ticket, a->tickets, b->ticket, b->tickets);
}

/* The card or ticket at an index of an event, as text. */
static const char *item_at(const struct outcomes *o, const struct linea_event *event,
                           char text[LINEA_MESSAGE], bool ticket, int at)
{
    struct linea_out out;
    if (at >= (ticket ? event->tickets : event->cards))
        return "nothing";
    if (!ticket)
        return linea_map_kind_name(o->map, event->card[at]);
    linea_out_init(&out, text, LINEA_MESSAGE);
    linea_ticket_write(o->map, &out, event->ticket[at]);
    return text;
}

/* "dealt to seat 1: red, by the seed it is blue"; without a seat if that is -1. Always
   false. */
static bool report(const struct outcomes *o, bool ticket, int at, const char *what,
                   int seat)
{
    char recorded[LINEA_MESSAGE], given[LINEA_MESSAGE];
    const char *is = item_at(o, o->recorded, recorded, ticket, at);
    const char *should_be = item_at(o, o->given, given, ticket, at);
    if (seat < 0)
        return linea_explain(o->error, LINEA_UNFAIR, "%s: %s, by the seed it is %s",
                             what, is, should_be);
    return linea_explain(o->error, LINEA_UNFAIR,
                         "%s to seat %d: %s, by the seed it is %s", what, seat, is,
                         should_be);
}

/* Passengers are compared as they stand: a record may list those of one location in any
   order. */
static bool check_passengers(const struct linea_fair_check *check,
                             struct linea_error *error)
{
    const struct linea_map *map = check->game.map;
    for (int l = 0; l < map->locations; l++) {
        const struct linea_location *location = &map->location[l];
        int from = location->first_passenger;
        if (memcmp(check->replay.game.passengers + from, check->game.passengers + from,
                   location->passengers) == 0)
            continue;
        return linea_explain(error, LINEA_UNFAIR,
                             "by the seed other passengers stand at %s",
                             linea_map_text(map, location->id));
    }
    return true;
}

static bool check_deal(struct linea_fair_check *check, struct linea_error *error)
{
    const struct linea_replay *replay = &check->replay;
    struct linea_event given;
    linea_game_begin(&check->game, &given, replay->map, replay->seats, replay->first,
                     &replay->seed);
    struct outcomes o = {replay->map, &replay->event, &given, error};
    bool ticket;
    int at = find_difference(&o, &ticket);
    if (at >= 0 && ticket)
        return report(&o, true, at, "offered", at * replay->seats / given.tickets);
    if (at >= replay->seats * replay->map->hand)
        return report(&o, false, at, "turned up by the deal", -1);
    if (at >= 0)
        return report(&o, false, at, "dealt", at / replay->map->hand);
    return check_passengers(check, error);
}

static bool check_move(struct linea_fair_check *check, struct linea_error *error)
{
    const struct linea_event *recorded = &check->replay.event;
    struct linea_event given;
    linea_game_apply(&check->game, &given, recorded->move);
    struct outcomes o = {check->game.map, recorded, &given, error};
    bool ticket, drawn = linea_move_kind(recorded->move) == LINEA_DRAW &&
                         linea_move_low(recorded->move) == LINEA_BLIND;
    int at = find_difference(&o, &ticket);
    return at < 0 || report(&o, ticket, at,
                            ticket             ? "ticket drawn"
                            : drawn && at == 0 ? "drawn"
                                               : "turned up",
                            -1);
}

bool linea_fair_line(struct linea_fair_check *check, struct linea_json *memory,
                     struct linea_error *error, const char *line, size_t length)
{
    bool deal = check->replay.expects == LINEA_REPLAY_DEAL;
    if (!linea_replay_line(&check->replay, memory, error, line, length))
        return false;
    if (linea_json_get(memory, 0, "linea") >= 0)
        return check_header(&check->replay, error);
    if (deal)
        return check_deal(check, error);
    return check->replay.over || check_move(check, error);
}
