"""The Yin Brotherhood’s Indoctrination, and the mech that can come by it."""

from __future__ import annotations

from mecatol.cards import (
    OWN_EVENT,
    PLANET,
    Deployment,
    Edition,
    Moment,
    Need,
    Situation,
    Stack,
    StartOfCombat,
    State,
    StepName,
    Strike,
    declare_deploy,
    in_reinforcements,
    mech_there,
    stack,
    strength,
    with_more,
    without_deploy,
)
from mecatol.cards.factions.yin_brotherhood import yin


def _turn(moment: Moment, owner: int) -> Strike | None:
    if not strength(moment, moment.target, lambda unit: unit.type == "infantry"):
        return None
    return Strike(1, lambda unit: unit.type == "infantry", destroys=True, by_owner=True, converts=True)


yin.ability(
    "Indoctrination",
    "At the start of a ground combat, spend 2 influence to replace one of the opponent's infantry there with one of "
    "yours.",
    timing="Enter it once for each ground combat in which you will pay: the first ones against infantry, before any "
    "dice are rolled.",
    clauses=("42.4.a",),
    steps=(StepName.GROUND_COMBAT,),
    limit=6,
    spends=True,
    card="indoctrination",
    windows=(StartOfCombat(_turn),),
)


def _turn_into_mech(moment: Moment, owner: int) -> Strike | None:
    side = moment.game.sides[owner]
    turned = _turn(moment, owner)
    if turned is None:
        return None
    left = in_reinforcements(moment, owner, side.units["mech"])
    if barred := without_deploy(moment, owner) if left else "finds no mech in the reinforcements":
        moment.game.warn(f"{side.name}’s Moyin’s Ashes’ Deploy {barred}; Indoctrination places an infantry instead.")
        return turned
    return turned._replace(converts=False, joins=(Stack("mech", 1, 0),))


yin.ability(
    "Moyin’s Ashes’ Deploy",
    "When you use Indoctrination, spend 3 influence in all to replace the infantry with a mech instead.",
    unit="moyins-ashes",
    edition=Edition.POK,
    timing="Enter it instead of Indoctrination, once for each ground combat in which you will pay: the first ones "
    "against infantry, before any dice are rolled. Without a mech in your reinforcements an infantry comes.",
    clauses=("30.1", "42.4.a"),
    steps=(StepName.GROUND_COMBAT,),
    limit=6,
    spends=True,
    card="indoctrination",
    reads=("reinforcements",),
    windows=(StartOfCombat(_turn_into_mech),),
)


def _mech_for_theirs(at: Situation) -> State:
    state = mech_there(at)
    for side in at.game.sides:
        if side.index != at.player and at.planet and stack(state.at(side.index, at.planet), "infantry").total:
            return with_more(state, side.index, at.planet, "infantry", -1)
    return state


declare_deploy(
    Deployment(
        unit="moyins-ashes",
        moment="indoctrination",
        happens="Yin's Indoctrination is being used at the start of a ground combat.",
        when="Indoctrination is used at the start of a ground combat.",
        what="It, and not an infantry, replaces the opponent's infantry.",
        window="use of Indoctrination",
        influence=3,
        needs=(
            OWN_EVENT,
            PLANET,
            Need(
                lambda at: at.ground_forces > 0,
                "The player has ground forces there, so the combat is the player's own.",
                "The player has no ground forces there, so the player takes part in no ground combat.",
            ),
            Need(
                lambda at: at.enemy(lambda unit: unit.type == "infantry") > 0,
                "The opponent has an infantry in the combat.",
                "The opponent has no infantry in the combat.",
            ),
        ),
        place=_mech_for_theirs,
    )
)
