"""The lab's tables: battles solved by the plans of `content/lab`, each plan beside the rows that came of it.

To make one again: `mecatol sweep content/lab/NAME.yaml --out content/lab/NAME.parquet` (remove the old one first).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import batched
from pathlib import Path
from typing import Any, NamedTuple

from mecatol.domain.units import Unit, unit_of, units
from mecatol.lab.plans import Plan, plan_of
from mecatol.lab.tables import read

FOLDER = Path(__file__).parent / "lab"

TABLES: Mapping[str, str] = {
    "equal-cost": "Every fleet of equal cost up to 12 resources against every other, in space.",
    "upgrades": "Every fleet of 8 resources against every other, with and without each unit upgrade of ships.",
    "faction-upgrades": "Every fleet of 8 resources against every other, with and without each faction's ship upgrade.",
    "memoria": "The Nomad's flagship alone against every fleet of 8 resources, with and without Memoria II.",
    "infantry": "Up to eight infantry against up to eight, with and without Infantry II.",
    "faction-infantry": "Up to eight infantry against up to eight, with and without each faction's infantry upgrade.",
    "pds": "What up to six PDS destroy of eight cruisers that move in, with and without PDS II.",
    "first-fleets": "Every faction's first fleet against every other, in space.",
}
"""Name of a plan and its table, to what it holds."""


class Fleets(NamedTuple):
    """Fleets of one cost, and how often each wins against each."""

    names: tuple[str, ...]
    """As the table writes them: `4 fighter, 1 carrier`."""
    scores: Mapping[tuple[str, str], float]
    """The chance that the first beats the second, a draw counted as half a win."""

    def mean(self, name: str) -> float:
        """Return a fleet's mean score against all of these fleets, itself included."""
        return sum(self.scores[name, other] for other in self.names) / len(self.names)

    def ranked(self) -> list[str]:
        """Return the fleets, the best mean score first."""
        return sorted(self.names, key=lambda name: (-self.mean(name), name))

    def within(self, pool: int) -> Fleets:
        """Return those that fit into a fleet pool: ships other than fighters."""
        return self._replace(names=tuple(name for name in self.names if ships(name) <= pool))


def plan(name: str) -> Plan:
    """Return a plan of the lab."""
    return plan_of((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


@cache
def rows(name: str) -> tuple[Mapping[str, Any], ...]:
    """Return the rows of a table."""
    return tuple(read(FOLDER / f"{name}.parquet"))


def counts(name: str) -> dict[str, int]:
    """Return the units of a fleet by type."""
    return {kind: int(number) for number, kind in (part.split(" ") for part in name.split(", "))}


def ships(name: str) -> int:
    """Return how many ships of a fleet count against the fleet pool (37.1)."""
    return sum(number for kind, number in counts(name).items() if kind != "fighter")


def cost(name: str, kinds: tuple[str, ...] = ()) -> float:
    """Return the resources that a fleet costs, or its units of some types."""
    found = 0.0
    for kind, number in counts(name).items():
        unit = unit_of(kind, None, ("war-sun",))
        assert unit
        assert unit.cost
        found += unit.cost * number / unit.produces if not kinds or kind in kinds else 0
    return found


@cache
def fleets(price: int) -> Fleets:
    """Return the fleets of one cost."""
    scores: dict[tuple[str, str], float] = {}
    for row in rows("equal-cost"):
        one, other = row["Red.space"], row["Blue.space"]
        if cost(one) == price:
            scores[one, other] = score(row, "Red")
            scores[other, one] = score(row, "Blue")
    return Fleets(tuple(dict.fromkeys(one for one, _ in scores)), scores)


def score(row: Mapping[str, Any], player: str) -> float:
    """Return the chance that a player wins a row's battle, a draw counted as half a win."""
    return float(row[f"winner.{player}"]) + float(row["winner.draw"] or 0) / 2


class Gain(NamedTuple):
    """What an upgrade adds in one battle."""

    more: float
    """How much higher the chance of winning is, in 0..1."""
    own: str
    enemy: str


@cache
def gains(table: str, technology: str) -> tuple[Gain, ...]:
    """Return what a unit upgrade adds in each battle of a table in which Red has such a unit."""
    scores = _scores(table, "Red.technologies")
    return _added(scores["[]"], scores[f'["{technology}"]'], _unit(technology))


class FactionGains(NamedTuple):
    """What the upgrade of one faction adds in each battle of its plan in which it has such a unit."""

    with_it: Mapping[str, Any]
    """The player's fields with the upgrade."""
    unit: Unit
    gains: tuple[Gain, ...]


@cache
def faction_gains(table: str) -> tuple[FactionGains, ...]:
    """Return what the upgrades of single factions add, from a plan with each faction without and with its own."""
    found = []
    for (_, without), (player, with_it) in batched(_scores(table, "Red").items(), 2):
        fields = json.loads(player)
        unit = _unit(*fields["technologies"])
        found.append(FactionGains(fields, unit, _added(without, with_it, unit)))
    return tuple(found)


def _unit(technology: str) -> Unit:
    return next(one for one in units().values() if one.technology == technology)


def _scores(table: str, column: str) -> dict[str, dict[tuple[str, str], float]]:
    """Return Red's scores by the value of a column and then by both players' units."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    base = plan(table).base or {}
    for row in rows(table):
        pair = [_fielded(row, player) for player in base["players"]]
        found.setdefault(row[column], {})[pair[0], pair[1]] = score(row, "Red")
    return found


def _fielded(row: Mapping[str, Any], player: Mapping[str, Any]) -> str:
    """Return a player's units in a row, as tables write fleets; of the plan's base where they do not change."""
    name = player["name"]
    if (infantry := row.get(f"{name}.planets.abaddon.infantry")) is not None:
        return f"{infantry} infantry"
    fleet = row.get(f"{name}.space")
    return str(fleet) if fleet else ", ".join(f"{number} {kind}" for kind, number in player["space"].items())


def _added(
    without: Mapping[tuple[str, str], float], with_it: Mapping[tuple[str, str], float], unit: Unit
) -> tuple[Gain, ...]:
    return tuple(Gain(with_it[pair] - without[pair], *pair) for pair in without if unit.type in counts(pair[0]))
