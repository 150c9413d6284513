"""A battle in the words of whoever asks: whether it is one, and what was understood as chips.

What is typed while one searches may be anything. It is shown as a battle where it names two sides and nothing of it is
left over; where something is, that is named and no odds are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.effects.named import effects, technologies
from mecatol.errors import ScenarioError
from mecatol.paste.pasted import Pasted
from mecatol.paste.taking import take
from mecatol.render import words
from mecatol.render.chips import with_sign
from mecatol.render.facts import Facts
from mecatol.render.words import text
from mecatol.scenario.link import Linked, write
from mecatol.scenario.step import STEPS

_AGAINST = re.compile(r"\b(?:vs?|versus|against|attack(?:s|ing)?|fights?)\b", re.IGNORECASE)
_ASKING = re.compile(
    r"^(?:can|does|do|did|how|what|when|which|who|whose|why|is|are|may|must|should|if|where|i|my|we)\b|\?\s*$",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\d+")
_NOTHING = ("names no unit,", "begins like JSON")
"""How a text is refused that says nothing of a battle."""


def asked(question: str, edition: str) -> dict[str, Any]:
    """Return a battle that is asked in words, ``{}`` where the words are something else.

    A battle is ``{"step", "title", "topic": slug of its rule, "scenario", "hash": the part of an address that holds it,
    "html": chips of what was understood, "unknown": [what was not, a sentence each], "added": [what was taken to be
    meant]}``. A battle of which nothing could be read has ``unknown`` alone.
    """
    against = bool(_AGAINST.search(question))
    if not against and len(_COUNT.findall(question)) < 2:
        return {}
    try:
        found = take(question, edition)
    except (ScenarioError, ValueError, RecursionError) as error:
        said = [problem.message for problem in error.problems] if isinstance(error, ScenarioError) else []
        meant = against and _COUNT.search(question) and not _ASKING.search(question)
        if not meant or not said or said[0].startswith(_NOTHING):
            return {}
        return {"unknown": [f"The text {message}." for message in said]}
    if found.left_out and (not against or _ASKING.search(question)):
        return {}
    return _battle(found)


def _battle(found: Pasted) -> dict[str, Any]:
    step = STEPS[found.scenario["step"]]
    return {
        "step": step.slug,
        "title": step.title,
        "topic": step.topic,
        "scenario": found.scenario,
        "hash": write(Linked(found.scenario)),
        "html": sides(found.scenario),
        "unknown": found.left_out,
        "added": found.added,
    }


def sides(scenario: Mapping[str, Any]) -> str:
    """Render what each player of a scenario has as chips in their color, with `against` between two."""
    facts = Facts({"scenario": scenario})
    named = {**technologies(), **effects()}
    shown = [_side(player, facts.tone(str(player["name"])), named) for player in scenario["players"]]
    return '<span class="asked__against">against</span>'.join(shown)


def _side(player: Mapping[str, Any], tone: int, named: Mapping[str, str]) -> str:
    damaged = player.get("damaged", {})
    places = [("", player.get("space", {}), damaged)]
    places += [
        (words.planet(slug), counts, damaged.get(slug, {})) for slug, counts in player.get("planets", {}).items()
    ]
    places += [("next door", player["adjacent"], {})] if player.get("adjacent") else []
    chips = "".join(chip for where, counts, damaged in places for chip in _chips(counts, damaged, where))
    owned = [(slug, 1) for slug in player.get("technologies", ()) if not _is_plain(slug, player)]
    owned += player.get("effects", {}).items()
    tags = "".join(
        f'<li class="tag">{text(named[slug] if number == 1 else f"{number} {named[slug]}")}</li>'
        for slug, number in owned
    )
    name = text(player["name"])
    who = "unseen" if name in words.COLORS else f"player player--{tone % 8}"
    return (
        f'<div class="asked__side player--{tone % 8}"><span class="{who}">{name}</span>'
        f'<ul class="unit-chips">{chips}{tags}</ul></div>'
    )


def _is_plain(slug: str, player: Mapping[str, Any]) -> bool:
    """Tell whether a technology says no more than that its war sun can be there."""
    return slug == "war-sun" and "war-sun" in player.get("space", {})


def _chips(counts: Mapping[str, int], damaged: Mapping[str, Any], where: str) -> Iterator[str]:
    """Yield a chip for each type of unit in a place, the damaged beside the whole."""
    for unit, number in counts.items():
        hurt = min(damaged.get(unit, 0), number)
        if number > hurt:
            yield _chip(unit, number - hurt, where)
        if hurt:
            yield _chip(unit, hurt, where, damaged=True)


def _chip(unit: str, number: int, where: str, damaged: bool = False) -> str:
    spoken = words.noun(unit, number) + (f" on {where}" if where and where != "next door" else "")
    spoken += (", damaged" if damaged else "") + (", next door" if where == "next door" else "")
    return with_sign(unit, number, spoken, damaged)
