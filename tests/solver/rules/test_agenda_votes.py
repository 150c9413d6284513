"""Agenda votes, against trying every ballot of everybody who is undecided."""

import random
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.preparing.prepare import prepare
from mecatol.rules.voting.votes import vote
from tests.solver.helpers import ask, problems, table, verdicts

Data = dict[str, Any]
ANY = ("for", "against")


def drawn(seed: int) -> Data:
    """Return a vote of two to four players, drawn by lot."""
    rng = random.Random(seed)
    names = ["Red", "Blue", "Green", "Yellow"][: rng.randint(2, 4)]
    players = []
    for name in names:
        ballot: Data = {"influence": rng.randint(0, 4)}
        if rng.random() < 0.6:
            ballot["outcome"] = rng.choice(ANY)
        players.append({"name": name, "ballot": ballot})
    return {"step": "agenda-votes", "players": players, "agenda": {"speaker": rng.choice(names)}}


def resolved(votes: dict[str, int], speaker: str | None) -> set[str]:
    tied = {outcome for outcome in ANY if votes[outcome] == max(votes.values())}
    return {speaker} if speaker in tied else tied


def every(scenario: Data, fixed: dict[str, tuple[str, int]], *, silent: bool = False) -> list[set[str]]:
    """Return what is resolved under each choice of the undecided, with the ballots of some players set."""
    choices = []
    for player in scenario["players"]:
        ballot = player["ballot"]
        if player["name"] in fixed:
            choices.append([fixed[player["name"]]])
        elif "outcome" in ballot:
            choices.append([(ballot["outcome"], ballot["influence"])])
        elif silent:
            choices.append([("", 0)])
        else:
            choices.append([("", 0), *((o, n) for o in ANY for n in range(1, ballot["influence"] + 1))])
    names = [player["name"] for player in scenario["players"]]
    found = []
    for cast in product(*choices):
        votes = {o: sum(n for outcome, n in cast if outcome == o) for o in ANY}
        speaker = cast[names.index(scenario["agenda"]["speaker"])][0]
        found.append(resolved(votes, speaker or None))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_it_is_what_trying_every_ballot_finds(seed: int) -> None:
    scenario = drawn(seed)
    found = vote(prepare(mecatol.read(scenario)))
    assert [set(found.result())] == every(scenario, {}, silent=True)
    for outcome in ANY:
        assert (found.said()[outcome] >= found.safe_with(outcome)) == all(r == {outcome} for r in every(scenario, {}))
    for voter in found.voters:
        options = [(o, n) for o in ANY for n in range(voter.most + 1)]
        for outcome in ANY:
            for safe in (False, True):
                able = [n for o, n in options if o == outcome and all(
                    r == {outcome} for r in every(scenario, {voter.name: (o, n)}, silent=not safe)
                )]  # fmt: skip
                assert found.needed(voter, outcome, safe=safe) == min(able, default=None)


@pytest.mark.parametrize("seed", range(60))
def test_no_smaller_coalition_will_do(seed: int) -> None:
    scenario = drawn(seed)
    found = vote(prepare(mecatol.read(scenario)))
    for outcome in ANY:
        sizes = []
        for joins in product([False, True], repeat=len(found.undecided)):
            group = {v.name: (outcome, v.most) for v, joined in zip(found.undecided, joins, strict=True) if joined}
            if every(scenario, group, silent=True) == [{outcome}]:
                sizes.append(len(group))
        coalition = found.coalition(outcome)
        assert (None if coalition is None else len(coalition)) == min(sizes, default=None)


def test_xxekir_grom_votes_with_resources() -> None:
    """Archon Ren has 2 resources and 3 influence, Archon Tau 1 and 1: 4 votes, and 3 more while the card reads so.

    Archon Vail has 1 resource; its influence is named, as what is attached to it may have changed it.
    """
    home = {"name": "Red", "faction": "xxcha-kingdom", "controls": ["archon-ren", "archon-tau"]}
    hero = {"effects": {"xxekir-grom-omega": 1}}
    for mine, most in (
        (home, 4),
        ({**home, **hero}, 7),
        ({**home, **hero, "exhausted": ["archon-ren"]}, 2),
        ({**home, **hero, "controls": ["archon-vail"], "influence": {"archon-vail": 5}}, 6),
        ({"name": "Red", "faction": "xxcha-kingdom", **hero, "ballot": {"influence": 4}}, 4),
    ):
        blue = {"name": "Blue", "ballot": {"influence": 2}}
        scenario = {"step": "agenda-votes", "edition": "codex-3", "players": [mine, blue]}
        game = prepare(mecatol.read(scenario))
        assert {voter.name: voter.most for voter in vote(game).voters}["Red"] == most


def test_a_tie_that_the_speaker_may_decide_is_not_out_of_reach() -> None:
    """Yellow's vote makes it 4 to 4, and Green, the speaker, has no votes and has said nothing: it may go either way.

    With Blue's 5 it would be 4 to 5 at best. A rider on For hangs on the same.
    """
    for against, verdict in ((4, "depends"), (5, "no")):
        players: list[Data] = [
            {"name": "Red", "ballot": {"influence": 3, "outcome": "for"}},
            {"name": "Blue", "ballot": {"influence": against, "outcome": "against"}},
            {"name": "Grey", "ballot": {"influence": 9, "predicts": "for"}},
            {"name": "Yellow", "ballot": {"influence": 1}},
            {"name": "Green", "ballot": {"influence": 0}},
        ]
        solution = mecatol.solve({"step": "agenda-votes", "players": players})
        assert solution.answer
        found = {row.subject: row.verdict for row in solution.answer.findings}
        assert (found["for"], found["Grey’s prediction"]) == (verdict, verdict)


def test_an_election_in_which_nobody_names_an_outcome() -> None:
    """8.19: if no outcome received a vote, the speaker decides; and whoever has a vote may name one."""
    red, blue = {"name": "Red", "ballot": {"influence": 10}}, {"name": "Blue"}
    solution = ask("agenda-votes", red, blue, agenda={"kind": "elect"})
    answer = solution["answer"]
    assert answer["headline"] == (
        "Nobody has voted for an outcome yet. If nobody does, Blue, the speaker, decides what is resolved."
    )
    assert verdicts(solution) == {"Red decides": "yes", "Blue votes": "no", "Blue decides": "yes"}
    assert table(solution, "In the order in which they vote") == [
        ["Red", 10, "", "undecided", 0], ["Blue (speaker)", 0, "", "abstains", 0]
    ]  # fmt: skip
    assert "8.19" in [row["clause"] for row in solution["trace"]]


@pytest.mark.parametrize("kind", ["for-against", "elect-player", "elect"])
@pytest.mark.parametrize("ballot", [{}, {"influence": 3}, {"votes": 0}, {"influence": 3, "votes": 0}])
def test_every_kind_of_agenda_with_nothing_named(kind: str, ballot: dict[str, int]) -> None:
    solution = ask("agenda-votes", {"name": "Red", "ballot": ballot}, {"name": "Blue"}, agenda={"kind": kind})
    assert solution["answer"]["headline"]


def test_votes_are_enough_where_nothing_says_what_they_are_made_of() -> None:
    red = {"name": "Red", "ballot": {"influence": 3, "outcome": "for"}}
    blue: dict[str, Any] = {"name": "Blue", "ballot": {"votes": 9, "outcome": "against"}}
    found = ask("agenda-votes", red, blue)
    assert found["answer"]["headline"] == "As things stand, “Against” wins 9 to 3."
    assert found["answer"]["tables"][0]["title"] == "Votes that each player needs"
    assert "Assumed: Blue can cast no more votes than you entered, because you gave no influence." in found["warnings"]
    few = {**blue, "ballot": {**blue["ballot"], "influence": 4}}
    assert "at most 4" in problems("agenda-votes", red, few)["players.1.ballot.votes"]


def test_an_outcome_is_understood_as_it_is_said_and_what_is_none_is_refused() -> None:
    def ballots(*said: str) -> tuple[Data, ...]:
        return tuple(
            {"name": name, "ballot": {"influence": 5 - place, "outcome": outcome}}
            for place, (name, outcome) in enumerate(zip(("Red", "Blue"), said, strict=True))
        )

    assert (
        ask("agenda-votes", *ballots("Yes", "AGAINST"))["answer"]["headline"] == "As things stand, “For” wins 5 to 4."
    )
    planet = {"agenda": {"kind": "elect-planet"}}
    elected = ask("agenda-votes", *ballots("mecatol-rex", "Mecatol rex"), **planet)
    assert elected["answer"]["headline"] == "As things stand, “Mecatol Rex” wins 9 to 0."
    assert "planet" in problems("agenda-votes", *ballots("Bogus", "Abaddon"), **planet)["players.0.ballot.outcome"]
    assert "Bogus" in problems("agenda-votes", *ballots("Bogus", "for"))["players.0.ballot.outcome"]


def test_an_agenda_is_called_by_its_name() -> None:
    players = [{"name": "Red", "ballot": {"votes": 5, "outcome": "for"}}, {"name": "Blue", "ballot": {"votes": 0}}]
    scenario = {"step": "agenda-votes", "players": players, "agenda": {"name": "Arms Reduction"}}
    plain = mecatol.solve({**scenario, "agenda": {}}).answer
    named = mecatol.solve(scenario).answer
    assert plain
    assert named
    assert plain.headline.startswith("As things stand, “For” wins")
    assert named.headline == f"Arms Reduction: a{plain.headline[1:]}"
