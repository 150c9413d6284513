"""Searches over a battle: the best fleets, the best play, what would change it, what would be enough.

Each runs to its end, or as long as it may, and returns one result, which prints itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, Protocol, overload

from mecatol.advice.advice import Advice, MeasuredChange, ranked
from mecatol.advice.best_fleet import BestFleet, Frontier
from mecatol.advice.best_play import BestPlay, Play
from mecatol.advice.enough import Addition, additions, cheapest
from mecatol.advice.fleets import Bounds
from mecatol.domain.counts import fleet_in_words
from mecatol.domain.editions import EDITIONS, LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.errors import ScenarioError, number_within, unknown
from mecatol.given import Battle, battle_of
from mecatol.preparing.first_fleet import all_first_fleets
from mecatol.render.notebook import table_page
from mecatol.scenario.model import Player, Scenario
from mecatol.solution.text import percent, resources, short

type Told = Callable[[int, int | None], object]
"""Called with how many battles are done, and of how many; None where nobody knows yet."""


class _Search(Protocol):
    """A search that goes on by one battle at a time."""

    @property
    def over(self) -> bool: ...

    def step(self) -> None: ...


def run(search: _Search, seconds: float = inf, say: Callable[[], object] = lambda: None) -> None:
    """Let a search go on to its end, or for so many seconds; `say` is called after each battle."""
    ends = time.monotonic() + seconds
    while not search.over and time.monotonic() < ends:
        search.step()
        say()


@dataclass(frozen=True)
class BestFleets(Sequence[Frontier]):
    """What `best_fleet` returns: the frontier of cost and chance, as a sequence, and how far the search went."""

    player: str
    frontier: tuple[Frontier, ...]
    """Rising costs, each with a higher chance than all before."""
    fleets: int
    """Fleets of the search."""
    solved: int
    proved: int
    """Fleets that a larger one proved to be worse, without being solved."""
    left: int
    """Fleets that were not looked at before the time was over."""
    untried: int
    """Fleets that take too long to be solved."""

    @property
    def over(self) -> bool:
        """Whether every fleet has been looked at."""
        return not self.left

    def __len__(self) -> int:
        return len(self.frontier)

    @overload
    def __getitem__(self, at: int) -> Frontier: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Frontier]: ...
    def __getitem__(self, at: int | slice) -> Frontier | Sequence[Frontier]:
        """Return one entry of the frontier, or some."""
        return self.frontier[at]

    def to_json(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {**asdict(self), "frontier": [one._asdict() for one in self.frontier], "over": self.over}

    def __repr__(self) -> str:
        best = f": up to {percent(self.frontier[-1].chance).strip()}" if self.frontier else ""
        return f"<{type(self).__name__} of {self.player}, {len(self)} costs{best}>"

    def __str__(self) -> str:
        lines = ["Resources, chance of winning, fleet (lead over the runner-up)"]
        for one in self.frontier:
            gap = f" At most {100 * one.gap:.2f} points better is possible." if one.gap else ""
            lead = f" ({_lead(one)})" if one.second is not None else ""
            lines.append(f"{short(one.cost):>4}  {percent(one.chance)}  {fleet_in_words(one.space)}{lead}{gap}")
        return "\n".join([*lines, self.how_far()])

    def how_far(self) -> str:
        """Return how far the search went, in a sentence."""
        said = f"{self.fleets:,} fleets: {self.solved:,} solved"
        if self.proved:
            said += f", {self.proved:,} proved worse by a larger fleet"
        if self.left:
            said += f", {self.left:,} not compared"
        if self.untried:
            said += f", {self.untried:,} took too long"
        return f"{said}."

    def _repr_html_(self) -> str:
        """Return it as a notebook shows it."""
        rows = [_row(one) for one in self.frontier]
        columns = ("Resources", "Chance of winning", "Fleet", "Lead over the runner-up")
        return table_page(f"Best fleets of {self.player}", columns, rows, self.how_far())


def _row(one: Frontier) -> tuple[str, ...]:
    return short(one.cost), percent(one.chance).strip(), fleet_in_words(one.space), _lead(one)


def _lead(one: Frontier) -> str:
    if one.second is None or one.margin is None:
        return ""
    return f"{100 * one.margin:.2f} points more than {fleet_in_words(one.second)}"


def best_fleets_of(search: BestFleet) -> BestFleets:
    """Return what a search has found so far."""
    return BestFleets(
        search.player, tuple(search.frontier()), search.whole, search.solved, search.proved, search.left, search.untried
    )


def best_fleet(
    battle: Battle,
    cost: float,
    *,
    player: str | None = None,
    units: Collection[str] | None = None,
    fleet_pool: int | None = None,
    production_limit: int | None = None,
    mix: Sequence[Mapping[str, Any]] = (),
    within_capacity: bool = True,
    within_box: bool = True,
    seconds: float = inf,
    progress: Told | None = None,
) -> BestFleets:
    """Find the fleets that win a battle most often, for each number of resources up to `cost`.

    >>> print(best_fleet("1 cruiser vs 1 dreadnought", cost=4)[-1].space)
    {'destroyer': 4}

    Args:
        battle: A battle of two players; the ships of the one who buys are replaced.
        cost: The most resources to spend.
        player: Who buys, by name: the active player unless you name one.
        units: Types that may be bought, such as `["fighter", "cruiser"]`: every ship unless you name some.
        fleet_pool: How many ships other than fighters are allowed (37.1).
        production_limit: How many units may be produced at once (67.2).
        mix: Enemy fleets to beat on average, each with a weight: `[{"weight": 2, "space": {"cruiser": 3}}]`.
        within_capacity: Whether fighters must be carried (16.1).
        within_box: Whether a fleet has no more of a unit than the box holds.
        seconds: How long to search; what is found until then is returned, with `over` False.
        progress: Called with the number of fleets done and of all.

    Raises:
        ScenarioError: the battle, a bound or the mix is not as it must be.
    """
    scenario, name = _battle_and_player(battle, player)
    for field, number in (("fleet_pool", fleet_pool), ("production_limit", production_limit)):
        if number is not None:
            number_within(field, number, "a number above 0, or None", above=True)
    number_within("cost", cost, "a number of resources above 0", above=True)
    bounds = Bounds(0, cost, fleet_pool, production_limit, within_capacity, within_box)
    search = BestFleet(scenario, name, bounds, units, mix)
    run(search, _time(seconds), lambda: progress and progress(search.whole - search.left, search.whole))
    return best_fleets_of(search)


@dataclass(frozen=True)
class BestRule:
    """What `best_play` returns: the best rule that can be said in a sentence, beside the battle as it was given."""

    player: str
    worth: float | None
    best: Play
    now: Play
    gain: float
    """How much better the best rule is: a chance in 0..1, or resources where winning is `worth` some."""
    even: float | None
    """The worth of winning at which both are as good; None where there is none."""
    searched: float | None
    """The chance of winning with the losses that are best in every position; None where that takes too long."""
    rules: int
    """Rules that were solved."""
    untried: int
    complete: bool
    """Whether every combination of choices was tried."""

    @property
    def words(self) -> str:
        """The rule as an order to the player."""
        return self.best.words

    def to_json(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        best, now = self.best, self.now
        return {
            "rule": best.words, "scenario": best.scenario, "chance": best.chance, "trade": best.trade,
            "now": {"chance": now.chance, "trade": now.trade}, "gain": self.gain, "even": self.even,
            "searched": self.searched, "rules": self.rules, "complete": self.complete,
        }  # fmt: skip

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.player}: {self.words}>"

    def __str__(self) -> str:
        best, now = self.best, self.now
        lines = [f"{self.player}: {best.words}"]
        lines.append(f"  wins {percent(best.chance).strip()} ({percent(now.chance).strip()} as entered)")
        if self.worth is not None:
            lines.append(f"  ends {_trade(best.trade)} ({_trade(now.trade)} as entered)")
            lines.append(f"  gains {resources(self.gain)} if a win is worth {resources(self.worth)}")
            if self.even is not None and self.even >= 0 and self.gain:
                lines.append(f"  change nothing if a win is worth more than {resources(self.even)}")
        else:
            lines.append(f"  gains {100 * self.gain:.2f} percentage points")
        if self.searched is not None and self.searched > best.chance + 1e-9:
            lines.append(f"  losing the best unit for each moment would win {percent(self.searched).strip()}")
        if self.complete:
            lines.append(f"All {self.rules:,} rules were solved.")
        else:
            lines.append(f"{self.rules:,} rules were solved, improved one choice at a time.")
        if self.untried:
            lines.append(f"{self.untried:,} took too long or are against the rules.")
        return "\n".join(lines)


def _trade(trade: float) -> str:
    """Say a trade: what the others lose beyond what the player loses, or the other way round."""
    return f"{resources(abs(trade))} {'ahead' if trade >= 0 else 'behind'}"


def best_rule_of(search: BestPlay) -> BestRule:
    """Return what a search has found so far."""
    complete = search.complete and search.over
    return BestRule(
        search.player, search.worth, search.best, search.now, search.gain, search.even(), search.searched(),
        len(search.found), search.untried, complete,
    )  # fmt: skip


def best_play(
    battle: Battle,
    player: str | None = None,
    *,
    worth: float | None = None,
    seconds: float = inf,
    progress: Told | None = None,
) -> BestRule:
    """Find the best rule for a player to follow: when to retreat, what to lose, when to play a card, where to land.

    >>> best_play("2 cruisers vs 1 dreadnought", worth=2).words
    'Play on as you are.'

    Args:
        battle: A battle that somebody wins.
        player: Who decides, by name: the active player unless you name one.
        worth: Resources that winning is worth beyond the ships lost. With it, retreats count; without, only winning.
        seconds: How long to search; the best rule until then is returned, with `complete` False.
        progress: Called with the number of rules that are solved.

    Raises:
        ScenarioError: the battle cannot be solved, nobody wins it, or the player or the worth is not as it must be.
    """
    scenario, name = _battle_and_player(battle, player)
    search = BestPlay(scenario, name, worth)
    run(search, _time(seconds), lambda: progress and progress(len(search.found) - 1, None))
    return best_rule_of(search)


@dataclass(frozen=True)
class Advised(Sequence[MeasuredChange]):
    """What `advise` returns: changes as a sequence, those that move the chance of winning most first."""

    now: Mapping[str, float]
    """Each player's chance of winning as things stand."""
    found: tuple[MeasuredChange, ...]

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, at: int) -> MeasuredChange: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[MeasuredChange]: ...
    def __getitem__(self, at: int | slice) -> MeasuredChange | Sequence[MeasuredChange]:
        """Return one change, or some."""
        return self.found[at]

    def to_json(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {"now": dict(self.now), "found": [one.data() for one in self.found]}

    def __repr__(self) -> str:
        first = f", first {self.found[0].player}: {self.found[0].text}" if self.found else ""
        return f"<{type(self).__name__}: {len(self)} changes{first}>"

    def __str__(self) -> str:
        lines = ["Chance of winning now"]
        lines += [f"  {percent(chance)}  {name}" for name, chance in self.now.items()]
        lines.append("\nWhat would change it: the player's chance then, and the percentage points that it moves")
        lines += [f"  {percent(one.chance)}  {one.points:+7.2f}  {one.player}: {one.text}" for one in self.found]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return it as a notebook shows it."""
        rows = [(one.player, one.text, percent(one.chance).strip(), f"{one.points:+.2f}") for one in self.found]
        now = ", ".join(f"{name} {percent(chance).strip()}" for name, chance in self.now.items())
        columns = ("Player", "Change", "Chance then", "Points")
        return table_page("What would change it", columns, rows, f"Chance of winning now: {now}.")


def advise(battle: Battle, player: str | None = None, *, progress: Told | None = None) -> Advised:
    """Find what would change a battle: one more unit, a technology, a card, another order of losses.

    >>> advise("2 cruisers vs 1 dreadnought", "Red")[0].points > 0
    True

    Args:
        battle: A battle that somebody wins.
        player: Whose changes to return, by name: everybody's unless you name one.
        progress: Called with the number of changes done and of all.

    Raises:
        ScenarioError: the battle cannot be solved, nobody wins it, or nobody in it has the name.
    """
    advice = Advice(battle_of(battle).scenario)
    if player is not None and player not in advice.now:
        raise ScenarioError([unknown("player", player, "player of this battle", advice.now)])
    return advised(advice, player, progress)


def advised(advice: Advice, player: str | None, progress: Told | None = None) -> Advised:
    """Solve every change that is left, and return those of a player, or everybody's."""
    while advice.waiting:
        advice.step()
        if progress:
            progress(advice.number - len(advice.waiting), advice.number)
    return Advised(advice.now, tuple([one for one in ranked(advice.found) if player in (None, one.player)]))


def enough(battle: Battle, chance: float = 0.8, player: str | None = None) -> list[Addition]:
    """Find the cheapest additions with which a player wins as often as `chance`, the best of the same cost first.

    >>> enough("2 cruisers vs 1 dreadnought", 0.7)[0].cost
    1

    Args:
        battle: A battle that somebody wins.
        chance: The chance of winning to reach, above 0 and at most 1.
        player: Who gets them, by name: the active player unless you name one.

    Returns:
        The additions; empty where nothing that is looked through is enough.

    Raises:
        ScenarioError: the battle cannot be solved, or the player or the chance is not as it must be.
    """
    scenario, name = _battle_and_player(battle, player)
    return cheapest(list(additions(scenario, name, chance)), chance)


def first_fleets(edition: str = LATEST) -> dict[str, Player]:
    """Return, by the slug of each faction that begins a game, its player at the start: ships, planets, technologies.

    Raises:
        ScenarioError: there is no such edition.
    """
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise ScenarioError([unknown("edition", edition, "edition", EDITIONS)])
    begun = all_first_fleets(edition).items()
    return {slug: Player(name=FACTIONS[slug].short, **player) for slug, player in begun}


def _battle_and_player(battle: Battle, player: str | None) -> tuple[Scenario, str]:
    """Return a battle, and who is meant: the active player where nobody is named."""
    scenario = battle_of(battle).scenario
    return scenario, scenario.players[0].name if player is None else player


def _time(seconds: float) -> float:
    return number_within("seconds", seconds, "a number of seconds, 0 or more, or math.inf")
