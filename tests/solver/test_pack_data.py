"""What a pack may say as data, without a file: data of any shape is refused in words, and every act can be named."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import mecatol
from mecatol import homebrew
from mecatol.errors import DeclarationError
from mecatol.homebrew.acts import ACTS


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Let no pack of one test be known to the next."""
    yield
    homebrew.register_only(())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "is not a pack: a mapping of edition, factions"),
        ({}, "holds no record"),
        ({"units": 3}, "units: is not a list of records"),
        ({"units": [3]}, "units.0: Unit: is not a mapping of fields; it needs slug, name, type, edition"),
        (
            {"units": [{"slug": "x", "edition": "a"}]},
            "lacks `edition: {slug: a, name: …}`, the edition that its records",
        ),
        ({"edition": {"slug": "a", "name": "A", "extends": "b"}}, "extends 'b'; it must be"),
        ({"edition": {"slug": "a"}}, "edition: Edition 'a': lacks 'name'"),
        ({"components": [{"slug": "x", "acts": 1}]}, "acts: is not a list of acts"),
        ({"components": [{"slug": "x", "acts": [1]}]}, "acts.0: is not an act with its settings"),
        ({"texts": []}, "holds no record"),
        ({"units": [{"slug": "x"}], "texts": [1]}, "texts: is not a mapping"),
    ],
)
def test_data_of_any_shape_is_refused_in_words(data: object, said: str) -> None:
    with pytest.raises(DeclarationError) as told:
        homebrew.register_data(data, "odd.json")
    assert said in str(told.value)


def test_an_ability_without_a_clause_is_refused() -> None:
    ability = {
        "slug": "surf", "name": "Surf", "kind": "faction ability", "edition": "base", "meaning": "M.", "timing": "T.",
        "clauses": [], "steps": ["space-combat"], "acts": [{"act": "combat-plus", "plus": 1}],
    }  # fmt: skip
    with pytest.raises(DeclarationError, match="clauses: is empty: the numbers of the rules that it rests on"):
        homebrew.register_data({"components": [ability]}, "odd.json")


@pytest.mark.parametrize("name", ACTS)
def test_every_act_can_be_declared_and_solved(name: str) -> None:
    samples: dict[str, Any] = {
        "plus": 1, "unit": "cruiser", "units": ["cruiser"], "ability": "anti-fighter-barrage", "value": 9, "dice": 1,
        "hits": 1, "ships": 1, "votes": 1,
    }  # fmt: skip
    act = {"act": name, **{setting: samples[setting] for setting in ACTS[name].needs}}
    window = ACTS[name].window({**act, "slug": "trick"})
    step = next(step for step in window.steps if step in mecatol.STEPS)
    homebrew.register_data(
        {
            "edition": {"slug": "tricks", "name": "Tricks (homebrew)"},
            "components": [
                {
                    "slug": "trick", "name": "Trick", "kind": "relic", "edition": "tricks", "meaning": "A trick.",
                    "timing": "Always.", "clauses": ["78.5"], "steps": [step], "acts": [act],
                }
            ],
        },
        "tricks.json",
    )  # fmt: skip
    scenario = json.loads(json.dumps(mecatol.STEPS[step].example)) | {"edition": "tricks"}
    scenario["players"][0].setdefault("effects", {})["trick"] = 1
    assert mecatol.solve(scenario).scenario.edition == "tricks"
