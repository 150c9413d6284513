/**
 * The systems around the active one: where they lie, the ways of fleets among them, and the same as a scenario says it.
 *
 * A scenario knows no places: `laid` finds some for what it says, and `said` writes what lies there. Knows no rule but what
 * touches what: whether a ship may go a way is Python's to say.
 */

import { tiles } from "mecatol:tiles";

/** What matters to ships in a system, and its ways out beside its sides. */
export type Cell = { words: Set<string>; holes: Set<string>; tile: string };
export type Units = Record<string, number>;
/** A fleet with its way from start to end; wormholes that it uses by leg, "" for a side. */
export type Fleet = { units: Units; path: string[]; by: string[]; picks: Map<string, Units> };
export type Chart = { cells: Map<string, Cell>; active: string; fleets: (Fleet | null)[] };

/** What lies at the sides of a hex, as steps from its place. */
const SIDES = ["0,1", "-1,1", "1,0", "-1,0", "1,-1", "0,-1"];
const STOPS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const ACTIVE = "active";
const ACROSS = "alpha-to-beta";
const MOST_FLEETS = 8; // solver/mecatol/scenario/movement.py
const MOST_TRIES = 2000; // to find a place for a way, within a reach
/** What a way had better avoid, of several that are as short. */
const TROUBLES = new Set(["asteroid-field", "gravity-rift", "nebula", "supernova", "ships", "hololattice", "dimensional-tear"]);

export const placeOf = (key: string) => key.split(",").map(Number) as [number, number];

/** How many sides are between two places. */
export function distance(one: string, other: string): number {
  const [[q, r], [s, t]] = [placeOf(one), placeOf(other)];
  return Math.max(Math.abs(q - s), Math.abs(r - t), Math.abs(q + r - s - t));
}

export function around(key: string): string[] {
  const [q, r] = placeOf(key);
  return SIDES.map(placeOf).map(([aside, down]) => `${q + aside},${r + down}`);
}

/** The places that lie so near to the middle. */
function disc(reach: number): string[] {
  const line = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  return line.flatMap((q) => line.map((r) => `${q},${r}`)).filter((key) => distance("0,0", key) <= reach);
}

export const bare = (): Cell => ({ words: new Set(), holes: new Set(), tile: "" });

/** Nineteen systems with nothing in them; the active one is not in the middle, so that a fleet may start three away. */
export const blank = (): Chart => ({ cells: new Map(disc(2).map((key) => [key, bare()])), active: "0,-1", fleets: [] });

export function at(chart: Chart, key: string): Cell {
  const found = chart.cells.get(key) ?? bare();
  chart.cells.set(key, found);
  return found;
}

/** What leads from one system to another: "" a side that they share, else a wormhole or a hyperlane; undefined if nothing does. */
function way(chart: Chart, one: string, other: string): string | undefined {
  if (distance(one, other) === 1) return "";
  const there = at(chart, other).holes;
  return [...at(chart, one).holes].find((hole) => there.has(hole))?.replace(/-\d+$/, ""); // of hyperlanes each has a number
}

type Found = { path: string[]; trouble: number };

/** The shortest way; of several the one with the least trouble. None where there is none. */
export function shortest(chart: Chart, from: string, to: string): string[] {
  const seen = new Set([from]);
  let wave = new Map<string, Found>([[from, { path: [from], trouble: 0 }]]);
  while (wave.size && !wave.has(to)) {
    const next: typeof wave = new Map();
    for (const [here, { path, trouble }] of wave) {
      for (const [key, cell] of chart.cells) {
        if (seen.has(key) || way(chart, here, key) === undefined) continue;
        const now = trouble + (key === to ? 0 : [...cell.words].filter((word) => TROUBLES.has(word)).length);
        if (now < (next.get(key)?.trouble ?? Infinity)) next.set(key, { path: [...path, key], trouble: now });
      }
    }
    for (const key of next.keys()) seen.add(key);
    wave = next;
  }
  return wave.get(to)?.path ?? [];
}

/** Lets a fleet go a way. */
export function send(chart: Chart, fleet: Fleet, path: string[]): void {
  fleet.path = path;
  fleet.by = path.slice(1).map((key, leg) => way(chart, path[leg], key) ?? "");
  for (const key of fleet.picks.keys()) if (!path.slice(1).includes(key)) fleet.picks.delete(key);
}

/** The fleets that there are. */
const sent = (chart: Chart): Fleet[] => chart.fleets.filter((fleet) => fleet !== null);

/** A fleet goes another way only if there is a shorter one now. */
export function shorten(chart: Chart): void {
  for (const fleet of sent(chart)) {
    const found = shortest(chart, fleet.path[0], chart.active);
    if (found.length && found.length < fleet.path.length) send(chart, fleet, found);
  }
}

/** The fleet that starts in a system. */
export const starting = (chart: Chart, key: string): Fleet | undefined => sent(chart).find(({ path }) => path[0] === key);

/** The fleet on whose way a system is, its end included. */
export const passing = (chart: Chart, key: string): Fleet | undefined => sent(chart).find(({ path }) => path.includes(key, 1));

/** The fleet that starts in a system, a new one if there is none; null where no more may be. */
export function begun(chart: Chart, key: string): Fleet | null {
  const there = starting(chart, key);
  if (there) return there;
  const path = shortest(chart, key, chart.active);
  const free = chart.fleets.includes(null) ? chart.fleets.indexOf(null) : chart.fleets.length;
  if (path.length < 2 || path.length > STOPS.length + 2 || free >= MOST_FLEETS) return null;
  const made: Fleet = { units: {}, path: [], by: [], picks: new Map() };
  send(chart, made, path);
  chart.fleets[free] = made;
  return made;
}

/** Another system is the active one, and every fleet goes there. */
export function activate(chart: Chart, key: string): void {
  chart.active = key;
  chart.fleets = chart.fleets.map((fleet) => {
    const path = fleet ? shortest(chart, fleet.path[0], key) : [];
    if (!fleet || path.length < 2) return null;
    send(chart, fleet, path);
    return fleet;
  });
}

/** Puts a tile into a system; one that nobody knows changes nothing. */
export function lay(chart: Chart, key: string, number: string): boolean {
  const tile = Object.hasOwn(tiles, number) ? tiles[number] : undefined;
  if (tile) chart.cells.set(key, { words: new Set(tile.words), holes: new Set(tile.holes), tile: number });
  return tile !== undefined;
}

/** What a scenario says of a system, word by word. */
const wordsOf = (said: unknown): string[] =>
  [said ?? []]
    .flat()
    .map(String)
    .filter((word) => word && word !== "clear")
    .sort();

/** Words as a scenario writes them. */
function written(words: Iterable<string>, nothing?: string): string | string[] | undefined {
  const found = [...words].sort();
  return found.length > 1 ? found : (found[0] ?? nothing);
}

const fleetsOf = (scenario: any): any[] => scenario.players?.[0]?.fleets ?? [];

const counts = (units: Units | undefined): [string, number][] =>
  Object.entries(units ?? {})
    .filter(([, count]) => count)
    .sort();

/** The way of a fleet as a scenario says it, in one form; without units on request. */
function meantBy(fleet: any, bare: boolean): any[] {
  const picks = Object.entries<Units>(fleet?.picks_up ?? {}).map(([stop, units]) => [stop, counts(units)]);
  return [
    bare ? [] : counts(fleet?.units),
    wordsOf(fleet?.from),
    (fleet?.through ?? []).map(wordsOf),
    [...new Set(fleet?.by ?? [])].sort(),
    picks.filter(([, units]) => units.length).sort(),
  ];
}

/**
 * Everything of a scenario that a map shows, in one form: two scenarios that mean the same give the same text; without units
 * on request.
 */
export function meant(scenario: any, bare: boolean = false): string {
  const ways = fleetsOf(scenario).map((fleet) => meantBy(fleet, bare));
  while (ways.length && !ways.at(-1)?.flat().length) ways.pop();
  const printed = scenario.system ? (tiles[scenario.system]?.words ?? []) : [];
  return JSON.stringify([wordsOf(scenario.into).filter((word) => !printed.includes(word)), scenario.system ?? "", ways]);
}

/** Finds places for the systems of a way, from its end back to its start. */
function room(chart: Chart, words: string[][], by: string[], turn: number): string[] {
  const taken = new Set(sent(chart).flatMap(({ path }) => path));
  const path = [chart.active];
  for (let reach = 2; reach <= 2 + words.length; reach += 1) {
    const open = disc(reach).filter((key) => !taken.has(key));
    let tries = 0;
    const walk = (left: number): boolean => {
      if (left < 0) return true;
      const here = path[0];
      const touched = (key: string) => path.slice(1).some((other) => distance(key, other) < 2);
      const fits = (key: string) => open.includes(key) && !path.includes(key) && !touched(key);
      const sides = around(here);
      const nearby = by[left] ? open.filter((key) => distance(here, key) > 1) : sides.map((_, index) => sides[(index + turn) % 6]);
      const able = words[left].includes(ACTIVE) ? [chart.active] : nearby.filter(fits);
      if (!by[left]) able.sort((one, other) => distance(other, chart.active) - distance(one, chart.active));
      for (const key of able) {
        path.unshift(key);
        if (walk(left - 1)) return true;
        path.shift();
        tries += 1;
        if (tries > MOST_TRIES) return false;
      }
      return false;
    };
    if (walk(words.length - 1)) return path;
  }
  return [];
}

/** Lays out what a scenario says; null for one that has no place on a map. */
export function laid(scenario: any): Chart | null {
  const chart = blank();
  if (scenario.system) lay(chart, chart.active, scenario.system);
  for (const word of wordsOf(scenario.into)) at(chart, chart.active).words.add(word);
  for (const [turn, said] of fleetsOf(scenario).entries()) {
    if (!said || !Object.keys(said).length) {
      chart.fleets.push(null);
      continue;
    }
    const words = [said.from, ...(said.through ?? [])].map(wordsOf);
    const used = [...new Set<string>(said.by ?? [])];
    if (used.length > words.length) return null;
    // A scenario does not say which leg a wormhole is: the first ones.
    const by = words.map((_, leg) => used[leg] ?? "");
    const path = room(chart, words, by, turn);
    if (!path.length) return null;
    const place = (stop: string) => (stop === ACTIVE ? chart.active : path[STOPS.indexOf(stop) + 1]);
    const picks = new Map(Object.entries<Units>(said.picks_up ?? {}).map(([stop, units]) => [place(stop), { ...units }]));
    for (const [leg, key] of path.slice(0, -1).entries()) {
      for (const word of words[leg]) if (word !== ACTIVE) at(chart, key).words.add(word);
      const [hole, end] = by[leg] === ACROSS ? ["alpha", "beta"] : [by[leg], by[leg]];
      if (!hole) continue;
      at(chart, key).holes.add(hole);
      at(chart, path[leg + 1]).holes.add(end);
    }
    chart.fleets.push({ units: { ...said.units }, path, by, picks });
  }
  return meant(said(chart, scenario)) === meant(scenario) ? chart : null;
}

/** Lets the fleets of a map be those of a scenario that differs in nothing but their ships; false where it does. */
export function counted(chart: Chart, scenario: any): boolean {
  if (meant(said(chart, scenario), true) !== meant(scenario, true)) return false;
  const now = fleetsOf(scenario).map((fleet) => fleet?.units ?? {});
  if (now.some((units, index) => Object.keys(units).length && !chart.fleets[index])) return false;
  for (const [index, fleet] of chart.fleets.entries()) if (fleet) fleet.units = { ...now[index] };
  return true;
}

/** A scenario with what lies on a map in the place of what it said of ways. */
export function said(chart: Chart, scenario: any): any {
  const end = at(chart, chart.active);
  const printed = end.tile ? tiles[end.tile].words : [];
  const word = (key: string) => (key === chart.active ? [ACTIVE] : at(chart, key).words);
  const fleets = chart.fleets.map((fleet) => {
    if (!fleet) return {};
    const stops = fleet.path.slice(1);
    const stop = (key: string) => (key === chart.active ? ACTIVE : STOPS[stops.indexOf(key)]);
    const picks = [...fleet.picks].filter(([, units]) => Object.values(units).some(Boolean));
    const by = [...new Set(fleet.by)].filter(Boolean);
    return {
      units: fleet.units,
      from: written(word(fleet.path[0])),
      through: stops.length > 1 ? stops.slice(0, -1).map((key) => written(word(key), "clear")) : undefined,
      by: by.length ? by : undefined,
      picks_up: picks.length ? Object.fromEntries(picks.map(([key, units]) => [stop(key), units])) : undefined,
    };
  });
  while (fleets.length && !Object.keys(fleets[fleets.length - 1]).length) fleets.pop();
  const [mover, ...others] = scenario.players ?? [{}];
  const into = written([...end.words].filter((one) => !printed.includes(one)));
  const players = [{ ...mover, fleets: fleets.length ? fleets : undefined }, ...others];
  return JSON.parse(JSON.stringify({ ...scenario, into, system: end.tile || undefined, players }));
}
