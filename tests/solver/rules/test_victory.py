"""Victory, against trying everything: every way to spend every planet, and every order of scoring."""

import random
from itertools import combinations, permutations, product
from math import ceil
from typing import Any

import pytest

import mecatol
from mecatol.domain.factions import FACTIONS
from mecatol.domain.objectives import SECRET, objectives
from mecatol.domain.units import planets
from mecatol.effects.model import BREAKTHROUGH, COMPONENTS
from mecatol.rules.victory.budget import Budget

Data = dict[str, Any]
Cost = dict[str, int]


def payable(worlds: list[tuple[int, int]], goods: int, costs: list[Cost], worth: int = 1) -> bool:
    """Tell whether costs can be paid, by trying for each planet every cost and value that it could be spent on."""
    uses = [None, *((which, kind) for which in range(len(costs)) for kind in (0, 1))]
    for used in product(uses, repeat=len(worlds)):
        left = goods
        for which, cost in enumerate(costs):
            for kind, key in enumerate(("resources", "influence")):
                given = sum(world[kind] for world, use in zip(worlds, used, strict=True) if use == (which, kind))
                left -= ceil(max(0, cost.get(key, 0) - given) / worth)
            left -= cost.get("trade_goods", 0)
        if left >= 0:
            return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_a_budget_pays_what_some_assignment_of_planets_pays(seed: int) -> None:
    rng = random.Random(seed)
    worlds = [(rng.randint(0, 4), rng.randint(0, 4)) for _ in range(rng.randint(0, 5))]
    keys = ("resources", "influence", "trade_goods")
    costs = [{key: rng.randint(1, 6) for key in keys if rng.random() < 0.5} for _ in range(rng.randint(1, 2))]
    goods = rng.randint(0, 5)
    for worth in (1, 2):
        assert Budget(tuple(worlds), goods, {}, worth).pays(costs) == payable(worlds, goods, costs, worth)


def most_points(player: Data) -> int:
    """Return the most points by the end of scoring, trying every pair of public objectives and every secret one."""
    standing, named = player["standing"], [objectives()[slug] for slug in player["objectives"]]
    worlds = [(planets()[slug]["resources"], planets()[slug]["influence"]) for slug in player["controls"]]
    publics = [one for one in named if one.public]
    secrets = [[], *([one] for one in named if not one.public)]
    able = 2 if "imperial" in standing else 1
    best = 0
    for number in range(able + 1):
        for chosen in permutations(publics, number):
            for secret in secrets:
                scored = [*chosen, *secret]
                if payable(worlds, player["trade_goods"], [dict(one.cost) for one in scored if one.cost]):
                    best = max(best, sum(one.points for one in scored))
    return int(standing["points"] + best + ("imperial" in standing and "mecatol-rex" in player["controls"]))


SPENDING = [slug for slug, one in objectives().items() if set(one.cost) & {"resources", "influence", "trade_goods"}]
SHOWN_ELSEWHERE = ["raise-a-fleet", "become-a-legend", "cut-supply-lines", "threaten-enemies"]
"""Objectives of which nothing stands in the scenario, so that they are taken as fulfilled."""


@pytest.mark.parametrize("seed", range(40))
def test_the_points_are_the_most_that_any_choice_brings(seed: int) -> None:
    rng = random.Random(seed)
    players: list[Data] = []
    for name in ("Red", "Blue"):
        standing: Data = {"points": rng.randint(1, 7)}
        if not players and rng.random() < 0.5:
            standing["imperial"] = "unused"
        players.append(
            {
                "name": name,
                "standing": standing,
                "controls": rng.sample(["mecatol-rex", "abyz", "bereg", "vefut-ii", "lirta-iv"], rng.randint(1, 4)),
                "trade_goods": rng.randint(0, 6),
                "objectives": rng.sample(SPENDING, 2) + rng.sample(SHOWN_ELSEWHERE, rng.randint(0, 3)),
            }
        )
    solution = mecatol.solve({"step": "victory", "players": players, "edition": "pok"})
    rows = {row[0]: row[4] for row in solution.answer.tables[0]["rows"]}
    assert rows == {player["name"]: min(10, most_points(player)) for player in players}


def reached(player: Data) -> set[int]:
    """Return every number of points that a player of the test below can have."""
    worth = [objectives()[slug].points for slug in player["objectives"]]
    return {player["standing"]["points"] + sum(some) for some in [(), *combinations(worth, 1)]}


@pytest.mark.parametrize("seed", range(60))
def test_who_wins_is_who_wins_in_some_and_in_every_play_of_those_before(seed: int) -> None:
    rng = random.Random(seed)
    names = ["Red", "Blue", "Green", "Grey"][: rng.randint(2, 4)]
    order = rng.sample(range(1, 9), len(names))
    players = [
        {
            "name": name,
            "standing": {"points": rng.randint(6, 9), "initiative": number},
            "objectives": rng.sample(["raise-a-fleet", "become-a-legend"], rng.randint(0, 1)),
        }
        for name, number in zip(names, order, strict=True)
    ]
    last = rng.random() < 0.5
    scenario = {"step": "victory", "players": players, **({"round": {"unrevealed": 0}} if last else {})}
    found = {row.subject: row.verdict for row in mecatol.solve(scenario).answer.findings}
    turns = sorted(players, key=lambda player: player["standing"]["initiative"])
    winners = set()
    greedy = ""
    for points in product(*(sorted(reached(player)) for player in turns)):
        winner = next((p["name"] for p, have in zip(turns, points, strict=True) if have >= 10), "")
        if not winner and last:
            winner = turns[points.index(max(points))]["name"]
        winners.add(winner)
        greedy = winner  # the last of them is that in which everybody scores all they can
    for player in turns:
        can = found[f"{player['name']} can win"]
        assert (can != "no") == (player["name"] in winners)
        assert (can == "yes") == (player["name"] == greedy)


@pytest.mark.parametrize(
    ("blue", "verdicts"),
    [
        ({"standing": {"points": 9, "later": 1}}, ["depends", "yes"]),  # Blue, the speaker, resolves a rider first
        ({"standing": {"points": 9}, "objectives": ["dictate-policy"]}, ["depends", "depends"]),
        ({"standing": {"points": 8}, "objectives": ["dictate-policy"]}, ["yes", "no"]),
    ],
)
def test_an_objective_of_the_agenda_phase_is_not_scored_with_riders(blue: Data, verdicts: list[str]) -> None:
    """Red has a rider: an agenda scores Dictate Policy before it, or the other agenda comes first."""
    players = [{"name": "Red", "standing": {"points": 9, "later": 1}}, {"name": "Blue", **blue}]
    for speaker in ("Blue", "Red"):
        scenario = {"step": "victory", "players": players, "round": {"now": "agenda", "speaker": speaker}}
        answer = mecatol.solve(scenario).answer
        assert answer
        found = [row.verdict for row in answer.findings if row.subject.endswith("can win")]
        simultaneous = speaker == "Red" and "objectives" not in blue
        assert found == (verdicts[::-1] if simultaneous else verdicts)


def test_every_objective_has_a_sentence_and_points_by_its_kind() -> None:
    for slug, one in objectives().items():
        assert one.asks.endswith("."), slug
        assert one.points == (2 if one.kind == "stage-2" else 1), slug
        assert one.public or one.kind == SECRET, slug
        assert one.phase == "status" or not one.public, slug


@pytest.mark.parametrize(
    ("objective", "one_short"),
    [
        ("develop-weaponry", ["carrier-2"]),
        ("adapt-new-strategies", ["supercharge"]),
        ("diversify-research", ["antimass-deflectors", "gravity-drive", "neural-motivator"]),
    ],
)
def test_a_breakthrough_counts_for_no_objective_of_technologies(objective: str, one_short: list[str]) -> None:
    """Absolute Synergy makes a mech another unit, but is no technology."""
    red = {"name": "Red", "faction": "naaz-rokha-alliance", "objectives": [objective]}
    told = [
        mecatol.solve({"step": "victory", "players": [{**red, "technologies": owned}]}).to_json()["answer"]
        for owned in (one_short, [*one_short, "absolute-synergy"])
    ]
    assert told[0] == told[1]


def verdict(objective: str, others: tuple[str, ...] = (), **red: Any) -> str:
    """Return whether the first player fulfils an objective, with other factions in the game."""
    asked = {"name": "Red", "objectives": [objective], **red}
    players = [asked, *({"name": faction, "faction": faction} for faction in others)]
    answer = mecatol.solve({"step": "victory", "players": players}).answer
    assert answer
    return next(row.verdict for row in answer.findings if row.subject.startswith("Red: "))


def test_what_makes_more_of_resources_and_influence_does_so_for_objectives() -> None:
    """Eight resources: of four trade goods worth two each; of Archon Ren (2/3), Archon Tau (1/1) and a third planet.

    With Mecatol Rex (1/6) the printed resources are 4 in all, the greater values 10; for Amass Wealth (3, 3 and three
    trade goods) Ren and Rex give 3 and 6 with the gift, 2 and 6 without. Trade goods asked for as such stay one each.
    """
    mentak: Data = {"faction": "mentak-coalition", "technologies": ["mirror-computing"]}
    assert verdict("erect-a-monument", **mentak, trade_goods=4) == "yes"
    assert verdict("erect-a-monument", **mentak, trade_goods=3) == "no"
    assert verdict("negotiate-trade-routes", **mentak, trade_goods=4) == "no"
    xxcha: Data = {"faction": "xxcha-kingdom", "controls": ["archon-ren", "archon-tau", "mecatol-rex"]}
    gift = {"archons-gift": 1}
    assert verdict("erect-a-monument", **xxcha) == "no"
    assert verdict("erect-a-monument", **xxcha, effects=gift) == "yes"
    xxcha["controls"].remove("archon-tau")
    assert verdict("amass-wealth", **xxcha, effects=gift, trade_goods=3) == "yes"
    assert verdict("amass-wealth", **xxcha, trade_goods=3) == "no"
    triad: Data = {"controls": ["mecatol-rex"], "trade_goods": 4}  # 1 resource, and 3 of the relic
    assert verdict("erect-a-monument", **triad) == "no"
    assert verdict("erect-a-monument", **triad, effects={"the-triad": 1}) == "yes"
    elysium: Data = {"controls": ["elysium"], "trade_goods": 1}  # 4 resources, and 3 more with the hero
    assert verdict("erect-a-monument", **elysium) == "no"
    assert verdict("erect-a-monument", **elysium, effects={"ul-the-progenitor": 1}) == "yes"


def test_the_planets_of_a_home_that_keleres_adopted_are_no_other_players() -> None:
    """Moll Primus is Keleres' own home where nobody plays Mentak, and Mentak's where somebody does."""
    keleres: Data = {"faction": "council-keleres", "controls": ["moll-primus"]}
    assert verdict("conquer-the-weak", **keleres) == "no"
    assert verdict("conquer-the-weak", ("mentak-coalition",), **keleres) == "yes"
    assert verdict("conquer-the-weak", faction="council-keleres", controls=["jord"]) == "yes"


def test_copies_count_for_objectives_and_what_makes_them_does_not() -> None:
    """Nekro begins with two Valefar Assimilators; of two upgrades of one type it uses one."""
    valefar = ["valefar-assimilator-x", "valefar-assimilator-y"]
    for more, fulfilled in (([], "no"), (["spec-ops-2"], "no"), (["spec-ops-2", "supercharge"], "yes")):
        assert verdict("adapt-new-strategies", faction="nekro-virus", technologies=[*valefar, *more]) == fulfilled
    for owned, fulfilled in ((["infantry-2", "spec-ops-2"], "no"), (["carrier-2", "spec-ops-2"], "yes")):
        assert verdict("develop-weaponry", faction="nekro-virus", technologies=owned) == fulfilled


@pytest.mark.parametrize(
    ("objective", "owned", "effects", "fulfilled"),
    [
        ("diversify-research", "bbbr", {}, "no"),
        ("diversify-research", "bbbr", {"gravleash-maneuvers": 1}, "yes"),  # one blue one counts as red
        ("diversify-research", "bbr", {"gravleash-maneuvers": 1}, "no"),  # each counts as one color
        ("diversify-research", "bbbg", {"gravleash-maneuvers": 1}, "no"),  # green is in no pair with blue
        ("diversify-research", "bbgy", {"the-quantumcore": 1}, "yes"),
        ("diversify-research", "bgy", {"the-quantumcore": 1}, "no"),
        ("master-the-laws-of-physics", "bbbr", {"gravleash-maneuvers": 1}, "yes"),
        ("master-the-laws-of-physics", "bbgr", {"gravleash-maneuvers": 1}, "no"),
        ("master-the-laws-of-physics", "bbgr", {"the-quantumcore": 1}, "yes"),
    ],
)
def test_colors_that_count_as_each_other_do_so_for_objectives(
    objective: str, owned: str, effects: dict[str, int], fulfilled: str
) -> None:
    """Gravleash Maneuvers has the synergy of blue and red; two technologies in each of two colors, or four of one."""
    ladders = {
        "b": ["antimass-deflectors", "gravity-drive", "fleet-logistics"],
        "g": ["neural-motivator"],
        "r": ["plasma-scoring"],
        "y": ["sarween-tools"],
    }
    letnev: Data = {"faction": "barony-of-letnev", "technologies": [ladders[color].pop() for color in owned]}
    assert verdict(objective, **letnev, effects=effects) == fulfilled


LADDERS = {
    "blue": ["antimass-deflectors", "gravity-drive", "fleet-logistics"],
    "green": ["neural-motivator", "dacxive-animators", "hyper-metabolism"],
    "red": ["plasma-scoring", "ai-development-algorithm", "duranium-armor"],
    "yellow": ["sarween-tools", "graviton-laser-system", "transit-diodes"],
}
"""Technologies of each color."""
BREAKTHROUGHS = {slug: card for slug, card in COMPONENTS.items() if card.kind == BREAKTHROUGH and card.synergy}


@pytest.mark.parametrize("slug", BREAKTHROUGHS)
def test_every_breakthrough_but_that_of_nekro_gives_its_synergy_for_objectives(slug: str) -> None:
    """Three technologies of one of its colors and one of the other are two and two; with a third color they are not."""
    assert {*FACTIONS} - {card.faction for card in BREAKTHROUGHS.values()} == {"nekro-virus"}
    card = BREAKTHROUGHS[slug]
    upgrade = slug in ("absolute-synergy", "the-tables-grace")
    one, other = card.synergy
    third = next(color for color in LADDERS if color not in card.synergy)
    for technologies, gained, fulfilled in (
        ([*LADDERS[one], *LADDERS[other][:1]], True, "yes"),
        ([*LADDERS[other], *LADDERS[one][:1]], True, "yes"),
        ([*LADDERS[one], *LADDERS[other][:1]], False, "no"),
        ([*LADDERS[one], *LADDERS[third][:1]], True, "no"),
        ([*LADDERS[one][:2], *LADDERS[other][:1]], True, "no"),  # each technology counts as one color
    ):
        player: Data = {"name": "Blue", "faction": card.faction, "objectives": ["diversify-research"]}
        player["technologies"] = [*technologies, *([slug] if upgrade and gained else [])]
        player["effects"] = {slug: 1} if gained and not upgrade else {}
        solution = mecatol.solve({"step": "victory", "players": [{"name": "Red"}, player]})
        assert solution.answer
        [row] = [row for row in solution.answer.findings if row.subject == "Blue: Diversify Research"]
        assert row.verdict == fulfilled
        assert not any(card.name in warning for warning in solution.warnings)


def test_a_synergy_holds_while_the_breakthrough_is_exhausted() -> None:
    """34.4.a: it is no text that exhausts the card, as Deorbit Barrage has one beside."""
    for exhausted in ([], ["deorbit-barrage"]):
        saar: Data = {"faction": "clan-of-saar", "effects": {"deorbit-barrage": 1}, "exhausted": exhausted}
        technologies = [*LADDERS["red"], *LADDERS["blue"][:1]]
        assert verdict("diversify-research", **saar, technologies=technologies) == "yes"


def test_a_second_breakthrough_has_no_part_and_is_named() -> None:
    """Without a faction, a player may enter any; a player has one, and The Quantumcore is for all colors."""
    two = {"deorbit-barrage": 1, "wing-transfer": 1}
    said = "The synergy of Red’s Wing Transfer was ignored: a player has one breakthrough, and here the synergy of "
    for effects, found in ((two, True), ({**two, "the-quantumcore": 1}, False), ({"wing-transfer": 1}, False)):
        warnings = mecatol.solve({"step": "victory", "players": [{"name": "Red", "effects": effects}]}).warnings
        assert any(warning.startswith(said) for warning in warnings) == found
    declined = {"name": "Red", "effects": two, "policy": {"decline": ["deorbit-barrage"]}}
    assert not any("synergy" in one for one in mecatol.solve({"step": "victory", "players": [declined]}).warnings)


def test_what_is_for_another_step_is_named() -> None:
    red = {"name": "Red", "ballot": {"influence": 3}, "gives": {"trade_goods": 1}, "standing": {"points": 2}}
    scenario = {
        "step": "victory",
        "players": [red],
        "research": {"synergy": "propulsion-biotic"},
        "round": {"goal": 14},
    }
    ignored = [warning for warning in mecatol.solve(scenario).warnings if "was ignored" in warning]
    assert ignored == [
        "`research` was ignored: it is for Technology, not for Who can win.",
        "`players.0.gives` was ignored: it is for Transaction, not for Who can win.",
        "`players.0.ballot` was ignored: it is for Agenda votes, not for Who can win.",
    ]


def test_the_synergy_of_a_breakthrough_is_not_said_to_do_nothing() -> None:
    red = {"name": "Red", "objectives": ["diversify-research"], "effects": {"gravleash-maneuvers": 1}}
    warnings = mecatol.solve({"step": "victory", "players": [red]}).warnings
    assert not any("Gravleash" in warning for warning in warnings)


@pytest.mark.parametrize(("now", "said"), [("action", True), ("status", False), ("agenda", False)])
def test_the_silver_flame_may_score_a_point_in_an_action(now: str, said: bool) -> None:
    """A 10 on one die scores it; purging it is an action, so that later in the round it is too late."""
    red = {"name": "Red", "standing": {"points": 9}, "effects": {"the-silver-flame": 1}}
    warnings = mecatol.solve({"step": "victory", "players": [red], "round": {"now": now}}).warnings
    assert not any("does not affect" in warning for warning in warnings)
    point = "Not counted: the 10% chance that The Silver Flame scores Red a point."
    assert any(warning.startswith(point) for warning in warnings) == said


def test_winnu_remove_the_custodians_for_nothing() -> None:
    """Blood Ties: with its planets exhausted Winnu has the tenth point all the same, and nobody else has."""
    for faction, wins in (("winnu", "yes"), ("federation-of-sol", "no")):
        red = {"name": "Red", "faction": faction, "standing": {"points": 9, "custodians": "yes"},
               "controls": ["tequran"], "exhausted": ["tequran"]}  # fmt: skip
        answer = mecatol.solve({"step": "victory", "players": [red]}).answer
        assert answer
        assert [row.verdict for row in answer.findings] == [wins, wins]
