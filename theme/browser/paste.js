// @ts-check
/** One box takes whatever people have: a link, text, JSON, another site's link, short forms, plain words. */
(() => {
  "use strict";

  const KEY = "mecatol.taken"; // what is told after a case has taken the reader to another page

  const { made, one } = globalThis.Mecatol.parts;

  /** @typedef {{ scenario: any, source: string, kept: any, left_out: string[], added: string[] }} Taken */

  /** @type {(calculator: Element, open: boolean) => void} */
  function toggle(calculator, open) {
    const box = one(calculator, "paste");
    box.hidden = !open;
    const [way] = /** @type {NodeListOf<HTMLButtonElement>} */ (calculator.querySelectorAll('[data-do="paste"]'));
    way?.setAttribute("aria-expanded", String(open));
    if (open) one(box, "pasted").focus();
    else way?.focus({ preventScroll: true });
  }

  /** Says what a text was, what could not be taken over, and what was added to it. @type {(calculator: Element, source: string, left_out: string[], added: string[]) => void} */
  function tell(calculator, source, left_out, added) {
    const list = document.createElement("ul");
    list.append(...left_out.map((line) => made("li", { textContent: `Not taken over: ${line}` })), ...added.map((line) => made("li", { textContent: line })));
    const lines = [made("p", { textContent: `Taken from ${source}.` })];
    one(calculator, "taken").replaceChildren(...lines, ...(list.children.length ? [list] : []));
  }

  /** Where in a pasted case something is wrong, before what is said of it; the form's own fields are not to blame. @type {(path: string) => string} */
  function where(path) {
    const [head, index, ...rest] = path.split(".");
    if (head !== "players" || index === undefined) return path ? `${path.replaceAll(".", ", ")}: ` : "";
    return `${[`Player ${Number(index) + 1}`, ...rest].join(", ")}: `;
  }

  /** Says why a text was not taken, in a place of its own: the form's answer, which may come later, leaves it. @type {(calculator: Element, found: MecatolProblem[]) => void} */
  function refuse(calculator, found) {
    const list = document.createElement("ul");
    // What is wrong with the text itself begins in the middle of a sentence.
    const line = (/** @type {MecatolProblem} */ { field, message }) => (["text", "link", "scenario"].includes(field) ? `The ${field === "link" ? "link" : "text"} ${message}` : where(field) + message);
    list.append(...found.map((problem) => made("li", { textContent: globalThis.Mecatol.errors.plain(line(problem)) })));
    const told = one(calculator, "taken");
    told.replaceChildren(made("p", { textContent: "This is not understood. The form is as it was." }), list);
    const box = /** @type {HTMLTextAreaElement} */ (one(calculator, "pasted"));
    box.focus();
    box.select();
  }

  /** A case of another step goes to that step's calculator: on this page, or on the page that holds it. @type {(calculator: MecatolCalculator, taken: Taken) => void} */
  function elsewhere(calculator, { scenario, source, left_out, added }) {
    const { step } = scenario;
    globalThis.Mecatol.unfold(`calculator-${step}`);
    const here = /** @type {MecatolCalculator | null} */ (document.querySelector(`mecatol-calculator[step="${CSS.escape(step)}"]`));
    if (!here) {
      const page = JSON.parse(calculator.dataset.pages ?? "{}")[step];
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ step, source, left_out, added }));
      } catch {
        // Then nothing is told there; the case comes all the same.
      }
      location.assign(new URL(page + globalThis.Mecatol.address.written(step, scenario), location.href));
      return;
    }
    here.put(scenario);
    tell(here, source, left_out, added);
    globalThis.Mecatol.see(here);
    globalThis.Mecatol.say(`The case stands in the calculator of ${step.replaceAll("-", " ")}`);
  }

  /** @type {(calculator: MecatolCalculator) => Promise<void>} */
  async function take(calculator) {
    const box = /** @type {HTMLTextAreaElement} */ (one(calculator, "pasted"));
    const { edition } = calculator.scenario;
    const answer = await globalThis.MecatolRuntime.ask({ paste: box.value, ...(edition ? { edition } : {}) });
    if (answer.errors) {
      refuse(calculator, answer.errors);
      return;
    }
    box.value = "";
    toggle(calculator, false);
    if (answer.scenario.step !== calculator.getAttribute("step")) {
      elsewhere(calculator, answer);
      return;
    }
    calculator.put(answer.scenario);
    if (answer.kept) calculator.keep(answer.kept);
    tell(calculator, answer.source, answer.left_out, answer.added);
  }

  /** @type {(calculator: MecatolCalculator) => void} */
  function taking(calculator) {
    take(calculator).catch((error) => {
      if (!(error instanceof Error && error.name === "AbortError")) globalThis.Mecatol.errors.failed(calculator, error, true);
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const calculator = /** @type {MecatolCalculator | null | undefined} */ (button?.closest("mecatol-calculator"));
    if (!button || !calculator) return;
    if (button.dataset.do === "paste") toggle(calculator, one(calculator, "paste").hidden);
    if (button.dataset.do === "take") taking(calculator);
  });

  // What is pasted is taken at once; what is typed, with a button.
  document.addEventListener("paste", (event) => {
    const box = event.target instanceof HTMLTextAreaElement && event.target.dataset.part === "pasted" ? event.target : null;
    const calculator = /** @type {MecatolCalculator | null | undefined} */ (box?.closest("mecatol-calculator"));
    if (calculator && !box?.value) setTimeout(() => taking(calculator));
  });

  try {
    const { step, source, left_out, added } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    sessionStorage.removeItem(KEY);
    const there = document.querySelector(`mecatol-calculator[step="${CSS.escape(String(step))}"]`);
    if (there) tell(there, source, left_out, added);
  } catch {
    // What cannot be read is not there.
  }
})();
