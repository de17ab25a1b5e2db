/*
 * What a puzzle says, above its board: the question, and when it was answered what the answer is worth and why another would have been
 * better, which the table shows.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { begin, keepAnalysis } from "../analyse/tree";
import { newLocal } from "../game/open";
import type { PuzzleGame } from "../game/puzzle";
import type { Move } from "../net/protocol";
import { Icon } from "../parts/icons";
import { lossText, moveText, percentText, reasonText } from "../play/advice";
import { vehiclesName } from "../play/words";
import { playerNames } from "../players";
import { useEvaluation } from "../play/evaluation";
import type { Ui } from "../play/ui";
import { go } from "../router";
import { useTitle } from "../screens/frame";
import { name } from "../settings";
import { n, nameOf, t, textFor } from "../text";
import { keepAnswer, type Puzzle } from "./puzzles";

/** How long reasons for a wrong answer are looked for. */
const LOOK_MS = 1500;
/** With so many vehicles more than those that end a game it is about to. */
const SOON = 4;

interface PanelProps {
  game: PuzzleGame;
  ui: Ui;
  /** "Puzzle 3 of 40", "today" */
  title: string;
  note: string;
  /** it is that of the day */
  today: boolean;
  onNext(): void;
}

function question(puzzle: Puzzle): string {
  return textFor({
    "second-card": t("You have drawn a card. Which is the second?"),
    "opening-keep": t("Which tickets do you keep?"),
    keep: t("Which tickets do you keep?"),
    passengers: t("Which passengers do you take?"),
    tunnel: t("Your tunnel costs more. Do you pay?"),
  }, puzzle.position.phase) ?? t("What is your move?");
}

/**
 * What the evaluation says of a wrong answer: reasons, that of the best as the puzzle has it if it has one; and of 100 games how many the
 * answer wins. The puzzle has figures of some moves only; those of others come with their range, when they are as sharp as they become.
 */
function useLook(game: PuzzleGame, answer: Move, wrong: boolean): { best: string; own: string; wins: string } {
  const { puzzle, map } = game;
  const { evaluated, busy } = useEvaluation(map, wrong ? game.from.position : null, false, LOOK_MS);
  const of = (move: Move | undefined) => evaluated?.moves.find((one) => one.move === move);
  const why = (move: Move | undefined) => reasonText(map, of(move) ?? {});
  const chosen = puzzle.moves.find(({ move }) => move === answer);
  const found = busy ? undefined : of(answer);
  const [share = 0, se = 0] = [found?.share[evaluated?.seat ?? 0], found?.se[evaluated?.seat ?? 0]];
  const wins = chosen ? `${Math.round(chosen.share * 100)}` : found ? `${Math.round(share * 100)} ± ${Math.max(1, Math.round(se * 196))}` : "";
  return { best: reasonText(map, puzzle) || why(puzzle.moves[0]?.move), own: why(answer), wins };
}

/** The game is about to end, which is why many a move is good. */
function soon(game: PuzzleGame): string {
  const { map } = game;
  const view = game.view.peek();
  const { players = [] } = game.table.peek() ?? {};
  if (!view) return "";
  if (view.last_turns !== null) return n("{n} turn is left in this game.", "{n} turns are left in this game.", view.last_turns);
  const least = Math.min(...view.vehicles);
  if (least > map["end-vehicles"] + SOON) return "";
  const seat = view.vehicles.indexOf(least);
  return t("The end is near: {name} – {vehicles}: {n}.", { name: seat === game.me.peek() ? t("You") : playerNames(players)[seat] ?? "", n: least, vehicles: vehiclesName(map) });
}

function Figures({ game, ui }: { game: PuzzleGame; ui: Ui }) {
  const { puzzle, map } = game;
  return (
    <details class="puzzle-figures">
      <summary>{t("All moves")}</summary>
      <ul class="candidates">
        {puzzle.moves.map((tried, i) => (
          <li key={tried.move} class={i === 0 ? "right" : tried.move === game.answer.value ? "wrong" : ""}>
            <button type="button" class="candidate" aria-pressed={ui.better.value === tried.move} onClick={() => (ui.better.value = tried.move)}>
              <span class="candidate-move">{moveText(map, tried.move)}</span>
              <span class="candidate-values tabular">
                <span class="candidate-bar" aria-hidden="true"><span style={{ inlineSize: `${tried.share * 100}%` }} /></span>
                {percentText(tried.share)}
                {i > 0 && <span class="review-loss">{lossText(tried.loss, tried.se)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint">{n("{n} game was played out for the best move; ± is the range that holds 95 times of 100.", "{n} games were played out for the best move; ± is the range that holds 95 times of 100.", puzzle.moves[0]?.playouts ?? 0)}</p>
    </details>
  );
}

function Verdict({ game, ui, answer, today, onNext }: { game: PuzzleGame; ui: Ui; answer: Move; today: boolean; onNext(): void }) {
  const { puzzle, map } = game;
  const [best] = puzzle.moves;
  const right = answer === best?.move;
  const fooled = Object.values(puzzle.fails).includes(answer);
  const why = useLook(game, answer, !right);
  const next = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    keepAnswer(puzzle, right, today);
    ui.better.value = best?.move ?? null;
    next.current?.focus({ preventScroll: true });
  }, [answer]);
  if (!best) return null;
  const playOn = () => {
    setBusy(true);
    const seats = game.table.peek()?.seats ?? [];
    newLocal({ map: map.id, seats, first: puzzle.position.first }, [name.value.trim() || t("You")], { practice: true }, game.from).then(() => go("/play"), () => setBusy(false));
  };
  const analyse = () => {
    const analysis = begin(map.id, playerNames(game.table.peek()?.players ?? []), puzzle.position);
    keepAnalysis(analysis);
    go(`/analyse/${analysis.id}`);
  };
  const near = best && !why.best ? soon(game) : "";
  const shares = !right && why.wins ? t("Of 100 games that were played out from here the better move wins {best}, yours {own}.", { best: Math.round(best.share * 100), own: why.wins })
    : t("Of 100 games that were played out from here it wins {best}.", { best: Math.round(best.share * 100) });
  return (
    <>
      <div class={`notice ${right ? "good" : "bad"}`} role="status">
        <p><b>{right ? t("Right!") : t("No, there is something better.")}</b> {!right && <>{t("You:")} {moveText(map, answer)}. {why.own}</>}</p>
        {!right && <p><b>{t("Better:")}</b> {moveText(map, best.move)}. {why.best} {near}</p>}
        {right && (why.best || near) && <p>{why.best} {near}</p>}
        <p class="text-s">{shares} {!right && fooled && t("A bot would have done the same as you.")}</p>
      </div>
      <p class="cluster">
        <button type="button" class="button primary small" ref={next} onClick={onNext}>{t("Next puzzle")}<Icon name="forward" size={16} /></button>
        {!right && <button type="button" class="button small" onClick={() => { ui.better.value = null; game.retry(); }}><Icon name="again" size={16} />{t("Try again")}</button>}
        {!right && <button type="button" class="button small" aria-pressed={ui.better.value === answer} onClick={() => (ui.better.value = ui.better.peek() === answer ? best.move : answer)}>{ui.better.value === answer ? t("Show the better move") : t("Show my move")}</button>}
        <button type="button" class="button small" disabled={busy} onClick={playOn}><Icon name="play" size={16} />{t("Play on from here")}</button>
        <button type="button" class="button small" onClick={analyse}>{t("Analyse from here")}</button>
      </p>
      <Figures game={game} ui={ui} />
    </>
  );
}

export function PuzzlePanel({ game, ui, title, note, today, onNext }: PanelProps) {
  const answer = game.answer.value;
  const board = nameOf(game.map.name);
  useTitle(t("{board}: puzzle", { board }));
  return (
    <details class="tb-lesson tb-puzzle" open data-answered={answer !== null}>
      <summary><b>{question(game.puzzle)}</b> <span class="muted tabular">{title}{note && ` · ${note}`}</span></summary>
      {answer === null ? (
        <p class="hint">{n("A game of {n} player. One move is better than all others: make it at the table, as in a game.", "A game of {n} players. One move is better than all others: make it at the table, as in a game.", game.puzzle.position.seats)}</p>
      ) : (
        <Verdict key={answer} game={game} ui={ui} answer={answer} today={today} onNext={onNext} />
      )}
    </details>
  );
}
