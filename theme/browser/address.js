// @ts-check
/** The case in the page's address: `#calc=<step>&scenario=<JSON>`, which a reader can share, keep and go back to. */
(() => {
  "use strict";

  const LONGEST = 20000;

  /** @type {(step: string, scenario: object) => string} */
  const written = (step, scenario) => `#calc=${step}&scenario=${encodeURIComponent(JSON.stringify(scenario))}`;

  /**
   * The case that an address holds: null where there is none, an `error` where it cannot be read.
   * @type {(hash: string) => { step: string, scenario?: any, error?: string } | null}
   */
  function read(hash) {
    const match = /^#calc=([a-z0-9-]+)(?:&scenario=(.*))?$/s.exec(hash);
    if (!match) return null;
    const [, step = "", text = ""] = match;
    if (text.length > LONGEST) return { step, error: "The link is too long to hold a case." };
    try {
      const scenario = JSON.parse(decodeURIComponent(text));
      if (scenario !== null && typeof scenario === "object" && !Array.isArray(scenario)) return { step, scenario };
    } catch {
      // Falls through to the same message: a reader cannot do anything about the difference.
    }
    return { step, error: "The link does not hold a case that can be read. It may have been cut off when it was copied." };
  }

  /** Copies text, also where the browser's clipboard is not at hand. @type {(text: string) => Promise<boolean>} */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
      document.body.append(field);
      const active = document.activeElement;
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      if (active instanceof HTMLElement) active.focus();
      return done;
    }
  }

  /** @type {any} */ (globalThis).Mecatol.address = { copy, read, written };
})();
