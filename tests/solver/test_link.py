"""Links in the short form: whatever a scenario holds comes back, and what was cut off on the way is refused."""

from __future__ import annotations

import contextlib
import json
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from any_scenario import lawful, wanted

import mecatol
from mecatol import homebrew
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import ABBREVIATIONS, UNIT_TYPES
from mecatol.effects.named import technologies
from mecatol.paste.taking import take
from mecatol.scenario import link
from mecatol.scenario.history import close, spread
from mecatol.scenario.link import Linked
from tests.solver.fuzz import scenario as any_data

HERE = Path(__file__).parent
SAFE = re.compile(r"#[12]/[A-Za-z0-9/._~%!@+;:,='()-]+/[a-z0-9]{3}\Z")
"""What an address may hold after its `#` (RFC 3986), and no chat takes for its own sign at the end of one."""
SITE = "https://mecatol.gitlab.io/mecatol/"
BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {
            "name": "Red",
            "faction": "barony-of-letnev",
            "space": {"dreadnought": 3, "carrier": 1, "fighter": 4},
            "damaged": {"dreadnought": 1},
            "technologies": ["dreadnought-2"],
            "effects": {"morale-boost": 1},
        },
        {"name": "Blue", "space": {"war-sun": 2, "fighter": 5}, "effects": {"direct-hit": 2}},
    ],
}


PLAYED = [
    "2", "1", "12", "a-1f+1n", "b+2n-1f", "b-1f.2", "4.6850", "10.99", "none", "stay", "retreat-a", "go-on", "w3",
    "ha-morale-boost", "a-f", "g-1f", "a-1fr2n", "f-1fg2n",
]  # fmt: skip
"""Tokens as battles have them, and some that are never written so."""


def history(rng: random.Random) -> tuple[str, ...]:
    """What may have been played of a battle: tokens in any order, and some that nobody knows."""
    odd = ["".join(rng.choices("abgnr0129+-.", k=rng.randint(1, 9))) for _ in range(4)]
    return tuple(rng.choices([*PLAYED, *odd], k=rng.randint(0, 30)))


def exactly(data: Any) -> str:
    """Data as text that differs where true and 1, or 1 and 1.0, would be taken for each other; keys in any order."""
    return json.dumps(data, sort_keys=True)


def plain_text(rng: random.Random) -> str:
    """A scenario of any kind, as far as JSON and the numbers of a browser can hold it."""
    while True:
        with contextlib.suppress(ValueError):
            text = exactly({**any_data(rng)})
            if not re.search(r"NaN|Infinity|\\ud[89a-f]|\d{16}|e\+", text):
                return text


def comes_back(data: dict[str, Any], **more: Any) -> str:
    """Write a case, read it again, hold the two together, and return what was written."""
    text = link.write(Linked(data, **more))
    assert SAFE.match(text), text
    found = link.read(text)
    assert exactly(found.scenario) == exactly(data)
    assert found == Linked(data, **more)
    return text


def test_a_battle_can_be_read_in_part() -> None:
    text = comes_back(BATTLE)
    players = "Red.letnev.3dn1cv4ff!1dn+dn;morale-boost/Blue.2ws5ff;direct-hit:2"
    assert text.rpartition("/")[0] == f"#1/space/{players}"
    whole = mecatol.Scenario.parse(json.dumps(BATTLE)).link(SITE)
    assert whole == f"{SITE}calculator/space-combat/{text}"
    assert len(whole) <= 150


ROUNDS = ["2", "3", "none", "b-1f-1w", "1", "4", "a+1n-1f", "b-3f", "0", "2", "a-1f-1v", "3", "1", "b-1f", "a-1n"]
"""Three rounds and the barrage: hits of both sides, and what they lose."""


def test_a_usual_battle_in_progress_fits_into_150_characters() -> None:
    """With faction, damage, upgrade and cards; the page of all calculators leads on to that of the battle."""
    text = comes_back(BATTLE, history=tuple(ROUNDS))
    assert text.startswith(
        "#2/space/Red.letnev.3dn1cv4ff!1dn+dn;mb/Blue.2ws5ff;dh:2/!23nb-f-w14a+n-f,b-3f02a-f-v31b-f,a-n/"
    )
    assert len(f"{SITE}calculator/{text}") <= 150
    cards = {"morale-boost": 1, "shields-holding": 1}
    upgraded = ["dreadnought-2", "antimass-deflectors"]
    action = {"step": "tactical-action", "players": [
        {"name": "Red", "faction": "barony-of-letnev", "technologies": upgraded, "effects": cards,
         "space": {"dreadnought": 2, "carrier": 1, "fighter": 3, "infantry": 4}},
        {"name": "Blue", "space": {"destroyer": 2, "cruiser": 1}, "planets": {"abaddon": {"infantry": 2, "pds": 1}},
         "effects": {"direct-hit": 1}},
    ]}  # fmt: skip
    assert len(f"{SITE}calculator/{comes_back(action, history=tuple(ROUNDS[:8]))}") <= 150


def test_a_link_of_version_1_keeps_its_steps() -> None:
    text = "1/space/Red.3dn;morale-boost/Blue.2ws/!2,1,a-1f,ha-morale-boost"
    found = link.read(f"#{text}/{link._check(text)}")
    assert found.history == ("2", "1", "a-1f", "ha-morale-boost")
    assert found.scenario["players"][0]["effects"] == {"morale-boost": 1}
    again = link.write(found)
    assert again.startswith("#2/space/Red.3dn;mb/Blue.2ws/!21a-f'ha-morale-boost,/")
    assert link.read(again) == found


@pytest.mark.parametrize("text", ["a-1f", "'2,", "a-f,1", ":12,:34", "x", "'a-1f,", "1,2", "'A,"])
def test_steps_that_nobody_writes_so_are_refused(text: str) -> None:
    whole = f"2/space/Red.3dn/Blue.2ws/!{text}"
    with pytest.raises(mecatol.ScenarioError, match="cut off"):
        link.read(f"#{whole}/{link._check(whole)}")


def test_steps_come_back_in_any_order() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        tokens = history(rng)
        assert spread(close(tokens)) == tokens


def test_no_code_of_version_2_is_the_name_of_anything_else() -> None:
    assert not {*link.CARDS} & {*mecatol.EFFECTS}
    assert {*link.CARDS.values()} <= {*mecatol.EFFECTS}
    assert not {*link.TECHNOLOGIES} & {*technologies(), *link.UPGRADES}
    assert {*link.TECHNOLOGIES.values()} <= {*technologies()}


@pytest.mark.parametrize("seed", range(4))
def test_every_lawful_scenario_comes_back(seed: int) -> None:
    rng = random.Random(f"link {seed}")
    wishes = list(wanted())
    rng.shuffle(wishes)
    for wish in islice(wishes, 120):
        data = mecatol.read(lawful(rng, wish)).data()
        assert len(comes_back(data)) < len(quote(exactly(data), safe=""))
        comes_back(data, beside=BATTLE, pack="Pirates, too|pirates@0a1b2c3d", history=("a", "b+c", "1.2-3"))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_no_scenario_comes_back_too(seed: int) -> None:
    rng = random.Random(f"any {seed}")
    for _ in range(250):
        text = plain_text(rng)
        data = json.loads(text)
        if data.get("step") in [*mecatol.STEPS]:
            comes_back(data)


def test_zeros_and_empty_mappings_that_mean_something_come_back() -> None:
    lines = (HERE.parent / "site" / "meaningful-zeros.jsonl").read_text("utf-8").splitlines()
    for line in lines:
        comes_back(json.loads(line))
    assert len(lines) == 48


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_the_example_of_every_step_comes_back(step: str) -> None:
    comes_back(mecatol.read(mecatol.STEPS[step].example).data())


@pytest.mark.parametrize("unit", UNIT_TYPES)
def test_every_unit_has_a_code_that_no_other_has(unit: str) -> None:
    assert [code for code, meant in ABBREVIATIONS.items() if meant == unit] != []
    assert len(ABBREVIATIONS) == len(UNIT_TYPES)


def test_codes_stand_for_what_there_is() -> None:
    assert set(link.STEPS.values()) <= set(mecatol.STEPS)
    assert set(link.FACTIONS.values()) <= set(FACTIONS)
    assert not set(link.FACTIONS) & set(FACTIONS)  # else a faction could not be written as its slug
    assert {one for code, one in link.UPGRADES.items() if code not in ("fs", "ws", "mf")} <= set(technologies())
    assert not set(link.UPGRADES) & set(technologies())


@pytest.mark.parametrize(
    ("field", "value", "written"),
    [
        ("space", {}, "(space:())"),
        ("space", {"cruiser": 0}, ".0ca"),
        ("space", {"cruiser": True}, "(space:(cruiser:!t))"),
        ("space", {"cruiser": 1.5}, "(space:(cruiser:1.5))"),
        ("space", {"cruiser": -1}, "(space:(cruiser:-1))"),
        ("space", {"star-cruiser": 1}, "(space:(star-cruiser:1))"),
        ("planets", {"mecatol-rex": {"infantry": 2}, "jord": {}}, ".mecatol-rex:2gf.jord:"),
        ("planets", {}, "(planets:())"),
        ("damaged", {"jord": {"mech": 1}}, "(damaged:(jord:(mech:1)))"),
        ("adjacent", {"pds": 2}, "@2pd"),
        ("faction", "sol", "(faction:sol)"),  # a pack's own, for `sol` is a code
        ("faction", "4x41c", "(faction:4x41c)"),
        ("technologies", [], "(technologies:!())"),
        ("technologies", ["plasma-scoring", "pds-2"], "+plasma-scoring+pd"),
        ("effects", {"direct-hit": 0}, ";direct-hit:0"),
        ("policy", {"assign": ["fighter", "1e5", "12", "", "a b~c", "é's"]},
         "(policy:(assign:!(fighter,'1e5,'12,',a~b%7Ec,%C3%A9%27s)))"),
        ("odd", {"": None, "a.b": [[], {}, False]}, "(odd:(:!n,a.b:!(!(),(),!f)))"),
    ],
)  # fmt: skip
def test_what_has_no_short_form_is_written_in_full(field: str, value: Any, written: str) -> None:
    text = comes_back({"step": "space-combat", "players": [{"name": "Rød .1", field: value}]})
    assert text.rpartition("/")[0] == f"#1/space/R%C3%B8d~%2E1{written}"


def test_a_battle_that_is_played_out_from_its_start_is_told_from_one_that_is_not() -> None:
    assert "/!/" in comes_back(BATTLE, history=())
    assert "/!" not in comes_back(BATTLE)


def test_a_case_without_players_or_names_is_written_in_full() -> None:
    for players in ([], [{}], [{"name": ""}], [{"name": 5}], "x", None):
        comes_back({"step": "space-combat", "players": players})


def test_what_the_notation_cannot_hold_is_written_in_the_old_form() -> None:
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    text = link.write(Linked({"step": "space-combat", "players": [], "x": deep}, history=("a", "b")))
    assert text.startswith("#calc=space-combat&scenario=%7B")
    assert text.endswith("&play=a,b")


def test_a_link_that_was_cut_off_or_changed_is_refused() -> None:
    text = comes_back(BATTLE)
    broken = [text[:end] for end in range(len(text))]
    broken += [text[:at] + "x" + text[at + 1 :] for at in range(3, len(text)) if text[at] != "x"]
    broken += [text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(3, len(text) - 2)
               if text[at] != text[at + 1]]  # fmt: skip
    for one in broken:
        with pytest.raises(mecatol.ScenarioError, match="is not whole"):
            link.read(one)


@pytest.mark.parametrize(
    "inside",
    [
        "space/Red.1ca.2ca", "space/Red.1ca2ca", "space/Red;x;x", "space/Red.jord:.jord:1gf", "space/Red.sol.yin",
        "space/Red.1ca(space:())", "space/Red(name:x)", "space/Red(a:1,a:2)", "space/Red.1zz", "space/Red.",
        "space/Red!", "space/Red(a:1", "space/Red(a)", "space/Red(a:1)b", "space/Red.01ca", "space/(step:x)",
        "space/Red%FF.1ca", "SPACE", "space/Red(a:!(1 2))", "space/Red/!UPPER", "space/Red/!a,,b",
        "space/(a:" + "!(" * 50 + ")" * 50 + ")",
        "", "space/Red.1ca//", "space/Red.1c_a", "space/.1ca", "space/Red((a:1))", "space/Red/(a:1)/(b:2)",
    ],
)  # fmt: skip
def test_what_the_notation_does_not_allow_is_refused(inside: str) -> None:
    whole = f"1/{inside}"
    with pytest.raises(mecatol.ScenarioError, match="is not whole"):
        link.read(f"#{whole}/{link._check(whole)}")


def test_a_whole_link_that_holds_nothing_is_refused() -> None:
    with pytest.raises(mecatol.ScenarioError, match="is not whole"):
        link.read("#1/0qu")  # the check of "1" is right


@pytest.mark.parametrize("address", (HERE / "old-links.txt").read_text("utf-8").splitlines())
def test_links_of_the_old_form_are_still_read(address: str) -> None:
    taken = take(address)
    assert taken.left_out == []
    short = link.write(Linked(taken.scenario, taken.kept))
    again = take(address.partition("#")[0] + short)
    assert (again.scenario, again.kept) == (taken.scenario, taken.kept)
    assert len(short) < (len(address) - len(address.partition("#")[0])) * 0.7


@pytest.mark.parametrize("around", ["{}", "look: <{}>", "({}).", "**{}**, and you?", "[battle]({})", '"{}"'])
def test_a_link_in_a_message_is_found(around: str) -> None:
    address = f"{SITE}calculator/space-combat/{link.write(Linked(BATTLE, BATTLE))}"
    taken = take(around.format(address))
    assert (taken.scenario, taken.kept) == (mecatol.read(BATTLE).data(), mecatol.read(BATTLE).data())


def test_a_pasted_link_says_what_it_leaves_behind() -> None:
    text = link.write(Linked(BATTLE, history=("h3", "h1")))
    assert "What had been played so far was left out" in take(text).left_out[0]
    with pytest.raises(mecatol.ScenarioError, match="by a newer version"):
        take(text.replace("#2/", "#3/"))
    with pytest.raises(mecatol.ScenarioError, match="may have been cut off"):
        take(text[:-5])


def test_a_link_names_the_version_of_the_pack_that_it_needs() -> None:
    pack = {"edition": {"slug": "pirates", "name": "Pirates of the Rim"}, "factions": []}
    versions = []
    try:
        for name in ("Pirates of the Rim", "Pirates"):
            homebrew.register_only(())
            homebrew.register_data({**pack, "edition": {"slug": "pirates", "name": name}}, "pirates.json")
            found = link.read("#" + mecatol.read({**BATTLE, "edition": "pirates"}).link(SITE).partition("#")[2])
            assert found.pack.startswith(f"{name}|pirates@")
            versions.append(found.pack.partition("@")[2])
    finally:
        homebrew.register_only(())
    assert versions[0] != versions[1]
    assert all(re.fullmatch("[0-9a-f]{8}", version) for version in versions)
    assert link.read("#" + mecatol.read(BATTLE).link(SITE).partition("#")[2]).pack == ""
