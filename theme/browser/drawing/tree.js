/**
 * The technology tree answers: tap what is owned, and what can be researched now is marked; tap a goal, and its path is
 * numbered. The solver says which those are, by name; without scripts the tree is the list that it is.
 */

import { reason } from "../asking/failing.js";
import { solver } from "../finding/battle.js";
import { written } from "../keeping/writing.js";
import { all, made, one, write } from "../page/parts.js";

const STEP = "technology";
const NOTHING = "nothing"; // what is ignored where every prerequisite is met

/** @typedef {{ headline: string, open: [string, string][], path: [string, string, string][], errors?: MecatolProblem[] }} Told */

class Tree extends HTMLElement {
  /** @type {Set<string>} */
  #owned = new Set();
  #goal = "";
  /** The question that was asked last. */
  #asked = "";

  get #items() {
    return /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("li[data-technology]"));
  }

  get #faction() {
    return /** @type {HTMLSelectElement} */ (one(this, "tree-faction"));
  }

  connectedCallback() {
    for (const item of this.#items) {
      const name = item.querySelector("a")?.textContent ?? "";
      const own = made("button", { type: "button", className: "tree__own", textContent: "+", ariaPressed: "false", ariaLabel: `I own ${name}` });
      const goal = made("button", { type: "button", className: "tree__goal", textContent: "◎", ariaPressed: "false", ariaLabel: `Path to ${name}` });
      const words = made("span", { className: "tree__words" });
      words.append(...item.childNodes);
      item.append(own, words, goal);
    }
    document.addEventListener("click", ({ target }) => this.#tapped(target instanceof Element ? target : null));
    this.#faction.addEventListener("change", () => this.#start().catch((error) => this.#failed(error)));
    for (const box of all(this, "tree-planet")) box.addEventListener("change", () => this.#ask());
    const wake = () => void solver().then((python) => python.wake(), () => undefined);
    document.querySelector(".tree")?.addEventListener("pointerdown", wake, { once: true, passive: true });
  }

  /** @param {Element | null} target */
  #tapped(target) {
    const technology = /** @type {HTMLElement | null | undefined} */ (target?.closest("li[data-technology]"))?.dataset.technology ?? "";
    if (target?.closest(".tree__own")) this.#owned.delete(technology) || this.#owned.add(technology);
    else if (target?.closest(".tree__goal")) this.#goal = this.#goal === technology ? "" : technology;
    else if (target?.matches('[data-part="tree-over"]')) {
      this.#owned.clear();
      this.#goal = "";
      this.#faction.value = "";
      for (const box of all(this, "tree-planet")) /** @type {HTMLInputElement} */ (box).checked = false;
    } else return;
    this.#ask();
  }

  /** A faction owns what it starts with, and only its own technologies are shown beside everybody’s. */
  async #start() {
    const { value } = this.#faction;
    this.#owned.clear();
    if (value) {
      const { player } = await (await solver()).ask({ start: value });
      if (value !== this.#faction.value) return; // another one was chosen meanwhile
      for (const technology of player?.technologies ?? []) this.#owned.add(technology);
    }
    this.#ask();
  }

  /** @returns {any} */
  get #scenario() {
    const controls = all(this, "tree-planet").filter((box) => /** @type {HTMLInputElement} */ (box).checked).map((box) => /** @type {HTMLInputElement} */ (box).value);
    const player = { name: "You", faction: this.#faction.value || undefined, technologies: [...this.#owned], controls: controls.length ? controls : undefined };
    return JSON.parse(JSON.stringify({ step: STEP, players: [player], research: this.#goal ? { technology: this.#goal } : undefined }));
  }

  #ask() {
    const scenario = this.#scenario;
    const asked = JSON.stringify(scenario);
    this.#asked = asked;
    this.#mark(null);
    const way = /** @type {HTMLAnchorElement} */ (one(document, "tree-way"));
    way.href = `${this.dataset.calculator}${written(STEP, scenario)}`;
    const empty = !this.#owned.size && !this.#goal && !this.#faction.value;
    one(document, "tree-answer").hidden = empty;
    if (empty) return;
    write(one(document, "tree-said"), "Looking…");
    const wanted = () => this.#asked === asked;
    solver().then((python) => python.ask({ research: scenario }, { wanted })).then(
      (/** @type {Told} */ told) => wanted() && this.#mark(told),
      (error) => wanted() && this.#failed(error),
    );
  }

  /** @param {unknown} error */
  #failed(error) {
    one(document, "tree-answer").hidden = false;
    write(one(document, "tree-said"), reason(error));
  }

  /** Marks what was told; without it, what is owned and wanted. @param {Told | null} told */
  #mark(told) {
    const open = new Map(told?.open ?? []);
    const path = told?.path ?? [];
    for (const item of this.#items) {
      const { technology = "", faction = "" } = item.dataset;
      const name = item.querySelector("a")?.textContent ?? "";
      const step = path.findIndex(([each]) => each === name);
      const owned = this.#owned.has(technology);
      item.hidden = Boolean(faction && this.#faction.value && faction !== this.#faction.value && !owned);
      item.classList.toggle("is-owned", owned);
      item.classList.toggle("is-open", open.has(name));
      item.classList.toggle("is-goal", technology === this.#goal);
      if (step < 0) delete item.dataset.step;
      else item.dataset.step = String(step + 1);
      const own = /** @type {HTMLElement} */ (item.querySelector(".tree__own"));
      own.ariaPressed = String(owned);
      write(own, owned ? "✓" : "+");
      /** @type {HTMLElement} */ (item.querySelector(".tree__goal")).ariaPressed = String(technology === this.#goal);
    }
    write(one(document, "tree-said"), told?.errors?.map(({ message }) => message).join(" ") ?? told?.headline ?? "");
    one(document, "tree-path").replaceChildren(...path.map(([name, ignored, instead]) => {
      const line = made("li", { textContent: name });
      const more = [ignored === NOTHING ? "" : `ignoring with ${ignored}`, instead && `or ${instead}`].filter(Boolean).join("; ");
      if (more) line.append(" ", made("small", { textContent: more }));
      return line;
    }));
  }
}

customElements.define("mecatol-tree", Tree);
