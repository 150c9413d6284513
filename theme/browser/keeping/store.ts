/**
 * A list that this device keeps for a reader, under one key. What this version of the site cannot read stays in it, and each
 * change begins with what is there now, for another tab may have changed it. What is written is read back.
 */

import { isMapping, parsed } from "./reading.js";

/** Where the battle with which a calculator was left is kept. */
export const LEFT = "mecatol.left";
/** Where battles that are played out are kept. */
export const PLAYED = "mecatol.played";

/** `unread`: entries that are none for this version; all of a text that is no list is one of them. */
type Held<Kept> = { list: Kept[]; unread: any[] };
export type Shelf<Kept = any> = ReturnType<typeof shelf<Kept>>;

/**
 * The list under a key, of at most so many entries.
 * @param read an entry as this version has it, null for one that it cannot read
 * @param longest characters of the text that are read
 */
export function shelf<Kept>(key: string, read: (one: any) => Kept | null, longest: number, most: number = Infinity) {
  /** What is there now. */
  function all(): Held<Kept> {
    let text = null;
    try {
      text = localStorage.getItem(key);
    } catch {
      // What may not be read is not there.
    }
    const found: Held<Kept> = { list: [], unread: [] };
    if (text === null) return found;
    const raw = text.length > longest ? undefined : parsed(text);
    for (const each of Array.isArray(raw) ? raw : [text]) {
      const one = isMapping(each) ? read(each) : null;
      if (one) found.list.push(one);
      else found.unread.push(each);
    }
    return found;
  }

  /** Writes a list with what cannot be read behind it; returns whether it is there afterwards. */
  function keep(list: Kept[], unread: any[] = all().unread): boolean {
    const whole = [...list, ...unread];
    const text = whole.length ? JSON.stringify(whole) : null;
    try {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return localStorage.getItem(key) === text;
    } catch {
      return false; // it is full, or the browser keeps nothing
    }
  }

  /** Puts an entry before all others that are not the same; without one those are taken out. */
  function first(newest: Kept | null, same: (one: Kept) => boolean): void {
    const { list, unread } = all();
    const others = list.filter((one) => !same(one));
    if (newest || others.length < list.length) keep([...(newest ? [newest] : []), ...others].slice(0, most), unread);
  }

  return { key, most, read, all, keep, first };
}

/** A name that nothing of a list has: the one that was wanted, or that with a number. */
export function unique(wanted: string, list: { name: string }[]): string {
  const taken = new Set(list.map(({ name }) => name));
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} (${number})`;
  return name;
}

/** A list with others behind it that it lacks, each under a name of its own, as far as they fit. */
export function joined(list: any[], others: any[], most: number = Infinity): { all: any[]; same: number; over: number } {
  const all = [...list];
  const known = new Set(list.map(told));
  const found = { all, same: 0, over: 0 };
  for (const entry of others) {
    if (known.has(told(entry))) found.same += 1;
    else if (all.length >= most) found.over += 1;
    else {
      all.push("name" in entry ? { ...entry, name: unique(entry.name, all) } : entry);
      known.add(told(entry));
    }
  }
  return found;
}

/** What is kept as one text, the same whatever the order of its keys. */
export const told = (kept: any): string =>
  JSON.stringify(kept, (_, value) =>
    isMapping(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value,
  );
