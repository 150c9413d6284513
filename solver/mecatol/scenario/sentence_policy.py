"""Conditions and orders of losses as sentences, and back: what `mecatol.scenario.sentence` says besides units.

    Asked: Red has at least 3 infantry units on Mecatol Rex, when ground combat begins.
    Hits: sustain first.
    Hits of Blue: fighter, then destroyer, then Sustain Damage.

What has no such words, or would be read back as something else, is left to JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES, planet_name, planets
from mecatol.scenario.conditions import CONDITION_MOMENTS, COUNTED, COUNTED_ONE, counted
from mecatol.scenario.counts import whole
from mecatol.scenario.files import parse_json
from mecatol.scenario.policy import ASSIGN_WORDS, SUSTAIN

ASKED, HITS = "Asked: ", "Hits"
_NAME = r'(?P<name>"(?:[^"\\]|\\.)*"|.+?)'
_CONDITION = re.compile(
    _NAME + r" has (?:exactly (?P<exactly>[0-9]+)|at least (?P<least>[0-9]+)|at most (?P<most>[0-9]+)"
    r"|(?P<low>[0-9]+) to (?P<high>[0-9]+)|how many)"
    r" (?P<what>.+?)(?P<space> in space| on (?P<place>[^,]+))?(?:, (?P<when>.+))?\.\Z"
)
_HITS = re.compile(rf"{HITS}(?: of {_NAME})?: (?P<order>.+)\.\Z")
_LONGEST = 500
"""Characters of a line that is understood; a longer one takes long to find out about, and says nothing of the kind."""
_THEN = ", then "
_LOST = {
    **{slug: name if slug == "pds" else name.lower() for slug, name in UNIT_TYPES.items()},
    SUSTAIN: "Sustain Damage",
}


def say_planet(slug: str) -> str:
    """Name a planet so that the name leads back to it; the later card of a name that two have keeps its slug."""
    name = planet_name(slug)
    return name if read_planet(name) == slug else slug


def read_planet(said: str) -> str:
    """Return the slug of a planet from its name or slug, however it is written; one that the game does not know too."""
    wanted = said.casefold()
    for slug, record in planets().items():
        if wanted in (slug, record["name"].casefold()):
            return slug
    return "-".join(said.lower().split())


def say_name(name: str) -> str:
    """Write a player's name within a sentence, in quotes where it could be taken for something else."""
    plain = re.fullmatch(r"[^\W_][\w.'’-]*(?: [\w.'’-]+)*", name) and not re.search(r" (?:has|of|with) |\.\Z", name)
    return name if plain else json.dumps(name, ensure_ascii=False)


def read_name(said: str) -> str:
    """Return the name that `say_name` wrote. Raises ValueError for quotes that do not close."""
    return str(parse_json(said)) if said.startswith('"') else said


def _say_condition(condition: Mapping[str, Any]) -> str:
    least, most = condition.get("least", 0), condition.get("most")
    amount = f"at least {least}" if most is None else f"exactly {least}" if least == most else f"{least} to {most}"
    if most is not None and not least:
        amount = f"at most {most}"
    if not least and most is None:
        amount = "how many"
    place = condition.get("where")
    where = "" if place is None else " in space" if place == SPACE else f" on {say_planet(place)}"
    when = f", {CONDITION_MOMENTS[condition['when']]}" if "when" in condition else ""
    what = counted(condition.get("of", "units"), least, most)
    return f"{say_name(condition['player'])} has {amount} {what}{where}{when}."


def _slug(names: Mapping[str, str], said: str) -> str | None:
    return next((slug for slug, name in names.items() if said.lower() in (name.lower(), slug)), None)


def read_condition(text: str) -> dict[str, Any] | None:
    """Return the condition that a sentence states, None for one that is not understood."""
    found = _CONDITION.match(text) if len(text) <= _LONGEST else None
    what = found and (_slug(COUNTED, found["what"]) or _slug(COUNTED_ONE, found["what"]))
    when = found and found["when"] and _slug(CONDITION_MOMENTS, found["when"])
    if not found or not what or (found["when"] and not when):
        return None
    try:
        condition: dict[str, Any] = {"player": read_name(found["name"])}
    except ValueError:
        return None
    if what != "units":
        condition["of"] = what
    if found["space"]:
        condition["where"] = read_planet(found["place"]) if found["place"] else SPACE
    numbers = {key: whole(found[key]) for key in ("exactly", "least", "most", "low", "high") if found[key]}
    least = numbers.get("exactly", numbers.get("least", numbers.get("low", 0)))
    most = numbers.get("exactly", numbers.get("most", numbers.get("high")))
    if least:
        condition["least"] = least
    if most is not None:
        condition["most"] = most
    if when:
        condition["when"] = when
    return condition


def say_conditions(conditions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each condition; none at all where one of them would not come back as it is."""
    said = [_say_condition(condition) for condition in conditions]
    return [ASKED + line for line in said] if [read_condition(line) for line in said] == list(conditions) else []


def say_hits(assign: str | Sequence[str], player: str | None) -> str:
    """Return the line for who takes hits: a player's, or everybody's."""
    order = ASSIGN_WORDS[assign] if isinstance(assign, str) else _THEN.join(_LOST[slug] for slug in assign)
    return f"{HITS}{f' of {say_name(player)}' if player else ''}: {order}."


def read_hits(text: str) -> tuple[str | None, str | list[str]] | None:
    """Return whose hits a line is about and who takes them; None for a line that is not understood."""
    found = _HITS.match(text) if len(text) <= _LONGEST else None
    if not found:
        return None
    order = found["order"]
    named = _slug(ASSIGN_WORDS, order)
    listed = [_slug(_LOST, one) for one in order.split(_THEN)]
    try:
        player = read_name(found["name"]) if found["name"] else None
    except ValueError:
        return None
    if named:
        return player, named
    return None if None in listed else (player, [slug for slug in listed if slug])
