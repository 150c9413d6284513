/** The front page of somebody who has been here before: the last cases, to go on with. */

import { briefly, recent, sides } from "./keeping/cases.js";
import { parsed } from "./keeping/reading.js";
import { leading } from "./keeping/writing.js";
import { made, one } from "./page/parts.js";

const MOST = 2; // cases that are shown; each calculator has its others
const place = one(document, "continue");
const pages = parsed(place.dataset.pages ?? "{}");
const list = made("ul", { className: "rows" });
for (const { step, scenario, words, at } of recent().filter((each) => Object.hasOwn(pages, each.step)).slice(0, MOST)) {
  const link = made("a", { className: "rows__row", href: leading(pages, step, scenario) });
  const said = made("span", { className: "rows__words" });
  said.append(sides(scenario), made("small", { textContent: briefly(words, at) }));
  link.append(said);
  const item = made("li");
  item.append(link);
  list.append(item);
}
if (list.children.length) place.append(list);
else document.documentElement.classList.remove("has-cases");
