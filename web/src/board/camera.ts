/*
 * Looking at a board: zoom and pan by wheel, pinch, drag and keys. One transform on one element moves
 * everything; nothing is drawn again.
 *
 * SPDX-License-Identifier: MIT
 */
import { type Point, densest } from "./densest";

type Finger = Point;

/** What Safari reports of a pinch on a trackpad, where other browsers turn a wheel with Ctrl: `scale` counts from where it began. */
type Gesture = Event & { scale: number; clientX: number; clientY: number };

/** How much closer than the whole board one can look, and how far a press may move and still be a tap. */
const CLOSEST = 5;
const SLIP = 6;
const STEP = 80;
const REST_MS = 300;
/** How high names must be to be read, in pixels; how wide a frame is a phone's, where a board does not open whole if they are not. */
const LEGIBLE = 10;
const PHONE = 600;
/** How much of a board is to be seen around a place, in units of the board: its name stands there. */
const MARGIN = 70;
/** How far from the edge of what is seen a place must be, in pixels, for its disc not to be cut. */
const EDGE = 12;

/** What is looked at: all of the board, as much as lets its names be read, or what somebody has chosen. */
type Aim = "whole" | "names" | "free";

/** Places to be seen unless somebody has moved since, when there were so many moves; and what shows again what was shown before. */
interface Wanted {
  readonly places: readonly Point[];
  readonly moves: number;
  back: (() => void) | undefined;
}

/** A part of the frame, from its upper left corner. */
interface Room {
  width: number;
  height: number;
}

export interface Seen {
  /** a board of its own size in units, with names of this height */
  width: number;
  height: number;
  text: number;
  /** the places to be seen where not all of the board is; whether it opens so */
  home(): Point[];
  near: boolean;
  /** called when it changes whether the whole board is seen, and whether its names can be read then */
  onWhole(whole: boolean, legible: boolean): void;
  /** called when the board moves */
  onMove(): void;
}

export class Camera {
  private x = 0;
  private y = 0;
  private scale = 1;
  /** the transform of the sheet */
  private shown = "";
  private frameWidth = 0;
  private frameHeight = 0;
  private aim: Aim;
  private readonly fingers = new Map<number, Finger>();
  private dragging = false;
  /** how far a pinch on a trackpad has come */
  private pinched = 1;
  /** how often somebody moved it */
  private moves = 0;
  /** what is to stay in view, the last before all others */
  private readonly wanted: Wanted[] = [];
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly stop = new AbortController();
  private readonly watch: ResizeObserver;

  /** `frame` is looked through, `sheet` is the board with its own size in pixels. */
  constructor(
    private readonly frame: HTMLElement, private readonly sheet: HTMLElement, private readonly seen: Seen,
  ) {
    this.aim = seen.near ? "names" : "whole";
    const { signal } = this.stop;
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void, passive = true) =>
      frame.addEventListener(name, act, { signal, passive });
    on("wheel", (event) => this.wheel(event), false);
    for (const name of ["gesturestart", "gesturechange"]) frame.addEventListener(name, (event) => this.gesture(event as Gesture), { signal, passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.up(event));
    on("dblclick", (event) => this.doubleTap(event));
    on("keydown", (event) => this.key(event), false);
    on("focusin", (event) => this.reveal(event.target));
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(frame);
    this.resize();
  }

  close(): void {
    this.stop.abort();
    clearTimeout(this.rest);
    this.watch.disconnect();
  }

  /** Pixels on the screen for a unit of the board. */
  get pixels(): number {
    return this.scale;
  }

  /** Where on the board a point of the screen is. */
  at(clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = this.frame.getBoundingClientRect();
    return { x: (clientX - left - this.x) / this.scale, y: (clientY - top - this.y) / this.scale };
  }

  /** Where in the frame a point of the board is, or will be when the board has come to rest. */
  place(x: number, y: number): Point {
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  fit(): void {
    this.moves++;
    this.aim = "whole";
    this.scale = this.fitting();
    this.show(true);
  }

  /** So close that names can be read, where most of the places to be seen are. */
  near(): void {
    this.moves++;
    this.aim = "names";
    this.readNames();
    this.show(true);
  }

  /** Looks where the places to be seen are now, unless somebody looks elsewhere. */
  follow(): void {
    if (this.aim !== "names") return;
    this.readNames();
    this.show(true);
  }

  /** Closer or farther, around a point of the frame or its middle. */
  zoom(factor: number, x = this.frameWidth / 2, y = this.frameHeight / 2, calm = true): void {
    this.moves++;
    const least = this.fitting();
    const scale = Math.min(Math.max(this.scale * factor, least), this.closest());
    const by = scale / this.scale;
    this.x = x - (x - this.x) * by;
    this.y = y - (y - this.y) * by;
    this.scale = scale;
    this.aim = this.whole ? "whole" : "free";
    this.show(calm);
  }

  /** Shows a part of the board large and keeps places of it in view, as include() does. */
  closeUp(places: readonly Point[], { x, y }: Point, reach: number): () => void {
    const back = this.wayBack();
    const large = Math.min(this.frameWidth, this.frameHeight) / (2 * reach);
    this.centre({ x, y }, Math.min(Math.max(large, this.scale), this.closest()));
    return this.keep(places, back);
  }

  /** Keeps places in view, from as far away as it takes and whatever becomes of the frame, until somebody looks elsewhere or what is
   *  returned is called: that comes near again. */
  include(places: readonly Point[]): () => void {
    return this.keep(places, this.bring(places));
  }

  private keep(places: readonly Point[], back: Wanted["back"]): () => void {
    const mine = { places, moves: this.moves, back };
    this.wanted.push(mine);
    return () => {
      const at = this.wanted.indexOf(mine);
      this.wanted.splice(at, 1);
      const later = this.wanted[at];
      /* what came later stays, and goes back to where this one came from */
      if (later) later.back = mine.back ?? later.back;
      else mine.back?.();
    };
  }

  private bring(places: readonly Point[]): (() => void) | undefined {
    const free = this.free();
    const seen = places.every(({ x, y }) => free.some(({ width, height }) => {
      const [across, down] = [this.x + x * this.scale, this.y + y * this.scale];
      return across >= EDGE && down >= EDGE && across <= width - EDGE && down <= height - EDGE;
    }));
    if (this.whole || seen) return;
    const back = this.wayBack();
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const enough = ({ width, height }: Room) => Math.min(width / (right - left + 2 * MARGIN), height / (bottom - top + 2 * MARGIN));
    const room = enough(free[0]) > enough(free[1]) ? free[0] : free[1];
    const farther = enough(room) < this.scale;
    this.centre({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.max(Math.min(this.scale, enough(room)), this.fitting()), room);
    return farther ? back : undefined;
  }

  /** What is free of the buttons in the corner, from the corner across: all above them, and all beside them. */
  private free(): [Room, Room] {
    const buttons = this.frame.querySelector<HTMLElement>(".board-controls");
    const [width, height] = [this.frameWidth, this.frameHeight];
    return [{ width, height: buttons?.offsetTop ?? height }, { width: buttons?.offsetLeft ?? width, height }];
  }

  private centre({ x, y }: Point, scale: number, { width, height }: Room = { width: this.frameWidth, height: this.frameHeight }): void {
    this.aim = "free";
    Object.assign(this, { scale, x: width / 2 - x * scale, y: height / 2 - y * scale });
    this.show(true);
  }

  private wayBack(): () => void {
    const { x, y, scale, aim, moves } = this;
    return () => {
      if (this.moves !== moves) return;
      if (aim === "whole") return this.fit();
      if (aim === "names") return this.near();
      Object.assign(this, { x, y, scale, aim });
      this.show(true);
    };
  }

  private get whole(): boolean {
    return this.scale <= this.fitting() * 1.001;
  }

  /** How large the board is when its names can be read, or all of it is seen. */
  private reading(): number {
    return Math.max(this.fitting(), LEGIBLE / this.seen.text);
  }

  private closest(): number {
    return Math.max(this.fitting() * CLOSEST, this.reading());
  }

  private readNames(): void {
    const { width, height, home } = this.seen;
    this.scale = this.frameWidth < PHONE ? this.reading() : this.fitting();
    const room = (frame: number) => Math.max(0, frame / this.scale - 2 * MARGIN);
    const { x, y } = densest(home(), room(this.frameWidth), room(this.frameHeight)) ?? { x: width / 2, y: height / 2 };
    this.x = this.frameWidth / 2 - x * this.scale;
    this.y = this.frameHeight / 2 - y * this.scale;
  }

  private fitting(): number {
    return Math.min(this.frameWidth / this.seen.width, this.frameHeight / this.seen.height) || 1;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    const middle = { x: (this.frameWidth / 2 - this.x) / this.scale, y: (this.frameHeight / 2 - this.y) / this.scale };
    [this.frameWidth, this.frameHeight] = [clientWidth, clientHeight];
    const least = this.fitting();
    this.scale = this.aim === "whole" ? least : Math.min(Math.max(this.scale, least), this.closest());
    this.x = clientWidth / 2 - middle.x * this.scale;
    this.y = clientHeight / 2 - middle.y * this.scale;
    if (this.aim === "names") this.readNames();
    this.show(false);
    const wanted = this.wanted.at(-1);
    if (wanted?.moves !== this.moves) return;
    const back = this.bring(wanted.places);
    wanted.back ??= back;
  }

  /** The board fills the frame, or is in the middle of it. */
  private show(calm: boolean): void {
    const inside = (at: number, frame: number, sheet: number) =>
      sheet <= frame ? (frame - sheet) / 2 : Math.min(0, Math.max(frame - sheet, at));
    this.x = inside(this.x, this.frameWidth, this.seen.width * this.scale);
    this.y = inside(this.y, this.frameHeight, this.seen.height * this.scale);
    const transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    if (transform !== this.shown) {
      this.sheet.classList.toggle("calm", calm);
      this.keepPainted();
      this.sheet.style.transform = this.shown = transform;
      this.seen.onMove();
    }
    this.frame.classList.toggle("whole", this.whole);
    this.seen.onWhole(this.whole, this.frameWidth >= PHONE || this.reading() === this.fitting());
  }

  /** While it moves the sheet is shown as it was painted last; it is painted again when it has come to rest. */
  private keepPainted(): void {
    this.sheet.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove("moving"), REST_MS);
  }

  private pan(dx: number, dy: number, calm: boolean): void {
    this.moves++;
    if (!this.whole) this.aim = "free";
    this.x += dx;
    this.y += dy;
    this.show(calm);
  }

  private wheel(event: WheelEvent): void {
    if (this.whole && event.deltaY > 0) return;
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.002;
    this.zoom(Math.exp(-event.deltaY * lines * speed), event.clientX - left, event.clientY - top, false);
  }

  private gesture(event: Gesture): void {
    event.preventDefault();
    const by = event.type === "gesturestart" ? 1 : event.scale / this.pinched;
    this.pinched = event.scale;
    /* fingers on the screen are pointers too: pinch() */
    if (this.fingers.size > 0 || by === 1) return;
    const { left, top } = this.frame.getBoundingClientRect();
    this.zoom(by, event.clientX - left, event.clientY - top, false);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragging = false;
  }

  private move(event: PointerEvent): void {
    /* a button that was let go beside the frame */
    if (event.buttons === 0) this.up(event);
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const { clientX, clientY } = event;
    const [dx, dy] = [clientX - finger.x, clientY - finger.y];
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
      this.pinch(finger, other, { x: clientX, y: clientY });
    } else if (this.dragging || Math.hypot(dx, dy) > SLIP) {
      if (this.whole) return;
      this.pan(dx, dy, false);
    } else return;
    if (!this.dragging) this.frame.setPointerCapture(event.pointerId);
    this.dragging = true;
    finger.x = clientX;
    finger.y = clientY;
  }

  private pinch(from: Finger, other: Finger, to: Finger): void {
    const { left, top } = this.frame.getBoundingClientRect();
    const apart = (finger: Finger) => Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
    const middle = { x: (to.x + other.x) / 2 - left, y: (to.y + other.y) / 2 - top };
    this.zoom(apart(to) / apart(from), middle.x, middle.y, false);
    this.pan((to.x - from.x) / 2, (to.y - from.y) / 2, false);
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }

  private doubleTap(event: MouseEvent): void {
    if ((event.target as Element).closest("button, [role=button]")) return;
    const { left, top } = this.frame.getBoundingClientRect();
    if (this.scale > this.fitting() * 1.5) this.fit();
    else this.zoom(Math.max(2.2, this.reading() / this.scale), event.clientX - left, event.clientY - top);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = this.keys[event.key];
    if (!act || (this.whole && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act();
  }

  private readonly keys: Record<string, () => void> = {
    ArrowLeft: () => this.pan(STEP, 0, true),
    ArrowRight: () => this.pan(-STEP, 0, true),
    ArrowUp: () => this.pan(0, STEP, true),
    ArrowDown: () => this.pan(0, -STEP, true),
    "+": () => this.zoom(1.4),
    "=": () => this.zoom(1.4),
    "-": () => this.zoom(1 / 1.4),
    "0": () => this.fit(),
  };

  /** Whatever the keyboard is at comes into view. */
  private reveal(target: EventTarget | null): void {
    if (!(target instanceof SVGElement)) return;
    const at = target.getBoundingClientRect();
    const { left, top } = this.frame.getBoundingClientRect();
    const into = (start: number, end: number, size: number) =>
      start < 0 ? STEP / 2 - start : end > size ? size - end - STEP / 2 : 0;
    const dx = into(at.left - left, at.right - left, this.frameWidth);
    const dy = into(at.top - top, at.bottom - top, this.frameHeight);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy, true);
  }
}
