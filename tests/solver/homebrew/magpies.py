"""The Magpies, an absurd faction: they steal one trick of each kind in the game, so they act in every window."""

from __future__ import annotations

from dataclasses import replace

from mecatol.domain.editions import Edition
from mecatol.domain.factions import Faction
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    AGENT,
    BY_HAND,
    COMMANDER,
    EFFECTS,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    Component,
    Effect,
    Moment,
    Window,
    declare,
)
from mecatol.probability.dice import Dice
from mecatol.rules.rolls.windows import GatherDice

SHINY = "shiny"
MAGPIES = "magpies"

declare(Edition(slug=SHINY, name="Shiny Things (homebrew)"))
declare(Faction(slug=MAGPIES, name="The Magpies", short="Magpies", edition=SHINY, commodities=4))
declare(
    Unit(
        slug="the-nest", name="The Nest", type="flagship", faction=MAGPIES, edition=SHINY,
        cost=8, combat=Value(7, 3), move=1, capacity=6, sustain_damage=True,
    )
)  # fmt: skip
declare(
    Unit(
        slug="tin-crow", name="Tin Crow", type="mech", faction=MAGPIES, edition=SHINY,
        cost=2, combat=Value(6), sustain_damage=True,
    )
)  # fmt: skip


def _pecks(moment: Moment, owner: int) -> tuple[Dice, ...]:
    """Return the dice of the flock: one that hits on 10, whatever is there."""
    return (Dice("", 1, 1, 10),) if moment.player == owner else ()


declare(
    Effect(
        slug="pecking-order",
        name="Pecking Order",
        kind=FACTION_ABILITY,
        faction=MAGPIES,
        edition=SHINY,
        meaning="In each round of space combat, roll one extra die that hits on 10.",
        timing="In every round of a space combat.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        automatic=True,
        windows=(GatherDice(_pecks),),
    )
)
for _sort, _name in ((AGENT, "Ka"), (COMMANDER, "Kra"), (HERO, "Kraa")):
    declare(
        Component(
            slug=f"magpie-{_sort}",
            name=_name,
            kind=LEADER,
            leader=_sort,
            shared=_sort != HERO,
            faction=MAGPIES,
            edition=SHINY,
            meaning=f"{_name} looks at something shiny.",
            left_out="Looking changes nothing.",
        )
    )
declare(
    Component(
        slug="a-shiny-thing",
        name="A Shiny Thing",
        kind=PROMISSORY_NOTE,
        faction=MAGPIES,
        edition=SHINY,
        meaning="Give it back and the Magpies owe you something just as shiny.",
        left_out="What that is, nobody knows.",
    )
)

STOLEN: dict[type[Window], Effect] = {}
"""For each kind of window the first effect of the game that acts in it."""
for _effect in EFFECTS.values():
    for _window in _effect.windows:
        if _effect.kind != BY_HAND:
            STOLEN.setdefault(type(_window), _effect)

for _kind, _effect in STOLEN.items():
    declare(
        replace(
            _effect,
            slug=f"stolen-{_kind.__name__.lower()}",
            name=f"Stolen {_effect.name}",
            kind=FACTION_TECHNOLOGY,
            color="yellow",
            prerequisites=(),
            faction=MAGPIES,
            shared=False,
            for_others=False,
            edition=SHINY,
            until=None,
            version_of=None,
            unit=None,
            leader=None,
            title="",
            unlock="",
            role=None,
            per_unit=None,
            card=None,
            limit=1,
            copies=None,
            automatic=False,
            meaning=f"The Magpies do what {_effect.name} does.",
        )
    )

TEXTS = {
    MAGPIES: {
        "summary": "They have stolen one trick of every kind, and look at everything that shines.",
        "called": ["Magpies"],
        "notes": {
            "pecking-order": [
                {
                    "id": "no-ships",
                    "title": "Pecking Order needs a fight, not a ship of its own",
                    "text": "The extra die of Pecking Order belongs to no unit, so what helps units does not help it.",
                    "state": "community",
                    "basis": ["card"],
                }
            ]
        },
    }
}
