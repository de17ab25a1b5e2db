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
const PARTS = ["question", "places", "bar", "now", "lights", "hand", "display", "rest", "piles", "actions", "claims", "routes", "players", "others", "tickets", "log"] as const;
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

/** No picture for so long, as of a window that is covered: then everything follows at once, for there is nobody to see a long frame. */
const UNSEEN_MS = 250;

/** So many pictures may be left to other things: changes that come quickly do not keep all parts waiting. */
const MOST_WAITED = 2;

/** What a signal says, looked at when it has changed: every part is compared with it in every frame, and to ask a signal leaves garbage behind. */
class Ahead<T> {
  now: T;
  constructor(private readonly signal: ReadonlySignal<T>) {
    this.now = signal.peek();
  }
  /** Whether it says something else. */
  look(): boolean {
    const before = this.now;
    this.now = this.signal.value;
    return this.now !== before;
  }
}

/** A signal that comes after another. */
class Trail<T> {
  private shown: T;
  constructor(private readonly ahead: Ahead<T>, readonly behind: Signal<T> = signal(ahead.now)) {
    this.shown = behind.peek();
  }
  get late(): boolean {
    return this.shown !== this.ahead.now;
  }
  follow(): void {
    this.behind.value = this.shown = this.ahead.now;
  }
}

const isLate = ({ late }: { readonly late: boolean }): boolean => late;

type Aheads = ReadonlyMap<PropertyKey, Ahead<unknown>>;

/** A game, and what is thought about, that come after the real ones: as much of them as somebody has asked for. */
class Follower {
  readonly game: Game;
  private readonly trails = new Map<PropertyKey, Trail<unknown>>();
  private readonly all: Trail<unknown>[] = [];

  constructor(real: Game, private readonly aheads: Aheads) {
    const followed = new Set<PropertyKey>(FOLLOWED);
    /* a method is bound once: each time would be garbage */
    const bound = new Map<PropertyKey, unknown>();
    this.game = new Proxy(real, {
      get: (target, key) => {
        if (followed.has(key)) return this.after(key);
        const value: unknown = bound.get(key) ?? Reflect.get(target, key);
        if (typeof value !== "function" || bound.has(key)) return value;
        bound.set(key, value.bind(target));
        return bound.get(key);
      },
    });
  }

  get thought(): ReadonlySignal<Thought> {
    return this.after("thought");
  }

  get look(): Look {
    return { ticket: this.after("ticket"), glance: this.after("glance"), pointed: this.after("pointed") };
  }

  private after<T>(key: PropertyKey): ReadonlySignal<T> {
    let trail = this.trails.get(key);
    if (!trail) {
      trail = new Trail(this.aheads.get(key)!);
      this.trails.set(key, trail);
      this.all.push(trail);
    }
    return trail.behind as ReadonlySignal<T>;
  }

  get late(): boolean {
    return this.all.some(isLate);
  }

  follow(): void {
    batch(() => this.all.forEach((trail) => trail.follow()));
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
  /** the next picture; how many there were since it was looked whether any are made; and when that is done again */
  private picture = 0;
  private pictures = 0;
  private watch: ReturnType<typeof setTimeout> | undefined;
  /** while a move is under way: until when nothing but the question follows */
  private patience: ReturnType<typeof setTimeout> | "over" | undefined;
  private readonly stop: () => void;

  constructor(private readonly game: Game, ui: StagedUi) {
    const ahead = <K extends PropertyKey>(of: { readonly [P in K]: ReadonlySignal<unknown> }, keys: readonly K[]) => keys.map((key): [K, Ahead<unknown>] => [key, new Ahead(of[key])]);
    const aheads: Aheads = new Map<PropertyKey, Ahead<unknown>>([...ahead(game, FOLLOWED), ...ahead(ui, ["thought", ...LOOKS])]);
    const [opening, wanted] = [new Ahead<unknown>(ui.opening), new Ahead<unknown>(ui.wanted)];
    this.followers = PARTS.map(() => new Follower(game, aheads));
    const each = <K extends Part, T>(parts: readonly K[], of: (follower: Follower) => T) =>
      Object.fromEntries(parts.map((part) => [part, of(this.followers[PARTS.indexOf(part)]!)])) as Record<K, T>;
    this.parts = each(PARTS, (follower) => follower.game);
    this.steps = [new Trail(opening, ui.opened as Signal<unknown>), new Trail(wanted, ui.given as Signal<unknown>)];
    this.thoughts = each(THOUGHTFUL, (follower) => follower.thought);
    this.looks = each(LOOKING, (follower) => follower.look);
    this.ready = computed(() => this.complete.value && game.moves.value.length > 0);
    this.stop = effect(() => {
      for (const each of aheads.values()) if (each.look()) this.heard = true;
      opening.look();
      wanted.look();
      untracked(() => this.wake());
    });
  }

  close(): void {
    this.stop();
    this.hurry();
    clearTimeout(this.watch);
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
    const step = this.steps.find(isLate);
    if (step) return step;
    if (this.waits()) return this.followers[QUESTION]!.late ? this.followers[QUESTION] : undefined;
    for (let i = 1; i <= PARTS.length; i++) {
      const follower = this.followers[(this.last + i) % PARTS.length]!;
      if (follower.late) return follower;
    }
    return undefined;
  }

  private wake(): void {
    if (this.closed || this.awake) return;
    const next = this.next();
    this.complete.value = !next && !this.followers.some(isLate);
    if (!next) return;
    this.awake = true;
    this.pictures = 0;
    this.watch = setTimeout(() => this.look(), UNSEEN_MS);
    this.soon();
  }

  /** Whether pictures are made; if not, all of the game is shown without them. */
  private look(): void {
    if (this.pictures === 0) {
      cancelAnimationFrame(this.picture);
      drawAtOnce(() => [...this.steps, ...this.followers].forEach((each) => each.follow()));
      return this.rest();
    }
    this.pictures = 0;
    this.watch = setTimeout(() => this.look(), UNSEEN_MS);
  }

  private rest(): void {
    clearTimeout(this.watch);
    this.watch = undefined;
    this.awake = false;
    this.last = -1;
    this.wake();
  }

  private soon(): void {
    this.picture = requestAnimationFrame(() => this.step());
  }

  /** Nothing is complete before a picture without anything to follow: what is done then, such as giving the keyboard, is not done together with a part. */
  private step(): void {
    if (this.closed) return;
    this.pictures++;
    /* to hear of a change, or to draw what does not come in parts, and to draw a part too is more than one picture has time for */
    const busy = isDrawing() || this.heard;
    this.heard = false;
    if (busy && this.waited < MOST_WAITED) {
      this.waited++;
      return this.soon();
    }
    this.waited = 0;
    const next = this.next();
    if (next) {
      if (next instanceof Follower) this.last = this.followers.indexOf(next);
      drawAtOnce(() => next.follow());
      return this.soon();
    }
    this.rest();
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
