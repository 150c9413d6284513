/** Searches that take long: Python is asked a slice at a time, in the worker that works out what nobody waits for. */

import { one, write } from "../page/parts.js";
import { reason } from "./failing.js";
import { background } from "./runtime.js";

const PATIENCE = 2000; // ms that a slice that nobody wants any more may still take before Python is ended

/** What is being worked out now. */
let running: { wanted: () => boolean; over: Promise<any> } | null = null;

/** Waits for a slice that nobody wants any more, but not for long: one may be a long search. */
async function past() {
  if (!running || running.wanted()) return;
  const { over } = running;
  await Promise.race([over.catch(() => null), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  // While Python starts, the slice has not begun.
  if (running?.over === over && background.state === "busy") background.stop();
}

/** One slice of an answer. */
export async function slice(question: object, wanted: () => boolean): Promise<any> {
  await past();
  const over = background.ask(question, { wanted });
  const mine = { wanted, over };
  running = mine;
  try {
    return await over;
  } finally {
    if (running === mine) running = null;
  }
}

/** Asks a question, as it is by then, until all of its answer is there or nobody wants it any more; gives what has come each time. */
export async function* slices(question: () => object, wanted: () => boolean): AsyncGenerator<any> {
  for (let over = false; !over; ) {
    const answer = await slice(question(), wanted);
    if (!wanted()) return;
    yield answer;
    over = Boolean(answer.over || answer.errors);
  }
}

/**
 * A search of a page: with a bar, a line that says how far it is, and a button that stops it.
 * @param said the line
 * @param back where the focus goes as “Stop” goes away
 */
export function searching(page: HTMLElement, said: HTMLElement, back: () => HTMLElement | null | undefined) {
  /** What is searched for; another search, or none, takes its place. */
  let newest: object | null = null;

  function busy(now: boolean): void {
    one(page, "progress").hidden = !now;
    const stop = one(page, "stop");
    if (!now && stop === document.activeElement) back()?.focus();
    stop.hidden = !now;
  }

  /** Nothing is searched for any more. */
  function end() {
    newest = null;
    busy(false);
  }

  return {
    end,
    /** Searches; `heard` shows what a slice has found, and says how far it is. */
    async begin(question: object, heard: (answer: any) => string): Promise<void> {
      const mine = {};
      newest = mine;
      busy(true);
      write(said, "Starting…");
      try {
        for await (const answer of slices(
          () => question,
          () => newest === mine,
        )) {
          if (!answer.errors) Object.assign(one(page, "progress"), { value: answer.done, max: Math.max(answer.of, 1) });
          write(said, heard(answer));
        }
      } catch (error) {
        if (newest === mine) write(said, reason(error));
      }
      if (newest === mine) end();
    },
    stop() {
      end();
      write(said, `${said.textContent} Stopped.`);
      void past();
    },
  };
}
