"""The names of the steps of the game that can be solved by themselves, and of the players’ parts in them."""

from __future__ import annotations

MOST_PLAYERS = 8
"""How many players a game has at most."""

SPACE_CANNON_OFFENSE = "space-cannon-offense"
SPACE_CANNON_DEFENSE = "space-cannon-defense"
ANTI_FIGHTER_BARRAGE_STEP = "anti-fighter-barrage"
SPACE_COMBAT = "space-combat"
BOMBARDMENT_STEP = "bombardment"
GROUND_COMBAT = "ground-combat"
INVASION = "invasion"
TACTICAL_ACTION = "tactical-action"
SUSTAIN_DAMAGE_STEP = "sustain-damage"
PLANETARY_SHIELD_STEP = "planetary-shield"
PRODUCTION_STEP = "production"
DEPLOY_STEP = "deploy"
TECHNOLOGY_STEP = "technology"
VOTES_STEP = "agenda-votes"
TRANSACTION_STEP = "transaction"
MOVEMENT_STEP = "movement"
CAPACITY_STEP = "capacity"
VICTORY_STEP = "victory"

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

COMBAT_STEPS = (SPACE_COMBAT, GROUND_COMBAT)
"""The steps in which rounds of combat are fought."""

BARRAGE_AND_COMBATS = (ANTI_FIGHTER_BARRAGE_STEP, *COMBAT_STEPS)
"""Those, and the barrage: solved by itself, it opens what the start of a space combat opens."""

ACTIVE = "active"
"""The role of the first player: whose tactical action it is."""
OTHER = "other"
"""The role of everybody else."""
