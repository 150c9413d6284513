"""A scenario made ready to be solved: who the players are, which effects act, where their units stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from solver import rulings
from solver.acting_order import in_fixed_order, in_order, order_problems
from solver.dice import Dice, Number, Ways
from solver.editions import EDITIONS, in_force
from solver.effects.model import EFFECTS, Effect, Window
from solver.errors import Problem, ScenarioError
from solver.factions import FACTIONS, may_have_of_others
from solver.game_windows import UnitsAre
from solver.limits import limit_problems
from solver.policy_check import declined_in_vain, policy_problems
from solver.scenario import Player, Scenario
from solver.state import SPACE, Holdings, State, force
from solver.step import ACTIVE, OTHER, STEPS
from solver.technology.cards import Card, cards
from solver.units import (
    UNIT_TYPES,
    Unit,
    printings,
    systems,
    unit_of,
    unit_upgrades,
    units,
)
from solver.unused import warn_at_start
from solver.waiting import waiting_problems


@dataclass(frozen=True)
class Side:
    """One player as the solver sees them."""

    index: int
    """Place in the order of play: 0 is the active player, the rest follow clockwise."""
    player: Player
    units: Mapping[str, Unit]
    """What each type of unit is for this player."""
    effects: Mapping[str, int]
    """Effects in force, with the number of copies, in the order in which they act where several could at once:
    technologies, cards and what holds by itself."""
    policy: Mapping[str, Any]
    """The player's choices, the scenario's where they have none."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @cached_property
    def ships(self) -> frozenset[str]:
        """The types of the player's units that are ships (81)."""
        return frozenset(slug for slug, unit in self.units.items() if unit.is_ship)

    @cached_property
    def ground_forces(self) -> frozenset[str]:
        """The types of the player's units that are ground forces (43)."""
        return frozenset(slug for slug, unit in self.units.items() if unit.is_ground_force)

    @property
    def role(self) -> str:
        """ACTIVE or OTHER."""
        return OTHER if self.index else ACTIVE

    def has_ships(self, state: State) -> bool:
        """Tell whether the player has ships in the active system's space area."""
        return any(s.unit in self.ships for s in state.at(self.index, SPACE))

    def declines(self, slug: str, place: str = SPACE) -> bool:
        """Tell whether the player chooses not to use a unit ability or effect, everywhere or on this planet."""
        return slug in self.policy.get("decline", ()) or slug in self._declined_on.get(place, ())

    @cached_property
    def _declined_on(self) -> Mapping[str, Any]:
        told: Mapping[str, Any] = self.policy.get("decline_on", {})
        return told


class InPlay[W: Window](NamedTuple):
    """A window in which an effect of a player's acts."""

    side: Side
    """Its owner."""
    effect: Effect
    window: W


class Rolled(NamedTuple):
    """One roll of dice: who, at whom, with what, and the distribution of the hits that come of it."""

    player: str
    target: str
    where: str
    """SPACE or a planet's slug."""
    ability: str
    """The unit ability, by slug; "combat" for a combat roll."""
    dice: tuple[Dice, ...]
    hits: tuple[Number, ...]
    """The probability of 0, 1, 2, … hits, given that this roll is made."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        dice = []
        for d in self.dice:
            entry: dict[str, Any] = {"unit": d.unit, "count": d.units, "dice": d.dice, "value": d.value}
            if d.modifier:
                entry["modifier"] = d.modifier
            if d.reroll:
                entry["reroll"] = True
            dice.append(entry)
        hits = {str(count): chance for count, chance in enumerate(self.hits)}
        return {**self._asdict(), "dice": dice, "hits": hits}


@dataclass
class Game:
    """A scenario ready to be solved, and the notes taken while it is."""

    scenario: Scenario
    sides: tuple[Side, ...]
    start: State
    exact: bool = False
    """Whether probabilities are Fractions rather than floats."""
    trace: dict[tuple[str, str], None] = field(default_factory=dict)
    """(clause, text) of what happened, in order, each once."""
    warnings: dict[str, None] = field(default_factory=dict)
    """What was ignored or assumed, in order, each once."""
    rolls: dict[Rolled, None] = field(default_factory=dict)
    """The rolls made, in order, each once."""
    silent: bool = False
    work: int = 0
    """Outcomes and options looked at so far."""
    memory: dict[Any, Any] = field(default_factory=dict)
    """What combats have found out, by their circumstances (see `solver.combat.fight`)."""
    _active: dict[str, tuple[tuple[Side, Effect], ...]] = field(default_factory=dict, init=False, repr=False)
    """The effects that act in each step, once they have been asked for."""
    _windows: dict[tuple[str, type[Window]], tuple[InPlay[Any], ...]] = field(
        default_factory=dict, init=False, repr=False
    )
    """The windows of each kind in which effects act in each step, once they have been asked for."""

    @property
    def edition(self) -> str:
        """The edition that is played."""
        return self.scenario.edition

    @property
    def one(self) -> Number:
        """Certainty, in the number type of the solution."""
        return Fraction(1) if self.exact else 1.0

    def chances(self, ways: Ways) -> list[Number]:
        """Return a roll's probabilities in the number type of the solution."""
        return ways.chances(self.exact)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Take no notes meanwhile: what is only looked at in a search has not happened."""
        before, self.silent = self.silent, True
        try:
            yield
        finally:
            self.silent = before

    @contextmanager
    def hearing(self) -> Iterator[dict[tuple[str, str], None]]:
        """Yield the notes taken meanwhile in place of adding them to the trace: they may not come true."""
        before, self.trace = self.trace, {}
        try:
            yield self.trace
        finally:
            self.trace = before

    def note(self, clause: str, text: str) -> None:
        """Add a step to the trace."""
        if not self.silent:
            self.trace[clause, text] = None

    def warn(self, text: str) -> None:
        """Add a warning."""
        if not self.silent:
            self.warnings[text] = None

    def rolled(self, roll: Rolled) -> None:
        """Keep a record of a roll."""
        if not self.silent:
            self.rolls[roll] = None

    def ruling(self, key: str) -> str:
        """Return the reading in force of an open ruling."""
        return rulings.reading(key, self.scenario.rulings, self.edition)

    def assumes(self, assumption: str) -> str:
        """Return what is assumed, `enforced` unless the scenario says otherwise."""
        return self.scenario.assume.get(assumption, "enforced")

    def clockwise(self) -> Iterator[Side]:
        """Yield the players in order of play, the active player first."""
        return iter(self.sides)

    def active_effects(self, step: str) -> tuple[tuple[Side, Effect], ...]:
        """Return the effects that act in a step and that their owner does not decline, in order of play."""
        if step not in self._active:
            self._active[step] = tuple(
                (side, effect)
                for side in self.sides
                for slug in side.effects
                if step in (effect := EFFECTS[slug]).steps and not side.declines(slug)
            )
        return self._active[step]

    def windows[W: Window](self, step: str, kind: type[W]) -> tuple[InPlay[W], ...]:
        """Return the windows of a kind in which effects act in a step, in order of play."""
        key = step, kind
        if key not in self._windows:
            assert not kind.steps or step in kind.steps, f"{kind.__name__} does not say that it is opened in {step}"
            self._windows[key] = tuple(
                InPlay(side, effect, window)
                for side, effect in self.active_effects(step)
                for window in effect.acts_in(kind)
                if step in window.steps
            )
        return self._windows[key]


def _side(index: int, written: Player, scenario: Scenario, problems: list[Problem]) -> Side:
    """Return a player as the solver sees them; `written` is as the scenario has it, for the places of problems."""
    player = scenario.players[index]
    path, edition = f"players.{index}", scenario.edition
    if player.faction and not in_force(edition, FACTIONS[player.faction].edition):
        name = FACTIONS[player.faction].name
        problems.append(Problem(f"{path}.faction", f"{name} is not part of {EDITIONS[edition]} (edition {edition!r})"))
    owned: dict[str, int] = {}
    for position, slug in enumerate(written.technologies):
        where = f"{path}.technologies.{position}"
        effect = EFFECTS.get(slug)
        if effect is None:
            if slug in unit_upgrades():
                _check_upgrade(where, slug, player, edition, problems)
            else:
                _check_card(where, cards()[slug], player, edition, problems)
            continue
        owned[slug] = 1
        _check_effect(where, effect, 1, player, index, edition, problems)
    for slug, count in player.effects.items():
        if count:
            owned[slug] = count
            _check_effect(f"{path}.effects.{slug}", EFFECTS[slug], count, player, index, edition, problems)
    kinds = {
        unit_type: unit
        for unit_type in UNIT_TYPES
        if (unit := unit_of(unit_type, player.faction, player.technologies, edition))
    }
    printed = {unit.slug: unit for unit in kinds.values()}
    kinds = {unit_type: _stripped(unit, scenario) for unit_type, unit in kinds.items()}
    own_units = {unit.slug for unit in kinds.values() if unit == printed[unit.slug]}
    for slug, effect in EFFECTS.items():
        if effect.automatic and in_force(edition, effect.edition, effect.until):
            mine = effect.unit in own_units if effect.unit else effect.faction == player.faction
            if mine:
                owned[slug] = 1
    for slug in _of_the_tile(index, scenario):
        owned.setdefault(slug, 1)
    for slug in [slug for slug in owned if EFFECTS[slug].unit in printed.keys() - own_units]:
        del owned[slug]
    policy = {**scenario.policy, **player.policy}
    return Side(index, player, kinds, in_order(owned, policy.get("order", ())), policy)


def _stripped(unit: Unit, scenario: Scenario) -> Unit:
    """Return what a unit is under the laws that players name as in play."""
    for player in scenario.players:
        for slug, count in player.effects.items():
            for window in EFFECTS[slug].acts_in(UnitsAre) if count else ():
                unit = window.act(unit)
    return unit


def _of_the_tile(index: int, scenario: Scenario) -> Iterator[str]:
    """Yield the anomalies of the active system's tile, as the effects that they are for a player."""
    for slug in systems()[scenario.system]["anomalies"] if scenario.system else ():
        effect = EFFECTS.get(slug)
        in_play = effect and in_force(scenario.edition, effect.edition, effect.until)
        if effect and in_play and effect.role in (None, OTHER if index else ACTIVE):
            yield slug


def _check_upgrade(where: str, slug: str, player: Player, edition: str, problems: list[Problem]) -> None:
    upgrades = [unit for unit in units().values() if unit.technology == slug]
    if not any(in_force(edition, unit.edition, unit.until) for unit in upgrades):
        problems.append(Problem(where, f"{slug!r} is not part of edition {edition!r}", slug))
    elif any(unit.faction is None for unit in upgrades):
        own = [unit for unit in printings(upgrades[0].type) if unit.faction == player.faction]
        if player.faction and (better := [unit.slug for unit in own if unit.technology == unit.slug]):
            own_name = UNIT_TYPES[upgrades[0].type]
            message = f"{player.name} ({player.faction!r}) upgrades the {own_name} with {better[0]!r}, not {slug!r}"
            problems.append(Problem(where, message, slug, better[0]))
    elif not any(unit.faction == player.faction for unit in upgrades) and not may_have_of_others(player.faction):
        owner = upgrades[0].faction or ""
        whose = player.faction or "no faction"
        problems.append(Problem(where, f"{slug!r} is an upgrade of {owner!r}; {player.name} plays {whose!r}", slug))


def _check_card(where: str, card: Card, player: Player, edition: str, problems: list[Problem]) -> None:
    """Check a technology that no effect carries out."""
    if not in_force(edition, card.edition, card.until):
        until = f" until {EDITIONS[card.until]}" if card.until else ""
        message = f"{card.name} is from {EDITIONS[card.edition]}{until}, not in edition {edition!r}"
        problems.append(Problem(where, message, card.slug))
    if card.faction and player.faction not in (None, card.faction) and not may_have_of_others(player.faction):
        message = f"{card.name} belongs to {card.faction!r}; {player.name} plays {player.faction!r}"
        problems.append(Problem(where, message, card.slug))


def _check_effect(
    where: str, effect: Effect, count: int, player: Player, index: int, edition: str, problems: list[Problem]
) -> None:
    if not in_force(edition, effect.edition, effect.until):
        until = f" until {EDITIONS[effect.until]}" if effect.until else ""
        problems.append(
            Problem(where, f"{effect.name} is from {EDITIONS[effect.edition]}{until}, not in edition {edition!r}")
        )
    if count > effect.limit:
        problems.append(Problem(where, f"{effect.name} can be named at most {effect.limit} times, not {count}", count))
    own = effect.shared or player.faction in (None, effect.faction) or may_have_of_others(player.faction)
    if effect.faction and not own:
        problems.append(
            Problem(where, f"{effect.name} belongs to {effect.faction!r}; {player.name} plays {player.faction!r}")
        )
    if effect.role not in (None, OTHER if index else ACTIVE):
        who = "the active player (the first)" if effect.role == ACTIVE else "a player other than the active one"
        problems.append(Problem(where, f"{effect.name} can be used by {who} only; {player.name} is not"))


def _why_no(side: Side, unit_type: str, edition: str) -> str:
    """Say why a player has no unit of a type."""
    name, player = UNIT_TYPES[unit_type], side.player
    known = printings(unit_type)
    if not any(in_force(edition, unit.edition, unit.until) for unit in known):
        return f"there is no {name} in {EDITIONS[edition]} (edition {edition!r})"
    own = [unit for unit in known if unit.faction in (None, player.faction)]
    if not own and not player.faction:
        return f"a {name} needs its owner's faction: name {player.name}'s faction"
    if any(unit.technology for unit in own):
        return f"{player.name} has no {name} without its unit upgrade technology"
    return f"{player.name} ({player.faction!r}) has no {name} in {EDITIONS[edition]} (edition {edition!r})"


def _check_units(side: Side, edition: str, problems: list[Problem]) -> None:
    player, path = side.player, f"players.{side.index}"
    places = [("space", player.space), ("adjacent", player.adjacent)]
    places += [(f"planets.{planet}", there) for planet, there in player.planets.items()]
    for place, counts in places:
        for unit_type, count in counts.items():
            where = f"{path}.{place}.{unit_type}"
            unit = side.units.get(unit_type)
            if not count:
                continue
            if unit is None:
                problems.append(Problem(where, _why_no(side, unit_type, edition), count))
            elif place == "space" and not (unit.is_ship or unit.is_ground_force or unit.move is not None):
                problems.append(Problem(where, f"a {unit.name} is placed on planets, not in the space area", count))
            elif place.startswith("planets") and not (unit.is_ground_force or "structure" in unit.categories):
                problems.append(Problem(where, f"a {unit.name} cannot be on a planet", count))
    areas = [("", player.space, player.damaged)]
    areas += [(f"{planet}.", player.planets[planet], hurt) for planet, hurt in player.damaged_on.items()]
    for prefix, counts, hurt in areas:
        for unit_type, count in hurt.items():
            where, unit, there = (
                f"{path}.damaged.{prefix}{unit_type}",
                side.units.get(unit_type),
                counts.get(unit_type, 0),
            )
            if count > there:
                problems.append(Problem(where, f"{count} damaged of {there} there; at most {there}", count))
            elif count and unit and not unit.sustain_damage:
                problems.append(Problem(where, f"a {unit.name} has no Sustain Damage, so it cannot be damaged", count))
    for planet, counts in player.stationed.items():
        for unit_type, count in counts.items():
            there = player.planets.get(planet, {}).get(unit_type, 0)
            if count > there:
                where = f"{path}.stationed.{planet}.{unit_type}"
                problems.append(Problem(where, f"{count} stationed of {there} on the planet; at most {there}", count))


def _holdings(player: Player) -> Holdings:
    planets = tuple(
        (planet, force(counts, player.damaged_on.get(planet)))
        for planet, counts in player.planets.items()
        if any(counts.values())
    )
    return Holdings(force(player.space, player.damaged), planets, force(player.adjacent))


def _check_step(scenario: Scenario, sides: tuple[Side, ...], problems: list[Problem]) -> None:
    step = STEPS[scenario.step]
    least, most = step.least_players, step.most_players
    takes = str(least) if least == most else f"{least} to {most}"
    if not step.least_players <= len(sides) <= step.most_players:
        problems.append(
            Problem(
                "players",
                f"{len(sides)} given; {step.title} takes {takes}",
                len(sides),
            )
        )


def prepare(scenario: Scenario, exact: bool = False) -> Game:
    """Return the game that a scenario describes.

    Raises ScenarioError with every fault against the game's own facts: a faction, unit or effect that the edition
    lacks or that is another's, units where they cannot be, more damaged units than there are.
    """
    problems: list[Problem] = []
    written, scenario = scenario, in_fixed_order(scenario)
    sides = tuple(_side(index, player, scenario, problems) for index, player in enumerate(written.players))
    for side in sides:
        _check_units(side, scenario.edition, problems)
        problems.extend(order_problems(side))
        problems.extend(waiting_problems(side, scenario.step))
    problems.extend(policy_problems(sides, scenario.policy))
    problems.extend(declined_in_vain(sides, scenario.policy, STEPS[scenario.step]))
    _check_step(scenario, sides, problems)
    if scenario.assume.get("limits") != "ignored":
        problems.extend(limit_problems(sides, scenario.system))
    if problems:
        raise ScenarioError(problems)
    start = State(tuple(_holdings(side.player) for side in sides), (), (0,) * len(sides))
    game = Game(scenario, sides, start, exact)
    warn_at_start(game)
    return game
