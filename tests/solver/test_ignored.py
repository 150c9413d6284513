"""A choice of a policy that changes nothing is said beside the answer, whatever it is about."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

import mecatol
from mecatol.scenario.counts import UNIT
from mecatol.scenario.fields import Count, Either, ListOf, MapOf, OneOf, Record, Text, ValueKind
from mecatol.scenario.policy import CHOICES, FIELD_OF, POLICY, Policy
from mecatol.scenario.step import declare
from tests.solver import fuzz
from tests.solver.helpers import Data

RED: Data = {"name": "Red", "space": {"cruiser": 2}}
BLUE: Data = {"name": "Blue", "space": {"cruiser": 1}}
DREADS: Data = {"name": "Red", "space": {"dreadnought": 1, "cruiser": 1}}
SUSTAINS_NOT: Data = {"decline": ["sustain-damage"]}
HELD: Data = {"name": "Blue", "planets": {"abyz": {"infantry": 2, "mech": 1}}}

NAMED: dict[str, Any] = {
    "decline_on": {"abyz": ["space-cannon"]}, "play": {"morale-boost": 2}, "extra_dice": {"plasma-scoring": "abyz"},
}  # fmt: skip
"""Choices of which a sample has to name what suits it: a card that can be held back, one with extra dice."""


def sample(kind: ValueKind) -> Any:
    """Return something that a value of a kind may be: the first name, the least number."""
    if kind is UNIT:
        return "cruiser"
    match kind:
        case Either():
            return sample(next((one for one in kind.kinds if isinstance(one, OneOf)), kind.kinds[0]))
        case OneOf():
            return next(iter(kind.names()))
        case ListOf():
            return [sample(kind.item)]
        case MapOf():
            return {sample(kind.key): sample(kind.value)}
        case Record():
            name = next(iter(kind.fields))
            return {name: sample(kind.fields[name].kind)}
        case Count():
            return max(kind.least, 1)
    return "Blue" if isinstance(kind, Text) else "abyz"


SAMPLES = {key: NAMED.get(key) or sample(choice.kind) for key, choice in CHOICES.items()}
"""By key of a policy: something that it may say."""


def ignored(step: str, *players: Data, **more: Any) -> list[str]:
    said = mecatol.solve({"step": step, "players": list(players), **more}).warnings
    return [text for text in said if "was ignored" in text]


def test_all_that_is_said_of_a_choice_is_said_in_one_place() -> None:
    """The reader, the schema, the solver’s own record and forms are made of the fields of Policy."""
    assert [*CHOICES] == [*POLICY.fields] == [*mecatol.schema()["properties"]["policy"]["properties"]]
    assert {FIELD_OF[key] for key in CHOICES} == {*vars(Policy())}
    worded = {key for key, choice in CHOICES.items() if choice.words}
    assert worded == {key for step in mecatol.STEPS.values() for key in step.policies}


@pytest.mark.parametrize(
    ("key", "why"), [("land", "has no `words`: say in its declaration"), ("hold", "does not exist")]
)
def test_a_form_that_lists_a_choice_without_words_is_refused(key: str, why: str) -> None:
    odd = replace(mecatol.STEPS["production"], slug="odd", policies=("pay", key))
    with pytest.raises(
        mecatol.DeclarationError, match=f"Step 'odd', policies: the choice '{key}' {why}.*with words: assign"
    ):
        declare(odd)
    assert "odd" not in mecatol.STEPS


def test_a_step_with_the_slug_of_another_is_refused() -> None:
    with pytest.raises(mecatol.DeclarationError, match="Step 'production': another step has this slug: Production"):
        declare(replace(mecatol.STEPS["production"], title="Making Units"))


@pytest.mark.parametrize("key", [key for key, choice in CHOICES.items() if choice.steps])
def test_a_choice_about_another_step_is_named(key: str) -> None:
    red: Data = {"name": "Red"}
    blue: Data = {"name": "Blue", "space": {"cruiser": 1}} if key == "fire" else {"name": "Blue"}
    if key in ("extra_dice", "decline_on"):  # what they name has to be there, or is refused
        blue |= {"technologies": ["plasma-scoring"], "planets": {"abyz": {"pds": 1}}}
    policy = {"decline_on": {"abyz": ["plasma-scoring"]}}.get(key, SAMPLES[key])
    for players, where in (
        ([red, blue], "policy"),
        ([red, {**blue, "policy": {key: policy}}], "players.1.policy"),
    ):
        said = ignored("transaction", *players, **({"policy": {key: policy}} if where == "policy" else {}))
        assert any(f"`{where}.{key}` was ignored" in text for text in said), said


@pytest.mark.parametrize("key", [key for key, choice in CHOICES.items() if choice.role])
def test_what_the_active_player_decides_is_named_at_another(key: str) -> None:
    steps = {"target": "space-cannon-offense", "land": "invasion", "pay": "production", "build": "production"}
    step = steps.get(key, "bombardment")
    policy = {"policy": {key: {} if key == "land" else SAMPLES[key]}}
    if key == "extra_dice":
        policy["technologies"] = ["plasma-scoring"]
    red: Data = {"name": "Red", "planets": {"abyz": {"space-dock": 1}}} if step == "production" else DREADS
    blue = {**HELD, **policy, **({"planets": {}} if step == "production" else {})}
    said = ignored(step, red, blue)
    assert any(f"`players.1.policy.{key}" in text and "Red decides, not Blue" in text for text in said), said


@pytest.mark.parametrize(
    ("step", "red", "blue", "policy", "said"),
    [
        ("bombardment", RED, HELD, {"bombard": "best"}, "`policy.bombard` was ignored: Red has no unit with Bomb"),
        ("bombardment", DREADS, HELD, {"aim": "clear-all"}, "`policy.aim` was ignored: it is what `bombard: best`"),
        ("invasion", DREADS, HELD, {"fire": {"cruiser": 1}}, "it has no Space Cannon or Bombardment to use"),
        ("space-combat", RED, BLUE, {"fire": {"cruiser": 1}}, "`policy.fire.cruiser` was ignored"),
        ("space-combat", RED, BLUE, {"decline": ["bombardment"]}, "Bombardment is not used in this step"),
        ("space-combat", RED, BLUE, {"decline": ["sustain-damage"]}, "Red or Blue has no unit with Sustain Damage"),
        ("space-combat", RED, BLUE, {"decline": ["morale-boost"]}, "Red or Blue does not have Morale Boost"),
        ("space-cannon-offense", RED, BLUE, {"target": "Blue"}, "`policy.target` was ignored: Red or Blue has no"),
        ("bombardment", DREADS, HELD, {"decline": ["space-cannon"]}, "Space Cannon is not used in this step"),
    ],
)
def test_a_choice_that_names_what_cannot_act_is_named(
    step: str, red: Data, blue: Data, policy: Data, said: str
) -> None:
    found = ignored(step, red, blue, policy=policy)
    assert any(said in text for text in found), found


def test_bombardment_is_declined_by_who_bombards() -> None:
    blue = {**HELD, "space": {"dreadnought": 1}, "policy": {"decline": ["bombardment"]}}
    assert any("Blue does not bombard; the active player does" in text for text in ignored("bombardment", DREADS, blue))


def test_choices_about_cards_name_units_that_are_there() -> None:
    crown = {**RED, "effects": {"crown-of-thalnos": 1}, "policy": {"risk": ["cruiser", "dreadnought"]}}
    assert ignored("space-combat", crown, BLUE) == [
        "`dreadnought` in `players.0.policy.risk` was ignored: Red has no dreadnought here."
    ]
    direct = {**RED, "effects": {"direct-hit": 1}, "policy": {"direct_hit": ["war-sun", "cruiser"]}}
    assert ignored("space-combat", direct, BLUE) == [
        "`war-sun` in `players.0.policy.direct_hit` was ignored: Blue has no war sun here."
    ]


@pytest.mark.parametrize(
    ("step", "red", "blue"),
    [
        ("bombardment", {**DREADS, "policy": {"bombard": "best", "aim": "clear-all"}}, HELD),
        ("bombardment", {**DREADS, "policy": {"decline": ["bombardment"]}}, HELD),
        ("bombardment", {**RED, "effects": {"blitz": 1}, "policy": {"bombard": "best"}}, HELD),
        ("space-combat", {**DREADS, "policy": {"decline": ["sustain-damage"], "retreat": {"from_round": 2}}}, BLUE),
        ("space-combat", {**RED, "effects": {"metali-void-shielding": 1}, "policy": SUSTAINS_NOT}, BLUE),
        ("space-combat", {**RED, "effects": {"morale-boost": 1}, "policy": {"play": {"morale-boost": 2}}}, BLUE),
        ("space-combat", {**RED, "policy": {"decline_on": {}, "fire": {}}}, BLUE),
    ],
)
def test_nothing_is_said_of_a_choice_that_counts(step: str, red: Data, blue: Data) -> None:
    assert ignored(step, red, blue) == []


def test_a_field_of_another_step_is_named_with_the_steps_that_read_it() -> None:
    given: Data = {
        "produce": {"infantry": 2}, "fleets": [{"units": {"carrier": 1}}], "trade_goods": 3, "captured": {"cruiser": 1},
        "objectives": ["corner-the-market"], "stationed": {"abyz": {"infantry": 1}}, "reinforcements": {"mech": 0},
    }  # fmt: skip
    red = {"name": "Red", "space": {"cruiser": 2}, "planets": {"abyz": {"infantry": 1}}, **given}
    said = ignored("space-combat", red, BLUE)
    assert {text.split("`")[1] for text in said} == {f"players.0.{name}" for name in given}
    assert "`players.0.captured` was ignored: it is for Production or Technology, not for Space Combat." in said


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ({"into": "nebula"}, "`into` was ignored: it is for Movement, not for Transaction."),
        ({"system": "26"}, "`system` was ignored: Transaction takes place in no system."),
        ({"ask": [{"player": "Red", "least": 1}]}, "`ask` was ignored: Transaction has no chances to work out."),
    ],
)
def test_a_field_of_the_scenario_that_a_step_does_not_read_is_named(field: Data, said: str) -> None:
    assert said in ignored("transaction", {"name": "Red"}, {"name": "Blue"}, **field)


def test_what_production_asks_of_the_active_player_is_named_at_another() -> None:
    red: Data = {"name": "Red", "planets": {"abyz": {"space-dock": 1}}}
    said = ignored("production", red, {"name": "Blue", "produce": {"cruiser": 1}})
    assert said == ["`players.1.produce` was ignored: Production needs it only from Red."]


def test_an_exhausted_card_that_nobody_has_is_named() -> None:
    exhausted = ["duranium-armour", "duranium-armor", "abyz", "bio-stims"]
    red = {**RED, "technologies": ["duranium-armor"], "exhausted": exhausted}
    where = "in `players.0.exhausted` was ignored:"
    assert ignored("space-combat", red, BLUE) == [
        f"`duranium-armour` {where} Red has no such card here.",
        f"`abyz` {where} Red does not control Abyz.",
        f"`bio-stims` {where} Red does not have Bio-Stims.",
    ]


def test_nothing_is_said_of_a_field_that_an_effect_reads() -> None:
    bastion: Data = {"name": "Red", "faction": "last-bastion", "planets": {"home": {"infantry": 2}}}
    bastion["resources"] = {"home": 2}
    held: Data = {"name": "Blue", "planets": {"home": {"infantry": 1}}}
    assert ignored("invasion", bastion, held) == []
    assert ignored("invasion", {**bastion, "faction": "winnu"}, held)
    stationed: Data = {**HELD, "name": "Red", "stationed": {"abyz": {"infantry": 1}}}
    assert ignored("space-cannon-defense", stationed, {"name": "Blue"}) == []


def answer(solution: mecatol.Solution) -> Data:
    """Return a solution without what is said beside it, rounded: sums may be taken in another order."""
    data: Data = json.loads(json.dumps(solution.to_json()), parse_float=lambda text: round(float(text), 9))
    return {key: value for key, value in data.items() if key not in ("scenario", "warnings")}


def test_no_field_that_is_said_to_be_ignored_changes_the_answer() -> None:
    rng, named = random.Random(27), 0
    while named < 60:
        made = fuzz.scenario(rng)
        try:
            solution = mecatol.solve(made)
        except mecatol.ScenarioError:
            continue
        for text in solution.warnings:
            field = re.match(r"`players\.(\d)\.(\w+)` was ignored", text)
            if field and field[2] in made["players"][int(field[1])]:
                named += 1
                players = [dict(player) for player in made["players"]]
                del players[int(field[1])][field[2]]
                without = mecatol.solve({**made, "players": players})
                assert answer(without) == answer(solution), (text, made)
