// @ts-check
/**
 * The service worker: keeps the site on the device, so that it opens at once and without a network.
 *
 * The build writes in front of it what the site holds: `FILES`, path to the hash of the contents (theme/build/offline.py). A file
 * is kept under its path and hash, so nothing is ever older than the version of the site that it belongs to, and a new
 * version fetches only what has changed. What does not have the hash it should have is not kept. A store that is full,
 * forbidden or broken costs nothing but the store: every answer then comes from the network.
 */
(() => {
  "use strict";

  const scope = /** @type {any} */ (self);
  /** @type {Record<string, string>} */
  const files = /** @type {any} */ (globalThis).FILES;
  const root = new URL(scope.registration.scope);
  const STORE = `mecatol ${root.pathname}`;
  const LARGE = /\/mecatol-(parts|python|snapshot)-/; // what only those wait for who calculate
  const NAMED = /^assets\/mecatol\//; // names there carry a hash
  const AT_ONCE = 4;
  const NO_NETWORK =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No network</title>' +
    "<h1>This page is not on this device yet</h1><p>There is no network, and the page was not fetched before it went. " +
    "Pages that you have opened are there; so are all others once the site has had a quiet minute with a network.</p>" +
    '<p><a href="">Try again</a></p>';

  /** @type {(path: string) => string} */
  const kept = (path) => new URL(`${path}?${files[path]}`, root).href;

  /** The path of an address below the root, undefined for others. @type {(address: string) => string | undefined} */
  function below(address) {
    const url = new URL(address);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
    return decodeURIComponent(url.pathname.slice(root.pathname.length)).replace(/(^|\/)index\.html$/, "$1");
  }

  /** @type {() => Promise<Cache | null>} */
  const store = () => Promise.resolve(scope.caches?.open(STORE) ?? null).catch(() => null);

  /** What is kept of this version of the site. @type {(path: string) => Promise<Response | undefined>} */
  const current = (path) => store().then((cache) => cache?.match(kept(path))).catch(() => undefined);

  /** What is kept of any version. @type {(path: string) => Promise<Response | undefined>} */
  const older = (path) => store().then((cache) => cache?.match(new URL(path, root).href, { ignoreSearch: true })).catch(() => undefined);

  /** @type {(bytes: ArrayBuffer) => Promise<string>} */
  async function hash(bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Fetches a file, and keeps it if it is what it should be. @type {(path: string, cache?: RequestCache) => Promise<Response>} */
  async function fetched(path, cache = "no-cache") {
    const response = await fetch(new URL(path, root), { cache });
    if (!response.ok) return response;
    const bytes = await response.arrayBuffer();
    const made = () => new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
    if ((await hash(bytes)) === files[path]) await store().then((cache) => cache?.put(kept(path), made())).catch(() => undefined);
    return made();
  }

  /** What is neither here nor to be had. @type {(request: Request, error: unknown) => Response} */
  function lost(request, error) {
    if (request.mode !== "navigate") throw error;
    return new Response(NO_NETWORK, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  /** @type {(request: Request, path: string) => Promise<Response>} */
  async function answer(request, path) {
    if (!(path in files)) {
      if (`${path}/` in files) return Response.redirect(new URL(`${path}/`, root).href, 301);
      // What is of an earlier version, whose pages may still be open, or of no version that this one knows.
      return (await older(path)) ?? fetch(request).catch((error) => lost(request, error));
    }
    // What was no good is asked for again under an address that no cache knows (runtime.js): then ours is not, either.
    const spoilt = new URL(request.url).searchParams.has("again");
    const found = spoilt ? undefined : await current(path);
    if (found) return found;
    try {
      const came = await fetched(path, spoilt ? "reload" : "no-cache");
      return came.ok ? came : ((await older(path)) ?? came);
    } catch (error) {
      return (await older(path)) ?? lost(request, error);
    }
  }

  /** Fetches what is missing, a few files at a time. @type {(wanted: string[]) => Promise<boolean>} whether all is there */
  async function fill(wanted) {
    const cache = await store();
    if (!cache) return false;
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const missing = wanted.filter((path) => !there.has(kept(path))).reverse();
    let whole = true;
    /** @type {(path: string) => Promise<boolean>} */
    const got = (path) => fetched(path).then(() => cache.match(kept(path))).then(Boolean, () => false);
    const work = async () => {
      for (let path = missing.pop(); whole && path !== undefined; path = missing.pop()) {
        // No network, no room, another version on the server: the next quiet moment goes on from here.
        if (!(await got(path)) && !(await got(path))) whole = false;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return whole;
  }

  /** Lets go of earlier versions once this one is whole and no page of theirs can be open. @type {() => Promise<void>} */
  async function tidy() {
    if ((await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
    const cache = await store();
    const wanted = new Set(Object.keys(files).map(kept));
    for (const request of (await cache?.keys()) ?? []) if (!wanted.has(request.url)) await cache?.delete(request);
  }

  /** Keeps the pages, and the large files after them if they are wanted too. @type {(large: boolean) => Promise<string>} */
  async function keep(large) {
    const all = Object.keys(files);
    if (!(await fill(all.filter((path) => !LARGE.test(path))))) return "";
    if (!large || !(await fill(all.filter((path) => LARGE.test(path))))) return "pages";
    await tidy();
    return "whole";
  }

  /** Lets go of what a page could not use: the next quiet moment fetches it anew. @type {(addresses: string[]) => Promise<void>} */
  async function drop(addresses) {
    const cache = await store();
    for (const address of addresses) await cache?.delete(address, { ignoreSearch: true });
  }

  scope.addEventListener("install", () => scope.skipWaiting());
  let since = 0; // ms since the epoch: when this version took over, unless that was a while ago
  scope.addEventListener("activate", (/** @type {any} */ event) => {
    since = Date.now();
    event.waitUntil(scope.clients.claim());
  });

  scope.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const path = request.method === "GET" ? below(request.url) : undefined;
    if (path === undefined) return;
    const ours = path in files || `${path}/` in files || NAMED.test(path) || request.mode === "navigate";
    if (ours) event.respondWith(answer(request, path));
  });

  scope.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data?.doubt) event.waitUntil(drop(event.data.doubt));
    if (event.data?.keep) event.waitUntil(keep(Boolean(event.data.large)).then((kept) => event.source?.postMessage({ kept, since })));
  });
})();
