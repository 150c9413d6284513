"""The best play that can be followed at the table: when to retreat, what to lose, when to play a card, where to land.

Every rule that is looked at can be said in a sentence. What no rule of the kind can reach is told as well: the chance
with the losses that a search finds best in every position (`assign: best`).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any, NamedTuple

from mecatol.advice.forces import Data, index_of, own_unit, told
from mecatol.advice.landing import landing
from mecatol.advice.variations import direct_hit_types, direct_hit_words, may_wait
from mecatol.advice.winning import EACH, Stakes, measured, stakes
from mecatol.domain.places import SPACE
from mecatol.errors import LimitError, ScenarioError, number_within
from mecatol.probability.dice import TIE
from mecatol.scenario.policy import ASSIGN_POLICIES, ASSIGN_WORDS, BEST, DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS
from mecatol.scenario.reading import read
from mecatol.scenario.step import RETREAT, STEPS

MOST_RULES = 500
"""Combinations of choices that are all tried; of more, one choice after the other is improved."""
MOST_WORTH = 1_000_000
"""Resources that winning may be worth: a stated limit, beyond which sums would be rounded."""
LATEST_ROUND = 3
"""The last round in which a rule begins to retreat or plays a card."""


class RuleChoice(NamedTuple):
    """One thing that a player may decide: what the policy says under a key."""

    key: str
    value: Any
    """None: nothing is said."""
    words: str
    """As an order to the player: `retreat from round 2 on`."""


class Play(NamedTuple):
    """A rule, and what it comes to."""

    choices: tuple[RuleChoice, ...]
    scenario: Data
    chance: float
    """Of winning, in 0..1."""
    trade: float
    """Resources that the others lose on average, less those that the player loses."""

    @property
    def words(self) -> str:
        """The rule as a sentence: what it decides otherwise than the battle as it stands."""
        said = "; ".join(one.words for one in self.choices if one.value is not None)
        return f"{said[0].upper()}{said[1:]}." if said else "Play on as you are."

    def value(self, worth: float | None) -> float:
        """Return what the rule is for: the chance of winning, or resources where winning is worth so many."""
        return self.chance if worth is None else worth * self.chance + self.trade


class BestPlay:
    """A search for the best rule of a player, one battle after the other.

    `worth` says how many resources winning is worth beyond the ships that are lost; with None only winning counts.
    Raises ScenarioError where the scenario cannot be solved, nobody wins its step, nobody has the player's name, or
    `worth` is below 0.
    """

    def __init__(self, scenario: object, player: str, worth: float | None = None) -> None:
        self._data = read(scenario).data()
        self._index = index_of(self._data, player)
        if worth is not None:
            worth = number_within("worth", worth, f"a number of resources from 0 to {MOST_WORTH:,}", 0, MOST_WORTH)
        self.player, self.worth = player, worth
        self._stakes: Stakes = stakes(self._data)
        self.now = self._measured((), self._data)
        """The battle as it stands."""
        self._offered = list(_offered(self._data, self._index, worth is not None))
        self.found: list[Play] = [self.now]
        """Every rule that was solved, the battle as it stands first."""
        self.untried = 0
        """Rules that take too long, or that the rules of the game refuse."""
        self.complete = prod(map(len, self._offered)) <= MOST_RULES
        """Whether every combination of choices is tried."""
        self._left = self._all() if self.complete else self._improving()
        self.over = False

    def step(self) -> None:
        """Solve the next rule; after the last one the search is over."""
        choices = next(self._left, None)
        if choices is None:
            self.over = True
            return
        try:
            self.found.append(self._measured(choices, _with(self._data, self._index, choices)))
        except (LimitError, ScenarioError):
            self.untried += 1

    @property
    def best(self) -> Play:
        """The best rule so far; of rules as good, the one that says least, and the battle as it stands before all."""
        top = max(one.value(self.worth) for one in self.found)
        as_good = [one for one in self.found if one.value(self.worth) >= top - TIE]
        return min(as_good, key=lambda one: sum(choice.value is not None for choice in one.choices))

    @property
    def gain(self) -> float:
        """How much better the best rule is than the battle as it stands: a chance in 0..1, or resources."""
        return max(0.0, self.best.value(self.worth) - self.now.value(self.worth))

    def even(self) -> float | None:
        """Return the worth of winning at which the best rule is as good as the battle as it stands.

        None where there is none: one of them wins as often as the other.
        """
        lost = self.now.chance - self.best.chance
        return (self.best.trade - self.now.trade) / lost if abs(lost) > TIE else None

    def searched(self) -> float | None:
        """Return the chance of winning with the losses that are best in every position; None where it takes too long.

        No order of losses that can be said in a sentence wins more often with the other choices as they are.
        """
        choices = [one for one in self.best.choices if one.key != "assign"]
        data = _with(self._data, self._index, (*choices, RuleChoice("assign", BEST, "")))
        try:
            return self._measured((), data).chance
        except ScenarioError:
            return None

    def _measured(self, choices: tuple[RuleChoice, ...], data: Data) -> Play:
        chances, lost = measured(data, EACH, self._stakes)
        own = lost.get(self.player, 0.0)
        return Play(choices, data, chances[self.player], sum(lost.values()) - 2 * own)

    def _all(self) -> Iterator[tuple[RuleChoice, ...]]:
        return product(*self._offered) if self._offered else iter(())

    def _improving(self) -> Iterator[tuple[RuleChoice, ...]]:
        """Yield rules in which one choice changes at a time, until none of them is better."""
        at = [options[0] for options in self._offered]
        yield tuple(at)
        better = True
        while better:
            better = False
            for place, options in enumerate(self._offered):
                before = at[place]
                for option in options:
                    yield (*at[:place], option, *at[place + 1 :])
                tried = {one.choices: one.value(self.worth) for one in self.found if one.choices}
                own = {option: tried.get((*at[:place], option, *at[place + 1 :]), float("-inf")) for option in options}
                top = max(own.values())
                if own[before] < top - TIE:
                    at[place] = next(option for option in options if own[option] == top)
                    better = True


def _with(data: Data, index: int, choices: tuple[RuleChoice, ...]) -> Data:
    """Return the scenario in which a player follows a rule."""
    changed = deepcopy(data)
    policy: dict[str, Any] = changed["players"][index].setdefault("policy", {})
    for one in choices:
        if one.key == "play" and one.value is not None:
            policy["play"] = {**(policy.get("play") or {}), **one.value}
        elif one.key == "decline" and one.value is not None:
            policy["decline"] = [*(policy.get("decline") or ()), *one.value]
        elif one.value is not None:
            policy[one.key] = one.value
    if not policy:
        del changed["players"][index]["policy"]
    return changed


def _offered(data: Data, index: int, retreating: bool) -> Iterator[list[RuleChoice]]:
    """Yield what there is to decide, each as a list of choices; what the scenario decides already stays."""
    step = STEPS[data["step"]]
    if told(data, index, "assign") is None:
        orders = [slug for slug in ASSIGN_POLICIES if slug not in (DEFAULT_ASSIGN, BEST)]
        yield [
            RuleChoice("assign", None, f"take hits {DEFAULT_ASSIGN_WORDS}"),
            *(RuleChoice("assign", slug, f"take hits {ASSIGN_WORDS[slug]}") for slug in orders),
        ]
    if retreating and set(RETREAT) <= set(step.inputs) and told(data, index, "retreat") is None:
        yield list(_retreats(data, index))
    for card in may_wait(data, index):
        if (told(data, index, "play") or {}).get(card.slug) is None:
            at_once = RuleChoice("play", None, f"play {card.name} as soon as you may")
            later = [
                RuleChoice("play", {card.slug: number}, f"hold {card.name} back until round {number}")
                for number in range(2, LATEST_ROUND + 1)
            ]
            yield [at_once, *later, RuleChoice("decline", [card.slug], f"do not use {card.name}")]
    kinds = direct_hit_types(data, index)
    if kinds and told(data, index, "direct_hit") is None:
        own = [RuleChoice("direct_hit", [kind], _as_order(direct_hit_words([kind]))) for kind in kinds]
        yield [RuleChoice("direct_hit", None, _as_order(direct_hit_words(None))), *own]
    plan = None if index else landing(data)
    if plan and plan.others:
        others = [RuleChoice("land", value, _as_order(words)) for words, value in plan.others.items()]
        yield [RuleChoice("land", None, _as_order(plan.now)), *others]


def _as_order(words: str) -> str:
    """Turn `plays Direct Hit on …` into an order: `play Direct Hit on …`."""
    verb, _, rest = words.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


def _retreats(data: Data, index: int) -> Iterator[RuleChoice]:
    yield RuleChoice("retreat", None, "stay until the end")
    ships = sum(
        number for kind, number in data["players"][index].get(SPACE, {}).items()
        if (unit := own_unit(data, index, kind)) and unit.is_ship and not unit.is_fighter
    )  # fmt: skip
    for number in range(1, LATEST_ROUND + 1):
        since = "from the first round on" if number == 1 else f"from round {number} on"
        yield RuleChoice("retreat", {"from_round": number}, f"announce a retreat {since}")
        for left in range(1, ships + 1 if number > 1 else ships):
            few = f"once you have {left} ship{'s' if left > 1 else ''} or fewer left, not counting fighters"
            yield RuleChoice("retreat", {"from_round": number, "ships_at_most": left}, f"retreat {since}, {few}")
