"""Logs of dice that were rolled: what they show is a round that is over, so no battle is read from them."""

from __future__ import annotations

import re

from mecatol.errors import fault

_SHOWN = (
    r"\b\d*d10s?\b[^\n:=\[]{0,40}(?:[:=]|->|→)[ \t]*\[?\d",  # `3d10: 2, 8, 10`, `2d10 for cruisers: 8, 2`
    r"[:=][ \t]*\d+(?:[ \t,]+\d+)*[ \t]*[(=→–-]+>?[ \t]*\d+[ \t]*hits?\b",  # `Cruisers: 8 2 (1 hit)`
    r"\brolled[ \t]+(?:an?[ \t]+)?\[?\d+(?:[ \t]*,[ \t]*\d+|\b(?![ \t]*[^\W\d_]))",  # `rolled 2, 8`, `rolled a 7.`
    r"\b(?:hits? on|rolls?|dice)\b[^\n\[]{0,40}\[[ \t]*\d+(?:[ \t]*,[ \t]*\d+)*[ \t]*\]",  # `hits on 7 [8, 2]`
    r"\[[ \t]*\d+(?:[ \t]*,[ \t]*\d+)+[ \t]*\]",
)
_RESULTS = re.compile("|".join(_SHOWN), re.IGNORECASE)
"""How the results of dice are shown, by AsyncTI4 and other programs, and by players."""


def refuse_dice(text: str) -> None:
    """Raise ScenarioError for a log of dice."""
    if found := _RESULTS.search(text):
        message = (
            "is a log of dice; results are not read, so name the units, as in '2 cruisers, 1 carrier vs 1 destroyer'"
        )
        raise fault("text", message, found[0][:200])
