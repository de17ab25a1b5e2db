/*
 * A game on this device: against bots, several people at one screen, or bots alone. Bots move when the
 * screen is ready for it, and leave a moment in which a move can be taken back.
 *
 * SPDX-License-Identifier: MIT
 */
import { effect } from "@preact/signals";
import { Unfetched } from "../load";
import type { MapFile } from "../maps";
import type { Beginning, LocalKind } from "../net/host";
import { LocalConnection } from "../net/local";
import type { Settings } from "../net/protocol";
import { t } from "../text";
import { recordFair } from "./fair";
import type { Fairness } from "./game";
import { after, LiveGame } from "./model";
import { graceTime } from "./pace";

/** Between two moves of bots the screen has time to draw the first, also where moves are shown at once: milliseconds. */
const APART_MS = 40;

/** A game that is not only a game. */
export interface Special {
  /** the date, if it is the deal of a day */
  day?: string;
  /** the guided game that it is */
  lesson?: string;
  /** it goes on from a position of another game */
  practice?: boolean;
  /** the puzzle that it asks */
  puzzle?: string;
}

export class LocalGame extends LiveGame {
  readonly kind: LocalKind;
  readonly id = null;
  private readonly settings: Settings;
  private readonly people: string[];
  protected readonly connection: LocalConnection;
  private going = false;
  /** the message that the game is not kept was shown */
  private unkept = false;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[] = [];

  /** `key` is what it is kept by on this device. */
  constructor(map: MapFile, readonly key: string, kind: LocalKind, settings: Settings, people: string[], readonly special: Special = {}, private readonly beginning?: Beginning) {
    super(map);
    this.kind = kind;
    this.settings = settings;
    this.people = people;
    this.connection = new LocalConnection({
      ...this.listener,
      undoable: (yes) => {
        this.canUndo.value = yes;
      },
      unkept: () => {
        if (!this.unkept) this.error.value = t("This browser cannot keep the game: it lasts as long as this page is open.");
        this.unkept = true;
      },
      moved: () => {
        this.close();
        this.moved.value = true;
      },
    });
    this.closing(
      effect(() => {
        if (!this.paused.value) this.go();
      }),
    );
  }

  /** Something to stop when the game is closed. */
  closing(stop: () => void): void {
    this.stops.push(stop);
  }

  private get mapText(): string {
    return JSON.stringify(this.map);
  }

  /** False if another tab plays the game of this device; `take` makes it stop. */
  async hold(take: boolean): Promise<boolean> {
    try {
      return await this.connection.send({ do: "hold", game: this.key, take });
    } catch {
      /* it needs nothing but the worker and its engine */
      throw new Unfetched();
    }
  }

  async begin(): Promise<true> {
    await this.hold(true);
    await this.connection.send({ do: "make", map: this.mapText, settings: this.settings, people: this.people, ...(this.beginning && { beginning: this.beginning }) });
    this.go();
    return true;
  }

  /** Goes on with the game that was kept; false if there is none. */
  async resume(): Promise<boolean> {
    if (!(await this.connection.send({ do: "resume", map: this.mapText, settings: this.settings, people: this.people }))) return false;
    this.go();
    return true;
  }

  /** Whether a program is to move next, as far as the worker has said. */
  private programNext(): boolean {
    let table = this.table.peek();
    const coming = this.now.peek();
    if (table && coming && coming.event > table.event) table = after(table, coming);
    for (const item of this.queue) {
      if (item.is === "table") table = item.table;
      else if (item.is === "event" && table) table = after(table, item.event);
    }
    const turn = table?.stage === "running" ? table.view?.turn : null;
    if (!table || turn === null || turn === undefined) return false;
    const player = table.players[turn];
    return player?.is === "bot" || player?.takeover !== undefined || player?.away !== undefined || table.late === true;
  }

  /** Asks for the next move of a program, one at a time, while the one before is being shown. */
  private go(): void {
    if (this.going || this.closed || this.paused.peek() || this.queue.length > 0 || !this.programNext()) return;
    if (this.canUndo.peek()) {
      /* Nobody hurries who may still change their mind. */
      if (this.settled.peek() && this.grace === undefined)
        this.grace = setTimeout(() => {
          this.grace = undefined;
          this.canUndo.value = false;
          this.go();
        }, graceTime());
      return;
    }
    this.going = true;
    void this.orMessage(this.connection.send({ do: "go" })).then((moved) => {
      const next = (): void => {
        this.going = false;
        if (moved) this.go();
      };
      if (document.hidden) next();
      else setTimeout(next, APART_MS);
    });
  }

  /** What comes of it; null where it fails, with a message for the person. */
  private async orMessage<T>(doing: Promise<T>): Promise<T | null> {
    try {
      return await doing;
    } catch {
      if (!this.closed) this.error.value = t("It did not work.");
      return null;
    }
  }

  protected override busy(): void {
    this.go();
  }
  protected override idle(): void {
    super.idle();
    this.go();
  }

  override async undo(): Promise<void> {
    if (!this.canUndo.value) return;
    this.skip(); /* the bots' wait begins with it */
    clearTimeout(this.grace);
    this.grace = undefined;
    if (await this.orMessage(this.connection.send({ do: "undo" }))) this.go();
  }

  override ready(): void {
    void this.orMessage(this.connection.send({ do: "ready" }));
  }

  /** The same once more; what was played stays on the screen until that is there. */
  async again(): Promise<boolean> {
    return (await this.orMessage(this.begin())) !== null;
  }

  record(): Promise<string> {
    return this.connection.send({ do: "record" });
  }

  async fair(): Promise<Fairness> {
    return recordFair(await this.record(), (map, record) => this.connection.send({ do: "fair", map, record }), this.map);
  }

  override close(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.grace);
    super.close();
  }
}
