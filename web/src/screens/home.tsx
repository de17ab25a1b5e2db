/*
 * The first screen: the boards, one click from a game against bots, and the other ways to
 * play.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { localGames, newLocal, type Listed } from "../game/open";
import { useAction } from "../load";
import { maps, type MapSummary } from "../maps";
import { isKnown } from "../net/server";
import { Hero } from "../parts/hero";
import { Icon, type IconName } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { botNames, levelManner, levelName, levels, playerNames } from "../players";
import { go } from "../router";
import { account, gamesBegun } from "../settings";
import { n, nameOf, t } from "../text";
import { Choice } from "./controls";
import { Frame, useHeading, useTitle } from "./frame";
import { useLooks } from "./looks";
import { level, opponents, peopleOf, settingsOf, usualPlan } from "./plan";
import { isTurn, ownTables, turns } from "./turns";
import { mechanicsLine, playersLine } from "./words";

/** How often it is asked whose turn it is, while somebody looks; and so many games are listed. */
const LOOK_MS = 15_000;
const MOST = 6;

async function start(map: MapSummary): Promise<void> {
  const plan = usualPlan("solo", map.players);
  await newLocal(settingsOf(plan, map.id), peopleOf(plan));
  go("/play");
}

/** A board to play on: the whole card is the button, what is below it are other ways in. */
function BoardCard({ map, busy, onStart }: { map: MapSummary; busy: boolean; onStart(): void }) {
  const title = nameOf(map.name);
  return (
    <li class="home-card" data-map={map.id}>
      <button type="button" class="home-start" onClick={onStart} disabled={busy} aria-describedby={`about-${map.id}`}>
        <Thumbnail map={map.id} />
        <span class="home-text">
          <span class="home-name">{title}</span>{" "}
          <span class="home-go">{t("Play")}<Icon name="play" size={14} /></span>
        </span>
      </button>
      <p id={`about-${map.id}`} class="home-facts">{mechanicsLine(map)}<br />{playersLine(map)}</p>
      <p class="home-links">
        <a href={`/new/${map.id}`} aria-label={t("More ways: {board}", { board: title })}>{t("More ways")}</a>
        <a href={`/help/${map.id}`} aria-label={t("How to play: {board}", { board: title })}>{t("How to play")}</a>
      </p>
    </li>
  );
}

function Opponents() {
  const most = Math.max(...maps.map((map) => map.players[1])) - 1;
  return (
    <div class="home-opponents">
      <Choice
        legend={t("Your opponents")} value={level.value} onChange={(value) => { level.value = value; }}
        options={levels.map((l) => ({ value: l, label: <>{botNames[l]} <em>{levelName(l)}</em></> }))}
      />
      <Choice
        legend={t("How many")} value={opponents.value} onChange={(value) => { opponents.value = value; }}
        options={Array.from({ length: most }, (_, i) => ({ value: i + 1, label: String(i + 1) }))}
      />
      <p class="hint" aria-live="polite">{t("{bot} {manner}.", { bot: botNames[level.value], manner: levelManner(level.value) })}</p>
    </div>
  );
}

/** The games that were left: the last one first of all. */
function Continue() {
  const [last, ...others] = localGames();
  const title = (id: string) => nameOf(maps.find((map) => map.id === id)!.name);
  return (
    <p class="home-continue cluster">
      {last && <a class="button primary large" href={`/play/${last.id}`}><Icon name="play" />{t("Continue: {board}", { board: title(last.map) })}</a>}
      {others.slice(0, 3).map(({ id, map }) => <a class="button" key={id} href={`/play/${id}`}>{t("Continue: {board}", { board: title(map) })}</a>)}
      <a class={gamesBegun.value === 0 && !last && !account.value ? "button primary large" : "button"} href="/learn">{t("I have never played")}</a>
      <a class="button quiet" href="/games">{t("Your games")}</a>
      <a class="button quiet" href="/account">{account.value || (isKnown() ? t("Keep your games") : t("Sign in"))}</a>
    </p>
  );
}

/** The games on the server: those that wait for one first. */
function Online() {
  const [own, setOwn] = useState<Listed[]>([]);
  useLooks((isGone) => (isKnown() ? ownTables() : Promise.resolve([])).then((found) => {
    if (!isGone()) setOwn(found.filter(({ stage }) => stage !== "over"));
  }), LOOK_MS, []);
  if (own.length === 0) return null;
  return (
    <section class="home-online" aria-labelledby="online">
      <p id="online" class="label">{turns.value > 0 ? n("Your turn in {n} game", "Your turn in {n} games", turns.value) : t("Your games with others")}</p>
      <ul>
        {own.slice(0, MOST).map((entry) => <OnlineGame key={entry.game} entry={entry} />)}
      </ul>
      {own.length > MOST && <p class="home-links"><a href="/lobby">{t("All of them are in the lobby")}</a></p>}
    </section>
  );
}

function OnlineGame({ entry }: { entry: Listed }) {
  const map = maps.find((m) => m.id === entry.map);
  const mine = isTurn(entry.game);
  return (
    <li>
      <a class={mine ? "panel way home-turn" : "panel way"} href={`/g/${entry.game}`} data-turn={mine}>
        <Thumbnail map={entry.map} />
        <span>
          <strong>{map ? nameOf(map.name) : entry.map} {mine && <span class="badge">{t("your turn")}</span>}</strong>
          <span>{entry.stage === "gathering" ? t("waits for players") : playerNames(entry.players).join(", ")}</span>
        </span>
      </a>
    </li>
  );
}

function Way({ href, icon, title, text }: { href: string; icon: IconName; title: string; text: string }) {
  return (
    <li>
      <a class="panel way" href={href}>
        <Icon name={icon} size={26} />
        <span><strong>{title}</strong><span>{text}</span></span>
      </a>
    </li>
  );
}

function Ways() {
  const board = maps[maps.length - 1]?.id ?? "";
  const ways = [
    { mode: "online", icon: "people", title: t("With friends"), text: t("A link for each seat: send it, and play wherever you are.") },
    { mode: "device", icon: "device", title: t("On one device"), text: t("Pass it around. Nobody sees another’s cards in between.") },
    { mode: "watch", icon: "eye", title: t("Watch bots"), text: t("Lean back and see how they do it.") },
  ] as const;
  return (
    <section class="home-ways" aria-labelledby="ways">
      <h2 id="ways">{t("Or play another way")}</h2>
      <ul>
        {ways.map(({ mode, icon, title, text }) => (
          <Way key={mode} href={`/new/${board}?mode=${mode}`} icon={icon} title={title} text={text} />
        ))}
        <Way href="/lobby" icon="log" title={t("Lobby")} text={t("Play with others now, at a table or in a tournament, or watch.")} />
        <Way href="/daily" icon="clock" title={t("Deal of the day")} text={t("The same cards for everybody. How far do you get with them?")} />
        <Way href="/analyse" icon="eye" title={t("Analysis board")} text={t("What would have been better? Try it from any position.")} />
        <Way href="/puzzles" icon="help" title={t("Puzzles")} text={t("One move is better than all others. Do you find it?")} />
        <Way href="/pad" icon="trophy" title={t("Score pad")} text={t("For the printed board: note who claims what, and have it counted.")} />
      </ul>
    </section>
  );
}

export default function Home() {
  const ref = useHeading();
  useTitle("");
  const { busy, wrong, act } = useAction();
  return (
    <Frame class="home">
      <Online />
      <div class="home-hero">
        <h1 ref={ref} tabIndex={-1}>{t("All aboard.")}</h1>
        <p class="lead">{t("Collect cards, claim routes, join the places on your tickets. Pick a board: your opponents are waiting.")}</p>
        <Continue />
        <Hero />
      </div>
      <Opponents />
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <ul class="home-boards">
        {maps.map((map) => <BoardCard key={map.id} map={map} busy={busy} onStart={() => act(() => start(map))} />)}
      </ul>
      <Ways />
    </Frame>
  );
}
