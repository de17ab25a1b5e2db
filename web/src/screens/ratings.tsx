/*
 * Who is ahead, on each board and over all.
 *
 * SPDX-License-Identifier: MIT
 */
import { useState } from "preact/hooks";
import { useLoaded } from "../load";
import { maps } from "../maps";
import { fetchLeaders, profilePath, type Leaders } from "../net/people";
import { botNames, levels } from "../players";
import { account } from "../settings";
import { t } from "../text";
import { Choice } from "./controls";
import { Frame, Heading, Unreached } from "./frame";
import { poolName, RatingText } from "./people/rating";

/** Those of the levels that one plays against here. */
function Bots({ bots }: { bots: Leaders["bots"] }) {
  const known = levels.flatMap((level) => bots.filter(({ name }) => name === `bot:${level}`).map((bot) => ({ ...bot, called: botNames[level] })));
  if (known.length === 0) return null;
  return (
    <p class="hint">
      {t("Our bots, whose ratings stay:")}{" "}
      {known.map((bot, i) => <span key={bot.name}>{i > 0 && ", "}{bot.called} {bot.rating}</span>)}
    </p>
  );
}

function Table({ leaders }: { leaders: Leaders }) {
  if (leaders.players.length === 0)
    return (
      <div class="empty">
        <p>{t("Nobody stands here yet. It takes some rated games until a rating is sure enough.")}</p>
        {account.value === "" ? <a class="button" href="/account">{t("Sign in")}</a> : <a class="button" href="/lobby">{t("To the lobby")}</a>}
      </div>
    );
  return (
    <div class="count-table">
      <table class="numbers">
        <thead>
          <tr>{["#", t("Player"), t("Rating"), t("Games")].map((word) => <th scope="col" key={word}>{word}</th>)}</tr>
        </thead>
        <tbody>
          {leaders.players.map((one, i) => (
            <tr key={one.player}>
              <td>{i + 1}</td>
              <th scope="row"><a href={profilePath(one.name)}>{one.name}</a> {one.bot && <span class="badge plain">{t("bot")}</span>}</th>
              <td><RatingText rating={one} /></td>
              <td>{one.games}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export default function Ratings() {
  const [pool, setPool] = useState("all");
  const { found, failed, again } = useLoaded(pool, () => fetchLeaders(pool));
  return (
    <Frame class="people" ready={found !== null || failed}>
      <Heading title={t("Ratings")} lead={t("From rated games of people with accounts, in the last 45 days.")} />
      <Choice legend={t("Board")} quiet value={pool} onChange={(to) => setPool(to)} options={["all", ...maps.map(({ id }) => id)].map((id) => ({ value: id, label: poolName(id) }))} />
      {failed && <Unreached onAgain={again} />}
      {found && found.pool === pool && <><Table leaders={found} /><Bots bots={found.bots} /></>}
    </Frame>
  );
}
