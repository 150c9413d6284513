// Makes the display face of the site: a variable font with no letters and weights but those that are wanted, as WOFF2.
//
// node face.cjs JOB.json, where the job names
//   subset      harfbuzz-subset.wasm of the package harfbuzzjs
//   wawoff2     folder of the package wawoff2
//   font        the font, WOFF2
//   letters     all characters that stay
//   features    tags of the OpenType features that stay
//   weights     [lightest, heaviest] of its axis of weights
//   out         file for {"font": base64, "metrics": {…}}, the metrics in parts of an em
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const NAME_IDS = 3; // hb_subset_sets_t
const LAYOUT_FEATURES = 6;

const tag = (text) => [...text].reduce((sum, letter) => (sum << 8) | letter.charCodeAt(0), 0) >>> 0;

/** The metrics that a fallback face has to match. */
function metrics(data) {
  const tables = {};
  for (let at = 12; at < 12 + 16 * data.readUInt16BE(4); at += 16) tables[data.toString("latin1", at, at + 4)] = data.readUInt32BE(at + 8);
  const em = data.readUInt16BE(tables.head + 18);
  const [ascent, descent, gap] = [4, 6, 8].map((at) => data.readInt16BE(tables.hhea + at) / em);
  return { ascent, descent: -descent, gap };
}

async function main() {
  const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
  const decompress = require(path.join(job.wawoff2, "decompress.js"));
  const compress = require(path.join(job.wawoff2, "compress.js"));
  const whole = Buffer.from(await decompress(fs.readFileSync(job.font)));
  const none = new Proxy({}, { get: () => new Proxy({}, { get: () => () => 0 }) }); // it asks its host for nothing that counts
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(job.subset), none);
  const hb = instance.exports;
  const place = hb.malloc(whole.length);
  new Uint8Array(hb.memory.buffer).set(whole, place);
  const blob = hb.hb_blob_create(place, whole.length, 2, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const letters = hb.hb_subset_input_unicode_set(input);
  for (const letter of job.letters) hb.hb_set_add(letters, letter.codePointAt(0));
  const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES);
  hb.hb_set_clear(features);
  for (const feature of job.features) hb.hb_set_add(features, tag(feature));
  hb.hb_set_clear(hb.hb_subset_input_set(input, NAME_IDS));
  if (!hb.hb_subset_input_set_axis_range(input, face, tag("wght"), ...job.weights, NaN)) throw new Error("the font has no such weights");
  const made = hb.hb_subset_or_fail(face, input);
  if (!made) throw new Error("HarfBuzz makes no font of these letters");
  const result = hb.hb_face_reference_blob(made);
  const [from, length] = [hb.hb_blob_get_data(result, 0), hb.hb_blob_get_length(result)];
  const small = Buffer.from(new Uint8Array(hb.memory.buffer, from, length));
  const packed = Buffer.from(await compress(small));
  fs.writeFileSync(job.out, JSON.stringify({ font: packed.toString("base64"), metrics: metrics(small) }));
}

main().catch((error) => {
  console.error(String(error?.message ?? error).slice(-4000));
  process.exit(1);
});
