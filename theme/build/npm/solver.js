/** What asks the worker: one question after another, each with its answer. The same in Node and in browsers. */

/** Why a scenario has no answer: `problems` name the field of each, and what is allowed there. */
export class ScenarioError extends Error {
  constructor(problems) {
    super(problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join("\n"));
    this.name = "ScenarioError";
    this.problems = problems;
  }
}

/**
 * A solver in a worker that `begin` starts once something is asked; it is given what hears the worker and what hears that
 * it has ended, and returns `{ post, end }`.
 */
export function solver(begin) {
  let thread = null;
  let end = () => undefined;
  let last = 0;
  const waiting = new Map();

  /** Ends the worker; whatever waits is rejected. The next question starts another. */
  function close(error = new Error("The solver was closed.")) {
    const lost = [...waiting.values()];
    waiting.clear();
    end(); // at once: a worker that fails to start is never ready
    end = () => undefined;
    thread = null;
    for (const { reject } of lost) reject(error);
  }

  async function started() {
    let ready = () => undefined;
    const there = new Promise((resolve) => (ready = resolve));
    const heard = (said) => {
      if (said.ready) ready();
      else if (said.failed) close(new Error(`Python could not be started: ${said.failed.message}`));
      else if (said.answer !== undefined || said.error) answered(said);
    };
    const begun = await begin(heard, (error) => close(error));
    end = begun.end;
    const { default: runtime } = await import("./bundle.js");
    begun.post({ runtime });
    await there;
    return begun;
  }

  function answered({ id, answer, error, broken }) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(`The solver has failed: ${error.message}`));
    else asked?.resolve(JSON.parse(answer));
    if (broken) close();
  }

  async function ask(question) {
    const found = await new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      thread ??= started();
      thread.then(({ post }) => post({ id, text: JSON.stringify(question) }), (error) => close(error));
    });
    if (found.errors) throw new ScenarioError(found.errors.map(({ field, message }) => ({ field, message })));
    return found;
  }

  /** Solves a scenario; rejects with a ScenarioError where it has no answer. */
  async function solve(scenario, { seconds } = {}) {
    return (await ask({ solve: scenario, seconds })).solution;
  }

  /** Reads a battle out of plain words, a link or JSON: `{ scenario, left_out, added }`. */
  async function understand(words) {
    const { scenario, left_out, added } = await ask({ paste: words });
    return { scenario, left_out, added };
  }

  return { solve, understand, close: () => close() };
}
