"""Cards that their owner holds back: not played before a round of combat that the policy names (`policy.play`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.effects.model import EFFECTS, Effect, Moment
from solver.errors import Problem
from solver.step import GROUND_COMBAT, SPACE_COMBAT
from solver.units import unit_upgrades

if TYPE_CHECKING:
    from solver.game import Side

BEST = "best"
"""In place of a round: the one that is best for the card's owner."""

_NEUTRAL: dict[str, Callable[..., Any]] = {
    "forbids": lambda *_: False,
    "grants": lambda *_: (),
    "extra_dice": lambda dice: dice,
    "modifies": lambda dice: dice,
    "on_hits": lambda hits: hits,
    "after_sustain": lambda *_: None,
    "on_destroyed": lambda *_: None,
    "echoes": lambda *_: 0,
    "mends": lambda units, _: units,
}
"""What each window in which a card can wait yields while it does, from what it is shown after moment and owner."""


def can_wait(effect: Effect) -> bool:
    """Tell whether an effect is played in a round of combat that its owner chooses."""
    chosen = effect.rounds is not None or effect.spends
    in_rounds = any(getattr(effect, window) for window in _NEUTRAL)
    return chosen and in_rounds and not effect.opening and bool({SPACE_COMBAT, GROUND_COMBAT} & set(effect.steps))


def waiting_problems(side: Side, step: str) -> Iterator[Problem]:
    """Yield a problem for each effect that a policy holds back and that cannot wait, or whose round is not searched."""
    where = f"players.{side.index}.policy.play" if "play" in side.player.policy else "policy.play"
    for slug, number in side.policy.get("play", {}).items():
        effect = EFFECTS.get(slug)  # None for a unit upgrade
        if effect is None or not can_wait(effect):
            owned = ", ".join(own for own in side.effects if can_wait(EFFECTS[own])) or "none of this player's can"
            name = effect.name if effect else unit_upgrades()[slug]
            message = f"{name} is not played in a round of its owner's choice; what can wait: {owned}"
            yield Problem(f"{where}.{slug}", message, number)
        elif number == BEST and step not in (SPACE_COMBAT, GROUND_COMBAT):
            message = (
                "the best round is searched in a space combat or a ground combat by itself; name a round, from 1 to 20"
            )
            yield Problem(f"{where}.{slug}", message, number)


def timed(side: Side, effect: Effect) -> tuple[Effect, ...]:
    """Return an effect as its owner plays it: as it is, or held back until a round of combat.

    With one that is held back may come another of the same slug that does nothing: it says how long rounds differ.
    """
    first: int = side.policy.get("play", {}).get(effect.slug, 1)
    if first <= 1 or not can_wait(effect):
        return (effect,)
    if effect.rounds is None:
        return _held_back(effect, first, None), _clock(effect, first - 1)
    copies = side.effects[effect.slug]
    last = first - 1 + effect.rounds * copies
    return (replace(_held_back(effect, first, last), rounds=-(-last // copies)),)


def copies_played(side: Side, effect: Effect, rounds: int) -> int:
    """Return how many copies of an effect that lasts for rounds its owner has played after so many rounds of combat."""
    lasts = EFFECTS[effect.slug].rounds
    assert lasts
    first: int = side.policy.get("play", {}).get(effect.slug, 1)
    return min(side.effects[effect.slug], -(-max(0, rounds - first + 1) // lasts))


def _held_back(effect: Effect, first: int, last: int | None) -> Effect:
    """Return the effect with its windows shut before a round, and after another."""

    def shut(window: str, opened: Callable[..., Any]) -> Callable[..., Any]:
        def hook(moment: Moment, owner: int, *shown: Any) -> Any:
            if moment.round < first or (last is not None and moment.round > last):
                return _NEUTRAL[window](*shown)
            return opened(moment, owner, *shown)

        return hook

    hooks: dict[str, Any] = {window: shut(window, hook) for window in _NEUTRAL if (hook := getattr(effect, window))}
    return replace(effect, **hooks)


def _clock(effect: Effect, rounds: int) -> Effect:
    """Return an effect of the same name that does nothing, in so many rounds."""
    return Effect(
        slug=effect.slug, name=effect.name, kind=effect.kind, edition=effect.edition, meaning=effect.meaning,
        timing=effect.timing, clauses=effect.clauses, steps=effect.steps, of=effect.of, rounds=rounds, automatic=True,
    )  # fmt: skip
