// @ts-check
/** What every page does: copy a link to a heading, show the way back to the top and where one reads, fetch what is wanted later. */
(() => {
  "use strict";

  const said = Object.assign(document.createElement("p"), { className: "toast" });
  said.setAttribute("role", "status");
  document.body.append(said);
  let timer = 0;

  /** Tells something for a while, in ms. @type {(words: string, time?: number) => void} */
  function say(words, time = 2500) {
    said.textContent = words;
    clearTimeout(timer);
    timer = window.setTimeout(() => (said.textContent = ""), time);
  }

  document.addEventListener("click", async (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("a[data-copy-link]");
    if (link instanceof HTMLAnchorElement) {
      say((await globalThis.Mecatol.address.copy(link.href)) ? "Link copied" : "The link is in the address bar");
    }
  });

  // The way back to the top floats once the top is out of sight.
  const top = document.getElementById("top");
  const back = document.querySelector(".to-top");
  if (top && back) {
    // Whatever is below the window counts as seen: only what is above it is away.
    const seen = new IntersectionObserver(([entry]) => back.toggleAttribute("data-away", !entry?.isIntersecting), { rootMargin: "0px 0px 1000000px 0px" });
    seen.observe(top);
  }

  // Of the headings above the middle of the window, the last is where the reader is.
  const ways = new Map([...document.querySelectorAll(".contents a")].map((way) => [decodeURIComponent(way.getAttribute("href")?.slice(1) ?? ""), way]));
  const headings = [...ways.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);
  if (headings.length && matchMedia("(min-width: 60em)").matches) {
    /** @type {Element | null | undefined} */
    let current = null;
    const look = () => {
      const here = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
      const way = here && ways.get(here.id);
      if (way === current) return;
      current?.removeAttribute("aria-current");
      way?.setAttribute("aria-current", "location");
      current = way;
    };
    let due = 0;
    addEventListener("scroll", () => (due ||= requestAnimationFrame(() => ((due = 0), look()))), { passive: true });
    look();
  }

  /** Fetches a script of this site and runs it. @type {(address: string) => Promise<void>} */
  const fetched = (address) =>
    new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: globalThis.Mecatol.markup.script(address), async: true });
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", () => (script.remove(), reject(new Error(address))));
      document.head.append(script);
    });

  Object.assign(globalThis.Mecatol, { say, root: globalThis.Mecatol.markup.root, fetched });
})();
