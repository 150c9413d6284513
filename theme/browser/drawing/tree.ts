/**
 * The technology tree answers: tap what is owned, and what can be researched now is marked; tap a goal, and its path is
 * numbered. The solver says which those are, by name; without scripts the tree is the list that it is.
 */

import { reason } from "../asking/failing.js";
import { solver } from "../finding/battle.js";
import { written } from "../keeping/writing.js";
import { all, box, one, write } from "../page/parts.js";

const STEP = "technology";
const NOTHING = "nothing"; // what is ignored where every prerequisite is met

type Told = { headline: string; open: [string, string][]; path: [string, string, string][]; errors?: MecatolProblem[] };

const nameOf = (item: HTMLElement): string => item.querySelector("a")?.textContent ?? "";

class Tree extends HTMLElement {
  #owned: Set<string> = new Set();
  #goal = "";
  /** The question that was asked last. */
  #asked = "";

  get #items() {
    return document.querySelectorAll<HTMLElement>("li[data-technology]");
  }

  get #faction() {
    return one<HTMLSelectElement>(this, "tree-faction");
  }

  get #planets() {
    return all<HTMLInputElement>(this, "tree-planet");
  }

  connectedCallback() {
    const button = (className: string, ariaLabel: string, sign: string) =>
      box("button", { type: "button", className, ariaPressed: "false", ariaLabel }, sign);
    for (const item of this.#items) {
      const name = nameOf(item);
      const words = box("span", "tree__words", ...item.childNodes);
      item.append(button("tree__own", `I own ${name}`, "+"), words, button("tree__goal", `Path to ${name}`, "◎"));
    }
    document.addEventListener("click", ({ target }) => target instanceof Element && this.#tapped(target));
    this.#faction.addEventListener("change", () => this.#start().catch((error) => this.#failed(error)));
    for (const planet of this.#planets) planet.addEventListener("change", () => this.#ask());
    const wake = () =>
      void solver().then(
        (python) => python.wake(),
        () => undefined,
      );
    document.querySelector(".tree")?.addEventListener("pointerdown", wake, { once: true, passive: true });
  }

  #tapped(target: Element) {
    const { technology = "" } = target.closest<HTMLElement>("li[data-technology]")?.dataset ?? {};
    if (target.closest(".tree__own")) this.#owned.delete(technology) || this.#owned.add(technology);
    else if (target.closest(".tree__goal")) this.#goal = this.#goal === technology ? "" : technology;
    else if (target.matches('[data-part="tree-over"]')) {
      this.#owned.clear();
      this.#goal = "";
      this.#faction.value = "";
      for (const planet of this.#planets) planet.checked = false;
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
      this.#owned = new Set(player?.technologies);
    }
    this.#ask();
  }

  get #scenario(): any {
    const controls = this.#planets.filter(({ checked }) => checked).map(({ value }) => value);
    const player = {
      name: "You",
      faction: this.#faction.value || undefined,
      technologies: [...this.#owned],
      controls: controls.length ? controls : undefined,
    };
    return JSON.parse(JSON.stringify({ step: STEP, players: [player], research: this.#goal ? { technology: this.#goal } : undefined }));
  }

  #ask() {
    const scenario = this.#scenario;
    const asked = JSON.stringify(scenario);
    this.#asked = asked;
    this.#mark(null);
    one<HTMLAnchorElement>(document, "tree-way").href = `${this.dataset.calculator}${written(STEP, scenario)}`;
    const empty = !this.#owned.size && !this.#goal && !this.#faction.value;
    one(document, "tree-answer").hidden = empty;
    if (empty) return;
    write(one(document, "tree-said"), "Looking…");
    const wanted = () => this.#asked === asked;
    solver()
      .then((python) => python.ask({ research: scenario }, { wanted }))
      .then(
        (told: Told) => wanted() && this.#mark(told),
        (error) => wanted() && this.#failed(error),
      );
  }

  #failed(error: unknown) {
    one(document, "tree-answer").hidden = false;
    write(one(document, "tree-said"), reason(error));
  }

  /** Marks what was told; without it, what is owned and wanted. */
  #mark(told: Told | null) {
    const open = new Map(told?.open);
    const path = told?.path ?? [];
    for (const item of this.#items) {
      const { technology = "", faction = "" } = item.dataset;
      const name = nameOf(item);
      const step = path.findIndex(([each]) => each === name);
      const owned = this.#owned.has(technology);
      item.hidden = Boolean(faction && this.#faction.value && faction !== this.#faction.value && !owned);
      item.classList.toggle("is-owned", owned);
      item.classList.toggle("is-open", open.has(name));
      item.classList.toggle("is-goal", technology === this.#goal);
      if (step < 0) delete item.dataset.step;
      else item.dataset.step = String(step + 1);
      const [own, goal] = item.querySelectorAll("button");
      own.ariaPressed = String(owned);
      write(own, owned ? "✓" : "+");
      goal.ariaPressed = String(technology === this.#goal);
    }
    write(one(document, "tree-said"), told?.errors?.map(({ message }) => message).join(" ") ?? told?.headline ?? "");
    const lines = path.map(([name, ignored, instead]) => {
      const more = [ignored === NOTHING ? "" : `ignoring with ${ignored}`, instead && `or ${instead}`].filter(Boolean).join("; ");
      return box("li", "", name, ...(more ? [" ", box("small", "", more)] : []));
    });
    one(document, "tree-path").replaceChildren(...lines);
  }
}

customElements.define("mecatol-tree", Tree);
