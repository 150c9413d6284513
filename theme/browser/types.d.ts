/** What the scripts of a page share, for the checker alone; no browser ever loads this file. */

/** A way out of a refusal: the scenario as it would be, or null for a pack to be opened, and what a button says. */
interface MecatolMend {
  text: string;
  scenario: any;
  /** Whether nothing else can have been meant. */
  sure: boolean;
  /** Whether the page is loaded anew, with the scenario that it has. */
  reload?: boolean;
}

interface MecatolProblem {
  field: string;
  message: string;
  mends?: MecatolMend[];
}

/** What Python answers to a scenario: what stands in the page, or what is wrong with it. */
interface MecatolAnswer {
  html?: string;
  brief?: string;
  compare?: string;
  summary?: string;
  /** Who wins less often than not, by name. */
  losing?: string | null;
  errors?: MecatolProblem[];
}

type MecatolCalculator = import("./forms/calculator.js").Calculator;

interface HTMLElementTagNameMap {
  "mecatol-calculator": MecatolCalculator;
}

interface MecatolProgress {
  stage: string;
  done: number;
  of: number;
}

/** What the search knows of one thing; see theme/search/entries.py. */
interface MecatolEntry {
  id: string;
  kind: string;
  address: string;
  title: string;
  place: string;
  text: string;
  number: string;
  words: string;
  /** When it is played: of cards. */
  when: string;
}

/** What the search of a site is made of. */
interface MecatolEntries {
  entries: MecatolEntry[];
  words: Record<string, string[]>;
  ignored: string[];
  small: string[];
  /** What is typed to what it is as well: a cruiser is a ship. */
  broader: Record<string, string[]>;
  /** Id of a calculator to what it is asked. */
  questions: Record<string, string[]>;
}

/** What forms offer: one technology, card, leader or ability (theme/site/catalogue.py). */
interface MecatolEffect {
  slug: string;
  name: string;
  kind: string;
  edition: string;
  until: string | null;
  meaning: string;
  limit: number;
  faction: string | null;
  closed_to: string | null;
  role: string;
  /** A list of slugs, a mapping of slugs to counts, or a list of what was drafted in a game of Franken. */
  field: "technologies" | "effects" | "drafted";
  steps: string[];
  waits: string[];
  /** Who may have it beside its faction, "" for a player without one; packs that were kept before have none. */
  others?: string[];
}

/** What scripts of a page leave for those that come after them: the build writes modules there (theme/build/bundle.cjs), and data. */
declare var Mecatol: Partial<Arriving>;

/** Modules and data of scripts that come later. */
interface Arriving {
  ahead: typeof import("./asking/ahead.js");
  sheet: typeof import("./forms/sheet.js");
  entries: MecatolEntries;
  finding: typeof import("./finding/finding.js");
  memory: typeof import("./keeping/memory.js");
  onward: typeof import("./asking/onward.js");
  packs: typeof import("./keeping/packs.js");
  play: typeof import("./answers/play.js");
  playing: typeof import("./playing/playing.js");
  runtime: typeof import("./asking/runtime.js");
  sharing: typeof import("./page/sharing.js");
  /** HTML of this site's own pages by name (theme/build/folded.py). */
  pieces: Record<string, string>;
  /** Address from the root of the site to title, place and beginning of what stands there. */
  previews: Record<string, [title: string, place: string, text: string]>;
}

/** What all forms offer (theme/site/catalogue.py). */
declare module "mecatol:catalogue" {
  const effects: MecatolEffect[];
  const colors: string[];
  /** Slugs of what is offered before anybody types, the most usual first. */
  const common: string[];
}

/** Which kinds of value a scenario is made of (theme/site/outline.py). */
declare module "mecatol:outline" {
  const outline: object[];
  export default outline;
}

/** Draws codes for phones to scan (github.com/unjs/uqr). */
declare module "uqr" {
  export function encode(text: string, options?: { ecc?: "L" | "M" | "Q" | "H"; border?: number }): { size: number; data: boolean[][] };
}

/** Codes of steps in links, of units and of factions (solver/mecatol/scenario/link.py). */
declare module "mecatol:step-codes" {
  const steps: Record<string, string>;
  export default steps;
}
declare module "mecatol:codes" {
  const codes: Record<"units" | "factions" | "technologies" | "cards", Record<string, string>>;
  export default codes;
}

/** What a map shows of system tiles, by their numbers (theme/drawing/tiles.py). */
declare module "mecatol:tiles" {
  const tiles: Record<string, { words: string[]; holes: string[]; planets: [values: string, trait: string][]; title: string }>;
}

/** The sign of each faction, and under the empty name that of none (theme/drawing/signs.py). */
declare module "mecatol:signs" {
  const signs: Record<string, { main: string; second: string; light: string; dark: string }>;
  export default signs;
}

/** Modules of Python that come with a script, by their files. */
declare module "mecatol:modules-of-*" {
  const modules: Record<string, string>;
  export default modules;
}

/** What packs.ts uses of the package js-yaml. */
declare module "js-yaml" {
  function load(text: string, settings: { schema: object; maxAliases: number }): unknown;
  const YAML11_SCHEMA: object;
}

/** What finding.ts uses of the package minisearch. */
declare module "minisearch" {
  export default class MiniSearch {
    constructor(options: object);
    addAllAsync(documents: object[], options: object): Promise<void>;
    search(query: string, options: object): { id: number; score: number; match: Record<string, string[]> }[];
  }
}

/** A word without its ending. */
declare module "stemmer" {
  function stemmer(word: string): string;
}

/** Python in a worker of its own. */
type MecatolPython = typeof import("./asking/runtime.js").python;

/** What the bundle holds: its parts by name, as gzip in base64, or `raw`: each letter a byte. */
interface MecatolParts {
  version: string;
  python: string;
  raw?: boolean;
  parts: Record<string, string | undefined>;
}

/** The script of the snapshot: the packed memory as gzip in base64, and the bundle that it was made from. */
interface MecatolPacked {
  bundle: string;
  pack: string;
}

/** A file of this site that the worker fetches, and the hash that it should have. */
interface MecatolFile {
  address: string;
  integrity: string;
}

/** What the worker fetches to start Python: bytes on the wire of parts and WebAssembly, and of that unpacked, in `sizes`. */
interface MecatolFiles {
  parts: MecatolFile;
  wasm: MecatolFile;
  snapshot: (MecatolFile & { bundle: string; near: boolean }) | null;
  sizes: [parts: number, wasm: number, unpacked: number];
  /** Whether a service worker gives them out. */
  served: boolean;
}

declare var MecatolSnapshot: (
  create: (settings: any) => Promise<any>,
  pack: Uint8Array,
) => { factory: (settings: any) => Promise<any>; memory: Uint8Array };
