/** Has the site kept on the device, where the browser lets it (sw.js), and says what works without a network and what is new. */

import { root, script } from "../page/markup.js";
import { say } from "../page/toast.js";

const QUIET = 2000; // ms after the page has loaded
const IDLE = 1000; // ms after the page has loaded before what nobody has asked for is begun
const LONG = 10_000; // ms for which news stays
const AGAIN = 15 * 60_000; // ms before it is looked again for a newer version
const PATIENCE = 20_000; // ms for a newer version to come and take over before the one at hand is asked for anything
const LINES = {
  pages: "All pages are on this device and open without a network. The calculators are not: the connection is slow, or set to save data.",
  whole: "All pages and calculators are on this device and work without a network.",
};

/** Whether the line is one on which nobody counts: some megabytes come along. */
export function allowed() {
  const line = (navigator as any).connection;
  return !line?.saveData && !/2g|3g/.test(line?.effectiveType ?? "");
}

/**
 * Does something that nobody has asked for yet, once the page has had nothing to do for a while: over a line on which nobody
 * counts, and while somebody looks.
 */
export function idly(action: () => void): void {
  if (!allowed() || location.protocol === "file:") return; // there all of it would be read at once, and the page would stand still
  const idle = () => void (document.hidden || (globalThis.requestIdleCallback ?? setTimeout)(() => action()));
  const soon = () => setTimeout(idle, IDLE);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}

function show(kept: "pages" | "whole"): void {
  const line = document.querySelector<HTMLElement>("[data-kept]");
  if (!line || !Object.hasOwn(LINES, kept)) return;
  line.textContent = LINES[kept];
  line.dataset.kept = kept;
  line.hidden = false;
}

/** Waits until a version that comes, if one does, has taken over or failed. */
const replaced = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    const look = () => void (!worker || ["activated", "redundant"].includes(worker.state) ? resolve() : undefined);
    worker?.addEventListener("statechange", look);
    look();
  });

/** Path of the worker from the root of the site; a site that has none says nothing: on disk, and while one writes it. */
const worker = document.currentScript?.dataset.worker;

/** When it was last looked for a newer version, in ms since the page began. */
let looked = 0;

/** Whether a version had this page from the beginning, and whether one has it now: the first one to take it is no news. */
const before = Boolean(navigator.serviceWorker?.controller);
let settled = before;
let told = false;
function news() {
  if (!told) say("A newer version of this site is here. Reload the page to see it.", LONG);
  told = true;
}

function look(registration: ServiceWorkerRegistration): Promise<unknown> {
  looked = performance.now();
  return registration.update().catch(() => undefined); // a browser that is busy puts off looking by itself
}

/** Waits until the newest version has taken over, if it does soon. */
async function newest(registration: ServiceWorkerRegistration): Promise<void> {
  const known = look(registration).then(() => replaced(registration.installing ?? registration.waiting));
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** Loads the page anew, as the newest version of the site has it. */
export async function renew() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration) await newest(registration);
  location.reload();
}

async function keep() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    show(data?.kept);
    if (before && data?.since > performance.timeOrigin) news(); // it took over before this page could listen
  });
  const address = script(`${root}${worker}`);
  const registration = await serviceWorker.register(address, { updateViaCache: "none" });
  // Chromium may lose what it asks of a worker that is at work while the next one takes its place: the next page then never
  // comes. So the one at hand gets no work before it is known to stay.
  await newest(registration);
  // A page may stay open for days: whoever comes back to it is told of what has come out since.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - looked > AGAIN) look(registration);
  });
  (await serviceWorker.ready).active?.postMessage({ keep: true, large: allowed() });
}

if (worker && "serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (settled) news();
    settled = true;
  });
  addEventListener("load", () => setTimeout(() => keep().catch(() => undefined), QUIET)); // it is a comfort and no more
}
