"""The answer to a scenario: distributions, expectations, and the clauses that led there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from mecatol.domain.clauses import in_place_of
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import Unit, planet_name
from mecatol.game.labels import Rolled
from mecatol.game.model import Game, Side
from mecatol.game.stages import Positions
from mecatol.game.state import Force, Holdings, State
from mecatol.probability.dice import Number, add_mass, total
from mecatol.probability.limits import check_time, watched
from mecatol.scenario.conditions import CONDITION_MOMENTS, counted
from mecatol.scenario.model import Scenario
from mecatol.solution.answers import Answer, Choice, Note, Round
from mecatol.solution.shown import Presentable, with_fractions
from mecatol.version import VERSION


def listed(names: list[str], conjunction: str = "and") -> str:
    """Return names as a sentence lists them: `Red, Blue and Green`."""
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}" if len(names) > 1 else names[0]


class Condition(NamedTuple):
    """Something worth asking of a final position."""

    words: str
    holds: Callable[[State], bool]
    takes: str | None = None
    """What the active player takes where it holds, in words: a planet's name; None where it is about something else."""
    asked: int | None = None
    """Which entry of the scenario's `ask` it is; None for one that nobody asked for."""
    number: int | None = None
    """The number of units, where that entry asks how many there are."""


class Chance(NamedTuple):
    """The chance of something worth asking."""

    condition: str
    """What must hold, in words."""
    probability: Number
    """In 0..1."""
    takes: str | None = None
    """What the active player takes by it, in words (see `Condition`)."""
    asked: int | None = None
    """Which entry of the scenario's `ask` it answers (see `Condition`)."""
    number: int | None = None
    """The number of units, where that entry asks how many there are."""

    def data(self) -> dict[str, Any]:
        """Return it as plain data; `takes`, `asked` and `number` where it is about that."""
        found: dict[str, Any] = {"condition": self.condition, "probability": self.probability}
        if self.takes:
            found["takes"] = self.takes
        if self.asked is not None:
            found["asked"] = self.asked
        if self.number is not None:
            found["number"] = self.number
        return found


def _histogram(hits: dict[int, Number]) -> dict[str, Number]:
    return {str(count): hits[count] for count in sorted(hits)}


def _force_data(units: Force) -> tuple[dict[str, int], dict[str, int]]:
    return {s.unit: s.total for s in units}, {s.unit: s.damaged for s in units if s.damaged}


def holdings_data(holdings: Holdings) -> dict[str, Any]:
    """Return a player's units as plain data, in the notation of the scenario."""
    space, damaged = _force_data(holdings.space)
    hurt: dict[str, Any] = dict(damaged)
    planets = {}
    for planet, units in holdings.planets:
        planets[planet], on_planet = _force_data(units)
        if on_planet:
            hurt[planet] = on_planet
    data = {"space": space, "damaged": hurt, "planets": planets}
    if holdings.adjacent:
        data["adjacent"] = _force_data(holdings.adjacent)[0]
    return data


@dataclass(repr=False)
class Solution(Presentable):
    """What `solve` returns. Probabilities are in 0..1; counts of units may be expectations.

    Parts of which a step has nothing to say are empty. A battle has `rolls`, `outcomes` (what is left), `chances` (of
    each thing worth asking), what is lost and gained on average, and, if it is one combat, `winner`. A step that
    decides something has an `answer`. All have a `trace`: what happened, with the clause behind it. `print` shows what
    matters and `table` everything; `to_json` gives it as data; `short`, `link`, `svg` and `png` are for chats. The
    parts have types of their own: `Chance` here, `Rolled` in `mecatol.game.labels`, `Holdings` in `mecatol.game.state`,
    the others in `mecatol.solution.answers`.
    """

    scenario: Scenario
    """The scenario as it was read."""
    hits: dict[str, dict[int, Number]] = field(default_factory=dict)
    """Player's name to the chance of each number of hits, where the step is one ability's roll; else see `rolls`."""
    rolls: list[Rolled] = field(default_factory=list)
    """Each roll that may be made, with the chances of its hits; of a combat, those of its first round."""
    winner: dict[str, Number] = field(default_factory=dict)
    """Player's name, `draw`, or `undecided` if the scenario stops the combat, to the chance of that."""
    outcomes: list[tuple[Number, dict[str, Holdings]]] = field(default_factory=list)
    """(probability, player's name to holdings), most likely first."""
    expected_losses: dict[str, dict[str, Number]] = field(default_factory=dict)
    """Player's name and type of unit to the number lost on average: by how many there are fewer in the end."""
    expected_cost: dict[str, Number] = field(default_factory=dict)
    """Player's name to resources lost on average."""
    expected_gains: dict[str, dict[str, Number]] = field(default_factory=dict)
    """Player's name and type of unit to the number by which there are more in the end, on average: units placed."""
    expected_worth: dict[str, Number] = field(default_factory=dict)
    """Player's name to the resources that those are worth on average."""
    chances: list[Chance] = field(default_factory=list)
    """The chance of each thing worth asking, and of what the scenario asks for."""
    rounds: list[Round] = field(default_factory=list)
    """A combat round by round, where the scenario asks for it (see `mecatol.rules.combat.outcome.round_table`)."""
    answer: Answer | None = None
    choices: list[Choice] = field(default_factory=list)
    """What was chosen for a player who left it to the solver, as with the policy `best`."""
    trace: list[Note] = field(default_factory=list)
    """What happened, in order: `{"clause": "78.5", "text": "Red rolls …"}`."""
    warnings: list[str] = field(default_factory=list)
    """What was ignored or assumed, in sentences."""

    def take_notes(self, game: Game) -> None:
        """Take over what was noted while the game was solved, up to now."""
        self.trace = [{"clause": clause, "text": text} for clause, text in game.journal.trace]
        self.warnings = list(game.journal.warnings)

    def cite_only(self, edition: str) -> None:
        """Let trace and findings cite only clauses that an edition has (see `mecatol.domain.clauses.standing`)."""
        stand = [(in_place_of(row["clause"], edition), row["text"]) for row in self.trace]
        self.trace = [{"clause": clause, "text": text} for clause, text in dict.fromkeys(stand) if clause]
        if self.answer:
            self.answer.cite_only(edition)

    def leave_out_averages(self) -> None:
        """Say nothing of what is lost or gained on average: the step that is solved is no battle."""
        for averages in (self.expected_losses, self.expected_cost, self.expected_gains, self.expected_worth):
            averages.clear()

    def to_json(self) -> dict[str, Any]:
        """Return the solution as data for JSON; Fractions become text such as "4/25"."""
        plain: dict[str, Any] = with_fractions(self._data(), _written)
        return plain

    def _data(self) -> dict[str, Any]:
        """Return the solution as data in which exact chances are still Fractions."""
        data: dict[str, Any] = {
            "version": VERSION,
            "step": self.scenario.step,
            "scenario": self.scenario.data(),
            "hits": {name: _histogram(hits) for name, hits in self.hits.items()},
            "rolls": [roll.data() for roll in self.rolls],
            "outcomes": [_outcome_data(probability, players) for probability, players in self.outcomes],
            "expected_losses": self.expected_losses,
            "expected_cost": self.expected_cost,
            "chances": [chance.data() for chance in self.chances],
            "answer": self.answer.data() if self.answer else None,
            "choices": self.choices,
            "trace": self.trace,
            "warnings": self.warnings,
        }
        if self.winner:
            data["winner"] = self.winner
        if self.rounds:
            data["rounds"] = self.rounds
        if self.expected_gains:
            data |= {"expected_gains": self.expected_gains, "expected_worth": self.expected_worth}
        return data


def _written(number: Fraction) -> str:
    """Return a fraction as text, however many digits it has: Python writes whole numbers of up to 4,300 by itself."""
    return "/".join([str(Decimal(part)) for part in number.as_integer_ratio()[: 1 + (number.denominator > 1)]])


def cost(game: Game, holdings: Holdings, player: int) -> float:
    """Return the resources that a player's units are worth, in the active system and next to it."""
    units = game.sides[player].units
    return sum(units[unit].price * count for unit, count in holdings.counts().items())


def worth(game: Game) -> Callable[[State, int], Number]:
    """Return what `best` maximizes: the resources that a player's units in the system are worth."""
    price = Fraction if game.exact else float
    return lambda state, player: price(cost(game, state.players[player], player))


def hits_by_player(game: Game, final: Positions) -> dict[str, dict[int, Number]]:
    """Return the distribution of hits that each player who rolled has produced, from the tallies of final positions."""
    rollers = {roll.player for roll in game.rolls}
    hits: dict[str, dict[int, Number]] = {}
    for state, probability in watched(final.items()):
        for side in game.sides:
            if side.name not in rollers:
                continue
            row = hits.setdefault(side.name, {})
            count = state.tally[side.index]
            row[count] = row.get(count, 0) + probability
    return hits


def _outcome_data(probability: Number, players: Mapping[str, Holdings]) -> dict[str, Any]:
    units = {name: holdings_data(holdings) for name, holdings in players.items()}
    return {"probability": probability, "players": units}


def summarize(
    game: Game,
    final: Positions,
    conditions: Iterable[Condition],
) -> Solution:
    """Return the solution that a distribution of final positions amounts to, with the chance of each condition."""
    check_time()
    ranked = sorted(_by_units(final), key=lambda item: (-item[1], item[0]))
    number = Fraction if game.exact else float
    solution = Solution(
        scenario=game.scenario,
        rolls=list(game.rolls),
    )
    for players, probability in ranked:
        holdings = {side.name: players[side.index] for side in game.sides}
        solution.outcomes.append((probability, holdings))
    for one in (*conditions, *asked(game, final)):
        chance = total(probability for state, probability in final.items() if one.holds(state))
        solution.chances.append(Chance(one.words, number(chance), *one[2:]))
    for side in game.sides:
        check_time()
        _compare(game, side, ranked, solution)
    solution.take_notes(game)
    return solution


def _by_units(final: Positions) -> Iterable[tuple[tuple[Holdings, ...], Number]]:
    """Return what everybody has left in the end, with the chances, each but once."""
    if len({state[1:] for state in final}) == 1:  # then no two positions have the same units
        return [(state.players, probability) for state, probability in final.items() if probability]
    outcomes: dict[tuple[Holdings, ...], Number] = {}
    for state, probability in final.items():
        if probability:
            outcomes[state.players] = outcomes.get(state.players, 0) + probability
    return outcomes.items()


def _compare(
    game: Game, side: Side, outcomes: Iterable[tuple[tuple[Holdings, ...], Number]], solution: Solution
) -> None:
    """Enter what a player has lost and gained in the end, by type of unit: one that comes makes up for another."""
    before = game.start.players[side.index].counts()
    left: dict[Holdings, Number] = {}
    for players, probability in outcomes:
        add_mass(left, players[side.index], probability)
    fewer: dict[str, Number] = {}
    more: dict[str, Number] = {}
    for holdings, probability in left.items():
        after = holdings.counts()
        for unit, count in before.items():
            if off := count - after.pop(unit, 0):
                row = fewer if off > 0 else more
                row[unit] = row.get(unit, 0) + probability * abs(off)
        for unit, count in after.items():
            if count:
                more[unit] = more.get(unit, 0) + probability * count
    if before:
        solution.expected_losses[side.name] = {unit: fewer[unit] for unit in before if unit in fewer}
        solution.expected_cost[side.name] = _price(game, side, fewer)
    if more:
        solution.expected_gains[side.name] = {unit: more[unit] for unit in side.units if unit in more}
        solution.expected_worth[side.name] = _price(game, side, more)


def _price(game: Game, side: Side, units: Mapping[str, Number]) -> Number:
    """Return the resources that units are worth, numbers by type."""
    number = Fraction if game.exact else float
    return sum((number(side.units[unit].price) * count for unit, count in units.items()), number(0))


def answered(game: Game, answer: Answer) -> Solution:
    """Return the solution of a step that ends no battle: its answer, and what was noted on the way."""
    solution = Solution(scenario=game.scenario, answer=answer)
    solution.take_notes(game)
    return solution


def _counted(side: Side, what: str, holdings: Holdings, where: str | None) -> int:
    """Return how many units of a type or group a player has in one place, or anywhere: retreated ships are not lost."""
    places = [where] if where else [SPACE, ADJACENT, *(planet for planet, _ in holdings.planets)]
    if what == "damaged":
        return sum(s.damaged for place in places for s in holdings.at(place))
    wanted: Callable[[Unit], bool] = {
        "ships": lambda unit: unit.is_ship,
        "ground-forces": lambda unit: unit.is_ground_force,
        "units": lambda unit: True,
    }.get(what, lambda unit: unit.type == what)
    return sum(s.total for place in places for s in holdings.at(place) if wanted(side.units[s.unit]))


def asked(game: Game, final: Iterable[State], moment: str | None = None) -> list[Condition]:
    """Return the conditions that the scenario asks for at a moment, a key of CONDITION_MOMENTS, or at the end.

    An entry without bounds asks how many units there are: it gives a condition for each number in `final`.
    """
    conditions: list[Condition] = []
    for index, entry in enumerate(game.scenario.ask):
        if entry.get("when") != moment:
            continue
        count = _counting(game, entry)
        counts = {state: count(state) for state in final}
        least, most = entry["least"], entry.get("most")
        if least or most is not None:
            conditions.append(_condition(index, entry, counts, least, most))
            continue
        conditions += [
            _condition(index, entry, counts, number, number)._replace(number=number)
            for number in sorted({*counts.values()}, reverse=True)
        ]
    return conditions


def _counting(game: Game, entry: Mapping[str, Any]) -> Callable[[State], int]:
    """Return the function that counts the units of which an entry of `ask` speaks."""
    side = next(side for side in game.sides if side.name == entry["player"])
    what, where = entry["of"], entry.get("where")
    return lambda state: _counted(side, what, state.players[side.index], where)


def _condition(
    index: int, entry: Mapping[str, Any], counts: Mapping[State, int], least: int, most: int | None
) -> Condition:
    """Return the condition that the number of those units is between two bounds; `counts` has it for each state."""
    where, moment = entry.get("where"), entry.get("when")
    amount = f"exactly {least}" if least == most else f"at least {least}" if most is None else f"at most {most}"
    if most is not None and least not in (0, most):
        amount = f"{least} to {most}"
    place = "" if where is None else " in space" if where == SPACE else f" on {planet_name(where)}"
    when = CONDITION_MOMENTS[moment] if moment else "left"
    words = f"{entry['player']} has {amount} {counted(entry['of'], least, most)}{place} {when}"

    def holds(state: State) -> bool:
        return counts[state] >= least and (most is None or counts[state] <= most)

    return Condition(words, holds, asked=index)


def no_ships(game: Game) -> list[Condition]:
    """Return, for each player with ships in the system at the start, the condition that none of them is left.

    Those that have retreated are left.
    """

    def next_door(state: State, side: Side) -> int:
        there = state.players[side.index].adjacent
        return sum([healthy + damaged for unit, healthy, damaged in there if unit in side.ships]) if there else 0

    def gone(side: Side) -> Callable[[State], bool]:
        before = next_door(game.start, side)
        return lambda state: not side.has_ships(state) and next_door(state, side) == before

    return [
        Condition(f"{side.name} has no ships left", gone(side)) for side in game.sides if side.has_ships(game.start)
    ]


def no_ground_forces(game: Game, player: int, planets: Iterable[str]) -> list[Condition]:
    """Return, for each of the planets, the condition that the player has no ground forces left there."""
    side = game.sides[player]

    def gone(planet: str) -> Callable[[State], bool]:
        return lambda state: not any(side.units[s.unit].is_ground_force for s in state.at(player, planet))

    return [
        Condition(f"{side.name} has no ground forces left on {planet_name(planet)}", gone(planet)) for planet in planets
    ]
