"""Movement (58): which ships reach the active system, what they carry, and what gravity rifts leave of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mecatol.domain import rulings
from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of_type
from mecatol.domain.steps import ACTIVE, MOVEMENT_STEP
from mecatol.domain.units import Unit
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.game.stages import Positions
from mecatol.game.state import Holdings, State, changed, joined, stack
from mecatol.probability.dice import Number, total
from mecatol.rules.capacity.carrying import problems_at_start, removals, without_ships_over
from mecatol.rules.movement.loading import CARGO, Convoy, merit, set_out, transported
from mecatol.rules.movement.report import (
    arrival_table,
    cargo_findings,
    headline,
    limit_findings,
    rift_finding,
    ship_findings,
)
from mecatol.rules.movement.rift import Arrival, arrivals
from mecatol.rules.movement.route import (
    Fleet,
    MovementReason,
    Push,
    Pushes,
    Rules,
    closing,
    has_ships_there,
    movers,
    moves,
    read_fleets,
    rules,
)
from mecatol.rules.movement.stops import stops
from mecatol.rules.movement.windows import Moving
from mecatol.scenario.movement import MOST_MOVE, SHIPS, STOPS
from mecatol.scenario.step import FLEETS, NUMBER, Input, Offer, Step, declare
from mecatol.solution.answers import Answer, Finding, Table, note_findings, reasoned
from mecatol.solution.model import Chance, Solution, summarize


def _moves(unit: Unit) -> bool:
    """Tell whether a unit can move or be transported."""
    return unit.move is not None or unit.type in CARGO


def _beyond_the_card(side: Side, fleets: list[Fleet]) -> Iterator[Problem]:
    """Yield where fleets are more than an effect moves whose movement is one of its own."""
    ships = [count for fleet in fleets for kind, count in fleet.units.items() if kind not in transported(side)]
    for effect, moving in side.acting(Moving):
        if moving.most_ships is not None and sum(ships) > moving.most_ships:
            most = f"{moving.most_ships} ships at most, with what they transport"
            yield Problem("players.0.fleets", f"{effect.name} moves {most}, not {sum(ships)}")
        if moving.shuns_ships and any(SHIPS in fleet.into for fleet in fleets):
            yield Problem("into", f"{effect.name} moves no ships into a system with other players’ ships")
        for fleet in fleets:
            if moving.next_door and fleet.through:
                message = f"{effect.name} moves ships only from adjacent systems; leave out the systems on the way"
                yield Problem(f"players.0.fleets.{fleet.index}.through", message)


def _flying_beyond_the_card(side: Side, convoys: list[Convoy]) -> Iterator[Problem]:
    """Yield where fighters that no ship carries are further ships, and with them more than an effect moves."""
    flying, ships = sum(convoy.flying for convoy in convoys), sum(len(convoy.ships) for convoy in convoys)
    for effect, moving in side.acting(Moving):
        if flying and moving.most_ships is not None and ships > moving.most_ships:
            most = f"{moving.most_ships} ships at most, with what they transport"
            fighters = count_of_type(flying, side.units["fighter"].name)
            message = f"{effect.name} moves {most}, not {ships}; no ship has room for {fighters}"
            yield Problem("players.0.fleets", message)


def _problems(game: Game, fleets: list[Fleet]) -> Iterator[Problem]:
    """Yield what keeps the question from being answered: no fleet, or units that cannot move or that nobody has."""
    side = game.sides[0]
    if not any(fleet.units for fleet in fleets):
        yield Problem("players.0.fleets", f"name {side.name}’s fleet, one ship or more")
    for fleet in fleets:
        path = f"players.0.fleets.{fleet.index}"
        named = [(f"{path}.units.{kind}", kind, True) for kind in fleet.units]
        for place, units in side.player.fleets[fleet.index].get("picks_up", {}).items():
            named += [(f"{path}.picks_up.{place}.{kind}", kind, False) for kind, count in units.items() if count]
            if place in STOPS[len(fleet.through) :]:
                message = f"{place!r} is beyond the way, which has {len(fleet.through)} systems before the active one"
                yield Problem(f"{path}.picks_up.{place}", message, place)
        for where, kind, ships in named:
            unit = side.units.get(kind)
            if unit is None:
                yield Problem(where, f"{side.name} has no {kind} here: name the faction or the technology it needs")
            elif ships and unit.move is None and kind not in transported(side):
                yield Problem(where, f"a {unit.name} neither moves nor is transported; leave it out")
            elif not ships and kind not in transported(side):
                yield Problem(where, f"a {unit.name} is not transported; only fighters and ground forces are")


def _best(game: Game, fleets: list[Fleet]) -> tuple[Rules, list[Convoy], Pushes]:
    """Return who arrives, with effects for one ship or one system used so that as many units as possible arrive."""
    side = game.sides[0]
    chosen: list[int | None] = [None]
    if any(moves(effect).one_system for effect in rules(game).effects):
        chosen += [fleet.index for fleet in fleets]
    matched: list[Push | None] = [None]
    if any(moves(effect).matches for effect in rules(game).effects):
        matched += [(fleet.index, kind) for fleet in fleets for kind in movers(side, fleet)]
    laws = [rules(game, index, ship) for ship in matched for index in chosen]
    found = [(law, *set_out(law, side, fleets)) for law in laws]
    return max(found, key=lambda item: merit(side, item[1]))


@cites("79.4.a")
def _without_blockaded(game: Game, side: Side, fleets: list[Fleet], holdings: Holdings) -> Holdings:
    """Return a player's units without a space dock that comes where others have ships and the player has none."""
    docks = stack(holdings.space, "space-dock")
    own = any(side.units[there.unit].is_ship for there in holdings.space)
    if not docks.total or own or not any(SHIPS in fleet.into for fleet in fleets):
        return holdings
    space = changed(holdings.space, "space-dock", -docks.healthy, -docks.damaged)
    return removals(game, side, holdings._replace(space=space))[0]


def _carrying_ships(convoy: Convoy) -> int:
    return sum(bool(ship.capacity) for ship in convoy.ships)


def _said(game: Game, law: Rules, convoys: list[Convoy], push: Pushes) -> None:
    """Say beside the answer what was assumed for the player."""
    side = game.sides[0]
    for effect, (_, kind) in zip(law.one_more, push, strict=False):
        game.note("58.3", f"{effect.name}: +1 for 1 {side.units[kind].name}, so that as many units as possible arrive.")
    if law.matched and law.matching:
        kind = side.units[law.matched[1]].name
        game.note(
            "58.3",
            f"{law.matching.name}: 1 {kind} has move value {law.fastest}, so that as many units as possible arrive.",
        )
        if side.player.fastest is None:
            game.warn(
                f"Assumed: no ship on the board has a higher move value than {law.fastest}, the highest of the ships "
                "named here. A higher one can be set as the fastest ship on the board."
            )
    if law.silent_fleet is not None:
        game.warn(f"Assumed: the card for the ships of one system is used for fleet {law.silent_fleet + 1}.")
    loaded = [convoy for convoy in convoys if _carrying_ships(convoy) > 1 and convoy.carried]
    if any(law.exits(convoy.fleet) for convoy in loaded):
        game.warn(
            "Assumed: transported units are spread over the ships as evenly as possible. To load them differently, "
            "enter each ship and what it carries as a separate fleet."
        )
    passed = [there for convoy in convoys for there in convoy.fleet.through]
    for other in game.sides[1:]:
        for effect, moving in other.acting(Moving):
            if passed and moving.bars_others and not any(moving.bars_others & there for there in passed):
                game.warn(
                    f"Assumed: no system on the way has structures of {other.name}, who has {effect.name}. Choose them "
                    "on the route where there are any."
                )
        for owner, effect in closing(game, convoys[0].fleet.into):
            if owner is other and not has_ships_there(game, other, convoys[0].fleet.into):
                game.warn(f"Assumed: {other.name}, who has {effect.name}, has no ships in the active system.")
        if other.player.fleets:
            game.warn(f"{other.name}’s fleets were ignored: only the active player, the first, moves ships.")


def _expected(side: Side, found: dict[Arrival, Number]) -> tuple[dict[str, Number], Number]:
    """Return the units that rifts remove on average, by type, and what they are worth."""
    lost: dict[str, Number] = {}
    for arrival, chance in found.items():
        for one in arrival.lost:
            lost[one.unit] = lost.get(one.unit, 0) + chance * one.total
    worth: Number = 0
    for kind, number in lost.items():
        worth += number * type(number)(side.units[kind].price)
    return lost, worth


def _chances(side: Side, convoys: list[Convoy], found: dict[Arrival, Number]) -> list[Chance]:
    """Return what one would ask of a way through gravity rifts."""
    if not any(convoy.fleet.rifts for convoy in convoys):
        return []
    short = any(kinds for convoy in convoys for kinds in (convoy.stays, *convoy.left.values()))

    def removes_ground_forces(arrival: Arrival) -> bool:
        return any(side.units[stack.unit].is_ground_force for stack in arrival.lost)

    def chance(holds: Callable[[Arrival], bool]) -> Number:
        return total(chance for arrival, chance in found.items() if holds(arrival))

    name = side.name
    asked = [
        Chance(f"Everything that {name} moves arrives", chance(lambda one: not (short or one.lost or one.behind))),
        Chance(f"The rift removes one of {name}’s ships", chance(lambda one: bool(one.lost))),
    ]
    if any(map(removes_ground_forces, found)):
        removed = chance(removes_ground_forces)
        asked.append(Chance(f"The rift removes one of {name}’s ground forces", removed))
    return asked


def solve(game: Game) -> Solution:
    """Solve Movement: who of the first player's fleets reaches the active system, and what rifts leave of them.

    Raises ScenarioError for no fleet, units that cannot move, and more in the active system than may be there;
    LimitError where the time or the positions that were granted do not suffice.
    """
    fleets, side = read_fleets(game), game.sides[0]
    if problems := [*_problems(game, fleets), *_beyond_the_card(side, fleets), *problems_at_start(game)]:
        raise ScenarioError(problems)
    law, convoys, push = _best(game, fleets)
    if beyond := [*_flying_beyond_the_card(side, convoys)]:
        raise ScenarioError(beyond)
    found = arrivals(game, law, convoys)
    findings: list[Finding] = []
    for convoy in convoys:
        prefix = f"Fleet {convoy.fleet.index + 1}: " if len(convoys) > 1 else ""
        findings += ship_findings(law, side, convoy, push, prefix)
        findings += cargo_findings(law, side, convoy, push, prefix)
    findings += rift_finding(law, convoys)
    there = game.start.players[0]
    whole = max(found, key=lambda arrival: sum(stack.total for stack in arrival.arrived))
    findings += limit_findings(side, Holdings(joined(there.space, whole.arrived), there.planets, there.adjacent))
    note_findings(game, findings, verdicts=True)
    _said(game, law, convoys, push)
    final: Positions = {}
    blockades = 0
    for arrival, chance in found.items():
        beside = joined(there.adjacent, arrival.behind)  # outside the active system: it waits where it was
        arrived = Holdings(joined(there.space, arrival.arrived), there.planets, beside)
        kept = removals(game, side, without_ships_over(game, side, arrived))[0]
        if (left := _without_blockaded(game, side, fleets, kept)) != kept:
            kept, blockades = left, blockades + 1
        state: State = game.start.with_holdings(0, kept)
        final[state] = final.get(state, 0) + chance
    if blockades:
        text = "others have ships in the active system: without any of its owner’s, the space dock is destroyed there"
        verdict = "no" if blockades == len(found) else "depends"
        findings.append(reasoned("Blockade", verdict, [MovementReason(text, ("79.4.a",))]))
        game.note("79.4.a", findings[-1].text)
    solution = summarize(game, final, [])
    solution.leave_out_averages()
    solution.chances += _chances(side, convoys, found)
    tables: list[Table] = []
    if len(found) > 1:
        tables.append(arrival_table(side, found))
        lost, worth = _expected(side, found)
        solution.expected_losses, solution.expected_cost = {side.name: lost}, {side.name: worth}
    drawn = [stop for convoy in convoys for stop in stops(law, side, convoy)]
    solution.answer = Answer(headline(game, side, convoys, found), findings, tables, drawn)
    return solution


declare(
    Step(
        slug=MOVEMENT_STEP,
        title="Movement",
        topic="movement",
        question="Can these ships reach the active system, what can they carry, and what can stop them?",
        solve=solve,
        clauses=(
            "58.3", "58.4", "58.4.a", "58.4.b", "58.4.c", "58.4.d", "58.4.e", "58.4.f", "58.5", "58.6", "6.1", "11.1",
            "41.1", "41.2", "41.2.a", "41.2.b", "41.2.c", "41.3", "59.1", "59.1.a", "59.2", "59.2.a", "86.1", "95.1",
            "95.1.a", "95.1.b", "95.2", "95.3", "101.1", "16.1", "16.3", "37.1", "37.3", "79.4.a",
        ),
        offers=(
            Offer(
                role=ACTIVE, area="space", label="Already in the active system",
                units=lambda unit: not unit.is_structure or unit.move is not None,
                hint="Units that are there before the fleets arrive: they count against the fleet pool and capacity.",
            ),
        ),
        inputs=(
            Input(
                role=ACTIVE, field="fleets", kind=FLEETS, label="Fleet", units=_moves,
                hint="Ships that start in one system and take one route, with what they carry.", most=4,
            ),
            Input(
                role=ACTIVE, field="fleet_pool", kind=NUMBER, label="Fleet pool", most=16,
                hint="Command tokens in it; leave it empty to skip the check.",
            ),
            Input(
                role=ACTIVE, field="fastest", kind=NUMBER, label="Fastest ship on the board", most=MOST_MOVE,
                hint="The highest move value of any ship, if an effect depends on it.",
            ),
        ),
        fields=("system", "into", "ask"),
        least_players=1,
        most_players=6,
        rulings=(rulings.RIFT_PULL, rulings.RIFT_PICK_UP),
        example={
            "step": MOVEMENT_STEP,
            "players": [
                {
                    "name": "Red",
                    "technologies": ["gravity-drive"],
                    "fleets": [
                        {"units": {"carrier": 1, "infantry": 3, "fighter": 1}, "through": ["clear"]},
                        {"units": {"cruiser": 2}, "from": "gravity-rift", "through": ["token", "clear"]},
                    ],
                }
            ],
        },
    )
)  # fmt: skip
