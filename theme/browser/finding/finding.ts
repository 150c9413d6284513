/**
 * Finds entries for what a player types: abbreviations, other endings, a slip of a letter, in any order.
 *
 * MiniSearch keeps the index and ranks one word; here stands how the words of a question count together. It needs no
 * page, so that the tests run it by itself.
 */

import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { folded } from "../page/words.js";

/** How much a hit in a field counts. */
const FIELDS: Record<string, number> = { title: 3, words: 1.5, place: 2, text: 1 };
/**
 * How much an entry of a kind counts, what says the rule before what applies it; and how much where a whole question is
 * asked, which is about one thing that a clause says, and seldom about a topic.
 */
const KINDS: Record<string, [number, number]> = {
  topic: [1, 0.3],
  clause: [1, 1.2],
  note: [0.8, 0.8],
  card: [0.8, 0.65],
  faction: [1.1, 0.5],
  "faction note": [0.2, 0.2],
  unit: [0.65, 0.4],
  example: [0.15, 0.05],
  calculator: [0.35, 0.35],
  page: [0.7, 0.4],
};
const WHOLE = 6; // words from which on a question is a whole one
const MOST = 50; // entries that are shown
const NEAR = 0.1; // how much more an entry counts for two words of a question that stand beside each other in it
const NEAR_WHOLE = 0.25; // the same in a whole question
const BESIDE = 2; // words from one to the next that is beside it, small ones left out
const PAIRS = 3; // so many at most count
const DOUBLED = 1.3; // how much an entry counts whose title names twice what was asked for twice
const CHUNK = 150; // entries that are indexed at a time
const LONGEST = 200; // characters of a question that are read
const AGAINST = new Set(["vs", "v", "versus", "against", "attack", "attacks", "fight", "fights", "into"]);
/** Kinds of entries that are things with a name. */
const THINGS = new Set(["card", "faction", "unit"]);
const GROUND = new Set(["infantri", "mech"]); // stems of units that fight on planets
const OTHERS = 2; // words of a battle that are neither counts nor units
const NUMBER = /\b(\d+)\.(\d+)\.?([a-h]|i{1,3})?\b/g;
const ALONE = /^(?:the |see )?(?:rule |clause |topic |section |lrr |rr |§ ?)?(\d+)(?:\.(\d+))?\.?([a-h]|i{1,3})?$/;

const stems: Map<string, string> = new Map();
/** A word without its ending. */
function stem(word: string): string {
  // What the stemmer makes of "ties", "tied" and "died" is not what it makes of "tie" and "die".
  const found = stems.get(word) ?? stemmer(/^.ie[sd]$/.test(word) ? word.slice(0, -1) : word);
  stems.set(word, found);
  return found;
}
const parts = (text: string): string[] =>
  folded(text)
    .replace(NUMBER, " ")
    .match(/[a-z0-9]+/g) ?? [];
const stemmed = (text: string): string[] => parts(text).map(stem);

/** What the index keeps of a text: each word, and names with a hyphen as one word too. */
const tokens = (text: string): string[] => [
  ...parts(text),
  ...(folded(text).match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? []).map((word) => word.replaceAll("-", "")),
];

/** A title of its own; that of a note may be no more than the beginning of its text. */
const named = ({ title, text }: MecatolEntry): string => (text.startsWith(title.replace(/ …$/, "")) ? "" : title);

/** Every word that differs by two letters that changed places. */
const swapped = (word: string): string[] =>
  [...word].slice(1).map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));

/** An entry that answers a question, and the words of the index that it was found by; `itself`: the question is its name and no more. */
export type Hit = { entry: MecatolEntry; terms: string[]; itself?: boolean };
export type Finder = Awaited<ReturnType<typeof finder>>;

/** The finder of a site, once it has made its index; the page can be used meanwhile. */
export async function finder(data: MecatolEntries) {
  const ignored = new Set(data.ignored.map(folded));
  const index = new MiniSearch({
    fields: [...Object.keys(FIELDS)],
    tokenize: tokens,
    processTerm: stem,
    searchOptions: { boost: FIELDS },
  });
  const documents = data.entries.map((entry, id) => ({ ...entry, id, title: named(entry) }));
  await index.addAllAsync(documents, { chunkSize: CHUNK });
  /** The words of a text that say something, one after another, without their endings. */
  const sequence = (text: string): string[] => parts(text).flatMap((word) => (ignored.has(word) ? [] : stem(word)));
  /** The words of each title. */
  const titles = data.entries.map((entry) => new Set(sequence(named(entry))));

  /** How much of an entry's title was asked for, from 0 to 1. */
  function share(id: number, terms: string[]): number {
    const title = titles[id];
    return title.size ? new Set(terms.filter((term) => title.has(term))).size / title.size : 0;
  }

  /** Whether a title names one of these words twice. */
  function doubles(entry: MecatolEntry, terms: Set<string>): boolean {
    const title = sequence(named(entry));
    return title.some((word, at) => terms.has(word) && title.indexOf(word) < at);
  }

  /** How many pairs of these words stand beside each other in an entry. */
  function pairs(entry: MecatolEntry, terms: string[]): number {
    const wanted = new Set(terms);
    const found: Set<string> = new Set();
    let last = "";
    let since = 0; // words from the last one that was wanted
    for (const word of wanted.size > 1 ? sequence(`${named(entry)} ${entry.text}`) : []) {
      since += 1;
      if (!wanted.has(word)) continue;
      if (last && last !== word && since <= BESIDE) found.add(last < word ? `${last} ${word}` : `${word} ${last}`);
      last = word;
      since = 0;
    }
    return Math.min(found.size, PAIRS);
  }

  /** The words of a question that say something; all of them where none does. */
  function asked(question: string): string[] {
    const typed = parts(question);
    const said = typed.filter((word) => !ignored.has(word));
    return said.length ? said : typed;
  }

  /** What players type to what the texts say, by the stems of its words. */
  const meanings: Map<string, string[][]> = new Map();
  const means = (typed: string, meant: string[]): void => {
    const words = meant.map(stemmed);
    meanings.set(asked(typed).map(stem).join(" "), words);
    meanings.set(asked(typed).join(" "), words);
  };
  // Names of two or three words, typed as one: "warsun".
  for (const { kind, title } of data.entries) {
    const words = parts(title);
    if (["topic", "card", "unit", "faction"].includes(kind) && words.length > 1 && words.length < 4) means(words.join(""), [title]);
  }
  for (const [typed, meant] of Object.entries(data.words)) means(typed, meant);
  const longest = Math.max(...[...meanings.keys()].map((key) => key.split(" ").length));

  /** Scores by entry for one word of a question. */
  type Scores = Map<number, { score: number; terms: string[] }>;

  function ask(word: string, options: object): Scores {
    const found = index.search(word, { tokenize: (text: string) => [text], processTerm: (term: string) => term, ...options });
    return new Map(found.map(({ id, score, match }) => [id, { score, terms: Object.keys(match) }]));
  }

  /** One word: as it stands or as a beginning; else with letters swapped, else with one wrong, else with two. */
  function single(word: string): Scores {
    const exact = ask(word, { prefix: word.length > 2, weights: { fuzzy: 0.5, prefix: 0.7 } });
    if (exact.size || word.length < 4 || /^\d+$/.test(word)) return exact.size ? exact : ask(word, { prefix: word.length > 1 });
    for (const other of swapped(word)) {
      const found = ask(stem(other), { prefix: true });
      if (found.size) return found;
    }
    const one = ask(word, { prefix: true, fuzzy: 1 });
    return one.size || word.length < 6 ? one : ask(word, { prefix: true, fuzzy: 2 });
  }

  /** All of these words. */
  function all(words: string[]): Scores {
    const several = words.map(single);
    const found: Scores = new Map();
    for (const id of several[0]?.keys() ?? []) {
      const hits = several.flatMap((scores) => scores.get(id) ?? []);
      if (hits.length < words.length) continue;
      const sum = hits.reduce((total, { score }) => total + score, 0);
      found.set(id, { score: sum / words.length, terms: hits.flatMap(({ terms }) => terms) });
    }
    return found;
  }

  /** The better of several scores. */
  function best(several: Scores[]): Scores {
    const found: Scores = new Map();
    for (const scores of several) {
      for (const [id, one] of scores) {
        const other = found.get(id);
        found.set(id, { score: Math.max(one.score, other?.score ?? 0), terms: [...one.terms, ...(other?.terms ?? [])] });
      }
    }
    return found;
  }

  /** Words that say little, and how much of it. */
  const small = new Set(data.small.map(folded));
  const LITTLE = 0.5;
  const DETAIL = 0.85; // what a clause with a letter counts beside the clause that it belongs to
  /** What a thing is as well, by the stem of its name: a cruiser is a ship. */
  const broader = new Map(Object.entries(data.broader).map(([name, kinds]) => [stemmed(name).join(" "), kinds]));
  const BROADER = 0.7; // how much of it counts, where a rule speaks of all ships and not of that one

  /** What one word or name means, and with less weight what it is. */
  function widened(slice: string[], literal: Scores): Scores {
    const kinds = (broader.get(slice.map(stem).join(" ")) ?? []).map((kind) => all(stemmed(kind)));
    const less: Scores = new Map([...best(kinds)].map(([id, one]) => [id, { ...one, score: one.score * BROADER }]));
    return kinds.length ? best([literal, less]) : literal;
  }

  /** What is meant by words that are typed together, if anything is known of them. */
  const meaning = (words: string[]): string[][] | undefined => meanings.get(words.join(" ")) ?? meanings.get(words.map(stem).join(" "));

  /** The groups of a question: what is typed together, and everything that it can mean. */
  function groups(question: string, whole: boolean): { said: string; scores: Scores; weight: number }[] {
    const little = whole ? LITTLE : 1;
    const words = asked(question);
    const found = [];
    for (let at = 0; at < words.length; ) {
      const slice = words.slice(at, at + longest);
      while (slice.length > 1 && !meaning(slice)) slice.pop();
      const meant = meaning(slice);
      const stems = slice.map(stem);
      const literal = meant && stems.length === 1 ? ask(stems[0], {}) : all(stems);
      const scores = meant ? best([literal, ...meant.map(all)]) : literal;
      found.push({
        said: stems.join(" "),
        scores: whole ? widened(slice, scores) : scores,
        weight: slice.every((other) => small.has(other)) ? little : 1,
      });
      at += slice.length;
    }
    return found;
  }

  /** Entries by number: itself, then what stands under it. */
  function numbered(pieces: string[]): Hit[] {
    const number = pieces.filter(Boolean).join(".");
    const itself = data.entries.filter((entry) => number && entry.number === number);
    const under = data.entries.filter((entry) => number && entry.number.startsWith(`${number}.`));
    return [...itself, ...under].map((entry) => ({ entry, terms: [] }));
  }

  /** What calculators are asked, each question as the stems of its words. */
  const questions = Object.entries(data.questions).flatMap(([id, asks]) => {
    const entry = data.entries.find((one) => one.id === id);
    return entry ? asks.map((ask) => ({ entry, words: stemmed(ask) })) : [];
  });
  /** The calculators that answer a question: all words of what they are asked stand in it, in their order. */
  function calculators(said: string[]): Set<MecatolEntry> {
    const fitting = questions.filter(({ words }) => {
      let at = 0;
      return words.every((word) => (at = said.indexOf(word, at) + 1) > 0);
    });
    const most = Math.max(...fitting.map(({ words }) => words.length));
    return new Set(fitting.filter(({ words }) => words.length === most).map(({ entry }) => entry));
  }

  /** The unit that one word or two name, as players call it; empty for another word. */
  function unitOf(words: string): string {
    const typed = words.split(" ");
    const meant = [typed.map(stem), ...(meaning(typed) ?? [])].map((one) => one.join(" "));
    return meant.find((one) => broader.has(one)) ?? "";
  }
  /** What one side of a battle says: its units, and how many words are neither units nor counts. */
  function sideOf(words: string[]): { units: string[]; rest: number } {
    const units = [];
    let rest = 0;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      const pair = unitOf(`${word} ${words[at + 1] ?? ""}`);
      const unit = pair || unitOf(word);
      if (unit) units.push(unit);
      else if (!/^\d+$/.test(word) && !ignored.has(word) && !callers.has(word)) rest += 1;
      if (pair) at += 1;
    }
    return { units, rest };
  }
  /** Both sides of a battle in words: units on both sides of "vs"; null where it is none. */
  function sides(said: string[]): ReturnType<typeof sideOf>[] | null {
    const at = said.findIndex((word) => AGAINST.has(word));
    const found = [sideOf(said.slice(0, Math.max(at, 0))), sideOf(said.slice(at + 1))];
    return found.every(({ units }) => units.length) ? found : null;
  }
  /** The calculator for a battle in words with little else. */
  function battle(said: string[]): Set<MecatolEntry> {
    const [one, other] = sides(said) ?? [];
    const counted = said.some((word) => /^\d{1,2}$/.test(word));
    if (!counted || !one || one.rest + other.rest > OTHERS) return new Set();
    const ground = [...one.units, ...other.units].every((unit) => GROUND.has(unit));
    const entry = data.entries.find(({ id }) => id === `calculator:${ground ? "ground" : "space"}-combat`);
    return new Set(entry ? [entry] : []);
  }

  /** Words that call one faction alone, to its name. */
  const callers: Map<string, string> = new Map();
  for (const { kind, title, words } of data.entries) {
    if (kind === "faction")
      for (const word of new Set(parts(words))) if (word.length > 1) callers.set(word, callers.has(word) ? "" : folded(title));
  }
  /** The flagship or the mech of a faction that is named with it. */
  function units(said: string[]): Set<MecatolEntry> {
    const types = ["flagship", "mech"].filter((type) => said.some((word) => stem(word) === stem(type)));
    const places = new Set(said.flatMap((word) => types.map((type) => `${callers.get(word)} › ${type}`)));
    return new Set(data.entries.filter(({ kind, place }) => kind === "unit" && places.has(folded(place))));
  }

  function find(question: string): Hit[] {
    const text = folded(question).trim().slice(0, LONGEST);
    const [, ...alone] = ALONE.exec(text) ?? [];
    const sole = numbered(alone);
    if (sole.length) return sole.slice(0, MOST);
    const numbers = [...text.matchAll(NUMBER)].flatMap(([, ...number]) => numbered(number));
    const said = parts(text);
    const whole = said.length >= WHOLE;
    const words = groups(text, whole);
    const found: Map<number, { score: number; weight: number; words: number; terms: string[] }> = new Map();
    let total = 0;
    /** What the question names twice. */
    const twice: Set<string> = new Set();
    for (const [at, { said: typed, scores: word, weight: counts }] of words.entries()) {
      if (words.findIndex((other) => other.said === typed) < at)
        for (const { terms } of word.values()) terms.forEach((term) => twice.add(term));
      const weight = word.size && counts * Math.log(1 + data.entries.length / word.size); // a rare word says more
      total += weight;
      for (const [id, { score, terms }] of word) {
        const sum = found.get(id) ?? { score: 0, weight: 0, words: 0, terms: [] };
        found.set(id, {
          score: sum.score + counts * score,
          weight: sum.weight + weight,
          words: sum.words + 1,
          terms: [...sum.terms, ...terms],
        });
      }
    }
    let ranked = [...found].map(([id, { score, weight, words: matched, terms }]) => {
      const entry = data.entries[id];
      const titled = share(id, terms);
      const exact = titled === 1 && matched === words.length && titles[id].size >= matched ? 1.5 : 1;
      // A faction by the name that players call it by, though a planet may have the same.
      const called = entry.kind === "faction" && ` ${folded(entry.words)} `.includes(` ${text} `) ? 2 : 1;
      const begun = text.length > 5 && folded(entry.title).startsWith(`${text} `) ? 2 : 1;
      const named = entry.kind === "card" ? (0.4 + 0.6 * titled) * begun : 1; // who looks for a card knows its name
      return {
        entry,
        terms,
        score:
          score *
          (weight / total) ** 2.7 *
          (whole ? 0.5 + 0.3 * titled : 0.7 + 0.6 * titled) *
          exact *
          called *
          named *
          KINDS[entry.kind][Number(whole)] *
          (whole && /[a-z]$/.test(entry.number) ? DETAIL : 1) *
          (twice.size && doubles(entry, twice) ? DOUBLED : 1),
      };
    });
    // What stands beside each other in the question and in a text belongs together; only the best are looked at, for it takes time.
    ranked.sort((one, other) => other.score - one.score);
    ranked = ranked.slice(0, 2 * MOST);
    for (const hit of ranked) hit.score *= 1 + (whole ? NEAR_WHOLE : NEAR) * pairs(hit.entry, hit.terms);
    const fought = battle(said);
    const asking = fought.size ? fought : calculators(said.map(stem));
    const worked = asking.size ? asking : units(said);
    for (const hit of ranked) hit.score += worked.has(hit.entry) ? 1000 : 0;
    for (const entry of worked) if (!ranked.some((hit) => hit.entry === entry)) ranked.push({ entry, terms: [], score: 1000 });
    ranked.sort((one, other) => other.score - one.score);
    const rest = ranked.filter(({ entry }) => !numbers.some((hit) => hit.entry === entry));
    const hits: Hit[] = [...numbers, ...rest].slice(0, MOST);
    if (hits[0] && THINGS.has(hits[0].entry.kind)) hits[0] = { ...hits[0], itself: names(hits[0].entry, said) };
    return hits;
  }

  /** Whether words are what a thing is called, and no more. */
  function names({ title, kind, words }: MecatolEntry, said: string[]): boolean {
    const called = [title, title.replace(/^The /, ""), title.split(": ")[0] ?? ""].map((one) => stemmed(one).join(" "));
    const asked = [said.map(stem), ...(meanings.get(said.join(" ")) ?? [])].map((one) => one.join(" "));
    return asked.some((one) => called.includes(one)) || (kind === "faction" && ` ${folded(words)} `.includes(` ${said.join(" ")} `));
  }

  return {
    find,
    /** Whether a question looks like a battle in words, which Python is to read. */
    fights: (question: string): boolean => sides(parts(folded(question).slice(0, LONGEST))) !== null,
    stem: (word: string): string => stem(parts(word)[0] ?? ""),
  };
}
