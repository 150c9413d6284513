/** The cases and fleets that this device holds: read at the moment, each held to what a case may be. */

import { box } from "../page/parts.js";
import { player as readPlayer, scenario as readScenario } from "./reading.js";
import { held, told } from "./store.js";

const MOST = 12;
export const MOST_FLEETS = 40;
export const MOST_BATTLES = 60;
const DAY = 24 * 60 * 60 * 1000; // ms
const LONGEST = 6_000_000; // characters of a list: more than a browser keeps for a site
export const RECENT = "mecatol.recent"; // theme/frame/partials/first.html makes room for it in the front page
export const FLEETS = "mecatol.fleets";
export const BATTLES = "mecatol.battles";

/** @typedef {{ step: string, scenario: any, words: string, at: number }} Recent `at`: when it was answered, in ms; 0 where nobody noted it */
/** @typedef {{ name: string, player: any }} Fleet */
/** @typedef {Recent & { name: string }} Battle A case that somebody saved under a name. */

/** @type {(text: any, longest: number) => boolean} */
const isText = (text, longest) => typeof text === "string" && text.length <= longest;

/** @type {(one: any) => Recent | null} */
export function readRecent({ step, words, scenario, at }) {
  const { value, refused } = readScenario(scenario);
  return isText(step, 60) && isText(words, 1000) && !refused.length ? { step, words, scenario: value, at: Number.isSafeInteger(at) ? at : 0 } : null;
}

/** @type {(one: any) => Fleet | null} */
export function readFleet({ name, player }) {
  const { value, refused } = readPlayer(player);
  return isText(name, 120) && !refused.length ? { name, player: value } : null;
}

/** @type {(one: any) => Battle | null} */
export function readBattle({ name, ...rest }) {
  const read = isText(name, 120) ? readRecent(rest) : null;
  return read && { name, ...read };
}

/** When something was, as one says it: today, yesterday, 3 days ago; empty where nobody noted it. @type {(at: number) => string} */
const when = (at) => (at ? new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.max(0, Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / DAY)), "day") : "");

/** What came of a case, in one sentence, and when that was. @type {(words: string, at: number) => string} */
export const briefly = (words, at) => [/^.*?\.(?= |$)/s.exec(words)?.[0] ?? words, when(at)].filter(Boolean).join(" · ");

/** The list with a case in front, and without the one that it repeats. @type {(newest: Recent) => Recent[]} */
export function withNewest(newest) {
  const text = told(newest.scenario);
  return [newest, ...recent().filter((each) => told(each.scenario) !== text)].slice(0, MOST);
}

/** @returns {Recent[]} */
export const recent = () => held(RECENT, readRecent, LONGEST).list.slice(0, MOST);

/** The fleets of this device, with what this version cannot read. */
export const fleets = () => held(FLEETS, readFleet, LONGEST);

/** The battles that were saved under names, with what this version cannot read. */
export const battles = () => held(BATTLES, readBattle, LONGEST);

/** Both sides of a case as chips. @type {(scenario: any) => HTMLElement} */
export function sides(scenario) {
  const shown = box("span", "both-sides");
  for (const [index, player] of (scenario.players ?? []).slice(0, 2).entries()) {
    const side = marks(player);
    side.classList.add(`player--${index}`);
    shown.append(...(index ? ["v"] : []), side);
  }
  return shown;
}

/** What a player has, as chips with their numbers. @type {(player: any) => HTMLElement} */
export function marks(player) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const there of [player.space, ...Object.values(player.planets ?? {})]) {
    for (const [unit, count] of Object.entries(there ?? {})) if (/^[a-z-]+$/.test(unit) && Number.isSafeInteger(count) && Number(count) > 0) counts.set(unit, (counts.get(unit) ?? 0) + Number(count));
  }
  const chips = [...counts].map(([unit, count]) => box("span", { className: "unit-chip", title: unit.replace("-", " ") }, box("i", `unit-mark unit-mark--${unit}`), String(count)));
  return box("span", "unit-chips", ...chips);
}
