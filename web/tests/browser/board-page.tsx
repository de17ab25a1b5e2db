/*
 * A page with nothing but a board, for board.test.mjs: what is claimed, choosable and lit
 * is set from outside, what is chosen is written down.
 *
 * SPDX-License-Identifier: MIT
 */
import "../../src/style/theme.css";
import "../../src/board/board.css";
import "./board-page.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import type { BoardState } from "../../src/board/board";
import { Board } from "../../src/board/view";
import { useLoaded } from "../../src/load";
import { Sprite } from "../../src/parts/sprite";

declare global {
  interface Window {
    /** draws the board with these properties over those it has */
    show(props: Partial<Props>): void;
    /** shows something that comes by another way as soon as it has been drawn without it */
    showLate(): void;
    /** what was chosen so far */
    chosen: string[];
  }
}

/** What of a board can be sent to a page. */
interface Props {
  map: string;
  language: string;
  routes: Record<string, number>;
  stations: Record<string, number>;
  passengers: Record<string, Record<string, number>>;
  choosable: { routes?: string[]; locations?: string[]; passengers?: string[] };
  lit: { routes?: string[]; locations?: string[] };
  chosen: string | null;
  look: string[];
}

const props = signal<Partial<Props>>({});
window.chosen = [];
window.show = (more) => (props.value = { ...props.value, ...more });

let late: string | null = null;

function Late() {
  const { found } = useLoaded("late", () => new Promise<string>(() => undefined), () => late);
  queueMicrotask(() => (late = "it has come"));
  return <p class="late">{found ?? "not yet"}</p>;
}

window.showLate = () => render(<Late />, document.body.appendChild(document.createElement("div")));

function Page() {
  const { map, language = "en", routes = {}, stations = {}, passengers = {}, choosable, lit, chosen = null, look = [] } = props.value;
  if (!map) return null;
  const sets: Pick<BoardState, "choosable" | "lit"> = {
    choosable: {
      routes: new Set(choosable?.routes), locations: new Set(choosable?.locations), passengers: new Set(choosable?.passengers),
    },
    lit: { routes: new Set(lit?.routes), locations: new Set(lit?.locations) },
  };
  return (
    <Board
      map={map} language={language}
      state={{
        routes, stations, passengers, chosen, look: new Set(look), ...sets,
        onRoute: (route) => window.chosen.push(route),
        onLocation: (location) => window.chosen.push(location),
        onPassenger: (location, colour) => window.chosen.push(`${location}:${colour}`),
        describeRoute: (route) => `about ${route}`,
      }}
    />
  );
}

render(
  <>
    <Sprite />
    <Page />
  </>,
  document.getElementById("page")!,
);
