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
def gains(technology: str, kind: str) -> tuple[Gain, ...]:
    """Return what a unit upgrade adds in each battle of a fleet that has such a unit."""
    found: dict[str, dict[tuple[str, str], float]] = {"[]": {}, f'["{technology}"]': {}}
    for row in rows("upgrades"):
        if (known := found.get(row["Red.technologies"])) is not None:
            known[row["Red.space"], row["Blue.space"]] = score(row, "Red")
    without, with_it = found.values()
    return tuple(Gain(with_it[pair] - without[pair], *pair) for pair in without if kind in counts(pair[0]))


class FactionGains(NamedTuple):
    """What the upgrade of one faction adds in each battle of its plan in which it has such a unit."""

    with_it: Mapping[str, Any]
    """The player's fields with the upgrade."""
    unit: Unit
    gains: tuple[Gain, ...]


_INFANTRY = tuple(f"{name}.planets.abaddon.infantry" for name in ("Red", "Blue"))


@cache
def faction_gains(table: str) -> tuple[FactionGains, ...]:
    """Return what the upgrades of single factions add, from a plan with each faction without and with its own."""
    pair = _INFANTRY if table == "faction-infantry" else ("Red.space", "Blue.space")
    scores: dict[str, dict[tuple[str, str], float]] = {}
    for row in rows(table):
        scores.setdefault(row["Red"], {})[str(row[pair[0]]), str(row[pair[1]])] = score(row, "Red")
    found = []
    for (_, without), (player, with_it) in batched(scores.items(), 2, strict=True):
        fields = json.loads(player)
        [technology] = fields["technologies"]
        unit = next(one for one in units().values() if one.technology == technology)
        kept = [one for one in without if table == "faction-infantry" or unit.type in counts(one[0])]
        found.append(FactionGains(fields, unit, tuple(Gain(with_it[one] - without[one], *one) for one in kept)))
    return tuple(found)
