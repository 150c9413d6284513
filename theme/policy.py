"""The content security policy of a page: what it may load, run and talk to, which is this site and nothing else."""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S)
_CHARSET = '<meta charset="utf-8">'


def secure(html: str, offline: bool) -> str:
    """Return a whole page with its policy, right after the character set so that it holds for all that follows.

    Inline scripts are allowed by their hash, one by one, so a script that somebody smuggles in does not run. Python
    in the browser needs WebAssembly, and its worker a ``data:`` address and ``blob:`` scripts.

    A page from disk has no origin that ``'self'`` could mean: there, ``file:`` stands for it. Its search runs in a
    frame that writes its own script, and its worker counts as a script, so both kinds are allowed; what the policy
    still keeps off there is every other site.
    """
    own = "'self' file:" if offline else "'self'"
    inline = "'unsafe-inline' data:" if offline else " ".join(_hashes(html))
    rules = {
        "default-src": own,
        # data: and blob: are where the worker gets its own code from; neither can be named by an address in a page.
        "script-src": f"{own} 'wasm-unsafe-eval' blob: {inline}".strip(),
        "worker-src": f"{own} blob: data:",
        "connect-src": f"{own} blob: data:",
        "style-src": f"{own} 'unsafe-inline'",
        "img-src": f"{own} data:",
        "frame-src": f"{own} blob:",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    content = "; ".join(f"{name} {value}" for name, value in rules.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    if _CHARSET not in html:
        raise ValueError(f"the page has no {_CHARSET} to put its security policy after")
    return html.replace(_CHARSET, f"{_CHARSET}\n      {meta}", 1)


def _hashes(html: str) -> list[str]:
    """Return the hash of every inline script that runs, each once, in their order."""
    found: dict[str, None] = {}
    for script in _INLINE.finditer(html):
        if "src=" in script["attributes"] or "application/json" in script["attributes"]:
            continue
        digest = base64.b64encode(hashlib.sha256(script["code"].encode()).digest()).decode()
        found[f"'sha256-{digest}'"] = None
    return list(found)
