"""Cards that their owner holds back: not played before a round of combat that the policy names (`policy.play`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mecatol.domain.steps import GROUND_COMBAT, SPACE_COMBAT
from mecatol.effects.model import EFFECTS, Effect
from mecatol.effects.named import technologies
from mecatol.errors import Problem
from mecatol.scenario.policy import BEST

if TYPE_CHECKING:
    from mecatol.game.model import Side


def can_wait(effect: Effect) -> bool:
    """Tell whether an effect is played in a round of combat that its owner chooses."""
    chosen = effect.rounds is not None or effect.spends
    in_rounds = any(window.waits for window in effect.windows)
    return chosen and in_rounds and not effect.opening and bool({SPACE_COMBAT, GROUND_COMBAT} & set(effect.steps))


def waiting_problems(side: Side, step: str) -> Iterator[Problem]:
    """Yield a problem for each effect that a policy holds back and that cannot wait, or whose round is not searched."""
    where = f"players.{side.index}.policy.play" if "play" in side.player.policy else "policy.play"
    for slug, number in side.policy.play.items():
        effect = EFFECTS.get(slug)  # None for a technology that no effect carries out
        if effect is None or not can_wait(effect):
            owned = ", ".join(own for own in side.effects if can_wait(EFFECTS[own])) or "none of this player's can"
            name = technologies()[slug] if effect is None else effect.name
            message = f"{name} is not played in a round of its owner's choice; what can wait: {owned}"
            yield Problem(f"{where}.{slug}", message, number)
        elif number == BEST and step not in (SPACE_COMBAT, GROUND_COMBAT):
            message = (
                "the best round is searched in a space combat or a ground combat by itself; name a round, from 1 to 20"
            )
            yield Problem(f"{where}.{slug}", message, number)


def first_round(side: Side, effect: Effect) -> int:
    """Return the round of combat from which on an effect may act: 1 unless its owner holds it back."""
    first = side.policy.play.get(effect.slug, 1)
    return first if isinstance(first, int) and first > 1 and can_wait(effect) else 1


def last_round(side: Side, effect: Effect) -> int:
    """Return the last round of combat in which an effect that lasts for rounds acts, all its copies played in turn."""
    assert effect.rounds is not None
    return first_round(side, effect) - 1 + effect.rounds * side.effects[effect.slug]


def special_rounds(side: Side, effect: Effect) -> int:
    """Return the last round of combat that may differ from all later ones because of an effect; 0 if none does."""
    return first_round(side, effect) - 1 if effect.rounds is None else last_round(side, effect)


def copies_played(side: Side, effect: Effect, rounds: int) -> int:
    """Return how many copies of an effect that lasts for rounds its owner has played after so many rounds of combat."""
    assert effect.rounds is not None
    begun = max(0, rounds - first_round(side, effect) + 1)
    return min(side.effects[effect.slug], -(-begun // effect.rounds))
