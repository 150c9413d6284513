/** All that a reader saved as one file, to keep elsewhere or to take to another device; and back, beside what is there. */

import { battles, fleets, recent, recents } from "./cases.js";
import { save } from "../page/files.js";
import { isMapping, parsed } from "./reading.js";
import { type Shelf, joined } from "./store.js";

const VERSION = 1; // of the file
const LONGEST = 8_000_000; // characters of a file

const count = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`;

/** Saves everything, with what this version of the site cannot read. */
export function exported() {
  const [kept, mine] = [battles.all(), fleets.all()];
  const all = { mecatol: VERSION, battles: [...kept.list, ...kept.unread], fleets: [...mine.list, ...mine.unread], recent: recent() };
  const today = new Date().toISOString().slice(0, 10);
  save(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }), `mecatol-saved-${today}.json`);
}

/** Puts entries of a file behind a list, each once, under names that nothing else has; what does not fit is counted. */
function merge(shelf: Shelf, raw: any): { added: number; same: number; over: number; bad: number; kept: boolean } {
  const read = (Array.isArray(raw) ? raw : []).map((one) => (isMapping(one) ? shelf.read(one) : null));
  const { list } = shelf.all();
  const { all, same, over } = joined(list, read.filter(Boolean), shelf.most);
  const added = all.length - list.length;
  return { added, same, over, bad: read.filter((one) => !one).length, kept: !added || shelf.keep(all) };
}

/** Takes what a file holds; returns what came of it, in a sentence. */
export async function imported(file: File): Promise<string> {
  const held: any = file.size > LONGEST ? undefined : parsed(await file.text());
  if (!isMapping(held) || !("mecatol" in held)) return "Not imported: this is not a file that Export writes.";
  if (held.mecatol !== VERSION) return "Not imported: a newer version of this site wrote this file. Reload the page and try again.";
  const taken = merge(battles, held.battles);
  const fleet = merge(fleets, held.fleets);
  merge(recents, held.recent);
  if (!taken.kept || !fleet.kept) return "Not imported: the browser has no room for it, or keeps nothing for this site.";
  const [same, over, bad] = [taken.same + fleet.same, taken.over + fleet.over, taken.bad + fleet.bad];
  const said = [`Imported ${count(taken.added, "battle")} and ${count(fleet.added, "fleet")}.`];
  if (same) said.push(`${same} ${same === 1 ? "was" : "were"} here already.`);
  if (over) said.push(`${over} did not fit: delete some first, then import again.`);
  if (bad) said.push(`${bad} cannot be read by this version of the site.`);
  return said.join(" ");
}
