"""Results as HTML: whole, with their clauses, reasons and tables; whatever is not ours is escaped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from answers import BATTLE_IN_SPACE, LINKS, read
from loaded import LIBRARY

import content
import mecatol
from mecatol import forms
from mecatol.render import clauses, grids, numbers, render, summary, tally
from mecatol.render.asked import asked
from theme import live  # noqa: F401 - the renderers must load beside it without a cycle


def test_effects_are_linked_wherever_the_solver_names_them() -> None:
    links = {"effects": "../effects/"}
    said = clauses.linked("Blue’s X-89 Bacterial Weapon ΩΩ and <Plasma Scoring>, not Disabled", links)
    page = read(said)
    found = [values["href"] for tag, values in page.tags if tag == "a"]
    assert found == ["../effects/#effect-x-89-bacterial-weapon-omega-omega", "../effects/#effect-plasma-scoring"]
    assert page.words == "Blue’s X-89 Bacterial Weapon ΩΩ and <Plasma Scoring>, not Disabled"
    assert clauses.linked("<Disable>", {}) == "&lt;Disable&gt;"


def test_clauses_link_to_their_page_or_say_that_it_is_coming() -> None:
    assert 'href="#77.5.a"' in clauses.clause("77.5.a", LINKS)
    assert 'href="../anti-fighter-barrage/#10.1"' in clauses.clause("10.1", LINKS)
    assert "href" not in clauses.clause("16.3", LINKS)


@pytest.mark.parametrize("example", LIBRARY.topics["space-cannon"].examples, ids=lambda example: example.id)
def test_every_example_renders_whole(example: content.Example) -> None:
    data = content.solved(example.scenario)
    page = read(render(data, LINKS))
    for name, distribution in data["hits"].items():
        if set(distribution) != {"0"}:
            assert sum(tag == "svg" and name in str(values.get("aria-label")) for tag, values in page.tags) == 1
    for step in data["trace"]:
        assert step["text"] in page.words
    for table in (values for tag, values in page.tags if tag == "th"):
        assert table.get("scope") in ("col", "row")
    assert summary(data)


HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


def poisoned(value: Any) -> Any:
    """The same solution with every text and every key that a visitor may choose made hostile."""
    if isinstance(value, str):
        return HOSTILE
    if isinstance(value, list):
        return [poisoned(item) for item in value]
    if isinstance(value, dict):
        return {key: poisoned(item) for key, item in value.items()}
    return value


def test_nothing_hostile_gets_through() -> None:
    data = content.solved(LIBRARY.topics["space-cannon"].examples[0].scenario)
    bad = poisoned(data)
    for part in ("hits", "expected_losses", "expected_cost"):
        bad[part] = {HOSTILE: next(iter(data[part].values()))}
    bad["outcomes"] = [
        {"probability": 1.0, "players": {HOSTILE: {"space": {HOSTILE: 1}, "planets": {HOSTILE: {HOSTILE: 1}}}}}
    ]
    bad["winner"] = {HOSTILE: 1.0}
    finding = {"subject": HOSTILE, "verdict": HOSTILE, "text": HOSTILE, "clauses": [HOSTILE]}
    table = {"title": HOSTILE, "columns": [HOSTILE], "rows": [[HOSTILE], [None], [True]]}
    bad["answer"] = {"headline": HOSTILE, "findings": [finding], "tables": [table]}
    bad["rounds"] = [{"round": HOSTILE, "fought": 1.0, "winner": {HOSTILE: 1.0}, "left": {HOSTILE: {HOSTILE: 1.0}}}]
    page = read(render(bad, {HOSTILE.partition(".")[0]: HOSTILE}))
    assert not {"script", "img"} & {tag for tag, _ in page.tags}
    assert all(not name.startswith("on") for _, values in page.tags for name in values)
    assert "<script>alert(1)</script>" in page.words


def test_a_decision_is_shown_with_its_reasons_and_tables() -> None:
    finding = {"subject": "bombard abyz", "verdict": "no", "text": "There is a shield.", "clauses": ["77.1", "15.1.f"]}
    table = {
        "title": "Who may",
        "columns": ["Unit", "abyz", "Chance", "Clauses"],
        "rows": [["PDS", "no", 0.25, "77.1, 77.2"]],
    }
    data = {
        "step": "x",
        "scenario": {"players": []},
        "answer": {"headline": "No.", "findings": [finding], "tables": [table]},
    }
    page = read(render(data, LINKS))
    assert summary(data) == "No."
    for words_ in ("Bombard abyz", "There is a shield.", "15.1.f", "Who may", "25%"):
        assert words_ in page.words
    assert next(values["aria-label"] for _, values in page.tags if "verdict--no" in str(values.get("class"))) == "No"
    assert ("a", {"class": "clause-ref", "href": "#77.1"}) in page.tags
    assert ("a", {"class": "clause-ref", "href": "#77.2"}) in page.tags


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_every_step_has_a_result_that_renders(step: str) -> None:
    data = mecatol.solve(forms.form(step).default).to_json()
    page = read(render(data, LINKS))
    decided = data["answer"] or {}
    for sentence in (decided.get("headline", ""), *(finding["text"] for finding in decided.get("findings", ()))):
        assert all(part in page.words for part in sentence.split(". "))
    # A bar says who wins, and a number how many hits there are: no sentence repeats them.
    if data.get("winner"):
        assert "of the time" not in page.words
    for name, found in (data.get("hits") or {}).items():
        if len(found) > 1:
            mean = sum(int(number) * chance for number, chance in found.items())
            assert f"{numbers.average(mean)} {name}’s hits on average" in page.words
    for name, chance in (data.get("winner") or {}).items():
        assert numbers.percent(chance) in page.words
        assert name == "draw" or name in page.words


def test_the_facts_that_decide_stand_beside_the_odds() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2, "fighter": 3, "infantry": 1}}
    blue = {"name": "Blue", "planets": {"abaddon": {"pds": 1, "infantry": 1}}, "adjacent": {"pds": 1}}
    page = render(mecatol.solve({"step": "tactical-action", "players": [red, blue]}).to_json(), LINKS)
    deciding = page[page.index('class="result__deciding"') : page.index("</ul>")]
    assert "Planetary Shield" in deciding
    assert "Space Cannon cannot reach the active system" in deciding
    assert page.count("cannot reach the active system") == 1


def test_what_both_players_do_is_assumed_in_a_word() -> None:
    data = mecatol.solve(BATTLE_IN_SPACE).to_json()
    line = render(data, LINKS).partition("<strong>Assumed</strong>")[2].partition("</summary>")[0]
    assert "sustain first · nobody retreats" in line
    players = [{**BATTLE_IN_SPACE["players"][0], "policy": {"assign": "best"}}, BATTLE_IN_SPACE["players"][1]]
    other = render(mecatol.solve({**BATTLE_IN_SPACE, "players": players}).to_json(), LINKS)
    line = other.partition("<strong>Assumed</strong>")[2].partition("</summary>")[0]
    assert "Red loses in the best order · Blue sustains first · nobody retreats" in line.replace(
        "Red loses in the best order · nobody retreats · Blue sustains first",
        "Red loses in the best order · Blue sustains first · nobody retreats",
    )


@pytest.mark.parametrize("step", mecatol.STEPS)
def test_every_kind_of_table_has_its_rows(step: str) -> None:
    """A table that nobody has written a row for would be a stack of labels and values."""
    answered = mecatol.solve(forms.form(step).default).to_json()["answer"] or {}
    for table in answered.get("tables", ()):
        known = {*grids.WRITERS, tally.OUTCOMES}
        assert tuple(table["columns"]) in known or "Chance" in table["columns"] or table["title"] in GENERAL


GENERAL = {"Who may bombard what", "What Red does first, and what it costs", "Best builds by cost"}
"""Tables that need no rows of their own: a matrix of yes and no, a name with a number, what an aim is called."""


def test_a_battle_in_words_shows_which_units_are_damaged() -> None:
    shown = asked("2 dn (1 damaged) and 2 mechs on abyz, one damaged, vs 3 inf", "thunders-edge")["html"]
    assert re.findall(r'unit-chip--damaged"><i[^>]*></i>(\d)<span class="unseen"> ([^<]+)', shown) == [
        ("1", "dreadnought, damaged"), ("1", "mech, damaged"),
    ]  # fmt: skip
    assert shown.count('class="unit-chip"') == 3  # the whole dreadnought and mech, and the infantry
