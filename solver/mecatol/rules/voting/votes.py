"""Votes on an agenda: who can cast how many, what is tallied, who can still change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import planet_name, planets
from mecatol.errors import Problem, ScenarioError, unknown
from mecatol.game.model import Game, Side
from mecatol.rules.voting.available import VoteSource, available, barred_by, laws_of, outcome_of, own_agenda, speaker_of
from mecatol.rules.voting.record import FOR_AGAINST
from mecatol.rules.voting.windows import (
    Predicts,
    VotesFirst,
    VotesTogether,
)


class Voter(NamedTuple):
    """One player when an agenda is voted on."""

    name: str
    most: int
    """The most votes that they can cast."""
    outcome: str | None
    """What they vote for; None while they are undecided or if they abstain or cannot vote."""
    votes: int
    """How many votes they cast for it."""
    undecided: bool
    """Whether they may still vote for anything."""
    prefers: str | None
    """What they want, even if they cannot vote: as speaker they choose it in a tie."""
    speaker: bool = False
    barred: str = ""
    """Why they cannot vote, in words; empty if they can."""
    additional: tuple[VoteSource, ...] = ()
    """Additional votes among the most, by what gives them; none without a vote from planets."""
    besides: tuple[VoteSource, ...] = ()
    """Votes among the most that are neither influence nor additional, by what makes them votes."""
    predicts: str | None = None
    """What they have predicted."""
    gains: str = ""
    """What each player who casts no vote for that gives them; empty where being right counts."""
    castable: frozenset[int] | None = None
    """The numbers of votes that they can cast, where each of their planets is known; None for any up to the most."""

    def at_least(self, votes: int) -> int | None:
        """Return the fewest votes that they can cast, of so many or more; None if they have too few."""
        numbers = range(votes, self.most + 1) if self.castable is None else sorted(self.castable)
        return next((number for number in numbers if number >= votes), None)


class Pact(NamedTuple):
    """Extra votes that one player casts when another one votes for the same outcome."""

    name: str
    holder: str
    partner: str
    votes: int


type Cast = Mapping[str, tuple[str | None, int]]
"""What players vote for, by name, and with how many votes; None: they abstain."""


@cites("8.2.ii", "8.13", "8.14", "8.15", "8.16", "47.3.a")
def _voter(game: Game, side: Side, speaker: str) -> Voter:
    ballot, barred, can = side.player.ballot, barred_by(game, side), available(game, side)
    outcome, votes = outcome_of(game, side, "outcome"), ballot.get("votes")
    casts = can.most if votes is None else votes
    abstains = bool(barred) or votes == 0
    predicts = outcome_of(game, side, "predicts") or (outcome if barred else None)
    return Voter(
        name=side.name,
        most=can.most,
        outcome=outcome if casts and not abstains else None,
        votes=casts if outcome and not abstains else 0,
        undecided=outcome is None and not abstains and can.most > 0,
        prefers=outcome or predicts,
        speaker=side.name == speaker,
        barred=barred,
        additional=tuple(source for source in can.additional if source.number),
        besides=can.besides,
        predicts=predicts,
        gains=next((window.gains for _, window in side.acting(Predicts)), ""),
        castable=can.castable,
    )


def voters(game: Game) -> list[Voter]:
    """Return everybody in the order in which they vote: from the speaker's left on, after those who vote first.

    Who votes first does so in the agenda phase.
    """
    names, speaker = [side.name for side in game.sides], speaker_of(game)
    after = names.index(speaker) + 1
    seated = [*game.sides[after:], *game.sides[:after]]
    early = [] if own_agenda(game) else [side for side in seated if any(side.acting(VotesFirst))]
    late = [side for side in seated if side not in early]
    return [_voter(game, side, speaker) for side in (*early, *late)]


@cites("8.15")
def pacts(game: Game) -> Iterator[Pact]:
    """Yield what gives more votes to two players for the same outcome; who is not here is warned of."""
    if not all(law.additional for law in laws_of(game)):
        return
    for side in game.sides:
        for effect, window in side.acting(VotesTogether):
            partner = next((one.name for one in game.sides if one.player.faction == effect.faction), None)
            if partner:
                yield Pact(effect.name, side.name, partner, window.votes)
            else:
                who = FACTIONS[effect.faction or ""].name
                game.warn(f"{side.name}’s {effect.name} gives no votes here: nobody plays {who}.")


@cites("8.6.a", "8.7", "8.8", "8.9", "8.10", "8.22.a")
def check(game: Game, everybody: Iterable[Voter]) -> None:
    """Raise ScenarioError for votes that cannot be: more than there are, or for what is not an outcome."""
    kind, problems = game.scenario.agenda.get("kind", "for-against"), list[Problem]()
    names = [side.name for side in game.sides]
    by_name = {voter.name: voter for voter in everybody}
    allowed: Collection[str] | None = {"for-against": FOR_AGAINST, "elect-player": names}.get(kind)
    if kind == "elect-planet":
        allowed = [planet_name(slug) for slug in planets()]
    for side in game.sides:
        ballot, voter, path = side.player.ballot, by_name[side.name], f"players.{side.index}.ballot"
        for field in ("outcome", "predicts"):
            said = outcome_of(game, side, field)
            if allowed and said is not None and said not in allowed:
                what = "planet" if kind == "elect-planet" else "outcome of this agenda"
                problems.append(unknown(f"{path}.{field}", said, what, allowed))
        votes = ballot.get("votes", 0)
        if votes and voter.barred:
            message = f"{side.name} cannot vote because of {voter.barred}; leave the votes out"
            problems.append(Problem(f"{path}.votes", message, votes))
        elif votes > voter.most:
            message = (
                f"{votes} votes, but {side.name} can cast at most {voter.most}; enter more influence or fewer votes"
            )
            problems.append(Problem(f"{path}.votes", message, votes))
        elif votes and voter.at_least(votes) != votes:
            others = " or ".join(str(number) for number in _next_to(votes, voter))
            message = (
                f"{count_of(votes, 'vote')}, but {side.name} cannot cast exactly that many: a planet casts all of its "
                f"votes; name {others}, or their influence instead of their planets"
            )
            problems.append(Problem(f"{path}.votes", message, votes))
        elif votes and "outcome" not in ballot:
            message = f"is missing: what {side.name}’s {votes} votes are for; name it, or leave out `votes`"
            problems.append(Problem(f"{path}.outcome", message))
    if problems:
        raise ScenarioError(problems)


def _next_to(votes: int, voter: Voter) -> list[int]:
    """Return the numbers of votes that a voter can cast next to a number that they cannot."""
    fewer, more = [number for number in voter.castable or () if number < votes], voter.at_least(votes)
    return [*([max(fewer)] if fewer else []), *([more] if more is not None else [])]


_UNNAMED = "\0"
"""An outcome that nobody has named yet."""


@dataclass(frozen=True)
class Vote:
    """A vote on an agenda: everybody, and what can be resolved."""

    voters: Sequence[Voter]
    outcomes: Sequence[str]
    pacts: Sequence[Pact] = ()

    @property
    def speaker(self) -> Voter:
        """The player who decides ties."""
        return next(voter for voter in self.voters if voter.speaker)

    def tally(self, cast: Cast | None = None) -> Counter[str]:
        """Return the votes by outcome if some vote so, everybody else as they say, and the undecided abstain."""
        everybody = {voter.name: (voter.outcome, voter.votes) for voter in self.voters} | dict(cast or {})
        counted: Counter[str] = Counter(dict.fromkeys(self.outcomes, 0))
        for outcome, votes in everybody.values():
            if outcome:
                counted[outcome] += votes
        for pact in self.pacts:
            (outcome, votes), (other, others) = everybody[pact.holder], everybody[pact.partner]
            if outcome and outcome == other and votes and others:
                counted[outcome] += pact.votes
        return counted

    def said(self) -> Counter[str]:
        """Return the votes by outcome if everybody votes as they say and the undecided abstain."""
        return self.tally()

    def _rival(self, outcome: str, free: Iterable[Voter], cast: Cast) -> int:
        """Return the most votes that another outcome can have where those who are free cast all of theirs for it."""
        others = [_UNNAMED, *(other for other in self.outcomes if other != outcome)]
        free = list(free)

        def votes_for(one: str) -> int:
            all_for_it = {voter.name: (one, voter.most) for voter in free}
            return self.tally({**cast, **all_for_it})[one]

        return max(map(votes_for, others))

    @cites("8.2.iii", "8.19", "8.19.a")
    def resolved(self, tally: Mapping[str, int], prefers: str | None) -> frozenset[str]:
        """Return the outcome that is resolved; several where the speaker decides and nobody knows how."""
        most = max(tally.values(), default=0)
        tied = frozenset(outcome for outcome, votes in tally.items() if votes == most)
        return frozenset({prefers}) if prefers in tied else tied

    def result(self) -> frozenset[str]:
        """Return what is resolved if everybody votes as they say."""
        return self.resolved(self.said(), self.speaker.prefers)

    def with_ballots(self, ballots: Mapping[str, str | None]) -> frozenset[str]:
        """Return what is resolved if some voters cast all they can for other outcomes (None: they abstain)."""
        cast = {v.name: (ballots[v.name], v.most) for v in self.voters if v.name in ballots}
        prefers = ballots.get(self.speaker.name) or self.speaker.prefers
        return self.resolved(self.tally(cast), prefers)

    @property
    def undecided(self) -> list[Voter]:
        """Those who may still vote for anything."""
        return [voter for voter in self.voters if voter.undecided]

    def safe_with(self, outcome: str) -> int:
        """Return with how many votes an outcome is resolved whatever the undecided do."""
        rival = self._rival(outcome, self.undecided, {})
        return rival if self.speaker.prefers == outcome else rival + 1

    def alone(self, voter: Voter) -> list[str]:
        """Return the outcomes that a voter can bring about with all their votes, the other undecided abstaining."""
        if not voter.most and not voter.speaker:
            return []
        return [o for o in self.outcomes if self.with_ballots({voter.name: o}) == {o}]

    def decides(self, voter: Voter) -> bool:
        """Tell whether what is resolved depends on how a voter votes, the other undecided abstaining."""
        results = {self.with_ballots({voter.name: outcome}) for outcome in (None, *self.outcomes)}
        return len(results) > 1

    def needed(self, voter: Voter, outcome: str, *, safe: bool) -> int | None:
        """Return the fewest votes with which a voter decides for an outcome, None if all they have are too few.

        `safe`: whatever the other undecided voters do; else while they abstain.
        """
        free = [other for other in self.undecided if other.name != voter.name] if safe else []
        rival = self._rival(outcome, free, {voter.name: (None, 0)})
        least = rival if (outcome if voter.speaker else self.speaker.prefers) == outcome else rival + 1
        without = self.tally({voter.name: (None, 0)})[outcome]
        if without >= least:
            return 0
        one = self.tally({voter.name: (outcome, 1)})[outcome]  # with whatever another player's votes add to the first
        return voter.at_least(1 + max(0, least - one))

    @cites("8.19")
    def can_tie(self, outcome: str) -> bool:
        """Tell whether the undecided can bring an outcome at least to a tie, which the speaker may decide for it."""
        return outcome in self.with_ballots({voter.name: outcome for voter in self.undecided})

    def coalition(self, outcome: str) -> tuple[Voter, ...] | None:
        """Return the fewest undecided voters who can decide for an outcome, of those the fewest votes.

        None if all of them together cannot.
        """

        def decide(group: tuple[Voter, ...]) -> bool:
            return self.with_ballots(dict.fromkeys([voter.name for voter in group], outcome)) == {outcome}

        for size in range(len(self.undecided) + 1):
            if able := list(filter(decide, combinations(self.undecided, size))):
                return min(able, key=lambda group: sum(voter.most for voter in group))
        return None


def vote(game: Game) -> Vote:
    """Return the vote that a scenario describes. Raises ScenarioError for votes that cannot be."""
    everybody = voters(game)
    check(game, everybody)
    named = [
        said
        for field in ("outcome", "predicts")
        for side in game.sides
        if (said := outcome_of(game, side, field)) is not None
    ]
    kind = game.scenario.agenda.get("kind", "for-against")
    first: Iterable[str] = FOR_AGAINST if kind == "for-against" else ()
    if kind == "elect-player":
        first = [side.name for side in game.sides]
    return Vote(everybody, list(dict.fromkeys((*first, *named))), tuple(pacts(game)))
