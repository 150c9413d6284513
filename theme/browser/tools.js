// @ts-check
/** What helps with a case: swap sides, clear one, start from an example, write it down, read it, keep it to compare. */
(() => {
  "use strict";

  /** @type {(inside: EventTarget | null) => MecatolCalculator | null} */
  const around = (inside) => (inside instanceof Element ? inside.closest("mecatol-calculator") : null);

  /** @type {(calculator: Element) => HTMLTextAreaElement} */
  const paper = (calculator) => /** @type {HTMLTextAreaElement} */ (calculator.querySelector('[data-part="text"]'));

  /** The first two players change places. @type {(calculator: MecatolCalculator) => void} */
  function swap(calculator) {
    const { scenario } = calculator;
    const [first, second, ...rest] = scenario.players ?? [];
    if (second) calculator.put({ ...scenario, players: [second, first, ...rest] });
  }

  /** The sides keep their names, and nothing else stays. @type {(calculator: MecatolCalculator) => void} */
  function empty(calculator) {
    const { scenario } = calculator;
    const players = scenario.players.slice(0, Number(calculator.dataset.least)).map((/** @type {any} */ { name }) => ({ name }));
    calculator.put({ step: scenario.step, players, ...(scenario.edition ? { edition: scenario.edition } : {}) });
  }

  /** Opens the field in which something was chosen for a player. @type {(calculator: Element, button: HTMLElement) => void} */
  function choose(calculator, button) {
    const form = /** @type {HTMLFormElement} */ (calculator.querySelector("form"));
    const path = button.dataset.path ?? "";
    const field = [...form.elements].find((element) => "name" in element && String(element.name).startsWith(path));
    if (!(field instanceof HTMLElement)) return;
    const chip = field.closest(".chip");
    const shown = chip ? /** @type {HTMLElement} */ (chip.querySelector("button")) : field;
    globalThis.Mecatol.errors.open(shown);
    shown.scrollIntoView({ block: "center" });
    shown.focus({ preventScroll: true });
  }

  /** @type {(calculator: MecatolCalculator) => Promise<void>} */
  async function say(calculator) {
    const answer = await globalThis.MecatolRuntime.ask({ say: calculator.scenario });
    if (answer.errors) {
      globalThis.Mecatol.errors.show(calculator, answer.errors, true);
      return;
    }
    paper(calculator).value = answer.text;
    globalThis.Mecatol.say((await globalThis.Mecatol.address.copy(answer.text)) ? "Copied as text" : "The text stands in the box");
  }

  /** @type {(calculator: MecatolCalculator) => Promise<void>} */
  async function understand(calculator) {
    const answer = await globalThis.MecatolRuntime.ask({ understand: paper(calculator).value });
    const step = calculator.getAttribute("step");
    if (answer.errors) globalThis.Mecatol.errors.show(calculator, answer.errors, true);
    else if (answer.scenario.step === step) calculator.put(answer.scenario);
    else open(calculator, answer.scenario);
  }

  /** A case of another step goes to that step's calculator: on this page, or on the page that holds it. @type {(calculator: MecatolCalculator, scenario: any) => void} */
  function open(calculator, scenario) {
    const { step } = scenario;
    const here = /** @type {MecatolCalculator | null} */ (document.querySelector(`mecatol-calculator[step="${CSS.escape(step)}"]`));
    if (!here) {
      const page = JSON.parse(calculator.dataset.pages ?? "{}")[step];
      location.assign(new URL(page + globalThis.Mecatol.address.written(step, scenario), location.href));
      return;
    }
    here.put(scenario);
    see(here);
    globalThis.Mecatol.say(`The case stands in the calculator of ${step.replaceAll("-", " ")}`);
  }

  /** Takes the reader to the answer, or to what keeps it away. @type {(calculator: Element) => void} */
  function see(calculator) {
    const wrong = /** @type {HTMLElement} */ (calculator.querySelector('[data-part="errors"]'));
    const answer = wrong.hidden ? /** @type {HTMLElement} */ (calculator.querySelector('[data-part="answer"]')) : wrong;
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
  }

  document.addEventListener("click", async (event) => {
    const calculator = around(event.target);
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!calculator || !button) return;
    const action = /** @type {Record<string, () => void | Promise<void>>} */ ({
      "swap-sides": () => swap(calculator),
      empty: () => empty(calculator),
      choose: () => choose(calculator, button),
      say: () => say(calculator),
      understand: () => understand(calculator),
      keep: () => calculator.keep(calculator.scenario),
      unkeep: () => calculator.keep(null),
      see: () => see(calculator),
    })[button.dataset.do ?? ""];
    try {
      await action?.();
    } catch (error) {
      if (!(error instanceof Error && error.name === "AbortError")) globalThis.Mecatol.errors.failed(calculator, error, true);
    }
  });

  document.addEventListener("change", (event) => {
    const calculator = around(event.target);
    const chosen = event.target;
    if (!calculator || !(chosen instanceof HTMLSelectElement) || chosen.dataset.part !== "presets" || !chosen.value) return;
    calculator.put(JSON.parse(chosen.value));
    chosen.value = "";
  });
})();
