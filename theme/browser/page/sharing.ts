/*! The code is drawn with uqr: MIT License, (c) Project Nayuki, (c) 2023 Anthony Fu. */
/** The sheet that hands a link to others: to copy, to send, and as a code that another phone scans. */

import { encode } from "uqr";
import { copy } from "./copying.js";
import { dialog } from "./dialogs.js";
import { root } from "./markup.js";
import { drawn, made, one } from "./parts.js";

const QUIET = 4; // modules around a code that stay light, so that a camera finds it
const MOST = 1200; // characters of a link; a longer one is a code too dense for a phone

/** A link as a code. */
function code(link: string): SVGElement {
  const { size, data } = encode(link, { ecc: "L", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The link as a QR code", "shape-rendering": "crispEdges" };
  return drawn("svg", whole, drawn("path", { d: squares.join("") }));
}

function tell(sheet: HTMLDialogElement, done: boolean, what: string = "Link"): void {
  one(sheet, "share-said").textContent = done ? `${what} copied` : "The browser does not let this page copy: copy the link by hand";
}

/** The lines by which another page shows the case of a link (theme/build/embed.py). */
function framed(link: string): string {
  const hash = new URL(link).hash.replaceAll("&", "&amp;").replaceAll('"', "%22");
  const frame = `<iframe src="${root}embed/calculator/${hash}" title="Odds" style="border:0;width:100%;height:220px" loading="lazy"></iframe>`;
  return `${frame}\n<script src="${root}embed.js" async></script>`;
}

/** The sheet, laid once. */
function sheet(): HTMLDialogElement {
  const there = document.querySelector<HTMLDialogElement>("dialog.sharing");
  if (there) return there;
  const field = made("input", { type: "text", className: "sharing__link", readOnly: true, ariaLabel: "Link" }, { part: "share-link" });
  field.addEventListener("focus", () => field.select());
  const buttons = made("p", { className: "sharing__ways" });
  const again = made("button", { type: "button", className: "button button--main", textContent: "Copy link" });
  again.addEventListener("click", () => copy(field.value).then((done) => tell(laid, done)));
  buttons.append(again);
  if (location.protocol.startsWith("http")) {
    const lines = made("button", {
      type: "button",
      className: "button button--quiet",
      textContent: "Embed",
      title: "To show the case in a page of your own",
    });
    lines.addEventListener("click", () => copy(framed(field.value)).then((done) => tell(laid, done, "HTML")));
    buttons.append(lines);
  }
  if (navigator.share) {
    const send = made("button", { type: "button", className: "button button--quiet", textContent: "Send…" });
    // Who changes their mind is told nothing.
    send.addEventListener("click", () => navigator.share({ url: field.value }).catch(() => undefined));
    buttons.append(send);
  }
  const code = made("div", { className: "sharing__code" }, { part: "share-code" });
  const hint = made("p", { className: "hint" }, { part: "share-hint" });
  const said = made("p", { className: "sharing__said", role: "status" }, { part: "share-said" });
  const laid = dialog("sharing", "Share", [], code, hint, field, buttons, said);
  document.body.append(laid);
  return laid;
}

/** Opens the sheet with a link; `copied` says whether it is in the clipboard already. */
export function open(link: string, copied: boolean): void {
  const shown = sheet();
  const scans = link.startsWith("http") && link.length <= MOST;
  one(shown, "share-code").hidden = !scans;
  one(shown, "share-code").replaceChildren(...(scans ? [code(link)] : []));
  one(shown, "share-hint").textContent = scans
    ? "Scan it with another phone to open the same battle there."
    : link.startsWith("http")
      ? "This case is too long for a code; send the link."
      : "This copy of the site is on your device, so nobody else can open the link. Send the case as text.";
  one<HTMLInputElement>(shown, "share-link").value = link;
  tell(shown, copied);
  if (!shown.open) shown.showModal();
}
