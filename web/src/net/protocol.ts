/*
 * The protocol of a table as docs/protocol.md describes it, in types: what a client asks,
 * what it is answered, and the events that everybody receives.
 *
 * SPDX-License-Identifier: MIT
 */

/** A location's id, "kings-cross". */
export type LocationId = string;
/** A route as text, "paris/zurich" or "edinburgh/london/1". */
export type RouteId = string;
/** A ticket as text, "athina/edinburgh". */
export type TicketId = string;
/** A colour of cards or "wild". */
export type Kind = string;
/** A move as text, "claim paris/zurich red:2,wild:1". */
export type Move = string;
/** How many of each kind. */
export type Counts = Record<string, number>;

type Phase =
  | "opening-mix" | "opening-keep" | "turn" | "second-card"
  | "keep" | "tunnel" | "passengers" | "over";

/** What a phase still needs; which keys are there follows from the phase. */
interface Pending {
  offers?: (TicketId[] | number | null)[];
  offer?: TicketId[] | number;
  at_least?: number;
  route?: RouteId;
  cards?: string;
  revealed?: Kind[];
  extra?: number;
  /** which of the cards turned up for a tunnel cost more */
  counts?: boolean[];
}

/** A game as somebody may see it. A number stands where contents are hidden. */
export interface View {
  map: string;
  seats: number;
  first: number;
  turn: number | null;
  phase: Phase;
  last_turns: number | null;
  passes: number;
  hands: (Counts | number)[];
  vehicles: number[];
  points: number[];
  routes: Record<RouteId, number>;
  tickets: (TicketId[] | number)[];
  pile: Kind[] | number;
  discards: Counts;
  display: (Kind | null)[];
  decks: Record<string, TicketId[] | number>;
  stations?: Record<LocationId, number>;
  stations_left?: number[];
  passengers?: Record<LocationId, Counts>;
  taken?: Counts[];
  pending: Pending | null;
}

export type Score = Record<string, number>;
export interface End {
  scores: Score[];
  winners: number[];
}

interface Fair {
  commitment: string;
  /** what was sealed by seat, when all seats are taken */
  seals?: (string | null)[];
  nonces?: (string | null)[];
  secret?: string;
}

export interface Player {
  is: "open" | "human" | "bot";
  name?: string;
  /** chosen for the pieces */
  colour?: string;
  /** gone for good: who plays on */
  takeover?: "bot" | "idle";
  /** … because the host wanted it */
  replaced?: boolean;
  /** since when they have not answered: a bot plays until they are back */
  away?: number;
  /** wants a pause */
  pause?: boolean;
  stood_in?: StoodIn;
  again?: boolean;
  /** an open seat of a rematch: the name of who had it */
  kept?: string;
  /** whether the nonce that was sealed is there */
  revealed?: boolean;
  /** how many hints they have had */
  hints?: number;
}

/** What others have moved for a player: so many moves; since the first after the player's last own one. */
export interface StoodIn {
  moves: number;
  since?: number;
}

/** Everything that an observer may know now. */
export interface Table {
  event: number;
  state: number;
  you: number | null;
  map: string;
  seats: string[];
  first: number | null;
  clock: number;
  delay: number;
  listed: boolean;
  /** it counts for ratings: only accounts sit down */
  rated?: boolean;
  takeover: "bot" | "idle";
  /** the level of the bot that moves for people */
  level?: string;
  /** seconds for all moves of a player, and that each move adds */
  bank?: number;
  increment?: number;
  /** seconds after which the host may replace who is away */
  patience?: number;
  /** players may have hints */
  hints?: boolean;
  /** the date whose deal it is */
  day?: string;
  /** the tournament that it is a table of, and its number there */
  cup?: string;
  cup_table?: number;
  talk?: "all" | "players";
  players: Player[];
  /** the seat of the host */
  host?: number | null;
  paused?: boolean;
  /** the time for the move in hand has run out: a bot makes it */
  late?: boolean;
  stage: "gathering" | "running" | "over";
  /** the table of the rematch */
  next?: string;
  fair?: Fair;
  view?: View;
  moves?: Move[];
  deadline?: number;
  /** milliseconds that each seat has left */
  banks?: number[];
  end?: End;
  /** until then nonces are to be revealed */
  reveal_by?: number;
}

/** A move that was made, as a record has it, without what the observer may not know. */
export interface Did {
  seat: number;
  move: string;
  drew?: Kind | TicketId[];
  up?: Kind[];
  reveal?: Kind[];
  /** who made it in place of the seat's own player: "bot:normal" or "idle" */
  by?: string;
}

interface Numbered {
  event: number;
  at: number;
  /** the seat of the receiver */
  you?: number | null;
  /** the seat of the host, where that may have changed */
  host?: number | null;
}
interface Now {
  view: View;
  moves?: Move[];
  deadline?: number;
  banks?: number[];
}
/** What an event about time has come to. */
interface Timed {
  seat: number;
  paused: boolean;
  deadline?: number;
  banks?: number[];
}
export type TableEvent = Numbered & (
  | { what: "made"; map: string; seats: string[] }
  | { what: "sat"; seat: number; name: string; colour?: string }
  | { what: "coloured"; seat: number; colour: string }
  | { what: "hinted"; seat: number; hints: number }
  | { what: "left"; seat: number }
  | { what: "sealed"; fair: Fair; reveal_by: number }
  | { what: "revealed"; seat: number }
  | { what: "unrevealed"; seat: number; away: number }
  | ({ what: "began"; fair: Fair } & Now)
  | ({ what: "moved"; did: Did; stood_in?: StoodIn; end?: End; fair?: Fair } & Now)
  | { what: "said"; seat?: number | null; name: string; text: string; phrase?: string; tag?: string }
  | ({ what: "resigned" | "replaced"; takeover: "bot" | "idle" } & Timed)
  | ({ what: "late"; by: string; times: number; away?: number } & Timed)
  | ({ what: "back" | "pause" | "resume" } & Timed)
  | { what: "filled"; seat: number; name: string }
  | ({ what: "changed" } & Pick<Table, "map" | "seats" | "first" | "clock" | "delay" | "listed" | "rated" | "takeover" | "level" | "bank" | "increment" | "patience" | "talk" | "hints">)
  | { what: "sent-away"; seat: number }
  | { what: "travels"; seat: number }
  | ({ what: "travelled"; seat: number; state: number } & Partial<Now>)
  | { what: "timed-out"; seat: number; takeover: "bot" | "idle" }
  | { what: "again"; seat: number }
  | { what: "next"; game: string }
);

export type Request =
  | { do: "look" }
  | { do: "sit"; name: string; seat?: number; nonce?: string; seal?: string; colour?: string }
  | { do: "colour"; colour: string }
  | { do: "reveal"; nonce: string }
  | { do: "move"; state: number; move: Move }
  | { do: "say"; text: string; name?: string } | { do: "say"; phrase: string; name?: string }
  | { do: "back" } | { do: "pause" } | { do: "resume" }
  | { do: "history"; from: number } | { do: "presence" }
  | { do: "travel"; code: string } | { do: "arrive"; code: string }
  | { do: "fill"; seat: number; bot?: string } | { do: "change"; settings: Settings } | { do: "begin" }
  | { do: "send-away"; seat: number } | { do: "replace"; seat: number }
  | { do: "leave" } | { do: "resign" } | { do: "again" }
  | { do: "advise" }
  | { do: "hint" }
  | { do: "why"; route: RouteId }
  | { do: "sites" };

/** What keeps one from claiming a route. */
export interface Why {
  is: "free" | "own" | "taken" | "parallel" | "single" | "vehicles" | "wilds" | "cards" | "turn" | "phase";
  seat?: number;
  missing?: number;
  colour?: Kind;
}

/** A place where one more station would complete tickets. */
export interface Site {
  location: LocationId;
  completes: TicketId[];
}

export interface Answer {
  id: number;
  ok?: boolean;
  error?: string;
  message?: string;
  event?: number;
  table?: Table;
  /** the answer to "history": events, the first that had no room */
  history?: PastEvent[];
  next?: number;
  presence?: Presence;
  /** the answer to "advise" */
  tickets?: TicketAdvice[];
  scores?: Score[];
  /** the answer to "why", and to "sites" */
  why?: Why;
  sites?: Site[];
}

/** Who is connected, by seat, and how many look on. */
export interface Presence {
  seats: { here: boolean; left?: number }[];
  spectators: number;
}

/** What happened before one came. */
export type PastEvent = (TableEvent & { what: Exclude<TableEvent["what"], "moved"> })
  | { event: number; at: number; what: "moved"; did: Did; points: number; tickets: number; offered: number; last: boolean };

/** How a ticket of one's own stands, and the routes of a shortest way still open to it. */
export interface TicketAdvice {
  ticket: TicketId;
  is: "done" | "open" | "blocked";
  way: RouteId[];
  /** spaces still to be claimed on that way */
  spaces: number;
}

/** What a table is made with. */
export interface Settings {
  map: string;
  seats: string[];
  first?: number | null;
  clock?: number;
  delay?: number;
  listed?: boolean;
  rated?: boolean;
  takeover?: "bot" | "idle";
  level?: string;
  bank?: number;
  increment?: number;
  patience?: number;
  hints?: boolean;
  talk?: "all" | "players";
  /** on one device, by seat: the colours that people have chosen for their pieces */
  colours?: (string | null)[];
}
