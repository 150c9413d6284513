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
type Held = { list: any[]; unread: any[] };

/** What is under a key now. */
export function held(key: string, read: (one: any) => any, longest: number): Held {
  let text = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    return { list: [], unread: [] }; // what may not be read is not there
  }
  if (text === null) return { list: [], unread: [] };
  const found = text.length > longest ? undefined : parsed(text);
  if (!Array.isArray(found)) return { list: [], unread: [text] };
  const list = [];
  const unread = [];
  for (const raw of found) {
    const one = isMapping(raw) ? read(raw) : null;
    if (one) list.push(one);
    else unread.push(raw);
  }
  return { list, unread };
}

/** Writes a list with what cannot be read behind it; returns whether it is there afterwards. */
export function keep(key: string, list: any[], unread: any[]): boolean {
  const all = [...list, ...unread];
  const text = all.length ? JSON.stringify(all) : null;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return localStorage.getItem(key) === text;
  } catch {
    return false; // it is full, or the browser keeps nothing
  }
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

/** Puts an entry before all others of a list that are not the same; without one those are taken out. */
export function keepFirst(key: string, { list, unread }: Held, newest: any, same: (one: any) => boolean, most: number = Infinity): void {
  const others = list.filter((one) => !same(one));
  if (newest || others.length < list.length) keep(key, [...(newest ? [newest] : []), ...others].slice(0, most), unread);
}

/** What is kept as one text, the same whatever the order of its keys. */
export const told = (kept: any): string =>
  JSON.stringify(kept, (_, value) =>
    isMapping(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value,
  );
