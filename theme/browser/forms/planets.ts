/** Planets have names in the form and slugs in the scenario. The names that have capitals or signs of their own stand in the page. */

import { folded } from "../page/words.js";

/** Names become slugs, as the scenario writes them. */
export const slug = (name: string): string =>
  folded(name.normalize("NFKD"))
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

let known: Map<string, string> | null = null;

function printed(): Map<string, string> {
  const options = document.querySelectorAll<HTMLOptionElement>('[data-part="known-planets"] option');
  known ??= new Map([...options].map(({ value }) => [slug(value), value]));
  return known;
}

/** The name of a planet, or its slug where no name would lead back to it. */
export function nameOf(wanted: string): string {
  const plain = wanted
    .replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash && " ") + letter.toUpperCase())
    .replaceAll("-", " ")
    .replace(/ (?:A|An|And|Of|The|To|With)(?= )/g, (word) => word.toLowerCase());
  const name = printed().get(wanted) ?? plain;
  return slug(name) === wanted ? name : wanted;
}
