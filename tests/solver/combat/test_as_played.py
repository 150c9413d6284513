"""Battles as they are played at a table: floats and fractions agree, whatever way through the combat they take.

    uv run python -m tests.solver.combat.test_as_played [--battles 300] [--seed 11]

compares more of them. Exact fractions share no rounding with floats: a chance that is added up where it should not be,
or lost, comes out as a difference far above 1e-12. Nor do they share the way: they go pair of losses by pair of losses
where floats follow each side by itself; `--ways` lets floats go both ways, so that no battle is too large for it.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import random
import sys
import weakref
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest

import mecatol
from mecatol.preparing.prepare import prepare
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.side_graph import Independence, SideGraph
from mecatol.rules.combat.state import NodeRoll
from tests.as_played import battles, left_early, without, worked_out
from tests.draws import some_now

type Data = dict[str, Any]

MOST_UNITS = 6
"""Units a side in the normal run, so that fractions stay short."""
PATIENCE = 600
"""Seconds for one battle."""
FRACTIONS = 30
"""Seconds for one battle in fractions."""
FLEET_POOL, HOLDS = 16, 40
"""As many ships a side as there are tokens, and what they carry."""


HALVES, QUARTERS = some_now(range(2), 1), some_now(range(4), 1)
"""Parts of the longer proofs."""


def part_of(scenarios: Iterator[Data], number: int, part: int, parts: int = 4) -> Iterator[Data]:
    """Yield a part of so many battles, a quarter of them by default."""
    return islice(scenarios, part * number // parts, (part + 1) * number // parts)


def small(seed: int, number: int, most: int = MOST_UNITS) -> Iterator[Data]:
    """Yield so many battles in which neither side has more units than that."""
    for scenario in battles(seed, 100 * number):
        if all(sum(player["space"].values()) <= most for player in scenario["players"]):
            yield scenario
            number -= 1
        if not number:
            return


def apart(scenario: Data) -> float | None:
    """Return how far floats and fractions are apart at most, None where fractions take too long."""
    try:
        exact = mecatol.solve(scenario, exact=True, seconds=FRACTIONS)
    except mecatol.LimitError:
        return None
    assert sum(chance for chance, _ in exact.outcomes) == 1
    return off(mecatol.solve(scenario), exact)


def off(one: mecatol.Solution, other: mecatol.Solution) -> float:
    """Return how far the chances of two solutions are apart at most."""
    ends = [{repr(left): float(chance) for chance, left in found.outcomes} for found in (one, other)]
    pairs = [(ends[0].get(end, 0), ends[1].get(end, 0)) for end in {**ends[0], **ends[1]}]
    pairs += [(float(one.winner[name]), float(other.winner[name])) for name in one.winner]
    return max(abs(chance - against) for chance, against in pairs)


class Together(Independence):
    """Sides that are never worked out apart."""

    def __init__(self, fight: Fight) -> None:
        super().__init__(fight)
        self.holds = False


def both_ways(scenario: Data) -> tuple[mecatol.Solution, mecatol.Solution]:
    """Return a battle followed a side at a time, and the same pair by pair."""
    found = mecatol.solve(scenario, seconds=PATIENCE)
    with patch("mecatol.rules.combat.ending.Independence", Together):
        return found, mecatol.solve(scenario, seconds=PATIENCE)


def ways_apart(scenario: Data) -> float | None:
    """Return how far a battle followed a side at a time is from the same pair by pair."""
    return off(*both_ways(scenario))


def told(found: mecatol.Solution) -> tuple[object, ...]:
    """Return what a solution tells of what happened, in no order."""
    return {(line["clause"], line["text"]) for line in found.trace}, set(found.rolls), set(found.warnings)


def same_both_ways(scenario: Data) -> mecatol.Solution:
    """Return the solution of a battle, once it comes to the same both ways and tells the same."""
    one, two = both_ways(scenario)
    assert off(one, two) < 1e-12, json.dumps(scenario)
    assert told(one) == told(two), json.dumps(scenario)
    return one


def test_floats_and_fractions_agree() -> None:
    found = {json.dumps(scenario): apart(scenario) for scenario in small(23, 20)}
    known = {scenario: row for scenario, row in found.items() if row is not None}
    assert len(known) >= 10, "most are within the limit of fractions"
    assert not [scenario for scenario, row in known.items() if row > 1e-12]


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", QUARTERS)
def test_sides_worked_out_apart_come_to_what_they_come_to_together(part: int) -> None:
    drawn = worked_out(part_of(small(29, 30, most=9), 30, part))
    found = {json.dumps(scenario): ways_apart(scenario) for scenario in drawn}
    assert not [scenario for scenario, row in found.items() if row is None or row > 1e-12]


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", QUARTERS)
def test_sides_worked_out_apart_tell_of_nothing_that_does_not_happen(part: int) -> None:
    for scenario in part_of(small(5, 20, most=9), 20, part):  # in the last, a shield ends what could be repaired
        apart_so, together = both_ways(scenario)
        assert told(apart_so) == told(together), json.dumps(scenario)


LOOKING = ("mentak-coalition", "crimson-rebellion", "winnu")
"""Factions whose flagships count the other side's ships, or keep them from sustaining damage."""
TOPPLING = ("yin-brotherhood",)
"""Factions whose flagships take all ships along."""


def reaching_across(seed: int, number: int, flagships: Sequence[str]) -> Iterator[Data]:
    """Yield so many battles with the flagship of one of these factions, and with what repairs and answers losses."""
    rng = random.Random(seed)
    for scenario in worked_out(small(seed, 100 * number, most=8)):
        one, other = rng.sample(scenario["players"], 2)
        one["faction"] = rng.choice(flagships)
        one["space"]["flagship"] = 1
        other["technologies"] = sorted({*other.get("technologies", ()), "duranium-armor"})
        holder = rng.choice((one, other))
        holder["effects"] = {**holder.get("effects", {}), "courageous-to-the-end": 1}
        with contextlib.suppress(mecatol.ScenarioError):  # what was drawn belongs to another faction
            prepare(mecatol.read(scenario))
            number -= 1
            yield scenario
        if not number:
            return


@pytest.mark.long
@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_sides_that_look_at_each_other_are_worked_out_apart() -> None:
    faced: list[int] = []
    most = []
    kept = SideGraph.roll

    def roll(graph: SideGraph, node: int, round_number: int, facing: int) -> NodeRoll:
        faced.append(facing)
        return kept(graph, node, round_number, facing)

    with patch.object(SideGraph, "roll", roll):
        for scenario in reaching_across(31, 50, LOOKING):
            same_both_ways(scenario)
            most.append(max(faced, default=0))
            faced.clear()
    assert sum(looks > 0 for looks in most) > 8, "they face more than one thing that looks otherwise"


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", QUARTERS)
def test_sides_of_which_one_may_fall_as_a_whole_are_worked_out_apart(part: int) -> None:
    for scenario in part_of(reaching_across(37, 25, TOPPLING), 25, part):
        same_both_ways(scenario)


def test_it_is_told_who_sustained_before_a_side_fell_as_a_whole() -> None:
    red = {"name": "Red", "faction": "yin-brotherhood", "space": {"flagship": 1}, "damaged": {"flagship": 1}}
    blue = {"name": "Blue", "faction": "winnu", "technologies": ["war-sun"], "space": {"war-sun": 1, "carrier": 1}}
    blue["effects"] = {"rickar-rickani": 1, "metali-void-shielding": 1}  # the war sun never misses
    found = same_both_ways({"step": "space-combat", "players": [red, blue]})
    assert any("Metali Void Shielding" in line["text"] for line in found.trace)


@pytest.mark.long
@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_a_side_that_spends_on_its_rolls_is_worked_out_apart() -> None:
    spent = 0
    for goods, scenario in enumerate(reaching_across(41, 25, ("emirates-of-hacan",))):
        owner = next(player for player in scenario["players"] if player["faction"] == "emirates-of-hacan")
        owner["effects"] = {**owner.get("effects", {}), "wrath-of-kenara-trade": 1 + goods % 4}
        found = same_both_ways(scenario)
        spent += any("Wrath of Kenara" in line["text"] for line in found.trace)
    assert spent > 15


def test_a_large_fleet_may_spend_on_its_rolls() -> None:
    fleet = {"destroyer": 2, "cruiser": 4, "carrier": 4, "dreadnought": 5, "flagship": 1, "fighter": 24}
    players = [
        {"name": "Red", "faction": "emirates-of-hacan", "space": fleet, "effects": {"wrath-of-kenara-trade": 3}},
        {"name": "Blue", "faction": "universities-of-jol-nar", "space": fleet},
    ]
    found = mecatol.solve({"step": "space-combat", "players": players})
    assert sum(chance for chance, _ in found.outcomes) == pytest.approx(1, abs=1e-12)
    players[0]["effects"] = {}
    assert found.winner["Red"] > mecatol.solve({"step": "space-combat", "players": players}).winner["Red"]


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
@pytest.mark.parametrize("part", HALVES)
def test_sides_that_retreat_are_worked_out_apart(part: int) -> None:
    asked: set[tuple[int, bool]] = set()
    kept = SideGraph.would_retreat

    def wants_away(graph: SideGraph, node: int, round_number: int) -> bool:
        found = kept(graph, node, round_number)
        asked.add((graph.side, found))
        return found

    with patch.object(SideGraph, "would_retreat", wants_away):
        for scenario in worked_out(part_of(left_early(small(43, 40, most=8), 43), 40, part, 2)):
            if not any("emergency-repairs" in player.get("effects", ()) for player in scenario["players"]):
                holder = scenario["players"][len(asked) % 2]  # who leaves is gone before that card repairs anything
                holder["effects"] = {**holder.get("effects", {}), "emergency-repairs": 1}
            same_both_ways(scenario)
    assert asked == {(0, False), (0, True), (1, False), (1, True)}


@pytest.mark.parametrize("part", QUARTERS)
def test_battles_of_as_many_ships_as_there_are_tokens_are_answered(part: int) -> None:
    # with the crown, whose rerolls may cost every unit alone, so many ships have no answer within the minute
    for scenario in without(part_of(battles(77, 44, FLEET_POOL, HOLDS), 44, part), {"crown-of-thalnos"}):
        assert sum(chance for chance, _ in mecatol.solve(scenario).outcomes) == pytest.approx(1, abs=1e-12)


def test_combats_are_gone_once_a_battle_is_solved() -> None:
    fights: list[weakref.ref[Fight]] = []
    prepared = Fight.__init__

    def prepare(fight: Fight, *about: Any) -> None:
        fights.append(weakref.ref(fight))
        prepared(fight, *about)

    gc.disable()  # what refers to itself in a circle would stay
    try:
        with patch.object(Fight, "__init__", prepare):
            for scenario in small(5, 20, most=9):
                mecatol.solve(scenario)
    finally:
        gc.enable()
    assert len(fights) > 20
    assert not [fight for fight in fights if fight()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="floats against fractions in battles as they are played")
    parser.add_argument("--battles", type=int, default=300, help="how many battles (default: 300)")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the draw (default: 11)")
    parser.add_argument("--ways", action="store_true", help="a side at a time against pair by pair, both in floats")
    wanted = parser.parse_args()
    compared = ways_apart if wanted.ways else apart
    rows = [compared(scenario) for scenario in battles(wanted.seed, wanted.battles)]
    known = [row for row in rows if row is not None]
    print(f"{len(known)} of {len(rows)} battles compared, at most {max(known, default=0):.1e} apart")
    sys.exit(max(known, default=0) > 1e-12)
