"""Bombardment (15): ships fire at ground forces on the planets of the active system before anybody lands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, BOMBARDMENT_STEP, GROUND_COMBAT, OTHER, SPACE_COMBAT
from mecatol.domain.units import BOMBARDMENT, Unit, planet_name, units
from mecatol.effects.model import EFFECTS
from mecatol.errors import Problem, ScenarioError
from mecatol.game.labels import Rolled
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.stages import Branch, Certain, Stage, play
from mecatol.game.state import State
from mecatol.probability.dice import Dice, Number, roll
from mecatol.rules.bombardment.action_with_dice import actions_with_dice
from mecatol.rules.bombardment.declaration import Plan, Survey, declared, dice_at, problems, survey, with_extras
from mecatol.rules.bombardment.declaration import describe as describe_plan
from mecatol.rules.bombardment.search import best, words
from mecatol.rules.bombardment.shields import Permission, Target, targets, warn_of_crowds
from mecatol.rules.bombardment.windows import ActionWithDice
from mecatol.rules.hits.assignment import victims
from mecatol.rules.hits.rolled import assign_rolled
from mecatol.rules.hits.windows import HitsAssigned
from mecatol.rules.last_ship import landing_by_loss
from mecatol.rules.rolls.gathering import describe
from mecatol.rules.rolls.windows import GatherDice, ReadResults
from mecatol.scenario.policy import BEST
from mecatol.scenario.step import SPREAD, Input, Offer, Step, declare
from mecatol.solution.model import Condition, Solution, hits_by_player, listed, no_ground_forces, summarize, worth


def _aftermath(moment: Moment, before: State, after: State) -> State:
    """Return the position after what effects do once the hits on a planet are assigned."""
    where = moment.target, moment.place
    for actor in opened(moment, HitsAssigned):
        left = actor.window.act(moment, actor.owner, before.at(*where), after.at(*where))
        if left != after.at(*where):
            actor.note()
            after = after.put(*where, left)
    return after


@cites("15.2", "15.2.a")
def resolve(
    seen: Survey, target: Target, moment: Moment, chances: Sequence[Number], dice: Sequence[Dice]
) -> Iterator[Branch]:
    """Yield what a target's owner may be left with after a roll of these dice, with its chances of 0, 1, 2, … hits.

    Hits go to ground forces of that player on that planet, whatever else is there, and those in excess are lost.
    """
    hit = victims(moment, lambda unit: unit.is_ground_force, ground=True)
    yield from assign_rolled(moment, chances, dice, hit, lambda after: [_aftermath(moment, moment.state, after)])


def _whom(game: Game, target: Target) -> str:
    """Return what is fired at in words: the planet, or one player's units there where several others have some."""
    shared = sum(planet == target.planet for planet, _ in targets(game, game.start)) > 1
    where = planet_name(target.planet)
    return f"{game.sides[target.player].name}’s units on {where}" if shared else where


def _spent(seen: Survey, target: Target, moment: Moment) -> State:
    """Return the position after the roll at a target: the cards that gave a die there are spent."""
    state = moment.state
    sent = {aim.what for aim in state.plan if (aim.place, aim.player) == target}
    for side, effect, window in seen.extras:
        if effect.slug in sent:
            state = Actor(moment, side, effect, window).spent(state)
    return state


@cites("15.1")
def fire(seen: Survey, target: Target) -> Stage:
    """Return the stage in which the units that are declared for one target roll, and its owner takes the hits."""

    def stage(state: State) -> Iterator[Branch]:
        game = seen.game
        moment, dice = dice_at(seen, state.plan, target, state)
        if not dice:
            yield Branch(game.one, [state])
            return
        moment = moment.at(_spent(seen, target, moment))
        owner = game.sides[target.player]
        game.note("15.1.b", f"{describe(moment, dice)[:-1]}, against {_whom(game, target)}.")
        chances = game.chances(roll(dice))
        game.rolled(Rolled(game.sides[0].name, owner.name, target.planet, BOMBARDMENT, dice, tuple(chances)))
        if len(chances) > 1:
            game.note("15.2", f"{owner.name} assigns the hits to ground forces on {planet_name(target.planet)}.")
        if len(chances) - 1 > seen.ground_forces(target):
            game.note(
                "15.2.a", f"Hits beyond {owner.name}’s ground forces on {planet_name(target.planet)} have no effect."
            )
        yield from resolve(seen, target, moment, chances, dice)

    return stage


def _tell_obstacles(seen: Survey) -> None:
    """Enter into the trace what keeps units from a planet, or lets them fire in spite of a shield."""
    for target in seen.targets:
        told: dict[Permission, list[str]] = {}
        for unit, battery in seen.batteries.items():
            told.setdefault(seen.answers[unit, target], []).append(battery.unit.name)
        side = seen.game.sides[0].name
        for answer, names in told.items():
            verb = "can" if answer.can else "cannot"
            for reason in answer.reasons:
                if answer.can and reason.plain:
                    continue
                for clause in reason.clauses:
                    whom = _whom(seen.game, target)
                    seen.game.note(clause, f"{reason.text} So {side}’s {listed(names)} {verb} bombard {whom}.")


@cites("15.1.c")
def _tell_combat_effects(seen: Survey) -> None:
    """Enter into the trace which of the active player's effects on combat rolls do nothing here."""
    side = seen.game.sides[0]
    for slug in side.effects:
        effect = EFFECTS[slug]
        combat = slug not in side.idle and {SPACE_COMBAT, GROUND_COMBAT} & set(effect.steps)
        unit = units().get(effect.unit or "")
        of_ships = unit is None or unit.is_ship  # nobody looks for the text of a ground force here
        if effect.acts_in(ReadResults) and combat and of_ships and BOMBARDMENT_STEP not in effect.steps:
            seen.game.note("15.1.c", f"{side.name}’s {effect.name} changes combat rolls, and this is not one.")


def _tell_default(seen: Survey) -> None:
    """Enter into the trace whom units bombard that could bombard several, where the policy names none for them."""
    game, told = seen.game, seen.game.sides[0].policy.bombard or {}
    for unit, battery in seen.batteries.items():
        default, could = seen.default_target(unit), [_whom(game, target) for target in seen.allowed(unit)]
        if default and len(could) > 1 and not isinstance(told, str) and unit not in told:
            who, at = f"{game.sides[0].name}’s {battery.unit.name}", _whom(game, default)
            them = "it bombards" if battery.number == 1 else "all of them bombard"
            text = f"{who} may bombard {listed(could, 'or')}. You named no target, so {them} {at}."
            game.note("15.1", text)


def _tell(seen: Survey, plan: Plan) -> None:
    """Enter the declaration into the trace, and what bears on it."""
    game, name = seen.game, seen.game.sides[0].name
    _tell_obstacles(seen)
    moment = _anywhere(seen)
    for actor in opened(moment, GatherDice):
        if actor.window.act(moment, actor.owner):
            actor.note()
    if not plan:
        game.note("15.1", f"{name} has no unit that can bombard a planet here.")
        return
    _tell_combat_effects(seen)
    _tell_default(seen)
    game.note("15.1", f"{name} bombards {describe_plan(seen, plan)}.")
    if len({aim.place for aim in plan}) > 1:
        game.note(
            "15.1.d", "With several planets, the planet that each unit bombards is declared before any die is rolled."
        )


def _anywhere(seen: Survey) -> Moment:
    return Moment(seen.game, seen.state, BOMBARDMENT_STEP, BOMBARDMENT, 0, 0, SPACE)


def plan_for(game: Game, state: State) -> tuple[Survey, Plan, str | None]:
    """Return what can be declared, what is declared, and what a search found, in words; None without a search."""
    seen = survey(game, state)
    default = with_extras(seen, declared(seen))
    policy = game.sides[0].policy
    if policy.bombard != BEST or not default:
        return seen, default, None
    found = best(seen, default, fire, resolve)
    return seen, found.plan, words(found, policy.aim, lambda plan: describe_plan(seen, plan))


@cites("15.1", "15.1.d", "49.1")
def _declare(game: Game, told: list[str], surveyed: dict[State, Survey]) -> Stage:
    """Return the stage in which the active player says which unit bombards which planet: all of them or none.

    What a search finds is added to `told`, in words; `surveyed` keeps what could be declared, by position after it.
    """

    def stage(state: State) -> Iterator[Branch]:
        name = game.sides[0].name
        if game.sides[0].declines(BOMBARDMENT):
            game.note("15.1", f"{name} declines to bombard.")
            yield Branch(game.one, [state])
            return
        seen, plan, words_of_it = plan_for(game, state)
        _tell(seen, plan)
        if words_of_it and not game.silent:
            told.append(words_of_it)
        after = state._replace(plan=plan)
        surveyed[after] = seen
        yield Branch(game.one, [after])

    return stage


def _at(game: Game, target: Target, surveyed: Mapping[State, Survey]) -> Stage:
    """Return the stage of one target in whatever position the step begins; `surveyed` is what was seen already."""

    def stage(state: State) -> Iterator[Branch]:
        if any((aim.place, aim.player) == target for aim in state.plan):
            yield from fire(surveyed.get(state) or survey(game, state), target)(state)
        else:
            yield Branch(game.one, [state])

    return stage


def _finish(game: Game) -> Certain:
    """Return the stage that forgets the declaration."""
    return Certain(game, lambda state: State(state.players, state.spent, state.tally, state.pending))


def stages(game: Game, told: list[str] | None = None) -> list[Stage]:
    """Return the stages of the Bombardment step: the declaration, then planet by planet, player by player.

    What a search for the best declaration finds in a position is added to `told`, in words.
    """
    surveyed: dict[State, Survey] = {}
    by_loss = [Target(at, who) for who, planets in landing_by_loss(game).items() if who for at in planets]
    firing = [_at(game, target, surveyed) for target in dict.fromkeys([*targets(game, game.start), *by_loss])]
    declaring = _declare(game, [] if told is None else told, surveyed)
    return [*actions_with_dice(game), declaring, *firing, _finish(game)]


def declaration_problems(game: Game) -> list[Problem]:
    """Return what the rules refuse in the active player's declaration, before anything has happened."""
    return list(problems(survey(game, game.start)))


def solve_bombardment(game: Game) -> Solution:
    """Solve Bombardment: which ground forces are left on the planets before anybody lands.

    Raises ScenarioError for a declaration that the rules do not allow, LimitError where the time that was granted is
    over.
    """
    if found := declaration_problems(game):
        raise ScenarioError(found)
    seen = survey(game, game.start)
    warn_of_crowds(game)
    active = game.sides[0]
    if not seen.batteries and not game.windows(BOMBARDMENT_STEP, ActionWithDice):
        game.warn(f"{active.name} has no unit with Bombardment in the active system.")
    elif not seen.targets:
        game.warn("No other player has units on a planet of the active system: there is nothing to bombard.")
    if active.policy.fire is not None and game.ruling(rulings.ALL_OR_NONE) != "any":
        game.warn(f"{active.name}’s `fire` counts under the reading `any` of ruling 49.1 only; every unit takes part.")
    chosen = " with any units" if game.ruling(rulings.ALL_OR_NONE) == "any" else ". Assumed: with all units"
    none = "" if game.ruling(rulings.ALL_OR_NONE) == "any" else ", or none"
    game.note("49.1", f"Before ground forces land, the active player may bombard{chosen} that can{none}.")
    told: list[str] = []
    final = play(game, stages(game, told), game.start, worth(game))
    conditions: list[Condition] = []
    held = [target for target in seen.targets if seen.ground_forces(target)]
    for target in held:
        conditions += no_ground_forces(game, target.player, [target.planet])
    if len(held) > 1:
        gone = [condition.holds for condition in conditions]
        words = "No ground forces are left on any of these planets"
        conditions.append(Condition(words, lambda state: all(holds(state) for holds in gone)))
    solution = summarize(game, final, conditions)
    solution.hits = hits_by_player(game, final)
    solution.choices += [{"player": active.name, "choice": "bombard", "text": text} for text in dict.fromkeys(told)]
    return solution


def _has_a_say(unit: Unit) -> bool:
    """Tell whether a unit's own text bears on bombardment."""
    return any(effect.unit == unit.slug and BOMBARDMENT_STEP in effect.steps for effect in EFFECTS.values())


def _bombards(unit: Unit) -> bool:
    return unit.has(BOMBARDMENT)


declare(
    Step(
        slug=BOMBARDMENT_STEP,
        title="Bombardment",
        topic="bombardment",
        question="What is left of the ground forces before anybody lands?",
        solve=solve_bombardment,
        clauses=("15.1", "15.1.a", "15.1.b", "15.1.c", "15.1.d", "15.1.f", "15.2", "15.2.a", "49.1", "65.3", "65.3.b"),
        offers=(
            Offer(
                role=ACTIVE, area="space", label="Ships",
                hint="Ships that can bombard, and others that an effect lets bombard.",
                units=lambda u: _bombards(u) or (u.is_ship and not u.is_fighter),
            ),
            Offer(
                role=ACTIVE, area="planets", label="On planets here",
                hint="Units that can bombard from a planet, or that have Planetary Shield there.",
                units=lambda u: not u.is_ship and (_bombards(u) or u.planetary_shield),
            ),
            Offer(
                role=OTHER, area="space", label="Ships", hint="Only ships that remove Planetary Shield matter.",
                units=lambda u: u.is_ship and _has_a_say(u),
            ),
            Offer(
                role=OTHER, area="planets", label="Units by planet",
                hint="Ground forces, and whatever has Planetary Shield.",
                units=lambda u: u.is_ground_force or u.is_structure,
            ),
        ),
        inputs=(
            Input(
                role=ACTIVE, field="policy.bombard", kind=SPREAD, label="Which planet each unit bombards",
                hint="Every unit fires at one planet, with all its dice; without an entry the policy decides.",
                units=lambda u: _bombards(u) or (u.is_ship and not u.is_fighter),
            ),
        ),
        reads=("stationed",),
        fields=("ask",),
        policies=("assign", "bombard", "aim"),
        rulings=(rulings.ALL_OR_NONE, rulings.SHIELD_COVERS, rulings.SHIELD_BINDS, rulings.WAR_SUN_FIRE),
        example={
            "step": BOMBARDMENT_STEP,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2}},
                {"name": "Blue", "planets": {"abyz": {"infantry": 2, "pds": 1}, "fria": {"infantry": 2}}},
            ],
        },
    )
)  # fmt: skip
