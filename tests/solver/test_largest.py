"""Every step with every field at its largest: an answer or a refusal within the time that was granted and a second."""

import json
import math
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

import mecatol
from mecatol.paste.taking import LONGEST, take
from mecatol.probability.dice import Dice, roll
from mecatol.solution.text import table
from tests.solver.fuzz import SCHEMA
from tests.solver.largest import PLAYER, crowded, is_ignored, leaves, mend, planets_of, put

pytestmark = pytest.mark.cpython_only("the seconds are those of this Python; the browser's is three times as slow")

_GRANTED = 0.2
_LEAST = 0.005
_EARLIER = (_LEAST, 0.01, 0.03) * 7 + (_GRANTED,)
_BEYOND = 1.0
_STEPS = list(mecatol.STEPS)


def _asked(made: Any, what: str, exact: bool = False, seconds: float = _GRANTED, positions: float = 100_000) -> None:
    before = time.process_time()
    with suppress(mecatol.ScenarioError):  # refused in words
        mecatol.solve(made, exact, seconds=seconds, positions=positions)
    took = time.process_time() - before
    assert took <= seconds + _BEYOND, f"{took:.1f} s: {what} {json.dumps(made)}"


def _fields(step: str) -> list[tuple[int | None, tuple[str, ...], Any]]:
    """Return (player or None for the scenario's own, path, largest value) for each field that a step may be given."""
    planets = [*planets_of(crowded(step, 1, 2)), "lodor", "arinam"]
    shared = {"properties": {name: field for name, field in SCHEMA["properties"].items() if name != "players"}}
    return [
        *[(None, path, value) for path, value in leaves(shared, planets)],
        *[(player, path, value) for player in (0, 1) for path, value in leaves(PLAYER, planets)],
    ]


def _walk(
    step: str,
    rng: random.Random,
    fields: list[tuple[int | None, tuple[str, ...], Any]],
    granted: Sequence[float] = (_GRANTED,),
) -> None:
    stops, met = random.Random(f"granted {step}"), set[str]()
    for player, path, value in fields:
        units, players = rng.choice((5, 12, 30, 99)), rng.choice((2, 3, 6))
        made = json.loads(_crowd(step, units, players, rng.choice(("best", "best", "sustain-first", "cheapest-first"))))
        if player is not None and player >= len(made["players"]):
            continue
        put(made if player is None else made["players"][player], path, json.loads(json.dumps(value)))
        game, exact = mend(made), rng.random() < 0.2
        if (written := json.dumps([made, exact], sort_keys=True)) not in met:  # as where a step refuses both fields
            met.add(written)
            where = ("players", str(player)) if player is not None else ()
            ignored = game and is_ignored(game, (*where, *path))  # what is worked out is the crowd, as many others
            _asked(made, f"{step} {path}", exact=exact, seconds=_LEAST if ignored else stops.choice(granted))


@cache  # many fields are put into the same crowd, which takes longer to mend than to solve
def _crowd(step: str, units: int, players: int, assign: str) -> str:
    made = crowded(step, units, players)
    made["policy"] = {"assign": assign}
    mend(made)
    return json.dumps(made)


@pytest.mark.parametrize("step", _STEPS)
def test_a_step_with_some_fields_at_their_largest_keeps_to_its_time(step: str) -> None:
    rng = random.Random(f"largest {step}")
    _walk(step, rng, rng.sample(_fields(step), 5))


@pytest.mark.long
@pytest.mark.parametrize("step", _STEPS)
def test_a_step_with_any_field_at_its_largest_keeps_to_its_time(step: str) -> None:
    """Nearly all are stopped, and all of the time goes there: so early mostly, and at different places."""
    _walk(step, random.Random(f"any {step}"), _fields(step), _EARLIER)


NO_LIMITS = {"capacity": "ignored", "limits": "ignored"}


def _case(step: str, players: list[dict[str, Any]], **rest: Any) -> dict[str, Any]:
    named = [{"name": f"P{number}", **player} for number, player in enumerate(players)]
    return {"step": step, "players": named, "assume": NO_LIMITS, "policy": {"assign": "best"}, **rest}


_FLEET = {"carrier": 30, "cruiser": 30, "dreadnought": 30, "destroyer": 30, "flagship": 30, "war-sun": 30}
_CARRIED = {"fighter": 99, "infantry": 99, "mech": 99}
_WINNU = {"faction": "winnu", "space": {"flagship": 99}}
_GUNS: list[Any] = [
    {"space": {"destroyer": 99, "carrier": 99}},
    {"planets": {"abyz": {"pds": 99}}, "space": {"cruiser": 3}},
]
_CLEARS = {"bombard": "best", "aim": "clear-all"}
_TOWN = {"planets": {"lodor": {"mech": 99, "infantry": 99, "pds": 3}, "abyz": {"mech": 60, "infantry": 99}}}

_VILLAGE = {"planets": {"lodor": {"infantry": 99}}}


@pytest.mark.parametrize(
    ("made", "exact"),
    [
        (_case("capacity", [{"space": {**_FLEET, **_CARRIED}, "fleet_pool": 3}]), False),
        (_case("capacity", [{"space": dict.fromkeys([*_FLEET, *_CARRIED], 99), "fleet_pool": 16}]), False),
        (_case("space-combat", [_WINNU, {"space": {"cruiser": 30, "carrier": 50}}], stop_after=1), False),
        (_case("space-combat", [_WINNU, {"space": dict.fromkeys(_FLEET, 99)}], policy={}), False),
        (_case("space-combat", [_WINNU, {"space": dict.fromkeys(_FLEET, 99)}], policy={}, rounds=20), True),
        (_case("space-combat", [{"space": _FLEET}, {"space": _FLEET}], policy={}), True),
        (_case("bombardment", [{"space": {"dreadnought": 99}}, _TOWN, _TOWN], policy=_CLEARS), False),
        (_case("bombardment", [{"space": {"dreadnought": 99}}, *[_VILLAGE] * 5], policy={"bombard": "best"}), False),
        (_case("space-cannon-offense", _GUNS), False),
        (_case("space-cannon-offense", _GUNS, policy={}), True),
        (_case("ground-combat", [{"planets": {"abyz": {"infantry": 99, "mech": 99}}}] * 2, policy={}), True),
        (_case("ground-combat", [{"planets": {"abyz": {"infantry": 99, "mech": 99}}}] * 2), False),
        (_case("sustain-damage", [{"space": {"dreadnought": 99, "mech": 99}}, {"space": {"cruiser": 3}}],
               hits={"source": "space-combat", "count": 40, "held": 30}), False),
    ],
)  # fmt: skip
def test_absurd_forces_keep_to_their_time(made: dict[str, Any], exact: bool) -> None:
    _asked(made, "a force that nobody has", exact)


def test_three_who_search_get_an_answer_where_their_search_is_stopped() -> None:
    red = {"space": {"dreadnought": 3, "cruiser": 3, "carrier": 2, "fighter": 6, "infantry": 4}}
    blue = {"space": {"dreadnought": 2, "cruiser": 2, "fighter": 6}, "planets": {"abaddon": {"infantry": 3, "pds": 1}}}
    green = {"adjacent": {"pds": 2}, "technologies": ["pds-2"]}
    solution = mecatol.solve(_case("tactical-action", [red, blue, green]), searching=0)
    (said,) = [warning for warning in solution.warnings if "was stopped" in warning]
    assert said == (
        "The search for the best losses of P0, P1 and P2 was stopped after 0 seconds of work. Here all 3 take hits "
        "sustain first. What the best losses of each come to is not known."
    )


def test_forty_hits_on_those_who_may_sustain_are_not_too_deep_to_search() -> None:
    """Each hit is three stages; the search once asked each from within the one before, deeper than Python goes."""
    red, blue = {"space": {"dreadnought": 2, "cruiser": 40}}, {"space": {"cruiser": 3}}
    hits = {"source": "space-combat", "count": 40, "held": 0}
    solution = mecatol.solve(_case("sustain-damage", [red, blue], hits=hits), seconds=math.inf)
    assert sum(chance for chance, _ in solution.outcomes) == pytest.approx(1)


def test_as_many_dice_as_nobody_rolls_are_rolled_number_by_number() -> None:
    """Dice that hit on 9 (1 in 5) and dice that hit twice on 10: the mean is 300/5 + 200 · (1/2 + 1/10)."""
    ways = roll([Dice("", 0, 300, 9), Dice("", 0, 200, 6, bonus_value=10, bonus_hits=1)])
    assert sum(ways.ways) == ways.total == 10**500
    assert sum(hits * way for hits, way in enumerate(ways.ways)) == (60 + 120) * ways.total
    assert len(ways.ways) == 300 + 2 * 200 + 1


def test_the_search_for_time_does_not_depend_on_how_many_dice_are_rolled_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice = [Dice("", 0, 30, 9), Dice("", 0, 20, 6, bonus_value=10, bonus_hits=1), Dice("", 0, 9, 1)]
    at_once = roll(dice)
    monkeypatch.setattr("mecatol.probability.dice._AT_ONCE", 0)
    assert roll(dice) == at_once


def test_fractions_of_more_digits_than_python_writes_by_itself_are_written() -> None:
    forces = [{"space": {"cruiser": 10, "fighter": 10}}, {"space": {"destroyer": 10, "fighter": 10}}]
    solution = mecatol.solve(_case("space-combat", forces, policy={}), exact=True)
    data = solution.to_json()
    assert len(data["winner"]["P0"]) > 4300
    assert data["winner"]["P0"] in table(data)
    assert solution._repr_html_()


_LONG_PASTES = {
    "one long word": "stephas",
    "names without a space, a sign that is no letter between": "cruisers½loses",
    "other names": "2dreadnoughts⅓vs",
    "words with a slip": "3 cruiesrs dreadnuoghts ",
    "players": "player 3: 2 dn ",
    "signs": "½²+|/",
}


@pytest.mark.parametrize("kind", _LONG_PASTES)
def test_the_longest_paste_takes_half_a_second_at_most(kind: str) -> None:
    repeated = _LONG_PASTES[kind]
    pasted = f"2 cruisers vs 1 dreadnought {repeated * LONGEST}"[:LONGEST]
    take("2 cruisers vs 1 destroyer")  # what is read once is read
    before = time.process_time()
    with suppress(mecatol.ScenarioError):
        take(pasted)
    assert time.process_time() - before < 0.5
