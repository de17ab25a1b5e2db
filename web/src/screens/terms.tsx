/*
 * The terms of a game that is planned: who begins, clocks, who may see it, what becomes of
 * the seat of somebody who leaves.
 *
 * SPDX-License-Identifier: MIT
 */
import type { MapFile } from "../maps";
import { botNames } from "../players";
import { n, t } from "../text";
import { Select } from "./controls";
import { sitterName, type Plan } from "./plan";
import { firstByCustom } from "./words";

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

const minute = 60;
const day = 24 * 60 * minute;
const clocks = [0, 30, minute, 2 * minute, 5 * minute, day, 3 * day, 7 * day, 14 * day];
const delays = [0, 30, 2 * minute, 10 * minute];

/** "2 minutes": a time of seconds in its own unit. */
export function duration(seconds: number): string {
  if (seconds % day === 0) return n("{n} day", "{n} days", seconds / day);
  if (seconds % minute === 0) return n("{n} minute", "{n} minutes", seconds / minute);
  return n("{n} second", "{n} seconds", seconds);
}

/** What the clock of a table is, in a few words. */
export function clockText(seconds: number): string {
  return seconds === 0 ? t("no clock") : t("{time} a move", { time: duration(seconds) });
}

export function Clock({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Time for a move")} hint={t("With days for a move, everybody plays when it suits them.")} value={now.clock}
      options={clocks.map((value) => ({ value, label: value === 0 ? t("As long as it takes") : duration(value) }))}
      onChange={(clock) => onChange({ clock })} />
  );
}

export function Listed({ now, onChange }: TermProps) {
  return (
    <Select legend={t("Who can join")} value={now.listed ? "lobby" : "link"}
      options={[{ value: "link", label: t("Only by link") }, { value: "lobby", label: t("Anybody in the lobby") }]}
      onChange={(value) => onChange({ listed: value === "lobby" })} />
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
    <Select legend={t("If somebody leaves")} value={now.takeover}
      options={[
        { value: "bot", label: t("{bot} plays on", { bot: botNames.normal }) },
        { value: "idle", label: t("the seat stays idle") },
      ]}
      onChange={(takeover) => onChange({ takeover })} />
  );
}
