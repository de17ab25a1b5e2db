/*
 * The rounds of a tournament and their tables: who sits where, what came of it, and the way there.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { fetchRound, ownCupTables, type Cup, type CupGame } from "../../net/cups";
import { n, t } from "../../text";
import { Select } from "../controls";
import { signed } from "../words";
import { ToTable } from "./ready";
import { calledHere } from "./words";

const FEW = 40;

function gameText(game: CupGame): string {
  return { gathering: t("waits for its players"), running: t("under way"), over: t("over") }[game.stage];
}

function Table({ cup, game }: { cup: Cup; game: CupGame }) {
  const own = ownCupTables.value.find((table) => table.game === game.game);
  const hidden = cup.state.duplicate || cup.state.field;
  return (
    <li class="panel flat cups-game" data-table={game.table}>
      <div class="cups-game-head">
        <h3>{game.part > 0 ? t("Table {n}, game {part}", { n: game.table, part: game.part + 1 }) : t("Table {n}", { n: game.table })}</h3>
        <span class={`badge ${game.stage === "running" ? "" : "plain"}`}>{gameText(game)}</span>
      </div>
      <ol class="cups-seats">
        {game.players.map((number, seat) => (
          <li key={number} class={game.places?.[seat] === 1 && !game.absent.includes(seat) ? "cups-won" : ""}>
            <span>{calledHere(cup.players[number]?.name ?? "")}{game.absent.includes(seat) && <> <span class="badge plain">{t("absent")}</span></>}</span>
            {game.totals && <span class="cups-total">{signed(game.totals[seat] ?? 0)}</span>}
          </li>
        ))}
      </ol>
      {own && game.stage !== "over" ? <p><ToTable table={own} small /></p> : game.game !== undefined && !(hidden && game.stage !== "over") && (
        <p><a class="button small" href={`/g/${game.game}`}>{game.stage === "over" ? t("Look back") : t("Watch")}<span class="visually-hidden"> {t("Table {n}", { n: game.table })}</span></a></p>
      )}
    </li>
  );
}

/** The games of a round; those of the last one come with the tournament itself. */
function useRound(cup: Cup, round: number): CupGame[] | null {
  const [found, setFound] = useState<{ round: number; games: CupGame[] } | null>(null);
  const latest = round === cup.state.round && cup.state.format !== "arena";
  useEffect(() => {
    let gone = false;
    if (!latest) fetchRound(cup.cup, round).then((games) => { if (!gone) setFound({ round, games }); }, () => undefined);
    return () => void (gone = true);
  }, [cup.cup, cup.seen, round, latest]);
  if (latest) return cup.games.filter((game) => game.round === round).sort((a, b) => a.table - b.table || a.part - b.part);
  return found?.round === round ? found.games : null;
}

/** Of an arena what is played now, and what was last; else a round. */
export function Rounds({ cup }: { cup: Cup }) {
  const { state } = cup;
  const [chosen, setChosen] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const round = chosen ?? state.round;
  const games = useRound(cup, round);
  const mine = (game: CupGame): boolean => cup.you !== undefined && game.players.includes(cup.you.number);
  const own = games?.filter(mine) ?? [];
  const others = games?.filter((game) => !mine(game)) ?? [];
  const shown = [...own, ...(all ? others : others.slice(0, FEW))];
  return (
    <section aria-labelledby="cup-rounds" class="stack">
      <h2 id="cup-rounds">{state.format === "arena" ? t("Tables") : t("Rounds")}</h2>
      {state.round > 1 && (
        <Select legend={state.format === "arena" ? t("Pairing") : t("Round")} value={round} onChange={(to) => setChosen(to === state.round ? null : to)}
          options={Array.from({ length: state.round }, (_, i) => state.round - i).map((value) => ({ value, label: value === state.round ? t("{n}, the latest", { n: value }) : String(value) }))} />
      )}
      {games === null && <p class="spinner small" role="status" aria-label={t("Looking for the round")} />}
      <ul class="cups-games">{shown.map((game) => <Table key={`${game.table}.${game.part}`} cup={cup} game={game} />)}</ul>
      {(state.duplicate || state.field) && state.stage !== "over" && <p class="hint">{t("Tables of a common deal can be watched an hour later, so that nobody learns the cards.")}</p>}
      {!all && others.length > FEW && <p><button type="button" class="button" onClick={() => setAll(true)}>{n("{n} more table", "{n} more tables", others.length - FEW)}</button></p>}
    </section>
  );
}
