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
import { drawAtOnce } from "../draw";
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

/** What is followed of the playing screen itself. */
type StagedUi = Pick<Ui, "thought" | "opening" | "opened" | "wanted" | "given">;

/** A move that is answered within this time goes from one turn to the next: nothing is greyed out in between. */
const PATIENCE_MS = 100;

/** A signal, and another that comes after it. */
class Trail<T> {
  private used = false;
  constructor(readonly ahead: ReadonlySignal<T>, private readonly after: Signal<T> = signal(ahead.peek())) {}
  /** The one that comes after; it is behind only if somebody has asked for it. */
  get behind(): ReadonlySignal<T> {
    if (!this.used) this.follow();
    this.used = true;
    return this.after;
  }
  get late(): boolean {
    return this.used && this.after.peek() !== this.ahead.peek();
  }
  follow(): void {
    this.after.value = this.ahead.peek();
  }
}

class Follower {
  readonly game: Game;
  readonly thought: Trail<Thought>;
  private readonly trails: Trail<unknown>[];

  constructor(real: Game, ui: StagedUi) {
    const trails = new Map<PropertyKey, Trail<unknown>>(FOLLOWED.map((key) => [key, new Trail<unknown>(real[key])]));
    this.thought = new Trail(ui.thought);
    this.trails = [...trails.values(), this.thought as Trail<unknown>];
    this.game = new Proxy(real, {
      get: (target, key) => {
        const value: unknown = trails.get(key)?.behind ?? Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  get late(): boolean {
    return this.trails.some(({ late }) => late);
  }

  follow(): void {
    batch(() => {
      for (const trail of this.trails) if (trail.late) trail.follow();
    });
  }
}

export class Stages {
  readonly parts: Readonly<Record<Part, Game>>;
  /** all of one's turn is on the screen */
  readonly ready: ReadonlySignal<boolean>;
  /** what is thought about, as each of these parts shows it */
  readonly thoughts: Readonly<Record<ThoughtfulPart, ReadonlySignal<Thought>>>;
  private readonly followers: Follower[];
  /** what is asked comes in steps, and the keyboard goes to it: nothing else is done in the frame of such a step, and it waits for nothing */
  private readonly steps: Trail<unknown>[];
  private readonly complete = signal(true);
  /** the part that followed last */
  private last = -1;
  private awake = false;
  private closed = false;
  /** while a move is under way: until when nothing but the question follows */
  private patience: ReturnType<typeof setTimeout> | "over" | undefined;
  private readonly stop: () => void;

  constructor(private readonly game: Game, ui: StagedUi) {
    this.followers = PARTS.map(() => new Follower(game, ui));
    const each = <K extends Part, T>(parts: readonly K[], of: (follower: Follower) => T) =>
      Object.fromEntries(parts.map((part) => [part, of(this.followers[PARTS.indexOf(part)]!)])) as Record<K, T>;
    this.parts = each(PARTS, (follower) => follower.game);
    this.steps = [new Trail<unknown>(ui.opening, ui.opened), new Trail<unknown>(ui.wanted, ui.given)];
    for (const step of this.steps) void step.behind;
    this.thoughts = each(THOUGHTFUL, (follower) => follower.thought.behind);
    this.ready = computed(() => this.complete.value && game.moves.value.length > 0);
    this.stop = effect(() => {
      for (const key of FOLLOWED) void game[key].value;
      void ui.thought.value;
      void ui.opening.value;
      void ui.wanted.value;
      untracked(() => this.wake());
    });
  }

  close(): void {
    this.stop();
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
    const step = this.steps.find(({ late }) => late);
    if (step) return step;
    const order = this.waits() ? [QUESTION] : PARTS.map((_, i) => (this.last + 1 + i) % PARTS.length);
    return order.map((at) => this.followers[at]!).find(({ late }) => late);
  }

  private wake(): void {
    if (this.closed) return;
    this.complete.value = ![...this.steps, ...this.followers].some(({ late }) => late);
    if (this.awake || !this.next()) return;
    this.awake = true;
    /* the first comes after the picture of the click that it follows from */
    const soon = () => requestAnimationFrame(() => this.step());
    if (this.last < 0) requestAnimationFrame(soon);
    else soon();
  }

  private step(): void {
    if (this.closed) return;
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
  useEffect(() => () => stages.close(), [stages]);
  return stages;
}
