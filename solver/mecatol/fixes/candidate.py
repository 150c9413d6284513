"""A change that may mend a problem, and the words that candidates share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import ABILITIES, UNIT_TYPES, planet_name
from mecatol.effects.named import effects, technologies
from mecatol.fixes.paths import Data


class Candidate(NamedTuple):
    """A change that may take a problem away."""

    text: str
    change: Callable[..., Any]
    """Changes a copy of the scenario, which it is called with before `given`, in place."""
    given: tuple[Any, ...] = ()
    sure: bool = False
    group: str = ""
    """Of the candidates of one group, the first that helps is enough; the empty group is none."""


def name_of(data: Data, index: int) -> str:
    """Return the name of a player."""
    players = data.get("players")
    player = players[index] if isinstance(players, list) and index < len(players) else {}
    return str(player.get("name", f"player {index + 1}")) if isinstance(player, dict) else f"player {index + 1}"


def names_of(data: Data) -> list[str]:
    """Return the names of all players."""
    return [name_of(data, index) for index in range(len(data.get("players", ())))]


def called(slug: object) -> str:
    """Return what players call a thing of a scenario by its slug: a unit, a technology, a card, a faction, a planet."""
    word = str(slug)
    names = {**{kind: name if kind == "pds" else name.lower() for kind, name in UNIT_TYPES.items()}, **ABILITIES}
    faction = FACTIONS[word].name if word in FACTIONS else None
    known = names.get(word) or technologies().get(word) or effects().get(word) or faction
    return known or (planet_name(word) if word.replace("-", "").isalnum() else repr(word))
