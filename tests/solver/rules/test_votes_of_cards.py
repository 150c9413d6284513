"""Agenda votes: cards that give votes, that let their owner vote, and that bring two players together."""

import random
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import planets
from mecatol.preparing.prepare import prepare
from mecatol.rules.voting.votes import Vote, Voter, vote
from tests.solver.helpers import ask, problems, table, verdicts

Data = dict[str, Any]
ANY = ("for", "against")
XXCHA: Data = {"name": "Red", "faction": "xxcha-kingdom", "effects": {"elder-qanoj": 1}}
BLUE: Data = {"name": "Blue", "ballot": {"influence": 2}}


def voted(*players: Data, **rest: Any) -> Vote:
    return vote(prepare(mecatol.read({"step": "agenda-votes", "players": list(players), **rest})))


def first(*players: Data, **rest: Any) -> Voter:
    return next(voter for voter in voted(*players, **rest).voters if voter.name == players[0]["name"])


@pytest.mark.parametrize(
    ("effects", "goods", "votes"),
    [
        ({"gila-the-silvertongue": 1}, 3, 8),  # 2 of influence, 2 for each of 3 trade goods
        ({"bribery": 1}, 3, 5),
        ({"gila-the-silvertongue": 1, "bribery": 1}, 3, 8),  # a trade good is spent once, and brings more with Gila
        ({"gila-the-silvertongue": 1, "distinguished-councilor": 1}, 1, 9),
        ({}, 3, 2),
    ],
)
def test_gila_makes_two_votes_of_a_trade_good(effects: Data, goods: int, votes: int) -> None:
    red = {"name": "Red", "effects": effects, "trade_goods": goods, "ballot": {"influence": 2}}
    assert first(red, BLUE).most == votes
    assert first({**red, "ballot": {"influence": 0}}, BLUE).most == 0  # additional votes need one to be cast


def test_trade_goods_that_gila_spends_are_not_said_to_be_no_votes() -> None:
    red: Data = {"name": "Red", "effects": {"gila-the-silvertongue": 1}, "trade_goods": 2, "ballot": {"influence": 1}}
    assert "8.13" not in {entry["clause"] for entry in ask("agenda-votes", red, BLUE)["trace"]}
    without = ask("agenda-votes", {**red, "effects": {}}, BLUE)
    assert "8.13" in {entry["clause"] for entry in without["trace"]}


def test_each_planet_is_worth_a_vote_more_with_elder_qanoj() -> None:
    """Archon Ren has 3 influence, Archon Tau 1, Archon Vail 3: Vail exhausted, 4 votes and one for each of the two.

    A planet without influence can be exhausted for its one vote; no planet is where a law gives one vote to everybody.
    """
    home = {**XXCHA, "controls": ["archon-ren", "archon-tau", "archon-vail"], "exhausted": ["archon-vail"]}
    assert first({**home, "effects": {}}, BLUE).most == 4
    assert first(home, BLUE).most == 6
    poor = {**XXCHA, "controls": ["archon-tau"], "influence": {"archon-tau": 0}}
    assert first(poor, BLUE).most == 1
    assert first({**poor, "effects": {"elder-qanoj": 1, "distinguished-councilor": 1}}, BLUE).most == 6
    law = {**home, "effects": {"elder-qanoj": 1, "representative-government-pok": 1}}
    assert first(law, BLUE).most == 1


def test_nothing_keeps_elder_qanoj_s_owner_from_voting() -> None:
    """A rider lets them vote, for another outcome even, and so does Nekro's ability that forbids it."""
    rider = {"name": "Red", "effects": {"elder-qanoj": 1}, "ballot": {"influence": 5, "predicts": "for"}}
    against = {**rider, "ballot": {**rider["ballot"], "outcome": "against"}}
    assert first({**against, "effects": {}}, BLUE).barred
    found = ask("agenda-votes", against, BLUE)
    assert (verdicts(found)["against"], verdicts(found)["Red’s prediction"]) == ("yes", "no")
    assert first(rider, BLUE).undecided
    for effects, most in (({}, 0), ({"elder-qanoj": 1}, 4)):
        nekro = {"name": "Red", "faction": "nekro-virus", "effects": effects, "ballot": {"influence": 4}}
        assert first(nekro, BLUE).most == most


def test_a_total_influence_does_not_say_how_many_planets_there_are() -> None:
    warnings = ask("agenda-votes", {**XXCHA, "ballot": {"influence": 4}}, BLUE)["warnings"]
    assert any("Elder Qanoj counts only if you name the planets" in warning for warning in warnings)
    assert not ask("agenda-votes", {**XXCHA, "controls": ["archon-ren"]}, BLUE)["warnings"]


def test_odlynn_myrr_votes_and_predicts() -> None:
    """Red has 2 and 6 votes and casts them for what they did not foretell: Red and Green bring what the card pays."""
    red: Data = {"name": "Red", "faction": "council-keleres", "effects": {"odlynn-myrr": 1},
                 "ballot": {"influence": 2, "outcome": "for", "predicts": "against"}}  # fmt: skip
    blue = {"name": "Blue", "ballot": {"influence": 7, "outcome": "against"}}
    green: Data = {"name": "Green", "ballot": {"influence": 3, "votes": 0}}
    found = ask("agenda-votes", red, blue, green)
    assert found["answer"]["headline"] == "As things stand, “For” wins 8 to 7."
    (text,) = [one["text"] for one in found["answer"]["findings"] if one["subject"] == "Red’s prediction"]
    assert "2 of 3 players do not vote for it: a trade good and a command token for each" in text
    assert verdicts(found)["Red’s prediction"] == "yes"
    assert verdicts(ask("agenda-votes", red, blue, {"name": "Green", "ballot": {"influence": 1}}))[
        "Red’s prediction"
    ] == "depends"  # fmt: skip
    (alone,) = [v for v in voted({**red, "ballot": {"influence": 0, "outcome": "for"}}, blue).voters if v.name == "Red"]
    assert alone.most == 0
    assert "belongs to The Council Keleres" in str(problems("agenda-votes", {**red, "faction": "winnu"}, blue))


def test_executive_order_makes_votes_of_resources_and_trade_goods() -> None:
    """Lodor has 3 resources and 1 influence, Mecatol Rex 1 and 6: 3 and 6 votes, and one for each trade good."""
    keleres: Data = {"name": "Red", "faction": "council-keleres", "technologies": ["executive-order"]}
    planets: Data = {"controls": ["lodor", "mecatol-rex"]}
    assert first({**keleres, **planets}, BLUE).most == 9
    assert first({**keleres, **planets, "technologies": []}, BLUE).most == 7
    assert first({**keleres, **planets, "exhausted": ["lodor"], "trade_goods": 2}, BLUE).most == 8
    assert first({**keleres, "trade_goods": 2}, BLUE).most == 2  # no additional ones: they need no other
    assert first({**keleres, **planets}, BLUE).castable == {1, 3, 6, 7, 9}  # Lodor for either
    gila = {**keleres, "effects": {"gila-the-silvertongue": 1}, "trade_goods": 2, "controls": ["lodor"]}
    rich = first(gila, BLUE)  # without a planet, one trade good must be a vote: 1, 2 or 3
    assert (rich.most, rich.castable) == (7, frozenset(range(1, 8)))
    rex = {**gila, "controls": ["mecatol-rex"]}
    assert first(rex, BLUE).castable == {1, 2, 3, *range(6, 11)}
    poor = first({**gila, "controls": []}, BLUE)  # one trade good for a vote, the other for two more
    assert (poor.most, poor.castable) == (3, frozenset({1, 2, 3}))


def test_executive_order_s_agenda_has_its_owner_for_speaker_and_is_no_agenda_phase() -> None:
    """A tie of 2 and 2 goes as Red says, who votes last; the law that gives everybody one vote is for the phase."""
    red: Data = {"name": "Red", "faction": "council-keleres", "technologies": ["executive-order"],
                 "ballot": {"influence": 2, "outcome": "for"}}  # fmt: skip
    law = {"name": "Blue", "effects": {"representative-government-pok": 1}}
    found = ask("agenda-votes", red, {**law, "ballot": {"influence": 2, "outcome": "against"}})
    assert (
        found["answer"]["headline"] == "As things stand, “For” wins: Red, the speaker, breaks the tie at 2 votes each."
    )
    assert [row[0] for row in table(found, "In the order in which they vote")] == ["Blue", "Red (speaker)"]
    plain = ask("agenda-votes", {**red, "technologies": []}, {**law, "ballot": {"outcome": "against"}})
    assert (
        plain["answer"]["headline"]
        == "As things stand, “Against” wins: Blue, the speaker, breaks the tie at 1 vote each."
    )


def test_zeal_is_first_only_in_the_agenda_phase() -> None:
    """Green, the Argent Flight, sits between Blue and Red: with Executive Order, an action, it votes in its turn."""
    red: Data = {"name": "Red", "faction": "council-keleres", "ballot": {"influence": 2}}
    argent: Data = {"name": "Green", "faction": "argent-flight", "ballot": {"influence": 2}}
    for technologies, order in (([], ["Green", "Blue", "Red"]), (["executive-order"], ["Blue", "Green", "Red"])):
        found = voted({**red, "technologies": technologies}, BLUE, argent, agenda={"speaker": "Red"})
        assert [voter.name for voter in found.voters] == order
        assert {voter.name: voter.most for voter in found.voters}["Green"] == 5  # one more for each of three players


@pytest.mark.parametrize(
    ("speaker", "technologies", "votes"),
    [
        ("Green", [], {"Red": 2, "Green": 8}),  # the speaker votes first, so that Red has not voted yet
        ("Blue", [], {"Red": 5, "Green": 8}),
        ("Red", [], {"Red": 5, "Green": 8}),
        ("Green", ["executive-order"], {"Red": 5, "Green": 8}),  # in an action, the speaker votes last
    ],
)
def test_nobody_bribes_after_an_argent_speaker(speaker: str, technologies: list[str], votes: dict[str, int]) -> None:
    """Two votes each, three trade goods for Bribery, and Zeal's three for the Argent Flight, Green."""
    cards: Data = {"effects": {"bribery": 1}, "trade_goods": 3, "ballot": {"influence": 2, "outcome": "for"}}
    green: Data = {"name": "Green", "faction": "argent-flight", **cards}
    blue: Data = {"name": "Blue", "faction": "council-keleres", "technologies": technologies, "ballot": {"votes": 0}}
    for one in ("Red", "Green"):  # who has the one card that there is
        players = [{"name": "Red", **cards}, green, blue]
        for player in players:
            player["effects"] = cards["effects"] if player["name"] == one else {}
        found = ask("agenda-votes", *players, agenda={"speaker": speaker})
        cast = {row[0].removesuffix(" (speaker)"): row[1] for row in table(found, "In the order in which they vote")}
        assert cast[one] == votes[one]
        late = any("who cannot play Bribery" in entry["text"] for entry in found["trace"])
        assert late == (one == "Red" and votes["Red"] == 2)


PACT: Data = {"name": "Red", "effects": {"blood-pact": 1}}


@pytest.mark.parametrize(
    ("red", "empyrean", "votes"),
    [
        ({"influence": 3, "outcome": "for"}, {"influence": 2, "outcome": "for"}, (9, 0)),
        ({"influence": 3, "outcome": "for"}, {"influence": 2, "outcome": "against"}, (3, 2)),
        ({"influence": 0, "outcome": "for"}, {"influence": 2, "outcome": "for"}, (2, 0)),  # both must cast one
        ({"influence": 3, "outcome": "for"}, {"influence": 2, "outcome": "for", "votes": 0}, (3, 0)),
        ({"influence": 3, "outcome": "for"}, {"influence": 2, "predicts": "for"}, (3, 0)),  # cannot vote
        ({"influence": 3, "outcome": "for"}, {"influence": 2}, (3, 0)),
    ],
)
def test_blood_pact_brings_four_votes_where_both_vote_alike(red: Data, empyrean: Data, votes: tuple[int, int]) -> None:
    found = voted({**PACT, "ballot": red}, {"name": "Blue", "faction": "empyrean", "ballot": empyrean})
    assert (found.said()["for"], found.said()["against"]) == votes


def test_blood_pact_is_said_to_hold_or_not() -> None:
    blue: Data = {"name": "Blue", "faction": "empyrean"}
    for outcome, verdict in (("for", "yes"), ("against", "no"), (None, "depends")):
        ballot = {"influence": 1, "outcome": outcome} if outcome else {"influence": 1}
        found = ask("agenda-votes", {**PACT, "ballot": {"influence": 3, "outcome": "for"}}, {**blue, "ballot": ballot})
        assert verdicts(found)["Red’s Blood Pact"] == verdict
    alone = ask("agenda-votes", {**PACT, "ballot": {"influence": 3, "outcome": "for"}}, BLUE)
    assert alone["warnings"] == ["Red’s Blood Pact gives no votes here: nobody plays The Empyrean."]
    own = ask("agenda-votes", {**PACT, "faction": "empyrean", "ballot": {"influence": 3, "outcome": "for"}}, BLUE)
    assert own["warnings"] == ["Red’s Blood Pact cannot be played by its own faction; it was ignored."]


def test_a_law_against_additional_votes_leaves_nothing_of_blood_pact() -> None:
    red = {"name": "Red", "effects": {"blood-pact": 1, "representative-government-pok": 1}}
    two = [{**red, "ballot": {"influence": 3, "outcome": "for"}},
           {"name": "Blue", "faction": "empyrean", "ballot": {"influence": 2, "outcome": "for"}}]  # fmt: skip
    assert voted(*two).said()["for"] == 2


def test_the_undecided_may_come_to_a_pact() -> None:
    """Grey’s 6 against: Red with 1 and Blue with 2 make 7 together, and neither does anything alone.

    Red would be safe to have voted with 1 once Blue is for it: 2, 1 and 4.
    """
    grey = {"name": "Grey", "ballot": {"influence": 6, "outcome": "against"}}
    red = {**PACT, "ballot": {"influence": 1}}
    found = ask("agenda-votes", grey, red, {"name": "Blue", "faction": "empyrean", "ballot": {"influence": 2}})
    (text,) = [one["text"] for one in found["answer"]["findings"] if one["subject"] == "for"]
    assert "Red and Blue together can make it win" in text
    said = {"name": "Blue", "faction": "empyrean", "ballot": {"influence": 2, "outcome": "for"}}
    assert ["Red: for", 1, 1] in table(ask("agenda-votes", grey, red, said), "Votes that each player needs")


def test_votes_for_what_nobody_has_named_can_outvote() -> None:
    """Elections have other outcomes than those that somebody said: Blue's 4 may be for one of them."""
    red = {"name": "Red", "ballot": {"influence": 3, "outcome": "mecatol-rex"}}
    blue = {"name": "Blue", "ballot": {"influence": 4}}
    found = voted(red, blue, agenda={"kind": "elect", "speaker": "Red"})
    assert found.safe_with("mecatol-rex") == 4


def tried(players: list[Data], speaker: str, cast: tuple[tuple[str, int], ...]) -> set[str]:
    """Return what is resolved with these votes, 4 more where the first two vote alike."""
    votes = {o: sum(n for outcome, n in cast if outcome == o) for o in ANY}
    (one, many), (other, more) = cast[:2]
    if one and one == other and many and more:
        votes[one] += 4
    wants = cast[[player["name"] for player in players].index(speaker)][0]
    tied = {outcome for outcome in ANY if votes[outcome] == max(votes.values())}
    return {wants} if wants in tied else tied


@pytest.mark.parametrize("seed", range(60))
def test_a_pact_is_what_trying_every_ballot_finds(seed: int) -> None:
    rng = random.Random(seed)
    players: list[Data] = []
    for name in ("Red", "Blue", "Green")[: rng.randint(2, 3)]:
        ballot: Data = {"influence": rng.randint(0, 5)}
        if rng.random() < 0.5:
            ballot["outcome"] = rng.choice(ANY)
        players.append({"name": name, "ballot": ballot})
    players[0]["effects"], players[1]["faction"] = {"blood-pact": 1}, "empyrean"
    speaker = rng.choice(players)["name"]

    def every(fixed: dict[str, tuple[str, int]], *, silent: bool) -> list[set[str]]:
        choices = []
        for player in players:
            most, outcome = player["ballot"]["influence"], player["ballot"].get("outcome")
            if player["name"] in fixed:
                choices.append([fixed[player["name"]]])
            elif outcome or silent:
                choices.append([(outcome or "", most if outcome else 0)])
            else:
                choices.append([("", 0), *((o, n) for o in ANY for n in range(1, most + 1))])
        return [tried(players, speaker, cast) for cast in product(*choices)]

    found = voted(*players, agenda={"speaker": speaker})
    assert [set(found.result())] == every({}, silent=True)
    for outcome in ANY:
        safe = found.said()[outcome] >= found.safe_with(outcome)
        assert safe == all(result == {outcome} for result in every({}, silent=False))
    for voter in found.voters:
        for outcome, safe in product(ANY, (False, True)):
            able = [
                number
                for number in range(voter.most + 1)
                if all(r == {outcome} for r in every({voter.name: (outcome, number)}, silent=not safe))
            ]
            assert found.needed(voter, outcome, safe=safe) == min(able, default=None)


@pytest.mark.parametrize("seed", range(40))
def test_a_planet_gives_all_of_its_votes(seed: int) -> None:
    """What can be cast is a sum over some planets, with some of the cards beside it, each counted whole."""
    rng = random.Random(seed)
    worlds = rng.sample(["centauri", "meer", "mellon", "zohbat", "arinam", "lodor"], rng.randint(1, 4))
    effects = {slug: 1 for slug in ("elder-qanoj", "gila-the-silvertongue", "bribery") if rng.random() < 0.4}
    red: Data = {"name": "Red", "controls": worlds, "effects": effects, "trade_goods": rng.randint(0, 2)}
    if predictive := rng.random() < 0.4:
        red["technologies"] = ["predictive-intelligence"]
    each = 2 if "gila-the-silvertongue" in effects else 1 if "bribery" in effects else 0
    sums = set()
    for chosen in product([False, True], repeat=len(worlds)):
        spent = [planets()[slug]["influence"] for slug, one in zip(worlds, chosen, strict=True) if one]
        votes = sum(spent) + len(spent) * ("elder-qanoj" in effects)
        goods = range(red["trade_goods"] + 1 if each else 1)
        sums |= {votes + good * each + three for good in goods for three in (0, 3 * predictive) if votes}
    for votes in range(1, max(sums, default=0) + 1):
        casts = {**red, "ballot": {"outcome": "for", "votes": votes}}
        if votes in sums:
            assert first(casts, BLUE).votes == votes
        else:
            assert "a planet casts all of its votes" in problems("agenda-votes", casts, BLUE)["players.0.ballot.votes"]
        voter = first(red, BLUE)
        assert voter.at_least(votes) == min(number for number in sums if number >= votes)


def test_what_is_attached_to_a_planet_counts_for_cards_that_vote_with_it() -> None:
    """Zohbat has 3 resources and 1 influence, 5 influence with what is attached: 5 votes with either, not 7 or 8.

    With 5 resources in place of 3, Executive Order votes with them, and Xxekir Grom with both.
    """
    keleres: Data = {"name": "Red", "faction": "council-keleres", "technologies": ["executive-order"]}
    xxcha: Data = {"name": "Red", "faction": "xxcha-kingdom", "effects": {"xxekir-grom-omega": 1}}
    for red, edition, influence, resources in ((keleres, "thunders-edge", 5, 5), (xxcha, "codex-4", 8, 6)):
        named = {**red, "controls": ["zohbat"]}
        assert first({**named, "influence": {"zohbat": 5}}, BLUE, edition=edition).most == influence
        assert first({**named, "resources": {"zohbat": 5}}, BLUE, edition=edition).most == resources


STATIONS: Data = {"name": "Red", "controls": ["mecatol-rex-omega", "the-watchtower"], "ballot": {"outcome": "for"}}


@pytest.mark.parametrize(("reading", "votes", "wins"), [(None, 7, "yes"), ("votes", 7, "yes"), ("no-votes", 6, "no")])
def test_a_space_station_is_a_planet_for_votes_unless_the_group_says_otherwise(
    reading: str | None, votes: int, wins: str
) -> None:
    """Mecatol Rex has 6 influence, The Watchtower 1: 7 against 6; without it a tie, and Blue is the speaker."""
    blue: Data = {"name": "Blue", "ballot": {"influence": 6, "outcome": "against"}}
    rest = {"rulings": {"8.6": reading}} if reading else {}
    found = ask("agenda-votes", STATIONS, blue, **rest)
    assert table(found, "In the order in which they vote")[0][:2] == ["Red", votes]
    assert verdicts(found)["for"] == wins
    assert any(entry["text"].startswith("Votes from The Watchtower: ") for entry in found["trace"])


def test_an_exhausted_station_gives_no_votes() -> None:
    assert first({**STATIONS, "exhausted": ["the-watchtower"]}, BLUE).most == 6


def test_oceans_give_votes_and_nothing_is_said_to_be_open() -> None:
    """Abyz has no influence; Coral Reef and Ice Shelf, ocean cards, have 1 each."""
    red: Data = {"name": "Red", "faction": "deepwrought-scholarate", "controls": ["abyz", "coral-reef", "ice-shelf"]}
    assert first(red, BLUE).most == 2
    assert not any("ocean" in said for said in ask("agenda-votes", red, BLUE)["warnings"])


def test_the_triad_gives_its_influence_as_a_planet_does() -> None:
    """Rarron has 3 influence; The Triad has 3, or 5 with two types of relic fragments, and gives all or nothing."""
    red: Data = {"name": "Red", "controls": ["rarron"]}
    assert first(red, BLUE).most == 3
    assert first({**red, "effects": {"the-triad": 1}}, BLUE).most == 6
    with_fragments = first({**red, "effects": {"the-triad": 3}}, BLUE)
    assert with_fragments.most == 8
    assert with_fragments.castable == {3, 5, 8}
    assert first({**red, "effects": {"the-triad": 3}, "exhausted": ["the-triad"]}, BLUE).most == 3
    assert first({"name": "Red", "effects": {"the-triad": 1}}, BLUE).most == 3
    said = ask("agenda-votes", {"name": "Red", "effects": {"the-triad": 1}, "ballot": {"influence": 4}}, BLUE)
    assert any("The Triad counts only if you name the planets" in one for one in said["warnings"])


def test_riders_are_played_on_executive_order_s_agenda() -> None:
    """Blue predicts "for" and so cannot vote; Red casts 3 votes for it against Green's 2, as in an agenda phase."""
    red: Data = {"name": "Red", "faction": "council-keleres", "technologies": ["executive-order"],
                 "ballot": {"influence": 3, "outcome": "for"}}  # fmt: skip
    blue: Data = {"name": "Blue", "ballot": {"influence": 4, "predicts": "for"}}
    green: Data = {"name": "Green", "ballot": {"influence": 2, "outcome": "against"}}
    found = ask("agenda-votes", red, blue, green)
    assert verdicts(found)["for"] == "yes"
    assert ["Blue", 0, "", "cannot vote", 0] in table(found, "In the order in which they vote")
