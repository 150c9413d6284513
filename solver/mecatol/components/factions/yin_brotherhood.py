"""The Yin Brotherhood."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.combat.windows import EndOfRound, PlaceForLosses, StartOfCombat, Strike, TakeAllAlong
from mecatol.components.acts import OneMoreWith, strength
from mecatol.deploy.deployments import (
    OWN_EVENT,
    PLANET,
    Deployment,
    Need,
    Situation,
    declare_deploy,
    mech_there,
    with_more,
)
from mecatol.domain.editions import BASE, CODEX_1, CODEX_3, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    GROUND_COMBAT,
    PRODUCTION_STEP,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TECHNOLOGY_STEP,
)
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import Force, Stack, State, stack
from mecatol.probability.dice import Dice
from mecatol.production.windows import AfterProduction, Gift, UnitPrice
from mecatol.technology.windows import Ignores

declare(
    Faction(
        slug="yin-brotherhood",
        name="The Yin Brotherhood",
        short="Yin",
        aliases=("yin",),
        edition=BASE,
        commodities=2,
        start={"carrier": 2, "destroyer": 1, "fighter": 4, "infantry": 4, "space-dock": 1},
        start_technologies=("sarween-tools",),
    )
)

declare(
    Unit(
        slug="van-hauge",
        name="Van Hauge",
        type="flagship",
        faction="yin-brotherhood",
        edition=BASE,
        cost=8,
        combat=Value(9, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="When it dies, every ship in its system dies with it.",
        bears=(SUSTAIN_DAMAGE_STEP,),
    )
)

declare(
    Unit(
        slug="moyins-ashes",
        name="Moyin's Ashes",
        type="mech",
        faction="yin-brotherhood",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: for one more influence, Indoctrination replaces the opponent's unit with this mech instead "
        "of an infantry.",
        bears=(GROUND_COMBAT,),
    )
)


def _one_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    return (Gift("infantry", 1, "on a planet here that the player controls"),) if order else ()


def _two_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    where = "together, on any planet that the player controls or beside ships of the player in space"
    return (Gift("infantry", 2, where),) if order else ()


declare(
    Effect(
        slug="yin-spinner",
        name="Yin Spinner",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green", "green"),
        faction="yin-brotherhood",
        edition=BASE,
        until=CODEX_1,
        meaning="After your units use Production, place an infantry on a planet that you control in that system.",
        timing="After the order, from the reinforcements and at no cost.",
        clauses=("68.1",),
        steps=(PRODUCTION_STEP,),
        windows=(AfterProduction(_one_infantry),),
    )
)

declare(
    Effect(
        slug="yin-spinner-omega",
        name="Yin Spinner Ω",
        kind=FACTION_TECHNOLOGY,
        version_of="yin-spinner",
        colour="green",
        prerequisites=("green", "green"),
        faction="yin-brotherhood",
        edition=CODEX_1,
        meaning="After you produce units, place up to two infantry on a planet that you control or beside your ships.",
        timing="After the order, from the reinforcements and at no cost.",
        clauses=("68.1",),
        steps=(PRODUCTION_STEP,),
        windows=(AfterProduction(_two_infantry),),
    )
)

_GREEN = Ignores(1, colour="biotic", exhausts=False)

declare(
    Effect(
        slug="brother-omar",
        name="Brother Omar",
        kind=LEADER,
        leader=COMMANDER,
        unlock="The Yin have used Indoctrination.",
        faction="yin-brotherhood",
        shared=True,
        edition=POK,
        until=CODEX_3,
        meaning="Yin commander: it satisfies a green prerequisite, and each cost paid for infantry produces one more, "
        "beyond the limit.",
        timing="In every research, and whenever infantry are produced; the solver pays for more groups than needed "
        "where the limit is tight.",
        clauses=("67.2", "68.1.b", "90.12"),
        steps=(PRODUCTION_STEP, TECHNOLOGY_STEP),
        windows=(UnitPrice(OneMoreWith("infantry")), _GREEN),
    )
)


def _takes_all(moment: Moment, owner: int, lost: tuple[Unit, ...]) -> bool:
    return any(unit.slug == "van-hauge" for unit in lost)


declare(
    Effect(
        slug="van-hauge-end",
        name="Van Hauge",
        kind=UNIT_TEXT,
        faction="yin-brotherhood",
        unit="van-hauge",
        edition=BASE,
        meaning="When it is destroyed, every ship in its system is destroyed with it.",
        timing="At once, in Space Cannon Offense as in a space combat and its barrage; the combat then ends in a draw.",
        clauses=("78.10", "78.6.a", "77.5"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        windows=(TakeAllAlong(_takes_all),),
    )
)


_SURE_HIT = Dice("", units=0, dice=1, value=1)
"""A hit is produced and assigned like any other; no die is rolled for it."""


def _may_go(unit: Unit) -> bool:
    return unit.kind in ("cruiser", "destroyer")


def _for_a_ship(moment: Moment, owner: int) -> Strike | None:
    if not strength(moment, owner, _may_go):
        return None
    others = strength(moment, moment.target, lambda unit: unit.is_ship and not unit.is_fighter)
    return Strike(
        1,
        lambda unit: unit.is_ship and not (others and unit.is_fighter),
        dice=(_SURE_HIT,),
        costs=_may_go,
    )


declare(
    Effect(
        slug="impulse-core",
        name="Impulse Core",
        kind=FACTION_TECHNOLOGY,
        colour="yellow",
        prerequisites=("yellow", "yellow"),
        faction="yin-brotherhood",
        edition=BASE,
        meaning="When a space combat starts, give up a cruiser or destroyer for a hit on an opponent’s ship, no "
        "fighter if possible.",
        timing="Always, with the cheapest ship that will do, before any barrage; the opponent assigns the hit. "
        "Leave it out to keep the ship.",
        clauses=("78.2.a", "78.6", "87.4"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        windows=(StartOfCombat(_for_a_ship),),
    )
)


def _turn(moment: Moment, owner: int) -> Strike | None:
    if not strength(moment, moment.target, lambda unit: unit.type == "infantry"):
        return None
    return Strike(1, lambda unit: unit.type == "infantry", destroys=True, by_owner=True, converts=True)


declare(
    Effect(
        slug="indoctrination",
        name="Indoctrination",
        kind=FACTION_ABILITY,
        faction="yin-brotherhood",
        edition=BASE,
        meaning="For 2 influence when a ground combat starts, an infantry of the opponent’s there becomes yours.",
        timing="Name it once for each ground combat in which you will pay: the first ones against infantry, before "
        "anybody rolls.",
        clauses=("42.4.a",),
        steps=(GROUND_COMBAT,),
        of=USER,
        limit=6,
        spends=True,
        windows=(StartOfCombat(_turn),),
    )
)


def _fighters_for_a_small_ship(moment: Moment, owner: int, destroyed: Force) -> Force:
    units = moment.game.sides[owner].units
    return (Stack("fighter", 2, 0),) if any(_may_go(units[s.unit]) for s in destroyed) else ()


declare(
    Effect(
        slug="brother-milor",
        name="Brother Milor",
        kind=LEADER,
        leader=AGENT,
        faction="yin-brotherhood",
        shared=True,
        edition=POK,
        until=CODEX_3,
        meaning="Yin agent: for a destroyed cruiser or destroyer its owner may put one or two fighters into that "
        "system.",
        timing="In space combat and its barrage, two fighters when the owner first loses such a ship there, after all "
        "hits are assigned. The Yin may use it for others, who name it then.",
        clauses=("78.6",),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        spends=True,
        windows=(PlaceForLosses(_fighters_for_a_small_ship, depends_on_lost_types=True),),
    )
)


def _two_more(moment: Moment, owner: int, destroyed: Force) -> Force:
    if moment.place != SPACE:
        return (Stack("infantry", 2, 0),)
    if "direct-hit" in moment.game.sides[moment.target].effects:
        name = moment.game.sides[owner].name
        moment.game.warn(
            f"{name}’s Brother Milor: fighters that come for a ship lost to Direct Hit could take the hits that are "
            "left; here they come when all hits are assigned."
        )
    return (Stack("fighter", 2, 0),)


for _slug, _name, _edition, _until, _meaning in (
    (
        "brother-milor-omega",
        "Brother Milor Ω",
        CODEX_3,
        THUNDERS_EDGE,
        "Yin agent: for a destroyed unit its owner places 2 fighters if it was a ship, else 2 infantry.",
    ),
    (
        "brother-milor-omega-omega",
        "Brother Milor ΩΩ",
        THUNDERS_EDGE,
        None,
        "Yin agent: for a unit destroyed in combat its owner places 2 fighters if it was a ship, 2 infantry if it was "
        "a ground force. Printed without a mark.",
    ),
):
    declare(
        Effect(
            slug=_slug,
            name=_name,
            kind=LEADER,
            version_of="brother-milor",
            leader=AGENT,
            faction="yin-brotherhood",
            shared=True,
            edition=_edition,
            until=_until,
            meaning=_meaning,
            timing="In combat, when the owner first loses a unit in it, after all hits are assigned; the new units "
            "fight from the next round on. The Yin may use it for others, who name it then.",
            clauses=("78.6", "42.2"),
            steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, GROUND_COMBAT),
            of=USER,
            spends=True,
            windows=(PlaceForLosses(_two_more, depends_on_lost_types=True),),
        )
    )


def _for_any_ship(moment: Moment, owner: int) -> Strike | None:
    there = strength(moment, owner, _may_go) and strength(moment, moment.target, lambda unit: unit.is_ship)
    return Strike(1, lambda unit: unit.is_ship, by_owner=True, costs=_may_go) if there else None


declare(
    Effect(
        slug="devotion",
        name="Devotion",
        kind=FACTION_ABILITY,
        faction="yin-brotherhood",
        edition=BASE,
        meaning="After a round of space combat, give up a cruiser or destroyer for a hit on an opponent’s ship of "
        "your choice.",
        timing="Name it as often as you will use it: after the first rounds, once in each, with the cheapest ship that "
        "will do, on the dearest that cannot sustain (of equals the one that hits best), else on one that sustains. "
        "Not where somebody retreats.",
        clauses=("78.6", "87.4"),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=10,
        spends=True,
        windows=(EndOfRound(_for_any_ship, costs=_may_go),),
    )
)


declare(
    Effect(
        slug="brother-omar-omega",
        name="Brother Omar Ω",
        kind=LEADER,
        version_of="brother-omar",
        leader=COMMANDER,
        unlock="The Yin have used one of their faction abilities.",
        faction="yin-brotherhood",
        shared=True,
        edition=CODEX_3,
        meaning="Counts as a green prerequisite. A player who researches what another player owns may return one "
        "infantry, and then needs no prerequisites at all. Thunder's Edge prints it without a mark.",
        timing="In every research, as the green prerequisite; what other players own is not known there.",
        clauses=("90.12",),
        steps=(TECHNOLOGY_STEP,),
        windows=(_GREEN,),
    )
)

declare(
    Component(
        slug="dannel-of-the-tenth",
        name="Dannel of the Tenth",
        title="Spinner Overdrive",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="yin-brotherhood",
        edition=POK,
        until=CODEX_3,
        meaning="Action: each planet with Yin infantry either readies or doubles them from the reinforcements. The "
        "card is purged.",
        left_out="It places infantry outside combat; put them into the scenario instead.",
    )
)

declare(
    Component(
        slug="dannel-of-the-tenth-omega",
        name="Dannel of the Tenth Ω",
        title="Quantum Dissemination",
        kind=LEADER,
        version_of="dannel-of-the-tenth",
        leader=HERO,
        unlock="Three scored objectives.",
        faction="yin-brotherhood",
        edition=CODEX_3,
        meaning="Action: up to three infantry from the reinforcements land on planets that are nobody’s home, and "
        "fight there; no Space Cannon fires at them. The card is purged. Thunder's Edge prints it without a mark.",
        left_out="Use the calculator of Ground Combat for each planet that they land on.",
        clauses=("42.1",),
    )
)

declare(
    Component(
        slug="greyfire-mutagen",
        name="Greyfire Mutagen",
        kind=PROMISSORY_NOTE,
        faction="yin-brotherhood",
        edition=BASE,
        until=CODEX_1,
        meaning="Played after somebody activates a system: for that tactical action the Yin have neither faction "
        "abilities nor faction technologies. Then it goes back to them.",
        left_out="Leave the Yin’s abilities and technologies out of the scenario instead.",
    )
)

declare(
    Component(
        slug="greyfire-mutagen-omega",
        name="Greyfire Mutagen Ω",
        kind=PROMISSORY_NOTE,
        version_of="greyfire-mutagen",
        faction="yin-brotherhood",
        edition=CODEX_1,
        meaning="Played when a ground combat starts against at least two ground forces that are not the Yin’s: one "
        "infantry of the opponent’s makes room for one of your own. Then it goes back to the Yin.",
        left_out="Take an infantry from the opponent and add one to your side in the scenario.",
        clauses=("42.4.a",),
    )
)

declare(
    Component(
        slug="yin-ascendant",
        name="Yin Ascendant",
        kind=BREAKTHROUGH,
        synergy=("yellow", "green"),
        faction="yin-brotherhood",
        edition=THUNDERS_EDGE,
        meaning="On gaining it, and with every public objective that they score, the Yin draw a faction that nobody "
        "plays and have the ability of its commander from then on.",
        left_out="Name the commander that was drawn among the player’s effects, where the solver knows it.",
    )
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
        what="It, and no infantry, takes the place of the opponent's infantry.",
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
