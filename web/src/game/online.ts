/*
 * A game on a server.
 *
 * SPDX-License-Identifier: MIT
 */
import { effect } from "@preact/signals";
import type { MapFile } from "../maps";
import { WorkerLink } from "../net/local";
import { fetchRecord, OnlineConnection } from "../net/online";
import { keep, kept, name } from "../settings";
import { recordFair, type Given } from "./fair";
import type { Fairness, LogLine } from "./game";
import { LiveGame } from "./model";

function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What this tab has seen of a game, for the log after the page was loaded again. */
function readLog(id: string): LogLine[] {
  try {
    return JSON.parse(sessionStorage.getItem(`linea.log.${id}`) ?? "[]") as LogLine[];
  } catch {
    return [];
  }
}

function writeLog(id: string, log: LogLine[]): void {
  try {
    sessionStorage.setItem(`linea.log.${id}`, JSON.stringify(log));
  } catch {
    /* the log begins again then */
  }
}

export class OnlineGame extends LiveGame {
  readonly kind = "online";
  readonly id: string;
  protected readonly connection: OnlineConnection;
  private readonly stop: () => void;

  constructor(map: MapFile, id: string) {
    super(map);
    this.id = id;
    this.log.value = readLog(id);
    this.stop = effect(() => writeLog(id, this.log.value));
    this.connection = new OnlineConnection(id, name.value, this.listener);
  }

  override async sit(called: string, seat?: number): Promise<boolean> {
    const mine = nonce();
    const { fair, first = null } = this.table.value ?? {};
    const fine = await this.ask({ do: "sit", name: called, nonce: mine, ...(seat === undefined ? {} : { seat }) });
    if (!fine) return false;
    const taken = this.me.value ?? seat ?? null;
    if (fair && taken !== null) keep(`given.${this.id}`, JSON.stringify({ commitment: fair.commitment, seat: taken, nonce: mine, first } satisfies Given));
    return true;
  }

  /** What this browser gave to the shuffles. */
  private given(): Given | null {
    const text = kept(`given.${this.id}`);
    return text === null ? null : (JSON.parse(text) as Given);
  }

  override async leave(): Promise<boolean> {
    const fine = await super.leave();
    if (!fine) return false;
    keep(`given.${this.id}`, null);
    return true;
  }

  override say(text: string): Promise<boolean> {
    return this.me.value === null ? this.ask({ do: "say", text, name: name.value || "guest" }) : super.say(text);
  }

  again(): Promise<boolean> {
    return this.ask({ do: "again" });
  }

  record(): Promise<string> {
    return fetchRecord(this.id);
  }

  async fair(): Promise<Fairness> {
    const link = new WorkerLink();
    try {
      return await recordFair(await this.record(), (map, record) => link.send({ do: "fair", map, record }), this.map, this.given());
    } finally {
      link.close();
    }
  }

  override close(): void {
    this.stop();
    super.close();
  }
}
