/**
 * The form of a movement as a map: a tap on a system shows what can be put there, a fleet is dragged along its way. It is
 * drawn from the case in the form and writes into it, as the list under it does.
 *
 * What systems hold is drawn by solver/mecatol/render/hexes.py, once a page; here it is put in its place.
 */

import modules from "mecatol:modules-of-maps";
import { tiles } from "mecatol:tiles";
import { unanswered } from "../asking/failing.js";
import { python } from "../asking/runtime.js";
import { drawn, made, one, write } from "../page/parts.js";
import { ANOMALIES, SIZE, hex, middle, planet, pressed, room, token, units, used, worded, wormhole } from "./hexes.js";
import * as systems from "./systems.js";

const FARTHEST = 3; // systems from the active one that are shown, unless a way leads farther
const CARGO = new Set(["infantry", "fighter", "mech"]);

/** A unit of the answer that stops: of which fleet, after how many legs, and why. */
type Stop = { fleet: number; unit: string; number: number; entered: number; why: string };

class RouteMap extends HTMLElement {
  #chart = systems.blank();
  /** The system whose sheet is open. */
  #chosen = "";
  /** The way of a fleet as it is dragged or tapped. */
  #going: { fleet: systems.Fleet; path: string[]; tapped: boolean } | null = null;
  /** Whether the tap that follows belongs to a drag. */
  #dragged = false;

  get #calculator() {
    return this.closest("mecatol-calculator") as MecatolCalculator;
  }

  get #svg() {
    return one<SVGSVGElement>(this, "map");
  }

  get #mover(): any {
    return this.#calculator.scenario.players?.[0];
  }

  get #tone() {
    return this.dataset.tone ?? "0";
  }

  /** The color of whoever else has ships on the map. */
  get #other() {
    const found = this.closest("form")?.querySelector<HTMLElement>('[data-part="player-card"]')?.dataset.tone;
    return found ?? (this.#tone === "1" ? "0" : "1");
  }

  connectedCallback() {
    const look = () => this.#look();
    const watcher = new MutationObserver(look);
    watcher.observe(one(this.#calculator, "result"), { childList: true });
    watcher.observe(this.#calculator, { attributeFilter: ["ready", "stale"] });
    this.#calculator.addEventListener("refilled", look);
    this.closest("form")?.addEventListener("input", () => setTimeout(look));
    const tile = one<HTMLInputElement>(this, "hex-tile");
    for (const kind of ["input", "change"]) {
      this.addEventListener(kind, (event) => {
        event.stopPropagation(); // its fields are no part of the case
        if (event.target === tile) this.#tile(tile.value);
      });
    }
    this.addEventListener("click", (event) => this.#clicked(event));
    const svg = this.#svg;
    const [hexAt, tap] = [(key: string) => this.#hex(key), (key: string) => this.#tapped(key)];
    svg.addEventListener("keydown", (event) => pressed(event, hexAt, tap));
    svg.addEventListener("pointerdown", (event) => this.#took(event));
    svg.addEventListener("pointermove", (event) => this.#pulled(event));
    svg.addEventListener("pointerup", () => this.#dropped(true));
    svg.addEventListener("pointercancel", () => this.#dropped(false));
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
      else (this.nextElementSibling as HTMLDetailsElement).open = true;
      this.#chosen = "";
      this.#going = null;
    }
    this.#show();
  }

  #show() {
    this.#draw();
    this.#sheet();
  }

  /** What lies here is the case, and ships of the player’s that are in the active system already. */
  #write(space?: systems.Units) {
    const { scenario } = this.#calculator;
    const next = systems.said(this.#chart, scenario);
    if (space) next.players[0].space = space;
    if (space || systems.meant(next) !== systems.meant(scenario)) this.#calculator.put(next, true);
    this.#show();
  }

  /** Systems that are in sight: those near the active one, and all on the ways; last those whose lines are over others’. */
  #shown(): string[] {
    const { active, cells, fleets } = this.#chart;
    const ways = [this.#chosen, ...fleets.flatMap((fleet) => fleet?.path ?? [])];
    const over = (key: string) => Number(key === active) + 2 * Number(key === this.#chosen);
    const found = [...cells.keys()].filter((key) => systems.distance(key, active) <= FARTHEST || ways.includes(key));
    return found.sort((one, other) => over(one) - over(other));
  }

  #draw() {
    const keys = this.#shown();
    const svg = this.#svg;
    svg.setAttribute("viewBox", room(keys));
    const { activeElement } = document;
    const focused = activeElement instanceof SVGElement && svg.contains(activeElement) ? activeElement.dataset.at : "";
    svg.replaceChildren(drawn("g", {}, ...keys.map((key) => this.#cell(key))), drawn("g", {}, ...this.#ways(), ...this.#stops()));
    if (focused) this.#hex(focused)?.focus({ preventScroll: true });
  }

  #hex(key: string) {
    return this.#svg.querySelector<SVGElement>(`[data-at="${key}"]`);
  }

  /** A system with what lies in it. */
  #cell(key: string): SVGElement {
    const [x, y] = middle(key);
    const { active, fleets } = this.#chart;
    const { words, holes, tile } = systems.at(this.#chart, key);
    const fleet = systems.starting(this.#chart, key);
    const kinds = [...words, ...(key === active ? ["active"] : []), ...(key === this.#chosen ? ["chosen"] : [])];
    const button = drawn("g", {
      class: fleet ? "map__cell map__cell--fleet" : "map__cell",
      "data-at": key,
      role: "button",
      tabindex: key === (this.#chosen || active) ? 0 : -1,
      "aria-label": this.#said(key),
    });
    button.append(hex(x, y, kinds.map((kind) => ` hex--${kind}`).join("")));
    const group = drawn("g", { class: "map__inside" }); // its figures are no part of the button, which says them in words
    group.append(...ANOMALIES.filter((word) => words.has(word)).map((word) => used(word, x, y)));
    const planets = tile ? tiles[tile].planets : [];
    for (const [index, [values, trait]] of planets.entries()) {
      group.append(...planet(x + (index - (planets.length - 1) / 2) * SIZE * 0.66, y - SIZE * 0.1, values, trait));
    }
    for (const [index, hole] of [...holes].entries()) {
      const high = SIZE * (planets.length || fleet ? 0.55 : 0.1);
      group.append(...wormhole(x + (index - (holes.size - 1) / 2) * 20, y - high, hole));
    }
    if (words.has("token")) group.append(token(x + SIZE * 0.64, y - 8, this.#tone));
    if (words.has("ships")) {
      const [ship] = units({ destroyer: 1 }, x + 6, y + SIZE * 0.2, this.#other);
      ship.querySelector("text")?.remove();
      group.append(ship);
    }
    const rest = [...words].find((word) => ![...ANOMALIES, "token", "ships", "wormhole"].includes(word));
    const label = rest && this.#named(rest).replace(/^(?:A|The) /, "");
    if (label) group.append(worded(x, y - SIZE * 0.5, label.slice(0, 13)));
    if (key === active && !words.size && !planets.length) group.append(worded(x - 8, y - SIZE * 0.4, "active")); // clear of ways
    // The case is read out of the whole form, so for the active system alone.
    const there = fleet?.units ?? (key === active ? (this.#mover?.space ?? {}) : {});
    group.append(...units(there, x, y + SIZE * (planets.length ? 0.62 : 0.3), this.#tone));
    for (const each of fleets) group.append(...units(each?.picks.get(key) ?? {}, x, y + SIZE * 0.62, this.#tone));
    return drawn("g", {}, button, group);
  }

  /** The word for something in a system, as the sheet has it. */
  #named(word: string): string {
    const way = this.querySelector(`[data-map-word="${CSS.escape(word)}"], [data-map-hole="${CSS.escape(word)}"]`);
    return way?.textContent?.trim() ?? word;
  }

  /** A system in words. */
  #said(key: string): string {
    const { words, holes, tile } = systems.at(this.#chart, key);
    const there = Object.entries(systems.starting(this.#chart, key)?.units ?? {});
    const passing = this.#chart.fleets.some((each) => each?.path.slice(1, -1).includes(key));
    return [
      key === this.#chart.active ? "Active system" : "System",
      tile && (tiles[tile].title || `tile ${tile}`),
      ...[...words].filter((word) => word !== "wormhole").map((word) => this.#named(word)),
      ...[...holes].map((hole) => (hole.startsWith("hyperlane") ? "hyperlane" : `${hole} wormhole`)),
      ...there.map(([kind, count]) => `${count} ${this.#unit(kind)}`),
      passing && "on the way",
    ]
      .filter(Boolean)
      .join(", ");
  }

  #unit(kind: string): string {
    return this.querySelector(`[data-map-unit="${kind}"]`)?.getAttribute("title") ?? kind;
  }

  /** The ways of the fleets: straight over a side, an arc through a wormhole; systems on the way are counted. */
  #ways(): SVGElement[] {
    const style = `player--${this.#tone}`;
    return this.#chart.fleets.flatMap((fleet) => {
      if (!fleet) return [];
      const path = fleet === this.#going?.fleet ? this.#going.path : fleet.path;
      const lines = path.slice(1).map((key, leg) => {
        const [[x, y], [tx, ty]] = [middle(path[leg]), middle(key)];
        const high = Math.min(y, ty) - SIZE * 1.2;
        return systems.distance(path[leg], key) < 2 ? `M${x} ${y}L${tx} ${ty}` : `M${x} ${y}C${x} ${high} ${tx} ${high} ${tx} ${ty}`;
      });
      const numbers = path.slice(1, -1).map((key, index) => {
        const [x, y] = middle(key);
        const transform = `translate(${x - SIZE * 0.66},${y})`; // where no way comes from
        const number = drawn("text", { y: 4 }, String(index + 1));
        return drawn("g", { class: `map__step ${style}`, transform }, drawn("circle", { r: 8.5 }), number);
      });
      return [drawn("path", { class: `map__route ${style}`, d: lines.join("") }), ...numbers];
    });
  }

  /** Where ships get to, and what stops them there, if the answer is to this case. */
  #stops(): SVGElement[] {
    const held = this.#calculator.querySelector<HTMLElement>('[data-part="result"]:not(.is-stale) [data-part="stops"]');
    if (this.#going || !held) return [];
    const stops: Stop[] = JSON.parse(held.dataset.value ?? "[]");
    const signs: SVGElement[] = [];
    const said: Map<string, string[]> = new Map();
    for (const { fleet, unit, number, entered, why } of stops) {
      const { path = [], units = {} } = this.#chart.fleets[fleet] ?? {};
      const [here, next] = [path[entered], path[entered + 1]];
      if (!here || (why && !next) || units[unit] === undefined) continue;
      const [x, y] = middle(here);
      if (!why) {
        signs.push(this.#verdict(x + SIZE * 0.58, y - SIZE * 0.44, true));
        continue;
      }
      const [tx, ty] = middle(next);
      const place = systems.distance(here, next) < 2 ? `${(x + tx) / 2},${(y + ty) / 2}` : `${x},${y + SIZE * 0.5}`;
      said.set(place, [...(said.get(place) ?? []), `${number > 1 ? `${number} ` : ""}${this.#unit(unit)}: ${why}`]);
    }
    for (const [place, lines] of said) {
      const [x, y] = place.split(",").map(Number);
      signs.push(this.#verdict(x, y, false), ...lines.map((line, index) => worded(x, y + 20 + 12 * index, line, "map__label map__why")));
    }
    return signs;
  }

  #verdict(x: number, y: number, yes: boolean): SVGElement {
    const sign = drawn("path", { d: yes ? "M-4.5 .5l3 3.5 6-7" : "M-4 -4l8 8M4 -4l-8 8" });
    const around = { class: `verdict verdict--${yes ? "yes" : "no"}`, transform: `translate(${x},${y})` };
    return drawn("g", around, drawn("circle", { r: 9 }), sign);
  }

  /** The sheet of the system that is chosen: what can be put there, and what is. */
  #sheet() {
    const key = this.#chosen;
    const tapped = Boolean(this.#going?.tapped);
    one(this, "hex").hidden = !key;
    const hint = one(this, "map-hint");
    hint.hidden = Boolean(key) && !tapped;
    const follow = "Tap the systems on its way, one after the other, to the active one.";
    write(hint, tapped ? follow : "Tap a system to put something in it. Drag a fleet along its way.");
    if (!key) return;
    const cell = systems.at(this.#chart, key);
    const fleet = systems.starting(this.#chart, key);
    const passing = systems.passing(this.#chart, key);
    const active = key === this.#chart.active;
    write(one(this, "hex-title"), active ? "The active system" : fleet ? "A fleet starts here" : passing ? "On the way" : "A system");
    const field = one<HTMLInputElement>(this, "hex-tile");
    if (field !== document.activeElement) field.value = cell.tile;
    for (const button of this.querySelectorAll<HTMLElement>("[data-map-word], [data-map-hole]")) {
      const { mapWord = "", mapHole = "" } = button.dataset;
      button.ariaPressed = String(cell.words.has(mapWord) || cell.holes.has(mapHole));
    }
    for (const button of this.querySelectorAll<HTMLElement>("[data-map-unit]")) {
      button.hidden = active && CARGO.has(button.dataset.mapUnit ?? "") && !passing;
    }
    for (const button of this.querySelectorAll<HTMLElement>('[data-map-do="activate"]')) button.hidden = active;
    for (const button of this.querySelectorAll<HTMLElement>('[data-map-do="tap"]')) button.hidden = !fleet;
    const there = [fleet?.units, active ? this.#mover?.space : null, ...this.#chart.fleets.map((each) => each?.picks.get(key))];
    const chips = there.flatMap((units) => Object.entries(units ?? {}).filter(([, count]) => count));
    one(this, "hex-units").replaceChildren(
      ...chips.map(([kind, count]) => {
        const said = `${count} ${this.#unit(kind)}`;
        const way = { type: "button", className: "routes__fewer", textContent: `${said} −`, ariaLabel: `${said}: one fewer` } as const;
        return made("button", way, { mapFewer: kind });
      }),
    );
  }

  /** One more of a unit where the sheet is, or one fewer. */
  #count(kind: string, more: 1 | -1) {
    const chart = this.#chart;
    const key = this.#chosen;
    const starting = systems.starting(chart, key);
    const passing = systems.passing(chart, key);
    const changed = (units: systems.Units = {}) => ({ ...units, [kind]: Math.max(0, (units[kind] ?? 0) + more) });
    if (passing && !starting && CARGO.has(kind)) passing.picks.set(key, changed(passing.picks.get(key)));
    else if (key === chart.active && !starting) {
      this.#write(changed(this.#mover?.space)); // ships that are there already; they are the player's, as in the table
      return;
    } else {
      const fleet = systems.begun(chart, key);
      if (!fleet) return;
      fleet.units = changed(fleet.units);
      if (!fleet.units[kind]) delete fleet.units[kind];
      if (!Object.keys(fleet.units).length) chart.fleets[chart.fleets.indexOf(fleet)] = null;
    }
    this.#write();
  }

  #tile(number: string) {
    if (number && !systems.lay(this.#chart, this.#chosen, number.trim().toUpperCase())) return;
    if (!number) this.#chart.cells.set(this.#chosen, systems.bare());
    systems.shorten(this.#chart);
    this.#write();
  }

  /** Puts a thing into the chosen system, or takes it out. */
  #toggle(of: "words" | "holes", thing: string) {
    const cell = systems.at(this.#chart, this.#chosen);
    if (cell[of].delete(thing)) {
      if (cell.tile && tiles[cell.tile][of].includes(thing)) cell.tile = "";
    } else cell[of].add(thing);
    if (of === "holes") cell.words[cell.holes.has("alpha") || cell.holes.has("beta") ? "add" : "delete"]("wormhole");
    systems.shorten(this.#chart);
    for (const fleet of of === "holes" ? this.#chart.fleets : []) if (fleet) systems.send(this.#chart, fleet, fleet.path);
    this.#write();
  }

  #clicked({ target }: MouseEvent) {
    if (this.#dragged || !(target instanceof Element)) {
      this.#dragged = false;
      return;
    }
    const { at } = target.closest<SVGElement>("[data-at]")?.dataset ?? {};
    if (at) {
      this.#tapped(at);
      return;
    }
    const { mapDo, mapUnit, mapFewer, mapWord, mapHole } = target.closest("button")?.dataset ?? {};
    if (mapUnit) this.#count(mapUnit, 1);
    if (mapFewer) this.#count(mapFewer, -1);
    if (mapWord) this.#toggle("words", mapWord);
    if (mapHole) this.#toggle("holes", mapHole);
    if (mapDo === "fill") this.#fill();
    if (mapDo === "tap") {
      const fleet = systems.starting(this.#chart, this.#chosen);
      if (fleet) this.#going = { fleet, path: [this.#chosen], tapped: true };
      this.#show();
      this.#svg.scrollIntoView({ block: "nearest" });
    }
    if (mapDo === "clear") {
      this.#chart.cells.set(this.#chosen, systems.bare());
      this.#chart.fleets = this.#chart.fleets.map((fleet) => (fleet?.path[0] === this.#chosen ? null : fleet));
      this.#write();
    }
    if (mapDo === "activate") {
      systems.activate(this.#chart, this.#chosen);
      this.#write();
    }
  }

  /** A tap on a system: the next one of a way that is tapped, else its sheet. */
  #tapped(key: string) {
    if (this.#going?.tapped) {
      this.#go(key);
      if (key === this.#chart.active) this.#arrive();
      else this.#draw();
      return;
    }
    this.#chosen = key === this.#chosen ? "" : key;
    this.#show();
    if (this.#chosen) one(this, "hex").scrollIntoView({ block: "nearest" });
  }

  /** The way goes on to a system, or a step back. */
  #go(key: string) {
    const { path = [] } = this.#going ?? {};
    const last = path.at(-1);
    if (!last || key === last) return;
    if (path.at(-2) === key) path.pop();
    else if (last !== this.#chart.active) path.push(...systems.shortest(this.#chart, last, key).slice(1));
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

  /** The system under a finger. */
  #under({ clientX, clientY }: PointerEvent): string {
    return document.elementFromPoint(clientX, clientY)?.closest<SVGElement>("[data-at]")?.dataset.at ?? "";
  }

  #took(event: PointerEvent) {
    this.#dragged = false;
    const key = this.#under(event);
    const fleet = systems.starting(this.#chart, key);
    if (fleet && !this.#going?.tapped && !event.button) this.#going = { fleet, path: [key], tapped: false };
  }

  #pulled(event: PointerEvent) {
    if (!this.#going || this.#going.tapped) return;
    const key = this.#under(event);
    const { path } = this.#going;
    if (!key || key === path.at(-1)) return;
    if (path.length === 1) this.#svg.setPointerCapture(event.pointerId);
    this.#go(key);
    this.#svg.lastElementChild?.replaceChildren(...this.#ways()); // the system under the finger stays, or its touch would end
  }

  #dropped(there: boolean) {
    if (!this.#going || this.#going.tapped) return;
    this.#dragged = this.#going.path.length > 1;
    if (this.#dragged && there) this.#arrive();
    this.#going = null;
  }

  /** Fills the map with the one that a text holds, as AsyncTI4 and Tabletop Simulator write it. */
  async #fill() {
    const said = one(this, "map-said");
    const { value } = one<HTMLTextAreaElement>(this, "map-text");
    const answer = await python.ask({ map: value, modules }).catch(unanswered);
    if (answer.errors) {
      write(said, answer.errors.map(({ field, message }: MecatolProblem) => `${field ? "The text " : ""}${message}`).join(" "));
      return;
    }
    const mover = String(this.#mover?.name ?? "").toLowerCase();
    this.#chart = { cells: new Map(), active: answer.active, fleets: [] };
    for (const { at, tile, wormholes, ships, tokens } of answer.systems) {
      if (!systems.lay(this.#chart, at, tile ?? "")) this.#chart.cells.set(at, systems.bare());
      const cell = systems.at(this.#chart, at);
      for (const hole of wormholes) cell.holes.add(hole);
      if (ships.some((owner: string) => owner !== mover)) cell.words.add("ships");
      if (tokens.includes(mover)) cell.words.add("token");
    }
    this.#chosen = "";
    write(said, [`${answer.systems.length} systems. Tap one and make it the active system.`, ...answer.left_out].join(" "));
    this.#write();
  }
}

customElements.define("mecatol-map", RouteMap);
