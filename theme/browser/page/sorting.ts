/** Lets readers sort a table by any of its columns: numbers by size, words alphabetically. */

import { box } from "./parts.js";

/** What a cell is sorted by; a dash and “nothing” come last. */
function key(row: HTMLTableRowElement, at: number): string | number {
  const text = row.cells[at]?.textContent?.trim() ?? "";
  if (text === "nothing" || text === "–") return -1;
  const number = Number.parseFloat(text.replace(/^[<>]/, ""));
  return at > 0 && !Number.isNaN(number) ? number : text.replace(/^\d+\. /, "");
}

/** What a heading sorts by first: the first column rises, the others fall. */
const first = (at: number): number => (at > 0 ? -1 : 1);

const headsOf = (table: HTMLTableElement): HTMLTableCellElement[] => [...table.rows[0].cells];

function sort(table: HTMLTableElement, at: number, falling: number): void {
  const [body] = table.tBodies;
  const head = headsOf(table)[at];
  for (const other of headsOf(table)) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling > 0 ? "ascending" : "descending");
  const rows = [...body.rows].map((row) => ({ row, key: key(row, at) }));
  rows.sort(
    (a, b) =>
      falling *
      (typeof a.key === "number" && typeof b.key === "number"
        ? a.key - b.key
        : String(a.key).localeCompare(String(b.key), "en", { numeric: true })),
  );
  body.append(...rows.map(({ row }) => row));
}

/** Whether a column is of numbers. */
const counts = (table: HTMLTableElement, at: number): boolean =>
  [...table.tBodies[0].rows].some((row) => /^[<+]?[\d.]+( points|%)?$/.test(row.cells[at]?.textContent?.trim() ?? ""));

/** Where each row is a block of its own, no heading is in sight: a field sorts instead. */
function offer(table: HTMLTableElement): void {
  const field = box("select", "", new Option("as listed", ""));
  for (const [at, head] of headsOf(table).entries()) {
    const numbers = counts(table, at);
    for (const way of numbers ? [-1, 1] : [1, -1]) {
      const words = numbers ? (way < 0 ? "highest first" : "lowest first") : way < 0 ? "Z to A" : "A to Z";
      field.append(new Option(`${head.textContent}, ${words}`, `${at} ${way}`));
    }
  }
  field.addEventListener("change", () => {
    if (!field.options[0]?.value) field.options[0]?.remove();
    const [at, way] = field.value.split(" ").map(Number);
    sort(table, at, way);
  });
  table.parentElement?.before(box("label", "field sort-by", box("span", "", "Sort by"), field));
}

for (const table of document.querySelectorAll<HTMLTableElement>("table[data-sortable]")) {
  if (table.matches(".units-values")) offer(table);
  for (const [at, head] of headsOf(table).entries()) {
    const onclick = () => sort(table, at, { descending: 1, ascending: -1 }[head.ariaSort ?? ""] ?? first(at));
    head.replaceChildren(box("button", { type: "button", className: "sorting", onclick }, ...head.childNodes));
  }
}
