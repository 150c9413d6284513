/** Exact odds for Twilight Imperium: Fourth Edition, in Node. */
import { Worker } from "node:worker_threads";
import { ScenarioError, solver } from "./solver.js";

const begin = (heard, ended) => {
  const worker = new Worker(new URL("./node-thread.js", import.meta.url));
  worker.unref(); // a program that waits for no answer may end
  let waiting = 0;
  worker.on("message", (said) => {
    heard(said);
    if (said.ready || said.answer !== undefined || said.error) waiting -= 1;
    if (waiting <= 0) worker.unref();
  });
  worker.on("error", ended);
  const post = (said) => {
    waiting += 1;
    worker.ref();
    worker.postMessage(said);
  };
  return { post, end: () => worker.terminate() };
};

export const { solve, understand, close } = solver(begin);
export { ScenarioError };
