/**
 * A piece of this site in somebody else's page: a calculator, a clause or a card. It shows what its address names, or what
 * the page around it asks by `postMessage`, and tells that page its size and each solution. The page "Data" describes the
 * messages; each has `mecatol: 1`. Only the page around is heard, and what it sends is read as strangers' text is.
 */

import * as address from "./keeping/address.js";
import * as reading from "./keeping/reading.js";
import * as markup from "./page/markup.js";
import { enable, one, write } from "./page/parts.js";
import { reason, unanswered } from "./asking/failing.js";
import { python } from "./asking/runtime.js";

const VERSION = 1;
const LONGEST = 20_000; // characters of what is sent or typed; solver/mecatol/paste/taking.py
const SECONDS = 60;
const NAME = 100; // characters of a clause's number or a card's name

const place = document.querySelector("[data-embed]") as HTMLElement;
const kind = place.dataset.embed ?? "";
const root = place.dataset.root ?? "";
const pages: Record<string, string> = reading.parsed(place.dataset.pages ?? "{}");
const around = window.parent === window ? null : window.parent;

/** The question whose answer is awaited. */
let newest: object | null = null;

const tell = (said: object, origin: string = "*"): void => around?.postMessage({ mecatol: VERSION, ...said }, origin);

/** Leads to the same on this site, in a tab of its own. */
function whole(href: string): void {
  one<HTMLAnchorElement>(place, "whole").href = new URL(root + href, location.href).href;
}

const plainly = (problems: MecatolProblem[]): string =>
  problems.map(({ field, message }) => `${field ? `${field}: ` : ""}${message}`).join(" ");

/** Says why there is no answer; the one before goes, for it is to another battle. */
function refuse(words: string) {
  write(one(place, "said"), words);
  for (const part of ["sides", "brief"]) one(place, part).replaceChildren();
  whole("");
}

/** Solves a case and shows it. @returns what is told of it */
async function solve(scenario: any): Promise<object> {
  newest = scenario;
  const said = one(place, "said");
  write(said, "Solving…");
  const answer = await python.ask({ solve: scenario, seconds: SECONDS }).catch(unanswered); // whoever asked twice gets both
  if (newest === scenario) {
    if (answer.errors) refuse(plainly(answer.errors));
    else {
      write(said, "");
      markup.fill(one(place, "sides"), answer.html);
      markup.fill(one(place, "brief"), answer.brief);
      whole((pages[scenario.step] ?? "") + address.written(scenario.step, scenario));
    }
  }
  if (answer.errors) return { type: "problem", problems: answer.errors.map(({ field, message }: MecatolProblem) => ({ field, message })) };
  return { type: "solution", scenario: answer.solution.scenario, solution: answer.solution };
}

/** Reads a battle in words, and solves it. */
async function read(words: string) {
  const mine = (newest = { words });
  const said = one(place, "said");
  write(said, "Reading…");
  const found = await python.ask({ ask: words.slice(0, LONGEST) }, { wanted: () => newest === mine }).catch((error) => {
    if (newest === mine) throw error;
  });
  if (newest !== mine) return;
  if (!found.scenario) {
    refuse((found.unknown ?? ["Type a battle, such as 3 cruisers vs 2 dreadnoughts."]).join(" "));
    return;
  }
  const answer = await solve(found.scenario);
  if (found.unknown.length) write(said, `Not understood: ${found.unknown.join(" ")}`);
  tell(answer);
}

/** The records of a file of data, fetched once. */
const fetched: Map<string, Promise<any[]>> = new Map();

function records(name: string): Promise<any[]> {
  const coming = fetched.get(name) ?? fetch(`${root}data/${name}.json`).then(async (came) => reading.parsed(await came.text())[name]);
  fetched.set(name, coming);
  coming.catch(() => fetched.delete(name)); // it is asked for again
  return coming;
}

const plain = (word: unknown) =>
  String(word)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, " ")
    .trim();

/** Shows a clause by its number, or a card or term by its name. */
async function look(wanted: string): Promise<object> {
  newest = { wanted };
  const of = kind === "clause" ? "clauses" : "terms";
  const word = plain(wanted.slice(0, NAME));
  const found = (await records(of)).find(({ id, name, aliases = [] }) =>
    (kind === "clause" ? [id] : [name, id.replace(/^[a-z]+:/, ""), ...aliases]).some((each) => plain(each) === word),
  );
  if (!found) {
    const message = `There is no ${kind} “${wanted.slice(0, NAME)}”.`;
    write(one(place, "said"), message);
    return { type: "problem", problems: [{ field: kind, message }] };
  }
  write(one(place, "said"), "");
  write(one(place, "title"), kind === "clause" ? `${found.id} ${found.title}` : found.name);
  write(one(place, "text"), kind === "clause" ? found.text : found.sentence);
  whole(found.page);
  return { type: "shown", [kind]: found.id, page: new URL(root + found.page, location.href).href };
}

/** What the page around asks: a case for a calculator, a clause, or a card. */
async function asked(data: any): Promise<object> {
  if (!able) return { type: "problem", problems: [{ field: "", message: one(place, "idle").textContent }] };
  if (kind !== "calculator")
    return typeof data[kind] === "string" ? look(data[kind]) : { type: "problem", problems: [{ field: kind, message: "must be a text" }] };
  const text = JSON.stringify(data.scenario) ?? "";
  if (text.length > LONGEST) return { type: "problem", problems: [{ field: "scenario", message: `is longer than ${LONGEST} characters` }] };
  const { value, refused } = reading.scenario(reading.parsed(text || "null"));
  return refused.length ? { type: "problem", problems: refused } : solve(value);
}

addEventListener("message", async ({ source, origin, data }) => {
  if (!around || source !== around || data === null || typeof data !== "object" || data.mecatol !== VERSION || data.type !== "ask") return;
  const id = ["string", "number"].includes(typeof data.id) ? String(data.id).slice(0, NAME) : "";
  const answer = await asked(data).catch((error) => ({ type: "problem", problems: unanswered(error).errors }));
  tell({ ...answer, id }, origin === "null" ? "*" : origin);
});

/** What the address names: `#1/…`, `#calc=…` or `#ask=…` for a calculator, `#clause=77.3`, `#card=Direct%20Hit`. */
function arrive() {
  const { hash } = location;
  const [, name = "", said = ""] = /^#(ask|clause|card)=(.*)$/s.exec(hash.slice(0, LONGEST)) ?? [];
  let words = "";
  try {
    words = decodeURIComponent(said);
  } catch {
    // It may have been cut off: then nothing is asked.
  }
  if (kind !== "calculator") {
    if (name === kind && words) look(words).catch(failed);
    return;
  }
  const found = address.read(hash);
  if (found?.refused) write(one(place, "said"), plainly(found.refused));
  else if (found?.scenario) solve(found.scenario).then(tell, failed);
  else if (name === "ask" && words) {
    one<HTMLTextAreaElement>(place, "words").value = words.slice(0, LONGEST);
    read(words).catch(failed);
  }
}

const failed = (error: unknown) => write(one(place, "said"), reason(error));

// Without an origin of its own, as in a sandboxed frame, a page may start no worker, in which everything is solved.
const able = kind !== "calculator" || origin !== "null" || location.protocol === "file:";
if (able) one(place, "idle").remove();

if (kind === "calculator" && able) {
  one(place, "form").addEventListener("submit", (event) => {
    event.preventDefault();
    read(one<HTMLTextAreaElement>(place, "words").value).catch(failed);
  });
  one(place, "words").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    one<HTMLFormElement>(place, "form").requestSubmit();
  });
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const scheme = () => document.body.setAttribute("data-md-color-scheme", dark.matches ? "slate" : "default");
dark.addEventListener("change", scheme);
scheme();
if (able) enable(place);
new ResizeObserver(() => tell({ type: "size", height: Math.ceil(place.getBoundingClientRect().bottom + scrollY) })).observe(place);
if (able) window.addEventListener("hashchange", arrive);
tell({ type: "ready", kind });
if (able) setTimeout(arrive); // once what the build shares between scripts is there
