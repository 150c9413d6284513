"""Production: what the scenarios in files do not show; `test_production_by_cards.py` has the cards."""

import pytest

import mecatol
from tests.solver.brute_production import TYPES
from tests.solver.helpers import Data, left, legal, near, problems, said, table, verdicts
from tests.solver.rules.producing import ALGORITHM, DOCK, LODOR, cost, limit, produce


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


def test_an_order_too_large_for_either_dock_is_measured_by_the_better_one() -> None:
    """Before Thunder's Edge, Warfare uses one dock: 4 units from that on Valk, where the one on Avar makes 3."""
    docks = {"avar": {"space-dock": 1}, "valk": {"space-dock": 1}}
    argent = {"faction": "argent-flight", "planets": docks, "trade_goods": 9, "effects": {"warfare": 1}}
    found = produce({**argent, "produce": {"infantry": 7}}, edition="pok")
    assert (legal(found), limit(found)) == (False, 4)
