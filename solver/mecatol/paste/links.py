"""Links to this calculator, in the short form (`mecatol.scenario.link`) and in the old one.

That is `#calc=<step>&scenario=<JSON>`, with `&with=<JSON>` for a case set beside it, `&pack=` for the name of the pack
that it needs, and `&play=` for what has been played so far."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from mecatol.errors import ScenarioError, fault
from mecatol.paste.pasted import Pasted
from mecatol.scenario import link
from mecatol.scenario.files import parse_json

CALC = "#calc="
"""What makes an address one of ours in the old form."""
_SHORT = re.compile(r"#\d+/[a-z][a-z0-9-]*/[^\s<>\"]*[a-z0-9]")
_PLAYED = "What had been played so far was left out; open the link itself to go on with it."
_LINK = re.compile(r"#calc=([a-z0-9-]+)((?:&[a-z]+=[^&\s>]*)*)")
_PART = re.compile(r"&([a-z]+)=([^&\s>]*)")
_BEFORE = re.compile(r"\S*\Z")


def is_link(text: str) -> bool:
    """Tell whether a text holds a link to this calculator."""
    return CALC in text or _SHORT.search(text) is not None


def read_link(text: str) -> Pasted:
    """Return the scenario that a link to this calculator holds. Raises ScenarioError for one that was cut off."""
    short = _SHORT.search(text)
    if short and CALC not in text:
        if not short[0].startswith(link.MARKS):
            raise fault("link", "was made by a newer version of this calculator, which this one cannot read", text[:60])
        linked = link.read(short[0])
        left_out = _around(text, *short.span()) + ([_PLAYED] if linked.history is not None else [])
        return Pasted(linked.scenario, "link", kept=linked.beside, left_out=left_out)
    found = _LINK.search(text)
    if not found:
        raise fault("link", "is not whole: it names no calculator; copy it again from the address bar")
    step, rest = found.groups()
    parts: dict[str, str] = {}
    left_out = _around(text, *found.span())
    for key, value in _PART.findall(rest):
        if key in parts:
            raise fault("link", f"says {key} twice; copy it again from the address bar")
        if key == "play":
            left_out.append(_PLAYED)
        elif key not in ("scenario", "with", "pack"):
            left_out.append(f"The link says {key!r}, which means nothing to this calculator.")
        parts[key] = value
    if "scenario" not in parts:
        raise fault("link", "holds no battle: it only opens a calculator; fill in the form and copy it again")
    data = _decoded(parts["scenario"])
    if data.setdefault("step", step) != step:
        message = f"opens the calculator {step}, and its scenario is of another step; which one is meant?"
        raise fault("link", message, data["step"])
    return Pasted(data, "link", kept=_decoded(parts["with"]) if "with" in parts else None, left_out=left_out)


def _around(text: str, start: int, end: int) -> list[str]:
    """Return what is to be said of the words beside the part of an address that holds a case."""
    return beside(text, (_BEFORE.search(text, 0, start).start(), end))  # type: ignore[union-attr]


def beside(text: str, part: tuple[int, int]) -> list[str]:
    """Return what is to be said of the words that stand beside a link (a part of the text): they were left out."""
    words = " ".join(f"{text[: part[0]]} {text[part[1] :]}".split()).strip("<>()[]\"' .,:;!-")
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
