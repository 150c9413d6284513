/** Technologies, cards, leaders and abilities of a side: chips, found in one search box for everybody. */

import * as board from "./board.js";
import * as catalogue from "mecatol:catalogue";
import { box, made, one, write } from "../page/parts.js";

const MOST = 8; // found things shown at once
/** What is offered before anybody types: the cards and technologies that are at most tables, where the step has a use for them. */
const COMMON = [
  "morale-boost",
  "direct-hit",
  "shields-holding",
  "fire-team",
  "plasma-scoring",
  "antimass-deflectors",
  "maneuvering-jets",
  "assault-cannon",
  "duranium-armor",
  "graviton-laser-system",
  "non-euclidean-shielding",
  "magen-defense-grid",
  "magen-defense-grid-omega",
  "x-89-bacterial-weapon",
  "bunker",
  "waylay",
  "bribery",
  "representative-government",
  "gravity-drive",
  "light-wave-deflector",
  "flank-speed",
  "in-the-silence-of-space",
  "lost-star-chart",
];
const [LEAST, TALLEST] = [96, 380]; // px that their list may be high

/** What a form offers under a slug. */
function entry(form: HTMLElement, slug: string): MecatolEffect | undefined {
  const step = form.closest("mecatol-calculator")?.getAttribute("step") ?? "";
  const named = catalogue.effects.filter((effect) => effect.slug === slug);
  return named.find(({ steps }) => steps.includes(step)) ?? named[0];
}

const listOf = (form: HTMLElement, side: number): HTMLElement | null => form.querySelector(`[data-part="chips"][data-side="${side}"]`);

const chipsOf = (form: HTMLElement, side: number): HTMLElement[] => [...(listOf(form, side)?.children ?? [])] as HTMLElement[];

const holder = (chip: HTMLElement): HTMLInputElement => chip.querySelector("input[hidden]") as HTMLInputElement;

const chipOf = (form: HTMLElement, side: number, slug: string): HTMLElement | undefined =>
  chipsOf(form, side).find((chip) => chip.dataset.slug === slug);

/** The slugs of what a side has; names of what it drafted stand behind a word that no slug holds. */
export const owned = (form: HTMLElement, side: number): Set<string> =>
  new Set(
    chipsOf(form, side).flatMap((chip) => [
      chip.dataset.slug ?? "",
      ...(chip.querySelector("input[hidden][data-many]") ? [`drafted ${chip.dataset.called}`] : []),
    ]),
  );

const around = (form: HTMLElement): HTMLElement => form.closest("mecatol-calculator") as HTMLElement;

/** Writes beside the name how many there are. */
function label(chip: HTMLElement): void {
  const effect = { name: chip.dataset.called };
  const count = Number(holder(chip).value);
  const when = chip.querySelector("select");
  const waits = when?.value ? `, ${when.selectedOptions[0]?.textContent}` : "";
  write(chip.querySelector(".chip__name"), `${effect?.name}${count > 1 ? ` ×${count}` : ""}${waits}`);
}

/** What a tap on a chip shows: its meaning, how many, when it is played. */
function about(form: HTMLElement, effect: MecatolEffect): HTMLElement {
  const more = box("div", { className: "chip__more", hidden: true }, box("p", "", `${effect.meaning} (${effect.kind})`));
  if (effect.field === "effects" && effect.limit > 1) {
    for (const [step, sign, spoken] of [
      ["-1", "−", "one fewer"],
      ["1", "+", "one more"],
    ]) {
      more.append(
        made(
          "button",
          { type: "button", className: "step", textContent: sign, ariaLabel: `${effect.name}: ${spoken}` },
          { chipStep: String(step) },
        ),
      );
    }
  }
  const { step, waits } = { step: around(form).getAttribute("step") ?? "", waits: JSON.parse(around(form).dataset.waits ?? "[]") };
  if (effect.waits.includes(step)) {
    const when = made(
      "select",
      { ariaLabel: `${effect.name} is played` },
      { name: `players.{i}.policy.play.${effect.slug}`, default: "", number: "" },
    );
    when.append(made("option", { value: "", textContent: "as soon as it may be" }));
    for (const [value, words] of waits) when.append(made("option", { value, textContent: words }));
    more.append(when);
  }
  const landing = JSON.parse(around(form).dataset.crashes ?? "{}")[effect.slug];
  if (landing) {
    const unit = made("select", { ariaLabel: `${effect.name}: which unit lands` }, { name: "players.{i}.policy.crash.unit", default: "" });
    unit.append(made("option", { value: "", textContent: "Costliest first" }));
    for (const [value, name] of landing) unit.append(made("option", { value, textContent: `${name} first` }));
    const planet = made(
      "input",
      { type: "text", maxLength: 40, autocomplete: "off", placeholder: "On which planet", ariaLabel: `${effect.name}: on which planet` },
      { name: "players.{i}.policy.crash.planet", planet: "" },
    );
    planet.setAttribute("list", `known-planets-${step}`);
    more.append(unit, planet);
  }
  return more;
}

/** Gives a side one more of something; returns its chip. */
export function add(form: HTMLElement, side: number, slug: string): HTMLElement | null {
  const effect = entry(form, slug);
  const list = listOf(form, side);
  if (!effect || !list) return null;
  const there = chipOf(form, side, slug);
  if (there) {
    const field = holder(there);
    if (effect.field === "effects") field.value = String(Math.min(effect.limit, Number(field.value) + 1));
    label(there);
    return there;
  }
  const chip = made("li", { className: "chip" }, { slug, called: effect.name });
  // Where the unit has a row, its mark says that it is upgraded.
  chip.classList.toggle(
    "chip--upgrade",
    effect.kind === "unit upgrade" && form.querySelector(`.row[data-versions*='"${CSS.escape(slug)}"']`) !== null,
  );
  const name = made("button", { type: "button", className: "chip__name", ariaExpanded: "false" });
  const remove = made("button", { type: "button", className: "chip__remove", textContent: "✕", ariaLabel: `Remove ${effect.name}` });
  const field =
    effect.field !== "effects"
      ? made(
          "input",
          { type: "checkbox", hidden: true, checked: true, value: slug },
          { name: `players.{i}.${effect.field}`, ...(effect.field === "drafted" ? { many: "" } : {}) },
        )
      : made("input", { type: "number", hidden: true, value: "1" }, { name: `players.{i}.effects.${slug}` });
  chip.append(name, remove, about(form, effect), field);
  list.append(chip);
  label(chip);
  return chip;
}

export function remove(form: HTMLElement, side: number, slug: string): void {
  chipOf(form, side, slug)?.remove();
}

/** Gives every side the chips that a scenario needs; their values are filled in later. */
export function shape(form: HTMLElement, scenario: any): void {
  for (const list of form.querySelectorAll('[data-part="chips"]')) list.replaceChildren();
  const players = Array.isArray(scenario.players) ? scenario.players : [];
  players.slice(0, 8).forEach((player: any, side: number) => {
    const technologies = Array.isArray(player?.technologies) ? player.technologies : [];
    const effects = Object.keys(player?.effects ?? {});
    for (const slug of technologies) if (entry(form, slug)?.field === "technologies") add(form, side, slug);
    const drafted = Array.isArray(player?.drafted) ? player.drafted : [];
    for (const slug of drafted) if (entry(form, slug)?.field === "drafted") add(form, side, slug);
    for (const slug of effects) if (entry(form, slug)?.field === "effects" && !chipOf(form, side, slug)) add(form, side, slug);
  });
}

/** After fields were filled, chips say what they hold; one that holds nothing is taken away. */
export function refresh(form: HTMLElement): void {
  for (const chip of form.querySelectorAll<HTMLElement>(".chip")) {
    const field = holder(chip);
    if (field.type === "checkbox" ? !field.checked : Number(field.value) === 0) chip.remove();
    else label(chip);
  }
}

/** Whom something may be given to. */
function takers(form: HTMLElement, effect: MecatolEffect, wanted: string): number[] {
  return board
    .heads(form)
    .map((_, side) => side)
    .filter((side) => {
      const faction = board.factionOf(form, side);
      if (effect.role !== "any" && (effect.role === "active") !== (side === 0)) return false;
      if (effect.field === "drafted") return board.franken(form) && faction !== effect.faction;
      if (board.franken(form)) return true;
      if (faction && effect.closed_to?.split(" ").includes(faction)) return false;
      return (
        !effect.faction || effect.faction === faction || (wanted !== "" && Array.isArray(effect.others) && effect.others.includes(faction))
      );
    });
}

/** How well something fits what is typed; 0 not at all. */
function fits(effect: MecatolEffect, wanted: string): number {
  const name = effect.name.toLowerCase();
  if (name.startsWith(wanted)) return 4;
  if (name.includes(wanted)) return 3;
  const words = `${effect.kind} ${effect.faction ?? ""} ${(effect.faction ?? "").replaceAll("-", " ")}`.toLowerCase();
  if (words.includes(wanted)) return 2;
  return effect.meaning.toLowerCase().includes(wanted) ? 1 : 0;
}

/** How early something is offered before anybody types; 0 not at all. */
function usual(effect: MecatolEffect, factions: string[]): number {
  const at = COMMON.indexOf(effect.slug);
  return at >= 0 ? 1 + (COMMON.length - at) / COMMON.length : Number(factions.includes(effect.faction ?? ""));
}

/** Puts what was found over or under the box, where there is more room between the header and what is pinned below. */
function place(form: HTMLElement, list: HTMLElement): void {
  const around = (list.parentElement as HTMLElement).getBoundingClientRect();
  const bar = form.querySelector(".calculator__bar") as HTMLElement;
  const seen = window.visualViewport; // less than the window where a phone shows its keyboard
  const top = Math.max(seen?.offsetTop ?? 0, document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0);
  const pinned = getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().top : Infinity;
  const bottom = Math.min((seen?.offsetTop ?? 0) + (seen?.height ?? innerHeight), pinned);
  const [above, below] = [around.top - top, bottom - around.bottom];
  list.classList.toggle("is-above", above > below);
  list.style.maxHeight = `${Math.min(TALLEST, Math.max(LEAST, Math.max(above, below) - 8))}px`;
}

/** Shows what fits, with a button for each side that may have it. */
export function find(form: HTMLElement): void {
  const finder = one(form, "finder") as HTMLInputElement | null;
  const list = one(form, "found");
  if (!finder) return;
  const wanted = finder.value.trim().toLowerCase().replaceAll("’", "'"); // as names are typed in the data
  const there = board.printed(form);
  const step = around(form).getAttribute("step") ?? "";
  const factions = board
    .heads(form)
    .map((_, side) => board.factionOf(form, side))
    .filter(Boolean);
  const found = catalogue.effects
    .filter((effect) => effect.steps.includes(step) && there(effect.edition, effect.until))
    .map((effect) => ({ effect, rank: wanted ? fits(effect, wanted) : usual(effect, factions), sides: takers(form, effect, wanted) }))
    .filter(({ rank, sides }) => rank > 0 && sides.length > 0)
    .sort((one, two) => two.rank - one.rank);
  list.replaceChildren(
    ...found.slice(0, MOST).map(({ effect, sides }) => {
      const line = box("li", "found", box("span", "found__words", box("strong", "", effect.name), " ", box("small", "", effect.meaning)));
      for (const side of sides) {
        const name = board.nameOf(form, side) || `Player ${side + 1}`;
        line.append(
          made(
            "button",
            {
              type: "button",
              className: "found__add",
              textContent: `${chipOf(form, side, effect.slug) ? "✓" : "+"} ${name}`,
              ariaLabel: `Give ${effect.name} to ${name}`,
            },
            { give: effect.slug, to: String(side), side: String(side) },
          ),
        );
      }
      return line;
    }),
  );
  if (found.length > MOST) list.append(box("li", "found found--more", `${found.length - MOST} more fit: type on`));
  list.hidden = found.length === 0;
  if (found.length) place(form, list);
  one(form, "found-none").hidden = found.length > 0 || wanted === "";
  const left = one<HTMLAnchorElement>(form, "found-left");
  left.search = wanted ? new URLSearchParams({ filter: finder.value.trim() }).toString() : "";
}

export function close(form: HTMLElement, clear: boolean = true): void {
  const finder = one(form, "finder") as HTMLInputElement | null;
  if (!finder) return;
  if (clear) finder.value = "";
  one(form, "found").hidden = true;
  one(form, "found-none").hidden = true;
}

const changed = (form: HTMLElement): void => void form.dispatchEvent(new Event("input"));

/** What a tap on a button of a chip or of what was found does; false where it is none of them. */
export function tapped(form: HTMLElement, button: HTMLElement): boolean {
  const chip = button.closest<HTMLElement>(".chip");
  if (button.dataset.give) {
    add(form, Number(button.dataset.to), button.dataset.give);
    const finder = one<HTMLInputElement>(form, "finder");
    const typed = finder.value !== "";
    finder.value = "";
    finder.focus({ preventScroll: true });
    changed(form);
    if (typed) close(form);
    else find(form); // the list stays for the next tap
  } else if (chip && button.classList.contains("chip__name")) {
    const more = chip.querySelector(".chip__more") as HTMLElement;
    more.hidden = !more.hidden;
    button.ariaExpanded = String(!more.hidden);
  } else if (chip && button.classList.contains("chip__remove")) {
    // Upgrades that a row shows have chips that nobody sees, and that take no focus.
    const others = [...(chip.parentElement as HTMLElement).children].filter((other) => other === chip || other.checkVisibility());
    const at = others.indexOf(chip);
    const next = ((others[at + 1] ?? others[at - 1])?.querySelector("button") ?? one(form, "finder")) as HTMLElement | null;
    chip.remove();
    next?.focus({ preventScroll: true });
    changed(form);
  } else if (chip && button.dataset.chipStep) {
    const field = holder(chip);
    const limit = entry(form, chip.dataset.slug ?? "")?.limit ?? 1;
    field.value = String(Math.min(limit, Math.max(1, Number(field.value) + Number(button.dataset.chipStep))));
    label(chip);
    changed(form);
  } else {
    return false;
  }
  return true;
}

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.part === "finder" && target.form) find(target.form);
});

// The keyboard of a phone, which opens after the list, leaves less room for it.
window.visualViewport?.addEventListener("resize", () => {
  for (const list of document.querySelectorAll<HTMLElement>('form [data-part="found"]:not([hidden])'))
    place(list.closest("form") as HTMLElement, list);
});

/** Where an arrow leads among what was found: by line up and down, by player sideways. */
function along(from: HTMLButtonElement, key: string): HTMLElement | undefined {
  const form = from.form as HTMLElement;
  const gives = ([...one(form, "found").querySelectorAll("[data-give]:enabled")] as HTMLButtonElement[]).filter((give) =>
    give.checkVisibility(),
  );
  const at = gives.indexOf(from);
  if (key === "ArrowLeft" || key === "ArrowRight") return gives[at + (key === "ArrowLeft" ? -1 : 1)];
  const alike = (give: HTMLElement) => give.dataset.to === from.dataset.to;
  if (key === "ArrowDown") return gives.slice(at + 1).find(alike);
  return key === "ArrowUp" ? (gives.slice(0, at).findLast(alike) ?? one<HTMLElement>(form, "finder")) : undefined;
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target instanceof HTMLButtonElement && target.dataset.give && target.form) {
    const next = (key === "Escape" ? one(target.form, "finder") : along(target, key)) as HTMLElement | undefined;
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (key === "Escape") close(target.form);
    return;
  }
  if (!(target instanceof HTMLInputElement) || target.dataset.part !== "finder" || !target.form) return;
  const first = one(target.form, "found").querySelector<HTMLElement>("[data-give]");
  if (key === "Escape" || key === "Tab") close(target.form, key === "Escape");
  if (key === "ArrowDown" && first && !one(target.form, "found").hidden) {
    event.preventDefault();
    first.focus();
  }
  if (key !== "Enter") return;
  event.preventDefault(); // the form is asked by every change
  if (target.value && first && !one(target.form, "found").hidden) tapped(target.form, first);
});

/** Whether something is a technology, card, leader or ability that has a chip. */
export const known = (slug: string): boolean => catalogue.effects.some((effect) => effect.slug === slug);
