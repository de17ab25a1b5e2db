/*
 * The board: background, routes, locations, names, and what can be done with them. The caller
 * says what is claimed, what can be chosen and what is to be looked at (BoardState); it says what was
 * chosen by pointer, finger or keyboard.
 *
 * SPDX-License-Identifier: MIT
 */
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../parts/icons";
import { Missing } from "../parts/missing";
import { stillness } from "../settings";
import { t } from "../text";
import type { BoardProps, BoardState } from "./board";
import { type Prepared, type RouteOnBoard, useBoard } from "./boards";
import { Camera } from "./camera";
import { Location, Name } from "./location";
import { Legend } from "./legend";
import { TicketMarks } from "./mark";
import { memo, shallow, useSteady } from "./memo";
import { type Picked, nearest, SLACK, under } from "./pick";
import { Claim, Halo, Route } from "./route";
import { Tip } from "./tip";

/** The drawing below everything: put in once, as it is. */
const Background = memo(function Background({ board }: { board: Prepared }) {
  const layer = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    if (!board.background) return;
    const file = new DOMParser().parseFromString(board.background, "image/svg+xml");
    layer.current?.replaceChildren(...Array.from(file.documentElement.childNodes, (node) => document.importNode(node, true)));
  }, [board]);
  return <g class="background" ref={layer} />;
});

const Tracks = memo(function Tracks({ board }: { board: Prepared }) {
  return (
    <g class="tracks">
      {board.routes.map(({ id, track, route }) => (
        <path key={id} class={route.ferry ? "sea" : undefined} d={track} />
      ))}
    </g>
  );
});

const Names = memo(function Names({ board, language }: { board: Prepared; language: string }) {
  return (
    <g class="names" aria-hidden="true">
      {board.locations.map((at) => (
        <Name key={at.id} at={at} language={language} text={board.drawing.text} />
      ))}
    </g>
  );
});

/** Names of locations in a language, and routes in the order of these names, for the keyboard. */
function useNames(board: Prepared, language: string) {
  return useMemo(() => {
    const names = new Map(
      board.locations.map(({ id, location }) => [id, location.name[language] ?? Object.values(location.name)[0] ?? id]),
    );
    const order = new Intl.Collator(language);
    const name = (id: string) => names.get(id) ?? id;
    const routes = [...board.routes].sort((a, b) => order.compare(name(a.from), name(b.from)) || order.compare(name(a.to), name(b.to)));
    return { name, routes };
  }, [board, language]);
}

/** Two corners without a line: a drawing with them covers all of the board, whatever else is in it, and the browser need not sort its layers again when that changes. */
function Corners({ board: { drawing } }: { board: Prepared }) {
  return <path d={`M0 0h0M${drawing.width} ${drawing.height}h0`} fill="none" stroke="#000" stroke-linecap="butt" />;
}

/** What can be chosen glows, all routes together: a path of many parts costs little more than one of few. */
function Glow({ routes, why = "glows" }: { routes: readonly RouteOnBoard[]; why?: string }) {
  const wide = new Map<number, RouteOnBoard[]>();
  for (const at of routes) wide.set(at.drawn.size[1], [...(wide.get(at.drawn.size[1]) ?? []), at]);
  return <>{[...wide].map(([width, all]) => <Halo key={width} why={why} width={width} line={all.map(({ line }) => line).join("")} rim={all.map(({ rim }) => rim).join("")} />)}</>;
}

interface HalosProps {
  board: Prepared;
  glowing: ReadonlySet<string> | undefined;
  /** of those that glow, those that do so strongly */
  useful: ReadonlySet<string> | undefined;
  lit: ReadonlySet<string> | undefined;
  chosen: string | null;
}

const Halos = memo(function Halos({ board, glowing, useful, lit, chosen }: HalosProps) {
  const alone = board.routes.filter(({ id }) => glowing?.has(id) && !lit?.has(id) && chosen !== id);
  return (
    <g class="halos">
      <Corners board={board} />
      {useful && <Glow routes={alone.filter(({ id }) => !useful.has(id))} why="glows faintly" />}
      <Glow routes={useful ? alone.filter(({ id }) => useful.has(id)) : alone} why={useful ? "glows strongly" : "glows"} />
      {board.routes.map(({ id, drawn, line, rim }) => {
        if (!lit?.has(id) && chosen !== id) return null;
        const why = `${glowing?.has(id) ? "glows " : ""}${lit?.has(id) ? "lit " : ""}${chosen === id ? "chosen" : ""}`;
        return <Halo key={id} why={why} width={drawn.size[1]} line={line} rim={rim} />;
      })}
    </g>
  );
});

type Names = ReturnType<typeof useNames>;

interface RoutesProps {
  names: Names;
  choosable: ReadonlySet<string> | undefined;
  /** those that do not step back; undefined where none does */
  alone: ReadonlySet<string> | undefined;
  describe: BoardState["describeRoute"];
}

/** Words of a route are asked for when it can be chosen, so they need not be compared. */
const Routes = memo(
  function Routes({ names: { name, routes }, choosable, alone, describe }: RoutesProps) {
    return (
      <g class="routes">
        {routes.map((at) => {
          const can = choosable?.has(at.id) ?? false;
          const label = can ? (describe?.(at.id) ?? `${name(at.from)} – ${name(at.to)}`) : undefined;
          return <Route key={at.id} at={at} choosable={can} faint={alone?.has(at.id) === false} label={label} />;
        })}
      </g>
    );
  },
  ({ describe: _a, ...a }, { describe: _b, ...b }) => shallow(a, b),
);

/** What is claimed, upon the routes: those are not drawn again for it. */
const Claims = memo(function Claims({ board, owners, alone }: { board: Prepared; owners: BoardState["routes"]; alone: ReadonlySet<string> | undefined }) {
  /* only what comes while one is looking is seen to be put down */
  const before = useRef(owners);
  const fresh = (id: string) => !stillness.peek() && before.current[id] !== owners[id];
  const drawn = board.routes.flatMap((at) => {
    const seat = owners[at.id];
    return seat === undefined ? [] : <Claim key={at.id} at={at} vehicle={board.map.vehicle} seat={seat} faint={alone?.has(at.id) === false} fresh={fresh(at.id)} />;
  });
  before.current = owners;
  return (
    <g class="claims">
      <Corners board={board} />
      {drawn}
    </g>
  );
});

interface LocationsProps {
  board: Prepared;
  names: Names;
  stations: BoardState["stations"];
  passengers: BoardState["passengers"];
  choosable: ReadonlySet<string> | undefined;
  picking: ReadonlySet<string> | undefined;
  lit: ReadonlySet<string> | undefined;
  chosen: string | null;
  describe: BoardState["describeLocation"];
}

const Locations = memo(
  function Locations({ board, names: { name }, stations, passengers, choosable, picking, lit, chosen, describe }: LocationsProps) {
    return (
      <g class="locations">
        <Corners board={board} />
        {board.locations.map((at) => {
          const can = choosable?.has(at.id) ? "location" : picking?.has(at.id) ? "passengers" : null;
          return (
            <Location
              key={at.id} at={at} name={name(at.id)} station={stations?.[at.id]} passengers={passengers?.[at.id]}
              passengerSize={board.drawing.passenger ?? 0} choosable={can} lit={lit?.has(at.id) ?? false} chosen={chosen === at.id}
              label={can === "location" ? (describe?.(at.id) ?? name(at.id)) : undefined}
            />
          );
        })}
      </g>
    );
  },
  ({ describe: _a, ...a }, { describe: _b, ...b }) => shallow(a, b),
);

interface LayerProps {
  board: Prepared;
  state: BoardState;
}

const chosenOf = ({ chosen }: BoardState, among: object): string | null => (chosen && chosen in among ? chosen : null);

/** Those that do not step back; undefined where none does. */
const useAlone = ({ alone, lit }: BoardState) => useSteady(alone ? lit?.routes : undefined);

function HaloLayer({ board, state }: LayerProps) {
  return <Halos board={board} glowing={useSteady(state.choosable?.routes)} useful={useSteady(state.useful)} lit={useSteady(state.lit?.routes)} chosen={chosenOf(state, board.drawing.routes)} />;
}

function RouteLayer({ state, names }: LayerProps & { names: Names }) {
  return <Routes names={names} choosable={useSteady(state.choosable?.routes)} alone={useAlone(state)} describe={state.describeRoute} />;
}

function ClaimLayer({ board, state }: LayerProps) {
  return <Claims board={board} owners={useSteady(state.routes)} alone={useAlone(state)} />;
}

function LocationLayer({ board, state, names }: LayerProps & { names: Names }) {
  const { choosable, lit } = state;
  return (
    <Locations
      board={board} names={names} stations={useSteady(state.stations)} passengers={useSteady(state.passengers)}
      choosable={useSteady(choosable?.locations)} picking={useSteady(choosable?.passengers)} lit={useSteady(lit?.locations)}
      chosen={chosenOf(state, board.drawing.locations)} describe={state.describeLocation}
    />
  );
}

/** The ends of tickets, upon all else but the names. */
function MarkLayer({ board, state }: LayerProps) {
  return <Marks board={board} marks={useSteady(state.marks)} />;
}

const Marks = memo(function Marks({ board, marks }: { board: Prepared; marks: BoardState["marks"] }) {
  return (
    <g class="marks" aria-hidden="true">
      <Corners board={board} />
      {marks && board.locations.map((at) => (marks.has(at.id) ? <TicketMarks key={at.id} at={at} size={board.drawing.text} marks={marks.get(at.id) ?? []} /> : null))}
    </g>
  );
});

/** What changes apart is drawn apart: a browser paints a whole drawing again when anything in it is different. */
function Sheet({ board, language, state }: LayerProps & { language: string }) {
  const names = useNames(board, language);
  const { width, height } = board.drawing;
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <>
      <svg class="ground" {...size}>
        <Background board={board} />
        <Tracks board={board} />
      </svg>
      <svg {...size}>
        <HaloLayer board={board} state={state} />
      </svg>
      <svg {...size}>
        <RouteLayer board={board} state={state} names={names} />
      </svg>
      <svg {...size}>
        <ClaimLayer board={board} state={state} />
      </svg>
      <svg {...size}>
        <LocationLayer board={board} state={state} names={names} />
      </svg>
      <svg {...size}>
        <Names board={board} language={language} />
        <Legend board={board} language={language} />
      </svg>
      <svg {...size}>
        <MarkLayer board={board} state={state} />
      </svg>
    </>
  );
}

/** Calls back with what was chosen on the board. */
function choose(state: BoardState, picked: Picked | null): void {
  if (picked?.passenger !== undefined) state.onPassenger?.(picked.location, picked.passenger);
  else if (picked?.location !== undefined) state.onLocation?.(picked.location);
  else if (picked?.route !== undefined) state.onRoute?.(picked.route);
}

const placesOf = (board: Prepared, ids: Iterable<string>) => [...ids].flatMap((id) => board.drawing.locations[id] ?? []);

/** A circle around locations, with room for what is near. */
function around(board: Prepared, ids: string[]): [{ x: number; y: number }, number] {
  const places = placesOf(board, ids);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const centre = { x: middle(places.map(({ x }) => x)), y: middle(places.map(({ y }) => y)) };
  const far = places.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y));
  return [centre, Math.max(...far) + 80];
}

/** `far` is whether all of the board is seen, and too small for its names. */
function Controls({ camera, far }: { camera: RefObject<Camera | null>; far: Signal<boolean> }) {
  const button = (icon: "plus" | "minus" | "fit" | "names", label: string, act: () => void) => (
    <button type="button" class={`button icon small board-${icon}`} aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="board-controls">
      {button("plus", t("Closer"), () => camera.current?.zoom(1.5))}
      {button("minus", t("Farther"), () => camera.current?.zoom(1 / 1.5))}
      {far.value ? button("names", t("Read the names"), () => camera.current?.near()) : button("fit", t("Whole board"), () => camera.current?.fit())}
    </div>
  );
}

/** Who is to be picked on a small board comes near; what is to be looked at comes into view. */
function Attention({ camera, board, state }: LayerProps & { camera: RefObject<Camera | null> }) {
  const list = (ids: Iterable<string> = []) => [...ids].sort().join(" ");
  const [home, look, waiting] = [list(state.home), list(state.look), list(state.choosable?.passengers)];
  useEffect(() => {
    if (home) camera.current!.follow();
  }, [board, home]);
  useEffect(() => {
    if (look) return camera.current!.include(placesOf(board, look.split(" ")));
  }, [board, look]);
  useEffect(() => {
    const small = camera.current!.pixels * (board.drawing.passenger ?? 0) < 4;
    if (!waiting) return;
    const ids = waiting.split(" "), places = placesOf(board, ids);
    return small ? camera.current!.closeUp(places, ...around(board, ids)) : camera.current!.include(places);
  }, [board, waiting]);
  return null;
}

/** How far from a thing a finger may come down, in pixels. */
const FINGER = 22;

function Ready({ board, props }: { board: Prepared; props: BoardProps }) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const glass = useRef<HTMLDivElement>(null);
  const camera = useRef<Camera | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const far = useSignal(false);
  const { width, height, text } = board.drawing;

  useLayoutEffect(() => {
    let tip: Tip | undefined;
    camera.current = new Camera(frame.current!, sheet.current!, {
      width, height, text,
      home: () => placesOf(board, latest.current.state.home ?? []),
      near: props.state.home !== undefined,
      onWhole: (whole, legible) => (far.value = whole && !legible),
      onMove: () => tip?.hide(),
    });
    tip = new Tip(frame.current!, glass.current!, camera.current, board, () => latest.current);
    return () => {
      camera.current?.close();
      tip?.close();
    };
  }, [board, width, height, text]);

  const find = ({ clientX, clientY }: MouseEvent, of: BoardState["choosable"] | "all", reach: number) =>
    nearest(board, sheet.current!, of, camera.current!.at(clientX, clientY), reach);
  const near = (event: MouseEvent) => find(event, props.state.choosable, FINGER / camera.current!.pixels);
  /** what is meant: what can be chosen, unless a mouse is right upon something else */
  const click = (event: MouseEvent) => {
    const at = under(event.target as Element) ?? find(event, props.state.choosable, SLACK);
    const exact = at ? null : find(event, "all", SLACK);
    const mouse = (event as PointerEvent).pointerType === "mouse";
    const meant = at ?? (mouse && exact?.route !== undefined ? null : near(event));
    if (meant) choose(props.state, meant);
    else if (exact?.route !== undefined) props.state.onOther?.(exact.route);
  };
  /* who is choosing does not want to look closer */
  const twice = (event: MouseEvent) => {
    if (near(event)) event.stopPropagation();
  };
  const key = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if ((event.key !== "Enter" && event.key !== " ") || !target.matches("[role=button]")) return;
    event.preventDefault();
    choose(props.state, under(target));
  };
  const name = board.map.name[props.language] ?? board.map.id;
  return (
    <div
      class="board" data-map={props.map} ref={frame} role="group" tabIndex={0} aria-label={t("Board: {map}", { map: name })}
      style={{ "--board-ratio": `${width} / ${height}` }}
    >
      <div class="board-sheet" data-map={props.map} ref={sheet} style={{ width: `${width}px`, height: `${height}px` }} onClick={click} onDblClick={twice} onKeyDown={key}>
        <Sheet board={board} language={props.language} state={props.state} />
        <div class="board-glass" ref={glass} />
      </div>
      <Attention camera={camera} board={board} state={props.state} />
      <Controls camera={camera} far={far} />
    </div>
  );
}

export function Board(props: BoardProps) {
  const { found: board, failed, again } = useBoard(props.map);
  if (failed) return <div class="board" data-map={props.map}><Missing onAgain={again} /></div>;
  if (!board) return <div class="board" data-map={props.map} aria-busy="true" />;
  return <Ready key={props.map} board={board} props={props} />;
}
