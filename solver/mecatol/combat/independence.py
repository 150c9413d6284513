"""Whether the two sides of a combat can be worked out apart, and what is used up by which of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mecatol.combat.fight import Fight
from mecatol.combat.state import CombatState, UsedEffects
from mecatol.combat.windows import AnswerLosses, EndOfRound, NearMisses, TakeAllAlong
from mecatol.effects.model import ANYONE, TARGET, Window
from mecatol.game.model import InPlay
from mecatol.game.windows import AfterLosses
from mecatol.hits.windows import AfterSustain, HitWindow


class Independence:
    """How the two sides of a combat meet in a round: through their rolls, and what losses of the one bring the other.

    Some look at each other as well: what does so names what it looks at, and few forces look unlike. For all else each
    side's part in the round depends on its own force, and on what is used up by its own losses.
    """

    def __init__(self, fight: Fight) -> None:
        """Look at the effects in play; `holds` tells whether it is so."""
        held = [each for each in fight.game.windows(fight.step, Window) if each.side.index in fight.players]
        back = {id(each) for each in held if isinstance(each.window, AfterSustain) and each.window.strikes_back}
        """What lets hits answer uses of Sustain Damage."""
        together = fight.couples_always or fight.can.reinforces or (fight.can.observes and back)
        self._striking: list[InPlay[Any]] = [each for each in held if isinstance(each.window, EndOfRound)]
        """What may strike after a round."""
        after_round = fight.after_round and not self._striking
        whole = bool(together or after_round or fight.searched)
        homes: dict[tuple[int, str], set[int]] = {}
        for each in held:
            if each.effect.spends:
                homes.setdefault((each.side.index, each.effect.slug), set()).update(_sides(fight, each))
        self.separate_cards = all(len(sides) < 2 for sides in homes.values())
        """Whether each effect that is spent is spent by losses of one side alone."""
        self.holds = not whole and not fight.game.exact and self.separate_cards
        self._paying = {(each.side.index, each.effect.slug) for each in held if isinstance(each.window, NearMisses)}
        """By owner and slug: what is spent on rolls."""
        self._home = {key: min(sides) for key, sides in homes.items() if sides}
        """The side whose losses spend an effect, by owner and slug."""
        self._fight = fight
        echoing: tuple[list[InPlay[Any]], list[InPlay[Any]]] = ([], [])
        for each in held:
            if id(each) in back or isinstance(each.window, (AnswerLosses, TakeAllAlong)):
                for side in _sides(fight, each):
                    echoing[side].append(each)
        self.replying = echoing
        """By side: effects with which losses of the side bring the other more."""
        self._echoing: dict[UsedEffects, bool] = {}
        """By what is used up: whether losses of both sides may still bring the other more."""
        self.repeatable = tuple(
            sum(each.side.effects[each.effect.slug] for each in some) > 1
            or not all(each.effect.spends for each in some)
            for some in echoing
        )
        """By side: whether that may happen in more than one round."""

    def is_coupled(self, state: CombatState) -> bool:
        """Tell whether losses of both sides may still bring the other more, or an effect may strike after a round."""
        return self._echoes(state.spent) or any(self._strikes(held, state) for held in self._striking)

    def _echoes(self, spent: UsedEffects) -> bool:
        """Tell whether losses of both sides may still bring the other more."""
        if spent not in self._echoing:
            self._echoing[spent] = all(any(self._fight.left(held, spent) for held in some) for some in self.replying)
        return self._echoing[spent]

    def _strikes(self, held: InPlay[EndOfRound], state: CombatState) -> bool:
        """Tell whether an effect may still strike after a round."""
        costs, force = held.window.costs, state.forces[self._fight.players.index(held.side.index)]
        there = costs is None or any(costs(held.side.units[unit]) for unit, _, _ in force)
        return there and self._fight.left(held, state.spent)

    def paid(self, spent: UsedEffects) -> UsedEffects:
        """Return what of all that is used up was spent on rolls."""
        return tuple([entry for entry in spent if entry[:2] in self._paying]) if spent and self._paying else ()

    def own(self, spent: UsedEffects, side: int) -> UsedEffects:
        """Return what of all that is used up is the side's."""
        return tuple([entry for entry in spent if self._side(entry[0], entry[1]) == side])

    def _side(self, player: int, slug: str) -> int:
        if (player, slug) in self._home:
            return self._home[player, slug]
        return int(player == self._fight.players[1])


def _sides(fight: Fight, held: InPlay[Any]) -> Iterator[int]:
    """Yield the sides whose losses open a window of the rounds."""
    owner = fight.players.index(held.side.index)
    if isinstance(held.window, AfterLosses):
        yield owner
    elif isinstance(held.window, HitWindow):
        for side in (0, 1):
            if held.effect.of == ANYONE or (side == owner) == (held.effect.of == TARGET):
                yield side
    elif isinstance(held.window, NearMisses):
        yield 1 - owner  # what is spent on a roll is noted with whom it hits
