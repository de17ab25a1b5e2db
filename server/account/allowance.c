/*
 * server/account/allowance.c - how often something may be tried.
 *
 * As the buckets of quota.h, but in the database: a restart gives nobody new tries, and
 * several nodes count together. What is counted (an address, a name) is hashed with the
 * key of the store.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <string.h>

#include "call.h"
#include "token.h"

enum { CLEAR_MORE = 64 /* one in so many takes removes what is full again */ };

static void id_of(uint8_t id[SECRET_HASH], const struct call *call, const char *what,
                  const void *of, size_t length)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, call->accounts->options.key, TOKEN_KEY,
                            SECRET_HASH);
    crypto_generichash_update(&state, (const uint8_t *)what, strlen(what) + 1);
    crypto_generichash_update(&state, of, length);
    crypto_generichash_final(&state, id, SECRET_HASH);
}

/* One statement, so that two at a time count as two. */
bool linea_allowance_take(struct linea_db *db, struct call *call,
                          const struct allowance *allowance, const void *of,
                          size_t length)
{
    uint8_t id[SECRET_HASH];
    id_of(id, call, allowance->what, of, length);
    int64_t taken = sql_run(
        db,
        "INSERT INTO allowance VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET full_at ="
        " CASE WHEN allowance.full_at > $3 THEN allowance.full_at + $4 ELSE $2 END"
        " WHERE allowance.full_at <= $5",
        linea_value_bytes(id, sizeof id), linea_value_int(call->now + allowance->each),
        linea_value_int(call->now), linea_value_int(allowance->each),
        linea_value_int(call->now + allowance->each * (allowance->burst - 1)));
    if (randombytes_uniform(CLEAR_MORE) == 0)
        sql_run(db, "DELETE FROM allowance WHERE full_at < $1",
                linea_value_int(call->now));
    if (taken == 1 || !linea_db_fine(db))
        return true;
    /* what was counted for others in this job stays counted */
    linea_call_refuse(call, 429, "too-many", "too many tries: wait an hour");
    return false;
}
