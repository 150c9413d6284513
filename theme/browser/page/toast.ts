/** A line at the foot of the page that tells something for a while, to those who listen too. */

const said = Object.assign(document.createElement("p"), { className: "toast" });
said.setAttribute("role", "status");
document.body.append(said);
let timer = 0;

/** Tells something for a while, in ms. */
export function say(words: string, time: number = 2500): void {
  said.textContent = words;
  clearTimeout(timer);
  timer = window.setTimeout(() => (said.textContent = ""), time);
}
