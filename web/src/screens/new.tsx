/*
 * A new game with all its settings: on which board, in which way, who sits where.
 *
 * SPDX-License-Identifier: MIT
 */
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { nets } from "linea:files";
import { createOnline, newLocal } from "../game/open";
import { useLoaded } from "../load";
import { loadMap, maps, type MapFile, type MapSummary } from "../maps";
import { Thumbnail } from "../parts/thumbnail";
import { Icon } from "../parts/icons";
import { go, place } from "../router";
import { name } from "../settings";
import { errorText, nameOf, t, textFor } from "../text";
import { Choice, NameField } from "./controls";
import { Frame, Heading, Unloaded, Wrong } from "./frame";
import { fitted, reserved, isMode, modes, peopleOf, plan, settingsOf, sitterName, usualPlan, type Mode, type Plan } from "./plan";
import { Seats } from "./seats";
import { Clock, Delay, First, Guests, Hints, Listed, Patience, Rated, Takeover } from "./terms";
import { mechanicsLine, playersLine } from "./words";

function modeName(mode: Mode): string {
  return { solo: t("Against bots"), online: t("With friends"), device: t("On one device"), watch: t("Watch bots") }[mode];
}

function modeText(mode: Mode): string {
  return {
    solo: t("You against bots, in this browser. Works without a network too."),
    online: t("Everybody on a device of their own. You get a link for each seat to send to your friends."),
    device: t("All of you around this one. Between two turns a cover hides the cards."),
    watch: t("Bots play among themselves, and you look on."),
  }[mode];
}

/** The board that is played on, among those that there are. */
function Boards({ map }: { map: MapSummary }) {
  return (
    <div class="new-board">
      <Thumbnail map={map.id} />
      <p class="hint">{mechanicsLine(map)} · {playersLine(map)} · <a href={`/help/${map.id}`}>{t("How to play")}</a></p>
      <nav aria-label={t("Boards")} class="new-others">
        {maps.map((other) => (
          <a key={other.id} href={`/new/${other.id}`} data-map={other.id} aria-current={other.id === map.id ? "page" : undefined}>
            <Thumbnail map={other.id} /><span>{nameOf(other.name)}</span>
          </a>
        ))}
      </nav>
    </div>
  );
}

async function make(now: Plan, map: string): Promise<string> {
  if (now.mode === "online") {
    const id = await createOnline(settingsOf(now, map));
    reserved.value = { game: id, seat: now.seats.findIndex((sitter) => sitter.is === "me"), name: sitterName(now, 0) };
    return `/g/${id}`;
  }
  await newLocal(settingsOf(now, map), peopleOf(now));
  return "/play";
}

function beginLabel(mode: Mode): string {
  return textFor({ online: t("Make the table"), watch: t("Start watching") }, mode) ?? t("Start the game");
}

function Form({ map, file, now }: { map: MapSummary; file: MapFile; now: Plan }) {
  const busy = useSignal(false);
  const [wrong, setWrong] = useState("");
  /* events may come faster than drawings: they change and use the plan as it is, not as it was drawn */
  const latest = () => plan.peek() ?? now;
  const change = (part: Partial<Plan>) => { plan.value = { ...latest(), ...part }; };
  const start = () => {
    const here = place.peek();
    if (busy.peek()) return;
    busy.value = true;
    /* who has gone elsewhere meanwhile stays there */
    make(latest(), map.id).then((path) => { if (place.peek() === here) go(path); }, (error: unknown) => {
      busy.value = false;
      setWrong(errorText(error));
    });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    start();
  };
  return (
    <form class="new-form stack" onSubmit={submit}>
      <Choice legend={t("How do you want to play?")} value={now.mode}
        options={modes.map((mode) => ({ value: mode, label: modeName(mode) }))}
        onChange={(mode) => { plan.value = usualPlan(mode, map.players); }} />
      <p class="hint">{modeText(now.mode)}</p>
      {now.mode !== "watch" && now.mode !== "device" && (
        <NameField label={t("Your name")} value={name.value} placeholder={t("Player")} onChange={(value) => { name.value = value; }} />
      )}
      <Seats now={now} players={map.players} vehicle={map.vehicle} learned={map.id in nets} onChange={(to) => change({ seats: to(latest().seats), first: null })} />
      <div class="new-terms">
        <First now={now} rule={file.first} onChange={change} />
        {now.mode === "online" && (
          <>
            <Clock now={now} onChange={change} />
            <Listed now={now} onChange={change} />
            <Rated now={now} onChange={change} />
          </>
        )}
      </div>
      {now.mode === "online" && (
        <details class="new-more">
          <summary>{t("More settings")}</summary>
          <div class="new-terms">
            <Delay now={now} onChange={change} />
            <Takeover now={now} onChange={change} />
            <Patience now={now} onChange={change} />
            <Guests now={now} onChange={change} />
            {!now.rated && <Hints now={now} onChange={change} />}
          </div>
        </details>
      )}
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p class="cluster">
        <button type="submit" class="button primary large" disabled={busy.value}><Icon name="play" />{beginLabel(now.mode)}</button>
      </p>
    </form>
  );
}

export default function New({ map: id }: { map: string }) {
  const map = maps.find((m) => m.id === id);
  const { found: file, failed, again } = useLoaded(map, async () => (map ? loadMap(map.id) : null));
  useEffect(() => {
    if (!map) return;
    const asked = new URLSearchParams(location.search).get("mode");
    if (isMode(asked) || !plan.value) plan.value = usualPlan(isMode(asked) ? asked : "solo", map.players);
    else plan.value = fitted(plan.value, map.players);
  }, [map]);
  if (!map) return <Wrong title={t("There is no such board")} message={t("Choose one of the boards that there are.")} />;
  if (failed) return <Unloaded onAgain={again} />;
  return (
    <Frame class="new" ready={file !== null}>
      <Heading title={t("New game: {board}", { board: nameOf(map.name) })} />
      <div class="new-columns">
        <Boards map={map} />
        {plan.value && file && <Form map={map} file={file} now={plan.value} />}
      </div>
    </Frame>
  );
}
