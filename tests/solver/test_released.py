"""Scenarios as each released version wrote them are still read, and the published schema still takes them.

A release adds a file here: `tests/solver/released/VERSION.jsonl`, one scenario a line as that version printed it. What
a file holds is never changed; where a scenario in it could no longer be read, the version of the format has to grow.
"""

import json
from pathlib import Path

import pytest

import mecatol

RELEASED = sorted((Path(__file__).parent / "released").glob("*.jsonl"))

pytestmark = pytest.mark.cpython_only("reads files outside of the package")


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.stem)
def test_scenarios_of_a_released_version_still_read(file: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(json.dumps(mecatol.schema())))
    scenarios = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(scenarios) >= 15
    for scenario in scenarios:
        assert list(validator.iter_errors(scenario)) == []
        assert mecatol.read(mecatol.read(scenario).data()) == mecatol.read(scenario)
        assert mecatol.Scenario.parse(json.dumps(scenario)) == mecatol.read(scenario)


def test_this_version_has_its_scenarios_recorded() -> None:
    assert mecatol.__version__ in [file.stem for file in RELEASED]
