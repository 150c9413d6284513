"""The names of the steps of the game that can be solved by themselves, and of the players’ parts in them."""

from __future__ import annotations

from mecatol.domain.names import Name

MOST_PLAYERS = 8
"""How many players a game has at most."""


class StepName(Name):
    """A step of the game that can be solved by itself."""

    SPACE_CANNON_OFFENSE = "space-cannon-offense"
    SPACE_CANNON_DEFENSE = "space-cannon-defense"
    ANTI_FIGHTER_BARRAGE = "anti-fighter-barrage"
    SPACE_COMBAT = "space-combat"
    BOMBARDMENT = "bombardment"
    GROUND_COMBAT = "ground-combat"
    INVASION = "invasion"
    TACTICAL_ACTION = "tactical-action"
    SUSTAIN_DAMAGE = "sustain-damage"
    PLANETARY_SHIELD = "planetary-shield"
    PRODUCTION = "production"
    DEPLOY = "deploy"
    TECHNOLOGY = "technology"
    VOTES = "agenda-votes"
    TRANSACTION = "transaction"
    MOVEMENT = "movement"
    CAPACITY = "capacity"
    VICTORY = "victory"


SPACE_CANNON_OFFENSE: str = StepName.SPACE_CANNON_OFFENSE
SPACE_CANNON_DEFENSE: str = StepName.SPACE_CANNON_DEFENSE
ANTI_FIGHTER_BARRAGE_STEP: str = StepName.ANTI_FIGHTER_BARRAGE
SPACE_COMBAT: str = StepName.SPACE_COMBAT
BOMBARDMENT_STEP: str = StepName.BOMBARDMENT
GROUND_COMBAT: str = StepName.GROUND_COMBAT
INVASION: str = StepName.INVASION
TACTICAL_ACTION: str = StepName.TACTICAL_ACTION
SUSTAIN_DAMAGE_STEP: str = StepName.SUSTAIN_DAMAGE
PLANETARY_SHIELD_STEP: str = StepName.PLANETARY_SHIELD
PRODUCTION_STEP: str = StepName.PRODUCTION
DEPLOY_STEP: str = StepName.DEPLOY
TECHNOLOGY_STEP: str = StepName.TECHNOLOGY
VOTES_STEP: str = StepName.VOTES
TRANSACTION_STEP: str = StepName.TRANSACTION
MOVEMENT_STEP: str = StepName.MOVEMENT
CAPACITY_STEP: str = StepName.CAPACITY
VICTORY_STEP: str = StepName.VICTORY

SYNERGY_STEPS = (TECHNOLOGY_STEP, VICTORY_STEP)
"""The steps in which the synergy of a breakthrough matters."""

ABILITY_STEPS = (
    ANTI_FIGHTER_BARRAGE_STEP, BOMBARDMENT_STEP, DEPLOY_STEP, GROUND_COMBAT, PLANETARY_SHIELD_STEP, PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP,
)  # fmt: skip
"""The steps in which units use unit abilities, by themselves and not through a part."""

ROLL_STEPS = (ANTI_FIGHTER_BARRAGE_STEP, SPACE_CANNON_OFFENSE, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE)
"""The steps that are the use of one unit ability with dice."""

HIT_STEPS = (*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT, SUSTAIN_DAMAGE_STEP)
"""The steps in which hits are assigned."""

SHIP_HIT_STEPS = (SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP)
"""Those of them in which ships take hits."""

COMBAT_STEPS = (SPACE_COMBAT, GROUND_COMBAT)
"""The steps in which rounds of combat are fought."""

BARRAGE_AND_COMBATS = (ANTI_FIGHTER_BARRAGE_STEP, *COMBAT_STEPS)
"""Those, and the barrage: solved by itself, it opens what the start of a space combat opens."""


class Role(Name):
    """A player's part in a step."""

    ACTIVE = "active"
    """The role of the first player: whose tactical action it is."""
    OTHER = "other"
    """The role of everybody else."""


ACTIVE: str = Role.ACTIVE
OTHER: str = Role.OTHER
