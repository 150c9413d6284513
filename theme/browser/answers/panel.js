/** The answer of a calculator: what stands in its place and in the bar, and what is said of it. */

import { withdrawn } from "../asking/failing.js";
import * as markup from "../page/markup.js";
import { one } from "../page/parts.js";
import * as errors from "./errors.js";

/** Puts an answer in the place of the one before; the folds that were open stay so. @type {(place: Element, html: string) => void} */
function refilled(place, html) {
  const folds = () => [.../** @type {NodeListOf<HTMLDetailsElement>} */ (place.querySelectorAll("details"))];
  const open = folds().filter((fold) => fold.open).map(named);
  markup.fill(place, html);
  for (const fold of folds()) if (open.includes(named(fold))) fold.open = true;
}

/** What a fold is called, whatever numbers stand in it. @type {(fold: HTMLElement) => string} */
const named = (fold) => ((fold.querySelector(":scope > summary > strong") ?? fold.querySelector("summary"))?.textContent ?? "").replace(/[\d.,<>]+/g, "");

/** Puts the first answer, which the page holds beside a form that came by a script, in its place. @type {(calculator: Element) => void} */
function unite(calculator) {
  const first = one(calculator, "first");
  if (!first) return;
  for (const part of ["brief", "result"]) one(calculator, part).replaceChildren(...(first.querySelector(`.calculator__${part}`)?.childNodes ?? []));
  first.remove();
}

export class Panel {
  #calculator;
  /** The answer that the page came with. @type {Map<string, Node>} */
  #first = new Map();

  /** @param {HTMLElement} calculator */
  constructor(calculator) {
    this.#calculator = calculator;
  }

  /** @type {(part: string) => HTMLElement} */
  #part(part) {
    return one(this.#calculator, part);
  }

  /** Keeps the answer that the page came with. */
  begin() {
    unite(this.#calculator);
    for (const part of ["brief", "result"]) this.#first.set(part, this.#part(part).cloneNode(true));
  }

  /** Shows the answer that the page came with. */
  first() {
    this.compared("", null);
    errors.forgive(this.#calculator);
    for (const [part, held] of this.#first) this.#part(part).replaceChildren(...held.cloneNode(true).childNodes);
    this.#stale(false);
    this.#part("said").textContent = "";
  }

  /** Shows an answer, beside that of a case to compare with. @param {MecatolAnswer} answer @param {any} kept */
  show(answer, kept) {
    if (answer.losing) this.#calculator.dataset.losing = answer.losing;
    else delete this.#calculator.dataset.losing;
    const result = this.#part("result");
    // A choice that was changed keeps the focus, though its line is a new one.
    const path = result.contains(document.activeElement) ? /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("[data-path]"))?.dataset.path : "";
    refilled(result, answer.html ?? "");
    if (path) /** @type {HTMLElement | null} */ (result.querySelector(`.choice[data-path="${CSS.escape(path)}"] button`))?.focus({ preventScroll: true });
    if (path && !result.contains(document.activeElement)) this.#part("answer").focus({ preventScroll: true });
    this.#stale(false);
    this.compared(answer.compare ?? "", kept);
    markup.fill(this.#part("brief"), answer.brief ?? "");
    this.#part("said").textContent = answer.summary ?? "";
  }

  /** Shows how an answer compares with that of a case that was kept. @param {string} html @param {any} kept */
  compared(html, kept) {
    refilled(this.#part("compare"), html);
    /** @type {HTMLElement} */ (this.#calculator.querySelector('[data-do="unkeep"]')).hidden = kept === null;
  }

  /** Says that there is no answer. @param {unknown} error @param {boolean} focus */
  broken(error, focus) {
    const stopped = withdrawn(error);
    this.#part("said").textContent = stopped ? "Stopped." : "No answer: the solver failed.";
    this.#stale(true);
    if (stopped) errors.forgive(this.#calculator); // those were of the case before
    else errors.failed(this.#calculator, error, focus);
  }

  /** Says what is wrong with a case. @param {MecatolProblem[]} found @param {boolean} focus */
  fail(found, focus) {
    this.#stale(true);
    errors.show(this.#calculator, found, focus);
    const first = /** @type {HTMLElement | null} */ (this.#calculator.querySelector('[data-part="errors"] li'));
    this.#part("said").textContent = `${first?.dataset.said ?? "Something is wrong"}${found.length > 1 ? ` (and ${found.length - 1} more)` : ""}`;
  }

  /** The answer shown is to a case before this one. @param {boolean} stale */
  #stale(stale) {
    this.#calculator.removeAttribute("awaited");
    this.#calculator.toggleAttribute("stale", stale);
    this.#part("result").classList.toggle("is-stale", stale);
  }
}
