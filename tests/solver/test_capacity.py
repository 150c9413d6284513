"""Capacity between one player's hits and the next player's roll, worked out by hand."""

import pytest

import mecatol
from mecatol.game.model import Game
from mecatol.preparing.prepare import prepare
from mecatol.rules.capacity.carrying import excess, removals, room
from tests.solver.helpers import STRICT, ask, left, near, offense, problems, said


def shooters(count: int) -> list[dict[str, object]]:
    return [{"name": name, "planets": {"arinam": {"pds": 1}}} for name in ("Blue", "Green", "White")[:count]]


def test_three_shooters_at_a_carrier_full_of_fighters() -> None:
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 4}}
    # the carrier takes the first hit and all fighters are lost before the next roll: three dice at 6 miss with 1/8
    solution = offense(red, *shooters(3), policy={"assign": ["carrier"]})
    assert left(solution, "Red") == near({"4 fighter, 1 carrier": 1 / 8, "nothing": 7 / 8})
    assert [roll["player"] for roll in solution["rolls"]] == ["Blue", "Green", "White"]
    assert "16.3 If Red has more fighters" in said(solution)
    # fighters first: three dice at 6 against four fighters
    plain = offense(red, *shooters(3))
    assert left(plain, "Red") == near(
        {"4 fighter, 1 carrier": 1 / 8, "3 fighter, 1 carrier": 3 / 8, "2 fighter, 1 carrier": 3 / 8,
         "1 fighter, 1 carrier": 1 / 8}
    )  # fmt: skip
    assert "16.3" not in said(plain)


def test_the_excess_goes_before_the_next_roll_and_not_at_the_end() -> None:
    # a space dock holds three fighters: hit 1 takes the carrier and a fighter with it, hit 2 one of the three.
    # Counted at the end only, hit 2 would take the fighter in excess and three would be left.
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 4}, "planets": {"meer": {"space-dock": 1}}}
    solution = offense(red, *shooters(2), policy={"assign": ["carrier"]})
    assert left(solution, "Red") == near(
        {
            "4 fighter, 1 carrier; meer: 1 space-dock": 0.25,
            "3 fighter; meer: 1 space-dock": 0.5,
            "2 fighter; meer: 1 space-dock": 0.25,
        }
    )


def test_the_hits_of_one_roll_come_before_the_excess() -> None:
    # both hits of one player are assigned first: carrier, then a fighter; three fighters stay with the dock
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 4}, "planets": {"meer": {"space-dock": 1}}}
    solution = offense(red, {"name": "Blue", "planets": {"arinam": {"pds": 2}}}, policy={"assign": ["carrier"]})
    assert left(solution, "Red") == near(
        {"4 fighter, 1 carrier; meer: 1 space-dock": 0.25, "3 fighter; meer: 1 space-dock": 0.75}
    )


CARRIED = {"name": "Red", "space": {"dreadnought": 2, "fighter": 1, "infantry": 1}, "damaged": {"dreadnought": 2}}


@pytest.mark.parametrize(
    ("capacity", "kept"), [(None, "infantry"), (["fighter"], "infantry"), (["infantry"], "fighter")]
)
def test_who_goes_is_a_choice(capacity: list[str] | None, kept: str) -> None:
    policy = {"assign": ["dreadnought"]} | ({"capacity": capacity} if capacity else {})
    solution = offense(CARRIED, *shooters(1), policy=policy)
    order = "1 fighter, 1 dreadnought (1 damaged)" if kept == "fighter" else "1 dreadnought (1 damaged), 1 infantry"
    assert left(solution, "Red")[order] == near(0.5)


def test_best_keeps_what_costs_more() -> None:
    red = {"name": "Red", "faction": "barony-of-letnev", "space": {"carrier": 1, "dreadnought": 1, "mech": 1,
           "infantry": 3, "fighter": 1}, "damaged": {"dreadnought": 1}}  # fmt: skip
    solution = offense(red, *shooters(1), policy={"assign": "best"})
    # the fighter takes the hit: half a resource
    assert solution["expected_cost"]["Red"] == near(0.25)
    two = offense(red, {"name": "Blue", "planets": {"arinam": {"pds": 2}}}, policy={"assign": "best"})
    # two hits: fighter (0.5) and carrier (3) with the three infantry (1.5) that only it could carry, or the
    # dreadnought (4) whose place is not needed: 4.5 against 5
    assert two["expected_cost"]["Red"] == near(0.5 * 0.5 + 0.25 * 4.5)


def test_ignored_on_request() -> None:
    red = {"name": "Red", "space": {"infantry": 3, "cruiser": 1}}
    solution = offense(red, *shooters(1), assume={"capacity": "ignored"})
    assert left(solution, "Red") == near({"1 cruiser, 3 infantry": 0.5, "3 infantry": 0.5})


def test_too_much_at_the_start_is_refused() -> None:
    found = problems("space-cannon-offense", {"name": "Red", "space": {"carrier": 1, "fighter": 3, "infantry": 2}},
                     *shooters(1))  # fmt: skip
    assert found.keys() == {"players.0.space"}
    assert (
        "5 fighters and ground forces in space; ships and space docks there hold 4; add ships"
        in (found["players.0.space"])
    )


def test_too_much_at_the_start_is_removed_and_told() -> None:
    """The same answer as without what is too much: fighters go first, or what the policy names."""
    red = {"name": "Red", "space": {"carrier": 1, "fighter": 3, "infantry": 2}, "policy": {"assign": ["carrier"]}}
    told = offense(red, *shooters(1))
    assert (
        told["outcomes"]
        == offense({**red, "space": {"carrier": 1, "fighter": 2, "infantry": 2}}, *shooters(1))["outcomes"]
    )
    (warning,) = told["warnings"]
    assert warning == (
        "Over capacity: 1 too many (Red has 5 fighters and ground forces in space; ships and space docks there hold "
        "4). Red removes 1 Fighter before anything else."
    )
    named = {**red, "policy": {"assign": ["carrier"], "capacity": ["infantry"]}}
    assert offense(named, *shooters(1))["warnings"][0].endswith("Red removes 1 Infantry before anything else.")


def test_one_fighter_too_many_does_not_switch_the_limits_off() -> None:
    # two PDS with Graviton Laser System: a hit goes to the carrier, and all that it carries is lost with it (3/4)
    blue = {"name": "Blue", "technologies": ["graviton-laser-system"], "planets": {"lodor": {"pds": 2}}}
    for fighters in (4, 5, 9):
        found = offense({"name": "Red", "space": {"carrier": 1, "fighter": fighters}}, blue)
        gone = [outcome["probability"] for outcome in found["outcomes"] if not outcome["players"]["Red"]["space"]]
        assert gone == [near(0.75)]
        assert bool(found["warnings"]) == (fighters > 4)
    # ground forces are not removed where they are to land, and are lost with what carries them all the same
    invading = {"name": "Red", "space": {"carrier": 1, "infantry": 5}}
    found = ask("tactical-action", invading, blue)
    assert "The limit is ignored." in found["warnings"][0]
    gone = [outcome["probability"] for outcome in found["outcomes"] if not outcome["players"]["Red"]["space"]]
    assert sum(gone) >= 0.75 - 1e-9


def test_where_nothing_carries_all_of_it_stays() -> None:
    """The same answer as where capacity is ignored, for the side that is over; the other keeps to it."""
    told, free = (
        offense({"name": "Red", "space": {"fighter": 3}}, *shooters(1), **more)
        for more in ({}, {"assume": {"capacity": "ignored"}})
    )
    assert told["outcomes"] == free["outcomes"]
    full = {"name": "Red", "space": {"carrier": 1, "fighter": 4}, "policy": {"assign": ["carrier"]}}
    over = {"name": "Blue", "planets": {"lodor": {"pds": 1}}, "space": {"fighter": 1}}
    solution = offense(full, over)
    assert any(warning.startswith("Over capacity: 1 too many (Blue has") for warning in solution["warnings"])
    gone = [outcome["probability"] for outcome in solution["outcomes"] if not outcome["players"]["Red"]["space"]]
    assert gone == [near(0.5)]


# --- what needs no room


def game(player: dict[str, object]) -> Game:
    players = [player, {"name": "Blue"}]
    return prepare(mecatol.read({"step": "space-cannon-offense", "players": players, "assume": STRICT}))


@pytest.mark.parametrize(
    ("player", "over"),
    [
        ({"space": {"fighter": 2}}, 2),
        ({"space": {"carrier": 1, "fighter": 4, "infantry": 1}}, 1),
        # a dock holds three fighters, and no infantry
        ({"space": {"fighter": 3}, "planets": {"x": {"space-dock": 1}}}, 0),
        ({"space": {"fighter": 7}, "planets": {"x": {"space-dock": 1}, "y": {"space-dock": 1}}}, 1),
        ({"space": {"infantry": 2}, "planets": {"x": {"space-dock": 1}}}, 2),
        # a dock next door holds nothing here
        ({"space": {"fighter": 1}, "adjacent": {"space-dock": 1}}, 1),
        # a Dimensional Tear holds six, its upgrade twelve
        ({"faction": "vuilraith-cabal", "space": {"fighter": 7}, "planets": {"x": {"space-dock": 1}}}, 1),
        ({"faction": "vuilraith-cabal", "technologies": ["dimensional-tear-2"], "space": {"fighter": 12},
          "planets": {"x": {"space-dock": 1}}}, 0),
        # a Floating Factory carries four by itself
        ({"faction": "clan-of-saar", "space": {"space-dock": 1, "fighter": 5}}, 1),
        # Fighter II need no carrier; with a fleet pool, those in excess count against it beside the ships
        ({"technologies": ["fighter-2"], "space": {"fighter": 9}}, 0),
        ({"technologies": ["fighter-2"], "space": {"fighter": 5, "cruiser": 2}, "fleet_pool": 4}, 3),
        ({"technologies": ["fighter-2"], "space": {"fighter": 5, "carrier": 1}, "fleet_pool": 2}, 0),
        # Hybrid Crystal Fighter II take half a place
        ({"faction": "naalu-collective", "technologies": ["hybrid-crystal-fighter-2"],
          "space": {"fighter": 5, "cruiser": 2}, "fleet_pool": 4}, 1),
        # flying fighters do not carry infantry
        ({"technologies": ["fighter-2"], "space": {"fighter": 2, "infantry": 1}}, 1),
        # an Aerie Sentinel rides free beside a ship with room, and counts where there is none
        ({"faction": "argent-flight", "space": {"carrier": 1, "infantry": 4, "mech": 3}}, 0),
        ({"faction": "argent-flight", "space": {"cruiser": 1, "mech": 2}}, 2),
        # units on planets count nowhere
        ({"space": {"cruiser": 1}, "planets": {"x": {"infantry": 9}}}, 0),
    ],
)  # fmt: skip
def test_excess(player: dict[str, object], over: int) -> None:
    ready = game({"name": "Red", **player})
    assert excess(ready.sides[0], ready.start.players[0]) == over


@pytest.mark.parametrize(
    ("player", "kept"),
    [
        # removing a fighter that flies or lives at a dock makes no room: the infantry go
        ({"technologies": ["fighter-2"], "space": {"fighter": 2, "infantry": 2}}, {"fighter": 2}),
        ({"space": {"fighter": 3, "infantry": 2}, "planets": {"x": {"space-dock": 1}}}, {"fighter": 3}),
        ({"space": {"fighter": 4, "infantry": 2}, "planets": {"x": {"space-dock": 1}}}, {"fighter": 3}),
        ({"technologies": ["fighter-2"], "space": {"fighter": 3, "infantry": 1}, "fleet_pool": 1}, {"fighter": 1}),
    ],
)
def test_removals_leave_nothing_in_excess(player: dict[str, object], kept: dict[str, int]) -> None:
    ready = prepare(mecatol.read({
        "step": "space-cannon-offense", "players": [{"name": "Red", **player}, {"name": "Blue"}], "assume": STRICT,
    }))  # fmt: skip
    (after,) = removals(ready, ready.sides[0], ready.start.players[0])
    assert {stack.unit: stack.total for stack in after.space} == kept
    assert room(ready.sides[0], after) == 0
    assert excess(ready.sides[0], after) == 0


@pytest.mark.parametrize("step", ["space-cannon-offense", "space-combat", "production"])
def test_more_ships_than_the_fleet_pool_allows_are_refused(step: str) -> None:
    red, blue = {"name": "Red", "space": {"cruiser": 3}, "fleet_pool": 2}, {"name": "Blue", "space": {"cruiser": 1}}
    assert list(problems(step, red, blue)) == ["players.0.fleet_pool"]
    mecatol.solve({"step": step, "players": [red, blue], "assume": {"limits": "ignored"}})
    told = mecatol.solve({"step": step, "players": [red, blue]})
    assert told.warnings[0].startswith("Over the fleet pool: 1 ship too many (Red has 3 ships other than fighters")


MAXIMUM = {"name": "Red", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"]}


def test_eidolon_maximum_needs_no_room_and_stays_when_the_carrier_dies() -> None:
    # one die at 6: half of the time the carrier is lost with its fighter, for the Eidolon cannot be hit
    alone = offense({**MAXIMUM, "space": {"mech": 1}}, *shooters(1))
    assert left(alone, "Red") == near({"1 mech": 1.0})
    red = {**MAXIMUM, "space": {"carrier": 1, "mech": 1, "fighter": 1}, "policy": {"assign": ["carrier"]}}
    assert left(offense(red, *shooters(1)), "Red") == near({"1 fighter, 1 carrier, 1 mech": 0.5, "1 mech": 0.5})
    full = {**MAXIMUM, "space": {"carrier": 1, "mech": 1, "fighter": 4}}
    assert offense(full, *shooters(1))["outcomes"]


def test_eidolon_maximum_counts_against_the_fleet_pool_or_capacity() -> None:
    # a pool of 1 holds the carrier, which holds the Eidolon and three fighters: a fourth is one too many
    full = {**MAXIMUM, "space": {"carrier": 1, "mech": 1, "fighter": 4}, "fleet_pool": 1}
    assert list(problems("space-cannon-offense", full, *shooters(1))) == ["players.0.space"]
    assert offense({**full, "fleet_pool": 2}, *shooters(1))["outcomes"]
    assert offense({**full, "space": {"carrier": 1, "mech": 1, "fighter": 3}}, *shooters(1))["outcomes"]
    cruiser = {**MAXIMUM, "space": {"cruiser": 1, "mech": 1}, "fleet_pool": 1}
    assert list(problems("space-cannon-offense", cruiser, *shooters(1))) == ["players.0.space"]


def test_eidolon_maximum_wins_a_space_combat_by_itself() -> None:
    red = {**MAXIMUM, "space": {"mech": 1}}
    solution = mecatol.solve(
        {"step": "space-combat", "players": [red, {"name": "Blue", "space": {"destroyer": 1}}]}
    ).to_json()
    assert solution["winner"]["Red"] == near(1.0)  # one hit a round is sustained, and repaired before the next
    assert all(outcome["players"]["Red"]["space"] == {"mech": 1} for outcome in solution["outcomes"])


def test_one_unit_without_room_is_said_to_be_one() -> None:
    red = {"name": "Red", "space": {"cruiser": 1, "fighter": 1}}
    (message,) = problems("space-cannon-offense", red, {"name": "Blue", "planets": {"abyz": {"pds": 1}}}).values()
    assert message.startswith("Red has 1 fighter or ground force in space; ")
