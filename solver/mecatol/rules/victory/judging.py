"""Whether a player fulfills an objective, as far as a scenario shows it, and what they have to spend."""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from typing import Any, NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.editions import in_force
from mecatol.domain.factions import FACTIONS, may_have_of_others
from mecatol.domain.objectives import Objective
from mecatol.domain.units import planets
from mecatol.effects.technology_cards import owned_cards
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.game.planet_values import INFLUENCE, RESOURCES, added
from mecatol.game.synergy import colors_with
from mecatol.rules.victory.budget import HELD, Budget
from mecatol.rules.victory.windows import ScoresWithoutHome, Spending

MECATOL_REX = "mecatol-rex"
_ASSUMED = " (assumed, not checked)"
"""What a finding says about an objective of which the scenario shows nothing."""
_IN_NO_SYSTEM = ("custodia-vigilia",)
"""Planet cards whose planets lie in no system, so that they are not outside home systems either."""


class Judged(NamedTuple):
    """What is known of an objective and a player."""

    fulfilled: bool
    shown: bool
    """Whether the scenario shows it; else it is taken as fulfilled."""
    text: str


def _record(game: Game, slug: str) -> dict[str, Any]:
    """Return a planet's record in the edition that is played: a reprint where there is one."""
    record, reprint = planets()[slug], planets().get(f"{slug}-omega")
    return reprint if reprint and not in_force(game.edition, record["edition"], record["until"]) else record


def controlled(game: Game, side: Side) -> dict[str, dict[str, Any]]:
    """Return the records of the planets and other planet cards that a player controls, with values of the scenario.

    Raises ScenarioError for planets that the game does not know and whose values are not given.
    """
    found, problems = dict[str, dict[str, Any]](), list[Problem]()
    for index, slug in enumerate(side.player.controls):
        given = {key: values[slug] for key in (RESOURCES, INFLUENCE) if slug in (values := getattr(side.player, key))}
        if slug in planets():
            record = _record(game, slug)
            worth = {key: record[key] + added(side, slug, key) for key in (RESOURCES, INFLUENCE)}
            found[slug] = {**record, **worth, **given}
        elif len(given) == 2:
            found[slug] = {"traits": [], "specialties": [], "home": None, "legendary": False, "station": False,
                           "ocean": False, **given}  # fmt: skip
        else:
            message = f"the game knows no planet {slug!r}; name its `resources` and `influence`, or correct it"
            problems.append(Problem(f"players.{side.index}.controls.{index}", message, slug))
    if problems:
        raise ScenarioError(problems)
    return found


def budget_of(game: Game, side: Side) -> Budget:
    """Return what a player can spend on objectives."""
    held = controlled(game, side)
    further = [window.further(side) for _, window in side.acting(Spending) if window.further]
    known = bool(held or side.player.trade_goods)
    readied = [one for slug, one in held.items() if slug not in side.player.exhausted]
    ready = (*((one["resources"], one["influence"]) for one in readied), *further)
    worth = 1
    for _, window in side.acting(Spending):
        worth = max(worth, window.goods)
        ready = tuple(starmap(window.planet, ready)) if window.planet else ready
    standing = side.player.standing
    kept = {key: int(number) for key, number in standing.items() if key in HELD}
    return Budget(ready if known else None, side.player.trade_goods, kept, worth)


def has_mecatol(side: Side) -> bool:
    """Tell whether a player controls Mecatol Rex."""
    named = any(slug.startswith(MECATOL_REX) for slug in side.player.controls)
    return named or side.player.standing.get("mecatol") == "yes"


@cites("61.16")
def home_allows(side: Side) -> bool:
    """Tell whether a player can score public objectives, as far as the home system goes."""
    return any(side.acting(ScoresWithoutHome)) or side.player.standing.get("home") != "lost"


def _worlds(game: Game, side: Side) -> dict[str, dict[str, Any]]:
    """Return the planets of a player that count for objectives: no space stations, no ocean cards."""
    return {slug: one for slug, one in controlled(game, side).items() if not (one["station"] or one["ocean"])}


def _own_homes(game: Game, side: Side) -> set[str | None]:
    """Return the factions whose home systems, as printed, can be the player's own."""
    faction = side.player.faction
    taken = {other.player.faction for other in game.sides}
    return {faction, *(home for home in FACTIONS[faction].homes if home not in taken)} if faction else set()


def _planets(game: Game, side: Side, need: dict[str, Any]) -> int | None:
    """Return how many planets count toward an objective, None if that cannot be told."""
    held = _worlds(game, side)
    if "same" in need:
        return max(Counter(trait for one in held.values() for trait in one["traits"]).values(), default=0)
    match need["of"]:
        case "outside-home":
            return sum(one["home"] is None and slug not in _IN_NO_SYSTEM for slug, one in held.items())
        case "specialty":
            return sum(bool(one["specialties"]) for one in held.values())
        case "legendary":
            return sum(bool(one["legendary"]) for one in held.values())
        case "others-home" if side.player.faction:
            return sum(one["home"] not in (None, *_own_homes(game, side)) for one in held.values())
        case "others-home":
            return None
        case trait:
            return sum(trait in one["traits"] for one in held.values())


def _counted(game: Game, side: Side, need: dict[str, Any]) -> tuple[int, int, str] | None:
    """Return what a player has toward an objective, how much it needs, and of what; None if it is not shown."""
    number = need["number"]
    if need["what"] in ("planets", "worth"):
        if not side.player.controls:
            return None
        if need["what"] == "worth":
            total = sum(one[need["of"]] for one in _worlds(game, side).values())
            return total, number, need["of"]
        count = _planets(game, side, need)
        return None if count is None else (count, number, "planet" if number == 1 else "planets")
    if not side.player.technologies:
        return None
    owned = owned_cards(side.player.technologies)
    if need["what"] == "upgrades":
        return len({card.unit for card in owned if card.unit}), number, "unit upgrades"  # one for a type, with copies
    if need["what"] == "faction-technologies":
        # What copies the technologies of others does not count by itself.
        none = (None, side.player.faction) if may_have_of_others(side.player.faction) else (None,)
        return sum(card.faction not in none for card in owned), number, "faction technologies"
    return colors_with(side, owned, number), need["colors"], f"colors with {number} technologies"


@cites("61.4", "61.5", "90.7.b")
def judge(game: Game, side: Side, one: Objective, money: Budget) -> Judged:
    """Tell whether a player fulfills an objective now; costs are looked at one by one here."""
    asks = one.asks.rstrip(".")
    if one.slug in side.player.fulfils:
        return Judged(True, True, f"{asks}: marked as fulfilled.")
    if one.cost:
        known = money.knows(one.cost)
        able = money.pays([one.cost])
        word = f": {side.name} {'can' if able else 'cannot'} pay" if known else _ASSUMED
        return Judged(able, known, f"{asks}{word}.")
    found = _counted(game, side, dict(one.need)) if one.need else None
    if found is None:
        return Judged(True, False, f"{asks}{_ASSUMED}.")
    have, number, what = found
    return Judged(have >= number, True, f"{asks}: {have} of {number} {what}.")
