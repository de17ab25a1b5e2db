/*
 * Draws the backgrounds of the boards of New York and London: art/background/<map>.svg.
 * Both are our own sketches around the places of art/<map>.json: shores, rivers, parks and
 * main streets by hand, the small streets between them by a rule. `node art/city.mjs`; the
 * results are kept. Colours are classes, which src/style/boards.css fills.
 *
 * SPDX-License-Identifier: MIT
 */
import { fileURLToPath } from "node:url";
import { chance, curve, distance, polyline, stretches, within } from "./shapes.mjs";
import { frame, waves, write } from "./sheet.mjs";

const ring = (points) => curve(points, true);
const rings = (all) => all.map(ring).join("");
const straight = (points, closed = true) => polyline(points, closed, 0);
const box = (x, y, width, height) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];

/* ---- New York ---- */

export const manhattan = [
  [104, -40], [100, 120], [96, 300], [99, 470], [104, 600], [112, 730], [124, 850], [140, 950], [168, 1040], [205, 1120], [252, 1190],
  [300, 1226], [345, 1232], [392, 1206], [450, 1152], [530, 1102], [620, 1068], [700, 1050], [752, 1010], [766, 950], [752, 870],
  [734, 790], [726, 720], [740, 650], [742, 560], [748, 470], [764, 380], [778, 250], [782, 100], [784, -40],
];
export const longIsland = [
  [940, -40], [928, 90], [905, 200], [892, 320], [872, 430], [856, 520], [866, 600], [848, 680], [856, 770], [876, 850], [884, 920], [868, 985],
  [815, 1040], [745, 1090], [660, 1120], [590, 1160], [548, 1215], [528, 1270], [520, 1340], [960, 1340],
];
export const newJersey = [[-40, -40], [26, -40], [22, 90], [34, 220], [28, 380], [40, 520], [30, 660], [44, 800], [36, 900], [60, 985], [52, 1080], [30, 1160], [44, 1240], [24, 1340], [-40, 1340]];
const islands = [
  [[826, 150], [836, 190], [834, 280], [824, 330], [816, 280], [816, 190]],
  [[404, 1278], [440, 1262], [462, 1282], [452, 1320], [410, 1322], [392, 1300]],
  [[120, 1196], [140, 1188], [150, 1204], [136, 1220], [120, 1214]],
  [[96, 1130], [116, 1124], [122, 1140], [104, 1148]],
];

export const newYorkParks = [
  [[410, -30], [680, -30], [680, 208], [410, 208]], // Central Park
  box(440, 396, 62, 30), box(462, 552, 40, 44), box(455, 694, 40, 40), box(528, 652, 40, 22), // squares of Midtown
  box(322, 828, 64, 42), box(664, 834, 46, 36), box(556, 735, 34, 22), box(392, 1068, 34, 50), // downtown
  [[252, 1180], [296, 1160], [330, 1190], [350, 1226], [300, 1222]], // the Battery
  [[742, 800], [756, 870], [762, 950], [748, 990], [738, 950], [734, 870]], // along the East River
  [[106, 640], [122, 640], [140, 830], [126, 830]], // along the Hudson
  [[590, 1165], [640, 1134], [652, 1150], [602, 1188]], [[795, 1170], [846, 1160], [852, 1214], [802, 1220]], // Brooklyn
  [[862, 655], [880, 640], [892, 700], [872, 716]],
];
const parkWaters = [
  [[560, 168], [592, 158], [612, 172], [596, 190], [566, 188]],
  [[448, 60], [486, 40], [508, 58], [486, 84], [456, 84]],
];
const parkPaths = [
  [[430, -20], [440, 60], [420, 140], [470, 190], [560, 196], [650, 180], [664, 110], [640, 40], [655, -20]],
  [[415, 110], [500, 118], [600, 100], [675, 110]],
  [[520, 200], [540, 150], [530, 90], [560, 30], [550, -20]],
];

/** Piers: on both shores of Manhattan, each a small comb. */
function piers() {
  const west = [210, 250, 292, 330, 520, 556, 590, 690, 760, 930, 968].map((y) => {
    const x = 96 + Math.max(0, (y - 560) / 11);
    return box(x - 22, y, 30, 11);
  });
  const east = [[752, 430], [744, 530], [748, 615]].map(([x, y]) => box(x - 6, y, 28, 10));
  return [...west, ...east].map((points) => straight(points)).join("");
}

/** Broadway, the one street that goes its own way. */
export const broadway = [[206, -20], [269, 121], [330, 225], [386, 324], [420, 430], [448, 540], [476, 690], [446, 800], [404, 920], [372, 1040], [338, 1131], [330, 1205]];

const bridges = [
  [[418, 1092], [618, 1188]], [[556, 1052], [672, 1158]], [[748, 950], [930, 930]], [[770, 246], [940, 246]], [[862, 560], [930, 540]],
];

export function newYorkStreets() {
  const free = (point) =>
    within(point, manhattan) && !newYorkParks.some((park) => within(point, park)) && distance(point, [...manhattan, manhattan[0]]) > 9;
  const avenues = [];
  const streets = [];
  /* The grid of the north; below, where it ends, the old town turns along its two shores. */
  for (let i = 0; i <= 11; i++) {
    const x = 136 + i * 57;
    avenues.push(...stretches([x, -20], [x + 6, i < 3 ? 880 : 850], free));
  }
  for (let y = 6; y <= 850; y += 24) streets.push(...stretches([90, y], [790, y + 4], free));
  for (let i = 0; i <= 6; i++) avenues.push(...stretches([150 + i * 52, 868], [268 + i * 34, 1230], free));
  for (let i = 0; i <= 13; i++) streets.push(...stretches([110, 900 + i * 25], [470, 868 + i * 25], free));
  for (let i = 0; i <= 6; i++) avenues.push(...stretches([500 + i * 42, 868], [470 + i * 50, 1110], free));
  for (let i = 0; i <= 8; i++) streets.push(...stretches([478, 880 + i * 25], [770, 872 + i * 25], free));
  return { avenues, streets };
}

/** Streets across the rivers: slanted, paler, only a hint. */
function farStreets() {
  const far = (point) => [longIsland, newJersey].some((land) => within(point, land) && distance(point, [...land, land[0]]) > 8);
  const parts = [];
  for (let i = -8; i < 46; i++) parts.push(...stretches([500, 1000 - i * 40 + 400], [960, 1180 - i * 40 + 400], far));
  for (let i = 0; i < 16; i++) parts.push(...stretches([540 + i * 46, 1340], [740 + i * 46, 900], far));
  for (let i = 0; i < 20; i++) parts.push(...stretches([-10, i * 68], [60, i * 68 + 14], far));
  return parts.filter((part) => !newYorkParks.some((park) => within(part[0], park)));
}

const lineOf = (parts) => parts.map((part) => straight(part, false)).join("");

function drawNewYork() {
  const board = { width: 900, height: 1300 };
  const { avenues, streets } = newYorkStreets();
  const land = rings([manhattan, longIsland, newJersey, ...islands]);
  write("new-york", board, [
    `<g class="bg-shelf"><path class="bg-shelf-0" stroke-width="44" d="${land}"/><path class="bg-shelf-1" stroke-width="22" d="${land}"/></g>`,
    `<path class="bg-pier" d="${piers()}"/>`,
    `<path class="bg-bridge" d="${lineOf(bridges)}"/>`,
    `<path class="bg-land" d="${rings([longIsland, newJersey, ...islands])}"/>`,
    `<path class="bg-home" d="${ring(manhattan)}"/>`,
    `<path class="bg-street far" d="${lineOf(farStreets())}"/>`,
    `<path class="bg-street" d="${lineOf(streets)}"/>`,
    `<path class="bg-avenue" d="${lineOf(avenues)}"/>`,
    `<path class="bg-park" d="${newYorkParks.map((park) => straight(park)).join("")}"/>`,
    `<path class="bg-path" d="${parkPaths.map((points) => curve(points)).join("")}"/>`,
    `<path class="bg-lake" d="${rings(parkWaters)}"/>`,
    `<path class="bg-main" d="${curve(broadway)}"/>`,
    `<path class="bg-lights" d="${lineOf(avenues)}${curve(broadway)}"/>`,
    waves([[60, 180], [66, 640], [70, 900], [180, 1250], [330, 1262], [800, 60], [800, 480], [808, 720], [800, 900], [690, 1082], [490, 1150]]),
    frame(board),
  ]);
}

/* ---- London ---- */

export const thames = [
  [-40, 905], [110, 918], [250, 930], [400, 922], [540, 905], [640, 868], [684, 800], [690, 720], [708, 650], [760, 590], [850, 556], [950, 549],
  [1050, 572], [1130, 616], [1215, 640], [1300, 660], [1360, 715], [1440, 735],
];
export const breadth = 52;

export const londonParks = [
  [[38, 484], [150, 462], [262, 470], [306, 496], [300, 560], [262, 640], [140, 650], [50, 640], [24, 560]], // Hyde Park
  [[232, 92], [262, 44], [330, 26], [404, 48], [434, 104], [420, 168], [352, 200], [276, 188], [240, 144]], // Regent's Park
  [[318, 586], [392, 566], [410, 606], [356, 640]], // Green Park
  [[400, 690], [520, 672], [548, 700], [520, 734], [410, 730]], // St James's
  [[520, 178], [562, 176], [564, 214], [522, 216]], [[716, 352], [768, 350], [770, 386], [718, 388]], [[470, 250], [506, 248], [508, 280], [472, 282]],
  [[1268, 60], [1360, 40], [1420, 80], [1410, 140], [1300, 150], [1256, 110]], // Victoria Park
  [[1120, 800], [1200, 780], [1226, 840], [1160, 890], [1110, 860]], // Southwark Park
  [[1010, 760], [1048, 754], [1056, 786], [1016, 792]], [[780, 852], [826, 846], [832, 886], [786, 892]],
  [[1024, 172], [1072, 168], [1076, 204], [1030, 208]], [[100, 770], [170, 756], [186, 800], [118, 818]], // Chelsea
];
const londonWaters = [
  [[80, 580], [130, 556], [200, 560], [254, 590], [246, 604], [196, 584], [132, 580], [88, 598]],
  [[272, 130], [300, 110], [312, 128], [296, 156], [276, 154]],
  [[426, 706], [500, 694], [516, 704], [492, 716], [430, 718]],
];

/** Where the five districts meet; beyond the board they go on. */
export const districts = {
  5: [[-40, -40], [806, -40], [800, 196], [640, 196], [486, 200], [464, 290], [452, 386], [380, 424], [322, 492], [316, 570], [270, 660], [170, 716], [-40, 740]],
  1: [[800, 196], [640, 196], [486, 200], [464, 290], [452, 386], [540, 408], [562, 476], [578, 544], [640, 552], [730, 616], [760, 590], [806, 572], [808, 400]],
  2: [[452, 386], [540, 408], [562, 476], [578, 544], [640, 552], [730, 616], [700, 680], [690, 760], [680, 810], [640, 868], [540, 905], [400, 922], [250, 930], [110, 918], [-40, 905], [-40, 740], [170, 716], [270, 660], [316, 570], [322, 492], [380, 424]],
  4: [[806, -40], [800, 196], [808, 400], [806, 572], [850, 556], [950, 549], [1050, 572], [1130, 616], [1215, 640], [1300, 660], [1360, 715], [1440, 735], [1440, -40]],
  3: [[1440, 735], [1360, 715], [1300, 660], [1215, 640], [1130, 616], [1050, 572], [950, 549], [850, 556], [760, 590], [708, 650], [690, 720], [684, 800], [640, 868], [540, 905], [400, 922], [250, 930], [110, 918], [-40, 905], [-40, 990], [1440, 990]],
};
/** Where each district's number stands, in the ground, between the routes. */
const numerals = { 5: [92, 402], 1: [752, 372], 2: [440, 826], 4: [1110, 104], 3: [1290, 850] };

const londonRoads = [
  [[-20, 330], [90, 330], [240, 290], [400, 226], [520, 160], [640, 116], [760, 150], [920, 190], [1080, 220], [1240, 200], [1420, 240]], // ring of the north
  [[-20, 440], [150, 440], [310, 440], [440, 400], [600, 376], [760, 372], [900, 400], [1040, 390], [1200, 400], [1420, 430]], // west to east
  [[400, 226], [420, 330], [457, 488], [520, 560], [600, 625]], // to Piccadilly
  [[600, 625], [610, 700], [600, 785], [560, 850]], // Whitehall
  [[600, 625], [660, 560], [740, 500], [840, 478], [940, 467], [1080, 490], [1198, 561]], // the Strand and on
  [[339, 691], [470, 660], [600, 625]], // the Mall
  [[306, 440], [316, 560], [339, 691], [330, 800], [280, 920]], // Park Lane
  [[640, 116], [610, 273], [648, 443], [690, 530]], // Kingsway
  [[920, 190], [925, 300], [940, 467], [945, 549], [942, 631], [920, 740], [910, 860], [900, 970]],
  [[1219, 100], [1219, 300], [1205, 440], [1198, 561]],
  [[620, 785], [769, 741], [850, 800], [910, 860], [1060, 850], [1240, 870], [1420, 900]],
  [[769, 741], [840, 680], [942, 631], [1080, 680], [1250, 740], [1420, 800]],
  [[910, 860], [780, 920], [700, 970]],
  [[-20, 690], [120, 700], [339, 691]],
];
const londonBridges = [
  [[600, 785], [769, 760]], [[625, 880], [720, 930]], [[660, 560], [760, 660]], [[800, 520], [850, 610]], [[945, 500], [944, 610]], [[1040, 520], [1030, 625]],
  [[1165, 575], [1150, 690]], [[250, 890], [250, 975]], [[420, 880], [425, 975]],
];

/** Small streets: an uneven net, as towns have that grew. */
function lanes(width, height, allowed) {
  const random = chance(11);
  const step = 38;
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const corner = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => [column * step + (random() - 0.5) * 26, row * step + (random() - 0.5) * 26]),
  );
  const parts = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = corner[row][column];
      if (column + 1 < columns && random() < 0.8) parts.push(...stretches(from, corner[row][column + 1], allowed));
      if (row + 1 < rows && random() < 0.8) parts.push(...stretches(from, corner[row + 1][column], allowed));
    }
  return parts;
}

function drawLondon() {
  const board = { width: 1400, height: 950 };
  const free = (point) => distance(point, thames) > breadth / 2 + 6 && !londonParks.some((park) => within(point, park));
  const river = curve(thames);
  write("london", board, [
    ...Object.entries(districts).map(([id, points]) => `<path class="bg-district-${id}" d="${straight(points)}"/>`),
    `<path class="bg-street" d="${lineOf(lanes(board.width, board.height, free))}"/>`,
    `<path class="bg-avenue" d="${londonRoads.map((road) => curve(road)).join("")}"/>`,
    `<path class="bg-park" d="${rings(londonParks)}"/>`,
    `<path class="bg-lake" d="${rings(londonWaters)}"/>`,
    `<path class="bg-shore" stroke-width="${breadth + 5}" d="${river}"/>`,
    `<path class="bg-stream" stroke-width="${breadth}" d="${river}"/>`,
    waves([[140, 912], [330, 930], [560, 896], [672, 762], [790, 574], [880, 552], [1010, 562], [1240, 646], [1340, 700]]),
    `<path class="bg-bridge" d="${lineOf(londonBridges)}"/>`,
    ...Object.entries(numerals).map(([id, [x, y]]) => `<text class="bg-numeral bg-numeral-${id}" x="${x}" y="${y}">${id}</text>`),
    frame(board),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  drawNewYork();
  drawLondon();
}
