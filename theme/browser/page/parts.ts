/** The parts of a page by the names that its templates give them, and how scripts make new ones. */

export const one = <T extends Element = HTMLElement>(root: ParentNode, part: string): T =>
  root.querySelector(`[data-part="${part}"]`) as any;

export const all = <T extends Element = HTMLElement>(root: ParentNode, part: string): T[] => [
  ...root.querySelectorAll(`[data-part="${part}"]` as any),
];

/** The button of that name (forms/acting.ts). */
export const button = (root: ParentNode, name: string): HTMLButtonElement => root.querySelector(`[data-do="${name}"]`) as any;

/**
 * Words with the apostrophes and quotes that theme/build/typography.py sets in pages; what they begin with may belong to a
 * word before them.
 */
export const typeset = (run: string): string => run.replace(/([\s(])'(?!\s)/g, "$1‘").replaceAll("'", "’");

/** The same of words that stand by themselves. */
export const curly = (words: string): string => typeset(` ${words}`).slice(1);

export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  more: Partial<HTMLElementTagNameMap[K]> = {},
  data: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), more);
  if (more.textContent) element.textContent = curly(more.textContent);
  Object.assign(element.dataset, data);
  return element;
}

/** An element with what is in it; `more` is its class, or its properties. */
export function box<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  more: string | Partial<HTMLElementTagNameMap[K]>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element, typeof more === "string" ? more && { className: more } : more);
  element.append(...inside.map((part) => (typeof part === "string" ? curly(part) : part)));
  return element;
}

/** An element of a drawing. */
export function drawn(tag: string, attributes: Record<string, string | number> = {}, ...inside: (Node | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside);
  return element;
}

/** Everything in the page waits, disabled, until the scripts are there. */
export function enable(root: ParentNode): void {
  for (const field of root.querySelectorAll(":disabled")) field.removeAttribute("disabled");
}

/** What a template of the page holds, ready for use. */
export function copy(root: ParentNode, template: string): HTMLElement {
  const { content } = one<HTMLTemplateElement>(root, template);
  const copied = (content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  enable(copied);
  return copied;
}

/** Puts a text into the page if it is another one: the same one again would cost a layout. */
export function write(element: Element | null | undefined, text: string): void {
  const words = curly(text);
  if (element && element.textContent !== words) element.textContent = words;
}
