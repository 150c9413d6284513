/** Writes the address of a case; address.ts reads it. */

import { arrived } from "../page/scripts.js";
import { notation } from "./notation.js";

/** The part of an address that holds a case, and the steps of a battle that is played out. */
export function written(step: string, scenario: any, kept: object | null = null, play: string[] | null = null): string {
  const pack = arrived("packs")?.needed([scenario, kept]) ?? "";
  return notation({ scenario: { ...scenario, step: scenario.step ?? step }, kept, pack, play });
}

/** The whole address of the calculator of a case, with the case in it; `pages` has the page of each step, `play` as above. */
export const leading = (pages: Record<string, string>, step: string, scenario: any, play: string[] | null = null): string =>
  new URL(`${pages[step]}${written(step, scenario, null, play)}`, location.href).href;
