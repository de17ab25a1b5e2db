/*
 * tests/fair_test.c - commitments and seeds made of them: the hash by its published
 * vectors, the bytes of docs/fairness.md, and records of which any part was exchanged.
 *
 * Games of every map are recorded move by move. Beside each true line a false one is
 * tried: what chance would have done with the piles in another order. The rules allow
 * it, and the check must name it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/fair.h"

#include <stdio.h>
#include <string.h>

#include "common/maps.h"
#include "linea/sha256.h"
#include "random_games.h"
#include "test.h"

static struct linea_json memory;

static void check_hex(const uint8_t bytes[32], const char *expected)
{
    char hex[LINEA_SEED_TEXT + 1];
    struct linea_seed value;
    memcpy(value.byte, bytes, sizeof value.byte);
    linea_seed_write(hex, &value);
    CHECK_TEXT(hex, expected);
}

static void check_hash(const char *text, int times, const char *expected)
{
    struct linea_sha256 hash;
    uint8_t out[LINEA_SHA256];
    linea_sha256_begin(&hash);
    for (int i = 0; i < times; i++)
        linea_sha256_add(&hash, text, strlen(text));
    linea_sha256_end(&hash, out);
    check_hex(out, expected);
}

/* The examples that NIST publishes with FIPS 180-4. */
TEST(sha256_gives_the_published_values)
{
    check_hash("", 1,
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash("abc", 1,
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_hash("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
               "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
               1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    check_hash("a", 1000000,
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256_does_not_depend_on_the_pieces)
{
    uint8_t text[200], whole[LINEA_SHA256], cut[LINEA_SHA256];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7);
    for (size_t length = 0; length <= sizeof text; length++) {
        struct linea_sha256 hash;
        linea_sha256_begin(&hash);
        linea_sha256_add(&hash, text, length);
        linea_sha256_end(&hash, whole);
        linea_sha256_begin(&hash);
        linea_sha256_add(&hash, text, length / 3);
        linea_sha256_add(&hash, text + length / 3, length - length / 3);
        linea_sha256_end(&hash, cut);
        assert_memory_equal(whole, cut, sizeof whole);
    }
}

/* The worked example of docs/fairness.md: seats 0 and 2 of 3 gave a nonce. */
static struct linea_fair worked_example(void)
{
    struct linea_fair fair = {.given = {true, false, true}};
    for (int i = 0; i < LINEA_FAIR_BYTES; i++) {
        fair.secret[i] = (uint8_t)i;
        fair.nonce[0][i] = (uint8_t)(0x40 + i);
        fair.nonce[2][i] = (uint8_t)(0x80 + i);
    }
    linea_fair_commit(fair.commitment, fair.secret);
    return fair;
}

TEST(the_worked_example_comes_out)
{
    struct linea_fair fair = worked_example();
    struct linea_seed seed;
    linea_fair_seed(&seed, &fair, 3);
    check_hex(fair.commitment,
              "4285afc1776930f702b3d0d30bb4cef9ce82b985d925519aa692badd2084fbd9");
    check_hex(seed.byte,
              "6235307b0f46f4bc3b11d0db5967ca5709248aaca2a52b0c920d32fc9fdca553");
}

/* A seal is for one table, one seat and one nonce. */
TEST(a_seal_binds_what_it_is_made_of)
{
    struct linea_fair fair = worked_example();
    uint8_t seal[LINEA_FAIR_BYTES], other[LINEA_FAIR_BYTES];
    linea_fair_seal(seal, fair.commitment, 0, fair.nonce[0]);
    linea_fair_seal(other, fair.commitment, 1, fair.nonce[0]);
    CHECK(memcmp(seal, other, sizeof seal) != 0);
    linea_fair_seal(other, fair.commitment, 0, fair.nonce[2]);
    CHECK(memcmp(seal, other, sizeof seal) != 0);
    fair.commitment[31] ^= 1;
    linea_fair_seal(other, fair.commitment, 0, fair.nonce[0]);
    CHECK(memcmp(seal, other, sizeof seal) != 0);
}

/* Seeds of inputs that differ, all to be different. */
struct seeds {
    struct linea_seed seed[1024];
    int count;
};

static void add_seed(struct seeds *seeds, const struct linea_fair *fair, int seats)
{
    struct linea_seed seed;
    linea_fair_seed(&seed, fair, seats);
    for (int i = 0; i < seeds->count; i++)
        CHECK(memcmp(&seeds->seed[i], &seed, sizeof seed) != 0);
    CHECK(seeds->count < (int)(sizeof seeds->seed / sizeof seeds->seed[0]));
    seeds->seed[seeds->count++] = seed;
}

TEST(no_two_inputs_give_one_seed)
{
    static struct seeds seeds;
    struct linea_fair fair = {0};
    /* Who gave a nonce and how many seats there are, all bytes being zeros. */
    for (int seats = 1; seats <= LINEA_SEATS; seats++)
        for (unsigned given = 0; given < 1u << seats; given++)
            for (int sealed = 0; sealed < 2; sealed++) {
                for (int s = 0; s < LINEA_SEATS; s++) {
                    fair.given[s] = given >> s & 1;
                    fair.sealed[s] = sealed && s < seats;
                }
                add_seed(&seeds, &fair, seats);
            }
    memset(fair.sealed, 0, sizeof fair.sealed);
    /* Every bit of the secret and of a nonce. */
    for (int bit = 0; bit < 8 * LINEA_FAIR_BYTES; bit++) {
        struct linea_fair other = worked_example();
        other.secret[bit / 8] ^= (uint8_t)(1 << bit % 8);
        add_seed(&seeds, &other, 3);
        other = worked_example();
        other.nonce[2][bit / 8] ^= (uint8_t)(1 << bit % 8);
        add_seed(&seeds, &other, 3);
    }
    /* The same nonces from other seats. */
    fair = worked_example();
    add_seed(&seeds, &fair, 3);
    memcpy(fair.nonce[1], fair.nonce[2], LINEA_FAIR_BYTES);
    fair.given[1] = true;
    fair.given[2] = false;
    add_seed(&seeds, &fair, 3);
    memcpy(fair.nonce[1], fair.nonce[0], LINEA_FAIR_BYTES);
    memcpy(fair.nonce[0], fair.nonce[2], LINEA_FAIR_BYTES);
    add_seed(&seeds, &fair, 3);
}

TEST(what_a_seat_did_not_give_does_not_matter)
{
    struct linea_fair fair = worked_example(), other = fair;
    struct linea_seed seed, again;
    other.nonce[1][0] = 1;
    other.nonce[4][0] = 1;
    linea_fair_seed(&seed, &fair, 3);
    linea_fair_seed(&again, &other, 3);
    assert_memory_equal(&seed, &again, sizeof seed);
}

static const char *const names[LINEA_SEATS] = {"a", "b", "c", "d", "e"};
static char line[LINEA_LINE];

static const char *header(const struct linea_map *map, int seats, int first,
                          const struct linea_seed *seed, const struct linea_fair *fair)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_record_header(&out, map, names, seats, first, seed, fair, NULL);
    return line;
}

TEST(a_header_keeps_what_was_agreed_on)
{
    static struct linea_replay replay;
    struct linea_fair fair = worked_example();
    struct linea_seed seed = {{0xab}};
    struct linea_error error;
    linea_replay_init(&replay, maps_find, NULL);
    header(maps_get("london"), 3, 1, &seed, &fair);
    CHECK(linea_replay_line(&replay, &memory, &error, line, strlen(line)));
    CHECK(replay.has_fair);
    assert_memory_equal(&replay.fair, &fair, sizeof fair);
    assert_memory_equal(&replay.seed, &seed, sizeof seed);

    linea_replay_init(&replay, maps_find, NULL);
    header(maps_get("london"), 2, 1, &seed, NULL);
    CHECK_TEXT(line, "{\"linea\":1,\"map\":\"london\",\"map_hash\":\"d1eb644c2cadec1e87"
                     "489142d99731ef8a810ee3650900604dbfda6818a5bec9\","
                     "\"seats\":[\"a\",\"b\"],"
                     "\"first\":1,\"seed\":\"ab00000000000000000000000000000000000000"
                     "000000000000000000000000\"}");
    CHECK(linea_replay_line(&replay, &memory, &error, line, strlen(line)));
    CHECK(!replay.has_fair);
}

TEST(a_header_of_another_shape_is_refused)
{
#define HEX "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    static const struct {
        const char *fair, *message;
    } cases[] = {
        {"1", "needs an object"},
        {"null", "needs an object"},
        {"{}", "\"commitment\""},
        {"{\"commitment\":7,\"secret\":\"" HEX "\",\"nonces\":[null,null]}",
         "\"commitment\""},
        {"{\"commitment\":\"" HEX "0\",\"secret\":\"" HEX "\",\"nonces\":[null,null]}",
         "\"commitment\""},
        {"{\"commitment\":\"" HEX "\",\"nonces\":[null,null]}", "\"secret\""},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"x\",\"nonces\":[null,null]}",
         "\"secret\""},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"" HEX "\"}", "\"nonces\""},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"" HEX
         "\",\"nonces\":[null,null],\"seals\":[null]}",
         "\"seals\""},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"" HEX "\",\"nonces\":[null]}",
         "each seat"},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"" HEX "\",\"nonces\":[null,0]}",
         "\"nonces\""},
        {"{\"commitment\":\"" HEX "\",\"secret\":\"" HEX "\",\"nonces\":[\"00\",null]}",
         "\"nonces\""},
    };
    static struct linea_replay replay;
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct linea_error error = {.code = LINEA_ERROR_CODES};
        snprintf(text, sizeof text,
                 "{\"linea\":1,\"map\":\"london\",\"seats\":[\"a\",\"b\"],\"first\":0,"
                 "\"seed\":\"" HEX "\",\"fair\":%s}",
                 cases[i].fair);
        linea_replay_init(&replay, maps_find, NULL);
        CHECK(!linea_replay_line(&replay, &memory, &error, text, strlen(text)));
        CHECK_EQ(error.code, LINEA_SYNTAX);
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s: %s", cases[i].fair, error.message);
    }
#undef HEX
}

/* Hold a line against a check that goes on as if it had not been asked. */
static bool would_take(const struct linea_fair_check *check, const char *text,
                       struct linea_error *error)
{
    static struct linea_fair_check copy;
    copy = *check;
    return linea_fair_line(&copy, &memory, error, text, strlen(text));
}

static void must_take(struct linea_fair_check *check)
{
    struct linea_error error;
    if (!linea_fair_line(check, &memory, &error, line, strlen(line)))
        fail_msg("%s: %s", error.message, line);
}

static void must_name(const struct linea_fair_check *check, const char *message)
{
    struct linea_error error = {.code = LINEA_ERROR_CODES};
    if (would_take(check, line, &error))
        fail_msg("taken, though \"%s\" should be said: %s", message, line);
    if (error.code != LINEA_UNFAIR || !strstr(error.message, message))
        fail_msg("%s, not %s: %s", error.message, message, line);
}

TEST(a_header_that_does_not_fit_together_is_named)
{
    static struct linea_fair_check check;
    const struct linea_map *map = maps_get("europe");
    struct linea_fair fair = worked_example(), other = fair;
    struct linea_seed seed, wrong_seed;
    linea_fair_seed(&seed, &fair, 3);
    int first = linea_pick(&seed, LINEA_STREAM_FIRST, 3);
    linea_fair_init(&check, maps_find, NULL);

    header(map, 3, first, &seed, NULL);
    must_name(&check, "has no \"fair\"");
    other.commitment[31] ^= 1;
    header(map, 3, first, &seed, &other);
    must_name(&check, "commitment");
    other = fair;
    other.secret[0] ^= 1;
    header(map, 3, first, &seed, &other);
    must_name(&check, "commitment");
    other = fair;
    other.nonce[2][31] ^= 1;
    header(map, 3, first, &seed, &other);
    must_name(&check, "the seed is not the hash");
    other = fair;
    other.given[2] = false;
    header(map, 3, first, &seed, &other);
    must_name(&check, "the seed is not the hash");
    wrong_seed = seed;
    wrong_seed.byte[5] ^= 0x10;
    header(map, 3, first, &wrong_seed, &fair);
    must_name(&check, "the seed is not the hash");
    header(map, 3, (first + 1) % 3, &seed, &fair);
    must_name(&check, "begins");
    header(map, 3, first, &seed, &fair);
    must_take(&check);
}

TEST(a_position_is_not_dealt)
{
    static struct linea_fair_check check;
    static struct linea_game g;
    struct linea_fair fair = worked_example();
    struct linea_seed seed;
    struct linea_view view;
    struct linea_out out;
    linea_fair_seed(&seed, &fair, 3);
    linea_game_begin(&g, NULL, maps_get("london"), 3, LINEA_NOBODY, &seed);
    linea_game_view(&g, &view, LINEA_ALL);
    linea_out_init(&out, line, sizeof line);
    linea_record_header(&out, g.map, names, 3, g.first, &seed, &fair, &view);
    linea_fair_init(&check, maps_find, NULL);
    must_name(&check, "position");
}

static void exchange(uint8_t *a, uint8_t *b)
{
    uint8_t item = *a;
    *a = *b;
    *b = item;
}

/* Where ticket i from the top of a deck is kept. */
static uint8_t *ticket_at(struct linea_game *g, int deck, int i)
{
    const struct linea_deck *ring = &g->map->deck[deck];
    return g->ticket + ring->first + (g->deck[deck].top + i) % ring->size;
}

/* What chance would have done with hidden piles in the opposite order. */
static void other_outcome(const struct linea_game *g, linea_move m,
                          struct linea_event *event)
{
    struct linea_game other = *g;
    for (int i = 0, j = g->pile_count - 1; i < j; i++, j--)
        exchange(&other.pile[i], &other.pile[j]);
    for (int d = 0; d < g->map->decks; d++)
        for (int i = 0, j = g->deck[d].count - 1; i < j; i++, j--)
            exchange(ticket_at(&other, d, i), ticket_at(&other, d, j));
    linea_game_apply(&other, event, m);
}

/* How often each way to deceive was tried and named. */
struct named {
    int drawn, turned_up, tunnel, tickets, same;
};

static void try_other_outcome(const struct linea_fair_check *check,
                              const struct random_game *r, linea_move m,
                              struct named *named)
{
    static struct linea_replay rules;
    struct linea_event event, truth;
    struct linea_game g = r->g;
    struct linea_out out;
    struct linea_error error = {.code = LINEA_ERROR_CODES};
    linea_game_apply(&g, &truth, m);
    other_outcome(&r->g, m, &event);
    linea_out_init(&out, line, sizeof line);
    linea_record_move(&r->g, &out, &event);
    rules = check->replay;
    if (!linea_replay_line(&rules, &memory, &error, line, strlen(line)))
        return; /* A deck with tickets put back, say: the rules see it. */
    if (event.cards == truth.cards && event.tickets == truth.tickets &&
        memcmp(event.card, truth.card, truth.cards) == 0 &&
        memcmp(event.ticket, truth.ticket, truth.tickets) == 0) {
        CHECK(would_take(check, line, &error));
        named->same++;
        return;
    }
    must_name(check, "by the seed it is");
    if (linea_move_kind(m) == LINEA_CLAIM)
        named->tunnel++;
    else if (linea_move_kind(m) == LINEA_TICKETS_DRAW)
        named->tickets++;
    else if (linea_move_low(m) == LINEA_BLIND)
        named->drawn++;
    else
        named->turned_up++;
}

/* A deal of another seed under this header. */
static void try_other_deal(const struct linea_fair_check *check,
                           const struct random_game *r)
{
    struct linea_game other;
    struct linea_event deal;
    struct linea_out out;
    struct linea_seed seed = r->g.seed;
    seed.byte[0] ^= 1;
    linea_game_begin(&other, &deal, r->g.map, r->g.seats, r->g.first, &seed);
    linea_out_init(&out, line, sizeof line);
    linea_record_deal(&other, &out, &deal);
    must_name(check, "by the seed");
}

static void fair_begin(struct random_game *r, struct linea_fair_check *check,
                       struct setup setup, uint64_t number)
{
    struct linea_fair fair = worked_example();
    struct linea_seed seed;
    memset(r, 0, sizeof *r);
    r->rng.state = number;
    memcpy(fair.nonce[0], &number, sizeof number);
    for (int s = setup.seats; s < LINEA_SEATS; s++)
        fair.given[s] = false;
    linea_fair_seed(&seed, &fair, setup.seats);
    linea_game_begin(&r->g, &r->event, setup.map, setup.seats, LINEA_NOBODY, &seed);
    r->n = linea_game_moves(&r->g, r->moves);
    header(setup.map, setup.seats, r->g.first, &seed, &fair);
    linea_fair_init(check, maps_find, NULL);
    must_take(check);
}

static void play_and_deceive(struct setup setup, uint64_t number, struct named *named)
{
    static struct random_game r;
    static struct linea_fair_check check;
    struct linea_out out;
    struct linea_result result;
    fair_begin(&r, &check, setup, number);
    try_other_deal(&check, &r);
    linea_out_init(&out, line, sizeof line);
    linea_record_deal(&r.g, &out, &r.event);
    must_take(&check);
    while (r.n > 0) {
        linea_move m = random_choose(&r);
        struct linea_game before = r.g;
        try_other_outcome(&check, &r, m, named);
        random_play(&r, m);
        linea_out_init(&out, line, sizeof line);
        linea_record_move(&before, &out, &r.event);
        must_take(&check);
    }
    linea_game_score(&r.g, &result);
    linea_out_init(&out, line, sizeof line);
    linea_record_end(&r.g, &out, &result);
    must_take(&check);
    CHECK(check.replay.over);
}

TEST(every_outcome_of_chance_is_held_against_the_seed)
{
    struct setup setup;
    struct named named = {0};
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t number = 0; number < 2; number++)
            play_and_deceive(setup, 2 * (uint64_t)i + number, &named);
    print_message("named: %d cards drawn, %d turned up, %d tunnels, %d tickets\n",
                  named.drawn, named.turned_up, named.tunnel, named.tickets);
    CHECK(named.drawn > 100);
    CHECK(named.turned_up > 100);
    CHECK(named.tunnel > 100);
    CHECK(named.tickets > 100);
    CHECK(named.same > 100);
}

/* Exchange item a with the first after b that differs from it. */
static void exchange_other(uint8_t *items, int a, int b)
{
    do
        b++;
    while (items[b] == items[a]);
    exchange(&items[a], &items[b]);
}

static void must_name_deal(const struct linea_fair_check *check,
                           const struct random_game *r, const struct linea_event *deal,
                           const char *message)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_record_deal(&r->g, &out, deal);
    must_name(check, message);
}

/* Each part exchanged in a way that the rules allow; the message says which. */
TEST(each_part_of_the_deal_is_named)
{
    static struct linea_fair_check check;
    static struct random_game r;
    struct setup setup = {maps_get("europe"), 3};
    fair_begin(&r, &check, setup, 1);
    struct linea_event deal = r.event;
    exchange_other(deal.card, 0, 0);
    must_name_deal(&check, &r, &deal, "dealt to seat 0: ");
    deal = r.event;
    exchange_other(deal.card, 2 * setup.map->hand, 2 * setup.map->hand);
    must_name_deal(&check, &r, &deal, "dealt to seat 2: ");
    deal = r.event;
    exchange_other(deal.card, 3 * setup.map->hand, 3 * setup.map->hand);
    must_name_deal(&check, &r, &deal, "turned up by the deal: ");
    deal = r.event;
    CHECK(deal.tickets >= 3);
    int last = deal.tickets - 1;
    exchange(&deal.ticket[last], &deal.ticket[last - deal.tickets / 3]);
    must_name_deal(&check, &r, &deal, "offered to seat 1: ");
}

TEST(passengers_of_the_deal_are_named)
{
    static struct linea_fair_check check;
    static struct random_game r;
    struct setup setup = {maps_get("germany"), 3};
    fair_begin(&r, &check, setup, 1);
    struct linea_event deal = r.event;
    int l = 0;
    while (!setup.map->location[l].passengers)
        l++;
    const struct linea_location *first = &setup.map->location[l];
    /* Within a location they have no order: one that stands elsewhere. */
    exchange_other(deal.passenger, first->first_passenger,
                   first->first_passenger + first->passengers - 1);
    must_name_deal(&check, &r, &deal, linea_map_text(setup.map, first->id));
}
