// Makes the packed snapshot: boots the lean parts in Node, imports everything that an answer takes, clears away what is no
// longer used, and writes down the memory. Nothing in it may differ from one build to the next: hence the constants.
//
// node snapshot.cjs JOB.json, where the job names
//   pyodide    folder with the parts of the bundle
//   lock       contents of the lock file
//   files      {path inside: path outside}, copied before Python starts
//   entry      the module that the worker calls
//   code       Python to run once it is imported
//   pack       file for the packed snapshot, whose format is that of theme/browser/asking/snapshot.js
//   out        file for {"size": bytes of memory, "kept": blocks that travel}
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const url = require("node:url");
const crypto = require("node:crypto");

const BLOCK = 1024;
const NOW = 1577836800000; // 2020-01-01
const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

process.argv[1] = "/snapshot";
for (const name of Object.keys(process.env)) delete process.env[name];
Date.now = () => NOW;
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [NOW]));
  }
};
performance.now = () => 0;
process.hrtime = Object.assign(() => [0, 0], { bigint: () => 0n });
globalThis.crypto.getRandomValues = (array) => array.fill(7);
crypto.randomFillSync = (array) => array.fill(7);

/** Zeroes what is free: blocks that were used once, found by asking for them as long as they lie below what is in use. */
function scrub({ _PyMem_RawMalloc: take, _PyMem_RawFree: give, HEAPU8 }) {
  let end = HEAPU8.length;
  while (end && !HEAPU8[end - 1]) end -= 1;
  const held = [];
  let size = 1 << 22;
  while (size > (HEAPU8.length - end) / 2) size >>= 1; // memory must not grow: it would travel whole
  for (; size >= 64; size >>= 1) {
    for (;;) {
      const at = take(size);
      if (at + size > end) {
        give(at);
        break;
      }
      HEAPU8.fill(0, at, at + size);
      held.push(at);
    }
  }
  held.reverse().forEach((at) => give(at));
}

function packed(snapshot, first) {
  const [, offset, length] = new Uint32Array(snapshot.buffer, 0, 3);
  const config = JSON.parse(new TextDecoder().decode(snapshot.subarray(48, 48 + length)));
  const memory = snapshot.subarray(offset);
  let fresh = first.length;
  while (fresh && !first[fresh - 1]) fresh -= 1;
  fresh = Math.ceil(fresh / BLOCK) * BLOCK;
  const bits = new Uint8Array(memory.length / BLOCK / 8);
  const blocks = [];
  for (let block = 0; block < memory.length / BLOCK; block += 1) {
    const piece = memory.slice(block * BLOCK, (block + 1) * BLOCK);
    if (block * BLOCK < fresh) for (let at = 0; at < BLOCK; at += 1) piece[at] ^= first[block * BLOCK + at];
    if (!piece.some((byte) => byte)) continue;
    bits[block >> 3] |= 1 << (block & 7);
    blocks.push(piece);
  }
  const head = Buffer.from(JSON.stringify({ size: memory.length, fresh, config }));
  const before = Buffer.alloc(4);
  before.writeUInt32LE(head.length);
  return { size: memory.length, kept: blocks.length, bytes: Buffer.concat([before, head, bits, ...blocks]) };
}

async function main() {
  globalThis.require = require;
  let first = null;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (source, imports) => {
    const made = await instantiate(source, imports);
    if (imports?.env?.memory) first = new Uint8Array(imports.env.memory.buffer.slice(0));
    return made;
  };
  const { loadPyodide } = await import(url.pathToFileURL(path.join(job.pyodide, "pyodide.mjs")).href);
  const pyodide = await loadPyodide({
    _makeSnapshot: true,
    indexURL: job.pyodide,
    lockFileContents: job.lock,
    packageBaseUrl: "./",
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
    fsInit: async (FS) => {
      for (const [inside, outside] of Object.entries(job.files)) FS.writeFile(inside, fs.readFileSync(outside));
    },
  });
  pyodide.pyimport(job.entry).destroy();
  pyodide.runPython(job.code);
  scrub(pyodide._module);
  const { size, kept, bytes } = packed(pyodide.makeMemorySnapshot(), first);
  fs.writeFileSync(job.pack, bytes);
  fs.writeFileSync(job.out, JSON.stringify({ size, kept }));
}

main().catch((error) => {
  console.error(String(error?.stack ?? error).slice(-4000));
  process.exit(1);
});
