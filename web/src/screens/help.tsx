/*
 * How to play, for each board, with numbers from its map file.
 *
 * SPDX-License-Identifier: MIT
 */
import { useLoaded } from "../load";
import { loadMap, maps, type MapFile } from "../maps";
import { Thumbnail } from "../parts/thumbnail";
import { nameOf, t } from "../text";
import { Frame, Heading, Unloaded, Wrong } from "./frame";
import { sectionsOf } from "./help/sections";
import { mechanicsLine, playersLine } from "./words";

/** Without a board: which one? */
function Boards() {
  return (
    <Frame class="help">
      <Heading title={t("How to play")} lead={t("The boards share most rules. Which one shall we explain?")} />
      <ul class="help-boards">
        {maps.map((map) => (
          <li key={map.id}>
            <a class="panel" href={`/help/${map.id}`}>
              <Thumbnail map={map.id} />
              <strong>{nameOf(map.name)}</strong>
              <span class="hint">{mechanicsLine(map)}<br />{playersLine(map)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function jump(event: Event, id: string): void {
  event.preventDefault();
  const target = document.getElementById(id);
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

/** All sections, with a list of them to jump by. The table shows this too, in a dialog. */
export function Rules({ map }: { map: MapFile }) {
  const sections = sectionsOf(map);
  return (
    <div class="rules"><div class="rules-columns">
      <nav class="rules-nav" aria-label={t("Sections")}>
        <ol>{sections.map(({ id, title }) => <li key={id}><a href={`#rule-${id}`} onClick={(e) => jump(e, `rule-${id}`)}>{title}</a></li>)}</ol>
      </nav>
      <div class="rules-text">
        {sections.map(({ id, title, drawing, body }) => (
          <section key={id} aria-labelledby={`rule-${id}`} class={drawing ? "with-drawing" : ""}>
            <div class="rules-words stack">
              <h2 id={`rule-${id}`} tabIndex={-1}>{title}</h2>
              {body}
            </div>
            {drawing && <div class="rules-drawing">{drawing}</div>}
          </section>
        ))}
      </div>
    </div></div>
  );
}

export default function Help({ map: id }: { map: string | null }) {
  const known = maps.find((map) => map.id === id);
  const { found: file, failed, again } = useLoaded(known, async () => (known ? loadMap(known.id) : null));
  if (id === null) return <Boards />;
  if (!known) return <Wrong title={t("There is no such board")} message={t("Choose one of the boards that there are.")} />;
  if (failed) return <Unloaded onAgain={again} />;
  return (
    <Frame class="help" ready={file !== null}>
      <Heading title={t("How to play: {board}", { board: nameOf(known.name) })} lead={`${mechanicsLine(known)} · ${playersLine(known)}`} />
      <nav class="cluster help-others" aria-label={t("Boards")}>
        {maps.map((map) => <a key={map.id} class="chip" href={`/help/${map.id}`} aria-current={map.id === id ? "page" : undefined}>{nameOf(map.name)}</a>)}
      </nav>
      {file && <Rules map={file} />}
      {file && <p class="cluster"><a class="button primary" href={`/new/${known.id}`}>{t("Play {board}", { board: nameOf(known.name) })}</a></p>}
    </Frame>
  );
}
