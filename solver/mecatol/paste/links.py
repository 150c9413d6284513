"""Links to this calculator: `#calc=<step>&scenario=<JSON>`, with `&with=<JSON>` for a case set beside it."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from mecatol.errors import fault
from mecatol.paste.pasted import Pasted

CALC = "#calc="
"""What makes an address one of ours."""
_LINK = re.compile(r"#calc=([a-z0-9-]+)(?:&scenario=([^&\s>]*))?(?:&with=([^&\s>]*))?")


def read_link(text: str) -> Pasted:
    """Return the scenario that a link to this calculator holds. Raises ScenarioError for one that was cut off."""
    found = _LINK.search(text)
    if not found:
        raise fault("link", "is not whole: it names no calculator; copy it again from the address bar")
    step, scenario, kept = found.groups()
    if scenario is None:
        raise fault("link", "holds no battle: it only opens a calculator; fill in the form and copy it again")
    data = _decoded(scenario)
    return Pasted({"step": step, **data}, "link", kept=_decoded(kept) if kept else None)


def _decoded(text: str) -> dict[str, Any]:
    try:
        data = json.loads(unquote(text))
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise fault("link", "is not whole: it may have been cut off when it was copied; copy it again", text[:60])
    return data
