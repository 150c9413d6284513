/**
 * What a tap on a button of a calculator does, a change of one of its fields, and a fold that is opened or closed.
 *
 * Each module names its own: buttons by `data-do`, fields and folds by `data-part`. A calculator may come into the page
 * later (folds.js), so the page is what listens; and whatever fails is told where the answer would be.
 */

import { failed } from "../answers/errors.js";

/** @typedef {(calculator: MecatolCalculator, from: any) => unknown} Act `from` is the button, field or fold */

/** @type {Map<string, Act>} */
const acts = new Map();

/** @type {(kind: string) => (more: Record<string, Act>) => void} */
const named = (kind) => (more) => {
  for (const [name, act] of Object.entries(more)) acts.set(`${kind} ${name}`, act);
};

export const taps = named("click");
export const changes = named("change");
export const toggles = named("toggle");

/** @type {(event: Event) => Promise<void>} */
async function heard({ type, target }) {
  const from = /** @type {HTMLElement | null} */ (target instanceof Element ? (type === "click" ? target.closest("button") : target) : null);
  const calculator = /** @type {MecatolCalculator | null | undefined} */ (from?.closest("mecatol-calculator"));
  const act = acts.get(`${type} ${type === "click" ? from?.dataset.do : from?.dataset.part}`);
  if (!calculator || !act) return;
  try {
    await act(calculator, from);
  } catch (error) {
    failed(calculator, error, true);
  }
}

document.addEventListener("click", heard);
document.addEventListener("change", heard);
document.addEventListener("toggle", heard, true); // it does not bubble
