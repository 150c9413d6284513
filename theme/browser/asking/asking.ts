/**
 * How a calculator asks Python: one question at a time and the newest first, what is known without asking, and what is no
 * longer wanted not for long. Shows while the reader waits.
 */

import { one } from "../page/parts.js";
import { python } from "./runtime.js";
import { arrived } from "../page/scripts.js";

/** Whom it tells. */
export type Told = {
  /** the newest question has its answer */
  answered: (answer: MecatolAnswer, question: object) => void;
  /** there is none: stopped, or something failed */
  broken: (error: unknown) => void;
  /** nothing is awaited any more */
  painted: () => void;
};

const PATIENCE = 2000; // ms of work after which a calculation gives way to a newer question, if Python starts as quickly
const FLICKER = 120; // ms; a progress bar for what takes less would only flicker

export class Asking {
  #calculator;
  #told;
  /** What waits for its answer; only this is shown. */
  #newest: object | null = null;
  /** What Python was given. */
  #given: object | null = null;
  /** Since when Python has been working at it: not while it starts. */
  #since: number | null = null;
  #giving = 0;
  #waiting = 0;

  constructor(calculator: HTMLElement, told: Told) {
    this.#calculator = calculator;
    this.#told = told;
  }

  /** Asks a question, which takes the place of the one before; what is known is told at once. */
  ask(question: object) {
    const ahead = arrived("ahead");
    this.#instead(question);
    const known = ahead?.known(question);
    if (known) {
      this.#busy(false);
      this.#tell(() => this.#told.answered(known, question));
      if (!this.#newest) this.#told.painted();
    } else {
      this.#wait();
      if (!this.#given) this.#work();
    }
  }

  /** Nothing is asked any more. */
  forget() {
    this.#instead(null);
    this.#busy(false);
  }

  /** What runs is no longer wanted: what was begun unasked ends, a question may end, but not take long. */
  #instead(question: object | null) {
    this.#newest = question;
    arrived("ahead")?.stop();
    clearTimeout(this.#giving);
    const given = this.#given;
    if (given === question || this.#since === null) return; // Python does not begin what is no longer wanted
    const end = () => {
      if (given === this.#given && python.state === "busy") python.stop();
    };
    // To end it costs another start: where that takes long, so may what runs.
    const patience = Math.max(PATIENCE, python.boot || 0);
    this.#giving = window.setTimeout(end, Math.max(0, this.#since + patience - performance.now()));
  }

  async #work() {
    while (this.#newest) {
      const question = this.#newest;
      this.#given = question;
      const options = { onProgress: (progress: MecatolProgress) => this.#progress(progress), wanted: () => question === this.#newest };
      const tell = await python.ask(question, options).then(
        (answer) => () => this.#told.answered(answer, question),
        (error) => () => this.#told.broken(error),
      );
      if (question === this.#newest) this.#tell(tell);
      this.#given = null;
      this.#since = null;
    }
    this.#busy(false);
    this.#told.painted();
  }

  /** Tells how the newest question ended; what fails meanwhile is told too, unless another one was asked. */
  #tell(tell: () => void) {
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

  #busy(busy: boolean) {
    clearTimeout(this.#waiting);
    this.#calculator.toggleAttribute("busy", busy);
    one(this.#calculator, "progress").hidden = !busy;
    one(this.#calculator, "stage").textContent = "";
    const stop = this.#calculator.querySelector('[data-do="stop"]') as HTMLElement;
    const held = !busy && stop === document.activeElement;
    stop.hidden = !busy;
    if (held) this.#calculator.querySelector<HTMLElement>(".calculator__again")?.focus({ preventScroll: true });
  }

  #progress({ stage, done, of }: MecatolProgress) {
    this.#since = done === of - 1 ? (this.#since ?? performance.now()) : null;
    if (!this.#newest) return; // nobody waits for what goes on
    Object.assign(one(this.#calculator, "progress"), { value: done + 1, max: of + 1 });
    one(this.#calculator, "stage").textContent = `${stage}…`;
  }
}
