/*
 * The games of this device: those under way, those that are over with their results, what they add up to; and all of it as a file.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { exportFinished, type Finished, forgetFinished, importFinished, listFinished } from "../game/finished";
import { forgetLocal, localGames, type LocalSummary } from "../game/open";
import { maps } from "../maps";
import { seatColours } from "../paints";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { playerNames } from "../players";
import { language, n, nameOf, t } from "../text";
import { saveText } from "./end/save";
import { Frame, Heading } from "./frame";
import { gamesIn } from "./replay";
import { signed } from "./words";

const boardName = (id: string): string => {
  const map = maps.find((one) => one.id === id);
  return map ? nameOf(map.name) : id;
};

const dateOf = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);

function Waiting({ games, onForget }: { games: LocalSummary[]; onForget(id: string): void }) {
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="games-waiting">
      <h2 id="games-waiting">{t("Under way")}</h2>
      <ul class="table-list">
        {games.map((game) => (
          <li class="table-entry panel flat" key={game.id}>
            <Thumbnail map={game.map} />
            <div class="table-text">
              <h3>{boardName(game.map)} {game.special?.practice && <span class="badge">{t("practice")}</span>}</h3>
              <p class="hint">{n("{n} player", "{n} players", game.settings.seats.length)}{game.at > 0 && ` · ${dateOf(game.at)}`}</p>
            </div>
            <p class="cluster">
              <a class="button primary" href={`/play/${game.id}`}>{t("Continue")}</a>
              <button type="button" class="button quiet" onClick={() => onForget(game.id)}>{t("Forget")}</button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many were played and won, and by how many points. */
interface Sum {
  name: string;
  played: number;
  won: number;
  best: number;
  points: number;
}

/** What the games of who uses this device add up to, by some names that each of them has. */
export function sums(games: readonly Finished[], namesOf: (game: Finished, me: number) => string[]): Sum[] {
  const found = new Map<string, Sum>();
  for (const game of games) {
    const { me, end } = game;
    if (me === null || game.practice) continue;
    const points = end.scores[me]?.["total"] ?? 0;
    for (const name of new Set(namesOf(game, me))) {
      const sum = found.get(name) ?? { name, played: 0, won: 0, best: points, points: 0 };
      found.set(name, { name, played: sum.played + 1, won: sum.won + (end.winners.includes(me) ? 1 : 0), best: Math.max(sum.best, points), points: sum.points + points });
    }
  }
  return [...found.values()].sort((a, b) => b.played - a.played || a.name.localeCompare(b.name));
}

/** Bots by their level, whatever their number at the table. */
function opponents({ players }: Finished, me: number): string[] {
  return players.flatMap((player, seat) => (seat === me ? [] : playerNames([player])));
}

function Sums({ title, sums: all }: { title: string; sums: Sum[] }) {
  return (
    <div class="count-table sums">
      <table class="numbers">
        <thead>
          <tr>{[title, t("Played"), t("Won"), t("Average"), t("Best")].map((word) => <th scope="col" key={word}>{word}</th>)}</tr>
        </thead>
        <tbody>
          {all.map(({ name, played, won, best, points }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[played, won, Math.round(points / played), best].map((number, i) => <td key={i}>{signed(number)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Entry({ game, onForget }: { game: Finished; onForget(id: string): void }) {
  const names = playerNames(game.players);
  const order = names.map((_, seat) => seat).sort((a, b) => (game.end.scores[b]?.["total"] ?? 0) - (game.end.scores[a]?.["total"] ?? 0));
  return (
    <li class="table-entry panel flat" data-finished={game.id}>
      <Thumbnail map={game.map} />
      <div class="table-text">
        <h3>{boardName(game.map)} {game.me !== null && game.end.winners.includes(game.me) && <span class="badge">{t("won")}</span>} {game.practice && <span class="badge">{t("practice")}</span>}</h3>
        <p class="hint">{dateOf(game.at)}</p>
        <ul class="cluster" style={seatColours(game.players)}>
          {order.map((seat) => (
            <li key={seat} class={`chip seat-${seat}`}>{names[seat]} <b>{signed(game.end.scores[seat]?.["total"] ?? 0)}</b></li>
          ))}
        </ul>
      </div>
      <p class="cluster">
        <a class="button" href={`/replay?kept=${game.id}`}>{t("Replay")}</a>
        <a class="button" href={`/replay?kept=${game.id}&review`}>{t("Review")}</a>
        <button type="button" class="button quiet" onClick={() => onForget(game.id)}>{t("Forget")}</button>
      </p>
    </li>
  );
}

/** Longer files are no games of a person. */
const LONGEST_FILE = 64 << 20;

function Files({ empty, onChange }: { empty: boolean; onChange(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ words: string; wrong: string | undefined } | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > LONGEST_FILE) return setSaid({ words: "", wrong: t("This file is too long.") });
    const { added, wrong } = await importFinished(await file.text(), gamesIn);
    setSaid({ words: n("{n} game was added.", "{n} games were added.", added), wrong: wrong[0] });
    onChange();
  };
  const fail = () => setSaid({ words: "", wrong: t("It did not work.") });
  return (
    <div class="stack">
      <p class="cluster">
        <button type="button" class="button" disabled={empty} onClick={() => void exportFinished().then((text) => saveText(text, "linea-games.json"), fail)}>
          <Icon name="download" />{t("Save all games")}
        </button>
        <button type="button" class="button" onClick={() => input.current?.click()}><Icon name="upload" />{t("Add games from a file")}</button>
        <input ref={input} class="visually-hidden" tabIndex={-1} aria-hidden="true" type="file" accept=".json,.jsonl,.ndjson,.txt"
          onChange={(event) => { take(event.currentTarget.files?.[0]).catch(fail); event.currentTarget.value = ""; }} />
      </p>
      <div role="status">
        {said?.words && <p class="notice">{said.words}</p>}
        {said?.wrong && <p class="notice bad">{said.wrong}</p>}
      </div>
    </div>
  );
}

export default function Games() {
  const [waiting, setWaiting] = useState(localGames);
  const [games, setGames] = useState<Finished[] | null>(null);
  const look = () => void listFinished().then(setGames, () => setGames([]));
  useEffect(look, []);
  const own = games?.filter(({ me, practice }) => me !== null && !practice) ?? [];
  return (
    <Frame class="lobby" ready={games !== null}>
      <Heading title={t("Your games")} lead={t("They are kept on this device, and nowhere else.")} />
      <Waiting games={waiting} onForget={(id) => void forgetLocal(id).then(() => setWaiting(localGames()))} />
      {own.length > 0 && (
        <section class="panel stack" aria-labelledby="games-sums">
          <h2 id="games-sums">{t("All in all")}</h2>
          <Sums title={t("Board")} sums={sums(own, ({ map }) => [boardName(map)])} />
          <Sums title={t("Opponent")} sums={sums(own, opponents)} />
        </section>
      )}
      {games && (
        <section aria-labelledby="games-over">
          <h2 id="games-over">{t("Finished")}</h2>
          <Files empty={games.length === 0} onChange={look} />
          {games.length === 0
            ? <div class="empty"><p>{t("No game is over yet. Each one that is stays here, to be looked at again.")}</p><a class="button" href="/">{t("To the boards")}</a></div>
            : <ul class="table-list">{games.map((game) => <Entry key={game.id} game={game} onForget={(id) => void forgetFinished(id).then(look)} />)}</ul>}
        </section>
      )}
    </Frame>
  );
}
