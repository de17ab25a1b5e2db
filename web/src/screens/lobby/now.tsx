/*
 * Play now, and what friends are doing: above the lists of the lobby.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { maps } from "../../maps";
import { fetchFriends, playLater, playNow, profilePath, type Friends, type Wish } from "../../net/people";
import { Icon } from "../../parts/icons";
import { go } from "../../router";
import { account, name } from "../../settings";
import { n, nameOf, t } from "../../text";
import { reason, TextField } from "../account/fields";
import { Select, Switch } from "../controls";
import { Ready } from "../cups/ready";
import { Leaving, Standing, useStanding } from "../order/standing";
import { reserved } from "../plan";
import { duration } from "../words";

const AGAIN_MS = 2000;
const CLOCKS = [30, 60, 120, 86400];

/** Asks again and again while it is wanted, and goes to the table once there is one. */
function useSearch(wish: Wish | null, onWrong: (why: string) => void): { waiting: number; reach: number } | null {
  const [found, setFound] = useState<{ waiting: number; reach: number } | null>(null);
  useEffect(() => {
    if (!wish) return undefined;
    let gone = false;
    let timer = 0;
    const ask = (): void => {
      playNow(wish).then((answer) => {
        if (gone) return;
        if ("game" in answer) {
          gone = true;
          reserved.value = { game: answer.game, seat: answer.seat, name: name.value };
          go(`/g/${answer.game}`);
          return;
        }
        setFound(answer);
        timer = window.setTimeout(ask, AGAIN_MS);
      }, (error: unknown) => { if (!gone) onWrong(reason(error)); });
    };
    ask();
    return () => {
      if (!gone) void playLater().catch(() => undefined);
      gone = true;
      clearTimeout(timer);
      setFound(null);
    };
  }, [wish]);
  return found;
}

function Now({ children }: { children: ComponentChildren }) {
  const [map, setMap] = useState(maps[0]?.id ?? "");
  const [seats, setSeats] = useState(2);
  const [clock, setClock] = useState(60);
  const [rated, setRated] = useState(false);
  const [wish, setWish] = useState<Wish | null>(null);
  const [wrong, setWrong] = useState("");
  const found = useSearch(wish, (why) => { setWrong(why); setWish(null); });
  const [least, most] = maps.find(({ id }) => id === map)?.players ?? [2, 2];
  const fitting = Math.max(least, Math.min(most, seats));
  const begin = (event: Event): void => {
    event.preventDefault();
    setWrong("");
    setWish({ map, seats: fitting, clock, rated: rated && account.value !== "" });
  };
  if (wish)
    return (
      <section class="panel stack" aria-labelledby="now">
        <h2 id="now">{t("Play now")}</h2>
        <p role="status">
          <span class="spinner small" aria-hidden="true" /> {found
            ? n("{n} person wants this game, of {seats}.", "{n} people want this game, of {seats}.", found.waiting, { seats: wish.seats })
            : t("Looking for others…")}
        </p>
        {found && <p class="hint">{t("The longer you wait, the farther away others may be in rating: {reach} points now.", { reach: found.reach })}</p>}
        <p><button type="button" class="button" onClick={() => setWish(null)}>{t("Stop waiting")}</button></p>
      </section>
    );
  return (
    <form class="panel stack" aria-labelledby="now" onSubmit={begin}>
      <h2 id="now">{t("Play now")}</h2>
      <div class="people-filters">
        <Select legend={t("Board")} value={map} onChange={(to) => setMap(to)} options={maps.map(({ id, name: names }) => ({ value: id, label: nameOf(names) }))} />
        <Select legend={t("Players")} value={fitting} onChange={(to) => setSeats(to)} options={Array.from({ length: most - least + 1 }, (_, i) => ({ value: least + i, label: String(least + i) }))} />
        <Select legend={t("Time for a move")} value={clock} onChange={(to) => setClock(to)} options={CLOCKS.map((value) => ({ value, label: duration(value) }))} />
        {account.value !== "" && <Switch label={t("Rated")} value={rated} onChange={setRated} />}
      </div>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
      <p class="cluster">
        <button type="submit" class="button primary"><Icon name="play" />{t("Find others")}</button>
        <a class="button quiet" href="/cups">{t("Tournaments")}</a>
        <a class="button quiet" href="/ratings">{t("Ratings")}</a>
      </p>
      {children}
    </form>
  );
}

/** To the profile of somebody whose name one knows: there one can follow them. */
function FindPlayer() {
  const [called, setCalled] = useState("");
  const find = (event: Event): void => {
    event.preventDefault();
    if (called.trim()) go(profilePath(called.trim()));
  };
  return (
    <form class="people-find" onSubmit={find}>
      <TextField label={t("Name of a player")} kind="off" value={called} onChange={setCalled} />
      <button type="submit" class="button">{t("To the profile")}</button>
    </form>
  );
}

/** Whom one follows, and what they do. Its place is there before that is known, so that nothing moves. */
function FriendsPart() {
  const [friends, setFriends] = useState<Friends | null>(null);
  useEffect(() => { if (account.value !== "") fetchFriends().then(setFriends, () => undefined); }, []);
  if (account.value === "") return null;
  const board = (id: string): string => { const map = maps.find((one) => one.id === id); return map ? nameOf(map.name) : id; };
  return (
    <section class="panel stack" aria-labelledby="friends">
      <h2 id="friends">{t("Friends")}</h2>
      {friends && (friends.asked.length > 0 || friends.playing.length > 0) && (
        <ul class="account-list">
          {friends.asked.map((one) => (
            <li class="account-line" key={`a${one.game}`}><span>{t("{name} asks you to play {board}", { name: one.name, board: board(one.table.map) })}</span> <a class="button small primary" href={`/g/${one.game}`}>{t("To the table")}</a></li>
          ))}
          {friends.playing.map((one) => (
            <li class="account-line" key={`p${one.game}${one.player}`}><span>{t("{name} plays {board}", { name: one.name, board: board(one.table.map) })}</span> <a class="button small" href={`/g/${one.game}`}>{t("Look")}</a></li>
          ))}
        </ul>
      )}
      <p class="cluster">
        {friends?.followed.map((one) => <a class="chip" key={one.player} href={profilePath(one.name)}>{one.name}</a>)}
        {friends?.followed.length === 0 && t("You follow nobody yet. Choose “Follow” in somebody’s profile, and you see here what they play.")}
      </p>
      <FindPlayer />
    </section>
  );
}

export default function NowAndFriends() {
  const standing = useStanding();
  return (
    <>
      <Ready />
      <Standing {...standing} />
      <div class="account-parts"><Now><Leaving found={standing.found} /></Now><FriendsPart /></div>
    </>
  );
}
