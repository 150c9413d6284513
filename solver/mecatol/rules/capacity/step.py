"""Capacity and fleet pool (16, 37): may all of these units be in one system, and what must go if not."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of
from mecatol.domain.steps import ACTIVE, CAPACITY_STEP
from mecatol.domain.units import Unit
from mecatol.effects.model import EFFECTS
from mecatol.game.model import Game, Side
from mecatol.game.state import Holdings, stack
from mecatol.game.windows import FleetPool
from mecatol.rules.capacity.carrying import (
    carried_ground_forces,
    excess,
    fleet_excess,
    fleet_limit,
    fleet_ships,
    over_pool_only,
    room,
    sheltered,
)
from mecatol.rules.capacity.removal import removed, ways_to_keep, worth
from mecatol.scenario.step import NUMBER, Input, Offer, Step, declare
from mecatol.solution.answers import YES, Answer, Choice, Finding, Reason, Table, note_findings, reasoned, say_units
from mecatol.solution.model import Solution, summarize

_MOST_ROWS = 15


@cites("37.1", "37.1.a", "37.3")
def _fleet_pool(game: Game, side: Side, holdings: Holdings, prefix: str) -> Iterator[Finding]:
    """Yield whether the fleet pool allows the ships."""
    limit, ships = fleet_limit(side), fleet_ships(side, holdings.space)
    if limit is None:
        if ships:
            game.warn(f"The scenario does not give {side.name}’s fleet pool, so it is not checked.")
        return
    there, tokens = count_of(ships, "non-fighter ship"), count_of(side.player.fleet_pool or 0, "token")
    up_to = "but at most" if fleet_excess(side, holdings) else "and up to"
    text = f"{there}, {up_to} {limit} may be here: the fleet pool has {tokens}"
    for slug in side.effects:
        text += "".join(f", +{window.ships} from {EFFECTS[slug].name}" for window in EFFECTS[slug].acts_in(FleetPool))
    reasons = [Reason(text, ("37.1", "37.1.a"))]
    if over := fleet_excess(side, holdings):
        text = f"{count_of(over, 'ship')} must be removed at once; the owner chooses which"
        reasons.append(Reason(text, ("37.3",)))
    yield reasoned(f"{prefix}Fleet pool", "no" if over else "yes", reasons)


@cites("16.1", "16.2", "16.3", "16.3.a", "16.3.b", "16.3.c", "16.4")
def _capacity(side: Side, holdings: Holdings, prefix: str) -> Iterator[Finding]:
    """Yield whether ships and space docks hold the fighters and ground forces in space."""
    fighters, ground = stack(holdings.space, "fighter").total, carried_ground_forces(side, holdings)
    stationed = any(side.units[s.unit].is_ground_force for _, there in holdings.planets for s in there)
    if not fighters and not ground and not stationed:
        return
    carried = [count_of(count, what) for count, what in ((fighters, "fighter"), (ground, "ground force")) if count]
    space = room(side, holdings)
    has = f"the ships have capacity {space}" if space else "no ship there has capacity"
    text = f"{' and '.join(carried) or 'nothing to carry'} in space; {has}"
    reasons = [Reason(text, ("16.2", "16.4"))]
    if docked := min(fighters, sheltered(side, holdings)):
        reasons.append(Reason(f"{docked} of the fighters are supported by a space dock and do not count", ("16.2",)))
    if stationed:
        reasons.append(Reason("units on planets do not count", ("16.3.b",)))
    fighter = side.units["fighter"]
    if fighters and fighter.excess_fleet_pool is not None:
        share = ", as half a ship" if fighter.excess_fleet_pool < 1 else ""
        text = f"each {fighter.name} in excess of capacity counts against the fleet pool instead{share}"
        reasons.append(Reason(text, ("37.1",)))
    if over := excess(side, holdings):
        clause = "37.3" if over_pool_only(side, holdings) else "16.3"
        reasons.append(Reason(f"{over} must be removed; the owner chooses which", (clause, "16.3.a")))
        reasons.append(Reason("during a combat, they may stay until it ends", ("16.3.c",)))
    yield reasoned(f"{prefix}Capacity", "no" if over else "yes", reasons)


def _table(side: Side, before: Holdings, ways: list[Holdings], prefix: str) -> Table:
    """Return the table of what may be removed, the cheapest way first."""
    rows = []
    for way in ways[:_MOST_ROWS]:
        gone = removed(before, way)
        rows.append([say_units(gone.items()), f"{worth(side, gone):g}"])
    if len(ways) > _MOST_ROWS:
        rows.append([f"{len(ways) - _MOST_ROWS} other ways", ""])
    return {"title": f"{prefix}What may be removed", "columns": ["Removed", "Resources"], "rows": rows}


def solve(game: Game) -> Solution:
    """Solve capacity and fleet pool: whether each player's units may be in the system, and every way to mend it.

    Raises LimitError where the time that was granted is over.
    """
    findings: list[Finding] = []
    tables: list[Table] = []
    said: list[str] = []
    state = game.start
    choices: list[Choice] = []
    for side in game.sides:
        prefix = f"{side.name}: " if len(game.sides) > 1 else ""
        holdings = game.start.players[side.index]
        rows = [*_fleet_pool(game, side, holdings, prefix), *_capacity(side, holdings, prefix)]
        findings += rows
        if all(row.verdict == YES for row in rows):
            said.append(f"{side.name} can keep all of these units.")
            continue
        ways = ways_to_keep(game, side, holdings)
        cheapest = removed(holdings, ways[0])
        state = state.with_holdings(side.index, ways[0])
        tables.append(_table(side, holdings, ways, prefix))
        gone = say_units(cheapest.items())
        many = "the only option" if len(ways) == 1 else f"the cheapest of {len(ways)} options"
        choices.append({"player": side.name, "choice": "remove", "text": f"Removes {gone}, {many}."})
        said.append(f"{side.name} must remove {gone if len(ways) == 1 else f'units: {gone}, {many}'}.")
    note_findings(game, findings, verdicts=True)
    solution = summarize(game, {state: game.one}, [])
    solution.answer = Answer(" ".join(said), findings, tables)
    solution.choices = choices
    return solution


def _carries(unit: Unit) -> bool:
    return unit.is_ship or unit.is_ground_force or unit.move is not None


declare(
    Step(
        slug=CAPACITY_STEP,
        title="Capacity and Fleet Pool",
        topic="capacity",
        question="May all these ships, fighters and ground forces be in one system, and what must go?",
        solve=solve,
        clauses=("16.1", "16.2", "16.3", "16.3.a", "16.3.b", "16.3.c", "16.4", "37.1", "37.1.a", "37.3"),
        offers=(
            Offer(
                role=ACTIVE, area="space", label="In space", units=_carries,
                hint="Ships in the system, and the fighters and ground forces in its space area.",
            ),
            Offer(
                role=ACTIVE, area="planets", label="On planets here",
                units=lambda unit: unit.is_structure or unit.is_ground_force,
                hint="Space docks support fighters; ground forces on planets do not count.",
            ),
        ),
        inputs=(
            Input(
                role=ACTIVE, field="fleet_pool", kind=NUMBER, label="Fleet pool", most=16,
                hint="Command tokens in it; leave it empty to skip the check.",
            ),
        ),
        least_players=1,
        most_players=1,
        example={
            "step": CAPACITY_STEP,
            "players": [
                {
                    "name": "Red",
                    "space": {"carrier": 1, "cruiser": 2, "dreadnought": 1, "fighter": 4, "infantry": 3},
                    "fleet_pool": 3,
                }
            ],
        },
    )
)  # fmt: skip
