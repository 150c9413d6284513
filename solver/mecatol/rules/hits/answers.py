"""What answers a use of Sustain Damage, once the unit is damaged and its hit canceled."""

from __future__ import annotations

from mecatol.domain.clauses import cites
from mecatol.domain.units import Unit
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import State
from mecatol.rules.hits.windows import AfterSustain


@cites("87.1", "87.5")
def answers_to_sustaining(moment: Moment, unit: Unit) -> tuple[State, int, bool]:
    """Return what follows a unit's use of Sustain Damage: the position, the hits back, and whether it is destroyed.

    "When it sustains" comes before "after it has sustained": what destroys the unit is last.
    """
    state, hits_back = moment.state, 0
    answers = [
        (actor, answer)
        for actor in opened(moment, AfterSustain)
        if (answer := actor.window.act(actor.moment, actor.owner, unit))
    ]
    for actor, answer in sorted(answers, key=lambda row: row[1].destroys):
        actor.note()
        state = actor.spent(state)
        hits_back += answer.hits_back
        if answer.destroys:
            return state, hits_back, True
    return state, hits_back, False
