/*
 * The small landscapes on the cards: a train on a viaduct, a taxi between towers, a bus
 * before roofs and trees; the net on the back of the pile. All in a box of 100 by 140, in the colours of the
 * kind that the card is of.
 *
 * SPDX-License-Identifier: MIT
 */
/** What stands far away, what stands nearer, and what the vehicle goes on. */
const land: Record<string, { far: string; near: string; way: string }> = {
  train: {
    far: "M0 104C12 96 20 88 31 90S48 99 57 94 76 80 84 84 95 92 100 91V140H0Z",
    near: "M0 121H100V140H91V135A7.5 7.5 0 0 0 76 135V140H70V135A7.5 7.5 0 0 0 55 135V140H45V135A7.5 7.5 0 0 0 30 135V140H24V135A7.5 7.5 0 0 0 9 135V140H0Z",
    way: "M0 120.5H100",
  },
  taxi: {
    far: "M0 100H7V90H17V97H22V80H26L28 72 30 80H34V94H43V86H54V98H60V78H71V90H77V83H88V95H94V88H100V140H0Z",
    near: "M0 112H10V104H20V110H38V101H49V109H64V100H76V107H86V103H94V110H100V140H0Z",
    way: "M2 131H14M24 131H36M46 131H58M68 131H80M90 131H98",
  },
  bus: {
    far: "M0 103H8V95L13 90 18 95V103H27V99H32V84L34 79 36 84V99H41V101C41 93 46 88 52 88S63 93 63 101H70V92H74V88H77V92H82V97H89V92L94 87 100 92V140H0Z",
    near: "M0 116C3 108 12 108 15 113 18 107 28 107 31 115 40 115 48 116 55 116 60 116 66 116 70 115 73 106 84 107 86 112 90 107 98 108 100 114V140H0Z",
    way: "M0 131H100",
  },
};

/** Vehicles from the side, in a box of 72 by 26, driving to the right. */
const sides: Record<string, { body: string; glass: string }> = {
  train: {
    body: "M1 4.5A2 2 0 0 1 3 2.5H33V22H3A2 2 0 0 1 1 20ZM35 2.5H55C63 2.5 70 11 71 17.5 71.5 20.5 70 22 67 22H35Z",
    glass: "M5 7H11V13H5ZM14 7H20V13H14ZM23 7H29V13H23ZM38.5 7H44.5V13H38.5ZM47.5 7H53.5V13H47.5ZM57 7.3C60.5 8 63.3 10.3 65 13H57Z",
  },
  taxi: {
    body: "M14 12 21 5.5C22.5 4 24 3.5 26 3.5H30V1H39V3.5H43C45.5 3.5 47 4.2 49 6L55 12C62 12.5 66 14 66 18V21H60.5A6 6 0 0 0 48.5 21H24.5A6 6 0 0 0 12.5 21H7V16C7 13.5 9 12.3 14 12ZM18.5 16.5A4.5 4.5 0 1 1 18.5 25.5 4.5 4.5 0 0 1 18.5 16.5ZM54.5 16.5A4.5 4.5 0 1 1 54.5 25.5 4.5 4.5 0 0 1 54.5 16.5Z",
    glass: "M23.5 7.5C24.3 6.8 25 6.5 26 6.5H34V12H18.5ZM37 6.5H42.5C44 6.5 45 6.9 46 7.8L50 12H37Z",
  },
  bus: {
    body: "M9 0H61A4 4 0 0 1 65 4V19A3 3 0 0 1 62 22H58.5A5.5 5.5 0 0 0 47.5 22H24.5A5.5 5.5 0 0 0 13.5 22H9A3 3 0 0 1 6 19V3A3 3 0 0 1 9 0ZM19 17A4.5 4.5 0 1 1 19 26 4.5 4.5 0 0 1 19 17ZM53 17A4.5 4.5 0 1 1 53 26 4.5 4.5 0 0 1 53 17Z",
    glass: "M9.5 2.5H17V8H9.5ZM20 2.5H28V8H20ZM31 2.5H39V8H31ZM42 2.5H50V8H42ZM53 2.5H62V8H53ZM9.5 11H17V16H9.5ZM20 11H28V16H20ZM31 11H39V16H31ZM42 11H50V16H42ZM53 11H62.5V17H53Z",
  },
};

/** Where a vehicle's lowest point is in its landscape. */
export const ground = (vehicle: string): number => (vehicle === "train" ? 119 : 128);

/** What <use> refers to: a vehicle from the side, in the colour of the text around it. */
export const sideHref = (vehicle: string): string => `#side-${vehicle}`;

/** The same as shapes. */
export const sideShapes = (vehicle: string) => sides[vehicle];

/** A landscape in its box. */
export function Land({ vehicle }: { vehicle: string }) {
  return (
    <>
      <path class="scene-far" d={land[vehicle]?.far} />
      <path class="scene-near" d={land[vehicle]?.near} />
      <path class="scene-way" d={land[vehicle]?.way} />
    </>
  );
}

/** The lines of a net, on the back of the pile. */
export function Net() {
  return (
    <>
      <path class="back-line" d="M-5 24H26L44 42V92L62 110H105M-5 116H18L80 54V-5M105 78H74L50 102V145M-5 66H105" />
      <path class="back-stop" d="M44 66h0M68 66h0M18 66h0M26 24h0M80 30h0M62 110h0M50 125h0M88 110h0M88 78h0M18 116h0" />
    </>
  );
}

export function SceneSymbols() {
  return (
    <>
      {Object.entries(sides).map(([vehicle, { body, glass }]) => (
        <symbol key={vehicle} id={`side-${vehicle}`} viewBox="0 0 72 26">
          <path d={body} />
          <path class="side-glass" d={glass} />
        </symbol>
      ))}
    </>
  );
}
