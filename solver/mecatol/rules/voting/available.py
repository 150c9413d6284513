"""How many votes a player can cast, and what gives them: influence, planets, cards, trade goods; or why none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.units import planet_name, planets
from mecatol.game.model import Game, Side
from mecatol.rules.voting.planets import VotingPlanet, voting_planets
from mecatol.rules.voting.record import FOR_AGAINST, SPOKEN
from mecatol.rules.voting.windows import (
    AdditionalVotes,
    AlwaysVotes,
    BoughtVotes,
    CannotVote,
    OneVoteEach,
    OwnAgenda,
    PlanetVotes,
    Predicts,
    VotesFirst,
)


class VoteSource(NamedTuple):
    """Something other than influence that gives votes."""

    name: str
    number: int
    step: int
    """By how many votes its owner can take more or fewer of them."""

    @property
    def choices(self) -> range:
        """The numbers of votes that its owner can take."""
        return range(0, self.number + 1, self.step or 1)


def _of_planets(side: Side, readied: Iterable[VotingPlanet]) -> Iterator[VoteSource]:
    """Yield what makes more of these planets than their influence, and how many votes that is."""
    for effect, window in side.acting(PlanetVotes):
        number = sum(window.act(*planet) for planet in readied)
        yield VoteSource(effect.name, number, number)


@cites("8.2.ii")
def votes_too_late(game: Game, side: Side, window: BoughtVotes) -> bool:
    """Tell whether a player votes only after the speaker, where a window is for those who have voted by then."""
    speaker = next(one for one in game.sides if one.name == speaker_of(game))
    first = not own_agenda(game) and any(speaker.acting(VotesFirst))
    return window.after_speaker and first and side is not speaker


def _bought(game: Game, side: Side, *, alone: bool, only: bool = False) -> Iterator[VoteSource]:
    """Yield the votes that trade goods give where they give most, if these need no other vote, or if they do.

    `only`: the player has no other votes, so that a first trade good must give one that needs no other.
    """
    bought = [
        (window.each, window.alone, effect.name)
        for effect, window in side.acting(BoughtVotes)
        if not votes_too_late(game, side, window)
    ]
    if not bought:
        return
    each, needs_none, name = max(bought)
    goods = side.player.trade_goods
    by_themselves = max((one for one in bought if one[1]), default=None)
    if by_themselves and not needs_none and only and goods:
        goods -= 1
        if alone:
            yield VoteSource(by_themselves[2], by_themselves[0], by_themselves[0])
    if needs_none == alone:
        yield VoteSource(name, each * goods, by_themselves[0] if by_themselves else each)


def _additional(game: Game, side: Side, *, only: bool = False) -> Iterator[VoteSource]:
    """Yield the additional votes of a player, by what gives them."""
    for effect, window in side.acting(AdditionalVotes):
        number = window.act(game, side.index)
        yield VoteSource(effect.name, number, number)
    yield from _bought(game, side, alone=False, only=only)
    if more := side.player.ballot.get("more"):
        yield VoteSource("other effects", more, 1)


@cites("8.6.a")
def _castable(
    game: Game,
    side: Side,
    readied: Iterable[VotingPlanet],
    bought: Iterable[VoteSource],
    additional: Sequence[VoteSource],
) -> frozenset[int]:
    """Return the numbers of votes that a player can cast: each planet that is exhausted gives all of its votes."""
    reached = {0}
    for planet in readied:
        reached |= {sofar + votes for votes in _of_planet(side, planet) for sofar in reached}
    for source in bought:
        reached |= {sofar + votes for votes in source.choices for sofar in reached}
    reached -= {0}  # additional votes need one to be cast
    goods, dearest = _goods_alone(game, side)
    for source in additional:
        reached |= {sofar + votes for votes in source.choices for sofar in reached}
        if source.name != dearest:
            goods |= {sofar + votes for votes in source.choices for sofar in goods}
    return frozenset(reached | goods)


def _of_planet(side: Side, planet: VotingPlanet) -> set[int]:
    """Return the numbers of votes that one planet can give when it is exhausted."""
    found = {planet.influence}
    for _, window in side.acting(PlanetVotes):
        more = {votes + window.act(*planet) for votes in found}
        found = found | more if window.optional else more
    return found


def _goods_alone(game: Game, side: Side) -> tuple[set[int], str]:
    """Return the votes that trade goods can give without any other, where most of them give more as additional votes.

    With them comes the name of what makes them additional votes; nothing where no effect or one of that kind acts.
    """
    bought = [(one.each, one.alone, effect.name) for effect, one in side.acting(BoughtVotes)
              if not votes_too_late(game, side, one)]  # fmt: skip
    alone = max((each for each, needs_none, _ in bought if needs_none), default=0)
    if not alone or max(bought)[1]:
        return set(), ""
    each, _, name = max(bought)
    goods = side.player.trade_goods
    return {alone * one + each * two for one in range(1, goods + 1) for two in range(goods - one + 1)}, name


def outcome_of(game: Game, side: Side, field: str) -> str | None:
    """Return what a ballot votes for or predicts, as the agenda calls it: "Yes" is for, "abaddon" Abaddon."""
    said: str | None = side.player.ballot.get(field)
    if said is None:
        return None
    low = said.strip().casefold()
    match game.scenario.agenda.get("kind", "for-against"):
        case "for-against":
            return SPOKEN.get(low, low if low in FOR_AGAINST else said)
        case "elect-player":
            return next((one.name for one in game.sides if one.name.casefold() == low), said)
        case "elect-planet":
            return next((planet_name(slug) for slug in planets() if low in (slug, planet_name(slug).casefold())), said)
    return said


@cites("8.16", "8.22")
def barred_by(game: Game, side: Side) -> str:
    """Say why a player cannot vote, in words; nothing if they can."""
    if any(side.acting(AlwaysVotes)):
        return ""
    predicts = outcome_of(game, side, "predicts")
    barred = f"their prediction, “{predicts}”" if predicts and not any(side.acting(Predicts)) else ""
    return next((effect.name for effect, _ in side.acting(CannotVote)), barred)


def own_agenda(game: Game) -> str | None:
    """Return the name of the player in whose action the agenda comes, None in the agenda phase."""
    return next((side.name for side in game.sides if any(side.acting(OwnAgenda))), None)


def speaker_of(game: Game) -> str:
    """Return the name of the speaker: as the scenario says, who acts as such, or the last player."""
    named: str | None = game.scenario.agenda.get("speaker")
    return named or own_agenda(game) or game.sides[-1].name


def laws_of(game: Game) -> list[OneVoteEach]:
    """Return the laws that give everybody one vote; none where the agenda comes in somebody's action."""
    laws = [law for side in game.sides for _, law in side.acting(OneVoteEach)]
    return [] if own_agenda(game) else laws


def unbounded(side: Side) -> bool:
    """Tell whether a player's votes are told and nothing of where they come from: then those are all they have."""
    return bool(side.player.ballot.get("votes")) and "influence" not in side.player.ballot and not side.player.controls


class Available(NamedTuple):
    """The votes that a player can cast, by what gives them."""

    most: int
    additional: Sequence[VoteSource] = ()
    besides: tuple[VoteSource, ...] = ()
    castable: frozenset[int] | None = None


def available(game: Game, side: Side) -> Available:
    """Return what a player can cast: nobody barred can, a law may leave one; else planets, cards and trade goods."""
    laws, readied = laws_of(game), _readied(game, side)
    from_planets = () if readied is None else tuple(_of_planets(side, readied))
    influence = _influence(game, side, readied)
    only = not influence and not any(source.number for source in from_planets)
    bought = tuple(_bought(game, side, alone=True, only=only))
    if barred_by(game, side):
        return Available(0)
    besides = () if laws else (*from_planets, *bought)
    most = 1 if laws else influence + sum(source.number for source in besides)
    additional: list[VoteSource] = []
    if most and all(law.additional for law in laws):
        additional += _additional(game, side, only=only)
    most += sum(source.number for source in additional)
    castable = None if readied is None or laws else _castable(game, side, readied, bought, additional)
    return Available(most, additional, besides, castable)


def _readied(game: Game, side: Side) -> Sequence[VotingPlanet] | None:
    """Return the planets that a player can exhaust to vote; None where nobody knows which they are."""
    if "influence" in side.player.ballot or unbounded(side):
        return None
    return voting_planets(game, side)


def _influence(game: Game, side: Side, readied: Sequence[VotingPlanet] | None) -> int:
    """Return how many votes influence gives a player: as it was told, as their planets have, or what is left to it."""
    if unbounded(side):
        beside = (*_bought(game, side, alone=True), *_additional(game, side))
        votes: int = side.player.ballot["votes"]
        return max(1, votes - sum(source.number for source in beside))
    if readied is None:
        told: int = side.player.ballot.get("influence", 0)
        return told
    return sum(planet.influence for planet in readied)
