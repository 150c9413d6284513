"""Technology (90): can a technology be researched now, what is the shortest path to it, and what else is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of
from mecatol.domain.editions import EDITIONS, THUNDERS_EDGE, in_force, in_full
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import ACTIVE, TECHNOLOGY_STEP
from mecatol.domain.units import UNIT_TYPES, Unit
from mecatol.effects.model import COLORS
from mecatol.effects.technology_cards import TechnologyCard, cards, owned_cards
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game
from mecatol.game.synergy import colors_alike, synergies_ignored
from mecatol.rules.technology.record import RESEARCH
from mecatol.rules.technology.research import Lab, ResearchStage, ResearchWay, shortest
from mecatol.rules.technology.windows import IgnoresIfOthersOwn, InsteadOfResearch
from mecatol.scenario.step import COUNTS, PLANETS, Input, Step, declare
from mecatol.solution.answers import DEPENDS, NO, YES, Answer, Finding, Table, finding, note_findings
from mecatol.solution.model import Solution, answered


def _target(game: Game) -> TechnologyCard | None:
    """Return the card that is wanted. Raises ScenarioError for one, or a synergy, that the edition lacks."""
    research, problems = game.scenario.research, list[Problem]()
    if "synergy" in research and not in_force(game.edition, THUNDERS_EDGE):
        message = f"there is no synergy before {EDITIONS[THUNDERS_EDGE]}; leave it out, or choose that edition"
        problems.append(Problem("research.synergy", message, research["synergy"]))
    card = cards()[research["technology"]] if "technology" in research else None
    if card and not in_force(game.edition, card.edition, card.until):
        until = f" until {EDITIONS[card.until]}" if card.until else ""
        message = f"{card.name} is from {EDITIONS[card.edition]}{until}, not in {in_full(game.edition)}"
        problems.append(Problem("research.technology", message, card.slug))
    if problems:
        raise ScenarioError(problems)
    return card


def _lab(game: Game, card: TechnologyCard | None) -> Lab:
    side = game.sides[0]
    faction = side.player.faction
    if faction is None and card and card.faction:
        faction = card.faction
        game.warn(f"Assumed: {side.name} plays {FACTIONS[faction].name}, because only they can research {card.name}.")
    pair = game.scenario.research.get("synergy", "")
    for sentence in synergies_ignored(side, pair):
        game.warn(sentence)
    return Lab(game, side, faction, colors_alike(side, pair))


@cites("90.3", "90.4", "90.10", "90.11", "97.1")
def _whose(lab: Lab, card: TechnologyCard) -> Iterator[Finding]:
    """Yield whether the card is one that the player can research at all."""
    name = lab.side.name
    for effect, instead in lab.side.acting(InsteadOfResearch):
        yield finding("Ability", False, f"{effect.name}: {name} would {instead.does} instead.", *effect.clauses)
    if card.prerequisites is None:
        yield finding("Card", False, f"{card.name} cannot be researched.", "90.10")
    elif card.faction not in (None, lab.faction):
        owner = FACTIONS[card.faction or ""].name
        yield finding("Card", False, f"{card.name} is a faction technology of {owner}.", "90.11")
    elif card.faction is None and (own := lab.own_upgrades.get(card.unit or "")):
        text = f"{name}’s faction upgrades its {UNIT_TYPES[card.unit or '']} with {own.name}, never with {card.name}."
        yield finding("Card", False, text, "97.1")
    else:
        yield finding("Card", True, f"{card.name} starts in {name}’s technology deck.", "90.4")
    if card.slug in lab.side.player.technologies:
        yield finding("Not owned yet", False, f"{name} already owns {card.name}.", "90.3")


def _color(lab: Lab, color: str) -> str:
    group = [COLORS[one] for one in COLORS if lab.group(one) == lab.group(color)]
    return "of any color" if len(group) == len(COLORS) else " or ".join(group)


def _prerequisites(lab: Lab, card: TechnologyCard, way: ResearchWay | None) -> Iterator[Finding]:
    """Yield for each color whether its prerequisites are met, and how the others are ignored."""
    owned = lab.side.player.technologies
    missing = lab.missing(card, owned)
    if card.prerequisites == {}:
        yield finding("Prerequisites", True, f"{card.name} has none.", "90.8")
    for color, number in lab.needs(card).items():
        held = [one.name for one in owned_cards(owned) if one.color and lab.group(one.color) == color]
        text = f"{number} {_color(lab, color)} needed; {', '.join(held) if held else 'none'} owned."
        subject = f"Prerequisites: {_color(lab, color)}"
        if not missing[color]:
            yield finding(subject, True, text, "90.12")
        elif way is None:
            yield finding(subject, False, f"{text} {missing[color]} missing.", "90.12")
        else:
            yield finding(subject, True, f"{text} {missing[color]} ignored.", "90.12.c")
    if card.prerequisites and (upgrades := [one.name for one in owned_cards(owned) if one.unit]):
        text = f"They have no color, so they satisfy no prerequisite: {', '.join(upgrades)}."
        yield finding("Unit upgrades", True, text, "90.7.b", "90.12.b")
    if way is not None:
        yield from _ignored_by(lab, way)
        return
    exhausted = [slug for slug in lab.side.player.exhausted if slug not in ("", card.slug)]
    ready = Lab(lab.game, lab.side, lab.faction, lab.alike).ways(card, owned, ()) if exhausted else []
    if ready:
        names = ", ".join(means.name for means in ready[0].used)
        yield finding("Exhausted", False, f"It could be researched if {names} were readied.", "90.15")


def _ignored_by(lab: Lab, way: ResearchWay) -> Iterator[Finding]:
    """Yield what ignores prerequisites, and what that costs."""
    for means in way.used:
        many = "all prerequisites" if means.terms.prerequisites is None else "one prerequisite"
        text = f"{means.name} ignores {many} and is not exhausted."
        if means.card:
            spend = f" and spend {count_of(means.terms.resources, 'resource')}" if means.terms.resources else ""
            text = f"{'Return' if means.unit else 'Exhaust'} {means.name}{spend} to ignore {many}."
        clause = "90.14" if means.key in lab.side.player.controls else "90.12.c"
        yield finding(f"Ignored: {means.name}", True, text, clause)


def _if_others_own(lab: Lab, card: TechnologyCard) -> Iterator[Finding]:
    """Yield what lets the player research a card without a faction if another player owns it."""
    for effect, one in lab.side.acting(IgnoresIfOthersOwn) if card.faction is None else ():
        text = f"If another player owns {card.name}, {lab.side.name} may {one.gives} to ignore all prerequisites."
        yield finding(effect.name, DEPENDS, text, *effect.clauses)


def _say(way: ResearchWay) -> str:
    return ", ".join(means.name for means in way.used) or "nothing"


def _say_each(ways: Sequence[ResearchWay]) -> str:
    """Say every way to ignore what is missing, the cheapest first."""
    return " or ".join(_say(way) if len(ways) == 1 else _say(way).replace(", ", " and ") for way in ways)


def _met(ways: Sequence[ResearchWay]) -> str:
    return f"What is missing can be ignored with {_say_each(ways)}." if ways[0].used else "Every prerequisite is met."


def _path_table(title: str, path: list[ResearchStage]) -> Table:
    rows = []
    for number, stage in enumerate(path, 1):
        ignored, others = _say_each((stage.way, *stage.instead)), ", ".join(card.name for card in stage.others)
        rows.append([str(number), stage.card.name, stage.card.symbols, ignored, others])
    return {"title": title, "columns": ["Step", "Research", "Prerequisites", "Ignored with", "Or"], "rows": rows}


def _open_table(lab: Lab) -> Table:
    """Return every technology that can be researched now."""
    owned, exhausted = lab.side.player.technologies, lab.side.player.exhausted
    rows = []
    for slug, card in lab.known.items():
        if slug not in owned and lab.open_to(card) and (ways := lab.ways(card, owned, exhausted)):
            color = COLORS[card.color] if card.color else "unit upgrade" if card.unit else "none"
            rows.append([card.name, color, card.symbols, _say_each(ways)])
    columns = ["Technology", "Color", "Prerequisites", "Ignored with"]
    return {"title": "Can be researched now", "columns": columns, "rows": rows}


def _warn_of_others(lab: Lab) -> None:
    """Say what the list of all technologies leaves out."""
    for effect, one in lab.side.acting(IgnoresIfOthersOwn):
        lab.game.warn(
            f"{effect.name}: {lab.side.name} may also {one.gives} to research any technology of no faction that "
            "another player owns; the scenario does not say which those are, so the list does not count them."
        )


ONCE, READIED = "Shortest path, each card exhausted once", "Shortest path, cards readied in between"


def _headline(
    name: str, first: Finding, once: list[ResearchStage] | None, readied: list[ResearchStage] | None
) -> str:  # fmt: skip
    if first.verdict == YES:
        return f"{name} can research {first.subject} now."
    paths = [path for path in (once, readied) if path]
    away = f"it is {count_of(min(map(len, paths)), 'technology', 'technologies')} away" if paths else ""
    if first.verdict == DEPENDS:
        return f"{name} can research {first.subject} now if another player owns it{away and f'; otherwise {away}'}."
    return f"{name} cannot research {first.subject}{away and f' now: {away}'}."


def solve_technology(game: Game) -> Solution:
    """Decide whether the first player can research a technology, and find the shortest paths to it.

    Raises ScenarioError for a technology or a synergy that the edition lacks.
    """
    card = _target(game)
    lab = _lab(game, card)
    open_now = _open_table(lab)
    barred = any(lab.side.acting(InsteadOfResearch))
    if card:
        answer = _judged(lab, card, open_now)
        if barred:
            answer.tables = []
        note_findings(game, answer.findings[1:])
        return answered(game, answer)
    if barred:
        return answered(game, Answer(f"{lab.side.name} cannot research technology.", [], []))
    _warn_of_others(lab)
    headline = f"{lab.side.name} can research {len(open_now['rows'])} technologies now."
    return answered(game, Answer(headline, [], [open_now]))


def _judged(lab: Lab, card: TechnologyCard, open_now: Table) -> Answer:
    """Return whether a technology can be researched, why, and the shortest paths to it."""
    player = lab.side.player
    able = list(_whose(lab, card))
    theirs = all(not row.broken for row in able)
    ways = []
    if card.prerequisites is not None:
        ways = lab.ways(card, player.technologies, player.exhausted)
        able += _prerequisites(lab, card, ways[0] if ways else None)
    broken = [row for row in able if row.broken]
    maybe = list(_if_others_own(lab, card)) if theirs and broken else []
    once = readied = None
    tables = []
    if theirs:
        once, readied = shortest(lab, card, readied=False), shortest(lab, card, readied=True)
        tables += [_path_table(ONCE, once)] if once else []
        if readied and (once is None or len(readied) < len(once)):
            tables.append(_path_table(READIED, readied))
    text = " ".join(row.text for row in (*broken, *maybe)) or _met(ways)
    clauses = list(dict.fromkeys(clause for row in (*broken, *maybe) or able for clause in row.clauses))
    verdict = DEPENDS if maybe else NO if broken else YES
    first = finding(card.name, verdict, text, *clauses)
    headline = _headline(lab.side.name, first, once, readied)
    return Answer(headline, [first, *able, *maybe], [*tables, open_now])


def _upgraded(unit: Unit) -> bool:
    """Tell whether units of a type can be captured and upgraded."""
    return not unit.is_structure and unit.type not in ("flagship", "mech")


declare(
    Step(
        slug=TECHNOLOGY_STEP,
        title="Technology",
        topic="technology",
        question="Can I research this technology now, and what is the shortest path to it?",
        solve=solve_technology,
        clauses=(
            "90.3", "90.4", "90.5", "90.7.a", "90.7.b", "90.8", "90.10", "90.11", "90.12", "90.12.a", "90.12.b",
            "90.12.c", "90.14", "90.15", "97.1",
        ),
        called=("Player", "Other player"),
        offers=(),
        inputs=(
            Input(
                role=ACTIVE, field="controls", kind=PLANETS, label="Planets controlled",
                hint="Those with a technology specialty matter.",
            ),
            Input(
                role=ACTIVE, field="exhausted", kind=PLANETS, label="Exhausted cards",
                hint="This player's planets, technologies and relics that are exhausted.",
            ),
            Input(
                role=ACTIVE, field="captured", kind=COUNTS, label="Captured units", units=_upgraded,
                hint="For the Vuil’raith Cabal: units that can be returned instead of prerequisites.",
            ),
        ),
        records={"research": (RESEARCH, "For Technology: what the first player would research.")},
        all_technologies=True,
        least_players=1,
        most_players=1,
        example={
            "step": TECHNOLOGY_STEP,
            "players": [
                {"name": "Red", "technologies": ["antimass-deflectors", "sarween-tools"], "controls": ["thibah"]},
            ],
            "research": {"technology": "dreadnought-2"},
        },
    )
)  # fmt: skip
