"""Sustain Damage: the best choice against every choice tried, the cards that answer, and what the clauses say."""

import itertools
import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest

import mecatol
from mecatol.domain.places import SPACE
from mecatol.preparing.prepare import prepare
from mecatol.rules.hits.assignment import by_policy
from mecatol.rules.hits.hit_set import checked_hits, take_of
from mecatol.rules.hits.windows import Hits
from tests.solver.helpers import ask, left, problems

Data = dict[str, Any]
SUSTAIN = "sustain-damage"
PRICE = {"fighter": Fraction(1, 2), "destroyer": Fraction(1), "cruiser": Fraction(2), "carrier": Fraction(3),
         "dreadnought": Fraction(4), "flagship": Fraction(8), "war-sun": Fraction(12)}  # fmt: skip
ABLE = ("dreadnought", "flagship", "war-sun")


def sustain(red: Data, blue: Data, **hits: Any) -> Data:
    return ask(SUSTAIN, {"name": "Red", **red}, {"name": "Blue", **blue}, hits={"source": "space-combat", **hits})


def least_loss(
    ships: tuple[tuple[str, bool], ...],
    hits: int,
    cards: int,
    held: Fraction,
    cancels: int,
    safe: tuple[str, ...],
    wanted: tuple[str, ...],
) -> Fraction:
    """Try every order of sustaining, stop anywhere, then lose every set of ships: the least expected loss.

    Ships are (type, damaged). The enemy plays a card on every ship of a type wanted; the first chance to do so tells
    whether there are any.
    """

    @cache
    def best(ships: tuple[tuple[str, bool], ...], hits: int, cards: int, known: bool) -> Fraction:
        lost = min(len(ships), hits)
        least = min(
            sum((PRICE[ships[index][0]] for index in gone), Fraction(0))
            for gone in itertools.combinations(range(len(ships)), lost)
        )
        for index, (unit, damaged) in enumerate(ships):
            if damaged or unit not in ABLE or not hits:
                continue
            after = hits - min(hits, cancels)
            rest = ships[:index] + ships[index + 1 :]
            stays = tuple(sorted((*rest, (unit, True))))
            if not cards or unit in safe or unit not in wanted:
                value = best(stays, after, cards, known)
            else:
                hit = PRICE[unit] + best(rest, after, cards - 1, True)
                chance = Fraction(1) if known else held
                value = chance * hit + (1 - chance) * best(stays, after, 0, True)
            least = min(least, value)
        return least

    return best(ships, hits, cards, False)


def random_case(rng: random.Random) -> tuple[Data, Callable[[], Fraction]]:
    """Return a scenario, and what tries every play of it for the least loss that is reached."""
    letnev = rng.random() < 0.3
    red: Data = {"name": "Red", "technologies": ["war-sun"], "policy": {"assign": "best"}}
    red["faction"] = "barony-of-letnev" if letnev else "emirates-of-hacan"
    if letnev and rng.random() < 0.7:
        red["technologies"].append("non-euclidean-shielding")
    if rng.random() < 0.3:
        red["technologies"].append("dreadnought-2")
    space = {"fighter": rng.randint(0, 2), "cruiser": rng.randint(0, 1), "carrier": rng.randint(0, 1),
             "dreadnought": rng.randint(0, 3), "flagship": rng.randint(0, 1), "war-sun": rng.randint(0, 1)}  # fmt: skip
    space["destroyer"] = int(not any(space.values()))
    red["space"] = {unit: count for unit, count in space.items() if count}
    if space["dreadnought"] and rng.random() < 0.4:
        red["damaged"] = {"dreadnought": rng.randint(1, space["dreadnought"])}
    cards, held = rng.randint(0, 2), rng.choice([0, 5, 15, 25, 40, 60, 100])
    blue: Data = {"name": "Blue", "space": {"cruiser": 1}, "effects": {"direct-hit": cards}}
    wanted = tuple(PRICE)
    if rng.random() < 0.3:
        wanted = ("flagship", "war-sun")
        blue["policy"] = {"direct_hit": list(wanted)}
    hits = rng.randint(1, 5)
    hurt = red.get("damaged", {})
    ships = [(unit, index < hurt.get(unit, 0)) for unit, count in red["space"].items() for index in range(count)]
    least = partial(
        least_loss, tuple(sorted(ships)), hits, cards, Fraction(held, 100),
        2 if "non-euclidean-shielding" in red["technologies"] else 1,
        ("dreadnought",) if "dreadnought-2" in red["technologies"] else (), wanted,
    )  # fmt: skip
    scenario = {"step": SUSTAIN, "players": [red, blue],
                "hits": {"source": "space-combat", "count": hits, "held": held}}  # fmt: skip
    return scenario, least


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_best_equals_every_play_tried_and_is_never_worse_than_a_plain_policy() -> None:
    rng = random.Random("sustain")
    saved = 0
    for _ in range(260):
        scenario, every_play = random_case(rng)
        said, least = json.dumps(scenario), every_play()
        best = mecatol.solve(scenario, exact=True)
        assert best.expected_cost["Red"] == least, said
        plain = json.loads(said)
        for policy in ("cheapest-first", "sustain-first"):
            plain["players"][0]["policy"] = {"assign": policy}
            cost = mecatol.solve(plain, exact=True).expected_cost["Red"]
            assert cost >= least, said
            saved += cost > least
        assert best.choices[0]["choice"] == "assign"
    assert saved > 80


def test_the_margin_is_the_difference_to_the_next_first_choice() -> None:
    red = {"space": {"dreadnought": 2, "cruiser": 1}, "policy": {"assign": "best"}}
    solution = sustain(red, {"space": {"cruiser": 1}, "effects": {"direct-hit": 1}}, count=1, held=10)
    (choice,) = solution["choices"]
    rows = solution["answer"]["tables"][0]["rows"]
    assert rows == [["Sustain with a Dreadnought I first", pytest.approx(0.4)],
                    ["Do not sustain", pytest.approx(2)]]  # fmt: skip
    assert "1.6 fewer than the next best" in choice["text"]


def test_the_break_even_is_where_the_loss_of_both_is_equal() -> None:
    red = {"space": {"dreadnought": 1, "fighter": 1}, "policy": {"assign": "best"}}
    blue = {"space": {"cruiser": 1}, "effects": {"direct-hit": 1}}
    table = sustain(red, blue, count=1, held=50)["answer"]["tables"][1]
    spans = [row[0] for row in table["rows"]]  # 4 p = 1/2 at p = 12.5%
    assert spans == ["0 to 12%", "13 to 100%"]


@pytest.mark.cpython_only("two ways to the same odds: they prove the mathematics, not the Python")
def test_plain_policies_with_cards_for_sure_equal_the_assignment_of_other_steps() -> None:
    rng = random.Random("same")
    for _ in range(120):
        scenario, _every_play = random_case(rng)
        del scenario["hits"]["held"]
        scenario["players"][1].pop("policy", None)
        scenario["players"][0]["policy"] = {"assign": rng.choice(["cheapest-first", "sustain-first"])}
        game = prepare(mecatol.read(scenario))
        case = checked_hits(game)
        hit = take_of(game, case).victims(game.start)
        plain = by_policy(hit, game.start, Hits(case.number)).state.at(0, SPACE)
        ((chance, outcome),) = mecatol.solve(scenario).outcomes
        assert chance == pytest.approx(1), json.dumps(scenario)
        assert outcome["Red"].space == plain, json.dumps(scenario)


@pytest.mark.parametrize(
    ("source", "red", "can", "cannot"),
    [
        ("space-combat", {"space": {"dreadnought": 1, "fighter": 1}}, {"1 Dreadnought"}, {"1 Fighter"}),
        ("anti-fighter-barrage", {"space": {"dreadnought": 1, "fighter": 1}}, set(), {"1 Dreadnought"}),
        ("space-cannon", {"space": {"dreadnought": 1, "infantry": 1}}, {"1 Dreadnought"}, {"1 Infantry"}),
        (
            "bombardment",
            {"faction": "winnu", "planets": {"fria": {"mech": 1, "pds": 1}}},
            {"1 Reclaimer"},
            {"1 PDS"},
        ),
        ("ground-combat", {"faction": "titans-of-ul", "planets": {"elysium": {"pds": 1}}}, {"1 Hel-Titan"}, set()),
    ],
)
def test_only_units_that_can_be_hit_can_cancel(source: str, red: Data, can: set[str], cannot: set[str]) -> None:
    findings = sustain(red, {"space": {"destroyer": 1}}, source=source)["answer"]["findings"]
    verdicts = {row["subject"]: row["verdict"] for row in findings}
    assert {subject for subject in can if verdicts[subject] != "yes"} == set()
    assert {subject for subject in cannot if verdicts[subject] != "no"} == set()


def test_quantum_manipulator_cancels_for_ships_in_combat_and_not_space_cannon() -> None:
    red = {"faction": "nomad", "space": {"carrier": 1, "mech": 1}}
    assert left(sustain(red, {}, count=1), "Red") == {"1 carrier, 1 mech (1 damaged)": 1.0}
    assert "1 carrier" not in left(sustain(red, {}, source="space-cannon"), "Red")


def test_void_shielding_lends_one_use() -> None:
    red = {"space": {"cruiser": 2}, "effects": {"metali-void-shielding": 1}}
    assert left(sustain(red, {}, count=2), "Red") == {"1 cruiser": 1.0}
    assert left(sustain(red, {}, count=1), "Red") == {"2 cruiser (1 damaged)": 1.0}


def test_valkyries_strike_back_in_ground_combat_only() -> None:
    red = {"faction": "sardakk-norr", "planets": {"abaddon": {"mech": 1}}}
    blue = {"planets": {"abaddon": {"infantry": 2}}}
    assert left(sustain(red, blue, source="ground-combat"), "Blue") == {"abaddon: 1 infantry": 1.0}
    assert left(sustain(red, blue, source="bombardment"), "Blue") == {"abaddon: 2 infantry": 1.0}


def test_moll_terminus_silences_ground_forces_on_its_planet() -> None:
    red = {"faction": "winnu", "planets": {"abaddon": {"mech": 1}}}
    blue = {"faction": "mentak-coalition", "planets": {"abaddon": {"mech": 1}}}
    assert left(sustain(red, blue, source="ground-combat"), "Red") == {"nothing": 1.0}


def test_eidolon_maximum_takes_no_hits_of_unit_abilities_but_of_combat() -> None:
    red = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], "planets": {"abaddon": {"mech": 1}}}
    assert left(sustain(red, {}, source="bombardment"), "Red") == {"abaddon: 1 mech": 1.0}
    assert left(sustain(red, {}, source="ground-combat"), "Red") == {"abaddon: 1 mech (1 damaged)": 1.0}
    assert left(sustain(red, {"effects": {"direct-hit": 1}}, source="ground-combat"), "Red") == {"nothing": 1.0}


def test_a_z_grav_eidolon_can_be_hit_in_space_combat() -> None:
    # there it is a ship; its own face has Sustain Damage and this one has not, so one hit destroys it
    red = {"faction": "naaz-rokha-alliance", "space": {"carrier": 1, "mech": 1}}
    hit = sustain({**red, "policy": {"assign": ["mech"]}}, {}, source="space-combat")
    assert left(hit, "Red") == {"1 carrier": 1.0}
    assert left(sustain(red, {}, source="space-combat", count=2), "Red") == {"nothing": 1.0}
    cannon = sustain({**red, "policy": {"assign": ["mech"]}}, {}, source="space-cannon", count=2)
    assert left(cannon, "Red") == {"nothing": 1.0}  # cargo, and the carrier was hit
    assert left(sustain({**red, "space": {"mech": 1, "cruiser": 1, "carrier": 1}}, {}, source="space-cannon",
                        count=1), "Red") == {"1 carrier, 1 mech": 1.0}  # fmt: skip


def test_ground_forces_beside_the_alastor_can_be_hit_and_sustain_in_space_combat() -> None:
    red = {"faction": "nekro-virus", "space": {"flagship": 1, "mech": 1, "infantry": 1}}
    hit = sustain({**red, "policy": {"assign": "sustain-first"}}, {}, source="space-combat", count=3)
    assert left(hit, "Red") == {"1 flagship (1 damaged), 1 mech (1 damaged)": 1.0}


def test_a_scar_takes_sustain_damage_away() -> None:
    assert left(sustain({"space": {"dreadnought": 1}, "effects": {"entropic-scar": 1}}, {}), "Red") == {"nothing": 1.0}


def test_shields_holding_cancels_before_anything_sustains() -> None:
    red = {"space": {"dreadnought": 1}, "effects": {"shields-holding": 1}}
    assert left(sustain(red, {}, count=2), "Red") == {"1 dreadnought": 1.0}
    assert left(sustain(red, {}, count=1, source="space-cannon"), "Red") == {"1 dreadnought (1 damaged)": 1.0}


@pytest.mark.parametrize(("held", "dies"), [(0, 0.0), (30, 0.3), (100, 1.0)])
def test_the_chance_that_a_card_is_held_is_the_chance_that_it_strikes(held: int, dies: float) -> None:
    red = {"space": {"dreadnought": 1}, "policy": {"assign": "sustain-first"}}
    blue = {"space": {"cruiser": 1}, "effects": {"direct-hit": 1}}
    assert left(sustain(red, blue, count=1, held=held), "Red").get("nothing", 0) == pytest.approx(dies)


def test_probabilities_sum_to_one_and_fractions_are_exact() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2, "cruiser": 1}, "policy": {"assign": "sustain-first"}}
    blue = {"name": "Blue", "space": {"cruiser": 1}, "effects": {"direct-hit": 2}}
    scenario = {"step": SUSTAIN, "players": [red, blue], "hits": {"source": "space-combat", "count": 3, "held": 33}}
    exact = mecatol.solve(scenario, exact=True)
    assert sum(p for p, _ in exact.outcomes) == 1
    plain = mecatol.solve(scenario)
    assert [float(p) for p, _ in exact.outcomes] == pytest.approx([p for p, _ in plain.outcomes], abs=1e-12)


@pytest.mark.parametrize(
    ("hits", "field", "says"),
    [
        (None, "hits", "name a source"),
        ({"source": "space-combat", "planet": "abaddon"}, "hits.planet", "name no planet"),
        ({"source": "bombardment"}, "hits.planet", "name the one that is hit"),
        ({"source": "bombardment", "planet": "fria"}, "hits.planet", "no units on 'fria'"),
        ({"source": "space-combat", "against": "Red", "by": "Red"}, "hits.by", "cannot hit their own units"),
        ({"source": "space-combat", "by": "Green"}, "hits.by", "player of this scenario"),
        ({"source": "space-canon"}, "hits.source", "did you mean 'space-cannon'"),
        ({"source": "space-combat", "count": -1}, "hits.count", "from 0 to 40"),
    ],
)
def test_bad_hits_are_named(hits: Data | None, field: str, says: str) -> None:
    players = ({"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue"})
    found = problems(SUSTAIN, *players, **({"hits": hits} if hits else {}))
    assert says in found[field]


def test_scenarios_with_hits_read_back_as_they_were() -> None:
    rng = random.Random("print")
    for _ in range(40):
        scenario, _every_play = random_case(rng)
        printed = mecatol.read(scenario).data()
        assert mecatol.read(printed).data() == printed
        assert printed["hits"]["source"] == scenario["hits"]["source"]


def test_emergency_repairs_mend_all_at_the_end_of_a_combat_round_only() -> None:
    red = {"space": {"dreadnought": 2}, "damaged": {"dreadnought": 1}, "effects": {"emergency-repairs": 1}}
    assert left(sustain(red, {}, then="round-end"), "Red") == {"2 dreadnought": 1.0}
    assert left(sustain(red, {}, source="space-cannon", then="round-end"), "Red") == {"2 dreadnought (2 damaged)": 1.0}


EMPYREAN = {"faction": "empyrean", "space": {"flagship": 1, "dreadnought": 1}}


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize(
    ("paid", "count", "stays"),
    [
        (2, 2, "1 dreadnought, 1 flagship"),  # two hits, four influence: both are repaired
        (1, 2, "1 dreadnought (1 damaged), 1 flagship"),  # the dearest first
        (2, 3, "1 flagship"),  # nobody pays for what is lost
        (2, 4, "nothing"),  # none sustains twice against the same hits
    ],
)  # fmt: skip
def test_dynamo_repairs_what_has_sustained(assign: str, paid: int, count: int, stays: str) -> None:
    red = {**EMPYREAN, "effects": {"dynamo-repair": paid}, "policy": {"assign": assign}}
    assert left(sustain(red, {"space": {"cruiser": 1}}, count=count), "Red") == {stays: 1.0}


def test_dynamo_comes_too_late_for_what_direct_hit_destroys() -> None:
    red = {**EMPYREAN, "effects": {"dynamo-repair": 2}, "policy": {"assign": ["dreadnought", "flagship"]}}
    blue = {"space": {"cruiser": 1}, "effects": {"direct-hit": 1}}
    both = left(sustain(red, blue, count=1, held=50), "Red")
    # the dreadnought sustains and is destroyed for it half of the time, else it is repaired
    assert both == {"1 flagship": 0.5, "1 dreadnought, 1 flagship": 0.5}


def test_dynamo_repairs_nothing_once_it_is_destroyed() -> None:
    red = {**EMPYREAN, "effects": {"dynamo-repair": 2}, "policy": {"assign": ["flagship", "dreadnought"]}}
    blue = {"space": {"cruiser": 1}, "effects": {"direct-hit": 1}}
    assert left(sustain(red, blue, count=2), "Red") == {"1 dreadnought (1 damaged)": 1.0}


def test_dynamo_repairs_ground_forces_below_it() -> None:
    red = {
        "faction": "empyrean",
        "effects": {"dynamo-repair": 1},
        "space": {"flagship": 1},
        "planets": {"lodor": {"mech": 1}},
    }
    hit = sustain(red, {"planets": {"lodor": {"infantry": 1}}}, source="ground-combat", count=1)
    assert left(hit, "Red") == {"1 flagship; lodor: 1 mech": 1.0}


def test_maneuvering_jets_cancel_a_hit_of_space_cannon_alone() -> None:
    red = {"space": {"dreadnought": 1}, "effects": {"maneuvering-jets": 1}}
    assert left(sustain(red, {}, count=2, source="space-cannon"), "Red") == {"1 dreadnought (1 damaged)": 1.0}
    assert left(sustain(red, {}, count=1), "Red") == {"1 dreadnought (1 damaged)": 1.0}


def test_the_van_hauge_takes_all_ships_along_when_hits_or_a_card_destroy_it() -> None:
    red = {"faction": "yin-brotherhood", "space": {"flagship": 1, "cruiser": 1, "infantry": 1}}
    blue = {"space": {"carrier": 1, "fighter": 2, "infantry": 2}}
    hurt = sustain({**red, "damaged": {"flagship": 1}}, blue, count=2)
    assert left(hurt, "Red") == {"1 infantry": 1.0}
    assert left(hurt, "Blue") == {"2 infantry": 1.0}  # they are removed only after the combat
    shot = sustain({**red, "damaged": {"flagship": 1}}, blue, count=2, source="space-cannon")
    assert left(shot, "Red") == left(shot, "Blue") == {"nothing": 1.0}
    # Direct Hit is held half of the time: sustaining with the flagship then loses it and the cruiser, 10 resources
    held = {**blue, "effects": {"direct-hit": 1}}
    told = sustain({**red, "policy": {"assign": "best"}}, held, count=1, held=50)
    rows = told["answer"]["tables"][0]["rows"]
    assert rows == [["Do not sustain", 2.0], ["Sustain with a Van Hauge first", 5.0]]
    assert not told["warnings"]
