/** The cases and fleets that this device holds: read at the moment, each held to what a case may be. */

import { box } from "../page/parts.js";
import { player as readPlayer, scenario as readScenario } from "./reading.js";
import { shelf } from "./store.js";

const DAY = 24 * 60 * 60 * 1000; // ms
const LONGEST = 6_000_000; // characters of a list: more than a browser keeps for a site

/** `at`: when it was answered, in ms; 0 where nobody noted it. */
type Recent = { step: string; scenario: any; words: string; at: number };
export type Fleet = { name: string; player: any };
/** A case that somebody saved under a name. */
export type Battle = Recent & { name: string };

const isText = (text: any, longest: number): boolean => typeof text === "string" && text.length <= longest;

function readRecent({ step, words, scenario, at }: any): Recent | null {
  const { value, refused } = readScenario(scenario);
  return isText(step, 60) && isText(words, 1000) && !refused.length
    ? { step, words, scenario: value, at: Number.isSafeInteger(at) ? at : 0 }
    : null;
}

function readFleet({ name, player }: any): Fleet | null {
  const { value, refused } = readPlayer(player);
  return isText(name, 120) && !refused.length ? { name, player: value } : null;
}

function readBattle({ name, ...rest }: any): Battle | null {
  const read = isText(name, 120) ? readRecent(rest) : null;
  return read && { name, ...read };
}

/** When something was, as one says it: today, yesterday, 3 days ago; empty where nobody noted it. */
const when = (at: number): string =>
  at
    ? new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(
        -Math.max(0, Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / DAY)),
        "day",
      )
    : "";

/** What came of a case, in one sentence, and when that was. */
export const briefly = (words: string, at: number): string =>
  [/^.*?\.(?= |$)/s.exec(words)?.[0] ?? words, when(at)].filter(Boolean).join(" · ");

/** The last cases; theme/frame/partials/first.html makes room for them in the front page. */
export const recents = shelf("mecatol.recent", readRecent, LONGEST, 12);
export const recent = (): Recent[] => recents.all().list.slice(0, recents.most);

/** The fleets and the battles that were saved under names. */
export const fleets = shelf("mecatol.fleets", readFleet, LONGEST, 40);
export const battles = shelf("mecatol.battles", readBattle, LONGEST, 60);

/** Both sides of a case as chips. */
export function sides(scenario: any): HTMLElement {
  const shown = box("span", "both-sides");
  for (const [index, player] of (scenario.players ?? []).slice(0, 2).entries()) {
    const side = marks(player);
    side.classList.add(`player--${index}`);
    shown.append(...(index ? ["against"] : []), side);
  }
  return shown;
}

/** What a player has, as chips with their numbers. */
export function marks(player: any): HTMLElement {
  const counts: Map<string, number> = new Map();
  for (const there of [player.space, ...Object.values(player.planets ?? {})]) {
    for (const [unit, count] of Object.entries(there ?? {}))
      if (/^[a-z-]+$/.test(unit) && Number.isSafeInteger(count) && Number(count) > 0)
        counts.set(unit, (counts.get(unit) ?? 0) + Number(count));
  }
  const chips = [...counts].map(([unit, count]) => {
    const name = unit.replace("-", " ");
    const mark = box("i", { className: `unit-mark unit-mark--${unit}`, role: "img", ariaLabel: name });
    return box("span", { className: "unit-chip", title: name }, mark, String(count));
  });
  return box("span", "unit-chips", ...chips);
}
