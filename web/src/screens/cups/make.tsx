/*
 * A new tournament: a form that explains what it asks for.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { useAction } from "../../load";
import { maps } from "../../maps";
import { makeCup, type CupSettings, type Format } from "../../net/cups";
import { botNames, levelName, levels } from "../../players";
import { go } from "../../router";
import { account } from "../../settings";
import { n, nameOf, t } from "../../text";
import { Choice, Select, Switch } from "../controls";
import { Frame, Heading } from "../frame";
import { ClockSelect, type Times } from "../terms";
import { day, duration, minute } from "../words";
import { cupReason, formatHelp, formatName } from "./words";

const FORMATS: readonly Format[] = ["swiss", "arena", "knock-out"];
const ROUNDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16];
const MINUTES = [15, 30, 45, 60, 90, 120, 240, 480];
const RESTS = [0, minute, 5 * minute, 15 * minute, 60 * minute];
const EVERY = [0, day, 2 * day, 7 * day];
const COME = [minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute, day, 3 * day];
const FILL_TO = [0, 4, 6, 8, 12, 16, 24, 32];

type Deals = "own" | "field" | "duplicate";

interface Plan {
  name: string;
  format: Format;
  map: string;
  size: number;
  rounds: number;
  on: number;
  minutes: number;
  rest: number;
  every: number;
  deals: Deals;
  times: Times;
  come: number;
  starts: string;
  rated: boolean;
  who: CupSettings["who"];
  guests: boolean;
  fill: string;
  fillTo: number;
}

const usual = (): Plan => ({
  name: "", format: "swiss", map: maps[0]?.id ?? "", size: 2, rounds: 0, on: 1, minutes: 60, rest: 0, every: 0, deals: "own", times: { clock: 60 }, come: 5 * minute,
  starts: "", rated: false, who: "people", guests: false, fill: "", fillTo: 0,
});

function settingsOf(plan: Plan): CupSettings {
  const { name, format, map, size, come, who, guests, fill } = plan;
  return {
    name: name.trim(), format, map, size, come, who, guests: guests && !plan.rated, rated: plan.rated, fill, fill_to: fill ? plan.fillTo : 0,
    ...(format === "swiss" && { rounds: plan.rounds }), ...(format === "arena" && { minutes: plan.minutes }), ...(format === "knock-out" && { on: Math.min(plan.on, size - 1) }),
    ...(format !== "arena" && { rest: plan.rest, every: plan.every }),
    ...(plan.deals === "duplicate" && { duplicate: true }), ...(plan.deals === "field" && format === "swiss" && { field: true }),
    ...(plan.times.bank ? { bank: plan.times.bank, increment: plan.times.increment ?? 5 } : { clock: plan.times.clock || minute }),
    ...(plan.starts && { starts: Math.floor(new Date(plan.starts).getTime() / 1000) }),
  };
}

interface Part {
  plan: Plan;
  change(part: Partial<Plan>): void;
}

function Basics({ plan, change }: Part) {
  const [least, most] = maps.find(({ id }) => id === plan.map)?.players ?? [2, 2];
  return (
    <section class="panel stack" aria-labelledby="cup-what">
      <h2 id="cup-what">{t("What is played")}</h2>
      <div class="field">
        <label for="cup-name">{t("Name")}</label>
        <input id="cup-name" class="input" type="text" required maxLength={40} value={plan.name} placeholder={t("Friday evening")} onInput={(e) => change({ name: e.currentTarget.value })} />
      </div>
      <Choice legend={t("Format")} value={plan.format} onChange={(format) => change({ format, ...(format !== "swiss" && plan.deals === "field" && { deals: "own" }) })} options={FORMATS.map((value) => ({ value, label: formatName(value) }))} />
      <p class="hint" aria-live="polite">{formatHelp(plan.format)}</p>
      <div class="people-filters">
        <Select legend={t("Board")} value={plan.map} options={maps.map(({ id, name }) => ({ value: id, label: nameOf(name) }))}
          onChange={(map) => { const players = maps.find(({ id }) => id === map)?.players ?? [2, 2]; change({ map, size: Math.max(players[0], Math.min(players[1], plan.size)) }); }} />
        <Select legend={t("Players at a table")} value={plan.size} onChange={(size) => change({ size })} options={Array.from({ length: most - least + 1 }, (_, i) => ({ value: least + i, label: String(least + i) }))} />
        {plan.format === "swiss" && <Select legend={t("Rounds")} value={plan.rounds} onChange={(rounds) => change({ rounds })} options={ROUNDS.map((value) => ({ value, label: value === 0 ? t("as many as fit") : String(value) }))} />}
        {plan.format === "arena" && <Select legend={t("How long")} value={plan.minutes} onChange={(minutes) => change({ minutes })} options={MINUTES.map((value) => ({ value, label: duration(value * minute) }))} />}
        {plan.format === "knock-out" && plan.size > 2 && <Select legend={t("Go on from a table")} value={plan.on} onChange={(on) => change({ on })} options={Array.from({ length: plan.size - 1 }, (_, i) => ({ value: i + 1, label: String(i + 1) }))} />}
      </div>
      <Select legend={t("Deals")} value={plan.deals} onChange={(deals) => change({ deals })}
        hint={plan.deals === "own" ? t("Each table has cards of its own.") : plan.deals === "field" ? t("All tables of a round play one deal. You are compared with those who held your seat elsewhere, so a bad hand costs nothing.") : t("Each table plays its deal once in every seating, so that luck cancels. Who has played a deal knows its cards: this is for programs.")}
        options={[
          { value: "own", label: t("every table its own") },
          ...(plan.format === "swiss" ? [{ value: "field" as const, label: t("one deal for all tables of a round") }] : []),
          { value: "duplicate", label: t("every seat of every deal (for programs)") },
        ]} />
    </section>
  );
}

function When({ plan, change }: Part) {
  return (
    <section class="panel stack" aria-labelledby="cup-when">
      <h2 id="cup-when">{t("When")}</h2>
      <div class="field">
        <label for="cup-starts">{t("Begins at")}</label>
        <input id="cup-starts" class="input" type="datetime-local" aria-describedby="cup-starts-hint" value={plan.starts} onInput={(e) => change({ starts: e.currentTarget.value })} />
        <p id="cup-starts-hint" class="hint">{t("Leave it empty to begin it yourself when all are there.")}</p>
      </div>
      <ClockSelect always now={plan.times} onChange={(times) => change({ times })} />
      <Select legend={t("Time to come to a table")} value={plan.come} onChange={(come) => change({ come })} options={COME.map((value) => ({ value, label: duration(value) }))}
        hint={t("After that a bot takes the seat, and the player gets no points. Who does not come twice is out.")} />
      {plan.format !== "arena" && (
        <div class="people-filters">
          <Select legend={t("Rest between rounds")} value={plan.rest} onChange={(rest) => change({ rest })} options={RESTS.map((value) => ({ value, label: value === 0 ? t("none") : duration(value) }))} />
          <Select legend={t("A round")} value={plan.every} onChange={(every) => change({ every })} options={EVERY.map((value) => ({ value, label: value === 0 ? t("as soon as the last one is over") : n("every {n} day", "every {n} days", value / day) }))} />
        </div>
      )}
    </section>
  );
}

function Who({ plan, change }: Part) {
  return (
    <section class="panel stack" aria-labelledby="cup-who">
      <h2 id="cup-who">{t("Who plays")}</h2>
      <Select legend={t("Players")} value={plan.who} onChange={(who) => change({ who })}
        options={[{ value: "people", label: t("People") }, { value: "bots", label: t("Programs, with bot accounts") }, { value: "all", label: t("Both") }]} />
      <Switch label={t("Rated")} value={plan.rated} onChange={(rated) => change({ rated })} hint={t("The games count for ratings. Only accounts play, and one of each address.")} />
      {!plan.rated && <Switch label={t("Guests may join")} value={plan.guests} onChange={(guests) => change({ guests })} />}
      <Select legend={t("Bots of ours")} value={plan.fill} onChange={(fill) => change({ fill })} hint={t("They join when it begins, so that every table is full and nobody has a bye.")}
        options={[{ value: "", label: t("none") }, ...levels.map((level) => ({ value: level as string, label: `${botNames[level]} (${levelName(level)})` }))]} />
      {plan.fill !== "" && <Select legend={t("Until there are so many players")} value={plan.fillTo} onChange={(fillTo) => change({ fillTo })} options={FILL_TO.map((value) => ({ value, label: value === 0 ? t("just enough for full tables") : String(value) }))} />}
    </section>
  );
}

export default function MakeCup() {
  const [plan, setPlan] = useState(usual);
  const { busy, wrong, act } = useAction(cupReason);
  const change = (part: Partial<Plan>): void => setPlan((old) => ({ ...old, ...part }));
  const send = (event: Event): void => {
    event.preventDefault();
    act(() => makeCup(settingsOf(plan)).then((cup) => go(`/cups/${cup}`, true)));
  };
  return (
    <Frame class="people cups">
      <Heading title={t("Make a tournament")} lead={t("You are its host: you begin it, and can pause or end it. You may play too, and know no more of the cards than anybody.")} />
      {account.value === "" && <p class="notice">{t("Tournaments are made by accounts.")} <a href="/account">{t("Sign in")}</a></p>}
      <form class="stack" onSubmit={send}>
        <div class="account-parts">
          <div class="stack"><Basics plan={plan} change={change} /><Who plan={plan} change={change} /></div>
          <When plan={plan} change={change} />
        </div>
        {wrong && <p class="notice bad" role="alert">{wrong}</p>}
        <p class="cluster">
          <button type="submit" class="button primary" disabled={busy || account.value === ""}>{t("Make it")}</button>
          <a class="button" href="/cups">{t("Cancel")}</a>
        </p>
      </form>
    </Frame>
  );
}
