/**
 * What a tap on a button of a calculator does, a change of one of its fields, and a fold that is opened or closed.
 *
 * Each module names its own: buttons by `data-do`, fields and folds by `data-part`. A calculator may come into the page
 * later (folds.ts), so the page is what listens; and whatever fails is told where the answer would be.
 */

import { failed } from "../answers/errors.js";

/** `from` is the button, field or fold. */
export type Act = (calculator: MecatolCalculator, from: any) => unknown;

const acts: Map<string, Act> = new Map();

const named =
  (kind: string): ((more: Record<string, Act>) => void) =>
  (more) => {
    for (const [name, act] of Object.entries(more)) acts.set(`${kind} ${name}`, act);
  };

export const taps = named("click");
export const changes = named("change");
export const toggles = named("toggle");

/** Takes the part of a form in which a button stands out of it; the focus goes to the line above the fold. */
export const removes =
  (part: string): Act =>
  (_, button) => {
    const { form } = button;
    const fold = button.closest("details");
    button.closest(`[data-part="${part}"]`).remove();
    fold.querySelector("summary").focus();
    form.dispatchEvent(new Event("input"));
  };

async function heard({ type, target }: Event): Promise<void> {
  const from = (target instanceof Element ? (type === "click" ? target.closest("button") : target) : null) as HTMLElement | null;
  const calculator = from?.closest("mecatol-calculator") as MecatolCalculator | null | undefined;
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
