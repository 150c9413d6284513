"""Cards that their owner holds back: not played before a round of combat that the policy names (`policy.play`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

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


def results(effect: Effect) -> tuple[str, ...]:
    """Return what of the dice's results an effect can wait for."""
    return tuple(dict.fromkeys(w.weighs for w in effect.windows if w.weighs and effect.spends))


def _wait(side: Side, effect: Effect) -> Mapping[str, Any]:
    """Return when a policy has an effect played, as a record; nothing where it says nothing or searches."""
    said = side.policy.play.get(effect.slug)
    return {"from_round": said} if isinstance(said, int) else said if isinstance(said, Mapping) else {}


def least_result(side: Side, effect: Effect, result: str) -> int | None:
    """Return from which result on, such as a number of hits, a policy has a card spent; None if it says nothing."""
    least: int | None = _wait(side, effect).get("when", {}).get(result)
    return least


def worth_playing(side: Side, effect: Effect, result: str, number: int) -> bool:
    """Tell whether a policy has a card spent on a result such as a number of hits."""
    return number >= (least_result(side, effect, result) or 0)


def waiting_problems(side: Side, step: str) -> Iterator[Problem]:
    """Yield a problem for each effect that a policy holds back and that cannot wait, or whose round is not searched."""
    where = f"players.{side.index}.policy.play" if "play" in side.player.policy else "policy.play"
    for slug, number in side.policy.play.items():
        effect = EFFECTS.get(slug)  # None for a technology that no effect carries out
        known = results(effect) if effect else ()
        if effect and known and isinstance(number, Mapping):
            for result in number.get("when", {}):
                if result not in known:
                    message = f"{effect.name} cannot wait for that; it can wait for {' or '.join(known)}"
                    yield Problem(f"{where}.{slug}.when.{result}", message, number["when"][result])
            if number.get("from_round", 1) == 1 or can_wait(effect):
                continue
        if effect is None or not can_wait(effect):
            owned = ", ".join(own for own in side.effects if can_wait(EFFECTS[own])) or "none of this player's can"
            name = technologies()[slug] if effect is None else effect.name
            message = f"{name} is not played in a round of its owner's choice; what can wait: {owned}"
            yield Problem(f"{where}.{slug}", message, number)
        elif isinstance(number, Mapping) and number.get("when"):
            message = f"{effect.name} does not answer a result that can be waited for; name a round"
            yield Problem(f"{where}.{slug}", message, number)
        elif number == BEST and step not in (SPACE_COMBAT, GROUND_COMBAT):
            message = "the best round is found only in a space combat or a ground combat; name a round from 1 to 20"
            yield Problem(f"{where}.{slug}", message, number)


def named_round(side: Side, effect: Effect) -> int | None:
    """Return the round of combat that a policy names for an effect; None if it names none."""
    named: int | None = _wait(side, effect).get("from_round")
    return named


def first_round(side: Side, effect: Effect) -> int:
    """Return the round of combat from which on an effect may act: 1 unless its owner holds it back."""
    first = named_round(side, effect) or 1
    return first if first > 1 and can_wait(effect) else 1


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
