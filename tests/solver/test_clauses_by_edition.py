"""No solution cites a clause that its edition does not have: over all steps, editions, effects and scenarios."""

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.domain.clauses import standing, stands
from mecatol.domain.editions import BASE, EDITIONS, LATEST, POK, in_force
from mecatol.effects.model import EFFECTS
from tests.draws import some_now
from tests.solver.helpers import Data, ask, said

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

CLAUSE = re.compile(r"(?<![\d/.])\d{1,3}\.\d{1,2}(?:\.[a-z])?(?![\d/%])")
SCENARIOS = sorted(path for path in (Path(__file__).parent / "scenarios").rglob("*.yaml") if path.stem != "expected")


def cited(data: Any) -> Iterator[str]:
    """Every clause that a solution names as a citation: in the trace, in findings and in tables of clauses."""
    for row in data["trace"]:
        yield row["clause"]
    answer = data["answer"] or {}
    for finding in answer.get("findings", ()):
        yield from finding["clauses"]
    for table in answer.get("tables", ()):
        if "Clauses" in table["columns"]:
            at = table["columns"].index("Clauses")
            for row in table["rows"]:
                yield from CLAUSE.findall(row[at])
    for finding in answer.get("findings", ()):
        assert finding["clauses"], finding


def check(scenario: Data) -> int:
    """Solve a scenario if it can be solved in its edition; return how many clauses it cites, all of them standing."""
    try:
        solution = mecatol.solve(scenario).to_json()
    except mecatol.ScenarioError:
        return 0
    found = list(cited(solution))
    strange = {clause for clause in found if not stands(clause, scenario["edition"])}
    assert not strange, (strange, scenario)
    return len(found)


def with_effect(step: str, edition: str, slug: str, owner: int) -> Data | None:
    """Return a step's own example under an edition with an effect of one player's."""
    scenario = deepcopy(mecatol.STEPS[step].example) | {"edition": edition}
    effect, players = EFFECTS[slug], scenario["players"]
    assert isinstance(players, list)
    if owner >= len(players) or (effect.automatic and not effect.faction):
        return None
    if effect.holder:
        players[owner]["faction"] = effect.holder
    if not effect.automatic:
        technology = "technology" in effect.kind
        key = "technologies" if technology else "effects"
        players[owner][key] = [slug] if technology else {slug: 1}
    return scenario


@pytest.mark.parametrize("edition", some_now([LATEST, *(edition for edition in EDITIONS if edition != LATEST)], 1))
@pytest.mark.parametrize("step", mecatol.STEPS)
def test_no_effect_of_an_edition_brings_a_clause_that_it_lacks(step: str, edition: str) -> None:
    assert check(deepcopy(mecatol.STEPS[step].example) | {"edition": edition}) or step in ("deploy", "production")
    if edition not in (BASE, POK, LATEST):  # the reference has two wordings; each is met with every effect of its own
        return
    for slug, effect in EFFECTS.items():
        if in_force(edition, effect.edition, effect.until) and step in effect.steps:
            for owner in (0, 1):
                if scenario := with_effect(step, edition, slug, owner):
                    check(scenario)


@pytest.mark.parametrize("edition", [BASE, POK])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_scenario_file_is_answered_with_a_clause_that_the_edition_lacks(path: Path, edition: str) -> None:
    check(yaml.safe_load(path.read_text(encoding="utf-8")) | {"edition": edition})


@pytest.mark.parametrize("slug", EFFECTS)
def test_every_effect_rests_on_a_clause_in_each_edition_that_has_it(slug: str) -> None:
    effect = EFFECTS[slug]
    for edition in EDITIONS:
        if in_force(edition, effect.edition, effect.until):
            assert standing(effect.clauses, edition), edition


def test_which_edition_has_which_clause() -> None:
    assert not stands("14.2", BASE)
    assert stands("14.2", POK)
    assert not stands("30.1", "codex-1")
    assert stands("68.4.a", BASE)
    assert not stands("68.4.a", POK)
    assert standing(("10.1.d", "10.1", "14.2.a", "77.2"), BASE) == ("10.1", "77.2")


def test_a_blockade_rests_on_its_own_clause() -> None:
    red: Data = {"name": "Red", "planets": {"lodor": {"space-dock": 1}}, "produce": {"destroyer": 1}}
    blue = {"name": "Blue", "space": {"destroyer": 1}}
    for edition in (BASE, POK):
        solution = ask("production", red, blue, edition=edition)
        blockade = {row["subject"]: row["clauses"] for row in solution["answer"]["findings"]}["Blockade"]
        assert blockade == ["67.6", "14.1"]


def test_the_barrage_at_no_fighters_cites_what_the_base_game_has() -> None:
    players = ({"name": "Red", "space": {"destroyer": 1}}, {"name": "Blue", "space": {"cruiser": 1}})
    base, later = (said(ask("anti-fighter-barrage", *players, edition=edition)) for edition in (BASE, POK))
    assert "10.1 Blue has no fighters" in base
    assert "10.1.d" not in base
    assert "10.1.d Blue has no fighters" in later
