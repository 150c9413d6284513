"""The published JSON Schema: valid, and of one mind with the reader about what has the form of a scenario."""

import json
from typing import Any

import pytest

import mecatol
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios
from tests.solver.test_scenario import GOOD, MESSAGES

pytestmark = pytest.mark.cpython_only("jsonschema needs a compiled package")

ABOUT_THE_GAME = {
    # What no schema can say: it takes the facts of the game, or two fields at once.
    "one player", "name taken", "damaged planet", "more damaged than there", "cannot be damaged", "target", "reading",
    "no war sun", "no mech then", "no faction then", "structure in space", "ship on a planet",
    "other's upgrade", "own upgrade is another", "empty players", "damaged what", "ship that is a structure",
}  # fmt: skip
BEYOND_JSON = {"not a number", "endless number", "ruling as a number"}


@pytest.fixture(scope="module")
def validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(json.dumps(mecatol.schema()))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_every_step_s_example_is_valid(validator: Any) -> None:
    for step in mecatol.STEPS.values():
        assert list(validator.iter_errors(step.example)) == [], step.slug


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_random_scenarios_and_their_prints_are_valid(validator: Any, step: str) -> None:
    for scenario in scenarios(f"{step} schema", 60, step, "order"):
        assert list(validator.iter_errors(scenario)) == []
        assert list(validator.iter_errors(mecatol.read(scenario).data())) == []


@pytest.mark.parametrize(("name", "raw"), [case[:2] for case in MESSAGES], ids=[case[0] for case in MESSAGES])
def test_what_the_reader_refuses_for_its_form_the_schema_refuses(validator: Any, name: str, raw: Any) -> None:
    if name in BEYOND_JSON:
        pytest.skip("JSON cannot hold it")
    assert validator.is_valid(raw) == (name in ABOUT_THE_GAME)


def test_every_field_says_what_it_means() -> None:
    def check(schema: dict[str, Any]) -> None:
        for name, field in schema.get("properties", {}).items():
            assert field["description"].endswith("."), name
            check(field)
        for inner in (schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())):
            if isinstance(inner, dict):
                check(inner)

    check(mecatol.schema())
    assert set(mecatol.schema()["properties"]) >= set(GOOD)
