/** The answer of a calculator: what stands in its place and in the bar, and what is said of it. */

import { withdrawn } from "../asking/failing.js";
import * as markup from "../page/markup.js";
import { one } from "../page/parts.js";
import * as errors from "./errors.js";

/** Puts an answer in the place of the one before; the folds that were open stay so. */
function refilled(place: Element, html: string): void {
  const folds = () => [...place.querySelectorAll<HTMLDetailsElement>("details")];
  const open = folds()
    .filter((fold) => fold.open)
    .map(named);
  markup.fill(place, html);
  for (const fold of folds()) if (open.includes(named(fold))) fold.open = true;
}

/** What a fold is called, whatever numbers stand in it. */
const named = (fold: HTMLElement): string =>
  ((fold.querySelector(":scope > summary > strong") ?? fold.querySelector("summary"))?.textContent ?? "").replace(/[\d.,<>]+/g, "");

/** Puts the first answer, which the page holds beside a form that came by a script, in its place. */
function unite(calculator: Element): void {
  const first = one(calculator, "first");
  if (!first) return;
  for (const part of ["brief", "result"])
    one(calculator, part).replaceChildren(...(first.querySelector(`.calculator__${part}`)?.childNodes ?? []));
  first.remove();
}

export class Panel {
  #calculator;
  /** The answer that the page came with. */
  #first: Map<string, Node> = new Map();

  constructor(calculator: HTMLElement) {
    this.#calculator = calculator;
  }

  #part(part: string): HTMLElement {
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

  /** Shows an answer, beside that of a case to compare with. */
  show(answer: MecatolAnswer, kept: any) {
    if (answer.losing) this.#calculator.dataset.losing = answer.losing;
    else delete this.#calculator.dataset.losing;
    const result = this.#part("result");
    // A choice that was changed keeps the focus, though its line is a new one.
    const path = result.contains(document.activeElement)
      ? (document.activeElement?.closest("[data-path]") as HTMLElement | null | undefined)?.dataset.path
      : "";
    refilled(result, answer.html ?? "");
    if (path) result.querySelector<HTMLElement>(`.choice[data-path="${CSS.escape(path)}"] button`)?.focus({ preventScroll: true });
    if (path && !result.contains(document.activeElement)) this.#part("answer").focus({ preventScroll: true });
    this.#stale(false);
    this.compared(answer.compare ?? "", kept);
    markup.fill(this.#part("brief"), answer.brief ?? "");
    this.#part("said").textContent = answer.summary ?? "";
  }

  /** Shows how an answer compares with that of a case that was kept. */
  compared(html: string, kept: any) {
    refilled(this.#part("compare"), html);
    (this.#calculator.querySelector('[data-do="unkeep"]') as HTMLElement).hidden = kept === null;
  }

  /** Says that there is no answer. */
  broken(error: unknown, focus: boolean) {
    const stopped = withdrawn(error);
    this.#part("said").textContent = stopped ? "Stopped." : "No answer: the solver failed.";
    this.#stale(true);
    if (stopped)
      errors.forgive(this.#calculator); // those were of the case before
    else errors.failed(this.#calculator, error, focus);
  }

  /** Says what is wrong with a case. */
  fail(found: MecatolProblem[], focus: boolean) {
    this.#stale(true);
    errors.show(this.#calculator, found, focus);
    const first = this.#calculator.querySelector<HTMLElement>('[data-part="errors"] li');
    this.#part("said").textContent =
      `${first?.dataset.said ?? "Something is wrong"}${found.length > 1 ? ` (and ${found.length - 1} more)` : ""}`;
  }

  /** The answer shown is to a case before this one. */
  #stale(stale: boolean) {
    this.#calculator.removeAttribute("awaited");
    this.#calculator.toggleAttribute("stale", stale);
    this.#part("result").classList.toggle("is-stale", stale);
  }
}
