/*
 * What players put on the boards: trains, taxis and buses as seen from above, stations,
 * passengers. Each is a <symbol> of the sprite, one for each seat or colour, for drawings that say
 * <use href={vehicleHref("train", 0)} width=… height=… transform=…>; boards and lists take the shapes.
 *
 * SPDX-License-Identifier: MIT
 */
import type { ComponentChildren } from "preact";
import { memo } from "../board/memo";
import { putPath } from "../board/path";
import { kindShape, kinds, seatFill } from "./symbols";

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

function VehicleParts({ vehicle, seat, scale = 1 }: { vehicle: string; seat: number; scale?: number }) {
  const { body = "", glass = "", line = "" } = vehicles[vehicle] ?? {};
  const put = (shape: string) => putPath(shape, { x: 0, y: 0, scale });
  const ink = `var(--seat-${seat}-ink)`;
  return (
    <>
      <path d={put(body)} fill="none" stroke="#1b2430" stroke-width={3 * scale} stroke-opacity=".55" />
      <path d={put(body)} fill={seatFill(seat)} stroke="#fff" stroke-width={1.3 * scale} />
      <path d={put(glass)} fill={ink} fill-opacity=".92" />
      {vehicle !== "train" && <path d={put(line)} fill={`var(--seat-${seat})`} stroke={ink} stroke-width={1.5 * scale} stroke-linejoin="round" stroke-linecap="round" />}
    </>
  );
}

function StationParts({ seat, scale = 1 }: { seat: number; scale?: number }) {
  const put = (shape: string) => putPath(shape, { x: 0, y: 0, scale });
  return (
    <>
      <path d={put(house)} fill="none" stroke="#1b2430" stroke-width={5.5 * scale} stroke-linejoin="round" stroke-opacity=".45" />
      <path d={put(house)} fill={seatFill(seat)} stroke="#fff" stroke-width={3 * scale} stroke-linejoin="round" paint-order="stroke" />
      <path d={put(door)} fill={`var(--seat-${seat}-ink)`} />
    </>
  );
}

function PassengerParts({ colour, scale = 1 }: { colour: string; scale?: number }) {
  return (
    <>
      <path d={putPath(person, { x: 0, y: 0, scale })} fill={`var(--kind-${colour})`} stroke={`var(--kind-${colour}-edge)`} stroke-width={1.5 * scale} />
      <path d={putPath(kindShape(colour), { x: 4 * scale, y: 12.5 * scale, scale: scale / 3 })} fill={`var(--kind-${colour}-ink)`} fill-rule="evenodd" />
    </>
  );
}

export function PieceSymbols() {
  return (
    <>
      {Object.keys(vehicles).flatMap((vehicle) =>
        seats.map((seat) => (
          <symbol key={vehicle + seat} id={`${vehicle}-${seat}`} viewBox="0 0 40 16">
            <VehicleParts vehicle={vehicle} seat={seat} />
          </symbol>
        )),
      )}
      {seats.map((seat) => (
        <symbol key={seat} id={`station-${seat}`} viewBox="0 0 32 32">
          <StationParts seat={seat} />
        </symbol>
      ))}
      {kinds.map((colour) => (
        <symbol key={colour} id={`passenger-${colour}`} viewBox="0 0 16 24">
          <PassengerParts colour={colour} />
        </symbol>
      ))}
    </>
  );
}

/** Drawn in pixels: what is not scaled is no layer that the browser looks after at every redraw. */
function Piece({ width, height, children }: { width: number; height: number; children: ComponentChildren }) {
  return (
    <svg class="piece" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {children}
    </svg>
  );
}

/** One vehicle of a seat outside of a board. */
export const Vehicle = memo(function Vehicle({ vehicle, seat, size = 40 }: { vehicle: string; seat: number; size?: number }) {
  return (
    <Piece width={size} height={size * 0.4}>
      <VehicleParts vehicle={vehicle} seat={seat} scale={size / 40} />
    </Piece>
  );
});

export const Station = memo(function Station({ seat, size = 24 }: { seat: number; size?: number }) {
  return (
    <Piece width={size} height={size}>
      <StationParts seat={seat} scale={size / 32} />
    </Piece>
  );
});

export const Passenger = memo(function Passenger({ colour, size = 24 }: { colour: string; size?: number }) {
  return (
    <Piece width={(size * 2) / 3} height={size}>
      <PassengerParts colour={colour} scale={size / 24} />
    </Piece>
  );
});
