/*
 * tests/purity/signature.c - see signature.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "signature.h"

#include <string.h>

#include "bot.h"
#include "learned.h"
#include "linea/cup.h"
#include "linea/fair.h"
#include "linea/ratings.h"
#include "linea/text.h"
#include "net_kernel.h"
#include "random_net.h"

enum {
    GAMES = 5,
    NET_STEPS = 30, /* each looks ahead, for a tenth of a second on the largest map */
};

static struct linea_map map;
static struct linea_json memory;
static linea_move moves[LINEA_MOVES];
static char line[LINEA_LINE];

/* FNV-1a, 64 bits, of what was written into `line`. */
static uint64_t mix_line(uint64_t hash)
{
    for (const char *at = line; *at; at++)
        hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    return hash;
}

/* The record of one game of random bots, and what each of them saw and guessed. */
static uint64_t play(uint64_t hash, int seats, uint64_t number)
{
    static uint64_t bot[LINEA_BOT_MEMORY / 8];
    struct linea_seed seed;
    struct linea_game g, guess;
    struct linea_event event;
    struct linea_view view;
    struct linea_result result;
    struct linea_out out;
    struct linea_rng rng = {number};
    struct linea_budget budget = {.simulations = 1};
    struct linea_fair fair = {.given = {true}};
    linea_seed_derive(&seed, 1, number);
    memcpy(fair.secret, seed.byte, sizeof fair.secret);
    linea_fair_commit(fair.nonce[0], fair.secret);
    linea_fair_seed(&seed, &fair, seats);
    linea_game_begin(&g, &event, &map, seats, LINEA_NOBODY, &seed);
    linea_bot_random.begin(&linea_bot_random, bot, number);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_game before = g;
        linea_game_view(&g, &view, g.turn);
        linea_game_apply(
            &g, &event,
            linea_bot_choose(&linea_bot_random, bot, &view, moves, n, &budget));
        linea_out_init(&out, line, sizeof line);
        linea_record_move(&before, &out, &event);
        linea_view_write(&view, &out);
        hash = mix_line(hash);
        linea_view_guess(&view, &guess, &rng);
        linea_game_view(&guess, &view, LINEA_ALL);
        linea_out_init(&out, line, sizeof line);
        linea_view_write(&view, &out);
        hash = mix_line(hash);
    }
    linea_game_score(&g, &result);
    linea_out_init(&out, line, sizeof line);
    linea_record_end(&g, &out, &result);
    return mix_line(hash);
}

/* What has been learned for the map: random weights, run by the plain kernel here and
   by the best one in WebAssembly. */
static void learn(struct linea_learned *out)
{
    static uint8_t bytes[LINEA_NET_FILE];
    struct net_header header;
    const struct linea_net_kernel *kernel;
    net_header_for(&header, &map);
    net_write(bytes, &header, 1);
    linea_learned_read(out, NULL, &map, bytes, net_length(&header));
#ifdef __wasm__
    for (int i = 0; (kernel = linea_net_kernel_at(i)); i++)
        out->net.kernel = kernel;
#else
    (void)kernel;
#endif
}

/* The first moves of bots that play by a net, every other one of which looks ahead. */
static uint64_t play_by_net(uint64_t hash, int seats, const struct linea_learned *net)
{
    static uint64_t bot[LINEA_SEATS][LINEA_BOT_MEMORY / 8];
    const struct linea_bot *const kinds[2] = {&linea_bot_net, &linea_bot_deep};
    const struct linea_budget budget = {.simulations = 2, .learned = net};
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    linea_seed_derive(&seed, 2, 1);
    linea_game_begin(&g, NULL, &map, seats, 0, &seed);
    for (int s = 0; s < seats; s++)
        kinds[s % 2]->begin(kinds[s % 2], bot[s], 1);
    for (int n, step = 0; step < NET_STEPS && (n = linea_game_moves(&g, moves)) > 0;
         step++) {
        const struct linea_bot *own = kinds[g.turn % 2];
        linea_game_view(&g, &view, g.turn);
        linea_move m = own->choose(own, bot[g.turn], &view, moves, n, &budget);
        hash = (hash ^ m) * 0x100000001b3u;
        linea_game_apply(&g, NULL, m);
    }
    return hash;
}

/* The bits of ratings after some games. */
static uint64_t rate(uint64_t hash)
{
    enum { PLAYERS = 9, RATED = 500 };
    struct linea_rating rating[PLAYERS];
    struct linea_rng rng = {1};
    for (int p = 0; p < PLAYERS; p++)
        rating[p] = linea_rating_new();
    for (int game = 0; game < RATED; game++) {
        int seats = 2 + game % 4, rank[LINEA_RATING_SEATS];
        for (int s = 0; s < seats; s++)
            rank[s] = s + linea_rng_below(&rng, 4);
        linea_rating_game(rating + game % (PLAYERS - seats + 1), rank, seats);
    }
    for (int p = 0; p < PLAYERS; p++) {
        uint64_t bits[2];
        memcpy(&bits[0], &rating[p].mu, sizeof bits[0]);
        memcpy(&bits[1], &rating[p].sigma, sizeof bits[1]);
        hash = ((hash ^ bits[0]) * 0x100000001b3u ^ bits[1]) * 0x100000001b3u;
    }
    return hash;
}

/* The lines of a small cup, mixed into *context. */
static void mix_event(void *context, int audience, const char *text, size_t length)
{
    uint64_t *hash = context;
    for (size_t i = 0; audience == LINEA_CUP_PUBLIC && i < length; i++)
        *hash = (*hash ^ (uint8_t)text[i]) * 0x100000001b3u;
}

static void ask_cup(struct linea_cup *cup, const struct linea_cup_io *io,
                    uint64_t player, const char *request)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_cup_request(cup, &out, io, player, request, strlen(request), 0);
}

static uint64_t play_cup(uint64_t hash)
{
    static struct linea_cup cup;
    static char cup_line[LINEA_CUP_LINE];
    static const uint8_t secret[LINEA_CUP_SECRET] = {1};
    static const char make[] = "{\"name\":\"cup\",\"format\":\"swiss\",\"map\":\"x\","
                               "\"size\":3,\"rounds\":4}";
    enum { PLAYERS = 16 };
    char join[] = "{\"do\":\"join\",\"name\":\"?\"}";
    struct linea_rng rng = {1};
    struct linea_cup_io io = {mix_event, &hash, &memory, cup_line};
    linea_cup_make(&cup, NULL, &io, make, sizeof make - 1, 1, secret, 0);
    for (uint64_t p = 0; p < PLAYERS; p++) {
        join[sizeof join - 4] = "ABCDEFGHKMNPRSTW"[p];
        ask_cup(&cup, &io, p + 1, join);
    }
    ask_cup(&cup, &io, 1, "{\"do\":\"begin\"}");
    for (int64_t now = 0; cup.stage != LINEA_CUP_OVER && now < 100; now++) {
        linea_cup_tick(&cup, &io, now);
        for (uint32_t table = 1; table <= cup.tables; table++) {
            struct linea_cup_result result = {.place = {1, 1, 1}};
            result.place[linea_rng_below(&rng, 2)] = 2;
            linea_cup_report(&cup, NULL, &io, table, &result, now);
        }
    }
    return hash;
}

static void ignore(void *context, int where, const char *key, const char *what)
{
    (void)context, (void)where, (void)key, (void)what;
}

uint64_t signature(const char *text, size_t length)
{
    const struct linea_map_report report = {.mistake = ignore, .context = NULL};
    uint64_t hash = 0xcbf29ce484222325u;
    if (!linea_map_read(&map, &memory, text, length, &report))
        return 0;
    static struct linea_learned net;
    learn(&net);
    hash = play_cup(rate(hash));
    for (int seats = map.min_seats; seats <= map.max_seats; seats++) {
        for (uint64_t game = 0; game < GAMES; game++)
            hash = play(hash, seats, game);
        if (seats == map.min_seats || seats == map.max_seats)
            hash = play_by_net(hash, seats, &net);
    }
    return hash;
}
