// @ts-check
/** The case in the page's address: `#calc=<step>&scenario=<JSON>`, with `&with=<JSON>` for one to compare it with `&pack=` for the name of the pack that it needs, and `&play=` for the steps of a battle that is played out, which a reader can share, keep and go back to. */

import * as reading from "./reading.js";

const LONGEST = 20000;
const SOON = 250; // ms after which the address holds a case whose answer is not there yet

// A page has one address, however many calculators: what was changed last is what it is to hold.
/** Writes the newest case into the address. @type {(() => void) | null} */
let note = null;
let noting = 0;

/** Writes the newest case into the address now, if it is still to be written. */
function now() {
  clearTimeout(noting);
  const write = note;
  note = null;
  write?.();
}

/** Lets the newest case be written soon, unless it is written now before that. @type {(write: () => void) => void} */
function soon(write) {
  note = write;
  noting = window.setTimeout(now, SOON);
}

/** Lets what was to be written go. */
function drop() {
  note = null;
}

/** What a link calls its packs: the name of each, with its edition and version. @type {(text: string) => string} */
function called(text) {
  try {
    return decodeURIComponent(text).slice(0, 800);
  } catch {
    return "";
  }
}

const MOST_STEPS = 400; // of a battle that is played out

/** Whether something is a list of steps as Python names them (solver/mecatol/playing/tokens.py). @type {(found: any) => boolean} */
export const isHistory = (found) => Array.isArray(found) && found.length <= MOST_STEPS && found.every((token) => typeof token === "string" && /^[a-z0-9.+-]{1,24}$/.test(token));

const UNREADABLE = "The link does not contain a case that can be read. It may have been cut off when it was copied.";

/** @type {(message: string) => MecatolProblem[]} */
const problem = (message) => [{ field: "", message }];

/** The case that a piece of an address holds, or why it holds none. @type {(text: string) => { value: any, refused: MecatolProblem[] }} */
function decoded(text) {
  let found;
  try {
    found = reading.parsed(decodeURIComponent(text));
  } catch {
    found = undefined; // a reader cannot do anything about what exactly is wrong with it
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) return { value: null, refused: problem(UNREADABLE) };
  return reading.scenario(found);
}

/**
 * The case that an address holds: null where there is none, and what was `refused` where it cannot be read.
 * @type {(hash: string) => { step: string, scenario?: any, kept?: any, pack?: string, play?: string[], refused?: MecatolProblem[] } | null}
 */
function read(hash) {
  const match = /^#calc=([a-z0-9-]+)(?:&scenario=(.*?))?(?:&with=([^&]*))?(?:&pack=([^&]*))?(?:&play=([^&]*))?$/s.exec(hash);
  if (!match) return null;
  const [, step = "", text = "", other, pack = "", steps] = match;
  if (hash.length > LONGEST) return { step, refused: problem("The link is too long to contain a case.") };
  const scenario = decoded(text);
  const kept = other === undefined ? null : decoded(other);
  const beside = (kept?.refused ?? []).flatMap(({ message }) => problem(`In the case to compare with: ${message}`));
  const elsewhere = [scenario.value, kept?.value].some((each) => each && each.step !== undefined && each.step !== step);
  const refused = [...scenario.refused, ...beside, ...(elsewhere ? problem(`The link is for ${step.replaceAll("-", " ")}, but contains a case for another calculator.`) : [])];
  return refused.length ? { step, refused } : { step, scenario: scenario.value, kept: kept && kept.value, pack: called(pack), ...(steps === undefined ? {} : { play: steps.split(",").filter(Boolean) }) };
}

export { written } from "./writing.js";
export { drop, now, read, soon };
