/** Lets readers narrow a table down by the values of its columns: those whose heading has `data-choose`. */

import { box } from "./parts.js";

const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** A cell may hold several values. */
const values = (row: HTMLTableRowElement, column: number): string[] => (row.cells[column]?.textContent?.trim() ?? "").split(", ");

for (const table of document.querySelectorAll<HTMLTableElement>("table:has([data-choose])")) {
  const rows = [...table.tBodies[0].rows];
  const left = box("output", "");
  const fields: Array<{ column: number; field: HTMLSelectElement }> = [];
  for (const [column, head] of [...table.rows[0].cells].entries()) {
    if (!("choose" in head.dataset)) continue;
    const found = [...new Set(rows.flatMap((row) => values(row, column)))].sort(order.compare);
    const name = head.textContent ?? "";
    const options = found.map((value) => new Option(value === "–" ? "none" : value, value));
    fields.push({ column, field: box("select", { className: "filter__facet", ariaLabel: name }, new Option(name, ""), ...options) });
  }
  // It is there already, so that nothing moves.
  const bar = table.closest("section")?.querySelector(".choosing");
  bar?.append(...fields.map(({ field }) => field), left);
  // What the filter of the page puts aside is hidden by itself (filtering.ts): a row shows if both let it.
  bar?.addEventListener("change", () => {
    const out = (row: HTMLTableRowElement) => fields.some(({ column, field: { value } }) => value && !values(row, column).includes(value));
    for (const row of rows) row.toggleAttribute("data-out", out(row));
    const shown = rows.filter((row) => !row.hasAttribute("data-out")).length;
    left.textContent = shown < rows.length ? `${shown} of ${rows.length}` : "";
  });
}
