// @ts-check
/** What every page does: copy a link to a heading, unfold what a link leads to, fetch what is only wanted later. */
(() => {
  "use strict";

  const said = Object.assign(document.createElement("p"), { className: "toast" });
  said.setAttribute("role", "status");
  document.body.append(said);
  let timer = 0;

  /** @type {(words: string) => void} */
  function say(words) {
    said.textContent = words;
    clearTimeout(timer);
    timer = window.setTimeout(() => (said.textContent = ""), 2500);
  }

  document.addEventListener("click", async (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("a[data-copy-link]");
    if (link instanceof HTMLAnchorElement) {
      say((await globalThis.Mecatol.address.copy(link.href)) ? "Link copied" : "The link is in the address bar");
    }
  });

  // What a wide screen has room for is folded away on a narrow one.
  if (matchMedia("(max-width: 44.99em)").matches) {
    for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-fold-narrow]"))) {
      fold.open = false;
      fold.dataset.folded = "";
    }
  }

  /** A heading that a link leads to shows what is folded under it. */
  function unfold() {
    const fold = location.hash && document.querySelector(`details[data-fold-at="${CSS.escape(location.hash.slice(1))}"]`);
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  }
  window.addEventListener("hashchange", unfold);
  unfold();

  /** The address of the site. */
  const root = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/assets\/mecatol\/[^/]*$/, "");

  /** Fetches a script of this site and runs it. @type {(address: string) => Promise<void>} */
  const fetched = (address) =>
    new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: address, async: true });
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", () => (script.remove(), reject(new Error(address))));
      document.head.append(script);
    });

  Object.assign(globalThis.Mecatol, { say, root, fetched });
})();
