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

/** The parts, in the order in which they follow. */
const PARTS = ["board", "hand", "market", "bar", "players", "papers"] as const;
export type Part = (typeof PARTS)[number];

/** What a part follows; everything else of its game is the real one's. */
const FOLLOWED = ["table", "view", "now", "pace", "moves", "me", "log", "advice", "scores", "deadline", "canUndo", "settled"] as const;

/** A move that is answered within this time goes from one turn to the next: nothing is greyed out in between. */
const PATIENCE_MS = 100;

class Follower {
  readonly game: Game;
  private readonly shown = new Map<PropertyKey, Signal<unknown>>();

  constructor(private readonly real: Game) {
    for (const key of FOLLOWED) this.shown.set(key, signal(real[key].peek()));
    this.game = new Proxy(real, {
      get: (target, key) => {
        const value: unknown = this.shown.get(key) ?? Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  get behind(): boolean {
    return FOLLOWED.some((key) => this.shown.get(key)?.peek() !== this.real[key].peek());
  }

  follow(): void {
    batch(() => {
      for (const [key, copy] of this.shown) copy.value = this.real[key as (typeof FOLLOWED)[number]].peek();
    });
  }
}

export class Stages {
  readonly parts: Readonly<Record<Part, Game>>;
  /** all of one's turn is on the screen */
  readonly ready: ReadonlySignal<boolean>;
  private readonly followers: Follower[];
  private readonly complete = signal(true);
  /** the part that followed last */
  private last = -1;
  private awake = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(private readonly game: Game) {
    this.followers = PARTS.map(() => new Follower(game));
    this.parts = Object.fromEntries(PARTS.map((part, i) => [part, this.followers[i]!.game])) as Record<Part, Game>;
    this.ready = computed(() => this.complete.value && game.moves.value.length > 0);
    this.stop = effect(() => {
      for (const key of FOLLOWED) void game[key].value;
      untracked(() => this.wake());
    });
  }

  close(): void {
    this.stop();
    clearTimeout(this.patience);
    this.awake = true;
  }

  private wake(patient = true): void {
    if (this.awake || !this.followers.some(({ behind }) => behind)) return;
    this.complete.value = false;
    const asked = !this.game.settled.peek() && this.game.now.peek() === null;
    if (patient && asked) {
      this.patience ??= setTimeout(() => this.wake(false), PATIENCE_MS);
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
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
      if (!follower?.behind) continue;
      follower.follow();
      this.last = at;
      break;
    }
    this.awake = false;
    if (this.followers.some(({ behind }) => behind)) return this.wake(false);
    this.last = -1;
    this.complete.value = true;
  }
}

/** The stages of a game, for as long as it is on the screen. */
export function useStages(game: Game): Stages {
  const stages = useMemo(() => new Stages(game), [game]);
  useEffect(() => () => stages.close(), [stages]);
  return stages;
}
