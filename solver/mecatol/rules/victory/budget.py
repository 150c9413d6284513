"""Paying for several objectives from the same planets, trade goods, tokens and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mecatol.domain.clauses import cites

_PLANETS = ("resources", "influence")
_GOODS = "trade_goods"
HELD = ("tokens", "action_cards", "relic_fragments")
"""What else can be spent: fields of a player's standing."""


@dataclass(frozen=True)
class Budget:
    """What a player can spend, as far as the scenario says: what it does not say is taken to be enough."""

    planets: tuple[tuple[int, int], ...] | None
    """Resources and influence of each readied planet; None if neither planets nor trade goods are named."""
    trade_goods: int
    held: Mapping[str, int]
    """Tokens, action cards and relic fragments, as far as they are named."""
    worth: int = 1
    """The resources, or the influence, that one trade good is where those are asked for."""

    def knows(self, cost: Mapping[str, int]) -> bool:
        """Tell whether the scenario says what there is of all that a cost needs."""
        money = any(key in cost for key in (*_PLANETS, _GOODS))
        return (self.planets is not None or not money) and all(
            key in self.held for key in cost if key not in (*_PLANETS, _GOODS)
        )

    @cites("47.3", "61.10", "75.2", "75.3", "93.4.a")
    def pays(self, costs: Sequence[Mapping[str, int]]) -> bool:
        """Tell whether costs can be paid one after another without readying anything in between.

        A planet is exhausted for its resources or its influence, and for one of the costs; what it gives beyond that
        is lost. A trade good is one of either, or worth more.
        """
        total: Counter[str] = Counter()
        for cost in costs:
            total.update(cost)
        if any(total[key] > number for key, number in self.held.items()):
            return False
        if self.planets is None:
            return True
        needs = tuple(cost[key] for cost in costs for key in _PLANETS if cost.get(key))
        kinds = tuple(_PLANETS.index(key) for cost in costs for key in _PLANETS if cost.get(key))
        left = self.trade_goods - total[_GOODS]
        reached = {needs}
        for planet in self.planets if needs else ():
            for state in list(reached):
                for place, kind in enumerate(kinds):
                    if state[place] and planet[kind]:
                        reached.add((*state[:place], max(0, state[place] - planet[kind]), *state[place + 1 :]))
        return min(map(self._goods_for, reached)) <= left

    def _goods_for(self, missing: Sequence[int]) -> int:
        """Return how many trade goods pay for what is missing, each kind by itself."""
        return sum(-(-short // self.worth) for short in missing)
