"""Cards at the table: held back, or played before their time, at the moments when they act."""

import pytest

import mecatol
from mecatol.playing.moment import play
from tests.solver.helpers import near
from tests.solver.playing.table import ATTACK, DUEL, FLEETS, Data, shares


def test_what_acts_in_the_battle_is_listed() -> None:
    players = [{**DUEL["players"][0], "effects": {"morale-boost": 1}}, DUEL["players"][1]]
    moment = play({**DUEL, "players": players}).data()
    assert [(one["player"], one["name"]) for one in moment["acting"]] == [(0, "Morale Boost")]
    # Played in the first round, Red's die hits on 6; in the second on 7 again.
    assert moment["step"]["dice"][0]["on"] == 6
    assert play({**DUEL, "players": players}, ["0", "0"]).data()["step"]["dice"][0]["on"] == 7


def test_a_card_acts_in_the_best_of_its_simple_ways_as_where_the_battle_is_solved() -> None:
    # The Crown of Thalnos destroys what rerolls and misses, so Red does best not to risk its ships.
    red = {"name": "Red", "space": {"cruiser": 3, "dreadnought": 2}, "effects": {"crown-of-thalnos": 1}}
    blue = {"name": "Blue", "space": {"cruiser": 4, "dreadnought": 1}}
    scenario = {"step": "space-combat", "players": [red, blue]}
    start, solution = play(scenario).data(), mecatol.solve(scenario)
    assert shares(start)["Red"] == near(solution.winner["Red"]) == pytest.approx(0.746, abs=5e-5)
    assert start["assumed"] == [choice["text"] for choice in solution.choices]
    assert start["assumed"][0].startswith("Red uses The Crown of Thalnos for no unit, the best of the ways tried")


def play_of(moment: Data, start: str) -> Data:
    """What a player may do with a card, by how its token begins."""
    (found,) = [extra for extra in moment["step"]["extras"] if extra["token"].startswith(start)]
    return found  # type: ignore[no-any-return]


def test_a_card_is_held_back_for_a_round_or_played_before_its_time() -> None:
    boosted = {**DUEL, "players": [{**DUEL["players"][0], "effects": {"morale-boost": 1}}, DUEL["players"][1]]}
    start = play(boosted).data()
    held = play_of(start, "ha-")
    assert (held["words"], held["owner"]) == ("Red holds back Morale Boost", 0)
    # Played in round 1, Red hits with 5/10: Red alone is left with 0.5 · 0.6 = 0.3, nobody with 0.5 · 0.4 = 0.2, Blue
    # alone with 0.2, and both with 0.3, from where Red wins 0.375: 0.3 + 0.3 · 0.375 = 0.4125.
    assert shares(start)["Red"] == near(0.4125)
    # Held for one round: 0.24 + 0.36 · 0.4125 = 0.3885.
    after = play(boosted, [held["token"]]).data()
    assert shares(after)["Red"] == near(0.3885)
    assert held["gain"] == near(0.3885 - 0.4125)
    assert after["step"]["dice"][0]["on"] == 7
    assert [extra["token"] for extra in after["step"]["extras"]] == ["retreat-b", "retreat-a", "pa-morale-boost"]
    # Both miss: the second round is as the first would have been, and what is held again waits for the third.
    second = play(boosted, [held["token"], "0", "0"]).data()
    assert second["step"]["dice"][0]["on"] == 6
    assert shares(second) == near(shares(start))
    third = play(boosted, [held["token"], "0", "0", held["token"], "0", "0"]).data()
    assert shares(third) == near(shares(start))
    # Once it is played it is gone: nothing is offered in the round after.
    gone = play(boosted, ["0", "0"]).data()
    assert not [extra for extra in gone["step"]["extras"] if "owner" in extra]
    # A card that waits for round 3 is played at once: that is as if it had been due.
    waiting = {**boosted["players"][0], "policy": {"play": {"morale-boost": 3}}}
    waits = {**boosted, "players": [waiting, boosted["players"][1]]}
    now = play(waits, [play_of(play(waits).data(), "pa-")["token"]]).data()
    assert shares(now) == near(shares(start))


def test_skilled_retreat_is_played_as_a_round_starts_and_at_no_other_time() -> None:
    leaves = {**DUEL["players"][0], "effects": {"skilled-retreat": 1}, "policy": {"play": {"skilled-retreat": 3}}}
    duel = {**DUEL, "players": [leaves, DUEL["players"][1]]}
    for history in ([], ["0", "0"]):  # in both rounds before that of the policy
        moment = play(duel, history).data()
        now = play_of(moment, "pa-")
        assert now["words"] == "Red plays Skilled Retreat now"
        assert shares(play(duel, [*history, now["token"]]).data())["draw"] == 1
        assert play(duel, [*history, now["token"]]).data()["step"]["kind"] == "over"
        # once a retreat is announced it is too late
        announced = play(duel, [*history, "retreat-a"]).data()
        assert not [extra for extra in announced["step"]["extras"] if "owner" in extra]
    # nor as hits are assigned
    red = {**FLEETS["players"][0], "effects": {"skilled-retreat": 1}, "policy": leaves["policy"]}
    struck = play({**FLEETS, "players": [red, FLEETS["players"][1]]}, ["0", "0", "0", "1"]).data()
    assert struck["step"]["words"] == "Red assigns 1 hit."
    assert struck["step"]["extras"] == []
    # without a policy it is due in round 2
    usual = {**duel, "players": [{**leaves, "policy": {}}, DUEL["players"][1]]}
    assert play_of(play(usual).data(), "pa-")["token"] == "pa-skilled-retreat"
    due = play(usual, ["0", "0"]).data()
    assert due["step"]["words"] == "Does Red play Skilled Retreat?"
    assert {option["token"] for option in due["step"]["options"]} == {"go-on", "ha-skilled-retreat"}
    assert play(usual, ["0", "0", "go-on"]).data()["step"]["kind"] == "over"
    held = play(usual, ["0", "0", "ha-skilled-retreat"]).data()
    assert (held["step"]["title"], held["step"]["words"]) == ("Space combat, round 2", "Red rolls.")
    assert shares(held)["draw"] < 1


def test_a_card_against_hits_is_held_back_when_they_fall() -> None:
    # Shields Holding cancels both of Blue's hits; held, one of two ways to lose two of three ships has to be taken.
    shielded = {
        **FLEETS,
        "players": [{**FLEETS["players"][0], "effects": {"shields-holding": 1}}, FLEETS["players"][1]],
    }
    fallen_so = play(shielded, ["0", "2"]).data()
    assert fallen_so["step"]["words"] == "Red assigns 2 hits."
    assert [option["token"] for option in fallen_so["step"]["options"]] == ["none"]
    held = play_of(fallen_so, "ha-shields-holding")
    assert held["gain"] < 0
    moment = play(shielded, ["0", "2", held["token"]]).data()
    assert {option["token"] for option in moment["step"]["options"]} >= {"a+2n", "a-2n"}
    assert play(shielded, ["0", "2", held["token"], "a+2n"]).data()["step"]["title"] == "Space combat, round 2"
    # A history from before cards were asked about goes on without a token for it.
    assert play(shielded, ["0", "2", "0", "1"]).data()["step"]["title"] == "Space combat, round 2"


def test_cards_are_asked_about_in_the_other_parts_of_an_action() -> None:
    jets = {**ATTACK["players"][0], "effects": {"maneuvering-jets": 1}}
    moment = play({**ATTACK, "players": [jets, ATTACK["players"][1]]}).data()
    assert moment["step"]["title"] == "Space Cannon Offense"
    held = play_of(moment, "ha-maneuvering-jets")
    assert held["words"] == "Red does not play Maneuvering Jets"
    shot = play({**ATTACK, "players": [jets, ATTACK["players"][1]]}, [held["token"], "1"]).data()
    assert shot["step"]["words"] == "Red assigns the hits."
    # Solar Flare keeps the PDS from firing: nothing is rolled, and the table asks whether it is played.
    flare = {**ATTACK["players"][0], "effects": {"solar-flare": 1}}
    asked = play({**ATTACK, "players": [flare, ATTACK["players"][1]]}).data()
    assert (asked["step"]["kind"], asked["step"]["words"]) == ("choice", "Does Red play Solar Flare?")
    assert [option["words"] for option in asked["step"]["options"]] == [
        "play Solar Flare",
        "Red does not play Solar Flare",
    ]
    fired = play({**ATTACK, "players": [flare, ATTACK["players"][1]]}, ["ha-solar-flare"]).data()
    assert fired["step"]["words"] == "Blue rolls."
    assert play({**ATTACK, "players": [flare, ATTACK["players"][1]]}, ["0"]).data()["history"] == ["0"]


def test_ships_leave_with_the_announcement_whenever_it_is_made() -> None:
    red = {"name": "Red", "faction": "ral-nel-consortium", "space": {"cruiser": 3},
           "effects": {"watchful-ojz": 1, "morale-boost": 1}, "policy": {"retreat": {"from_round": 2}}}  # fmt: skip
    ojz = {**DUEL, "players": [red, DUEL["players"][1]]}
    # By hand, in round 1: one of the three is left for the dice. With two in all, the combat is over.
    assert play(ojz, ["retreat-a"]).data()["step"]["dice"][0]["units"] == 1
    two = {**red, "space": {"cruiser": 2}}
    assert play({**ojz, "players": [two, DUEL["players"][1]]}, ["retreat-a"]).data()["step"]["kind"] == "over"
    # As the policy has it, in round 2: they have left, so the retreat stands, and a card takes no more of them away.
    second = play(ojz, ["0", "0"]).data()
    assert second["step"]["dice"][0]["units"] == 1
    assert [extra["token"] for extra in second["step"]["extras"]] == []
    late = {**red, "policy": {"retreat": {"from_round": 2}, "play": {"morale-boost": 2}}}
    held = play({**ojz, "players": [late, DUEL["players"][1]]}, ["0", "0", "ha-morale-boost"]).data()
    assert held["step"]["dice"][0]["units"] == 1


def test_nobody_announces_a_retreat_into_intercept() -> None:
    red, blue = FLEETS["players"]
    held = {**FLEETS, "players": [red, {**blue, "effects": {"intercept": 1}}]}
    assert [extra["token"] for extra in play(held).data()["step"]["extras"]] == ["hb-intercept"]
    open_to = play(held, ["hb-intercept"]).data()["step"]["extras"]
    assert [extra["token"] for extra in open_to] == ["retreat-b", "retreat-a"]


def test_a_card_that_would_rename_a_ship_is_not_offered() -> None:
    # The Cavalry's ship, the only one of its type, has a name of its own where others may come, by Brother Milor.
    ships = {"cruiser": 1, "dreadnought": 1}
    blue = {"name": "Blue", "space": ships, "effects": {"the-cavalry": 1, "brother-milor-omega-omega": 1}}
    moment = play({**FLEETS, "players": [FLEETS["players"][0], blue]}, ["0", "1", "0"]).data()
    assert moment["step"]["words"] == "Blue assigns 1 hit."
    assert moment["step"]["extras"] == []
    plain = {**blue, "effects": {"brother-milor-omega-omega": 1}}
    moment = play({**FLEETS, "players": [FLEETS["players"][0], plain]}, ["1", "0"]).data()
    assert moment["step"]["words"] == "Blue assigns 1 hit."
    assert [extra["words"] for extra in moment["step"]["extras"]] == ["Blue does not play Brother Milor ΩΩ"]
