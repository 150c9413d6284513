"""An answer as a few lines to paste into a chat: the battle in words, the odds, and a link to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mecatol.render.battles import battles
from mecatol.render.facts import Facts
from mecatol.render.numbers import percent
from mecatol.render.words import listing
from mecatol.scenario.sentence import say

_CALLS = re.compile(r"@(?=everyone|here)|(?<=<)@")


def calling_nobody(text: str) -> str:
    """Return a text in which no name calls everybody in a chat: `@everyone` has another sign for its @."""
    return _CALLS.sub("＠", text)


def chat(data: Mapping[str, Any], address: str = "") -> str:
    """Return a Solution (its JSON) as text for a chat; `mecatol.paste` takes the battle out of it again.

    Each line about the odds begins with `Odds`; the address, where there is one, stands last.
    """
    facts = Facts(data)
    lines = [say(data["scenario"]), f"Odds: {' '.join(facts.headlines)}"]
    for battle in battles(facts):
        if battle.label:
            shares = [f"{name} {percent(chance)}" for name, chance in battle.shares.items()]
            lines.append(f"Odds, {battle.label}: {listing(shares)}.")
    told = calling_nobody("\n".join(lines))
    return f"{told}\n{address}" if address else told
