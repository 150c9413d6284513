"""How a side takes hits in a combat: whom they can be assigned to, and what they leave of it."""

from __future__ import annotations

from functools import partial

from mecatol.combat.fight import Fight
from mecatol.combat.state import CombatState, HitPlan, Losses, Targets, only
from mecatol.combat.volleys import Volley
from mecatol.domain.clauses import cites
from mecatol.effects.model import Moment
from mecatol.game.state import Force, State, changed
from mecatol.hits.assignment import after_one_hit, note_help, options
from mecatol.hits.produced import hits_after_effects
from mecatol.hits.windows import Hits
from mecatol.probability.limits import count_work


@cites("78.6", "78.6.a", "42.2")
def losses_from_roll(
    fight: Fight, state: CombatState, side: int, hits: int | Volley, round_number: int
) -> list[Losses]:
    """Return what a side may be left with after the opponent's roll produced these hits.

    One way under a fixed policy, all under `best`.
    """
    return losses_from_hits(fight, hit_plan(fight, state, side, round_number), side, hits)


def losses_from_hits(fight: Fight, aim: HitPlan, side: int, hits: int | Volley) -> list[Losses]:
    """Return the same where it is known how hits are assigned."""
    if not isinstance(hits, int):
        if hits.paid:
            return _lost_and_paid(fight, aim, side, hits)
        if not (hits.bound and aim.fighters):
            hits = hits.hits  # nothing tells them apart
    if aim.plain and isinstance(hits, int):
        return [_stepped(fight, aim, side, min(hits, aim.most))]
    if aim.plain and isinstance(hits, Volley):
        return [_bound_stepped(fight, aim, side, min(hits.hits, aim.most), min(hits.bound, aim.most))]
    if isinstance(hits, int) and not aim.targets.changing:
        hits = min(hits, aim.most)

    def find() -> list[Losses]:
        found = _lost_in_steps(fight, aim, side, hits)
        if found is None:
            found = [aim.distinct.setdefault(each, each) for each in _lost_at_once(fight, aim, side, hits)]
            count_work(len(found))
        return found

    return aim.losses.get(hits, fight.game.journal, find)


def _lost_at_once(fight: Fight, aim: HitPlan, side: int, hits: int | Volley) -> list[Losses]:
    """Return what hits leave of a side, all assigned together: cards may answer them or a use of Sustain Damage."""
    volley = Volley(hits) if isinstance(hits, int) else hits
    left, position = hits_after_effects(aim.moment, volley.hits, search=False)[0]
    left = left._replace(some_so=max(0, volley.bound + left.number - volley.hits))
    return [fight.losses_of(side, aim.steps[0].force, taken) for taken in options(aim.victims, position, left)]


def _lost_and_paid(fight: Fight, aim: HitPlan, side: int, volley: Volley) -> list[Losses]:
    """Return what hits leave of a side that the opponent has spent something on: that is noted with them.

    Whoever is followed alone is asked for rolls as well that what is spent already rules out: they spend what is left.
    """

    def paid(losses: Losses) -> Losses:
        position = State((), losses.spent)
        for player, slug, copies in volley.paid:
            left = fight.game.sides[player].effects[slug] - position.used(player, slug)
            position = position.use(player, slug, min(copies, left)) if left else position
        found = losses._replace(spent=position.spent)
        return aim.distinct.setdefault(found, found)

    def find() -> list[Losses]:
        return [paid(losses) for losses in losses_from_hits(fight, aim, side, volley._replace(paid=()))]

    return aim.losses.get(volley, fight.game.journal, find)


def _lost_in_steps(fight: Fight, aim: HitPlan, side: int, hits: int | Volley) -> list[Losses] | None:
    """Return what hits leave of a side where each does what it would do alone, None where that is not so."""
    if not aim.takes_hits_singly:
        return None
    volley = Volley(hits) if isinstance(hits, int) else hits
    number, bound = volley.hits, volley.bound
    if aim.targets.changing:
        left, position = hits_after_effects(aim.moment, number, search=False)[0]
        if position.spent != aim.moment.state.spent or left != Hits(left.number):
            return None
        number, bound = left.number, max(0, bound + left.number - number)
    return [_bound_stepped(fight, aim, side, number, bound) if bound else _stepped(fight, aim, side, number)]


def _stepped(fight: Fight, aim: HitPlan, side: int, hits: int) -> Losses:
    """Return what hits leave of a side, each of which does what it would do alone."""
    return _step(fight, aim, side, aim.steps, hits)


def _bound_stepped(fight: Fight, aim: HitPlan, side: int, hits: int, bound: int) -> Losses:
    """Return the same where the first of them must go to ships other than fighters while there are any."""
    steps = aim.steps_after.get(bound)
    if steps is None:
        steps = aim.steps_after[bound] = [_step(fight, aim, side, aim.bound_steps, bound, bound=True)]
    found = _step(fight, aim, side, steps, hits - bound)
    return aim.distinct.setdefault(found, found)


def _step(fight: Fight, aim: HitPlan, side: int, steps: list[Losses], hits: int, bound: bool = False) -> Losses:
    """Return what so many hits leave after the first of some steps, a list that is filled as far as that."""
    lending = aim.targets.victims.lending
    while len(steps) <= hits:
        now = steps[-1]
        lent = bool(lending) and any(there.unit in lending for there in now.sustained)
        after, unit = _after_one_hit(aim.targets, now.force, lent, bound)
        if after is now.force:
            steps.append(now)
            continue
        sustained = changed(now.sustained, unit, damaged=1) if unit else now.sustained
        steps.append(Losses(after, now.spent, 0, sustained, fight.lost(side, aim.steps[0].force, after, now.spent)))
    return steps[hits]


def _after_one_hit(targets: Targets, force: Force, lent: bool, bound: bool) -> tuple[Force, str | None]:
    """Return what one hit leaves of a force, and the type that has sustained: worked out once, noted every time."""
    key = force, lent, bound
    found = targets.one_hit.get(key)
    if found is None:
        found = targets.one_hit[key] = after_one_hit(targets.victims, force, lent, bound)
    elif found[1]:
        note_help(targets.victims, found[1])
    return found


def hit_plan(fight: Fight, state: CombatState, side: int, round_number: int) -> HitPlan:
    """Return how hits are assigned to a side in a round, the first after `hit_rounds` for all that follow."""
    round_number = min(round_number, fight.hit_rounds + 1)
    force = state.forces[side]
    key = side, force, fight.observation(side, state), state.spent, round_number

    def find() -> HitPlan:
        found = targets(fight, state, side, round_number)
        hit, opens = found.victims, partial(moment_of_hits, fight, state, side, round_number)
        in_steps = _in_steps(fight, found, side, force)
        quiet = in_steps and not (found.changing or hit.covering)
        fighters = fight.distinguishes_hits and any(fight.sides[side].units[s.unit].is_fighter for s in force)
        steps = [Losses(force, state.spent, 0, (), ())]
        return HitPlan(found, opens, hit.most(force), in_steps, quiet, fighters, steps, steps.copy())

    return fight.memory.hit_plan.get(key, fight.game.journal, find)


def _in_steps(fight: Fight, targets: Targets, side: int, force: Force) -> bool:
    """Tell whether several hits on a force may do what each would do alone, one after another."""
    together = fight.hits_joint or (targets.together and targets.victims.may_sustain(force))
    return fight.takes_hits_singly[side] and not together


def sequential_targets(fight: Fight, state: CombatState, side: int, round_number: int) -> Targets | None:
    """Return whom hits on a side can be assigned to where each only turns one force into another, as it would alone.

    None where that may not be so, or something may change hits before.
    """
    found = targets(fight, state, side, min(round_number, fight.hit_rounds + 1))
    return found if not found.changing and _in_steps(fight, found, side, state.forces[side]) else None


def after_single_hit(targets: Targets, force: Force, lent: bool = False, bound: bool = False) -> tuple[Force, bool]:
    """Return what one hit leaves of a force, and whether a lent use of Sustain Damage is gone after it, or before.

    One that is bound goes to a ship other than a fighter while there is any.
    """
    after, unit = _after_one_hit(targets, force, lent, bound)
    return after, lent or unit in targets.victims.lending


def targets(fight: Fight, state: CombatState, side: int, round_number: int) -> Targets:
    """Return whom of a side's units hits of the other can be assigned to: found once for each set of types."""
    there = tuple([s.unit for s in state.forces[side]])
    circumstances = side, fight.observation(side, state), state.spent, round_number

    def find() -> Targets:
        types, hit = frozenset(there), fight.victims(moment_of_hits(fight, state, side, round_number), side)
        shared = fight.memory.shared_targets.setdefault(circumstances, [])
        for known in shared:
            if types <= known.types and hit.is_part_of(known.victims, types):
                return known
        changing, together = (
            any(fight.left(held, state.spent) for held in some[side]) for some in (fight.changing, fight.together)
        )
        shared.append(Targets(types, hit, changing, together))
        return shared[-1]

    return fight.memory.targets.get((*circumstances, there), fight.game.journal, find)


def moment_of_hits(fight: Fight, state: CombatState, side: int, round_number: int) -> Moment:
    """Return the moment in which a side is hit: what hits do hangs on the other side's force only where that shows."""
    forces = state.forces if fight.observes else only(side, state.forces)
    return fight.moment(CombatState(forces, state.spent), 1 - side, round_number)
