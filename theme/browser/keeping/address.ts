/**
 * The case in the page's address, which a reader can share, keep and go back to: in the short form (notation.ts), or in the
 * old one, `#calc=<step>&scenario=<JSON>`, with `&with=<JSON>` for a case to compare it with, `&pack=` for the name of the pack
 * that it needs, and `&play=` for the steps of a battle that is played out.
 */

import { linked } from "./notation.js";
import * as reading from "./reading.js";
import { stepOf } from "../page/stepping.js";

const LONGEST = 20000;
const SOON = 250; // ms after which the address holds a case whose answer is not there yet

// A page has one address, however many calculators: what was changed last is what it is to hold.
/** Writes the newest case into the address. */
let note: (() => void) | null = null;
let noting = 0;

/** Writes the newest case into the address now, if it is still to be written. */
export function now() {
  clearTimeout(noting);
  const write = note;
  note = null;
  write?.();
}

/** Lets the newest case be written soon, unless it is written now before that. */
export function soon(write: () => void): void {
  note = write;
  noting = window.setTimeout(now, SOON);
}

/** Lets what was to be written go. */
export function drop() {
  note = null;
}

/** A piece of an address of the old form; empty where it was cut off: a reader cannot do anything about what exactly is wrong. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

const UNREADABLE = "The link does not contain a case that can be read. It may have been cut off when it was copied.";

const problem = (message: string): MecatolProblem[] => [{ field: "", message }];

/** A case that a link holds, read; or why it is none. */
const held = (found: any): { value: any; refused: MecatolProblem[] } =>
  reading.isMapping(found) ? reading.scenario(found) : { value: null, refused: problem(UNREADABLE) };

/** What an address of the old form holds. */
function inOldForm(hash: string): import("./notation.js").Linked | null {
  const match = /^#calc=[a-z0-9-]+(?:&scenario=(.*?))?(?:&with=([^&]*))?(?:&pack=([^&]*))?(?:&play=([^&]*))?$/s.exec(hash);
  if (!match) return null;
  const [, text = "", other, pack = "", steps] = match;
  return {
    scenario: reading.parsed(decoded(text)),
    kept: other === undefined ? null : reading.parsed(decoded(other)),
    pack: decoded(pack),
    play: steps?.split(",").filter(Boolean) ?? null,
  };
}

/**
 * The case that an address holds: null where there is none, and what was `refused` where it cannot be read.
 * */
export function read(
  hash: string,
): { step: string; scenario?: any; kept?: any; pack?: string; play?: string[]; refused?: MecatolProblem[] } | null {
  const step = stepOf(hash);
  const old = hash.startsWith("#calc=");
  if (!step) return null;
  if (hash.length > LONGEST) return { step, refused: problem("The link is too long to contain a case.") };
  if (!old && !/^#[12]\//.test(hash))
    return { step, refused: problem("The link was made by a newer version of this site. Reload the page to get it.") };
  const found = old ? inOldForm(hash) : linked(hash);
  if (!found) return old ? null : { step, refused: problem(UNREADABLE) };
  const scenario = held(found.scenario);
  const kept = found.kept === null ? null : held(found.kept);
  const beside = (kept?.refused ?? []).flatMap(({ message }) => problem(`In the case to compare with: ${message}`));
  const elsewhere = [scenario.value, kept?.value].some((each) => each && each.step !== undefined && each.step !== step);
  const other = elsewhere ? problem(`The link is for ${step.replaceAll("-", " ")}, but contains a case for another calculator.`) : [];
  const refused = [...scenario.refused, ...beside, ...other];
  if (refused.length) return { step, refused };
  const play = found.play ?? undefined;
  return { step, scenario: scenario.value, kept: kept?.value ?? null, pack: found.pack.slice(0, 800), ...(play && { play }) };
}

export { leading, written } from "./writing.js";
