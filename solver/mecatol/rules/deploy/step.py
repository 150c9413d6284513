"""Deploy (30): whether a unit can be deployed in the moment described, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, count_of_type
from mecatol.domain.editions import in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.rulings import DEPLOY_INTO_SCAR, RULINGS
from mecatol.domain.steps import ACTIVE, DEPLOY_STEP, OTHER
from mecatol.domain.units import DEPLOY, UNIT_TYPES, Unit, planet_name, units, units_of
from mecatol.effects.model import ANOMALY
from mecatol.errors import Problem, ScenarioError
from mecatol.game.limits import TOKENS, figures_left
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.state import State
from mecatol.rules.deploy.deployments import DEPLOYMENTS, Deployment, Situation, deployable
from mecatol.rules.deploy.record import DEPLOY_MOMENTS, DEPLOYMENT
from mecatol.rules.rolls.gathering import barring
from mecatol.scenario.step import COUNTS, NUMBER, PLANETS, Input, Offer, Step, declare
from mecatol.solution.answers import YES, Answer, Finding, Table, finding
from mecatol.solution.model import Solution, summarize


def _finding(unit: Unit, what: str, met: bool, text: str, *clauses: str) -> Finding:
    return finding(f"{unit.name}: {what}", met, text, *clauses)


def _left(game: Game, side: Side) -> dict[str, int]:
    """Return the figures left in reinforcements by type: those named, else all that the scenario does not show."""
    left = figures_left(side, game.start.players[side.index])
    left = {kind: count for kind, count in left.items() if kind not in TOKENS}
    return {**left, **(side.player.reinforcements or {})}


def _situation(game: Game) -> Situation:
    """Return the moment that the scenario describes. Raises ScenarioError for one that is missing or unclear."""
    deploy = game.scenario.deploy
    if "moment" not in deploy:
        raise ScenarioError([Problem("deploy", f"is missing: name a moment, one of {', '.join(DEPLOY_MOMENTS)}")])
    names = [side.name for side in game.sides]
    player = names.index(deploy["player"]) if "player" in deploy else 0
    side = game.sides[player]
    if side.player.faction is None:
        message = f"is missing: which of {side.name}’s units can be deployed depends on the faction"
        raise ScenarioError([Problem(f"players.{player}.faction", message)])
    others = [other.index for other in game.sides if other is not side]
    own = [planet for planet, _ in game.start.players[player].planets]
    taken = {planet for other in others for planet, there in game.start.players[other].planets if there}
    alone = [planet for planet in own if planet not in taken]
    controls = frozenset((*alone, *side.player.controls))
    planet = deploy.get("planet")
    if planet is None:
        known = sorted({*controls, *(there for s in game.start.players for there, _ in s.planets)})
        if len(known) > 1:
            message = f"is missing: several planets are possible ({', '.join(known)})"
            raise ScenarioError([Problem("deploy.planet", message)])
        planet = known[0] if known else None
    whose = names.index(deploy["whose"]) if "whose" in deploy else player
    return Situation(
        game, player, whose, deploy["moment"], planet, deploy.get("breach", "none"), _left(game, side), controls
    )


@cites("30.1")
def _conditions(at: Situation, ability: Deployment, unit: Unit) -> Iterator[Finding]:
    """Yield whether the moment is the right one and each condition holds."""
    right = at.moment == ability.moment
    text = f"{ability.when} Now: {DEPLOY_MOMENTS[at.moment]}"
    yield _finding(unit, "the moment", right, text, "30.1")
    if right:
        for need in ability.needs:
            met = need.met(at)
            if met and not need.yes:
                continue
            yield _finding(unit, "the condition", met, need.yes if met else need.no, *need.clauses)


@cites("30.2", "30.2.a", "23.4.a")
def _reinforcements(at: Situation, ability: Deployment, unit: Unit) -> Iterator[Finding]:
    """Yield whether the figures are in reinforcements.

    The unit cannot be taken off the board to be deployed. A figure that would be placed in its stead can be, from a
    system without a command token of the player's, since it is placed and not deployed.
    """
    for kind, count in {unit.type: 1, **(ability.takes or {})}.items():
        left = at.left.get(kind, count)
        name = at.side.units[kind].name
        if left >= count:
            text = f"{count_of_type(left, name)} in reinforcements."
            yield _finding(unit, "reinforcements", True, text, "30.2")
        elif kind != unit.type and left + at.side.player.elsewhere.get(kind, 0) >= count:
            text = f"No {name} in reinforcements; one must first be taken back from a system without a command token."
            yield _finding(unit, "reinforcements", True, text, "23.4.a")
        else:
            none = (
                "none is entered that can be taken back"
                if kind != unit.type
                else "none can be taken back to be deployed"
            )
            text = f"No {name} in reinforcements, and {none}."
            yield _finding(unit, "reinforcements", False, text, "30.2.a", "30.2")


@cites("30.3")
def _once(at: Situation, ability: Deployment, unit: Unit) -> Finding:
    """Return whether the ability is still unused in this timing window."""
    used = at.game.scenario.deploy.get("used", 0)
    done = "not used yet" if not used else f"already used {used} times" if used > 1 else "already used"
    return _finding(unit, "once", not used, f"Once per {ability.window}: {done}.", "30.3")


@cites("30.1.a")
def _cost(at: Situation, ability: Deployment, unit: Unit) -> Finding:
    """Return whether the player can pay what the ability itself asks; the unit's own cost is never paid."""
    deploy, goods = at.game.scenario.deploy, at.side.player.trade_goods
    short = 0
    for need, has in ((ability.resources, "resources"), (ability.influence, "influence")):
        short += max(0, need - deploy.get(has, 0))
    short += ability.trade_goods
    if ability.price == "nothing":
        return _finding(unit, "the cost", True, "It costs nothing, because the unit’s own cost is not paid.", "30.1.a")
    resources, trade_goods = count_of(deploy.get("resources", 0), "resource"), count_of(goods, "trade good")
    means = f"{resources}, {deploy.get('influence', 0)} influence, {trade_goods}"
    if ability.gains:
        name, more = ability.gains
        goods += more
        means += f", and {count_of(more, 'trade good')} from {name}, which may come first"
    text = f"The ability costs {ability.price} and the unit itself nothing; {at.side.name} has {means}."
    return _finding(unit, "the cost", short <= goods, text, "30.1.a")


@cites("30.1", "30.2")
def _may(at: Situation, ability: Deployment, unit: Unit) -> Finding | None:
    """Return the finding that an effect takes the ability away, None if none does.

    Whether an anomaly binds a unit that is not in the system yet is open; one that comes elsewhere it does not bind.
    """
    moment = Moment(at.game, at.game.start, DEPLOY_STEP, DEPLOY, at.player, at.player, at.planet or SPACE)
    if (actor := barring(moment, unit)) is None:
        return None
    name = actor.effect.name
    if actor.effect.kind != ANOMALY:
        return _finding(unit, "an effect", False, f"{name} removes the ability.", "30.1")
    if _where(at, ability, unit) == ADJACENT:
        return None
    reading = at.game.ruling(DEPLOY_INTO_SCAR)
    words = RULINGS[DEPLOY_INTO_SCAR].readings[reading]
    text = f"{name} in the system; under the reading “{reading}” of ruling {DEPLOY_INTO_SCAR}: {words}"
    return _finding(unit, "an anomaly", reading == "can", text, "30.1", "30.2")


def _where(at: Situation, ability: Deployment, unit: Unit) -> str:
    """Return where the unit comes: SPACE, ADJACENT or a planet; "" where there is no place for it."""
    return (ability.where(at) if unit.is_ground_force else SPACE) or ""


def _judge(at: Situation, ability: Deployment, unit: Unit) -> list[Finding]:
    """Return all findings about one unit, the verdict first."""
    barred = _may(at, ability, unit)
    found = [
        *([barred] if barred else []),
        *_conditions(at, ability, unit),
        *_reinforcements(at, ability, unit),
        _once(at, ability, unit),
        _cost(at, ability, unit),
    ]
    broken = [row for row in found if row.broken]
    can = not broken
    if can:
        place = _where(at, ability, unit)
        where = {SPACE: "in the space area", ADJACENT: "in another system"}.get(place) or f"on {planet_name(place)}"
        must = "must be deployed" if ability.mandatory else "can be deployed"
        text = f"{at.side.name}’s {unit.name} {must} {where}. {ability.what}"
    else:
        text = " ".join(row.text for row in broken)
    clauses = list(dict.fromkeys(clause for row in broken or found for clause in row.clauses))
    return [finding(unit.name, can, text, *clauses), *found]


def _table(game: Game) -> Table:
    """Return the table of all Deploy abilities of the edition."""
    rows = [
        [unit.name, FACTIONS[unit.faction or ""].name, ability.when, ability.what, ability.price, ability.window]
        for slug, ability in DEPLOYMENTS.items()
        if in_force(game.edition, (unit := units()[slug]).edition, unit.until)
    ]
    columns = ["Unit", "Faction", "When", "What happens", "Cost", "Once per"]
    return {"title": "All Deploy abilities", "columns": columns, "rows": rows}


def _lost(side: Side, edition: str) -> bool:
    """Tell whether a unit of the player's faction has Deploy printed on it, whatever laws have made of that unit."""
    own = units_of(side.player.faction) if side.player.faction else {}
    return any(unit.deploy and in_force(edition, unit.edition, unit.until) for unit in own.values())


def solve_deploy(game: Game) -> Solution:
    """Solve Deploy: which units the player can deploy in the moment described, what it costs, and why not.

    Raises ScenarioError where the moment, the faction or the planet is missing.
    """
    at = _situation(game)
    findings: list[Finding] = []
    judged: list[Finding] = []
    final: State = game.start
    able: list[str] = []
    own = deployable(at.side)
    for unit in own:
        ability = DEPLOYMENTS[unit.slug]
        rows = _judge(at, ability, unit)
        findings += rows
        judged += rows[1:]
        if rows[0].verdict == YES:
            able.append(unit.name)
            final = ability.place(at)
            game.note("30.1", rows[0].text)
    for row in judged:
        game.note(row.clauses[0], row.text)
    name = at.side.name
    if not own and _lost(at.side, game.edition):
        headline = f"{name}’s units have lost Deploy."
    elif not own:
        headline = f"{name}’s faction has no unit with Deploy."
    elif able:
        headline = f"{name} can deploy {' and '.join(able)}."
    else:
        headline = f"{name} cannot deploy {' or '.join(unit.name for unit in own)}."
    solution = summarize(game, {final: game.one}, [])
    solution.leave_out_averages()
    solution.answer = Answer(headline, findings, [_table(game)])
    return solution


def _offers(role: str) -> tuple[Offer, ...]:
    return (
        Offer(
            role=role, area="planets", label="On planets", hint="Ground forces and structures, by planet.",
            units=lambda unit: unit.is_ground_force or unit.is_structure,
        ),
        Offer(
            role=role, area="space", label="In space", hint="Units in the active system's space area.",
            units=lambda unit: not unit.is_structure or unit.move is not None,
        ),
        Offer(
            role=role, area="adjacent", label="Elsewhere", hint="Units elsewhere: they are not in reinforcements.",
            units=lambda unit: unit.type in UNIT_TYPES,
        ),
    )  # fmt: skip


def _inputs(role: str) -> tuple[Input, ...]:
    return (
        Input(role=role, field="trade_goods", kind=NUMBER, label="Trade goods", hint="To pay with."),
        Input(
            role=role, field="controls", kind=PLANETS, label="Planets controlled",
            hint="In addition to planets where only this player has units.",
        ),
        Input(
            role=role, field="reinforcements", kind=COUNTS, label="Reinforcements",
            hint="How many are left there, if not all that are not shown here.",
            units=lambda unit: unit.has(DEPLOY) or unit.type == "pds",
        ),
        Input(
            role=role, field="elsewhere", kind=COUNTS, label="Can be taken back",
            hint="Units in systems without this player's command token.", units=lambda unit: unit.type == "pds",
        ),
    )  # fmt: skip


declare(
    Step(
        slug=DEPLOY_STEP,
        title="Deploy",
        topic="deploy",
        question="May this unit be deployed now, and what does it cost?",
        solve=solve_deploy,
        clauses=("30.1", "30.1.a", "30.2", "30.2.a", "30.3"),
        offers=(*_offers(ACTIVE), *_offers(OTHER)),
        inputs=(*_inputs(ACTIVE), *_inputs(OTHER)),
        rulings=(DEPLOY_INTO_SCAR,),
        records={"deploy": (DEPLOYMENT, "For Deploy: the moment, and what the player has.")},
        least_players=1,
        example={
            "step": DEPLOY_STEP,
            "players": [
                {"name": "Red", "faction": "barony-of-letnev", "planets": {"abaddon": {"infantry": 2, "mech": 1}}},
                {"name": "Blue", "planets": {"abaddon": {"infantry": 3}}},
            ],
            "deploy": {"moment": "ground-combat-round", "resources": 2},
        },
    )
)
