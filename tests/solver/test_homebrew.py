"""A faction of players' own is one file in the folder of factions: solved, in the form, on a page."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "homebrew" / "sunken_court.py"

pytestmark = pytest.mark.cpython_only("copies the project and starts another process")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("homebrew")
    for name in ("solver", "content", "theme"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(project: Path, source: str, script: str) -> subprocess.CompletedProcess[str]:
    (project / "solver" / "mecatol" / "components" / "factions" / "sunken_court.py").write_text(
        source, encoding="utf-8"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(project), str(project / "solver"))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, "-c", script], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


SOLVED = """
import json, mecatol
from mecatol import forms
from mecatol.effects.model import components_of

def battle(step, **red):
    blue = {"name": "Blue", "space": {"cruiser": 1}} if step == "space-combat" else \
        {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}}
    scenario = {"step": step, "edition": "tides", "players": [{"name": "Red", **red}, blue]}
    return mecatol.solve(scenario).to_json()["winner"]["Red"]

court = {"faction": "sunken-court"}
found = {
    "plain": battle("space-combat", space={"cruiser": 1}),
    "guns": battle("space-combat", **court, technologies=["deep-guns"], space={"cruiser": 1}),
    "flagship": battle("space-combat", **court, space={"flagship": 1}),
    "undertow": battle("ground-combat", **court, planets={"abaddon": {"infantry": 1}}),
    "mech": battle("ground-combat", **court, planets={"abaddon": {"mech": 1}}),
}
form = forms.form("space-combat")
found["choice"] = [[one.slug, one.name, one.edition] for one in form.factions if one.slug == "sunken-court"]
found["editions"] = [choice.slug for choice in form.editions]
found["technology"] = [effect.faction for effect in form.effects if effect.slug == "deep-guns"]
try:
    mecatol.solve({"step": "space-combat", "players": [{"name": "Red", **court, "space": {"cruiser": 1}},
                                                      {"name": "Blue", "space": {"cruiser": 1}}]})
except mecatol.ScenarioError as error:
    found["refused"] = str(error)
print(json.dumps(found))
"""


def wins(own: float, other: float, *, sustains: bool = False) -> float:
    """How often a unit beats another, by their chances to hit in a round; one that sustains stands a first hit."""
    again = (1 - own) * (1 - other)
    alone = own * (1 - other) / (1 - again)
    return (own + (1 - own) * other * alone) / (1 - again) if sustains else alone


def test_it_is_solved_and_in_the_form(project: Path) -> None:
    ran = run(project, FILE.read_text("utf-8"), SOLVED)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    # A cruiser hits on 7 (4 of 10 results), with +2 on 5; infantry on 8, with +1 on 7; the mech on 6, with +1 on 5.
    # The flagship's two dice at 5 miss together in 4/10 of 4/10.
    assert found["plain"] == pytest.approx(wins(0.4, 0.4))
    assert found["guns"] == pytest.approx(wins(0.6, 0.4))
    assert found["flagship"] == pytest.approx(wins(1 - 0.4**2, 0.4, sustains=True))
    assert found["undertow"] == pytest.approx(wins(0.4, 0.3))
    assert found["mech"] == pytest.approx(wins(0.6, 0.3, sustains=True))
    assert found["choice"] == [["sunken-court", "The Sunken Court", "tides"]]
    assert found["editions"][-2:] == ["thunders-edge", "tides"]
    assert found["technology"] == ["sunken-court"]
    assert found["refused"] == (
        "players.0.faction: The Sunken Court is not part of Thunder's Edge (`edition: thunders-edge`)"
    )


PAGE = """
import content
from theme.pages.factions import faction_pages
from theme.pages.page import Site
print(faction_pages(content.load(), Site())["factions/sunken-court.md"])
"""


def test_it_has_a_page(project: Path) -> None:
    ran = run(project, FILE.read_text("utf-8"), PAGE)
    assert ran.returncode == 0, ran.stderr
    for slug in ("leviathan", "drowned-knight", "undertow", "deep-guns", "tide-tables"):
        assert f'<h3 id="{slug}">' in ran.stdout
    assert "Tides (homebrew)" in ran.stdout
    assert "Movement is left to the players." in ran.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("        cost=8,", "        costs=8,", "'costs' is no field of Unit; did you mean 'cost'?"),
        ('        name="Leviathan",\n', "", "Unit \"leviathan\": lacks 'name'"),
        ('type="mech"', 'type="mecha"', "'drowned-knight', type: 'mecha' is no type of unit"),
        ("Value(5, 2)", "Value(11, 2)", "'leviathan', combat: 11 (×2) is no value with dice: 1 to 10"),
        ('colour="red"', 'colour="pink"', "'deep-guns', colour: 'pink' is no colour of technology"),
        ('("red", "red")', '("red", "rot")', "'deep-guns', prerequisites: 'rot' is no colour of technology"),
        ('clauses=("42.1",)', 'clauses=("42",)', "'undertow', clauses: '42' is no number of a clause"),
        ('slug="deep-guns"', 'slug="undertow"', "Component 'undertow' stands in solver/mecatol/components/factions/"),
        ("extends=THUNDERS_EDGE", 'extends="storms"', "Edition 'tides' extends 'storms'; it must be an edition"),
        ("kind=FACTION_TECHNOLOGY", 'kind="gun"', "Component 'deep-guns', kind: 'gun' is none of technology,"),
        ('slug="sunken-court"', 'slug="sunken"', "Unit 'leviathan', faction: 'sunken-court' is no faction"),
        ("edition=TIDES,\n        cost=2", 'edition="tide",\n        cost=2', "edition: 'tide' is no edition"),
        ('meaning="Your ships', 'meaning="" and "Your ships', "Component 'tide-tables', meaning: is empty"),
    ],
)  # fmt: skip
def test_every_mistake_is_told_with_file_record_and_what_is_allowed(
    project: Path, old: str, new: str, said: str
) -> None:
    source = FILE.read_text("utf-8")
    assert old in source
    ran = run(project, source.replace(old, new, 1), "import mecatol")
    assert ran.returncode != 0
    message = next(line for line in ran.stderr.splitlines() if said in line)
    assert "mecatol/components/factions/sunken_court.py:" in message
