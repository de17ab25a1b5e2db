/*
 * Words beside the pointer or the thing that has the keyboard: what a route costs and brings, what
 * a location is. One element that is moved; the board is not drawn again for it. What is pointed at is marked if it can
 * be chosen.
 *
 * SPDX-License-Identifier: MIT
 */
import type { BoardProps, BoardState } from "./board";
import type { Prepared } from "./boards";
import type { Camera } from "./camera";
import { elementOf, nearest, SLACK } from "./pick";

export class Tip {
  private readonly bubble = document.createElement("div");
  private readonly stop = new AbortController();
  private over: Element | null = null;
  private marked: Element | null = null;

  /** `glass` lies upon the board and is what the pointer meets. */
  constructor(
    private readonly frame: HTMLElement, private readonly glass: HTMLElement, private readonly camera: Camera,
    private readonly board: Prepared, private readonly props: () => BoardProps,
  ) {
    this.bubble.className = "board-tip";
    this.bubble.setAttribute("aria-hidden", "true");
    frame.append(this.bubble);
    const options = { signal: this.stop.signal, passive: true };
    frame.addEventListener("pointermove", (event) => this.point(event), options);
    frame.addEventListener("pointerleave", () => this.hide(), options);
    frame.addEventListener("pointerdown", () => this.hide(), options);
    frame.addEventListener("focusin", (event) => this.focus(event.target as Element), options);
    frame.addEventListener("focusout", () => this.hide(), options);
  }

  close(): void {
    this.stop.abort();
    this.bubble.remove();
  }

  private point({ pointerType, buttons, target, clientX, clientY }: PointerEvent): void {
    if (pointerType === "touch" || buttons !== 0) return;
    if (target !== this.glass) return this.hide();
    const sheet = this.glass.parentElement!;
    const find = (of: BoardState["choosable"] | "all") => {
      const found = nearest(this.board, sheet, of, this.camera.at(clientX, clientY), SLACK);
      return found && elementOf(sheet, found);
    };
    const choosable = find(this.props().state.choosable);
    const { left, top } = this.frame.getBoundingClientRect();
    this.show(choosable ?? find("all"), clientX - left, clientY - top);
    this.mark(choosable);
  }

  private mark(thing: Element | null): void {
    if (thing === this.marked) return;
    this.marked?.removeAttribute("data-pointed");
    thing?.setAttribute("data-pointed", "");
    this.glass.classList.toggle("can", thing !== null);
    this.marked = thing;
  }

  private focus(target: Element): void {
    if (!target.matches("[data-route], [data-location]") || !target.matches(":focus-visible")) return;
    const { x, y, width, height } = (target as SVGGraphicsElement).getBBox();
    const [from, to] = [this.camera.place(x + width / 2, y), this.camera.place(x + width / 2, y + height)];
    this.show(target, from.x, from.y, to.y);
  }

  private words(target: Element): string {
    const { route, location } = (target as SVGElement).dataset;
    const { language, state } = this.props();
    if (route !== undefined) return state.describeRoute?.(route) ?? "";
    if (location === undefined) return "";
    const names = this.board.map.locations.find(({ id }) => id === location)?.name ?? {};
    return state.describeLocation?.(location) ?? names[language] ?? "";
  }

  /** What is said is about another place as soon as the board moves. */
  hide(): void {
    this.mark(null);
    this.over = null;
    this.bubble.classList.remove("shown");
  }

  /** Above a point of the frame, or where there is no room below it or what is there. */
  private show(target: Element | null, x: number, y: number, bottom = y + 6): void {
    if (!target) return this.hide();
    if (target !== this.over) {
      this.over = target;
      const words = this.words(target);
      this.bubble.textContent = words;
      this.bubble.classList.toggle("shown", words !== "");
    }
    const half = this.bubble.offsetWidth / 2 + 6;
    const middle = Math.min(Math.max(x, half), Math.max(half, this.frame.clientWidth - half));
    const below = y < this.bubble.offsetHeight + 24;
    this.bubble.style.transform = `translate(${middle}px, ${below ? bottom + 14 : y - 14}px) translate(-50%, ${below ? 0 : -100}%)`;
  }
}
