"""Results as HTML: numbers, words, charts, tables; whatever is not ours is escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from loaded import LIBRARY

import content
import mecatol
from mecatol import forms
from mecatol.render import chart, chips, clauses, combat, grids, losses, numbers, render, summary, tally, words
from mecatol.render.battles import battles
from mecatol.render.compare import compare
from mecatol.render.facts import Facts
from theme import live  # noqa: F401 - the renderers must load beside it without a cycle

VOID = {"br", "input", "rect", "line", "img", "hr", "meta", "link"}
LINKS = {"77": "", "10": "../anti-fighter-barrage/"}


class Reader(HTMLParser):
    """Checks that tags close in order and collects text, tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return reader


BATTLE_IN_SPACE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 3}}],
}


@pytest.mark.parametrize(
    ("probability", "shown"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (1 - 1e-13, "100%"),
        (0.5, "50%"),
        (0.064, "6.4%"),
        (0.2345, "23.4%"),
        (0.0064, "0.64%"),
        (0.00001, "<0.01%"),
        (0.99999, ">99.99%"),
        (0.9936, "99.36%"),
    ],
)
def test_percentages_have_as_many_digits_as_they_need(probability: float, shown: str) -> None:
    assert numbers.percent(probability) == shown


def test_only_certainty_is_written_as_certain() -> None:
    assert numbers.percent(1 - 1e-9) != "100%"
    assert numbers.percent(1e-9) != "0%"


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, "0"), (1.0, "1"), (0.125, "0.12"), (0.001, "<0.01"), (12.5, "12.5")]
)
def test_averages(value: float, shown: str) -> None:
    assert numbers.average(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.216, "0.216"), (0.5, "0.5"), (1 / 3, None)])
def test_a_short_decimal_fraction_is_written_exactly(value: float, shown: str | None) -> None:
    assert numbers.exact(value) == shown


def test_units_are_counted_in_words() -> None:
    assert words.units({"war-sun": 2, "infantry": 3, "pds": 1, "mech": 0}) == "2 war suns, 3 infantry and 1 PDS"
    assert words.units({}) == "nothing"


def test_a_change_tells_losses_from_damage() -> None:
    before = losses.force({"space": {"dreadnought": 2, "fighter": 1}, "damaged": {"dreadnought": 1}})
    after = losses.force({"space": {"dreadnought": 2}, "damaged": {"dreadnought": 2}})
    happened = losses.change(before, after)
    assert happened == losses.UnitChange({(losses.SPACE, "fighter"): 1}, {(losses.SPACE, "dreadnought"): 1})
    assert (happened.ships, happened.ground_forces) == (1, 0)
    assert after == losses.Force({(losses.SPACE, "dreadnought"): 2}, {(losses.SPACE, "dreadnought"): 2})
    damaged = losses.change(losses.force({"space": {"dreadnought": 2}}), after)
    assert damaged == losses.UnitChange({}, {(losses.SPACE, "dreadnought"): 2})


def test_what_lands_is_not_lost() -> None:
    before = losses.force({"space": {"carrier": 1, "infantry": 3, "mech": 1}, "damaged": {"mech": 1}})
    landed = losses.force(
        {"space": {"carrier": 1}, "planets": {"lodor": {"infantry": 2, "mech": 1}}, "damaged": {"lodor": {"mech": 1}}}
    )
    assert losses.change(before, landed) == losses.UnitChange({(losses.SPACE, "infantry"): 1}, {})
    two = losses.force({"space": {"infantry": 1}, "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}})
    assert losses.change(before, two).lost == {(losses.SPACE, "carrier"): 1, (losses.SPACE, "mech"): 1}


@pytest.mark.parametrize("step", ["invasion", "tactical-action"])
def test_losses_by_outcome_add_up_to_those_that_the_solver_expects(step: str) -> None:
    data = mecatol.solve(forms.form(step).default).to_json()
    for name, expected in data["expected_losses"].items():
        found = dict.fromkeys(expected, 0.0)
        for probability, changed, _ in Facts(data).outcomes:
            for (_, unit), number in changed[name].lost.items():
                found[unit] += probability * number
        assert found == pytest.approx(expected)


def test_the_planet_that_is_taken_comes_first() -> None:
    data = mecatol.solve(forms.form("tactical-action").default).to_json()
    chances = {chance["condition"]: chance["probability"] for chance in data["chances"]}
    first = f"Red takes Abaddon {numbers.percent(chances['Red takes Abaddon'])} of the time."
    cost = {name: numbers.average(value) for name, value in data["expected_cost"].items()}
    second = f"On average Red loses units worth {cost['Red']} resources and Blue {cost['Blue']}."
    assert summary(data) == f"{first} {second}"


def test_several_planets_are_taken_in_one_sentence() -> None:
    taken = {"Abyz": 0.4, "Fria": 0.8, "every planet": 0.3}
    gone = {"condition": "Blue has no ships left", "probability": 1.0}
    data = {
        "scenario": {"players": [{"name": "Red"}, {"name": "Blue"}]},
        "chances": [
            *({"condition": f"Red takes {what}", "probability": p, "takes": what} for what, p in taken.items()),
            gone,
        ],
    }
    assert summary(data) == "Red takes Abyz 40%, Fria 80% and every planet 30% of the time."


def test_effects_are_linked_wherever_the_solver_names_them() -> None:
    links = {"effects": "../effects/"}
    said = clauses.linked("Blue’s X-89 Bacterial Weapon ΩΩ and <Plasma Scoring>, not Disabled", links)
    page = read(said)
    found = [values["href"] for tag, values in page.tags if tag == "a"]
    assert found == ["../effects/#effect-x-89-bacterial-weapon-omega-omega", "../effects/#effect-plasma-scoring"]
    assert page.words == "Blue’s X-89 Bacterial Weapon ΩΩ and <Plasma Scoring>, not Disabled"
    assert clauses.linked("<Disable>", {}) == "&lt;Disable&gt;"


def test_averages_of_units_are_counted() -> None:
    assert words.some("dreadnought", "1.5") == "1.5 dreadnoughts"
    assert words.some("cruiser", "1") == "1 cruiser"
    assert words.some("infantry", "0.2") == "0.2 infantry"
    assert words.title("anti-fighter-barrage") == "Anti-Fighter Barrage"


def test_what_is_left_names_the_planets() -> None:
    left = losses.force(
        {"planets": {"mecatol-rex": {"mech": 1, "infantry": 0}}, "damaged": {"mecatol-rex": {"mech": 1}}}
    )
    shown = read(chips.of_force(left, named=True))
    assert [values["aria-label"] for _, values in shown.tags if "aria-label" in values] == ["1 mech, damaged"]
    assert shown.words == "1Mecatol Rex"


def test_what_has_retreated_is_kept_and_not_lost() -> None:
    blue = {"name": "Blue", "space": {"carrier": 1, "infantry": 1}, "adjacent": {"pds": 1}}
    leaving = {**blue, "policy": {"retreat": {"from_round": 1}}}
    solution = mecatol.solve({"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}}, leaving]})
    left = render(solution.to_json(), LINKS).partition("Blue keeps ")[2].partition("</ul>")[0].partition("</ol>")[0]
    kept = left.partition("adjacent</span>")[0]
    assert kept != left
    assert re.findall('aria-label="([^"]*)"', kept) == ["1 carrier", "1 infantry"]
    assert "Blue: 1 carrier, 1 infantry in an adjacent system" in str(solution)


def test_a_chart_gathers_what_is_negligible_and_keeps_gaps() -> None:
    labels = [label for label, _ in chart.bars({0: 0.4, 3: 0.3, 4: 0.3})]
    assert labels == ["0", "1", "2", "3", "4"]
    long = chart.bars(dict.fromkeys(range(40), 1 / 40))
    assert long[-1][0].endswith("+")
    assert sum(p for _, p in long) == pytest.approx(1)


def test_every_length_down_a_chart_is_in_letters() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 2}).to_json()
    drawn = [
        render(fought, LINKS),
        chart.hits_chart("Red", {0: 0.25, 1: 0.75}, 0),
    ]
    charts = [each.partition("</svg>")[0] for page in drawn for each in page.split('<svg class="chart')[1:]]
    assert len(charts) == 3
    for each in charts:
        lengths = re.findall(r' (?:y|y1|y2|height)="([^"]*)"', each)
        assert lengths
        assert [length for length in lengths if not re.fullmatch(r"\d+(\.\d+)?em", length)] == []


def test_a_picture_ends_where_nothing_of_it_would_be_seen() -> None:
    players = [{"name": "Red", "space": {"dreadnought": 5}}, {"name": "Blue", "space": {"fighter": 4, "carrier": 1}}]
    data = mecatol.solve({"step": "space-combat", "players": players}).to_json()
    picture = render(data, LINKS).partition("Ships left")[2].partition("</svg>")[0]
    labels = re.findall(r'class="chart__label"[^>]*>([^<]*)<', picture)
    all_left = sum(p for p, _, after in Facts(data).outcomes if after["Blue"].ships == 5)
    assert 0 < all_left < 0.0005
    assert labels == ["5", "4", "3", "2", "1", "0"]


def test_a_chart_has_a_text_alternative() -> None:
    [(_, svg), *_] = read(chart.hits_chart("Red & Co", {0: 0.25, 1: 0.75}, 0)).tags
    assert svg["role"] == "img"
    assert svg["aria-label"] == "Chart of Red & Co’s hits: 0 hits 25%; 1 hit 75%"


def test_rounds_are_drawn_and_stand_in_a_table_with_the_same_figures() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 4}).to_json()
    html = combat.rounds(Facts(fought))
    label = html.partition('aria-label="')[2].partition('"')[0]
    for one in fought["rounds"]:
        if one["fought"] >= 1e-4:
            assert f"after round {one['round']} Red {numbers.percent(one['winner']['Red'])}" in label
        assert numbers.percent(one["winner"]["Blue"]) in html.partition("<table")[2]
    assert combat.asking(Facts(fought)) == ""
    assert 'data-path="rounds"' in combat.asking(Facts(mecatol.solve(BATTLE_IN_SPACE).to_json()))


def test_what_is_never_fought_is_not_drawn() -> None:
    fought = mecatol.solve({**BATTLE_IN_SPACE, "rounds": 20}).to_json()
    assert fought["rounds"][-1]["fought"] < 1e-4
    assert "after round 20" not in combat.rounds(Facts(fought))


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
    for words_ in ("bombard abyz", "There is a shield.", "15.1.f", "Who may", "25%"):
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


def test_who_wins_comes_first() -> None:
    assert (
        summary({"winner": {"Red": 0.6, "Blue": 0.3, "draw": 0.1}})
        == "Red wins 60%, Blue wins 30% and it is a draw 10% of the time."
    )
    assert (
        summary({"winner": {"Red": 0.5, "Blue": 0.3, "draw": 0.1, "undecided": 0.1}})
        == "Red wins 50%, Blue wins 30%, it is a draw 10% and the combat is still going on 10% of the time."
    )
    assert (
        summary({"winner": {"Red": 0.6, "Blue": 0.0, "draw": 0.0, "undecided": 0.4}})
        == "Red wins 60% and the combat is still going on 40% of the time. Blue never wins."
    )
    assert summary({"winner": {"Red": 1.0, "Blue": 0.0, "draw": 0.0}}) == "Red always wins."
    assert summary({"winner": {"Red": 0.0, "Blue": 0.0, "draw": 1.0}}) == "It is always a draw."


def test_who_ends_with_more_than_before_gains() -> None:
    sol = {
        "name": "Blue",
        "faction": "federation-of-sol",
        "effects": {"claire-gibson": 1},
        "planets": {"abyz": {"mech": 1}},
    }
    red = {"name": "Red", "planets": {"abyz": {"infantry": 1}}}
    solution = mecatol.solve({"step": "ground-combat", "players": [red, sol]})
    gained = solution.expected_gains["Blue"]["infantry"]
    assert solution.expected_worth == {"Blue": gained / 2}
    data = solution.to_json()
    lost = {name: numbers.average(cost) for name, cost in solution.expected_cost.items()}
    assert summary(data).endswith(
        f"On average Red loses units worth {lost['Red']} resources and Blue {lost['Blue']}. "
        f"On average Blue gains units worth {numbers.average(gained / 2)} resources."
    )
    assert (
        f'<span class="rows__end">{numbers.average(gained / 2)}<'
        in render(data, LINKS).partition("Blue</strong> gains")[2]
    )
    plain = {**data, "expected_gains": {}, "expected_worth": {}}
    assert "</strong> gains" not in render(plain, LINKS)
    assert "Resources that Blue gains on average" in compare(plain, data)
    assert summary({**plain, "expected_cost": {"Red": 0.0, "Blue": 1e-17}}).endswith("Nothing is lost.")
    only = summary({**data, "expected_cost": {"Red": 0.0, "Blue": 0.0}, "expected_worth": {"Red": 0.26}})
    assert only.endswith("On average Red gains units worth 0.26 resources.")


def test_where_nobody_can_land_the_headline_is_the_battle_in_space() -> None:
    red: dict[str, Any] = {"name": "Red", "space": {"dreadnought": 3}}
    blue = {"name": "Blue", "space": {"cruiser": 2}, "planets": {"abaddon": {"pds": 1}}}

    def told(active: dict[str, Any]) -> Facts:
        return Facts(mecatol.solve({"step": "tactical-action", "players": [active, blue]}).to_json())

    bare = told(red)
    assert bare.headlines[0].startswith("In space, Red wins 99.95%, neither 0.02% and Blue 0.02%")
    assert [battle.label for battle in battles(bare)] == ["Space"]
    landing = told({**red, "space": {"dreadnought": 3, "infantry": 1}})
    assert landing.headlines[0].startswith("Red takes Abaddon")
    assert [battle.label for battle in battles(landing)] == ["Space", "Abaddon"]


def test_the_facts_that_decide_stand_beside_the_odds() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2, "fighter": 3, "infantry": 1}}
    blue = {"name": "Blue", "planets": {"abaddon": {"pds": 1, "infantry": 1}}, "adjacent": {"pds": 1}}
    page = render(mecatol.solve({"step": "tactical-action", "players": [red, blue]}).to_json(), LINKS)
    deciding = page[page.index('class="result__deciding"') : page.index("</ul>")]
    assert "Planetary Shield" in deciding
    assert "Space Cannon cannot reach the active system" in deciding
    assert page.count("cannot reach the active system") == 1


def test_a_unit_that_deploy_replaces_is_not_called_lost() -> None:
    page = render(mecatol.solve(forms.form("deploy").default).to_json(), LINKS)
    assert "can deploy Dunlain Reaper" in page
    assert "loses" not in page


def test_a_picture_of_many_bars_keeps_its_figures() -> None:
    sides = {"name": "Red", "space": {"fighter": 8}}, {"name": "Blue", "space": {"fighter": 8}}
    players = [{**side, "space": {**side["space"], "carrier": 2}} for side in sides]
    page = render(mecatol.solve({"step": "space-combat", "players": players}).to_json(), LINKS)
    picture = page[page.index("Ships left") :].partition("</svg>")[0]
    assert picture.count('class="chart__label"') == 17
    figures = re.findall(r'class="chart__value"[^>]*>([^<]*)<', picture)
    assert len(figures) >= 15
    assert all(figure.isdigit() for figure in figures)


def asked(step: str, blue: dict[str, Any], *entries: dict[str, Any], dreadnoughts: int = 3) -> list[str]:
    """Return the headlines of dreadnoughts against Blue, of whom something is asked."""
    players = [{"name": "Red", "space": {"dreadnought": dreadnoughts}}, {"name": "Blue", **blue}]
    return Facts(mecatol.solve({"step": step, "players": players, "ask": list(entries)}).to_json()).headlines


def test_what_is_asked_is_answered_first() -> None:
    # three dice of a dreadnought's bombardment hit on 5 or more: 0.064, 0.288, 0.432 and 0.216 for none to three hits
    three = {"planets": {"lodor": {"infantry": 3}}}
    how_many = {"player": "Blue", "of": "infantry"}
    plain = asked("bombardment", three)
    assert asked("bombardment", three, how_many) == [
        "Blue has 3 infantry left 6.4%, 2 28.8%, 1 43.2% and none 21.6% of the time.",
        *plain,
    ]
    assert asked("bombardment", three, {**how_many, "most": 0})[0] == "Blue has no infantry left 21.6% of the time."
    assert asked("bombardment", three, {**how_many, "least": 1, "most": 2})[0] == (
        "Blue has 1 to 2 infantry left 72% of the time."
    )
    two = {**how_many, "least": 2, "where": "lodor"}
    assert asked("bombardment", three, two)[0] == "Blue has at least 2 infantry left on Lodor 35.2% of the time."


def test_what_is_asked_and_certain_is_said_so() -> None:
    # the mech sustains the first hit, and every further one destroys an infantry
    beside = {"planets": {"lodor": {"infantry": 2, "mech": 1}}}
    said = asked(
        "bombardment",
        beside,
        {"player": "Blue", "of": "mech"},
        {"player": "Blue", "of": "damaged", "least": 1},
        {"player": "Blue", "of": "ground-forces", "most": 0},
        {"player": "Blue", "of": "fighter"},
        {"player": "Blue", "of": "infantry", "least": 3},
    )[0]
    assert said == (
        "Blue always has 1 mech left. Blue has at least 1 damaged unit left 93.6% of the time. "
        "Blue always has at least 1 ground force left. Blue has no fighters left. "
        "Blue never has at least 3 infantry left."
    )


def test_what_is_left_are_chips_with_the_damaged_beside_the_whole() -> None:
    force = losses.force({"space": {"dreadnought": 3, "fighter": 2}, "damaged": {"dreadnought": 1}})
    page = read(chips.of_force(force, named=True))
    heard = [values["aria-label"] for _, values in page.tags if values.get("role") == "img"]
    assert heard == ["2 dreadnoughts", "1 dreadnought, damaged", "2 fighters"]
    damaged = [values for _, values in page.tags if "unit-chip--damaged" in str(values.get("class"))]
    assert [values["aria-label"] for values in damaged] == ["1 dreadnought, damaged"]
    assert chips.of_force(losses.Force(), named=True) == ""


def test_only_a_text_that_counts_units_becomes_chips() -> None:
    page = read(chips.in_words("2 Fighters, 1 War Sun"))
    assert [values["aria-label"] for _, values in page.tags if "aria-label" in values] == ["2 fighters", "1 war sun"]
    assert chips.in_words("2 Fighters from Red") == ""
    assert chips.in_words("nothing") == ""


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


def test_votes_are_a_tally_of_the_players_colors() -> None:
    data = mecatol.solve(forms.form("agenda-votes").default).to_json()
    outcomes = next(one for one in data["answer"]["tables"] if one["title"] == "Outcomes")
    html = render(data, LINKS)
    bars = [each.partition("</svg>")[0] for each in html.split('<svg class="tally"')[1:]]
    assert len(bars) == len(outcomes["rows"])
    facts = Facts(data)
    # Blue and Yellow have voted against; together their bars are as long as its votes are of the 19 that "for" needs.
    assert re.findall(r"player--(\d)", bars[1]) == [str(facts.tone("Blue")), str(facts.tone("Yellow"))]
    assert sum(float(wide) for wide in re.findall(r'player--\d" x="[^"]*" width="([\d.]+)%', bars[1])) == pytest.approx(
        100 * 13 / 19, abs=0.02
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
