"""A battle played out step by step: worked by hand, refused in words, undone by leaving tokens out."""

import random
from itertools import pairwise
from typing import Any

import pytest

import mecatol
from mecatol.playing.battles import made_ready
from mecatol.playing.chance import fall, luck
from mecatol.playing.moment import play
from mecatol.playing.tokens import fallen, hits_shown, token_of_roll
from mecatol.probability.dice import Dice
from mecatol.probability.limits import time_limit
from tests.solver.helpers import near

type Data = dict[str, Any]

DUEL: Data = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}},
                                            {"name": "Blue", "space": {"cruiser": 1}}]}  # fmt: skip
"""Each hits on 7, with a chance of 4/10."""
FLEETS: Data = {"step": "space-combat", "players": [{"name": "Red", "space": {"dreadnought": 2, "fighter": 1}},
                                              {"name": "Blue", "space": {"cruiser": 3}}]}  # fmt: skip
ATTACK: Data = {
    "step": "tactical-action",
    "players": [
        {"name": "Red", "space": {"dreadnought": 2, "carrier": 1, "fighter": 2, "infantry": 3}},
        {"name": "Blue", "space": {"destroyer": 1}, "planets": {"abaddon": {"infantry": 2, "pds": 1}}},
    ],
}


def shares(moment: Data) -> dict[str, float]:
    return {share["words"]: share["chance"] for share in moment["shares"]}


def refusal(scenario: Data, *history: str) -> str:
    with pytest.raises(mecatol.ScenarioError) as caught:
        play(scenario, history)
    return str(caught.value)


def test_first_steps_of_a_duel() -> None:
    # A round ends with both alive with 0.6 · 0.6 = 0.36, Red alone with 0.4 · 0.6 = 0.24, nobody with 0.16. So Red wins
    # 0.24 / 0.64 = 0.375 and it is a draw with 0.16 / 0.64 = 0.25.
    start = play(DUEL).data()
    assert start["step"]["title"] == "Space combat, round 1"
    assert (start["step"]["clause"], start["step"]["player"]) == ("78.5", 0)
    assert start["step"]["dice"] == [{"unit": "cruiser", "units": 1, "dice": 1, "on": 7}]
    assert [option["chance"] for option in start["step"]["options"]] == near([0.6, 0.4])
    assert shares(start) == near({"Red": 0.375, "draw": 0.25, "Blue": 0.375})

    # Red hits: Blue's cruiser is lost whatever it rolls; with 0.4 it takes Red's along.
    hit = play(DUEL, ["1"]).data()
    assert hit["step"]["player"] == 1
    assert shares(hit) == near({"Red": 0.6, "draw": 0.4, "Blue": 0})

    # Red misses: with 0.4 Blue wins, else everything is as at the start: 0.6 · 0.375 = 0.225 for Red.
    assert shares(play(DUEL, ["0"]).data()) == near({"Red": 0.225, "draw": 0.15, "Blue": 0.625})

    # Both miss: the second round is like the first.
    second = play(DUEL, ["0", "0"]).data()
    assert second["step"]["title"] == "Space combat, round 2"
    assert shares(second) == near(shares(start))
    assert [passed["title"] for passed in second["line"]] == ["Space combat, round 1"] * 2 + ["Space combat, round 2"]
    assert [round(passed["odds"][0], 9) for passed in second["line"]] == [0.375, 0.225, 0.375]

    over = play(DUEL, ["1", "0"]).data()
    assert (over["step"]["kind"], over["step"]["words"]) == ("over", "Red wins the combat.")
    assert shares(over) == {"Red": 1, "draw": 0, "Blue": 0}


def test_hits_are_assigned_in_lawful_ways_and_the_best_is_marked() -> None:
    moment = play(FLEETS, ["0", "2"]).data()
    step = moment["step"]
    assert (step["words"], step["clause"], step["player"]) == ("Red assigns 2 hits.", "78.6", 0)
    tokens = {option["token"] for option in step["options"]}
    # Two hits: both sustain; one sustains, and a fighter or a dreadnought (the damaged one, which is then a whole one
    # and a hit as sustained before) is lost; or two of the units are lost.
    assert {"a+2n", "a-1f+1n", "a-1f-1n", "a-2n"} <= tokens
    best, *others = step["options"]
    assert best["best"]
    assert best["cost"] == 0
    assert all(not other["best"] and other["cost"] >= 0 for other in others)
    assert all(one["cost"] <= other["cost"] for one, other in pairwise(step["options"]))
    # What it says that an option costs is what the bar loses by it.
    for option in step["options"]:
        after = play(FLEETS, ["0", "2", option["token"]]).data()
        assert shares(after)["Red"] == near(
            shares(play(FLEETS, ["0", "2", best["token"]]).data())["Red"] - option["cost"]
        )


def test_a_whole_tactical_action_goes_from_the_cannon_to_control() -> None:
    titles: list[str] = []
    history: list[str] = []
    for seed in range(200):
        moment = play(ATTACK, history).data()
        if moment["step"]["title"] not in titles:
            titles.append(moment["step"]["title"])
        if moment["step"]["kind"] == "over":
            break
        options = moment["step"]["options"]
        if moment["step"]["kind"] == "losses":
            history.append(options[0]["token"])
        else:
            history = list(play(ATTACK, history, roll=seed).history)
    assert titles[:3] == ["Space Cannon Offense", "Anti-Fighter Barrage", "Space combat, round 1"]
    assert "Space Cannon Defense on Abaddon" in titles
    assert "Ground combat on Abaddon, round 1" in titles
    assert titles[-1] == "The end"
    assert max(shares(moment).values()) == 1
    assert [player["name"] for player in moment["players"]] == ["Red", "Blue"]
    assert history == [token for token in history if len(token) <= 24]


def test_a_retreat_is_announced_before_the_roll_the_defender_first() -> None:
    start = play(FLEETS).data()
    assert [extra["words"] for extra in start["step"]["extras"]] == [
        "Blue announces a retreat", "Red announces a retreat"
    ]  # fmt: skip
    leaving = play(FLEETS, ["retreat-b"]).data()
    assert "Blue retreats at the end of the round" in leaving["step"]["words"]
    assert leaving["step"]["extras"] == []
    gone = play(FLEETS, ["retreat-b", "0", "0"]).data()
    assert gone["step"]["words"] == "Red wins the combat."
    places = [place["place"] for place in gone["players"][1]["places"]]
    assert places == ["adjacent"]


def test_undo_is_a_shorter_history() -> None:
    whole = ["0", "2", "a+2n", "0", "1"]
    assert play(FLEETS, whole[:2]).data() == play(FLEETS, tuple(whole)[:2]).data()
    assert play(FLEETS, whole).data()["line"][:2] == play(FLEETS, whole[:2]).data()["line"][:2]
    assert play(FLEETS, whole).data()["line"][2]["did"] == "Red: sustain with 2 dreadnoughts"


def test_luck_is_the_chance_of_as_many_hits() -> None:
    # Two rolls of one die with 4/10: both hit with 0.16, at least one with 1 − 0.36 = 0.64.
    (found,) = luck([(0, (0.6, 0.4), 1), (0, (0.6, 0.4), 1)])
    assert (found.hits, found.expected, found.at_least, found.at_most) == near((2, 0.8, 0.16, 1))
    (found,) = luck([(0, (0.6, 0.4), 1), (0, (0.6, 0.4), 0)])
    assert (found.at_least, found.at_most) == near((0.64, 0.84))
    assert play(DUEL, ["1"]).data()["luck"][0]["at_least"] == near(0.4)


def test_dice_are_rolled_from_a_seed_and_shown() -> None:
    one, other = (play(FLEETS, roll=7).history for _ in range(2))
    assert one == other
    shown = fallen(one[0])
    assert shown
    assert len(shown.dice) == 3
    assert shown.hits == sum(die >= on for die, on in zip(shown.dice, (9, 5, 5), strict=True))
    assert play(FLEETS).data()["step"]["faces"]
    (fell,) = play(FLEETS, roll=7).data()["rolls"]
    assert [face for face, _ in fell["shown"]] == list(shown.dice)
    assert sum(hit for _, hit in fell["shown"]) == fell["hits"] == shown.hits


def test_rolls_on_the_screen_have_the_chances_of_dice() -> None:
    start = play(DUEL).step
    rng = random.Random(3)
    hits = [int(fall(start, rng.getrandbits(53)).partition(".")[0]) for _ in range(4000)]
    assert abs(sum(hits) / 4000 - 0.4) < 0.03  # four standard deviations of a coin with 4/10


def test_tokens_of_rolls() -> None:
    assert token_of_roll(2, [8, 5, 10, 9]) == "2.8509"
    assert fallen("2.8509") == (2, (8, 5, 10, 9))
    assert fallen("a-1f") is None
    assert token_of_roll(30, [1] * 40) == "30"
    assert hits_shown([Dice("fighter", 2, 2, 9), Dice("cruiser", 1, 1, 7, 1)], [9, 8, 6]) == 2
    assert hits_shown([Dice("fighter", 1, 1, 9, reroll=True)], [9]) is None


@pytest.mark.parametrize(
    ("history", "words"),
    [
        (["5"], "history.0: is '5', which cannot happen in Space combat, round 1; allowed: 0, 1, 2, 3"),
        (["2.999"], "history.0: is '2.999', but these dice come to 3 hits"),
        (["0", "1", "a-1w"], "history.2: is 'a-1w', which cannot happen"),
        (["Z"], "history.0: is 'Z'; a token has 1 to 24"),
        (["0"] * 401, "history: has 401 steps"),
    ],
)
def test_a_token_that_cannot_be_is_refused_with_what_can(history: list[str], words: str) -> None:
    assert words in refusal(FLEETS, *history)


def test_nothing_follows_the_end() -> None:
    assert "the battle is over by then" in refusal(DUEL, "1", "0", "0")


def test_what_acts_in_the_battle_is_listed() -> None:
    players = [{**DUEL["players"][0], "effects": {"morale-boost": 1}}, DUEL["players"][1]]
    moment = play({**DUEL, "players": players}).data()
    assert [(one["player"], one["name"]) for one in moment["acting"]] == [(0, "Morale Boost")]
    # Played in the first round, Red's die hits on 6; in the second on 7 again.
    assert moment["step"]["dice"][0]["on"] == 6
    assert play({**DUEL, "players": players}, ["0", "0"]).data()["step"]["dice"][0]["on"] == 7


def test_what_is_not_walked_is_named() -> None:
    cannon = {"step": "space-cannon-offense", "players": [{"name": "Red"}, {"name": "Blue"}]}
    assert "Space Cannon Offense cannot be played out" in refusal(cannon)
    alone = {"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue"}]}
    assert "no combat to play" in refusal(alone)
    nobody: Data = {"step": "ground-combat", "players": [{"name": "Red"}, {"name": "Blue"}]}
    assert "no ground combat to play" in refusal(nobody)
    both = {"abaddon": {"infantry": 1}, "ashtroth": {"infantry": 1}}
    several = [{"name": name, "planets": both} for name in ("Red", "Blue")]
    assert "ground combats on Abaddon and Ashtroth: play out one at a time" in refusal({**nobody, "players": several})


def test_best_losses_are_taken_in_the_usual_order_and_it_says_so() -> None:
    searching = {**FLEETS, "policy": {"assign": "best"}}
    moment = play(searching, ["0", "1"]).data()
    assert moment["losses"] == "Losses: sustain first; the best are marked as hits are assigned"
    assert moment["step"]["options"][0]["best"]
    red, blue = FLEETS["players"]
    apart = {**FLEETS, "players": [{**red, "policy": {"assign": ["cruiser"]}}, blue]}
    assert play(apart).data()["losses"] == "Losses: their own order for Red and sustain first for Blue"


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


def test_what_a_retreat_takes_for_granted_is_said() -> None:
    words = "Assumed: Blue has a system to retreat to."
    assert words in play(FLEETS, ["retreat-b"]).data()["notes"]
    leaving = {**FLEETS["players"][1], "policy": {"retreat": {"from_round": 2}}}
    moment = play({**FLEETS, "players": [FLEETS["players"][0], leaving]}).data()
    assert words in moment["assumed"]
    assert words in mecatol.solve({**FLEETS, "players": [FLEETS["players"][0], leaving]}).warnings
    held = {**DUEL["players"][0], "effects": {"morale-boost": 1, "shields-holding": 1}}
    (said,) = play({**DUEL, "players": [held, DUEL["players"][1]]}).data()["assumed"]
    assert said == "The odds assume that each card is played at the first chance, unless it is held back here."


def test_a_search_for_the_best_order_is_refused() -> None:
    cards = {"faction": "titans-of-ul", "effects": {"tellurian": 1, "shields-holding": 1}}
    players = [{**DUEL["players"][0], **cards}, DUEL["players"][1]]
    searching = {**DUEL, "players": players, "policy": {"order": "best"}}
    words = "policy.order: the best order is searched for before the battle; name an order to play it out"
    assert refusal(searching).startswith(words)
    own = [{**players[0], "policy": {"order": "best"}}, players[1]]
    assert refusal({**DUEL, "players": own}).startswith(f"players.0.{words}")
    # One effect, or two that never meet, have no order: nothing is searched for.
    assert shares(play({**DUEL, "policy": {"order": "best"}}).data()) == shares(play(DUEL).data())


def test_what_is_over_a_limit_is_said_as_where_the_battle_is_solved() -> None:
    players = [{"name": "Red", "space": {"cruiser": 1, "fighter": 2}}, DUEL["players"][1]]
    (said,) = play({**DUEL, "players": players}).data()["assumed"]
    assert said.startswith("Over capacity: 2 too many (Red has 2 fighters")
    assert [said] == mecatol.solve({**DUEL, "players": players}).warnings


def test_the_defender_sees_what_the_attacker_has_lost() -> None:
    players = [
        {"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 2, "dreadnought": 1}}
    ]  # fmt: skip
    moment = play({**DUEL, "players": players}, ["1", "1", "a-1n"]).data()
    assert (moment["step"]["words"], moment["step"]["player"]) == ("Blue assigns 1 hit.", 1)
    assert [place["units"] for place in moment["players"][0]["places"]] == [
        [{"unit": "dreadnought", "count": 1, "damaged": 0}]
    ]
    assert {option["token"] for option in moment["step"]["options"]} == {"b+1n", "b-1c", "b-1n"}


def test_ways_that_leave_the_same_are_told_apart() -> None:
    # Three hits on two dreadnoughts: both are lost, one of them after it has sustained the third hit, or not: a hit
    # is left over then, and what counts units that sustained counts none.
    options = play(
        {**FLEETS, "players": [{"name": "Red", "space": {"dreadnought": 2}}, FLEETS["players"][1]]}, ["0", "3"]
    )
    words = [option.way.words for option in options.options]
    assert {"lose 2 dreadnoughts", "lose 2 dreadnoughts, after sustaining"} <= set(words)
    assert len(set(words)) == len(words)


def test_what_follows_the_losses_is_said_as_it_happens() -> None:
    # One dreadnought has come damaged. The other sustains, and Duranium Armor repairs the first; if a ship is lost, it
    # is the damaged one, and there is nothing to repair.
    red = {"name": "Red", "space": {"dreadnought": 2}, "damaged": {"dreadnought": 1}}
    players = [{**red, "technologies": ["duranium-armor"]}, FLEETS["players"][1]]
    for _ in range(2):  # what is looked up the second time says as much
        (note,) = play({**FLEETS, "players": players}, ["0", "1", "a+1n"]).data()["notes"]
        assert note.startswith("Red’s Duranium Armor: ")
        assert play({**FLEETS, "players": players}, ["0", "1", "a-1n"]).data()["notes"] == []


def test_the_time_that_the_caller_grants_holds_while_ways_are_listed() -> None:
    step = made_ready(FLEETS).played.start()
    defender = step.ways[0].then()
    with time_limit(0), pytest.raises(mecatol.LimitError, match="within 0 seconds"):
        defender.ways[3].then()


def test_a_die_of_which_a_hit_counts_twice_says_so() -> None:
    infantry = {"planets": {"abaddon": {"infantry": 1}}}
    red = {"name": "Red", **infantry, "technologies": ["x-89-bacterial-weapon-omega-omega"]}
    die = {"unit": "infantry", "units": 1, "dice": 1, "on": 8}
    for first, yields in ((red, {"yields": 2}), ({"name": "Red", **infantry}, {})):
        moment = play({"step": "ground-combat", "players": [first, {"name": "Blue", **infantry}]}).data()
        assert moment["step"]["dice"] == [{**die, **yields}]
