/** The page of the best fleets: asks Python a slice at a time, shows what it has found, and stops when told to. */

import { reason } from "../asking/failing.js";
import * as address from "../keeping/address.js";
import * as markup from "../page/markup.js";
import { all, enable, made, one } from "../page/parts.js";
import { background } from "../asking/runtime.js";

const PATIENCE = 2000; // ms that a slice may take after “Stop” before Python is ended

const page = /** @type {HTMLElement} */ (document.querySelector("mecatol-best-fleet"));

/** What is searched for; another search, or none, takes its place. @type {object | null} */
let wanted = null;

/** @type {(part: string) => number | null} */
function number(part) {
  const { value } = /** @type {HTMLInputElement} */ (one(page, part));
  return value === "" ? null : Number(value);
}

/** @type {(side: string) => object} */
function player(side) {
  const faction = /** @type {HTMLSelectElement} */ (one(page, `${side}-faction`)).value;
  const ticked = all(page, `${side}-upgrade`).filter((box) => /** @type {HTMLInputElement} */ (box).checked);
  const technologies = ticked.map((box) => /** @type {HTMLInputElement} */ (box).value);
  return { ...(faction ? { faction } : {}), ...(technologies.length ? { technologies } : {}) };
}

function asked() {
  const { value } = /** @type {HTMLTextAreaElement} */ (one(page, "enemies"));
  return {
    enemies: value,
    cost: number("cost"),
    fleet_pool: number("fleet_pool"),
    production_limit: number("production_limit"),
    you: player("you"),
    enemy: player("enemy"),
  };
}

/** @type {(html: string) => void} */
function show(html) {
  const place = one(page, "result");
  markup.fill(place, html);
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-value]"))) {
    const scenario = JSON.parse(cell.dataset.value ?? "null");
    const href = `${page.dataset.calculator}${address.written(String(page.dataset.step), scenario)}`;
    cell.replaceChildren(made("a", { href, textContent: cell.textContent }));
  }
}

/** @type {(busy: boolean) => void} */
function busy(busy) {
  one(page, "progress").hidden = !busy;
  const stop = one(page, "stop");
  if (!busy && stop === document.activeElement) /** @type {HTMLElement | null} */ (page.querySelector("[type=submit]"))?.focus();
  stop.hidden = !busy;
}

async function search() {
  const mine = {};
  wanted = mine;
  const question = { fleets: asked() };
  const said = one(page, "said");
  busy(true);
  said.textContent = "Starting…";
  try {
    for (;;) {
      const answer = await background.ask(question, { wanted: () => wanted === mine });
      if (wanted !== mine) return;
      if (answer.errors) {
        said.textContent = answer.errors.map((/** @type {MecatolProblem} */ { field, message }) => `${field.replaceAll("_", " ")}: ${message}.`).join(" ");
        break;
      }
      show(answer.html);
      Object.assign(one(page, "progress"), { value: answer.done, max: answer.of });
      const late = answer.untried ? ` ${answer.untried} took too long.` : "";
      said.textContent = answer.over ? `All ${answer.of} fleets were compared.${late}` : `${answer.done} of ${answer.of} fleets compared.`;
      if (answer.over) break;
    }
  } catch (error) {
    if (wanted !== mine) return;
    said.textContent = reason(error);
  }
  if (wanted === mine) {
    wanted = null;
    busy(false);
  }
}

function stop() {
  wanted = null;
  busy(false);
  one(page, "said").textContent += " Stopped.";
  setTimeout(() => {
    if (!wanted && background.state === "busy") background.stop();
  }, PATIENCE);
}

enable(page);
one(page, "form").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
one(page, "stop").addEventListener("click", stop);
