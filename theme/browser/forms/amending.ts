/**
 * The case that is asked: the one that came in, with what a reader has changed in the form since.
 *
 * A form shows less than a case may hold: it has no field for some of it, and shows a 0 that was said like one that was not.
 * So it is never the form alone that is asked. What the form said of the case as it came in is compared with what it says now,
 * and only the differences go into the case.
 */

import { held, leaves, listed, put } from "./scenario.js";

export type Tree = import("./scenario.js").Tree;
export type Leaf = import("./scenario.js").Leaf;

const isTree = (value: any): value is Tree => value !== null && typeof value === "object";

/** A copy whose objects inherit nothing. */
export function copied(value: any): any {
  if (Array.isArray(value)) return value.map(copied);
  if (!isTree(value)) return value;
  const made = Object.create(null);
  for (const [key, item] of Object.entries(value)) made[key] = copied(item);
  return made;
}

const signed = ({ path, value }: Leaf): string => JSON.stringify([path, value]);

/** The leaves of one case that another does not have. */
function beyond(of: any, other: any): Leaf[] {
  const there = new Set(leaves(other).map(signed));
  return leaves(of).filter((leaf) => !there.has(signed(leaf)));
}

/** What a case holds and its form does not show. */
export const unshown = (scenario: Tree, shown: Tree): Leaf[] => beyond(scenario, shown).filter(({ path }) => path[0] !== "step");

/** Takes out what stands under a path, and whatever is empty for it, unless the form still has that. */
function remove(scenario: Tree, path: string[], now: Tree): void {
  for (let length = path.length; length > 0; length -= 1) {
    const [here, key] = [held(scenario, path.slice(0, length - 1)), path[length - 1] as string];
    if (!isTree(here) || !Object.hasOwn(here, key)) return;
    if (Array.isArray(here) && Number(key) === here.length - 1) here.pop();
    else if (Array.isArray(here))
      here[Number(key)] = copied(held(now, path.slice(0, length)) ?? Object.create(null)); // others keep their numbers
    else delete here[key];
    if (Object.keys(here).length || length === 1 || held(now, path.slice(0, length - 1)) !== undefined) return;
  }
}

/** Takes out one leaf of a case: one technology, or a value. */
export function without(scenario: Tree, { path, value }: Leaf, now: Tree): void {
  const stands = held(scenario, path);
  if (path.at(-1) === "technologies" && Array.isArray(stands) && !Array.isArray(value)) {
    const left = stands.filter((each) => each !== value);
    held(scenario, path.slice(0, -1)).technologies = left;
    if (left.length) return;
  }
  remove(scenario, path, now);
}

/** Puts one leaf of the form into a case; an entry of a list that the case lacks comes as a whole, with those before it. */
function include(scenario: Tree, { path, value }: Leaf, now: Tree): void {
  for (const [index, key] of path.entries()) {
    const [there, here] = [held(now, path.slice(0, index)), held(scenario, path.slice(0, index))];
    if (!Array.isArray(there) || !isTree(there[Number(key)])) continue;
    const list = listed(here);
    if (Number(key) < list.length) continue;
    list.push(...there.slice(list.length, Number(key) + 1).map(copied));
    put(scenario, path.slice(0, index), list);
    return;
  }
  const stands = held(scenario, path);
  if (path.at(-1) === "technologies" && Array.isArray(stands) && stands.includes(value)) return;
  // An empty mapping says nothing where something is.
  if (!isTree(value) || Array.isArray(value) || stands === undefined) put(scenario, path, copied(value));
}

/** Closes a list up where the form has lost one entry of it, with all that was unshown of that entry. */
function closeUp(scenario: Tree, before: Tree, now: Tree, key: string): void {
  const [had, has, lists] = [before, now, scenario].map((tree) => listed(tree[key]));
  if (has.length !== had.length - 1) return;
  const gone = had.findIndex((_, gone) => JSON.stringify(had.filter((_, index) => index !== gone)) === JSON.stringify(has));
  if (gone < 0) return;
  had.splice(gone, 1);
  lists.splice(gone, 1);
}

/** A case with what a form says otherwise now than before. */
export function amended(scenario: Tree, before: Tree, now: Tree): Tree {
  const [made, was] = [copied(scenario), copied(before)];
  for (const key of ["players", "ask"]) closeUp(made, was, now, key);
  const [gone, come] = [beyond(was, now), beyond(now, was)];
  // From the end: what stands behind in a list keeps its number until it is looked at.
  for (const leaf of gone.reverse()) {
    if (leaf.path.at(-1) === "technologies" || held(now, leaf.path) === undefined) without(made, leaf, now);
  }
  for (const leaf of come) include(made, leaf, now);
  return made;
}
