"""The data for other programs: whole, as its schemas say, and each record with a place on the site."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from loaded import LIBRARY, made

import mecatol
from content.model import with_sub
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units
from theme.shared.files import FILES, INDEX, LICENCE, VERSION, data_path, files, schema_path
from theme.site.addresses import DATA, Addresses


@cache
def written() -> Mapping[str, str]:
    """Return every file of the data by its path."""
    return files(LIBRARY, Addresses())


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written()[data_path(name)])
    return found


@pytest.mark.parametrize("file", [*FILES, INDEX], ids=lambda file: file.name)
def test_each_file_is_as_its_schema_says(file: Any) -> None:
    found, schema = read(file.name), json.loads(written()[schema_path(file.name)])
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(found)) == []
    assert f"data/{found['$schema']}" == schema_path(file.name)
    assert (found["format"], found["licence"]) == (VERSION, LICENCE)
    broken = {**found, "format": "one"}
    assert list(Draft202012Validator(schema).iter_errors(broken))


def test_nothing_is_missing_and_nothing_stands_twice() -> None:
    topics = LIBRARY.topics.values()
    notes = [note.id for topic in topics for note in with_sub(topic.notes)]
    for told in (*LIBRARY.factions.values(), *LIBRARY.decks.values()):
        notes += [note.id for own in told.notes.values() for note in with_sub(own)]
    named = [record["id"] for record in read("terms")["terms"]]
    wanted = {
        "topics": ("slug", list(LIBRARY.topics)),
        "clauses": ("id", list(LIBRARY.clauses)),
        "notes": ("id", notes),
        "units": ("slug", list(units())),
        "factions": ("slug", list(FACTIONS)),
        "effects": ("slug", list(LIBRARY.components)),
        "terms": ("id", named),
    }
    assert set(wanted) == {file.name for file in FILES}
    for name, (key, ids) in wanted.items():
        assert [record[key] for record in read(name)[name]] == ids
        assert len(ids) == len(set(ids))
    assert list(read("index")["files"]) == [f"{name}.json" for name in wanted]
    assert read("index")["editions"] == mecatol.EDITIONS


def test_each_record_stands_where_it_says() -> None:
    pages = {Addresses().url(path): html for path, html in made().items()}
    for file in FILES:
        for record in read(file.name)[file.name]:
            address, _, anchor = record["page"].partition("#")
            assert address in pages, record["page"]
            assert not anchor or f'id="{anchor}"' in pages[address], record["page"]


def test_what_a_record_names_is_there() -> None:
    found = {file.name: read(file.name)[file.name] for file in FILES}
    known = {name: {record.get("slug", record.get("id")) for record in records} for name, records in found.items()}
    for topic in found["topics"]:
        assert {*topic["clauses"]} <= known["clauses"]
        assert {*topic["notes"]} <= known["notes"]
        assert {*topic["related"], *topic["phases"]} <= known["topics"]
        assert {mention["by"] for mention in topic["mentioned_in"]} <= {
            *known["topics"], *known["factions"], *LIBRARY.decks,
        }  # fmt: skip
    sources = read("notes")["sources"]
    dates = read("notes")["dates"]
    assert {*dates} <= {*sources}
    for note in found["notes"]:
        assert note["date"] == max((dates[name] for name in note["basis"] if name in dates), default=None)
        assert {*note["basis"]} <= known["clauses"] | {*sources}
        assert note["on"] is None or note["on"] in known["notes"]
    for faction in found["factions"]:
        assert {*faction["units"]} <= known["units"]
        assert {*faction["effects"]} <= known["effects"]


def test_plain_text_has_no_marks_and_keeps_every_word() -> None:
    for clause in read("clauses")["clauses"]:
        assert "[[" not in clause["text"]
        assert "*" not in clause["text"]
        plain = re.sub(r"\[\[(?:[^\]|]*\|)([^\]]*)\]\]", r"\1", clause["markup"])
        words = set(re.findall(r"[a-z]{5,}", re.sub(r"\[\[.*?\]\]|!\[.*?\)", "", plain).lower()))
        assert words <= set(re.findall(r"[a-z]{5,}", clause["text"].lower())), clause["id"]


def test_the_page_names_every_file_and_the_license() -> None:
    html = made()[DATA]
    for path in written():
        assert f'href="{path.removeprefix("data/")}"' in html
    assert f"under the {LICENCE} license" in html
