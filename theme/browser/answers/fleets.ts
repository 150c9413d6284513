/** The page of the best fleets: asks Python a slice at a time, shows what it has found, and stops when told to. */

import { searching } from "../asking/slices.js";
import * as address from "../keeping/address.js";
import * as markup from "../page/markup.js";
import { all, enable, made, one } from "../page/parts.js";

const page = document.querySelector("mecatol-best-fleet") as HTMLElement;
const search = searching(page, one(page, "said"), () => page.querySelector<HTMLElement>("[type=submit]"));

function number(part: string): number | null {
  const { value } = one<HTMLInputElement>(page, part);
  return value === "" ? null : Number(value);
}

function player(side: string): object {
  const faction = one<HTMLSelectElement>(page, `${side}-faction`).value;
  const ticked = all<HTMLInputElement>(page, `${side}-upgrade`).filter(({ checked }) => checked);
  const technologies = ticked.map(({ value }) => value);
  return { ...(faction ? { faction } : {}), ...(technologies.length ? { technologies } : {}) };
}

function asked() {
  const numbers = ["cost", "fleet_pool", "production_limit"].map((name) => [name, number(name)]);
  const { value: enemies } = one<HTMLTextAreaElement>(page, "enemies");
  return { enemies, ...Object.fromEntries(numbers), you: player("you"), enemy: player("enemy") };
}

/** Shows the fleets that a slice has found, and says how far it is. */
function heard({ errors, html, done, of, over, untried }: any): string {
  if (errors) return errors.map(({ field, message }: MecatolProblem) => `${field.replaceAll("_", " ")}: ${message}.`).join(" ");
  const place = one(page, "result");
  markup.fill(place, html);
  for (const cell of place.querySelectorAll<HTMLElement>("[data-value]")) {
    const scenario = JSON.parse(cell.dataset.value ?? "null");
    const href = `${page.dataset.calculator}${address.written(String(page.dataset.step), scenario)}`;
    cell.replaceChildren(made("a", { href, textContent: cell.textContent }));
  }
  if (!over) return `${done} of ${of} fleets compared.`;
  return `All ${of} fleets were compared.${untried ? ` ${untried} took too long.` : ""}`;
}

enable(page);
one(page, "form").addEventListener("submit", (event) => {
  event.preventDefault();
  search.begin({ fleets: asked() }, heard);
});
one(page, "stop").addEventListener("click", search.stop);
