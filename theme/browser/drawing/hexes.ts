/** What the map of a form is drawn of: hexes with flat tops, what lies in them, units. solver/mecatol/render/hexes.py draws the same. */

import { drawn } from "../page/parts.js";
import { around, placeOf } from "./systems.js";

export const SIZE = 38; // from the middle of a hex to a corner
export const ANOMALIES = ["asteroid-field", "gravity-rift", "nebula", "supernova"];
const LETTERS = new Map(Object.entries({ alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", hyperlane: "═" }));
const ARROWS = new Map(Object.entries({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }));

export function middle(key: string): [number, number] {
  const [q, r] = placeOf(key);
  return [SIZE * 1.5 * q, SIZE * Math.sqrt(3) * (r + q / 2)];
}

export const used = (name: string, x: number, y: number): SVGElement => drawn("use", { href: `#map-${name}`, x, y });

export const worded = (x: number, y: number, text: string, className: string = "map__label"): SVGElement =>
  drawn("text", { x, y, class: className }, text);

/** The hex around a place. */
export function hex(x: number, y: number, kinds: string): SVGElement {
  const reach = SIZE - 1.5;
  const angles = [0, 1, 2, 3, 4, 5].map((side) => (Math.PI / 3) * side);
  const corners = angles.map((angle) => `${x + reach * Math.cos(angle)},${y + reach * Math.sin(angle)}`);
  return drawn("polygon", { class: `hex${kinds}`, points: corners.join(" ") });
}

/** A planet with its values, which are "resources/influence". */
export const planet = (x: number, y: number, values: string, trait: string): SVGElement[] => [
  drawn("circle", { class: `planet planet--${trait}`, cx: x, cy: y, r: SIZE * 0.29 }),
  worded(x, y + 4, values, "planet__values"),
];

export const wormhole = (x: number, y: number, hole: string): SVGElement[] => [
  drawn("circle", { class: `wormhole wormhole--${hole}`, cx: x, cy: y, r: 9 }),
  worded(x, y + 4, LETTERS.get(hole) ?? "═", `wormhole__letter wormhole--${hole}`),
];

/** A command token. */
export const token = (x: number, y: number, tone: string): SVGElement =>
  drawn("path", { class: `token player--${tone}`, d: `M${x} ${y}l8.5 15h-17z` });

/** Units in rows of two, or of three where they are more than six types, each type's mark with its count. */
export function units(counts: Record<string, number>, x: number, y: number, tone: string): SVGElement[] {
  const shown = Object.entries(counts).filter(([, count]) => count);
  const most = shown.length > 6 ? 3 : 2; // three do not fit beside one another but in the middle of a hex
  const last = Math.floor((shown.length - 1) / most);
  return shown.map(([kind, count], index) => {
    const line = Math.floor(index / most);
    const wide = line < last ? most : shown.length - most * last;
    const transform = `translate(${x + ((index % most) - wide / 2) * 24},${y - 8 + 17 * (line - last / 2)})`;
    const number = drawn("text", { x: 14.5, y: 12 }, String(count));
    return drawn("g", { class: `map__unit player--${tone}`, transform }, used(kind, 0, 0), number);
  });
}

/** The room that hexes take, as a `viewBox`. */
export function room(keys: string[]): string {
  const points = keys.map(middle);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - SIZE - 2, Math.min(...ys) - SIZE];
  return `${left} ${top} ${Math.max(...xs) + SIZE + 2 - left} ${Math.max(...ys) + SIZE - top}`;
}

/** The system that an arrow leads to from another; undefined where there is none, or the key is no arrow. */
function beside(key: string, pressed: string, there: (key: string) => unknown): string | undefined {
  const arrow = ARROWS.get(pressed);
  if (!arrow) return undefined;
  const [x, y] = middle(key);
  const ahead = (other: string) => (middle(other)[0] - x) * arrow[0] + (middle(other)[1] - y) * arrow[1];
  const able = around(key).filter((other) => there(other) && ahead(other) > 1);
  return able.sort((one, other) => ahead(other) - ahead(one))[0];
}

/** A key on a system of a map: arrows go from system to system, Enter is a tap. */
export function pressed(event: KeyboardEvent, hexAt: (key: string) => SVGElement | null, tap: (key: string) => unknown): void {
  const { at } = event.target instanceof SVGElement ? event.target.dataset : {};
  const taps = event.key === "Enter" || event.key === " ";
  if (!at || !(taps || ARROWS.has(event.key))) return;
  event.preventDefault();
  if (taps) tap(at);
  else hexAt(beside(at, event.key, hexAt) ?? "")?.focus();
}
