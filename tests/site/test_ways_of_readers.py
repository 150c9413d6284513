"""Browsing: two taps from any kind of page to any other, by finger, mouse and keyboard; what is in sight of a rule."""

from __future__ import annotations

import re

import pytest
from places import Place
from playwright.sync_api import Page, expect
from reading import Open

pytestmark = pytest.mark.browser
KINDS = {
    "home": (r"", ""),
    "list of rules": (r"rules/", "rules/"),
    "topics of a kind": (r"rules/kind/[^/]+/", "rules/kind/phase/"),
    "rule": (r"rules/(?!kind/|by-|on-one-page)[^/]+/", "rules/transactions/"),
    "list of factions": (r"factions/", "factions/"),
    "faction": (r"factions/[^/]+/", "factions/nekro-virus/"),
    "cards": (r"cards/([^/]+/)?", "cards/relics/"),
    "effects": (r"effects/", "effects/"),
    "units": (r"units/", "units/"),
    "calculator": (r"calculator/([^/]+/)?", "calculator/space-combat/"),
    "round": (r"round/", "round/"),
    "glossary": (r"glossary/", "glossary/"),
    "open questions": (r"open-questions/", "open-questions/"),
    "edition": (r"editions/([^/]+/)?", "editions/pok/"),
    "data": (r"data/", "data/"),
    "coverage": (r"coverage/", "coverage/"),
    "changes": (r"changes/", "changes/"),
}
"""Each kind of page: what its addresses look like, and one of them."""
LINKS = """() => [...document.querySelectorAll("a[href]")]
    .filter((link) => link.checkVisibility() && link.getBoundingClientRect().width > 0)
    .map((link) => link.href.split("#")[0])"""


def seen(page: Page, place: Place, path: str) -> set[str]:
    """The pages of the site that links lead to which can be tapped as a page stands, without opening anything."""
    page.goto(place.page(path))
    links: list[str] = page.evaluate(LINKS)
    return {link.removeprefix(place.address) for link in links if link.startswith(place.address)}


@pytest.mark.parametrize("width", [360, 1280])
def test_every_kind_of_page_is_two_taps_from_every_other(open_page: Open, served: Place, width: int) -> None:
    reader = open_page(served.address, width=width, height=740)
    first = {kind: seen(reader.page, served, path) for kind, (_, path) in KINDS.items()}
    known: dict[str, set[str]] = {}

    def from_there(path: str) -> set[str]:
        if path not in known:
            known[path] = seen(reader.page, served, path)
        return known[path]

    far = {}
    for kind, ways in first.items():
        # The tabs are on every page, so what one tap more reaches is seen on the pages that they lead to.
        tabs = ["rules/", "factions/", "cards/", "calculator/", "round/"]
        assert {*tabs} - {KINDS[kind][1]} <= ways, kind
        reached = ways | {there for tab in tabs for there in from_there(tab)}
        missing = [
            other for other, (pattern, _) in KINDS.items()
            if other != kind and not any(re.fullmatch(pattern, there) for there in reached)
        ]  # fmt: skip
        if missing:
            far[kind] = missing
    assert far == {}
    assert reader.said == []


def press_until(page: Page, key: str, selector: str, limit: int = 120) -> None:
    for _ in range(limit):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    pytest.fail(f"{limit} presses of {key} never reached {selector}")


def test_the_same_by_keyboard(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/"))
    press_until(reader.page, "Tab", ".md-tabs__link", limit=6)
    press_until(reader.page, "ArrowLeft", '.md-tabs__link[href$="factions/"]', limit=5)
    reader.page.keyboard.press("Enter")
    expect(reader.page).to_have_url(served.page("factions/"))
    press_until(reader.page, "Tab", '.md-sidebar--primary a[href$="nekro-virus/"]')
    reader.page.keyboard.press("Enter")
    expect(reader.page).to_have_url(served.page("factions/nekro-virus/"))


def test_the_drawer_holds_the_same_and_a_keyboard_opens_it(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("rules/space-cannon/"), width=360, height=740)
    drawer = reader.page.locator(".md-sidebar--primary")
    expect(drawer).not_to_be_in_viewport()
    press_until(reader.page, "Tab", '.md-header [for="__drawer"]')
    reader.page.keyboard.press("Enter")
    expect(drawer.locator(".md-nav__link--active", has_text="Space Cannon").first).to_be_in_viewport()
    expect(drawer.get_by_role("link", name="Bombardment", exact=True)).to_be_in_viewport()
    drawer.get_by_role("link", name="Bombardment", exact=True).click()
    expect(reader.page).to_have_url(served.page("rules/bombardment/"))


@pytest.mark.parametrize("path", ["", "calculator/space-combat/"])
@pytest.mark.parametrize("width", [390, 820])
def test_a_page_without_side_navigation_has_the_drawer_too(
    open_page: Open, served: Place, path: str, width: int
) -> None:
    reader = open_page(served.page(path), width=width, height=844)
    reader.page.locator('.md-header [for="__drawer"]').click()
    link = reader.page.locator(".md-sidebar--primary").get_by_role("link", name="Factions").first
    expect(link).to_be_in_viewport()


@pytest.mark.parametrize("path", ["calculator/", "rules/space-cannon/"])
def test_no_keyboard_walks_through_a_closed_drawer(open_page: Open, served: Place, path: str) -> None:
    page = open_page(served.page(path), width=390, height=844).page
    within = "() => document.activeElement.closest('.md-sidebar--primary') !== null"
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(within)
    page.get_by_role("button", name="Navigation").press("Enter")
    press_until(page, "Tab", ".md-sidebar--primary a", limit=12)
    expect(page.locator(":focus")).to_be_in_viewport()


def test_the_page_stands_in_its_group_with_crumbs_and_neighbors_in_sight(open_page: Open, served: Place) -> None:
    page = open_page(served.page("rules/space-cannon/")).page
    expect(page.locator(".md-sidebar--primary .md-nav__link--active", has_text="Space Cannon").last).to_be_in_viewport()
    crumbs = page.get_by_role("navigation", name="Navigation").locator(".md-path__link")
    assert [" ".join(text.split()) for text in page.locator(".md-path__link").all_inner_texts()] == [
        "Home", "Rules", "Unit abilities",
    ]  # fmt: skip
    assert crumbs is not None
    for rel in ("prev", "next"):
        expect(page.locator(f'.beside a[rel="{rel}"]')).to_be_in_viewport()
    page.evaluate("() => document.getElementById('77.5').scrollIntoView()")
    active = page.locator(".md-sidebar--secondary .md-nav__link--active")
    expect(active).to_contain_text("77.5")
    expect(active).to_be_in_viewport()


def test_on_a_phone_the_first_clause_is_in_sight(open_page: Open, served: Place) -> None:
    reader = open_page(served.address, width=360, height=740)
    low = {}
    for path in served.pages():
        if not re.fullmatch(KINDS["rule"][0], path):
            continue
        reader.page.goto(served.page(path))
        top = reader.page.evaluate(
            "() => document.querySelector('.rule :is(.clause, .rule__section)')?.getBoundingClientRect().top ?? 0"
        )
        if top > 740 - 40:
            low[path] = top
    assert low == {}


def test_the_chips_of_a_rule_are_in_the_order_of_the_page(open_page: Open, served: Place) -> None:
    page = open_page(served.page("rules/space-cannon/")).page
    places = page.evaluate(
        """() => [...document.querySelectorAll(".jumps a")].map(
            (way) => document.getElementById(way.hash.slice(1)).getBoundingClientRect().top)"""
    )
    assert len(places) > 3
    assert places == sorted(places)
