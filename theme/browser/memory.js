// @ts-check
/** What this device remembers of calculations, and nobody else: the last cases, until they are told to be forgotten. */
(() => {
  "use strict";

  const MOST = 12;
  const KEY = "mecatol.recent";

  /** @typedef {{ step: string, scenario: any, words: string }} Recent */

  /** @returns {Recent[]} */
  function recent() {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      if (!Array.isArray(found)) return [];
      return found.filter((one) => one && typeof one.step === "string" && typeof one.words === "string" && one.scenario && typeof one.scenario === "object").slice(0, MOST);
    } catch {
      return []; // what cannot be read is not there
    }
  }

  /** @type {(kept: Recent[]) => void} */
  function keep(kept) {
    try {
      if (kept.length) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch {
      // Nothing is kept then; the page works all the same.
    }
  }

  let timer = 0;

  /** Keeps a case that was answered, once it has stood for a while: not every step on the way to it. @type {(step: string, scenario: object, words: string) => void} */
  function remember(step, scenario, words) {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const text = JSON.stringify(scenario);
      keep([{ step, scenario, words }, ...recent().filter((one) => JSON.stringify(one.scenario) !== text)].slice(0, MOST));
      for (const calculator of document.querySelectorAll("mecatol-calculator")) show(calculator);
    }, 3000);
  }

  /** Lists the cases of a calculator's step. @type {(calculator: Element) => void} */
  function show(calculator) {
    const mine = recent().filter(({ step }) => step === calculator.getAttribute("step"));
    const fold = calculator.querySelector('[data-part="recent"]');
    const list = calculator.querySelector('[data-part="recent-list"]');
    if (!(fold instanceof HTMLElement) || !list) return;
    fold.hidden = mine.length === 0;
    list.replaceChildren(
      ...mine.map(({ scenario, words }) => {
        const line = document.createElement("li");
        const way = Object.assign(document.createElement("button"), { type: "button", className: "recent__way", textContent: words });
        way.addEventListener("click", () => /** @type {MecatolCalculator} */ (calculator).put(scenario));
        line.append(way);
        return line;
      }),
    );
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-do="forget"]')) return;
    clearTimeout(timer);
    keep([]);
    for (const calculator of document.querySelectorAll("mecatol-calculator")) show(calculator);
    globalThis.Mecatol.say("Forgotten");
  });

  /** @type {any} */ (globalThis).Mecatol.memory = { remember, show };
  for (const calculator of document.querySelectorAll("mecatol-calculator")) show(calculator);
})();
