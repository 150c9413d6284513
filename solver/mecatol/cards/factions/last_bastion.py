"""The Last Bastion."""

from __future__ import annotations

from mecatol.cards import (
    EFFECTS,
    SPACE,
    UNIT_TYPES,
    Ability,
    BeforeHits,
    BombardBeforeRound,
    Dice,
    Edition,
    Force,
    Funds,
    GainControl,
    Hits,
    Holdings,
    Moment,
    PlusFor,
    Production,
    ReadResults,
    Stack,
    StartChoice,
    StepName,
    Treasury,
    Value,
    Whose,
    count_of_type,
    galvanized_as,
    planets,
    rolled_by,
    sheet,
    stack,
)

bastion = sheet(
    "Last Bastion",
    short="Bastion", aliases=("bastion",), edition=Edition.THUNDERS_EDGE, commodities=1,
    start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 3, "space-dock": 1},
    start_choice=StartChoice(1, ("antimass-deflectors", "dark-energy-tap", "sarween-tools", "scanlink-drone-network")),
)  # fmt: skip

helios = bastion.unit(
    "space-dock",
    '4X41C "Helios" V1',
    "Its planet's resource value is one higher. Three fighters in its system need no capacity.",
    slug="4x41c-helios", production=Production(resource_bonus=2), holds_fighters=3,
)  # fmt: skip

bastion.upgrade(
    helios,
    '4X41C "Helios" V2',
    "Its planet's resource value is two higher. Three fighters in its system need no capacity.",
    slug="4x41c-helios-2", prerequisites=("yellow", "yellow"), production=Production(resource_bonus=4),
    holds_fighters=3,
)  # fmt: skip

bastion.flagship(
    "The Egeiro",
    "It gets +1 to its combat rolls for each system other than home systems in which its owner controls a planet.",
    cost=8, combat=Value(9), move=1, capacity=3, production=Production(value=1), sustain_damage=True,
)  # fmt: skip

bastion.mech(
    "A3 Valiance",
    "When a galvanized one is destroyed, galvanize up to three of its owner's infantry in the system.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

bastion.ability(
    "Galvanize",
    "A unit with a galvanize token rolls one more die, in combat and with its unit abilities.",
    left_out="Name the galvanized units by type, such as Galvanized Dreadnought.",
)


def _places(moment: Moment, owner: int, kind: str) -> list[int]:
    """Return how many of a player's units of a type are in each place where there are any."""
    holdings, units = moment.state.players[owner], moment.game.sides[owner].units
    forces = (holdings.space, holdings.adjacent, *(there for _, there in holdings.planets))
    counts = []
    for force in forces:
        count = sum(stack.total for stack in force if units[stack.unit].kind == kind)
        if count:
            counts.append(count)
    return counts


class _Apart:
    """Say why it is not known which units of a type are galvanized: some of them, that are in several places."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, moment: Moment, owner: int) -> str | None:
        """Return the reason, None where it is known."""
        places = _places(moment, owner, self.kind)
        galvanized = moment.game.sides[owner].effects[galvanized_as(self.kind)]
        if len(places) < 2 or galvanized >= sum(places):
            return None
        several = count_of_type(sum(places), UNIT_TYPES[self.kind])
        return f"cannot be identified, because {several} are in several places"


_LEGACY = "a3-valiance-legacy"


def _mechs_and_infantry(holdings: Holdings) -> tuple[tuple[int, int], ...]:
    """Look at how many mechs and infantry there are in each place."""
    forces = (holdings.space, holdings.adjacent, *(there for _, there in holdings.planets))
    return tuple([(stack(there, "mech").total, stack(there, "infantry").total) for there in forces])


def _heirs(moment: Moment, owner: int) -> int:
    """Return how many infantry in the place galvanized mechs that were destroyed have galvanized at most.

    With infantry on another planet of the system, it is not known which: none.
    """
    side, holdings = moment.game.sides[owner], moment.state.players[owner]
    mechs = side.effects.get(galvanized_as("mech"), 0) if _LEGACY in side.effects else 0
    beside = (stack(there, "infantry").total for planet, there in holdings.planets if planet != moment.place)
    if not mechs or any(beside) or _Apart("mech")(moment, owner):
        return 0
    now, before = _mechs(moment.state.players[owner]), _mechs(moment.game.start.players[owner])
    return 3 * max(0, min(mechs, before) - now)


def _mechs(holdings: Holdings) -> int:
    return sum(mechs for mechs, _ in _mechs_and_infantry(holdings))


def _more_for_heirs(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Let the infantry that fallen mechs have galvanized roll one more die, beside those with tokens of their own."""
    left, own = _heirs(moment, owner), moment.game.sides[owner].effects.get(galvanized_as("infantry"), 0)
    found: list[Dice] = []
    for d in dice:
        infantry = d.units if left and rolled_by(moment, owner, d, "infantry") else 0
        more = min(left, max(0, infantry - own))
        left, own = left - more, max(0, own - infantry)
        found.append(d._replace(dice=d.dice + more) if more else d)
    return tuple(found)


class _OneMoreEach:
    """Let so many of the units of a type as are galvanized roll one die more."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with theirs; those that bombard another target roll theirs there."""
        found: list[Dice] = []
        left = max(0, moment.game.sides[owner].effects[galvanized_as(self.kind)] - self._bombarding_before(moment))
        for d in dice:
            more = min(left, d.units) if rolled_by(moment, owner, d, self.kind) else 0
            left -= more
            found.append(d._replace(dice=d.dice + more) if more else d)
        return tuple(found)

    def _bombarding_before(self, moment: Moment) -> int:
        """Return how many of the units bombard targets that were declared before that of the moment."""
        units, before = moment.game.sides[moment.player].units, 0
        for aim in moment.state.plan:
            if aim.what not in units or units[aim.what].kind != self.kind:
                continue
            if (aim.place, aim.player) == (moment.place, moment.target):
                return before
            before += aim.number
        return before


_NEW = " Those that come to the combat once these are destroyed, as by Brother Milor, count as galvanized."

for _kind, _called in UNIT_TYPES.items():
    if _kind != "space-dock":
        bastion.ability(
            f"Galvanized {_called}",
            f"A galvanized {_called} rolls one more die, in combat and for its unit abilities.",
            shared=True,
            timing="Enter it once for each galvanized unit. Among units of their type, they are damaged and "
            "destroyed last, and bombard the first of several planets by name."
            + (_NEW if _kind in ("fighter", "infantry") else ""),
            clauses=("78.5", "42.1", "10.1", "15.1", "77.3", "77.7"),
            limit=12,
            per_unit=_kind,
            needs=_Apart(_kind),
            windows=(ReadResults(_OneMoreEach(_kind)),),
        )

bastion.text(
    "a3-valiance",
    "When a galvanized one is destroyed, galvanize up to three of your infantry in its system.",
    slug=_LEGACY,
    timing="In a ground combat, three of the infantry there for each, as far as there are so many, unless you have "
    "infantry on another planet of the system. It matters where mechs come before infantry in your order of losses.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    windows=(ReadResults(_more_for_heirs, elsewhere=_mechs_and_infantry),),
)


def _canceled_by_tokens(moment: Moment, owner: int, hits: Hits) -> Hits:
    """Cancel a hit of a bombardment for each of the owner's galvanized units on the planet."""
    if owner != moment.target or moment.ability != Ability.BOMBARDMENT or moment.place == SPACE:
        return hits
    side, number = moment.game.sides[owner], 0
    for kind in UNIT_TYPES:
        galvanized = side.effects.get(galvanized_as(kind), 0)
        heirs = _heirs(moment, owner) if kind == "infantry" else 0
        if not galvanized + heirs:
            continue
        if galvanized and (missing := _Apart(kind)(moment, owner)):
            moment.game.warn(f"{side.name}’s {EFFECTS[galvanized_as(kind)].name} {missing}; it was ignored.")
            continue
        there = moment.state.at(owner, moment.place)
        number += min(galvanized + heirs, sum(s.total for s in there if side.units[s.unit].kind == kind))
    return hits._replace(number=max(0, hits.number - number))


bastion.technology(
    "Proxima Targeting V1",
    "Each of your galvanized units on a planet cancels one bombardment hit there. When a round of ground combat "
    "starts, you may use Bombardment 8 (×3) against your opponent's ground forces, and then the same against your own.",
    prerequisites=("red",),
    timing="At the start of every round, against the opponent's ground forces and then the owner's own, even if one "
    "side has none left; you may leave the card out. The table of rounds shows it with the round before.",
    clauses=("15.1", "15.2"),
    steps=(StepName.BOMBARDMENT, StepName.GROUND_COMBAT),
    of=Whose.ANYONE,
    windows=(BombardBeforeRound(Dice("", units=1, dice=3, value=8)), BeforeHits(_canceled_by_tokens)),
)


class Richer:
    """Raise the resource value of each planet that holds the owner's space dock."""

    def __init__(self, resources: int) -> None:
        self.resources = resources

    def __call__(self, moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
        """Return what can be spent with the planets' values raised."""
        cards = tuple(
            card._replace(resources=card.resources + self.resources, spendable=card.spendable + self.resources)
            if stack(moment.state.at(owner, card.planet), "space-dock").total
            else card
            for card in treasury.cards
        )
        return [treasury._replace(cards=cards)]


for _unit, _name, _more in (("4x41c-helios", "4X41C “Helios”", 1), ("4x41c-helios-2", "4X41C “Helios” V2", 2)):
    bastion.text(
        _unit,
        f"The resource value of its planet is {_more} higher.",
        name=_name,
        slug=f"{_unit}-resources",
        timing="Always: for the dock’s own Production, and when the planet is exhausted for resources.",
        clauses=("75.1", "68.1"),
        windows=(Funds(Richer(_more)),),
    )

_SYSTEMS = "egeiro-systems"


def _far_flung(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    return PlusFor(moment.game.sides[owner].effects[_SYSTEMS], "flagship")(moment, owner, dice)


bastion.ability(
    "Systems of the Egeiro",
    "The flagship gets +1 to its combat rolls for each system other than home systems in which you control a planet.",
    slug=_SYSTEMS,
    unit="the-egeiro",
    timing="In every round of a space combat; enter it once for each such system.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    limit=20,
    windows=(ReadResults(_far_flung),),
)


def _one_infantry(moment: Moment, owner: int) -> Force:
    player, printed = moment.game.sides[owner].player, planets().get(moment.place, {"resources": None})["resources"]
    value = player.resources.get(moment.place, printed)
    if value is None:
        moment.game.warn(f"{player.name}’s Liberate was ignored: no resources of {moment.place!r} are known.")
        return ()
    return () if stack(moment.state.at(owner, moment.place), "infantry").total >= value else (Stack("infantry", 1, 0),)


bastion.ability(
    "Liberate",
    "When you gain control of a planet, ready it if you have at least as many infantry there as it has resources; "
    "otherwise, place one more there.",
    timing="When control is established, with the infantry that are left.",
    clauses=("49.5",),
    automatic=True,
    reads=("resources",),
    windows=(GainControl(_one_infantry),),
)

bastion.agent(
    "Dame Briar",
    "Exhaust it when a unit is destroyed to galvanize another unit of the same player in that system.",
    left_out="It galvanizes a unit of its player's choice in mid-combat; the calculators know only units that are "
    "galvanized when a combat starts.",
)

bastion.hero(
    "Lyra Keen",
    "Purge it when one of your galvanized units is destroyed, and roll a die for each unit of other players in that "
    "system: a result at or above the galvanized unit's combat value destroys it.",
    title='Entity 4X41A "Apollo"',
    left_out="Each unit of other players in the system can be destroyed by its own roll, at a time of the owner's "
    "choice.",
)

bastion.breakthrough("The Icon", synergy=("yellow", "red"))
