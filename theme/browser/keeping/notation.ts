/**
 * The notation of a case in a link, as solver/mecatol/scenario/link.py says it: `#1/space/Red.letnev.3dn!1dn/Blue.2ws/0qz`; a
 * battle that is played out is written in version 2, its steps by history.ts.
 *
 * What is read is new and inherits nothing; whether it is a case the reader says (reading.ts).
 */

import codes from "mecatol:codes";
import steps from "mecatol:step-codes";
import { close, isHistory, spread } from "./history.js";

/** `play`: the steps of a battle that is played out. */
export type Linked = { scenario: any; kept: any; pack: string; play: string[] | null };

const MARK = /^#[12]\//;
const LONGEST = 20000;
const DEEPEST = 40;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NUMBER = /^-?(?:0|[1-9][0-9]{0,399})(?:\.[0-9]{1,400})?(?:e-?[0-9]{1,4})?$/;
const COUNT = /^(?:0|[1-9][0-9]{0,14})$/;
const UNITS = /^(?:(?:0|[1-9][0-9]{0,14})[a-z]+)*$/;
const ATOM = /[A-Za-z0-9_.%~-]*/y;
const PRIME = 46649;

type Codes = Record<string, string>;

/** Ends a reading or writing that has no way on. */
function stop(): never {
  throw new Error("no notation");
}

const isMapping = (value: any): boolean => value !== null && typeof value === "object" && !Array.isArray(value);
const isCount = (value: any): boolean => typeof value === "number" && COUNT.test(String(value));
/** What stands under a key of its own. */
const own = <T>(mapping: Record<string, T>, key: string): T | undefined => (Object.hasOwn(mapping, key) ? mapping[key] : undefined);
const turned = (mapping: Codes): Map<string, string> => new Map(Object.entries(mapping).map(([code, slug]) => [slug, code]));

const upgrades = Object.fromEntries(Object.entries(codes.units).map(([code, unit]) => [code, `${unit}-2`]));
const short = { steps: turned(steps), factions: turned(codes.factions), units: turned(codes.units) };
/** The codes that differ between the versions. */
const version = (technologies: Codes, cards: Codes) => ({
  technologies,
  cards,
  short: { technologies: turned(technologies), cards: turned(cards) },
});
type Version = ReturnType<typeof version>;
const FIRST = version(upgrades, {});
const SECOND = version({ ...upgrades, ...codes.technologies }, codes.cards);

/** Three characters that differ where a text was cut off or changed. */
function check(text: string): string {
  let number = 7;
  for (let index = 0; index < text.length; index += 1) number = (number * 131 + text.charCodeAt(index)) % PRIME;
  return number.toString(36).padStart(3, "0");
}

const written = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "~");
const read = (text: string): string => decodeURIComponent(text.replaceAll("~", " "));

/** The code of a slug, or the slug itself where it has none and is no other's code. */
function code(known: Map<string, string>, table: Codes, slug: any): string {
  if (typeof slug !== "string" || !SLUG.test(slug)) stop();
  const found = known.get(slug) ?? slug;
  return (own(table, found) ?? found) === slug ? found : stop();
}

function units(counts: any): string {
  if (!isMapping(counts)) stop();
  return Object.entries(counts)
    .map(([unit, count]) => (isCount(count) ? `${count}${short.units.get(unit) ?? stop()}` : stop()))
    .join("");
}

/** None at all is not the same as nothing said. */
const some =
  (sign: string): ((counts: any) => string) =>
  (counts) =>
    sign + (units(counts) || stop());

function slugs(mapping: any): [string, any][] {
  const entries = isMapping(mapping) ? Object.entries(mapping) : [];
  return entries.length && entries.every(([slug]) => SLUG.test(slug)) ? entries : stop();
}

/** How each field of a player is written that has a short form. */
const ITEMS: Record<string, (value: any, all: Version) => string> = {
  faction: (slug) => `.${/^[a-z]/.test(String(slug)) ? code(short.factions, codes.factions, slug) : stop()}`,
  space: some("."),
  planets: (planets) =>
    slugs(planets)
      .map(([planet, counts]) => `.${planet}:${units(counts)}`)
      .join(""),
  damaged: some("!"),
  adjacent: some("@"),
  technologies: (list, all) =>
    Array.isArray(list) && list.length ? list.map((slug) => `+${code(all.short.technologies, all.technologies, slug)}`).join("") : stop(),
  effects: (counts, all) =>
    slugs(counts)
      .map(([slug, count]) => (isCount(count) ? `;${code(all.short.cards, all.cards, slug)}${count === 1 ? "" : `:${count}`}` : stop()))
      .join(""),
};

/** A value in full. */
function inWords(value: any, depth: number): string {
  if (depth > DEEPEST) stop();
  if (value === null) return "!n";
  if (typeof value === "boolean") return value ? "!t" : "!f";
  if (typeof value === "number") {
    const found = JSON.stringify(value).replace("+", "");
    return NUMBER.test(found) ? found : stop();
  }
  if (typeof value === "string") {
    const found = written(value);
    return !found || NUMBER.test(found) ? `'${found}` : found;
  }
  if (Array.isArray(value)) return `!(${value.map((one) => inWords(one, depth + 1)).join(",")})`;
  return isMapping(value)
    ? `(${Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${written(key)}:${inWords(one, depth + 1)}`)
        .join(",")})`
    : stop();
}

const isNamed = (player: any): boolean => isMapping(player) && typeof player.name === "string" && player.name !== "";

const inFull = (rest: Record<string, any>): string => (Object.values(rest).some((one) => one !== undefined) ? inWords(rest, 0) : "");

function ofPlayer({ name, ...rest }: any, all: Version): string {
  let text = written(name).replaceAll(".", "%2E");
  for (const [field, item] of Object.entries(ITEMS)) {
    if (!Object.hasOwn(rest, field)) continue;
    try {
      text += item(rest[field], all);
      delete rest[field];
    } catch {
      // It is written in full.
    }
  }
  return text + inFull(rest);
}

function partsOf({ step, ...rest }: any, all: Version): string[] {
  const found = [code(short.steps, steps, step)];
  if (Array.isArray(rest.players) && rest.players.length && rest.players.every(isNamed)) {
    found.push(...rest.players.map((player: any) => ofPlayer(player, all)));
    delete rest.players;
  }
  const full = inFull(rest);
  return full ? [...found, full] : found;
}

/** The part of an address that holds a case, from its `#`; empty for what has no form in this notation. */
export function notation({ scenario, kept, pack, play }: Linked): string {
  try {
    const [mark, known] = play ? ["2", SECOND] : ["1", FIRST];
    const all = [mark, ...partsOf(scenario, known)];
    if (play && !isHistory(play)) stop();
    if (play) all.push(`!${close(play)}`);
    if (kept) all.push("", ...partsOf(kept, known));
    if (pack) all.push(`=${written(pack)}`);
    const text = all.join("/");
    return `#${text}/${check(text)}`;
  } catch {
    return "";
  }
}

function once(mapping: Record<string, any>, key: string, held: any): void {
  if (Object.hasOwn(mapping, key)) stop();
  mapping[key] = held;
}

function readUnits(text: string): Record<string, number> {
  if (!UNITS.test(text)) stop();
  const found = Object.create(null);
  for (const [, count, unit = ""] of text.matchAll(/(\d+)([a-z]+)/g)) once(found, own(codes.units, unit) ?? stop(), Number(count));
  return found;
}

const PLACES: Record<string, string> = { ".": "space", "!": "damaged", "@": "adjacent" };

/** Adds to a player what one item says. */
function readItem(player: any, sign: string, body: string, all: Version): void {
  const colon = body.indexOf(":");
  const [head, tail] = colon < 0 ? [body, ""] : [body.slice(0, colon), body.slice(colon + 1)];
  if (sign === "+" && SLUG.test(body)) (player.technologies ??= []).push(own(all.technologies, body) ?? body);
  else if (sign === ";" && SLUG.test(head) && (colon < 0 || COUNT.test(tail)))
    once((player.effects ??= Object.create(null)), own(all.cards, head) ?? head, colon < 0 ? 1 : Number(tail));
  else if (sign === "." && colon >= 0 && SLUG.test(head)) once((player.planets ??= Object.create(null)), head, readUnits(tail));
  else if (sign === "." && SLUG.test(body) && /^[a-z]/.test(body)) once(player, "faction", own(codes.factions, body) ?? body);
  else if (body) once(player, own(PLACES, sign) ?? stop(), readUnits(body));
  else stop();
}

function readPlayer(text: string, all: Version): any {
  const [, name = "", items = "", rest = ""] = /^([A-Za-z0-9_%~-]+)((?:[.!@+;][a-z0-9:-]*)*)(\(.*)?$/s.exec(text) ?? stop();
  const found = Object.create(null);
  found.name = read(name);
  for (const [, sign = "", body = ""] of items.matchAll(/([.!@+;])([a-z0-9:-]*)/g)) readItem(found, sign, body, all);
  return withRest(found, rest);
}

/** A record with what was written of it in full. */
function withRest(found: any, rest: string): any {
  if (!rest) return found;
  for (const [key, held] of Object.entries(readValue(rest))) once(found, key, held);
  return found;
}

/** The mapping that a text is. */
function readValue(text: string): any {
  let at = 0;
  const takes = (sign: string) => {
    const there = text.startsWith(sign, at);
    if (there) at += sign.length;
    return there;
  };
  const atom = () => {
    ATOM.lastIndex = at;
    const [found = ""] = ATOM.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const each = (read: () => void) => {
    for (let first = true; !takes(")"); first = false) {
      if (!first && !takes(",")) stop();
      read();
    }
  };
  const any = (depth: number): any => {
    if (depth > DEEPEST) stop();
    if (takes("(")) {
      const found = Object.create(null);
      each(() => {
        const key = atom();
        once(found, read(key), takes(":") ? any(depth + 1) : stop());
      });
      return found;
    }
    if (takes("!(")) {
      const found: any[] = [];
      each(() => found.push(any(depth + 1)));
      return found;
    }
    if (takes("!t")) return true;
    if (takes("!f")) return false;
    if (takes("!n")) return null;
    if (takes("'")) return read(atom());
    const found = atom() || stop();
    return NUMBER.test(found) ? Number(found) : read(found);
  };
  const found = any(0);
  return at === text.length && isMapping(found) ? found : stop();
}

function readCase([step = "", ...rest]: string[], all: Version): any {
  if (!SLUG.test(step)) stop();
  const found = Object.create(null);
  found.step = own(steps, step) ?? step;
  const full = rest.at(-1)?.startsWith("(") ? rest.pop() : "";
  if (rest.length) found.players = rest.map((text) => readPlayer(text, all));
  return withRest(found, full ?? "");
}

/** What a link of this form holds; null for one that was cut off or changed on the way. */
export function linked(hash: string): Linked | null {
  try {
    const end = hash.lastIndexOf("/");
    const whole = hash.slice(1, end);
    if (hash.length > LONGEST || /[^ -~]/.test(hash) || !MARK.test(hash) || hash.slice(end + 1) !== check(whole)) stop();
    const known = hash.startsWith("#1/") ? FIRST : SECOND;
    let all = whole.split("/").slice(1);
    const pack = all.at(-1)?.startsWith("=") ? read((all.pop() ?? "").slice(1)) : "";
    const gap = all.indexOf("");
    const kept = gap < 0 ? null : readCase(all.slice(gap + 1), known);
    if (gap >= 0) all = all.slice(0, gap);
    const steps = all.at(-1)?.startsWith("!") ? (all.pop() ?? "").slice(1) : null;
    const play = steps === null ? null : known === SECOND ? (spread(steps) ?? stop()) : steps ? steps.split(",") : [];
    if (play && !isHistory(play)) stop();
    return { scenario: readCase(all, known), kept, pack, play };
  } catch {
    return null; // a reader cannot do anything about what exactly is wrong with it
  }
}
