/*
 * Tournaments: those that come, those under way, those that are over.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { useLoaded } from "../load";
import { fetchCups, type ListedCup, type ListStage } from "../net/cups";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { account } from "../settings";
import { t } from "../text";
import { Choice } from "./controls";
import { Ready } from "./cups/ready";
import { boardName, formatName, playersText, roundText, timeText } from "./cups/words";
import { Frame, Heading, Unreached } from "./frame";

const PAGE = 20;

function Entry({ cup }: { cup: ListedCup }) {
  const facts = [formatName(cup.format), boardName(cup.map), playersText(cup.players), roundText(cup)].filter(Boolean);
  return (
    <li class="table-entry panel flat" data-cup={cup.cup}>
      <Thumbnail map={cup.map} />
      <div class="table-text">
        <h2 class="cups-name">{cup.name} {cup.rated && <span class="badge plain">{t("rated")}</span>}{cup.yours && <span class="badge">{t("yours")}</span>}</h2>
        <p class="hint">{facts.join(" · ")}</p>
        <p class="hint">{cup.starts > 0 && cup.stage === "coming" ? t("begins {time}", { time: timeText(cup.starts) }) : t("made {time}", { time: timeText(cup.made) })}{cup.host && ` · ${t("by {name}", { name: cup.host })}`}</p>
      </div>
      <a class="button primary" href={`/cups/${cup.cup}`} aria-label={t("Look at {name}", { name: cup.name })}>{t("Look")}</a>
    </li>
  );
}

const empty = (stage: ListStage): string =>
  stage === "coming" ? t("No tournament waits for players. Make one, and send others the link.") : stage === "running" ? t("No tournament is under way.") : t("No tournament has been played to its end yet.");

function List({ stage, offset, onTurn }: { stage: ListStage; offset: number; onTurn(offset: number): void }) {
  const { found, failed, again } = useLoaded(`${stage}${offset}`, () => fetchCups(stage, offset));
  if (failed) return <Unreached onAgain={again} />;
  if (!found) return <p class="spinner" role="status" aria-label={t("Looking for tournaments")} />;
  if (found.cups.length === 0) return <div class="empty"><p>{empty(stage)}</p></div>;
  return (
    <>
      <ul class="table-list">{found.cups.map((cup) => <Entry key={cup.cup} cup={cup} />)}</ul>
      {(offset > 0 || found.more) && (
        <p class="cluster">
          <button type="button" class="button" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - PAGE))}>{t("Newer")}</button>
          <button type="button" class="button" disabled={!found.more} onClick={() => onTurn(offset + PAGE)}>{t("Older")}</button>
        </p>
      )}
    </>
  );
}

export default function Cups() {
  const [stage, setStage] = useState<ListStage>("coming");
  const [offset, setOffset] = useState(0);
  return (
    <Frame class="lobby cups">
      <div class="lobby-head">
        <Heading title={t("Tournaments")} lead={t("Several rounds, everybody against everybody of the same strength: made by players, led by the server.")} />
        <a class="button primary" href={account.value === "" ? "/account" : "/cups/new"}><Icon name="plus" />{account.value === "" ? t("Sign in to make one") : t("Make a tournament")}</a>
      </div>
      <Ready />
      <Choice legend={t("Which")} quiet value={stage} onChange={(to) => { setStage(to); setOffset(0); }}
        options={[{ value: "coming", label: t("Coming") }, { value: "running", label: t("Under way") }, { value: "over", label: t("Over") }]} />
      <List stage={stage} offset={offset} onTurn={setOffset} />
    </Frame>
  );
}
