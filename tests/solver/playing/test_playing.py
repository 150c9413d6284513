"""A battle played out step by step: worked by hand, refused in words, undone by leaving tokens out."""

import random
from itertools import pairwise

import pytest

import mecatol
from mecatol.playing.battles import made_ready
from mecatol.playing.chance import fall, luck
from mecatol.playing.moment import play
from mecatol.playing.tokens import fallen, hits_shown, token_of_roll
from mecatol.probability.dice import Dice
from mecatol.probability.limits import time_limit
from tests.solver.helpers import near
from tests.solver.playing.table import ATTACK, DUEL, FLEETS, Data, shares


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
