/*
 * The seats of a game that is planned: one line each, with what can be chosen for it.
 *
 * SPDX-License-Identifier: MIT
 */
import { Icon } from "../parts/icons";
import { paintsOf, usePaints, type Paint } from "../paints";
import { Vehicle } from "../parts/pieces";
import { botNames, levelManner, levelName, levels, type Level } from "../players";
import { name as ownName, paint as ownPaint } from "../settings";
import { n, t, textFor } from "../text";
import { NameField, Select, type Option } from "./controls";
import { PaintChoice } from "./paint";
import { coloursOf, newcomer, sitterName, type Mode, type Plan, type Sitter } from "./plan";

function personLabel(mode: Mode): string | null {
  return textFor({ online: t("A friend, by link"), device: t("A person here") }, mode) ?? null;
}

function options(mode: Mode): Option<string>[] {
  const person = personLabel(mode);
  return [
    ...(person ? [{ value: "person", label: person }] : []),
    ...levels.map((l) => ({ value: l as string, label: t("{bot}, bot ({level})", { bot: botNames[l], level: levelName(l) }) })),
  ];
}

/** The name of somebody on this device; one's own is a setting. */
function SeatName({ now, seat, sitter, onChange }: { now: Plan; seat: number; sitter: Sitter; onChange(sitter: Sitter): void }) {
  const mine = sitter.is === "me";
  return (
    <NameField label={t("Name of player {n}", { n: seat + 1 })} quiet placeholder={sitterName({ ...now, seats: [] }, seat)}
      value={mine ? ownName.value : sitter.is === "person" ? sitter.name : ""}
      onChange={(value) => { if (mine) ownName.value = value; else if (sitter.is === "person") onChange({ ...sitter, name: value }); }} />
  );
}

/** The colour of somebody's pieces; one's own is a setting. */
function SeatPaint({ now, seat, sitter, onChange }: { now: Plan; seat: number; sitter: Sitter; onChange(sitter: Sitter): void }) {
  const all = paintsOf(coloursOf(now).map((colour) => ({ colour })));
  const choose = (to: Paint) => { if (sitter.is === "me") ownPaint.value = to; else if (sitter.is === "person") onChange({ ...sitter, paint: to }); };
  /* those of bots give way */
  const taken = coloursOf(now).filter((colour, at) => at !== seat && colour !== null) as Paint[];
  return <PaintChoice quiet legend={t("Colour of player {n}", { n: seat + 1 })} value={all[seat] ?? null} taken={taken} onChange={choose} />;
}

interface SeatProps {
  now: Plan;
  seat: number;
  vehicle: string;
  onChange(sitter: Sitter): void;
  onRemove: (() => void) | null;
}

function Seat({ now, seat, vehicle, onChange, onRemove }: SeatProps) {
  const sitter = now.seats[seat];
  if (!sitter) return null;
  const named = now.mode === "device" && sitter.is !== "bot";
  const painted = sitter.is === "me" || named;
  return (
    <li class={`seat seat-${seat}`}>
      <Vehicle vehicle={vehicle} seat={seat} />
      {sitter.is === "me" ? (
        <span class="seat-me">{t("You")}</span>
      ) : (
        <Select legend={t("Seat {n}", { n: seat + 1 })} quiet options={options(now.mode)}
          value={sitter.is === "bot" ? sitter.level : "person"}
          onChange={(value) => onChange(value === "person" ? { is: "person", name: "" } : { is: "bot", level: value as Level })} />
      )}
      {named && <SeatName now={now} seat={seat} sitter={sitter} onChange={onChange} />}
      {painted && <SeatPaint now={now} seat={seat} sitter={sitter} onChange={onChange} />}
      {sitter.is === "bot" && <span class="hint seat-hint">{levelManner(sitter.level)}</span>}
      {onRemove && (
        <button type="button" class="button quiet icon small" aria-label={t("Remove seat {n}", { n: seat + 1 })} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

export function Seats({ now, players, vehicle, learned, onChange }: {
  now: Plan; players: [number, number]; vehicle: string; learned: boolean; onChange(to: (seats: Sitter[]) => Sitter[]): void;
}) {
  const { seats } = now;
  const [least, most] = players;
  usePaints(coloursOf(now).map((colour) => ({ colour })));
  const put = (seat: number, sitter: Sitter) => onChange((all) => all.map((old, at) => (at === seat ? sitter : old)));
  const remove = (seat: number) => onChange((all) => (all.length > least ? all.filter((_, at) => at !== seat) : all));
  const add = () => onChange((all) => (all.length < most ? [...all, newcomer(now.mode)] : all));
  return (
    <fieldset class="seats">
      <legend class="label">{n("{n} player", "{n} players", seats.length)}</legend>
      <ol>
        {seats.map((sitter, seat) => (
          <Seat key={seat} now={now} seat={seat} vehicle={vehicle} onChange={(changed) => put(seat, changed)}
            onRemove={seats.length > least && sitter.is !== "me" ? () => remove(seat) : null} />
        ))}
      </ol>
      <button type="button" class="button small" disabled={seats.length >= most} onClick={add}>
        <Icon name="plus" />{t("Add a player")}
      </button>
      {!learned && seats.some((sitter) => sitter.is === "bot") && (
        <p class="hint">{t("No net has learned this board: bots plan and try moves out instead.")}</p>
      )}
    </fieldset>
  );
}
