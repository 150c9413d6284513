"""What a player chooses: the named policies, and every choice with all that is said of it, declared once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from mecatol.domain.names import Name
from mecatol.domain.steps import (
    ACTIVE,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    HIT_STEPS,
    INVASION,
    MOVEMENT_STEP,
    PRODUCTION_STEP,
    ROLL_STEPS,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.domain.units import ABILITIES, BOMBARDMENT, SPACE_CANNON, UNIT_TYPES
from mecatol.effects.model import EFFECTS, RESULTS
from mecatol.effects.named import effects, technologies
from mecatol.scenario.counts import MOST_UNITS, PLANET, PLANETS, UNIT, UNITS
from mecatol.scenario.fields import Count, Either, Field, ListOf, MapOf, OneOf, Record, Tagged, Text, ValueKind
from mecatol.scenario.production import BUILD_POLICIES, DEFAULT_BUILD, DEFAULT_PAY, PAY_POLICIES

SUSTAIN = "sustain"
"""In a list of types: here all that can sustain does so, before any type after it is lost."""
BEST = "best"
"""In place of a round: the one that is best for the card's owner."""

ASSIGN_POLICIES = {
    "cheapest-first": "The cheapest unit takes the hit, sustaining if it can. On the ground, and for ships that "
    "Direct Hit cannot destroy, sustaining comes first.",
    "sustain-first": "Everything that can sustain does so before anything is destroyed.",
    "best": "Searches every choice and keeps the best: in a combat the one that wins most often, elsewhere the one "
    "that loses the fewest resources on average. If both search in a combat, neither would win more often by "
    "choosing differently.",
}
ASSIGN_WORDS = {slug: slug.replace("-", " ") for slug in ASSIGN_POLICIES}
"""The same as one says them."""
DEFAULT_ASSIGN = "sustain-first"
"""The order of losses where nothing is said: the one place where it stands.

It is what players do, and it gives its owner most: of 228 sides of 60 battles as they are played, measured by
`tests/benchmarks/losses.py`, sustaining first gave 60 a better chance of winning than `cheapest-first`, 8 a worse one,
160 the same, and 1.35 points on average. All of the 8 faced Direct Hit, which `cheapest-first` keeps ships safe from.
"""
DEFAULT_ASSIGN_WORDS = ASSIGN_WORDS[DEFAULT_ASSIGN]
"""The same as one says it."""
BOMBARD_POLICIES = {
    "first-planet": "All units bombard the first planet, in alphabetical order, that they can bombard and that has "
    "ground forces to lose.",
    "best": "Searches every assignment of units to planets and keeps the one that does most for the aim.",
}
AIMS = {
    "ground-forces": "Destroy as many ground forces as possible on average.",
    "clear-all": "The greatest chance that no planet that can be bombarded has a defender's ground force left.",
}
DEFAULT_AIM = "ground-forces"
CLEAR = "clear"
"""The aim `clear:<planet>`: the greatest chance that no defender's ground force is left on that planet."""

_lost = OneOf("type of unit, nor `sustain`", lambda: (*UNIT_TYPES, "sustain"))
_shots = MapOf(PLANET, Either((MapOf(Text(), Count(0, MOST_UNITS)), Count(0, MOST_UNITS))), most=8)


def _declinable() -> dict[str, object]:
    return {**ABILITIES, **technologies(), **EFFECTS}


_TIME = Record(
    "time to play a card",
    {
        "from_round": Field(Count(1, 20), "The first round of a combat in which it can be played.", 1),
        "when": Field(
            Record("result", {name: Field(Count(1, 60), text) for name, text in RESULTS.items()}, sparse=True),
            "The dice results that it is played on (all of the ones given); any result by default.",
        ),
    },
    sparse=True,
)


class ChoiceWords(NamedTuple):
    """How a form offers a choice between names."""

    label: str
    meaning: str
    options: Mapping[str, str]
    """Each name with what it means."""
    default: str = ""
    """What holds where nothing is chosen; "" for the default of the choice."""
    tag: str = ""
    """The tag of a further option that goes with a planet, such as `clear` for `clear:abaddon`; "" for none."""


class NamedThing(Name):
    """What a choice names that has to be there for it to change anything."""

    NOTHING = "nothing"
    OWN_UNITS = "types of the player's own units"
    UNITS_OF_OTHERS = "types of units of other players"
    CARDS = "cards of the player's, each with something"
    UNUSED = "unit abilities and effects that are not used"
    UNUSED_ON_PLANETS = "the same by planet"
    ROLLING_UNITS = "types of units that roll for an ability, with their numbers"
    LANDING_UNIT = "the type of a ground force in space, under `unit`"


class ChoiceField(NamedTuple):
    """All that is said of one choice of a policy: reader, schema, form and what was ignored are made of it."""

    kind: ValueKind
    meaning: str
    """What it says, in a sentence: shown by editors and in the published schema."""
    about: str = ""
    """What it is about, as a sentence says it; anywhere else it is ignored, and the answer says so."""
    steps: tuple[str, ...] = ()
    """The steps in which it counts, alone or as parts of others; none: in all."""
    role: str | None = None
    """ACTIVE where only the first player makes it."""
    words: ChoiceWords | None = None
    """How a form offers it; None where no form lists it among its policies."""
    needs: str = ""
    """The unit ability that somebody must be able to use for it to count."""
    only_with: tuple[str, str] | None = None
    """Another choice and the value that it must have for this one to count."""
    names: NamedThing = NamedThing.NOTHING
    empty_says_nothing: bool = False
    """Whether an empty one is the same as none."""
    part: str = ""
    """What players call it, where its own name does not say it: a fix may leave it out."""


def choice(kind: ValueKind, meaning: str, *, default: Any = None, called: str = "", **more: Any) -> Any:
    """Return a field of Policy with all that is said of it: the fields of ChoiceField.

    `called` is what a scenario calls it, where Python cannot have that name.
    """
    said = {"choice": ChoiceField(kind, meaning, **more), "called": called}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=said)
    return field(default=default, metadata=said)


type Landing = Mapping[str, Mapping[str, int]]
"""How many units of each type, by planet."""


@dataclass(frozen=True, kw_only=True)
class Retreating:
    """When a player announces a retreat (78.4), and what goes along (78.7.b)."""

    from_round: int = 1
    """From this round on; 1 is the first."""
    ships_at_most: int | None = None
    """Only while there are at most this many ships other than fighters; None: however many."""
    takes: Landing = field(default_factory=dict)
    """The ground forces that go along from planets."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The choices of one player: the player's own, the scenario's where there is none, the default where neither says.

    A new choice is declared here and read where the solver uses it, as `side.policy.assign`; nothing else knows it.
    None is a default where saying nothing differs from any choice.
    """

    assign: str | Sequence[str] = choice(
        Either((OneOf("policy", lambda: ASSIGN_POLICIES), ListOf(_lost, least=1))),
        "Who takes hits: a named policy, or types of units in the order in which they are lost; `sustain` among "
        "them means that everything that can sustain does so.",
        default=DEFAULT_ASSIGN,
        about="hits",
        steps=HIT_STEPS,
        words=ChoiceWords(
            "Who takes hits", "How players choose which of their units sustain and which are lost.", ASSIGN_POLICIES
        ),
        part="order of losses",
    )
    capacity: Sequence[str] = choice(
        ListOf(UNIT),
        "Which units in excess of capacity are removed first.",
        default=(),
        about="units in excess of capacity",
        steps=(*HIT_STEPS, MOVEMENT_STEP, PRODUCTION_STEP),
    )
    target: str | None = choice(
        Text(),
        "The player whom the active player's Space Cannon Offense targets.",
        about="the target of Space Cannon Offense",
        steps=(SPACE_CANNON_OFFENSE,),
        role=ACTIVE,
        needs=SPACE_CANNON,
        part="choice of whom Space Cannon shoots at",
    )
    decline: Sequence[str] = choice(
        ListOf(OneOf("unit ability or effect", _declinable)),
        "Unit abilities and effects that the player chooses not to use.",
        default=(),
        names=NamedThing.UNUSED,
        part="abilities that are not used",
    )
    decline_on: Mapping[str, Sequence[str]] = choice(
        MapOf(PLANET, ListOf(OneOf("unit ability or effect", _declinable), least=1), most=8),
        "What the player chooses not to use on one planet: `space-cannon`, which then leaves out Space Cannon "
        "Defense there, and effects.",
        default={},
        about="what is used on planets",
        steps=(BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, GROUND_COMBAT),
        names=NamedThing.UNUSED_ON_PLANETS,
        empty_says_nothing=True,
        part="abilities that are not used on one planet",
    )
    order: str | Sequence[str] | None = choice(
        Either((OneOf("order, nor a list of effects", lambda: {BEST: ""}), ListOf(OneOf("effect", lambda: EFFECTS)))),
        "Which of the player's effects act first when several could act at once; those not listed follow in "
        "alphabetical order, however the scenario is written. `best` tries every order and keeps the one that "
        "wins most often.",
        part="order of abilities",
    )
    pay: str = choice(
        OneOf("way to pay", lambda: PAY_POLICIES),
        "What matters most when resources are spent.",
        default=DEFAULT_PAY,
        about="paying for production",
        steps=(PRODUCTION_STEP,),
        role=ACTIVE,
        words=ChoiceWords(
            "How to pay", "What matters most when planets are exhausted and trade goods spent.", PAY_POLICIES
        ),
        part="way to pay",
    )
    build: str = choice(
        OneOf("aim of a build", lambda: BUILD_POLICIES),
        "What the best build aims for.",
        default=DEFAULT_BUILD,
        about="the best build",
        steps=(PRODUCTION_STEP,),
        role=ACTIVE,
        words=ChoiceWords(
            "What the best build aims for",
            "Of all builds that can be paid for and kept, the answer shows the one that does most, and the one that "
            "does most at each lower cost.",
            BUILD_POLICIES,
        ),
        part="aim of the best build",
    )
    direct_hit: Sequence[str] | None = choice(
        ListOf(UNIT),
        "The types of ships on which the player plays Direct Hit; on any that sustains by default.",
        about="hits on ships",
        steps=HIT_STEPS,
        names=NamedThing.UNITS_OF_OTHERS,
        part="choice of what Direct Hit is played on",
    )
    play: Mapping[str, int | str | Mapping[str, Any]] = choice(
        MapOf(
            OneOf("effect", lambda: {**technologies(), **effects()}),
            Either((_TIME, Count(1, 20), OneOf("round from 1 to 20", lambda: {BEST: ""}))),
        ),
        "When a card that can be held back is played, by effect; by default, at the first chance. A number is "
        "the first round of a combat in which it can be played; `{when: {hits: 2}}` waits for a result of the "
        "dice. `best` tries rounds 1 to 6 and the results that can be waited for, and keeps what wins most often.",
        default={},
        names=NamedThing.CARDS,
        empty_says_nothing=True,
        part="rounds in which cards are played",
    )
    risk: Sequence[str] | None = choice(
        ListOf(UNIT),
        "The types of units whose missed dice The Crown of Thalnos rerolls, at the risk of losing the unit; by "
        "default none, the cheapest type or all, whichever is best for the player.",
        about="combat rolls",
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        names=NamedThing.OWN_UNITS,
        part="choice of what is rerolled at a risk",
    )
    cavalry: str | None = choice(
        UNIT,
        "The type of the ship to which The Cavalry gives other values; the weakest by default.",
        about="space combat",
        steps=(*ROLL_STEPS, SPACE_COMBAT),
        called="raise",
        part="choice of which ship gets other values",
    )
    maneuver: str | None = choice(
        UNIT,
        "The type of the ship whose rolls Gravleash Maneuvers raises while there is one; by default, and after "
        "that, the one that gains the most hits, of several the most expensive.",
        about="space combat",
        steps=(SPACE_COMBAT,),
        part="choice of the ship that maneuvers",
    )
    crash: Mapping[str, str] = choice(
        Record(
            "crash landing",
            {
                "planet": Field(PLANET, "The planet; by default one without units of other players, if there is one."),
                "unit": Field(UNIT, "The type of ground force that lands; the most expensive by default."),
            },
            sparse=True,
        ),
        "Which of the player's ground forces Crash Landing brings to which planet.",
        default={},
        about="the loss of ships",
        steps=(SPACE_CANNON_OFFENSE, SPACE_COMBAT),
        names=NamedThing.LANDING_UNIT,
        part="choice for Crash Landing",
    )
    fire: Mapping[str, int] | None = choice(
        UNITS,
        "Under ruling 49.1 `any`: how many units of each type use the ability.",
        about="units that roll for a unit ability",
        steps=ROLL_STEPS,
        names=NamedThing.ROLLING_UNITS,
        empty_says_nothing=True,
        part="number of units that fire",
    )
    bombard: str | Mapping[str, Any] | None = choice(
        Either((MapOf(UNIT, _shots), OneOf("policy", lambda: BOMBARD_POLICIES))),
        "Which planet each unit bombards: a named policy, or by type of unit how many at which planet (where "
        "several players are on it, by player).",
        about="bombardment",
        steps=(BOMBARDMENT_STEP,),
        role=ACTIVE,
        words=ChoiceWords(
            "Which unit bombards which planet",
            "Each unit's planet is declared before any die is rolled; all its dice go there.",
            BOMBARD_POLICIES,
            "first-planet",
        ),
        needs=BOMBARDMENT,
        empty_says_nothing=True,
        part="plan of bombardment",
    )
    aim: str = choice(
        Either((Tagged(CLEAR, PLANET), OneOf("aim, nor `clear:` and a planet", lambda: AIMS))),
        "What `bombard: best` is for: ground-forces, clear-all or clear:<planet>.",
        default=DEFAULT_AIM,
        about="bombardment",
        steps=(BOMBARDMENT_STEP,),
        role=ACTIVE,
        words=ChoiceWords(
            "What the best bombardment aims for", "What a search of the assignments maximizes.", AIMS, tag=CLEAR
        ),
        needs=BOMBARDMENT,
        only_with=("bombard", BEST),
        part="aim of the bombardment",
    )
    extra_dice: Mapping[str, str] = choice(
        MapOf(OneOf("effect", lambda: {**technologies(), **effects()}), PLANET),
        "At which planet an effect's extra die is rolled, by effect; by default, where it hits most easily.",
        default={},
        about="bombardment",
        steps=(BOMBARDMENT_STEP,),
        role=ACTIVE,
        empty_says_nothing=True,
    )
    retreat: Retreating | None = choice(
        Record(
            "retreat",
            {
                "from_round": Field(Count(1, 20), "The first round in which a retreat is announced.", 1),
                "ships_at_most": Field(
                    Count(0, MOST_UNITS), "Only with at most this many ships other than fighters left."
                ),
                "takes": Field(
                    PLANETS,
                    "Ground forces that join the retreat from the player's planets here, ahead of units in space.",
                ),
            },
            sparse=True,
        ),
        "When the player announces a retreat in space combat; without it, never.",
        about="space combat",
        steps=(SPACE_COMBAT,),
    )
    land: Landing | None = choice(
        PLANETS,
        "Which ground forces in space the active player commits to which planets; all to one by default.",
        about="landing",
        steps=(INVASION, TACTICAL_ACTION),
        role=ACTIVE,
        part="landing plan",
    )

    @property
    def searches(self) -> bool:
        """Whether the best losses are searched for."""
        return self.assign == BEST

    @property
    def ordered(self) -> Sequence[str]:
        """The effects that act first where several could at once, in their order; none where the best is searched."""
        return () if self.order is None or isinstance(self.order, str) else self.order


FIELD_OF = {one.metadata["called"] or one.name: one.name for one in fields(Policy)}
"""What a scenario calls each choice, with the field of Policy."""
CHOICES: dict[str, ChoiceField] = {one.metadata["called"] or one.name: one.metadata["choice"] for one in fields(Policy)}
"""What is said of each choice, by what a scenario calls it."""
POLICY = Record("policy", {key: Field(one.kind, one.meaning) for key, one in CHOICES.items()})
