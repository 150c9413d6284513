// @ts-check
/** The colours of the page: those of the system, light or dark, as the reader chose them; kept on this device. */
(() => {
  "use strict";

  const choices = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('[data-md-component="palette"] input')]);
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** What an attribute of a choice says. @type {(choice: HTMLInputElement | undefined, name: string) => string} */
  const of = (choice, name) => choice?.getAttribute(`data-md-color-${name}`) ?? "";

  /** @type {(index: number) => void} */
  function wear(index) {
    const chosen = choices[index];
    if (!chosen) return;
    chosen.checked = true;
    // The first follows the system: it looks like the choice that is made for the system's colours.
    const named = of(chosen, "media") === "(prefers-color-scheme)" ? choices.find((one) => of(one, "media").includes(dark.matches ? "dark" : "light")) : chosen;
    for (const name of ["media", "scheme", "primary", "accent"]) document.body.setAttribute(`data-md-color-${name}`, of(named, name));
    // The button behind a choice leads to the next one.
    for (const [place, choice] of choices.entries()) choice.nextElementSibling?.toggleAttribute("hidden", place !== index);
  }

  /** @type {number} */
  let worn = /** @type {any} */ (globalThis).__md_get("__palette")?.index ?? 0;
  wear(worn in choices ? worn : 0);
  dark.addEventListener("change", () => wear(worn));
  for (const [index, choice] of choices.entries()) {
    choice.addEventListener("change", () => {
      worn = index;
      wear(index);
      const color = Object.fromEntries(["media", "scheme", "primary", "accent"].map((name) => [name, of(choice, name)]));
      /** @type {any} */ (globalThis).__md_set("__palette", { index, color });
    });
  }
})();
