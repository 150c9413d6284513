"""What is sent of an answer: short texts, links and pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from mecatol import STEPS, Player, Scenario, ScenarioError, Step, solve
from mecatol.paste.taking import take
from mecatol.render.sent import page_of

RED = Player(name="Red", space={"cruiser": 2}, technologies=("cruiser-2",))
BLUE = Player(name="Blue", space={"dreadnought": 1}, damaged={"dreadnought": 1})
BATTLE = Scenario(step="space-combat", players=[RED, BLUE])
SITE = "https://example.org/rules/"
ANSWER = "Red wins 87.5%, Blue wins 6.2% and it is a draw 6.2% of the time."
COST = "On average Red loses units worth 1.58 resources and Blue 3.75."
FLEETS = "Red with Cruiser II: 2 cruisers. Blue: 1 dreadnought (1 damaged)."


def test_a_short_text_says_the_answer_first_and_then_what_fits() -> None:
    solution = solve(BATTLE)
    assert solution.short() == f"{ANSWER} {COST} {FLEETS}"
    assert solution.short(len(f"{ANSWER} {COST}")) == f"{ANSWER} {COST}"
    assert solution.short(len(f"{ANSWER} {COST}") - 1) == ANSWER  # and the fleets do not fit either
    assert solution.short(20) == "Red wins 87.5%, Blu…"
    assert solve(BATTLE, exact=True).short() == solution.short()


@pytest.mark.parametrize("step", STEPS.values(), ids=lambda step: step.slug)
def test_every_step_has_a_short_text_a_link_and_a_picture(step: Step) -> None:
    solution = solve(step.example)
    assert 20 <= len(solution.short()) <= 300
    assert "\n" not in solution.short()
    assert take(solution.link(SITE)).scenario == solution.to_json()["scenario"]
    for drawn in (solution.svg(), solution.svg(dark=True)):
        ElementTree.fromstring(drawn)
        assert "var(" not in drawn


@pytest.mark.parametrize("most", [19, 20.5, "300", None, True])
def test_a_short_text_has_room(most: object) -> None:
    with pytest.raises(ScenarioError, match=r"^most: .* give a number of characters, 20 or more"):
        solve(BATTLE).short(most)  # type: ignore[arg-type]


def test_a_link_opens_the_calculator_of_its_step() -> None:
    assert BATTLE.link(SITE) == solve(BATTLE).link(SITE.removesuffix("/"))
    assert BATTLE.link(SITE).startswith(f"{SITE}calculator/space-combat/#1/space/Red.2ca+ca/Blue.1dn!1dn/")
    assert page_of("tactical-action") == "calculator/"
    odd = Scenario(step="space-combat", players=[Player(name="R&(#)'*", space={"cruiser": 1}), BLUE])
    assert re.fullmatch(r"[\w:/.#&%~!+;-]+[a-z0-9]", odd.link(SITE))  # nothing that a chat takes for its own signs
    assert take(odd.link(SITE)).scenario == odd.data()


@pytest.mark.parametrize("base", ["", "example.org", "javascript:alert(1)", "https://example.org/#x", "https://a b", 5])
def test_a_link_needs_the_address_of_a_site(base: object) -> None:
    with pytest.raises(ScenarioError, match=r"^base: is .*; give the address of a site"):
        BATTLE.link(base)  # type: ignore[arg-type]


def test_a_link_that_no_page_would_read_is_refused() -> None:
    long = Scenario(step="space-combat", players=[Player(name="R" * 20_000, space={"cruiser": 1}), BLUE])
    with pytest.raises(ScenarioError, match=r"in a link, and a page reads at most 20,000|name"):
        long.link(SITE)


def test_names_in_a_picture_are_text() -> None:
    battle = Scenario(step="space-combat", players=[Player(name="<b>R", space={"cruiser": 1}), BLUE])
    drawn = solve(battle).svg()
    assert "&lt;b&gt;R" in drawn
    assert "<b>" not in drawn


@pytest.mark.cpython_only("the package that draws has no wheel for the browser")
def test_a_picture_becomes_a_png() -> None:
    pytest.importorskip("resvg_py")
    drawn = solve(BATTLE).png(scale=1)
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20], "big") == 640
    assert solve(BATTLE).png(dark=True, scale=1) != drawn
    with pytest.raises(ScenarioError, match=r"^scale: is 0; give a number above 0 and at most 8"):
        solve(BATTLE).png(scale=0)
