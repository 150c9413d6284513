"""Production (68): is an order legal, what does it cost, how is it paid, where do the units go, and what is best."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.domain.counts import count_of
from mecatol.domain.steps import ACTIVE, OTHER, PRODUCTION_STEP
from mecatol.domain.units import Unit
from mecatol.errors import ScenarioError
from mecatol.game.model import Game
from mecatol.rules.capacity.carrying import problems_at_start, removals, without_ships_over
from mecatol.rules.production.best import Build, frontier
from mecatol.rules.production.board import Board, survey, treasuries
from mecatol.rules.production.judge import Judgement, judge, rank
from mecatol.rules.production.order import Terms, read_order, terms
from mecatol.rules.production.payment import say_spending
from mecatol.rules.production.placement import side_after
from mecatol.rules.production.producers import why_nothing, works
from mecatol.rules.production.report import (
    cost_table,
    explain,
    frontier_table,
    paid_with,
    payment_tables,
    sites_table,
    works_table,
)  # fmt: skip
from mecatol.rules.production.windows import Treasury, Work
from mecatol.scenario.production import BUILD_POLICIES
from mecatol.scenario.step import (  # fmt: skip
    COUNTS,
    NUMBER,
    PLACED,
    PLANET_NUMBERS,
    PLANETS,
    Input,
    Offer,
    Step,
    declare,
)
from mecatol.solution.answers import DEPENDS, Answer, Finding, Table, say_units
from mecatol.solution.model import Solution

type Reading = tuple[Treasury, tuple[Work, ...]]


def _readings(board: Board) -> list[Reading]:
    """Return the ways in which the player may read what can be spent and who produces, the plain one first."""
    return [(treasury, way) for treasury in treasuries(board) for way in works(board, treasury)]


def _told(board: Board, chosen: Reading) -> Terms:
    """Return the terms of the chosen reading, this time with notes of the effects behind it."""
    treasury, way = chosen
    treasuries(board, treasury)
    works(board, treasury)
    return terms(board, way)


def judge_order(board: Board, order: Mapping[str, int]) -> Judgement:
    """Judge an order under the reading of effects that suits the player best: legal rather than not, then cheapest.

    Raises ScenarioError for planets without a known value.
    """
    preference = board.side.policy.pay
    with board.game.silently():
        readings = _readings(board)
        judged = [judge(board, treasury, terms(board, way), order) for treasury, way in readings]
    best = min(range(len(judged)), key=lambda index: rank(judged[index], preference))
    chosen = readings[best]
    return judge(board, chosen[0], _told(board, chosen), order)


def best_builds(board: Board, aim: str) -> tuple[Reading, Terms, list[Build]]:
    """Return the best builds by cost for an aim, under the reading of effects that allows most.

    Raises LimitError where the time that was granted is over.
    """
    with board.game.silently():
        readings = _readings(board)
        richest: dict[tuple[Work, ...], Reading] = {}
        for reading in readings:
            if reading[1] not in richest or richest[reading[1]][0].total < reading[0].total:
                richest[reading[1]] = reading
        found = [
            (reading, frontier(board, terms(board, way), reading[0].total, aim)) for way, reading in richest.items()
        ]
    chosen, builds = max(found, key=lambda item: (item[1][-1].merit, -item[1][-1].cost) if item[1] else (0, 0))
    return chosen, _told(board, chosen), builds


def _headline(found: Judgement) -> str:
    if found.broken:
        rules = "1 rule is" if found.broken == 1 else f"{found.broken} rules are"
        return f"Not legal: {rules} broken."
    how = say_spending(found.payment) if found.payment and found.cost else ""
    text = f"Legal. The order costs {found.cost}: {how}." if how else "Legal. The order costs nothing."
    if any(f.verdict == DEPENDS and f.subject.startswith("Reinforcements") for f in found.findings):
        text += " Units on the board must be swapped or taken back first."
    removed = [f for f in found.findings if "removed at once" in f.text]
    if removed:
        return f"{text} Some units would have to be removed at once."
    return text


def _has_funds(board: Board) -> bool:
    """Tell whether the scenario gives the player anything to spend."""
    return bool(board.controlled or board.side.player.trade_goods)


def solve(game: Game) -> Solution:
    """Solve Production: judge the order of the first player, and find the best build where one is asked for.

    Raises ScenarioError for more in space than capacity holds, for planets without a known value and for orders that
    contradict themselves; LimitError where the time that was granted is over.
    """
    if problems := list(problems_at_start(game)):
        raise ScenarioError(problems)
    board = survey(game)
    order, side = read_order(board), board.side
    aim = side.policy.build
    aim = "units" if aim == "none" and not order else aim
    solution = Solution(scenario=game.scenario)
    tables: list[Table] = []
    findings: list[Finding] = []
    headline = ""
    if order:
        found = judge_order(board, order)
        headline = _headline(found)
        preference = side.policy.pay
        tables += [works_table(found.terms), cost_table(found), *payment_tables(found, preference)]
        tables.append(sites_table(found))
        findings = list(found.findings)
        for clause, text in explain(found):
            game.note(clause, text)
        if not found.broken:
            grown = side_after(board, found.order)
            holdings = removals(game, grown, without_ships_over(game, grown, found.holdings))[0]
            players = {other.name: game.start.players[other.index] for other in game.sides}
            solution.outcomes = [(game.one, {**players, side.name: holdings})]
            text = (
                f"Pays the {count_of(found.cost, 'resource')} with {paid_with(found.payment)}."
                if found.cost
                else "Pays nothing."
            )
            solution.choices.append({"player": side.name, "choice": "pay", "text": text})
    if aim != "none":
        (treasury, _), made, builds = best_builds(board, aim)
        meaning = BUILD_POLICIES[aim].rstrip(".")
        if builds:
            best = builds[-1]
            text = f"{meaning}: {say_units(best.order)} for {count_of(best.cost, 'resource')}."
        else:
            why = "" if made.works else f", because {why_nothing(board)}"
            text = f"{meaning}: nothing can be produced here with {count_of(treasury.total, 'resource')}{why}."
        solution.choices.append({"player": side.name, "choice": "build", "text": text})
        game.note("68.1.a", text)
        tables += [] if order else [works_table(made)]
        tables.append(frontier_table(board, treasury, aim, builds))
        headline = headline or text
    if not _has_funds(board):
        game.warn(f"{side.name} controls no planet and has no trade goods: nothing can be spent.")
    solution.answer = Answer(headline, findings, tables)
    solution.take_notes(game)
    return solution


def _on_planets(unit: Unit) -> bool:
    return unit.is_ground_force or unit.is_structure


def _in_space(unit: Unit) -> bool:
    return not unit.is_structure or unit.move is not None


def _priced(unit: Unit) -> bool:
    return unit.cost is not None


declare(
    Step(
        slug=PRODUCTION_STEP,
        title="Production",
        topic="production",
        question="Is the order legal, what does it cost, and how is it best paid?",
        solve=solve,
        clauses=(
            "68.1", "68.1.a", "68.1.b", "68.1.c", "68.1.d", "68.2", "68.3", "68.4",
            "14.1", "16.2", "16.3", "23.4", "26.1", "26.3", "37.1", "37.3",
            "67.1", "67.1.a", "67.1.b", "67.1.c", "67.2", "67.2.a", "67.2.b", "67.3", "67.4.a", "67.5", "67.5.a",
            "67.5.b", "67.6", "67.6.a", "75.2", "75.3", "79.1", "93.4.a", "99.3",
        ),
        offers=(
            Offer(
                role=ACTIVE, area="space", label="In space", units=_in_space,
                hint="Ships and what they carry before the order; a unit there with Production produces as well.",
            ),
            Offer(
                role=ACTIVE, area="planets", label="On planets here", units=_on_planets,
                hint="Units on the system’s planets: those with Production produce, and the planets are controlled.",
            ),
            Offer(
                role=OTHER, area="space", label="Ships here", units=lambda unit: unit.is_ship,
                hint="Ships of another player in the system keep ships from being produced.",
            ),
            Offer(
                role=OTHER, area="planets", label="On planets here", units=_on_planets,
                hint="Units of another player on the system’s planets.",
            ),
        ),
        inputs=(
            Input(
                role=ACTIVE, field="produce", kind=COUNTS, label="The order", units=_priced,
                hint="How many of each to produce.",
            ),
            Input(
                role=ACTIVE, field="place", kind=PLACED, label="Placed where", units=_priced,
                hint="Only where it matters; everything else is placed where it can be.",
            ),
            Input(
                role=ACTIVE, field="controls", kind=PLANETS, label="Planets controlled",
                hint="Planets anywhere that can be exhausted for resources.",
            ),
            Input(
                role=ACTIVE, field="exhausted", kind=PLANETS, label="Exhausted cards",
                hint="This player's planets, technologies and other cards that are already exhausted.",
            ),
            Input(
                role=ACTIVE, field="resources", kind=PLANET_NUMBERS, label="Other resource values", most=20,
                hint="If an attachment or something else changes the printed value.",
            ),
            Input(
                role=ACTIVE, field="influence", kind=PLANET_NUMBERS, label="Other influence values", most=20,
                hint="If an attachment or something else changes the printed value.",
            ),
            Input(role=ACTIVE, field="trade_goods", kind=NUMBER, label="Trade goods", hint="Those that can be spent."),
            Input(
                role=ACTIVE, field="fleet_pool", kind=NUMBER, label="Fleet pool", most=16,
                hint="Command tokens in it; leave it empty to skip the check.",
            ),
            Input(
                role=ACTIVE, field="reinforcements", kind=COUNTS, label="Plastic left", units=_priced,
                hint="If empty, everything that is not in the system.",
            ),
            Input(
                role=ACTIVE, field="elsewhere", kind=COUNTS, label="May be taken back", units=_priced,
                hint="Units in other systems without this player's command token.",
            ),
            Input(
                role=ACTIVE, field="captured", kind=COUNTS, label="Captured units", units=_priced,
                hint="For the Vuil’raith Cabal: units that can be returned instead of resources.",
            ),
        ),
        least_players=1,
        fields=("system",),
        policies=("pay", "build"),
        example={
            "step": PRODUCTION_STEP,
            "players": [
                {
                    "name": "Red",
                    "planets": {"abaddon": {"space-dock": 1, "infantry": 1}, "ashtroth": {"space-dock": 1}},
                    "controls": ["loki", "mellon", "zohbat"],
                    "trade_goods": 1,
                    "fleet_pool": 3,
                    "produce": {"carrier": 1, "infantry": 6},
                    "place": {"abaddon": {"infantry": 4}, "ashtroth": {"infantry": 2}},
                }
            ],
        },
    )
)  # fmt: skip
