/** Fetches what the front page shows to somebody who has worked something out here before. */

import { fetched } from "./scripts.js";

const way = document.querySelector<HTMLElement>('meta[name="last-cases"]');
if (way && document.documentElement.classList.contains("has-cases")) {
  fetched(way.dataset.script ?? "").catch(() => document.documentElement.classList.remove("has-cases"));
}
