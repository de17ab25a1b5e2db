/*
 * Who is around the table: whose turn it is, what each has left and holds, the running points,
 * the clock. The same as a narrow strip where there is no room for more.
 *
 * SPDX-License-Identifier: MIT
 */
import { useComputed, useSignal } from "@preact/signals";
import { memo } from "../board/memo";
import type { Shown, Score } from "../game/game";
import { countCards } from "../game/moves";
import type { Counts, Player } from "../net/protocol";
import { Icon, type IconName } from "../parts/icons";
import { Passenger, Station, Vehicle } from "../parts/pieces";
import { playerName } from "../players";
import { signed, sourceName, sourcesIn } from "../screens/words";
import { t } from "../text";
import { useCountdown } from "./clock";
import { amount } from "./market";
import { Dot, Spectators } from "./presence";
import { colourName, vehiclesName } from "./words";

function cardsOf(hand: Counts | number | undefined): number {
  return typeof hand === "object" ? countCards(hand) : (hand ?? 0);
}

/** Whose turn it is in the view that is shown. */
function turnOf(game: Shown): number | null {
  return game.view.value?.turn ?? null;
}

/** `of` is an icon, or the seat whose station stands for it. */
const Fact = memo(function Fact({ name, of, value }: { name: string; of: IconName | number; value: number }) {
  return (
    <span class="tb-fact" title={name}>
      {typeof of === "number" ? <Station seat={of} /> : <Icon name={of} />}
      <span class="tb-number">{value}</span>
      <span class="visually-hidden">{name}</span>
    </span>
  );
});

const Taken = memo(function Taken({ taken, colours }: { taken: Counts; colours: string[] }) {
  return (
    <span class="tb-taken" aria-label={t("Passengers")} role="img">
      {colours.map((colour) => (
        <span class="tb-fact" key={colour} title={colourName(colour)} data-none={(taken[colour] ?? 0) === 0}>
          <Passenger colour={colour} />
          <span class="tb-number">{taken[colour] ?? 0}</span>
        </span>
      ))}
    </span>
  );
}, (a, b) => JSON.stringify(a) === JSON.stringify(b));

/** What the points would be if the game ended now, as far as one may know. */
function Breakdown({ score }: { score: Score }) {
  return (
    <dl class="tb-breakdown">
      {sourcesIn(score).map((source) => (
        <div key={source}>
          <dt>{sourceName(source)}</dt>
          <dd>{signed(score[source] ?? 0)}</dd>
        </div>
      ))}
      <div class="tb-total">
        <dt>{t("Total")}</dt>
        <dd>{signed(score["total"] ?? 0)}</dd>
      </div>
    </dl>
  );
}

export function Clock({ game }: { game: Shown }) {
  const left = useCountdown(game.deadline);
  if (left === null) return null;
  const seconds = Math.ceil(left / 1000);
  return (
    <span class="tb-clock" role="timer" aria-label={t("Time left")} data-short={seconds <= 10}>
      {clockTime(left)}
    </span>
  );
}

/** Why others play a seat. */
function Absence({ player }: { player: Player }) {
  if (player.takeover === "bot") return <span class="tb-quiet" title={t("left; a bot plays on")}> {t("(left)")}</span>;
  if (player.takeover) return <span class="tb-quiet"> {t("(left)")}</span>;
  if (player.away !== undefined) return <span class="tb-quiet" title={t("a bot plays until they are back")}> {t("(away)")}</span>;
  return null;
}

/** "12:05", a time in milliseconds. */
function clockTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds >= 3600
    ? `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} h`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function PlayerRow({ game, seat }: { game: Shown; seat: number }) {
  const open = useSignal(false);
  const view = game.view.value;
  const player = game.table.value?.players[seat];
  const me = game.me.value === seat;
  const name = playerName(game.table.value?.players ?? [], seat);
  const turn = turnOf(game) === seat;
  const bank = player?.is === "human" ? game.table.value?.banks?.[seat] : undefined;
  const score = game.scores.value[seat];
  const passengers = game.map.mechanics["passengers"]?.["colours"] as Counts | undefined;
  if (!view) return null;
  return (
    <li class={`tb-player seat-${seat}${view.taken ? " tb-riding" : ""}${open.value && score ? " tb-unfolded" : ""}`} data-seat={seat} data-anchor={`seat-${seat}`} data-turn={turn} data-me={me} aria-current={turn ? "true" : undefined}>
      <span class="tb-mark">
        <Vehicle vehicle={game.map.vehicle} seat={seat} />
      </span>
      <span class="tb-name">
        {name}
        {me && name !== t("You") && <span class="tb-quiet"> {t("(you)")}</span>}
        {player && <Absence player={player} />}
        {player?.is === "human" && !me && <Dot presence={game.presence.value} seat={seat} />}
      </span>
      <span class={turn ? "tb-turn" : "tb-turn tb-waits"}>
        {turn && <Clock game={game} />}
        <Icon name="play" />
      </span>
      <button
        type="button"
        class="tb-points"
        aria-expanded={open.value}
        title={t("How the points are made up")}
        disabled={!score}
        onClick={() => (open.value = !open.value)}
      >
        {view.points[seat] ?? 0}
        <span class="visually-hidden"> {t("points")}</span>
      </button>
      <span class="tb-facts">
        <Fact name={vehiclesName(game.map)} value={view.vehicles[seat] ?? 0} of={game.map.vehicle as IconName} />
        <Fact name={t("Cards")} value={cardsOf(view.hands[seat])} of="cards" />
        <Fact name={t("Tickets")} value={amount(view.tickets[seat])} of="ticket" />
        {bank !== undefined && !turn && <span class="tb-fact tb-bank" title={t("Time left")}>{clockTime(bank)}</span>}
        {view.stations_left && <Fact name={t("Stations")} value={view.stations_left[seat] ?? 0} of={seat} />}
      </span>
      {view.taken && passengers && <Taken taken={view.taken[seat] ?? {}} colours={Object.keys(passengers)} />}
      {open.value && score && <Breakdown score={score} />}
    </li>
  );
}

/** How many play. */
function useSeats(game: Shown): number {
  return useComputed(() => game.view.value?.vehicles.length ?? 0).value;
}

export function Players({ game }: { game: Shown }) {
  return (
    <section class="tb-players" aria-label={t("Players")}>
      <ol>
        {Array.from({ length: useSeats(game) }, (_, seat) => (
          <PlayerRow key={seat} game={game} seat={seat} />
        ))}
      </ol>
      <Spectators presence={game.presence.value} />
    </section>
  );
}

/** All players in one line, for small screens. */
export function PlayerStrip({ game }: { game: Shown }) {
  const view = game.view.value;
  if (!view) return null;
  return (
    <ol class="tb-strip" aria-hidden="true">
      {view.vehicles.map((left, seat) => (
        <li key={seat} class={`seat-${seat}`} data-seat={seat} data-anchor={`strip-${seat}`} data-turn={turnOf(game) === seat} data-me={game.me.value === seat}>
          <Vehicle vehicle={game.map.vehicle} seat={seat} />
          <span class="tb-number">{left}</span>
          <b>{view.points[seat] ?? 0}</b>
        </li>
      ))}
    </ol>
  );
}
