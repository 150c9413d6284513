/** The worker of Node, dressed as one of a browser, so that the same code starts the same Python in it. */
import { parentPort } from "node:worker_threads";

// Python's loader and glue look for Node, and would read files where everything is given to them already.
process.browser = true;
process.type = "renderer";
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = class {
  static [Symbol.hasInstance](held) {
    return held === globalThis;
  }
};
globalThis.location = new URL("mecatol://runtime/");
globalThis.postMessage = (said) => parentPort.postMessage(said);

// Node imports code from data: and not from blob:. An address has to be there at once, so a script is read before it.
Response.prototype.blob = async function blob() {
  return { code: await this.text() };
};
URL.createObjectURL = ({ code }) => `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`;
URL.revokeObjectURL = () => undefined;

const { work } = await import("./worker.js");
work();
parentPort.on("message", (data) => globalThis.onmessage({ data }));
