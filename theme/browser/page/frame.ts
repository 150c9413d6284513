/** What every page does: copy a link to a heading, and what the frame lacks for those who listen or use a keyboard. */

import { copy } from "./copying.js";
import { on, walk } from "./events.js";
import { box } from "./parts.js";
import { say } from "./toast.js";

on("click", "a[data-copy-link]", async ({ href }) => say((await copy(href)) ? "Link copied" : "The link is in the address bar"));

// What Material's frame lacks for those who listen or use a keyboard: a button for the drawer, and names for its parts.
const opener = document.querySelector<HTMLElement>(".md-header [for=__drawer]");
if (opener) {
  const { className, title } = opener;
  const onclick = () => document.getElementById("__drawer")?.click();
  const button = box("button", { type: "button", className, title, ariaLabel: title, onclick }, ...opener.childNodes);
  button.setAttribute("for", "__drawer");
  opener.replaceWith(button);
}
// The tabs are one stop, along which arrow keys lead: who comes for the page need not pass them one by one.
const tabs = document.querySelector<HTMLElement>(".md-tabs__list");
if (tabs) {
  const ways = [...tabs.querySelectorAll("a")];
  const stop = (here: unknown) => {
    for (const way of ways) way.tabIndex = way === here ? 0 : -1;
  };
  stop(ways.find((way) => way.closest(".md-tabs__item--active")) ?? ways[0]);
  tabs.setAttribute("role", "toolbar");
  tabs.setAttribute("aria-label", tabs.closest("nav")?.ariaLabel ?? "");
  for (const item of tabs.children) item.setAttribute("role", "none");
  tabs.addEventListener("focusin", ({ target }) => stop(target));
  tabs.addEventListener("keydown", (event) => walk(event, ways, ["ArrowLeft", "ArrowRight"]));
}
document.querySelector(".md-path")?.setAttribute("aria-label", "Breadcrumbs");
for (const part of document.querySelectorAll(".md-nav[aria-labelledby]")) {
  part.setAttribute("aria-label", part.querySelector(".md-nav__title")?.textContent?.trim() ?? "");
  part.removeAttribute("aria-labelledby");
}
