/**
 * The service worker: keeps the site on the device, so that it opens at once and without a network.
 *
 * The build writes in front of it what the site holds: `FILES`, path to the hash of the contents (theme/build/offline.py). A
 * file is kept under its path and hash, so nothing is ever older than the version of the site that it belongs to, and a new
 * version fetches only what has changed: it takes over once all of its pages are here. What does not have the hash it should
 * have is neither kept nor, when it comes from the store, shown: any page of this origin may write there, so a store with a
 * file that is not ours is thrown away whole. A store that is full, forbidden or broken costs nothing but the store: every
 * answer then comes from the network.
 */
(() => {
  "use strict";

  const scope = /** @type {any} */ (self);
  const files = new Map(Object.entries(/** @type {Record<string, string>} */ (/** @type {any} */ (globalThis).FILES)));
  const root = new URL(scope.registration.scope);
  const STORE = `mecatol ${root.pathname}`;
  const LARGE = /\/mecatol-(parts|python|snapshot)-/; // what only those wait for who calculate
  const NAMED = /^assets\/mecatol\/[^/]+[.-]([0-9a-f]{20})\.\w+$/; // the name carries the beginning of the hash
  const AT_ONCE = 4;
  const DIGITS = 32;
  const NO_NETWORK =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No network</title>' +
    // It stands alone: colors as in theme/assets/tokens.css, for a light screen and a dark one.
    "<style>:root{color-scheme:light dark}body{max-width:34rem;margin:12vh auto;padding:0 1rem;background:light-dark(#f6f3ec,#0d1122);" +
    "color:light-dark(#1b2034,#e9ebf5);font:1rem/1.5 system-ui,sans-serif}h1{font:650 1.6rem/1.2 Georgia,serif}a{color:light-dark(#1c4c9f,#97bcff)}</style>" +
    "<h1>This page is not on this device yet</h1><p>You are offline, and this page was not saved before. " +
    "Pages that you have opened are here; so are all others once the site has had a quiet minute online.</p>" +
    '<p><a href="">Try again</a></p>';

  /** @type {(path: string) => string} */
  const kept = (path) => new URL(`${path}?${files.get(path)}`, root).href;

  /** The path of an address below the root, undefined for others. @type {(address: string) => string | undefined} */
  function below(address) {
    const url = new URL(address);
    if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
    try {
      return decodeURIComponent(url.pathname.slice(root.pathname.length)).replace(/(^|\/)index\.html$/, "$1");
    } catch {
      return undefined; // an address such as "%" is that of no file
    }
  }

  /** @type {() => Promise<Cache | null>} */
  const store = () => Promise.resolve(scope.caches?.open(STORE) ?? null).catch(() => null);

  /** @type {(bytes: ArrayBuffer) => Promise<string>} */
  async function hash(bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, DIGITS);
  }

  /** An answer with our own headers, whatever it came with. @type {(bytes: ArrayBuffer, type: string | null) => Response} */
  const made = (bytes, type) =>
    new Response(bytes, {
      headers: { "Content-Type": type ?? "", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "frame-ancestors 'none'" },
    });

  /** What of the store has the hash it should have; one that has not takes the whole store with it. @type {(found: Response | undefined, expected: string) => Promise<Response | undefined>} */
  async function sound(found, expected) {
    if (!found) return undefined;
    const bytes = await found.arrayBuffer();
    if ((await hash(bytes)).startsWith(expected)) return made(bytes, found.headers.get("Content-Type"));
    await scope.caches.delete(STORE);
    return undefined;
  }

  /** What is kept of this version of the site. @type {(path: string) => Promise<Response | undefined>} */
  const current = (path) =>
    store()
      .then((cache) => cache?.match(kept(path)))
      .then((found) => sound(found, files.get(path) ?? "none"))
      .catch(() => undefined);

  /** What is kept of an earlier version, whose pages may still be open: only what its own name vouches for. @type {(path: string) => Promise<Response | undefined>} */
  async function older(path) {
    const [, named] = NAMED.exec(path) ?? [];
    if (!named) return undefined;
    const cache = await store();
    return cache?.match(new URL(path, root).href, { ignoreSearch: true }).then((found) => sound(found, named)).catch(() => undefined);
  }

  /** Fetches a file, and keeps it if it is what it should be; says whether it is, and whether it is kept. @type {(path: string, cache?: RequestCache) => Promise<{ came: Response, right: boolean, stays: boolean }>} */
  async function fetched(path, cache = "no-cache") {
    const response = await fetch(new URL(path, root), { cache });
    if (!response.ok) return { came: response, right: false, stays: false };
    const bytes = await response.arrayBuffer();
    const came = made(bytes, response.headers.get("Content-Type"));
    const right = (await hash(bytes)) === files.get(path);
    const keeping = right && store().then((cache) => cache?.put(kept(path), came.clone()).then(() => true));
    return { came, right, stays: Boolean(await Promise.resolve(keeping).catch(() => false)) };
  }

  /** What is neither here nor to be had. @type {(request: Request, error: unknown) => Response} */
  function lost(request, error) {
    if (request.mode !== "navigate") throw error;
    return new Response(NO_NETWORK, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  /** @type {(request: Request, path: string) => Promise<Response>} */
  async function answer(request, path) {
    if (!files.has(path)) {
      if (files.has(`${path}/`)) return Response.redirect(new URL(`${path}/`, root).href, 301);
      // What is of an earlier version, or of no version that this one knows.
      return (await older(path)) ?? fetch(request).catch((error) => lost(request, error));
    }
    // What was no good is asked for again under an address that no cache knows (runtime.ts): then ours is not, either.
    const spoilt = new URL(request.url).searchParams.has("again");
    const found = spoilt ? undefined : await current(path);
    if (found) return found;
    try {
      return (await fetched(path, spoilt ? "reload" : "no-cache")).came;
    } catch (error) {
      return lost(request, error);
    }
  }

  /** Fetches what is missing, a few files at a time. @type {(wanted: string[]) => Promise<"whole" | "missing" | "no room">} what has come of it */
  async function fill(wanted) {
    const cache = await store();
    if (!cache) return "no room";
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const missing = wanted.filter((path) => !there.has(kept(path))).reverse();
    /** @type {"whole" | "missing" | "no room"} */
    let state = "whole";
    /** @type {(path: string) => Promise<"whole" | "missing" | "no room">} */
    const got = (path) => fetched(path).then(({ right, stays }) => (stays ? "whole" : right ? "no room" : "missing"), () => "missing");
    const work = async () => {
      for (let path = missing.pop(); state === "whole" && path !== undefined; path = missing.pop()) {
        // No network, another version on the server: the next quiet moment goes on from here.
        const first = await got(path);
        const last = first === "missing" ? await got(path) : first;
        if (last !== "whole") state = last;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return state;
  }

  const pages = () => [...files.keys()].filter((path) => !LARGE.test(path));

  /** Lets go of earlier versions once this one is whole and no page of theirs can be open. @type {() => Promise<void>} */
  async function tidy() {
    if ((await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).length > 1) return;
    const cache = await store();
    const wanted = new Set([...files.keys()].map(kept));
    for (const request of (await cache?.keys()) ?? []) if (!wanted.has(request.url)) await cache?.delete(request);
  }

  /** Keeps the pages, and the large files after them if they are wanted too. @type {(large: boolean) => Promise<string>} */
  async function keep(large) {
    if ((await fill(pages())) !== "whole") return "";
    if (!large || (await fill([...files.keys()].filter((path) => LARGE.test(path)))) !== "whole") return "pages";
    await tidy();
    return "whole";
  }

  /** Lets go of what a page could not use: the next quiet moment fetches it anew. @type {(addresses: unknown) => Promise<void>} */
  async function drop(addresses) {
    const cache = await store();
    for (const address of Array.isArray(addresses) ? addresses.slice(0, 10) : []) {
      if (typeof address === "string" && URL.canParse(address) && LARGE.test(below(address) ?? "")) await cache?.delete(address, { ignoreSearch: true });
    }
  }

  /** A first version begins at once. A later one waits until its pages are here: without a network, the one before goes on. @type {() => Promise<void>} */
  async function begin() {
    if (scope.registration.active && (await fill(pages())) === "missing") throw new Error("this version of the site has not come whole");
    await scope.skipWaiting();
  }

  scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(begin()));
  let since = 0; // ms since the epoch: when this version took over, unless that was a while ago
  scope.addEventListener("activate", (/** @type {any} */ event) => {
    since = Date.now();
    event.waitUntil(scope.clients.claim());
  });

  scope.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const path = request.method === "GET" ? below(request.url) : undefined;
    if (path === undefined) return;
    const ours = files.has(path) || files.has(`${path}/`) || NAMED.test(path) || request.mode === "navigate";
    if (ours) event.respondWith(answer(request, path));
  });

  scope.addEventListener("message", (/** @type {any} */ event) => {
    if (below(event.source?.url ?? "about:blank") === undefined) return; // a page of another site of this host
    if (event.data?.doubt) event.waitUntil(drop(event.data.doubt));
    if (event.data?.keep === true) event.waitUntil(keep(event.data.large === true).then((kept) => event.source.postMessage({ kept, since })));
  });
})();
