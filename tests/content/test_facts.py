"""The content against a copy of what public lists of the reference say: topics, numbers, clause ids, related topics."""

import json
from pathlib import Path
from typing import Any

import pytest
from loaded import LIBRARY

from mecatol.effects.model import COMPONENTS

FACTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))
"""One record a topic: no rule text. `number` is that of reference 2.0, `lrr1_number` that of 1.3."""
EDITIONS = {"base": "base", "pok": "pok", "te": "thunders-edge"}


def test_every_topic_is_written_and_none_is_invented() -> None:
    assert [facts["slug"] for facts in FACTS if facts["slug"] not in LIBRARY.topics] == []
    assert set(LIBRARY.topics) <= {facts["slug"] for facts in FACTS}


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts["slug"])
def test_a_topic_has_its_facts(facts: dict[str, Any]) -> None:
    entry = LIBRARY.catalogue[facts["slug"]]
    assert entry.title.casefold() == facts["title"].casefold()
    assert entry.edition == EDITIONS[facts["edition"]]
    assert entry.kind == facts["kind"]
    numbers = {"base": facts["lrr1_number"], "pok": facts["number"]}
    assert entry.numbers == {edition: number for edition, number in numbers.items() if number}
    assert list(entry.clauses) == facts["clauses"]
    if topic := LIBRARY.topics.get(facts["slug"]):
        there = [clause.id for clause in topic.clauses if clause.until is None]
        assert there == facts["clauses"]
        assert set(facts["related"]) - {facts["slug"]} <= {*topic.related}
        assert set(topic.related) <= set(LIBRARY.catalogue)


def test_clauses_are_short() -> None:
    words = sorted(len(clause.text.split()) for clause in LIBRARY.clauses.values())
    assert words[len(words) // 2] < 30


def test_what_a_record_rests_on_is_written() -> None:
    cited = {(one.slug, clause) for one in COMPONENTS.values() for clause in one.clauses}
    assert cited
    assert [pair for pair in sorted(cited) if pair[1] not in LIBRARY.clauses] == []
