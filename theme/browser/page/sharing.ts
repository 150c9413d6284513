/*! The code is drawn with uqr: MIT License, (c) Project Nayuki, (c) 2023 Anthony Fu. */
/** The sheet that hands a link to others: to copy, to send, and as a code that another phone scans. */

import { encode } from "uqr";
import { copy } from "./copying.js";
import { dialog } from "./dialogs.js";
import { root } from "./markup.js";
import { box, drawn, made } from "./parts.js";

const QUIET = 4; // modules around a code that stay light, so that a camera finds it
const MOST = 1200; // characters of a link; a longer one is a code too dense for a phone

/** A link as a code. */
function code(link: string): SVGElement {
  const { size, data } = encode(link, { ecc: "L", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The link as a QR code", "shape-rendering": "crispEdges" };
  return drawn("svg", whole, drawn("path", { d: squares.join("") }));
}

/** The lines by which another page shows the case of a link (theme/build/embed.py). */
function framed(link: string): string {
  const hash = new URL(link).hash.replaceAll("&", "&amp;").replaceAll('"', "%22");
  const frame = `<iframe src="${root}embed/calculator/${hash}" title="Odds" style="border:0;width:100%;height:220px" loading="lazy"></iframe>`;
  return `${frame}\n<script src="${root}embed.js" async></script>`;
}

const way = (name: string, kind: string, onclick: () => unknown, title: string = ""): HTMLButtonElement =>
  box("button", { type: "button", className: `button button--${kind}`, onclick, title }, name);

/** Opens a sheet with a link; `copied` says whether it is in the clipboard already. */
export function open(link: string, copied: boolean): void {
  const online = link.startsWith("http");
  const scans = online && link.length <= MOST;
  const laid = { type: "text", className: "sharing__link", readOnly: true, ariaLabel: "Link", value: link };
  const field = made("input", laid, { part: "share-link" });
  field.addEventListener("focus", () => field.select());
  const said = box("p", { className: "sharing__said", role: "status" });
  const tell = (done: boolean, what: string = "Link"): void => {
    said.textContent = done ? `${what} copied` : "The browser does not let this page copy: copy the link by hand";
  };
  const ways = [way("Copy link", "main", () => copy(link).then(tell))];
  const embed = () => copy(framed(link)).then((done) => tell(done, "HTML"));
  if (online) ways.push(way("Embed", "quiet", embed, "To show the case in a page of your own"));
  // Who changes their mind is told nothing.
  if (navigator.share) ways.push(way("Send…", "quiet", () => navigator.share({ url: link }).catch(() => undefined)));
  const hint = scans
    ? "Scan it with another phone to open the same battle there."
    : online
      ? "This case is too long for a code; send the link."
      : "This copy of the site is on your device, so nobody else can open the link. Send the case as text.";
  const drawing = scans ? [box("div", "sharing__code", code(link))] : [];
  const sheet = dialog("sharing", "Share", [], ...drawing, box("p", "hint", hint), field, box("p", "sharing__ways", ...ways), said);
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  tell(copied);
  sheet.showModal();
}
