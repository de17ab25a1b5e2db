/*
 * The guided games: the first of all, and a short one for each thing that other boards add.
 *
 * SPDX-License-Identifier: MIT
 */
import { forgetLocal, localGames, newLocal } from "../game/open";
import { boardOf, finished, keepStep, lesson, lessons, stepOf, type LessonId } from "../learn/lessons";
import { useAction } from "../load";
import { maps } from "../maps";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { go } from "../router";
import { name } from "../settings";
import { nameOf, t } from "../text";
import { Frame, Heading } from "./frame";
import { mechanicTitle } from "./words";

function titleOf(id: LessonId): string {
  if (id === "first") return t("Your first game");
  const title = mechanicTitle(id);
  return title.charAt(0).toLocaleUpperCase() + title.slice(1);
}

function textOf(id: LessonId): string {
  return {
    first: t("Ten steps at a real table: tickets, cards, routes and points, each when you need it."),
    districts: t("Join all places of one colour."),
    passengers: t("Take people along where your routes end."),
    ferries: t("Over the water, with locomotives."),
    tunnels: t("They may cost more than they seem to."),
    stations: t("Use a route that is another’s."),
  }[id];
}

/** A lesson is played in one game at a time: what was left of it before goes. */
async function start(id: LessonId): Promise<void> {
  for (const game of localGames()) if (game.special?.lesson === id) await forgetLocal(game.id);
  keepStep(id, 0);
  const { settings, deal } = lesson(id);
  await newLocal(settings, [name.value.trim() || t("You")], { lesson: id }, deal);
  go("/play");
}

function Card({ id, done, onStart }: { id: LessonId; done: boolean; onStart(): void }) {
  const map = maps.find((one) => one.id === boardOf(id));
  const left = localGames().find(({ special }) => special?.lesson === id);
  const title = titleOf(id);
  const again = left !== undefined || stepOf(id) > 0 || done;
  return (
    <li class={`panel learn-card${id === "first" ? " first" : ""}`} data-lesson={id}>
      <Thumbnail map={boardOf(id)} />
      <div class="stack">
        <h2>{title} {done && <span class="badge"><Icon name="check" size={14} />{t("done")}</span>}</h2>
        <p>{textOf(id)} <span class="hint">{map && nameOf(map.name)}</span></p>
        <p class="cluster">
          {left && <a class="button primary" href={`/play/${left.id}`} aria-label={t("Continue: {board}", { board: title })}><Icon name="play" />{t("Continue")}</a>}
          <button type="button" class={left ? "button" : "button primary"} aria-label={again ? t("Begin again: {lesson}", { lesson: title }) : t("Begin: {lesson}", { lesson: title })} onClick={onStart}>
            {!left && <Icon name="play" />}{again ? t("Begin again") : t("Begin")}
          </button>
        </p>
      </div>
    </li>
  );
}

export default function Learn() {
  const { wrong, act } = useAction();
  const done = finished();
  return (
    <Frame class="learn">
      <Heading title={t("Learn to play")} lead={t("By playing: a bot sits across, the cards are always the same, and you can leave and come back at any time.")} />
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <ul class="learn-cards">
        {lessons.filter((id) => maps.some((map) => map.id === boardOf(id))).map((id) => <Card key={id} id={id} done={done.includes(id)} onStart={() => act(() => start(id))} />)}
      </ul>
      <p class="hint">{t("All rules in one place:")} <a href="/help">{t("How to play")}</a></p>
    </Frame>
  );
}
