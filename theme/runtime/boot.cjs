// Boots Pyodide in Node for the build and the tests, and writes down what Python answers.
//
// node boot.cjs JOB.json, where the job names
//   pyodide    folder with pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm and python_stdlib.zip
//   stdlib     another archive with the standard library, if it is not that one
//   lock       contents of the lock file
//   files      {path inside: path outside}, copied before Python starts
//   folders    {path inside: path outside}, mounted, so that Python sees the disk
//   path       what PYTHONPATH holds inside
//   pack       file with a packed snapshot to start from instead, and
//   wear       the script that knows how (theme/browser/asking/snapshot.js)
//   packages   names from the lock file to load, whose files lie in the folder "base"
//   entry      module with answer(text) -> text, or null
//   questions  texts for answer()
//   code       Python to run at the end; its last expression is a text
//   out        file for {"answers": […], "result": "…"}
// An uncaught error in Node prints the line it happened in, and the glue is one line of a megabyte: hence the catch.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const url = require("node:url");

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  globalThis.require = require; // the loader would import "ws" otherwise, which nothing here needs
  const { loadPyodide } = await import(url.pathToFileURL(path.join(job.pyodide, "pyodide.mjs")).href);
  const snapshot = {};
  if (job.pack) {
    await import(url.pathToFileURL(path.join(job.pyodide, "pyodide.asm.js")).href);
    const wear = await import(url.pathToFileURL(job.wear));
    const { factory, memory } = wear.snapshot(globalThis._createPyodideModule, fs.readFileSync(job.pack));
    globalThis._createPyodideModule = factory;
    snapshot._loadSnapshot = memory;
  }
  const pyodide = await loadPyodide({
    ...snapshot,
    indexURL: job.pyodide,
    ...(job.stdlib && { stdLibURL: job.stdlib }),
    lockFileContents: job.lock,
    packageBaseUrl: job.base ?? "./",
    env: { HOME: "/home/pyodide", PYTHONPATH: job.path },
    fsInit: async (FS) => {
      for (const [inside, outside] of Object.entries(job.files ?? {})) FS.writeFile(inside, fs.readFileSync(outside));
    },
  });
  for (const [inside, outside] of Object.entries(job.folders ?? {})) {
    pyodide.FS.mkdirTree(inside);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: outside }, inside);
  }
  if (job.packages) await pyodide.loadPackage(job.packages, { messageCallback: () => {} });
  const answers = [];
  if (job.entry) {
    const entry = pyodide.pyimport(job.entry);
    for (const question of job.questions) answers.push(entry.answer(question));
    try {
      entry.answer(); // raises, so that what Python needs to describe an error is seen as well
    } catch {
      // as it should
    }
  }
  const result = job.code ? pyodide.runPython(job.code) : "";
  fs.writeFileSync(job.out, JSON.stringify({ answers, result }));
}

main().catch((error) => {
  console.error(String(error?.message ?? error).slice(-4000));
  process.exit(1);
});
