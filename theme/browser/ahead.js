// @ts-check
/**
 * Answers that are there before anybody asks: those that were given, and those that one tap more would ask for, worked out
 * in the second Python while nobody waits. What is there is painted with the tap itself.
 */
(() => {
  "use strict";

  const QUIET = 100; // ms after an answer before the next ones are worked out
  const SHORT = 400; // ms; a battle whose answer takes Python longer waits until somebody asks
  const WORK = 3000; // ms that all of it may take, once Python is there
  const MOST = 48; // answers kept

  const { board, fields } = globalThis.Mecatol;

  /** What was answered, by the question as JSON; the newest last. @type {Map<string, MecatolAnswer>} */
  const answers = new Map();

  /** Counts what was begun: only the last goes on. */
  let begun = 0;

  /** The stepper that was tapped last: who taps often taps there again. @type {Element | null} */
  let tapped = null;

  /** @type {(question: object) => MecatolAnswer | undefined} */
  const known = (question) => answers.get(JSON.stringify(question));

  /** Keeps an answer, unless the solver itself failed: another try may not. @type {(question: object, answer: MecatolAnswer) => void} */
  function keep(question, answer) {
    if (answer.errors?.some(({ field }) => !field)) return;
    const text = JSON.stringify(question);
    answers.delete(text);
    answers.set(text, answer);
    for (const [oldest] of answers) if (answers.size > MOST) answers.delete(oldest);
  }

  /** The steppers of a form that may be tapped next, the likeliest first. @type {(form: HTMLElement) => HTMLButtonElement[]} */
  function likely(form) {
    const all = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll(".cell [data-step]"));
    const fit = [...all].filter((button) => {
      const cell = /** @type {HTMLElement} */ (button.closest(".cell"));
      return (button === tapped || button.dataset.step === "1") && button.checkVisibility() && !board.lacking(form, cell);
    });
    const at = fit.findIndex((button) => button === tapped);
    const far = new Map(fit.map((button, index) => [button, Math.abs(index - at)]));
    return fit.sort((one, other) => (far.get(one) ?? 0) - (far.get(other) ?? 0));
  }

  /** Works out what taps may ask for next; `question` reads the form. @type {(calculator: Element, question: () => object) => Promise<void>} */
  async function begin(calculator, question) {
    const mine = (begun += 1);
    const form = calculator.querySelector("form");
    // The second Python serves calculators that give advice; for the others it is not started.
    if (!form || !calculator.hasAttribute("data-advised") || globalThis.MecatolRuntime.took > SHORT) return;
    await new Promise((resolve) => setTimeout(resolve, QUIET));
    if (mine !== begun) return;
    let until = 0;
    for (const button of likely(form)) {
      const asked = fields.asIf(button, question);
      if (!asked || known(asked)) continue;
      const answer = await globalThis.MecatolBackground.ask(asked).catch(() => null);
      if (answer) keep(asked, answer);
      until ||= performance.now() + WORK;
      if (!answer || mine !== begun || document.hidden || performance.now() > until) return;
    }
  }

  /** Somebody asks: what was worked out unasked waits. */
  function stop() {
    begun += 1;
  }

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-step]") : null;
    if (button) tapped = button;
  });

  /** @type {any} */ (globalThis).Mecatol.ahead = { begin, keep, known, stop };
})();
