"""A faction of players' own is one file in the folder of factions: solved, in the form, on a page."""

import json
import os
import shutil
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import mecatol
from mecatol import homebrew
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import units
from mecatol.effects.model import COMPONENTS
from tests.draws import some_now

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "homebrew" / "sunken_court.py"

pytestmark = pytest.mark.cpython_only("copies the project and starts another process")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("homebrew")
    for name in ("solver", "content", "theme"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    # All but the file under test is compiled here, once; that file changes faster than what is compiled could tell.
    assert started(folder, "import mecatol.forms", PYTHONDONTWRITEBYTECODE="").returncode == 0
    return folder


def started(project: Path, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(project), str(project / "solver")))
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=project,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def run(project: Path, source: str, script: str) -> subprocess.CompletedProcess[str]:
    (project / "solver" / "mecatol" / "cards" / "factions" / "sunken_court.py").write_text(source, encoding="utf-8")
    return started(project, script, PYTHONDONTWRITEBYTECODE="1")


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
        "players.0.faction: The Sunken Court is not part of Thunder's Edge (`edition: thunders-edge`); "
        "it is part of Tides (homebrew) (`edition: tides`)"
    )


OUTSIDE = """
import sys, json
import mecatol
from mecatol import homebrew
from mecatol.effects.model import COMPONENTS, EFFECTS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import DECLARED, units
from mecatol.errors import DeclarationError

def records():
    return [len(one) for one in (mecatol.EDITIONS, FACTIONS, DECLARED, COMPONENTS, EFFECTS)]

red = {"name": "Red", "faction": "sunken-court", "space": {"flagship": 1}}
scenario = {"step": "space-combat", "edition": "tides", "players": [red, {"name": "Blue", "space": {"cruiser": 1}}]}
found = {"before": records()}
mecatol.solve({"step": "space-combat", "players": [{"name": "A", "space": {"cruiser": 1}},
                                                    {"name": "B", "space": {"cruiser": 1}}]})
for how in sys.argv[1:]:
    try:
        if how == "import":
            sys.path.insert(0, "outside")
            import sunken_court
        else:
            homebrew.register(how)
        found["winner"] = mecatol.solve(scenario).to_json()["winner"]["Red"]
    except (DeclarationError, TypeError) as error:
        found.setdefault("said", []).append(str(error))
    found.setdefault("after", []).append(records())
print(json.dumps(found))
"""


def outside(folder: Path, *how: str) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "solver"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", OUTSIDE, *how]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return cast(dict[str, Any], json.loads(ran.stdout))


def test_a_file_outside_the_package_is_registered_wholly(tmp_path: Path) -> None:
    (tmp_path / "sunken_court.py").write_text(FILE.read_text("utf-8"), encoding="utf-8")
    found = outside(tmp_path, "sunken_court.py")
    assert found["winner"] == pytest.approx(wins(1 - 0.4**2, 0.4, sustains=True))
    assert found["after"] == [[a + b for a, b in zip(found["before"], (1, 1, 2, 3, 2), strict=True)]]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "court.mech(",
            'court.unit("mecha", ',
            "sunken_court.py:27: Unit 'drowned-knight', type: 'mecha' is not a type of unit",
        ),
        ("    cost=2,", "    costs=2,", "Unit 'drowned-knight': 'costs' is not a field of Unit; did you mean 'cost'?"),
        ('"Undertow"', '"Morale Boost"', "Component 'morale-boost' is in solver/mecatol/cards/"),
    ],
)
def test_a_file_outside_the_package_with_a_mistake_registers_nothing(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    source = FILE.read_text("utf-8")
    assert old in source
    (tmp_path / "wrong.py").write_text(source.replace(old, new, 1), encoding="utf-8")
    (tmp_path / "sunken_court.py").write_text(source, encoding="utf-8")
    found = outside(tmp_path, "wrong.py", "sunken_court.py")  # and after it was mended it is registered wholly
    assert said.replace("sunken_court.py", "wrong.py") in found["said"][0]
    assert found["after"][0] == found["before"]
    assert found["winner"] == pytest.approx(wins(1 - 0.4**2, 0.4, sustains=True))


def test_a_file_that_is_imported_after_the_package_registers_nothing(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "sunken_court.py").write_text(FILE.read_text("utf-8"), encoding="utf-8")
    found = outside(tmp_path, "import")
    assert "sunken_court.py:7: Edition 'tides' comes after all records were loaded" in found["said"][0]
    assert "mecatol.homebrew.register(path)" in found["said"][0]
    assert found["after"] == [found["before"]]


PAGE = """
import content
from theme.pages.factions import faction_page
from theme.pages.page import Site
print(faction_page("sunken-court", content.load(), Site()))
"""


def test_it_has_a_page(project: Path) -> None:
    ran = run(project, FILE.read_text("utf-8"), PAGE)
    assert ran.returncode == 0, ran.stderr
    for slug in ("leviathan", "drowned-knight", "undertow", "deep-guns", "tide-tables"):
        assert f'<h3 id="{slug}">' in ran.stdout
    assert "Tides (homebrew)" in ran.stdout
    assert "Movement is left to the players." in ran.stdout


MISTAKES = [
    ("    cost=8,", "    costs=8,", "Unit 'leviathan': 'costs' is not a field of Unit; did you mean 'cost'?"),
    ('    "Leviathan",\n', "", "sunken_court.py:18: flagship() lacks 'name'"),
    ("court.mech(", 'court.unit("mecha", ', "'drowned-knight', type: 'mecha' is not a type of unit"),
    ("Value(5, 2)", "Value(11, 2)", "'leviathan', combat: 11 (×2) is not a value with dice: 1 to 10"),
    ('("red", "red")', '("red", "red"), color="pink"', "'deep-guns', color: 'pink' is not a color of technology"),
    ('("red", "red")', '("red", "rot")', "'deep-guns', prerequisites: 'rot' is not a color of technology"),
    ('clauses=("42.1",)', 'clauses=("42",)', "'undertow', clauses: '42' is not the number of a clause"),
    ('("red", "red")', '("red", "red"), slug="Deep Guns"', "'Deep Guns', slug: 'Deep Guns' is not a slug: small "),
    ('"Deep Guns",', '"Undertow",', "Component 'undertow' is in solver/mecatol/cards/factions/"),
    ("=Edition.THUNDERS_EDGE", '="storms"', "Edition 'tides' extends 'storms'; it must be an edition"),
    ("court.ability(", 'sheet.__globals__["deck"]("gun")(', "'undertow', kind: 'gun' is none of technology,"),
    ("cost=2", 'cost=2, faction="sunken"', "'drowned-knight', faction: 'sunken' is not a faction"),
    ("cost=2", 'cost=2, edition="tide"', "edition: 'tide' is not an edition"),
    ('("sarween-tools",)', '("sarwen-tools",)', "'sarwen-tools' is not a technology; did you mean"),
    ('("sarween-tools",)', '("sarween-tools")', "start_technologies: 'sarween-tools' is not a tuple of each text"),
    ('"cruiser": 2,', '"cruisr": 2,', "start: 'cruisr' is not a type of unit; did you mean 'cruiser'?"),
    ('"cruiser": 2,', '"cruiser": "2",', "'sunken-court', start: "),
    ("    cost=8,", '    cost="8",', "Unit 'leviathan', cost: '8' is not a number or None"),
    ("    commodities=3,", "    commodities=True,", "commodities: True is not a whole number"),
    ("Value(5, 2)", "5", "Unit 'leviathan', combat: 5 is not Value(…) or None"),
    ("steps=(StepName.GROUND_COMBAT,)", "steps=StepName.GROUND_COMBAT",
     "'undertow', steps: 'ground-combat' is not a tuple of"),
    ("windows=(ReadResults(CombatPlus(1)),)", "windows=ReadResults(CombatPlus(1))", "'undertow', windows: "),
    ('    timing="In every round of a ground combat.",\n', "", "Component 'undertow': lacks 'timing': when it is"),
    ('    left_out="Move', '    limit=2, left_out="Move', "'tide-tables', limit: says how the solver carries it"),
    ('clauses=("42.1",)', 'clauses=("42.9",)', "'42.9' is not the number of a clause: 42 has 42.1, "),
    ('clauses=("42.1",)', 'clauses=("642.1",)', "'642.1' is not the number of a clause: such as 78.2"),
    ('PlusFor(2, "cruiser")', 'PlusFor(2, "destroyr")',
     "windows: PlusFor in ReadResults: 'destroyr' is not a type of unit; did you mean 'destroyer'?"),
    ('    "Your ships', '    "" and "Your ships', "Component 'tide-tables', meaning: is empty"),
]  # fmt: skip
"""What is replaced in the file, by what, and what is said of it."""


@pytest.mark.parametrize("mistake", some_now(MISTAKES, 8))
def test_every_mistake_is_told_with_file_record_and_what_is_allowed(
    project: Path, mistake: tuple[str, str, str]
) -> None:
    old, new, said = mistake
    source = FILE.read_text("utf-8")
    assert old in source
    ran = run(project, source.replace(old, new, 1), "import mecatol")
    assert ran.returncode != 0
    message = next(line for line in ran.stderr.splitlines() if said in line)
    assert "mecatol/cards/factions/sunken_court.py:" in message


def test_a_pack_of_the_last_release_still_opens_and_hears_of_the_new_door() -> None:
    """The same faction as it was written for version 0.2: equal records, and a warning for each inner module."""
    now, before = (_declared(file) for file in (FILE, FILE.parents[1] / "released" / "sunken_court_0_2_0.py"))
    assert now == before


def _declared(file: Path) -> dict[str, Any]:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            homebrew.register(file)
            court = [one for one in (*units().values(), *COMPONENTS.values()) if one.faction == "sunken-court"]
            found = {"faction": FACTIONS["sunken-court"], "edition": mecatol.EDITIONS["tides"]}
            said = {
                one.slug: repr(replace(one, windows=()) if isinstance(one, mecatol.Effect) else one) for one in court
            }
        finally:
            homebrew.register_only(())
    doors = [f"{each.message}" for each in heard if issubclass(each.category, DeprecationWarning)]
    assert bool(doors) == (file != FILE)
    assert all("mecatol.cards" in door for door in doors)
    return found | said
