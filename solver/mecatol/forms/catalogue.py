"""What all forms offer, once: technologies, cards, leaders and abilities, with the steps of those forms."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mecatol.forms.derived import form
from mecatol.scenario.step import STEPS


def catalogue() -> list[dict[str, Any]]:
    """Return each effect that some form offers, with the `steps` whose forms do and those in which it `waits`."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for step in STEPS:
        for effect in form(step).effects:
            # A step about cards says of them what they cost, the others what they do.
            key = effect.slug, effect.meaning, effect.role
            entry = found.setdefault(key, {**asdict(effect), "others": [*effect.others], "steps": [], "waits": []})
            entry["steps"].append(step)
            if effect.waits:
                entry["waits"].append(step)
    return list(found.values())
