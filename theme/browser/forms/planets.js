/** Planets have names in the form and slugs in the scenario. The names that have capitals or signs of their own stand in the page. */
/** Names become slugs, as the scenario writes them. @type {(name: string) => string} */
export function slug(name) {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** @type {Map<string, string> | null} */
let known = null;

/** @type {() => Map<string, string>} */
function printed() {
  const options = /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll('[data-part="known-planets"] option'));
  known ??= new Map([...options].map(({ value }) => [slug(value), value]));
  return known;
}

/** The name of a planet, or its slug where no name would lead back to it. @type {(slug: string) => string} */
export function nameOf(wanted) {
  const plain = wanted.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash && " ") + letter.toUpperCase()).replaceAll("-", " ").replace(/ (?:A|An|And|Of|The|To|With)(?= )/g, (word) => word.toLowerCase());
  const name = printed().get(wanted) ?? plain;
  return slug(name) === wanted ? name : wanted;
}
