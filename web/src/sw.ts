/*
 * The service worker: after the first visit everything of the page is on the device, so games against bots and on
 * one device go on without a network.
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
const RARE = "linea.rare"; /* what a bot plays with and few browsers need, which outlives a version */

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

/** A file that is fetched once, when it is needed. */
async function rare(request: Request, path: string): Promise<Response> {
  const store = await caches.open(RARE);
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

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, INDEX));
  else if (url.pathname === MAPS || url.pathname.startsWith("/maps/")) event.respondWith(map(request, url.pathname));
  else if (/\.net$|^\/linea-plain\./.test(url.pathname)) event.respondWith(rare(request, url.pathname));
  else if (precache.files.includes(url.pathname)) event.respondWith(stored(url.pathname).then((found) => found ?? fetch(request)));
});
