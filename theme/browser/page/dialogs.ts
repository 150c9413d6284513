/** Sheets that lie over the page: a title with a cross, what is in them, and a tap beside them that puts them away. */

import { box } from "./parts.js";

/** A sheet that is not in the page yet; `between` is what is between its head and its body. */
export function dialog(className: string, title: string, between: Node[], ...inside: (Node | string)[]): HTMLDialogElement {
  const onclick = () => made.close();
  const close = box("button", { type: "button", className: "button button--quiet button--icon", ariaLabel: "Close", onclick }, "✕");
  const head = box("div", "dialog__head", box("h2", "", title), close);
  const body = box("div", `dialog__body ${className}__body`, ...inside);
  const made = box("dialog", { className: `dialog ${className}`, ariaLabel: title }, head, ...between, body);
  made.addEventListener("click", ({ target }) => target === made && made.close()); // beside it
  return made;
}
