/**
 * The form of a movement as a map: a tap on a system shows what can be put there, a fleet is dragged along its way. It is
 * drawn from the case in the form and writes into it, as the list under it does.
 *
 * What systems hold is drawn by theme/drawing/hexes.py, once a page; here it is put in its place.
 *
 * @typedef {import("./systems.js").Chart} Chart
 */

import modules from "mecatol:modules-of-maps";
import { tiles } from "mecatol:tiles";
import { unanswered } from "../asking/failing.js";
import { python } from "../asking/runtime.js";
import { drawn, made, one, write } from "../page/parts.js";
import { ANOMALIES, SIZE, beside, hex, middle, planet, room, token, unit, used, worded, wormhole } from "./hexes.js";
import * as systems from "./systems.js";

const FARTHEST = 3; // systems from the active one that are shown, unless a way leads farther
const CARGO = new Set(["infantry", "fighter", "mech"]);

/** Units in rows of two, or of three where they are more than six types, each type's mark with its count. @type {(units: Record<string, number>, x: number, y: number, tone: string) => SVGElement[]} */
function row(units, x, y, tone) {
  const shown = Object.entries(units).filter(([, count]) => count);
  return shown.map(([kind, count], index) => {
    const most = shown.length > 6 ? 3 : 2; // three do not fit beside one another but in the middle of a hex
    const [line, last] = [Math.floor(index / most), Math.floor((shown.length - 1) / most)];
    const wide = line < last ? most : shown.length - most * last;
    const place = `translate(${x + ((index % most) - wide / 2) * 24},${y - 8 + 17 * (line - last / 2)})`;
    return unit(kind, count, tone, place);
  });
}

class RouteMap extends HTMLElement {
  /** @type {Chart} */
  #chart = systems.blank();
  /** The system whose sheet is open. */
  #chosen = "";
  /** The way of a fleet as it is dragged or tapped. @type {{ fleet: import("./systems.js").Fleet, path: string[], tapped: boolean } | null} */
  #going = null;
  /** Whether the tap that follows belongs to a drag. */
  #dragged = false;
  get #calculator() {
    return /** @type {MecatolCalculator} */ (this.closest("mecatol-calculator"));
  }

  get #svg() {
    return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (one(this, "map")));
  }

  get #tone() {
    return this.dataset.tone ?? "0";
  }

  /** The color of whoever else has ships on the map. */
  get #other() {
    const found = /** @type {HTMLElement | null | undefined} */ (this.closest("form")?.querySelector('[data-part="player-card"]'))?.dataset.tone;
    return found ?? (this.#tone === "1" ? "0" : "1");
  }

  connectedCallback() {
    const look = () => this.#look();
    const watcher = new MutationObserver(look);
    watcher.observe(one(this.#calculator, "result"), { childList: true });
    watcher.observe(this.#calculator, { attributeFilter: ["ready", "stale"] });
    this.#calculator.addEventListener("refilled", look);
    this.closest("form")?.addEventListener("input", () => setTimeout(look));
    for (const kind of ["input", "change"]) {
      this.addEventListener(kind, (event) => {
        event.stopPropagation(); // its fields are no part of the case
        if (event.target === one(this, "hex-tile")) this.#tile(/** @type {HTMLInputElement} */ (event.target).value);
      });
    }
    this.addEventListener("click", (event) => this.#clicked(event));
    const svg = this.#svg;
    svg.addEventListener("keydown", (event) => this.#pressed(event));
    svg.addEventListener("pointerdown", (event) => this.#took(event));
    svg.addEventListener("pointermove", (event) => this.#pulled(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => this.#dropped(end));
    svg.addEventListener("touchmove", (event) => this.#going && !this.#going.tapped && event.preventDefault(), { passive: false });
    look();
  }

  /** The form holds a case: the map shows it, with the places that it had if it is the same. */
  #look() {
    if (!this.#calculator.hasAttribute("ready")) return;
    const { scenario } = this.#calculator;
    const now = systems.meant(scenario);
    if (now !== systems.meant(systems.said(this.#chart, scenario)) && !systems.counted(this.#chart, scenario)) {
      const laid = systems.laid(scenario);
      this.classList.toggle("is-off", !laid); // a case that has no place on a map is in the list
      if (laid) this.#chart = laid;
      else /** @type {HTMLDetailsElement} */ (this.nextElementSibling).open = true;
      this.#chosen = "";
      this.#going = null;
    }
    this.#draw();
    this.#sheet();
  }

  /** What lies here is the case, and ships of the player’s that are in the active system already. @param {Record<string, number>} [space] */
  #write(space) {
    const { scenario } = this.#calculator;
    const next = systems.said(this.#chart, scenario);
    if (space) next.players[0].space = space;
    if (space || systems.meant(next) !== systems.meant(scenario)) this.#calculator.put(next, true);
    this.#draw();
    this.#sheet();
  }

  /** Systems that are in sight: those near the active one, and all on the ways. */
  #shown() {
    const ways = this.#chart.fleets.flatMap((fleet) => fleet?.path ?? []);
    const { active, cells } = this.#chart;
    const over = (/** @type {string} */ key) => Number(key === active) + 2 * Number(key === this.#chosen); // whose lines are over others’
    return [...cells.keys()].filter((key) => systems.distance(key, active) <= FARTHEST || ways.includes(key) || key === this.#chosen).sort((one, other) => over(one) - over(other));
  }

  #draw() {
    const keys = this.#shown();
    const svg = this.#svg;
    svg.setAttribute("viewBox", room(keys).box);
    const focused = svg.contains(document.activeElement) ? /** @type {SVGElement} */ (document.activeElement).dataset.at : "";
    svg.replaceChildren(drawn("g", {}, ...keys.map((key) => this.#cell(key))), drawn("g", {}, ...this.#ways(), ...this.#stops()));
    if (focused) this.#hex(focused)?.focus({ preventScroll: true });
  }

  /** @type {(key: string) => SVGElement | null} */
  #hex(key) {
    return this.#svg.querySelector(`[data-at="${key}"]`);
  }

  /** A system with what lies in it. @param {string} key */
  #cell(key) {
    const [x, y] = middle(key);
    const { words, holes, tile } = systems.at(this.#chart, key);
    const fleet = systems.starting(this.#chart, key);
    const kinds = [...words].map((word) => ` hex--${word}`).join("");
    const marks = `${kinds}${key === this.#chart.active ? " hex--active" : ""}${key === this.#chosen ? " hex--chosen" : ""}`;
    const button = drawn("g", { class: fleet ? "map__cell map__cell--fleet" : "map__cell", "data-at": key, role: "button", tabindex: key === (this.#chosen || this.#chart.active) ? 0 : -1, "aria-label": this.#said(key) });
    button.append(hex(x, y, marks));
    const group = drawn("g", { class: "map__inside" }); // its figures are no part of the button, which says them in words
    for (const word of ANOMALIES) if (words.has(word)) group.append(used(word, x, y));
    const planets = tile ? tiles[tile].planets : [];
    for (const [index, [values, trait]] of planets.entries()) {
      const [px, py] = [x + (index - (planets.length - 1) / 2) * SIZE * 0.66, y - SIZE * 0.1];
      group.append(...planet(px, py, values, trait));
    }
    for (const [index, hole] of [...holes].entries()) {
      const [hx, hy] = [x + (index - (holes.size - 1) / 2) * 20, y - SIZE * (planets.length || fleet ? 0.55 : 0.1)];
      group.append(...wormhole(hx, hy, hole));
    }
    if (words.has("token")) group.append(token(x + SIZE * 0.64, y - 8, this.#tone));
    if (words.has("ships")) group.append(...row({ destroyer: 1 }, x + 6, y + SIZE * 0.2, this.#other).map((mark) => (mark.querySelector("text")?.remove(), mark)));
    const rest = [...words].filter((word) => ![...ANOMALIES, "token", "ships", "wormhole"].includes(word));
    if (rest.length) group.append(worded(x, y - SIZE * 0.5, this.#named(rest[0]).replace(/^(?:A|The) /, "").slice(0, 13)));
    if (key === this.#chart.active && !words.size && !planets.length) group.append(worded(x - 8, y - SIZE * 0.4, "active")); // where neither ways nor a verdict end
    // The case is read out of the whole form, so for the active system alone.
    const units = fleet?.units ?? (key === this.#chart.active ? (this.#calculator.scenario.players?.[0]?.space ?? {}) : {});
    group.append(...row(units, x, y + SIZE * (planets.length ? 0.62 : 0.3), this.#tone));
    for (const each of this.#chart.fleets) if (each?.picks.has(key)) group.append(...row(each.picks.get(key) ?? {}, x, y + SIZE * 0.62, this.#tone));
    return drawn("g", {}, button, group);
  }

  /** The word for something in a system, as the sheet has it. @type {(word: string) => string} */
  #named(word) {
    return this.querySelector(`[data-map-word="${CSS.escape(word)}"], [data-map-hole="${CSS.escape(word)}"]`)?.textContent?.trim() ?? word;
  }

  /** A system in words. @param {string} key */
  #said(key) {
    const { words, holes, tile } = systems.at(this.#chart, key);
    const fleet = systems.starting(this.#chart, key);
    const units = Object.entries(fleet?.units ?? {}).map(([kind, count]) => `${count} ${this.#unit(kind)}`);
    const passing = this.#chart.fleets.some((each) => each?.path.slice(1, -1).includes(key));
    const found = [key === this.#chart.active ? "Active system" : "System", ...(tile ? [tiles[tile].title || `tile ${tile}`] : []), ...[...words].filter((word) => word !== "wormhole").map((word) => this.#named(word)), ...[...holes].map((hole) => (hole.startsWith("hyperlane") ? "hyperlane" : `${hole} wormhole`)), ...units, ...(passing ? ["on the way"] : [])];
    return found.join(", ");
  }

  /** @param {string} kind */
  #unit(kind) {
    return this.querySelector(`[data-map-unit="${kind}"]`)?.getAttribute("title") ?? kind;
  }

  /** The ways of the fleets: straight over a side, an arc through a wormhole; systems on the way are counted. */
  #ways() {
    const going = this.#going;
    return this.#chart.fleets.flatMap((fleet) => {
      if (!fleet) return [];
      const path = fleet === going?.fleet ? going.path : fleet.path;
      const lines = path.slice(1).map((key, leg) => {
        const [[x, y], [tx, ty]] = [middle(path[leg]), middle(key)];
        const high = Math.min(y, ty) - SIZE * 1.2;
        return systems.distance(path[leg], key) < 2 ? `M${x} ${y}L${tx} ${ty}` : `M${x} ${y}C${x} ${high} ${tx} ${high} ${tx} ${ty}`;
      });
      const numbers = path.slice(1, -1).map((key, index) => {
        const [x, y] = middle(key);
        const place = `translate(${x - SIZE * 0.66},${y})`; // where no way comes from
        return drawn("g", { class: `map__step player--${this.#tone}`, transform: place }, drawn("circle", { r: 8.5 }), drawn("text", { y: 4 }, String(index + 1)));
      });
      return [drawn("path", { class: `map__route player--${this.#tone}`, d: lines.join("") }), ...numbers];
    });
  }

  /** Where ships get to, and what stops them there, if the answer is to this case. */
  #stops() {
    const held = /** @type {HTMLElement | null} */ (this.#calculator.querySelector('[data-part="result"]:not(.is-stale) [data-part="stops"]'));
    if (this.#going || !held) return [];
    /** @type {{ fleet: number, unit: string, number: number, entered: number, why: string }[]} */
    const stops = JSON.parse(held.dataset.value ?? "[]");
    /** @type {Map<string, string[]>} */
    const said = new Map();
    const signs = stops.flatMap(({ fleet, unit, number, entered, why }) => {
      const path = this.#chart.fleets[fleet]?.path ?? [];
      const [here, next] = [path[entered], path[entered + 1]];
      if (!here || (why && !next) || this.#chart.fleets[fleet]?.units[unit] === undefined) return [];
      const [x, y] = middle(here);
      if (!why) return [this.#verdict(x + SIZE * 0.58, y - SIZE * 0.44, true)];
      const [tx, ty] = middle(next);
      const beside = systems.distance(here, next) < 2;
      const place = beside ? `${(x + tx) / 2},${(y + ty) / 2}` : `${x},${y + SIZE * 0.5}`;
      said.set(place, [...(said.get(place) ?? []), `${number > 1 ? `${number} ` : ""}${this.#unit(unit)}: ${why}`]);
      return [];
    });
    for (const [place, lines] of said) {
      const [x, y] = place.split(",").map(Number);
      signs.push(this.#verdict(x, y, false), ...lines.map((line, index) => worded(x, y + 20 + 12 * index, line, { class: "map__label map__why" })));
    }
    return signs;
  }

  /** @type {(x: number, y: number, yes: boolean) => SVGElement} */
  #verdict(x, y, yes) {
    const sign = drawn("path", { d: yes ? "M-4.5 .5l3 3.5 6-7" : "M-4 -4l8 8M4 -4l-8 8" });
    return drawn("g", { class: `verdict verdict--${yes ? "yes" : "no"}`, transform: `translate(${x},${y})` }, drawn("circle", { r: 9 }), sign);
  }

  /** The sheet of the system that is chosen: what can be put there, and what is. */
  #sheet() {
    const key = this.#chosen;
    one(this, "hex").hidden = !key;
    one(this, "map-hint").hidden = Boolean(key) && !this.#going?.tapped;
    write(one(this, "map-hint"), this.#going?.tapped ? "Tap the systems on its way, one after the other, to the active one." : "Tap a system to put something in it. Drag a fleet along its way.");
    if (!key) return;
    const cell = systems.at(this.#chart, key);
    const fleet = systems.starting(this.#chart, key);
    const passing = systems.passing(this.#chart, key);
    const active = key === this.#chart.active;
    write(one(this, "hex-title"), active ? "The active system" : fleet ? "A fleet starts here" : passing ? "On the way" : "A system");
    const field = /** @type {HTMLInputElement} */ (one(this, "hex-tile"));
    if (field !== document.activeElement) field.value = cell.tile;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-map-word], [data-map-hole]"))) {
      const { mapWord = "", mapHole = "" } = button.dataset;
      button.setAttribute("aria-pressed", String(cell.words.has(mapWord) || cell.holes.has(mapHole)));
    }
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("[data-map-unit]"))) {
      button.hidden = active && CARGO.has(button.dataset.mapUnit ?? "") && !passing;
    }
    /** @type {HTMLElement} */ (this.querySelector('[data-map-do="activate"]')).hidden = active;
    /** @type {HTMLElement} */ (this.querySelector('[data-map-do="tap"]')).hidden = !fleet;
    const [mover] = this.#calculator.scenario.players ?? [];
    const there = [fleet?.units, active ? mover?.space : null, ...this.#chart.fleets.map((each) => each?.picks.get(key))];
    const chips = there.flatMap((units) => Object.entries(units ?? {}).filter(([, count]) => count));
    one(this, "hex-units").replaceChildren(
      ...chips.map(([kind, count]) => made("button", { type: "button", className: "routes__fewer", textContent: `${count} ${this.#unit(kind)} −`, ariaLabel: `${count} ${this.#unit(kind)}: one fewer` }, { mapFewer: kind })),
    );
  }

  /** One more of a unit where the sheet is, or one fewer. @param {string} kind @param {number} more */
  #count(kind, more) {
    const chart = this.#chart;
    const key = this.#chosen;
    const starting = systems.starting(chart, key);
    const passing = systems.passing(chart, key);
    const active = key === chart.active;
    const picks = passing && !starting && CARGO.has(kind) ? passing.picks : null;
    const [mover] = this.#calculator.scenario.players ?? [];
    if (picks) {
      const units = picks.get(key) ?? {};
      picks.set(key, { ...units, [kind]: Math.max(0, (units[kind] ?? 0) + more) });
    } else if (active && !starting) {
      // Ships that are there already; they are the player's, as in the table.
      this.#write({ ...mover?.space, [kind]: Math.max(0, (mover?.space?.[kind] ?? 0) + more) });
      return;
    } else {
      const fleet = systems.begun(chart, key);
      if (!fleet) return;
      fleet.units[kind] = Math.max(0, (fleet.units[kind] ?? 0) + more);
      if (!fleet.units[kind]) delete fleet.units[kind];
      if (!Object.keys(fleet.units).length) chart.fleets[chart.fleets.indexOf(fleet)] = null;
    }
    this.#write();
  }

  /** @param {string} number */
  #tile(number) {
    if (number && !systems.lay(this.#chart, this.#chosen, number.trim().toUpperCase())) return;
    if (!number) this.#chart.cells.set(this.#chosen, systems.bare());
    systems.shorten(this.#chart);
    this.#write();
  }

  /** Puts a thing into the chosen system, or takes it out. @param {"words" | "holes"} of @param {string} thing */
  #toggle(of, thing) {
    const cell = systems.at(this.#chart, this.#chosen);
    if (cell[of].delete(thing)) {
      if (cell.tile && tiles[cell.tile][of].includes(thing)) cell.tile = "";
    } else cell[of].add(thing);
    if (of === "holes") cell.words[cell.holes.has("alpha") || cell.holes.has("beta") ? "add" : "delete"]("wormhole");
    systems.shorten(this.#chart);
    for (const fleet of of === "holes" ? this.#chart.fleets : []) if (fleet) systems.send(this.#chart, fleet, fleet.path);
    this.#write();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const hex = /** @type {SVGElement | null | undefined} */ (target?.closest("[data-at]"));
    if (this.#dragged) {
      this.#dragged = false;
      return;
    }
    if (hex) {
      this.#tapped(hex.dataset.at ?? "");
      return;
    }
    const button = target?.closest("button");
    if (!button) return;
    const { mapDo, mapUnit, mapFewer, mapWord, mapHole } = button.dataset;
    if (mapUnit) this.#count(mapUnit, 1);
    if (mapFewer) this.#count(mapFewer, -1);
    if (mapWord) this.#toggle("words", mapWord);
    if (mapHole) this.#toggle("holes", mapHole);
    if (mapDo === "fill") this.#fill();
    if (mapDo === "tap") {
      const fleet = systems.starting(this.#chart, this.#chosen);
      if (fleet) this.#going = { fleet, path: [this.#chosen], tapped: true };
      this.#draw();
      this.#sheet();
      this.#svg.scrollIntoView({ block: "nearest" });
    }
    if (mapDo === "clear") {
      this.#chart.cells.set(this.#chosen, systems.bare());
      this.#chart.fleets = this.#chart.fleets.map((fleet) => (fleet?.path[0] === this.#chosen ? null : fleet));
    }
    if (mapDo === "activate") systems.activate(this.#chart, this.#chosen);
    if (mapDo === "clear" || mapDo === "activate") this.#write();
  }

  /** A tap on a system: the next one of a way that is tapped, else its sheet. @param {string} key */
  #tapped(key) {
    if (this.#going?.tapped) {
      this.#go(key);
      if (key === this.#chart.active) this.#arrive();
      else this.#draw();
      return;
    }
    this.#chosen = key === this.#chosen ? "" : key;
    this.#draw();
    this.#sheet();
    if (this.#chosen) one(this, "hex").scrollIntoView({ block: "nearest" });
  }

  /** The way goes on to a system, or a step back. @param {string} key */
  #go(key) {
    const going = this.#going;
    const last = going?.path.at(-1);
    if (!going || !last || key === last) return;
    if (going.path.at(-2) === key) going.path.pop();
    else if (last !== this.#chart.active) going.path.push(...systems.shortest(this.#chart, last, key).slice(1));
  }

  /** The way that was dragged or tapped is the fleet's; what is left of it is the shortest. */
  #arrive() {
    const going = this.#going;
    this.#going = null;
    if (!going) return;
    const last = going.path[going.path.length - 1];
    const path = [...going.path, ...systems.shortest(this.#chart, last, this.#chart.active).slice(1)];
    if (path.length > 1) systems.send(this.#chart, going.fleet, path);
    this.#write();
  }

  /** The system under a finger. @param {PointerEvent} event */
  #under({ clientX, clientY }) {
    return /** @type {SVGElement | null | undefined} */ (document.elementFromPoint(clientX, clientY)?.closest("[data-at]"))?.dataset.at ?? "";
  }

  /** @param {PointerEvent} event */
  #took(event) {
    this.#dragged = false;
    const key = this.#under(event);
    const fleet = systems.starting(this.#chart, key);
    if (!fleet || this.#going?.tapped || event.button) return;
    this.#going = { fleet, path: [key], tapped: false };
  }

  /** @param {PointerEvent} event */
  #pulled(event) {
    const key = this.#going && !this.#going.tapped ? this.#under(event) : "";
    if (!this.#going || !key || key === this.#going.path.at(-1)) return;
    if (this.#going.path.length === 1) this.#svg.setPointerCapture(event.pointerId);
    this.#go(key);
    this.#svg.lastElementChild?.replaceChildren(...this.#ways()); // the system under the finger stays, or its touch would end
  }

  /** @param {string} how */
  #dropped(how) {
    if (!this.#going || this.#going.tapped) return;
    this.#dragged = this.#going.path.length > 1;
    if (this.#dragged && how === "pointerup") this.#arrive();
    this.#going = null;
  }

  /** Arrows go from system to system, Enter is a tap. @param {KeyboardEvent} event */
  #pressed(event) {
    const here = event.target instanceof SVGElement ? (event.target.dataset.at ?? "") : "";
    const tap = event.key === "Enter" || event.key === " ";
    if (!here || !(tap || event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    if (tap) {
      this.#tapped(here);
      return;
    }
    const next = beside(here, event.key, (key) => this.#hex(key));
    if (next) this.#hex(next)?.focus();
  }

  /** Fills the map with the one that a text holds, as AsyncTI4 and Tabletop Simulator write it. */
  async #fill() {
    const said = one(this, "map-said");
    const { value } = /** @type {HTMLTextAreaElement} */ (one(this, "map-text"));
    const answer = await python.ask({ map: value, modules }).catch(unanswered);
    if (answer.errors) {
      write(said, answer.errors.map((/** @type {MecatolProblem} */ { field, message }) => `${field ? "The text " : ""}${message}`).join(" "));
      return;
    }
    const mover = String(this.#calculator.scenario.players?.[0]?.name ?? "").toLowerCase();
    const { cells, active } = systems.blank();
    this.#chart = { cells, active, fleets: [] };
    cells.clear();
    for (const { at, tile, wormholes, ships, tokens } of answer.systems) {
      if (!systems.lay(this.#chart, at, tile ?? "")) cells.set(at, systems.bare());
      const cell = systems.at(this.#chart, at);
      for (const hole of wormholes) cell.holes.add(hole);
      if (ships.some((/** @type {string} */ owner) => owner !== mover)) cell.words.add("ships");
      if (tokens.includes(mover)) cell.words.add("token");
    }
    this.#chart.active = answer.active;
    this.#chosen = "";
    write(said, [`${answer.systems.length} systems. Tap one and make it the active system.`, ...answer.left_out].join(" "));
    this.#write();
  }
}

customElements.define("mecatol-map", RouteMap);
