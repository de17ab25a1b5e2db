/*
 * server/account/identify.c - who somebody is, by what they show.
 *
 * What was looked up is remembered for a minute, in a table where each claim has one
 * place. What this node changes, it forgets at once; another node when it looks what
 * has changed, every second (order/measures.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "linea/utf8.h"
#include "order/order.h"
#include "token.h"

enum {
    PLACES = 4096,
    UNUSED_DAYS = 90, /* after which a session is over */
    NOTE_MS = 3600000 /* how exactly it is known when something was used last */
};

static const int64_t DAY = 86400000;

struct known {
    enum claim_kind kind;
    uint8_t id[ACCOUNT_KEY];
    int64_t until; /* milliseconds of a steady clock */
    struct identity identity;
};

struct identities {
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* or strangers could choose places */
    struct known place[PLACES];
    uint64_t forgotten; /* how often something was */
};

struct identities *linea_identities_open(void)
{
    struct identities *identities = calloc(1, sizeof *identities);
    if (identities)
        crypto_shorthash_keygen(identities->secret);
    return identities;
}

void linea_identities_close(struct identities *identities)
{
    free(identities);
}

static struct known *place_of(struct identities *identities, const struct claim *claim)
{
    uint8_t hash[crypto_shorthash_BYTES];
    uint32_t number;
    crypto_shorthash(hash, claim->id, sizeof claim->id, identities->secret);
    memcpy(&number, hash, sizeof number);
    return &identities->place[(number ^ (uint32_t)claim->kind) % PLACES];
}

static int64_t steady_now(void)
{
    return linea_net_now() / 1000;
}

static void remember(struct identities *identities, const struct claim *claim,
                     const struct identity *identity)
{
    struct known *known = place_of(identities, claim);
    known->kind = claim->kind;
    memcpy(known->id, claim->id, sizeof known->id);
    known->until = steady_now() + ACCOUNT_REMEMBER_MS;
    known->identity = *identity;
}

static bool recall(struct identities *identities, struct identity *out,
                   const struct claim *claim)
{
    const struct known *known = place_of(identities, claim);
    if (known->kind != claim->kind || known->until < steady_now() ||
        memcmp(known->id, claim->id, sizeof known->id) != 0)
        return false;
    *out = known->identity;
    if (claim->kind == CLAIM_GUEST) /* a guest may have tokens of several names */
        memcpy(out->name, claim->name, sizeof out->name);
    return true;
}

void linea_identity_changed(struct linea_db *db, uint64_t player, int64_t now)
{
    linea_order_measure(db, player, MEASURE_LOOK, 1, "", now);
}

void linea_identity_forget(struct accounts *accounts, uint64_t player)
{
    accounts->identities->forgotten++;
    for (int i = 0; i < PLACES; i++)
        if (accounts->identities->place[i].identity.player == player)
            accounts->identities->place[i].kind = CLAIM_NONE;
}

/* Looking up. */

struct lookup {
    struct linea_sql_job job;
    struct identifying *of;
    struct claim claim;
    struct identity identity;
    int64_t now, used;
    uint64_t forgotten; /* as it was when this was asked for */
    bool found;
};

static uint64_t guest_number(const struct claim *claim)
{
    uint64_t number;
    memcpy(&number, claim->id, sizeof number);
    return number;
}

/* A row with player, name, flags, scopes, used. */
static void take_account(struct linea_db *db, struct lookup *l)
{
    l->found = true;
    l->identity = (struct identity){.player = linea_db_id(db, 0),
                                    .account = true,
                                    .flags = (unsigned)linea_db_int(db, 2),
                                    .scopes = (unsigned)linea_db_int(db, 3)};
    snprintf(l->identity.name, sizeof l->identity.name, "%s", linea_db_text(db, 1));
    l->used = linea_db_int(db, 4);
    l->found = !(l->identity.flags & ACCOUNT_CLOSED);
}

/* The token of a guest is good until there is an account, or was one. */
static void look_for_guest(struct linea_db *db, struct lookup *l)
{
    struct linea_value player = linea_value_id(guest_number(&l->claim));
    sql_ask(db,
            "SELECT player FROM account WHERE player = $1"
            " UNION ALL SELECT player FROM gone WHERE player = $1",
            player);
    l->found = !linea_db_next(db);
    l->identity =
        (struct identity){.player = guest_number(&l->claim), .scopes = SCOPE_GUEST};
    snprintf(l->identity.name, sizeof l->identity.name, "%s", l->claim.name);
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct lookup *l = (struct lookup *)job;
    const struct linea_value id = linea_value_bytes(l->claim.id, sizeof l->claim.id);
    l->found = false;
    if (l->claim.kind == CLAIM_GUEST) {
        look_for_guest(db, l);
        return true;
    }
    if (l->claim.kind == CLAIM_SESSION)
        sql_ask(
            db,
            "SELECT a.player, a.name, a.flags, 31, s.used FROM session s"
            " JOIN account a ON a.player = s.player WHERE s.id = $1 AND s.used > $2",
            id, linea_value_int(l->now - UNUSED_DAYS * DAY));
    else if (l->claim.kind == CLAIM_TOKEN)
        sql_ask(db,
                "SELECT a.player, a.name, a.flags, t.scopes, t.used FROM token t"
                " JOIN account a ON a.player = t.player WHERE t.id = $1",
                id);
    else
        sql_ask(db, "SELECT player, name, flags, 31, $2 FROM account WHERE proxy = $1",
                linea_value_text(l->claim.name), linea_value_int(l->now));
    if (linea_db_next(db))
        take_account(db, l);
    return true;
}

/* When a session or a token was used last, to the hour. */
struct note {
    struct linea_sql_job job;
    struct claim claim;
    int64_t now;
};

static bool write_note(struct linea_db *db, struct linea_sql_job *job)
{
    const struct note *n = (struct note *)job;
    linea_db_run(db,
                 n->claim.kind == CLAIM_SESSION
                     ? "UPDATE session SET used = $2 WHERE id = $1"
                     : "UPDATE token SET used = $2 WHERE id = $1",
                 SQL_VALUES(linea_value_bytes(n->claim.id, sizeof n->claim.id),
                            linea_value_int(n->now)));
    return true;
}

static void noted(struct linea_sql_job *job)
{
    free(job);
}

static void note_use(struct accounts *accounts, const struct lookup *l)
{
    if (l->claim.kind == CLAIM_GUEST || l->now - l->used < NOTE_MS)
        return;
    struct note *note = calloc(1, sizeof *note);
    if (!note)
        return;
    note->job =
        (struct linea_sql_job){.run = write_note, .done = noted, .share = l->job.share};
    note->claim = l->claim;
    note->now = l->now;
    linea_sql_ask(accounts->sql, &note->job);
}

/* Somebody whom a proxy has signed in for the first time has an account from now on.
   The proxy knows people apart who are called nearly the same: the second has the looks
   of no name, and is not found by it. */
static bool make_account(struct linea_db *db, struct linea_sql_job *job)
{
    struct lookup *l = (struct lookup *)job;
    char looks[ACCOUNT_NAME + 17], id[17];
    uint64_t player = linea_token_new_player();
    linea_name_looks(looks, ACCOUNT_NAME, l->claim.name);
    sql_ask(db, "SELECT 1 FROM account WHERE looks = $1", linea_value_text(looks));
    if (linea_db_next(db)) {
        size_t length = strlen(looks);
        linea_hub_id_write(id, player);
        snprintf(looks + length, sizeof looks - length, " %s", id);
    }
    l->found =
        sql_run(db,
                "INSERT INTO account (player, name, looks, proxy, flags, created)"
                " VALUES ($1, $2, $3, $2, 0, $4) ON CONFLICT DO NOTHING",
                linea_value_id(player), linea_value_text(l->claim.name),
                linea_value_text(looks), linea_value_int(l->now)) == 1;
    l->identity =
        (struct identity){.player = player, .account = true, .scopes = SCOPE_ALL};
    memcpy(l->identity.name, l->claim.name, sizeof l->identity.name);
    l->used = l->now;
    return true;
}

static void looked(struct linea_sql_job *job)
{
    struct lookup *l = (struct lookup *)job;
    struct identifying *of = l->of;
    struct accounts *accounts = of->accounts;
    enum identified how = job->result != LINEA_SQL_OK ? IDENTIFIED_NOT_NOW
                          : l->found                  ? IDENTIFIED
                                                      : IDENTIFIED_NOT;
    if (how == IDENTIFIED_NOT && l->claim.kind == CLAIM_PROXY && !l->identity.account &&
        job->run == look) {
        job->run = make_account;
        job->reads = false;
        linea_sql_ask(accounts->sql, job);
        return;
    }
    if (how == IDENTIFIED) {
        /* What was changed meanwhile may have been read before. */
        if (l->forgotten == accounts->identities->forgotten)
            remember(accounts->identities, &l->claim, &l->identity);
        note_use(accounts, l);
        of->identity = l->identity;
    } else if (how == IDENTIFIED_NOT && l->claim.kind == CLAIM_SESSION)
        how = IDENTIFIED; /* as nobody: the session is over */
    free(l);
    of->found(of, how);
}

bool linea_identify(struct accounts *accounts, struct identifying *of)
{
    of->accounts = accounts;
    of->identity = (struct identity){0};
    if (of->claim.kind == CLAIM_NONE ||
        recall(accounts->identities, &of->identity, &of->claim)) {
        of->found(of, IDENTIFIED);
        return true;
    }
    struct lookup *l = calloc(1, sizeof *l);
    if (!l) {
        of->found(of, IDENTIFIED_NOT_NOW);
        return true;
    }
    l->job = (struct linea_sql_job){
        .run = look, .done = looked, .reads = true, .share = of->origin};
    l->forgotten = accounts->identities->forgotten;
    l->of = of;
    l->claim = of->claim;
    l->now = milliseconds_now();
    linea_sql_ask(accounts->sql, &l->job);
    return false;
}
