"""Packs: a well-known fan faction as data, an absurd one in Python, and what is said of every mistake."""

import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol import homebrew
from mecatol.cli import NOT_SOLVED, main
from mecatol.domain.units import units
from mecatol.effects.model import COMPONENTS, EFFECTS, Window
from mecatol.errors import DeclarationError
from mecatol.probability.dice import Number

yaml = pytest.importorskip("yaml")  # the solver’s tests run with pytest and hypothesis alone, too

HERE = Path(__file__).parent / "homebrew"
ZELIAN, MAGPIES = HERE / "zelian_purifier.yaml", HERE / "magpies.py"

pytestmark = pytest.mark.cpython_only("reads files outside of the package")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Let no pack of one test be known to the next."""
    yield
    homebrew.register_only(())


def solved(step: str, red: dict[str, Any], blue: dict[str, Any]) -> mecatol.Solution:
    players = [{"name": "Red", "faction": "zelian-purifier", **red}, {"name": "Blue", **blue}]
    return mecatol.solve({"step": step, "edition": "discordant-stars", "players": players})


def chance(solution: mecatol.Solution, words: str) -> Number:
    return next(one.probability for one in solution.chances if one.condition == words)


INFANTRY = {"planets": {"abaddon": {"infantry": 2}}}


def test_a_data_file_is_registered_after_a_solve_and_forgotten_again() -> None:
    battle = {"step": "space-combat", "players": [{"name": name, "space": {"cruiser": 1}} for name in "AB"]}
    before = mecatol.solve(battle).winner
    counted = len(mecatol.EDITIONS), len(EFFECTS)
    with pytest.raises(mecatol.ScenarioError, match="'zelian-purifier' is not a faction"):
        solved("bombardment", {"space": {"dreadnought": 1}}, INFANTRY)
    homebrew.register(ZELIAN)
    assert solved("bombardment", {"space": {"dreadnought": 1}}, INFANTRY).hits["Red"][1] == pytest.approx(0.6)
    assert mecatol.solve(battle).winner == before
    homebrew.register_only(())
    assert (len(mecatol.EDITIONS), len(EFFECTS)) == counted


def test_the_zelian_purifier_bombards_with_its_infantry_and_with_shard_volley() -> None:
    homebrew.register(ZELIAN)
    gone = "Blue has no ground forces left on Abaddon"
    # A dreadnought hits on 5 (6 of 10), an Impactor on 9 (2 of 10), upgraded on 8 (3 of 10); two hits are wanted.
    alone = solved("bombardment", {"space": {"dreadnought": 1, "infantry": 1}}, INFANTRY)
    assert chance(alone, gone) == pytest.approx(0.6 * 0.2)
    better = {"space": {"dreadnought": 1, "infantry": 1}, "technologies": ["impactor-2"]}
    assert chance(solved("bombardment", better, INFANTRY), gone) == pytest.approx(0.6 * 0.3)
    volley = {"space": {"dreadnought": 1}, "technologies": ["shard-volley"]}
    assert chance(solved("bombardment", volley, INFANTRY), gone) == pytest.approx(0.6)


def test_hyperkinetic_ordnance_is_spent_by_another_player_and_adds_one_hit() -> None:
    homebrew.register(ZELIAN)
    holder = {"faction": "federation-of-sol", "space": {"dreadnought": 1}, "effects": {"hyperkinetic-ordnance": 1}}
    note = solved("bombardment", holder, INFANTRY)
    assert chance(note, "Blue has no ground forces left on Abaddon") == pytest.approx(0.6)


def test_zelian_b_gives_dreadnoughts_a_barrage() -> None:
    homebrew.register(ZELIAN)
    barrage = solved(
        "anti-fighter-barrage", {"space": {"dreadnought": 2}, "effects": {"zelian-b": 1}}, {"space": {"fighter": 2}}
    )
    assert chance(barrage, "Blue has no ships left") == pytest.approx(0.6**2)


def test_the_world_cracker_rolls_a_die_more_for_each_asteroid_field() -> None:
    homebrew.register(ZELIAN)
    cracker = {"space": {"flagship": 1}, "effects": {"world-cracker-asteroids": 2}}
    hits = solved("bombardment", cracker, INFANTRY).hits["Red"]
    assert hits[3] == pytest.approx(0.6**3)
    assert hits[0] == pytest.approx(0.4**3)


def every_window() -> set[type[Window]]:
    """Return every kind of window that an effect of the game acts in."""
    return {type(window) for effect in EFFECTS.values() for window in effect.windows}


def test_the_magpies_act_in_every_window_and_every_one_of_their_tricks_can_be_solved() -> None:
    windows = every_window()
    assert len(windows) > 60
    homebrew.register(MAGPIES)
    theirs = {slug: effect for slug, effect in EFFECTS.items() if effect.faction == "magpies"}
    assert {type(window) for effect in theirs.values() for window in effect.windows} == windows
    solutions = 0
    for slug, effect in theirs.items():
        for name in effect.steps:
            scenario = json.loads(json.dumps(mecatol.STEPS[name].example))
            scenario |= {"edition": "shiny"}
            scenario["players"][0] |= {"faction": "magpies"}
            field = "technologies" if slug.startswith("stolen") else "effects"
            if field == "technologies":
                scenario["players"][0][field] = [*scenario["players"][0].get(field, ()), slug]
            try:
                found = mecatol.solve(scenario)
            except mecatol.ScenarioError:  # such as a trick that the example has no room for: said in words
                continue
            solutions += 1
            if found.outcomes:
                assert math.isclose(sum(p for p, _ in found.outcomes), 1, abs_tol=1e-12)
    assert solutions > 60


MISTAKES = [
    ("type: mech", "type: mecha", "units.1: Unit 'collider', type: 'mecha' is not a type of unit; did you mean"),
    ("cost: 8", "costs: 8", "units.0: Unit 'world-cracker': 'costs' is not a field of Unit; did you mean 'cost'?"),
    ("name: Collider", "meaning: Collider", "names 'meaning' twice in one mapping"),
    ("commodities: 2", "commodities: two", "factions.0: Faction 'zelian-purifier', commodities: 'two' is not a whole"),
    ("edition: {slug", "editon: {slug", "'editon' is not a part of a pack; did you mean 'edition'?"),
    ("act: more-dice", "act: more-dise", "acts.0.act: 'more-dise' is not an act; did you mean 'more-dice'?"),
    ("unit: flagship, dice: 1", "dice: 1", "acts.0.unit: is missing: more-dice needs it, the name of a type of unit"),
    ("unit: flagship, dice", "unit: flagshp, dice", "acts.0.unit: 'flagshp' is not a type of unit; did you mean"),
    ("unit: flagship, dice: 1", "unit: flagship, dice: one", "acts.0.dice: 'one' is not a whole number"),
    ("unit: flagship, dice: 1", "unit: flagship, die: 1", "acts.0.die: 'die' is not a setting of more-dice"),
    ("steps: [space-combat, ", "steps: [space-fight, ", "'world-cracker-asteroids', steps: 'space-fight' is none of"),
    ("    limit: 6", "    windows: 6", "windows: holds code, which takes a Python file; a data file names `acts`"),
    ("combat: 5", "combat: {values: 5}", "combat: {'values': 5} is not a whole number, or a mapping: {"),
    ("sustain_damage: true", "sustain_damage: 1", "sustain_damage: 1 is not true or false"),
    ("steps: [space-combat, ", "steps: space-combat #", "steps: 'space-combat' is not a list of texts, such as"),
    ("cost: 8", "cost: -8", "units.0: Unit 'world-cracker', cost: -8 is not a number of its kind: 0 or more"),
    ("kind: leader", "kind: agent", "kind: 'agent' is a sort of leader: write kind: leader, and leader: agent"),
    ("    acts:", "    # acts:", "timing: is for what a calculator carries out: name its `acts`"),
    ("[antimass-deflectors, ", "[antimas-deflectors, ", "start_technologies: 'antimas-deflectors' is not a technology"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_every_mistake_in_data_is_told_and_registers_nothing(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = ZELIAN.read_text("utf-8")
    assert old in text
    file = tmp_path / "wrong.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = dict(mecatol.EDITIONS), len(EFFECTS)
    with pytest.raises(DeclarationError) as told:
        homebrew.register(file)
    assert any(line.startswith("wrong.yaml: ") and said in line for line in str(told.value).splitlines()), told.value
    assert (mecatol.EDITIONS, len(EFFECTS)) == before
    homebrew.register(ZELIAN)


def test_a_file_that_is_registered_again_takes_the_place_of_what_it_was(tmp_path: Path) -> None:
    text = ZELIAN.read_text("utf-8")
    file = tmp_path / "zelian.yaml"
    for cost in (8, 9):
        file.write_text(text.replace("cost: 8", f"cost: {cost}", 1), encoding="utf-8")
        homebrew.register(file)
        assert units()["world-cracker"].cost == cost
    file.write_text(text.replace("cost: 8", "cost: eight", 1), encoding="utf-8")
    with pytest.raises(DeclarationError, match="'eight' is not a number"):
        homebrew.register(file)
    assert units()["world-cracker"].cost == 9
    (tmp_path / "copy.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DeclarationError, match=r"is in zelian\.yaml: edition already"):
        homebrew.register(tmp_path / "copy.yaml")


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(DeclarationError, match=r"pirates.txt: is not a pack: its name must end with one of \.py, "):
        homebrew.register("pirates.txt")


def battle(tmp_path: Path) -> Path:
    file = tmp_path / "battle.yaml"
    scenario = {
        "step": "bombardment",
        "edition": "discordant-stars",
        "players": [
            {"name": "Red", "faction": "zelian-purifier", "space": {"dreadnought": 1}},
            {"name": "Blue", **INFANTRY},
        ],
    }
    file.write_text(yaml.safe_dump(scenario), encoding="utf-8")
    return file


def test_the_command_solves_with_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = battle(tmp_path)
    assert main(["solve", "--json", "--with", str(ZELIAN), str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["hits"]["Red"]["1"] == pytest.approx(0.6)


def test_the_command_solves_lines_with_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "battles.jsonl"
    lines.write_text(json.dumps(yaml.safe_load(battle(tmp_path).read_text("utf-8"))) + "\n", encoding="utf-8")
    assert main(["solve", "--lines", "--with", str(ZELIAN), str(lines)]) == 0
    assert json.loads(capsys.readouterr().out)["hits"]["Red"]["1"] == pytest.approx(0.6)


def test_the_command_lists_what_packs_bring(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--with", str(ZELIAN), "--with", str(MAGPIES)]) == 0
    told = capsys.readouterr().out
    assert "zelian-purifier" in told
    assert "magpies" in told


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("gone.py", None, "gone.py cannot be read"),
        ("gone.yaml", None, "gone.yaml: there is no file '"),
        ("bad.py", "declare(\n", "bad.py:1: is not Python"),
        ("bad.yaml", "units: [", "bad.yaml: is neither JSON nor YAML"),
    ],
)
def test_the_command_says_what_is_wrong_with_a_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["solve", "--with", str(tmp_path / name), str(battle(tmp_path))]) == NOT_SOLVED
    told = capsys.readouterr().err
    assert told.startswith("--with: ")
    assert said in told


FAILING = """
from mecatol.cards import Kind, ReadResults, StepName, deck, own_edition

relic = deck(Kind.RELIC, own_edition("odd", "Odd"))
relic("Oddity", "M.", timing="T.", clauses=("78.5",), steps=(StepName.SPACE_COMBAT,),
      windows=(ReadResults(lambda moment, owner, dice: 1 / 0),))
"""


def test_a_fault_of_a_pack_in_python_is_the_pack_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack, battle = tmp_path / "odd.py", tmp_path / "battle.json"
    red, blue = ({"name": name, "space": {"cruiser": 1}} for name in ("Red", "Blue"))
    players = [{**red, "effects": {"oddity": 1}}, blue]
    battle.write_text(json.dumps({"step": "space-combat", "edition": "odd", "players": players}))
    pack.write_text(FAILING)
    assert main(["solve", "--with", str(pack), str(battle)]) != 0
    said = capsys.readouterr().err
    assert "odd.py' fails in line 6: ZeroDivisionError: division by zero" in said
    assert "its own fault" not in said
    pack.write_text("x = 1\ny = [][x]\n")
    assert main(["solve", "--with", str(pack), str(battle)]) != 0
    said = capsys.readouterr().err
    assert "fails in line 2: IndexError: list index out of range" in said
    assert "its own fault" not in said


@pytest.mark.parametrize("short", ["Sol", "cruiser", "The Nomad"])
def test_a_pack_in_python_takes_no_name_either(tmp_path: Path, short: str) -> None:
    pack = tmp_path / "odd.py"
    pack.write_text(
        "from mecatol.cards import own_edition, sheet\n"
        f"sheet('The Odds', short={short!r}, edition=own_edition('odd', 'Odd'), commodities=1)\n"
    )
    with pytest.raises(DeclarationError, match="take another name"):
        homebrew.register(pack)


def test_a_pack_of_the_last_release_finds_what_has_moved_and_hears_of_the_door(tmp_path: Path) -> None:
    """What the door does not have is where its module is now; nothing stays under an old name."""
    pack = tmp_path / "odd.py"
    pack.write_text(
        "import mecatol.rolls.gathering as rolling\n"
        "from mecatol.hits.windows import BeforeHits, HitWindow\n"
        "from mecatol.effects.model import RELIC\n"
        "from mecatol.cards import deck, own_edition\n"
        "assert issubclass(BeforeHits, HitWindow) and rolling.has_lost\n"
        "deck(RELIC, own_edition('odd', 'Odd'))('Oddity', 'M.')\n"
    )
    with pytest.warns(
        DeprecationWarning, match="a pack imports from mecatol.cards, where a faction is a `sheet`"
    ) as heard:
        homebrew.register(pack)
    assert [each.lineno for each in heard] == [1, 2, 3]
    assert {each.filename for each in heard} == {str(pack)}
    assert not {"mecatol.rolls", "mecatol.hits.windows"} & sys.modules.keys()
    assert COMPONENTS["oddity"].kind == "relic"


@pytest.mark.parametrize(
    "source",
    [
        # The first becomes longer than it was: the place of the second in its line is no longer what it was.
        "from mecatol.hits.windows import BeforeHits; from mecatol.hits.windows import HitWindow",
        "from mecatol.hits.windows import *\nassert BeforeHits and HitWindow",
        # To Python a line separator in a text ends no line, nor does a form feed.
        "text = '\u2028\f'\nfrom mecatol.hits.windows import BeforeHits, HitWindow\nassert len(text) == 2",
        "import os.path, mecatol.rolls.gathering as rolling\nassert os.path.join and rolling.has_lost",
        "def late():\n    from mecatol.hits.windows import (\n        BeforeHits,\n    )\n    return BeforeHits\n"
        "import mecatol.rolls.gathering as rolling\nassert rolling.has_lost and late()",
    ],
    ids=["two in a line", "all names", "line separator", "dotted and plain", "within a function"],
)  # fmt: skip
def test_former_imports_lead_on_wherever_they_are_written(tmp_path: Path, source: str) -> None:
    pack = tmp_path / "odd.py"
    pack.write_text(source, encoding="utf-8")
    with pytest.warns(DeprecationWarning, match="a pack imports from mecatol.cards"):
        homebrew.register(pack)


def test_a_pack_that_imports_what_is_gone_is_refused_with_the_line(tmp_path: Path) -> None:
    pack = tmp_path / "odd.py"
    pack.write_text("from mecatol.cards import Edition\nfrom mecatol.effects.model import sing\n")
    with pytest.raises(DeclarationError, match="fails in line 2: ImportError: cannot import name 'sing'"):
        homebrew.register(pack)


@pytest.mark.parametrize("given", [{"edition": {}}, "{}", 5])
def test_what_is_no_file_is_refused_in_a_line(given: Any) -> None:
    with pytest.raises(DeclarationError) as caught:
        homebrew.register(given)
    assert len(str(caught.value)) < 200
    assert re.search("give its name|must end with one of", str(caught.value))
