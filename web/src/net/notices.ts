/*
 * Notices when one is away, as the server has them (docs/notices.md): which, by which ways, and this browser as one of them.
 *
 * SPDX-License-Identifier: MIT
 */
import type { Proof } from "./passkey";
import { call } from "./server";

export type Kind = "turn" | "began" | "over" | "soon" | "tournament";
export type Way = "push" | "mail" | "hook";

export interface Notices extends Record<Way, Kind[]> {
  /** the server's, for subscriptions */
  key: string;
  /** the host sends mail */
  mails: boolean;
  /** seconds */
  delay: number;
  language: string;
  devices: { id: string; device: string; created: number; failing: boolean }[];
  hooks: { id: string; url: string; created: number; failing: boolean }[];
  address?: string;
  confirmed?: boolean;
  /** when the key of the feeds was made */
  feed?: number;
}

const post = <T>(path: string, body: object): Promise<T> => call<T>(path, null, body);

export const fetchNotices = (): Promise<Notices> => call<Notices>("/api/notices", null);
export const chooseNotices = (choice: Partial<Pick<Notices, Way | "delay" | "language">>): Promise<unknown> => post("/api/notices", choice);
export const endWay = (channel: string): Promise<unknown> => post("/api/notices/end", { channel });
export const makeFeed = async (): Promise<string> => (await post<{ key: string }>("/api/notices/feed", {})).key;
export const endFeed = (): Promise<unknown> => post("/api/notices/feed", { end: true });
export const setAddress = (address: string, proof?: Proof): Promise<unknown> => post("/api/notices/mail", { address, ...proof });
export const addHook = async (url: string): Promise<string> => (await post<{ secret: string }>("/api/notices/hook", { url })).secret;
export const testWay = (way: Way): Promise<unknown> => post("/api/notices/test", { way });
export const useMailKey = (key: string): Promise<unknown> => post("/api/notices/confirm", { key });

/** Whether this browser can be sent something at all. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks the person, then the browser, and lets the server know. False if the person does not want it. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); /* it may be for the key of another server */
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  await post("/api/notices/push", { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] });
  return true;
}

/** This browser is sent nothing more: somebody else may use it next. The server learns of it from the push service. */
export async function unsubscribe(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
