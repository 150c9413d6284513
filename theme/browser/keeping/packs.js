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
import { all, made, one } from "../page/parts.js";
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

/** @typedef {(value: any) => boolean} Test */
/** @typedef {{ edition: string, name: string, holds: string[], factions: [string, string][], effects: MecatolEffect[], units: Record<string, Record<string, Record<string, { name: string, versions: any[][] }>>> }} Gains */
/** @typedef {{ file: string, text: string, gains: Gains }} Pack */

/** @type {Test} */
const isMapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @type {Test} */
const slug = (value) => typeof value === "string" && value.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && !(value in Object.prototype) && value !== "prototype";
/** @type {(most: number) => Test} */
const text = (most) => (value) => typeof value === "string" && value.length <= most;
/** @type {(most: number) => Test} */
const number = (most) => (value) => Number.isSafeInteger(value) && value >= 0 && value <= most;
/** @type {(test: Test) => Test} */
const maybe = (test) => (value) => value === null || test(value);
/** @type {(test: Test) => Test} */
const list = (test) => (value) => Array.isArray(value) && value.length <= 500 && value.every(test);
/** @type {(...tests: Test[]) => Test} */
const tuple = (...tests) => (value) => Array.isArray(value) && value.length === tests.length && tests.every((test, index) => test(value[index]));
/** @type {(fields: Record<string, Test>) => Test} */
const record = (fields) => (value) => isMapping(value) && Object.entries(fields).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
/** @type {(test: Test) => Test} */
const keyed = (test) => (value) => isMapping(value) && Object.entries(value).every(([key, each]) => slug(key) && test(each));

const EFFECT = { slug, name: text(60), kind: text(60), edition: slug, until: maybe(slug), meaning: text(1000), limit: number(99), faction: maybe(slug), closed_to: maybe(slug), role: slug, field: slug, steps: list(slug), waits: list(slug) };
const VERSION = tuple(maybe(slug), maybe(slug), slug, maybe(slug), number(1), text(200), text(60));
const UNIT = record({ name: text(60), versions: list(VERSION) });
const GAINS = record({ edition: slug, name: text(60), holds: list(slug), factions: list(tuple(slug, text(60))), effects: list(record(EFFECT)), units: keyed(keyed(keyed(UNIT))) });
const PACK = record({ file: text(100), text: text(LONGEST), gains: GAINS });

/** What this device holds. */
const stored = () => store.held(KEY, (one) => (PACK(one) ? one : null), MOST_KEPT);

/** The packs that are open. @type {Pack[]} */
let packs = stored().list.slice(0, MOST);

/** Keeps a pack in the place of that of its edition, or none, among what this device holds by now; returns whether it is there. @type {(edition: string, pack?: Pack) => boolean} */
function keep(edition, pack) {
  const { list, unread } = stored();
  const others = list.filter(({ gains }) => gains.edition !== edition);
  if (pack && others.length >= MOST) return false;
  return store.keep(KEY, pack ? [...others, pack] : others, unread);
}

/** FNV-1a, in eight digits. @type {(text: string) => string} */
function hashed(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** Eight digits that tell versions of a pack apart, however its file is laid out (solver/mecatol/homebrew/packs.py). @type {(text: string) => string} */
function versioned(text) {
  const plain = store.told(reading.parsed(text.replace(/^\ufeff/, "")) ?? null);
  return hashed(plain.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/** A root and all that its templates hold, with the place in which each stands. @type {(root: ParentNode, place?: string) => [ParentNode, string][]} */
function within(root, place = "") {
  const templates = [.../** @type {NodeListOf<HTMLTemplateElement>} */ (root.querySelectorAll("template"))];
  const areaOf = (/** @type {HTMLElement} */ element) => /** @type {HTMLElement | null} */ (element.closest("[data-area]"))?.dataset.area ?? place;
  return [[root, place], ...templates.flatMap((template) => within(template.content, areaOf(template)))];
}

/** A row for a type of unit that nobody had in this place before: another row, made its own. @type {(row: HTMLElement, unit: string, name: string) => HTMLElement} */
function rowOf(row, unit, name) {
  const [before = "", called = ""] = [row.dataset.unit, row.getAttribute("aria-label") ?? ""];
  const copied = /** @type {HTMLElement} */ (row.cloneNode(true));
  copied.dataset.unit = unit;
  copied.dataset.versions = "[]";
  delete copied.dataset.factions;
  for (const part of [copied, ...copied.querySelectorAll("*")]) {
    for (const key of ["name", "data-name"]) if (part.getAttribute(key)?.endsWith(`.${before}`)) part.setAttribute(key, `${part.getAttribute(key)?.slice(0, -before.length)}${unit}`);
    for (const key of ["aria-label", "data-spoken", "data-whose"]) if (part.hasAttribute(key)) part.setAttribute(key, String(part.getAttribute(key)).replace(called, () => name));
    if (part instanceof HTMLInputElement) part.value = "0";
  }
  for (const words of copied.querySelectorAll(".row__name, .unseen")) if (words.firstChild) words.firstChild.nodeValue = String(words.firstChild.nodeValue).replace(called, () => name);
  for (const mark of copied.querySelectorAll("svg.unit-mark")) mark.replaceWith(made("i", { className: `unit-mark unit-mark--${unit}` }));
  return copied;
}

/** Lets the rows of a form have the versions of a pack's units. @type {(root: ParentNode, place: string, units: Record<string, Record<string, { name: string, versions: any[][] }>>) => void} */
function version(root, place, units) {
  for (const [path, types] of Object.entries(units)) {
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".row[data-versions]"))].filter((row) => (/** @type {HTMLElement | null} */ (row.closest("[data-area]"))?.dataset.area ?? place) === path);
    for (const parent of new Set(rows.map((row) => row.parentElement))) {
      const table = rows.filter((row) => row.parentElement === parent);
      for (const [unit, { name, versions }] of Object.entries(types)) {
        let row = table.find((each) => each.dataset.unit === unit);
        if (!row) {
          const sustains = versions.some(([, , , , hurt]) => hurt);
          const like = /** @type {HTMLElement} */ (table.find((each) => Boolean(one(each, "damage")) === sustains) ?? table[0]);
          row = rowOf(like, unit, name);
          /** @type {HTMLElement} */ (table.at(-1)).after(row);
        }
        row.dataset.versions = JSON.stringify([...JSON.parse(row.dataset.versions ?? "[]"), ...versions]);
      }
    }
  }
}

/** Lets a form offer what a pack brings, once. @type {(form: HTMLElement, gains: Gains) => void} */
function offer(form, { edition, name, holds, factions, units }) {
  const field = /** @type {HTMLSelectElement | null} */ (form.querySelector('select[name="edition"]'));
  if (!field || [...field.options].some(({ value }) => value === edition)) return;
  field.append(made("option", { value: edition, textContent: name }, { holds: holds.join(" ") }));
  const step = form.closest("mecatol-calculator")?.getAttribute("step") ?? "";
  for (const [root, place] of within(form)) {
    for (const select of all(root, "faction")) select.append(...factions.map(([value, textContent]) => made("option", { value, textContent }, { edition })));
    version(root, place, Object.hasOwn(units, step) ? /** @type {any} */ (units)[step] : {});
  }
}

/** Lists the packs that are open, each with a way to remove it. @type {(form: HTMLElement) => void} */
function show(form) {
  one(form, "packs").replaceChildren(
    ...packs.map(({ file, gains }) => {
      const line = made("li", { textContent: `${gains.name} (${file}) ` });
      const way = made("button", { type: "button", className: "button button--quiet", textContent: "Remove", ariaLabel: `Remove ${gains.name}` });
      way.addEventListener("click", () => remove(gains.edition));
      line.append(way);
      return line;
    }),
  );
}

/** Lets a form offer what all packs bring. @type {(form: HTMLElement) => void} */
export function fit(form) {
  for (const { gains } of packs) offer(form, gains);
  show(form);
}

/** Takes what packs bring into what all forms offer, once; those of this page too, where they are there. */
function enter() {
  for (const { gains } of packs) if (!catalogue.effects.some(({ edition }) => edition === gains.edition)) catalogue.effects.push(...gains.effects);
  for (const form of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("mecatol-calculator form"))) fit(form);
}

/** What a pack brought is everywhere by now: without it the page begins anew, and without the case. @type {(edition: string) => void} */
function remove(edition) {
  packs = packs.filter(({ gains }) => gains.edition !== edition);
  keep(edition);
  forgetEdition(edition);
  address.drop();
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

/** @type {(calculator: MecatolCalculator, file: File, said: string[]) => void} */
function refuse(calculator, file, said) {
  const again = [{ text: "Open another file", scenario: null, sure: false }];
  errors.show(calculator, said.map((message, index) => ({ field: "", message, mends: index ? [] : again })), true, `The pack ${file.name.slice(0, 100)} is not opened. The form is as it was.`);
}

/**
 * The JSON of a file, which may be YAML as the command line reads it (1.1).
 * @type {(name: string, content: string) => string}
 * @throws {Error} if it is neither, or holds more than a pack does once what it repeats by name is written out
 */
function asJson(name, content) {
  if (/\.json$/i.test(name) || reading.parsed(content) !== undefined) return content;
  const read = load(content, { schema: YAML11_SCHEMA, maxAliases: MOST_ALIASES });
  let left = LONGEST;
  return JSON.stringify(read, (key, value) => {
    left -= key.length + (typeof value === "string" ? value.length : 1);
    if (left < 0) throw new Error(TOO_LONG);
    return value;
  }) ?? "null";
}

/** Opens a file as a pack: Python reads it, and what it says of it is offered by the forms of this page. @type {(calculator: MecatolCalculator, file: File) => Promise<void>} */
export async function open(calculator, file) {
  let content = "";
  try {
    if (file.size > 4 * LONGEST) throw new Error(TOO_LONG);
    content = asJson(file.name, await file.text());
    if (content.length > LONGEST) throw new Error(TOO_LONG);
  } catch (error) {
    const { message, reason, mark } = /** @type {any} */ (error);
    const endless = error instanceof TypeError && "It holds itself, so it is not a pack.";
    refuse(calculator, file, [endless || (reason ? `It is neither JSON nor YAML: ${reason}${mark ? ` (line ${mark.line + 1})` : ""}.` : message)]);
    return;
  }
  say(`Reading ${file.name.slice(0, 100)}…`, 60_000);
  const edition = reading.parsed(content)?.edition?.slug;
  const before = packs;
  packs = packs.filter(({ gains }) => gains.edition !== edition); // a newer file takes the place of the one before
  const replaced = packs.length < before.length;
  /** @type {Gains | null} */
  let gains = null;
  try {
    const answer = await python.ask({ pack: { name: file.name.slice(0, 100), text: content } });
    if (answer.errors) refuse(calculator, file, answer.errors.map((/** @type {MecatolProblem} */ { message }) => message));
    else if (GAINS(answer.gains)) ({ gains } = answer);
    else refuse(calculator, file, ["What it holds cannot be shown in a form."]);
  } finally {
    if (!gains) {
      packs = before;
      say("");
    }
  }
  if (!gains) return;
  const pack = { file: file.name.slice(0, 100), text: content, gains };
  packs = [...packs, pack];
  const kept = keep(pack.gains.edition, pack);
  if (replaced && kept) {
    address.now();
    const found = address.read(location.hash);
    const hash = found?.scenario ? address.written(found.step, found.scenario, found.kept, found.play) : location.hash; // it named the version before
    history.replaceState(null, "", location.pathname + location.search + hash);
    location.reload();
    return;
  }
  enter();
  say(kept ? `${gains.name} is open, and stays on this device` : `${gains.name} is open until you leave this page: the browser keeps nothing`, 6000);
  calculator.opened(gains.edition);
}

/** What links call the packs that cases need: the name of each, and which version of it. @type {(cases: any[]) => string} */
export const needed = (cases) => packs.filter(({ gains }) => cases.some((each) => each?.edition === gains.edition)).map(({ gains, text }) => `${gains.name}|${gains.edition}@${versioned(text)}`).join(", ");

/** Whether the pack that is open for an edition is that version of it; older links have the hash of the file's text. @type {(edition: string, version: string) => boolean} */
export function isVersion(edition, version) {
  const pack = packs.find(({ gains }) => gains.edition === edition);
  return !pack || [versioned(pack.text), hashed(pack.text)].includes(version);
}

// Another tab has opened a pack: what it brings is offered here, too.
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  const open = new Set(packs.map(({ gains }) => gains.edition));
  packs = [...packs, ...stored().list.filter(({ gains }) => !open.has(gains.edition))].slice(0, MOST);
  enter();
});

enter();

/** What goes along with every question: the packs, and the modules of Python that read them. */
export const beside = () => ({ packs: packs.map(({ file: name, text }) => ({ name, text })), modules });
