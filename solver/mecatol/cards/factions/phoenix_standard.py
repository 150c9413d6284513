"""Phoenix Standard and Raise the Standard: a ship that has fought is galvanized before it bombards."""

from __future__ import annotations

from mecatol.cards import Ability, CombatFought, Dice, Moment, ReadResults, Role, StepName, galvanized_as
from mecatol.cards.factions.last_bastion import bastion


class _GalvanizedShip:
    """Let the ship with the best Bombardment that is not galvanized roll one more die for it, against one target."""

    def __init__(self, slug: str) -> None:
        self.slug = slug

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with that one."""
        if moment.ability != Ability.BOMBARDMENT or not self._has_fought(moment, owner) or not _is_first_target(moment):
            return dice
        able = [place for place, one in enumerate(dice) if _some_plain_ship(moment, owner, one)]
        if not able:
            return dice
        best = max(able, key=lambda place: dice[place].chance)
        return tuple(one._replace(dice=one.dice + (place == best)) for place, one in enumerate(dice))

    def _has_fought(self, moment: Moment, owner: int) -> bool:
        """Tell whether there was a space combat; who names a note where no combat is played has played it before."""
        named = self.slug in moment.game.sides[owner].player.effects
        alone = moment.game.scenario.step != StepName.TACTICAL_ACTION
        return moment.state.used(owner, self.slug) > 0 or (named and alone)


def _some_plain_ship(moment: Moment, owner: int, dice: Dice) -> bool:
    """Tell whether one of the units that roll these dice is a ship that is not galvanized."""
    side = moment.game.sides[owner]
    unit = side.units.get(dice.unit)
    return unit is not None and unit.is_ship and dice.units > side.effects.get(galvanized_as(unit.kind), 0)


def _is_first_target(moment: Moment) -> bool:
    """Tell whether the target is the first that ships bombard."""
    units = moment.game.sides[moment.player].units
    aims = [aim for aim in moment.state.plan if aim.what in units and units[aim.what].is_ship]
    return not aims or (aims[0].place, aims[0].player) == (moment.place, moment.target)


_MEANING = "At the end of a combat, galvanize one of your units that took part"
_TIMING = (
    "After a space combat, for the ship with the best Bombardment that is not galvanized; of several planets, it "
    "bombards the first by name. Ground combat comes too late to change what follows."
)

bastion.ability(
    "Phoenix Standard",
    f"{_MEANING}, if you like.",
    timing=_TIMING,
    clauses=("15.1",),
    steps=(StepName.TACTICAL_ACTION, StepName.BOMBARDMENT),
    automatic=True,
    windows=(CombatFought(), ReadResults(_GalvanizedShip("phoenix-standard"))),
)

bastion.note(
    "Raise the Standard",
    f"{_MEANING}; then return the note to the Last Bastion.",
    timing=f"{_TIMING} In an invasion or a bombardment by itself, the combat has come before.",
    clauses=("15.1",),
    steps=(StepName.TACTICAL_ACTION, StepName.BOMBARDMENT),
    role=Role.ACTIVE,
    windows=(CombatFought(), ReadResults(_GalvanizedShip("raise-the-standard"))),
)
