/*
 * The service worker: after the first visit games against bots and on one device go on without a network. What few visits need comes
 * at the second visit, or when it is opened.
 *
 * Addresses of the page, and maps that the server has beside its own, are asked of the network first, so that a new version is there when the
 * server has one.
 * Files with a hash in their name never change and come from the store. A new version waits until no page of the old
 * one is open, so that a game under way finds the files it was begun with.
 *
 * SPDX-License-Identifier: MIT
 */
import { precache } from "linea:files";

declare const self: ServiceWorkerGlobalScope;

const INDEX = "/index.html";
const MAPS = "/maps.json"; /* and what it lists */
const PATIENCE = 3000; /* milliseconds before a page on the device is better than one from the network */
const STORE = `linea-${precache.version}`;
const ON_DEMAND = "linea.rare"; /* what a bot plays with and few browsers need, which outlives a version */

async function install(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll(precache.files.map((file) => new Request(file, { cache: file === INDEX ? "reload" : "default" })));
  await store.add(MAPS);
  const ids = (await (await store.match(MAPS))!.json()) as string[];
  await store.addAll(ids.map((id) => `/maps/${id}.json`));
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith("linea-") && name !== STORE) await caches.delete(name);
  await self.clients.claim();
}

async function stored(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(STORE)).match(request);
}

function late(): Promise<undefined> {
  return new Promise((done) => setTimeout(() => done(undefined), PATIENCE));
}

/** From the network, or else what is on the device. */
async function fresh(request: Request, path: string): Promise<Response> {
  const network = fetch(request);
  const first = await Promise.race([network.catch(() => undefined), late()]);
  if (first?.ok) return first;
  return (await stored(path)) ?? network;
}

/** A map, or their list: what came last is there without a network. */
async function map(request: Request, path: string): Promise<Response> {
  const found = await fresh(request, path);
  if (found.ok) await (await caches.open(STORE)).put(path, found.clone());
  return found;
}

/** What a first visit leaves out. What does not come now comes at the next visit. */
async function fetchLater(): Promise<void> {
  const store = await caches.open(STORE);
  for (const path of precache.later) if (!(await store.match(path))) await store.add(path).catch(() => undefined);
}

/** A file of this version; one that is fetched for the first time is kept. */
async function own(request: Request, path: string): Promise<Response> {
  const known = await stored(path);
  if (known) return known;
  const found = await fetch(request);
  if (found.ok && precache.later.includes(path)) await (await caches.open(STORE)).put(path, found.clone());
  return found;
}

/** A file that is fetched once, when it is needed. */
async function onDemand(request: Request, path: string): Promise<Response> {
  const store = await caches.open(ON_DEMAND);
  const known = await store.match(path);
  if (known) return known;
  const found = await fetch(request);
  if (found.ok) {
    /* one of the same name with another hash is of an older version */
    const name = path.replace(/\..*/, ".");
    for (const old of await store.keys()) if (new URL(old.url).pathname.startsWith(name)) await store.delete(old);
    await store.put(path, found.clone());
  }
  return found;
}

/** A notice, as server/notice/deliver.c writes it. */
interface Notice {
  title: string;
  text: string;
  game?: string;
  cup?: string;
  count: number;
}

/** Shows it, also if it cannot be read: a browser takes it amiss if nothing is seen. */
async function show(text: string): Promise<void> {
  let notice: Notice = { title: "Linea", text: "", count: 0 };
  try {
    notice = { ...notice, ...(JSON.parse(text) as Partial<Notice>) };
  } catch {
    /* of another version */
  }
  const id = /^[0-9a-f]{16}$/.exec(notice.game ?? notice.cup ?? "");
  const path = id ? (notice.game ? "/g/" : "/cups/") + id[0] : "/lobby";
  const icon = { icon: "/icon-192.png", badge: "/icon-192.png" };
  const badge = notice.count > 0 ? self.navigator.setAppBadge?.(notice.count) : undefined;
  await Promise.all([self.registration.showNotification(notice.title, { body: notice.text, tag: path, data: path, ...icon }), badge?.catch(() => undefined)]);
}

/** Opens what a notice is about: in a page that shows it already, or else in a new one. */
async function visit(path: string): Promise<void> {
  for (const client of await self.clients.matchAll({ type: "window" }))
    if (new URL(client.url).pathname === path) {
      await client.focus();
      return;
    }
  await self.clients.openWindow(path);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.text() ?? "")));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(String(event.notification.data)));
});
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    const page = fresh(request, INDEX);
    event.respondWith(page);
    event.waitUntil(page.then(fetchLater).catch(() => undefined));
  }
  else if (url.pathname === MAPS || url.pathname.startsWith("/maps/")) event.respondWith(map(request, url.pathname));
  else if (/\.net$|^\/linea-plain\.|^\/inter-latin-ext\./.test(url.pathname)) event.respondWith(onDemand(request, url.pathname));
  else if (precache.files.includes(url.pathname) || precache.later.includes(url.pathname)) event.respondWith(own(request, url.pathname));
});
