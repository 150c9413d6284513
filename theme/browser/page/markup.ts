/**
 * The one place in which a text becomes HTML, or the address of a script. Browsers that know Trusted Types let no other
 * place do either (theme/build/policy.py).
 *
 * An answer's HTML is written by one template that escapes whatever it is given (solver/mecatol/render). Here it is held to that:
 * each tag and each attribute is one that answers use, and the only links lead to pages of this site.
 */
import { typeset } from "./parts.js";

const TAGS = new Set(
  "a button caption circle details div ellipse g h3 i li line ol p path polygon rect small span strong summary svg table tbody td text th thead tr ul".split(" "),
);
const NAMES = new Set(
  `aria-hidden aria-label aria-pressed class colspan cx cy d data-at data-back data-do data-kind data-label data-on data-other data-part
  data-path data-player data-token data-value data-yields fill fill-rule focusable height points r role rx ry scope style
  tabindex title transform type width x x1 x2 y y1 y2`.split(/\s+/),
);
const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*="[^"<>]*")*)\/?>/y;
const ATTRIBUTE = / ([a-z][a-z0-9-]*)="([^"]*)"/g;
const STYLE = /^max-width:[\d.]+(?:px|rem|em|ch|%)$/;

/** Whether an attribute may stand in an answer. */
function fits(name: string, value: string): boolean {
  if (name === "href") return !/[:&\\]|^\/\//.test(value); // no scheme, none that is written as a reference, no other host
  return NAMES.has(name) && (name !== "style" || STYLE.test(value));
}

/** An answer's HTML, if it is what our template writes. */
function checked(html: string): string {
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [, tag = "", attributes = ""] = TAG.exec(html) ?? [];
    const sound = TAGS.has(tag) && [...attributes.matchAll(ATTRIBUTE)].every(([, name = "", value = ""]) => fits(name, value));
    if (!sound) throw new Error(`The answer holds “${html.slice(at, at + 40)}”, which no answer of this site does, so it is not shown`);
  }
  return html;
}

/** Whether an address is that of a script of this site. */
const ours = (address: string): boolean => (scripts as string[]).some((folder) => address.startsWith(folder));

/** Where scripts of this site lie. */
const base = (document.currentScript as HTMLScriptElement).src;
export const root = base.replace(/assets\/mecatol\/[^/]*$/, "");
const scripts = [`${root}assets/mecatol/`, `${root}sw.js`];

const pieces = (): Record<string, string> => globalThis.Mecatol.pieces ?? {};

const given = (held: Element | string): string => (typeof held === "string" ? pieces()[held] : held.textContent) ?? "";

const policy = (globalThis as any).trustedTypes?.createPolicy("mecatol", {
  createHTML: (html: string, held?: Element | string) => (held ? given(held) : checked(html)),
  createScriptURL: (address: string) => {
    if (!ours(address)) throw new Error(`${address} is not a script of this site`);
    return address;
  },
});

/** Puts an answer's HTML in the place of what stands there. */
export function fill(place: Element, html: string): void {
  const set = html.replace(/(<[^>]*>)|[^<]+/g, (run, tag) => tag ?? typeset(run.replaceAll("&#x27;", "'")));
  place.innerHTML = policy?.createHTML(set) ?? checked(set);
}

/**
 * What stands in the page as text for browsers without scripts, or a piece of it by its name that came by a script of this
 * site (theme/build/folded.py), as elements.
 */
export function unpacked(held: HTMLElement | string): DocumentFragment {
  const made = document.createElement("template");
  made.innerHTML = policy?.createHTML("", held) ?? given(held);
  return made.content;
}

/** Whether a piece of a page has come. */
export const isHere = (name: string): boolean => Object.hasOwn(pieces(), name);

/** The address of a script of this site, as browsers take it. */
export function script(address: string): any {
  const whole = new URL(address, document.baseURI).href;
  if (!ours(whole)) throw new Error(`${whole} is not a script of this site`);
  return policy?.createScriptURL(whole) ?? whole;
}
