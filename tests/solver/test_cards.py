"""The door of declarations: names that are strings, sheets and decks, and what a card file may import."""

import ast
import copy
import json
import pickle
import typing
from dataclasses import fields
from pathlib import Path

import pytest

import mecatol
from mecatol import cards
from mecatol.cards import Moment, sheets
from mecatol.domain.editions import EDITIONS, PUBLISHED
from mecatol.domain.factions import Faction
from mecatol.domain.names import Name
from mecatol.domain.units import ABILITIES, Unit
from mecatol.effects.model import KINDS, LEADERS, Component, Effect

PACKAGE = Path(mecatol.__file__).parent
MACHINERY = {"__init__.py", "acts.py", "fields.py", "sheets.py"}
ENUMS = (
    cards.Ability, cards.Category, cards.Edition, cards.Kind, cards.Leader, cards.Role, cards.StepName, cards.Whose,
)  # fmt: skip
NAMES = [name for enum in ENUMS for name in enum]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: f"{type(name).__name__}.{name.name}")
def test_a_name_is_a_string_in_every_respect(name: Name) -> None:
    plain = "".join([*name])
    assert type(plain) is str
    assert name == plain
    assert hash(name) == hash(plain)
    assert {plain: 1}[name] == {name: 1}[plain] == 1
    assert (str(name), f"{name}", f"{name!r}", f"{name:>30}") == (plain, plain, repr(plain), f"{plain:>30}")
    assert json.dumps({name: [name]}) == json.dumps({plain: [plain]})
    assert json.dumps({name: [name]}, indent=1) == json.dumps({plain: [plain]}, indent=1)
    assert f"{[name]} {(name,)} { {name: name} }" == f"{[plain]} {(plain,)} { {plain: plain} }"
    assert (name + "-", "-".join([name, name])) == (plain + "-", f"{plain}-{plain}")
    assert copy.deepcopy(name) == pickle.loads(pickle.dumps(name)) == plain


def test_names_sort_as_strings() -> None:
    assert sorted(NAMES) == sorted(f"{name}" for name in NAMES)
    assert sorted([*NAMES, "m"]) == sorted([*(f"{name}" for name in NAMES), "m"])


def test_the_names_are_those_that_there_are() -> None:
    assert {*cards.Edition} == {*PUBLISHED} <= {*EDITIONS}
    assert {*cards.StepName} == {*mecatol.STEPS}
    assert {*cards.Ability} == {*ABILITIES, "combat"}
    assert (tuple(cards.Kind), tuple(cards.Leader)) == (KINDS, LEADERS)


@pytest.mark.parametrize(
    ("listed", "record", "elsewhere"),
    [
        ("FactionFields", Faction, {"name", "short", "edition", "commodities"}),
        ("UnitFields", Unit, {"name", "type", "faction", "meaning"}),
        ("CardFields", Effect, {"name", "kind", "faction", "meaning", "leader"}),
    ],
)
def test_a_sheet_takes_every_field_of_its_records(listed: str, record: type, elsewhere: set[str]) -> None:
    """The types as well: an editor shows what the record holds; `elsewhere` is given by the sheet or by position.

    A record lies below the game and takes any moment; a sheet can say that it is one.
    """
    from mecatol.cards import fields as lists

    hints = typing.get_type_hints(record)
    wanted = {field.name: hints[field.name] for field in fields(record) if field.name not in elsewhere}
    said = typing.get_type_hints(getattr(lists, listed))
    moment = f"{Moment.__module__}.{Moment.__name__}"
    assert {name: f"{hint}".replace(moment, "typing.Any") for name, hint in said.items()} == {
        name: f"{hint}".replace(moment, "typing.Any") for name, hint in wanted.items()
    }


@pytest.mark.cpython_only("reads the sources of the package")
def test_the_door_names_all_that_it_offers_once_and_no_module_of_its_folder_hides_any_of_it() -> None:
    nodes = ast.parse((PACKAGE / "cards" / "__init__.py").read_text("utf-8")).body
    names = [alias for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    offered = [alias.name for alias in names if alias.name != "annotations"]
    assert offered == [alias.asname for alias in names if alias.name != "annotations"]
    assert len(offered) == len({*offered})
    assert not {path.stem for path in (PACKAGE / "cards").iterdir()} & {*offered}


@pytest.mark.cpython_only("reads the sources of the package")
def test_a_card_file_imports_from_the_door_alone() -> None:
    for path in (PACKAGE / "cards").rglob("*.py"):
        if path.name in MACHINERY or path.name == "by_hand.py":
            continue
        nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
        inner = {node.module or "" for node in nodes if (node.module or "").startswith("mecatol")}
        others = {
            module for module in inner if not module.startswith("mecatol.cards.factions.")
        }  # another file's sheet
        assert others == {"mecatol.cards"}, path


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Brother Milor ΩΩ", "brother-milor-omega-omega"),
        ("I.I.H.Q. Modernization", "iihq-modernization"),
        ("[0.0.1]", "0-0-1"),
        ("Y’sia Y’ssrila", "ysia-yssrila"),
        ('4X41C "Helios" V1', "4x41c-helios-v1"),
    ],
)
def test_a_slug_follows_from_the_name(name: str, slug: str) -> None:
    assert sheets.slug_of(name) == slug


def test_what_follows_from_the_rest_is_left_out() -> None:
    """What the sheets of the game leave out is what their records have."""
    milor, omar = mecatol.EFFECTS["brother-milor"], mecatol.EFFECTS["brother-omar"]
    assert (milor.edition, milor.faction, milor.leader, milor.shared) == ("pok", "yin-brotherhood", "agent", True)
    assert omar.steps == ("production", "technology")  # those of its two windows
    spinner = mecatol.EFFECTS["yin-spinner"]
    assert (spinner.edition, spinner.color, spinner.kind) == ("base", "green", "faction technology")
    assert mecatol.EFFECTS["yin-spinner-omega"].version_of == "yin-spinner"
    assert mecatol.EFFECTS["x-89-bacterial-weapon-omega"].version_of == "x-89-bacterial-weapon"
    breakthrough = mecatol.EFFECTS["yin-ascendant"]
    assert (breakthrough.edition, breakthrough.part, breakthrough.synergy) == (
        "thunders-edge",
        True,
        ("yellow", "green"),
    )
    assert isinstance(mecatol.EFFECTS["van-hauge-end"], Component)
    assert mecatol.EFFECTS["van-hauge-end"].automatic
