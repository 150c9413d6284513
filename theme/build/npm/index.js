/** Exact odds for Twilight Imperium: Fourth Edition, in a browser. */
import { ScenarioError, solver } from "./solver.js";

const begin = (heard, ended) => {
  const worker = new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => ended(new Error(event.message || "The worker could not be started."));
  return { post: (said) => worker.postMessage(said), end: () => worker.terminate() };
};

export const { solve, understand, close } = solver(begin);
export { ScenarioError };
