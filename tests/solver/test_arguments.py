"""What the functions of the package are given in code: a wrong value is named with its field and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

import mecatol
from mecatol import Player, Scenario, ScenarioError, forms, homebrew, solve
from mecatol.advice.best_fleet import BestFleet
from mecatol.advice.best_play import BestPlay
from mecatol.advice.enough import additions
from mecatol.advice.fleets import Bounds
from mecatol.errors import DeclarationError
from mecatol.paste.taking import take

BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"dreadnought": 1}}],
}
HUGE = 10**400
NO_NUMBERS: list[Any] = ["1", b"1", True, [], {}, math.nan, -math.inf, 1j, Decimal(1), object]


def bounded(**bounds: Any) -> BestFleet:
    return BestFleet(BATTLE, "Red", Bounds(**{"least": 0, "most": 4, **bounds}))


NUMBERS: dict[str, Callable[[Any], object]] = {
    "seconds": lambda value: solve(BATTLE, seconds=value),
    "positions": lambda value: solve(BATTLE, positions=value),
    "searching": lambda value: solve(BATTLE, searching=value),
    "worth": lambda value: BestPlay(BATTLE, "Red", value),
    "reach": lambda value: next(additions(BATTLE, "Red", value)),
    "cost": lambda value: bounded(most=value),
    "fleet_pool": lambda value: bounded(fleet_pool=value),
    "production_limit": lambda value: bounded(production_limit=value),
    "mix.0.weight": lambda value: BestFleet(
        BATTLE, "Red", Bounds(0, 4), mix=[{"weight": value, "space": {"cruiser": 1}}]
    ),
}


def told(call: Callable[[], object]) -> tuple[str, str, object]:
    with pytest.raises(ScenarioError) as caught:
        call()
    [problem] = caught.value.problems
    return problem.field, problem.message, problem.value


@pytest.mark.parametrize("field", NUMBERS)
@pytest.mark.parametrize("value", [*NO_NUMBERS, -1], ids=repr)
def test_what_is_no_number_or_below_its_bound_is_named(field: str, value: Any) -> None:
    where, message, found = told(lambda: NUMBERS[field](value))
    assert where == field
    assert found is value
    assert message.startswith(f"is {value!r}; give a ")


@pytest.mark.parametrize(("field", "least"), [("positions", 1), ("fleet_pool", 0), ("production_limit", 0)])
def test_what_is_counted_is_whole(field: str, least: int) -> None:
    assert told(lambda: NUMBERS[field](1.5))[1].startswith(f"is 1.5; give a whole number, {least} or more")


def test_numbers_beyond_floats_are_as_good_as_none() -> None:
    unlimited = solve(BATTLE, seconds=math.inf, positions=math.inf, searching=math.inf)
    assert solve(BATTLE, seconds=HUGE, positions=HUGE, searching=HUGE) == unlimited == solve(BATTLE)
    assert solve(BATTLE, seconds=50, positions=1e6, searching=0) == unlimited


@pytest.mark.parametrize("field", ["worth", "reach", "cost", "mix.0.weight"])
def test_numbers_beyond_floats_are_too_much_of_what_has_a_limit(field: str) -> None:
    assert told(lambda: NUMBERS[field](HUGE))[0] == field


@pytest.mark.parametrize("value", [1, 0, "yes", None], ids=repr)
def test_exact_is_true_or_false(value: Any) -> None:
    assert told(lambda: solve(BATTLE, exact=value)) == (
        "exact", f"is {value!r}; give True for fractions or False for decimals", value,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("call", "field", "said"),
    [
        (lambda: Scenario.parse(5), "text", "is 5; give a scenario as text"),  # type: ignore[arg-type]
        (lambda: take(None), "text", "is None; give a battle as text"),  # type: ignore[arg-type]
        (lambda: take("2 cruisers vs 1 dreadnought", "pox"), "edition", "'pox' is not an edition; did you mean 'pok'?"),
        (lambda: forms.form([]), "step", "[] is not a step"),  # type: ignore[arg-type]
        (lambda: BestFleet(BATTLE, "Red", 4), "bounds", "is 4; give mecatol"),  # type: ignore[arg-type]
        (lambda: BestFleet(BATTLE, "Red", Bounds(0, 4), "cruiser"), "units", "is 'cruiser'; give a list"),
        (lambda: BestFleet(BATTLE, "Red", Bounds(0, 4), 5), "units", "is 5; give a list"),  # type: ignore[arg-type]
        (lambda: BestFleet(BATTLE, "Red", Bounds(0, 4), None, 5), "mix", "is 5"),  # type: ignore[arg-type]
        (lambda: bounded(within_box=1), "within_box", "is 1; give True or False"),
        (lambda: BestPlay(BATTLE, 5), "player", "5 is not a player here"),  # type: ignore[arg-type]
        (lambda: solve(5), "scenario", "must be a mapping"),  # type: ignore[arg-type]
        (lambda: mecatol.read("Space Combat."), "scenario", "must be a mapping, not the text 'Space Combat.'; in code"),
        (lambda: mecatol.best_fleet(BATTLE, cost=0), "cost", "is 0; give a number of resources above 0"),
        (lambda: mecatol.best_fleet(BATTLE, 4, seconds=-1), "seconds", "is -1; give a number of seconds"),
        (lambda: mecatol.best_play(BATTLE, "Pink"), "player", "'Pink' is not a player here"),
        (lambda: mecatol.advise(BATTLE, "Pink"), "player", "'Pink' is not a player of this battle"),
        (lambda: mecatol.enough(BATTLE, 2), "reach", "is 2; give a chance"),
        (lambda: mecatol.first_fleets("pox"), "edition", "'pox' is not an edition; did you mean 'pok'?"),
    ],
)
def test_other_values_are_named_as_well(call: Callable[[], object], field: str, said: str) -> None:
    where, message, _ = told(call)
    assert where == field
    assert message.startswith(said)


@pytest.mark.parametrize("files", ["pirates.yaml", 5])
def test_one_file_is_not_a_list_of_files(files: Any) -> None:
    with pytest.raises(DeclarationError, match=rf"^files: is {files!r}; give a list of files"):
        homebrew.register_only(files)


@pytest.mark.parametrize("number", [None, [], {}, False, "0"], ids=repr)
def test_a_count_in_code_that_is_no_number_is_not_taken_for_none(number: Any) -> None:
    red, blue = Player(name="Red", space={"cruiser": number}), Player(name="Blue", space={"cruiser": 1})
    where, message, _ = told(lambda: mecatol.read(Scenario(step="space-combat", players=[red, blue])))
    assert where == "players.0.space.cruiser"
    assert message.endswith("must be a whole number from 0 to 99")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"space": []}, "must be a mapping, not the list []"),
        ({"technologies": "cruiser-2"}, "must be a list, not the text 'cruiser-2'"),
        ({"technologies": {}}, "must be a list, not the mapping {}"),
        ({"trade_goods": False}, "false (yes/no) must be a whole number"),
    ],
)
def test_an_empty_value_of_the_wrong_kind_is_not_taken_for_nothing(fields: Any, said: str) -> None:
    red, blue = Player(name="Red", **{"space": {"cruiser": 1}, **fields}), Player(name="Blue", space={"cruiser": 1})
    where, message, _ = told(lambda: mecatol.read(Scenario(step="space-combat", players=[red, blue])))
    assert where == f"players.0.{next(iter(fields))}"
    assert message.startswith(said)
