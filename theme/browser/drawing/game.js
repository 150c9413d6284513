/**
 * A game in progress, opened as a file, dropped or pasted: its map, what can be asked of a system that is tapped, and which
 * systems of a player can be taken this turn. Python reads it (mecatol/saved_games/page.py); nothing of it leaves the device.
 *
 * @typedef {{ at: string, position: string, tile: string | null, wormholes: string[], tokens: number[], holder: number | null, fleets: [number, Record<string, number>][], title: string, said: string }} Seen a system as Python tells of it
 * @typedef {{ key: string, name: string, tone: number, faction: string, threatened: boolean }} Player
 * @typedef {{ systems: Seen[], active: string, lanes: Record<string, [number, number][]>, heading: string, form: string, players: Player[], left_out: string[], notes: string[], votes: any }} Game
 */

import asking from "mecatol:modules-of-games";
import drawing from "mecatol:modules-of-maps";
import { tiles } from "mecatol:tiles";
import { unanswered } from "../asking/failing.js";
import { carry } from "../asking/paste.js";
import { python } from "../asking/runtime.js";
import { searching } from "../asking/slices.js";
import * as reading from "../keeping/reading.js";
import { leading } from "../keeping/writing.js";
import * as markup from "../page/markup.js";
import { drawn, enable, made, one, write } from "../page/parts.js";
import { ANOMALIES, SIZE, beside, hex, middle, planet, room, token, unit, used, wormhole } from "./hexes.js";

const LONGEST = 4_000_000; // solver/mecatol/saved_games/reading.py
const SCALE = 1.3; // pixels of a phone for a unit of the drawing: smaller than that, its figures are not legible
const LARGEST = 2.2;
const LINES = [[4, 6], [3, 21]]; // marks of a crowded system: how many, and how far below its middle

const page = /** @type {HTMLElement} */ (document.querySelector("mecatol-game"));
const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (one(page, "map")));
/** @type {Record<string, string>} */
const pages = reading.parsed(page.dataset.pages ?? "{}");

const modules = { ...drawing, ...asking };

/** The text of the game that is shown. */
let text = "";
/** The text that is being read: until it is a game, the one before stays. */
let coming = "";
/** @type {Game | null} */
let game = null;
/** The place of the system whose sheet is open. */
let chosen = "";

/** The players whose systems can be worked out. @returns {HTMLElement[]} */
const tags = () => /** @type {any} */ ([...one(page, "whose").children]);
const search = searching(page, one(page, "threats-said"), () => tags().find(({ ariaPressed }) => ariaPressed === "true"));

/** @type {(question: object, options?: object) => Promise<any>} */
const ask = (question, options = {}) => python.ask({ game: text, modules, ...question }, options);

/** @type {(found: MecatolProblem[]) => string} */
const plainly = (found) => found.map(({ field, message }) => (field === "game" ? `The text ${message}.` : `${message}.`)).join(" ");

/** Gives the rows of an answer the address of their case in its calculator. @type {(place: Element) => void} */
function lead(place) {
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (place.querySelectorAll("a[data-value]"))) {
    const scenario = JSON.parse(way.dataset.value ?? "null");
    way.href = leading(pages, scenario.step, scenario);
    const { other = "" } = way.dataset;
    way.addEventListener("click", () => other && carry(scenario.step, "the game", other));
  }
}

/** What is drawn in a system, over its hex. @type {(seen: Seen, x: number, y: number) => SVGElement[]} */
function inside({ tile, wormholes, fleets, tokens }, x, y) {
  const known = tile && Object.hasOwn(tiles, tile) ? tiles[tile] : { words: [], holes: [], planets: [], title: "" };
  const found = ANOMALIES.filter((word) => known.words.includes(word)).map((word) => used(word, x, y));
  const units = fleets.flatMap(([tone, counts]) => Object.entries(counts).map(([kind, count]) => ({ kind, count, tone: String(tone) })));
  const high = units.length ? SIZE * 0.34 : SIZE * 0.06;
  for (const [index, [values, trait]] of known.planets.entries()) {
    found.push(...planet(x + (index - (known.planets.length - 1) / 2) * SIZE * 0.62, y - high, values, trait));
  }
  const holes = wormholes.filter((hole) => !hole.startsWith("hyperlane"));
  for (const [index, hole] of holes.entries()) {
    const left = known.planets.length ? x - SIZE * 0.62 : x + (index - (holes.length - 1) / 2) * 20;
    found.push(...wormhole(left, y - (units.length ? SIZE * 0.4 : 0) + (known.planets.length ? index * 18 : 0), hole));
  }
  for (const [index, tone] of tokens.slice(0, 4).entries()) found.push(token(x + SIZE * (0.7 - 0.2 * index), y - SIZE * 0.36, String(tone)));
  const crowded = units.length > LINES[1][0];
  const lines = crowded ? [units.slice(0, LINES[0][0]), units.slice(LINES[0][0], LINES[0][0] + LINES[1][0])] : [[], units];
  for (const [index, line] of lines.entries()) {
    for (const [at, { kind, count, tone }] of line.entries()) {
      found.push(unit(kind, count, tone, `translate(${x + (at - line.length / 2) * 17},${y + LINES[index][1] - 7}) scale(.72)`));
    }
  }
  return found;
}

/** A system that can be tapped. @param {Seen} seen */
function cell(seen) {
  const [x, y] = middle(seen.at);
  const words = ANOMALIES.filter((word) => seen.tile && tiles[seen.tile]?.words.includes(word));
  const held = seen.holder === null ? "" : ` hex--held player--${seen.holder}`;
  const marks = `${words.map((word) => ` hex--${word}`).join("")}${held}${seen.at === chosen ? " hex--chosen" : ""}`;
  const button = drawn("g", { class: "map__cell", "data-at": seen.at, role: "button", tabindex: seen.at === (chosen || game?.active) ? 0 : -1, "aria-label": seen.said }, hex(x, y, marks));
  return drawn("g", {}, button, drawn("g", { class: "map__inside" }, ...inside(seen, x, y)));
}

/** A hyperlane tile: no system, only lines from side to side. @type {(at: string, lanes: [number, number][]) => SVGElement} */
function lane(at, lanes) {
  const [x, y] = middle(at);
  const side = (/** @type {number} */ number) => {
    const angle = (Math.PI / 3) * number - Math.PI / 2; // side 0 is the northern one
    return `${(x + SIZE * 0.84 * Math.cos(angle)).toFixed(1)} ${(y + SIZE * 0.84 * Math.sin(angle)).toFixed(1)}`;
  };
  const lines = lanes.map(([from, to]) => drawn("path", { class: "lane", d: `M${side(from)}Q${x} ${y} ${side(to)}` }));
  return drawn("g", {}, hex(x, y, " hex--lanes"), ...lines);
}

function draw() {
  if (!game) return;
  const lanes = Object.entries(game.lanes);
  const { box, wide } = room([...game.systems.map(({ at }) => at), ...lanes.map(([at]) => at)]);
  svg.setAttribute("viewBox", box);
  svg.style.minWidth = `${wide * SCALE}px`;
  svg.style.maxWidth = `${wide * LARGEST}px`;
  const last = (/** @type {Seen} */ { at }) => Number(at === chosen); // its outline lies over those of its neighbors
  const cells = [...game.systems].sort((first, second) => last(first) - last(second)).map(cell);
  svg.replaceChildren(...lanes.map(([at, sides]) => lane(at, sides)), ...cells);
}

/** @type {(key: string) => SVGElement | null} */
const hexAt = (key) => svg.querySelector(`[data-at="${CSS.escape(key)}"]`);

/** Shows what can be asked of a system. @param {string} key */
async function tap(key) {
  chosen = chosen === key ? "" : key;
  const { activeElement } = document;
  draw();
  if (activeElement === document.body || svg.contains(activeElement) || !document.contains(activeElement)) hexAt(key)?.focus({ preventScroll: true });
  const sheet = one(page, "sheet");
  const hint = one(page, "map-hint");
  sheet.hidden = !chosen;
  hint.hidden = Boolean(chosen);
  if (!chosen) return;
  const seen = game?.systems.find(({ at }) => at === key);
  sheet.replaceChildren(made("p", { className: "loading", textContent: " " }));
  const asked = text;
  const answer = await ask({ system: seen?.position }).catch(unanswered);
  if (chosen !== key || text !== asked) return;
  if (answer.errors) sheet.replaceChildren(made("p", { className: "hint", textContent: plainly(answer.errors) }));
  else markup.fill(sheet, answer.html);
  lead(sheet);
  sheet.scrollIntoView({ block: "nearest" });
}

/** Shows what the text of a game holds. @param {string} said @param {string} [name] */
async function open(said, name = "") {
  const told = one(page, "said");
  if (!said.trim()) {
    write(told, "Choose a file or paste its text first.");
    return;
  }
  if (said.length > LONGEST) {
    write(told, `This is longer than ${LONGEST.toLocaleString("en")} characters, so it is not a saved game.`);
    return;
  }
  coming = said;
  write(told, name ? `Reading ${name}…` : "Reading the game…");
  const onProgress = (/** @type {MecatolProgress} */ { stage }) => coming === said && write(told, `${stage}…`);
  const answer = await ask({ game: said }, { onProgress }).catch(unanswered);
  if (coming !== said) return; // another one was opened meanwhile
  if (answer.errors) {
    write(told, plainly(answer.errors));
    return;
  }
  text = said;
  game = /** @type {Game} */ (answer);
  chosen = "";
  show(game);
}

/** @param {Game} found */
function show(found) {
  one(page, "said").textContent = "";
  one(page, "game").hidden = false;
  one(page, "sheet").hidden = true;
  one(page, "map-hint").hidden = false;
  /** @type {HTMLDetailsElement} */ (one(page, "opening")).open = false;
  write(one(page, "heading"), found.heading);
  write(one(page, "form"), `Read as ${found.form}: ${found.systems.length} systems.`);
  const lacks = [...found.left_out, ...found.notes];
  one(page, "lacks").hidden = !lacks.length;
  write(one(page, "lacks-count"), String(lacks.length));
  one(page, "lacks-list").replaceChildren(...lacks.map((textContent) => made("li", { textContent })));
  const vote = /** @type {HTMLAnchorElement} */ (one(page, "votes"));
  vote.hidden = !found.votes;
  if (found.votes) vote.href = leading(pages, found.votes.step, found.votes);
  const players = found.players.filter(({ threatened }) => threatened);
  one(page, "whose").replaceChildren(...players.map(({ key, name, tone }) => made("button", { type: "button", className: `tag player--${tone}`, textContent: name, ariaPressed: "false" }, { do: "threats", player: key })));
  one(page, "threats").hidden = !players.length;
  one(page, "table").replaceChildren();
  search.end();
  write(one(page, "threats-said"), "");
  draw();
  const heading = one(page, "heading");
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
  const [x] = middle(found.active);
  const [left = 0, , wide = 1] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const frame = one(page, "frame");
  frame.scrollLeft = ((x - left) / wide) * frame.scrollWidth - frame.clientWidth / 2;
}

/** Works out what of a player's can be taken, a slice at a time, beside what is tapped meanwhile. @param {string} player */
function threats(player) {
  for (const tag of tags()) tag.setAttribute("aria-pressed", String(tag.dataset.player === player));
  const table = one(page, "table");
  table.replaceChildren();
  return search.begin({ game: text, modules, threats: player }, ({ errors, html, done, of, over }) => {
    if (errors) return plainly(errors);
    markup.fill(table, html);
    lead(table);
    return over ? "Everybody comes with all that reaches the system; action cards and agents are left out." : `${done} of ${of} attacks solved.`;
  });
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  if (file.size > 4 * LONGEST) {
    write(one(page, "said"), `${file.name} is too large to be a saved game.`);
    return;
  }
  const said = await file.text().catch(() => null); // a folder, or a file that has gone
  if (said === null) write(one(page, "said"), `${file.name} cannot be read. Choose a file, or paste its text.`);
  else await open(said, file.name);
}

page.addEventListener("click", ({ target }) => {
  const found = target instanceof Element ? target : null;
  const at = /** @type {SVGElement | null | undefined} */ (found?.closest("[data-at]"))?.dataset.at;
  if (at) tap(at);
  const { do: action, player = "" } = found?.closest("button")?.dataset ?? {};
  const field = /** @type {HTMLTextAreaElement} */ (one(page, "text"));
  if (action === "choose") one(page, "file").click();
  if (action === "open") open(field.value);
  if (action === "example") open(page.dataset.example ?? "", "the example");
  if (action === "threats") threats(player);
  if (action === "stop") search.stop();
});

one(page, "file").addEventListener("change", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  take(field.files?.[0]).finally(() => (field.value = "")); // so that the same file, saved anew, can be chosen again
});

one(page, "text").addEventListener("paste", (event) => {
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (pasted.length < 200) return; // no game; whoever types goes on
  event.preventDefault(); // a browser would lay out a million characters
  open(pasted);
});

page.addEventListener("dragover", (event) => {
  event.preventDefault();
  page.classList.add("is-over");
});
page.addEventListener("dragleave", () => page.classList.remove("is-over"));
page.addEventListener("drop", (event) => {
  event.preventDefault();
  page.classList.remove("is-over");
  const { files } = event.dataTransfer ?? {};
  if (files?.length) take(files[0]);
  else open(event.dataTransfer?.getData("text/plain") ?? "");
});

svg.addEventListener("keydown", (event) => {
  const key = event.target instanceof SVGElement ? (event.target.dataset.at ?? "") : "";
  if (!key) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    tap(key);
  }
  const next = beside(key, event.key, hexAt);
  if (next) {
    event.preventDefault();
    hexAt(next)?.focus();
  }
});

enable(page);
