"""Production by strategy cards, and with cards that change what it makes."""

import pytest

from tests.solver.helpers import Data, ask, legal, problems, verdicts
from tests.solver.rules.producing import ALGORITHM, DOCK, cost, limit, produce

# Arborec at home: Nestphar gives its space dock 3 + 2 = 5, and three Letani Warriors have Production 1 each.
NESTPHAR: Data = {
    "faction": "arborec", "planets": {"nestphar": {"space-dock": 1, "infantry": 3}}, "space": {"carrier": 2},
    "trade_goods": 9, "produce": {"fighter": 6},
}  # fmt: skip


@pytest.mark.parametrize(
    ("card", "edition", "expected"),
    [
        ("warfare", "thunders-edge", 8),  # every unit at home
        ("warfare", "codex-4", 5),  # one space dock at home
        ("warfare", "base", 5),
        ("construction", "thunders-edge", 5),  # one space dock, wherever it is
    ],
)
def test_a_strategy_card_says_which_units_produce(card: str, edition: str, expected: int) -> None:
    solution = produce({**NESTPHAR, "effects": {card: 1}}, edition=edition)
    assert limit(solution) == expected
    assert verdicts(solution)["Production limit"] == ("yes" if expected >= 6 else "no")


def test_warfare_of_thunders_edge_uses_both_docks_at_home() -> None:
    arc_prime: Data = {"arc-prime": {"space-dock": 1}, "wren-terra": {"space-dock": 1}}  # 4 + 2, 2 + 2
    letnev: Data = {"faction": "barony-of-letnev", "planets": arc_prime, "trade_goods": 9, "produce": {"infantry": 10}}
    assert limit(produce({**letnev, "effects": {"warfare": 1}})) == 10
    assert limit(produce({**letnev, "effects": {"warfare": 1, "war-machine": 1}})) == 14
    assert limit(produce({**letnev, "effects": {"construction": 1, "war-machine": 1}})) == 10
    assert limit(produce({**letnev, "effects": {"warfare": 1}}, edition="pok")) == 6


def test_construction_uses_a_dock_away_from_home() -> None:
    assert limit(produce({**DOCK, "faction": "winnu", "effects": {"construction": 1}, "produce": {"infantry": 3}})) == 3


def test_construction_does_not_produce_before_thunders_edge() -> None:
    player: Data = {"name": "Red", **DOCK, "effects": {"construction": 1}, "produce": {"infantry": 1}}
    said = problems("production", player, edition="pok")
    assert "Construction Primary is from Thunder's Edge" in said["players.0.effects.construction"]


def test_construction_uses_one_dock_whatever_is_written_first() -> None:
    creuss: Data = {
        "faction": "ghosts-of-creuss", "planets": {"creuss": {"space-dock": 1, "infantry": 1}}, "space": {"cruiser": 1},
        "effects": {"particle-synthesis": 2, "construction": 1}, "trade_goods": 9, "produce": {"infantry": 7},
    }  # fmt: skip
    texts = [
        next(row["text"] for row in solution["answer"]["findings"] if row["subject"] == "Production limit")
        for order in ([], ["construction"], ["particle-synthesis"])
        for solution in [produce({**creuss, "policy": {"order": order}})]
    ]
    assert len(set(texts)) == 1
    assert "toward the limit of 6 (6 from Space Dock I on Creuss): 1 too many" in texts[0]


def test_wormholes_that_count_as_units_produce_with_warfare() -> None:
    creuss: Data = {
        "faction": "ghosts-of-creuss", "planets": {"creuss": {"space-dock": 1, "infantry": 1}}, "space": {"cruiser": 1},
        "effects": {"particle-synthesis": 2, "warfare": 1}, "trade_goods": 9, "produce": {"infantry": 7},
    }  # fmt: skip
    assert limit(produce(creuss)) == 6 + 2


@pytest.mark.parametrize("order", [[], ["aerie-hololattice", "war-machine"], ["war-machine", "aerie-hololattice"]])
def test_war_machine_adds_to_planets_that_produce_in_every_order(order: list[str]) -> None:
    """A PDS makes its planet produce one; the card makes that five, and nothing is assumed of an order."""
    argent: Data = {
        "name": "Red", "faction": "argent-flight", "technologies": ["aerie-hololattice"], "effects": {"war-machine": 1},
        "planets": {"abaddon": {"pds": 1}}, "trade_goods": 3, "produce": {"infantry": 5}, "policy": {"order": order},
    }  # fmt: skip
    found = ask("production", argent)
    assert verdicts(found)["Production limit"] == "yes"
    assert found["warnings"] == []


def test_cards_that_are_exhausted_do_nothing_and_are_no_planets_that_somebody_lacks() -> None:
    """A cruiser costs 2, Sarween Tools make it 1 and one upgrade with the algorithm 0; Winnu’s dock makes 5, or 6."""
    red: Data = {**DOCK, "technologies": [*ALGORITHM, "sarween-tools"], "produce": {"cruiser": 1}}
    assert (cost(produce(red)), cost(produce({**red, "exhausted": ["ai-development-algorithm"]}))) == (0, 1)
    winnu: Data = {
        "faction": "winnu", "technologies": ["hegemonic-trade-policy"], "planets": {"winnu": {"space-dock": 1}},
        "produce": {"infantry": 6},
    }  # fmt: skip
    assert (limit(produce(winnu)), limit(produce({**winnu, "exhausted": ["hegemonic-trade-policy"]}))) == (6, 5)
    refused = problems("production", {"name": "Red", **DOCK, "exhausted": ["ai-development-algorithm"]})
    assert list(refused) == ["players.0.exhausted.0"]


@pytest.mark.parametrize(("here", "elsewhere", "verdict"), [(2, 0, "yes"), (3, 0, "depends"), (3, 1, "yes")])
def test_self_assembly_routines_needs_a_mech_that_is_left(here: int, elsewhere: int, verdict: str) -> None:
    # four in the box, one of which is produced
    planets = {"abaddon": {"space-dock": 1, "mech": here}}
    red = {"faction": "winnu", "technologies": ["self-assembly-routines"], "planets": planets, "trade_goods": 9}
    red |= {"produce": {"mech": 1}, "elsewhere": {"mech": elsewhere}} | (
        {"reinforcements": {"mech": 1}} if elsewhere else {}
    )
    assert verdicts(produce(red))["Self-Assembly Routines"] == verdict


@pytest.mark.parametrize(("order", "stays"), [({"fighter": 2}, True), ({"fighter": 1, "cruiser": 1}, False)])
def test_an_order_with_fewer_than_two_fighters_discards_prophecy_of_ixth(order: Data, stays: bool) -> None:
    found = produce({**DOCK, "effects": {"prophecy-of-ixth": 1}, "produce": order})
    assert legal(found)
    (text,) = [row["text"] for row in found["answer"]["findings"] if row["subject"] == "Prophecy of Ixth"]
    assert ("keeps the law" in text) is stays
    assert found["warnings"] == []


@pytest.mark.parametrize(
    ("planet", "others", "able"),
    [
        ("moll-primus", (), True),
        ("valk", (), True),
        ("valk", ({"name": "Blue", "faction": "argent-flight"},), False),
        ("jord", (), False),
    ],
)
def test_the_keleres_are_at_home_in_one_of_three_systems(planet: str, others: tuple[Data, ...], able: bool) -> None:
    dock = {"planets": {planet: {"space-dock": 1}}, "effects": {"warfare": 1}, "trade_goods": 1}
    found = produce({"faction": "council-keleres", "produce": {"infantry": 1}, **dock}, *others)
    assert legal(found) == able


@pytest.mark.parametrize("naming", [(0,), (1,), (0, 1)])
def test_each_producer_makes_one_more_at_a_supernova_with_cosmic_phenomenae(naming: tuple[int, ...]) -> None:
    """Docks on Abaddon (1 resource) and Ashtroth (2) make 3 and 4, and one more each; War Machine adds its 4 alone."""
    event = {"cosmic-phenomenae": 1}
    docks = {"planets": {"abaddon": {"space-dock": 1}, "ashtroth": {"space-dock": 1}}, "trade_goods": 9}
    red = {**docks, "produce": {"infantry": 1}, "effects": {"war-machine": 1, **(event if 0 in naming else {})}}
    blue = {"name": "Blue", "effects": event if 1 in naming else {}}
    assert limit(produce(red, blue)) == 3 + 4 + 2 + 4


def test_a_supernova_that_produces_makes_six_with_cosmic_phenomenae() -> None:
    muaat = {"faction": "embers-of-muaat", "technologies": ["magmus-reactor-omega"], "space": {"war-sun": 1}}
    effects = {"cosmic-phenomenae": 1}
    found = produce({**muaat, "effects": effects, "produce": {"infantry": 1}, "trade_goods": 1}, system="43")
    assert limit(found) == 6


@pytest.mark.parametrize(
    ("order", "pool", "verdict"),
    [
        ({"destroyer": 3}, 2, "yes"),  # three ships, and a pool of 2 + 1
        ({"destroyer": 3}, 1, "depends"),  # 1 + 1 holds two of the three
        ({"destroyer": 2}, 1, "depends"),  # two ships add no token
        ({"destroyer": 2, "fighter": 1}, 1, "depends"),  # fighters do not count
    ],
)
def test_auto_factories_adds_a_token_before_the_fleet_pool_is_checked(order: Data, pool: int, verdict: str) -> None:
    player = {**DOCK, "faction": "emirates-of-hacan", "effects": {"auto-factories": 1}, "fleet_pool": pool}
    found = produce({**player, "produce": order})
    assert verdicts(found)["Fleet pool"] == verdict
    assert ("Auto-Factories" in verdicts(found)) == (sum(n for kind, n in order.items() if kind != "fighter") == 3)


def test_a_best_build_counts_on_auto_factories() -> None:
    """Quann's space dock has Production 4, and destroyers cost 1 each.

    A pool of 2 holds two of them, or three with the token; a pool of 3 holds four with it.
    """
    player = {"planets": {"quann": {"space-dock": 1}}, "trade_goods": 4, "faction": "emirates-of-hacan"}
    for effects, pool, ships in (({}, 2, 2), ({"auto-factories": 1}, 2, 3), ({"auto-factories": 1}, 3, 4),
                                 ({"auto-factories": 1}, 1, 1)):  # fmt: skip
        found = produce({**player, "effects": effects, "fleet_pool": pool, "policy": {"build": "ships"}})
        assert f": {ships} Destroyer" in found["choices"][0]["text"], found["choices"]


@pytest.mark.parametrize(
    "red",
    [
        {"faction": "ghosts-of-creuss", "effects": {"particle-synthesis": 2}, "space": {"cruiser": 1}},
        {"faction": "argent-flight", "technologies": ["aerie-hololattice"], "planets": {"lodor": {"pds": 1}}},
    ],
)
def test_what_takes_production_from_units_takes_it_from_what_counts_as_one(red: Data) -> None:
    """Two wormholes, and a planet with a structure: the Quietus of an opponent takes it all."""
    quietus: Data = {"name": "Blue", "faction": "crimson-rebellion", "space": {"flagship": 1}}
    player = {**red, "trade_goods": 3, "produce": {"fighter": 1}}
    assert limit(produce(player, quietus)) == (2 if "space" in red else 1)
    found = produce(player, {**quietus, "effects": {"quietus": 1}})
    assert not legal(found)
    assert "Quietus" in str(found["trace"])
