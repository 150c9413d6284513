"""The technology tree answers: what can be researched now is marked, and the path to a goal is numbered."""

from __future__ import annotations

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, Reader

pytestmark = pytest.mark.browser


def tree(open_page: Open, served: Place, **more: object) -> Reader:
    reader = open_page(served.page("technology-tree/"), **more)
    reader.page.locator(".tree__own").first.wait_for()
    return reader


def test_what_is_owned_opens_others_and_a_goal_has_its_path(open_page: Open, served: Place) -> None:
    reader = tree(open_page, served, width=390, height=844)
    page = reader.page

    def node(technology: str) -> str:
        return f'li[data-technology="{technology}"]'

    expect(page.locator(f"{node('bio-stims')}.is-open")).to_have_count(0)
    page.get_by_role("button", name="I own Neural Motivator").click()
    expect(page.locator(f"{node('bio-stims')}.is-open")).to_have_count(1)
    expect(page.locator(f"{node('war-sun')}.is-open")).to_have_count(0)
    page.locator('[data-part="tree-faction"]').select_option("universities-of-jol-nar")
    expect(page.locator(f"{node('plasma-scoring')}.is-owned")).to_have_count(1)
    expect(page.locator(node("bioplasmosis"))).to_be_hidden()  # it is another faction's
    page.get_by_role("button", name="Path to War Sun").click()
    expect(page.locator('[data-part="tree-said"]')).to_have_text(
        "You cannot research War Sun now: it is 2 technologies away."
    )
    expect(page.locator(node("war-sun"))).to_have_attribute("data-step", "2")
    expect(page.locator('[data-part="tree-path"] li').last).to_contain_text("ignoring with AI Development Algorithm")
    page.get_by_text("Planets with a technology specialty").click()
    page.get_by_label("Thibah").check()
    expect(page.locator('[data-part="tree-path"] li')).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("link", name="In the calculator").click()
    expect(reader.answered("technology").locator('[data-part="result"]')).to_contain_text("2 technologies away")
    assert reader.said == []


def test_the_tree_begins_again(open_page: Open, served: Place) -> None:
    reader = tree(open_page, served)
    reader.page.get_by_role("button", name="I own Neural Motivator").click()
    expect(reader.page.locator(".is-open").first).to_be_visible()
    reader.page.get_by_role("button", name="Start over").click()
    expect(reader.page.locator(".is-open, .is-owned")).to_have_count(0)
    expect(reader.page.locator('[data-part="tree-answer"]')).to_be_hidden()
    assert reader.said == []


def test_without_scripts_the_tree_is_a_list(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("technology-tree/"), javascript=False)
    expect(reader.page.locator("mecatol-tree")).to_be_hidden()
    expect(reader.page.locator(".tree__own")).to_have_count(0)
    expect(reader.page.get_by_role("link", name="War Sun", exact=True)).to_be_visible()
