/*
 * A connection to a table on the server that comes back by itself.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Connection, Listener } from "./connection";
import type { Answer, Presence, Request, Table, TableEvent } from "./protocol";
import { forgetMe, token } from "./server";

/* Close codes after which coming back would not help. */
const NO_GAME = 4004;
const NO_MAP = 4009;
const BANNED = 4003;
const NO_TOKEN = 4001;

const HELLO = 0; /* id of the question whether the table is there */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
/* A connection may be dead without the browser knowing, after a device has slept or changed its network: who is asked and says
   nothing for so long is not there, and after so long without a word it is asked, if somebody looks. */
const DEAF_MS = 10_000;
const QUIET_MS = 60_000;

interface Asked {
  line: string;
  done(answer: Answer): void;
}

export class OnlineConnection implements Connection {
  private readonly game: string;
  private readonly name: string;
  private readonly listener: Listener;
  private readonly waiting = new Map<number, Asked>();
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  /** until it tries again */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** until silence means something; and whether it was asked and has said nothing since */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private asked = false;
  private id = 0;
  private seen = 0;
  /** what happened in the meantime is still being sent */
  private behind = false;
  private closed = false;

  constructor(game: string, name: string, listener: Listener) {
    this.game = game;
    this.name = name;
    this.listener = listener;
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.doubt);
    void this.connect();
  }

  private readonly hurry = (): void => {
    if (this.timer === undefined) return this.doubt();
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    void this.connect();
  };

  /** Asks whether the table is still there. */
  private readonly doubt = (): void => {
    if (this.isOpen() && !document.hidden) this.send(JSON.stringify({ id: HELLO, do: "look" }));
  };

  private async connect(): Promise<void> {
    this.timer = undefined;
    let known: string | null;
    try {
      known = await token(this.name);
    } catch {
      return this.later();
    }
    if (this.closed) return;
    const url = new URL(`/api/games/${this.game}/ws`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, "linea");
    this.socket = socket;
    /* browsers wait for minutes */
    this.afterSilence(DEAF_MS, () => this.lost());
    socket.onopen = () => {
      this.send(JSON.stringify({ token: known, seen: this.seen }));
      /* Who has missed nothing receives nothing: an answer shows that the table is there. */
      this.behind = this.seen > 0;
      if (this.behind) this.send(JSON.stringify({ id: HELLO, do: "look" }));
    };
    socket.onmessage = (message: MessageEvent<string>) => this.receive(message.data);
    socket.onclose = (event) => this.lost(event.code);
  }

  private send(line: string): void {
    this.socket?.send(line);
    if (this.asked) return;
    this.asked = true;
    this.afterSilence(DEAF_MS, () => this.lost());
  }

  private afterSilence(ms: number, act: () => void): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(act, ms);
  }

  private hangUp(): void {
    clearTimeout(this.silence);
    this.asked = false;
    if (!this.socket) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  /** It was closed with a code, or says nothing any more. */
  private lost(code?: number): void {
    this.hangUp();
    this.listener.online(false);
    if (code === NO_GAME || code === NO_MAP || code === BANNED) {
      this.close();
      this.listener.gone?.(code === BANNED ? "banned" : code === NO_MAP ? "mapless" : "missing");
      return;
    }
    if (code === NO_TOKEN) forgetMe();
    this.later();
  }

  private later(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.connect(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private receive(line: string): void {
    this.asked = false;
    this.afterSilence(QUIET_MS, this.doubt);
    const said = JSON.parse(line) as { table: Table | null } | { presence: Presence } | TableEvent | Answer;
    if ("what" in said) {
      this.greet();
      if (said.event <= this.seen) return;
      this.seen = said.event;
      this.listener.event(said, this.behind);
    } else if ("id" in said) {
      if (said.id === HELLO) {
        this.behind = false;
        this.greet();
      }
      const asked = this.waiting.get(said.id);
      this.waiting.delete(said.id);
      asked?.done(said);
    } else if ("presence" in said) {
      this.listener.presence?.(said.presence);
    } else if ("table" in said) {
      this.greet();
      if (!said.table) return;
      this.seen = said.table.event;
      this.listener.table(said.table);
    }
  }

  /** The table has spoken: whatever was asked and not answered is asked again. A move that was carried out is refused
   *  as stale then, and nothing happens twice. */
  private greet(): void {
    if (this.greeted === this.socket) return;
    this.greeted = this.socket;
    this.wait = FIRST_WAIT;
    this.listener.online(true);
    for (const asked of this.waiting.values()) this.send(asked.line);
  }
  private greeted: WebSocket | null = null;

  private isOpen(): boolean {
    return this.socket !== null && this.greeted === this.socket && this.socket.readyState === WebSocket.OPEN;
  }

  ask(request: Request): Promise<Answer> {
    return new Promise((done) => {
      const id = ++this.id;
      if (this.closed) return done({ id, error: "closed" });
      const line = JSON.stringify({ id, ...request });
      this.waiting.set(id, { line, done });
      if (this.isOpen()) this.send(line);
    });
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.doubt);
    clearTimeout(this.timer);
    this.hangUp();
    for (const [id, asked] of this.waiting) asked.done({ id, error: "closed" });
    this.waiting.clear();
  }
}
