/*
 * table/seal.c - nonces that are sealed before they are revealed.
 *
 * Who takes a seat may give a seal instead of a nonce: a hash that binds the nonce to
 * the seat and to the secret of the host. When all seats are taken all seals are
 * published, nobody can leave, and each reveals its nonce. The game begins with the
 * last of them, or when the time is up: who has not revealed by then is away, so that a
 * program plays until they are back. docs/fairness.md says what that proves.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/fair.h"

bool linea_table_waits_for(const struct linea_table *t, int seat)
{
    const struct linea_table_seat *s = &t->seat[seat];
    return s->holder == LINEA_TABLE_HUMAN && s->has_seal && !s->has_nonce && !s->away;
}

bool linea_table_waits(const struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++)
        if (linea_table_waits_for(t, s))
            return true;
    return false;
}

int64_t linea_table_reveal_by(const struct linea_table *t)
{
    int64_t time = t->move_time || t->bank ? t->move_time : LINEA_TABLE_REVEAL_SLOW;
    return t->sealed_at + (time > LINEA_TABLE_REVEAL ? time : LINEA_TABLE_REVEAL);
}

static void make_seal(const struct linea_table *t, uint8_t seal[LINEA_TABLE_SECRET],
                      int seat, const uint8_t nonce[LINEA_TABLE_SECRET])
{
    uint8_t commitment[LINEA_TABLE_SECRET];
    linea_fair_commit(commitment, t->secret);
    linea_fair_seal(seal, commitment, seat, nonce);
}

/* A nonce that was given without a seal is sealed for its player: otherwise it could be
   another one when those of others are known. */
void linea_table_seal(struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++) {
        struct linea_table_seat *seat = &t->seat[s];
        if (!seat->has_nonce || seat->has_seal)
            continue;
        make_seal(t, seat->seal, s, seat->nonce);
        seat->has_seal = true;
    }
    t->sealed = true;
}

void linea_table_unseal(struct linea_table *t, const struct linea_table_io *io,
                        int64_t now)
{
    for (int s = 0; s < t->seats && !t->begun; s++) {
        struct table_event e = {.kind = TABLE_UNREVEALED, .at = now, .seat = s};
        if (linea_table_waits_for(t, s))
            linea_table_apply(t, &e, io);
    }
}

bool linea_table_is_sealed(const struct linea_table *t, int seat,
                           const uint8_t nonce[LINEA_TABLE_SECRET])
{
    uint8_t seal[LINEA_TABLE_SECRET];
    make_seal(t, seal, seat, nonce);
    return memcmp(seal, t->seat[seat].seal, sizeof seal) == 0;
}
