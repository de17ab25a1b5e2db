/*
 * A tournament: its players and standings, which move as results come, its rounds and tables, what one can do, and what can be
 * taken along.
 *
 * SPDX-License-Identifier: MIT
 */
import { useRef, useState } from "preact/hooks";
import { useAction } from "../load";
import { askCup, fetchCup, type Cup, type CupRequest } from "../net/cups";
import { Refused } from "../net/server";
import { randomHex } from "../net/sha256";
import { Icon } from "../parts/icons";
import { go } from "../router";
import { account } from "../settings";
import { n, t } from "../text";
import { CopyButton, Dialog } from "./controls";
import { Frame, Heading, Wrong } from "./frame";
import { useLooks } from "./looks";
import MakeCup from "./cups/make";
import { Ready } from "./cups/ready";
import { Rounds } from "./cups/rounds";
import { Standings } from "./cups/standings";
import { boardName, cupReason, formatHelp, formatName, playersText, roundText, stageText, timeText } from "./cups/words";
import { clockText } from "./terms";
import { duration } from "./words";

const LOOK_MS = 2500;

/** The tournament, asked for again while somebody looks. */
function useCup(id: string): { cup: Cup | null; wrong: unknown; look(): void } {
  const [cup, setCup] = useState<Cup | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  const last = useRef({ id, seen: -1 });
  if (last.current.id !== id) last.current = { id, seen: -1 };
  useLooks((isGone) => fetchCup(id, last.current.seen).then((found) => {
    if (isGone()) return;
    last.current.seen = found.seen;
    if ("state" in found) setCup(found);
    setWrong(null);
  }, (error: unknown) => { if (!isGone()) setWrong(error); }), LOOK_MS, [id, asked]);
  return { cup, wrong, look: () => setAsked((times) => times + 1) };
}

interface Act {
  label: string;
  request: CupRequest;
  primary?: boolean;
  /** is asked again before it is done */
  sure?: string;
}

/** What one can do now: a player's, and the host's. */
function actsOf(cup: Cup): Act[] {
  const { state, you, yours } = cup;
  const acts: Act[] = [];
  const open = state.stage === "gathering" || (state.stage !== "over" && state.format !== "knock-out");
  if (open && (!you || you.out)) acts.push({ label: you ? t("Come back") : t("Join"), request: { do: "join", ...(state.stage === "gathering" && { nonce: randomHex(32) }) }, primary: true });
  if (you && !you.out && state.stage !== "over") acts.push({ label: t("Leave"), request: { do: "leave" }, ...(state.stage !== "gathering" && { sure: t("You are not paired any more. What you play just now goes on.") }) });
  if (!yours) return acts;
  if (state.stage === "gathering") {
    acts.push({ label: t("Begin"), request: { do: "begin" }, primary: true, sure: t("The first round is paired at once.") });
    acts.push({ label: t("Call it off"), request: { do: "delete" }, sure: t("The tournament is gone then.") });
  } else if (state.stage !== "over") {
    acts.push(state.stage === "paused" ? { label: t("Go on"), request: { do: "resume" }, primary: true } : { label: t("Pause"), request: { do: "pause" } });
    acts.push({ label: t("End it"), request: { do: "end" }, sure: t("It ends when the tables under way are over.") });
  }
  return acts;
}

function Sure({ act, onClose, onYes }: { act: Act; onClose(): void; onYes(): void }) {
  return (
    <Dialog title={act.label} onClose={onClose}>
      <p>{act.sure}</p>
      <p class="cluster">
        <button type="button" class="button primary" onClick={onYes}>{act.label}</button>
        <button type="button" class="button" onClick={onClose}>{t("Cancel")}</button>
      </p>
    </Dialog>
  );
}

function Acts({ cup, onDone }: { cup: Cup; onDone(): void }) {
  const { busy, wrong, act: begin } = useAction(cupReason);
  const [sure, setSure] = useState<Act | null>(null);
  const ask = (act: Act): void => {
    setSure(null);
    begin(() => askCup(cup.cup, act.request).then(() => (act.request.do === "delete" ? go("/cups", true) : onDone())));
  };
  const acts = actsOf(cup);
  const signIn = account.value === "" && !cup.rules.guests && cup.state.stage !== "over";
  return (
    <div class="stack">
      <p class="cluster">
        {!signIn && acts.map((act) => (
          <button type="button" key={act.request.do} class={`button ${act.primary ? "primary" : ""}`} disabled={busy} onClick={() => (act.sure ? setSure(act) : ask(act))}>{act.label}</button>
        ))}
        {signIn && <a class="button primary" href="/account">{t("Sign in to join")}</a>}
        {cup.state.stage !== "over" && <CopyButton text={`${location.origin}/cups/${cup.cup}`} label={t("Copy link")} />}
        <a class="button" href="/cups">{t("All tournaments")}</a>
      </p>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      {sure && <Sure act={sure} onClose={() => setSure(null)} onYes={() => ask(sure)} />}
    </div>
  );
}

/** What it is like: a line for each thing that one may want to know. */
function Facts({ cup }: { cup: Cup }) {
  const { state, rules } = cup;
  const times = { clock: rules.clock ?? 0, ...(rules.bank && { bank: rules.bank, increment: rules.increment ?? 0 }) };
  const lines = [
    formatHelp(state.format),
    n("{n} player at a table", "{n} players at a table", state.size) + ` · ${clockText(times)}`,
    t("One has {time} to come to a table; later a bot takes the seat, and it counts as absent. Who is absent twice is out.", { time: duration(rules.come) }),
    state.duplicate ? t("Each deal is played once in every seating.") : state.field ? t("All tables of a round play one deal; one is compared with those who held the same seat.") : "",
    rules.rated ? t("The games are rated.") : "",
    rules.who === "bots" ? t("For programs with bot accounts.") : rules.who === "all" ? t("For people and programs.") : "",
    state.format === "arena" ? t("It lasts {time}.", { time: duration((state.minutes ?? 0) * 60) }) : "",
    state.every ? n("A round begins every {n} day.", "A round begins every {n} days.", state.every / 86400) : state.rest ? t("Between rounds there are {time}.", { time: duration(state.rest) }) : "",
  ];
  return (
    <details class="cups-facts" open={state.stage === "gathering"}>
      <summary>{t("How it is played")}</summary>
      <ul>{lines.filter(Boolean).map((line) => <li key={line}>{line}</li>)}</ul>
    </details>
  );
}

function Take({ cup }: { cup: Cup }) {
  const path = `/api/cups/${cup.cup}`;
  const over = cup.state.stage === "over";
  return (
    <section class="panel flat stack" aria-labelledby="cup-take">
      <h2 id="cup-take">{t("To take along")}</h2>
      <p class="cluster">
        <a class="button small" href={`${path}/results?format=csv`} download><Icon name="download" />{t("Results, CSV")}</a>
        <a class="button small" href={`${path}/results`} download><Icon name="download" />{t("Results, JSON")}</a>
        <a class="button small" href={`${path}/log`} download><Icon name="download" />{t("Log")}</a>
      </p>
      <p class="hint">
        {over
          ? t("The server has shown its secret. With the log anybody can check that all pairings and deals follow from it and from the players’ random numbers:")
          : t("Nobody chooses pairings or cards: the server has bound itself to a secret, which it shows at the end. Its commitment:")}
      </p>
      <code class="cups-code">{over ? "linea cup --verify linea-cup.jsonl" : cup.state.commitment}</code>
    </section>
  );
}

/** What to expect now, in a sentence. */
function Now({ cup }: { cup: Cup }) {
  const { state, you, rules } = cup;
  const bye = you && !you.out && !you.plays && state.stage === "running" && state.tables.length > 0 && state.format !== "arena";
  const starts = rules.starts ? rules.starts * 1000 : 0;
  if (state.stage === "gathering")
    return <p class="notice">{starts > 0 ? t("It begins {time}.", { time: timeText(starts) }) : t("It begins when the host wants it.")}{you && ` ${t("You have joined.")}`}</p>;
  if (state.stage === "paused") return <p class="notice warn">{t("The host has paused it: no round begins.")}</p>;
  if (bye) return <p class="notice">{t("You do not play just now: the round goes on at other tables. Who fits at no table has a bye, which counts as half a win or more; nobody has a second one before all have had one.")}</p>;
  if (state.stage === "running" && state.tables.length === 0) return <p class="notice">{t("The next round is about to be paired.")}</p>;
  return null;
}

function Shown({ cup, onDone }: { cup: Cup; onDone(): void }) {
  const { state } = cup;
  const facts = [formatName(state.format), boardName(state.map), playersText(cup.players.length), roundText(state), cup.host && t("by {name}", { name: cup.host })].filter(Boolean);
  return (
    <>
      <Heading title={state.name} lead={<>{facts.join(" · ")} <span class={`badge ${state.stage === "running" ? "" : "plain"}`}>{stageText(state.stage)}</span>{cup.rules.rated && <> <span class="badge plain">{t("rated")}</span></>}</>} />
      <Ready cup={cup.cup} />
      <Now cup={cup} />
      <Acts cup={cup} onDone={onDone} />
      <Facts cup={cup} />
      <div class="cups-columns">
        <Standings cup={cup} onDone={onDone} />
        {state.round > 0 && <Rounds cup={cup} />}
      </div>
      <Take cup={cup} />
    </>
  );
}

function CupScreen({ id }: { id: string }) {
  const { cup, wrong, look } = useCup(id);
  if (!cup && wrong instanceof Refused && wrong.status === 404) return <Wrong title={t("There is no such tournament")} message={t("It may have been called off.")} />;
  return (
    <Frame class="people cups" ready={cup !== null || wrong !== null}>
      {!cup && wrong !== null && <Heading title={t("Tournaments")} />}
      {wrong !== null && <p class="notice bad" role="alert">{t("The server cannot be reached.")} {cup && t("What you see may be old.")}</p>}
      {cup ? <Shown cup={cup} onDone={look} /> : wrong === null && <p class="spinner" role="status" aria-label={t("Looking for the tournament")} />}
    </Frame>
  );
}

export default function CupPlace({ id }: { id: string }) {
  return id === "new" ? <MakeCup /> : <CupScreen id={id} />;
}
