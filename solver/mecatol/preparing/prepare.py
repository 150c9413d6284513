"""From a scenario to the game that is solved: five stages, each entered once.

| stage | what it does |
| --- | --- |
| `worded` | each card in the wording that the edition plays with |
| `ordered` | one fixed order, however the scenario is written |
| `held` | what each side has: units, effects, choices |
| `judged` | what cannot be: every fault at once |
| `opened` | the game: its first state, and what is said before it is solved |
"""

from __future__ import annotations

from mecatol.game.model import Game
from mecatol.preparing.held import held
from mecatol.preparing.judged import judged
from mecatol.preparing.opened import opened
from mecatol.preparing.ordered import in_fixed_order
from mecatol.preparing.worded import in_wordings_of_the_edition
from mecatol.scenario.model import Scenario


def prepare(scenario: Scenario, exact: bool = False) -> Game:
    """Return the game that a scenario describes.

    Raises ScenarioError with every fault against the game's own facts: a faction, unit or effect that the edition
    lacks or that is another's, units where they cannot be, more damaged units than there are.
    """
    worded = in_wordings_of_the_edition(scenario)
    ordered = in_fixed_order(worded)
    sides = held(ordered)
    exceeded = judged(worded, ordered, sides)
    return opened(scenario, ordered, sides, exceeded, exact)
