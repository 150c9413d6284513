"""What stands in the content itself: the catalogue is whole, and every example comes out as it says."""

from collections import Counter
from fractions import Fraction

import pytest
from loaded import LIBRARY

import content
import mecatol
from content.examples import NowhereError, lookup
from content.load import ROOT
from content.shape import schema
from mecatol.domain.clauses import stands
from mecatol.domain.editions import BASE, POK

EXAMPLES = [example for topic in LIBRARY.topics.values() for example in topic.examples]


def test_the_catalogue_holds_every_topic_of_the_reference() -> None:
    entries = LIBRARY.catalogue.values()
    assert Counter(entry.edition for entry in entries) == {"base": 89, "pok": 12, "thunders-edge": 8}
    assert sum(len(entry.clauses) for entry in entries) == 784
    assert [entry.slug for entry in entries if entry.dropped] == ["production"]
    assert all(stands(id, BASE) and not stands(id, POK) for entry in entries for id in entry.dropped)
    assert all(stands(id, POK) for entry in entries for id in entry.clauses)
    reference = [entry for entry in entries if "pok" in entry.numbers]
    assert all(stands(id, BASE) == (id in entry.base_ids) for entry in reference for id in entry.clauses)


@pytest.mark.parametrize(("edition", "last"), [("base", 89), ("pok", 101)])
def test_numbers_of_an_edition_run_without_a_gap(edition: str, last: int) -> None:
    numbers = [entry.numbers[edition] for entry in LIBRARY.catalogue.values() if edition in entry.numbers]
    assert numbers == list(range(1, last + 1))


def test_clause_ids_bear_the_number_of_their_topic() -> None:
    for entry in LIBRARY.catalogue.values():
        for id in (*entry.clauses, *entry.dropped):
            assert id.startswith(f"{entry.numbers['pok']}.")
            assert LIBRARY.topic_of[id] == entry.slug
        for id in entry.base_ids.values():
            assert id.startswith(f"{entry.numbers['base']}.")


def test_ids_of_the_base_game_follow_from_both_numbers_or_are_named() -> None:
    assert LIBRARY.catalogue["space-cannon"].base_ids["77.5.a"] == "66.5.a"
    assert LIBRARY.catalogue["abilities"].base_ids["1.3.a"] == "1.1.a"
    assert LIBRARY.catalogue["production"].base_ids["68.4.a"] == "59.4.a"
    assert "10.1.d" not in LIBRARY.catalogue["anti-fighter-barrage"].base_ids
    assert not LIBRARY.catalogue["deploy"].base_ids


@pytest.mark.parametrize("name", ["schema.json", "catalogue.schema.json"])
def test_the_schema_knows_the_editions_of_the_solver(name: str) -> None:
    definitions = schema(name)["$defs"]
    editions = definitions.get("edition") or definitions["entry"]["properties"]["edition"]
    assert editions["enum"] == list(mecatol.EDITIONS)


def test_every_field_of_the_schema_is_described() -> None:
    def bare(node: object, path: str) -> list[str]:
        if not isinstance(node, dict):
            return []
        found = []
        for name, field in node.get("properties", {}).items():
            if "description" not in field and "$ref" not in field:
                found.append(f"{path}.{name}")
        return found + [name for key, value in node.items() for name in bare(value, f"{path}.{key}")]

    assert not [name for file in ("schema.json", "catalogue.schema.json") for name in bare(schema(file), file)]


def test_every_file_tells_the_editor_its_schema() -> None:
    for path in (ROOT / "topics").glob("*.yaml"):
        assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=../schema.json\n")


def test_what_has_no_file_is_coming() -> None:
    assert {entry.slug for entry in LIBRARY.coming} == LIBRARY.catalogue.keys() - LIBRARY.topics.keys()


def test_the_heading_of_a_section_is_a_clause() -> None:
    sections = LIBRARY.topics["space-cannon"].sections
    assert [section.id for section in sections] == [None, "77.2", "77.6"]
    assert [section.clause and section.clause.title for section in sections] == [
        section.heading for section in sections
    ]
    assert [clause.id for clause in LIBRARY.topics["space-cannon"].clauses] == list(
        LIBRARY.catalogue["space-cannon"].clauses
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_example(example: content.Example) -> None:
    solution = content.solved(example.scenario)
    for path, wanted in example.expect.items():
        found = lookup(solution, path)
        if isinstance(found, float):
            assert found == pytest.approx(float(Fraction(str(wanted))), abs=1e-12), path
        else:
            assert found == wanted, path


def test_every_open_ruling_of_the_solver_is_told_in_a_note() -> None:
    told = {note.ruling for topic in LIBRARY.topics.values() for note in topic.notes}
    assert told >= mecatol.RULINGS.keys()


def test_a_chance_that_is_not_listed_is_nought() -> None:
    solution = {"hits": {"Red": {"0": 0.25, "2": 0.75}}, "outcomes": []}
    assert lookup(solution, "hits.Red.1") == 0
    with pytest.raises(NowhereError, match="no 'Rd'; did you mean 'Red'"):
        lookup(solution, "hits.Rd.1")


def test_left_adds_up_the_outcomes() -> None:
    on = {"lodor": {"mech": 1}}
    outcomes = [
        {"probability": p, "players": {"Red": {"space": space, "damaged": {"lodor": {"mech": hurt}}, "planets": on}}}
        for p, space, hurt in ((0.5, {"cruiser": 2}, 1), (0.25, {"cruiser": 1}, 1), (0.25, {"cruiser": 2}, 0))
    ]
    solution = {"outcomes": outcomes, "expected_losses": {"Red": {"destroyer": 1.0}}}
    assert lookup(solution, "left.Red.space.cruiser.2") == 0.75
    assert lookup(solution, "left.Red.space.destroyer.0") == 1
    assert lookup(solution, "left.Red.damaged.lodor.mech.1") == 0.75
    with pytest.raises(NowhereError, match="never has 'cruisers'"):
        lookup(solution, "left.Red.space.cruisers.2")


def test_what_a_player_brought_may_be_asked_for_though_it_is_never_left() -> None:
    solution = {
        "scenario": {"players": [{"name": "Red", "space": {"cruiser": 1}, "planets": {"lodor": {"pds": 1}}}]},
        "expected_losses": {"Red": {}},
        "outcomes": [{"probability": 1.0, "players": {"Red": {"space": {"cruiser": 1}, "damaged": {}, "planets": {}}}}],
    }
    assert lookup(solution, "left.Red.damaged.cruiser.0") == 1
    assert lookup(solution, "left.Red.lodor.pds.0") == 1
    with pytest.raises(NowhereError, match="Red never has 'dreadnought' there"):
        lookup(solution, "left.Red.damaged.dreadnought.0")


def test_nothing_is_left_where_nothing_happens() -> None:
    with pytest.raises(NowhereError, match="the solution has no outcome"):
        lookup({"outcomes": []}, "left.Red.space.cruiser.1")


def test_an_answer_is_read_by_subject_and_by_cell() -> None:
    rows = [["Carrier", 3], ["Together", 6]]
    solution = {
        "answer": {
            "headline": "It is legal.",
            "findings": [{"subject": "Cost", "verdict": verdict} for verdict in ("yes", "no", "depends")],
            "tables": [{"title": "What it costs", "columns": ["What", "Resources"], "rows": rows}],
        }
    }
    assert lookup(solution, "answer.headline") == "It is legal."
    assert lookup(solution, "verdict.Cost") == "no"
    assert lookup(solution, "table.What it costs.Together.Resources") == 6
    with pytest.raises(NowhereError, match="no 'Placement'"):
        lookup(solution, "verdict.Placement")
    with pytest.raises(NowhereError, match="no 'Cost'"):
        lookup({"answer": None}, "verdict.Cost")
