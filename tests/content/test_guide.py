"""The guide for authors: its records load, and it says what the checks say."""

import json
import re
from pathlib import Path

import pytest
from loaded import LIBRARY

import content
from content import packs
from content.load import ROOT, inspect
from content.shape import schema
from mecatol import cli

GUIDE = (ROOT / "GUIDE.md").read_text(encoding="utf-8")
CATALOGUE = """sources: {tirules: notes of players}
topics:
  leadership:
    {title: Leadership, kind: strategy card, edition: base, numbers: {pok: 52}, clauses: ["52.1", "52.2", "52.3"]}
  command-tokens: {title: Command Tokens, kind: component, edition: base, numbers: {pok: 20}, clauses: []}
  capacity: {title: Capacity, kind: attribute, edition: base, numbers: {pok: 16}, clauses: []}
"""


def topic() -> str:
    found = re.search(r"^```yaml topic\n(.*?)^```$", GUIDE, re.S | re.M)
    assert found
    return found[1]


def test_the_record_of_each_kind_loads(tmp_path: Path) -> None:
    (tmp_path / "guide" / "topics").mkdir(parents=True)
    (tmp_path / "guide" / "catalogue.yaml").write_text(CATALOGUE, encoding="utf-8")
    (tmp_path / "guide" / "topics" / "leadership.yaml").write_text(topic(), encoding="utf-8")
    faults = inspect(tmp_path / "guide")[1]
    # The solver knows nothing of a topic made up for a guide; everything else has to be sound.
    assert [fault.message.split(",")[0] for fault in faults if "cite" not in fault.message] == []


def test_every_field_of_a_topic_stands_in_it() -> None:
    fields = set(schema("schema.json")["properties"])
    for part in ("section", "clause", "note", "example"):
        fields |= set(schema("schema.json")["$defs"][part]["properties"])
    fields -= {"heading", "until", "ruling"}  # said in words, or for few
    assert {field for field in fields if not re.search(rf"^[ -]*{field}:", topic(), re.M)} == set()


def test_it_names_every_file_and_every_kind_of_link() -> None:
    for name in (
        "catalogue.yaml",
        "sources-read.json",
        "round.yaml",
        "editions.yaml",
        "changes.yaml",
        "schema.json",
        "pictures/",
    ):
        assert name in GUIDE
    for target in re.findall(r"`\[\[([a-z0-9:.-]+)\]\]`", GUIDE):
        assert LIBRARY.names.problem(content.parse(f"[[{target}]]")[0]) is None, target


def block(name: str) -> str:
    found = re.search(rf"^```{name}\n(.*?)^```$", GUIDE, re.S | re.M)
    assert found
    return found[1]


def test_the_faction_of_the_guide_is_sound_solved_and_refused_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pirates.yaml"
    file.write_text(block("yaml pack"), encoding="utf-8")
    command = re.search(r'`mecatol solve --with pirates.yaml "(.*)"`', GUIDE)
    assert command
    try:
        assert packs.register([file]) == []
        assert [fault for fault in inspect(ROOT)[1] if fault.file == "pirates.yaml"] == []
        packs.register(())
        assert cli.main(["solve", "--json", "--with", str(file), command[1]]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["scenario"]["edition"] == "pirates"
        assert found["scenario"]["players"][0]["faction"] == "black-fleet"
        assert [roll["hits"]["1"] for roll in found["rolls"]] == pytest.approx([0.5, 0.48])  # 6 or more, not 7
        packs.register(())
        file.write_text(block("yaml pack").replace("type: flagship", "type: flagshp"), encoding="utf-8")
        assert cli.main(["solve", "--with", str(file), command[1]]) == cli.NOT_SOLVED
        assert block("text mistake").strip() in capsys.readouterr().err
    finally:
        packs.register(())
