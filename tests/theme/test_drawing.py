"""Drawings from data: every faction and unit has one, they are light, and they say in words what they show."""

import gzip
import re
from html import unescape
from math import dist
from xml.etree import ElementTree

import pytest
from loaded import LIBRARY, made

from content.figures import Dice, Figure, Hold, Loop, Map, Stage, map_of
from content.model import Topic, with_sub
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, planets, systems
from theme.drawing import figure, hexes, signs

FIGURES = [
    (topic.slug, one.figure)
    for topic in LIBRARY.topics.values()
    for one in (topic, *topic.clauses, *with_sub(topic.notes))
    if one.figure
]


def drawn(one: Figure) -> str:
    return str(figure.drawn(one, LIBRARY.strips, lambda at: f"#{at}"))


def test_every_faction_has_a_sign_of_its_own_and_every_unit_a_silhouette() -> None:
    assert signs.shapes("signs").keys() >= {slug for slug, one in FACTIONS.items() if one.edition != "homebrew"}
    assert len({shape["main"] for shape in signs.shapes("signs").values()}) == len(signs.shapes("signs"))
    assert signs.shapes("silhouettes").keys() == set(UNIT_TYPES)
    for kind in ("signs", "silhouettes"):
        for slug in signs.shapes(kind):
            ElementTree.fromstring(signs._svg(kind, slug, 24))


def luminance(color: str) -> float:
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("tone", "ground"), [("light", "#f6f3ec"), ("dark", "#151b33")])
def test_the_color_of_a_faction_is_legible_as_text(tone: str, ground: str) -> None:
    """WCAG AA asks 4.5 to 1 of text."""
    for slug, shape in signs.shapes("signs").items():
        low, high = sorted((luminance(shape[tone]), luminance(ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (slug, tone)


def test_figures_are_light_and_well_formed() -> None:
    for slug, one in FIGURES:
        html = drawn(one)
        ElementTree.fromstring(html.replace("&nbsp;", " "))
        assert len(gzip.compress(html.encode())) <= 6_000, slug


def test_a_map_says_everything_that_is_on_it() -> None:
    drawn_map: Map = map_of(
        {
            "hexes": {
                "start": {"at": [0, 0], "tile": "26", "ships": {"Red": {"cruiser": 2}}, "tokens": ["Blue"]},
                "goal": {"at": [0, -1], "anomalies": ["nebula"], "active": True},
            },
            "routes": [{"of": "Red", "through": ["start", "goal"], "arrives": True}],
        }
    )
    said = hexes.in_words(drawn_map)
    assert said == (
        "Map of 2 systems. Start: alpha wormhole, Lodor (3 resources, 1 influence), Red’s 2 cruisers, Blue’s command "
        "token. Goal: nebula, active system. Red goes from start to goal, and arrives."
    )
    assert "Lodor (3 resources, 1 influence)" in hexes.drawn_map(drawn_map)
    labeled = map_of({"hexes": {"rift": {"at": [0, 0], "anomalies": ["gravity-rift"], "label": "+1"}}})
    assert hexes.in_words(labeled) == "Map of 1 system. Rift (+1): gravity rift."


def test_a_way_there_and_back_is_two_ways_with_their_directions() -> None:
    """A single line from a system to itself would show a ship that goes to the other one and stays."""
    hexes_of = {"home": {"at": [0, 0], "ships": {"Red": {"cruiser": 1}}}, "beside": {"at": [1, -1]}}
    back = {"of": "Red", "through": ["home", "beside", "home"]}
    there = {"of": "Red", "through": ["home", "beside"]}
    svg = hexes.drawn_map(map_of({"hexes": hexes_of, "routes": [back]}))
    assert [svg.count(part) for part in ('class="token', "Q")] == [2, 2]
    assert len(set(re.findall(r"rotate\(([-\d]+)\)", svg))) == 2
    assert 'class="token' not in hexes.drawn_map(map_of({"hexes": hexes_of, "routes": [there]}))


def test_a_check_lies_clear_of_a_cross_on_the_way_beside_it() -> None:
    topic = LIBRARY.topics["movement"]
    held = next(clause.figure for clause in topic.clauses if clause.id == "58.4.c")
    assert held
    at = [
        (float(x), float(y))
        for x, y in re.findall(r'verdict--\w+" transform="translate\(([-\d.]+),([-\d.]+)\)', drawn(held))
    ]
    assert len(at) == 2
    assert dist(*at) > 20  # a check and a cross are 20 wide


def test_the_label_of_a_hex_alone_lies_under_it() -> None:
    alone = hexes.drawn_map(map_of({"hexes": {"one": {"at": [0, 0], "label": "pay 6 influence to land"}}}))
    among = hexes.drawn_map(map_of({"hexes": {"one": {"at": [0, 0], "label": "here"}, "two": {"at": [1, 0]}}}))
    low = [float(re.search(r'map__label" x="[^"]+" y="([-\d.]+)"', svg)[1]) for svg in (alone, among)]  # type: ignore[index]
    assert low[0] > hexes.SIZE > low[1]


def test_a_choice_has_no_order() -> None:
    html = drawn(Figure("One each.", Loop((Stage("Move"), Stage("Pass")), "Until all have passed.", choice=True)))
    assert html.startswith('<figure class="figure figure--strip"><ul class="strip strip--choice">')
    assert "<b>Move</b></p>" not in html
    assert "Until all have passed.</p>" in html


def test_no_name_in_a_map_becomes_markup() -> None:
    label = '<b>"x"</b>'
    drawn_map = map_of({"hexes": {"one": {"at": [0, 0], "label": label}}})
    svg = ElementTree.fromstring(hexes.drawn_map(drawn_map))
    assert [text.text for text in svg.iter("text")] == [label]


def test_dice_that_hit_are_filled_and_counted() -> None:
    html = drawn(Figure("Two of three hit.", Dice((("3 PDS", (7, 2, 10), 6),))))
    assert re.findall(r'die( die--hit)?">(\d+)', html) == [(" die--hit", "7"), ("", "2"), (" die--hit", "10")]
    assert "<b>2 hits</b>" in html
    # a ship leaves a gravity rift on a 4 or more: that is no hit
    assert "<b>1 survivor</b>" in drawn(Figure("One is left.", Dice((("2 ships", (3, 4), 4),), "survivor")))


def test_a_hold_has_a_box_for_each_unit_of_capacity_and_shows_what_has_no_room() -> None:
    html = drawn(Figure("One too many.", Hold("Red", {"carrier": 1}, {"fighter": 3, "infantry": 2}, 4)))
    assert html.count("hold__box--full") == 4
    assert html.count("hold__box--over") == 1
    assert "1 too many" in html


def test_a_strip_marks_where_the_page_is_and_links_to_the_others() -> None:
    topic: Topic = LIBRARY.topics["tactical-action"]
    assert topic.figure
    html = drawn(topic.figure)
    assert re.findall(r'href="#([^"]+)"', html) == [
        "89.1",
        "movement",
        "space-combat",
        "invasion",
        "production",
    ]


def test_every_system_is_drawn_beside_its_words() -> None:
    page = made()["planets.md"]
    cards = dict(re.findall(r'<li class="tile system-tile effect-entry" id="tile-([^"]+)">(.*?)</li>', page, re.S))
    assert len(cards) == len(systems())
    for number, system in systems().items():
        card = cards[number.lower()]
        svg = re.search(r"<svg.*?</svg>", card, re.S)
        assert svg
        ElementTree.fromstring(svg[0])
        assert re.findall(r">(\d/\d)</text>", svg[0]) == [
            f"{planets()[slug]['resources']}/{planets()[slug]['influence']}" for slug in system["planets"]
        ]
        said = unescape(card.replace(svg[0], ""))
        assert all(planets()[slug]["name"] in said for slug in system["planets"])
        assert all(anomaly.replace("-", " ") in said for anomaly in system["anomalies"])
        assert all(f"{name} wormhole" in said for name in system["wormholes"])
