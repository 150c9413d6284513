/**
 * The scenario as the fields of a form hold it, and back.
 *
 * A path is a list of keys. A field's name is such a path with dots between the keys (`players.0.space.dreadnought`): names
 * are made of ours and of slugs, never of what came from elsewhere. A form holds less than a scenario may: what is asked is the
 * scenario that came in, with what was changed in the form since (amending.ts).
 */

import * as planets from "./planets.js";

export type Tree = { [key: string]: any };
export type Leaf = { path: string[]; value: any };

const LONGEST_LIST = 99;

/** What a scenario holds as a list whose items have fields of their own. */
const LISTS = new Set(["players", "ask", "fleets", "through", "by"]);

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
  else if (many || key === "technologies") here[key] = [...(Array.isArray(before) ? before : []), value];
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
function readField(tree: Tree, field: HTMLInputElement | HTMLSelectElement): void {
  const { name, value } = field;
  if (field instanceof HTMLSelectElement) {
    // "In an order of your own" stands for the list in the field that follows.
    const number = field.dataset.number !== undefined && /^\d+$/.test(value);
    const several = value.includes(",") ? value.split(",") : value; // several things that matter in one system
    const read = field.dataset.truth !== undefined ? value === "true" : number ? Number(value) : several;
    if (value !== (field.dataset.default ?? "") && value !== field.dataset.own) put(tree, keysOf(name), read);
  } else if (field.dataset.list !== undefined) {
    // A list that is written by hand holds planets: their names become slugs, as everywhere.
    const plain = field.type === "text" ? planets.slug : (part: string) => part;
    const names = value.split(",").map(plain).filter(Boolean);
    if (names.length) put(tree, keysOf(name), names);
  } else if (field.type === "checkbox") {
    if (field.checked) put(tree, keysOf(name), value === "1" ? 1 : value, field.dataset.many !== undefined);
  } else if (field.type === "radio") {
    if (field.checked && value !== field.dataset.default) put(tree, keysOf(name), value);
  } else if (field.type === "number") {
    if (value !== "" && value !== (field.dataset.default ?? "0")) put(tree, keysOf(name), Number(value));
  } else if (field.dataset.planet !== undefined) {
    const slug = planets.slug(value);
    if (slug) put(tree, keysOf(name), (field.dataset.tag ?? "") + slug);
  } else if (value !== "" || /^players\.\d+\.name$/.test(name)) {
    put(tree, keysOf(name), value);
  }
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name !== "",
  );
}

/** A way with a gap is a shorter one; a fleet that has nothing leaves the next one its number. */
function close(tree: Tree): void {
  for (const player of Array.isArray(tree.players) ? tree.players : []) {
    const fleets = Array.isArray(player?.fleets) ? player.fleets : [];
    for (const number of fleets.keys()) {
      if (!(number in fleets)) fleets[number] = empty();
      const way = fleets[number]?.through;
      if (Array.isArray(way)) fleets[number].through = way.filter(() => true);
    }
  }
}

/** A planet on which nobody has anything can be landed on all the same: it is the last side's of the table. */
function bare(form: HTMLFormElement, tree: Tree): void {
  const board = form.querySelector(".board[data-lands]");
  const players = Array.isArray(tree.players) ? tree.players : [];
  for (const field of (board?.querySelectorAll('[data-part="planet-name"]') ?? []) as NodeListOf<HTMLInputElement>) {
    const slug = planets.slug(field.value);
    const last = players[Number((board as HTMLElement).dataset.columns) - 1];
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
function fillList(fields: (HTMLInputElement | HTMLSelectElement)[], field: HTMLInputElement, value: any): boolean {
  const { nameOf, slug } = planets;
  if (field.type === "text") {
    if (!Array.isArray(value) || !value.every((part) => typeof part === "string" && slug(part) === part)) return false;
    field.value = value.map(nameOf).join(", ");
    return true;
  }
  const known = JSON.parse(fields[0]?.dataset.orders ?? "{}")["sustain-first"] ?? [];
  if (!Array.isArray(value) || value.length === 0 || !value.every((name) => known.includes(name))) return false;
  field.value = value.join(",");
  if (fields[0] instanceof HTMLSelectElement) fields[0].value = String(fields[0].dataset.own);
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
function fillMany(fields: HTMLInputElement[], value: any): boolean {
  const boxes = Array.isArray(value) ? value.map((name) => fields.find((field) => field.value === name)) : [];
  if (boxes.length === 0 || boxes.includes(undefined)) return false;
  for (const box of boxes) (box as HTMLInputElement).checked = true;
  return true;
}

/** Lets a field of systems offer several things that matter in one, if it knows each of them. */
function several(field: HTMLSelectElement, value: any[]): void {
  const named = value.map((word) => [...field.options].find((option) => option.value === word)?.textContent);
  if (!named.includes(undefined) && ![...field.options].some((option) => option.value === String(value)))
    field.append(new Option(named.join(", "), String(value)));
}

/** Puts one value into its field, if there is one that can hold it. */
function fill(fields: (HTMLInputElement | HTMLSelectElement)[], value: any): boolean {
  const [first] = fields;
  if (first instanceof HTMLInputElement && first.dataset.many !== undefined) return fillMany(fields as HTMLInputElement[], value);
  for (const field of fields) {
    if (field instanceof HTMLSelectElement) {
      const plain = (field.dataset.truth !== undefined && typeof value === "boolean") || Array.isArray(value) ? String(value) : value;
      const words = field.dataset.number !== undefined && Number.isSafeInteger(value) ? String(value) : plain;
      if (field.dataset.several !== undefined && Array.isArray(value)) several(field, value);
      if (value === field.dataset.own || ![...field.options].some((option) => option.value === words)) continue;
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

/** Empties every field. */
function clear(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) {
    if (field instanceof HTMLSelectElement) field.value = field.dataset.default ?? "";
    else if (field.type === "checkbox") field.checked = false;
    else if (field.type === "radio") field.checked = field.value === field.dataset.default;
    else field.value = field.dataset.default ?? (field.type === "number" ? "0" : "");
  }
}

/** Puts a scenario into a form whose players and planets are there already, as far as it has fields. */
export function write(form: HTMLFormElement, scenario: any): void {
  clear(form);
  const fields: Map<string, (HTMLInputElement | HTMLSelectElement)[]> = new Map();
  for (const field of fieldsOf(form)) {
    const path = named(keysOf(field.name));
    fields.set(path, [...(fields.get(path) ?? []), field]);
  }
  for (const { path, value } of leaves(scenario)) if (path[0] !== "step") fill(fields.get(named(path)) ?? [], value);
}

/** Whether a field of that name holds what stands under a path. */
export const isOf = (name: string, path: string[]): boolean => named(keysOf(name)) === named(path);
