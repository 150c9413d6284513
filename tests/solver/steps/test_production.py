"""Production: what the scenarios in files do not show."""

from typing import Any

import pytest

import mecatol
from tests.solver.brute_production import TYPES
from tests.solver.helpers import ask, left, legal, near, problems, said, table, verdicts

Data = dict[str, Any]


def produce(player: Data, *others: Data, **rest: Any) -> Data:
    return ask("production", {"name": "Red", **player}, *others, **rest)


ALGORITHM = ["ai-development-algorithm", "carrier-2"]
DOCK = {"planets": {"abaddon": {"space-dock": 1}}, "trade_goods": 9, "fleet_pool": 9}
"""Production 3, and more than enough to spend."""
LODOR = {"planets": {"lodor": {"space-dock": 1}}}
"""The same on a planet of the base game, which has Production 5."""


def limit(solution: Data) -> int:
    return int(table(solution, "Who produces")[-1][-1])


def cost(solution: Data) -> int:
    return int(table(solution, "What it costs")[-1][-1])


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        pytest.param({**DOCK}, 3, id="dock-1"),
        pytest.param({**DOCK, "technologies": ["space-dock-2"]}, 5, id="dock-2"),
        pytest.param({**DOCK, "resources": {"abaddon": 4}}, 6, id="richer-planet"),
        pytest.param({**DOCK, "faction": "last-bastion", "technologies": ["4x41c-helios-2"]}, 1 + 2 + 4, id="helios-2"),
        pytest.param({**DOCK, "effects": {"war-machine": 1}}, 7, id="war-machine"),
        pytest.param({**DOCK, "faction": "argent-flight", "technologies": ["aerie-hololattice"]}, 4, id="hololattice"),
        pytest.param(
            {**DOCK, "faction": "titans-of-ul", "planets": {"abaddon": {"space-dock": 1, "pds": 2}}}, 5, id="hel-titans"
        ),
        pytest.param({**DOCK, "faction": "vuilraith-cabal"}, 5, id="dimensional-tear"),
        pytest.param(
            {**DOCK, "faction": "ral-nel-consortium", "space": {"destroyer": 1, "space-dock": 1}}, 3, id="dock-aboard"
        ),
        pytest.param(
            {**DOCK, "faction": "ghosts-of-creuss", "space": {"cruiser": 1}, "effects": {"particle-synthesis": 2}}, 5,
            id="two-wormholes",
        ),
        pytest.param({**DOCK, "faction": "ghosts-of-creuss", "effects": {"particle-synthesis": 2}}, 3, id="no-ships"),
        pytest.param(
            {**DOCK, "faction": "council-keleres", "planets": {"mecatol-rex": {"infantry": 1}},
             "effects": {"custodia-vigilia": 1}}, 3, id="custodia-vigilia",
        ),
        pytest.param({"trade_goods": 3, "planets": {"abaddon": {"infantry": 1}}}, 0, id="nothing-there"),
        pytest.param({**DOCK, "effects": {"entropic-scar": 1}}, 0, id="entropic-scar"),
        pytest.param({**DOCK, "faction": "last-bastion", "planets": {}, "space": {"flagship": 1}}, 1, id="egeiro"),
        pytest.param(
            {**DOCK, "faction": "winnu", "planets": {"loki": {"space-dock": 1}},
             "technologies": ["hegemonic-trade-policy"], "produce": {"infantry": 4}}, 4, id="hegemonic-trade-policy",
        ),
    ],
)  # fmt: skip
def test_what_produces_how_much(player: Data, expected: int) -> None:
    assert limit(produce({"produce": {"infantry": 1}, **player})) == expected


@pytest.mark.parametrize(
    ("order", "owned", "expected"),
    [
        ({"fighter": 1}, {}, 1),
        ({"fighter": 2, "infantry": 1}, {}, 2),
        ({"fighter": 2}, {"effects": {"regulated-conscription": 1}}, 2),
        ({"cruiser": 1}, {"technologies": ["sarween-tools"]}, 1),
        ({"destroyer": 1}, {"technologies": ["sarween-tools"], "effects": {"berekar-berekon": 1}}, 0),
        ({"cruiser": 1}, {"technologies": ["sarween-tools"], "policy": {"decline": ["sarween-tools"]}}, 2),
        ({"carrier": 1}, {"technologies": [*ALGORITHM, "pds-2"]}, 1),
        (
            {"carrier": 1},
            {"faction": "naaz-rokha-alliance", "technologies": [*ALGORITHM, "absolute-synergy"]},
            2,
        ),  # a breakthrough is no upgrade
        ({"flagship": 1}, {"faction": "nomad", "effects": {"navarch-feng": 1}}, 0),
        ({"cruiser": 2}, {"faction": "vuilraith-cabal", "captured": {"cruiser": 1}}, 2),
        ({"dreadnought": 2}, {"faction": "emirates-of-hacan", "effects": {"harrugh-gefhara": 1}}, 0),
    ],
)
def test_what_an_order_costs(order: Data, owned: Data, expected: int) -> None:
    solution = produce({**DOCK, **owned, "produce": order})
    assert legal(solution)
    assert cost(solution) == expected


@pytest.mark.parametrize(
    ("order", "effects", "expected"),
    [
        ({"fighter": 3}, {"maban": 1}, 1),
        ({"infantry": 6}, {"brother-omar": 1}, 3),  # three groups of one and one, three of them count
        ({"infantry": 2}, {"brother-omar": 1, "regulated-conscription": 1}, 1),
    ],
)
def test_the_first_commanders_of_naalu_and_yin_bring_one_more_with_each_cost(
    order: Data, effects: Data, expected: int
) -> None:
    solution = produce({**DOCK, "effects": effects, "produce": order}, edition="pok")
    assert legal(solution)
    assert cost(solution) == expected


@pytest.mark.parametrize(
    ("number", "captured", "expected"),
    [(2, 1, 0), (5, 1, 1), (9, 2, 2), (4, 2, 0)],  # each captured fighter brings two, and each resource three
)
def test_a_captured_unit_brings_one_more_with_the_first_commanders(number: int, captured: int, expected: int) -> None:
    cabal: Data = {"faction": "vuilraith-cabal", "captured": {"fighter": captured}, "effects": {"maban": 1}}
    solution = produce({**DOCK, **cabal, "space": {"carrier": 3}, "produce": {"fighter": number}}, edition="pok")
    assert legal(solution)
    assert cost(solution) == expected


@pytest.mark.parametrize(("number", "cost", "more"), [(2, 1, 1), (3, 1, 0), (4, 2, 2), (5, 2, 1), (6, 3, 3)])
def test_what_an_uneven_number_costs_with_brother_omar(number: int, cost: int, more: int) -> None:
    # the dock produces three, and only what is paid for counts: six infantry are three pairs, not two threes
    solution = produce({**DOCK, "effects": {"brother-omar": 1}, "produce": {"infantry": number}}, edition="pok")
    assert f"{number} cost {cost}." in said(solution)
    assert f"The combined cost is {cost}." in said(solution)
    assert (f"{more} more Infantry would cost nothing extra" in said(solution)) == bool(more)
    assert "The odd" not in said(solution)
    plain = produce({**DOCK, "produce": {"infantry": 3}}, edition="pok")
    assert "The leftover Infantry costs as much as 2." in said(plain)


def test_the_later_commanders_of_naalu_and_yin_produce_nothing() -> None:
    # Codex III made them leaders for agendas and research: the old text is not in force, and no new one acts here
    player = {"name": "Red", **DOCK, "produce": {"infantry": 1}}
    (message,) = problems("production", {**player, "effects": {"maban": 1}}).values()
    assert "until Codex III" in message
    assert list(problems("production", {**player, "effects": {"maban-omega": 1}})) == ["players.0.effects.maban-omega"]
    for omar in ("brother-omar", "brother-omar-omega"):
        later = produce({**player, "effects": {omar: 1}, "produce": {"infantry": 4}})
        assert "Red’s Brother Omar Ω does not affect Production." in later["warnings"]
        assert verdicts(later)["Production limit"] == "no"  # the dock makes three, and no further one is free


@pytest.mark.parametrize(
    ("owned", "left", "expected"),
    [
        ({"trade_goods": 2}, {}, "exhaust Abaddon and spend 1 trade good"),
        (
            {"trade_goods": 1, "faction": "mentak-coalition", "technologies": ["mirror-computing"]},
            {},
            "spend 1 trade good",
        ),
        ({"trade_goods": 0, "effects": {"tungstantus": 1}}, {}, "exhaust Abaddon and spend 1 trade good"),
        ({"controls": ["loki"]}, {}, "exhaust Abaddon and Loki"),
        ({"controls": ["loki"], "faction": "xxcha-kingdom", "effects": {"archons-gift": 1}}, {}, "exhaust Loki"),
        (
            {"controls": ["loki"], "faction": "xxcha-kingdom", "effects": {"xxekir-grom-omega": 1}, "trade_goods": 2},
            {"edition": "codex-3"},
            "exhaust Abaddon and spend 1 trade good",
        ),
        ({"controls": ["loki"], "faction": "winnu", "technologies": ["hegemonic-trade-policy"]}, {}, "exhaust Loki"),
        ({"trade_goods": 2, "policy": {"pay": "keep-planets"}}, {}, "spend 2 trade goods"),
        ({"effects": {"the-triad": 1}}, {}, "exhaust The Triad"),
        ({"trade_goods": 2, "controls": ["zohbat"], "policy": {"pay": "keep-trade-goods"}}, {}, "exhaust Zohbat"),
        ({"trade_goods": 2, "controls": ["zohbat"]}, {}, "exhaust Abaddon and spend 1 trade good"),
    ],
)
def test_what_pays_for_two_resources(owned: Data, left: Data, expected: str) -> None:
    solution = produce(
        {"planets": {"abaddon": {"space-dock": 1}}, "fleet_pool": 1, "produce": {"cruiser": 1}, **owned}, **left
    )
    assert solution["answer"]["headline"] == f"Legal. The order costs 2: {expected}."


def test_the_triad_is_worth_one_more_for_each_type_of_fragment() -> None:
    # a war sun costs 12: Abaddon's 1 and trade goods make 6, so the relic has to give 6, with three types
    red = {"technologies": ["war-sun"], "planets": {"abaddon": {"space-dock": 1}}, "trade_goods": 5, "fleet_pool": 1}
    red |= {"produce": {"war-sun": 1}}
    few, enough = ({**red, "effects": {"the-triad": count}} for count in (3, 4))
    assert "can spend only 11" in str(produce(few)["answer"])
    headline = "Legal. The order costs 12: exhaust Abaddon and The Triad, and spend 5 trade goods."
    assert produce(enough)["answer"]["headline"] == headline
    assert "can spend only 6" in str(produce({**enough, "exhausted": ["the-triad"]})["answer"])


def test_units_beyond_the_limit_that_do_not_count() -> None:
    order = {"carrier": 1, "dreadnought": 1, "infantry": 6, "fighter": 2}
    player = {**DOCK, "faction": "federation-of-sol", "trade_goods": 20, "produce": order}
    assert verdicts(produce(player))["Production limit"] == "no"
    solution = produce({**player, "effects": {"bellum-gloriosum": 1}})
    assert legal(solution)  # capacity 6 + 1 carries seven of the eight: three count, of 3
    assert verdicts(produce({**player, "produce": {**order, "fighter": 3}, "effects": {"bellum-gloriosum": 1}}))[
        "Production limit"
    ] == "no"  # fmt: skip


def test_two_fighters_or_infantry_beyond_the_limit_of_three_with_that_which_molds_flesh() -> None:
    # the dock produces three: five fighters and infantry need the commander, six are too many, and ships always count
    player = {**DOCK, "trade_goods": 20, "effects": {"that-which-molds-flesh": 1}}
    orders = [{"infantry": 3, "fighter": 2}, {"infantry": 3, "fighter": 3}, {"cruiser": 4}]
    assert [verdicts(produce({**player, "produce": order}))["Production limit"] for order in orders] == [
        "yes", "no", "no",
    ]  # fmt: skip
    assert verdicts(produce({**player, "effects": {}, "produce": orders[0]}))["Production limit"] == "no"


def test_gifts_come_after_the_order() -> None:
    yin = {**DOCK, "faction": "yin-brotherhood", "produce": {"infantry": 1}}
    mine = verdicts(produce({**yin, "technologies": ["yin-spinner-omega", "self-assembly-routines"]}))
    assert (mine["Yin Spinner Ω"], mine["Self-Assembly Routines"]) == ("yes", "yes")
    first = produce({**yin, **LODOR, "technologies": ["yin-spinner"]}, edition="base")
    assert "1 Infantry" in next(f["text"] for f in first["answer"]["findings"] if f["subject"] == "Yin Spinner")


def test_argents_agent_opens_every_planet_of_the_system() -> None:
    player = {**DOCK, "controls": ["loki"], "produce": {"infantry": 1}, "place": {"loki": {"infantry": 1}}}
    assert not legal(produce(player))
    assert legal(produce({**player, "effects": {"trilossa-aun-mirik": 1}}))


def test_a_supernova_produces_for_muaat_alone_where_the_tile_is_one() -> None:
    player = {
        "faction": "embers-of-muaat", "technologies": ["magmus-reactor-omega"], "space": {"war-sun": 1},
        "trade_goods": 3, "fleet_pool": 3, "produce": {"infantry": 2},
    }  # fmt: skip
    solution = produce(player, system="43")
    assert (limit(solution), table(solution, "Where each unit may be placed")[0][1]) == (5, "space area")
    assert legal(solution)
    for rest in ({}, {"system": "44"}):
        solution = produce(player, **rest)
        assert limit(solution) == 0
        assert any("supernova" in warning for warning in solution["warnings"])


BLUE_HERE = {"name": "Blue", "space": {"destroyer": 1}}


@pytest.mark.parametrize(
    ("player", "blue", "clauses"),
    [
        ({"space": {"cruiser": 1}}, BLUE_HERE, ["67.6"]),  # no blockade, and still no ships beside Blue's
        ({}, BLUE_HERE, ["67.6", "14.1"]),
        ({}, {"name": "Blue", "planets": {"loki": {"infantry": 1}}}, None),
    ],
)
def test_ships_of_others(player: Data, blue: Data, clauses: list[str] | None) -> None:
    solution = produce({**DOCK, **player, "produce": {"destroyer": 1}}, blue)
    broken = [f["clauses"] for f in solution["answer"]["findings"] if f["verdict"] == "no"]
    assert broken == ([] if clauses is None else [clauses])


def test_a_dock_beside_others_is_destroyed_or_coexists() -> None:
    blue = {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}}
    lost = produce({**DOCK, "produce": {"infantry": 1}}, blue)
    assert limit(lost) == 0
    assert "79.4" in {row["clause"] for row in lost["trace"]}
    with_guard = {**DOCK, "planets": {"abaddon": {"space-dock": 1, "infantry": 1}}}
    # Nobody says who controls the planet: not Red, so nothing can be placed there, and the structure is blockaded.
    guest = produce({**with_guard, "resources": {"abaddon": 1}, "produce": {"infantry": 1}}, blue)
    assert verdicts(guest)["Placement: Infantry"] == "no"
    ships = produce({**with_guard, "produce": {"destroyer": 1}}, blue)
    assert verdicts(ships)["Who can make them"] == "no"
    host = produce({**with_guard, "controls": ["abaddon"], "produce": {"destroyer": 1, "infantry": 1}}, blue)
    assert legal(host)


def test_a_blockaded_floating_factory_is_lost() -> None:
    saar = {"faction": "clan-of-saar", "space": {"space-dock": 1}, "trade_goods": 2, "produce": {"infantry": 1}}
    solution = produce(saar, BLUE_HERE)
    assert limit(solution) == 0
    assert "79.4.a" in {row["clause"] for row in solution["trace"]}
    assert limit(produce({**saar, "space": {"space-dock": 1, "fighter": 1}}, BLUE_HERE)) == 5


def test_tokens_need_a_plastic_unit_beside_them() -> None:
    empty = {**DOCK, "reinforcements": {"infantry": 0, "fighter": 0}, "produce": {"infantry": 1, "fighter": 1}}
    found = verdicts(produce(empty))
    assert (found["Reinforcements: Infantry"], found["Reinforcements: Fighter"]) == ("depends", "depends")
    beside = {**empty, "planets": {"abaddon": {"space-dock": 1, "infantry": 1}}, "space": {"fighter": 1}}
    found = verdicts(produce(beside))
    assert (found["Reinforcements: Infantry"], found["Reinforcements: Fighter"]) == ("yes", "yes")


def test_what_the_edition_lacks_cannot_be_produced() -> None:
    letnev = {**DOCK, "faction": "barony-of-letnev", "produce": {"mech": 1}}
    assert verdicts(produce(letnev))["Production limit"] == "yes"
    assert verdicts(produce({**letnev, **LODOR}, edition="base"))["Mech"] == "no"
    assert verdicts(produce({**DOCK, "produce": {"space-dock": 1}}))["Space Dock"] == "no"


def test_the_fleet_pool_of_letnev_holds_two_more() -> None:
    player = {**DOCK, "fleet_pool": 1, "produce": {"destroyer": 3}}
    assert verdicts(produce(player))["Fleet pool"] == "depends"
    assert verdicts(produce({**player, "faction": "barony-of-letnev"}))["Fleet pool"] == "yes"
    unknown = {key: value for key, value in player.items() if key != "fleet_pool"}
    assert verdicts(produce(unknown))["Fleet pool"] == "depends"


@pytest.mark.parametrize(
    ("player", "field"),
    [
        ({**DOCK, "controls": ["my-planet"], "produce": {"infantry": 1}}, "players.0.resources.my-planet"),
        ({**DOCK, "exhausted": ["loki"], "produce": {"infantry": 1}}, "players.0.exhausted.0"),
        ({**DOCK, "produce": {"flagship": 1}}, "players.0.produce.flagship"),
        ({**DOCK, "produce": {"infantry": 1}, "place": {"loki": {"infantry": 2}}}, "players.0.place.loki.infantry"),
        ({**DOCK, "space": {"infantry": 1}, "produce": {"infantry": 1}}, "players.0.space"),
    ],
)
def test_scenarios_that_contradict_themselves_are_refused(player: Data, field: str) -> None:
    assert field in problems("production", {"name": "Red", **player})


def test_without_an_order_the_most_units_are_sought() -> None:
    solution = produce(DOCK)
    assert solution["answer"]["headline"] == "The most units of any kind: 3 Infantry for 2 resources."
    assert solution["answer"]["findings"] == []
    nothing = produce({"planets": {"abaddon": {"infantry": 1}}})
    assert "nothing can be produced" in nothing["answer"]["headline"]


def test_a_search_ends_with_the_time_that_was_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mecatol.probability.limits._LOOKS", 0)
    with pytest.raises(mecatol.LimitError, match="within 0 seconds"):
        mecatol.solve({"step": "production", "players": [{"name": "Red", **DOCK}]}, seconds=0)


def test_the_form_asks_for_all_that_the_step_reads() -> None:
    form = mecatol.forms.form("production")
    asked = {choice.path: choice for choice in form.roles[0].inputs}
    assert {"produce", "place", "controls", "exhausted", "trade_goods", "fleet_pool", "reinforcements"} <= set(asked)
    assert {choice.slug for choice in asked["produce"].units} == {*TYPES, "war-sun"}
    assert not form.roles[1].inputs
    assert {policy.key for policy in form.policies} == {"pay", "build"}
    assert "sarween-tools" in {effect.slug for effect in form.effects}


def test_scenarios_print_as_they_are_read() -> None:
    raw = {
        "step": "production", "system": "75",
        "players": [{"name": "Red", **DOCK, "produce": {"cruiser": 1}, "reinforcements": {"cruiser": 0}}],
    }  # fmt: skip
    assert mecatol.read(raw).data() == raw
    assert mecatol.solve(mecatol.read(raw).data()).to_json() == mecatol.solve(raw).to_json()


def test_ships_over_the_fleet_pool_are_gone_at_once() -> None:
    player = {"planets": {"quann": {"space-dock": 1}}, "fleet_pool": 2, "space": {"cruiser": 1}, "trade_goods": 4}
    solution = produce({**player, "produce": {"cruiser": 2}})
    assert left(solution, "Red") == near({"2 cruiser; quann: 1 space-dock": 1.0})
    assert "37.3 If Red has 1 ship over the fleet pool, Red removes the excess" in said(solution)
    ignored = produce({**player, "produce": {"cruiser": 2}}, assume={"limits": "ignored"})
    assert left(ignored, "Red") == near({"3 cruiser; quann: 1 space-dock": 1.0})


def test_a_carrier_over_the_fleet_pool_takes_what_it_carried_with_it() -> None:
    player = {"planets": {"quann": {"space-dock": 1}}, "fleet_pool": 1, "space": {"carrier": 1, "infantry": 2}}
    solution = produce({**player, "trade_goods": 4, "produce": {"dreadnought": 1}})
    assert left(solution, "Red") == near({"1 dreadnought, 1 infantry; quann: 1 space-dock": 1.0})
    assert "16.3 If Red has more" in said(solution)


def test_fighters_that_fly_over_the_fleet_pool_are_no_matter_of_capacity() -> None:
    player = {"planets": {"quann": {"space-dock": 1}}, "technologies": ["fighter-2"], "fleet_pool": 1,
              "space": {"cruiser": 1, "fighter": 3}, "trade_goods": 4, "produce": {"fighter": 2}}  # fmt: skip
    solution = produce(player)
    clauses = {row["subject"]: row["clauses"] for row in solution["answer"]["findings"]}
    assert clauses["Fleet pool and capacity"] == ["37.1", "37.3"]
    assert left(solution, "Red") == near({"3 fighter, 1 cruiser; quann: 1 space-dock": 1.0})
    assert "37.3" in said(solution)
    assert "16.3" not in said(solution)


@pytest.mark.parametrize(
    ("player", "others", "reason"),
    [
        ({**DOCK, "policy": {"decline": ["production"]}}, (), "Red declines to use Production"),
        ({**DOCK, "effects": {"entropic-scar": 1}}, (),
         "Entropic Scar keeps Space Dock I on Abaddon from using Production"),
        ({"planets": {"abaddon": {"infantry": 1}}}, (), "Red has no unit with Production in the system"),
        (DOCK, ({"name": "Blue", "planets": {"abaddon": {"infantry": 1}}},),
         "Red’s Space Dock I on Abaddon is destroyed: Blue has units there, and Red has no ground forces"),
        ({"faction": "clan-of-saar", "space": {"space-dock": 1}}, ({"name": "Blue", "space": {"cruiser": 1}},),
         "Red’s Floating Factory I is blockaded, so it is destroyed"),
        ({**DOCK, "faction": "winnu", "effects": {"warfare": 1}}, (),
         "Warfare Secondary does not use Space Dock I on Abaddon: Abaddon is not in Red’s home system"),
        ({**DOCK, "effects": {"warfare": 1}}, (), "Warfare Secondary does not use Space Dock I on Abaddon: Abaddon is "
         "not in a home system"),
        ({"planets": {"nestphar": {"infantry": 1}}, "faction": "arborec", "effects": {"construction": 1}}, (),
         "Construction Primary does not use Letani Warrior I on Nestphar: it is not a space dock"),
    ],
)  # fmt: skip
def test_that_nothing_produces_has_its_reason(player: Data, others: tuple[Data, ...], reason: str) -> None:
    solution = produce({**player, "produce": {"infantry": 1}}, *others)
    (found,) = [row for row in solution["answer"]["findings"] if row["subject"] == "Production limit"]
    assert found["verdict"] == "no"
    assert f"nothing here produces: {reason}" in found["text"]


def test_a_dock_that_coexists_makes_no_ships_and_says_whose_planet_it_is_on() -> None:
    blue: Data = {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}}
    red: Data = {"planets": {"abaddon": {"space-dock": 1, "infantry": 1}}, "trade_goods": 4}
    solution = produce({**red, "produce": {"cruiser": 1, "infantry": 2}}, blue)
    found = {row["subject"]: row["text"] for row in solution["answer"]["findings"] if row["verdict"] == "no"}
    assert list(found) == ["Who can make them", "Placement: Infantry"]
    assert "Space Dock I on Abaddon coexists, so it is blockaded" in found["Who can make them"]
    assert all("Red does not control Abaddon, where Blue has units too" in text for text in found.values())
    legal = produce({**red, "controls": ["abaddon"], "produce": {"cruiser": 1, "infantry": 2}}, blue)
    assert legal["answer"]["headline"].startswith("Legal")


def test_a_best_build_of_nothing_has_its_reason() -> None:
    nothing = produce({**DOCK, "policy": {"decline": ["production"]}, "trade_goods": 3})
    assert nothing["answer"]["headline"].endswith("resources, because Red declines to use Production.")


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


@pytest.mark.parametrize(
    ("fleet_pool", "cruisers", "goods", "most"),
    [
        (1, 0, 3, "1 Carrier for 3"),  # which holds the Eidolon, as a cruiser would not
        (1, 0, 2, "nothing can be produced"),
        (2, 0, 2, "1 Destroyer for 1"),  # the Eidolon keeps its place in the pool
        (2, 1, 4, "1 Carrier for 3"),
        (2, 0, 4, "1 Destroyer, 1 Carrier for 4"),
    ],
)
def test_a_best_build_moves_an_eidolon_maximum_from_the_fleet_pool_to_capacity(
    fleet_pool: int, cruisers: int, goods: int, most: str
) -> None:
    red: Data = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"]}
    red |= {
        "space": {"mech": 1, "cruiser": cruisers},
        "planets": {"quann": {"space-dock": 1}},
        "resources": {"quann": 0},
    }
    solution = produce({**red, "fleet_pool": fleet_pool, "trade_goods": goods, "policy": {"build": "ships"}})
    assert most in solution["answer"]["headline"]


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


def test_an_eidolon_maximum_cannot_be_produced_and_leaves_no_mech_to_place() -> None:
    technologies = ["absolute-synergy", "self-assembly-routines"]
    planets = {"abaddon": {"space-dock": 1, "mech": 1}}
    red = {"faction": "naaz-rokha-alliance", "technologies": technologies, "planets": planets, "trade_goods": 9}
    found = verdicts(produce({**red, "produce": {"infantry": 1, "mech": 1}}))
    assert (found["Mech"], found["Self-Assembly Routines"]) == ("no", "depends")


def test_what_the_duha_menaimon_may_produce_is_said_to_be_left_out() -> None:
    player = {"faction": "arborec", "space": {"flagship": 1}, "produce": {"infantry": 2}, "trade_goods": 1}
    found = produce(player)
    assert any("Not modeled" in words and "Duha Menaimon" in words for words in found["warnings"])


@pytest.mark.parametrize(("order", "stays"), [({"fighter": 2}, True), ({"fighter": 1, "cruiser": 1}, False)])
def test_an_order_with_fewer_than_two_fighters_discards_prophecy_of_ixth(order: Data, stays: bool) -> None:
    found = produce({**DOCK, "effects": {"prophecy-of-ixth": 1}, "produce": order})
    assert legal(found)
    (text,) = [row["text"] for row in found["answer"]["findings"] if row["subject"] == "Prophecy of Ixth"]
    assert ("keeps the law" in text) is stays
    assert found["warnings"] == []


def test_an_order_too_large_for_either_dock_is_measured_by_the_better_one() -> None:
    """Before Thunder's Edge, Warfare uses one dock: 4 units from that on Valk, where the one on Avar makes 3."""
    docks = {"avar": {"space-dock": 1}, "valk": {"space-dock": 1}}
    argent = {"faction": "argent-flight", "planets": docks, "trade_goods": 9, "effects": {"warfare": 1}}
    found = produce({**argent, "produce": {"infantry": 7}}, edition="pok")
    assert (legal(found), limit(found)) == (False, 4)


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
