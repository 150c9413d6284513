/** The front page of somebody who has been here before: the last cases, to go on with. */

import { briefly, recent, sides } from "./keeping/cases.js";
import { parsed } from "./keeping/reading.js";
import { leading } from "./keeping/writing.js";
import { box, one } from "./page/parts.js";
import { goOn, left } from "./playing/left.js";

const MOST = 2; // cases that are shown; each calculator has its others
const place = one(document, "continue");
const pages = parsed(place.dataset.pages ?? "{}");
const list = box("ul", "rows");
for (const { step, scenario, words, at } of recent()
  .filter((each) => Object.hasOwn(pages, each.step))
  .slice(0, MOST)) {
  const on = goOn(scenario);
  const said = box("span", "rows__words", sides(scenario), box("small", "", briefly(words, at)), on && box("b", "", on));
  const href = leading(pages, step, scenario, on ? left(scenario) : null);
  list.append(box("li", "", box("a", { className: "rows__row", href }, said)));
}
if (list.children.length) place.append(list);
else document.documentElement.classList.remove("has-cases");
