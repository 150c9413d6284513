/**
 * The systems around the active one: where they lie, the ways of fleets among them, and the same as a scenario says it.
 *
 * A scenario knows no places: `laid` finds some for what it says, and `said` writes what lies there. Knows no rule but what
 * touches what: whether a ship may go a way is Python's to say.
 *
 * @typedef {{ words: Set<string>, holes: Set<string>, tile: string }} Cell what matters to ships in a system, and its ways out beside its sides
 * @typedef {Record<string, number>} Units
 * @typedef {{ units: Units, path: string[], by: string[], picks: Map<string, Units> }} Fleet its way from start to end; wormholes that it uses by leg, "" for a side
 * @typedef {{ cells: Map<string, Cell>, active: string, fleets: (Fleet | null)[] }} Chart
 */

import { tiles } from "mecatol:tiles";

const SIDES = [[0, 1], [-1, 1], [1, 0], [-1, 0], [1, -1], [0, -1]];
const STOPS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const ACTIVE = "active";
const ACROSS = "alpha-to-beta";
const MOST_FLEETS = 8; // solver/mecatol/scenario/movement.py
/** What a way had better avoid, of several that are as short. */
const TROUBLES = new Set(["asteroid-field", "gravity-rift", "nebula", "supernova", "ships", "hololattice", "dimensional-tear"]);

/** @type {(key: string) => [number, number]} */
export const placeOf = (key) => /** @type {any} */ (key.split(",").map(Number));

/** How many sides are between two places. @type {(one: string, other: string) => number} */
export function distance(one, other) {
  const [[q, r], [s, t]] = [placeOf(one), placeOf(other)];
  return Math.max(Math.abs(q - s), Math.abs(r - t), Math.abs(q + r - s - t));
}

/** @type {(key: string) => string[]} */
export const around = (key) => SIDES.map(([q, r]) => `${placeOf(key)[0] + q},${placeOf(key)[1] + r}`);

/** The places that lie so near to the middle. @type {(reach: number) => string[]} */
function disc(reach) {
  const line = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  return line.flatMap((q) => line.map((r) => `${q},${r}`)).filter((key) => distance("0,0", key) <= reach);
}

/** @type {() => Cell} */
export const bare = () => ({ words: new Set(), holes: new Set(), tile: "" });

/** Nineteen systems with nothing in them; the active one is not in the middle, so that a fleet may start three away. @type {() => Chart} */
export const blank = () => ({ cells: new Map(disc(2).map((key) => [key, bare()])), active: "0,-1", fleets: [] });

/** @type {(chart: Chart, key: string) => Cell} */
export function at(chart, key) {
  const found = chart.cells.get(key) ?? bare();
  chart.cells.set(key, found);
  return found;
}

/** What leads from one system to another: "" a side that they share, else a wormhole or a hyperlane; undefined if nothing does. @type {(chart: Chart, one: string, other: string) => string | undefined} */
function way(chart, one, other) {
  if (distance(one, other) === 1) return "";
  const there = at(chart, other).holes;
  return [...at(chart, one).holes].find((hole) => there.has(hole))?.replace(/-\d+$/, ""); // of hyperlanes each has a number
}

/** The shortest way; of several the one with the least trouble. None where there is none. @type {(chart: Chart, from: string, to: string) => string[]} */
export function shortest(chart, from, to) {
  const seen = new Set([from]);
  let wave = new Map([[from, { path: [from], trouble: 0 }]]);
  while (wave.size && !wave.has(to)) {
    /** @type {typeof wave} */
    const next = new Map();
    for (const { path, trouble } of wave.values()) {
      const here = /** @type {string} */ (path.at(-1));
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

/** Lets a fleet go a way. @type {(chart: Chart, fleet: Fleet, path: string[]) => void} */
export function send(chart, fleet, path) {
  fleet.path = path;
  fleet.by = path.slice(1).map((key, leg) => way(chart, path[leg], key) ?? "");
  for (const key of fleet.picks.keys()) if (!path.slice(1).includes(key)) fleet.picks.delete(key);
}

/** A fleet goes another way only if there is a shorter one now. @type {(chart: Chart) => void} */
export function shorten(chart) {
  for (const fleet of chart.fleets) {
    const found = fleet ? shortest(chart, fleet.path[0], chart.active) : [];
    if (fleet && found.length && found.length < fleet.path.length) send(chart, fleet, found);
  }
}

/** The fleet that starts in a system. @type {(chart: Chart, key: string) => Fleet | null | undefined} */
export const starting = (chart, key) => chart.fleets.find((fleet) => fleet?.path[0] === key);

/** The fleet on whose way a system is, its end included. @type {(chart: Chart, key: string) => Fleet | null | undefined} */
export const passing = (chart, key) => chart.fleets.find((fleet) => fleet?.path.slice(1).includes(key));

/** The fleet that starts in a system, a new one if there is none; null where no more may be. @type {(chart: Chart, key: string) => Fleet | null} */
export function begun(chart, key) {
  const there = starting(chart, key);
  if (there) return there;
  const path = shortest(chart, key, chart.active);
  const free = chart.fleets.includes(null) ? chart.fleets.indexOf(null) : chart.fleets.length;
  if (path.length < 2 || path.length > STOPS.length + 2 || free >= MOST_FLEETS) return null;
  /** @type {Fleet} */
  const made = { units: {}, path: [], by: [], picks: new Map() };
  send(chart, made, path);
  chart.fleets[free] = made;
  return made;
}

/** Another system is the active one, and every fleet goes there. @type {(chart: Chart, key: string) => void} */
export function activate(chart, key) {
  chart.active = key;
  chart.fleets = chart.fleets.map((fleet) => (fleet && shortest(chart, fleet.path[0], key).length > 1 ? fleet : null));
  for (const fleet of chart.fleets) if (fleet) send(chart, fleet, shortest(chart, fleet.path[0], key));
}

/** Puts a tile into a system; one that nobody knows changes nothing. @type {(chart: Chart, key: string, number: string) => boolean} */
export function lay(chart, key, number) {
  const tile = Object.hasOwn(tiles, number) ? tiles[number] : undefined;
  if (tile) chart.cells.set(key, { words: new Set(tile.words), holes: new Set(tile.holes), tile: number });
  return tile !== undefined;
}

/** What a scenario says of a system, word by word. @type {(said: unknown) => string[]} */
const wordsOf = (said) => [...(Array.isArray(said) ? said : said ? [String(said)] : [])].filter((word) => word !== "clear").sort();

/** The same as a scenario writes it. @type {(words: Iterable<string>, nothing?: string) => string | string[] | undefined} */
function written(words, nothing) {
  const found = [...words].sort();
  return found.length > 1 ? found : (found[0] ?? nothing);
}

/** @type {(scenario: any) => any[]} */
const fleetsOf = (scenario) => (Array.isArray(scenario.players?.[0]?.fleets) ? scenario.players[0].fleets : []);

/** Everything of a scenario that a map shows, in one form: two scenarios that mean the same give the same text; without units on request. @type {(scenario: any, bare?: boolean) => string} */
export function meant(scenario, bare = false) {
  const counts = (/** @type {Units | undefined} */ units) => Object.entries(units ?? {}).filter(([, count]) => count).sort();
  const ways = fleetsOf(scenario).map((fleet) => {
    const picks = Object.entries(fleet?.picks_up ?? {}).map(([stop, units]) => [stop, counts(units)]).filter(([, units]) => units?.length).sort();
    return JSON.stringify([bare ? [] : counts(fleet?.units), wordsOf(fleet?.from), (fleet?.through ?? []).map(wordsOf), [...new Set(fleet?.by ?? [])].sort(), picks]);
  });
  while (ways.length && ways.at(-1) === JSON.stringify([[], [], [], [], []])) ways.pop();
  const printed = scenario.system ? (tiles[scenario.system]?.words ?? []) : [];
  return JSON.stringify([wordsOf(scenario.into).filter((word) => !printed.includes(word)), scenario.system ?? "", ways]);
}

/** Finds places for the systems of a way, from its end back to its start. @type {(chart: Chart, words: string[][], by: string[], turn: number) => string[]} */
function room(chart, words, by, turn) {
  const taken = new Set(chart.fleets.flatMap((fleet) => fleet?.path ?? []));
  const path = [chart.active];
  let tries = 0;
  for (let reach = 2; reach <= 2 + words.length; reach += 1) {
    const open = disc(reach);
    /** @type {(left: number) => boolean} */
    const walk = (left) => {
      if (left < 0) return true;
      const here = path[0];
      const touched = (/** @type {string} */ key) => path.slice(1).some((other) => distance(key, other) < 2);
      const fits = (/** @type {string} */ key) => open.includes(key) && !taken.has(key) && !path.includes(key) && !touched(key);
      const sides = around(here).map((_, index) => around(here)[(index + turn) % 6]);
      const nearby = by[left] ? open.filter((key) => distance(here, key) > 1) : sides;
      const able = words[left].includes(ACTIVE) ? [chart.active] : nearby.filter(fits);
      if (!by[left]) able.sort((one, other) => distance(other, chart.active) - distance(one, chart.active));
      for (const key of able) {
        path.unshift(key);
        if (walk(left - 1)) return true;
        path.shift();
        if ((tries += 1) > 2000) return false;
      }
      return false;
    };
    if (walk(words.length - 1)) return path;
    tries = 0;
  }
  return [];
}

/** Lays out what a scenario says; null for one that has no place on a map. @type {(scenario: any) => Chart | null} */
export function laid(scenario) {
  const chart = blank();
  if (scenario.system) lay(chart, chart.active, scenario.system);
  for (const word of wordsOf(scenario.into)) at(chart, chart.active).words.add(word);
  for (const [turn, said] of fleetsOf(scenario).entries()) {
    if (!said || !Object.keys(said).length) {
      chart.fleets.push(null);
      continue;
    }
    const words = [said.from, ...(said.through ?? [])].map(wordsOf);
    const used = [...new Set(said.by ?? [])];
    if (used.length > words.length) return null;
    // A scenario does not say which leg a wormhole is: the first ones.
    const by = words.map((_, leg) => String(used[leg] ?? ""));
    const path = room(chart, words, by, turn);
    if (!path.length) return null;
    const picks = new Map(Object.entries(said.picks_up ?? {}).map(([stop, units]) => [path[stop === ACTIVE ? path.length - 1 : STOPS.indexOf(stop) + 1], { .../** @type {Units} */ (units) }]));
    for (const [leg, key] of path.slice(0, -1).entries()) {
      const cell = at(chart, key);
      for (const word of words[leg]) if (word !== ACTIVE) cell.words.add(word);
      const [hole, end] = by[leg] === ACROSS ? ["alpha", "beta"] : [by[leg], by[leg]];
      if (hole) cell.holes.add(hole);
      if (hole) at(chart, path[leg + 1]).holes.add(end);
    }
    chart.fleets.push({ units: { ...said.units }, path, by, picks });
  }
  return meant(said(chart, scenario)) === meant(scenario) ? chart : null;
}

/** Lets the fleets of a map be those of a scenario that differs in nothing but their ships; false where it does. @type {(chart: Chart, scenario: any) => boolean} */
export function counted(chart, scenario) {
  if (meant(said(chart, scenario), true) !== meant(scenario, true)) return false;
  const now = fleetsOf(scenario).map((fleet) => fleet?.units ?? {});
  if (now.some((units, index) => Object.keys(units).length && !chart.fleets[index])) return false;
  for (const [index, fleet] of chart.fleets.entries()) if (fleet) fleet.units = { ...now[index] };
  return true;
}

/** A scenario with what lies on a map in the place of what it said of ways. @type {(chart: Chart, scenario: any) => any} */
export function said(chart, scenario) {
  const end = at(chart, chart.active);
  const printed = end.tile ? tiles[end.tile].words : [];
  const word = (/** @type {string} */ key) => (key === chart.active ? [ACTIVE] : at(chart, key).words);
  const fleets = chart.fleets.map((fleet) => {
    if (!fleet) return {};
    const stops = fleet.path.slice(1);
    const picks = [...fleet.picks].filter(([, units]) => Object.values(units).some(Boolean));
    const by = [...new Set(fleet.by)].filter(Boolean);
    return {
      units: fleet.units,
      from: written(word(fleet.path[0])),
      through: stops.length > 1 ? stops.slice(0, -1).map((key) => written(word(key), "clear")) : undefined,
      by: by.length ? by : undefined,
      picks_up: picks.length ? Object.fromEntries(picks.map(([key, units]) => [key === chart.active ? ACTIVE : STOPS[stops.indexOf(key)], units])) : undefined,
    };
  });
  while (fleets.length && !Object.keys(fleets[fleets.length - 1]).length) fleets.pop();
  const [mover, ...others] = scenario.players ?? [{}];
  const into = written([...end.words].filter((one) => !printed.includes(one)));
  return JSON.parse(JSON.stringify({ ...scenario, into, system: end.tile || undefined, players: [{ ...mover, fleets: fleets.length ? fleets : undefined }, ...others] }));
}
