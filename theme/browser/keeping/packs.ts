/**
 * Packs that a reader has opened from this device: they stay here, go along with every question to Python
 * (mecatol/homebrew/browser_packs.py), and what they bring is offered by every form. Nothing of a pack comes from a link.
 *
 * What Python says of a pack is read once more before any of it gets into a form, for it may come out of the store.
 */

import * as address from "./address.js";
import * as catalogue from "mecatol:catalogue";
import * as errors from "../answers/errors.js";
import { YAML11_SCHEMA, load } from "js-yaml";
import modules from "mecatol:modules-of-packs";
import { forgetEdition } from "./leaving.js";
import { all, box, made, one } from "../page/parts.js";
import * as reading from "./reading.js";
import { python } from "../asking/runtime.js";
import { say } from "../page/toast.js";
import * as store from "./store.js";

const KEY = "mecatol.packs";
const LONGEST = 200_000; // characters of a pack; solver/mecatol/homebrew/browser_packs.py
const MOST = 8;
const TOO_LONG = `It is longer than ${LONGEST.toLocaleString("en")} characters, so it is not a pack.`;
const MOST_KEPT = 4_000_000; // characters of all of them, as they are kept
const MOST_ALIASES = 200; // in a pack of YAML

type Test = (value: any) => boolean;
/** A list of one kind, a tuple of several, a mapping with these fields, or under `*` of any. */
type Shape = Test | Shape[] | { [field: string]: Shape };
type Gains = {
  edition: string;
  name: string;
  holds: string[];
  factions: [string, string][];
  effects: MecatolEffect[];
  units: Record<string, Record<string, Record<string, { name: string; versions: any[][] }>>>;
};
type Pack = { file: string; text: string; gains: Gains };

const text: Test = (value) => typeof value === "string" && value.length <= 1000;
const slug: Test = (value) => text(value) && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && !reading.inherited(value);
const maybe: Test = (value) => value === null || slug(value);
const number: Test = (value) => Number.isSafeInteger(value) && value >= 0 && value <= 99;

const texts = { name: text, kind: text, meaning: text };
const slugs = { slug, edition: slug, role: slug, field: slug, until: maybe, faction: maybe, closed_to: maybe };
const EFFECT = { ...texts, ...slugs, limit: number, steps: [slug], waits: [slug] };
const VERSION = [maybe, maybe, slug, maybe, number, text, text];
const GAINS: Shape = {
  edition: slug,
  name: text,
  holds: [slug],
  factions: [[slug, text]],
  effects: [EFFECT],
  units: { "*": { "*": { "*": { name: text, versions: [VERSION] } } } },
};
const PACK: Shape = { file: text, text: (value) => typeof value === "string" && value.length <= LONGEST, gains: GAINS };

/** Whether a value has a shape. */
function fits(value: any, shape: Shape): boolean {
  if (typeof shape === "function") return shape(value);
  if (Array.isArray(shape)) {
    const [each, ...more] = shape;
    const long = Array.isArray(value) && (more.length ? value.length === shape.length : value.length <= 500);
    return long && value.every((one: any, place: number) => fits(one, more.length ? shape[place] : each));
  }
  if (!reading.isMapping(value)) return false;
  const { "*": every, ...fields } = shape;
  return every
    ? Object.entries(value).every(([key, one]) => slug(key) && fits(one, every))
    : Object.entries(fields).every(([key, one]) => Object.hasOwn(value, key) && fits(value[key], one));
}

/** What this device holds. */
const shelf = store.shelf(KEY, (one): Pack | null => (fits(one, PACK) ? one : null), MOST_KEPT, MOST);

/** The packs that are open. */
let packs: Pack[] = shelf.all().list.slice(0, MOST);

/** Keeps a pack in the place of that of its edition, or none, among what this device holds by now; returns whether it is there. */
function keep(edition: string, pack?: Pack): boolean {
  const others = shelf.all().list.filter(({ gains }) => gains.edition !== edition);
  if (pack && others.length >= MOST) return false;
  return shelf.keep(pack ? [...others, pack] : others);
}

/** FNV-1a, in eight digits. */
function hashed(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** Eight digits that tell versions of a pack apart, however its file is laid out (solver/mecatol/homebrew/packs.py). */
function versioned(text: string): string {
  const plain = store.told(reading.parsed(text.replace(/^\ufeff/, "")) ?? null);
  return hashed(plain.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/** A root and all that its templates hold, with the place in which each stands. */
function within(root: ParentNode, place: string = ""): [ParentNode, string][] {
  const templates = [...root.querySelectorAll<HTMLTemplateElement>("template")];
  const areaOf = (element: HTMLElement) => element.closest<HTMLElement>("[data-area]")?.dataset.area ?? place;
  return [[root, place], ...templates.flatMap((template) => within(template.content, areaOf(template)))];
}

/** A row for a type of unit that nobody had in this place before: another row, made its own. */
function rowOf(row: HTMLElement, unit: string, name: string): HTMLElement {
  const [before = "", called = ""] = [row.dataset.unit, row.getAttribute("aria-label") ?? ""];
  const copied = row.cloneNode(true) as HTMLElement;
  copied.dataset.unit = unit;
  copied.dataset.versions = "[]";
  delete copied.dataset.factions;
  const renamed = (text: string | null) => String(text).replace(called, () => name);
  for (const part of [copied, ...copied.querySelectorAll("*")]) {
    for (const { name: key, value } of part.attributes) {
      if (["name", "data-name"].includes(key) && value.endsWith(`.${before}`)) part.setAttribute(key, value.slice(0, -before.length) + unit);
      if (["aria-label", "data-spoken", "data-whose"].includes(key)) part.setAttribute(key, renamed(value));
    }
    if (part instanceof HTMLInputElement) part.value = "0";
    if (part.matches(".row__name, .unseen") && part.firstChild) part.firstChild.nodeValue = renamed(part.firstChild.nodeValue);
  }
  for (const mark of copied.querySelectorAll("svg.unit-mark")) mark.replaceWith(made("i", { className: `unit-mark unit-mark--${unit}` }));
  return copied;
}

/** Lets the rows of a form have the versions of a pack's units. */
function version(root: ParentNode, place: string, units: Record<string, Record<string, { name: string; versions: any[][] }>>): void {
  for (const [path, types] of Object.entries(units)) {
    const rows = [...root.querySelectorAll<HTMLElement>(".row[data-versions]")].filter(
      (row) => (row.closest<HTMLElement>("[data-area]")?.dataset.area ?? place) === path,
    );
    for (const parent of new Set(rows.map((row) => row.parentElement))) {
      const table = rows.filter((row) => row.parentElement === parent);
      for (const [unit, { name, versions }] of Object.entries(types)) {
        let row = table.find((each) => each.dataset.unit === unit);
        if (!row) {
          const sustains = versions.some(([, , , , hurt]) => hurt);
          const like = (table.find((each) => Boolean(one(each, "damage")) === sustains) ?? table[0]) as HTMLElement;
          row = rowOf(like, unit, name);
          (table.at(-1) as HTMLElement).after(row);
        }
        row.dataset.versions = JSON.stringify([...JSON.parse(row.dataset.versions ?? "[]"), ...versions]);
      }
    }
  }
}

/** Lets a form offer what a pack brings, once. */
function offer(form: HTMLElement, { edition, name, holds, factions, units }: Gains): void {
  const field = form.querySelector<HTMLSelectElement>('select[name="edition"]');
  if (!field || [...field.options].some(({ value }) => value === edition)) return;
  field.append(made("option", { value: edition, textContent: name }, { holds: holds.join(" ") }));
  const step = form.closest("mecatol-calculator")?.getAttribute("step") ?? "";
  for (const [root, place] of within(form)) {
    for (const select of all(root, "faction"))
      select.append(...factions.map(([value, textContent]) => made("option", { value, textContent }, { edition })));
    version(root, place, Object.hasOwn(units, step) ? (units as any)[step] : {});
  }
}

/** Lists the packs that are open, each with a way to remove it. */
function show(form: HTMLElement): void {
  const lines = packs.map(({ file, gains: { name, edition } }) => {
    const way = box("button", { type: "button", className: "button button--quiet", ariaLabel: `Remove ${name}` }, "Remove");
    way.addEventListener("click", () => remove(edition));
    return box("li", "", `${name} (${file}) `, way);
  });
  one(form, "packs").replaceChildren(...lines);
}

/** Lets a form offer what all packs bring. */
export function fit(form: HTMLElement): void {
  for (const { gains } of packs) offer(form, gains);
  show(form);
}

/** Takes what packs bring into what all forms offer, once; those of this page too, where they are there. */
function enter() {
  for (const { gains } of packs)
    if (!catalogue.effects.some(({ edition }) => edition === gains.edition)) catalogue.effects.push(...gains.effects);
  for (const form of document.querySelectorAll<HTMLElement>("mecatol-calculator form")) fit(form);
}

/** What a pack brought is everywhere by now: without it the page begins anew, and without the case. */
function remove(edition: string): void {
  packs = packs.filter(({ gains }) => gains.edition !== edition);
  keep(edition);
  forgetEdition(edition);
  address.drop();
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

function refuse(calculator: MecatolCalculator, name: string, said: string[]): void {
  const again = [{ text: "Open another file", scenario: null, sure: false }];
  const problems = said.map((message, index) => ({ field: "", message, mends: index ? [] : again }));
  errors.show(calculator, problems, true, `The pack ${name} is not opened. The form is as it was.`);
}

/**
 * The JSON of a file, which may be YAML as the command line reads it (1.1).
 * @throws {Error} if it is neither, or holds more than a pack does once what it repeats by name is written out
 */
function asJson(name: string, content: string): string {
  if (/\.json$/i.test(name) || reading.parsed(content) !== undefined) return content;
  const read = load(content, { schema: YAML11_SCHEMA, maxAliases: MOST_ALIASES });
  let left = LONGEST;
  return (
    JSON.stringify(read, (key, value) => {
      left -= key.length + (typeof value === "string" ? value.length : 1);
      if (left < 0) throw new Error(TOO_LONG);
      return value;
    }) ?? "null"
  );
}

/** Opens a file as a pack: Python reads it, and what it says of it is offered by the forms of this page. */
export async function open(calculator: MecatolCalculator, file: File): Promise<void> {
  const name = file.name.slice(0, 100);
  let content = "";
  try {
    if (file.size > 4 * LONGEST) throw new Error(TOO_LONG);
    content = asJson(file.name, await file.text());
    if (content.length > LONGEST) throw new Error(TOO_LONG);
  } catch (error) {
    const { message, reason, mark } = error as any;
    const endless = error instanceof TypeError && "It holds itself, so it is not a pack.";
    const damaged = reason && `It is neither JSON nor YAML: ${reason}${mark ? ` (line ${mark.line + 1})` : ""}.`;
    refuse(calculator, name, [endless || damaged || message]);
    return;
  }
  say(`Reading ${name}…`, 60_000);
  const edition = reading.parsed(content)?.edition?.slug;
  const before = packs;
  packs = packs.filter(({ gains }) => gains.edition !== edition); // a newer file takes the place of the one before
  const replaced = packs.length < before.length;
  const answer = await python.ask({ pack: { name, text: content } }).catch((error) => ({ error }));
  const { gains } = answer;
  if (!gains || !fits(gains, GAINS)) {
    packs = before;
    say("");
    if (answer.error) throw answer.error;
    const said = answer.errors?.map(({ message }: MecatolProblem) => message) ?? ["What it holds cannot be shown in a form."];
    refuse(calculator, name, said);
    return;
  }
  const pack: Pack = { file: name, text: content, gains };
  packs = [...packs, pack];
  const kept = keep(gains.edition, pack);
  if (replaced && kept) {
    address.now();
    const found = address.read(location.hash);
    // It named the version before.
    const hash = found?.scenario ? address.written(found.step, found.scenario, found.kept, found.play) : location.hash;
    history.replaceState(null, "", location.pathname + location.search + hash);
    location.reload();
    return;
  }
  enter();
  say(
    kept ? `${gains.name} is open, and stays on this device` : `${gains.name} is open until you leave this page: the browser keeps nothing`,
    6000,
  );
  calculator.opened(gains.edition);
}

/** What links call the packs that cases need: the name of each, and which version of it. */
export const needed = (cases: any[]): string =>
  packs
    .filter(({ gains }) => cases.some((each) => each?.edition === gains.edition))
    .map(({ gains, text }) => `${gains.name}|${gains.edition}@${versioned(text)}`)
    .join(", ");

/** Whether the pack that is open for an edition is that version of it; older links have the hash of the file's text. */
export function isVersion(edition: string, version: string): boolean {
  const pack = packs.find(({ gains }) => gains.edition === edition);
  return !pack || [versioned(pack.text), hashed(pack.text)].includes(version);
}

// Another tab has opened a pack: what it brings is offered here, too.
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  const open = new Set(packs.map(({ gains }) => gains.edition));
  packs = [...packs, ...shelf.all().list.filter(({ gains }) => !open.has(gains.edition))].slice(0, MOST);
  enter();
});

enter();

/** What goes along with every question: the packs, and the modules of Python that read them. */
export const beside = () => ({ packs: packs.map(({ file: name, text }) => ({ name, text })), modules });
