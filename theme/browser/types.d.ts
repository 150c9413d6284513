/** What the scripts of a page share, for the checker alone; no browser ever loads this file. */

interface MecatolLeaf {
  /** The keys that lead to it. */
  path: string[];
  value: any;
}

/** A way out of a refusal: the scenario as it would be, or null for a pack to be opened, and what a button says. */
interface MecatolMend {
  text: string;
  scenario: any;
  /** Whether nothing else can have been meant. */
  sure: boolean;
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
  errors?: MecatolProblem[];
}

/** What a calculator lets the tools around it do. */
interface MecatolCalculator extends HTMLElement {
  readonly scenario: { [key: string]: any };
  put(scenario: any): void;
  keep(scenario: any): void;
  opened(edition: string): void;
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

/** An entry that answers a question, and the words of the index that it was found by. */
interface MecatolHit {
  entry: MecatolEntry;
  terms: string[];
}

interface MecatolFinder {
  find(question: string): MecatolHit[];
  stem(word: string): string;
}

/** What finding.js uses of the package minisearch. */
declare class MiniSearch {
  constructor(options: object);
  addAllAsync(documents: object[], options: object): Promise<void>;
  search(query: string, options: object): { id: number; score: number; match: Record<string, string[]> }[];
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
  field: "technologies" | "effects";
  steps: string[];
  waits: string[];
  /** Who may have it beside its faction, "" for a player without one; packs that were kept before have none. */
  others?: string[];
}

declare var Mecatol: {
  Asking: new (
    calculator: HTMLElement,
    told: {
      answered(answer: MecatolAnswer, question: object): void;
      broken(error: unknown): void;
      painted(): void;
    },
  ) => { ask(question: object): void; forget(): void };
  advice: {
    begin(calculator: MecatolCalculator): void;
    forget(calculator: MecatolCalculator): void;
    readonly searches: Record<"enough" | "play", WeakMap<MecatolCalculator, { now: string }>>;
    line(calculator: MecatolCalculator, row: { player: string; text: string; scenario: any; words: string; moved: string; points: number }): HTMLLIElement;
  };
  /** Finds the best play of a player; there once somebody asks for it. */
  play?: (calculator: MecatolCalculator) => Promise<void>;
  ahead?: {
    begin(calculator: Element, question: () => object): Promise<void>;
    keep(question: object, answer: MecatolAnswer): void;
    known(question: object): MecatolAnswer | undefined;
    stop(): void;
  };
  catalogue: { effects: MecatolEffect[]; colors: string[] };
  parts: {
    all<T extends Element = HTMLElement>(root: ParentNode, part: string): T[];
    copy(root: ParentNode, template: string): HTMLElement;
    enable(root: ParentNode): void;
    made<K extends keyof HTMLElementTagNameMap>(tag: K, more?: Partial<HTMLElementTagNameMap[K]>, data?: Record<string, string>): HTMLElementTagNameMap[K];
    one<T extends Element = HTMLElement>(root: ParentNode, part: string): T;
    write(element: Element | null | undefined, text: string): void;
  };
  board: {
    bring(form: HTMLElement, input: Element): string[];
    damage(button: Element): void;
    fit(input: Element): void;
    factionOf(form: HTMLElement, side: number): string;
    heads(form: HTMLElement): HTMLElement[];
    isSet(cell: HTMLElement): boolean;
    lacking(form: HTMLElement, cell: HTMLElement): { technology: string; name: string } | null;
    nameOf(form: HTMLElement, side: number): string;
    printed(form: HTMLElement): (edition: string, until?: string | null) => boolean;
    refresh(form: HTMLElement): void;
    sideOf(element: Element): number;
    upgrade(form: HTMLElement, button: Element): void;
  };
  chips: {
    add(form: HTMLElement, side: number, slug: string): HTMLElement | null;
    close(form: HTMLElement, clear?: boolean): void;
    find(form: HTMLElement): void;
    known(slug: string): boolean;
    owned(form: HTMLElement, side: number): Set<string>;
    refresh(form: HTMLElement): void;
    remove(form: HTMLElement, side: number, slug: string): void;
    shape(form: HTMLElement, scenario: any): void;
    tapped(form: HTMLElement, button: HTMLElement): boolean;
  };
  packing: {
    choose(calculator: Element): void;
    held(): boolean;
    lacking(form: HTMLElement, found: { scenario?: any; kept?: any; pack?: string } | null): MecatolProblem[];
    load(): Promise<void>;
  };
  /** The modules of Python that came with the last script that brings some, by their files (packs.js, play.js). */
  modules: Record<string, string>;
  /** Packs of players' own that are open; there once somebody needs them. */
  packs?: {
    fit(form: HTMLElement): void;
    needed(cases: any[]): string;
    open(calculator: MecatolCalculator, file: File): Promise<void>;
    readonly beside: { packs: { name: string; text: string }[]; modules: Record<string, string> };
  };
  memory?: {
    remember(step: string, scenario: object, words: string): void;
    /** Gives a side all that a player has, as far as the calculator asks for it. */
    take(calculator: MecatolCalculator, side: number, fleet: { name: string; player: any }): void;
  };
  entries: MecatolEntries;
  /** Address from the root of the site to title, place and beginning of what stands there. */
  previews: Record<string, [title: string, place: string, text: string]>;
  /** The address of the site. */
  root: string;
  fetched(address: string): Promise<void>;
  markup: {
    fill(place: Element, html: string): void;
    root: string;
    script(address: string): any;
    unpacked(held: HTMLElement): DocumentFragment;
  };
  outline: object[];
  reading: {
    parsed(text: string): any;
    player(raw: unknown): { value: any; refused: MecatolProblem[] };
    scenario(raw: unknown): { value: any; refused: MecatolProblem[] };
    where(path: string[]): string;
  };
  finder(data: MecatolEntries): Promise<MecatolFinder>;
  stemmer(word: string): string;
  scenario: {
    closeUp(aside: MecatolLeaf[], side: number): MecatolLeaf[];
    held(tree: any, path: string[]): any;
    isOf(name: string, path: string[]): boolean;
    keysOf(name: string): string[];
    leaves(tree: any): MecatolLeaf[];
    put(tree: { [key: string]: any }, path: string[], value: any, many?: boolean): void;
    read(form: HTMLFormElement, step: string, aside: MecatolLeaf[]): { [key: string]: any };
    write(form: HTMLFormElement, scenario: any): MecatolLeaf[];
  };
  fields: {
    rename(form: HTMLElement): void;
    addPlanet(form: HTMLElement, area: Element, name?: string): HTMLElement;
    addPlayer(form: HTMLElement, name?: string): HTMLElement;
    asIf<T>(form: HTMLElement, button: HTMLElement, read: () => T): T | null;
    columns(form: HTMLElement): number;
    empty(form: HTMLElement, side: number): void;
    planets(form: HTMLElement): string[];
    refresh(form: HTMLElement, least: number, most: number): void;
    shape(form: HTMLElement, scenario: any, most: number): void;
    step(button: HTMLButtonElement): void;
  };
  keys: {
    refresh(form: Element): void;
  };
  values: {
    shape(form: HTMLElement, scenario: any): void;
    typeOf(field: Element): string;
  };
  picking: {
    refresh(form: HTMLElement): void;
  };
  planets: {
    nameOf(slug: string): string;
    slug(name: string): string;
  };
  address: {
    copy(text: string): Promise<boolean>;
    drop(): void;
    now(): void;
    read(hash: string): { step: string; scenario?: any; kept?: any; pack?: string; refused?: MecatolProblem[] } | null;
    soon(write: () => void): void;
    written(step: string, scenario: object, kept?: object | null): string;
  };
  errors: {
    failed(calculator: Element, error: unknown, focus: boolean): void;
    forgive(calculator: Element): void;
    open(element: Element): void;
    plain(message: string): string;
    show(calculator: Element, found: MecatolProblem[], focus: boolean, title?: string): void;
  };
  losses: {
    number(form: HTMLElement): void;
    refresh(form: HTMLElement): void;
    shape(form: HTMLElement, scenario: any): void;
  };
  showing: {
    arrive(calculator: Element): void;
    aside(list: Element, leaves: MecatolLeaf[], remove: (leaf: MecatolLeaf) => void): void;
    copied(place: Element): Node[];
    later(): Promise<void>;
    refilled(place: Element, html: string): void;
  };
  say(words: string, time?: number): void;
  see(calculator: Element): void;
  unfold(id: string): void;
};

/** Python in a worker of its own (runtime.js). */
interface MecatolPython {
  wake(): void;
  ask(payload: object, options?: { onProgress?: (progress: MecatolProgress) => void; wanted?: () => boolean }): Promise<any>;
  stop(): void;
  readonly state: "asleep" | "waking" | "ready" | "busy" | "failed";
  readonly hurried: boolean;
  readonly light: boolean;
  readonly took: number;
  readonly boot: number;
}

/** Answers what the reader asks. */
/** The package js-yaml, in front of packs.js. */
declare var jsyaml: { load(text: string, settings: { schema: object; maxAliases: number }): unknown; YAML11_SCHEMA: object };

declare var MecatolRuntime: MecatolPython;

/** Works out what nobody waits for. */
declare var MecatolBackground: MecatolPython;

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

declare var MecatolSnapshot: (
  create: (settings: any) => Promise<any>,
  pack: Uint8Array,
) => { factory: (settings: any) => Promise<any>; memory: Uint8Array };

declare var MecatolWorker: () => void;
