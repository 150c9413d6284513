/** The cases of a calculator, one after another: in the address, so that the browser's way back leads along them, and to undo. */

import * as address from "./address.js";

export class Trail {
  #calculator;
  /** The address that the form shows. */
  shown = "";
  /** Whether the address holds a case that the next change may overwrite. */
  edited = false;
  /** Cases before this one, as JSON. */
  #past: string[] = [];
  #last = "";

  constructor(calculator: Element) {
    this.#calculator = calculator;
  }

  #written(scenario: any, kept: any) {
    return address.written(String(this.#calculator.getAttribute("step")), scenario, kept);
  }

  /** The form holds another case: the one before is one to go back to. */
  turned(scenario: any) {
    const now = JSON.stringify(scenario);
    if (this.#last && this.#last !== now) this.#past.push(this.#last);
    this.#last = now;
  }

  /** The case before, to be put into the form; none where there is none. */
  back(): any {
    const before = this.#past.pop();
    if (before) this.#last = "";
    return before && JSON.parse(before);
  }

  /** What was refused is nothing to go back to: it would be mended again, and again. */
  mended() {
    address.now();
    this.edited = true;
    this.#last = "";
  }

  /**
   * Writes a case into the address soon, for browsers are busy with one for a while; `keep` makes it one to go back to, and the
   * one before too unless it goes `over` that.
   */
  write(scenario: any, kept: any, keep: boolean, over: boolean) {
    address.soon(() => {
      const hash = this.#written(scenario, kept);
      if (hash !== location.hash) {
        // A row of small changes of one case is one step back, not one for each.
        if (this.edited && (over || !keep) && location.hash === this.shown) history.replaceState(null, "", hash);
        else history.pushState(null, "", hash);
      }
      this.shown = location.hash;
      this.edited = !keep;
    });
  }

  /** Writes a case into the address now; returns the whole of it. */
  link(scenario: any, kept: any): string {
    address.now();
    const hash = this.#written(scenario, kept);
    history.replaceState(null, "", hash);
    this.shown = location.hash;
    return new URL(hash, location.href).href;
  }

  /** The address holds no case any more. */
  leave() {
    history.pushState(null, "", location.pathname + location.search);
    this.shown = "";
  }
}
