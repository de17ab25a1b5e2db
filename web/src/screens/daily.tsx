/*
 * The deal of the day on each board: to be played, gone on with, or one's result among those of the bots; and what was played before.
 *
 * SPDX-License-Identifier: MIT
 */
import { useEffect, useState } from "preact/hooks";
import { dateOf, listPlayed, standing, streak, type Played } from "../daily/daily";
import { beginDay, localGames, newLocal } from "../game/open";
import { useAction } from "../load";
import { loadMap, maps, type MapSummary } from "../maps";
import type { Daily } from "../net/engine";
import { WorkerLink } from "../net/local";
import { fetchDay, type DayResults } from "../net/server";
import { Icon } from "../parts/icons";
import { Thumbnail } from "../parts/thumbnail";
import { playerNames } from "../players";
import { go } from "../router";
import { name } from "../settings";
import { language, n, nameOf, t } from "../text";
import { Ranking } from "./daily/ranking";
import { Standing } from "./daily/standing";
import { Frame, Heading } from "./frame";
import { signed } from "./words";

const longDate = (date: string): string => new Intl.DateTimeFormat(language.value, { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(date));
const shortDate = (date: string): string => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date));

/** The deals of a date, by map, as they become known. */
function useDeals(date: string): Record<string, Daily> {
  const [deals, setDeals] = useState<Record<string, Daily>>({});
  useEffect(() => {
    let gone = false;
    const link = new WorkerLink();
    const ask = async () => {
      for (const { id } of maps) {
        const deal = await link.send({ do: "daily", map: JSON.stringify(await loadMap(id)), date });
        if (gone) return;
        setDeals((all) => ({ ...all, [id]: deal }));
      }
    };
    ask().catch(() => undefined).finally(() => link.close());
    return () => { gone = true; link.close(); };
  }, [date]);
  return deals;
}

/** Where there is a server the game is played there, so that its result can stand in the table of the day; `here`: on this device. */
async function play(deal: Daily, here: boolean): Promise<string> {
  if (!here) return `/g/${await beginDay(deal.table.map)}`;
  await newLocal(deal.table, [name.value.trim() || t("You")], { day: deal.date }, { date: deal.date });
  return "/play";
}

interface CardProps {
  map: MapSummary;
  date: string;
  deal: Daily | undefined;
  played: Played | undefined;
  /** what the server says; null where there is none */
  day: DayResults | null | undefined;
}

/** To begin, to go on, or once more for practice. */
function Begin({ map, date, deal, played, day }: CardProps) {
  const { busy, wrong, act } = useAction();
  const title = nameOf(map.name);
  const left = localGames().find(({ map: id, special }) => id === map.id && special?.day === date);
  const counted = played !== undefined || day?.results.some(({ you }) => you) === true;
  const begin = (here: boolean) => {
    if (deal) act(() => play(deal, here).then((path) => go(path)));
  };
  const resume = day?.game ? `/g/${day.game}` : left ? `/play/${left.id}` : null;
  if (resume) return <p><a class="button primary" href={resume}><Icon name="play" />{t("Continue: {board}", { board: title })}</a></p>;
  return (
    <>
      <p>
        {counted
          ? <button type="button" class="button small" disabled={!deal || busy} onClick={() => begin(true)} aria-label={t("Once more, as practice: {board}", { board: title })}><Icon name="again" />{t("Once more, as practice")}</button>
          : <button type="button" class="button primary" disabled={!deal || day === undefined || busy} onClick={() => begin(day === null)} aria-label={t("Play: {board}", { board: title })}><Icon name="play" />{t("Play")}</button>}
      </p>
      {wrong && <p class="notice bad" role="alert">{wrong}</p>}
    </>
  );
}

function Card(props: CardProps) {
  const { map, date, deal, played, day } = props;
  const [open, setOpen] = useState(false);
  const title = nameOf(map.name);
  const bots = deal ? playerNames(deal.table.seats.map((seat) => (seat === "human" ? { is: "human", name: "" } : { is: "bot", name: seat }))).filter((_, seat) => deal.table.seats[seat] !== "human") : [];
  return (
    <li class="panel daily-card" data-map={map.id}>
      <Thumbnail map={map.id} />
      <h2>{title}</h2>
      <p class="hint">{deal ? t("against {names}", { names: bots.join(", ") }) : "…"}</p>
      {played && <Standing played={played} />}
      <Begin {...props} />
      {day && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t("Table of the day")} <span class="muted">{n("{n} has played", "{n} have played", day.played)}</span></summary>
          {open && <Ranking map={map.id} date={date} {...(played?.field && { field: played.field })} />}
        </details>
      )}
    </li>
  );
}

/** What the server says of the day, by map: null where nothing can be asked. */
function useDays(date: string): Record<string, DayResults | null> {
  const [days, setDays] = useState<Record<string, DayResults | null>>({});
  useEffect(() => {
    let gone = false;
    for (const { id } of maps) fetchDay(id, date).catch(() => null).then((day) => { if (!gone) setDays((all) => ({ ...all, [id]: day })); });
    return () => { gone = true; };
  }, [date]);
  return days;
}

function History({ played }: { played: readonly Played[] }) {
  if (played.length === 0) return null;
  const title = (id: string) => { const map = maps.find((one) => one.id === id); return map ? nameOf(map.name) : id; };
  return (
    <section class="panel stack" aria-labelledby="daily-before">
      <h2 id="daily-before">{t("Your results")}</h2>
      <div class="count-table" tabIndex={0} role="group" aria-labelledby="daily-before">
        <table class="numbers daily-history">
          <thead><tr>{[t("Day"), t("Board"), t("Points"), t("Ahead"), t("Among the bots")].map((word) => <th scope="col" key={word}>{word}</th>)}</tr></thead>
          <tbody>
            {played.slice(0, 60).map((one) => {
              const { below, of } = standing(one);
              return (
                <tr key={one.date + one.map}>
                  <th scope="row">{shortDate(one.date)}</th>
                  <td>{title(one.map)}</td><td>{one.points}</td><td>{signed(one.lead)}</td>
                  <td>{of > 0 ? t("better than {n} of {all}", { n: below, all: of }) : ""}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export default function DailyScreen() {
  /* a page that stays open goes on to the next day when it is looked at again */
  const [date, setDate] = useState(() => dateOf(Date.now()));
  useEffect(() => {
    const look = () => setDate(dateOf(Date.now()));
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  const deals = useDeals(date);
  const tables = useDays(date);
  const played = listPlayed();
  const days = streak(played, date);
  return (
    <Frame class="daily">
      <Heading title={t("Deal of the day")} lead={t("The same cards and the same bots for everybody, a new deal on each board every day. Bots have played your seat too: so luck is the same for all.")} />
      <p class="cluster"><strong>{longDate(date)}</strong>{days > 0 && <span class="badge">{n("{n} day in a row", "{n} days in a row", days)}</span>}</p>
      <ul class="daily-deals">
        {maps.map((map) => <Card key={map.id} map={map} date={date} deal={deals[map.id]} played={played.find((one) => one.date === date && one.map === map.id)} day={tables[map.id]} />)}
      </ul>
      <History played={played} />
    </Frame>
  );
}

