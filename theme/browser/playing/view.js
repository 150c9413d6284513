/** How a moment of a battle at the table looks: bar, line, fleets, what is asked, the luck so far, and the way back. */

import * as catalogue from "mecatol:catalogue";
import { box, drawn, made } from "../page/parts.js";

const SHOWN = 5; // ways of a choice before the rest is asked for
const NARROW = 0.12; // of the line's width: what is below that has no room for a word
const SIDES = 10; // of a die
const MOST_FACES = 20; // that a step may hold
const SUSTAINED = ", after sustaining";
const [WIDTH, HEIGHT] = [100, 40]; // of the line, which is stretched

/** @typedef {{ unit: string, count: number, damaged: number }} Units */
/** @typedef {{ token: string, words: string, shown?: string, owner?: number, hits?: number, best?: boolean, shows?: { player: number, verb: string, number: number, unit: string }[] }} Option */
/** @typedef {{ name: string, places: { place: string, words: string, units: Units[] }[] }} Player */
/** @typedef {{ links: Record<string, string>, seed: number | null, first: boolean }} Around */

/** @type {(words: string, className: string, data: Record<string, string>) => HTMLButtonElement} */
const button = (words, className, data) => made("button", { type: "button", className, textContent: words }, data);

/** The class of a player's color: that of the name, or the first that nobody has. @type {(players: Player[]) => string[]} */
function tones(players) {
  const named = players.map(({ name }) => catalogue.colors.indexOf(name));
  const free = catalogue.colors.map((_, tone) => tone).filter((tone) => !named.includes(tone));
  return named.map((tone) => `player--${tone < 0 ? free.shift() : tone}`);
}

/** Units as chips, the damaged beside the whole. @type {(units: Units[]) => HTMLElement} */
function chips(units) {
  const list = box("span", "unit-chips");
  for (const { unit, count, damaged } of units) {
    if (count > damaged) list.append(chip(unit, count - damaged, false));
    if (damaged) list.append(chip(unit, damaged, true));
  }
  return list;
}

/** @type {(unit: string, count: number, damaged: boolean) => HTMLElement} */
function chip(unit, count, damaged) {
  const one = box("span", `unit-chip unit-mark--${unit}${damaged ? " unit-chip--damaged" : ""}`, String(count));
  one.setAttribute("role", "img");
  one.setAttribute("aria-label", `${count} ${unit.replace("-", " ")}${damaged ? ", damaged" : ""}`);
  return one;
}

/** @type {(answer: any, styles: string[]) => HTMLElement[]} */
function odds({ shares, line }, styles) {
  const bar = box("div", "playing__bar");
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", shares.map((/** @type {any} */ { words, shown }) => `${words} ${shown}`).join(", "));
  const figures = box("div", "playing__figures");
  const [start] = line;
  shares.forEach((/** @type {any} */ { words, player, chance, shown }, /** @type {number} */ place) => {
    const style = player === null ? "share--draw" : styles[player];
    const part = box("i", style ?? "");
    part.style.flexGrow = String(chance);
    if (chance > 0) bar.append(part);
    const was = Math.round(100 * start.odds[place]);
    const number = box("b", "result-number", shown);
    const figure = box("span", `playing__figure ${style}`, number, box("small", "", words));
    if (line.length > 1 && player !== null && Math.round(100 * chance) !== was) number.append(box("small", "", ` was ${was}`));
    figures.append(figure);
  });
  return [bar, figures];
}

/** What a part of an action is called under the line. @type {(title: string) => string} */
function short(title) {
  const [, round] = /round (\d+)$/.exec(title) ?? [];
  if (round) return round !== "1" ? round : title.startsWith("Ground") ? "ground 1" : "round 1";
  return title.includes("Barrage") ? "barrage" : title.includes("Cannon") ? "cannons" : title.startsWith("The end") ? "end" : title.includes("start") ? "start" : title.split(" ")[0]?.toLowerCase() ?? "";
}

/** How the odds went, from the start to now. @type {(answer: any, styles: string[]) => HTMLElement | null} */
function wentLine({ shares, line }, styles) {
  if (line.length < 2) return null;
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "How the chances went since the start" });
  shares.forEach((/** @type {any} */ { player }, /** @type {number} */ place) => {
    if (player === null) return;
    const points = line.map((/** @type {any} */ passed, /** @type {number} */ at) => `${((at / (line.length - 1)) * WIDTH).toFixed(2)},${(2 + (1 - passed.odds[place]) * (HEIGHT - 4)).toFixed(2)}`);
    svg.append(drawn("polyline", { points: points.join(" "), class: styles[player] ?? "" }));
  });
  const labels = box("div", "playing__labels");
  /** @type {[string, number][]} */
  const groups = [];
  for (const { title } of line) {
    const last = groups.at(-1);
    if (last && last[0] === short(title)) last[1] += 1;
    else groups.push([short(title), 1]);
  }
  for (const [words, count] of groups) {
    const label = box("span", "", count / line.length > NARROW ? words : "");
    label.style.flexGrow = String(count);
    labels.append(label);
  }
  labels.setAttribute("aria-hidden", "true");
  const whole = box("div", "playing__line");
  whole.append(svg, labels);
  return whole;
}

/** A player's units, with the dice of this round. @type {(answer: any, player: Player, index: number, style: string) => HTMLElement} */
function fleet({ step, rolls }, player, index, style) {
  const card = box("section", `playing__fleet ${style}`, box("h3", "playing__name", player.name));
  if (step.player === index) card.classList.add("is-asked");
  for (const { words, place, units } of player.places) {
    if (words || place !== "space") card.append(box("p", "playing__place", words || place));
    card.append(chips(units));
  }
  if (!player.places.length) card.append(box("p", "playing__place", "Nothing left"));
  const fell = rolls.findLast((/** @type {any} */ roll) => roll.player === index && roll.title === step.title);
  if (fell) {
    const dice = box("div", "playing__dice");
    for (const [face, hit] of fell.shown) dice.append(box("span", hit ? "die die--hit" : "die", String(face)));
    card.append(dice, box("b", "playing__hits", fell.hits === 1 ? "1 hit" : `${fell.hits} hits`));
  }
  return card;
}

/** What a clause is, as a link to it where its page is known. @type {(clause: string, links: Record<string, string>) => HTMLElement} */
function cited(clause, links) {
  const page = links[clause.split(".")[0] ?? ""];
  if (!page) return box("span", "playing__clause", clause);
  return Object.assign(box("a", "playing__clause", clause), { href: `${page}#${clause}` });
}

/** What is rolled, kind by kind. @type {(dice: any[], style: string) => HTMLElement} */
function rolled(dice, style) {
  const list = box("p", `playing__rolled ${style}`);
  for (const { unit, units, dice: number, on, reroll } of dice) {
    const what = `${number} ${number === 1 ? "die hits" : "dice hit"} on ${on}${on < 10 ? "+" : ""}${reroll ? ", rerolled once" : ""}`;
    list.append(box("span", "playing__kind", ...(unit ? [chip(unit, units, false)] : []), ` ${what}`));
  }
  return list;
}

/** The dice one after another, each with what it shows: the last one takes the step. @type {(dice: any[], style: string) => HTMLElement} */
function faces(dice, style) {
  const needed = dice.flatMap(({ dice: number, on }) => Array(number).fill(on));
  const worth = dice.flatMap(({ dice: number, yields = 1 }) => Array(number).fill(yields));
  /** @type {number[]} */
  const shown = [];
  const slots = box("div", `playing__dice ${style}`, ...needed.map((on) => box("span", "die", `${on}${on < 10 ? "+" : ""}`)));
  const pad = box("div", "playing__pad playing__pad--faces");
  for (let face = 1; face <= SIDES; face += 1) pad.append(button(String(face), "playing__number", { face: String(face) }));
  const done = button("", "", { token: "" });
  done.hidden = true;
  const fold = box("details", "essence", box("summary", "", box("strong", "", "Dice"), " ", box("span", "essence__words", "tap what each one shows")), box("div", "essence__more playing__asked", slots, pad, done));
  pad.addEventListener("click", ({ target }) => {
    const face = Number(target instanceof HTMLElement ? target.dataset.face : 0);
    if (!face || shown.length === needed.length) return;
    const slot = slots.children[shown.length];
    slot?.replaceChildren(String(face));
    slot?.classList.toggle("die--hit", face >= needed[shown.length]);
    shown.push(face);
    if (shown.length < needed.length) return;
    const hits = shown.reduce((sum, each, place) => sum + (each >= needed[place] ? worth[place] : 0), 0);
    done.dataset.token = shown.length <= MOST_FACES ? `${hits}.${shown.map((each) => each % SIDES).join("")}` : String(hits);
    done.click();
  });
  return fold;
}

/** @type {(option: Option, styles: string[]) => HTMLElement} */
function way(option, styles) {
  const words = box("span", "playing__way");
  for (const { player, verb, number, unit } of option.shows ?? []) {
    const style = styles[player] ?? "";
    words.append(box("span", `playing__change ${style}`, verb.replace(" with", ""), " ", chip(unit, number, verb.startsWith("sustain"))));
  }
  if (!option.shows?.length) words.append(option.words);
  else if (option.words.endsWith(SUSTAINED)) words.append(box("span", "playing__change", SUSTAINED.slice(2))); // else it looks like one that does not
  const end = box("span", "rows__end", option.best ? "best" : (option.shown ?? ""));
  const one = button("", `playing__choice${option.best ? " is-best" : ""}`, { token: option.token });
  return spoken(one, `${option.words}${option.best ? ": best" : option.shown ? `: ${option.shown}` : ""}`, words, end);
}

/** A button that is heard in whole words and seen in short ones. @type {(one: HTMLElement, words: string, ...seen: HTMLElement[]) => HTMLElement} */
function spoken(one, words, ...seen) {
  for (const part of seen) part.setAttribute("aria-hidden", "true");
  one.append(box("span", "unseen", words), ...seen);
  return one;
}

/** What is asked, with the controls for it. @type {(answer: any, styles: string[], around: Around) => HTMLElement} */
function question({ step, notes }, styles, { links, seed }) {
  const style = step.player === null ? "" : (styles[step.player] ?? "");
  const heading = Object.assign(box("h3", `playing__words ${style}`, step.words, " "), { tabIndex: -1 });
  heading.append(cited(step.clause, links));
  const part = box("section", "playing__asked", heading);
  for (const note of step.kind === "over" ? [] : notes) part.append(box("p", "hint", note));
  if (seed !== null) part.append(box("p", "hint", `Rolled here from seed ${seed}.`));
  if (step.kind === "roll") {
    part.append(rolled(step.dice, style));
    const pad = box("div", "playing__pad");
    for (const { token, words, hits, shown } of step.options) {
      pad.append(spoken(button("", "playing__number", { token }), `${words}, ${shown}`, box("b", "", String(hits)), box("small", "", shown)));
    }
    part.append(box("p", "playing__label", "How many hit?"), pad);
    if (step.faces) part.append(faces(step.dice, style));
  } else if (step.options.length) {
    const list = box("div", "playing__choices");
    step.options.forEach((/** @type {Option} */ option, /** @type {number} */ place) => {
      const one = way(option, styles);
      one.hidden = place >= SHOWN;
      list.append(one);
    });
    part.append(list);
    const more = step.options.length - SHOWN;
    if (more > 0) part.append(button(`Show ${more} more`, "button button--quiet", { do: "all" }));
    if (step.kind === "losses" && step.options.length > 1) part.append(box("p", "hint", judged(step)));
  }
  part.append(...announcing(step.extras, styles));
  return part;
}

/** What players may do before: announce a retreat, the defender first, and hold cards back or play them. @type {(extras: Option[], styles: string[]) => HTMLElement[]} */
function announcing(extras, styles) {
  const groups = /** @type {const} */ ([["Retreat announced by", extras.filter(({ owner }) => owner === undefined)], ["Cards", extras.filter(({ owner }) => owner !== undefined)]]);
  return groups.filter(([, ways]) => ways.length).map(([label, ways]) => {
    const list = box("div", "playing__extras", box("span", "playing__label", label));
    for (const { token, words, owner, shown } of ways) {
      const short = words === "Nobody retreats" ? "nobody" : words.replace(" announces a retreat", "");
      const inside = box("span", "", shown ? `${short}: ${shown}` : short);
      list.append(spoken(button("", `button button--quiet ${styles[owner ?? -1] ?? ""}`, { token }), shown ? `${words}: ${shown}` : words, inside));
    }
    return list;
  });
}

/** By what the best way is the best. @type {Record<string, string>} */
const JUDGED = {
  searched: "The best if both sides lose their units in the best way from here on.",
  usual: "The best if both go on in their usual order of losses.",
  partly: "The best, in the usual order of losses, of those that could be compared in a second.",
  named: "There are too many ways to list. These follow the named orders of losses.",
};

/** @type {(step: any) => string} */
const judged = ({ compared, more }) => `${JUDGED[compared] ?? ""}${more && compared !== "named" ? ` ${more} more ways are worse.` : ""}`;

/** How rare the rolls were. @type {(answer: any, styles: string[]) => HTMLElement | null} */
function luck({ luck: found, players }, styles) {
  if (!found.length) return null;
  const part = box("section", "playing__luck", box("h3", "playing__label", "Luck so far"));
  for (const { player, hits, mean, shown, good } of found) {
    const words = `${hits} ${hits === 1 ? "hit" : "hits"}, ${mean} on average. ${good ? "As many or more" : "As few or fewer"}: ${shown}`;
    part.append(box("p", styles[player] ?? "", box("b", "playing__name", players[player].name), ` ${words}`));
  }
  return part;
}

/** What acts in the battle: cards, technologies, abilities. @type {(answer: any, styles: string[]) => HTMLElement | null} */
function acting({ acting: found, players }, styles) {
  if (!found.length) return null;
  const fold = box("details", "essence");
  const names = found.map((/** @type {any} */ { name }) => name).join(", ");
  const list = box("ul", "essence__more playing__past");
  for (const { player, name, meaning } of found) list.append(box("li", styles[player] ?? "", box("b", "playing__name", `${players[player].name}’s ${name}`), ` ${meaning}`));
  fold.append(box("summary", "", box("strong", "", "In play"), " ", box("span", "essence__words", names)), list);
  return fold;
}

/** The steps so far, each with a way back to it. @type {(answer: any) => HTMLElement | null} */
function soFar({ line, history }) {
  if (!history.length) return null;
  const fold = box("details", "essence");
  const summary = box("summary", "", box("strong", "", "So far"), " ", box("span", "essence__words", `${history.length} ${history.length === 1 ? "step" : "steps"}; tap one to go back to it`));
  const list = box("ol", "essence__more playing__past");
  for (const [at, { title, did }] of line.slice(0, -1).entries()) {
    const one = button("", "menu__item", { back: String(at) });
    one.append(box("span", "", did), " ", box("small", "", title));
    list.append(box("li", "", one));
  }
  fold.append(summary, list);
  return fold;
}

/** @type {(title: string, undo: boolean) => HTMLElement} */
function head(title, undo) {
  const back = button("←", "button button--quiet button--icon", { do: "leave" });
  back.setAttribute("aria-label", "Back to the calculator");
  const undoing = button("Undo", "button button--quiet", { do: "undo" });
  undoing.disabled = !undo;
  const name = box("h2", "playing__title", title.replace("Space combat, round", "Round"));
  name.id = "playing-title";
  return box("div", "dialog__head playing__head", back, name, undoing);
}

/** Shows a moment. @type {(dialog: HTMLDialogElement, answer: any, around: Around) => void} */
export function show(dialog, answer, around) {
  const styles = tones(answer.players);
  const { step } = answer;
  const top = box("div", "playing__odds", ...odds(answer, styles), box("p", "playing__place", answer.losses));
  const went = wentLine(answer, styles);
  if (went) top.append(went);
  const fleets = box("div", "playing__fleets", ...answer.players.map((/** @type {Player} */ player, /** @type {number} */ index) => fleet(answer, player, index, styles[index] ?? "")));
  const body = box("div", "dialog__body playing__body", top, fleets, question(answer, styles, around));
  for (const part of [luck(answer, styles), acting(answer, styles), soFar(answer)]) if (part) body.append(part);
  for (const words of answer.assumed) body.append(box("p", "hint", words));
  const foot = box("div", "playing__foot", button("Share", "button button--quiet", { do: "link" }));
  if (["roll", "which"].includes(step.kind)) foot.append(button("Roll for us", "button button--main", { do: "roll" }));
  const [best] = step.options;
  if (step.kind === "losses" && best?.best) foot.append(button("Take the best", "button button--main", { token: best.token }));
  if (step.kind === "over") foot.append(button("Play it again", "button button--main", { do: "again" }));
  dialog.replaceChildren(head(step.title, answer.history.length > 0), body, foot);
  /** @type {HTMLElement | null} */ (dialog.querySelector(".playing__words"))?.focus({ preventScroll: !around.first });
}

/** Shows that the first moment is awaited. @type {(dialog: HTMLDialogElement) => void} */
export function waiting(dialog) {
  const place = box("div", "loading playing__loading");
  place.setAttribute("role", "status");
  place.setAttribute("aria-label", "Preparing the battle");
  dialog.replaceChildren(head("Play it out", false), box("div", "dialog__body playing__body", place));
}

/** Says why there is no such moment; what was shown before stays. @type {(dialog: HTMLDialogElement, errors: MecatolProblem[], begun: boolean) => void} */
export function refused(dialog, errors, begun) {
  const said = box("div", "errors playing__errors", ...errors.map(({ message }) => box("p", "", message.charAt(0).toUpperCase() + message.slice(1))));
  said.setAttribute("role", "alert");
  if (begun) said.append(button("Start over", "button button--quiet", { do: "again" }));
  const body = dialog.querySelector(".playing__body");
  body?.querySelector(".loading")?.remove();
  body?.querySelector(".playing__errors")?.remove();
  body?.prepend(said);
}

/** Shows the ways that were folded away. @type {(button: HTMLButtonElement) => void} */
export function all(button) {
  const list = button.previousElementSibling;
  const hidden = /** @type {NodeListOf<HTMLElement>} */ (list?.querySelectorAll("[hidden]"));
  const [first] = hidden;
  for (const one of hidden) one.hidden = false;
  button.remove();
  first?.focus();
}
