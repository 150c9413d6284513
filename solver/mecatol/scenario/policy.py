"""What a player chooses: the named policies, and the record of all of them."""

from __future__ import annotations

from typing import NamedTuple

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
from mecatol.domain.units import ABILITIES, UNIT_TYPES
from mecatol.effects.model import EFFECTS, RESULTS
from mecatol.effects.named import effects, technologies
from mecatol.scenario.counts import MOST_UNITS, PLANET, PLANETS, UNIT, UNITS
from mecatol.scenario.fields import Count, Either, Field, ListOf, MapOf, OneOf, Record, Tagged, Text
from mecatol.scenario.production import BUILD_POLICIES, PAY_POLICIES

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

POLICY = Record(
    "policy",
    {
        "assign": Field(
            Either((OneOf("policy", lambda: ASSIGN_POLICIES), ListOf(_lost, least=1))),
            "Who takes hits: a named policy, or types of units in the order in which they are lost; `sustain` among "
            "them means that everything that can sustain does so.",
        ),
        "capacity": Field(ListOf(UNIT), "Which units in excess of capacity are removed first."),
        "target": Field(Text(), "The player whom the active player's Space Cannon Offense targets."),
        "decline": Field(
            ListOf(OneOf("unit ability or effect", _declinable)),
            "Unit abilities and effects that the player chooses not to use.",
        ),
        "decline_on": Field(
            MapOf(PLANET, ListOf(OneOf("unit ability or effect", _declinable), least=1), most=8),
            "What the player chooses not to use on one planet: `space-cannon`, which then leaves out Space Cannon "
            "Defense there, and effects.",
        ),
        "order": Field(
            Either(
                (OneOf("order, nor a list of effects", lambda: {BEST: ""}), ListOf(OneOf("effect", lambda: EFFECTS)))
            ),
            "Which of the player's effects act first when several could act at once; those not listed follow in "
            "alphabetical order, however the scenario is written. `best` tries every order and keeps the one that "
            "wins most often.",
        ),
        "pay": Field(OneOf("way to pay", lambda: PAY_POLICIES), "What matters most when resources are spent."),
        "build": Field(OneOf("aim of a build", lambda: BUILD_POLICIES), "What the best build aims for."),
        "direct_hit": Field(
            ListOf(UNIT), "The types of ships on which the player plays Direct Hit; on any that sustains by default."
        ),
        "play": Field(
            MapOf(
                OneOf("effect", lambda: {**technologies(), **effects()}),
                Either((_TIME, Count(1, 20), OneOf("round from 1 to 20", lambda: {BEST: ""}))),
            ),
            "When a card that can be held back is played, by effect; by default, at the first chance. A number is "
            "the first round of a combat in which it can be played; `{when: {hits: 2}}` waits for a result of the "
            "dice. `best` tries rounds 1 to 6 and the results that can be waited for, and keeps what wins most often.",
        ),
        "risk": Field(
            ListOf(UNIT),
            "The types of units whose missed dice The Crown of Thalnos rerolls, at the risk of losing the unit; by "
            "default none, the cheapest type or all, whichever is best for the player.",
        ),
        "raise": Field(UNIT, "The type of the ship to which The Cavalry gives other values; the weakest by default."),
        "maneuver": Field(
            UNIT,
            "The type of the ship whose rolls Gravleash Maneuvers raises while there is one; by default, and after "
            "that, the one that gains the most hits, of several the most expensive.",
        ),
        "crash": Field(
            Record(
                "crash landing",
                {
                    "planet": Field(
                        PLANET, "The planet; by default one without units of other players, if there is one."
                    ),
                    "unit": Field(UNIT, "The type of ground force that lands; the most expensive by default."),
                },
                sparse=True,
            ),
            "Which of the player's ground forces Crash Landing brings to which planet.",
        ),
        "fire": Field(UNITS, "Under ruling 49.1 `any`: how many units of each type use the ability."),
        "bombard": Field(
            Either((MapOf(UNIT, _shots), OneOf("policy", lambda: BOMBARD_POLICIES))),
            "Which planet each unit bombards: a named policy, or by type of unit how many at which planet (where "
            "several players are on it, by player).",
        ),
        "aim": Field(
            Either((Tagged(CLEAR, PLANET), OneOf("aim, nor `clear:` and a planet", lambda: AIMS))),
            "What `bombard: best` is for: ground-forces, clear-all or clear:<planet>.",
        ),
        "extra_dice": Field(
            MapOf(OneOf("effect", lambda: {**technologies(), **effects()}), PLANET),
            "At which planet an effect's extra die is rolled, by effect; by default, where it hits most easily.",
        ),
        "retreat": Field(
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
        ),
        "land": Field(
            PLANETS, "Which ground forces in space the active player commits to which planets; all to one by default."
        ),
    },
)


class Scope(NamedTuple):
    """Where a choice of a policy counts: anywhere else it is ignored, and the answer says so."""

    about: str = ""
    """What it is about, as a sentence says it."""
    steps: tuple[str, ...] = ()
    """The steps in which it counts, alone or as parts of others; none: in all."""
    role: str | None = None
    """ACTIVE where only the first player makes it."""


SCOPES: dict[str, Scope] = {
    "assign": Scope("hits", HIT_STEPS),
    "capacity": Scope("units in excess of capacity", (*HIT_STEPS, MOVEMENT_STEP, PRODUCTION_STEP)),
    "target": Scope("the target of Space Cannon Offense", (SPACE_CANNON_OFFENSE,), ACTIVE),
    "decline": Scope(),
    "decline_on": Scope("what is used on planets", (BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, GROUND_COMBAT)),
    "order": Scope(),
    "pay": Scope("paying for production", (PRODUCTION_STEP,), ACTIVE),
    "build": Scope("the best build", (PRODUCTION_STEP,), ACTIVE),
    "direct_hit": Scope("hits on ships", HIT_STEPS),
    "play": Scope(),
    "risk": Scope("combat rolls", (SPACE_COMBAT, GROUND_COMBAT)),
    "raise": Scope("space combat", (*ROLL_STEPS, SPACE_COMBAT)),
    "maneuver": Scope("space combat", (SPACE_COMBAT,)),
    "crash": Scope("the loss of ships", (SPACE_CANNON_OFFENSE, SPACE_COMBAT)),
    "fire": Scope("units that roll for a unit ability", ROLL_STEPS),
    "bombard": Scope("bombardment", (BOMBARDMENT_STEP,), ACTIVE),
    "aim": Scope("bombardment", (BOMBARDMENT_STEP,), ACTIVE),
    "extra_dice": Scope("bombardment", (BOMBARDMENT_STEP,), ACTIVE),
    "retreat": Scope("space combat", (SPACE_COMBAT,)),
    "land": Scope("landing", (INVASION, TACTICAL_ACTION), ACTIVE),
}
"""By key of a policy: where it counts."""
assert SCOPES.keys() == POLICY.fields.keys(), (
    f"only one of POLICY and SCOPES has {SCOPES.keys() ^ POLICY.fields.keys()}"
)
