"""What a scenario asks in so many words, answered: a sentence for each of its conditions on what is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.render import words
from mecatol.render.numbers import is_certain, percent
from mecatol.scenario.conditions import CONDITION_MOMENTS

_NEGLIGIBLE = 1e-12
_GROUPS = {
    "ships": ("ship", "ships"),
    "ground-forces": ("ground force", "ground forces"),
    "units": ("unit", "units"),
    "damaged": ("damaged unit", "damaged units"),
}
"""What is counted that is no type of unit, one and many of it."""


def sentences(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each thing that a Solution's scenario asks, in its order."""
    found = []
    for index, entry in enumerate(data.get("scenario", {}).get("ask", ())):
        chances = [one for one in data.get("chances", ()) if one.get("asked") == index]
        if chances and "number" in chances[0]:
            found.append(_how_many(entry, {int(one["number"]): float(one["probability"]) for one in chances}))
        elif chances:
            found.append(_how_likely(entry, float(chances[0]["probability"])))
    return found


def _how_likely(entry: Mapping[str, Any], chance: float) -> str:
    """Say how likely a number of units is between two bounds."""
    least, most = int(entry.get("least", 0)), entry.get("most")
    if most == 0 and chance <= _NEGLIGIBLE:  # what never ends is said the other way round
        return _how_likely({**entry, "least": 1, "most": None}, 1.0)
    if (least, most) == (1, None) and chance <= _NEGLIGIBLE:
        return _how_likely({**entry, "least": 0, "most": 0}, 1.0)
    amount = f"exactly {least}" if least == most else f"at least {least}" if most is None else f"at most {most}"
    if most == 0:
        amount = "no"
    elif most is not None and 0 < least < most:
        amount = f"{least} to {most}"
    what = f"{amount} {_noun(entry, least if most in (None, least) else most)}{_where(entry)}"
    if is_certain(chance):
        return f"{entry['player']} {'has' if most == 0 else 'always has'} {what}."
    if chance <= _NEGLIGIBLE:
        return f"{entry['player']} never has {what}."
    return f"{entry['player']} has {what} {percent(chance)} of the time."


def _how_many(entry: Mapping[str, Any], chances: Mapping[int, float]) -> str:
    """Say how likely each number of units is, the largest first."""
    likely = {number: chance for number, chance in chances.items() if chance > _NEGLIGIBLE}
    first, *others = sorted(likely, reverse=True)
    if not others:
        return f"{entry['player']} {'always ' if first else ''}has {_amount(entry, first)}{_where(entry)}."
    head = f"{_amount(entry, first)}{_where(entry)} {percent(likely[first])}"
    rest = [f"{number or 'none'} {percent(likely[number])}" for number in others]
    return f"{entry['player']} has {words.listing([head, *rest])} of the time."


def _amount(entry: Mapping[str, Any], number: int) -> str:
    return f"{number or 'no'} {_noun(entry, number)}"


def _noun(entry: Mapping[str, Any], number: int) -> str:
    """Name what is counted within a sentence."""
    what = str(entry.get("of", "units"))
    if what in _GROUPS:
        return _GROUPS[what][number != 1]
    return words.noun(what, number)


def _where(entry: Mapping[str, Any]) -> str:
    """Say where, and at which moment."""
    place = entry.get("where")
    where = "" if place is None else " in space" if place == "space" else f" on {words.planet(str(place))}"
    return f"{where} {CONDITION_MOMENTS[entry['when']]}" if entry.get("when") else f" left{where}"
