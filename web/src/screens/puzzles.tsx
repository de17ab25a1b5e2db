/*
 * Puzzles: one of today for each board, and all the others. A position as its player saw it at the table of a game, where the answer is
 * given; which were solved at the first try is kept in this browser.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { dateOf, streak } from "../daily/daily";
import { PuzzleGame } from "../game/puzzle";
import { useLoaded } from "../load";
import { loadMap, maps, type MapFile } from "../maps";
import { usePaints } from "../paints";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { TableScreen } from "../play/table";
import { answers, dailyIndex, daysSolved, hasPuzzles, loadPuzzles, nextOpen, type Puzzle } from "../puzzles/puzzles";
import { PuzzlePanel } from "../puzzles/panel";
import { n, nameOf, t } from "../text";
import { Frame, Heading, Unloaded, Wrong } from "./frame";

function markOf(done: boolean | undefined): string {
  return done === undefined ? "" : done ? t("solved") : t("not solved");
}

/** Every puzzle of a board by its number, with what came of it. */
function Numbers({ id, puzzles, today }: { id: string; puzzles: readonly Puzzle[]; today: number }) {
  const all = answers();
  return (
    <details>
      <summary>{t("All puzzles")}</summary>
      <ol class="puzzle-numbers">
        {puzzles.map(({ puzzle }, i) => {
          const done = all[puzzle];
          const words = [t("Puzzle {n} of {all}", { n: i + 1, all: puzzles.length }), i === today ? t("today") : "", markOf(done)].filter(Boolean).join(", ");
          return (
            <li key={puzzle}>
              <a href={`/puzzles/${id}?n=${i + 1}`} class={done === undefined ? "" : done ? "right" : "wrong"} aria-label={words} title={words} aria-current={i === today ? "date" : undefined}>
                {i + 1}{done !== undefined && <Icon name={done ? "check" : "close"} size={12} />}
              </a>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

function BoardCard({ id, title }: { id: string; title: string }) {
  const { found } = useLoaded(id, () => loadPuzzles(id));
  const index = found ? dailyIndex(Date.now(), found.length) : 0;
  const today = found?.[index];
  const all = answers();
  const done = today ? all[today.puzzle] : undefined;
  const right = found?.filter(({ puzzle }) => all[puzzle] === true).length ?? 0;
  const tried = found?.filter(({ puzzle }) => all[puzzle] !== undefined).length ?? 0;
  const open = found ? nextOpen(found, index) : null;
  return (
    <li class="panel daily-card" data-map={id}>
      <Thumbnail map={id} />
      <h2>{title}</h2>
      {found && <p class="hint">{tried === 0 ? n("{n} puzzle", "{n} puzzles", found.length) : t("Solved at the first try: {right} of {tried}; {all} in all.", { right, tried, all: found.length })}</p>}
      <p class="cluster">
        <a class={done === undefined ? "button primary" : "button"} href={`/puzzles/${id}`} aria-label={`${t("Puzzle of the day: {board}", { board: title })} ${markOf(done)}`}>
          <Icon name={done === undefined ? "play" : done ? "check" : "close"} />{t("Puzzle of the day")}
        </a>
        {done !== undefined && open !== null && <a class="button primary" href={`/puzzles/${id}?n=${open + 1}`} aria-label={t("Next puzzle: {board}", { board: title })}><Icon name="play" />{t("Next puzzle")}</a>}
      </p>
      {found && <Numbers id={id} puzzles={found} today={index} />}
    </li>
  );
}

function Boards() {
  const days = streak(daysSolved().map((date) => ({ date })), dateOf(Date.now()));
  return (
    <Frame class="daily">
      <Heading title={t("Puzzles")} lead={t("Positions from games of bots. One move is better than all others, beyond doubt, and a good player would not always find it.")} />
      {days > 0 && <p><span class="badge">{n("{n} day in a row", "{n} days in a row", days)}</span></p>}
      <ul class="daily-deals">
        {maps.filter(({ id }) => hasPuzzles(id)).map(({ id, name }) => <BoardCard key={id} id={id} title={nameOf(name)} />)}
      </ul>
    </Frame>
  );
}

/** The table of a puzzle, for as long as it is on the screen. */
function usePuzzle(map: MapFile, puzzle: Puzzle): { game: PuzzleGame | null; failed: boolean; again(): void } {
  const [game, setGame] = useState<PuzzleGame | null>(null);
  const [state, setState] = useState({ failed: false, tries: 0 });
  useEffect(() => {
    let gone = false;
    const opened = new PuzzleGame(map, puzzle);
    opened.begin().then(() => { if (!gone) setGame(opened); }, () => { if (!gone) setState((before) => ({ ...before, failed: true })); });
    return () => { gone = true; setGame(null); opened.close(); };
  }, [map, puzzle, state.tries]);
  return { game, failed: state.failed, again: () => setState({ failed: false, tries: state.tries + 1 }) };
}

function One({ map, puzzles, index, today, onGo }: { map: MapFile; puzzles: readonly Puzzle[]; index: number; today: number; onGo(index: number): void }) {
  const puzzle = puzzles[index]!;
  const { game, failed, again } = usePuzzle(map, puzzle);
  usePaints(game?.table.value?.players ?? []);
  if (failed) return <Unloaded onAgain={again} />;
  if (!game) return <main class="loading" aria-busy="true" />;
  const note = [index === today ? t("today") : "", markOf(answers()[puzzle.puzzle])].filter(Boolean).join(", ");
  const next = () => onGo(nextOpen(puzzles, index) ?? (index + 1) % puzzles.length);
  return <TableScreen game={game} panel={(ui) => <PuzzlePanel key={puzzle.puzzle} game={game} ui={ui} title={t("Puzzle {n} of {all}", { n: index + 1, all: puzzles.length })} note={note} today={index === today} onNext={next} />} />;
}

/** The puzzle that the address names, by number or by date, or else that of today. */
function askedFor(count: number): number {
  const asked = new URLSearchParams(location.search);
  const number = Number(asked.get("n"));
  const time = Date.parse(asked.get("date") ?? "");
  if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
  return dailyIndex(Number.isNaN(time) ? Date.now() : time, count);
}

function OfBoard({ id }: { id: string }) {
  const { found, failed, again } = useLoaded(id, async () => ({ map: await loadMap(id), puzzles: await loadPuzzles(id) }));
  const [at, setAt] = useState<number | null>(null);
  if (failed) return <Unloaded onAgain={again} />;
  if (!found) return <main class="loading" aria-busy="true" />;
  const { map, puzzles } = found;
  if (puzzles.length === 0) return <Wrong title={t("Puzzles")} message={t("There are no puzzles for this board.")} />;
  const index = at ?? askedFor(puzzles.length);
  const show = (next: number) => {
    history.replaceState(null, "", `/puzzles/${id}?n=${next + 1}`);
    setAt(next);
  };
  return <One map={map} puzzles={puzzles} index={index} today={dailyIndex(Date.now(), puzzles.length)} onGo={show} />;
}

export default function Puzzles({ map }: { map: string | null }) {
  return map !== null && maps.some(({ id }) => id === map) ? <OfBoard key={map} id={map} /> : <Boards />;
}
