"""Cards in hand at the table: which may be held back or played at a moment of a battle, and the game where they are.

Nothing of a card is here. The solver plays it in the round that a policy names, and not at all where its owner
declines it; what a player does at the table is that policy from then on. Offered is what makes a difference there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from mecatol.effects.model import ACTION_CARD, AGENT, HERO, PROMISSORY_NOTE, Effect
from mecatol.game.model import Game, Side
from mecatol.game.state import State
from mecatol.game.waiting import can_wait, named_round
from mecatol.game.windows import UnitsAre, UnitsBecome
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import UsedEffects
from mecatol.rules.combat.windows import LendValues, WithdrawInDraw
from mecatol.scenario.history import LONGEST_TOKEN

_FROM_THE_START = LendValues, UnitsAre, UnitsBecome
"""Windows of cards that say what units are: nobody holds such a card back once units stand as something else."""


class CardPlay(NamedTuple):
    """A card that its owner holds back, or plays, from a moment on."""

    player: int
    slug: str
    plays: bool
    """Whether it is played now; else it is held back."""
    from_round: int | None = None
    """The first round of the combat in which it may act from now on; None: it is not played at all."""
    copies: int = 1
    """How many copies are left."""
    gone: int = 0
    """How many copies the combat has used up by now."""

    @property
    def token(self) -> str:
        """What a history has for it: `ha-morale-boost`, of the first player, is held back, `pa-…` is played."""
        return f"{'p' if self.plays else 'h'}{'abcdefgh'[self.player]}-{self.slug}"[:LONGEST_TOKEN].rstrip("-")

    def __call__(self, game: Game) -> Game:
        """Return the game in which it is done."""
        side = game.sides[self.player]
        policy, effects = side.policy, side.effects
        if self.from_round is None:
            policy = replace(policy, decline=(*policy.decline, self.slug))
        else:
            said = policy.play.get(self.slug)
            when = {} if self.plays or not isinstance(said, Mapping) else said
            policy = replace(policy, play={**policy.play, self.slug: {**when, "from_round": self.from_round}})
            effects = {**effects, self.slug: self.copies}
        sides = list(game.sides)
        sides[self.player] = replace(side, policy=policy, effects=effects)
        return game.with_sides(sides, self)


def is_chosen(side: Side, effect: Effect) -> bool:
    """Tell whether a player decides at the table whether an effect is played."""
    if (
        effect.automatic
        or effect.slug in side.idle
        or any(isinstance(each, _FROM_THE_START) for each in effect.windows)
    ):
        return False
    return can_wait(effect) or effect.kind in (ACTION_CARD, PROMISSORY_NOTE) or effect.leader in (AGENT, HERO)


def held_cards(game: Game, step: str) -> Iterator[tuple[Side, Effect]]:
    """Yield the cards that players decide on and that may act in a step, with whose they are."""
    for side, effect in game.active_effects(step):
        if is_chosen(side, effect):
            yield side, effect


def not_played(side: Side, effect: Effect) -> CardPlay:
    """Return the play of a card that its owner keeps in hand to the end of this combat, or of this stage."""
    return CardPlay(side.index, effect.slug, plays=False)


def plays_in_round(fight: Fight, spent: UsedEffects, number: int) -> Iterator[CardPlay]:
    """Yield what the players of a combat may do with their cards in a round: hold back what is due, play what waits.

    Before the first round, `number` is 0.
    """
    for side, effect in held_cards(fight.game, fight.step):
        if side.index not in fight.players:
            continue
        if not can_wait(effect):
            used = State((), spent).used(side.index, effect.slug)
            if number <= 1 if not effect.spends else used < side.effects[effect.slug]:
                yield not_played(side, effect)
        elif play := _of_waiting(side, effect, spent, number):
            yield play


def _of_waiting(side: Side, effect: Effect, spent: UsedEffects, number: int) -> CardPlay | None:
    """Return what a player may do in a round with a card whose round is chosen; None where no copy is left."""
    first, copies, gone = _first_round(side, effect), side.effects[effect.slug], 0
    if effect.rounds is None:
        if State((), spent).used(side.index, effect.slug) >= copies:
            return None
    elif first < number:
        gone, begun = divmod(number - first, effect.rounds)
        if begun or gone >= copies:  # one is in force, or all are used up
            return None
    plays = first > max(1, number)
    now = max(1, number) if plays else max(1, number) + 1
    return CardPlay(side.index, effect.slug, plays, now, copies - gone, gone)


def _first_round(side: Side, effect: Effect) -> int:
    """Return the round in which a card is due: as its owner says, else when it usually is."""
    usual = next((window.default_round for window in effect.windows if isinstance(window, WithdrawInDraw)), 1)
    return named_round(side, effect) or usual


def card_name(game: Game, play: CardPlay) -> str:
    """Return what a card is called."""
    return next(effect.name for effect in game.sides[play.player].active_effects if effect.slug == play.slug)


def told(game: Game, play: CardPlay) -> str:
    """Say what a player does with a card."""
    who, name = game.sides[play.player].name, card_name(game, play)
    if play.plays:
        return f"{who} plays {name} now"
    return f"{who} does not play {name}" if play.from_round is None else f"{who} holds back {name}"
