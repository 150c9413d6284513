"""Pictures that content asks for as data: what they show exists, and what they claim is what the rules say."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from loaded import LIBRARY

from content.figures import Map, adjacent, map_of
from content.load import ROOT, inspect
from mecatol.domain.hyperlanes import HYPERLANES

GUIDE = (ROOT / "GUIDE.md").read_text(encoding="utf-8")


def of_the_guide() -> dict[str, Any]:
    found = re.search(r"^```yaml figure\n(.*?)^```$", GUIDE, re.S | re.M)
    assert found
    figure: dict[str, Any] = yaml.safe_load(found[1])["figure"]
    return figure


CATALOGUE = """sources: {tirules: notes of players}
topics:
  neighbors: {title: Neighbors, kind: general, edition: base, numbers: {pok: 60}, clauses: []}
  movement: {title: Movement, kind: general, edition: base, numbers: {pok: 58}, clauses: []}
"""
STRIPS = "strips: {round: [{title: One, at: neighbors}, {title: Two, at: movement}]}"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a folder of content with two topics and one strip: as little as a figure needs to be judged."""
    root = tmp_path / "content"
    (root / "topics").mkdir(parents=True)
    (root / "catalogue.yaml").write_text(CATALOGUE, encoding="utf-8")
    (root / "strips.yaml").write_text(STRIPS, encoding="utf-8")
    return root


def faults_with(copy: Path, figure: dict[str, Any]) -> list[str]:
    """Return what the check says of a topic with a figure."""
    note = {"id": "one", "text": "It is one.", "state": "community", "basis": ["tirules"]}
    topic = {"summary": "Who is a neighbor of whom on the board.", "sections": [], "notes": [note], "related": []}
    path = copy / "topics" / "neighbors.yaml"
    path.write_text(yaml.safe_dump({**topic, "figure": figure}, allow_unicode=True), encoding="utf-8")
    return [fault.message for fault in inspect(copy)[1] if "figure" in fault.field or "strips" in fault.file]


def test_the_figure_of_the_guide_is_sound(copy: Path) -> None:
    assert faults_with(copy, of_the_guide()) == []


def changed(**parts: Any) -> dict[str, Any]:
    figure = of_the_guide()
    for path, value in parts.items():
        node = figure["map"]
        *way, last = path.split("__")
        for step in way:
            node = node[int(step) if step.isdecimal() else step]
        node[int(last) if last.isdecimal() else last] = value
    return figure


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (changed(hexes__goal__tile="200"), "'200' is not a system tile"),
        (changed(hexes__goal__at=[0, 0]), "is where blocked is"),
        (changed(hexes__goal__at=[5, -4]), "wider than 5 columns"),
        (changed(hexes__home__ships={"Red": {"crusier": 1}}), "did you mean 'cruiser'"),
        (changed(routes__0__through=["home", "goal"]), "goes from home to goal, which are not adjacent"),
        (changed(routes__0__through=["home", "blocked", "goal"]), "by the solver the ships do not all arrive"),
        (changed(hexes__home__ships={"Red": {"carrier": 1}}), "by the solver the ships do not all arrive"),
        (changed(hexes__around__anomalies=["supernova"]), "by the solver the ships do not all arrive"),
        (changed(hexes__goal__label="its goal is far"), "has more than 9 letters"),
        (changed(links=[{"between": ["home", "goal"], "by": "alpha"}]), "are adjacent not at all, not by alpha"),
        (changed(links=[{"between": ["home", "gaol"], "by": "side"}]), "'gaol' is not a hex of the map"),
        ({"says": "The steps of an action.", "strip": "tactical"}, "'tactical' is not a strip"),
        ({"says": "The steps of an action.", "strip": "round", "at": "pds"}, "is not a stage of round"),
        ({"says": "Nothing is shown here."}, "shows 0 pictures"),
    ],
)
def test_what_does_not_hold_is_refused(copy: Path, figure: dict[str, Any], said: str) -> None:
    assert any(said in message for message in faults_with(copy, figure)), faults_with(copy, figure)


def test_lines_of_hyperlanes_connect_systems_and_sides_do_not() -> None:
    tile = next(iter(HYPERLANES))
    drawn: Map = map_of(
        {
            "hexes": {
                "left": {"at": [-1, 0]},
                "lanes": {"at": [0, 0], "tile": tile, "lanes": [[3, 0]]},
                "more": {"at": [1, 0], "tile": tile, "lanes": [[3, 5]]},
                "right": {"at": [2, -1]},
                "below": {"at": [0, 1]},
            }
        }
    )
    assert adjacent(drawn, "left", "right") == adjacent(drawn, "right", "left") == "hyperlane"
    assert adjacent(drawn, "left", "below") is None  # (-1, 0) and (0, 1) share no side
    assert adjacent(drawn, "left", "lanes") is None
    assert adjacent(drawn, "below", "right") is None


def test_every_figure_says_something_in_a_sentence() -> None:
    for topic in LIBRARY.topics.values():
        for clause in topic.clauses:
            assert clause.figure is None or clause.figure.says.endswith((".", "?", "!"))
