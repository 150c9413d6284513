"""Transactions (94): whether two players can make this one now, and what each has of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of
from mecatol.domain.editions import EDITIONS, POK, THUNDERS_EDGE, in_force, in_full
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import TRANSACTION_STEP
from mecatol.effects.model import ANYONE, EFFECTS, Effect
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.rules.transaction.record import GIVES, ITEMS, SINCE, STATIONS, TRANSACTION
from mecatol.rules.transaction.windows import (
    SharesTechnologies,
    TradesActionCards,
    TradesAnywhere,
    TradesInNoAgenda,
    TradesItsPlanet,
    TradesOnOccasion,
    TradesRelics,
    TradesSecretObjectives,
    TradesThisRelic,
    TransactionWindow,
)
from mecatol.scenario.step import Step, declare
from mecatol.solution.answers import DEPENDS, NO, YES, Answer, Finding, Table, finding, note_findings
from mecatol.solution.model import Solution, answered

_FREE = ("trade_goods", "commodities", "relic_fragments")
"""What can be given in any number (94.2)."""


def _owner(game: Game, kind: type[TransactionWindow]) -> tuple[Side, Effect] | None:
    """Return who has an effect that acts in a window, and the effect; None if neither has."""
    for side in game.sides:
        for effect, _ in side.acting(kind):
            return side, effect
    return None


def _planets(game: Game, side: Side) -> Iterator[str]:
    """Yield which planets' cards a player can give, in sentences."""
    for _, window in side.acting(TradesItsPlanet):
        yield (
            f"A planet with {window.unit} on it can be exchanged: {side.name}’s units there go to another planet that "
            f"{side.name} controls."
        )
    if game.scenario.transaction.get("when") == "agenda" and in_force(game.edition, POK):
        yield "In the agenda phase, the planet to which Demilitarized Zone is attached can be exchanged."


def _allowing(game: Game, kind: type[TransactionWindow]) -> str:
    """Name every effect of the edition that acts in a window, with whose it is; "" where there is none."""
    known = [one for one in EFFECTS.values() if one.acts_in(kind) and in_force(game.edition, one.edition, one.until)]
    return " or ".join(f"{FACTIONS[one.faction].short}’s {one.name}" if one.faction else one.name for one in known)


_ALLOWED: dict[str, type[TransactionWindow]] = {
    "action_cards": TradesActionCards,
    "relics": TradesRelics,
    "other_cards": TradesSecretObjectives,
}
"""The windows in which an effect lets things of a kind be given, for both players."""


def _exceptions(game: Game, slug: str) -> str:
    """Say which effects would let things of a kind be given, "" where no effect of the edition would."""
    allowing = _allowing(game, _ALLOWED[slug]) if slug in _ALLOWED else ""
    if not allowing:
        return ""
    if slug == "relics":
        return f"Only {_allowing(game, TradesThisRelic)} can be exchanged, or any relic with {allowing}."
    return f"Only {allowing} would allow {'unscored secret objectives' if slug == 'other_cards' else 'it'}."


def _some_cards(game: Game) -> Iterator[tuple[Effect, str]]:
    """Yield what lets some of the other cards be given, and which."""
    if held := _owner(game, TradesSecretObjectives):
        yield held[1], "unscored secret objectives"
    if held := _owner(game, SharesTechnologies):
        yield held[1], "sharing technologies that belong to no faction"


def _card(game: Game, side: Side, slug: str, number: int) -> Finding:
    """Return whether a player can give what only an effect lets change hands."""
    subject = f"{side.name} gives: {ITEMS[slug].lower()}"
    if slug == "other_cards" and (some := [*_some_cards(game)]):
        text = f"{' '.join(f'{effect.name} allows {what}.' for effect, what in some)} No other card can be given."
        rests_on = dict.fromkeys(clause for effect, _ in some for clause in effect.clauses)
        return finding(subject, DEPENDS, text, *rests_on)
    if slug in _ALLOWED and (held := _owner(game, _ALLOWED[slug])):
        owner, effect = held
        text = f"{number}; {effect.name} allows it in a transaction with {owner.name}."
        return finding(subject, True, text, *effect.clauses)
    if slug == "relics" and (relics := [effect.name for effect, _ in side.acting(TradesThisRelic)]):
        text = f"{' and '.join(relics)} can be exchanged." if number <= len(relics) else "No other relic can be."
        return finding(subject, number <= len(relics), text, "94.3")
    clauses = ("94.3.a", "94.3") if slug == "action_cards" else ("94.3",)
    text = _exceptions(game, slug) or f"{ITEMS[slug].partition(':')[0]} cannot be exchanged."
    return finding(subject, False, text, *clauses)


@cites("94.1", "94.1.a", "94.6", "94.6.a")
def _moment(game: Game) -> Iterator[Finding]:
    """Yield whether the two can make a transaction at all now."""
    deal = game.scenario.transaction
    when, before = deal.get("when", "turn"), deal.get("before", 0)
    if when == "turn":
        yield finding("Timing", True, "On either player’s turn, they can make one at any time.", "94.1", "94.1.a")
    elif when == "agenda":
        forbidding = _owner(game, TradesInNoAgenda)
        text = "During each agenda, any two players can make one."
        text = f"{forbidding[1].name} forbids transactions in the agenda phase." if forbidding else text
        yield finding("Timing", not forbidding, text, "94.6")
    else:
        text = "When it is neither player’s turn, only an agenda allows a transaction."
        yield finding("Timing", False, text, "94.1", "94.6")
    if when == "agenda":
        yield finding("Neighbors", True, "During an agenda they do not need to be neighbors.", "94.6.a")
    elif deal.get("relation", "neighbors") == "neighbors":
        yield finding("Neighbors", True, "They are neighbors.", "94.1")
    elif deal["relation"] == STATIONS:
        text = "They are not neighbors, but do not need to be, because each controls a space station."
        yield finding("Neighbors", True, text, "94.1")
    elif held := _owner(game, TradesAnywhere):
        side, effect = held
        why = f"of {effect.name}" if effect.of == ANYONE else f"{side.name} has {effect.name}"
        text = f"They do not need to be neighbors, because {why}."
        yield finding("Neighbors", True, text, "94.1")
    else:
        yield finding("Neighbors", False, "During a turn they must be neighbors, but they are not.", "94.1")
    clause = "94.6" if when == "agenda" else "94.1"
    span = "during this agenda" if when == "agenda" else "this turn"
    text = f"It is their first {span}." if not before else f"They have already made one {span} and cannot make another."
    yield finding("First transaction", not before, text, clause)


@cites("17.2.a", "17.4", "17.4.a", "94.2", "94.3", "94.3.a", "94.4")
def _items(game: Game, side: Side) -> Iterator[Finding]:
    """Yield for each thing that a player gives whether it can change hands."""
    for slug, number in side.player.gives.items():
        subject = f"{side.name} gives: {ITEMS[slug].lower()}"
        if slug in _FREE:
            yield finding(subject, True, f"{number}; any number can be given.", "94.2")
        elif slug == "promissory_notes":
            notes = count_of(number, "promissory note")
            text = (
                f"{notes}; each player can give one."
                if number == 1
                else f"{notes}, but each player can give at most one."
            )
            yield finding(subject, number == 1, text, "94.2")
        elif slug == "captured_units":
            yield finding(
                subject,
                True,
                "It can be returned to its owner."
                if number == 1
                else f"Each of the {number} can be returned to its owner.",
                "17.2.a",
                "94.3",
            )
        elif slug == "captured_tokens":
            yield finding(
                subject,
                False,
                f"{ITEMS[slug]} belong to nobody, so they cannot be returned in a transaction.",
                "17.4.a",
                "17.4",
                "94.3",
            )
        elif slug == "planets" and (able := [*_planets(game, side)]):
            yield finding(subject, "depends", " ".join([*able, "No other planet can be."]), "94.3")
        else:
            yield _card(game, side, slug, number)
    if not side.player.gives:
        yield finding(f"{side.name} gives nothing", True, "A transaction does not have to be even.", "94.4")


@cites("21.5", "93.5")
def _received(game: Game) -> list[list[Any]]:
    """Return what each player receives: commodities become trade goods."""
    rows = []
    for side, other in (game.sides, game.sides[::-1]):
        given = other.player.gives
        goods = given.get("trade_goods", 0) + given.get("commodities", 0)
        rest = [_told(slug, number) for slug, number in given.items() if slug not in ("trade_goods", "commodities")]
        rows.append([side.name, goods, ", ".join(rest)])
        if commodities := given.get("commodities", 0):
            received = count_of(commodities, "commodity", "commodities")
            game.note("21.5", f"{side.name} receives {received} as trade goods.")
    return rows


def _told(slug: str, number: int) -> str:
    """Say how many things of a kind are given; some kinds are more than one word in the plural."""
    if slug == "captured_units":
        return count_of(number, "captured ship or mech", "captured ships and mechs")
    many = ITEMS[slug].lower()
    plain = many == slug.replace("_", " ")
    return count_of(number, many.removesuffix("s") if plain else many, many)


def _problems(game: Game) -> Iterator[Problem]:
    """Yield what the edition does not have."""
    if game.scenario.transaction.get("relation") == STATIONS and not in_force(game.edition, THUNDERS_EDGE):
        message = f"there are no space stations before {EDITIONS[THUNDERS_EDGE]}; name another relation"
        yield Problem("transaction.relation", message, STATIONS)
    for side in game.sides:
        for slug, number in side.player.gives.items():
            if number and slug in SINCE and not in_force(game.edition, SINCE[slug]):
                message = f"{ITEMS[slug]} are from {EDITIONS[SINCE[slug]]}, not in {in_full(game.edition)}"
                yield Problem(f"players.{side.index}.gives.{slug}", message, number)


def _on_occasion(game: Game, found: list[Finding]) -> list[Finding]:
    """Return what was found of the moment; where a rule is broken, with what allows the transaction all the same."""
    deal, allowed = game.scenario.transaction, []
    again = deal.get("when") == "agenda" and deal.get("before", 0)
    for side, other in (game.sides, game.sides[::-1]):
        for effect, window in side.acting(TradesOnOccasion):
            did = window.occasion.format(other=other.name)
            text = f"If {side.name} has just {did} with {effect.name}, they can make a transaction all the same."
            text = f"{text} {window.in_agenda}" if again and window.in_agenda else text
            allowed.append(finding(effect.name, DEPENDS, text, *effect.clauses))
    forbidden = deal.get("when") == "agenda" and _owner(game, TradesInNoAgenda)
    if forbidden or not allowed or not any(row.broken for row in found):
        return found
    return [*(row._replace(verdict=DEPENDS) if row.broken else row for row in found), *allowed]


def solve_transaction(game: Game) -> Solution:
    """Decide whether two players can make a transaction now, and say what each receives.

    Raises ScenarioError for what the edition does not have.
    """
    if problems := list(_problems(game)):
        raise ScenarioError(problems)
    found = [*_on_occasion(game, [*_moment(game)]), *(row for side in game.sides for row in _items(game, side))]
    if not any(side.player.gives for side in game.sides):
        found.append(
            finding("Something given", False, "Neither player gives anything, so there is no transaction.", "94.2")
        )
    verdicts = {row.verdict for row in found}
    verdict = next((which for which in (NO, DEPENDS) if which in verdicts), YES)
    bearing = found if verdict == YES else [row for row in found if row.verdict == verdict]
    one, other = game.sides
    can = {YES: "can", NO: "cannot", DEPENDS: "may be able to"}[verdict]
    headline = f"{one.name} and {other.name} {can} make this transaction."
    clauses = list(dict.fromkeys(clause for row in bearing for clause in row.clauses))
    text = "Nothing prevents it." if verdict == YES else " ".join(row.text for row in bearing)
    note_findings(game, found)
    rows = _received(game)
    tables: list[Table] = [{"title": "What each receives", "columns": ["Player", "Trade goods", "Also"], "rows": rows}]
    game.warn("Assumed: both players have what they give, and both agree.")
    return answered(
        game,
        Answer(headline, [finding("Transaction", verdict, text, *clauses), *found], [] if verdict == NO else tables),
    )


declare(
    Step(
        slug=TRANSACTION_STEP,
        title="Transaction",
        topic="transactions",
        question="Can the two of us exchange this now?",
        solve=solve_transaction,
        clauses=(
            "17.2.a",
            "17.4",
            "17.4.a",
            "21.5",
            "93.5",
            "94.1",
            "94.1.a",
            "94.2",
            "94.3",
            "94.3.a",
            "94.4",
            "94.6",
            "94.6.a",
        ),
        called=("One player", "The other player"),
        offers=(),
        records={"transaction": (TRANSACTION, "For a transaction: the moment, and whether the two are neighbors.")},
        player_records={"gives": (GIVES, "For a transaction: what the player gives.")},
        most_players=2,
        example={
            "step": TRANSACTION_STEP,
            "players": [
                {"name": "Red", "gives": {"commodities": 3}},
                {"name": "Blue", "gives": {"trade_goods": 2, "promissory_notes": 1}},
            ],
        },
    )
)
