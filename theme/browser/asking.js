// @ts-check
/**
 * How a calculator asks Python: one question at a time and the newest first, what is known without asking, and what is no
 * longer wanted not for long. Shows while the reader waits.
 *
 * @typedef {object} Told whom it tells
 * @property {(answer: MecatolAnswer, question: object) => void} answered the newest question has its answer
 * @property {(error: unknown) => void} broken there is none: stopped, or something failed
 * @property {() => void} painted nothing is awaited any more
 */
(() => {
  "use strict";

  const PATIENCE = 2000; // ms after which a running calculation gives way to a newer question
  const FLICKER = 120; // ms; a progress bar for what takes less would only flicker
  const { one } = globalThis.Mecatol.parts;

  class Asking {
    #calculator;
    #told;
    /** What waits for its answer; only this is shown. @type {object | null} */
    #newest = null;
    /** Since when Python has been working for this calculator. @type {number | null} */
    #since = null;
    #waiting = 0;

    /** @param {HTMLElement} calculator @param {Told} told */
    constructor(calculator, told) {
      this.#calculator = calculator;
      this.#told = told;
    }

    /** Asks a question, which takes the place of the one before; what is known is told at once. @param {object} question */
    ask(question) {
      const { ahead } = globalThis.Mecatol;
      this.#instead(question);
      const known = ahead?.known(question);
      if (known) {
        this.#busy(false);
        this.#tell(() => this.#told.answered(known, question));
        if (!this.#newest) this.#told.painted();
      } else {
        this.#wait();
        if (this.#since === null) this.#work();
      }
    }

    /** Nothing is asked any more. */
    forget() {
      this.#instead(null);
      this.#busy(false);
    }

    /** What runs is no longer wanted: what was begun unasked ends, a question may end, but not take long. @param {object | null} question */
    #instead(question) {
      this.#newest = question;
      globalThis.Mecatol.ahead?.stop();
      const since = this.#since;
      if (since === null) return;
      const end = () => {
        if (since === this.#since && globalThis.MecatolRuntime.state === "busy") globalThis.MecatolRuntime.stop();
      };
      window.setTimeout(end, Math.max(0, since + PATIENCE - performance.now()));
    }

    async #work() {
      while (this.#newest) {
        const question = this.#newest;
        this.#since = performance.now();
        const tell = await globalThis.MecatolRuntime.ask(question, { onProgress: (progress) => this.#progress(progress) }).then(
          (answer) => () => this.#told.answered(answer, question),
          (error) => () => this.#told.broken(error),
        );
        if (question === this.#newest) this.#tell(tell);
        this.#since = null;
      }
      this.#busy(false);
      this.#told.painted();
    }

    /** Tells how the newest question ended; what fails meanwhile is told too, unless another one was asked. @param {() => void} tell */
    #tell(tell) {
      this.#newest = null;
      try {
        tell();
      } catch (error) {
        if (!this.#newest) this.#told.broken(error);
      }
    }

    #wait() {
      if (this.#calculator.hasAttribute("busy")) return;
      this.#calculator.setAttribute("busy", "");
      this.#waiting = window.setTimeout(() => this.#busy(true), FLICKER);
    }

    /** @param {boolean} busy */
    #busy(busy) {
      clearTimeout(this.#waiting);
      this.#calculator.toggleAttribute("busy", busy);
      one(this.#calculator, "progress").hidden = !busy;
      one(this.#calculator, "stage").textContent = "";
      /** @type {HTMLElement} */ (this.#calculator.querySelector('[data-do="stop"]')).hidden = !busy;
    }

    /** @param {MecatolProgress} progress */
    #progress({ stage, done, of }) {
      Object.assign(one(this.#calculator, "progress"), { value: done + 1, max: of + 1 });
      one(this.#calculator, "stage").textContent = `${stage}…`;
    }
  }

  /** @type {any} */ (globalThis).Mecatol.Asking = Asking;
})();
