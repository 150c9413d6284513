/** What maps in the browser are drawn of: hexes with flat tops, what lies in them, units. theme/drawing/hexes.py draws the same at build time. */

import { drawn } from "../page/parts.js";
import * as systems from "./systems.js";

export const SIZE = 38; // from the middle of a hex to a corner; theme/drawing/hexes.py
export const ANOMALIES = ["asteroid-field", "gravity-rift", "nebula", "supernova"];
const LETTERS = new Map([["alpha", "α"], ["beta", "β"], ["gamma", "γ"], ["delta", "δ"], ["epsilon", "ε"], ["hyperlane", "═"]]);
const ARROWS = new Map([["ArrowUp", [0, -1]], ["ArrowDown", [0, 1]], ["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]]]);

/** @type {(key: string) => [number, number]} */
export function middle(key) {
  const [q, r] = systems.placeOf(key);
  return [SIZE * 1.5 * q, SIZE * Math.sqrt(3) * (r + q / 2)];
}

/** @type {(name: string, x: number, y: number, more?: Record<string, string>) => SVGElement} */
export const used = (name, x, y, more = {}) => drawn("use", { href: `#map-${name}`, x, y, ...more });

/** @type {(x: number, y: number, text: string, more?: Record<string, string>) => SVGElement} */
export const worded = (x, y, text, more = { class: "map__label" }) => drawn("text", { x, y, ...more }, text);

/** The hex around a place. @type {(x: number, y: number, kinds: string) => SVGElement} */
export function hex(x, y, kinds) {
  const corners = Array.from({ length: 6 }, (_, side) => [x + (SIZE - 1.5) * Math.cos((Math.PI / 3) * side), y + (SIZE - 1.5) * Math.sin((Math.PI / 3) * side)]);
  return drawn("polygon", { class: `hex${kinds}`, points: corners.map((point) => point.map((one) => one.toFixed(1)).join(",")).join(" ") });
}

/** A planet with its values, which are "resources/influence". @type {(x: number, y: number, values: string, trait: string) => SVGElement[]} */
export const planet = (x, y, values, trait) => [drawn("circle", { class: `planet planet--${trait}`, cx: x, cy: y, r: SIZE * 0.29 }), worded(x, y + 4, values, { class: "planet__values" })];

/** @type {(x: number, y: number, hole: string) => SVGElement[]} */
export const wormhole = (x, y, hole) => [drawn("circle", { class: `wormhole wormhole--${hole}`, cx: x, cy: y, r: 9 }), worded(x, y + 4, LETTERS.get(hole) ?? "═", { class: `wormhole__letter wormhole--${hole}` })];

/** A command token. @type {(x: number, y: number, tone: string) => SVGElement} */
export const token = (x, y, tone) => drawn("path", { class: `token player--${tone}`, d: `M${x} ${y}l8.5 15h-17z` });

/** A unit's mark with its count. @type {(kind: string, count: number, tone: string, transform: string) => SVGElement} */
export const unit = (kind, count, tone, transform) => drawn("g", { class: `map__unit player--${tone}`, transform }, used(kind, 0, 0), drawn("text", { x: 14.5, y: 12 }, String(count)));

/** The hexes of a map: the room that they take, as a `viewBox`. @type {(keys: string[]) => { box: string, wide: number }} */
export function room(keys) {
  const points = keys.map(middle);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - SIZE - 2, Math.min(...ys) - SIZE];
  const wide = Math.max(...xs) + SIZE + 2 - left;
  return { box: `${left} ${top} ${wide} ${Math.max(...ys) + SIZE - top}`, wide };
}

/** The system that an arrow leads to from another; undefined where there is none, or the key is no arrow. @type {(key: string, pressed: string, there: (key: string) => unknown) => string | undefined} */
export function beside(key, pressed, there) {
  const arrow = ARROWS.get(pressed);
  if (!arrow) return undefined;
  const [x, y] = middle(key);
  const ahead = (/** @type {string} */ other) => (middle(other)[0] - x) * arrow[0] + (middle(other)[1] - y) * arrow[1];
  return systems.around(key).filter((other) => there(other) && ahead(other) > 1).sort((one, other) => ahead(other) - ahead(one))[0];
}
