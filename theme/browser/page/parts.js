/** The parts of a page by the names that its templates give them, and how scripts make new ones. */
/** The first part of that name. @type {<T extends Element = HTMLElement>(root: ParentNode, part: string) => T} */
export const one = (root, part) => /** @type {any} */ (root.querySelector(`[data-part="${part}"]`));

/** @type {<T extends Element = HTMLElement>(root: ParentNode, part: string) => T[]} */
export const all = (root, part) => [...root.querySelectorAll(/** @type {any} */ (`[data-part="${part}"]`))];

/** Words with the apostrophes and quotes that theme/build/typography.py sets in pages; what they begin with may belong to a word before them. @type {(run: string) => string} */
export const typeset = (run) => run.replace(/([\s(])'(?!\s)/g, "$1‘").replaceAll("'", "’");

/** The same of words that stand by themselves. @type {(words: string) => string} */
export const curly = (words) => typeset(` ${words}`).slice(1);

/** @type {<K extends keyof HTMLElementTagNameMap>(tag: K, more?: Partial<HTMLElementTagNameMap[K]>, data?: Record<string, string>) => HTMLElementTagNameMap[K]} */
export function made(tag, more = {}, data = {}) {
  const element = Object.assign(document.createElement(tag), more);
  if (more.textContent) element.textContent = curly(more.textContent);
  Object.assign(element.dataset, data);
  return element;
}

/** An element with what is in it; `more` is its class, or its properties. @type {<K extends keyof HTMLElementTagNameMap>(tag: K, more: string | Partial<HTMLElementTagNameMap[K]>, ...inside: (Node | string)[]) => HTMLElementTagNameMap[K]} */
export function box(tag, more, ...inside) {
  const element = document.createElement(tag);
  Object.assign(element, typeof more === "string" ? more && { className: more } : more);
  element.append(...inside.map((part) => (typeof part === "string" ? curly(part) : part)));
  return element;
}

/** An element of a drawing. @type {(tag: string, attributes?: Record<string, string | number>, ...inside: (Node | string)[]) => SVGElement} */
export function drawn(tag, attributes = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside);
  return element;
}

/** Everything in the page waits, disabled, until the scripts are there. @type {(root: ParentNode) => void} */
export function enable(root) {
  for (const field of root.querySelectorAll(":disabled")) field.removeAttribute("disabled");
}

/** What a template of the page holds, ready for use. @type {(root: ParentNode, template: string) => HTMLElement} */
export function copy(root, template) {
  const { content } = /** @type {HTMLTemplateElement} */ (one(root, template));
  const copied = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (content.cloneNode(true)).firstElementChild);
  enable(copied);
  return copied;
}

/** Puts a text into the page if it is another one: the same one again would cost a layout. @type {(element: Element | null | undefined, text: string) => void} */
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
