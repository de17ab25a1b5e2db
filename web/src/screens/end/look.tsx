/*
 * Looking back on a game: its board with the slider, everybody's tickets, the chart. The end
 * of a game and a record from a file show the same; what is given beside them is there
 * before the record is.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, FunctionComponent } from "preact";
import type { Replay } from "../../game/game";
import { rare } from "../../load";
import { Icon } from "../../parts/icons";
import { OpenHands } from "../../play/open-hands";
import { go } from "../../router";
import { t } from "../../text";
import { Playback, ReplayBoard } from "../playback";
import { Chart } from "./chart";
import { Hints } from "./hints";
import { Passengers } from "./passengers";
import type { Better, ReviewProps } from "./review";
import { Tickets, type Shown } from "./tickets";

export function LookBack({ replay, names, children, after }: {
  replay: Replay | null; names: readonly string[]; children?: ComponentChildren; after?: ComponentChildren;
}) {
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (next: Shown | null) => {
    if (next) replay?.seek(replay.length);
    setShown(next);
  };
  const board = useRef<HTMLDivElement>(null);
  const [better, setBetter] = useState<Better | null>(null);
  const showAt = (at: number) => {
    replay?.seek(at);
    /* on a phone it lies far above */
    board.current?.scrollIntoView({ block: "nearest" });
  };
  const showBetter = (next: Better) => {
    setBetter(next);
    showAt(next.at);
  };
  const at = replay?.position.value;
  const here = at === better?.at ? better : null;
  const lit = at === replay?.length ? shown?.lit ?? null : here?.lit ?? null;
  return (
    <div class="look">
      <div class="look-board panel" aria-busy={!replay} ref={board}>
        {replay ? <ReplayBoard replay={replay} shown={lit} /> : <div class="board" />}
        {replay && <Playback replay={replay} />}
        {here && <p class="look-better" role="status"><b>{t("Better:")}</b> {here.said}</p>}
        {replay && <Analyse replay={replay} names={names} />}
      </div>
      <div class="look-side stack">
        {children}
        {replay && <Hints replay={replay} names={names} />}
        {replay && <Details replay={replay} names={names} shown={shown} onShow={show} onAt={showAt} onBetter={showBetter} />}
        {replay && after}
      </div>
    </div>
  );
}

/** The position that is looked at, to try other moves in; what it takes is loaded then. */
function Analyse({ replay, names }: { replay: Replay; names: readonly string[] }) {
  const open = async () => {
    const { begin, keepAnalysis } = await rare(() => import("../../analyse/tree"));
    const position = replay.view.peek();
    if (!position) return;
    const analysis = begin(replay.map.id, names, position);
    keepAnalysis(analysis);
    go(`/analyse/${analysis.id}`);
  };
  const over = replay.view.value?.phase === "over";
  return (
    <p class="cluster">
      <button type="button" class="button small" disabled={over} onClick={() => void open().catch(() => undefined)}>{t("Analyse from here")}</button>
      {over && <span class="hint">{t("The game is over.")}</span>}
    </p>
  );
}

/** The review of a game that is over; its code is loaded when it is asked for. */
function ReviewLater(props: ReviewProps) {
  const [part, setPart] = useState<{ Review: FunctionComponent<ReviewProps> } | null>(null);
  const [wrong, setWrong] = useState(false);
  const load = () => { setWrong(false); rare(() => import("./review")).then(setPart, () => setWrong(true)); };
  /* /replay?kept=ID&review */
  useEffect(() => { if (new URLSearchParams(location.search).has("review")) load(); }, []);
  return (
    <section class="panel stack review" aria-labelledby="look-review">
      <div>
        <h2 id="look-review">{t("Review")}</h2>
        <p class="hint">{t("Was it luck, or was it play? Every number says how uncertain it is.")}</p>
      </div>
      {part ? <part.Review {...props} /> : (
        <p><button type="button" class="button" onClick={load}><Icon name="eye" />{t("Review this game")}</button></p>
      )}
      {wrong && <p class="notice bad" role="alert">{t("It did not work.")}</p>}
    </section>
  );
}

/** Everything that the record has beside the board. */
function Details({ replay, names, shown, onShow, onAt, onBetter }: {
  replay: Replay; names: readonly string[]; shown: Shown | null; onShow(shown: Shown | null): void; onAt(at: number): void; onBetter(better: Better): void;
}) {
  return (
    <>
      {replay.finished && <ReviewLater replay={replay} names={names} onAt={onAt} onBetter={onBetter} />}
      <section class="panel" aria-labelledby="look-tickets">
        <h2 id="look-tickets">{t("Tickets")}</h2>
        <p class="hint">{t("Choose one to see it on the board.")}</p>
        <Tickets map={replay.map} names={names} outcomes={replay.outcomes} shown={shown} onShow={onShow} />
      </section>
      <section class="panel" aria-labelledby="look-hands">
        <h2 id="look-hands">{t("Cards and tickets")}</h2>
        {replay.view.value && <OpenHands map={replay.map} view={replay.view.value} names={names} display />}
      </section>
      <Passengers replay={replay} names={names} />
      <section class="panel" aria-labelledby="look-chart">
        <h2 id="look-chart">{t("Points over time")}</h2>
        <p class="hint">{t("What everybody would have had if the game had ended there.")}</p>
        <Chart replay={replay} names={names} />
      </section>
    </>
  );
}
