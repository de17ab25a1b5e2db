/*
 * Where the page begins: the language and the list of maps are loaded, then the screen of the path is drawn.
 *
 * SPDX-License-Identifier: MIT
 */
import "./style/theme.css";
import "./board/board.css";
import "./style/screens.css";
import "./style/pad.css";
import "./style/table.css";
import "./style/table-sizes.css";
import { type ComponentType, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Game } from "./game/game";
import { Elsewhere, openOnline, openPlay, Unreachable } from "./game/open";
import { rare, Unfetched, useLoaded } from "./load";
import { findMaps } from "./maps";
import { usePaints } from "./paints";
import { Sprite } from "./parts/sprite";
import { followLinks, go, type Place, place } from "./router";
import { OtherTab, Unloaded, Wrong } from "./screens/frame";
import Home from "./screens/home";
import { begin, errorText, t } from "./text";

/** A screen that is fetched when it is first shown. */
function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let found: ComponentType<P> | null = null;
  return function Later(props: P) {
    const { found: Screen, failed, again } = useLoaded(load, async () => (found = await load()), () => found);
    if (failed) return <Unloaded onAgain={again} />;
    return Screen ? <Screen {...props} /> : <main class="loading" aria-busy="true" />;
  };
}

const New = later<{ map: string }>(async () => (await import("./screens/new")).default);
const Lobby = later<object>(async () => (await import("./screens/lobby")).default);
const Help = later<{ map: string | null }>(async () => (await import("./screens/help")).default);
const Replay = later<object>(async () => (await import("./screens/replay")).default);
const Games = later<object>(async () => (await import("./screens/games")).default);
const PadScreen = later<{ id: string | null }>(async () => (await import("./screens/pad")).default);
const DailyScreen = later<object>(async () => (await rare(() => import("./screens/daily"))).default);
const Puzzles = later<{ map: string | null }>(async () => (await rare(() => import("./screens/puzzles"))).default);
const Learn = later<object>(async () => (await rare(() => import("./screens/learn"))).default);
const Account = later<object>(async () => (await rare(() => import("./screens/account"))).default);
const Ratings = later<object>(async () => (await rare(() => import("./screens/ratings"))).default);
const House = later<object>(async () => (await rare(() => import("./screens/house"))).default);
const PlayerScreen = later<{ name: string }>(async () => (await rare(() => import("./screens/player"))).default);
const Cups = later<object>(async () => (await rare(() => import("./screens/cups"))).default);
const CupScreen = later<{ id: string }>(async () => (await rare(() => import("./screens/cup"))).default);
const Analyse = later<{ id: string | null }>(async () => (await rare(() => import("./screens/analyse"))).default);
const Waiting = later<{ game: Game }>(async () => (await import("./screens/waiting")).default);
const HandOver = later<{ game: Game }>(async () => (await import("./screens/handover")).default);
const End = later<{ game: Game }>(async () => (await import("./screens/end")).default);
const loadTable = async () => (await import("./play/table")).TableScreen;
/** The table comes while somebody looks at the boards: a game that is begun then waits for nothing but its own. */
const whenIdle = (act: () => void): void => void ("requestIdleCallback" in globalThis ? requestIdleCallback(act) : setTimeout(act, 200));
const TableScreen = later<{ game: Game }>(loadTable);

/** What a game needs now: people, the device in other hands, moves, or to be looked back on. */
function Playing({ game }: { game: Game }) {
  const table = game.table.value;
  usePaints(table?.players ?? []);
  if (!table && game.error.value !== null) return <Wrong title={t("This game cannot be opened")} message={game.error.value} />;
  if (!table) return <main class="loading" aria-busy="true" />;
  if (table.stage === "gathering") return <Waiting game={game} />;
  if (game.handover.value !== null) return <HandOver game={game} />;
  if (game.view.value?.phase === "over") return <End game={game} />;
  return <TableScreen game={game} />;
}

/**
 * A page that was left may be kept to be shown again: WebKit does so even when it has a worker, which would hold its game for as
 * long. So the game is closed then, for another page to open, and the page that is shown again is loaded again. Returns what ends this.
 */
function letGo(close: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener("pagehide", ({ persisted }) => persisted && close(), { signal });
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
  return () => stop.abort();
}

/** Opens a game for as long as it is on the screen. */
function Opened({ open }: { open: (take: boolean) => Promise<Game | null> }) {
  const [game, setGame] = useState<Game | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  /* each try is an object of its own; `take` takes the game from another tab */
  const [tried, setTried] = useState({ take: false });
  useEffect(() => {
    let gone = false;
    let opened: Game | null = null;
    void loadTable().catch(() => undefined); /* what comes next, while the game is being opened */
    setGame(null);
    setWrong(null);
    open(tried.take)
      .then((found) => {
        opened = found;
        if (gone) found?.close();
        else if (found) setGame(found);
        else go("/", true);
      })
      .catch(setWrong);
    const leave = letGo(() => opened?.close());
    return () => {
      gone = true;
      leave();
      opened?.close();
    };
  }, [open, tried]);
  /* the host has chosen another board: it must be fetched */
  const board = game?.table.value?.map;
  useEffect(() => {
    if (game && board !== undefined && game.kind === "online" && board !== game.map.id) setTried({ take: false });
  }, [game, board]);
  const take = () => setTried({ take: true });
  const again = () => setTried({ take: tried.take });
  if (wrong instanceof Unfetched) return <Unloaded onAgain={again} />;
  if (wrong instanceof Elsewhere) return <OtherTab title={t("The game is open in another tab")} onTake={take} />;
  if (wrong !== null) return <Wrong title={t("This game cannot be opened")} message={errorText(wrong)} onAgain={wrong instanceof Unreachable ? again : undefined} />;
  if (game?.moved.value) return <OtherTab title={t("The game has moved to another tab")} onTake={take} />;
  return game ? <Playing game={game} /> : <main class="loading" aria-busy="true" />;
}

function Online({ id }: { id: string }) {
  const [open] = useState(() => () => openOnline(id));
  return <Opened open={open} />;
}

/** Where one was at a game already, another one is opened all the same: each visit is a place of its own. */
function Local({ here }: { here: Place }) {
  const open = useMemo(() => (take: boolean) => openPlay(take), [here]);
  return <Opened open={open} />;
}

function Page() {
  const here = place.value;
  switch (here.at) {
    case "home":
      return <Home />;
    case "new":
      return <New key={here.map} map={here.map} />;
    case "lobby":
      return <Lobby />;
    case "play":
      return <Local here={here} />;
    case "online":
      return <Online key={here.id} id={here.id} />;
    case "help":
      return <Help map={here.map} />;
    case "replay":
      return <Replay />;
    case "games":
      return <Games />;
    case "daily":
      return <DailyScreen />;
    case "analyse":
      return <Analyse key={here.id} id={here.id} />;
    case "puzzles":
      return <Puzzles key={here.map} map={here.map} />;
    case "learn":
      return <Learn />;
    case "account":
      return <Account />;
    case "ratings":
      return <Ratings />;
    case "house":
      return <House />;
    case "player":
      return <PlayerScreen key={here.name} name={here.name} />;
    case "cups":
      return <Cups />;
    case "cup":
      return <CupScreen key={here.id} id={here.id} />;
    case "pad":
      return <PadScreen key={here.id} id={here.id} />;
    case "nowhere":
      return <Wrong title={t("There is nothing at this address")} message={t("The link may be old, or a letter of it is missing.")} />;
  }
}

/** Everything else of the page comes to the device when the first screen is there. */
function workOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

followLinks();
workOffline();
const root = document.getElementById("page");
if (root)
  void Promise.all([begin(), findMaps()]).then(() => {
    /* what was seen until now */
    root.replaceChildren();
    render(
      <>
        <Sprite />
        <Page />
      </>,
      root,
    );
    whenIdle(() => void loadTable().catch(() => undefined));
  });
