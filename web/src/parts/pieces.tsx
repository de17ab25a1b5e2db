/*
 * What players put on the boards: trains, taxis and buses as seen from above, stations,
 * passengers. Each is a <symbol> of the sprite, one for each seat or colour; a board says
 * <use href={vehicleHref("train", 0)} width=… height=… transform=…>.
 *
 * SPDX-License-Identifier: MIT
 */
import { kinds, seatFill } from "./symbols";

/** In a box of 40 by 16, driving to the right; the long side is a space's. */
export const vehicleHref = (vehicle: string, seat: number): string => `#${vehicle}-${seat}`;
/** In a box of 32 by 32, standing on its middle. */
export const stationHref = (seat: number): string => `#station-${seat}`;
/** In a box of 16 by 24, standing on the middle of the lower edge. */
export const passengerHref = (colour: string): string => `#passenger-${colour}`;

const seats = [0, 1, 2, 3, 4];

/*
 * Bodies from above. All have a light rim, so that they stand out from a space of any
 * colour, and glass in the ink of their seat.
 */
const vehicles: Record<string, { body: string; glass: string; line: string }> = {
  train: {
    body: "M4.5 1.5H28C34 1.5 38.5 4.5 38.5 8S34 14.5 28 14.5H4.5A3 3 0 0 1 1.5 11.5V4.5A3 3 0 0 1 4.5 1.5Z",
    glass: "M30.5 4.3C33.5 5 35.3 6.4 35.3 8S33.5 11 30.5 11.7C31.6 9.3 31.6 6.7 30.5 4.3Z",
    line: "M5 8H26",
  },
  taxi: {
    body: "M8 2H31C36 2 38.5 4.4 38.5 8S36 14 31 14H8C3.7 14 2 11.7 2 8S3.7 2 8 2Z",
    glass: "M25 3.8C27.3 4 28.5 4.2 29.5 4.6 30.6 6.6 30.6 9.4 29.5 11.4 28.5 11.8 27.3 12 25 12.2 26.2 9.5 26.2 6.5 25 3.8ZM10.5 4.2C9.5 6.6 9.5 9.4 10.5 11.8L8 11.2C7 9.3 7 6.7 8 4.8Z",
    line: "M16 5.5V10.5H20V5.5Z",
  },
  bus: {
    body: "M4.5 1.5H36A2.5 2.5 0 0 1 38.5 4V12A2.5 2.5 0 0 1 36 14.5H4.5A3 3 0 0 1 1.5 11.5V4.5A3 3 0 0 1 4.5 1.5Z",
    glass: "M33.5 3.5H36.5V12.5H33.5C34.2 9.5 34.2 6.5 33.5 3.5Z",
    line: "M7 8H12M17 8H22M27 8H30",
  },
};
const house = "M4 27V14.5L16 4 28 14.5V27Z";
const door = "M12 27V20.5A4 4 0 0 1 20 20.5V27Z";
const person = "M8 1A4.2 4.2 0 0 1 10.9 8.2C13.7 9.3 15 12 15 15.5V21.5A1.5 1.5 0 0 1 13.5 23H2.5A1.5 1.5 0 0 1 1 21.5V15.5C1 12 2.3 9.3 5.1 8.2A4.2 4.2 0 0 1 8 1Z";

/** The same as shapes, for a board: a vehicle's parts, and somebody who waits. */
export const vehicleShapes = (vehicle: string) => vehicles[vehicle];
export const passengerShape = person;

export function PieceSymbols() {
  return (
    <>
      {Object.entries(vehicles).flatMap(([vehicle, { body, glass, line }]) =>
        seats.map((seat) => (
          <symbol key={vehicle + seat} id={`${vehicle}-${seat}`} viewBox="0 0 40 16">
            <path d={body} fill="none" stroke="#1b2430" stroke-width="3" stroke-opacity=".55" />
            <path d={body} fill={seatFill(seat)} stroke="#fff" stroke-width="1.3" />
            <path d={glass} fill={`var(--seat-${seat}-ink)`} fill-opacity=".92" />
            {vehicle !== "train" && <path d={line} fill={`var(--seat-${seat})`} stroke={`var(--seat-${seat}-ink)`} stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" />}
          </symbol>
        )),
      )}
      {seats.map((seat) => (
        <symbol key={seat} id={`station-${seat}`} viewBox="0 0 32 32">
          <path d={house} fill="none" stroke="#1b2430" stroke-width="5.5" stroke-linejoin="round" stroke-opacity=".45" />
          <path d={house} fill={seatFill(seat)} stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke" />
          <path d={door} fill={`var(--seat-${seat}-ink)`} />
        </symbol>
      ))}
      {kinds.map((colour) => (
        <symbol key={colour} id={`passenger-${colour}`} viewBox="0 0 16 24">
          <path d={person} fill={`var(--kind-${colour})`} stroke={`var(--kind-${colour}-edge)`} stroke-width="1.5" />
          <use href={`#kind-${colour}`} x="4" y="12.5" width="8" height="8" fill={`var(--kind-${colour}-ink)`} />
        </symbol>
      ))}
    </>
  );
}

/** One vehicle of a seat outside of a board. */
export function Vehicle({ vehicle, seat, size = 40 }: { vehicle: string; seat: number; size?: number }) {
  return (
    <svg class="piece" width={size} height={size * 0.4} viewBox="0 0 40 16" aria-hidden="true">
      <use href={vehicleHref(vehicle, seat)} />
    </svg>
  );
}

export function Station({ seat, size = 24 }: { seat: number; size?: number }) {
  return (
    <svg class="piece" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <use href={stationHref(seat)} />
    </svg>
  );
}

export function Passenger({ colour, size = 24 }: { colour: string; size?: number }) {
  return (
    <svg class="piece" width={(size * 2) / 3} height={size} viewBox="0 0 16 24" aria-hidden="true">
      <use href={passengerHref(colour)} />
    </svg>
  );
}
