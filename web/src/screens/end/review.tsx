/*
 * The review of a game: where the result came from, the share of the victory over time, and the worst turns with
 * what would have been better. It is worked out in a worker while one looks at it, rough at first.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { findReview, keepReview } from "../../game/finished";
import type { Replay } from "../../game/game";
import { tryAgain } from "../../game/open";
import { parseMove } from "../../game/moves";
import { useAction } from "../../load";
import { ends } from "../../maps";
import { WorkerLink } from "../../net/local";
import { keepPastReview } from "../../net/people";
import type { Account, Judged, Reviewed } from "../../net/review";
import { costText, faultText, moveText, playedOutText, reasonText } from "../../play/advice";
import { Icon } from "../../parts/icons";
import { go as goTo } from "../../router";
import { account as signedIn } from "../../settings";
import { errorText, n, t } from "../../text";
import { Select } from "../controls";
import type { Lit } from "../playback";
import { useWidth } from "./chart";

/** A move that would have been better, to be said and lit at its position. */
export interface Better {
  at: number;
  said: string;
  lit: Lit | null;
}

export interface ReviewProps {
  replay: Replay;
  names: readonly string[];
  /** goes to a move, and to the board with it */
  onAt(at: number): void;
  onBetter(better: Better): void;
}

/** Reviews of this visit, by record and seat. */
const done = new Map<string, Reviewed>();

/** Percent with their sign. */
function percent(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** The profile of who is signed in has what one's own game on this server has come to. */
function tellProfile(replay: Replay, seat: number, { account: [parts], decisions }: Reviewed): void {
  const game = /^\/g\/([0-9a-f]{16})$/.exec(location.pathname)?.[1];
  if (!game || !parts || seat !== replay.owner || signedIn.peek() === "" || replay.placed) return;
  const percent = (part: number) => Math.round(part * 100);
  const mistakes = decisions.filter(({ verdict }) => verdict === "mistake").length;
  /* the review is there all the same */
  keepPastReview({ game, luck: percent(parts.deal + parts.chance), own: percent(parts.own), mistakes, decisions: decisions.length }).catch(() => undefined);
}

/** Reviews a seat of a record until it is done, stopped, or no longer shown. */
function useReview(replay: Replay, seat: number): { review: Reviewed | null; stopped: boolean; stop(): void; go(): void; wrong: string } {
  const [review, setReview] = useState<Reviewed | null>(null);
  const [stopped, setStopped] = useState(false);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    /* what has been found stays */
    if (stopped) return;
    let gone = false;
    let link: WorkerLink | undefined;
    const work = async () => {
      const record = await replay.record();
      const key = `${seat} ${record}`;
      const before = done.get(key) ?? (await findReview(record, seat));
      if (gone) return;
      setReview(before);
      if (before) {
        tellProfile(replay, seat, before);
        return;
      }
      link = new WorkerLink();
      let found = await link.send({ do: "review", map: JSON.stringify(replay.map), record, seat });
      for (; !gone && found.progress < 1; found = await link.send({ do: "review-on" })) setReview(found);
      if (gone) return;
      done.set(key, found);
      /* where nothing may be kept it lasts as long as the page */
      tellProfile(replay, seat, found);
      await keepReview(record, seat, found).catch(() => undefined);
      if (!gone) setReview(found);
    };
    work().catch((error: unknown) => { if (!gone) setWrong(errorText(error)); }).finally(() => link?.close());
    return () => { gone = true; link?.close(); };
  }, [replay, seat, stopped]);
  return { review, stopped, stop: () => setStopped(true), go: () => setStopped(false), wrong };
}

/** What it came to in a sentence: only what the samples show. */
function Summary({ account, placed }: { account: Account; placed: boolean }) {
  /* where it began from a position nobody dealt it */
  const luck = account.chance + (placed ? 0 : account.deal);
  const luckError = Math.hypot(account.se.chance, placed ? 0 : account.se.deal);
  const { own } = account;
  const sure = (part: number, se: number) => Math.abs(part) > 1.96 * se && Math.abs(part) >= 0.02;
  const gap = Math.abs(luck) - Math.abs(own);
  const decided = account.result >= 0.99 || account.result <= 0.01;
  const won = account.result > 0.5;
  /* only what pulled the way of the result explains it */
  const pull = (part: number) => (won ? part > 0 : part < 0);
  const byLuck = decided && sure(luck, luckError) && pull(luck);
  const byPlay = decided && sure(own, account.se.own) && pull(own);
  const clear = Math.abs(gap) > 1.96 * Math.hypot(luckError, account.se.own);
  const verdict = byLuck && (!byPlay || (clear && gap > 0)) ? (won ? t("It was luck more than play.") : t("It was bad luck more than play."))
    : byPlay && (!byLuck || (clear && gap < 0)) ? t("It was play more than luck.")
    : byLuck && byPlay ? t("Luck and play both had their part.")
    : t("Neither luck nor own play explains it by itself.");
  return (
    <p class="review-summary">
      <strong>{verdict}</strong>
    </p>
  );
}

function Parts({ account, placed }: { account: Account; placed: boolean }) {
  const rows: [string, number, number, string][] = [
    [t("An equal share"), account.start, 0, ""],
    [placed ? t("The position at the beginning") : t("Luck of the deal"), account.deal, account.se.deal, placed ? "" : "luck"],
    [t("Luck of cards, tunnels and tickets"), account.chance, account.se.chance, "luck"],
    [t("Own decisions"), account.own, account.se.own, "own"],
    [t("Decisions of the others"), account.others, account.se.others, ""],
    [t("Result"), account.result, 0, "sum"],
  ];
  /* sums are rounded, not parts: so what is shown adds up */
  const whole = (before: number) => Math.round(100 * rows.slice(0, before).reduce((sum, [, part]) => sum + part, 0));
  const shown = (row: number) => (row < rows.length - 1 ? whole(row + 1) - whole(row) : Math.round(100 * account.result));
  return (
    <table class="review-parts">
      <caption class="hint">{t("In percent of a victory; ± is the range that holds 95 times of 100. Decisions are measured against a good bot.")}</caption>
      <tbody>
        {rows.map(([name, , se, is], row) => (
          <tr key={name} class={is}>
            <th scope="row">{name}</th>
            <td class="tabular">{is === "sum" || row === 0 ? shown(row) : percent(shown(row))}</td>
            <td class="tabular muted">{se > 0 ? `± ${Math.max(1, Math.round(se * 196))}` : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The share of the victory, and what luck and one's own decisions have added to it so far. */
function curves(review: Reviewed, seat: number): { share: number[]; luck: number[]; own: number[] } {
  const out = { share: [] as number[], luck: [] as number[], own: [] as number[] };
  let own = 0;
  let all = 0;
  for (const point of review.course) {
    const share = point.share[seat] ?? 0;
    out.share.push(share);
    out.luck.push(share - 1 / point.share.length - all);
    out.own.push(own);
    const more = point.decision?.[seat] ?? 0;
    all += more;
    if (point.seat === seat && !point.stood_in) own += more;
  }
  return out;
}

const height = 220;
const left = 44;

function Course({ replay, review, seat, onAt }: { replay: Replay; review: Reviewed; seat: number; onAt(at: number): void }) {
  const { ref, width } = useWidth(560);
  const { share, luck, own } = useMemo(() => curves(review, seat), [review, seat]);
  const all = [...share, ...luck, ...own, 0, 1];
  const low = Math.floor(Math.min(...all) * 2) / 2;
  const high = Math.ceil(Math.max(...all) * 2) / 2;
  const x = (i: number) => left + ((width - left - 8) * i) / Math.max(1, share.length - 1);
  const y = (part: number) => 10 + ((height - 34) * (high - part)) / (high - low);
  const path = (parts: number[]) => parts.map((part, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(part).toFixed(1)}`).join("");
  const lines = Array.from({ length: Math.round((high - low) * 2) + 1 }, (_, i) => low + i / 2);
  const at = replay.position.value;
  const click = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const inside = (((event.clientX - box.left) * width) / box.width - left) / (width - left - 8);
    onAt(Math.round(Math.max(0, Math.min(1, inside)) * replay.length));
  };
  return (
    <figure class="chart" ref={ref}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t("Share of the victory over the game, with luck and decisions")} onClick={click}>
        {lines.map((part) => (
          <g key={part}>
            <path class={part === 0 ? "chart-zero" : "chart-line"} d={`M${left} ${y(part)}H${width - 8}`} />
            <text class="chart-text" x={left - 6} y={y(part) + 4} text-anchor="end">{part < 0 ? `−${-part * 100}` : part * 100}</text>
          </g>
        ))}
        <text class="chart-text" x={left} y={height - 6}>{t("beginning")}</text>
        <text class="chart-text" x={width - 8} y={height - 6} text-anchor="end">{t("end")}</text>
        <path class="review-line luck" d={path(luck)} />
        <path class="review-line own" d={path(own)} />
        <path class="review-line share" d={path(share)} />
        <path class="chart-at" d={`M${x(at)} 10V${height - 24}`} />
      </svg>
      <figcaption class="cluster">
        {([["share", t("share of the victory")], ["luck", t("luck so far")], ["own", t("own decisions so far")]] as const).map(([is, name]) => (
          <span key={is}>
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path class={`review-line ${is}`} d="M0 4H28" /></svg>{name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Why it was better, as far as the game shows; what playouts say of any mistake, where it shows nothing. */
function reason({ map }: Replay, names: readonly string[], judged: Judged): string {
  const taken = judged.taken_by === undefined ? "" : t("{name} took that route later.", { name: names[judged.taken_by] ?? "" });
  return [reasonText(map, judged), taken].filter((said) => said !== "").join(" ") || (faultText(map, judged) ? "" : playedOutText(judged));
}

/** What a better move is about on the board: for cards the route that lacks them. */
function litOf({ best, for: wanted }: Judged): Lit | null {
  const parsed = parseMove(best);
  if (parsed.is === "claim") return { routes: new Set([parsed.route]) };
  if (parsed.is === "station") return { locations: new Set([parsed.location]) };
  if (parsed.is === "keep") return { locations: new Set(parsed.tickets.flatMap(ends)) };
  return wanted === undefined ? null : { routes: new Set([wanted]) };
}

/** Plays on from a turn, one at a time; what went wrong is said. */
function useTryAgain(replay: Replay): { busy: boolean; wrong: string; from(at: number): void } {
  const { busy, wrong, act } = useAction();
  return { busy, wrong, from: (at) => act(() => tryAgain(replay, at).then(() => goTo("/play"))) };
}

/** From the turn that the board shows, where it is one of those that are judged. */
function FromHere({ replay, name, own, review, busy, onAgain }: { replay: Replay; name: string; own: boolean; review: Reviewed; busy: boolean; onAgain(at: number): void }) {
  const at = replay.position.value;
  const line = review.course[at]?.line;
  const judged = line !== null && review.decisions.some((one) => one.line === line);
  return (
    <div>
      <p class="cluster">
        <button type="button" class="button small" disabled={busy || !judged} aria-describedby="review-again" onClick={() => onAgain(at)}><Icon name="again" />{t("Try again from here")}</button>
        {!judged && <span class="hint">{own ? t("Go to one of your turns.") : t("Go to a turn of {name}.", { name })}</span>}
      </p>
      <p class="hint" id="review-again">{t("Against bots: what could not be known at that turn is dealt again. It is practice and does not count among your games.")}</p>
    </div>
  );
}

function Worst({ replay, names, review, busy, onBetter, onAgain }: Omit<ReviewProps, "onAt"> & { review: Reviewed; busy: boolean; onAgain(at: number): void }) {
  const mistakes = review.decisions.filter((judged) => judged.verdict === "mistake");
  const worst = mistakes.filter((judged) => judged.worst !== undefined).sort((a, b) => (a.worst ?? 0) - (b.worst ?? 0));
  const found = n("{n} mistake beyond doubt in {all} decisions.", "{n} mistakes beyond doubt in {all} decisions.", mistakes.length, { all: review.decisions.length });
  return (
    <div class="stack">
      <p>{found}</p>
      <ol class="review-worst">
        {worst.map((judged) => {
          const at = review.course.findIndex((point) => point.line === judged.line);
          const said = `${moveText(replay.map, judged.best)}. ${reason(replay, names, judged)}`;
          return (
            <li key={judged.line}>
              <p><span class="muted">{t("Move {n} of {all}", { n: at + 1, all: replay.length })}</span> {moveText(replay.map, judged.move)}. {faultText(replay.map, judged)}</p>
              <p><b>{t("Better:")}</b> {said}</p>
              <p class="cluster">
                <span class="review-loss tabular">{costText(judged)}</span>
                <button type="button" class="button small" onClick={() => onBetter({ at, said, lit: litOf(judged) })}>{t("Show it on the board")}</button>
                <button type="button" class="button small" disabled={busy} aria-label={t("Try again from move {n}", { n: at + 1 })} onClick={() => onAgain(at)}><Icon name="again" />{t("Try again from here")}</button>
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function Review({ replay, names, onAt, onBetter }: ReviewProps) {
  const players = replay.table.peek()?.players ?? [];
  const [seat, setSeat] = useState(() => replay.owner ?? Math.max(0, players.findIndex((player) => player.is === "human")));
  const { review, stopped, stop, go, wrong } = useReview(replay, seat);
  const account = review?.account[0];
  const again = useTryAgain(replay);
  const busy = !stopped && (review?.progress ?? 0) < 1;
  /* at first there are rough shares only, from which nothing can be said yet */
  const judged = review !== null && (review.decisions.length > 0 || review.progress >= 1);
  return (
    <>
      <Select<number> legend={t("Whose game")} value={seat} onChange={(next) => { go(); setSeat(next); }} options={names.map((name, value) => ({ value, label: name }))} />
      {wrong && <p class="notice bad" role="alert">{t("It did not work.")} {wrong}</p>}
      {busy && !wrong && (
        <p class="cluster">
          <progress max={1} value={review?.progress ?? 0} aria-label={t("Review")} />
          <button type="button" class="button small" onClick={stop}>{t("Stop")}</button>
        </p>
      )}
      {stopped && <p><button type="button" class="button small" onClick={go}>{t("Review this game")}</button></p>}
      {review && account && (
        <>
          {judged && <Summary account={account} placed={replay.placed} />}
          {again.wrong && <p class="notice bad" role="alert">{t("It did not work.")} {again.wrong}</p>}
          {judged && <Worst replay={replay} names={names} review={review} busy={again.busy} onBetter={onBetter} onAgain={again.from} />}
          <Course replay={replay} review={review} seat={seat} onAt={onAt} />
          <FromHere replay={replay} name={names[seat] ?? ""} own={seat === replay.owner} review={review} busy={again.busy} onAgain={again.from} />
          <Parts account={account} placed={replay.placed} />
        </>
      )}
    </>
  );
}
