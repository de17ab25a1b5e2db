/*
 * A game on a server.
 *
 * SPDX-License-Identifier: MIT
 */
import { effect } from "@preact/signals";
import type { MapFile } from "../maps";
import { WorkerLink } from "../net/local";
import { OnlineConnection } from "../net/online";
import type { Answer, PastEvent } from "../net/protocol";
import { fetchRecord } from "../net/server";
import { randomHex } from "../net/sha256";
import { keep, kept, name, paint } from "../settings";
import { t } from "../text";
import { recordFair, sealOf, type Given } from "./fair";
import type { Fairness, LogLine } from "./game";
import { pastLog } from "./log";
import { LiveGame } from "./model";

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

function codeIn(hash: string): string | null {
  return /^#go=([0-9a-f]{32})$/.exec(hash)?.[1] ?? null;
}

export class OnlineGame extends LiveGame {
  readonly kind = "online";
  readonly id: string;
  protected readonly connection: OnlineConnection;
  private readonly stop: () => void;
  private readonly stopRevealing: () => void;
  /** the log has what happened before one came */
  private past = false;

  constructor(map: MapFile, id: string) {
    super(map);
    this.id = id;
    this.log.value = readLog(id);
    const stops = [effect(() => writeLog(id, this.log.value)), effect(() => this.keepFirst(this.table.value?.first))];
    this.stop = () => stops.forEach((stop) => stop());
    this.connection = new OnlineConnection(id, name.value, {
      ...this.listener,
      online: (yes) => {
        this.listener.online(yes);
        if (yes) void this.lookRound();
      },
    });
    const code = codeIn(location.hash);
    if (code !== null) {
      /* the link is good once: nothing of it stays in the address */
      history.replaceState(null, "", location.pathname);
      void this.ask({ do: "arrive", code });
    }
    this.stopRevealing = effect(() => this.reveal());
  }

  /** A seat is taken with a seal. A request that is sent again, since its answer was lost or the server could not store it, has the same seal. */
  override async sit(called: string, seat?: number): Promise<boolean> {
    const { fair, first = null, players = [] } = this.table.value ?? {};
    const wanted = seat ?? players.findIndex((player) => player.is === "open" && player.kept === undefined);
    const wish = paint.value === "" ? {} : { colour: paint.value };
    if (!fair || wanted < 0) return this.ask({ do: "sit", name: called, ...(seat === undefined ? {} : { seat }), ...wish });
    const before = this.kept();
    const again = before && before.commitment === fair.commitment && before.seat === wanted;
    const given: Given = { commitment: fair.commitment, seat: wanted, nonce: again ? before.nonce : randomHex(32), first, asked: true };
    this.keep(given);
    const fine = await this.ask({ do: "sit", name: called, seat: wanted, seal: sealOf(given), ...wish });
    if (fine) this.keep({ ...(this.kept() ?? given), asked: false });
    return fine;
  }

  private keep(given: Given | null): void {
    keep(`given.${this.id}`, given && JSON.stringify(given));
  }

  private kept(): Given | null {
    const text = kept(`given.${this.id}`);
    return text === null ? null : (JSON.parse(text) as Given);
  }

  /** When all have sealed: reveals, if what this browser sealed stands where it sits. */
  private reveal(): void {
    const table = this.table.value;
    const given = this.kept();
    if (!table?.reveal_by || table.you === null || !given || this.revealed || table.players[table.you]?.revealed) return;
    this.revealed = true;
    const seals = table.fair?.seals ?? [];
    if (table.you !== given.seat || table.fair?.commitment !== given.commitment || seals[given.seat] !== sealOf(given)) {
      this.error.value = t("The server has changed what your browser had sealed. It keeps its random number to itself.");
      return;
    }
    this.keep({ ...given, seals, asked: false });
    void this.connection.ask({ do: "reveal", nonce: given.nonce });
  }
  private revealed = false;

  /** Asks who else is here, and once what has happened so far: this device may have come late. */
  private async lookRound(): Promise<void> {
    const { presence } = await this.connection.ask({ do: "presence" });
    if (presence) this.presence.value = presence;
    if (this.past) return;
    const past: PastEvent[] = [];
    for (let from: number | undefined = 1; from !== undefined; ) {
      const { history, next }: Answer = await this.connection.ask({ do: "history", from });
      if (!history) return;
      past.push(...history);
      from = next;
    }
    this.past = true;
    const seen = past.at(-1)?.event ?? 0;
    const shown = this.table.value?.event ?? 0;
    this.log.value = [...pastLog(past.filter(({ event }) => event <= shown)), ...this.log.value.filter(({ event }) => event > Math.min(seen, shown))];
  }

  /** The host may name another seat to begin, until the game does. */
  private keepFirst(first: number | null | undefined): void {
    const given = this.kept();
    if (given && first !== undefined && given.first !== first) this.keep({ ...given, first });
  }

  /** What this browser gave to the shuffles. */
  private given(): Given | null {
    const given = this.kept();
    return given?.asked ? null : given;
  }

  override async leave(): Promise<boolean> {
    const fine = await super.leave();
    if (!fine) return false;
    this.keep(null);
    return true;
  }

  override say(text: string): Promise<boolean> {
    return this.me.value === null ? this.ask({ do: "say", text, name: name.value || t("guest") }) : super.say(text);
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
    this.stopRevealing();
    super.close();
  }
}
