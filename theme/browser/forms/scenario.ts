/**
 * The scenario as the fields of a form hold it, and back.
 *
 * A path is a list of keys. A field's name is such a path with dots between the keys (`players.0.space.dreadnought`): names
 * are made of ours and of slugs, never of what came from elsewhere. A form holds less than a scenario may: what is asked is the
 * scenario that came in, with what was changed in the form since (amending.ts).
 */

import { all } from "../page/parts.js";
import * as planets from "./planets.js";

export type Tree = { [key: string]: any };
export type Leaf = { path: string[]; value: any };
type Field = HTMLInputElement | HTMLSelectElement;

const LONGEST_LIST = 99;

/** What a scenario holds as a list whose items have fields of their own. */
const LISTS = new Set(["players", "ask", "fleets", "through", "by"]);

/** The items of what may be a list. */
export const listed = (value: any): any[] => (Array.isArray(value) ? value : []);

/** @returns an object that inherits nothing */
const empty = (): Tree => Object.create(null);

/** The path that a field's name stands for; keys of rulings are clause ids and hold dots of their own. */
export function keysOf(name: string): string[] {
  return name.startsWith("rulings.") ? ["rulings", name.slice("rulings.".length)] : name.split(".");
}

/** A path as one text: two paths never have the same. */
const named = (path: string[]): string => JSON.stringify(path);

/** Whether a key may lead from here: an index of a list, or what a mapping itself holds or may hold. */
function leads(here: any, key: string): boolean {
  if (Array.isArray(here)) return /^(0|[1-9]\d*)$/.test(key) && Number(key) < LONGEST_LIST;
  return key !== "__proto__";
}

/** What stands under a path; undefined where nothing does. */
export const held = (tree: any, path: string[]): any =>
  path.reduce((here, key) => (here !== null && typeof here === "object" && Object.hasOwn(here, key) ? here[key] : undefined), tree);

/** Puts a value under a path, with whatever has to be there above it; without a value, takes out what stands there. */
export function put(tree: Tree, path: string[], value: any, many: boolean = false): void {
  const last = path.length - 1;
  let here = tree;
  for (const [index, key] of path.entries()) {
    if (!leads(here, key)) throw new Error(`“${key.slice(0, 60)}” leads nowhere in a case`);
    if (index === last) break;
    const below = held(here, [key]);
    if (below === null || typeof below !== "object") here[key] = LISTS.has(key) && /^\d+$/.test(path[index + 1] ?? "") ? [] : empty();
    here = here[key];
  }
  const key = path[last] as string;
  const before = held(here, [key]);
  if (value === undefined) delete here[key];
  else if (many || key === "technologies") here[key] = [...listed(before), value];
  else here[key] = value;
}

/** Every value of a scenario with its path; each technology is one value, any other list is one whole, and so is an empty mapping. */
export function leaves(tree: any): Leaf[] {
  const found: Leaf[] = [];
  const walk = (value: any, path: string[]): void => {
    const key = path.at(-1) ?? "";
    if (Array.isArray(value) && value.length && key === "technologies") {
      for (const item of value) found.push({ path, value: item });
    } else if (Array.isArray(value) && value.length && LISTS.has(key)) {
      value.forEach((item, index) => walk(item, [...path, String(index)]));
    } else if (value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length) {
      for (const [name, item] of Object.entries(value)) walk(item, [...path, name]);
    } else {
      found.push({ path, value });
    }
  };
  walk(tree, []);
  return found;
}

/** Reads one field into the scenario; what is zero, empty or the default is left out. */
function readField(tree: Tree, field: Field): void {
  const { name, value, type, dataset } = field;
  const say = (said: any) => put(tree, keysOf(name), said, type === "checkbox" && dataset.many !== undefined);
  if (field instanceof HTMLSelectElement) {
    // "In an order of your own" stands for the list in the field that follows.
    if (value === (dataset.default ?? "") || value === dataset.own) return;
    const number = dataset.number !== undefined && /^\d+$/.test(value);
    const several = value.includes(",") ? value.split(",") : value; // several things that matter in one system
    say(dataset.truth !== undefined ? value === "true" : number ? Number(value) : several);
  } else if (dataset.list !== undefined) {
    // A list that is written by hand holds planets: their names become slugs, as everywhere.
    const names = value.split(",").map((part) => (type === "text" ? planets.slug(part) : part));
    if (names.some(Boolean)) say(names.filter(Boolean));
  } else if (type === "checkbox" || type === "radio") {
    if (field.checked && value !== dataset.default) say(value === "1" ? 1 : value);
  } else if (type === "number") {
    if (value !== "" && value !== (dataset.default ?? "0")) say(Number(value));
  } else if (dataset.planet !== undefined) {
    const slug = planets.slug(value);
    if (slug) say((dataset.tag ?? "") + slug);
  } else if (value !== "" || /^players\.\d+\.name$/.test(name)) {
    say(value);
  }
}

const fieldsOf = (form: HTMLFormElement): Field[] => [...form.querySelectorAll<Field>(":is(input, select)[name]:not([name=''])")];

/** A way with a gap is a shorter one; a fleet that has nothing leaves the next one its number. */
function close(tree: Tree): void {
  for (const player of listed(tree.players)) {
    const fleets = listed(player?.fleets);
    for (const number of fleets.keys()) {
      fleets[number] ??= empty();
      const way = fleets[number].through;
      if (Array.isArray(way)) fleets[number].through = way.filter(() => true);
    }
  }
}

/** A planet on which nobody has anything can be landed on all the same: it is the last side's of the table. */
function bare(form: HTMLFormElement, tree: Tree): void {
  const board = form.querySelector<HTMLElement>(".board[data-lands]");
  const players = listed(tree.players);
  const last = players[Number(board?.dataset.columns) - 1];
  for (const field of board ? all<HTMLInputElement>(board, "planet-name") : []) {
    const slug = planets.slug(field.value);
    if (!slug || !last || players.some((player) => slug in (player?.planets ?? {}))) continue;
    last.planets ??= empty();
    last.planets[slug] ??= empty();
  }
}

/** What a form says by its fields. */
export function read(form: HTMLFormElement, step: string): Tree {
  const tree = empty();
  tree.step = step;
  for (const field of fieldsOf(form)) readField(tree, field);
  bare(form, tree);
  close(tree);
  return tree;
}

/** Puts a list of names into the field that keeps it, and says so in the one before. */
function fillList([first]: Field[], field: HTMLInputElement, value: any): boolean {
  const { nameOf, slug } = planets;
  const typed = field.type === "text";
  const known = JSON.parse(first.dataset.orders ?? "{}")["sustain-first"] ?? [];
  const fits = (part: any) => (typed ? typeof part === "string" && slug(part) === part : known.includes(part));
  if (!Array.isArray(value) || !value.every(fits) || (!typed && !value.length)) return false;
  field.value = typed ? value.map(nameOf).join(", ") : value.join(",");
  if (first instanceof HTMLSelectElement) first.value = String(first.dataset.own);
  return true;
}

/** What is no slug would be read back as another name. */
function fillPlanet(field: HTMLInputElement, value: string): boolean {
  const { nameOf, slug } = planets;
  if (slug(value) !== value) return false;
  field.value = nameOf(value);
  return true;
}

/** Ticks each of a list's names, if every one of them has a box. */
function fillMany(fields: Field[], value: any): boolean {
  const boxes = listed(value).map((name) => fields.find((field) => field.value === name)) as HTMLInputElement[];
  if (!boxes.length || !boxes.every(Boolean)) return false;
  for (const box of boxes) box.checked = true;
  return true;
}

const has = (field: HTMLSelectElement, value: any): boolean => [...field.options].some((option) => option.value === value);

/** Lets a field of systems offer several things that matter in one, if it knows each of them. */
function several(field: HTMLSelectElement, value: any[]): void {
  const named = value.map((word) => [...field.options].find((option) => option.value === word)?.text);
  if (named.every(Boolean) && !has(field, String(value))) field.append(new Option(named.join(", "), String(value)));
}

/** Puts one value into its field, if there is one that can hold it. */
function fill(fields: Field[], value: any): boolean {
  if (fields[0]?.dataset.many !== undefined) return fillMany(fields, value);
  for (const field of fields) {
    if (field instanceof HTMLSelectElement) {
      const plain = (field.dataset.truth !== undefined && typeof value === "boolean") || Array.isArray(value) ? String(value) : value;
      const words = field.dataset.number !== undefined && Number.isSafeInteger(value) ? String(value) : plain;
      if (field.dataset.several !== undefined && Array.isArray(value)) several(field, value);
      if (value === field.dataset.own || !has(field, words)) continue;
      field.value = words;
      return true;
    }
    if (field.dataset.list !== undefined) return fillList(fields, field, value);
    if (field.type === "checkbox" || field.type === "radio") {
      if (field.value !== String(value)) continue;
      field.checked = true;
      return true;
    }
    if (field.type === "number") {
      if (!Number.isSafeInteger(value)) return false;
      field.value = String(value);
      return true;
    }
    const tag = field.dataset.tag ?? "";
    if (typeof value !== "string" || value.length > field.maxLength || !value.startsWith(tag)) return false;
    if (field.dataset.planet !== undefined) return fillPlanet(field, value.slice(tag.length));
    const before = field.value;
    field.value = value;
    if (field.value === value) return true;
    field.value = before; // a field of one line would make another text of it
    return false;
  }
  return false;
}

/** Lets a field say nothing. */
export function reset(field: Field): void {
  const { type, value, dataset } = field;
  if (type === "checkbox" || type === "radio") (field as HTMLInputElement).checked = type === "radio" && value === dataset.default;
  else field.value = dataset.default ?? (type === "number" ? "0" : "");
}

/** Puts a scenario into a form whose players and planets are there already, as far as it has fields. */
export function write(form: HTMLFormElement, scenario: any): void {
  const fields: Map<string, Field[]> = new Map();
  for (const field of fieldsOf(form)) {
    reset(field);
    const path = named(keysOf(field.name));
    fields.set(path, [...(fields.get(path) ?? []), field]);
  }
  for (const { path, value } of leaves(scenario)) if (path[0] !== "step") fill(fields.get(named(path)) ?? [], value);
}

/** Whether a field of that name holds what stands under a path. */
export const isOf = (name: string, path: string[]): boolean => named(keysOf(name)) === named(path);
