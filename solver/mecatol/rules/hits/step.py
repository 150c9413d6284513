"""Sustain Damage (87): which hits can be canceled, by which units, and whether to do it."""

from __future__ import annotations

from dataclasses import replace

from mecatol.domain.counts import count_of_type
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, OTHER, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP
from mecatol.game.model import Game, Side
from mecatol.game.recast import called_up, recast, stood_down
from mecatol.game.stages import Positions, play
from mecatol.game.state import Stack
from mecatol.probability.dice import Number
from mecatol.rules.hits.assignment import Victims
from mecatol.rules.hits.hit_set import (
    MOST_WAYS,
    CheckedHits,
    by_chance,
    called,
    checked_hits,
    compare,
    expected_loss,
    resources_lost,
    stages_of,
    start_of,
    take_of,
    too_many,
)
from mecatol.rules.hits.record import HITS
from mecatol.rules.hits.sustaining import NOBODY
from mecatol.rules.hits.windows import AfterSustain
from mecatol.scenario.policy import DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS
from mecatol.scenario.step import Offer, Step, declare
from mecatol.solution.answers import NO, YES, Answer, Choice, Finding, Table, finding
from mecatol.solution.model import Solution, listed, no_ships, summarize, worth

_INSIDE_SPACE_COMBAT = ("space-combat", "anti-fighter-barrage")
"""Sources of hits that come after the start of a space combat, where units may have become something else."""
_FROM = {
    "space-combat": "a space combat",
    "ground-combat": "a ground combat",
    "space-cannon": "Space Cannon",
    "bombardment": "Bombardment",
    "anti-fighter-barrage": "Anti-Fighter Barrage",
}
"""What each source of hits is called in a sentence."""


def _findings(game: Game, checked: CheckedHits) -> list[Finding]:
    """Return for each type of unit whether it can cancel hits, and why."""
    hit = take_of(game, checked).victims(game.start)
    side, there = game.sides[checked.player], game.start.at(checked.player, checked.place)
    found = [_finding(checked, hit, side, stack) for stack in there]
    if checked.destroys:
        word = "unit is" if checked.destroys == 1 else "units are"
        text = f"{checked.destroys} {word} destroyed by an effect: Sustain Damage cancels hits, nothing else."
        found.append(finding(f"{checked.destroys} destroyed outright", NO, text, "87.5"))
    repair = "Every damaged unit is repaired in the status phase, or earlier by an effect that says so."
    found.append(finding("Repair", YES, repair, "87.3", "81.7"))
    return found


def _finding(checked: CheckedHits, hit: Victims, side: Side, there: Stack) -> Finding:
    unit = side.units[there.unit]
    can = unit.sustain_damage and there.unit in hit.sustaining
    verdict, clauses = NO, ["87.4.a"]
    one = there.total == 1
    are, they = ("is", "it") if one else ("are", "they")
    if there.unit in hit.covering and there.healthy:
        verdict, text = YES, f"{are} not hit, but can cancel a hit on units that are, as the unit’s own text says"
    elif unit.type not in hit.eligible:
        text = f"cannot be assigned hits from {_FROM[checked.source]}, so {they} cannot cancel them either"
    elif not unit.sustain_damage and there.unit not in hit.lending:
        does, it = ("does", "it") if one else ("do", "one of them")
        text, clauses = f"{does} not have Sustain Damage: a hit destroys {it}", ["87.1"]
    elif unit.sustain_damage and not can:
        text, clauses = f"{'has' if one else 'have'} Sustain Damage, but an effect removes it", ["87.1"]
    elif not there.healthy:
        text = f"{are} already damaged and cannot sustain again until repaired"
        clauses = ["87.2", "87.3"]
    else:
        verdict, clauses = YES, ["87.1", "87.4"]
        each = " each" if there.healthy > 1 else ""
        text = f"can{each} cancel {'up to two hits' if hit.cancels > 1 else 'one hit'} by becoming damaged"
        if hit.cancels > 1:
            clauses.append("87.6")
        if there.damaged:
            rest = "the other is" if there.damaged == 1 else "the others are"
            text += f" ({there.healthy} of {there.total}; {rest} already damaged)"
            clauses.append("87.3")
        if there.unit in hit.lending:
            text += "; only one such unit, because an effect lends it the ability"
    return finding(count_of_type(there.total, unit.name), verdict, f"{text}.", *clauses)


def _uncertain(game: Game, checked: CheckedHits) -> bool:
    """Tell whether the one who hits may hold a card that destroys what sustains."""
    side = game.sides[checked.by]
    return any(
        held.side.index == checked.by and held.effect.spends for held in game.windows(SUSTAIN_DAMAGE_STEP, AfterSustain)
    ) and bool(side.effects)


def _answer(game: Game, checked: CheckedHits, rows: list[tuple[Number, str]]) -> Answer:
    """Return what the step says beside the odds."""
    side = game.sides[checked.player]
    tables: list[Table] = []
    if len(rows) > 1:
        tables.append(
            {
                "title": f"What {side.name} does first, and what it costs",
                "columns": ["First", "Resources lost on average, with best play after that"],
                "rows": [[called(side, first), lost] for lost, first in rows],
            }
        )
        if _uncertain(game, checked) and not game.exact:
            tables.append(
                {
                    "title": "How the best choice depends on the chance that the opponent holds the cards",
                    "columns": ["Chance", "Best first choice", "Lost at the lower chance", "Lost at the higher chance"],
                    "rows": by_chance(game, checked),
                }
            )
    hits = f"{checked.number} {'hit' if checked.number == 1 else 'hits'} from {_FROM[checked.source]}"
    findings = _findings(game, checked)
    able = [
        stack
        for row, stack in zip(findings, game.start.at(checked.player, checked.place), strict=False)
        if row.verdict == YES
    ]
    can = listed([count_of_type(stack.healthy, side.units[stack.unit].name) for stack in able] or ["no unit"])
    headline = f"{side.name} takes {hits}: {can} can sustain."
    if not checked.number and checked.destroys:
        what = "one" if checked.destroys == 1 else str(checked.destroys)
        headline = f"An effect destroys {what} of {side.name}’s units: Sustain Damage does not prevent that."
    return Answer(headline, findings, tables)


def _resources(amount: Number) -> str:
    return f"{float(amount):.4g} {'resource' if amount == 1 else 'resources'}"


def _fewer(margin: Number) -> str:
    """Say a margin before what it is compared with; rounding leaves a trace in what is none."""
    return f"{float(margin):.4g} fewer than" if margin > 1e-9 else "as many as"


def _choice(game: Game, checked: CheckedHits, rows: list[tuple[Number, str]]) -> Choice:
    """Return the choice that `best` makes, with its margins."""
    side = game.sides[checked.player]
    least, first = rows[0]
    text = f"{called(side, first)}. That loses {_resources(least)} on average"
    if len(rows) > 1:
        text += f", {_fewer(rows[1][0] - least)} the next best first choice ({called(side, rows[1][1])})"
    plain = expected_loss(game, checked, DEFAULT_ASSIGN)
    text += f" and {_fewer(plain - least)} with “{DEFAULT_ASSIGN_WORDS}”."
    return {"player": side.name, "choice": "assign", "text": text}


def solve_sustain(game: Game) -> Solution:
    """Solve Sustain Damage: what happens to the units that are hit, and what to sustain.

    Raises ScenarioError for hits that are missing or impossible.
    """
    checked = checked_hits(game)
    if checked.source in _INSIDE_SPACE_COMBAT:
        game = recast(game, game.start, SPACE_COMBAT)
        game = replace(game, start=called_up(game, game.start))
    side, by = game.sides[checked.player], game.sides[checked.by]
    game.note(
        "87.4",
        f"{by.name} produced {checked.number} {'hit' if checked.number == 1 else 'hits'} "
        f"against {side.name}’s units ({_FROM[checked.source].removeprefix('a ')}).",
    )
    if checked.destroys:
        units = "unit is" if checked.destroys == 1 else "units are"
        game.note("87.5", f"{checked.destroys} {units} destroyed outright; Sustain Damage cannot prevent that.")
    final = play(game, stages_of(game, checked), start_of(game, checked), worth(game))
    if checked.then == "status-phase":
        game.note("81.7", "In the status phase all damaged units are repaired.")
    ends = _stood_down(game, final)
    solution = summarize(game, ends, no_ships(game) if checked.place == SPACE else [])
    solution.hits = {by.name: {checked.number: game.one}}
    if not side.policy.searches and too_many(game, checked):
        game.warn(f"More than {MOST_WAYS:,} ways to lose units: the first choices are compared only for `best`.")
        solution.take_notes(game)
        rows = [(resources_lost(game, checked, final), NOBODY)]
    else:
        rows = compare(game, checked)
    solution.answer = _answer(game, checked, rows)
    if side.policy.searches:
        solution.choices = [_choice(game, checked, rows)]
    return solution


def _stood_down(game: Game, final: Positions) -> Positions:
    """Return the final positions with units that fought from planets on these again."""
    found: Positions = {}
    for state, chance in final.items():
        players = tuple(stood_down(game, player, holdings) for player, holdings in enumerate(state.players))
        after = state._replace(players=players)
        found[after] = found.get(after, 0) + chance
    return found


def _offers(role: str) -> tuple[Offer, ...]:
    return (
        Offer(
            role=role, area="space", label="Ships",
            hint="Ships in the active system, and the fighters and ground forces that they carry.",
            units=lambda unit: not unit.is_structure,
        ),
        Offer(
            role=role, area="planets", label="On planets here", hint="Ground forces, by planet.",
            units=lambda unit: unit.is_ground_force,
        ),
    )  # fmt: skip


declare(
    Step(
        slug=SUSTAIN_DAMAGE_STEP,
        title="Sustain Damage",
        topic="sustain-damage",
        question="Sustain now, or lose the cheap unit?",
        solve=solve_sustain,
        clauses=("87.1", "87.2", "87.3", "87.4", "87.4.a", "87.5", "87.6", "81.7"),
        offers=(*_offers(ACTIVE), *_offers(OTHER)),
        policies=("assign",),
        records={"hits": (HITS, "For Sustain Damage: the hits that wait to be assigned.")},
        fields=("ask",),
        example={
            "step": SUSTAIN_DAMAGE_STEP,
            "players": [
                {"name": "Red", "space": {"dreadnought": 2, "fighter": 2}, "policy": {"assign": "best"}},
                {"name": "Blue", "space": {"cruiser": 3}, "effects": {"direct-hit": 1}},
            ],
            "hits": {"source": "space-combat", "count": 2, "held": 30},
        },
    )
)
