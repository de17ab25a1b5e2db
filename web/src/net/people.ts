/*
 * What the server knows of players: ratings, profiles, games that are over, friends; and play now (docs/accounts.md, docs/ratings.md).
 *
 * SPDX-License-Identifier: MIT
 */
import { callMe, type Listed } from "./server";

export interface Rating {
  rating: number;
  /** 95% of the time it is as far off, to either side */
  give_or_take: number;
  provisional: boolean;
}

export interface Leader extends Rating {
  player: string;
  name: string;
  bot: boolean;
  games: number;
}

export interface Leaders {
  pool: string;
  players: Leader[];
  bots: (Rating & { name: string })[];
}

/** What a review of one's own has come to: luck and own play in percent of a victory. */
export interface PastReview {
  game: string;
  at: number;
  luck: number;
  own: number;
  mistakes: number;
  decisions: number;
}

export interface Profile {
  player: string;
  name: string;
  bot: boolean;
  private: boolean;
  self: boolean;
  /** what one thinks of them, with an account */
  is?: "followed" | "blocked" | "nobody";
  created: number;
  ratings?: (Rating & { pool: string; games: number })[];
  /** time and rating over all boards, the latest first */
  curve?: [number, number][];
  boards?: { map: string; played: number; won: number; best: number; points: number; rated: number }[];
  /** one's own, the latest first */
  reviews?: PastReview[];
  opponents?: { player: string; name: string; played: number; ahead: number; behind: number }[];
}

export interface PastGame {
  game: string;
  seat: number;
  place: number;
  points: number;
  gone?: boolean;
  rated?: boolean;
  at: number;
  table: Omit<Listed, "game">;
}

export interface Person {
  player: string;
  name: string;
}

export interface Friends {
  followed: (Person & { mutual?: boolean })[];
  blocked: Person[];
  playing: (Person & { game: string; table: Omit<Listed, "game"> })[];
  asked: (Person & { game: string; table: Omit<Listed, "game"> })[];
}

export interface Wish {
  map: string;
  seats: number;
  clock: number;
  rated: boolean;
}

export type Found = { game: string; seat: number } | { waiting: number; reach: number };

export const fetchLeaders = (pool: string): Promise<Leaders> => callMe(`/api/ratings?pool=${encodeURIComponent(pool)}`);
export const fetchProfile = (name: string): Promise<Profile> => callMe(`/api/player?name=${encodeURIComponent(name)}`);
export interface PastFilter {
  map: string;
  rated: boolean;
  won: boolean;
  /** the number of a player, "" for all */
  opponent: string;
}
export function fetchPast(player: string, { map, rated, won, opponent }: PastFilter, offset: number): Promise<{ games: PastGame[]; more: boolean }> {
  const asked = new URLSearchParams({ id: player, ...(map && { map }), ...(rated && { rated: "1" }), ...(won && { won: "1" }), ...(opponent && { opponent }), offset: String(offset) });
  return callMe(`/api/player/games?${asked}`);
}
export const keepPastReview = (review: Omit<PastReview, "at">): Promise<unknown> => callMe("/api/account/reviews", review);
export const setPrivate = (hidden: boolean): Promise<unknown> => callMe("/api/account/privacy", { private: hidden });
export const fetchFriends = (): Promise<Friends> => callMe("/api/friends");
export const regard = (player: string, is: "followed" | "blocked" | "nobody"): Promise<unknown> => callMe("/api/friends", { player, is });
export const playNow = (wish: Wish): Promise<Found> => callMe("/api/play-now", wish, true);
export const playLater = (): Promise<unknown> => callMe("/api/play-now/end", {}, true);

/** Where the profile of a player is. */
export const profilePath = (name: string): string => `/player/${encodeURIComponent(name)}`;
