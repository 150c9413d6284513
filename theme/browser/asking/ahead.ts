/**
 * Answers that are there before anybody asks: those that were given, and those that one tap more would ask for, worked out
 * in the second Python while nobody waits. What is there is painted with the tap itself.
 */

import * as board from "../forms/board.js";
import * as fields from "../forms/fields.js";
import { background, python } from "./runtime.js";

const QUIET = 100; // ms after an answer before the next ones are worked out
const SHORT = 400; // ms; a battle whose answer takes Python longer waits until somebody asks
const WORK = 3000; // ms that all of it may take, once Python is there, and any one of them
const MOST = 96; // answers kept

/** What was answered, by the question as JSON; the newest last. */
const answers: Map<string, MecatolAnswer> = new Map();

/** Counts what was begun: only the last goes on. */
let begun = 0;

/** The stepper or mark that was tapped last: who taps often taps there again. */
let tapped: Element | null = null;

export const known = (question: object): MecatolAnswer | undefined => answers.get(JSON.stringify(question));

/** Keeps an answer, unless the solver itself failed: another try may not. */
export function keep(question: object, answer: MecatolAnswer): void {
  if (answer.errors?.some(({ field }) => !field)) return;
  const text = JSON.stringify(question);
  answers.delete(text);
  answers.set(text, answer);
  for (const [oldest] of answers) if (answers.size > MOST) answers.delete(oldest);
}

/** Whether a tap on a stepper or mark may come next: one more of anything, one fewer or the upgrade of what is there. */
function fits(form: HTMLElement, button: HTMLElement, cell: HTMLElement): boolean {
  if (button.dataset.step === "1") return !board.lacking(form, cell);
  return board.isSet(cell) && button.getAttribute("aria-pressed") !== "true";
}

/**
 * The steppers and marks of a form that may be tapped next, the likeliest first: the last once more, then one more of each,
 * the nearest first.
 */
function likely(form: HTMLElement): HTMLButtonElement[] {
  const cells = [...form.querySelectorAll<HTMLElement>(".cell")].filter((cell) => cell.checkVisibility());
  const at = cells.findIndex((cell) => cell.contains(tapped));
  const near = cells.map((cell, index) => ({ cell, far: Math.abs(index - at) })).sort((one, other) => one.far - other.far);
  const found = near.flatMap(({ cell }) => {
    const buttons = [...cell.querySelectorAll<HTMLButtonElement>("[data-step], .upgrade:enabled")];
    return buttons.filter((button) => fits(form, button, cell));
  });
  const rank = (button: HTMLButtonElement) => (button === tapped ? 0 : button.dataset.step === "1" ? 1 : 2);
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Works out what taps may ask for next; `question` reads the form. */
export async function begin(calculator: Element, question: () => object): Promise<void> {
  const mine = (begun += 1);
  const form = calculator.querySelector("form");
  // The second Python serves calculators that give advice; for the others it is not started.
  if (!form || !calculator.hasAttribute("data-advised") || python.took > SHORT) return;
  await new Promise((resolve) => setTimeout(resolve, QUIET));
  if (mine !== begun) return;
  let until = 0;
  for (const button of likely(form)) {
    const asked = fields.asIf(form, button, question);
    if (!asked || known(asked)) continue;
    const answer = await background.ask({ ...asked, seconds: WORK / 1000 }).catch(() => null);
    // Where its time was over, whoever asks for it has more.
    if (answer && background.took < WORK) keep(asked, answer);
    until ||= performance.now() + WORK;
    if (!answer || mine !== begun || document.hidden || performance.now() > until) return;
  }
}

/** Somebody asks: what was worked out unasked waits. */
export function stop() {
  begun += 1;
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-step], .upgrade") : null;
  if (button) tapped = button;
});
