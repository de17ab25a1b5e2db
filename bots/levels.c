/*
 * bots/levels.c - the levels for people, as characters: each is one of the other bots,
 * some with a mind that wanders.
 *
 * Where something has been learned for the map, all of them play by the net: expert
 * looks ahead, hard does what it likes best, normal and easy are not sure among
 * what it likes, and make mistakes that people make: they keep too many tickets, and
 * draw cards when it is time to claim, so that others come first. Without a net easy
 * and normal now and then do the first thing that comes to mind instead of what they
 * planned.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "bot.h"
#include "learned.h"

/* How a level likes moves otherwise than the net, in 16ths of a logit. */
struct taste {
    int heat;    /* logits are divided by it: 16 plays as the net would at random */
    int tickets; /* more for each ticket kept beyond the first, and for drawing some */
    int draws;   /* more for drawing a card */
};

/* From so many vehicles on a game is long, and mistakes have more time to add up. */
enum { LONG = 30 };

struct level {
    const struct linea_bot *bot; /* that plays without a net … */
    int wanders;                 /* … and how often its mind wanders, in hundredths */
    struct taste taste[2];       /* with one, in short games and in long ones … */
    const struct linea_bot *learned; /* … or who plays then, where this is not NULL */
};

/* What a level remembers. */
struct mind {
    struct linea_rng rng;
    uint64_t seed;
    const struct linea_bot *bot; /* that plays; NULL before the first decision */
    bool tasting;                /* plays by taste: memory holds a struct tasting */
    uint64_t memory[LINEA_BOT_MEMORY / 8 - 8];
};

/* What one needs who plays by taste. */
struct tasting {
    struct net_memory net;
    int32_t logit[LINEA_MOVES];
};

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    struct mind *m = memory;
    (void)self;
    m->rng.state = seed;
    m->seed = linea_rng_next(&m->rng);
    m->bot = NULL;
    m->tasting = false;
}

static void begin_bot(struct mind *m, const struct linea_bot *bot)
{
    assert(bot->memory <= sizeof m->memory);
    if (m->bot == bot)
        return;
    m->bot = bot;
    m->tasting = false;
    bot->begin(bot, m->memory, m->seed);
}

/* What comes to mind: a card, or else anything. */
static linea_move first_thought(struct mind *m, const linea_move *moves, int n)
{
    int draws = 0;
    while (draws < n && linea_move_kind(moves[draws]) == LINEA_DRAW)
        draws++;
    return moves[linea_rng_below(&m->rng, draws ? draws : n)];
}

/* How much more a taste likes a move than the net does, in 16ths. */
static int likes_more(const struct taste *t, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        return t->draws;
    case LINEA_TICKETS_DRAW:
        return t->tickets;
    case LINEA_KEEP:
        return (linea_bits(linea_move_kept(m)) - 1) * t->tickets;
    default:
        return 0;
    }
}

/* A move at random, each as likely as the logits say, which become 65536ths of how
   likely it is against the likeliest. */
static int draw_lot(struct linea_rng *rng, int32_t *logit, int n, int bits, int heat)
{
    int32_t most = INT32_MIN;
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        most = logit[i] > most ? logit[i] : most;
    for (int i = 0; i < n; i++) {
        int64_t less = ((int64_t)logit[i] - most) * 16 * 65536;
        logit[i] = linea_net_exp(less / ((int64_t)heat << bits));
        sum += logit[i];
    }
    assert(sum > 0); /* one of them is the likeliest */
    int64_t lot = (int64_t)(linea_rng_next(rng) % (uint64_t)sum);
    int i = 0;
    while (lot >= logit[i])
        lot -= logit[i++];
    return i;
}

static linea_move choose_by_taste(struct mind *m, const struct taste *taste,
                                  const struct linea_learned *learned,
                                  const struct linea_view *view,
                                  const linea_move *moves, int n)
{
    struct tasting *t = (struct tasting *)m->memory;
    struct linea_net_thought thought;
    if (!m->tasting)
        linea_net_begin(&t->net);
    m->tasting = true;
    m->bot = NULL;
    if (n == 1)
        return moves[0];
    struct linea_look look = {view, &t->net, linea_net_advise(&t->net, view, moves, n)};
    int bits = linea_net_bits(&learned->net, LINEA_NET_POLICY);
    linea_learned_think(learned, &thought, &look);
    linea_learned_like(learned, t->logit, &thought, look.advised, moves, n);
    for (int i = 0; i < n; i++)
        t->logit[i] += likes_more(taste, moves[i]) * (1 << bits) / 16;
    return moves[draw_lot(&m->rng, t->logit, n, bits, taste->heat)];
}

static linea_move choose(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    const struct level *level = self->data;
    const struct linea_learned *learned = budget->learned;
    struct mind *m = memory;
    if (learned && !level->learned)
        return choose_by_taste(m, &level->taste[view->map->vehicles >= LONG], learned,
                               view, moves, n);
    begin_bot(m, learned ? level->learned : level->bot);
    linea_move planned = m->bot->choose(m->bot, m->memory, view, moves, n, budget);
    if (!learned && level->wanders && linea_rng_below(&m->rng, 100) < level->wanders)
        return first_thought(m, moves, n);
    return planned;
}

enum { EASY, NORMAL, HARD, EXPERT };

static const struct level levels[] = {
    [EASY] = {&linea_bot_greedy, 40, {{60, 30, 26}, {44, 22, 18}}, NULL},
    [NORMAL] = {&linea_bot_planner, 25, {{42, 21, 17}, {32, 15, 13}}, NULL},
    [HARD] = {&linea_bot_planner, 0, {{0}}, &linea_bot_net},
    [EXPERT] = {&linea_bot_search, 0, {{0}}, &linea_bot_deep},
};

const struct linea_bot linea_bot_easy = {
    .name = "easy",
    .about = "Pip, who likes points at once and often just takes a card",
    .memory = sizeof(struct mind),
    .data = &levels[EASY],
    .net = LINEA_NET_HELPS,
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_normal = {
    .name = "normal",
    .about = "Nora, who has a plan but lets her mind wander",
    .memory = sizeof(struct mind),
    .data = &levels[NORMAL],
    .net = LINEA_NET_HELPS,
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_hard = {
    .name = "hard",
    .about = "Hugo, who plans and sticks to it",
    .memory = sizeof(struct mind),
    .data = &levels[HARD],
    .net = LINEA_NET_HELPS,
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_expert = {
    .name = "expert",
    .about = "Elma, who tries every move out in her head",
    .memory = sizeof(struct mind),
    .data = &levels[EXPERT],
    .searches = true,
    .net = LINEA_NET_HELPS,
    .begin = begin,
    .choose = choose,
};

_Static_assert(sizeof(struct mind) <= LINEA_BOT_MEMORY, "bots fit their memory");
_Static_assert(sizeof(struct tasting) <= sizeof(((struct mind *)0)->memory),
               "one who plays by taste fits the memory");
