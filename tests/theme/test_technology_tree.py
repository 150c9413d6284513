"""The technology tree: every technology once, under its number of prerequisites, with a link to its card."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from loaded import LIBRARY, made

from mecatol.domain.factions import FACTIONS
from mecatol.effects.technology_cards import cards
from theme import live
from theme.site.addresses import TECHNOLOGY_TREE

FACTS = json.loads(Path(__file__).parents[1].joinpath("content", "components.json").read_text("utf-8"))
MADE = made()
LEVELS = {"Not researched": None, "No prerequisite": 0, **{f"{n} prerequisite{'s' * (n > 1)}": n for n in range(1, 5)}}
LATER = {"x-89-bacterial-weapon": "-omega-omega", "magen-defense-grid": "-omega-omega", "magmus-reactor": "-omega",
         "wormhole-generator": "-omega", "yin-spinner": "-omega"}  # fmt: skip
"""What is new in the slug of the wording in force, by that of the first."""


def drawn(html: str) -> list[tuple[str, str, int | None]]:
    """Return each technology of a page: where it leads, its heading, its number of prerequisites."""
    found = []
    section, level = "", None
    pattern = r'<h[23] id="([^"]+)"|<li><b>([^<]+)</b>|<li data-[^>]*><a href="([^"]+)">'
    for heading, station, link in re.findall(pattern, html):
        section, level = heading or section, LEVELS[station] if station else level
        if link:
            found.append((link, section, level))
    return found


def anchor(slug: str) -> str:
    return slug + LATER.get(slug, "")


def test_every_technology_of_the_lists_is_drawn_once_under_its_color_and_number_of_prerequisites() -> None:
    wanted = {}
    for fact in FACTS:
        if all(printing.get("until") for printing in fact["editions"].values()):
            continue  # it has left the game
        required = None if fact.get("prerequisites") is None else len(fact["prerequisites"])
        match fact["kind"]:
            case "technology":
                wanted[anchor(fact["slug"])] = (fact["colour"], required)
            case "faction-technology":
                color = fact.get("colour") or "colorless"
                if fact["faction"] == "obsidian":
                    required = None  # the lists say so in words
                wanted[anchor(fact["slug"])] = (f"faction-{color}", required)
            case "unit-upgrade" if fact.get("faction"):
                wanted[fact["slug"]] = ("faction-upgrades", required)
            case "unit-upgrade":
                wanted[f"unit-{fact['slug']}"] = ("unit-upgrades", required)
            case "unit-of-breakthrough":
                wanted[fact["slug"]] = ("faction-upgrades", None)
    found = drawn(MADE[TECHNOLOGY_TREE])
    assert {link.partition("#")[2]: tuple(told) for link, *told in found} == wanted
    assert len(found) == len(wanted)


def test_each_node_leads_to_the_heading_of_its_card() -> None:
    pages = {path.removesuffix(".md"): html for path, html in made().items()}
    for link, *_ in drawn(MADE[TECHNOLOGY_TREE]):
        path, _, at = link.partition("#")
        assert f'id="{at}"' in pages[path.removeprefix("../").strip("/")], link


def test_a_node_says_its_edition_and_whose_it_is() -> None:
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", MADE[TECHNOLOGY_TREE])).split())
    assert "X-89 Bacterial Weapon ΩΩ Base game, reworded in Codex IV: Liberation" in words
    assert "Bioplasmosis The Arborec · Base game" in words
    assert "Cruiser II requires green red yellow Base game" in words
    assert "Self-Assembly Routines Prophecy of Kings" in words


def test_no_card_of_the_tree_is_a_wording_of_the_past() -> None:
    assert not [slug for slug in LATER if f'#{slug}"' in MADE[TECHNOLOGY_TREE]]
    assert not [
        link
        for link, *_ in drawn(MADE[TECHNOLOGY_TREE])
        if (one := LIBRARY.components.get(link.partition("#")[2])) and one.until
    ]


def test_the_tree_has_a_place_for_every_name_that_an_answer_says() -> None:
    html = MADE[TECHNOLOGY_TREE]
    named = re.findall(r'<li data-technology="([^"]+)"[^>]*><a href="[^"]+">([^<]+)</a>', html)
    names = {unescape(name): technology for technology, name in named}
    assert len(names) == len(named)
    for faction in FACTIONS:
        player = {"name": "You", "faction": faction, "technologies": ["neural-motivator"]}
        for goal in ({}, {"research": {"technology": "war-sun"}}):
            scenario = {"step": "technology", "players": [player], **goal}
            found = json.loads(live.answer(json.dumps({"research": scenario})))
            told = [name for name, *_ in (*found["open"], *found["path"])]
            assert set(told) <= set(names), faction
            assert all(names[name] in cards() for name in told)
    # By hand: War Sun needs three red and one yellow; AI Development Algorithm is red and ignores one for an upgrade.
    found = json.loads(live.answer(json.dumps({"research": {
        "step": "technology", "research": {"technology": "war-sun"},
        "players": [{"name": "You", "technologies": ["plasma-scoring", "sarween-tools"]}],
    }})))  # fmt: skip
    assert found["headline"] == "You cannot research War Sun now: it is 2 technologies away."
    assert [name for name, *_ in found["path"]] == ["AI Development Algorithm", "War Sun"]
    assert found["path"][1][1] == "AI Development Algorithm"
