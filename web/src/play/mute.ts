/*
 * Who is muted: kept in this browser, for all games.
 *
 * SPDX-License-Identifier: MIT
 */
import { signal } from "@preact/signals";
import type { LogLine } from "../game/game";
import { likeness } from "../players";
import { keep, kept } from "../settings";

/** So many are remembered. */
const MOST = 200;

function remembered(): string[] {
  try {
    const list: unknown = JSON.parse(kept("muted") ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

const muted = signal<readonly string[]>(remembered());

/** Who has said something: spectators have a mark of their own, since anybody may take any name. */
function who({ name = "", tag = "" }: LogLine): string {
  return `${likeness(name)}#${tag}`;
}

export function isMuted(line: LogLine): boolean {
  return line.what === "said" && muted.value.includes(who(line));
}

export function mute(line: LogLine, yes: boolean): void {
  const others = muted.value.filter((one) => one !== who(line));
  muted.value = yes ? [...others, who(line)].slice(-MOST) : others;
  keep("muted", muted.value.length > 0 ? JSON.stringify(muted.value) : null);
}

/** The last line of everybody else who has said something. */
export function voices(log: readonly LogLine[], me: number | null): LogLine[] {
  const last = new Map<string, LogLine>();
  for (const line of log) if (line.what === "said" && (line.seat === null || line.seat !== me)) last.set(who(line), line);
  return [...last.values()];
}
