"""What an effect in a data file may do: acts by name, each with its settings and the window in which it acts.

Other behavior takes a Python file, where an effect lists windows itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from mecatol.cards.acts import (
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
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    COMBAT_STEPS,
    DEPLOY_STEP,
    GROUND_COMBAT,
    HIT_STEPS,
    MOVEMENT_STEP,
    PLANETARY_SHIELD_STEP,
    PRODUCTION_STEP,
    ROLL_STEPS,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)
from mecatol.domain.units import (
    ABILITIES,
    ANTI_FIGHTER_BARRAGE,
    BOMBARDMENT,
    DEPLOY,
    PLANETARY_SHIELD,
    PRODUCTION,
    SPACE_CANNON,
    SUSTAIN_DAMAGE,
    UNIT_TYPES,
)
from mecatol.effects.model import ANYONE, COMBAT, TARGET, USER, Window
from mecatol.errors import shown, unknown, with_article
from mecatol.game.moment import Moment
from mecatol.game.state import stack
from mecatol.game.windows import FleetPool
from mecatol.probability.dice import Dice
from mecatol.rules.hits.windows import BeforeHits, Hits, RepairInCombat, SustainCancels
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import UnitPrice
from mecatol.rules.rolls.windows import BeforeRoll, BeforeUse, GatherDice, ReadResults
from mecatol.rules.voting.windows import AdditionalVotes
from mecatol.scenario.step import STEPS

type Settings = Mapping[str, Any]


class Setting(NamedTuple):
    """What one setting of an act may hold."""

    kind: type
    """int, str or list: a list of texts."""
    least: int = 1
    most: int = 1
    """Of a number: the bounds. 0 is never allowed: an act that changes nothing is a slip."""
    what: str = ""
    """Of a text: what it names."""
    names: Mapping[str, str] = MappingProxyType({})
    """Of a text: the names that there are."""

    @property
    def says(self) -> str:
        """Say what it may hold."""
        if self.kind is int:
            return f"a whole number from {self.least} to {self.most}{' other than 0' if self.least < 0 else ''}"
        words = f"the name of {with_article(self.what)}"
        return f"a list, each {words}" if self.kind is list else words

    @property
    def samples(self) -> list[Any]:
        """Values that it may hold: its largest number, or each of its names."""
        if self.kind is int:
            return [self.most]
        return [[name] if self.kind is list else name for name in self.names]

    def faults(self, value: Any) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, self.kind) or isinstance(value, bool):
            yield f"{shown(value)} is not {self.says}"
        elif isinstance(value, int):
            if not self.least <= value <= self.most or value == 0:
                yield f"{shown(value)} is not {self.says}"
        elif value == []:
            yield f"is empty: {self.says}"
        else:
            for one in value if isinstance(value, list) else [value]:
                if not isinstance(one, str) or one not in self.names:
                    yield unknown("", one, self.what, self.names).message


SETTINGS = {
    "plus": Setting(int, -9, 9),
    "dice": Setting(int, 1, 9),
    "hits": Setting(int, 1, 20),
    "ships": Setting(int, 1, 20),
    "votes": Setting(int, 1, 99),
    "value": Setting(int, 1, 10),
    "unit": Setting(str, what="type of unit", names=UNIT_TYPES),
    "units": Setting(list, what="type of unit", names=UNIT_TYPES),
    "ability": Setting(str, what="ability", names=MappingProxyType({**ABILITIES, COMBAT: "Combat"})),
}
"""Every setting of an act, by name."""

_FORBIDDEN = MappingProxyType(
    {
        ANTI_FIGHTER_BARRAGE: (ANTI_FIGHTER_BARRAGE_STEP,),
        BOMBARDMENT: (BOMBARDMENT_STEP,),
        DEPLOY: (DEPLOY_STEP,),
        PLANETARY_SHIELD: (BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP),
        PRODUCTION: (PRODUCTION_STEP,),
        SPACE_CANNON: (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
        SUSTAIN_DAMAGE: HIT_STEPS,
    }
)
"""The steps in which units use an ability that can be forbidden."""
_ROLLED = {
    ANTI_FIGHTER_BARRAGE: (ANTI_FIGHTER_BARRAGE_STEP,),
    BOMBARDMENT: (BOMBARDMENT_STEP,),
    COMBAT: COMBAT_STEPS,
    SPACE_CANNON: (SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
}
"""The steps in which dice are rolled for an ability."""


class Act(NamedTuple):
    """One act by name. The checks, the guide and the refusals are made of what stands here."""

    says: str
    """What it does, in a sentence for the list of acts."""
    needs: tuple[str, ...]
    """The settings that it must have, by name."""
    may: tuple[str, ...]
    """The settings that it may have."""
    of: tuple[str, ...]
    """On whose units it can act, of USER, TARGET and ANYONE."""
    window: Callable[[Settings], Window]
    where: Callable[[Settings], tuple[str, ...]] | None = None
    """The steps in which it can act; None for those in which its window is opened."""
    asks: bool = False
    """Whether the card has to say on whose units it acts; else the first of `of` holds."""

    def steps(self, settings: Settings) -> tuple[str, ...]:
        """Return the steps in which it can act with these settings, which have no fault."""
        opened = self.window({**settings, "slug": ""}).steps
        there = opened if self.where is None else self.where(settings)
        return tuple([step for step in there if step in opened])

    def anywhere(self) -> tuple[str, ...]:
        """Return the steps in which it can act with one setting or another, in their order."""
        first = {name: SETTINGS[name].samples[0] for name in self.needs}
        several = SETTINGS["ability"].samples if "ability" in self.needs else [None]
        found = {step for ability in several for step in self.steps({**first, "ability": ability})}
        return tuple([step for step in STEPS if step in found])

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


def _in_combat(settings: Settings) -> tuple[str, ...]:
    return COMBAT_STEPS


def _in_rolls(settings: Settings) -> tuple[str, ...]:
    """Return the steps in which the dice of the ability are rolled that is named, if any is."""
    return _ROLLED.get(settings["ability"], ())


ACTS: dict[str, Act] = {
    "combat-plus": Act(
        "Adds `plus` to the combat rolls of its owner's units, or of those of one type (`unit`).",
        ("plus",), ("unit",), (USER, TARGET),
        lambda s: ReadResults(PlusFor(s["plus"], s["unit"]) if "unit" in s else CombatPlus(s["plus"])),
        _in_combat,
    ),
    "ability-plus": Act(
        "Adds `plus` to each die that is rolled for one unit ability.",
        ("plus", "ability"), (), (USER, TARGET),
        lambda s: ReadResults(PlusFrom(s["plus"], s["ability"])),
        _in_rolls,
    ),
    "every-plus": Act(
        "Adds `plus` to each die in the steps in which the effect acts.",
        ("plus",), (), (USER, TARGET),
        lambda s: ReadResults(Plus(s["plus"])),
    ),
    "one-more-die": Act("One of its owner's units rolls one more die.", (), (), (USER,), lambda s: ONE_MORE_DIE),
    "more-dice": Act(
        "Each of its owner's units of one type rolls `dice` more for each copy of the effect.",
        ("unit", "dice"), (), (USER,),
        lambda s: BeforeRoll(_MoreDice(s["unit"], s["dice"], s["slug"])),
    ),
    "reroll-combat": Act(
        "Rerolls combat dice that missed.", (), (), (USER,), lambda s: ReadResults(reroll_misses), _in_combat
    ),
    "reroll-ability": Act(
        "Rerolls dice of unit abilities that missed.",
        (), (), (USER,),
        lambda s: ReadResults(reroll_ability),
        lambda s: ROLL_STEPS,
    ),
    "gain-ability": Act(
        "Its owner's ships of some types that lack an ability roll `dice` for it, one unless named, at `value`.",
        ("ability", "units", "value"), ("dice",), (USER,),
        lambda s: GatherDice(_Gains(s["ability"], tuple(s["units"]), s["value"], s.get("dice", 1))),
        lambda s: () if s["ability"] == COMBAT else _in_rolls(s),
    ),
    "forbid": Act(
        "Units cannot use one ability, or only those of one type (`unit`) cannot: units that act against its owner's "
        "(`of: target`), its owner's own (`of: user`) or everybody's (`of: anyone`).",
        ("ability",), ("unit",), (TARGET, ANYONE, USER),
        lambda s: BeforeUse(Forbid(s["ability"], s.get("unit"))),
        lambda s: _FORBIDDEN.get(s["ability"], ()),
        asks=True,
    ),
    "take-shields": Act(
        "Other players' units lose Planetary Shield while its owner has a unit of one type there.",
        ("unit",), (), (ANYONE,),
        lambda s: strip_shields(s["unit"]),
        lambda s: (BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
    ),
    "cancel-hits": Act(
        "Cancels up to `hits` hits against its owner's units.",
        ("hits",), (), (TARGET,),
        lambda s: BeforeHits(Cancel(s["hits"])),
    ),
    "extra-hits": Act(
        "A roll for one ability that produces any hit produces `hits` more.",
        ("ability", "hits"), (), (USER,),
        lambda s: BeforeHits(_ExtraHits(s["hits"], s["ability"])),
        _in_rolls,
    ),
    "hits-spare-fighters": Act(
        "Hits of its owner's units go to ships other than fighters while there are any.",
        (), (), (USER,),
        lambda s: BeforeHits(non_fighters_first),
        lambda s: (SPACE_CANNON_OFFENSE, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
    ),
    "sustain-cancels": Act(
        "Each use of Sustain Damage by its owner's units cancels `hits` hits.",
        ("hits",), (), (TARGET,),
        lambda s: SustainCancels(s["hits"]),
    ),
    "repair-each-round": Act(
        "Repairs its owner's damaged units, or those of one type (`unit`), before each round of a combat.",
        (), ("unit",), (USER,),
        lambda s: RepairInCombat(RepairAll(s["unit"]) if "unit" in s else repair_all, spares=False, while_fought=True),
        _in_combat,
    ),
    "one-more-unit": Act(
        "Each cost paid for units of one type produces one more of them.",
        ("unit",), (), (USER,),
        lambda s: UnitPrice(OneMoreWith(s["unit"])),
    ),
    "fleet-pool": Act(
        "Its owner may have `ships` more ships in a system.",
        ("ships",), (), (USER,),
        lambda s: FleetPool(s["ships"]),
    ),
    "move": Act(
        "Adds `plus` to the move value of each ship.",
        ("plus",), (), (USER,),
        lambda s: Moving(each=s["plus"]),
        lambda s: (MOVEMENT_STEP,),
    ),
    "more-votes": Act(
        "Whenever its owner casts votes, `votes` more.",
        ("votes",), (), (USER,),
        lambda s: AdditionalVotes(_Votes(s["votes"])),
    ),
}  # fmt: skip
"""Every act that a data file may name."""


class _Votes:
    """A number of further votes."""

    def __init__(self, votes: int) -> None:
        self.votes = votes

    def __call__(self, game: object, owner: int) -> int:
        """Return how many."""
        return self.votes


def faults(component: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the acts of a component of a data file: the field, the value and what is allowed."""
    named = component["acts"]
    wrong = [(f"acts.{index}{setting}", said) for index, act in enumerate(named) for setting, said in _of_act(act)]
    yield from wrong
    if wrong:
        return
    if not (allowed := whose(named)):
        yield "acts", "act on units of different players, which one card cannot; give each a card of its own"
    elif "of" not in component and any(ACTS[act["act"]].asks for act in named):
        yield "of", f"is missing: whose units it acts on: {', '.join(allowed)}"
    elif component.get("of", allowed[0]) not in allowed:
        yield "of", f"{shown(component['of'])} is not on whose units its acts can act: {', '.join(allowed)}"
    steps = component.get("steps")
    if not isinstance(steps, list) or not all(isinstance(step, str) and step in STEPS for step in steps):
        return  # which the check of all records says
    listed = {*steps}
    acting = [ACTS[act["act"]].steps(act) for act in named]
    for index, there in enumerate(acting):
        if not listed.intersection(there):
            where = f"; it acts in {', '.join(there)}" if there else ", nor anywhere else"
            yield (
                f"acts.{index}",
                f"{named[index]['act']} never acts in {', '.join(sorted(listed)) or 'no step'}{where}",
            )
    for step in sorted(listed.difference(*acting)) if all(listed.intersection(there) for there in acting) else ():
        yield "steps", f"none of its acts ever acts in {shown(step)}"


def whose(named: list[Settings]) -> list[str]:
    """Return on whose units all of some acts can act, first what holds where nothing is said; they have no fault."""
    first, *others = [ACTS[act["act"]].of for act in named]
    found = list(first)
    for further in others:
        found = [of for of in found if of in further]
    return found


def _of_act(raw: Any) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with one act by itself."""
    if not isinstance(raw, Mapping):
        yield "", "is not an act with its settings, such as {act: combat-plus, plus: 1}"
        return
    name = raw.get("act")
    if not isinstance(name, str) or name not in ACTS:
        yield ".act", unknown("act", name, "act", ACTS).message
        return
    act = ACTS[name]
    allowed = (*act.needs, *act.may)
    for setting in act.needs:
        if setting not in raw:
            yield f".{setting}", f"is missing: {name} needs it, {SETTINGS[setting].says}"
    for setting, value in raw.items():
        if setting not in allowed and setting != "act":
            yield f".{shown(setting)[1:-1]}", unknown("", setting, f"setting of {name}", allowed).message
        elif setting != "act":
            yield from ((f".{setting}", said) for said in SETTINGS[setting].faults(value))


def window(raw: Mapping[str, Any], slug: str) -> Window:
    """Return the window in which an act of an effect acts; `faults` must have found none."""
    return ACTS[raw["act"]].window({**raw, "slug": slug})
