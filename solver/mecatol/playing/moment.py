"""A moment of a battle at the table: the step of the rules, what is asked, the odds, and the luck so far."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import planet_name
from mecatol.errors import LimitError, fault, shown
from mecatol.game.model import Game
from mecatol.game.state import Force, State
from mecatol.playing.battles import PlayedBattle, made_ready
from mecatol.playing.chance import Luck, dice_decide, fall, luck
from mecatol.playing.steps import CHOICE, LOSSES, OVER, ROLL, WHICH, Odds, TableStep, WayOn
from mecatol.playing.tokens import each_die, fallen, hits_shown, kind_of
from mecatol.probability.dice import Dice, Number, first_best, side_hits
from mecatol.probability.limits import at_most, check_time
from mecatol.scenario.history import MOST_TOKENS, TOKEN
from mecatol.scenario.reading import read
from mecatol.scenario.step import STEPS

SECONDS = 1.0
"""How long the ways of a choice are compared: a table waits for it."""
_SEARCHING = 0.7
"""The share of that for a search of the best losses; the rest is for the usual order of losses."""
_FOR_CARDS = 0.2
"""How much of the same time what cards are worth may take beyond that."""
SEARCHED, USUAL, PARTLY, LISTED = "searched", "usual", "partly", "named"
"""How the ways of a choice were compared: if both sides lose units best from then on; if they go on in their usual
order; that too, but not all of them; those of the named orders alone, since all are too many."""
MOST_SHOWN = 24
"""How many ways of a choice are shown; a history may take any."""


class Fell(NamedTuple):
    """A roll that was made."""

    player: int
    title: str
    hits: int
    shown: tuple[tuple[int, bool], ...]
    """What each die shows and whether it hits, where the dice are known."""


class Passed(NamedTuple):
    """A step of the line."""

    title: str
    """The part of the action."""
    odds: Odds
    """The odds before it."""
    did: str = ""
    """What fell or was chosen, as words; nothing of the moment itself."""


class WeighedWay(NamedTuple):
    """One way on from the moment."""

    way: WayOn
    odds: Odds | None
    """The odds after it, where it is a choice that was looked at."""
    cost: float | None
    """How much of the chance of the player who chooses it costs against the best."""
    best: bool


class Extra(NamedTuple):
    """What a player may announce, or do with a card."""

    way: WayOn
    gain: float | None
    """How much more often the owner of a card gets what they want by it; None where no time is left, or for no card."""


@dataclass(frozen=True)
class TableMoment:
    """A battle after some steps."""

    history: tuple[str, ...]
    battle: PlayedBattle
    step: TableStep
    options: tuple[WeighedWay, ...]
    """The ways on, the best of a choice first; not all of very many."""
    compared: str
    """How the ways of a choice were compared: SEARCHED, USUAL or PARTLY; "" where chance decides."""
    extras: tuple[Extra, ...]
    odds: Odds
    line: tuple[Passed, ...]
    """Each step so far, and last this moment."""
    rolls: tuple[Fell, ...]
    luck: tuple[Luck, ...]

    def data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        step = self.step
        return {
            "history": list(self.history),
            "step": {
                "kind": step.kind,
                "title": step.title,
                "clause": step.clause,
                "words": step.words,
                "player": step.player,
                "dice": [_dice(step.game, step.player, d) for d in step.dice],
                "faces": step.kind == ROLL and dice_decide(step),
                "options": [_option(option) for option in self.options],
                "extras": [_extra(extra) for extra in self.extras],
                "more": max(0, len(step.ways) - len(self.options)),
                "compared": self.compared if step.listed else LISTED,
            },
            "players": [_player(step.game, step.position, player) for player in range(len(step.game.sides))],
            "shares": [
                {"words": share.words, "player": share.player, "chance": float(chance)}
                for share, chance in zip(self.battle.played.shares, self.odds, strict=True)
            ],
            "line": [{**each._asdict(), "odds": list(map(float, each.odds))} for each in self.line],
            "rolls": [fell._asdict() for fell in self.rolls],
            "luck": [each._asdict() for each in self.luck],
            "notes": list(step.notes),
            "assumed": list(self.battle.assumed),
            "losses": self.battle.losses,
            "acting": list(_acting(self.battle.game)),
        }


def play(
    scenario: Any, history: Sequence[str] = (), *, roll: int | None = None, seconds: float = SECONDS
) -> TableMoment:
    """Return the moment of a battle after some steps.

    Args:
        scenario: The battle as `mecatol.read` takes it.
        history: A token for each step so far (see `mecatol.playing.tokens`).
        roll: A seed, where the next step is one of chance and is to be rolled here; None: nothing is rolled.
        seconds: How long the ways of a choice are compared.

    Raises:
        ScenarioError: the battle has faults or cannot be played out, or a token says nothing that can happen there.
        LimitError: the time or the positions that the caller granted (`time_limit`) do not suffice.
    """
    battle = _ready(json.dumps(read(scenario).data(), sort_keys=True))
    tokens = _checked(history)
    step = battle.played.start()
    line: list[Passed] = []
    fell: list[Fell] = []
    rolled: list[tuple[int, Sequence[Number], int]] = []
    place = 0
    while place < len(tokens) or roll is not None:
        if place == len(tokens):
            roll, seed = None, roll
            if step.kind not in (ROLL, WHICH) or seed is None:
                break
            tokens.append(fall(step, seed))
        if step.passed and not any(way.token == tokens[place] for way in (*step.ways, *step.extras)):
            step = step.ways[0].then()  # the history is older than what is asked here, or does not care
            continue
        token, way = tokens[place], _taken(step, tokens[place], place)
        line.append(Passed(step.title, step.odds(), _did(step, way)))
        if step.kind == ROLL and way.hits is not None and step.player is not None:
            rolled.append((step.player, step.chances, way.hits))
            fell.append(Fell(step.player, step.title, way.hits, _faces(step, token)))
        step, place = way.then(), place + 1
    odds = step.odds()
    line.append(Passed(step.title, odds))
    options, compared = _options(battle, step, seconds)
    extras = tuple(_extras(battle, step, odds, _FOR_CARDS * seconds))
    return TableMoment(
        tuple(tokens), battle, step, options, compared, extras, odds, tuple(line), tuple(fell), tuple(luck(rolled))
    )  # fmt: skip


@lru_cache(maxsize=2)  # every tap at the table asks about the same battle; the other is the one before it
def _ready(scenario: str) -> PlayedBattle:
    """Return a battle ready to be walked."""
    return made_ready(json.loads(scenario))


def _checked(history: Sequence[str]) -> list[str]:
    """Return the tokens of a history; raise ScenarioError for what is none."""
    if isinstance(history, str) or not isinstance(history, Sequence):
        raise fault("history", "must be a list of tokens")
    if len(history) > MOST_TOKENS:
        raise fault("history", f"has {len(history)} steps; at most {MOST_TOKENS} are read")
    for place, token in enumerate(history):
        if not isinstance(token, str) or not TOKEN.fullmatch(token):
            raise fault(f"history.{place}", f"is {shown(token)}; a token has 1 to 24 of a to z, 0 to 9, +, - and .")
    return list(history)


def _taken(step: TableStep, token: str, place: int) -> WayOn:
    """Return the way that a token takes from a step; raise ScenarioError where there is none."""
    where = f"history.{place}"
    if step.kind == OVER:
        raise fault(where, f"is {token!r}, but the battle is over by then", token)
    named = next((way for way in (*step.ways, *step.extras) if way.token == token), None)
    if named:
        return named
    fell = fallen(token) if step.kind == ROLL else None
    way = next((way for way in step.ways if fell and way.hits == fell.hits), None)
    if fell is None or way is None:
        allowed = ", ".join(way.token for way in (*step.ways, *step.extras)[:MOST_SHOWN])
        raise fault(where, f"is {token!r}, which cannot happen in {step.title}; allowed: {allowed}", token)
    told = hits_shown(step.dice, fell.dice) if fell.dice else fell.hits
    if told is not None and told != fell.hits:
        raise fault(where, f"is {token!r}, but these dice come to {told} hits", token)
    return way


def _did(step: TableStep, way: WayOn) -> str:
    """Return what a way stood for, with whose turn it was."""
    if step.player is None or way in step.extras:
        return way.words
    return f"{step.game.sides[step.player].name}: {way.words}"


def _faces(step: TableStep, token: str) -> tuple[tuple[int, bool], ...]:
    """Return what each die of a roll shows and whether it hits, where a token says it."""
    fell, each = fallen(token), each_die(step.dice)
    if fell is None or len(fell.dice) != len(each):
        return ()
    return tuple([(face, side_hits(die, face) > 0) for face, die in zip(fell.dice, each, strict=True)])


def _options(battle: PlayedBattle, step: TableStep, seconds: float) -> tuple[tuple[WeighedWay, ...], str]:
    """Return the ways on from a step, those of a choice compared as far as the time allows, the best first, and how."""
    if step.kind not in (LOSSES, CHOICE):
        return tuple([WeighedWay(way, None, None, best=False) for way in step.ways]), ""
    if len(step.ways) > 1 and (searched := _searched(step, _SEARCHING * seconds)):
        return _weighed(battle, step, searched), SEARCHED
    until = monotonic() + (1 - _SEARCHING) * seconds
    looked: list[Odds | None] = []
    for way in step.ways:
        late = looked and monotonic() > until
        looked.append(None if late or way.odds is None else way.odds())
    return _weighed(battle, step, looked), PARTLY if None in looked else USUAL


def _searched(step: TableStep, seconds: float) -> Sequence[Odds | None]:
    """Return the odds after each way to take hits if both sides lose units best from then on; nothing in no time."""
    if step.searched is None or not step.listed:
        return ()
    try:
        with at_most(seconds):
            return step.searched()
    except LimitError:
        check_time()  # the caller's own time may be over
        return ()


def _weighed(battle: PlayedBattle, step: TableStep, odds: Sequence[Odds | None]) -> tuple[WeighedWay, ...]:
    """Return ways on by the odds after them, the best first; those of which the odds are not known are last."""
    wanted = _wanted(battle, step.player)
    known = [(way, after) for way, after in zip(step.ways, odds, strict=True) if after is not None]
    best, most = known[first_best([after[wanted] for _, after in known])]
    found = [WeighedWay(way, after, max(0.0, float(most[wanted] - after[wanted])), way is best) for way, after in known]
    found.sort(key=lambda option: (not option.best, option.cost))
    others = [WeighedWay(way, None, None, best=False) for way, after in zip(step.ways, odds, strict=True) if not after]
    return tuple([*found, *others][:MOST_SHOWN])


def _wanted(battle: PlayedBattle, player: int | None) -> int:
    """Return the place of the share that a player wants; who is not named wants what the active player does not."""
    shares = battle.played.shares
    return next((place for place, share in enumerate(shares) if share.player == player), len(shares) - 1)


def _option(option: WeighedWay) -> dict[str, Any]:
    way = option.way
    found: dict[str, Any] = {"token": way.token, "words": way.words}
    if way.shows:
        found["shows"] = [shown._asdict() for shown in way.shows]
    if way.chance is not None:
        found["chance"] = float(way.chance)
    if way.hits is not None:
        found["hits"] = way.hits
    if option.cost is not None:
        found |= {"cost": option.cost, "best": option.best}
    return found


def _extras(battle: PlayedBattle, step: TableStep, now: Odds, seconds: float) -> Iterator[Extra]:
    """Yield what players may announce or do with cards, with what a card is worth as far as the time allows."""
    until = monotonic() + seconds
    for way in step.extras:
        gain = None
        if way.owner is not None and way.odds is not None and monotonic() < until:
            with suppress(LimitError), at_most(seconds):
                wanted = _wanted(battle, way.owner)
                gain = float(way.odds()[wanted] - now[wanted])
        check_time()
        yield Extra(way, gain)


def _extra(extra: Extra) -> dict[str, Any]:
    way = extra.way
    found: dict[str, Any] = {"token": way.token, "words": way.words}
    if way.owner is not None:
        found["owner"] = way.owner
    return found if extra.gain is None else {**found, "gain": extra.gain}


def _dice(game: Game, player: int | None, dice: Dice) -> dict[str, Any]:
    side = game.sides[player or 0]
    unit = kind_of(side, dice.unit) if dice.unit else ""
    found = {"unit": unit, "units": dice.units, "dice": dice.dice, "on": dice.value - dice.modifier}
    many = {"yields": dice.yields} if dice.yields != 1 else {}
    return found | many | ({"reroll": True} if dice.reroll else {})


def _acting(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the cards, technologies and abilities that act in the battle, each with whose it is and what it does."""
    step = STEPS[game.scenario.step]
    for side in game.sides:
        for effect in side.active_effects:
            if step.involves(effect.steps):
                yield {"player": side.index, "name": effect.name, "meaning": effect.meaning}


def _player(game: Game, state: State, player: int) -> dict[str, Any]:
    """Return what a player has in a position, place by place."""
    side, holdings = game.sides[player], state.players[player]
    places = [(SPACE, "", holdings.space)]
    places += [(planet, planet_name(planet), there) for planet, there in holdings.planets]
    places.append((ADJACENT, "Next door", holdings.adjacent))
    return {
        "name": side.name,
        "places": [
            {"place": place, "words": words, "units": _units(game, player, there)}
            for place, words, there in places
            if there
        ],
    }


def _units(game: Game, player: int, there: Force) -> list[dict[str, Any]]:
    side = game.sides[player]
    return [{"unit": kind_of(side, s.unit), "count": s.total, "damaged": s.damaged} for s in there]
