// Draws SVG as PNG, with the letters of given fonts alone.
//
// node cards.cjs JOB.json, where the job names
//   resvg      folder of the package @resvg/resvg-wasm
//   fonts      files of fonts
//   drawings   {path of a PNG: its SVG}
//   out        file for {"drawn": number}
"use strict";
const fs = require("node:fs");
const path = require("node:path");

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  const { initWasm, Resvg } = require(path.join(job.resvg, "index.js"));
  await initWasm(fs.readFileSync(path.join(job.resvg, "index_bg.wasm")));
  const fontBuffers = job.fonts.map((file) => new Uint8Array(fs.readFileSync(file)));
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
  for (const [file, svg] of Object.entries(job.drawings)) {
    const drawn = new Resvg(svg, { font });
    const image = drawn.render();
    const making = `${file}.${process.pid}`;
    fs.writeFileSync(making, image.asPng());
    fs.renameSync(making, file);
    image.free();
    drawn.free();
  }
  fs.writeFileSync(job.out, JSON.stringify({ drawn: Object.keys(job.drawings).length }));
}

main().catch((error) => {
  console.error(String(error?.stack ?? error).slice(-4000));
  process.exit(1);
});
