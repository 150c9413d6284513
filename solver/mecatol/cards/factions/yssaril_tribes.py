"""The Yssaril Tribes."""

from __future__ import annotations

from mecatol.cards import (
    CONTROLLED,
    OWN_EVENT,
    PLANET,
    SHIPS,
    ColorsAlike,
    Deployment,
    Edition,
    Leader,
    Moving,
    StepName,
    TradesOnOccasion,
    Value,
    declare_deploy,
    mech_there,
    sheet,
)

yssaril = sheet(
    "The Yssaril Tribes",
    short="Yssaril", aliases=("yssaril", "goblins", "goblin"), edition=Edition.BASE, commodities=3,
    start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 5, "pds": 1, "space-dock": 1},
    start_technologies=("neural-motivator",),
    leaders_of_others=(Leader.AGENT,),  # by Ssruu, its own agent
)  # fmt: skip

yssaril.flagship(
    "Y'sia Y'ssrila",
    "It can move through systems in which other players have ships.",
    cost=8, combat=Value(5, 2), move=2, capacity=3, sustain_damage=True,
)  # fmt: skip

yssaril.mech(
    "Blackshade Infiltrator",
    "Deploy: after its owner uses Stall Tactics, they may place it on a planet they control.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

yssaril.ability("Stall Tactics", "Action: discard an action card.")

yssaril.ability("Scheming", "When you draw action cards, draw one extra, then discard one from your hand.")

yssaril.ability("Crafty", "There is no limit to the action cards in your hand.")

yssaril.technology(
    "Mageon Implants",
    "Action: exhaust it to look at another player's action cards and take one of them.",
    prerequisites=("green", "green", "green"),
)

yssaril.technology(
    "Transparasteel Plating",
    "During your turns, players who have passed cannot play action cards.",
    prerequisites=("green",),
)

yssaril.text(
    "ysia-yssrila",
    "It can move through systems in which other players have ships.",
    name="Y’sia Y’ssrila",
    slug="ysia-yssrila-passage",
    timing="Always, but only the flagship.",
    clauses=("58.4.b",),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(passes=frozenset({SHIPS}), ships=lambda unit: unit.type == "flagship"),),
)

yssaril.breakthrough(
    "Deepgloom Executable",
    "Others can use your Stall Tactics or Scheming if you let them. You may then make a transaction with that player, "
    "and in the action phase it does not count against the limit of one per turn.",
    synergy=("green", "yellow"),
    timing="That transaction needs no neighbors and no turn of either player.",
    clauses=("94.1",),
    windows=(
        TradesOnOccasion(
            "let {other} use Stall Tactics or Scheming", in_agenda="The card lifts the limit of one in turns only."
        ),
        ColorsAlike(),
    ),
)

declare_deploy(
    Deployment(
        unit="blackshade-infiltrator",
        moment="stall-tactics",
        happens="Yssaril's Stall Tactics has just been used.",
        when="Stall Tactics has just been used.",
        what="It is placed on any planet that the player controls.",
        window="use of Stall Tactics",
        needs=(OWN_EVENT, PLANET, CONTROLLED),
        place=mech_there,
    )
)
