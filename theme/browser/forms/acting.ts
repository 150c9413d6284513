/**
 * What a tap on a button of a calculator does, a change of one of its fields, and a fold that is opened or closed.
 *
 * Each module names its own: buttons by `data-do`, fields and folds by `data-part`. A calculator may come into the page
 * later (folds.ts), so the page is what listens; and whatever fails is told where the answer would be.
 */

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

/** A form, or a field of it, holds something else now. */
export const touched = (part: Element): void => void part.dispatchEvent(new Event("input", { bubbles: true }));

/** Takes the part of a form in which a button stands out of it; the reader goes on at what stood beside it, or around it. */
export const removes =
  (part: string): Act =>
  (_, button) => {
    const { form } = button;
    const gone = button.closest(`[data-part="${part}"]`);
    const beside = gone.nextElementSibling ?? gone.previousElementSibling ?? gone.parentElement.closest("details, form");
    gone.remove();
    beside.querySelector("summary, input:not([type=hidden])")?.focus({ preventScroll: true });
    touched(form);
  };

async function heard({ type, target }: Event): Promise<void> {
  const from = type === "click" ? (target as Element).closest("button") : (target as HTMLElement);
  const act = acts.get(`${type} ${type === "click" ? from?.dataset.do : from?.dataset.part}`);
  const calculator = from?.closest("mecatol-calculator");
  if (!calculator || !act) return;
  try {
    await act(calculator, from);
  } catch (error) {
    calculator.failed(error);
  }
}

document.addEventListener("click", heard);
document.addEventListener("change", heard);
document.addEventListener("toggle", heard, true); // it does not bubble
