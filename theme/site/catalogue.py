"""What every form offers, once for the whole site: technologies, cards, leaders and abilities, as a script.

The script also holds the outline of the scenario that the forms fill in.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import mecatol
from mecatol import forms
from theme.render import words
from theme.site import outline


def catalogue() -> list[dict[str, Any]]:
    """Return each effect that some form offers, with the `steps` whose forms do and those in which it `waits`."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for step in mecatol.STEPS:
        for effect in forms.form(step).effects:
            # A step about cards says of them what they cost, the others what they do.
            entry = found.setdefault((effect.slug, effect.meaning), {**asdict(effect), "steps": [], "waits": []})
            entry["steps"].append(step)
            if effect.waits:
                entry["waits"].append(step)
    return list(found.values())


def script() -> bytes:
    """Return the catalogue and the outline as a script; a page from disk may load nothing else."""
    held = {"effects": catalogue(), "colours": words.COLOURS}
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"globalThis.Mecatol.catalogue = {text};\n{outline.script()}".encode()
