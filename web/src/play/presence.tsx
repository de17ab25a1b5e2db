/*
 * Who is connected to a game on a server: a dot beside each name, and how many look on.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Presence } from "../net/protocol";
import { Icon } from "../parts/icons";
import { duration } from "../screens/words";
import { n, t } from "../text";

/** Whether somebody's device is connected, and since when it is not. */
export function Dot({ presence, seat }: { presence: Presence | null; seat: number }) {
  const found = presence?.seats[seat];
  if (!found) return null;
  const minutes = found.left === undefined ? 0 : Math.floor((Date.now() - found.left) / 60_000);
  const words = found.here ? t("is here") : minutes > 0 ? t("not here for {time}", { time: duration(60 * minutes) }) : t("not here");
  return (
    <span class="dot" data-here={found.here} title={words} role="img" aria-label={words}>
      {minutes > 0 && <span aria-hidden="true">{duration(60 * minutes)}</span>}
    </span>
  );
}

/** How many look on. */
export function Spectators({ presence }: { presence: Presence | null }) {
  if (!presence || presence.spectators === 0) return null;
  return <p class="tb-spectators tb-quiet"><Icon name="eye" size={14} /> {n("{n} spectator", "{n} spectators", presence.spectators)}</p>;
}
