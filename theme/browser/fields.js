// @ts-check
/**
 * The moving parts of a form: steppers, players and planets that come and go, pickers that filter.
 *
 * Knows no rule: what is offered stands in the page, made from the solver's own declaration.
 */
(() => {
  "use strict";

  const { nameOf, slug } = globalThis.Mecatol.planets;
  const NAMES = ["Red", "Blue", "Green", "Yellow", "Purple", "Black", "Orange", "Pink"];

  /** @type {<T extends Element = HTMLElement>(root: ParentNode, part: string) => T | null} */
  const one = (root, part) => root.querySelector(`[data-part="${part}"]`);
  /** @type {<T extends Element = HTMLElement>(root: ParentNode, part: string) => T[]} */
  const all = (root, part) => [...root.querySelectorAll(/** @type {any} */ (`[data-part="${part}"]`))];

  /** Everything in the page waits, disabled, until this script is there. @type {(root: ParentNode) => void} */
  function enable(root) {
    for (const field of root.querySelectorAll(":disabled")) field.removeAttribute("disabled");
  }

  /** @type {(root: ParentNode, part: string) => HTMLElement} */
  function copy(root, part) {
    const template = /** @type {HTMLTemplateElement} */ (one(root, part));
    const made = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
    enable(made);
    return made;
  }

  /** Gives every field the path of the place it stands in now. @type {(form: HTMLElement) => void} */
  function rename(form) {
    all(form, "player-card").forEach((card, index) => {
      for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (card.querySelectorAll("[data-name]"))) {
        const planet = field.closest('[data-part="planet"]');
        const place = planet ? slug(/** @type {HTMLInputElement} */ (one(planet, "planet-name")).value) || "unnamed" : "";
        field.name = String(field.dataset.name).replace("{i}", String(index)).replace("{planet}", () => place);
      }
    });
  }

  /** @type {(form: HTMLElement) => string[]} */
  function planets(form) {
    const names = all(form, "planet-name").map((field) => /** @type {HTMLInputElement} */ (field).value);
    return [...new Set(names.filter(Boolean))];
  }

  /** @type {(form: HTMLElement, name?: string) => HTMLElement} */
  function addPlayer(form, name) {
    const card = copy(form, "player");
    const taken = all(form, "player-card").map((other) => /** @type {HTMLInputElement} */ (other.querySelector('[data-name$=".name"]')).value);
    const field = /** @type {HTMLInputElement} */ (card.querySelector('[data-name$=".name"]'));
    field.value = name ?? NAMES.find((free) => !taken.includes(free)) ?? `Player ${taken.length + 1}`;
    /** @type {HTMLElement} */ (one(form, "players")).append(card);
    rename(form);
    return card;
  }

  /** @type {(form: HTMLElement, area: Element, name?: string) => HTMLElement} */
  function addPlanet(form, area, name) {
    const made = copy(area, "planet-template");
    const here = planets(/** @type {HTMLElement} */ (area));
    const known = planets(form).find((other) => !here.includes(other));
    /** @type {HTMLInputElement} */ (one(made, "planet-name")).value = name === undefined ? (known ?? `Planet ${here.length + 1}`) : nameOf(name);
    /** @type {HTMLElement} */ (one(area, "planet-list")).append(made);
    rename(form);
    return made;
  }

  /** Makes as many players and planets as a scenario has; the first player always stays. @type {(form: HTMLElement, scenario: any, most: number) => void} */
  function shape(form, scenario, most) {
    const players = Array.isArray(scenario.players) ? scenario.players.slice(0, most) : [];
    for (const card of all(form, "player-card").slice(Math.max(1, players.length))) card.remove();
    while (all(form, "player-card").length < players.length) addPlayer(form, "");
    all(form, "player-card").forEach((card, index) => {
      const area = card.querySelector('[data-area="planets"]');
      if (!area) return;
      for (const old of all(area, "planet")) old.remove();
      const found = players[index]?.planets;
      const names = found && typeof found === "object" ? Object.keys(found).slice(0, 8) : [];
      // A name that is no slug would be read back as another one: it stays out of the form, and goes along as it is.
      for (const name of names) if (slug(name) === name && name.length <= 40) addPlanet(form, area, name);
    });
    rename(form);
  }

  /** @type {(row: Element) => boolean} */
  const isSet = (row) =>
    [...row.querySelectorAll("input")].some((field) => (field.type === "checkbox" ? field.checked : Number(field.value) !== 0));

  /** Whether this player's version of a unit can be damaged: by faction, or by the upgrade where one is named. @type {(damage: HTMLElement, chosen: string, owned: Set<string>) => boolean} */
  function sustains({ dataset }, chosen, owned) {
    if (dataset.sustains === undefined) return true;
    return dataset.sustains
      .trim()
      .split(" ")
      .map((version) => version.split("/"))
      .some(([faction = "", upgrade]) => (upgrade ? owned.has(upgrade) : faction === chosen));
  }

  /** Whether an effect is one for this faction; where none is chosen, or one that copies others, searching brings it up. @type {(row: HTMLElement, chosen: string, wanted: string) => boolean} */
  function within({ dataset }, chosen, wanted) {
    if (!dataset.factions || dataset.factions === chosen) return true;
    return wanted !== "" && ["", dataset.copies].includes(chosen);
  }

  /** Shows what the edition and the faction allow, and whatever is set already. @type {(form: HTMLElement) => void} */
  function offer(form) {
    const edition = /** @type {HTMLSelectElement | null} */ (form.querySelector('select[name="edition"]'));
    const order = edition ? [...edition.options].map((option) => option.value) : [];
    const now = order.indexOf(edition?.value ?? "");
    /** @type {(thing: HTMLElement) => boolean} */
    const printed = ({ dataset }) =>
      order.indexOf(dataset.edition ?? "") <= now && (!dataset.until || now < order.indexOf(dataset.until));
    for (const card of all(form, "player-card")) {
      const faction = /** @type {HTMLSelectElement | null} */ (one(card, "faction"));
      for (const option of faction?.options ?? []) option.hidden = Boolean(option.value) && !option.selected && !printed(option);
      const chosen = faction?.value ?? "";
      const owned = new Set(/** @type {HTMLInputElement[]} */ ([...card.querySelectorAll('input[name$=".technologies"]:checked')]).map(({ value }) => value));
      for (const row of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(".unit-row"))) {
        const owners = row.dataset.factions?.split(" ");
        const set = isSet(row);
        row.classList.toggle("is-set", set);
        row.hidden = !set && (!printed(row) || Boolean(owners && !owners.includes(chosen)));
        const damage = one(row, "damage");
        if (damage) damage.hidden = !isSet(damage) && !sustains(damage, chosen, owned);
      }
      const wanted = /** @type {HTMLInputElement | null} */ (one(card, "effects-filter"))?.value.trim().toLowerCase() ?? "";
      const rows = /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(".effect"));
      for (const row of rows) row.hidden = !isSet(row) && !(printed(row) && String(row.dataset.words).includes(wanted) && within(row, chosen, wanted));
      for (const wait of all(card, "wait")) {
        wait.hidden = !isSet(/** @type {Element} */ (wait.closest(".effect"))) && wait.querySelector("select")?.value === "";
      }
      for (const kind of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll(".effects__kind"))) {
        kind.hidden = !kind.querySelector(".effect:not([hidden])");
      }
      const none = one(card, "effects-none");
      if (none) none.hidden = [...rows].some((row) => !row.hidden);
    }
  }

  /** Says beside each closed heading what is inside. @type {(form: HTMLElement) => void} */
  function tally(form) {
    for (const card of all(form, "player-card")) {
      for (const area of card.querySelectorAll("details.area")) {
        const units = [...area.querySelectorAll(".unit-row > .unit input")];
        const counted = units.reduce((sum, field) => sum + Math.max(0, Number(/** @type {HTMLInputElement} */ (field).value) || 0), 0);
        const chosen = [...area.querySelectorAll(".effect")].filter(isSet).length;
        const sign = one(area, "count");
        if (sign) sign.textContent = counted ? `${counted} unit${counted === 1 ? "" : "s"}` : chosen ? `${chosen} chosen` : "";
      }
    }
    for (const fold of form.querySelectorAll('[data-area="choices"], [data-area="policy"], [data-area="losses"], [data-area="ask"]')) {
      const sign = one(fold, "count");
      const asked = all(fold, "condition").length;
      const count = fold.matches('[data-area="ask"]') ? 0 : changed(fold);
      if (sign) sign.textContent = asked ? `${asked} asked` : count ? `${count} changed` : "";
    }
  }

  /** How many choices in a fold are not what the page came with. @type {(fold: Element) => number} */
  function changed(fold) {
    const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...fold.querySelectorAll("input, select")]);
    const choices = fields.filter((field) => {
      if (field instanceof HTMLSelectElement) return field.value !== ([...field.options].find((option) => option.defaultSelected)?.value ?? field.dataset.default ?? "");
      if (field.type === "checkbox" || field.type === "radio") return field.checked && !field.defaultChecked;
      return field.value !== field.defaultValue;
    });
    return new Set(choices.map(({ name }) => name)).size;
  }

  /** Names to choose from while typing. @type {(form: HTMLElement, part: string, names: string[]) => void} */
  function suggest(form, part, names) {
    one(form, part)?.replaceChildren(...names.map((value) => Object.assign(document.createElement("option"), { value })));
  }

  /** Brings everything that depends on the fields up to date. @type {(form: HTMLElement, least: number, most: number) => void} */
  function refresh(form, least, most) {
    rename(form);
    offer(form);
    tally(form);
    const cards = all(form, "player-card");
    cards.forEach((card, index) => {
      const name = /** @type {HTMLInputElement} */ (card.querySelector('[data-name$=".name"]')).value;
      const legend = /** @type {HTMLElement} */ (one(card, "legend"));
      legend.textContent = `${card.dataset.label}${index > 1 || (index === 1 && cards.length > 2) ? ` ${index}` : ""}${name ? `: ${name}` : ""}`;
      const remove = card.querySelector('[data-do="remove-player"]');
      if (remove instanceof HTMLButtonElement) remove.hidden = cards.length <= least;
    });
    const add = form.querySelector('[data-do="add-player"]');
    if (add instanceof HTMLButtonElement) add.hidden = cards.length >= most;
    suggest(form, "planet-names", planets(form));
    suggest(form, "player-names", cards.map((card) => /** @type {HTMLInputElement} */ (card.querySelector('[data-name$=".name"]')).value));
  }

  /** One more or one fewer, within the field's limits. @type {(button: HTMLButtonElement) => void} */
  function step(button) {
    const field = button.closest(".unit")?.querySelector("input");
    if (!field) return;
    const wanted = (Math.trunc(Number(field.value)) || 0) + Number(button.dataset.step);
    field.value = String(Math.min(Number(field.max), Math.max(0, wanted)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @type {any} */ (globalThis).Mecatol.fields = { addPlanet, addPlayer, enable, refresh, shape, step };
})();
