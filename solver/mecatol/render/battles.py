"""Who wins: a battle as one bar cut into shares with its figures, and a picture of what the winner has left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mecatol.render import losses, words
from mecatol.render.facts import NOBODY, Facts
from mecatol.render.numbers import average, is_certain, percent
from mecatol.render.words import text

_NEGLIGIBLE = 1e-12
_MOST = 8
"""Columns that a side of the picture has; what is beyond is gathered in the last."""
_UNSEEN = 0.0005
"""A column at either end, up to the one in the middle, is left out if it is less likely: it would not be seen."""
_SIGNED = 10
"""So many columns are wide enough on a phone for figures with a percent sign."""
_HEIGHT, _TOP, _FLOOR = 7.7, 1.2, 6.2
"""In letters (em) of the drawing, which grows with its text."""


@dataclass(frozen=True)
class Battle:
    """A battle and how it ends: shares of 1, by player in the order of the table with the rest between them."""

    label: str
    """Where it is fought; empty where there is but one."""
    question: str
    """What its shares say, after the label."""
    shares: Mapping[str, float]
    """Name of a player, or words for the rest, to chance."""
    place: str | None
    """Where what is left is counted: a planet's slug or `losses.SPACE`; None where nothing is."""


def battles(facts: Facts) -> list[Battle]:
    """Return the battles that a solution decides: its own, or those of a whole action, in space and by planet."""
    won = {str(name): float(chance) for name, chance in (facts.data.get("winner") or {}).items()}
    if won:
        first, *rest = [name for name in won if name not in NOBODY]
        order = [first, *(name for name in NOBODY if name in won), *rest]
        return [Battle("", "who wins", {NOBODY.get(name, name): won[name] for name in order}, _place(facts))]
    found: list[Battle] = []
    if facts.fights_in_space:
        found.append(Battle("Space", "who has ships left", facts.holders, losses.SPACE))
    for name, chance in facts.taken.items() if facts.lands else ():
        found.append(_taking(facts, name, chance))
    return found


def bars(found: list[Battle], facts: Facts) -> str:
    """Render battles as bars with their figures; the question is the last battle's, or that of the first planet."""
    main = next((battle for battle in found if battle.place != losses.SPACE), found[0]) if found else None
    return "".join(_bar(battle, facts, battle is main) for battle in found)


def pictures(found: list[Battle], facts: Facts) -> str:
    """Draw for each battle how many units its winner has left: the first player's left, the other's right."""
    drawn = ""
    for battle in found:
        if battle.place is not None:
            drawn += _picture(battle, facts, "" if drawn else cost(facts))
    return drawn


def cost(facts: Facts) -> str:
    """Return what a battle costs each side on average, in resources, each number in its owner's color."""
    lost = {str(name): float(cost) for name, cost in facts.data.get("expected_cost", {}).items()}
    if not any(cost > _NEGLIGIBLE for cost in lost.values()):
        return ""
    figures = [
        f'<strong class="player {facts.style(name)}"><span class="unseen">{text(name)} </span>'
        f"{text(average(cost))}</strong>"
        for name, cost in lost.items()
    ]
    return f' <span class="result__cost">Average loss {" · ".join(figures)} resources</span>'


def _fighters_on(planet: str) -> Callable[[losses.Force], int]:
    def count(force: losses.Force) -> int:
        return sum(n for (place, unit), n in force.units.items() if place == planet and unit in words.GROUND)

    return count


def _ships_of(force: losses.Force) -> int:
    return force.ships


def _counter(place: str) -> Callable[[losses.Force], int]:
    return _ships_of if place == losses.SPACE else _fighters_on(place)


def _place(facts: Facts) -> str | None:
    """Return where a combat is fought that stands by itself: where both sides have units that fight."""
    places = dict.fromkeys(place for force in facts.before.values() for place, _ in force.units)
    for place in places:
        if sum(bool(_counter(place)(force)) for force in facts.before.values()) > 1:
            return place
    return None


def _is_on(facts: Facts, player: str, planet: str | None) -> bool:
    units = facts.before[player].units
    return any(place == planet and number for (place, _), number in units.items())


def _taking(facts: Facts, name: str, chance: float) -> Battle:
    planet = next((place for place in _planets(facts) if words.planet(place) == name), None)
    owners = [player for player in facts.players[1:] if _is_on(facts, player, planet)]
    other = owners[0] if len(owners) == 1 else "not taken"
    shares = {facts.players[0]: chance, other: max(0.0, 1 - chance)}
    if not owners and is_certain(chance):
        del shares[other]
    return Battle(name, "who holds it", shares, planet if owners else None)


def _planets(facts: Facts) -> list[str]:
    no_planets = (losses.SPACE, losses.ADJACENT)
    forces = [*facts.before.values(), *(force for _, _, after in facts.outcomes for force in after.values())]
    return list(dict.fromkeys(place for force in forces for place, _ in force.units if place not in no_planets))


def _style(facts: Facts, name: str) -> str:
    return facts.style(name) if name in facts.players else "share--draw"


def _bar(battle: Battle, facts: Facts, main: bool) -> str:
    left, parts, figures = 0.0, [], []
    likeliest = max(battle.shares.values(), default=0.0)
    for name, chance in battle.shares.items():
        width = chance * 100
        parts.append(f'<rect class="share {_style(facts, name)}" x="{left:.3f}%" width="{width:.3f}%" height="100%"/>')
        left += width
        figures.append(_figure(battle, facts, name, main and chance == likeliest))
    more = f'<span class="battle__more">: {battle.question}</span>'
    label = f'<p class="battle__label">{text(battle.label)}{more}</p>' if battle.label else ""
    return (
        f'<div class="battle{" battle--main" if main else ""}">{label}<svg class="shares" width="100%" height="14" '
        f'aria-hidden="true" focusable="false">{"".join(parts)}</svg>'
        f'<p class="battle__figures">{"".join(figures)}</p></div>'
    )


def _figure(battle: Battle, facts: Facts, name: str, main: bool) -> str:
    """Return a share as a number above its words, which those who listen hear first."""
    player = name in facts.players
    words_ = f"{name} wins" if player and battle.question != "who holds it" else name
    words_ = name.lower() if name in NOBODY.values() else words_
    style = f" {facts.style(name)}" if player else " battle__figure--rest"
    size = " result-number--main" if main else ""
    return (
        f'<span class="battle__figure{style}"><span class="battle__who">{text(words_)}</span> '
        f'<strong class="result-number{size}">{text(percent(battle.shares[name]))}</strong></span>'
    )


type _Column = tuple[str, float, str]
"""What is under a column of a picture, how high it is, and whose it is as a class."""


def _picture(battle: Battle, facts: Facts, beside: str) -> str:
    """Draw what one battle leaves, with something beside its label; nothing where it cannot be drawn."""
    assert battle.place is not None
    first = facts.players[0]
    owner = next((name for name in battle.shares if name in facts.players[1:]), None)
    columns = _columns(battle.place, facts, owner) if owner else []
    if not columns:
        return ""
    what = "ships" if battle.place == losses.SPACE else "ground forces"
    where = "" if battle.place == losses.SPACE else f" on {words.planet(battle.place)}"
    sides = f"{first}’s to the left, {owner}’s to the right"
    spoken = "; ".join(f"{label} {percent(chance)}" for label, chance, _ in columns)
    many = " chart--many" if len(columns) > _SIGNED else ""
    return (
        f'<div class="result__part"><p class="result__label">{text(f"{what.capitalize()} left{where}")}{beside}</p>'
        f'<svg class="chart chart--left{many}" role="img" width="100%" height="{_HEIGHT}em" '
        f'focusable="false" aria-label="{text(f"Chart of {what} left{where}, {sides}: {spoken}")}">{_bars(columns)}'
        f'<line class="chart__floor" x1="0" x2="100%" y1="{_FLOOR}em" y2="{_FLOOR}em"/></svg></div>'
    )


def _columns(place: str, facts: Facts, owner: str) -> list[_Column]:
    """Return how many units are left, those of the first player to the left; none where both may have some left."""
    count, first = _counter(place), facts.players[0]
    left, right, nothing, both = dict[int, float](), dict[int, float](), 0.0, 0.0
    for probability, _, after in facts.outcomes:
        ours = count(after.get(first, losses.Force()))
        theirs = sum(count(force) for name, force in after.items() if name != first)
        if ours and theirs:
            both += probability
        elif ours:
            left[min(ours, _MOST)] = left.get(min(ours, _MOST), 0.0) + probability
        elif theirs:
            right[min(theirs, _MOST)] = right.get(min(theirs, _MOST), 0.0) + probability
        else:
            nothing += probability
    if both > _NEGLIGIBLE:
        return []
    columns = [
        *((_number(n), left.get(n, 0.0), facts.style(first)) for n in range(max(left, default=0), 0, -1)),
        ("0", nothing, "share--draw"),
        *((_number(n), right.get(n, 0.0), facts.style(owner)) for n in range(1, max(right, default=0) + 1)),
    ]
    while columns[0][1] < _UNSEEN and columns[0][0] != "0":
        del columns[0]
    while columns[-1][1] < _UNSEEN and columns[-1][0] != "0":
        del columns[-1]
    return columns


def _bars(columns: list[_Column]) -> str:
    """Draw columns side by side, each with its label and, where it can be seen, its figure."""
    tallest = max(chance for _, chance, _ in columns)
    step = 100 / len(columns)
    sign = "%" if len(columns) <= _SIGNED else ""
    drawn = []
    for index, (label, chance, style) in enumerate(columns):
        tall, middle = (_FLOOR - _TOP) * chance / tallest, (index + 0.5) * step
        drawn.append(
            f'<rect class="{style}" x="{index * step + step * 0.1:.3f}%" width="{step * 0.8:.3f}%" '
            f'y="{_FLOOR - tall:.2f}em" height="{tall:.2f}em" rx="1.5"/>'
            f'<text class="chart__label" x="{middle:.3f}%" y="{_FLOOR + 1.25}em">{label}</text>'
        )
        if chance >= 0.005:
            figure = f"{chance * 100:.0f}{sign}"
            drawn.append(
                f'<text class="chart__value" x="{middle:.3f}%" y="{_FLOOR - tall - 0.25:.2f}em">{figure}</text>'
            )
    return "".join(drawn)


def _number(count: int) -> str:
    return f"{count}+" if count == _MOST else str(count)
