/*
 * A player: ratings, statistics, the games that are over.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../load";
import { maps } from "../maps";
import { fetchPast, fetchProfile, profilePath, regard, setPrivate, type PastFilter, type PastGame, type PastReview, type Profile } from "../net/people";
import { Refused } from "../net/server";
import { seatColours } from "../paints";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { playerNames } from "../players";
import { n, t } from "../text";
import { AskButton } from "./account/fields";
import { Select, Switch } from "./controls";
import { Frame, Heading, Unreached, Wrong } from "./frame";
import { dayText } from "./people/day";
import { ReportPlayer } from "./order/report";
import { Curve, poolName, RatingText } from "./people/rating";
import { signed } from "./words";

function Numbers({ heads, rows }: { heads: string[]; rows: { key: string; head: preact.ComponentChildren; cells: preact.ComponentChildren[] }[] }) {
  return (
    <div class="count-table sums">
      <table class="numbers">
        <thead><tr>{heads.map((word) => <th scope="col" key={word}>{word}</th>)}</tr></thead>
        <tbody>{rows.map(({ key, head, cells }) => <tr key={key}><th scope="row">{head}</th>{cells.map((cell, i) => <td key={i}>{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function Ratings({ profile }: { profile: Profile }) {
  if (!profile.ratings?.length) return null;
  return (
    <section class="panel stack" aria-labelledby="ratings">
      <h2 id="ratings">{t("Ratings")}</h2>
      <Numbers heads={[t("Board"), t("Rating"), t("Games")]}
        rows={profile.ratings.map((one) => ({ key: one.pool, head: poolName(one.pool), cells: [<RatingText rating={one} />, one.games] }))} />
      <Curve points={profile.curve ?? []} />
    </section>
  );
}

/** How often one has won, as a bar beside the number. */
function Share({ part, of }: { part: number; of: number }) {
  return <span class="people-bar"><meter class="people-share" min={0} max={of} value={part} aria-hidden="true" /> {part}</span>;
}

function Statistics({ profile }: { profile: Profile }) {
  if (!profile.boards?.length) return null;
  return (
    <section class="panel stack" aria-labelledby="statistics">
      <h2 id="statistics">{t("All in all")}</h2>
      <Numbers heads={[t("Board"), t("Played"), t("Won"), t("Average"), t("Best")]}
        rows={profile.boards.map((one) => ({
          key: one.map, head: poolName(one.map),
          cells: [one.played, <Share part={one.won} of={one.played} />, signed(Math.round(one.points / one.played)), signed(one.best)],
        }))} />
      {profile.opponents && profile.opponents.length > 0 && (
        <Numbers heads={[t("Opponent"), t("Played"), t("Ahead of them"), t("Behind them")]}
          rows={profile.opponents.map((one) => ({ key: one.player, head: <a href={profilePath(one.name)}>{one.name}</a>, cells: [one.played, one.ahead, one.behind] }))} />
      )}
    </section>
  );
}

const gain = (n: number): string => (n > 0 ? `+${n}` : signed(n));
const average = (list: number[]): number => Math.round(list.reduce((sum, one) => sum + one, 0) / list.length);

/** What reviews of one's own games have come to; nobody else is shown it. */
function Reviews({ reviews }: { reviews: PastReview[] }) {
  if (reviews.length === 0) return null;
  const mistakes = reviews.reduce((sum, one) => sum + one.mistakes, 0);
  const decisions = reviews.reduce((sum, one) => sum + one.decisions, 0);
  return (
    <section class="panel stack" aria-labelledby="reviews">
      <h2 id="reviews">{t("Your reviews")}</h2>
      <p>{n("{n} mistake beyond doubt in {all} decisions.", "{n} mistakes beyond doubt in {all} decisions.", mistakes, { all: decisions })}</p>
      <Numbers heads={[t("Date"), t("Luck"), t("Own decisions"), t("Mistakes")]}
        rows={[
          { key: "", head: t("On average"), cells: [gain(average(reviews.map(({ luck }) => luck))), gain(average(reviews.map(({ own }) => own))), (mistakes / reviews.length).toFixed(1)] },
          ...reviews.slice(0, 8).map((one) => ({
            key: one.game, head: <a href={`/g/${one.game}`}>{dayText(one.at)}</a>,
            cells: [<Gain part={one.luck} />, <Gain part={one.own} />, one.mistakes],
          })),
        ]} />
      <p class="hint">{t("In percent of a victory. Only you see this: what your browser has worked out is nobody else’s proof.")}</p>
    </section>
  );
}

/** A part of a victory, as a bar to the left or the right of the middle. */
function Gain({ part }: { part: number }) {
  const length = Math.min(50, Math.abs(part) / 2);
  return (
    <span class="people-bar">
      <svg class="people-gain" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class={part < 0 ? "lost" : "won"} x={part < 0 ? 50 - length : 50} y="1" width={length} height="8" /><path d="M50 0V10" />
      </svg> {gain(part)}
    </span>
  );
}

function Entry({ game }: { game: PastGame }) {
  const names = playerNames(game.table.players);
  return (
    <li class="table-entry panel flat" data-past={game.game} style={seatColours(game.table.players)}>
      <Thumbnail map={game.table.map} />
      <div class="table-text">
        <h3>{poolName(game.table.map)} {game.place === 1 && !game.gone && <span class="badge">{t("won")}</span>} {game.rated && <span class="badge plain">{t("rated")}</span>}</h3>
        <p class="hint">{dayText(game.at)} · {t("place {n}, {points} points", { n: game.place, points: signed(game.points) })}{game.gone && ` · ${t("left early")}`}</p>
        <ul class="cluster">{names.map((called, seat) => <li key={seat} class={`chip seat-${seat}`}>{called}</li>)}</ul>
      </div>
      <p class="cluster">
        <a class="button small" href={`/g/${game.game}`}>{t("Look back")}</a>
        <a class="button small quiet" href={`/api/games/${game.game}/record`} download={`linea-${game.game}.jsonl`}><Icon name="download" />{t("Record")}</a>
      </p>
    </li>
  );
}

/** In place of the list: why it is empty, and for oneself what to do about it. */
function NoGame({ filter, self }: { filter: PastFilter; self: boolean }) {
  if (Object.values(filter).some(Boolean)) return <div class="empty"><p>{t("No game is like that.")}</p></div>;
  return (
    <div class="empty">
      <p>{t("No game with others is over yet.")}</p>
      {self && <a class="button" href="/lobby">{t("To the lobby")}</a>}
    </div>
  );
}

/** A page of the list, and on request the next one below it. */
function PastPage({ player, self, filter, offset = 0 }: { player: string; self: boolean; filter: PastFilter; offset?: number }) {
  const { found, failed, again } = useLoaded(offset, () => fetchPast(player, filter, offset));
  const [further, setFurther] = useState(false);
  if (failed) return <Unreached onAgain={again} />;
  if (!found) return <p class="spinner" role="status" aria-label={t("One moment, please.")} />;
  if (offset === 0 && found.games.length === 0) return <NoGame filter={filter} self={self} />;
  return (
    <>
      <ul class="table-list">{found.games.map((game) => <Entry key={game.game} game={game} />)}</ul>
      {further
        ? <PastPage player={player} self={self} filter={filter} offset={offset + found.games.length} />
        : found.more && <p><button type="button" class="button" onClick={() => setFurther(true)}>{t("More")}</button></p>}
    </>
  );
}

function Past({ profile }: { profile: Profile }) {
  const [map, setMap] = useState("");
  const [rated, setRated] = useState(false);
  const [won, setWon] = useState(false);
  const [opponent, setOpponent] = useState("");
  const filter = { map, rated, won, opponent };
  return (
    <section class="stack" aria-labelledby="past">
      <h2 id="past">{t("Games that are over")}</h2>
      <div class="people-filters">
        <Select legend={t("Board")} value={map} onChange={(to) => setMap(to)} options={[{ value: "", label: t("All boards") }, ...maps.map(({ id }) => ({ value: id, label: poolName(id) }))]} />
        {profile.opponents && profile.opponents.length > 0 && (
          <Select legend={t("Opponent")} value={opponent} onChange={(to) => setOpponent(to)}
            options={[{ value: "", label: t("All") }, ...profile.opponents.map((one) => ({ value: one.player, label: one.name }))]} />
        )}
        <Switch label={t("Rated games only")} value={rated} onChange={setRated} />
        <Switch label={t("Won games only")} value={won} onChange={setWon} />
      </div>
      <PastPage key={JSON.stringify(filter)} player={profile.player} self={profile.self} filter={filter} />
    </section>
  );
}

/** What one may do about somebody else; and, for oneself, what others see. */
function Manners({ profile, onChange }: { profile: Profile; onChange(): void }) {
  const [hidden, setHidden] = useState(profile.private);
  if (profile.self)
    return (
      <div class="panel flat people-privacy">
        <Switch label={t("Others see neither my games nor my ratings")} value={hidden}
          onChange={(to) => { setHidden(to); setPrivate(to).then(onChange, () => setHidden(!to)); }} />
      </div>
    );
  if (!profile.is) return null;
  const become = (is: "followed" | "blocked" | "nobody") => async () => { await regard(profile.player, is); onChange(); };
  return (
    <p class="cluster">
      {profile.is === "followed"
        ? <><span class="badge">{t("You follow them")}</span> <AskButton key="off" label={t("Stop following")} act={become("nobody")} /></>
        : <AskButton key="on" label={t("Follow")} act={become("followed")} />}
      {profile.is === "blocked"
        ? <><span class="badge">{t("You have blocked them")}</span> <AskButton key="unblock" label={t("Unblock")} act={become("nobody")} /></>
        : <AskButton key="block" label={t("Block")} act={become("blocked")} />}
      <ReportPlayer player={profile.player} />
    </p>
  );
}

export default function Player({ name }: { name: string }) {
  const [missing, setMissing] = useState(false);
  const [changes, setChanges] = useState(0);
  const { found: shown, failed, again } = useLoaded(`${name}/${changes}`, () => fetchProfile(name).catch((error: unknown) => {
    setMissing(error instanceof Refused && error.status === 404);
    throw error;
  }));
  /* what was there stays until it has come again */
  const [kept, setKept] = useState<Profile | null>(null);
  useEffect(() => { if (shown) setKept(shown); }, [shown]);
  const found = shown ?? kept;
  if (failed && missing) return <Wrong title={t("There is no such player")} message={t("The link may be old, or the account was deleted.")} />;
  return (
    <Frame class="people" ready={found !== null || failed}>
      <Heading title={found?.name ?? name} />
      {failed && <Unreached onAgain={again} />}
      {found && (
        <>
          <p class="hint">{t("Since {day}", { day: dayText(found.created) })} {found.bot && <span class="badge plain">{t("bot")}</span>}</p>
          <Manners key={found.is} profile={found} onChange={() => setChanges(changes + 1)} />
          {found.private && !found.self && <div class="empty"><p>{t("This player shows neither games nor ratings.")}</p></div>}
          <div class="account-parts"><Ratings profile={found} /><Statistics profile={found} /><Reviews reviews={found.reviews ?? []} /></div>
          {(found.self || !found.private) && <Past profile={found} />}
        </>
      )}
    </Frame>
  );
}
