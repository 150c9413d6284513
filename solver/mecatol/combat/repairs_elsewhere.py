"""Repairs beyond a combat: effects that repair in all of the system repair units that take no part in it as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mecatol.combat.state import remember_used, used_since, without_used
from mecatol.domain.clauses import cites
from mecatol.effects.model import COMBAT, Moment
from mecatol.game.model import Game, InPlay
from mecatol.game.stages import Certain, Stage
from mecatol.game.state import State
from mecatol.hits.windows import RepairInCombat
from mecatol.probability.dice import Number


@cites("78.2.a", "87.3")
def with_repairs(game: Game, step: str, stages: Sequence[Stage], places: Sequence[str]) -> list[Stage]:
    """Return stages with combats of a step, after which what was used in them has repaired units in other places too.

    How often it had been used before is remembered meanwhile among what is used up, where it may be used again and
    anything is damaged there.
    """
    held = _reaching(game, step)
    if not (held and places):
        return list(stages)
    where = "+".join(places)

    def remember(position: State) -> State:
        spent = position.spent
        for each in held:
            left = position.used(each.side.index, each.effect.slug) < each.side.effects[each.effect.slug]
            if left and any(there.damaged for place in places for there in position.at(each.side.index, place)):
                spent = remember_used(spent, each.side.index, each.effect.slug, where)
        return position.having_spent(spent)

    def repair(position: State) -> State:
        for each in held:
            if used_since(position.spent, each.side.index, each.effect.slug, where):
                position = _repaired(game, position, each, places, step)
        return position.having_spent(without_used(position.spent, where))

    return [Certain(game, remember), *stages, Certain(game, repair)]


@cites("78.2.a", "87.3")
def repaired_beyond(
    game: Game, step: str, ends: Iterable[tuple[State, Number]], places: Sequence[str]
) -> Iterable[tuple[State, Number]]:
    """Return the ends of a combat by itself, in order: what was used in it has repaired units in these places too."""
    reaching = _reaching(game, step)
    return [(_repaired_by(game, reaching, end, places, step), mass) for end, mass in ends] if reaching else ends


def _repaired_by(
    game: Game, reaching: Sequence[InPlay[RepairInCombat]], after: State, places: Sequence[str], step: str
) -> State:
    """Return the position after a combat by itself in which some of these effects may have been used."""
    for held in reaching:
        player, slug = held.side.index, held.effect.slug
        if after.used(player, slug) > game.start.used(player, slug):
            after = _repaired(game, after, held, places, step)
    return after


def _reaching(game: Game, step: str) -> list[InPlay[RepairInCombat]]:
    """Return the effects that repair in all of the system."""
    return [held for held in game.windows(step, RepairInCombat) if held.window.everywhere]


def _repaired(game: Game, position: State, held: InPlay[RepairInCombat], places: Sequence[str], step: str) -> State:
    """Return the position after the effect has repaired its owner's units in these places."""
    player = held.side.index
    for place in places:
        moment = Moment(game, position, step, COMBAT, player, 0 if player else 1, place)
        position = position.put(player, place, held.window.act(moment, player, position.at(player, place), ()))
    return position
