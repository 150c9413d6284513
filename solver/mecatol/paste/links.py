"""Links to this calculator: `#calc=<step>&scenario=<JSON>`, with `&with=<JSON>` for a case set beside it.

`&pack=` names the pack that it needs, for those who lack it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from mecatol.errors import ScenarioError, fault
from mecatol.paste.pasted import Pasted
from mecatol.scenario.files import parse_json

CALC = "#calc="
"""What makes an address one of ours."""
_LINK = re.compile(r"#calc=([a-z0-9-]+)((?:&[a-z]+=[^&\s>]*)*)")
_PART = re.compile(r"&([a-z]+)=([^&\s>]*)")
_BEFORE = re.compile(r"\S*\Z")


def read_link(text: str) -> Pasted:
    """Return the scenario that a link to this calculator holds. Raises ScenarioError for one that was cut off."""
    found = _LINK.search(text)
    if not found:
        raise fault("link", "is not whole: it names no calculator; copy it again from the address bar")
    step, rest = found.groups()
    parts: dict[str, str] = {}
    left_out = beside(text, (_BEFORE.search(text, 0, found.start()).start(), found.end()))  # type: ignore[union-attr]
    for key, value in _PART.findall(rest):
        if key in parts:
            raise fault("link", f"says {key} twice; copy it again from the address bar")
        if key not in ("scenario", "with", "pack"):
            left_out.append(f"The link says {key!r}, which means nothing to this calculator.")
        parts[key] = value
    if "scenario" not in parts:
        raise fault("link", "holds no battle: it only opens a calculator; fill in the form and copy it again")
    data = _decoded(parts["scenario"])
    if data.setdefault("step", step) != step:
        message = f"opens the calculator {step}, and its scenario is of another step; which one is meant?"
        raise fault("link", message, data["step"])
    return Pasted(data, "link", kept=_decoded(parts["with"]) if "with" in parts else None, left_out=left_out)


def beside(text: str, link: tuple[int, int]) -> list[str]:
    """Return what is to be said of the words that stand beside a link: they were left out."""
    words = " ".join(f"{text[: link[0]]} {text[link[1] :]}".split()).strip("<>()[]\"' .,:;!-")
    return [f"The words {words[:200]!r} beside the link were left out."] if words else []


def _decoded(text: str) -> dict[str, Any]:
    try:
        data = parse_json(unquote(text, errors="strict"))
    except ScenarioError:
        raise
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise fault("link", "is not whole: it may have been cut off when it was copied; copy it again", text[:60])
    return data
