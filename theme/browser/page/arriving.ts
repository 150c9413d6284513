/**
 * The front page: the address of a battle as ti4battle writes it opens the calculator, which reads it (asking/paste.ts), and
 * somebody who has worked something out here before is shown that.
 */

import { fetched } from "./scripts.js";

export const BATTLE = /[?&](?:attacker|defender)-(?:faction|unit-)/; // what the addresses of ti4battle hold that have a battle

const home: HTMLElement | null = document.querySelector("[data-calculator]");
if (home && BATTLE.test(location.search)) location.replace(new URL(home.dataset.calculator + location.search, location.href));

const way = document.querySelector<HTMLElement>('meta[name="last-cases"]');
if (way && document.documentElement.classList.contains("has-cases")) {
  fetched(way.dataset.script ?? "").catch(() => document.documentElement.classList.remove("has-cases"));
}
