// @ts-check
/** Lets readers sort a table by any of its columns: numbers by size, words alphabetically. */
(() => {
  "use strict";

  /** What a cell is sorted by; a dash and “nothing” come last. @type {(row: HTMLTableRowElement, at: number) => string | number} */
  function key(row, at) {
    const text = row.cells[at]?.textContent?.trim() ?? "";
    if (text === "nothing" || text === "–") return -1;
    const number = Number.parseFloat(text.replace(/^[<>]/, ""));
    return at > 0 && !Number.isNaN(number) ? number : text.replace(/^\d+\. /, "");
  }

  /** @type {(table: HTMLTableElement, at: number, head: HTMLTableCellElement) => void} */
  function sort(table, at, head) {
    const [body] = table.tBodies;
    if (!body) return;
    const falling = head.getAttribute("aria-sort") === "descending" ? 1 : head.getAttribute("aria-sort") === "ascending" ? -1 : at > 0 ? -1 : 1;
    for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling > 0 ? "ascending" : "descending");
    const rows = [...body.rows].map((row) => ({ row, key: key(row, at) }));
    rows.sort((a, b) => falling * (typeof a.key === "number" && typeof b.key === "number" ? a.key - b.key : String(a.key).localeCompare(String(b.key), "en", { numeric: true })));
    body.append(...rows.map(({ row }) => row));
  }

  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-sortable]"))) {
    for (const [at, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "sorting", textContent: head.textContent });
      button.addEventListener("click", () => sort(table, at, head));
      head.replaceChildren(button);
    }
  }
})();
