"""Ways out of refusals: every refusal has one, and each is what it says."""

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import mecatol
from mecatol.errors import Problem
from mecatol.fixes import choices
from mecatol.fixes.mends import mends, mends_of_limit
from mecatol.preparing.prepare import prepare
from mecatol.rules.capacity.carrying import problems_at_start
from mecatol.scenario.assumptions import ASSUMPTIONS
from tests.any_scenario import Wish, any_scenario
from tests.solver.helpers import STRICT

Data = dict[str, Any]


def battle(red: Data, blue: Data | None = None, **fields: Any) -> Data:
    players = [{"name": "Red", **red}, {"name": "Blue", **(blue or {"space": {"cruiser": 1}})}]
    return {"step": "space-combat", "players": players, "assume": STRICT, **fields}


def problems(scenario: object) -> tuple[Problem, ...]:
    try:
        mecatol.solve(scenario)
    except mecatol.ScenarioError as error:
        return error.problems
    return ()


REFUSED: list[tuple[str, Data, str]] = [
    ("war sun", battle({"space": {"war-sun": 1}}), "Give Red the technology War Sun"),
    ("slip", battle({"space": {"cruser": 1}}), "Read it as cruiser"),
    ("card's slip", battle({"space": {"cruiser": 1}, "effects": {"morale-bost": 1}}), "Read it as Morale Boost"),
    ("no carrier", battle({"space": {"fighter": 2}}), "Give Red 1 more carrier"),
    ("too many aboard", battle({"space": {"fighter": 6, "carrier": 1}}), "Take away 2 of Red’s fighters"),
    ("crowded", battle({"space": {"fighter": 6, "carrier": 1}}), "Ignore capacity"),
    ("pool", battle({"space": {"cruiser": 5}, "fleet_pool": 3}), "Let Red have a fleet pool of 5"),
    ("too many", battle({"space": {"cruiser": 120}}), "Let Red have 8 cruisers"),
    ("too few", battle({"space": {"cruiser": 2, "destroyer": -1}}), "Let Red have 0 destroyers"),
    ("in space", battle({"space": {"cruiser": 2, "pds": 1}}), "Put Red’s PDS on Abaddon"),
    ("on a planet", battle({"space": {"carrier": 1, "infantry": 1}},
                           {"planets": {"quann": {"cruiser": 1, "infantry": 1}}}, step="invasion"),
     "Put Blue’s cruisers in space"),
    ("damage", battle({"space": {"dreadnought": 2}, "damaged": {"dreadnought": 3}}),
     "Let Red have damage on 2 dreadnoughts"),
    ("no sustain", battle({"space": {"cruiser": 2}, "damaged": {"cruiser": 1}}), "Take the damage off Red’s cruiser"),
    ("another's upgrade", battle({"space": {"dreadnought": 2}, "technologies": ["super-dreadnought-2"]}),
     "Let Red play The L1Z1X Mindnet"),
    ("own upgrade",
     battle({"faction": "l1z1x-mindnet", "space": {"dreadnought": 2}, "technologies": ["dreadnought-2"]}),
     "Read it as Super Dreadnought II"),
    ("copies", battle({"space": {"cruiser": 1}, "effects": {"morale-boost": 7}}), "Let Red have Morale Boost 4 times"),
    ("one card", battle({"space": {"cruiser": 1}, "effects": {"waylay": 1}},
                        {"space": {"cruiser": 1}, "effects": {"waylay": 1}}), "Leave out Blue’s Waylay"),
    ("four cards", battle({"space": {"cruiser": 1}, "effects": {"direct-hit": 3}},
                          {"space": {"cruiser": 1}, "effects": {"direct-hit": 3}}), "Let Blue have Direct Hit once"),
    ("role", battle({"space": {"cruiser": 1}, "effects": {"nebula": 1}}), "Give Nebula to Blue"),
    ("edition", battle({"faction": "nomad", "space": {"cruiser": 1}}, edition="base"), "Play with Thunder's Edge"),
    ("nobody else", {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}}]}, "Add Blue"),
    ("one name", battle({"space": {"cruiser": 1}}, {"name": "Red", "space": {"cruiser": 1}}), "Call this player Blue"),
    ("landing", battle({"space": {"dreadnought": 1, "infantry": 1}, "policy": {"land": {"quann": {"infantry": 4}}}},
                       {"planets": {"quann": {"infantry": 1}}}, step="invasion"), "Let Red land 1 infantry"),
    ("stopped", battle({"space": {"dreadnought": 1, "infantry": 1}}, {"planets": {"quann": {"infantry": 1}}},
                       step="invasion", stop_after=2), "Leave out the last round"),
    ("larger than any pool", battle({"space": {"cruiser": 2}, "fleet_pool": 60}), "Let Red have a fleet pool of 16"),
    ("docks", {"step": "production", "assume": STRICT,
               "players": [{"name": "Red", "planets": {"abaddon": {"space-dock": 3}}}]},
     "Let Red have 1 space dock on Abaddon"),
    ("initiative", {"step": "victory", "players": [{"name": "Red"}, {"name": "Blue", "standing": {"initiative": 3}}]},
     "Leave out everybody’s initiative"),
    ("question", battle({"space": {"cruiser": 1}}, ask=[{"player": "Rod"}]), "Leave out the question"),
    ("unknown field", battle({"space": {"cruiser": 1}, "spice": 3}), "Leave out Red’s spice"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "text"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_refusal_has_a_way_out_that_works(scenario: Data, text: str) -> None:
    before = deepcopy(scenario)
    found = [mend for problem in problems(scenario) for mend in mends(scenario, problem)]
    assert scenario == before
    mend = next(mend for mend in found if mend.text.startswith(text))
    assert problems(mend.scenario) == ()


def test_every_assumption_can_be_proposed() -> None:
    assert choices._WAIVED.keys() == {*ASSUMPTIONS}


def test_only_what_cannot_be_meant_otherwise_is_sure() -> None:
    sure = {row[0] for row in REFUSED for problem in problems(row[1]) for mend in mends(row[1], problem) if mend.sure}
    assert sure == {"war sun"}


def test_a_problem_that_is_not_there_has_no_mend() -> None:
    assert mends(battle({"space": {"cruiser": 1}}), Problem("players.0.space.cruiser", "is too red", 1)) == []
    assert mends([], Problem("scenario", "must be a mapping")) == []  # type: ignore[arg-type]


def test_each_says_something_else() -> None:
    for _, scenario, _ in REFUSED:
        for problem in problems(scenario):
            texts = [mend.text for mend in mends(scenario, problem)]
            assert len(set(texts)) == len(texts)


def drawn() -> Iterator[Data]:
    rng = random.Random(14)
    for step in ("space-combat", "ground-combat", "invasion", "tactical-action", "space-cannon-offense", "bombardment"):
        for _ in range(40):
            scenario = any_scenario(rng, Wish(step))
            scenario["assume"] = STRICT
            yield scenario


NOTATION = re.compile(r"_|[`{}]|'[a-z0-9-]+'|\b(players|policy|space|planets)\.")


def test_every_refusal_of_a_battle_drawn_by_lot_has_a_way_out() -> None:
    """Fleets drawn without a look at capacity, roles and what cannot be combined: what the form lets somebody make."""
    stuck, seen = [], 0
    for scenario in drawn():
        try:
            found = tuple(problems_at_start(prepare(mecatol.read(scenario))))
        except mecatol.ScenarioError as error:
            found = error.problems
        for problem in found:
            seen += 1
            ways = mends(scenario, problem)
            if not ways:
                stuck.append(problem)
            # The form leaves out what only the notation needs (theme/browser/answers/errors.ts).
            for words in (re.sub(r" \(`\w+: [^`]*`\)", "", problem.message), *(mend.text for mend in ways)):
                assert not NOTATION.search(words), words
    assert stuck == []
    assert seen > 20


def test_what_is_too_large_may_stop_searching() -> None:
    scenario = battle({"space": {"cruiser": 1}, "policy": {"assign": "best"}}, policy={"bombard": "best"})
    (mend,) = mends_of_limit(scenario)
    assert "best" not in str(mend.scenario)
    assert mends_of_limit(battle({"space": {"cruiser": 1}})) == []


def test_what_is_too_large_without_a_search_may_have_fewer_of_what_there_is_most_of() -> None:
    scenario = battle({"space": {"fighter": 90, "carrier": 4}, "damaged": {}}, {"space": {"fighter": 70}})
    (mend,) = mends_of_limit(scenario)
    assert mend.text == "Let Red have 45 fighters"
    assert mend.scenario["players"][0]["space"] == {"fighter": 45, "carrier": 4}


def test_what_loses_units_loses_their_damage() -> None:
    """Else the damage of what is gone would be the next refusal, and nothing would be offered."""
    blue = {"planets": {"quann": {"dreadnought": 2, "infantry": 1}}, "damaged": {"quann": {"dreadnought": 1}}}
    scenario = battle({"space": {"carrier": 1, "infantry": 1}}, blue, step="invasion")
    (problem,) = problems(scenario)
    for mend in mends(scenario, problem):
        assert problem not in problems(mend.scenario), mend.text
    assert {mend.text for mend in mends(scenario, problem)} >= {"Leave out Blue’s dreadnoughts on Quann"}
