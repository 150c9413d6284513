/**
 * The one place in which a text becomes HTML, or the address of a script. Browsers that know Trusted Types let no other
 * place do either (theme/build/policy.py).
 *
 * An answer's HTML is written by one template that escapes whatever it is given (solver/mecatol/render). Here it is held to that:
 * each tag and each attribute is one that answers use, and the only links lead to pages of this site.
 */
import { typeset } from "./parts.js";

const TAGS = new Set("a button caption details div g i li line ol p path rect small span strong summary svg table tbody td text th thead tr ul".split(" "));
const NAMES = new Set(
  "aria-hidden aria-label class colspan d data-do data-kind data-label data-other data-part data-path data-player data-value fill fill-rule focusable height role rx scope style tabindex title transform type width x x1 x2 y y1 y2".split(" "),
);
const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*="[^"<>]*")*)\/?>/y;
const ATTRIBUTE = / ([a-z][a-z0-9-]*)="([^"]*)"/g;
const STYLE = /^max-width:[\d.]+(?:px|rem|em|ch|%)$/;

/** Whether an attribute may stand in an answer. @type {(name: string, value: string) => boolean} */
function fits(name, value) {
  if (name === "href") return !/[:&\\]|^\/\//.test(value); // no scheme, none that is written as a reference, no other host
  return NAMES.has(name) && (name !== "style" || STYLE.test(value));
}

/** An answer's HTML, if it is what our template writes. @type {(html: string) => string} */
function checked(html) {
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [, tag = "", attributes = ""] = TAG.exec(html) ?? [];
    const sound = TAGS.has(tag) && [...attributes.matchAll(ATTRIBUTE)].every(([, name = "", value = ""]) => fits(name, value));
    if (!sound) throw new Error(`The answer holds “${html.slice(at, at + 40)}”, which no answer of this site does, so it is not shown`);
  }
  return html;
}

/** Whether an address is that of a script of this site. @type {(address: string) => boolean} */
const ours = (address) => /** @type {string[]} */ (scripts).some((folder) => address.startsWith(folder));

/** Where scripts of this site lie. */
const base = /** @type {HTMLScriptElement} */ (document.currentScript).src;
export const root = base.replace(/assets\/mecatol\/[^/]*$/, "");
const scripts = [`${root}assets/mecatol/`, `${root}sw.js`];

/** Pieces of pages by their names. @type {() => Record<string, string>} */
const pieces = () => globalThis.Mecatol.pieces ?? {};

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("mecatol", {
  createHTML: (/** @type {string} */ html, /** @type {Element | string | undefined} */ held) => {
    if (typeof held === "string") return pieces()[held] ?? "";
    return held ? (held.textContent ?? "") : checked(html);
  },
  createScriptURL: (/** @type {string} */ address) => {
    if (!ours(address)) throw new Error(`${address} is not a script of this site`);
    return address;
  },
});

/** Puts an answer's HTML in the place of what stands there. @type {(place: Element, html: string) => void} */
export function fill(place, html) {
  const set = html.replace(/(<[^>]*>)|[^<]+/g, (run, tag) => tag ?? typeset(run.replaceAll("&#x27;", "'")));
  place.innerHTML = policy?.createHTML(set) ?? checked(set);
}

/** What stands in the page as text for browsers without scripts, as elements. @type {(held: HTMLElement) => DocumentFragment} */
export function unpacked(held) {
  const made = document.createElement("template");
  made.innerHTML = policy?.createHTML("", held) ?? held.textContent ?? "";
  return made.content;
}

/** A piece of a page that came by a script of this site (theme/build/folded.py), as elements; null where it has not come. @type {(name: string) => DocumentFragment | null} */
export function piece(name) {
  const html = Object.hasOwn(pieces(), name) && pieces()[name];
  if (!html) return null;
  const made = document.createElement("template");
  made.innerHTML = policy?.createHTML("", name) ?? html;
  return made.content;
}

/** The address of a script of this site, as browsers take it. @type {(address: string) => any} */
export function script(address) {
  const whole = new URL(address, document.baseURI).href;
  if (!ours(whole)) throw new Error(`${whole} is not a script of this site`);
  return policy?.createScriptURL(whole) ?? whole;
}
