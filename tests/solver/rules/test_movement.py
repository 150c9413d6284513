"""Movement: who arrives, past what, and what gravity rifts leave, against a plain model of a table."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import systems
from mecatol.rules.movement.windows import Moving
from mecatol.scenario.movement import ANOMALIES, SYSTEMS, WAYS
from tests.solver.helpers import ask, near, problems, verdicts

Data = dict[str, Any]
MOVES = {"carrier": 1, "cruiser": 2, "destroyer": 2, "dreadnought": 1}
ROOM = {"carrier": 4, "dreadnought": 1}
BARS = {"asteroid-field", "supernova", "nebula", "ships", "hololattice"}


def move(*fleets: Data, **rest: Any) -> Data:
    red = {key: rest.pop(key) for key in ("technologies", "effects", "faction", "space", "fleet_pool") if key in rest}
    return ask("movement", {"name": "Red", "fleets": list(fleets), **red}, **rest)


def arrived(solution: Data) -> dict[frozenset[tuple[str, int]], float]:
    found: Counter[frozenset[tuple[str, int]]] = Counter()
    for outcome in solution["outcomes"]:
        found[frozenset(outcome["players"]["Red"]["space"].items())] += outcome["probability"]
    return dict(found)


def plainly(units: dict[str, int], start: str, through: list[str], into: str) -> dict[str, int]:
    """Return which ships arrive, by the rules as one applies them at the table."""
    if start == "token" or BARS & set(through) or into in ("asteroid-field", "supernova"):
        return {}
    rifts = [start, *through].count("gravity-rift")
    going = {}
    for kind, count in units.items():
        reach = (1 if start == "nebula" else MOVES[kind]) + rifts
        if len(through) + 1 <= reach:
            going[kind] = count
    return going


@pytest.mark.parametrize("seed", range(60))
def test_ships_arrive_as_at_a_table(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [word for word in SYSTEMS if word not in ("active", "wormhole", "home", "dimensional-tear")]
    units = {kind: rng.randint(1, 2) for kind in MOVES if rng.random() < 0.6} or {"cruiser": 1}
    start, into = rng.choice(kinds), rng.choice(["clear", *ANOMALIES])
    through = [rng.choice(["clear", "token", "gravity-rift", *kinds]) for _ in range(rng.randint(0, 3))]
    fleet = {"units": units, "from": start, "through": through}
    going = plainly(units, start, through, into)
    solution = move(fleet, into=into)
    rifts = [start, *through].count("gravity-rift")
    alive = Fraction(7, 10) ** rifts
    expected: Counter[frozenset[tuple[str, int]]] = Counter()
    ships = [kind for kind, count in going.items() for _ in range(count)]
    for fates in product((True, False), repeat=len(ships)):
        chance = Fraction(1)
        for lives in fates:
            chance *= alive if lives else 1 - alive
        left = Counter(kind for kind, lives in zip(ships, fates, strict=True) if lives)
        expected[frozenset(left.items())] += chance
    wanted = {force: float(chance) for force, chance in expected.items() if chance}
    assert arrived(solution) == near(wanted)


@pytest.mark.parametrize("carriers", [1, 2, 3])
@pytest.mark.parametrize("infantry", [0, 1, 5])
def test_what_is_carried_dies_with_its_ship(carriers: int, infantry: int) -> None:
    solution = move({"units": {"carrier": carriers, "infantry": infantry}, "from": "gravity-rift"})
    loads = [infantry // carriers + (ship < infantry % carriers) for ship in range(carriers)]
    expected: Counter[frozenset[tuple[str, int]]] = Counter()
    for rolls in product(range(1, 11), repeat=carriers):
        alive = [load for load, roll in zip(loads, rolls, strict=True) if roll > 3]
        left = {"carrier": len(alive), "infantry": min(sum(alive), 4 * len(alive))}
        expected[frozenset((kind, count) for kind, count in left.items() if count)] += 1
    total = 10**carriers
    if infantry <= 4 * carriers:
        assert arrived(solution) == near({force: ways / total for force, ways in expected.items()})
    lost = solution["expected_losses"]["Red"]
    assert lost["carrier"] == near(carriers * 0.3)
    assert lost.get("infantry", 0) == near(min(infantry, 4 * carriers) * 0.3)


def test_exact_fractions() -> None:
    red = {"name": "Red", "fleets": [{"units": {"cruiser": 2}, "from": "gravity-rift"}]}
    solution = mecatol.solve({"step": "movement", "players": [red]}, exact=True)
    assert [chance for chance, _ in solution.outcomes] == [Fraction(49, 100), Fraction(42, 100), Fraction(9, 100)]
    assert solution.expected_losses == {"Red": {"cruiser": Fraction(3, 5)}}
    assert solution.expected_cost == {"Red": Fraction(6, 5)}


@pytest.mark.parametrize(
    ("owned", "fleet", "into"),
    [
        ({"technologies": ["antimass-deflectors"]}, {"through": ["asteroid-field"]}, "asteroid-field"),
        ({"technologies": ["light-wave-deflector"]}, {"through": ["ships"]}, "clear"),
        ({"effects": {"in-the-silence-of-space": 1}}, {"through": ["ships"]}, "clear"),
        ({"effects": {"aetherpassage": 1}}, {"through": ["ships"]}, "clear"),
        ({"effects": {"flank-speed": 1}}, {"through": ["clear", "clear"]}, "clear"),
        ({"technologies": ["gravity-drive"]}, {"through": ["clear", "clear"]}, "clear"),
        ({"effects": {"ionian-fuel-refinery": 1}}, {"through": ["clear", "clear"]}, "clear"),
        ({"effects": {"shared-research": 1}}, {"through": ["nebula"]}, "clear"),
        ({"effects": {"nav-suite": 1}}, {"from": "nebula", "through": ["supernova"]}, "asteroid-field"),
        ({"effects": {"circlet-of-the-void": 1}}, {"from": "nebula", "through": ["nebula"]}, "supernova"),
        ({"effects": {"dominus-orb": 1}}, {"from": "token"}, "clear"),
        ({"faction": "argent-flight", "effects": {"wing-transfer": 1}}, {"from": "token"}, "clear"),
        ({"effects": {"lost-star-chart": 1}}, {"by": ["alpha-to-beta"]}, "clear"),
        ({"effects": {"wormhole-reconstruction": 1}}, {"by": ["alpha-to-beta"]}, "clear"),
        ({"faction": "empyrean"}, {"from": "nebula", "through": ["nebula"]}, "clear"),
        ({"faction": "ghosts-of-creuss"}, {"from": "home", "through": ["clear", "clear"]}, "clear"),
        ({"faction": "ghosts-of-creuss"}, {"by": ["alpha-to-beta"]}, "clear"),
        ({"faction": "empyrean", "technologies": ["aetherstream"]}, {"through": ["clear", "clear"]}, "clear"),
        ({"faction": "embers-of-muaat"}, {"through": ["supernova"]}, "clear"),
        ({"faction": "winnu", "effects": {"imperator": 1}}, {"through": ["clear", "clear"]}, "clear"),
        ({"faction": "embers-of-muaat", "technologies": ["magmus-reactor-omega"]}, {}, "supernova"),
        ({"effects": {"call-of-the-void": 1}}, {"through": ["clear", "clear"]}, "clear"),
        ({"effects": {"crucible": 1}}, {"through": ["gravity-rift", "clear", "clear"]}, "clear"),
        ({"effects": {"al-raith-ix-ianovar": 1}}, {"from": "fracture", "through": ["clear", "clear"]}, "clear"),
        ({"effects": {"resonance-generator": 1}}, {"from": "breach", "through": ["clear", "clear"]}, "clear"),
        ({"effects": {"resonance-generator": 1}}, {"from": "home", "through": ["clear", "clear"]}, "clear"),
    ],
    ids=lambda value: ",".join(str(v) for v in value.values()) if isinstance(value, dict) else value,
)
def test_each_effect_opens_a_way_that_is_closed_without_it(owned: Data, fleet: Data, into: str) -> None:
    cruiser = {"units": {"cruiser": 1}, **fleet}
    assert verdicts(move(cruiser, into=into))["Cruiser I"] == "no"
    assert verdicts(move(cruiser, into=into, **owned))["Cruiser I"] == "yes"


def test_every_effect_of_movement_is_tried_here() -> None:
    tried = {"antimass-deflectors", "light-wave-deflector", "in-the-silence-of-space", "flank-speed", "gravity-drive",
             "shared-research", "nav-suite", "circlet-of-the-void", "dominus-orb", "lost-star-chart",
             "enforced-travel-ban", "wormhole-reconstruction", "voidborn", "slipstream", "quantum-entanglement",
             "gashlai-physiology", "magmus-reactor-omega", "ysia-yssrila-passage",
             "aetherstream", "magmus-reactor", "imperator", "gravleash-maneuvers", "miniaturization",
             "dimensional-tear-rift", "dimensional-tear-2-rift", "crucible", "al-raith-ix-ianovar",
             "resonance-generator", "ahk-syl-siven", "corsair-passage", "captain-mendosa", "myru-vos",
             "sundered", "aetherpassage", "aerie-hololattice", "heavens-eye-repair",
             "dws-luminous-passage", "chaos-mapping", "ionian-fuel-refinery", "call-of-the-void",
                 "cosmic-phenomenae", "survival-instinct", "wing-transfer"}  # fmt: skip
    assert {slug for slug, effect in mecatol.EFFECTS.items() if effect.acts_in(Moving)} == tried
    assert all("movement" in mecatol.EFFECTS[slug].steps for slug in tried)


def test_the_travel_ban_closes_what_the_star_chart_opens() -> None:
    cruiser = {"units": {"cruiser": 1}, "by": ["beta"]}
    ban = {"enforced-travel-ban": 1}
    assert verdicts(move(cruiser))["Cruiser I"] == "yes"
    assert verdicts(move(cruiser, effects=ban))["Cruiser I"] == "no"
    assert verdicts(move(cruiser, effects={**ban, "lost-star-chart": 1}))["Cruiser I"] == "yes"
    assert verdicts(move(cruiser, effects=ban, faction="ghosts-of-creuss"))["Cruiser I"] == "yes"
    assert verdicts(move({**cruiser, "by": ["gamma"]}, effects=ban))["Cruiser I"] == "yes"


@pytest.mark.parametrize(
    "owned",
    [
        {},
        {"technologies": ["light-wave-deflector"]},
        {"effects": {"in-the-silence-of-space": 1, "aetherpassage": 1, "myru-vos": 1, "nav-suite": 1}},
        {"faction": "yssaril-tribes"},
    ],
    ids=["nothing", "light-wave-deflector", "cards", "ysia-yssrila"],
)
def test_nothing_moves_through_structures_with_aerie_hololattice(owned: Data) -> None:
    """What passes ships does not pass them; a system with such structures can be left and entered."""
    blue = {"name": "Blue", "faction": "argent-flight", "technologies": ["aerie-hololattice"]}
    for place, able in (({"through": ["hololattice"]}, "no"), ({"from": "hololattice", "through": ["clear"]}, "yes")):
        red = {"name": "Red", "fleets": [{"units": {"cruiser": 1}, **place}], **owned}
        found = ask("movement", red, blue, into="hololattice")
        assert verdicts(found)["Cruiser I"] == able
        assert not any("does not affect" in warning for warning in found["warnings"])
        assumed = "Assumed: no system on the way has structures of Blue, who has Aerie Hololattice"
        assert any(warning.startswith(assumed) for warning in found["warnings"]) == (able == "yes")


@pytest.mark.parametrize(
    ("into", "there", "others", "able", "assumed"),
    [
        (["asteroid-field"], {"cruiser": 1}, 0, "no", False),
        (["asteroid-field", "ships"], {}, 0, "no", False),  # nobody else’s ships can be there
        (["asteroid-field", "ships"], {}, 1, "yes", True),
        (["asteroid-field"], {"space-dock": 1}, 0, "yes", True),  # a Floating Factory is no ship
        (["asteroid-field"], {}, 0, "yes", True),
        (["clear"], {"cruiser": 1}, 0, "yes", False),
    ],
)
def test_chaos_mapping_closes_asteroid_fields_with_its_owners_ships(
    into: list[str], there: Data, others: int, able: str, assumed: bool
) -> None:
    red = {"name": "Red", "technologies": ["antimass-deflectors"], "fleets": [{"units": {"cruiser": 1}}]}
    saar = {"name": "Blue", "faction": "clan-of-saar", "technologies": ["chaos-mapping"], "space": there}
    found = ask("movement", red, saar, *({"name": "Green"} for _ in range(others)), into=into)
    assert verdicts(found)["Cruiser I"] == able
    text = "Assumed: Blue, who has Chaos Mapping, has no ships in the active system."
    assert (text in found["warnings"]) == assumed
    idle = [warning for warning in found["warnings"] if "does not affect" in warning]
    assert bool(idle) == ("space-dock" in there)
    own = {**red, "faction": "clan-of-saar", "technologies": ["antimass-deflectors", "chaos-mapping"]}
    assert verdicts(ask("movement", {**own, "space": there}, {"name": "Blue"}, into=into))["Cruiser I"] == "yes"


def test_the_first_magmus_reactor_opens_supernovas_too() -> None:
    muaat = {"faction": "embers-of-muaat", "technologies": ["magmus-reactor"], "edition": "base"}
    assert verdicts(move({"units": {"cruiser": 1}}, into="supernova", **muaat))["Cruiser I"] == "yes"


@pytest.mark.parametrize(
    ("through", "able"),
    [
        ([["own-units", "ships"]], "yes"),  # move value 1, and 1 more for that system
        (["own-units", ["own-units", "ships"], "own-units"], "yes"),
        (["own-units", "clear"], "no"),  # enters three systems with move value 2
        (["ships"], "no"),
        ([["own-units", "nebula"]], "no"),
        ([["own-units", "hololattice"]], "no"),
    ],
)
def test_the_luminous_moves_through_systems_with_own_units(through: list[Any], able: str) -> None:
    fleet = {"units": {"flagship": 1, "cruiser": 1}, "through": through}
    found = verdicts(move(fleet, faction="deepwrought-scholarate"))
    assert found["D.W.S. Luminous"] == able
    assert found["Cruiser I"] == "no"  # stopped by what it meets, or too slow
    empyrean = verdicts(move({"units": {"flagship": 1}, "through": through}, faction="empyrean"))
    assert empyrean["Dynamo"] == "no"


def test_the_flagship_of_yssaril_passes_and_its_escort_does_not() -> None:
    solution = move({"units": {"flagship": 1, "cruiser": 1}, "through": ["ships"]}, faction="yssaril-tribes")
    assert verdicts(solution) == {"Y'sia Y'ssrila": "yes", "Cruiser I": "no"}


def test_nobody_rolls_with_the_circlet_and_the_pull_stays() -> None:
    fleet = {"units": {"carrier": 1, "infantry": 1}, "from": "gravity-rift", "through": ["clear"]}
    solution = move(fleet, effects={"circlet-of-the-void": 1})
    assert verdicts(solution) == {"Carrier I": "yes", "Infantry I": "yes", "Gravity rift": "yes"}
    assert len(solution["outcomes"]) == 1
    without_pull = move(fleet, effects={"nav-suite": 1})
    assert verdicts(without_pull)["Carrier I"] == "no"


def test_the_empyrean_let_others_pass_and_gain_nothing_by_it_themselves() -> None:
    cruiser = {"units": {"cruiser": 1}, "through": ["ships"]}
    own = move(cruiser, faction="empyrean", effects={"aetherpassage": 1})
    assert verdicts(own)["Cruiser I"] == "no"
    assert "Red’s Aetherpassage cannot be played by its own faction; it was ignored." in own["warnings"]


def test_the_card_for_one_system_goes_to_the_fleet_that_brings_most() -> None:
    fleets = ({"units": {"destroyer": 1}, "through": ["ships"]}, {"units": {"cruiser": 3}, "through": ["ships"]})
    solution = move(*fleets, effects={"in-the-silence-of-space": 1})
    assert verdicts(solution) == {"Fleet 1: Destroyer I": "no", "Fleet 2: Cruiser I": "yes"}
    assert "Assumed: the card for the ships of one system is used for fleet 2." in solution["warnings"]


def test_gravity_drive_is_for_one_ship() -> None:
    solution = move({"units": {"dreadnought": 3}, "through": ["clear"]}, technologies=["gravity-drive"])
    assert verdicts(solution)["Dreadnought I"] == "depends"
    assert arrived(solution) == {frozenset({("dreadnought", 1)}): 1.0}


def test_fighters_2_are_carried_while_there_is_room_and_fly_else() -> None:
    solution = move({"units": {"carrier": 1, "infantry": 3, "fighter": 3}}, technologies=["fighter-2"], fleet_pool=3)
    assert verdicts(solution)["Fighter II"] == "yes"
    assert arrived(solution) == {frozenset({("carrier", 1), ("infantry", 3), ("fighter", 3)}): 1.0}
    assert verdicts(move({"units": {"fighter": 2}}))["Fighter I"] == "no"


def test_out_of_the_active_system_and_back() -> None:
    cruiser = {"units": {"cruiser": 1}, "from": ["active", "token"], "through": ["clear"]}
    assert verdicts(move(cruiser))["Cruiser I"] == "yes"
    assert verdicts(move(cruiser, into="nebula"))["Cruiser I"] == "no"


def test_the_tile_of_the_active_system_says_what_is_there() -> None:
    tile = next(number for number, tile in systems().items() if "supernova" in tile["anomalies"])
    assert verdicts(move({"units": {"cruiser": 1}}, system=tile))["Cruiser I"] == "no"


def test_what_cannot_be_asked_is_refused_with_the_field() -> None:
    fleets = [{"units": {"cruiser": 1}, "through": ["clear"], "picks_up": {"second": {"infantry": 1}}}]
    assert (
        "is beyond the way"
        in problems("movement", {"name": "Red", "fleets": fleets})["players.0.fleets.0.picks_up.second"]
    )
    assert "name Red’s fleet" in problems("movement", {"name": "Red"})["players.0.fleets"]
    typo = [{"units": {"cruiser": 1}, "through": ["nebular"]}]
    assert "nebula" in problems("movement", {"name": "Red", "fleets": typo})["players.0.fleets.0.through.0"]


def test_the_form_offers_every_kind_of_system_and_way() -> None:
    (active, *_) = mecatol.forms.form("movement").roles
    (fleet,) = [one for one in active.inputs if one.kind == "fleets"]
    assert dict(fleet.systems) == {
        **SYSTEMS,
        # tiles that are several of them at once
        "asteroid-field,gravity-rift": "Asteroid field, gravity rift",
        "asteroid-field,wormhole": "Asteroid field, an alpha or beta wormhole",
        "gravity-rift,wormhole": "Gravity rift, an alpha or beta wormhole",
    }
    assert dict(fleet.ways) == WAYS
    assert {unit.slug for unit in fleet.units} >= {"carrier", "infantry", "mech", "war-sun"}


def test_a_way_through_a_rift_is_answered_with_its_chances() -> None:
    """Two ships leave a rift once, and the carrier has infantry on board: 7/10 each."""
    loaded = {"units": {"cruiser": 1, "carrier": 1, "infantry": 2}, "through": ["gravity-rift"]}
    chances = {chance["condition"]: chance["probability"] for chance in move(loaded)["chances"]}
    assert chances == {
        "Everything that Red moves arrives": near(0.49),
        "The rift removes one of Red’s ships": near(0.51),
        "The rift removes one of Red’s ground forces": near(0.3),
    }
    beyond = {"units": {"carrier": 1}, "through": ["gravity-rift", "clear", "clear"]}
    chances = {chance["condition"]: chance["probability"] for chance in move(beyond)["chances"]}
    assert chances == {"Everything that Red moves arrives": 0, "The rift removes one of Red’s ships": 0}
    assert move({"units": {"carrier": 1}, "through": []})["chances"] == []


def test_an_aerie_sentinel_is_carried_beside_the_capacity() -> None:
    """A carrier takes four infantry and two sentinels, until Articles of War takes the sentinels their text."""
    fleet = {"units": {"carrier": 1, "infantry": 4, "mech": 2}}
    argent: Data = {"faction": "argent-flight"}
    assert arrived(move(fleet, **argent)) == {frozenset({("carrier", 1), ("infantry", 4), ("mech", 2)}): 1}
    law: Data = {"effects": {"articles-of-war": 1}}
    assert arrived(move(fleet, **argent, **law)) == {frozenset({("carrier", 1), ("infantry", 2), ("mech", 2)}): 1}
    bare = {"units": {"cruiser": 1, "mech": 1}}  # a ship without capacity carries none
    assert arrived(move(bare, **argent)) == {frozenset({("cruiser", 1)}): 1}


def test_aetherstream_speeds_a_neighbor() -> None:
    """A carrier with move value 1 enters two systems where the Empyrean, its neighbor, lends it one."""
    fleet = {"name": "Red", "fleets": [{"units": {"carrier": 1}, "through": ["clear"]}]}
    empyrean: Data = {"name": "Blue", "faction": "empyrean"}
    assert verdicts(ask("movement", fleet, empyrean))["Carrier I"] == "no"
    empyrean["technologies"] = ["aetherstream"]
    assert verdicts(ask("movement", fleet, empyrean))["Carrier I"] == "yes"


def test_the_order_in_which_ships_are_named_does_not_matter() -> None:
    """Two infantry in a fleet of two dreadnoughts and a war sun: on the same ships, however the fleet is told."""
    ships = {"war-sun": 1, "dreadnought": 2, "infantry": 2}
    ways = [dict(ships), dict(reversed(ships.items()))]
    found = [arrived(move({"units": units, "from": "gravity-rift"}, technologies=["war-sun"])) for units in ways]
    assert found[0] == near(found[1])


@pytest.mark.parametrize("seed", range(40))
def test_what_pushes_one_ship_each_is_used_as_well_as_any_choice(seed: int) -> None:
    """Gravity Drive, Imperator or both, and Gravleash Maneuvers, against trying every ship for each."""
    rng = random.Random(f"pushed {seed}")
    kinds = [kind for kind in MOVES if rng.random() < 0.6] or ["carrier"]
    ships = [kind for kind in kinds for _ in range(rng.randint(1, 2))]
    through = ["clear"] * rng.randint(1, 2)
    drive, throne, alike = (rng.random() < 0.6 for _ in range(3))
    effects = {"imperator": 1} if throne else {}
    effects |= {"gravleash-maneuvers": 1} if alike else {}
    owned = {"technologies": ["gravity-drive"]} if drive else {}
    most = 0
    for pushed in product(range(len(ships)), repeat=drive + throne):
        speeds = [MOVES[kind] + pushed.count(index) for index, kind in enumerate(ships)]
        speeds = [max(speeds)] * len(ships) if alike else speeds
        most = max(most, sum(speed > len(through) for speed in speeds))
    units = Counter(ships)
    # a player without a faction may have what is Winnu's and what is Letnev's
    solution = move({"units": dict(units), "through": through}, effects=effects, **owned)
    (space,) = arrived(solution)
    assert sum(count for _, count in space) == most


@pytest.mark.parametrize(("tile", "answer"), [(None, "yes"), ("fracture-2", "yes"), ("26", "no")])
def test_call_of_the_void_lets_ships_move_farther_into_the_fracture(tile: str | None, answer: str) -> None:
    fleet = {"units": {"carrier": 1}, "through": ["clear"]}
    system = {"system": tile} if tile else {}
    assert verdicts(move(fleet, effects={"call-of-the-void": 1}, **system))["Carrier I"] == answer


def test_imperator_acts_where_a_legendary_planet_is() -> None:
    """Primor is legendary, on tile 65; tile 20 holds Vefut II alone."""
    fleet = {"units": {"carrier": 1}, "through": ["clear"]}
    for tile, verdict in (("65", "yes"), ("20", "no")):
        found = verdicts(move(fleet, faction="winnu", effects={"imperator": 1}, system=tile))
        assert found["Carrier I"] == verdict


def test_structures_ride_along_with_ral_nel_alone_and_hel_titans_with_nobody() -> None:
    """A destroyer without capacity takes two PDS and a space dock along, and no infantry."""
    fleet = {"units": {"destroyer": 1, "pds": 2, "space-dock": 1, "infantry": 1}}
    found = arrived(move(fleet, faction="ral-nel-consortium"))
    assert found == {frozenset({("destroyer", 1), ("pds", 2), ("space-dock", 1)}): 1}
    titans = {"name": "Red", "faction": "titans-of-ul", "fleets": [{"units": {"carrier": 1, "pds": 1}}]}
    assert list(problems("movement", titans)) == ["players.0.fleets.0.units.pds"]


def test_the_vuilraith_do_not_roll_where_they_have_a_dimensional_tear() -> None:
    """A carrier (move 1) leaves a tear, passes another rift and enters three systems: 1 + 2.

    Vuil'raith roll at the second alone, anybody else at both.
    """
    fleet = {"units": {"carrier": 1}, "from": "dimensional-tear", "through": ["gravity-rift", "clear"]}
    there = frozenset({("carrier", 1)})
    for faction, chance in (("vuilraith-cabal", 0.7), ("federation-of-sol", 0.49)):
        assert arrived(move(fleet, faction=faction))[there] == near(chance)
    home = {"units": {"carrier": 1}, "from": ["dimensional-tear", "home"], "through": ["clear"]}
    assert arrived(move(home, faction="vuilraith-cabal")) == {there: 1}
    upgraded: Data = {"faction": "vuilraith-cabal", "technologies": ["dimensional-tear-2"]}
    assert arrived(move(home, **upgraded)) == {there: 1}
    # the Nekro Virus may have the technology as well: their own tear, and one of the Vuil'raith
    nekro: Data = {"faction": "nekro-virus", "technologies": ["dimensional-tear-2"]}
    assert arrived(move({"units": {"carrier": 1}, "from": "dimensional-tear"}, **nekro)) == {there: 1}
    assert arrived(move({"units": {"carrier": 1}, "from": "gravity-rift"}, **nekro))[there] == near(0.7)


def stops(solution: Data) -> list[tuple[str, int, int, str]]:
    return [(one["unit"], one["number"], one["entered"], one["why"]) for one in solution["answer"]["stops"]]


def test_ships_are_drawn_where_they_get_to() -> None:
    """The rift is the second of three systems: a dreadnought with move value 1 does not get to it for its +1."""
    units = {"cruiser": 2, "dreadnought": 1}
    found = stops(move({"units": units, "through": ["clear", "gravity-rift"]}))
    assert found == [("cruiser", 2, 3, ""), ("dreadnought", 1, 1, "1 short")]
    found = stops(move({"units": units, "from": "gravity-rift", "through": ["clear", "nebula"]}))
    assert found == [("cruiser", 2, 1, "nebula"), ("dreadnought", 1, 1, "nebula")]
    assert stops(move({"units": {"cruiser": 1}, "from": "token"})) == [("cruiser", 1, 0, "command token")]
    assert stops(move({"units": {"cruiser": 1}}, into="supernova")) == [("cruiser", 1, 0, "supernova")]
    # Gravity Drive is for one of them.
    found = stops(move({"units": {"carrier": 2}, "through": ["clear"]}, technologies=["gravity-drive"]))
    assert found == [("carrier", 1, 2, ""), ("carrier", 1, 1, "1 short")]


RAL_NEL: Data = {"faction": "ral-nel-consortium", "effects": {"survival-instinct": 1}}


def test_survival_instinct_moves_two_ships_from_next_door_out_of_a_rift() -> None:
    # a carrier with two infantry and a cruiser: each ship is removed with 3/10; an own token keeps a fleet where it is
    fleet = {"units": {"carrier": 1, "infantry": 2, "cruiser": 1}, "from": "gravity-rift"}
    found = move(fleet, **RAL_NEL)
    [whole] = [one["probability"] for one in found["chances"] if "Everything" in one["condition"]]
    assert whole == pytest.approx(0.7**2)
    held = move({"units": {"cruiser": 1}, "from": "token"}, **RAL_NEL)
    assert verdicts(held)["Cruiser I"] == "no"


@pytest.mark.parametrize(
    ("fleet", "said"),
    [
        ({"units": {"cruiser": 3}}, "Survival Instinct moves 2 ships at most, with what they transport, not 3"),
        ({"units": {"cruiser": 1}, "through": ["clear"]}, "only from adjacent systems"),
    ],
)
def test_survival_instinct_moves_no_more_and_from_no_further(fleet: Data, said: str) -> None:
    with pytest.raises(mecatol.ScenarioError, match=said):
        move(fleet, **RAL_NEL)
    assert move(fleet, faction="ral-nel-consortium")


def test_fighters_that_no_ship_carries_are_among_the_two_of_survival_instinct() -> None:
    upgraded: Data = {**RAL_NEL, "technologies": ["fighter-2"]}
    with pytest.raises(mecatol.ScenarioError, match="not 3; no ship has room for 1 Fighter II"):
        move({"units": {"carrier": 1, "cruiser": 1, "fighter": 5}}, **upgraded)
    assert move({"units": {"carrier": 1, "cruiser": 1, "fighter": 4}}, **upgraded)
    assert move({"units": {"cruiser": 1, "fighter": 1}}, **upgraded)


def test_wing_transfer_moves_no_ships_to_other_players_ships_and_from_no_further() -> None:
    argent: Data = {"faction": "argent-flight", "effects": {"wing-transfer": 1}}
    with pytest.raises(mecatol.ScenarioError, match="moves no ships into a system with other players’ ships"):
        move({"units": {"cruiser": 1}}, into="ships", **argent)
    with pytest.raises(mecatol.ScenarioError, match="only from adjacent systems"):
        move({"units": {"cruiser": 1}, "through": ["clear"]}, **argent)
    four = move({"units": {"cruiser": 4}, "from": ["token", "gravity-rift"]}, **argent)
    [whole] = [one["probability"] for one in four["chances"] if "Everything" in one["condition"]]
    assert whole == pytest.approx(0.7**4)


@pytest.mark.parametrize(("through", "said"), [
    (["clear"], "Red can move everything into the active system; the chance that everything arrives is 70%."),
    (["nebula"], "Red can move 1 Cruiser into the active system; the chance that all of that arrives is 70%. "
                 "1 Carrier must stay behind."),
])  # fmt: skip
def test_the_chance_to_arrive_is_that_of_the_ships_that_can_move(through: list[str], said: str) -> None:
    """A cruiser out of a gravity rift is lost to a 1, 2 or 3 (41.2); the carrier moves two with Gravity Drive."""
    red: Data = {"name": "Red", "technologies": ["gravity-drive"], "fleets": [
        {"units": {"carrier": 1}, "through": through}, {"units": {"cruiser": 1}, "from": "gravity-rift"}]}  # fmt: skip
    assert ask("movement", red)["answer"]["headline"] == said
