"""The invasion of a tactical action played with dice: bombardment, Space Cannon Defense, ground combat."""

import random

from mecatol.domain.units import planets
from tests.solver.combat.plain import Game, Opening, Scenario
from tests.solver.combat.plain_army import Army, Piece, Sort, chance
from tests.solver.combat.plain_fleet import BOARDERS, MAXIMUM, Data
from tests.solver.combat.plain_force import Force, ability, printed

GROUND = ("fighter", "infantry", "mech", "pds")
FOR_ONE_ROUND = {"supercharge", "fire-team", "evelyn-delouis"}
SHIELD_BREAKERS = {"war-sun", "prototype-war-sun", "prototype-war-sun-2", "arc-secundus"}


class Landing(Game):
    """Hits on ground forces, and the ground combat; the forces in space stand above it."""

    def __init__(self, scenario: Scenario, rng: random.Random, forces: list[Force]) -> None:
        self.forces = forces
        self.hushed, self.fighting, self.after_round = [False, False], True, False
        super().__init__(scenario, rng)

    def army(self, player: Data, index: int) -> Army:
        force = self.forces[index]
        landed = object.__new__(Force)  # some thousands a battle; copied by `copy`, it takes four times as long
        vars(landed).update(vars(force))
        landed.pieces = force.on_planet()
        return landed

    def policy(self, army: Army) -> list[str]:
        return ["sustain", *GROUND]

    def allows(self, army: Army, kind: str) -> bool:
        force, foe = self.forces[army.index], self.forces[1 - army.index]
        moon = force.card(kind).slug == MAXIMUM and foe.has_unit("fourth-moon")  # a ship on a planet is one, too
        return super().allows(army, kind) and not (self.hushed[army.index] or moon)

    def listen(self) -> None:
        """See whose ground forces cannot use Sustain Damage."""
        for army in self.armies:
            foe = self.forces[1 - army.index]
            moll = foe.has_text("moll-terminus", self.armies[foe.index].pieces)
            self.hushed[army.index] = moll or foe.has("quietus")

    def open_to(self, army: Army, kinds: tuple[str, ...]) -> list[Piece]:
        found = super().open_to(army, kinds)
        if self.fighting:
            return found
        force = self.forces[army.index]
        return [piece for piece in found if not force.has_text(MAXIMUM, [piece]) or force.reformed]

    def exchange(self, hits: tuple[int, int], kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        self.listen()
        woven = [force.has("valkyrie-particle-weave") and hits[1 - force.index] > 0 for force in self.forces]
        super().exchange((hits[0] + woven[0], hits[1] + woven[1]), kinds)

    def dynamo(self, army: Army) -> bool:
        return self.forces[army.index].has_unit("dynamo")

    def answers(self, army: Army, foe: Army, taker: Piece) -> int:
        card = self.forces[army.index].card(taker.kind)
        # the law takes from a mech that it is a ship as well
        if card.is_ship and not self.forces[army.index].reformed and foe.spend("direct-hit"):
            army.pieces.remove(taker)
        return int((self.fighting or self.after_round) and card.slug == "valkyrie-exoskeleton")

    def openings(self, army: Army) -> list[Opening]:
        foe = self.armies[1 - army.index]

        def turned() -> list[Piece]:
            return [piece for piece in foe.pieces if piece.kind == "infantry"][:1]

        def indoctrinate() -> None:
            foe.pieces.remove(turned()[0])
            army.pieces.append(Piece("infantry"))
            army.spend("indoctrination")

        found: list[Opening] = []
        if army.index and army.has("claire-gibson"):
            found.append((lambda: True, lambda: army.pieces.append(Piece("infantry"))))
        if army.cards.get("indoctrination"):
            found.append((lambda: bool(turned()), indoctrinate))
        return [*found, *super().openings(army)]

    def emergency(self, army: Army) -> None:
        held = army.cards.get("emergency-repairs")
        super().emergency(army)
        if army.cards.get("emergency-repairs") != held:  # it repairs in all of the system
            self.forces[army.index].repair(self.weakened)

    def strike(self, army: Army, foe: Army, kinds: tuple[str, ...] = ()) -> None:
        self.listen()
        super().strike(army, foe, kinds)

    def hit(self, side: int, hits: int) -> None:
        """Let a side assign the hits of a unit ability."""
        army = self.armies[side]
        self.listen()
        self.fighting = False
        back = [0, 0]
        if self.open_to(army, GROUND):
            back[1 - side] = self.take(army, self.armies[1 - side], self.cancelled(army, hits), GROUND)
        self.fighting = True
        self.answered(back)
        for piece in army.pieces:
            piece.fresh = False

    # what comes before the combat

    def gridded(self, side: int) -> bool:
        """Tell whether the first Magen Defense Grid of a side silences the other in a round."""
        return self.forces[side].has("magen-defense-grid") and side == 1 and self.shielded()

    def shielded(self) -> bool:
        """Tell whether the planet cannot be bombarded."""
        red, blue = self.forces
        if red.has("2ram") or any(red.has_unit(breaker) for breaker in SHIELD_BREAKERS) or red.has("quietus"):
            return False
        cards = [blue.card(piece.kind) for piece in blue.planet]
        return any(one.planetary_shield and not (one.type == "pds" and red.has("disable")) for one in cards)

    def open_to_bombardment(self) -> bool:
        """Tell whether the planet can be bombarded."""
        blue = self.forces[1]
        return bool(blue.planet) and not (self.scar or blue.has("quietus") or self.shielded() or self.protected())

    def protected(self) -> bool:
        """Tell whether a law forbids to bombard the planet."""
        return self.conventions and "cultural" in planets()[self.forces[0].where]["traits"]

    def batteries(self) -> list[tuple[Piece, list[tuple[int, int]]]]:
        """Return the units that bombard, with dice and values."""
        red = self.forces[0]
        found = []
        there = [
            piece for planet, units in red.planets.items() for piece in units if piece not in self.armies[0].pieces
        ]
        for piece in (*red.pieces, *red.aboard, *there):
            gained = red.has("blitz") and piece.kind not in ("fighter", *BOARDERS) and piece in red.pieces
            if dice := printed(red.card(piece.kind).bombardment) or ([(1, 6)] if gained else []):
                found.append((piece, dice))
        return found

    def easiest(self, found: list[tuple[int, int]]) -> float:
        """Return the best chance of a hit among these dice."""
        red, blue = self.forces
        return max(chance(value, -4 * blue.has("bunker"), red.has("agnlan-oln")) for _, value in found)

    def bombard(self, found: list[tuple[int, int]], more: bool = True) -> None:
        """Let these dice of the active player's bombard the planet, with those that cards add if there are more."""
        red, blue = self.forces
        hits = ability(red, blue, found, -4 * blue.has("bunker"), self.rng, more)
        before = list(self.armies[1].pieces)
        self.hit(1, 2 * hits if red.has("x-89-bacterial-weapon-omega-omega") else hits)
        if red.has("x-89-bacterial-weapon-omega"):
            self.infect(before)

    def infect(self, before: list[Piece]) -> None:
        """Let all infantry of the planet die where bombardment has destroyed one."""
        army = self.armies[1]
        if any(piece.kind == "infantry" and piece not in army.pieces for piece in before):
            army.pieces = [piece for piece in army.pieces if piece.kind != "infantry"]

    def forget(self) -> None:
        """Let cards that served one combat serve no other."""
        for force in self.forces:
            force.spent |= {"tekklar-legion"}
            if self.rounds:
                force.spent |= FOR_ONE_ROUND
                force.cards.pop("morale-boost", None)

    def defend(self) -> None:
        """Let units on the planet shoot at those that land; structures that stand alone are destroyed after."""
        red, blue = self.forces
        if not self.armies[0].pieces:
            return
        if not (self.scar or red.has("l4-disruptors") or red.has("quietus")):
            cards = [blue.card(piece.kind) for piece in blue.planet]
            firing = [one for one in cards if not (one.type == "pds" and red.has("disable"))]
            found = [dice for one in firing for dice in printed(one.space_cannon)]
            docks = sum(one.type == "space-dock" for one in cards)
            found += [(2, 5)] * (docks if blue.has("lightrail-ordnance") else 0)
            found += [(1, 5)] if blue.has("custodia-vigilia") and blue.where == "mecatol-rex-omega" else []
            hits = ability(blue, red, found, -red.has("antimass-deflectors"), self.rng)
            hits -= bool(hits and red.spend("maneuvering-jets"))
            self.hit(0, hits)
            self.keep()
        if red.holds() and not self.armies[1].pieces:
            blue.planet = []

    # the combat

    def defended(self, army: Army) -> bool:
        force = self.forces[army.index]
        return any(force.card(piece.kind).is_structure for piece in force.planet)

    def added(self, army: Army, sort: Sort, number: int) -> int:
        force, foe = self.forces[army.index], self.forces[1 - army.index]
        faction = force.player.get("faction")
        bonus = super().added(army, sort, number)
        bonus += faction == "sardakk-norr"
        bonus -= foe.has("tekklar-legion") and faction == "sardakk-norr"
        paling = force.has_text("shield-paling", army.pieces)
        bonus -= faction == "universities-of-jol-nar" and not (sort[0] == "infantry" and paling)
        bonus += number == 1 and force.has("supercharge")
        bonus += force.cards.get("imperator", 0)
        edge = force.has("mordred-edge") or force.has("iconoclast-edge")
        bonus += 2 * (sort[0] == "mech" and edge and not force.reformed)
        return bonus

    def rolled(self, army: Army, number: int) -> dict[Sort, int]:
        if number == 1 and self.gridded(1 - army.index):
            return {}
        return super().rolled(army, number)

    def own_dice(self, army: Army) -> dict[Sort, int]:
        dice = super().own_dice(army)
        if self.forces[army.index].has_unit("visz-el-vir") and ("mech", False) in dice:
            dice["mech", False] += sum(piece.kind == "mech" for piece in army.pieces)
        return dice

    def mends(self, army: Army, number: int) -> None:
        if not number or (self.armies[1 - army.index].pieces and not self.harrowing):
            self.renew(army)
        super().mends(army, number)

    def needs_mending(self, army: Army) -> bool:
        worn = any(piece.damaged and self.renews(army, piece) for piece in army.pieces)
        return worn or super().needs_mending(army)

    def renews(self, army: Army, piece: Piece) -> bool:
        """Tell whether a piece is repaired as a round starts: an Eidolon Maximum."""
        force = self.forces[army.index]
        return force.has_text(MAXIMUM, [piece]) and not force.reformed

    def renew(self, army: Army) -> None:
        """Repair who is repaired as a round starts."""
        for piece in army.pieces:
            piece.damaged &= not self.renews(army, piece)

    @property
    def harrowing(self) -> bool:
        """Whether the active player's ships may bombard after each round."""
        return self.forces[0].player.get("faction") == "l1z1x-mindnet"

    def round(self, number: int) -> None:
        for army in self.armies if number > 1 else ():
            self.renew(army)
        super().round(number)
        if self.harrowing and self.armies[1].pieces:
            self.keep()
            before = [list(army.pieces) for army in self.armies]
            self.bombard_on()
            self.replace(before)

    def bombard_on(self) -> None:
        """Let ships bombard after a round of combat (Harrow)."""
        marked = [piece for army in self.armies for piece in army.pieces if piece.fresh]
        self.after_round = True
        if self.open_to_bombardment():
            self.bombard([die for _, dice in self.batteries() for die in dice])
        self.after_round = False
        for piece in marked:
            piece.fresh = True

    def keep(self) -> None:
        """Let the planet hold what the combat has left."""
        for force, army in zip(self.forces, self.armies, strict=True):
            fighting = force.on_planet()
            there = [piece for piece in force.planet if piece not in fighting]
            force.planet = [*there, *army.pieces]
