"""The content security policy of a page: what it may load, run and talk to, which is this site and nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script[^>]*>", re.S | re.I)
_CHARSET = '<meta charset="utf-8">'
_FRAMEWORKS = ("material", "zensical")
"""Packages that bring a frame for pages; a site can be built where only the first is installed."""
_FRAME = Path(__file__).parents[1] / "frame"
_FILLED = re.compile(r"\{\{[^}]*base_url[^}]*\}\}")
_ROOT_OF_SITE = r"[\w./~%-]*"


class UnknownScriptError(ValueError):
    """A page holds an inline script that no template of ours holds; the message shows its start."""


def secure(html: str, offline: bool) -> str:
    """Return a whole page with its policy, right after the character set so that it holds for all that follows.

    Inline scripts are allowed by their hash, and only those that stand in a template: a script that got into the page
    by any other way does not run. Python in the browser needs WebAssembly, and its worker a ``data:`` address and
    ``blob:`` scripts.

    A page from disk has no origin that ``'self'`` could mean: there, ``file:`` stands for it.

    Raises:
        UnknownScriptError: the page holds another inline script, which nobody meant to publish.
        ValueError: the page has no place for its policy.
    """
    content = _policy(_hashes(html), offline)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    if _CHARSET not in html:
        raise ValueError(f"the page has no {_CHARSET} to put its security policy after")
    return html.replace(_CHARSET, f"{_CHARSET}\n      {meta}", 1)


def header(pages: Iterable[str]) -> str:
    """Return the policy for all pages of a site on a server, as the value of a header."""
    hashes = dict.fromkeys(found for html in pages for found in _hashes(html))
    return _policy(list(hashes), offline=False)


def _policy(hashes: list[str], offline: bool) -> str:
    own = "'self' file:" if offline else "'self'"
    rules = {
        "default-src": own,
        # data: and blob: are where the worker gets its own code from; neither can be named by an address in a page.
        "script-src": f"{own} 'wasm-unsafe-eval' blob: {' '.join(hashes)}".strip(),
        "worker-src": f"{own} blob: data:",
        "connect-src": f"{own} blob: data:",
        "style-src": f"{own} 'unsafe-inline'",
        "img-src": f"{own} data:",
        "frame-src": "'none'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        # Where browsers know it, text becomes HTML or a script in browser/page/markup.ts and runtime.ts alone.
        "require-trusted-types-for": "'script'",
        "trusted-types": "mecatol MecatolRuntime MecatolBackground",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hashes(html: str) -> list[str]:
    """Return the hash of every inline script that runs, each once, in their order."""
    found: dict[str, None] = {}
    for code in _scripts(html):
        if not _known().fullmatch(code):
            raise UnknownScriptError(f"the page holds an inline script that no template holds: {code.strip()[:120]}")
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        found[f"'sha256-{digest}'"] = None
    return list(found)


@cache
def _known() -> re.Pattern[str]:
    """Return what the inline scripts of our templates and of those of Material (and Zensical) read, whole.

    Those fill in one thing, the way from a page to the root of the site: dots, slashes and names of folders.
    """
    bases = [Path(str(resources.files(name))) / "templates" for name in _FRAMEWORKS if find_spec(name)]
    paths = (path for folder in (_FRAME, *bases) for path in sorted(folder.rglob("*.html")))
    codes = {code for path in paths for code in _scripts(path.read_text("utf-8")) if "{%" not in code}
    return re.compile("|".join(_ROOT_OF_SITE.join(map(re.escape, _FILLED.split(code))) for code in sorted(codes)))


def _scripts(html: str) -> list[str]:
    """Return the code of every inline script that a browser would run, as it stands between its tags."""
    return [
        script["code"]
        for script in _INLINE.finditer(html)
        if "src=" not in script["attributes"] and "application/json" not in script["attributes"]
    ]
