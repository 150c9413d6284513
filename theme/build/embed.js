// Mecatol in another page: <script src="https://SITE/embed.js" async></script>
// - [[Direct Hit]] in the text becomes a link with a preview, by names and aliases of data/terms.json;
// - <mecatol-odds>3 cruisers vs 2 dreadnoughts</mecatol-odds> becomes a calculator with its odds;
// - frames of this site's /embed/ pages get the height of what they show.
(() => {
  const site = new URL(".", document.currentScript.src);
  const NAMED = /\[\[([^[\]]{2,80})\]\]/g;
  const KEPT = "a,button,code,pre,script,style,textarea,input,select,noscript,[contenteditable]";
  const plain = (word) => word.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
  const made = (tag, more) => Object.assign(document.createElement(tag), more);

  addEventListener("message", ({ source, origin, data }) => {
    if (origin !== site.origin || data?.mecatol !== 1 || data.type !== "size") return;
    const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
    if (frame?.src.startsWith(`${site}embed/`) && data.height > 0) frame.style.height = `${Math.min(data.height, 4000)}px`;
  });

  function odds(place) {
    const words = place.textContent.trim().slice(0, 2000);
    if (!words || place.firstElementChild) return;
    const frame = made("iframe", { src: `${site}embed/calculator/#ask=${encodeURIComponent(words)}`, title: `Odds: ${words}`, loading: "lazy" });
    frame.style.cssText = "border:0;display:block;height:220px;width:100%";
    place.style.display = "block";
    place.replaceChildren(frame);
  }

  let terms;
  function known() {
    terms ??= fetch(new URL("data/terms.json", site)).then(async (came) => {
      const found = new Map();
      for (const term of (await came.json()).terms) {
        for (const name of [term.name, ...term.aliases]) if (!found.has(plain(name))) found.set(plain(name), term);
      }
      return found;
    });
    return terms;
  }

  let shown;
  function preview(link, term) {
    hide();
    shown = made("span", { role: "tooltip", id: "mecatol-preview" });
    shown.style.cssText = "background:#fffefb;border:1px solid #8a8fa3;border-radius:8px;box-shadow:0 4px 16px #0003;color:#1b2034;font:15px/1.4 system-ui;max-width:320px;padding:8px 12px;position:absolute;z-index:9999";
    shown.append(made("strong", { textContent: term.name }), document.createElement("br"), term.sentence);
    const { left, bottom } = link.getBoundingClientRect();
    shown.style.left = `${Math.max(8, Math.min(left, innerWidth - 336)) + scrollX}px`;
    shown.style.top = `${bottom + 4 + scrollY}px`;
    document.body.append(shown);
    link.setAttribute("aria-describedby", shown.id);
  }
  const hide = () => shown?.remove();
  addEventListener("keydown", ({ key }) => key === "Escape" && hide());

  function linked(term, words) {
    const link = made("a", { href: new URL(term.page, site).href, textContent: words, className: "mecatol-term" });
    for (const kind of ["mouseenter", "focus"]) link.addEventListener(kind, () => preview(link, term));
    for (const kind of ["mouseleave", "blur"]) link.addEventListener(kind, hide);
    return link;
  }

  async function link(root) {
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      if (text.data.search(NAMED) >= 0 && !text.parentElement?.closest(KEPT)) texts.push(text);
    }
    if (!texts.length) return;
    const found = await known();
    for (const text of texts) {
      const pieces = text.data.split(NAMED); // every second one is a name
      text.replaceWith(
        ...pieces.map((piece, at) => {
          const [name, words = name] = at % 2 ? piece.split("|") : [piece];
          const term = at % 2 ? found.get(plain(name)) : undefined;
          return term ? linked(term, words) : at % 2 ? `[[${piece}]]` : piece;
        }),
      );
    }
  }

  function begin(root = document.body) {
    root.querySelectorAll("mecatol-odds").forEach(odds);
    return link(root);
  }
  globalThis.mecatolEmbed = begin; // for what comes into the page later
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => begin());
  else begin();
})();
