// @ts-check
/** The cases and fleets that this device holds: read once, each held to what a case may be. */

import { made } from "../page/parts.js";
import { player as readPlayer, scenario as readScenario } from "./reading.js";
import { held } from "./store.js";

const MOST = 12;
export const MOST_FLEETS = 40;
const LONGEST = 2_000_000; // characters of a list
export const RECENT = "mecatol.recent"; // theme/frame/partials/first.html makes room for it in the front page
export const FLEETS = "mecatol.fleets";

/** @typedef {{ step: string, scenario: any, words: string, at: number }} Recent `at`: when it was answered, in ms; 0 where nobody noted it */
/** @typedef {{ name: string, player: any }} Fleet */

/** @type {(text: any, longest: number) => boolean} */
const isText = (text, longest) => typeof text === "string" && text.length <= longest;

/** @type {(one: any) => Recent | null} */
function readRecent({ step, words, scenario, at }) {
  const { value, refused } = readScenario(scenario);
  return isText(step, 60) && isText(words, 1000) && !refused.length ? { step, words, scenario: value, at: Number.isSafeInteger(at) ? at : 0 } : null;
}

/** @type {(one: any) => Fleet | null} */
function readFleet({ name, player }) {
  const { value, refused } = readPlayer(player);
  return isText(name, 120) && !refused.length ? { name, player: value } : null;
}

/** The list with a case in front, and without the one that it repeats. @type {(newest: Recent) => Recent[]} */
export function withNewest(newest) {
  const text = JSON.stringify(newest.scenario);
  return [newest, ...recent().filter((each) => JSON.stringify(each.scenario) !== text)].slice(0, MOST);
}

/** @returns {Recent[]} */
export const recent = () => held(RECENT, readRecent, LONGEST).list.slice(0, MOST);

/** The fleets of this device, with what this version cannot read. */
export const fleets = () => held(FLEETS, readFleet, LONGEST);

/** What a player has, as chips with their numbers. @type {(player: any) => HTMLElement} */
export function marks(player) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const there of [player.space, ...Object.values(player.planets ?? {})]) {
    for (const [unit, count] of Object.entries(there ?? {})) if (/^[a-z-]+$/.test(unit) && Number.isSafeInteger(count) && Number(count) > 0) counts.set(unit, (counts.get(unit) ?? 0) + Number(count));
  }
  const list = made("span", { className: "unit-chips" });
  for (const [unit, count] of counts) {
    const each = made("span", { className: "unit-chip", title: unit.replace("-", " ") });
    each.append(made("i", { className: `unit-mark unit-mark--${unit}` }), String(count));
    list.append(each);
  }
  return list;
}
