/*
 * The table drawn over a few frames. A move changes every part of it, and all of it at once is more than a slow device can
 * draw between two pictures. So each part has a game of its own that follows the real one: one part in each frame, what one
 * looks at first first. What can be done is always asked of the real game, so a part that is a moment behind can
 * offer a move that is gone, but not make it.
 *
 * SPDX-License-Identifier: MIT
 */
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { drawAtOnce, drawPatiently, isDrawing } from "../draw";
import type { Game } from "../game/game";
import type { Thought, Ui } from "./ui";

/** The parts, in the order in which they follow. */
const PARTS = ["question", "places", "bar", "now", "lights", "hand", "display", "piles", "actions", "claims", "routes", "players", "others", "tickets", "log"] as const;
export type Part = (typeof PARTS)[number];
/** What is asked does not wait for an answer to a move. */
const QUESTION = PARTS.indexOf("question");
/** Those that follow what is thought about as well. */
const THOUGHTFUL = ["question", "lights", "piles", "actions", "routes", "places"] as const;
export type ThoughtfulPart = (typeof THOUGHTFUL)[number];

/** What a part follows; everything else of its game is the real one's. */
const FOLLOWED = ["table", "view", "now", "pace", "moves", "me", "log", "advice", "scores", "deadline", "canUndo", "settled"] as const;

/** What is looked at: a ticket, or a route pointed at in a list. */
const LOOKS = ["ticket", "glance", "pointed"] as const;
/** Those that follow it. */
const LOOKING = ["lights", "places"] as const;
export type Look = { readonly [K in (typeof LOOKS)[number]]: ReadonlySignal<ReturnType<Ui[K]["peek"]>> };

/** What is followed of the playing screen itself. */
type StagedUi = Pick<Ui, "thought" | (typeof LOOKS)[number] | "opening" | "opened" | "wanted" | "given">;

/** A move that is answered within this time goes from one turn to the next: nothing is greyed out in between. */
const PATIENCE_MS = 100;

/** So many pictures may be left to other things: changes that come quickly do not keep all parts waiting. */
const MOST_WAITED = 2;

/** A signal, and another that comes after it. */
class Trail<T> {
  constructor(readonly ahead: ReadonlySignal<T>, readonly behind: Signal<T> = signal(ahead.peek())) {}
  get late(): boolean {
    return this.behind.peek() !== this.ahead.peek();
  }
  follow(): void {
    this.behind.value = this.ahead.peek();
  }
}

/** A game, and what is thought about, that come after the real ones: as much of them as somebody has asked for. */
class Follower {
  readonly game: Game;
  private readonly trails = new Map<PropertyKey, Trail<unknown>>();

  constructor(real: Game, private readonly ui: StagedUi) {
    const followed = new Set<PropertyKey>(FOLLOWED);
    this.game = new Proxy(real, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (followed.has(key)) return this.after(key, value as ReadonlySignal<unknown>);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  get thought(): ReadonlySignal<Thought> {
    return this.after("thought", this.ui.thought);
  }

  get look(): Look {
    return { ticket: this.after("ticket", this.ui.ticket), glance: this.after("glance", this.ui.glance), pointed: this.after("pointed", this.ui.pointed) };
  }

  private after<T>(key: PropertyKey, ahead: ReadonlySignal<T>): ReadonlySignal<T> {
    const trail = this.trails.get(key) ?? new Trail<unknown>(ahead);
    this.trails.set(key, trail);
    return trail.behind as ReadonlySignal<T>;
  }

  get late(): boolean {
    for (const trail of this.trails.values()) if (trail.late) return true;
    return false;
  }

  follow(): void {
    batch(() => {
      for (const trail of this.trails.values()) trail.follow();
    });
  }
}

export class Stages {
  readonly parts: Readonly<Record<Part, Game>>;
  /** all of one's turn is on the screen */
  readonly ready: ReadonlySignal<boolean>;
  /** what is thought about and looked at, as each of these parts shows it */
  readonly thoughts: Readonly<Record<ThoughtfulPart, ReadonlySignal<Thought>>>;
  readonly looks: Readonly<Record<(typeof LOOKING)[number], Look>>;
  private readonly followers: Follower[];
  /** what is asked comes in steps, and the keyboard goes to it: nothing else is done in the frame of such a step, and it waits for nothing */
  private readonly steps: Trail<unknown>[];
  private readonly complete = signal(true);
  /** the part that followed last */
  private last = -1;
  private awake = false;
  /** the game has changed since the last picture; and how many pictures in a row nothing has followed in */
  private heard = false;
  private waited = 0;
  private closed = false;
  /** while a move is under way: until when nothing but the question follows */
  private patience: ReturnType<typeof setTimeout> | "over" | undefined;
  private readonly stops: (() => void)[];

  constructor(private readonly game: Game, ui: StagedUi) {
    this.followers = PARTS.map(() => new Follower(game, ui));
    const each = <K extends Part, T>(parts: readonly K[], of: (follower: Follower) => T) =>
      Object.fromEntries(parts.map((part) => [part, of(this.followers[PARTS.indexOf(part)]!)])) as Record<K, T>;
    this.parts = each(PARTS, (follower) => follower.game);
    this.steps = [new Trail<unknown>(ui.opening, ui.opened), new Trail<unknown>(ui.wanted, ui.given)];
    this.thoughts = each(THOUGHTFUL, (follower) => follower.thought);
    this.looks = each(LOOKING, (follower) => follower.look);
    this.ready = computed(() => this.complete.value && game.moves.value.length > 0);
    const told = (signals: readonly ReadonlySignal<unknown>[], heard: boolean) =>
      effect(() => {
        for (const each of signals) void each.value;
        this.heard ||= heard;
        untracked(() => this.wake());
      });
    this.stops = [told([...FOLLOWED.map((key) => game[key]), ui.thought, ...LOOKS.map((key) => ui[key])], true), told([ui.opening, ui.wanted], false)];
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.hurry();
    this.closed = true;
  }

  private hurry(): void {
    if (this.patience !== "over") clearTimeout(this.patience);
    this.patience = undefined;
  }

  /** Whether a move is under way that may be answered in a moment. */
  private waits(): boolean {
    if (this.game.settled.peek() || this.game.now.peek() !== null) {
      this.hurry();
      return false;
    }
    this.patience ??= setTimeout(() => {
      this.patience = "over";
      this.wake();
    }, PATIENCE_MS);
    return this.patience !== "over";
  }

  /** What is to follow next. Parts take turns, so that none is forgotten when moves come quickly. */
  private next(): Trail<unknown> | Follower | undefined {
    for (const step of this.steps) if (step.late) return step;
    if (this.waits()) return this.followers[QUESTION]!.late ? this.followers[QUESTION] : undefined;
    for (let i = 1; i <= PARTS.length; i++) {
      const follower = this.followers[(this.last + i) % PARTS.length]!;
      if (follower.late) return follower;
    }
    return undefined;
  }

  private wake(): void {
    if (this.closed) return;
    const next = this.next();
    this.complete.value = !next && !this.followers.some(({ late }) => late);
    if (this.awake || !next) return;
    this.awake = true;
    this.soon();
  }

  private soon(): void {
    requestAnimationFrame(() => this.step());
  }

  private step(): void {
    if (this.closed) return;
    /* to hear of a change, or to draw what does not come in parts, and to draw a part too is more than one picture has time for */
    const busy = isDrawing() || this.heard;
    this.heard = false;
    if (busy && this.waited < MOST_WAITED) {
      this.waited++;
      return this.soon();
    }
    this.waited = 0;
    const next = this.next();
    if (next instanceof Follower) this.last = this.followers.indexOf(next);
    if (next) drawAtOnce(() => next.follow());
    this.awake = false;
    this.wake();
    if (!this.awake) this.last = -1;
  }
}

/** The stages of a game, for as long as it is on the screen. */
export function useStages(game: Game, ui: Ui): Stages {
  const stages = useMemo(() => new Stages(game, ui), [game, ui]);
  useEffect(() => {
    drawPatiently(true);
    return () => {
      drawPatiently(false);
      stages.close();
    };
  }, [stages]);
  return stages;
}
