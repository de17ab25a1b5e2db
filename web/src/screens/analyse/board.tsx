/*
 * The analysis board: a position, moves played forward and back, the lines that were tried, what each move is worth.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { back, comment, cut, go, keepAnalysis, lineEnd, MOST_NODES, movesTo, on, play, promote, recordOf, type Analysis } from "../../analyse/tree";
import type { BoardState } from "../../board/board";
import { Board } from "../../board/view";
import { parseMove, paymentsByRoute, stationsByLocation, type Payment } from "../../game/moves";
import type { MapFile } from "../../maps";
import { WorkerLink } from "../../net/local";
import type { Looked } from "../../net/position";
import type { Move } from "../../net/protocol";
import { Icon, type IconName } from "../../parts/icons";
import { moveText } from "../../play/advice";
import { OpenHands } from "../../play/open-hands";
import { byThrift } from "../../play/payments";
import { cardsText, distinctBy, placeName, routeFacts, routeName } from "../../play/words";
import { language, nameOf, t } from "../../text";
import { CopyButton, Select } from "../controls";
import { Count } from "../end/count";
import { saveText } from "../end/save";
import { Frame, Heading } from "../frame";
import { Candidates } from "./candidates";
import { Lines } from "./lines";
import { moveWords } from "./words";

/** What is seen where one is; the one before stays until it is there. */
function useLooked(map: MapFile, analysis: Analysis, seat: number | null): { looked: Looked | null; wrong: string; ask(moves: Move[]): Promise<Looked> } {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [wrong, setWrong] = useState("");
  const link = useRef<WorkerLink | null>(null);
  useEffect(() => {
    link.current = new WorkerLink();
    return () => link.current?.close();
  }, []);
  const ask = (moves: Move[]): Promise<Looked> =>
    link.current?.send({ do: "position", map: JSON.stringify(map), position: JSON.stringify(analysis.position), moves, seat }) ?? Promise.reject(new Error());
  const path = movesTo(analysis, analysis.here).join("\n");
  useEffect(() => {
    let gone = false;
    ask(movesTo(analysis, analysis.here)).then((found) => { if (!gone) { setLooked(found); setWrong(""); } }, (error: Error) => { if (!gone) setWrong(error.message); });
    return () => void (gone = true);
  }, [path, seat]);
  return { looked, wrong, ask };
}

function Step({ icon, label, disabled, onClick }: { icon: IconName; label: string; disabled: boolean; onClick(): void }) {
  return <button type="button" class="button quiet icon" aria-label={label} title={label} aria-disabled={disabled} onClick={onClick}><Icon name={icon} /></button>;
}

/** What can be done: of routes and stations the cheapest way, all else as it is. */
function simpleMoves(moves: readonly Move[]): Move[] {
  const cheapest = (ways: ReadonlyMap<string, Payment[]>) => [...ways.values()].flatMap((payments) => byThrift(payments)[0]?.move ?? []);
  const rest = moves.filter((move) => !["claim", "station"].includes(parseMove(move).is));
  return [...rest, ...cheapest(paymentsByRoute(moves)), ...cheapest(stationsByLocation(moves))];
}

function Moves({ map, looked, onMove }: { map: MapFile; looked: Looked; onMove(move: Move): void }) {
  const [chosen, setChosen] = useState("");
  const options = distinctBy(simpleMoves(looked.moves).map((move) => ({ value: move, label: moveText(map, move) })), ({ label }) => label);
  const value = options.some((option) => option.value === chosen) ? chosen : (options[0]?.value ?? "");
  const submit = (event: Event) => {
    event.preventDefault();
    if (value) onMove(value);
  };
  if (options.length === 0) return <p class="hint">{t("The game is over.")}</p>;
  return (
    <form class="pad-listed" onSubmit={submit}>
      <Select<string> legend={t("A move from the list")} value={value} onChange={(to) => setChosen(to)} options={options} />
      <button type="submit" class="button">{t("Play it")}</button>
    </form>
  );
}

/** The ways to pay for what was tapped. */
function Pay({ map, what, ways, onMove, onClose }: { map: MapFile; what: string; ways: readonly Payment[]; onMove(move: Move): void; onClose(): void }) {
  return (
    <div class="cluster analyse-pay" role="group" aria-label={what}>
      <b>{what}</b>
      {byThrift([...ways]).slice(0, 8).map(({ cards, move }) => <button type="button" class="button small" key={move} onClick={() => onMove(move)}>{cardsText(map, cards)}</button>)}
      <button type="button" class="button small quiet" onClick={onClose}>{t("Never mind")}</button>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return <section class="panel" aria-labelledby={id}><h2 id={id}>{title}</h2>{children}</section>;
}

/** The arrows go back and forth, where nothing else needs them. */
function useArrows(step: (key: string) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener("keydown", (event) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || target.closest(".board")) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") latest.current(event.key);
    }, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

export function AnalysisBoard({ map, first }: { map: MapFile; first: Analysis }) {
  const [analysis, setAnalysis] = useState(first);
  const [seat, setSeat] = useState<number | null>(null);
  const [asked, setAsked] = useState<{ what: string; ways: readonly Payment[] } | null>(null);
  const latest = useRef(first);
  const { names } = analysis;
  const { looked, wrong, ask } = useLooked(map, analysis, seat);
  const change = (to: Analysis) => {
    latest.current = to;
    keepAnalysis(to);
    setAnalysis(to);
    setAsked(null);
  };
  const onMove = (move: Move) => {
    const from = latest.current;
    ask([...movesTo(from, from.here), move]).then((next) => {
      const did = next.did.at(-1);
      if (did && latest.current === from) change(play(from, did, next.view.phase === "over" ? { scores: next.scores, winners: next.winners } : undefined));
    }, () => undefined);
  };
  useArrows((key) => change(key === "ArrowLeft" ? back(latest.current) : on(latest.current)));
  const tap = (what: string, ways: readonly Payment[] | undefined) => {
    if (ways?.length === 1) onMove(ways[0]!.move);
    else if (ways) setAsked({ what, ways });
  };
  const routes = paymentsByRoute(looked?.moves ?? []), places = stationsByLocation(looked?.moves ?? []);
  const node = analysis.nodes[analysis.here];
  const last = node?.did ? parseMove(node.did.move) : null;
  const view = looked?.view;
  const state: BoardState = {
    routes: view?.routes ?? {}, stations: view?.stations, passengers: view?.passengers,
    choosable: { routes: new Set(routes.keys()), locations: new Set(places.keys()) },
    ...(last?.is === "claim" && { lit: { routes: new Set([last.route]) } }),
    onRoute: (route) => tap(routeName(map, route), routes.get(route)),
    onLocation: (location) => tap(placeName(map, location), places.get(location)),
    describeRoute: (route) => `${routeName(map, route)}\n${routeFacts(map, route)}`,
  };
  const start = analysis.here === 0, end = (node?.children.length ?? 0) === 0;
  return (
    <Frame class="replay analyse">
      <div class="look-head">
        <Heading title={t("Analysis: {board}", { board: nameOf(map.name) })} />
        <p class="cluster">
          <button type="button" class="button" onClick={() => saveText(recordOf(latest.current), `linea-${map.id}-analysis.jsonl`)}><Icon name="download" />{t("Save the lines")}</button>
          <a class="button" href="/analyse">{t("All analyses")}</a>
        </p>
      </div>
      <div class="look">
        <div class="look-board panel">
          <Board map={map.id} language={language.value} state={state} />
          <div class="playback-row" role="group" aria-label={t("Moves")}>
            <Step icon="first" label={t("To the beginning")} disabled={start} onClick={() => change(go(latest.current, 0))} />
            <Step icon="previous" label={t("One move back")} disabled={start} onClick={() => change(back(latest.current))} />
            <Step icon="next" label={t("One move on")} disabled={end} onClick={() => change(on(latest.current))} />
            <Step icon="last" label={t("To the end")} disabled={end} onClick={() => change(go(latest.current, lineEnd(latest.current, latest.current.here)))} />
            </div>
          <p class="playback-said" role="status">{node?.did ? moveWords(map, names, node.did) : t("The position")} {view && view.turn !== null && <span class="muted">{t("To move: {name}", { name: names[view.turn] ?? "" })}</span>}</p>
          {asked && <Pay map={map} what={asked.what} ways={asked.ways} onMove={onMove} onClose={() => setAsked(null)} />}
          {wrong && <p class="notice bad" role="alert">{t("This position cannot be: {why}.", { why: wrong })}</p>}
          {analysis.nodes.length > MOST_NODES && <p class="notice">{t("This analysis has as many moves as it can hold.")}</p>}
          {looked && <Moves map={map} looked={looked} onMove={onMove} />}
        </div>
        <div class="look-side stack">
          <Section id="analyse-candidates" title={t("What is it worth?")}>
            <Select<string> legend={t("Seen by")} value={seat === null ? "" : String(seat)} onChange={(to) => setSeat(to === "" ? null : Number(to))}
              options={[{ value: "", label: t("everybody, all open") }, ...names.map((label, value) => ({ value: String(value), label }))]} />
            {looked && looked.moves.length > 0 && <Candidates map={map} position={looked.position} open={seat === null} onMove={onMove} />}
          </Section>
          <Section id="analyse-lines" title={t("Lines")}>
            <Lines map={map} names={names} analysis={analysis} onGo={(at) => change(go(latest.current, at))} />
            <label class="field">
              <span class="label">{t("Comment")}</span>
              <textarea class="input" rows={2} value={node?.comment ?? ""} onInput={(event) => change(comment(latest.current, event.currentTarget.value))} />
            </label>
            <p class="cluster">
              <button type="button" class="button small" disabled={start} onClick={() => change(promote(latest.current))}>{t("Make it the main line")}</button>
              <button type="button" class="button small danger" disabled={start} onClick={() => change(cut(latest.current))}>{t("Take it away")}</button>
            </p>
          </Section>
          {view && (
            <Section id="analyse-hands" title={t("Cards and tickets")}>
              <OpenHands map={map} view={view} names={names} display />
              {looked && <p class="cluster"><CopyButton text={JSON.stringify(looked.position)} label={t("Copy the position")} /></p>}
            </Section>
          )}
          {looked && (
            <section class="panel" aria-label={t("Points")}>
              <Count scores={looked.scores} names={names} winners={view?.phase === "over" ? looked.winners : []} counted={Infinity} />
            </section>
          )}
        </div>
      </div>
    </Frame>
  );
}
