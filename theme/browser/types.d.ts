/** What the scripts of a page share, for the checker alone; no browser ever loads this file. */

interface MecatolLeaf {
  path: string;
  value: any;
}

interface MecatolProblem {
  field: string;
  message: string;
}

/** What a calculator lets the tools around it do. */
interface MecatolCalculator extends HTMLElement {
  readonly scenario: { [key: string]: any };
  put(scenario: any): void;
  keep(scenario: any): void;
}

interface MecatolProgress {
  stage: string;
  done: number;
  of: number;
}

/** What forms offer: one technology, card, leader or ability (theme/catalogue.py). */
interface MecatolEffect {
  slug: string;
  name: string;
  kind: string;
  edition: string;
  until: string | null;
  meaning: string;
  limit: number;
  faction: string | null;
  role: string;
  field: "technologies" | "effects";
  steps: string[];
  waits: string[];
}

declare var Mecatol: {
  catalogue: { effects: MecatolEffect[]; colours: string[] };
  board: {
    bring(form: HTMLElement, input: Element): string[];
    damage(button: Element): void;
    factionOf(form: HTMLElement, side: number): string;
    heads(form: HTMLElement): HTMLElement[];
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
    owned(form: HTMLElement, side: number): Set<string>;
    refresh(form: HTMLElement): void;
    remove(form: HTMLElement, side: number, slug: string): void;
    shape(form: HTMLElement, scenario: any): void;
    tapped(form: HTMLElement, button: HTMLElement): boolean;
  };
  memory: {
    remember(step: string, scenario: object, words: string): void;
    show(calculator: Element): void;
  };
  scenario: {
    leaves(tree: any): MecatolLeaf[];
    read(form: HTMLFormElement, step: string, aside: MecatolLeaf[]): { [key: string]: any };
    write(form: HTMLFormElement, scenario: any): MecatolLeaf[];
  };
  fields: {
    addPlanet(form: HTMLElement, area: Element, name?: string): HTMLElement;
    addPlayer(form: HTMLElement, name?: string): HTMLElement;
    columns(form: HTMLElement): number;
    enable(root: ParentNode): void;
    refresh(form: HTMLElement, least: number, most: number): void;
    shape(form: HTMLElement, scenario: any, most: number): void;
    step(button: HTMLButtonElement): void;
  };
  planets: {
    nameOf(slug: string): string;
    slug(name: string): string;
  };
  address: {
    copy(text: string): Promise<boolean>;
    read(hash: string): { step: string; scenario?: any; kept?: any; error?: string } | null;
    written(step: string, scenario: object, kept?: object | null): string;
  };
  errors: {
    failed(calculator: Element, error: unknown, focus: boolean): void;
    forgive(calculator: Element): void;
    open(element: Element): void;
    show(calculator: Element, found: MecatolProblem[], focus: boolean, title?: string): void;
  };
  losses: {
    refresh(form: HTMLElement): void;
    shape(form: HTMLElement, scenario: any): void;
  };
  say(words: string): void;
};

declare var MecatolRuntime: {
  wake(): void;
  ask(payload: object, options?: { onProgress?: (progress: MecatolProgress) => void }): Promise<any>;
  stop(): void;
  readonly state: "asleep" | "waking" | "ready" | "busy" | "failed";
};

/** What the bundle holds: its parts, as gzip in base64, by name. */
interface MecatolParts {
  version: string;
  python: string;
  parts: Record<string, string | undefined>;
}

declare var MecatolWorker: () => void;
