"""What an effect in a data file may do: acts by name, each with its settings and the window in which it acts.

Other behavior takes a Python file, where an effect lists windows itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mecatol.components.acts import (
    ONE_MORE_DIE,
    Cancel,
    CombatPlus,
    Forbid,
    OneMoreWith,
    Plus,
    PlusFor,
    PlusFrom,
    RepairAll,
    non_fighters_first,
    repair_all,
    reroll_ability,
    reroll_misses,
    strip_shields,
)
from mecatol.domain.units import ABILITIES, UNIT_TYPES
from mecatol.effects.model import COMBAT, Moment, Window
from mecatol.errors import unknown
from mecatol.game.state import stack
from mecatol.game.windows import FleetPool
from mecatol.hits.windows import BeforeHits, Hits, RepairInCombat, SustainCancels
from mecatol.movement.windows import Moving
from mecatol.probability.dice import Dice
from mecatol.production.windows import UnitPrice
from mecatol.rolls.windows import BeforeRoll, BeforeUse, GatherDice, ReadResults
from mecatol.voting.windows import AdditionalVotes

type Settings = Mapping[str, Any]

_WORDS = {int: "a whole number", str: "text", list: "a list of texts"}
_NAMES = {
    "unit": ("type of unit", UNIT_TYPES),
    "units": ("type of unit", UNIT_TYPES),
    "ability": ("ability", (*ABILITIES, COMBAT)),
}
"""Settings that name something: what it is, and the names that there are."""


class Act(NamedTuple):
    """One act by name."""

    says: str
    """What it does, in a sentence for the list of acts."""
    needs: Mapping[str, type]
    """The settings that it must have, by name."""
    may: Mapping[str, type]
    """The settings that it may have."""
    window: Callable[[Settings], Window]

    def named(self, name: str) -> str:
        """Return its name with its settings: `combat-plus (plus; optional: unit)`."""
        parts = [*([", ".join(self.needs)] if self.needs else []), *(f"optional: {setting}" for setting in self.may)]
        return f"{name} ({'; '.join(parts)})" if parts else name


class _ExtraHits:
    """Add hits to a roll that produced at least one."""

    def __init__(self, hits: int, ability: str) -> None:
        self.hits, self.ability = hits, ability

    def __call__(self, moment: Moment, owner: int, hits: Hits) -> Hits:
        """Return the hits with the further ones."""
        wanted = moment.ability == self.ability and hits.number
        return hits._replace(number=hits.number + self.hits) if wanted else hits


class _Gains:
    """Give units of some types without an ability that ability's dice."""

    def __init__(self, ability: str, types: tuple[str, ...], value: int, dice: int) -> None:
        self.ability, self.types, self.value, self.dice = ability, types, value, dice

    def __call__(self, moment: Moment, owner: int) -> tuple[Dice, ...]:
        """Return the dice of the owner's units that gain the ability."""
        if moment.ability != self.ability or moment.player != owner:
            return ()
        units = moment.game.sides[owner].units
        there = moment.state.players[owner].space
        return tuple([
            Dice(name, count, count * self.dice, self.value)
            for name in self.types
            if (count := stack(there, name).total) and not units[name].has(self.ability)
        ])  # fmt: skip


class _MoreDice:
    """Let each unit of a type roll further dice, as many as there are copies of the effect."""

    def __init__(self, unit_type: str, dice: int, slug: str) -> None:
        self.unit_type, self.dice, self.slug = unit_type, dice, slug

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the further ones."""
        more = self.dice * moment.game.sides[owner].effects.get(self.slug, 1)
        return tuple([d._replace(dice=d.dice + more * d.units) if d.unit == self.unit_type else d for d in dice])


ACTS: dict[str, Act] = {
    "combat-plus": Act(
        "Adds `plus` to the combat rolls of its owner's units, or of those of one type (`unit`).",
        {"plus": int},
        {"unit": str},
        lambda s: ReadResults(PlusFor(s["plus"], s["unit"]) if "unit" in s else CombatPlus(s["plus"])),
    ),
    "ability-plus": Act(
        "Adds `plus` to each die that is rolled for one unit ability.",
        {"plus": int, "ability": str},
        {},
        lambda s: ReadResults(PlusFrom(s["plus"], s["ability"])),
    ),
    "every-plus": Act(
        "Adds `plus` to each die in the steps in which the effect acts.",
        {"plus": int},
        {},
        lambda s: ReadResults(Plus(s["plus"])),
    ),
    "one-more-die": Act("One of its owner's units rolls one more die.", {}, {}, lambda s: ONE_MORE_DIE),
    "more-dice": Act(
        "Each of its owner's units of one type rolls `dice` more for each copy of the effect.",
        {"unit": str, "dice": int},
        {},
        lambda s: BeforeRoll(_MoreDice(s["unit"], s["dice"], s["slug"])),
    ),
    "reroll-combat": Act("Rerolls combat dice that missed.", {}, {}, lambda s: ReadResults(reroll_misses)),
    "reroll-ability": Act("Rerolls dice of unit abilities that missed.", {}, {}, lambda s: ReadResults(reroll_ability)),
    "gain-ability": Act(
        "Its owner's ships of some types that lack an ability roll `dice` for it, one unless named, at `value`.",
        {"ability": str, "units": list, "value": int},
        {"dice": int},
        lambda s: GatherDice(_Gains(s["ability"], tuple(s["units"]), s["value"], s.get("dice", 1))),
    ),
    "forbid": Act(
        "Units cannot use one ability, or only those of one type (`unit`) cannot.",
        {"ability": str},
        {"unit": str},
        lambda s: BeforeUse(Forbid(s["ability"], s.get("unit"))),
    ),
    "take-shields": Act(
        "Other players' units lose Planetary Shield while its owner has a unit of one type there.",
        {"unit": str},
        {},
        lambda s: strip_shields(s["unit"]),
    ),
    "cancel-hits": Act("Cancels up to `hits` hits.", {"hits": int}, {}, lambda s: BeforeHits(Cancel(s["hits"]))),
    "extra-hits": Act(
        "A roll for one ability that produces any hit produces `hits` more.",
        {"ability": str, "hits": int},
        {},
        lambda s: BeforeHits(_ExtraHits(s["hits"], s["ability"])),
    ),
    "hits-spare-fighters": Act(
        "Hits go to ships other than fighters while there are any.", {}, {}, lambda s: BeforeHits(non_fighters_first)
    ),
    "sustain-cancels": Act(
        "Each use of Sustain Damage cancels `hits` hits.", {"hits": int}, {}, lambda s: SustainCancels(s["hits"])
    ),
    "repair-each-round": Act(
        "Repairs its owner's damaged units, or those of one type (`unit`), before each round of a combat.",
        {},
        {"unit": str},
        lambda s: RepairInCombat(RepairAll(s["unit"]) if "unit" in s else repair_all, spares=False, while_fought=True),
    ),
    "one-more-unit": Act(
        "Each cost paid for units of one type produces one more of them.",
        {"unit": str},
        {},
        lambda s: UnitPrice(OneMoreWith(s["unit"])),
    ),
    "fleet-pool": Act(
        "Its owner may have `ships` more ships in a system.", {"ships": int}, {}, lambda s: FleetPool(s["ships"])
    ),
    "move": Act("Adds `plus` to the move value of each ship.", {"plus": int}, {}, lambda s: Moving(each=s["plus"])),
    "more-votes": Act(
        "Whenever its owner casts votes, `votes` more.",
        {"votes": int},
        {},
        lambda s: AdditionalVotes(_Votes(s["votes"])),
    ),
}
"""Every act that a data file may name."""


class _Votes:
    """A number of further votes."""

    def __init__(self, votes: int) -> None:
        self.votes = votes

    def __call__(self, game: object, owner: int) -> int:
        """Return how many."""
        return self.votes


def faults(raw: Any) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with one act of a data file: the setting, the value and what is allowed."""
    if not isinstance(raw, Mapping):
        yield "", "is not an act with its settings, such as {act: combat-plus, plus: 1}"
        return
    name = raw.get("act")
    if not isinstance(name, str) or name not in ACTS:
        yield "act", unknown("act", name, "act", ACTS).message
        return
    act = ACTS[name]
    allowed = {**act.needs, **act.may}
    for setting in act.needs.keys() - raw.keys():
        yield setting, f"is missing: {name} needs it, {_WORDS[act.needs[setting]]}"
    for setting in raw.keys() - {"act"}:
        if setting not in allowed:
            yield str(setting), unknown("", setting, f"setting of {name}", allowed).message
            continue
        value, kind = raw[setting], allowed[setting]
        if not isinstance(value, kind) or isinstance(value, bool):
            yield setting, f"{value!r} is not {_WORDS[kind]}"
        elif setting in _NAMES:
            what, names = _NAMES[setting]
            for one in value if isinstance(value, list) else [value]:
                if one not in names:
                    yield setting, unknown("", one, what, names).message


def window(raw: Mapping[str, Any], slug: str) -> Window:
    """Return the window in which an act of an effect acts; `faults` must have found none."""
    return ACTS[raw["act"]].window({**raw, "slug": slug})
