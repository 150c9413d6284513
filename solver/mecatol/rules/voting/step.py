"""Agenda votes (8): what is resolved if everybody votes as they say, who can still change it, and what is safe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mecatol.domain.counts import count_of
from mecatol.domain.rulings import RULINGS, STATION_VOTES
from mecatol.domain.steps import ACTIVE, OTHER, VOTES_STEP
from mecatol.domain.units import is_station, planet_name
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.rules.voting.available import unbounded, votes_too_late
from mecatol.rules.voting.record import AGENDA_VOTE, BALLOT, FOR_AGAINST
from mecatol.rules.voting.votes import Vote, Voter, vote
from mecatol.rules.voting.windows import BoughtVotes, PlanetVotes, VotesLikePlanet
from mecatol.scenario.step import NUMBER, PLANETS, Input, Step, declare
from mecatol.solution.answers import Answer, Finding, Table, finding
from mecatol.solution.model import Solution, answered, listed


def _votes(number: int) -> str:
    return count_of(number, "vote")


def _shown(outcome: str) -> str:
    """Return an outcome as readers see it: For and Against as cards print them, others as they were entered."""
    return outcome.capitalize() if outcome in FOR_AGAINST else outcome


def _quoted(outcome: str) -> str:
    return f"“{_shown(outcome)}”"


def _outcomes(found: Vote) -> Iterator[Finding]:
    """Yield for each outcome whether it is resolved, whatever the undecided do, and who can decide for it."""
    said, result = found.said(), found.result()
    for outcome in found.outcomes:
        safe, group = found.safe_with(outcome), found.coalition(outcome)
        votes = _votes(said[outcome])
        tie = max(said.values()) == said[outcome] and list(said.values()).count(said[outcome]) > 1
        clauses = ("8.19", "8.2.iii") if tie else ("8.2.iii",)
        if said[outcome] >= safe:
            wins = f"it wins with {safe} or more" if safe else "it wins"
            whatever = ", no matter how the undecided vote" if found.undecided else ""
            yield finding(outcome, "yes", f"{votes}; {wins}{whatever}.", *clauses)
        elif group is None and not found.can_tie(outcome):
            even = " even with every undecided vote" if found.undecided else ""
            yield finding(outcome, "no", f"{votes}; it cannot win{even}.", *clauses)
        elif group is None and outcome not in result:
            text = f"{votes}; the undecided can only force a tie, and then {found.speaker.name} decides as the speaker."
            yield finding(outcome, "depends", text, "8.19", "8.19.a")
        elif group is None:
            text = f"{votes}, a tie: {found.speaker.name} decides as the speaker."
            yield finding(outcome, "depends", text, "8.19", "8.19.a")
        elif not group:
            yield finding(
                outcome,
                "depends",
                f"{votes}; it needs {safe} to be safe, because the undecided can still outvote it.",
                *clauses,
            )
        else:
            who = f"{listed([voter.name for voter in group])}{' together' if len(group) > 1 else ''}"
            yield finding(outcome, "depends", f"{votes}; {who} can make it win.", *clauses)


def _people(found: Vote) -> Iterator[Finding]:
    """Yield for each voter whether what is resolved depends on them, and what their prediction is worth."""
    for voter in found.voters:
        able = found.alone(voter)
        if voter.barred:
            yield finding(f"{voter.name} votes", "no", f"{voter.name} cannot vote because of {voter.barred}.", "8.16")
        elif voter.outcome is None and not voter.undecided:
            yield finding(f"{voter.name} votes", "no", f"{voter.name} abstains.", "8.14")
        if found.decides(voter):
            can = f" and can choose {listed([_quoted(one) for one in able], 'or')}" if able else ""
            text = f"As things stand, the outcome depends on {voter.name}, who has {_votes(voter.most)}{can}."
            yield finding(f"{voter.name} can change it", "yes", text, "8.19" if voter.speaker else "8.6")
        else:
            text = f"As things stand, {voter.name}’s {_votes(voter.most)} cannot change the outcome."
            yield finding(f"{voter.name} can change it", "no", text, "8.6")
    for voter in found.voters:
        if voter.predicts:
            yield _prediction(found, voter, voter.predicts)


def _prediction(found: Vote, voter: Voter, outcome: str) -> Finding:
    """Return whether a prediction is worth anything: by coming true, or by what others vote."""
    subject, text = f"{voter.name}’s prediction", f"{voter.name} predicted {_quoted(outcome)}."
    if voter.gains:
        others = sum(other.outcome != outcome for other in found.voters)
        text += f" As things stand, {others} of {len(found.voters)} players do not vote for it: {voter.gains} for each."
        open_ = any(other.undecided for other in found.voters)
        return finding(subject, "depends" if open_ else bool(others), text, "8.22", "8.22.b")
    sure = found.said()[outcome] >= found.safe_with(outcome)
    verdict = "yes" if sure else "depends" if found.can_tie(outcome) else "no"
    return finding(subject, verdict, text, "8.22", "8.22.b")


def _together(found: Vote) -> Iterator[Finding]:
    """Yield whether two players who give each other more votes cast theirs for the same outcome."""
    by_name = {voter.name: voter for voter in found.voters}
    for pact in found.pacts:
        two = [by_name[pact.holder], by_name[pact.partner]]
        said = {voter.outcome for voter in two if not voter.undecided}
        verdict = "no" if None in said or len(said) > 1 else "depends" if any(v.undecided for v in two) else "yes"
        text = f"{count_of(pact.votes, 'more vote')} if {pact.holder} and {pact.partner} vote for the same outcome."
        yield finding(f"{pact.holder}’s {pact.name}", verdict, text, "8.15")


def _order(found: Vote) -> Table:
    order: list[list[str | int]] = []
    for voter in found.voters:
        extra = ", ".join(f"{number} {name}" for name, number, _ in voter.additional)
        does = "cannot vote" if voter.barred else "undecided" if voter.undecided else voter.outcome or "abstains"
        order.append([f"{voter.name}{' (speaker)' if voter.speaker else ''}", voter.most, extra, does, voter.votes])
    return {
        "title": "In the order in which they vote",
        "columns": ["Player", "Votes available", "Extra votes included", "For", "Votes"],
        "rows": order,
    }


def _nothing_named(found: Vote) -> Answer:
    """Return the answer to a vote in which nobody has named an outcome: all who can vote may still decide for any."""
    speaker = found.speaker.name
    rows = []
    for voter in found.voters:
        if voter.barred:
            rows.append(
                finding(f"{voter.name} votes", "no", f"{voter.name} cannot vote because of {voter.barred}.", "8.16")
            )
        elif not voter.undecided:
            rows.append(finding(f"{voter.name} votes", "no", f"{voter.name} abstains.", "8.14"))
        else:
            text = f"With a single vote (of {voter.most}), {voter.name} alone can make any outcome win."
            rows.append(finding(f"{voter.name} decides", "yes", text, "8.6", "8.2.iii"))
    rows.append(finding(f"{speaker} decides", "yes", f"{speaker}, the speaker, decides if nobody votes.", "8.19"))
    rows = list({row.subject: row for row in rows}.values())
    headline = f"Nobody has voted for an outcome yet. If nobody does, {speaker}, the speaker, decides what is resolved."
    return Answer(headline, rows, [_order(found)])


def _tables(found: Vote) -> list[Table]:
    said = found.said()
    outcomes: list[list[Any]] = [
        [outcome, said[outcome], found.safe_with(outcome), max(0, found.safe_with(outcome) - said[outcome])]
        for outcome in found.outcomes
    ]
    needs: list[list[Any]] = []
    for voter in found.voters:
        for outcome in found.outcomes if voter.undecided else [voter.outcome] if voter.outcome else []:
            counts = [found.needed(voter, outcome, safe=safe) for safe in (False, True)]
            words = ["cannot win" if count is None else count for count in counts]
            needs.append([f"{voter.name}: {outcome}", *words])
    return [
        {
            "title": "Votes that each player needs",
            "columns": ["Player and outcome", "If the undecided abstain", "No matter how they vote"],
            "rows": needs,
        },
        {"title": "Outcomes", "columns": ["Outcome", "Votes", "Needed to be safe", "Still needed"], "rows": outcomes},
        _order(found),
    ]  # fmt: skip


def _headline(found: Vote) -> str:
    said, result = found.said(), found.result()
    tied = [outcome for outcome in found.outcomes if said[outcome] == max(said.values())]
    if len(result) > 1:
        return f"{listed([_quoted(one) for one in tied])} are tied: {found.speaker.name}, the speaker, decides."
    (winner,) = result
    others = [votes for outcome, votes in said.items() if outcome != winner]
    if len(tied) > 1:
        tie = f"{found.speaker.name}, the speaker, breaks the tie at {_votes(said[winner])} each"
        text = f"As things stand, {_quoted(winner)} wins: {tie}."
    else:
        text = f"As things stand, {_quoted(winner)} wins {said[winner]} to {max(others, default=0)}."
    if not found.undecided:
        return text
    safe = said[winner] >= found.safe_with(winner)
    return f"{text} It is safe." if safe else f"{text} The undecided can still change it."


def _called(name: str | None, headline: str) -> str:
    """Return a headline after what the agenda is called, if that is known."""
    return f"{name}: {headline[0].lower()}{headline[1:]}" if name and headline.startswith("As ") else headline


def _buys_votes(side: Side) -> bool:
    """Tell whether a player has a card that turns trade goods into votes."""
    return any(side.acting(BoughtVotes))


def solve_votes(game: Game) -> Solution:
    """Solve a vote: tally it, find who can still change it, and how many votes each outcome and player needs.

    Raises ScenarioError for votes that cannot be, and for planets without a known value.
    """
    speaker, names = game.scenario.agenda.get("speaker"), [side.name for side in game.sides]
    if speaker is not None and speaker not in names:
        raise fault("agenda.speaker", f"{speaker!r} is not a player here: {', '.join(names)}", speaker)
    found = vote(game)
    answer = _nothing_named(found)
    if found.outcomes:
        findings = [*_outcomes(found), *_people(found), *_together(found)]
        headline = _called(game.scenario.agenda.get("name"), _headline(found))
        answer = Answer(headline, findings, _tables(found))
    _note_order(game, found)
    _note_votes(game, found)
    for row in answer.findings:
        of_outcome = row.subject in found.outcomes
        game.note(row.clauses[0], f"{_quoted(row.subject)}: {row.text}" if of_outcome else row.text)
    _warn_of_total_influence(game)
    _note_what_counts(game)
    if told := [side.name for side in game.sides if unbounded(side)]:
        game.warn(f"Assumed: {listed(told)} can cast no more votes than you entered, because you gave no influence.")
    if found.undecided:
        game.note("8.14", "The undecided may abstain: “as things stand” assumes that all of them do.")
    return answered(game, answer)


def _note_order(game: Game, found: Vote) -> None:
    """Say in which order the players vote, and who votes too late to play a card."""
    order = ", ".join(voter.name for voter in found.voters)
    game.note("8.2.ii", f"They vote in this order: {order}; {found.speaker.name} is the speaker.")
    for side in game.sides:
        for effect, window in side.acting(BoughtVotes):
            if votes_too_late(game, side, window):
                text = f"{found.speaker.name}, the speaker, votes before {side.name}, who cannot play {effect.name}."
                game.note("8.2.ii", text)


def _note_votes(game: Game, found: Vote) -> None:
    """Say what each player casts, and what gives them votes."""
    for voter in found.voters:
        if voter.outcome:
            cast = f"{voter.name} casts {voter.votes} of {count_of(voter.most, 'available vote')}"
            game.note("8.6", f"{cast}: {_quoted(voter.outcome)}.")
            game.note("8.7", "Each player casts all of their votes for one outcome.")
        for name, number, _ in voter.besides:
            game.note("8.6", f"{voter.name}’s {name}: {_votes(number)} on top of influence.")
        for name, number, _ in voter.additional:
            game.note("8.15", f"{voter.name}’s {name}: {count_of(number, 'more vote')}, for the same outcome.")
    for voter in found.voters:
        if voter.castable is not None and len(voter.castable) < voter.most:
            game.note("8.6.a", f"{voter.name} cannot split a planet’s votes: it casts all of them or none.")


def _warn_of_total_influence(game: Game) -> None:
    """Warn of cards that count planets, where only the influence of all of them is known."""
    for side in game.sides:
        if "influence" not in side.player.ballot:
            continue
        for effect, _ in (*side.acting(PlanetVotes), *side.acting(VotesLikePlanet)):
            game.warn(
                f"{side.name}’s {effect.name} counts only if you name the planets; if you give total influence, "
                "add what it is worth."
            )


def _note_what_counts(game: Game) -> None:
    """Say whether space stations give votes, and that trade goods do not."""
    stations = sorted({slug for side in game.sides for slug in side.player.controls if is_station(slug)})
    if stations:
        reading = RULINGS[STATION_VOTES].readings[game.ruling(STATION_VOTES)]
        called = listed([planet_name(slug) for slug in stations])
        game.note("8.6", f"Votes from {called}: {reading[0].lower()}{reading[1:]}")
    if any(side.player.trade_goods and not _buys_votes(side) for side in game.sides):
        game.note("8.13", "Trade goods cannot be spent as votes.")
        game.note("47.3.a", "Elsewhere a trade good counts as one influence, but not here.")


declare(
    Step(
        slug=VOTES_STEP,
        title="Agenda votes",
        topic="agenda-phase",
        question="Which outcome is resolved, who can still outvote whom, and how many votes make an outcome safe?",
        solve=solve_votes,
        clauses=(
            "8.2.ii", "8.2.iii", "8.6", "8.6.a", "8.7", "8.8", "8.9", "8.10", "8.13", "8.14", "8.15", "8.16", "8.19",
            "8.19.a", "8.22", "8.22.a", "8.22.b", "47.2", "47.3.a",
        ),
        called=("First to vote", "Next to vote"),
        offers=(),
        inputs=tuple(
            Input(role=role, field=field, kind=kind, label=label, hint=hint)
            for role in (ACTIVE, OTHER)
            for field, kind, label, hint in (
                ("controls", PLANETS, "Planets controlled", "Instead of total influence."),
                ("exhausted", PLANETS, "Exhausted cards", "Planets and technologies that are exhausted."),
                ("trade_goods", NUMBER, "Trade goods", "For effects that turn them into votes."),
            )
        ),
        rulings=(STATION_VOTES,),
        records={"agenda": (AGENDA_VOTE, "For agenda votes: the agenda, and who is the speaker.")},
        player_records={"ballot": (BALLOT, "For agenda votes: what the player votes for, and with what.")},
        reads=("resources", "influence"),
        example={
            "step": VOTES_STEP,
            "players": [
                {"name": "Red", "ballot": {"influence": 9, "outcome": "for"}},
                {"name": "Blue", "ballot": {"influence": 7, "outcome": "against"}},
                {"name": "Green", "ballot": {"influence": 5}},
                {"name": "Yellow", "ballot": {"influence": 6, "outcome": "against"}},
            ],
        },
    )
)  # fmt: skip
