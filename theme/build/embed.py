"""What somebody else's page may show of this site: a calculator, a clause, a card, and the script for that page.

The pages below `FOLDER` are the only ones that a frame may show; they have no navigation, and one script.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path

import mecatol
from content.model import Library
from theme.build import policy
from theme.site.addresses import Addresses
from theme.site.steps import page_of

FOLDER = "embed"
"""Where the pages are, from the root of the site."""
SCRIPT = "embed.js"
"""The script for other pages, from the root of the site."""
KINDS = {"calculator": "Odds of a battle", "clause": "A clause of the rules", "card": "A card"}
"""What can be embedded, to the title of its page."""
_ROOT = "../../"


def files(library: Library, addresses: Addresses, style: str, script: str, about: Mapping[str, str]) -> dict[str, str]:
    """Return the pages and the script by their paths; ``about`` are the attributes of the tag of their own script."""
    pages = {slug: addresses.url(page_of(step, library)) for slug, step in mecatol.STEPS.items()}
    made = {f"{FOLDER}/{kind}/index.html": _page(kind, pages, style, script, about) for kind in KINDS}
    return {**made, SCRIPT: Path(__file__).with_name(SCRIPT).read_text("utf-8")}


def is_embed(path: str) -> bool:
    """Tell whether a path from the root of the site is that of a page to embed, or of the script for other pages."""
    return path.startswith(f"{FOLDER}/") or path == SCRIPT


def _page(kind: str, pages: Mapping[str, str], style: str, script: str, about: Mapping[str, str]) -> str:
    told = "".join(f' {name}="{escape(value)}"' for name, value in about.items())
    steps = f' data-pages="{escape(json.dumps(pages))}"' if kind == "calculator" else ""
    html = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{KINDS[kind]} · Mecatol</title>"
        '<meta name="robots" content="noindex"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<link rel="stylesheet" href="{_ROOT}{style}">'
        f'<script defer src="{_ROOT}{script}"{told}></script></head>'
        '<body class="embed" data-md-color-scheme="default">'
        f'<main class="mecatol md-typeset" data-embed="{kind}" data-root="{_ROOT}"{steps}>'
        f"{_CALCULATOR if kind == 'calculator' else _TEXT}"
        '<p class="embed__foot"><span class="hint" data-part="said" role="status" aria-live="polite"></span>'
        f'<a data-part="whole" href="{_ROOT}" target="_blank" rel="noopener">Open in Mecatol</a></p>'
        f"{_IDLE}</main></body></html>\n"
    )
    return policy.secure(html, offline=False)


_CALCULATOR = (
    f'<h1 class="unseen">{KINDS["calculator"]}</h1>'
    '<form class="ask" data-part="form"><label class="unseen" for="words">A battle in words</label>'
    '<textarea class="ask__field" id="words" data-part="words" rows="1" maxlength="2000" spellcheck="false"'
    ' autocomplete="off" placeholder="3 dn 4 ff vs 2 ws" disabled></textarea>'
    '<button class="button button--main" type="submit" disabled>Odds</button></form>'
    '<div class="asked__sides" data-part="sides"></div><div data-part="brief"></div>'
)
_IDLE = (
    '<p class="embed__idle" data-part="idle">Nothing can be worked out here: this frame or browser runs no scripts of'
    " Mecatol. A sandboxed frame has to allow scripts and the same origin.</p>"
)
"""Seen where the script does not come, or comes without an origin; elsewhere the script takes it away."""
_TEXT = '<h1 class="embed__title" data-part="title"></h1><p class="embed__text" data-part="text"></p>'
