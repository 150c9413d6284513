"""Technology: the cards, what ignores prerequisites, and paths against a search that tries every order."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

import mecatol
from mecatol.domain.editions import in_force
from mecatol.domain.units import planets, unit_upgrades, units
from mecatol.effects.model import COLORS, COMPONENTS, EFFECTS, FACTION_TECHNOLOGY, TECHNOLOGY
from mecatol.effects.named import technologies
from mecatol.effects.technology_cards import TechnologyCard, cards
from mecatol.rules.technology.record import SYNERGIES
from mecatol.rules.technology.step import ONCE, READIED
from tests.solver.helpers import ask, problems, table

Data = dict[str, Any]
BREAKTHROUGHS = {"the-tables-grace", "absolute-synergy"}


def test_every_technology_of_the_data_has_a_card() -> None:
    declared = {slug for slug, one in COMPONENTS.items() if one.kind in (TECHNOLOGY, FACTION_TECHNOLOGY)}
    assert declared | (set(unit_upgrades()) - BREAKTHROUGHS) <= set(cards())
    assert set(technologies()) == set(cards()) | set(unit_upgrades())
    assert len(set(technologies().values())) == len(technologies())


@pytest.mark.parametrize("slug", [slug for slug in cards() if slug in EFFECTS])
def test_a_card_and_its_effect_agree(slug: str) -> None:
    card, effect = cards()[slug], EFFECTS[slug]
    assert (card.name, card.faction, card.edition, card.until) == (
        effect.name, effect.faction, effect.edition, effect.until
    )  # fmt: skip


@pytest.mark.parametrize("edition", mecatol.EDITIONS)
def test_each_color_has_its_ladder(edition: str) -> None:
    """Every color has generic ones with 0, 1, 2 and 3 prerequisites, since Prophecy of Kings two with 0 and with 1."""
    further = in_force(edition, "pok")
    for color in COLORS:
        ladder = sorted(
            sum((card.prerequisites or {}).values())
            for card in cards().values()
            if card.color == color and not card.faction and in_force(edition, card.edition, card.until)
        )
        assert ladder == ([0, 0, 1, 1, 2, 3] if further else [0, 1, 2, 3])


def test_technologies_with_a_color_need_that_color_alone() -> None:
    for card in cards().values():
        if card.color:
            assert set(card.prerequisites or {}) <= {card.color}
        if card.faction and card.unit:
            generic = [one for one in cards().values() if one.unit == card.unit and not one.faction]
            same = [one.prerequisites == card.prerequisites for one in generic]
            assert all(same), card.slug


def path(card: str, title: str = ONCE, **player: Any) -> list[str]:
    """Return the names on the shortest path to a card."""
    rest = {"research": {"technology": card, **player.pop("research", {})}, "edition": player.pop("edition", "pok")}
    solution = ask("technology", {"name": "Red", **player}, **rest)
    tables = {table["title"]: table["rows"] for table in solution["answer"]["tables"]}
    return [row[1] for row in tables.get(title, tables.get(ONCE, []))]


def _able(
    card: TechnologyCard, owned: frozenset[str], ready: frozenset[str], synergy: tuple[str, ...]
) -> Iterator[frozenset[str]]:
    """Yield what is exhausted in each way to research a card, judged by trying every use of every planet and card."""

    def grouped(color: str) -> str:
        return synergy[0] if color in synergy else color

    algorithm = {"ai-development-algorithm"} & ready & owned if card.unit else set()
    means = sorted({p for p in ready if p in planets()} | algorithm)
    for used in chain.from_iterable(combinations(means, size) for size in range(len(means) + 1)):
        symbols = [grouped(color) for color, n in (card.prerequisites or {}).items() for _ in range(n)]
        for slug in owned:
            color = cards()[slug].color
            if color and grouped(color) in symbols:
                symbols.remove(grouped(color))
        for one in used:
            special = planets().get(one, {}).get("specialties", [])
            if special and grouped(special[0]) in symbols:
                symbols.remove(grouped(special[0]))
        if "ai-development-algorithm" in used and symbols:
            symbols.pop()
        if not symbols:
            yield frozenset(used)


def brute(
    card: str, owned: set[str], ready: set[str], edition: str, readied: bool, synergy: tuple[str, ...] = ()
) -> int:
    """Return the fewest researches to a card, found by trying all technologies in every order, breadth first."""
    known = [
        c for c in cards().values()
        if in_force(edition, c.edition, c.until) and not c.faction and (c.slug == card or c.color)
        and c.slug != "psychoarchaeology"
    ]  # fmt: skip
    fresh = frozenset(ready | {"ai-development-algorithm"})
    layer = {(frozenset(owned), fresh)}
    for number in range(1, 6):
        after = set()
        for have, left in layer:
            for one in known:
                if one.slug not in have:
                    for used in _able(one, have, left, synergy):
                        if one.slug == card:
                            return number
                        after.add((have | {one.slug}, fresh if readied else left - used))
        layer = after
    raise AssertionError(card)


@pytest.mark.parametrize("readied", [False, True])
@pytest.mark.parametrize(
    ("card", "owned", "ready", "edition"),
    [
        ("gravity-drive", [], [], "pok"),
        ("carrier-2", [], ["gral"], "base"),
        ("dreadnought-2", ["sarween-tools"], [], "base"),
        ("dreadnought-2", [], ["gral", "wellon"], "base"),
        ("destroyer-2", [], [], "pok"),
        ("fighter-2", [], [], "base"),
        ("cruiser-2", ["plasma-scoring"], ["wellon"], "base"),
        ("assault-cannon", ["plasma-scoring"], ["meer"], "base"),
        ("light-wave-deflector", ["antimass-deflectors"], ["gral"], "base"),
        ("war-sun", ["plasma-scoring", "sarween-tools"], ["meer"], "base"),
        ("war-sun", ["ai-development-algorithm"], ["meer"], "pok"),
    ],
)
def test_the_shortest_path_is_what_trying_everything_finds(
    card: str, owned: list[str], ready: list[str], edition: str, readied: bool
) -> None:
    found = path(card, READIED if readied else ONCE, technologies=owned, controls=ready, edition=edition)
    assert len(found) == brute(card, set(owned), set(ready), edition, readied)
    assert found[-1] == cards()[card].name


@pytest.mark.parametrize("synergy", SYNERGIES)
def test_with_synergy_too(synergy: str) -> None:
    first, second = synergy.split("-")
    for card in ("fighter-2", "pds-2", "carrier-2", "destroyer-2"):
        found = path(card, technologies=["sarween-tools"], edition="thunders-edge", research={"synergy": synergy})
        assert len(found) == brute(card, {"sarween-tools"}, set(), "thunders-edge", False, (first, second))


def test_what_is_open_is_listed_without_a_wish() -> None:
    solution = ask("technology", {"name": "Red", "technologies": ["antimass-deflectors"]}, edition="base", research={})
    (table,) = solution["answer"]["tables"]
    assert [row[0] for row in table["rows"]] == ["Gravity Drive", "Neural Motivator", "Plasma Scoring", "Sarween Tools"]
    assert solution["answer"]["headline"] == "Red can research 4 technologies now."


def test_a_faction_s_own_technology_without_a_faction_is_assumed() -> None:
    solution = ask("technology", {"name": "Red"}, research={"technology": "chaos-mapping"})
    assert any("Clan of Saar" in warning for warning in solution["warnings"])
    assert path("chaos-mapping")[-1] == "Chaos Mapping"


def test_a_technology_without_an_effect_is_owned_and_said_to_do_nothing() -> None:
    red = {"name": "Red", "technologies": ["neural-motivator"], "space": {"cruiser": 1}}
    solution = ask("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})
    assert "Red’s Neural Motivator is not used by the solver in Space Combat." in solution["warnings"]
    red["technologies"] = ["dark-energy-tap", "neuroglaive"]
    found = problems("technology", {**red, "faction": "winnu"}, edition="base", research={})
    assert "is from Prophecy of Kings" in found["players.0.technologies.0"]
    assert "belongs to The Naalu Collective" in found["players.0.technologies.1"]


def test_upgrades_have_the_edition_of_their_units() -> None:
    for card in cards().values():
        if card.unit:
            unit = next(unit for unit in units().values() if unit.technology == card.slug)
            assert (card.edition, card.until) == (unit.edition, unit.until)


@pytest.mark.parametrize("breakthrough", sorted(BREAKTHROUGHS))
def test_a_breakthrough_among_the_technologies_is_none_of_them(breakthrough: str) -> None:
    """It satisfies no prerequisite, and counts neither as a unit upgrade nor as a faction's technology (90.3).

    Nothing is owned for which its synergy could count.
    """
    faction = next(unit.faction for unit in units().values() if unit.technology == breakthrough)
    red = {"name": "Red", "faction": faction}
    research = {"research": {"technology": "gravity-drive"}}
    without, with_it = (ask("technology", red | {"technologies": owned}, **research) for owned in ([], [breakthrough]))
    found = [[row["verdict"] for row in one["answer"]["findings"]] for one in (with_it, without)]
    assert found[0] == found[1] == ["no", "yes", "no"]


def test_brother_omar_satisfies_a_green_prerequisite_in_every_research() -> None:
    """Dacxive Animators needs a green one; Hegemonic Trade Policy two yellow ones, for which he is no help."""
    for edition, card in (("codex-2", "brother-omar"), ("thunders-edge", "brother-omar-omega")):
        for faction, technology, verdict in (
            ("yin-brotherhood", "dacxive-animators", "yes"),
            ("winnu", "hegemonic-trade-policy", "no"),
        ):
            assert _with_omar(card, technology, edition=edition, faction=faction) == verdict


def _with_omar(card: str, technology: str, edition: str = "thunders-edge", **red: Any) -> str:
    scenario = {
        "step": "technology",
        "edition": edition,
        "players": [{"name": "Red", "faction": "yin-brotherhood", "effects": {card: 1}, **red}],
        "research": {"technology": technology},
    }
    solution = mecatol.solve(scenario)
    assert solution.answer
    return solution.answer.findings[0].verdict


def test_brother_omar_omega_may_ignore_all_prerequisites_of_what_others_own() -> None:
    """Transit Diodes needs two yellow ones. No other player owns a faction's technology, or has Cruiser II for it."""
    assert _with_omar("brother-omar", "transit-diodes", "codex-2") == "no"
    assert _with_omar("brother-omar-omega", "transit-diodes") == "depends"
    assert _with_omar("brother-omar-omega", "cruiser-2") == "depends"
    assert _with_omar("brother-omar-omega", "cruiser-2", faction="titans-of-ul") == "no"
    assert _with_omar("brother-omar-omega", "transit-diodes", faction="nekro-virus") == "no"
    assert _with_omar("brother-omar-omega", "transit-diodes", technologies=["transit-diodes"]) == "no"


@pytest.mark.parametrize(
    ("technology", "owned", "verdict"),
    [
        ("impulse-core", ["sarween-tools"], "no"),  # two yellow: one owned, and he is green for good
        ("impulse-core", ["sarween-tools", "neural-motivator"], "yes"),  # the second counts as yellow, without him
        ("yin-spinner-omega", ["sarween-tools"], "yes"),  # two green: one owned counts as green, he is the other
        ("saturn-engine-2", ["plasma-scoring", "neural-motivator"], "yes"),  # the one owned is yellow, he is green
    ],
)
def test_synergy_leaves_brother_omar_green(technology: str, owned: list[str], verdict: str) -> None:
    """Synergy is for technologies and specialties (tirules, R_synergy), and he is neither."""
    faction = "titans-of-ul" if technology == "saturn-engine-2" else "yin-brotherhood"
    red = {"name": "Red", "faction": faction, "technologies": owned, "effects": {"brother-omar-omega": 1}}
    research = {"technology": technology, "synergy": "biotic-cybernetic"}
    solution = mecatol.solve({"step": "technology", "players": [red], "research": research})
    assert solution.answer
    assert solution.answer.findings[0].verdict == verdict


def test_riftmeld_returns_a_captured_unit_for_the_upgrade_of_its_type() -> None:
    """With a captured cruiser Vuil'raith research Cruiser II at once, and not Destroyer II; nobody else does."""
    for faction, technology, verdict in (
        ("vuilraith-cabal", "cruiser-2", "yes"),
        ("vuilraith-cabal", "destroyer-2", "no"),
        ("federation-of-sol", "cruiser-2", "no"),
    ):
        red = {"name": "Red", "faction": faction, "captured": {"cruiser": 1}}
        solution = mecatol.solve({"step": "technology", "players": [red], "research": {"technology": technology}})
        assert solution.answer
        assert solution.answer.findings[0].verdict == verdict


@pytest.mark.parametrize("research", [{}, {"technology": "gravity-drive"}])
def test_who_declines_what_comes_in_place_of_research_has_all_of_the_answer(research: Data) -> None:
    """Nekro that gain no tokens research as anybody does: what is open, and the path, stand there as for others."""
    owned: Data = {"technologies": ["antimass-deflectors"]}
    nekro = {"name": "Red", "faction": "nekro-virus", **owned, "policy": {"decline": ["propagation"]}}
    found, other = (
        ask("technology", red, research=research)["answer"]
        for red in (nekro, {"name": "Red", "faction": "federation-of-sol", **owned})
    )
    assert found["headline"].startswith("Red can research ")
    titles = [table["title"] for table in found["tables"]]
    assert titles == [table["title"] for table in other["tables"]]
    assert "Can be researched now" in titles


def test_doctor_carrina_spares_others_one_prerequisite() -> None:
    """Gravity Drive needs a blue one, Fighter II a green and a blue one: one is spared, any color, while it is ready.

    Light/Wave Deflector's three blue ones take four researches, and three with her.
    """
    red: Data = {"name": "Red", "effects": {"doctor-carrina": 1}}
    for player, technology, verdict in (
        (red, "gravity-drive", "yes"),
        (red, "fighter-2", "no"),
        ({**red, "technologies": ["neural-motivator"]}, "fighter-2", "yes"),
        ({**red, "exhausted": ["doctor-carrina"]}, "gravity-drive", "no"),
        ({**red, "faction": "federation-of-sol"}, "gravity-drive", "yes"),
        ({**red, "faction": "deepwrought-scholarate"}, "gravity-drive", "no"),
    ):
        found = ask("technology", player, research={"technology": technology})
        assert found["answer"]["findings"][0]["verdict"] == verdict
        own = "Red’s Doctor Carrina cannot be played by its own faction; it was ignored." in found["warnings"]
        assert own == (player.get("faction") == "deepwrought-scholarate")
    for effects, number in (({}, 4), ({"doctor-carrina": 1}, 3)):
        for title in (ONCE, READIED):
            assert len(path("light-wave-deflector", title, effects=effects, edition="thunders-edge")) == number


@pytest.mark.parametrize("card", ["fighter-2", "war-sun", "cruiser-2", "light-wave-deflector"])
def test_all_colors_count_as_each_other_with_the_quantumcore(card: str) -> None:
    """Counted by trying everything with all colors as one; without it, no path is shorter."""
    core = path(card, technologies=["sarween-tools"], effects={"the-quantumcore": 1}, edition="thunders-edge")
    assert len(core) == brute(card, {"sarween-tools"}, set(), "thunders-edge", False, tuple(COLORS))
    assert len(core) <= len(path(card, technologies=["sarween-tools"], edition="thunders-edge"))


def test_the_quantumcore_takes_technologies_and_specialties_of_any_color() -> None:
    """Gravity Drive needs a blue one: Neural Motivator, green, will do, and so will Vega Minor if it were yellow."""
    core: Data = {"name": "Red", "effects": {"the-quantumcore": 1}}
    yellow = next(slug for slug, one in planets().items() if one["specialties"] == ["cybernetic"])
    for player, verdict in (
        (core, "no"),
        ({**core, "technologies": ["neural-motivator"]}, "yes"),
        ({**core, "controls": [yellow]}, "yes"),
        ({**core, "effects": {}, "technologies": ["neural-motivator"]}, "no"),
        ({**core, "technologies": ["neural-motivator"], "policy": {"decline": ["the-quantumcore"]}}, "no"),
    ):
        found = ask("technology", player, research={"technology": "gravity-drive"})
        assert found["answer"]["findings"][0]["verdict"] == verdict


@pytest.mark.parametrize(
    ("technology", "effects", "research", "verdict"),
    [
        ("fleet-logistics", {}, {}, "no"),
        ("fleet-logistics", {"gravleash-maneuvers": 1}, {}, "yes"),
        ("fleet-logistics", {"deorbit-barrage": 1}, {"synergy": "propulsion-warfare"}, "yes"),
        ("hyper-metabolism", {"gravleash-maneuvers": 1}, {}, "no"),
        ("hyper-metabolism", {"gravleash-maneuvers": 1}, {"synergy": "propulsion-biotic"}, "no"),
        ("fleet-logistics", {"gravleash-maneuvers": 1}, {"synergy": "biotic-cybernetic"}, "no"),
        ("hyper-metabolism", {"gravleash-maneuvers": 1, "the-quantumcore": 1}, {}, "yes"),
    ],
)
def test_a_breakthrough_that_is_entered_gives_its_synergy(
    technology: str, effects: Data, research: Data, verdict: str
) -> None:
    """One blue and one red are owned: Fleet Logistics needs two blue, Hyper Metabolism two green.

    A pair that is named goes before that of a breakthrough, and the answer says so.
    """
    red = {"name": "Red", "technologies": ["antimass-deflectors", "plasma-scoring"], "effects": effects}
    found = ask("technology", red, research={"technology": technology, **research})
    assert found["answer"]["findings"][0]["verdict"] == verdict
    assert not any("does not affect" in warning for warning in found["warnings"])
    another = research.get("synergy") not in (None, "propulsion-warfare")
    assert any("The synergy of Red’s Gravleash" in warning for warning in found["warnings"]) == another


TWO_OF = {"blue": "fleet-logistics", "green": "hyper-metabolism", "red": "duranium-armor", "yellow": "transit-diodes"}
"""Technologies that need two of their own color and nothing else."""
FIRST_OF = {"blue": "antimass-deflectors", "green": "neural-motivator", "red": "plasma-scoring"}
FIRST_OF |= {"yellow": "sarween-tools"}


@pytest.mark.parametrize("slug", [slug for slug, card in COMPONENTS.items() if card.synergy])
def test_every_breakthrough_but_that_of_nekro_gives_its_synergy_in_research(slug: str) -> None:
    """With one technology of each of its two colors, what needs two of either can be researched, and no other."""
    card = COMPONENTS[slug]
    upgrade = slug in BREAKTHROUGHS
    for color, technology in TWO_OF.items():
        for gained in (True, False):
            red: Data = {"name": "Red", "technologies": [FIRST_OF[one] for one in card.synergy]}
            red |= {"faction": card.faction} if upgrade else {}  # Jol-Nar could ignore a prerequisite
            red["technologies"] += [slug] if upgrade and gained else []
            red["effects"] = {slug: 1} if gained and not upgrade else {}
            found = ask("technology", red, research={"technology": technology})
            verdict = "yes" if gained and color in card.synergy else "no"
            assert found["answer"]["findings"][0]["verdict"] == verdict, (color, gained)


def test_a_research_team_spares_a_prerequisite_of_its_color_once() -> None:
    """Gravity Drive needs a blue one. In Prophecy of Kings the four agendas are gone from the deck."""
    for team, exhausted, verdict in (
        ("propulsion", [], "yes"),
        ("warfare", [], "no"),
        ("propulsion", ["research-team-propulsion"], "no"),
        ("propulsion", ["mecatol-rex"], "yes"),  # the card is exhausted, not the planet
    ):
        red = {"name": "Red", "effects": {f"research-team-{team}": 1}, "exhausted": exhausted}
        found = ask("technology", red, research={"technology": "gravity-drive"}, edition="base")
        assert found["answer"]["findings"][0]["verdict"] == verdict
    for team in ("biotic", "cybernetic", "propulsion", "warfare"):
        later = problems("technology", {"name": "Red", "effects": {f"research-team-{team}": 1}}, research={})
        assert "until Prophecy of Kings" in later[f"players.0.effects.research-team-{team}"]


def test_every_way_to_pay_is_shown() -> None:
    # as in a public question: a red prerequisite of two, which two planets or AI Development Algorithm may ignore
    sol: Data = {"name": "Sol", "faction": "federation-of-sol", "technologies": ["ai-development-algorithm"],
                 "controls": ["mehar-xull", "meer"]}  # fmt: skip
    solution = ask("technology", sol, research={"technology": "destroyer-2"})
    every = "Meer (red specialty) or Mehar Xull (red specialty) or AI Development Algorithm"
    assert solution["answer"]["findings"][0]["text"] == f"What is missing can be ignored with {every}."
    assert [row[3] for row in table(solution, "Shortest path, each card exhausted once")] == [every]


def test_another_way_leaves_what_later_stages_exhaust() -> None:
    # War Sun asks for three red and a yellow: the path spends both planets and the algorithm, none is left to choose
    sol: Data = {"name": "Sol", "technologies": ["ai-development-algorithm"], "controls": ["mehar-xull", "meer"]}
    solution = ask("technology", sol, research={"technology": "war-sun"})
    (row,) = table(solution, "Shortest path, each card exhausted once")
    assert row[3] == "Meer (red specialty), Mehar Xull (red specialty), AI Development Algorithm"
