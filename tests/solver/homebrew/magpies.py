"""The Magpies, an absurd faction: they steal one trick of each kind in the game, so they act in every window."""

from __future__ import annotations

from mecatol.cards import (
    EFFECTS,
    Dice,
    Effect,
    GatherDice,
    Kind,
    Leader,
    Moment,
    StepName,
    Value,
    Window,
    own_edition,
    sheet,
)

MAGPIES = "magpies"

magpies = sheet("The Magpies", short="Magpies", edition=own_edition("shiny", "Shiny Things (homebrew)"), commodities=4)
magpies.flagship("The Nest", cost=8, combat=Value(7, 3), move=1, capacity=6, sustain_damage=True)
magpies.mech("Tin Crow", cost=2, combat=Value(6), sustain_damage=True)


def _pecks(moment: Moment, owner: int) -> tuple[Dice, ...]:
    """Return the dice of the flock: one that hits on 10, whatever is there."""
    return (Dice("", 1, 1, 10),) if moment.player == owner else ()


magpies.ability(
    "Pecking Order",
    "In each round of space combat, roll one extra die that hits on 10.",
    timing="In every round of a space combat.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    automatic=True,
    windows=(GatherDice(_pecks),),
)
for _sort, _declare, _name in (
    (Leader.AGENT, magpies.agent, "Ka"),
    (Leader.COMMANDER, magpies.commander, "Kra"),
    (Leader.HERO, magpies.hero, "Kraa"),
):
    _declare(
        _name,
        f"{_name} looks at something shiny.",
        slug=f"magpie-{_sort}",
        left_out="Looking changes nothing.",
        unlock="",
    )
magpies.note(
    "A Shiny Thing",
    "Give it back and the Magpies owe you something just as shiny.",
    left_out="What that is, nobody knows.",
)

STOLEN: dict[type[Window], Effect] = {}
"""For each kind of window the first effect of the game that acts in it."""
for _effect in EFFECTS.values():
    for _window in _effect.windows:
        if _effect.kind != Kind.BY_HAND:
            STOLEN.setdefault(type(_window), _effect)

_KEPT = (
    "timing", "clauses", "steps", "of", "in_control", "spends", "needs", "rounds", "opening", "idle", "one_combat",
    "exhausts", "reads", "choice", "assumed", "told_by_tile", "tries", "windows", "bears", "left_out",
    "gives_upgrade_in", "synergy", "part",
)  # fmt: skip
"""What a stolen trick still says of how it works; whose it was, and what card, is left out."""

for _kind, _effect in STOLEN.items():
    magpies.technology(
        f"Stolen {_effect.name}",
        f"The Magpies do what {_effect.name} does.",
        slug=f"stolen-{_kind.__name__.lower()}",
        color="yellow",
        **{_field: getattr(_effect, _field) for _field in _KEPT},
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
