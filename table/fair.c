/*
 * table/fair.c - commitments, seeds made of them, and records held against both.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/fair.h"

#include <assert.h>
#include <string.h>

#include "linea/sha256.h"

/* What is hashed begins with what it is for, its final 0 included: neither text begins
   with the other, so no input of one hash can be an input of the other. */
static const char commitment_domain[] = "linea fair commitment 1";
static const char seed_domain[] = "linea fair seed 1";

void linea_fair_commit(uint8_t commitment[LINEA_FAIR_BYTES],
                       const uint8_t secret[LINEA_FAIR_BYTES])
{
    struct linea_sha256 hash;
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, commitment_domain, sizeof commitment_domain);
    linea_sha256_add(&hash, secret, LINEA_FAIR_BYTES);
    linea_sha256_end(&hash, commitment);
}

void linea_fair_seed(struct linea_seed *out, const struct linea_fair *fair, int seats)
{
    assert(seats >= 0 && seats <= LINEA_SEATS);
    struct linea_sha256 hash;
    uint8_t count = (uint8_t)seats;
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, seed_domain, sizeof seed_domain);
    linea_sha256_add(&hash, fair->secret, LINEA_FAIR_BYTES);
    linea_sha256_add(&hash, &count, 1);
    for (int s = 0; s < seats; s++) {
        uint8_t seat[2] = {(uint8_t)s, fair->given[s]};
        linea_sha256_add(&hash, seat, sizeof seat);
        if (fair->given[s])
            linea_sha256_add(&hash, fair->nonce[s], LINEA_FAIR_BYTES);
    }
    if (fair->first_named)
        linea_sha256_add(&hash, &fair->first, 1);
    linea_sha256_end(&hash, out->byte);
}

/* A sentence about what is unfair, to be written on. */
static struct linea_out begin_sentence(struct linea_error *error, const char *text)
{
    struct linea_out out;
    error->code = LINEA_UNFAIR;
    linea_out_init(&out, error->message, sizeof error->message);
    linea_out_text(&out, text);
    return out;
}

static bool unfair(struct linea_error *error, const char *what)
{
    begin_sentence(error, what);
    return false;
}

void linea_fair_init(struct linea_fair_check *check,
                     const struct linea_map *(*find_map)(void *, const char *),
                     void *context)
{
    memset(check, 0, sizeof *check);
    linea_replay_init(&check->replay, find_map, context);
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
    linea_fair_seed(&seed, &replay->fair, replay->seats);
    if (memcmp(&seed, &replay->seed, sizeof seed) != 0)
        return unfair(error, "the seed is not the hash of the secret and the nonces");
    bool named = replay->fair.first_named;
    int first = named ? replay->fair.first
                      : linea_pick(&seed, LINEA_STREAM_FIRST, replay->seats);
    if (replay->first == first)
        return true;
    struct linea_out out = begin_sentence(error, "seat ");
    linea_out_int(&out, replay->first);
    linea_out_text(&out, named ? " begins, named was seat "
                               : " begins, by the seed it is seat ");
    linea_out_int(&out, first);
    return false;
}

/* A list of cards or tickets as the record tells it and as the seed gives it. */
struct pair {
    const uint8_t *recorded, *given;
    int recorded_count, given_count;
    void (*write)(const struct linea_map *, struct linea_out *, int);
};

static void write_card(const struct linea_map *map, struct linea_out *out, int kind)
{
    linea_out_text(out, linea_map_kind_name(map, kind));
}

static void write_ticket(const struct linea_map *map, struct linea_out *out, int ticket)
{
    linea_ticket_write(map, out, ticket);
}

static struct pair cards_of(const struct linea_event *recorded,
                            const struct linea_event *given)
{
    return (struct pair){recorded->card, given->card, recorded->cards, given->cards,
                         write_card};
}

static struct pair tickets_of(const struct linea_event *recorded,
                              const struct linea_event *given)
{
    return (struct pair){recorded->ticket, given->ticket, recorded->tickets,
                         given->tickets, write_ticket};
}

/* The first place where the two lists differ, or -1. */
static int difference(struct pair pair)
{
    int i = 0;
    while (i < pair.recorded_count && i < pair.given_count &&
           pair.recorded[i] == pair.given[i])
        i++;
    return i < pair.recorded_count || i < pair.given_count ? i : -1;
}

/* "…: red, by the seed it is blue"; always false. */
static bool name_difference(const struct linea_map *map, struct linea_out *out,
                            struct pair pair, int at)
{
    linea_out_text(out, ": ");
    if (at < pair.recorded_count)
        pair.write(map, out, pair.recorded[at]);
    else
        linea_out_text(out, "nothing");
    linea_out_text(out, ", by the seed it is ");
    if (at < pair.given_count)
        pair.write(map, out, pair.given[at]);
    else
        linea_out_text(out, "nothing");
    return false;
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
        struct linea_out out =
            begin_sentence(error, "by the seed other passengers stand at ");
        linea_out_text(&out, linea_map_text(map, location->id));
        return false;
    }
    return true;
}

static bool check_deal(struct linea_fair_check *check, struct linea_error *error)
{
    const struct linea_replay *replay = &check->replay;
    struct linea_event given;
    linea_game_begin(&check->game, &given, replay->map, replay->seats, replay->first,
                     &replay->seed);
    struct pair cards = cards_of(&replay->event, &given);
    struct pair tickets = tickets_of(&replay->event, &given);
    int card = difference(cards), ticket = difference(tickets);
    if (card >= 0 && card >= replay->seats * replay->map->hand) {
        struct linea_out out = begin_sentence(error, "turned up by the deal");
        return name_difference(replay->map, &out, cards, card);
    }
    if (card >= 0) {
        struct linea_out out = begin_sentence(error, "dealt to seat ");
        linea_out_int(&out, card / replay->map->hand);
        return name_difference(replay->map, &out, cards, card);
    }
    if (ticket >= 0) {
        struct linea_out out = begin_sentence(error, "offered to seat ");
        linea_out_int(&out, ticket * replay->seats / given.tickets);
        return name_difference(replay->map, &out, tickets, ticket);
    }
    return check_passengers(check, error);
}

static bool check_move(struct linea_fair_check *check, struct linea_error *error)
{
    const struct linea_event *recorded = &check->replay.event;
    struct linea_event given;
    linea_game_apply(&check->game, &given, recorded->move);
    struct pair cards = cards_of(recorded, &given),
                tickets = tickets_of(recorded, &given);
    bool drawn = linea_move_kind(recorded->move) == LINEA_DRAW &&
                 linea_move_low(recorded->move) == LINEA_BLIND;
    int card = difference(cards);
    if (card >= 0) {
        struct linea_out out =
            begin_sentence(error, drawn && card == 0 ? "drawn" : "turned up");
        return name_difference(check->game.map, &out, cards, card);
    }
    if (difference(tickets) >= 0) {
        struct linea_out out = begin_sentence(error, "ticket drawn");
        return name_difference(check->game.map, &out, tickets, difference(tickets));
    }
    return true;
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
