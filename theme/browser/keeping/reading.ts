/**
 * The one reader of what comes from outside: an address, the device's store, a paste, a message.
 *
 * Whatever it returns is new, holds nothing but what the outline of a scenario allows at that place (theme/site/outline.py), and
 * inherits nothing. Whatever it refuses it refuses by name, before anything is built. Which names and numbers the rules
 * allow is Python's to say: a unit that nobody knows, or one too many, goes through, and comes back with a way out.
 */

import written from "mecatol:outline";

export type Kind = {
  fields?: Record<string, number>;
  values?: number;
  required?: string[];
  items?: number;
  most?: number;
  keys?: string[];
  either?: number[];
  type?: string;
};

const LONGEST = 200; // characters of a text
const MOST = 2000; // values of a case
const SHOWN = 20; // problems that are named
const DEEPEST = 8; // levels of what a field holds that nobody knows
const KEY = /^[A-Za-z0-9][A-Za-z0-9_ -]{0,59}$/; // theme/site/outline.py

const TYPES: Record<string, string> = { string: "text", integer: "a whole number", boolean: "true or false" };

/** What is wrong where, and how many values were read. */
type Found = { problems: { path: string[]; message: string }[]; count: number };

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** A text of JSON whose objects inherit nothing; undefined for one that is none. */
export function parsed(text: string): any {
  try {
    return JSON.parse(text, (_, value) => (isMapping(value) ? Object.setPrototypeOf(value, null) : value));
  } catch {
    return undefined;
  }
}

const outline: Kind[] = parsed(JSON.stringify(written));
const SCENARIO = outline.length - 1;

/** A value in a sentence, short whatever it is. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  if (value === null) return "nothing";
  if (typeof value === "boolean") return "yes/no";
  return typeof value === "string" ? `the text '${value.slice(0, 60)}'` : `the number ${value}`;
}

/** Whether every object knows a name by inheritance, or takes it for its prototype. */
export const inherited = (key: string): boolean => key in Object.prototype || key === "prototype";

function refuse(found: Found, path: string[], message: string): undefined {
  found.problems.push({ path, message });
  return undefined;
}

/** Why a key is no part of a case; empty for one that may be. */
function barred(key: string, allowed: string[]): string {
  const named = `the key “${key.slice(0, 60)}”`;
  if (inherited(key)) return `${named} is not a part of any case`;
  if (allowed.includes(key)) return "";
  if (key.includes(".")) return `${named} holds a dot: write what belongs to a field inside of it`;
  return KEY.test(key) ? "" : `${named} must be of letters, digits, hyphens and underscores, at most 60`;
}

/** What nobody knows, as a copy that inherits nothing: Python names it, with what was meant. */
function unknown(raw: unknown, path: string[], depth: number, found: Found): any {
  if (depth > DEEPEST) return refuse(found, path, `is nested more than ${DEEPEST} levels deep`);
  if (Array.isArray(raw)) {
    return counted(raw.length, found, path)
      ? raw.map((item, index) => unknown(item, [...path, String(index)], depth + 1, found))
      : undefined;
  }
  if (!isMapping(raw)) return single(raw, "", path, found);
  return mapping(raw, path, found, Infinity, [], (key, value) => unknown(value, [...path, key], depth + 1, found));
}

/** Counts what is read; there is no more than any case needs. */
function counted(more: number, found: Found, path: string[]): boolean {
  found.count += more;
  if (found.count > MOST) refuse(found, path, `holds more than any case needs, which is ${MOST.toLocaleString("en")} values`);
  return found.count <= MOST;
}

function mapping(
  raw: Record<string, unknown>,
  path: string[],
  found: Found,
  most: number,
  allowed: string[],
  read: (key: string, value: unknown) => any,
): any {
  const entries = Object.entries(raw);
  if (entries.length > most) return refuse(found, path, `holds ${entries.length} entries; at most ${most} are allowed`);
  if (!counted(entries.length, found, path)) return undefined;
  const made = Object.create(null);
  for (const [key, value] of entries) {
    const why = barred(key, allowed);
    if (why) refuse(found, path, why);
    else if (value !== undefined) made[key] = read(key, value);
  }
  return made;
}

/** A text, a number or a truth; a number may be any, for Python says which are allowed. */
function single(raw: unknown, type: string, path: string[], found: Found): any {
  const wanted = TYPES[type];
  if (Array.isArray(raw) || isMapping(raw)) return refuse(found, path, `must be ${wanted}, not ${shown(raw)}`);
  if (typeof raw === "string" && raw.length > LONGEST)
    return refuse(found, path, `is text of ${raw.length.toLocaleString("en")} characters; at most ${LONGEST} are read`);
  if (typeof raw === "number" && !Number.isFinite(raw)) return refuse(found, path, "is a number beyond all bounds");
  const is = typeof raw === "number" ? "integer" : typeof raw;
  return wanted && is !== type ? refuse(found, path, `must be ${wanted}, not ${shown(raw)}`) : raw;
}

/** A value of one kind. */
function value(raw: unknown, place: number, path: string[], found: Found): any {
  const { either: several, fields, required = [], values, items, most = Infinity, keys = [], type } = outline[place] as Kind;
  if (several) return either(raw, several, path, found);
  if (type) return single(raw, type, path, found);
  if (items !== undefined) {
    if (!Array.isArray(raw)) return refuse(found, path, `must be a list, not ${shown(raw)}`);
    if (raw.length > most) return refuse(found, path, `holds ${raw.length} entries; at most ${most} are allowed`);
    if (!counted(raw.length, found, path)) return undefined;
    return raw.map((item, index) => value(item, items, [...path, String(index)], found));
  }
  if (!isMapping(raw)) return refuse(found, path, `must be a mapping, not ${shown(raw)}`);
  // What is read as a whole may lack what the page adds: a case its step, a kept fleet the name of its player.
  const missing = path.length === 0 ? [] : required.filter((name) => !Object.hasOwn(raw, name));
  if (missing.length) refuse(found, path, `${missing.join(" and ")} is missing`);
  return mapping(raw, path, found, most, keys, (key, item) => {
    const kind = values ?? fields?.[key];
    return kind === undefined ? unknown(item, [...path, key], 0, found) : value(item, kind, [...path, key], found);
  });
}

/** The first of several kinds that takes a value; else what the one that comes nearest says. */
function either(raw: unknown, places: number[], path: string[], found: Found): any {
  let nearest: Found["problems"] = [];
  const deep = ([first]: Found["problems"]) => first?.path.length ?? -1;
  for (const place of places) {
    const tried: Found = { problems: [], count: found.count };
    const read = value(raw, place, path, tried);
    if (!tried.problems.length) {
      found.count = tried.count;
      return read;
    }
    if (deep(tried.problems) > deep(nearest)) nearest = tried.problems;
  }
  found.problems.push(...nearest);
  return undefined;
}

/** A place in a case, in words before what is said of it. */
export function where([head = "", index, ...rest]: string[]): string {
  if (head !== "players" || index === undefined) return head && `${[head, index, ...rest].filter((key) => key !== undefined).join(", ")}: `;
  return `${[`Player ${Number(index) + 1}`, ...rest].join(", ")}: `;
}

function read(raw: unknown, place: number): { value: any; refused: MecatolProblem[] } {
  const found: Found = { problems: [], count: 0 };
  const made = value(raw, place, [], found);
  // The form holds another case: none of its fields is to blame.
  const refused = found.problems.slice(0, SHOWN).map(({ path, message }) => ({ field: "", message: where(path) + message }));
  return { value: refused.length ? null : made, refused };
}

/** A case, or why it is none. */
export const scenario = (raw: unknown): { value: any; refused: MecatolProblem[] } => read(raw, SCENARIO);

/** What a player has, without the name. */
export const player = (raw: unknown): { value: any; refused: MecatolProblem[] } =>
  read(raw, outline[outline[SCENARIO]?.fields?.players as number]?.items as number);
