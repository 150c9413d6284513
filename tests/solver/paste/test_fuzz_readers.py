"""What comes into the readers of text and of links is used, named or refused, and comes out again the same."""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest

import mecatol
from mecatol.paste.taking import take
from mecatol.scenario import sentence
from tests.solver.fuzz import scenario

DRAWS = 60
STRANGE = (
    *('"', "\\", "\t", "[" * 2000, "9" * 5000, "²", "٣", ":", "; ", ", ", "{", "}", "\u202e", "\ud800", "%", "&"),
    *("with ", "5 ", "on ", "\n", "2 cruisers", "Hits: best.", "By hand for Red: ", "Asked: ", "Also: "),
    *("null", "NaN", "1e999", "&scenario={}"),
)


def lawful(rng: random.Random) -> dict[str, Any]:
    """Return a scenario that can be read."""
    while True:
        with contextlib.suppress(mecatol.ScenarioError):
            return mecatol.read(scenario(rng)).data()


def spoiled(rng: random.Random, text: str) -> str:
    """Return a text with something put in, taken out, said again or moved."""
    for _ in range(rng.randint(1, 3)):
        at, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        end = min(end, at + 30)
        text = rng.choice(
            (
                text[:at] + rng.choice(STRANGE) + text[at:],
                text[:at] + text[end:],
                text[:end] + text[at:],
                "\n".join(rng.sample(lines := text.split("\n"), len(lines))),
            )
        )
    return text


def told_apart(data: dict[str, Any]) -> bool:
    """Tell whether every effect has a name of its own: two texts of one unit share one, and words cannot part them."""
    named = Counter(effect.name for effect in mecatol.EFFECTS.values())
    held = (slug for player in data["players"] for slug in player.get("effects", ()))
    return all(named[mecatol.EFFECTS[slug].name] == 1 for slug in held if slug in mecatol.EFFECTS)


@pytest.mark.parametrize("seed", range(4))
def test_a_text_is_understood_whole_or_refused(seed: int) -> None:
    rng = random.Random(f"text {seed}")
    for _ in range(DRAWS):
        data = lawful(rng)
        if not told_apart(data):
            continue
        text = sentence.say(data)
        assert mecatol.read(sentence.understand(text)).data() == data
        with contextlib.suppress(mecatol.ScenarioError):
            read = mecatol.read(sentence.understand(spoiled(rng, text))).data()
            assert mecatol.read(sentence.understand(sentence.say(read))).data() == read


@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_is_said_twice_is_refused(seed: int) -> None:
    rng = random.Random(f"twice {seed}")
    for _ in range(DRAWS):
        lines = sentence.say(lawful(rng)).split("\n")
        said = [line for line in lines[1:] if not line.startswith("Asked: ")]
        with pytest.raises(mecatol.ScenarioError):
            mecatol.read(sentence.understand("\n".join([*lines, rng.choice(said)])))


@pytest.mark.parametrize("seed", range(4))
def test_a_link_is_read_whole_or_refused(seed: int) -> None:
    rng = random.Random(f"link {seed}")
    for _ in range(DRAWS):
        data, other = lawful(rng), lawful(rng)
        plain = rng.random() < 0.5
        parts = [json.dumps(one, ensure_ascii=plain) for one in (data, other)]
        address = f"#calc={data['step']}&scenario={quote(parts[0])}"
        address += f"&with={quote(parts[1])}" if rng.random() < 0.5 else ""
        found = take(f"https://example.org/x/{address}")
        assert (found.scenario, found.left_out) == (data, [])
        assert found.kept in (None, other)
        with contextlib.suppress(mecatol.ScenarioError):
            again = take(spoiled(rng, f"https://example.org/x/{address}"))
            address = f"#calc={again.scenario['step']}&scenario={quote(json.dumps(again.scenario))}"
            assert take(address).scenario == again.scenario


@pytest.mark.parametrize("seed", range(4))
def test_a_key_that_stands_twice_is_refused(seed: int) -> None:
    rng = random.Random(f"keys {seed}")
    for _ in range(DRAWS // 4):
        data = lawful(rng)
        text = json.dumps(data)
        key = rng.choice([key for key in data if key != "players"])
        doubled = f"{{{json.dumps(key)}: {json.dumps(data[key])}, {text[1:]}"
        for pasted in (doubled, f"#calc={data['step']}&scenario={quote(doubled)}"):
            with pytest.raises(mecatol.ScenarioError, match="twice"):
                take(pasted)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"https://x/#calc=space-combat&scenario={'[' * 5000}", "not whole|nested too deeply"),
        ("https://x/#calc=ground-combat&scenario={}", "players"),
        ('https://x/#calc=space-combat&scenario={"step":"ground-combat","players":[]}', "is of another step"),
        ('https://x/#calc=space-combat&scenario={"players":[]}&scenario={"players":[]}', "says scenario twice"),
        ("https://x/#calc=space-combat&scenario=%FF", "not whole"),
    ],
)
def test_a_link_that_is_broken_is_refused(text: str, named: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=named):
        take(text)


def test_words_beside_a_link_are_named() -> None:
    case = {"players": [{"name": "R", "space": {"cruiser": 1}}, {"name": "B", "space": {"cruiser": 1}}]}
    link = f"https://x/#calc=space-combat&scenario={quote(json.dumps(case))}"
    assert take(f"{link} but with 2 war suns").left_out == [
        "The words 'but with 2 war suns' beside the link were left out."
    ]
    theirs = "https://ti4battle.com/?attacker-unit-cruiser=1&defender-unit-cruiser=2"
    assert any("'and 2 more'" in line for line in take(f"{theirs} and 2 more").left_out)
