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
import type { Game } from "../game/game";
import type { Thought, Ui } from "./ui";

/** The parts, in the order in which they follow. */
const PARTS = ["board", "hand", "display", "piles", "bar", "players", "papers"] as const;
export type Part = (typeof PARTS)[number];

/** What a part follows; everything else of its game is the real one's. */
const FOLLOWED = ["table", "view", "now", "pace", "moves", "me", "log", "advice", "scores", "deadline", "canUndo", "settled"] as const;

/** A move that is answered within this time goes from one turn to the next: nothing is greyed out in between. */
const PATIENCE_MS = 100;

/** A signal, and another that comes after it. */
class Trail<T> {
  readonly behind: Signal<T>;
  constructor(readonly ahead: ReadonlySignal<T>) {
    this.behind = signal(ahead.peek());
  }
  get late(): boolean {
    return this.behind.peek() !== this.ahead.peek();
  }
  follow(): void {
    this.behind.value = this.ahead.peek();
  }
}

class Follower {
  readonly game: Game;
  private readonly trails: { readonly late: boolean; follow(): void }[];

  /** `others` are followed together with the game. */
  constructor(real: Game, ...others: { readonly late: boolean; follow(): void }[]) {
    const trails = new Map<PropertyKey, Trail<unknown>>(FOLLOWED.map((key) => [key, new Trail<unknown>(real[key])]));
    this.trails = [...trails.values(), ...others];
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
      for (const trail of this.trails) trail.follow();
    });
  }
}

export class Stages {
  readonly parts: Readonly<Record<Part, Game>>;
  /** all of one's turn is on the screen */
  readonly ready: ReadonlySignal<boolean>;
  /** what is thought about, as the board shows it: the question itself comes first */
  readonly thought: ReadonlySignal<Thought>;
  private readonly followers: Follower[];
  private readonly complete = signal(true);
  /** the part that followed last */
  private last = -1;
  private awake = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(private readonly game: Game, ui: Pick<Ui, "thought">) {
    const thought = new Trail(ui.thought);
    this.thought = thought.behind;
    this.followers = PARTS.map((part) => (part === "board" ? new Follower(game, thought) : new Follower(game)));
    this.parts = Object.fromEntries(PARTS.map((part, i) => [part, this.followers[i]!.game])) as Record<Part, Game>;
    this.ready = computed(() => this.complete.value && game.moves.value.length > 0);
    this.stop = effect(() => {
      for (const key of FOLLOWED) void game[key].value;
      void ui.thought.value;
      untracked(() => this.wake());
    });
  }

  close(): void {
    this.stop();
    clearTimeout(this.patience);
    this.awake = true;
  }

  private wake(patient = true): void {
    if (this.awake) return;
    const asked = !this.game.settled.peek() && this.game.now.peek() === null;
    this.complete.value = !this.followers.some(({ late }) => late);
    if (patient && asked && !this.complete.peek()) {
      this.patience ??= setTimeout(() => {
        this.patience = undefined;
        this.wake(false);
      }, PATIENCE_MS);
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
    if (this.complete.peek()) return;
    this.awake = true;
    /* scripts run between two pictures, not while one is drawn */
    requestAnimationFrame(() => setTimeout(() => this.step()));
  }

  /** The next part that is behind follows. They take turns, so that none is forgotten when moves come quickly. */
  private step(): void {
    const count = this.followers.length;
    for (let i = 1; i <= count; i++) {
      const at = (this.last + i) % count;
      const follower = this.followers[at];
      if (!follower?.late) continue;
      follower.follow();
      this.last = at;
      break;
    }
    this.awake = false;
    if (this.followers.some(({ late }) => late)) return this.wake(false);
    this.last = -1;
    this.complete.value = true;
  }
}

/** The stages of a game, for as long as it is on the screen. */
export function useStages(game: Game, ui: Ui): Stages {
  const stages = useMemo(() => new Stages(game, ui), [game, ui]);
  useEffect(() => () => stages.close(), [stages]);
  return stages;
}
