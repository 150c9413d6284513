"""Victory (98): who can win in this round, in which part of it, and what each player would score for that."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, percent_of
from mecatol.domain.editions import EDITIONS, in_force, in_full
from mecatol.domain.objectives import ACTION, AGENDA, KIND_NAMES, STATUS, objectives
from mecatol.domain.steps import ACTIVE, OTHER, VICTORY_STEP
from mecatol.domain.units import planets
from mecatol.errors import Problem, ScenarioError
from mecatol.game.limits import Exceeded
from mecatol.game.model import Game, Side
from mecatol.game.synergy import synergies_ignored
from mecatol.probability.dice import SIDES
from mecatol.rules.victory.judging import home_allows
from mecatol.rules.victory.race import ACTING, BEFORE, LATER, SCORING, Finish, Runner, ScoringPlan, finishes, runner
from mecatol.rules.victory.record import OBJECTIVE_FIELDS, ROUND, STANDING
from mecatol.rules.victory.windows import RolledPoint
from mecatol.scenario.assumptions import ENFORCED, IGNORED
from mecatol.scenario.step import NUMBER, OBJECTIVES, PLANETS, Input, Step, declare
from mecatol.solution.answers import Answer, Finding, Table, finding, note_findings
from mecatol.solution.model import Solution, answered, listed

MOST_SECRETS = 3
"""How many secret objectives a player has, scored and unscored together (61.21)."""

_PHASES = (ACTION, STATUS, AGENDA)
"""The phases in which points can come, in their order; what `round.now` may be."""
_WHEN = {
    BEFORE: "already",
    ACTING: "in the action phase",
    SCORING: "when objectives are scored in the status phase",
    LATER: "after objectives are scored in the status phase",
}
_CLAUSES = {BEFORE: ("98.7",), ACTING: ("98.7",), SCORING: ("81.1", "98.7"), LATER: ("98.7",)}


_HOME = "Public objectives can be scored only with control of every planet in the home system."


def _points(number: int) -> str:
    return count_of(number, "point")


def _checked(game: Game) -> int:
    """Return the index of the speaker. Raises ScenarioError for a standing that cannot be."""
    problems, names = list[Problem](), [side.name for side in game.sides]
    speaker = game.scenario.round.get("speaker", names[0])
    if speaker not in names:
        problems.append(Problem("round.speaker", f"{speaker!r} is not a player here: {', '.join(names)}", speaker))
    for side in game.sides:
        problems += _of_objectives(game, side)
        problems += _of_secrets(game, side)
    problems += _of_order(game)
    if problems:
        raise ScenarioError(problems)
    return names.index(speaker)


def _of_objectives(game: Game, side: Side) -> Iterator[Problem]:
    """Yield a problem for each objective that the edition lacks, or that is fulfilled and not named."""
    path, player = f"players.{side.index}", side.player
    for field in ("objectives", "fulfils"):
        for index, slug in enumerate(getattr(player, field)):
            one = objectives()[slug]
            if not in_force(game.edition, one.edition):
                message = f"{one.name} is from {EDITIONS[one.edition]}, not in {in_full(game.edition)}"
                yield Problem(f"{path}.{field}.{index}", message, slug)
    for index, slug in enumerate(player.fulfils):
        if slug not in player.objectives:
            message = f"{objectives()[slug].name} is not among `objectives`; name it there as well"
            yield Problem(f"{path}.fulfils.{index}", message, slug)


def _of_secrets(game: Game, side: Side) -> Iterator[Problem]:
    """Yield a problem where a player has too many secret objectives and limits are enforced; else warn of it."""
    secrets = sum(not objectives()[slug].public for slug in side.player.objectives)
    if secrets <= MOST_SECRETS or game.assumes("limits") == IGNORED:
        return
    exceeded = Exceeded(
        f"players.{side.index}.objectives",
        f"Over the limit: {count_of(secrets - MOST_SECRETS, 'secret objective')} too many",
        f"{side.name} has {secrets} secret objectives; a player has {MOST_SECRETS} at most",
        "name fewer", secrets,
    )  # fmt: skip
    if game.assumes("limits") == ENFORCED:
        yield exceeded.problem()
    else:
        game.warn(exceeded.warning())


def _of_order(game: Game) -> Iterator[Problem]:
    """Yield a problem for each initiative that two players have or one lacks, and for a second Imperial."""
    numbers = dict[int, str]()
    imperial = ""
    for side in game.sides:
        path, standing = f"players.{side.index}.standing", side.player.standing
        if "initiative" in standing:
            number = standing["initiative"]
            if number in numbers:
                message = f"{number} is already {numbers[number]}’s; give every player a different number"
                yield Problem(f"{path}.initiative", message, number)
            numbers[number] = side.name
        if standing.get("imperial") == "unused":
            if imperial:
                yield Problem(f"{path}.imperial", f"{imperial} has Imperial already; one player has it", "unused")
            imperial = side.name
    for side in game.sides if numbers else ():
        if "initiative" not in side.player.standing:
            message = "is missing: name the initiative of every player, or of none"
            yield Problem(f"players.{side.index}.standing.initiative", message)


def _win(game: Game, one: Runner, finish: Finish, goal: int) -> Finding:
    """Return whether a player can win, and why."""
    plan = one.best(SCORING if finish.part is None else finish.part)
    subject = f"{one.name} can win"
    if finish.last:
        text = "No objective is left to reveal, so the player with the most points wins: "
        text += f"{one.name} can have at most {plan.points}."
        if finish.rivals:
            text += f" {listed(list(finish.rivals))} can have more, or as many and come first in initiative order."
        return finding(subject, finish.verdict, text, "61.15", "61.15.a", "98.8")
    if finish.part is None and finish.rivals:
        have = "has" if len(finish.rivals) == 1 else "have"
        text = f"{listed(list(finish.rivals))} {have} {goal} points, so the game is over."
        return finding(subject, "no", text, "98.7")
    if finish.part is None:
        late = LATER if game.scenario.round.get("unrevealed") != 0 else SCORING
        most = _points(one.best(late).points)
        text = f"{one.name} can have at most {most} this round and needs {goal} to win."
        return finding(subject, "no", text, "98.4", "98.7")
    if finish.part == BEFORE:
        return finding(
            subject, finish.verdict, f"{one.name} has {plan.points} of {goal} points, so the game is over.", "98.7"
        )
    text = f"{one.name} can have {min(plan.points, goal)} of {goal} points {_WHEN[finish.part]}"
    if finish.rivals:
        can = "can" if len(finish.rivals) == 1 else "can each"
        first = "get there first" if finish.part == ACTING else "win before that"
        text += f", but {listed(list(finish.rivals))} {can} {first}"
    clauses = (*_CLAUSES[finish.part], *(("48.2",) if finish.rivals and finish.part == SCORING else ()))
    return finding(subject, finish.verdict, f"{text}.", *clauses)


@cites("27.2", "27.3", "45.2", "61.5.a", "61.5.b", "61.5.c", "61.10")
def _cards(game: Game, one: Runner) -> Iterator[Finding]:
    """Yield for each objective of a player whether it can be scored, and what Imperial and tokens score."""
    allowed = home_allows(one.side)
    for slug, judged in one.judged.items():
        card = objectives()[slug]
        subject = f"{one.name}: {card.name}"
        about = f"{KIND_NAMES[card.kind][0].upper()}{KIND_NAMES[card.kind][1:]}, {_points(card.points)}. "
        clauses = ["61.10"] if card.cost else ["61.5"]
        if card.public and not allowed:
            yield finding(subject, "no", f"{about}{_HOME}", "61.16")
            continue
        if card.phase == STATUS:
            clauses.append("61.5.a")
        if card.phase == ACTION:
            clauses.append("61.5.b")
        if card.phase == AGENDA:
            clauses.append("61.5.c")
        if _PHASES.index(card.phase) < _PHASES.index(game.scenario.round.get("now", ACTION)):
            yield finding(
                subject, "no", f"{about}It can be scored only in the {card.phase} phase, which is over.", *clauses
            )
            continue
        when = "" if card.phase == STATUS else f" It is scored in the {card.phase} phase."
        yield finding(subject, "yes" if judged.fulfilled else "no", f"{about}{judged.text}{when}", *clauses)
    if one.imperial:
        plan = one.best(ACTING)
        scores = f"It scores {plan.imperial.name if plan.imperial else 'no public objective'}"
        rex = one.mecatol or plan.custodians
        but = "and" if plan.imperial or not rex else "but"
        more = "gives a point for Mecatol Rex" if rex else "draws a secret objective instead of a point for Mecatol Rex"
        yield finding(f"{one.name}: Imperial", "yes", f"{scores} {but} {more}.", "45.2")
    if one.custodians:
        able = one.best(ACTING).custodians
        text = f"{one.name} {'can' if able else 'cannot'} spend six influence to remove it for a point."
        text = "Removing it is worth a point and requires no influence." if one.for_nothing else text
        yield finding(f"{one.name}: custodians token", "yes" if able else "no", text, "27.2", "27.3")


def _score_row(one: Runner, plan: ScoringPlan, goal: int) -> list[str | int]:
    names = [card.name if card else "" for card in (plan.imperial, plan.public, plan.secret)]
    return [one.name, *names, min(plan.points, goal)]


def _tables(runners: list[Runner], late: int, goal: int) -> list[Table]:
    most: list[list[str | int]] = []
    for one in runners:
        points = [min(one.best(part).points, goal) for part in (ACTING, SCORING, late)]
        most.append([one.name, one.initiative, one.points, *points])
    rows = [_score_row(one, one.best(SCORING), goal) for one in runners]
    return [
        {
            "title": "Maximum points, in initiative order",
            "columns": ["Player", "Initiative", "Now", "After the action phase", "After scoring", "After the round"],
            "rows": most,
        },
        {
            "title": "The most points by the end of scoring",
            "columns": ["Player", "With Imperial", "Public objective", "Secret objective", "Points"],
            "rows": rows,
        },
    ]


def _headline(runners: list[Runner], found: dict[str, Finish], goal: int) -> str:
    sure = [name for name, finish in found.items() if finish.verdict == "yes"]
    maybe = [name for name, finish in found.items() if finish.verdict == "depends"]
    if any(finish.part == BEFORE for finish in found.values()):
        winner = next(name for name, finish in found.items() if finish.part == BEFORE)
        return f"{winner} has {goal} points, so the game is over."
    if sure:
        how = _WHEN[found[sure[0]].part or BEFORE]
        how = "with the most points, because no objective is left to reveal" if found[sure[0]].last else how
        others = f"; {listed(maybe)} only if {sure[0]} does not" if maybe else ""
        return f"{sure[0]} can win {how}{others}."
    if maybe:
        return f"{listed(maybe)} can win, and who gets there first depends on what they do."
    most = max(one.best(LATER).points for one in runners)
    nearest = [one.name for one in runners if one.best(LATER).points == most]
    return f"Nobody can win this round; {listed(nearest)} can have at most {_points(most)}."


@cites("48.1.a", "48.3", "98.2.a", "98.4.a")
def solve_victory(game: Game) -> Solution:
    """Decide who can win in this round, and find what gives each player the most points.

    Raises ScenarioError for standings that cannot be, and for planets without a known value.
    """
    speaker, goal = _checked(game), game.scenario.round.get("goal", 10)
    unrevealed = game.scenario.round.get("unrevealed")
    listed_order = not any("initiative" in side.player.standing for side in game.sides)
    runners = []
    for side in game.sides:
        place = side.index + 1 if listed_order else side.player.standing["initiative"]
        runners.append(runner(game, side, place))
    runners.sort(key=lambda one: one.initiative)
    found = finishes(runners, goal, speaker, unrevealed)
    wins = [_win(game, one, found[one.name], goal) for one in runners]
    cards = [row for one in runners for row in _cards(game, one)]
    _note_initiative(game, runners, listed_order)
    _note_scoring(game, runners, goal)
    note_findings(game, wins, subjects=False)
    note_findings(game, cards)
    if listed_order and len(runners) > 1:
        game.warn("Assumed: the players are listed in initiative order.")
    _warn_of_objectives(game, runners)
    _warn_of_what_may_come(game)
    tables = _tables(runners, SCORING if unrevealed == 0 else LATER, goal)
    return answered(game, Answer(_headline(runners, found, goal), [*wins, *cards], tables))


def _note_initiative(game: Game, runners: list[Runner], listed_order: bool) -> None:
    game.note("48.2", f"Initiative order: {', '.join(one.name for one in runners)}.")
    if any(one.initiative == 0 for one in runners):
        game.note("48.1.a", f"{runners[0].name} has the Naalu token, so their initiative is 0.")
    if not listed_order and len(runners) in (3, 4):
        game.note("48.3", "With three or four players, the lower number of a player’s two strategy cards counts.")


def _note_scoring(game: Game, runners: list[Runner], goal: int) -> None:
    if "goal" in game.scenario.round:
        game.note("98.2.a", f"The game is played to {goal} victory points.")
    game.note("98.4.a", f"Nobody can have more than {goal} victory points: points beyond that do not count.")
    game.note("61.6", "In the status phase, each player scores at most one public and one secret objective.")
    if any(one.imperial for one in runners):
        game.note("61.8", "An objective scored with Imperial cannot be scored again in the status phase.")


def _warn_of_objectives(game: Game, runners: list[Runner]) -> None:
    """Warn of objectives that are taken as fulfilled, and of cards of which it is not settled what they count as."""
    taken: dict[str, list[str]] = {}
    for one in runners:
        for slug, judged in one.judged.items():
            if judged.fulfilled and not judged.shown:
                taken.setdefault(one.name, []).append(objectives()[slug].name)
    if taken:
        who = "; ".join(f"{name} fulfills {listed(names)}" for name, names in taken.items())
        game.warn(f"Assumed, not checked: {who}.")
    if any(planets().get(slug, {}).get("ocean") for one in runners for slug in one.side.player.controls):
        game.warn(
            "What ocean cards count as is not settled: here they can be spent but are not planets for objectives."
        )
    for side in game.sides:
        for sentence in synergies_ignored(side):
            game.warn(sentence)


def _warn_of_what_may_come(game: Game) -> None:
    """Warn of points that nobody can know of yet."""
    game.warn("Not counted: secret objectives still to be drawn, and public ones still to be revealed.")
    if game.scenario.round.get("now", ACTION) != ACTION:
        return
    for side in game.sides:
        for effect, roll in side.acting(RolledPoint):
            chance = percent_of(Fraction(SIDES + 1 - roll.least, SIDES))
            game.warn(
                f"Not counted: the {chance} chance that {effect.name} scores {side.name} a point. To count that point, "
                "add 1 to the other points of the action phase."
            )


declare(
    Step(
        slug=VICTORY_STEP,
        title="Who can win",
        topic="victory-points",
        question="Who can win this round, and who gets there first?",
        solve=solve_victory,
        clauses=(
            "27.2", "27.3", "45.2", "47.3", "48.1.a", "48.2", "48.3", "61.4", "61.5", "61.5.a", "61.5.b", "61.5.c",
            "61.6", "61.8", "61.10", "61.15", "61.15.a", "61.16", "75.2", "75.3", "81.1", "81.2.b", "90.7.b", "93.4.a",
            "98.2.a", "98.4", "98.4.a", "98.7", "98.8",
        ),
        called=("Player", "Another player"),
        offers=(),
        inputs=tuple(
            Input(role=role, field=field, kind=kind, label=label, hint=hint)
            for role in (ACTIVE, OTHER)
            for field, kind, label, hint in (
                ("objectives", OBJECTIVES, "Objectives still to score", "Revealed ones, and secrets in hand."),
                ("controls", PLANETS, "Planets controlled", "For objectives about planets, and for spending."),
                ("exhausted", PLANETS, "Exhausted planets", "They cannot be spent before objectives are scored."),
                ("trade_goods", NUMBER, "Trade goods", "For objectives that require spending."),
                ("fulfils", OBJECTIVES, "Marked as fulfilled", "Objectives that count as fulfilled without a check."),
            )
        ),
        records={"round": (ROUND, "For victory: where the round is, and what wins the game.")},
        player_records={
            "standing": (
                STANDING, "For victory: the player's points, initiative and whatever else can score points."
            )
        },
        player_fields=OBJECTIVE_FIELDS,
        reads=("resources", "influence"),
        all_technologies=True,
        least_players=1,
        example={
            "step": VICTORY_STEP,
            "players": [
                {
                    "name": "Red",
                    "standing": {"points": 8, "initiative": 8, "imperial": "unused", "mecatol": "yes"},
                    "objectives": ["intimidate-council"],
                },
                {"name": "Blue", "standing": {"points": 8, "initiative": 2}, "objectives": ["subdue-the-galaxy"]},
            ],
        },
    )
)  # fmt: skip
