// @ts-check
/** Has the site kept on the device, where the browser lets it (sw.js), and says what works without a network and what is new. */
(() => {
  "use strict";

  const QUIET = 2000; // ms after the page has loaded
  const LONG = 10_000; // ms for which news stays
  const LINES = {
    pages: "All pages are on this device and open without a network. The calculators are not: the connection is slow, or set to save data.",
    whole: "All pages and calculators are on this device and work without a network.",
  };

  /** Whether the line is one on which nobody counts: some megabytes come along. */
  function allowed() {
    const line = /** @type {any} */ (navigator).connection;
    return !line?.saveData && !/2g|3g/.test(line?.effectiveType ?? "");
  }

  /** @type {(kept: "pages" | "whole") => void} */
  function show(kept) {
    const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-kept]"));
    if (!line || !Object.hasOwn(LINES, kept)) return;
    line.textContent = LINES[kept];
    line.dataset.kept = kept;
    line.hidden = false;
  }

  /** Path of the worker from the root of the site; a site that has none says nothing: on disk, and while one writes it. */
  const worker = document.currentScript?.dataset.worker;

  async function keep() {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("message", ({ data }) => {
      show(data?.kept);
      if (data?.since > performance.timeOrigin) news(); // it took over before this page could listen
    });
    const registration = await serviceWorker.register(globalThis.Mecatol.markup.script(`${globalThis.Mecatol.root}${worker}`), { updateViaCache: "none" });
    registration.update().catch(() => undefined); // a browser that is busy puts off looking by itself
    (await serviceWorker.ready).active?.postMessage({ keep: true, large: allowed() });
  }

  if (!worker || !("serviceWorker" in navigator)) return;
  // A browser looks for a newer version by itself, as soon as it opens a page.
  let current = !navigator.serviceWorker.controller; // what comes first is no news
  function news() {
    if (!current) globalThis.Mecatol.say("A newer version of this site is here. Reload the page to see it.", LONG);
    current = true;
  }
  if (!current) navigator.serviceWorker.addEventListener("controllerchange", news);
  addEventListener("load", () => setTimeout(() => keep().catch(() => undefined), QUIET)); // it is a comfort and no more
})();
