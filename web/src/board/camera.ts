/*
 * Looking at a board: zoom and pan by wheel, pinch, drag and keys. One transform on one element moves
 * everything; nothing is drawn again.
 *
 * SPDX-License-Identifier: MIT
 */
interface Finger {
  x: number;
  y: number;
}

/** How much closer than the whole board one can look, and how far a press may move and still be a tap. */
const CLOSEST = 5;
const SLIP = 6;
const STEP = 80;
const REST_MS = 300;

export class Camera {
  private x = 0;
  private y = 0;
  private scale = 1;
  private frameWidth = 0;
  private frameHeight = 0;
  private whole = true;
  private readonly fingers = new Map<number, Finger>();
  private dragging = false;
  /** how often somebody moved it */
  private moves = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly stop = new AbortController();
  private readonly watch: ResizeObserver;

  /** `frame` is looked through, `sheet` is the board with its own size in pixels. */
  constructor(
    private readonly frame: HTMLElement, private readonly sheet: HTMLElement,
    private readonly width: number, private readonly height: number,
  ) {
    const { signal } = this.stop;
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void, passive = true) =>
      frame.addEventListener(name, act, { signal, passive });
    on("wheel", (event) => this.wheel(event), false);
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

  fit(): void {
    this.moves++;
    this.whole = true;
    this.scale = this.fitting();
    this.show(true);
  }

  /** Closer or farther, around a point of the frame or its middle. */
  zoom(factor: number, x = this.frameWidth / 2, y = this.frameHeight / 2, calm = true): void {
    this.moves++;
    const least = this.fitting();
    const scale = Math.min(Math.max(this.scale * factor, least), least * CLOSEST);
    const by = scale / this.scale;
    this.x = x - (x - this.x) * by;
    this.y = y - (y - this.y) * by;
    this.scale = scale;
    this.whole = scale <= least * 1.001;
    this.show(calm);
  }

  /** Shows a part of the board large, and returns what shows again what was shown before, unless somebody has moved since. */
  closeUp({ x, y }: { x: number; y: number }, reach: number): () => void {
    const before = { x: this.x, y: this.y, scale: this.scale, whole: this.whole };
    const wanted = Math.min(this.frameWidth, this.frameHeight) / (2 * reach);
    const scale = Math.min(Math.max(wanted, this.scale), this.fitting() * CLOSEST);
    Object.assign(this, { scale, whole: false, x: this.frameWidth / 2 - x * scale, y: this.frameHeight / 2 - y * scale });
    this.show(true);
    const moves = this.moves;
    return () => {
      if (this.moves !== moves) return;
      if (before.whole) return this.fit();
      Object.assign(this, before);
      this.show(true);
    };
  }

  private fitting(): number {
    return Math.min(this.frameWidth / this.width, this.frameHeight / this.height) || 1;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    const before = this.fitting();
    const middle = { x: (this.frameWidth / 2 - this.x) / this.scale, y: (this.frameHeight / 2 - this.y) / this.scale };
    [this.frameWidth, this.frameHeight] = [clientWidth, clientHeight];
    this.scale = this.whole ? this.fitting() : (this.scale * this.fitting()) / before;
    this.x = clientWidth / 2 - middle.x * this.scale;
    this.y = clientHeight / 2 - middle.y * this.scale;
    this.show(false);
  }

  /** The board fills the frame, or is in the middle of it. */
  private show(calm: boolean): void {
    const inside = (at: number, frame: number, sheet: number) =>
      sheet <= frame ? (frame - sheet) / 2 : Math.min(0, Math.max(frame - sheet, at));
    this.x = inside(this.x, this.frameWidth, this.width * this.scale);
    this.y = inside(this.y, this.frameHeight, this.height * this.scale);
    this.sheet.classList.toggle("calm", calm);
    this.keepPainted();
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.frame.classList.toggle("whole", this.whole);
  }

  /** While it moves the sheet is shown as it was painted last; it is painted anew when it has come to rest. */
  private keepPainted(): void {
    this.sheet.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove("moving"), REST_MS);
  }

  private pan(dx: number, dy: number, calm: boolean): void {
    this.moves++;
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

  private down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.dragging = false;
  }

  private move(event: PointerEvent): void {
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
    else this.zoom(2.2, event.clientX - left, event.clientY - top);
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
