/*
 * The terms of a game that is planned: who begins, clocks, who may see it, what becomes of
 * the seat of somebody who leaves.
 *
 * SPDX-License-Identifier: MIT
 */
import { account } from "../settings";
import type { MapFile } from "../maps";
import { botNames, levelName, levels, type Level } from "../players";
import { t } from "../text";
import { Select } from "./controls";
import { sitterName, type Plan } from "./plan";
import { day, duration, firstByCustom, minute } from "./words";

interface TermProps {
  now: Plan;
  onChange(part: Partial<Plan>): void;
}

export function First({ now, onChange, rule }: TermProps & { rule: MapFile["first"] }) {
  const seats = now.seats.map((sitter, seat) => ({
    value: seat,
    label: sitter.is === "bot" ? `${seat + 1}: ${botNames[sitter.level]}` : `${seat + 1}: ${sitterName(now, seat)}`,
  }));
  return (
    <Select legend={t("Who begins")} hint={firstByCustom(rule)} value={now.first ?? -1}
      options={[{ value: -1, label: t("The shuffle decides") }, ...seats]}
      onChange={(seat) => onChange({ first: seat < 0 ? null : seat })} />
  );
}

const clocks = [0, 30, minute, 2 * minute, 5 * minute, day, 3 * day, 7 * day, 14 * day];
const delays = [0, 30, 2 * minute, 10 * minute];

/** A time for all moves, and what each adds, in seconds. */
const banks = [[3 * minute, 5], [10 * minute, 10], [30 * minute, 15], [60 * minute, 30]] as const;

export interface Times {
  clock: number;
  bank?: number;
  increment?: number;
}

type AllTimes = Record<"clock" | "bank" | "increment", number>;

/** What the clock of a table is, in a few words. */
export function clockText({ clock, bank, increment }: Times): string {
  if (bank) return t("{time} + {more} a move", { time: duration(bank), more: duration(increment ?? 0) });
  return clock === 0 ? t("no clock") : t("{time} a move", { time: duration(clock) });
}

/** The time that players have; `always` there is a clock. */
export function ClockSelect({ now, onChange, always = false }: { now: Times; onChange(to: AllTimes): void; always?: boolean }) {
  const times: AllTimes[] = [...clocks.filter((clock) => clock > 0 || !always).map((clock) => ({ clock, bank: 0, increment: 0 })), ...banks.map(([bank, increment]) => ({ clock: 0, bank, increment }))];
  const at = times.findIndex(({ clock, bank }) => clock === now.clock && bank === (now.bank ?? 0));
  return (
    <Select legend={t("Time to think")} hint={t("With days for a move, everybody plays when it suits them. When time runs out, a bot makes that move.")} value={Math.max(0, at)}
      options={times.map((time, value) => ({ value, label: time.clock || time.bank ? clockText(time) : t("As long as it takes") }))}
      onChange={(value) => onChange(times[value] ?? { clock: 0, bank: 0, increment: 0 })} />
  );
}

export function Clock({ now, onChange }: TermProps) {
  return <ClockSelect now={now} onChange={onChange} />;
}

const limits = [5 * minute, 10 * minute, 60 * minute, day, 3 * day];

export function Patience({ now, onChange }: TermProps) {
  return (
    <Select legend={t("The host may replace who is away")} value={now.patience}
      options={limits.map((value) => ({ value, label: t("after {time}", { time: duration(value) }) }))}
      onChange={(patience) => onChange({ patience })} />
  );
}

export function Guests({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Who may talk")} value={now.guests ? "all" : "players"}
      options={[{ value: "all", label: t("All, spectators too") }, { value: "players", label: t("Those who play") }]}
      onChange={(value) => onChange({ guests: value === "all" })} />
  );
}

export function Hints({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Hints")} hint={t("What a bot would do in your place. All see how many hints somebody has had.")} value={now.hints ? "yes" : "no"}
      options={[{ value: "no", label: t("No hints") }, { value: "yes", label: t("Players may have hints") }]}
      onChange={(value) => onChange({ hints: value === "yes" })} />
  );
}

export function Listed({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Who can join")} value={now.listed ? "lobby" : "link"}
      options={[{ value: "link", label: t("Only by link") }, { value: "lobby", label: t("Anybody in the lobby") }]}
      onChange={(value) => onChange({ listed: value === "lobby" })} />
  );
}

/** Only accounts can sit down then; for who has one. */
export function Rated({ now, onChange }: TermProps) {
  if (account.value === "") return null;
  return (
    <Select legend={t("Ratings")} value={now.rated ? "rated" : "free"}
      options={[{ value: "free", label: t("The game does not count") }, { value: "rated", label: t("The game is rated; all need accounts") }]}
      onChange={(value) => onChange({ rated: value === "rated" })} />
  );
}

export function Delay({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Spectators see it")} value={now.delay}
      options={delays.map((value) => ({ value, label: value === 0 ? t("at once") : t("{time} later", { time: duration(value) }) }))}
      onChange={(delay) => onChange({ delay })} />
  );
}

export function Takeover({ now, onChange }: TermProps) {
  return (
    <Select legend={t("If somebody is late or leaves")} value={now.takeover === "idle" ? "idle" : now.standIn}
      options={[
        ...levels.map((level) => ({ value: level as string, label: t("{bot} moves ({level})", { bot: botNames[level], level: levelName(level) }) })),
        { value: "idle", label: t("the least that the rules allow is done") },
      ]}
      onChange={(value) => onChange(value === "idle" ? { takeover: "idle" } : { takeover: "bot", standIn: value as Level })} />
  );
}
