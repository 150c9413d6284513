// @ts-check
/** The button for the colours of the page: those of the system, light or dark. The choice is kept on this device. */
(() => {
  "use strict";

  const button = document.querySelector("[data-choose-colours]");
  if (!(button instanceof HTMLButtonElement)) return;
  const root = document.documentElement;

  /** What the reader chose, to what the button says then and what it leads to. */
  const WAYS = {
    system: { said: "Colors follow your system; switch to light", next: "light" },
    light: { said: "Light colors; switch to dark", next: "dark" },
    dark: { said: "Dark colors; switch to those of your system", next: "system" },
  };
  const way = () => WAYS[/** @type {keyof typeof WAYS} */ (root.dataset.colours)];

  const name = () => {
    button.title = way().said;
    button.setAttribute("aria-label", way().said);
  };
  name();
  button.hidden = false;
  button.addEventListener("click", () => {
    const wish = way().next;
    globalThis.Mecatol.wear(wish);
    name();
    try {
      localStorage.setItem("mecatol.colours", wish);
    } catch {
      // Nothing is kept then; the page works all the same.
    }
  });
})();
