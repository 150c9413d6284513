/** What a calculator shows of itself: what stands aside, itself; and the scripts that only one in use needs. */

import { box } from "../page/parts.js";
import { arrived, fetched, once } from "../page/scripts.js";

type Leaf = import("../forms/scenario.js").Leaf;

/** A value as one says it. */
function plain(value: any): string {
  if (Array.isArray(value)) return value.map(plain).join(", ") || "none";
  if (value !== null && typeof value === "object") {
    const parts = Object.entries(value).map(([key, own]) => `${key.replaceAll("_", " ")} ${plain(own)}`);
    return parts.join(", ") || "none";
  }
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "nothing");
}

/** Lists what the scenario holds and the form has no field for, by its player's name, each with a way to remove it. */
export function aside(list: Element, leaves: Leaf[], players: { name: string }[], remove: (leaf: Leaf) => void): void {
  const lines = leaves.map((leaf) => {
    const [head, index, ...own] = leaf.path;
    const path = head === "players" ? [players[Number(index)]?.name ?? head, ...own] : leaf.path;
    const words = `${path.join(", ").replaceAll("_", " ")}: ${plain(leaf.value)}`;
    const way = box("button", { type: "button", className: "button button--quiet", onclick: () => remove(leaf) }, "Remove");
    return box("li", "", box("span", "", words), way);
  });
  list.replaceChildren(...lines);
}

/** Takes the reader to a calculator, unless it has the page to itself. */
export function arrive(calculator: MecatolCalculator): void {
  if (calculator.closest(".calculator-page")) return; // form and answer are in view already
  const heading = document.getElementById(`calculator-${calculator.step}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

const { later: rest = "", map: drawing = "", share: sharing = "" } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};

const fetchRest = once(() => fetched(rest));
/** Fetches what only somebody needs who uses a calculator, if it can be had. */
export const later = (): Promise<void> => fetchRest().catch(() => undefined);

const fetchSheet = once(() => fetched(sharing));
/** Opens the sheet that hands a link to others; `copied` says whether it is in the clipboard already. */
export async function share(link: string, copied: boolean): Promise<void> {
  await fetchSheet();
  arrived("sharing")?.open(link, copied);
}

/** The map of a form, if it has one in which its case has a place. */
export const mapped = (calculator: Element): Element | null => calculator.querySelector("mecatol-map:defined:not(.is-off)");

/** Fetches what draws the map of a form that has one; without it the list is there. */
export function map(calculator: Element): void {
  if (calculator.querySelector("mecatol-map")) fetched(drawing).catch(() => undefined);
}
