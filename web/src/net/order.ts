/*
 * Order in the house: what one reports, what the house has against oneself, and what those who keep order look at and decide
 * (docs/order.md).
 *
 * SPDX-License-Identifier: MIT
 */
import { callMe } from "./server";

export const reasons = ["insult", "spam", "cheating", "name", "leaving", "other"] as const;
export type Reason = (typeof reasons)[number];
export type Role = "none" | "moderator" | "admin";

/** What holds until then, in milliseconds since 1970; 0 is for ever. `why` is a reason or "". */
export interface Measure {
  until: number;
  why: string;
}

export interface Standing {
  role: Role;
  muted?: Measure;
  banned?: Measure;
  waits?: Measure;
  warned?: { at: number; why: string };
  /** games that one has left, less what was forgiven */
  left: number;
  /** milliseconds that one more makes one wait; and that the first wait is long, 0 where nobody waits */
  next: number;
  first: number;
  /** what the host says one can do, or "" */
  appeal: string;
}

/** Whom or what somebody reports. */
export type Subject = { game: string; event: number } | { game: string; seat: number } | { player: string };

export interface Said {
  event: number;
  player: string;
  name: string;
  text: string;
}

export interface Report {
  id: string;
  at: number;
  player: string;
  /** as they were called then */
  name: string;
  reason: Reason;
  words: string;
  reporter: string;
  reporter_name?: string;
  /** reports of them that wait; what was done before; whether they have an account */
  open: number;
  before: number;
  account: boolean;
  game?: string;
  event?: number;
  line?: string;
  earlier?: Said[];
  later?: Said[];
}

export interface Reports {
  role: Role;
  open: number;
  reports: Report[];
  next: number;
}

export interface Known {
  player: string;
  name: string;
  role: Role;
  closed: boolean;
  bot: boolean;
  created: number;
}

export interface LogEntry {
  at: number;
  what: string;
  note: string;
  who: string;
  player: string;
  name: string;
}

export interface Person {
  role: Role;
  player: string;
  /** one, or none of a guest */
  accounts: Known[];
  muted?: Measure;
  banned?: Measure;
  warned?: Measure;
  waits?: Measure;
  left: number;
  reports: { at: number; reason: Reason; line: string; decision: string }[];
  log: LogEntry[];
}

interface Decision {
  report?: string;
  player?: string;
  do: string;
  /** 0 for ever */
  minutes?: number;
  why?: Reason | "";
  note?: string;
  role?: Role;
}

export const sendReport = (subject: Subject, reason: Reason, words: string): Promise<unknown> => callMe("/api/reports", { ...subject, reason, words }, true);
export const fetchStanding = (): Promise<Standing> => callMe("/api/standing");
export const sawWarning = (): Promise<unknown> => callMe("/api/standing/seen", {});
export const fetchReports = (offset: number): Promise<Reports> => callMe(`/api/house/reports?offset=${offset}`);
export const findAccounts = (start: string): Promise<{ accounts: Known[] }> => callMe(`/api/house/accounts?q=${encodeURIComponent(start)}`);
export const fetchPerson = (player: string): Promise<Person> => callMe(`/api/house/player?id=${player}`);
export const fetchLog = (offset: number): Promise<{ log: LogEntry[] }> => callMe(`/api/house/log?offset=${offset}`);
export const decide = (decision: Decision): Promise<unknown> => callMe("/api/house/decide", decision);
