/**
 * A game in progress, opened as a file, dropped or pasted: its map, what can be asked of a system that is tapped, and which
 * systems of a player can be taken this turn. Python reads and draws it (mecatol/saved_games/page.py); nothing of it leaves
 * the device.
 */

import asking from "mecatol:modules-of-games";
import reading from "mecatol:modules-of-maps";
import { unanswered } from "../asking/failing.js";
import { carry } from "../asking/paste.js";
import { python } from "../asking/runtime.js";
import { searching } from "../asking/slices.js";
import { parsed } from "../keeping/reading.js";
import { leading } from "../keeping/writing.js";
import * as markup from "../page/markup.js";
import { box, enable, made, one, write } from "../page/parts.js";
import { pressed } from "./hexes.js";

const LONGEST = 4_000_000; // solver/mecatol/saved_games/reading.py
const SCALE = 1.3; // pixels of a phone for a unit of the drawing: smaller than that, its figures are not legible
const LARGEST = 2.2;

/** `x`: where the active system is, in parts of the map's width; all else is HTML or words. */
type Game = {
  map: { html: string; box: string; wide: number; active: string; x: number };
  heading: string;
  form: string;
  lacks: string;
  votes: string;
  whose: string;
};

const page = document.querySelector("mecatol-game") as HTMLElement;
const svg = one<SVGSVGElement>(page, "map");
const field = one<HTMLTextAreaElement>(page, "text");
const file = one<HTMLInputElement>(page, "file");
const said = one(page, "said");
const pages: Record<string, string> = parsed(page.dataset.pages ?? "{}");
const modules = { ...reading, ...asking };

/** The text of the game that is shown. */
let text = "";
/** The text that is being read: until it is a game, the one before stays. */
let coming = "";
/** The place of the system whose sheet is open, and of the active one. */
let chosen = "";
let active = "";

/** The players whose systems can be worked out. */
const tags = () => [...one(page, "whose").querySelectorAll("button")];
const search = searching(page, one(page, "threats-said"), () => tags().find(({ ariaPressed }) => ariaPressed === "true"));

const ask = (question: object, options: object = {}): Promise<any> => python.ask({ game: text, modules, ...question }, options);

const plainly = (found: MecatolProblem[]): string =>
  found.map(({ field, message }) => (field === "game" ? `The text ${message}.` : `${message}.`)).join(" ");

/** Gives the rows of an answer the address of their case in its calculator. */
function lead(place: Element): void {
  for (const way of place.querySelectorAll<HTMLAnchorElement>("a[data-value]")) {
    const scenario = JSON.parse(way.dataset.value ?? "null");
    way.href = leading(pages, scenario.step, scenario);
    const { other = "" } = way.dataset;
    way.addEventListener("click", () => other && carry(scenario.step, { source: "the game", alone: other }));
  }
}

const hexAt = (key: string) => svg.querySelector<SVGElement>(`[data-at="${CSS.escape(key)}"]`);

/** Shows which system is chosen: its outline lies over those of its neighbors. */
function mark(): void {
  for (const cell of svg.querySelectorAll<SVGElement>("[data-at]")) {
    cell.tabIndex = cell.dataset.at === (chosen || active) ? 0 : -1;
    cell.firstElementChild?.classList.toggle("hex--chosen", cell.dataset.at === chosen);
  }
  const cell = hexAt(chosen)?.parentElement;
  if (cell) svg.append(cell);
}

/** Shows what can be asked of a system. */
async function tap(key: string): Promise<void> {
  chosen = chosen === key ? "" : key;
  const { activeElement } = document;
  mark();
  if (activeElement === document.body || svg.contains(activeElement)) hexAt(key)?.focus({ preventScroll: true });
  const sheet = one(page, "sheet");
  sheet.hidden = !chosen;
  one(page, "map-hint").hidden = Boolean(chosen);
  if (!chosen) return;
  sheet.replaceChildren(made("p", { className: "loading", textContent: " " }));
  const asked = text;
  const answer = await ask({ system: hexAt(key)?.dataset.value }).catch(unanswered);
  if (chosen !== key || text !== asked) return;
  if (answer.errors) sheet.replaceChildren(box("p", "hint", plainly(answer.errors)));
  else markup.fill(sheet, answer.html);
  lead(sheet);
  sheet.scrollIntoView({ block: "nearest" });
}

/** Shows what the text of a game holds. */
async function open(told: string, name: string = ""): Promise<void> {
  const long = told.length > LONGEST && `This is longer than ${LONGEST.toLocaleString("en")} characters, so it is not a saved game.`;
  if (long || !told.trim()) {
    write(said, long || "Choose a file or paste its text first.");
    return;
  }
  coming = told;
  write(said, name ? `Reading ${name}…` : "Reading the game…");
  const onProgress = ({ stage }: MecatolProgress) => coming === told && write(said, `${stage}…`);
  const answer = await ask({ game: told }, { onProgress }).catch(unanswered);
  if (coming !== told) return; // another one was opened meanwhile
  if (answer.errors) {
    write(said, plainly(answer.errors));
    return;
  }
  text = told;
  show(answer);
}

function show({ map, heading, form, lacks, votes, whose }: Game): void {
  chosen = "";
  ({ active } = map);
  said.textContent = "";
  one(page, "game").hidden = false;
  one(page, "sheet").hidden = true;
  one(page, "map-hint").hidden = false;
  one<HTMLDetailsElement>(page, "opening").open = false;
  const title = one(page, "heading");
  write(title, heading);
  write(one(page, "form"), form);
  for (const [part, html] of Object.entries({ lacks, votes, whose })) markup.fill(one(page, part), html);
  lead(one(page, "votes"));
  one(page, "threats").hidden = !whose;
  one(page, "table").replaceChildren();
  search.end();
  write(one(page, "threats-said"), "");
  svg.setAttribute("viewBox", map.box);
  svg.style.minWidth = `${map.wide * SCALE}px`;
  svg.style.maxWidth = `${map.wide * LARGEST}px`;
  markup.fill(svg, map.html);
  mark();
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: "start" });
  const frame = one(page, "frame");
  frame.scrollLeft = map.x * frame.scrollWidth - frame.clientWidth / 2;
}

/** Works out what of a player's can be taken, a slice at a time, beside what is tapped meanwhile. */
function threats(player: string): void {
  for (const tag of tags()) tag.ariaPressed = String(tag.dataset.player === player);
  const table = one(page, "table");
  table.replaceChildren();
  void search.begin({ game: text, modules, threats: player }, ({ errors, html, done, of, over }) => {
    if (errors) return plainly(errors);
    markup.fill(table, html);
    lead(table);
    return over
      ? "Everybody comes with all that reaches the system; action cards and agents are left out."
      : `${done} of ${of} attacks solved.`;
  });
}

async function take(chosen: File | undefined): Promise<void> {
  if (!chosen) return;
  if (chosen.size > 4 * LONGEST) {
    write(said, `${chosen.name} is too large to be a saved game.`);
    return;
  }
  const told = await chosen.text().catch(() => null); // a folder, or a file that has gone
  if (told === null) write(said, `${chosen.name} cannot be read. Choose a file, or paste its text.`);
  else await open(told, chosen.name);
}

page.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const { at } = target.closest<SVGElement>("[data-at]")?.dataset ?? {};
  if (at) tap(at);
  const { do: action, player = "" } = target.closest("button")?.dataset ?? {};
  if (action === "choose") file.click();
  if (action === "open") open(field.value);
  if (action === "example") open(page.dataset.example ?? "", "the example");
  if (action === "threats") threats(player);
  if (action === "stop") search.stop();
});

file.addEventListener("change", () => {
  take(file.files?.[0]).finally(() => (file.value = "")); // so that the same file, saved anew, can be chosen again
});

field.addEventListener("paste", (event) => {
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

svg.addEventListener("keydown", (event) => pressed(event, hexAt, tap));

enable(page);
