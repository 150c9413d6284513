"""One fleet against many: the chance of winning against each of several opponents, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mecatol.advice.forces import Data, index_of
from mecatol.advice.winning import EACH, measured
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.errors import LimitError, ScenarioError, fault
from mecatol.preparing.first_fleet import all_first_fleets
from mecatol.scenario.reading import read

TAKEN = ("faction", "technologies", "effects", "space")
"""What an opponent of a space combat brings."""


class Pairing(NamedTuple):
    """A fleet against one of several."""

    name: str
    """Whom it meets."""
    scenario: Data
    chance: float | None
    """Of winning, in 0..1; None where the rules refuse the battle, or it takes too long to be solved."""
    draw: float = 0.0
    reason: str = ""
    """Why it has no chance."""


def first_fleets(edition: str) -> list[tuple[str, Data]]:
    """Return what every faction begins the game with, by the faction's name."""
    found = all_first_fleets(edition).items()
    return sorted((FACTIONS[faction].short, player) for faction, player in found if player.get("space"))


def pairings(scenario: object, player: str, others: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[Pairing]:
    """Yield the space combat of one player of a scenario against each of several opponents, in their order.

    Each takes the place of the other player, with faction, technologies, cards and ships of its own; everything else
    of the scenario stays, but for choices that name who or what is no longer there.

    Raises:
        ScenarioError: the scenario is not a space combat of two players, or nobody has the player's name.
    """
    data = read(scenario).data()
    if data["step"] != SPACE_COMBAT or len(data["players"]) != 2:
        raise fault("step", "must be a space combat of two players, of whom one meets many", data["step"])
    mine = index_of(data, player)
    for name, other in others:
        called = name if name != player else f"{name} (they)"
        met = {"name": called, **{field: other[field] for field in TAKEN if other.get(field)}}
        players = [data["players"][0], data["players"][1]]
        players[1 - mine] = met
        changed = {**data, "players": players}
        changed.pop("ask", None)  # it may count units of who is no longer there
        yield _solved(name, changed, player, called)


def _solved(name: str, scenario: Data, player: str, other: str) -> Pairing:
    try:
        won, _ = measured(scenario, EACH)
    except LimitError:
        return Pairing(name, scenario, None, reason="takes too long")
    except ScenarioError as error:
        return Pairing(name, scenario, None, reason=error.problems[0].message)
    return Pairing(name, scenario, won[player], max(0.0, 1 - won[player] - won[other]))
