/** The answer of a calculator: what stands in its place and in the bar, and what is said of it. */

import { withdrawn } from "../asking/failing.js";
import * as markup from "../page/markup.js";
import { button, one } from "../page/parts.js";
import * as errors from "./errors.js";

/** Puts an answer in the place of the one before; the folds that were open stay so. */
function refilled(place: Element, html: string): void {
  const open = [...place.querySelectorAll<HTMLElement>("details[open]")].map(named);
  markup.fill(place, html);
  for (const fold of place.querySelectorAll("details")) if (open.includes(named(fold))) fold.open = true;
}

/** What a fold is called, whatever numbers stand in it. */
const named = (fold: HTMLElement): string =>
  ((fold.querySelector(":scope > summary > strong") ?? fold.querySelector("summary"))?.textContent ?? "").replace(/[\d.,<>]+/g, "");

/** The answers that pages came with. */
const firsts: WeakMap<MecatolCalculator, Record<string, Node>> = new WeakMap();

/** Keeps the answer that the page came with; beside a form that came by a script, it is not in its place yet. */
export function begin(calculator: MecatolCalculator): void {
  const first = one(calculator, "first");
  const kept: Record<string, Node> = {};
  for (const part of ["brief", "result"]) {
    const place = one(calculator, part);
    if (first) place.replaceChildren(...(first.querySelector(`.calculator__${part}`)?.childNodes ?? []));
    kept[part] = place.cloneNode(true);
  }
  firsts.set(calculator, kept);
  first?.remove();
}

/** Shows the answer that the page came with. */
export function first(calculator: MecatolCalculator): void {
  compared(calculator, "", null);
  errors.forgive(calculator);
  for (const [part, held] of Object.entries(firsts.get(calculator) ?? {}))
    one(calculator, part).replaceChildren(...held.cloneNode(true).childNodes);
  stale(calculator, false);
  one(calculator, "said").textContent = "";
}

/** Shows an answer, beside that of a case to compare with. */
export function show(calculator: MecatolCalculator, answer: MecatolAnswer, kept: any): void {
  if (answer.losing) calculator.dataset.losing = answer.losing;
  else delete calculator.dataset.losing;
  const result = one(calculator, "result");
  // A choice that was changed keeps the focus, though its line is a new one.
  const at = document.activeElement?.closest<HTMLElement>("[data-path]");
  const path = at && result.contains(at) && at.dataset.path;
  refilled(result, answer.html ?? "");
  if (path) result.querySelector<HTMLElement>(`.choice[data-path="${CSS.escape(path)}"] button`)?.focus({ preventScroll: true });
  if (path && !result.contains(document.activeElement)) one(calculator, "answer").focus({ preventScroll: true });
  stale(calculator, false);
  compared(calculator, answer.compare ?? "", kept);
  markup.fill(one(calculator, "brief"), answer.brief ?? "");
  one(calculator, "said").textContent = answer.summary ?? "";
}

/** Shows how an answer compares with that of a case that was kept. */
function compared(calculator: MecatolCalculator, html: string, kept: any): void {
  refilled(one(calculator, "compare"), html);
  button(calculator, "unkeep").hidden = kept === null;
}

/** Says that there is no answer. */
export function broken(calculator: MecatolCalculator, error: unknown, focus: boolean): void {
  const stopped = withdrawn(error);
  one(calculator, "said").textContent = stopped ? "Stopped." : "No answer: the solver failed.";
  stale(calculator, true);
  if (stopped)
    errors.forgive(calculator); // those were of the case before
  else errors.failed(calculator, error, focus);
}

/** Says what is wrong with a case. */
export function fail(calculator: MecatolCalculator, found: MecatolProblem[], focus: boolean): void {
  stale(calculator, true);
  errors.show(calculator, found, focus);
  const first = one(calculator, "errors").querySelector("li")?.dataset.said ?? "Something is wrong";
  one(calculator, "said").textContent = first + (found.length > 1 ? ` (and ${found.length - 1} more)` : "");
}

/** The answer shown is to a case before this one, or no longer. */
function stale(calculator: Element, old: boolean): void {
  calculator.removeAttribute("awaited");
  calculator.toggleAttribute("stale", old);
  one(calculator, "result").classList.toggle("is-stale", old);
}
