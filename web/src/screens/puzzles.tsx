/*
 * Puzzles: one of today for each board, and all the others. A position as its player saw it, moves to choose from, and
 * after the answer what each of them comes to and why.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { useBoard } from "../board/boards";
import { Board } from "../board/view";
import { parseMove } from "../game/moves";
import { useLoaded } from "../load";
import { loadMap, maps, type MapFile } from "../maps";
import type { Move, TicketId, View } from "../net/protocol";
import { CardSet } from "../parts/card";
import { Icon } from "../parts/icons";
import { SeatDot } from "../parts/symbols";
import { Thumbnail } from "../parts/thumbnail";
import { lossText, moveText, percentText, reasonText } from "../play/advice";
import { kinds } from "../play/facts";
import { kindName, ticketText, vehiclesName } from "../play/words";
import { answers, choicesOf, dailyIndex, hasPuzzles, keepAnswer, loadPuzzles, seenBy, type Puzzle } from "../puzzles/puzzles";
import { language, n, nameOf, t } from "../text";
import { Frame, Heading, Unloaded } from "./frame";
import type { Lit } from "./playback";

/** How many were solved at the first try. */
function Solved({ puzzles }: { puzzles: readonly Puzzle[] }) {
  const all = answers();
  const right = puzzles.filter(({ puzzle }) => all[puzzle] === true).length;
  const tried = puzzles.filter(({ puzzle }) => all[puzzle] !== undefined).length;
  return <p class="hint">{t("Solved at the first try: {right} of {tried}; {all} in all.", { right, tried, all: puzzles.length })}</p>;
}

function BoardCard({ id, title }: { id: string; title: string }) {
  const { found } = useLoaded(id, () => loadPuzzles(id));
  const today = found && found.length > 0 ? found[dailyIndex(Date.now(), found.length)] : undefined;
  const done = today ? answers()[today.puzzle] : undefined;
  return (
    <li class="panel daily-card" data-map={id}>
      <Thumbnail map={id} />
      <h2>{title}</h2>
      {found && <Solved puzzles={found} />}
      <p class="cluster">
        <a class="button primary" href={`/puzzles/${id}`} aria-label={t("Puzzle of the day: {board}", { board: title })}>
          <Icon name={done === undefined ? "play" : "check"} />{t("Puzzle of the day")}
        </a>
      </p>
    </li>
  );
}

function Boards() {
  return (
    <Frame class="daily">
      <Heading title={t("Puzzles")} lead={t("Positions from games of bots. One move is better than all others, beyond doubt, and a good player would not always find it.")} />
      <ul class="daily-deals">
        {maps.filter(({ id }) => hasPuzzles(id)).map(({ id, name }) => <BoardCard key={id} id={id} title={nameOf(name)} />)}
      </ul>
    </Frame>
  );
}

/** The tickets that are to be chosen from. */
function offered(view: View): TicketId[] {
  const offer = view.pending?.offer ?? (view.turn === null ? null : view.pending?.offers?.[view.turn]);
  return Array.isArray(offer) ? offer : [];
}

function Cards({ map, cards }: { map: MapFile; cards: readonly string[] }) {
  if (cards.length === 0) return <span class="hint">{t("no cards")}</span>;
  return (
    <span class="puzzle-cards">
      <span class="visually-hidden">{cards.map((kind) => kindName(map, kind)).join(", ")}</span>
      {cards.map((kind, slot) => <CardSet key={slot} cards={{ [kind]: 1 }} />)}
    </span>
  );
}

/** What one's seat knows: cards, tickets, what lies face up, and how the others stand. */
function Known({ map, view }: { map: MapFile; view: View }) {
  const seat = view.turn ?? 0;
  const hand = view.hands[seat];
  const held = view.tickets[seat];
  const own = typeof hand === "object" ? kinds(map).flatMap((kind) => Array.from({ length: hand[kind] ?? 0 }, () => kind)) : [];
  const offer = offered(view);
  return (
    <section class="panel stack puzzle-known" aria-labelledby="puzzle-known">
      <h2 id="puzzle-known">{t("What you know")}</h2>
      <dl>
        <dt>{t("Your cards")}</dt><dd><Cards map={map} cards={own} /></dd>
        <dt>{t("Face up")}</dt><dd><Cards map={map} cards={view.display.flatMap((kind) => kind ?? [])} /></dd>
        {Array.isArray(held) && held.length > 0 && <><dt>{t("Your tickets")}</dt><dd>{held.map((ticket) => ticketText(map, ticket)).join(" · ")}</dd></>}
        {offer.length > 0 && <><dt>{t("To choose from")}</dt><dd>{offer.map((ticket) => ticketText(map, ticket)).join(" · ")}</dd></>}
        {view.pending?.cards && <><dt>{t("Tunnel")}</dt><dd>{n("{n} card more", "{n} cards more", view.pending.extra ?? 0)}</dd></>}
      </dl>
      <table class="numbers">
        <thead><tr><th scope="col">{t("Player")}</th><th scope="col">{t("Points")}</th><th scope="col">{vehiclesName(map)}</th><th scope="col">{t("Cards")}</th><th scope="col">{t("Tickets")}</th></tr></thead>
        <tbody>
          {view.points.map((points, s) => {
            const [cards, tickets] = [view.hands[s] ?? 0, view.tickets[s] ?? 0];
            return (
              <tr key={s} class={`seat-${s}`}>
                <th scope="row"><SeatDot seat={s} /> {s === seat ? t("You") : t("Player {n}", { n: s + 1 })}</th>
                <td>{points}</td><td>{view.vehicles[s]}</td>
                <td>{typeof cards === "number" ? cards : own.length}</td><td>{typeof tickets === "number" ? tickets : tickets.length}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {view.last_turns !== null && <p class="hint">{n("{n} turn is left in this game.", "{n} turns are left in this game.", view.last_turns)}</p>}
    </section>
  );
}

/** What a move is about on the board. */
function litOf(move: Move | null): Lit | null {
  const parsed = move === null ? null : parseMove(move);
  if (parsed?.is === "claim") return { routes: new Set([parsed.route]) };
  if (parsed?.is === "station") return { locations: new Set([parsed.location]) };
  if (parsed?.is === "keep") return { locations: new Set(parsed.tickets.flatMap((ticket) => ticket.split("/").slice(0, 2))) };
  return null;
}

/** What the answer is worth, and what would have been better. */
function Verdict({ map, puzzle, answer }: { map: MapFile; puzzle: Puzzle; answer: Move }) {
  const [best] = puzzle.moves;
  const chosen = puzzle.moves.find(({ move }) => move === answer);
  if (!best || !chosen) return null;
  const right = chosen === best;
  const fooled = Object.values(puzzle.fails).includes(answer);
  return (
    <div class={`notice ${right ? "good" : "bad"}`} role="status">
      <p><b>{right ? t("Right!") : t("No: that loses {loss} of the victory.", { loss: `${Math.round(chosen.loss * 100)} ± ${Math.max(1, Math.round(chosen.se * 196))} %` })}</b></p>
      {!right && fooled && <p>{t("A bot would have done the same.")}</p>}
      {!right && <p>{t("Better:")} {moveText(map, best.move)}.</p>}
      {reasonText(map, puzzle) && <p>{reasonText(map, puzzle)}</p>}
      {right && <p>{t("It wins {share} of the games that were played out from here.", { share: percentText(best.share) })}</p>}
    </div>
  );
}

function Choices({ map, puzzle, answer, shown, onShow, onAnswer }: {
  map: MapFile; puzzle: Puzzle; answer: Move | null; shown: Move | null; onShow(move: Move | null): void; onAnswer(move: Move): void;
}) {
  const figures = new Map(puzzle.moves.map((tried) => [tried.move, tried]));
  const best = puzzle.moves[0]?.move;
  return (
    <ul class="candidates">
      {choicesOf(puzzle).map((move) => {
        const tried = figures.get(move);
        const mark = answer === null ? "" : move === best ? "right" : move === answer ? "wrong" : "";
        return (
          <li key={move} class={mark}>
            <button type="button" class="candidate" aria-pressed={(answer === null ? shown : answer) === move}
              onMouseEnter={() => onShow(move)} onFocus={() => onShow(move)} onClick={() => (answer === null ? onAnswer(move) : onShow(move))}>
              <span class="candidate-move">{mark === "right" && <Icon name="check" />}{mark === "wrong" && <Icon name="close" />} {moveText(map, move)}</span>
              {answer !== null && tried && (
                <span class="candidate-values tabular">
                  <span class="candidate-bar" aria-hidden="true"><span style={{ inlineSize: `${tried.share * 100}%` }} /></span>
                  {percentText(tried.share)}
                  {tried.move !== best && <span class="review-loss">{lossText(tried.loss, tried.se)}</span>}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function One({ map, puzzle, title }: { map: MapFile; puzzle: Puzzle; title: string }) {
  const [answer, setAnswer] = useState<Move | null>(null);
  const [shown, setShown] = useState<Move | null>(null);
  useEffect(() => { setAnswer(null); setShown(null); }, [puzzle]);
  const { found: drawn } = useBoard(map.id);
  const view = seenBy(puzzle.position);
  const give = (move: Move) => {
    keepAnswer(puzzle, move === puzzle.moves[0]?.move);
    setAnswer(move);
    setShown(puzzle.moves[0]?.move ?? null);
  };
  const lit = litOf(shown);
  const { routes, stations, passengers } = view;
  return (
    <div class="look">
      <div class="look-board panel" aria-busy={!drawn}>
        {drawn ? <Board map={map.id} language={language.value} state={{ routes, stations, passengers, ...(lit ? { lit } : {}), alone: false }} /> : <div class="board" />}
      </div>
      <div class="look-side stack">
        <section class="panel stack" aria-labelledby="puzzle-ask">
          <h2 id="puzzle-ask">{view.phase === "second-card" ? t("Your second card: which?") : t("What is your move?")}</h2>
          <p class="hint">{title}</p>
          {answer !== null && <Verdict map={map} puzzle={puzzle} answer={answer} />}
          <Choices map={map} puzzle={puzzle} answer={answer} shown={shown} onShow={setShown} onAnswer={give} />
          {answer !== null && <p class="hint">{n("{n} game was played out for the best move; ± is the range that holds 95 times of 100.", "{n} games were played out for the best move; ± is the range that holds 95 times of 100.", puzzle.moves[0]?.playouts ?? 0)}</p>}
        </section>
        <Known map={map} view={view} />
      </div>
    </div>
  );
}

/** The puzzles of a board, from that of the day on. */
function OfBoard({ id }: { id: string }) {
  const { found, failed, again } = useLoaded(id, async () => ({ map: await loadMap(id), puzzles: await loadPuzzles(id) }));
  const [at, setAt] = useState<number | null>(null);
  if (failed) return <Unloaded onAgain={again} />;
  if (!found) return <main class="loading" aria-busy="true" />;
  const { map, puzzles } = found;
  const today = dailyIndex(Date.now(), puzzles.length);
  const index = at ?? today;
  const puzzle = puzzles[index];
  if (!puzzle) return <Frame class="puzzles"><Heading title={t("Puzzles")} lead={t("There are no puzzles for this board.")} /></Frame>;
  const step = (by: number) => setAt((index + by + puzzles.length) % puzzles.length);
  const all = answers();
  const done = all[puzzle.puzzle];
  const number = t("Puzzle {n} of {all}", { n: index + 1, all: puzzles.length });
  return (
    <Frame class="puzzles">
      <div class="look-head">
        <Heading title={t("{board}: puzzle", { board: nameOf(map.name) })} />
        <p class="cluster">
          <button type="button" class="button" onClick={() => step(-1)}><Icon name="previous" />{t("Previous")}</button>
          <span class="tabular">{number}{index === today && <> <span class="badge">{t("today")}</span></>}{done !== undefined && <> <Icon name={done ? "check" : "close"} /><span class="visually-hidden">{done ? t("solved") : t("not solved")}</span></>}</span>
          <button type="button" class="button" onClick={() => step(1)}>{t("Next")}<Icon name="next" /></button>
          <a class="button" href="/puzzles">{t("All puzzles")}</a>
        </p>
      </div>
      <One map={map} puzzle={puzzle} title={n("A game of {n} player", "A game of {n} players", puzzle.position.seats)} />
    </Frame>
  );
}

export default function Puzzles({ map }: { map: string | null }) {
  return map !== null && maps.some(({ id }) => id === map) ? <OfBoard key={map} id={map} /> : <Boards />;
}
