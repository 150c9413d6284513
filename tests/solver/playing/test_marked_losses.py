"""Which losses are marked as the best, and what is said of how they were found."""

import mecatol
from mecatol.playing.moment import play
from tests.solver.helpers import near
from tests.solver.playing.table import FLEETS, Data


def test_best_losses_are_taken_in_the_usual_order_and_it_says_so() -> None:
    searching = {**FLEETS, "policy": {"assign": "best"}}
    moment = play(searching, ["0", "1"]).data()
    assert moment["losses"] == "Losses: sustain first; the best are marked as hits are assigned"
    assert moment["step"]["options"][0]["best"]
    red, blue = FLEETS["players"]
    apart = {**FLEETS, "players": [{**red, "policy": {"assign": ["cruiser"]}}, blue]}
    assert play(apart).data()["losses"] == "Losses: their own order for Red and sustain first for Blue"


EIGHT: Data = {"step": "space-combat", "players": [
    {"name": "Red", "space": {"carrier": 1, "cruiser": 2, "fighter": 3, "dreadnought": 2}},
    {"name": "Blue", "space": {"carrier": 1, "destroyer": 2, "fighter": 3, "dreadnought": 2}},
]}  # fmt: skip


def test_the_marked_losses_are_the_best_of_the_whole_game() -> None:
    # Two dreadnoughts and a cruiser against three cruisers, one hit on the dreadnoughts each: what is left is looked up
    # in the solver's own search of the best losses for both sides.
    step = play(FLEETS, ["0", "2"]).data()["step"]
    assert step["compared"] == "searched"
    best, *others = step["options"]
    left = {"a+2n": {"dreadnought": 2, "fighter": 1}, "a-1f+1n": {"dreadnought": 2}, "a-2n": {"fighter": 1}}
    damaged = {"a+2n": {"dreadnought": 2}, "a-1f+1n": {"dreadnought": 1}, "a-2n": {}}
    won = {}
    for token, space in left.items():
        red = {"name": "Red", "space": space, "damaged": damaged[token]}
        again = {"step": "space-combat", "players": [red, FLEETS["players"][1]], "policy": {"assign": "best"}}
        won[token] = mecatol.solve(again).winner["Red"]
    for option in others:
        if option["token"] in won:
            assert option["cost"] == near(float(won[best["token"]] - won[option["token"]]))


def test_a_search_that_takes_too_long_says_what_was_compared() -> None:
    history = ["0", "2", "3"]
    assert play(EIGHT, history, seconds=0).data()["step"]["compared"] == "partly"
    assert play(EIGHT, history, seconds=60).data()["step"]["compared"] == "searched"


def test_the_marked_losses_of_eight_ships_a_side_are_those_of_the_search() -> None:
    # What both sides have left is solved as a battle of its own, in which both search; there is no second barrage.
    moment = play(EIGHT, ["0", "2", "3"], seconds=60)
    for option in (moment.options[0], moment.options[2]):
        after = play(EIGHT, ["0", "2", "3", option.way.token], seconds=60).options[0].way.then()
        players = []
        for player, holdings in zip(EIGHT["players"], after.position.players, strict=True):
            space = {there.unit: there.total for there in holdings.space}
            damaged = {there.unit: there.damaged for there in holdings.space if there.damaged}
            policy = {"assign": "best", "decline": ["anti-fighter-barrage"]}
            players.append({"name": player["name"], "space": space, "damaged": damaged, "policy": policy})
        left = {"step": "space-combat", "players": players, "assume": {"capacity": "ignored"}}
        assert option.odds
        assert option.odds[0] == near(mecatol.solve(left).winner["Red"])
