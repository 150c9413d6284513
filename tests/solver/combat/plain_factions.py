"""Space combats of factions played with dice: what their units and abilities change about the plain game.

What is printed on a faction's units in an edition is read from the records; what follows from it is worked out here.
`plain_known` says which space combats this game can play, and makes them ready. Capacity is ignored.
"""

import random
from collections import Counter
from functools import cache, cached_property

from mecatol.domain.units import systems
from mecatol.scenario.policy import DEFAULT_ASSIGN
from tests.solver.combat.plain import Game, Opening, Scenario
from tests.solver.combat.plain_army import ORDER, SHIPS, Army, Piece, Sort, chance, roll
from tests.solver.combat.plain_fleet import BOARDERS, MAXIMUM, Data, Fleet, edition_of
from tests.solver.combat.plain_leaving import leaving, through_rift

AMBUSHING = ("cruiser", "destroyer")
BOX = {"destroyer": 8, "cruiser": 8, "carrier": 4, "dreadnought": 5, "flagship": 1, "war-sun": 2}


@cache  # asked again for each hit of each game
def in_order(told: tuple[str, ...], formed: bool) -> list[str]:
    """Return types of units, and when they sustain, in the order of losses: what is told, then the usual order."""
    by_cost = ["fighter", "infantry", *SHIPS[1:]]
    by_cost.insert(by_cost.index("war-sun" if formed else "carrier"), "mech")
    return [*told, *(kind for kind in by_cost if kind not in told)]


class Combat(Game):
    """One space combat between factions."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.fleets: list[Fleet] = []
        self.leash = 0
        self.hushed, self.aimed = [False, False], [0, 0]
        self.by_ability = False
        self.going: int | None = None
        self.edition = edition_of(scenario)
        super().__init__(scenario, rng)

    @staticmethod
    def counts(player: Data, kind: str) -> bool:
        return True

    def army(self, player: Data, index: int) -> Army:
        there = player["space"]
        hurt = player.get("damaged", {})
        pieces = [Piece(kind, n < hurt.get(kind, 0)) for kind in SHIPS for n in range(there.get(kind, 0))]
        fleet = Fleet(player, index, pieces, dict(player["effects"]), edition=self.edition)
        fleet.aboard = [Piece(kind, n < hurt.get(kind, 0)) for kind in BOARDERS for n in range(there.get(kind, 0))]
        fleet.muster()
        self.fleets.append(fleet)
        self.lift(fleet)
        return fleet

    def policy(self, army: Army) -> list[str]:
        assign = army.player["policy"].get("assign", DEFAULT_ASSIGN)
        told = assign if not isinstance(assign, str) else ["sustain"] if assign == "sustain-first" else []
        return in_order(tuple(told), self.fleets[army.index].formed)

    # who may do what

    def listen(self) -> None:
        """See whose units cannot use Sustain Damage; the hits of a moment are assigned at the same time."""
        for fleet in self.fleets:
            foe = self.fleets[1 - fleet.index]
            self.hushed[fleet.index] = foe.has_unit("fourth-moon") or foe.has("quietus")

    def allows(self, army: Army, kind: str) -> bool:
        return super().allows(army, kind) and not self.hushed[army.index]

    def open_to(self, army: Army, kinds: tuple[str, ...]) -> list[Piece]:
        found = super().open_to(army, kinds)
        if self.by_ability and not self.reformed:
            found = [piece for piece in found if not self.fleets[army.index].has_text(MAXIMUM, [piece])]
        return found

    def in_reach(self, army: Army, kinds: tuple[str, ...]) -> list[Piece]:
        found = super().in_reach(army, kinds)
        if self.aimed[army.index]:
            self.aimed[army.index] -= 1
            return [piece for piece in found if piece.kind != "fighter"] or found
        return found

    def cancelled(self, army: Army, hits: int) -> int:
        left = super().cancelled(army, hits)
        self.aimed[army.index] = max(0, self.aimed[army.index] - (hits - left))  # those that spare fighters go first
        return left

    def dynamo(self, army: Army) -> bool:
        return self.fleets[army.index].has_unit("dynamo")

    def covered(self, army: Army) -> bool:
        """Let a Quantum Manipulator aboard sustain in a ship's stead."""
        fleet = self.fleets[army.index]
        barred = self.scar or self.fleets[1 - army.index].has("quietus")  # it is no ship, as the Fourth Moon would ask
        able = [piece for piece in fleet.aboard if piece.kind == "mech" and not piece.damaged]
        able = able if fleet.covers and not barred else []
        for piece in able[:1]:
            piece.damaged = piece.fresh = True
        return bool(able)

    def replace(self, before: list[list[Piece]]) -> None:
        came: list[list[Piece]] = [[], []]
        for fleet in self.fleets:
            foe = self.fleets[1 - fleet.index]
            if fleet.has("ipswitch-loose-cannon"):
                lost = Counter(p.kind for p in before[foe.index] if p not in foe.pieces and p.kind not in BOARDERS)
                for kind, count in lost.items():
                    known = kind != "war-sun" or "war-sun" in fleet.player.get("technologies", ())
                    left = BOX.get(kind, 99) - sum(piece.kind == kind for piece in fleet.pieces)
                    came[fleet.index] += [Piece(kind) for _ in range(min(count, left) if known else 0)]
        super().replace(before)
        for fleet in self.fleets:
            fleet.pieces += came[fleet.index]

    def exchange(self, hits: tuple[int, int], kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        self.listen()
        before = [list(army.pieces) for army in self.fleets]
        super().exchange(hits, kinds)
        self.falls(before)

    def answered(self, back: list[int]) -> None:
        self.aimed, self.by_ability = [0, 0], False
        self.listen()
        super().answered(back)

    def strike(self, army: Army, foe: Army, kinds: tuple[str, ...] = ()) -> None:
        self.listen()
        before = [list(each.pieces) for each in self.fleets]
        super().strike(army, foe, kinds)
        self.falls(before)

    def last_shots(self, before: list[list[Piece]]) -> None:
        super().last_shots(before)
        self.falls(before)

    def falls(self, before: list[list[Piece]]) -> None:
        """End all that fights where Van Hauge is lost."""
        for fleet, there in zip(self.fleets, before, strict=True):
            lost = (piece for piece in there if piece not in fleet.pieces)
            if fleet.has_text("van-hauge", lost):
                for each in self.fleets:
                    each.pieces.clear()

    # the start

    def boards(self, fleet: Fleet) -> bool:
        """Tell whether ground forces may join the combat."""
        return any(fleet.flies(piece.kind) or fleet.has_unit("the-alastor") for piece in fleet.aboard)

    def board(self, fleet: Fleet) -> None:
        """Let ground forces in space join the combat that may."""
        joining = [piece for piece in fleet.aboard if fleet.flies(piece.kind) or fleet.has_unit("the-alastor")]
        fleet.aboard = [piece for piece in fleet.aboard if piece not in joining]
        fleet.pieces += joining

    def openings(self, army: Army) -> list[Opening]:
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]

        def shooters() -> list[int]:
            return sorted(fleet.value(piece.sort) for piece in fleet.pieces if piece.kind in AMBUSHING)[:2]

        def ambush() -> None:
            before = [list(each.pieces) for each in self.fleets]
            hits = roll([(1, (11 - value) / 10) for value in shooters()], self.rng)
            self.listen()
            back = [0, 0]
            back[army.index] = self.take(foe, fleet, self.cancelled(foe, hits), ORDER)
            self.answered(back)
            self.settle(before)

        found: list[Opening] = []
        if fleet.has("ipswitch-loose-cannon"):  # it waits for what is lost from now on
            found.append((lambda: True, lambda: None))
        if self.boards(fleet):
            found.append((lambda: True, lambda: self.board(fleet)))
        if fleet.player.get("faction") == "mentak-coalition":
            found.append((lambda: bool(shooters()), ambush))
        return [*found, *super().openings(army)]

    def barrage(self) -> None:
        self.by_ability = True
        super().barrage()

    def barrage_hits(self, army: Army) -> int:
        foe = self.fleets[1 - army.index]
        return 0 if self.guarded(foe) or foe.has("quietus") else super().barrage_hits(army)

    @cached_property
    def reformed(self) -> bool:
        """Whether mechs have lost their text but for Sustain Damage."""
        return any(each.has("articles-of-war") for each in self.fleets)

    def guarded(self, fleet: Fleet) -> bool:
        """Tell whether a mech keeps a fleet from being barraged: the Naalu's of Codex III."""
        return fleet.has_text("iconoclast-omega", fleet.aboard) and not self.reformed

    def barraged(self, army: Army, sort: Sort, dice: int, value: int) -> int:
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]
        if fleet.card(sort[0]).slug != "strike-wing-alpha-2":  # a raised one keeps its text
            return super().barraged(army, sort, dice, value)
        results = [self.rng.randint(1, 10) for _ in range(dice)]
        if fleet.has("agnlan-oln"):
            results = [result if result >= value else self.rng.randint(1, 10) for result in results]
        infantry = [piece for piece in foe.aboard if piece.kind == "infantry"]
        for piece in infantry[: sum(result >= 9 for result in results)]:
            foe.aboard.remove(piece)
        return sum(result >= value for result in results)

    def fired(self, hits: tuple[int, int]) -> None:
        self.listen()
        for fleet in self.fleets:
            foe = self.fleets[1 - fleet.index]
            if fleet.player.get("faction") != "argent-flight" or not fleet.barrage():
                continue
            fighters = sum(piece.kind == "fighter" for piece in foe.pieces)
            able = [piece for piece in foe.pieces if self.sustains(foe, piece)]
            able.sort(key=lambda piece: (-foe.worth(piece.kind), -ORDER.index(piece.kind)))
            for piece in able[: max(0, hits[fleet.index] - fighters)]:
                piece.damaged = True

    # rounds

    def added(self, army: Army, sort: Sort, number: int) -> int:
        fleet = self.fleets[army.index]
        bonus = super().added(army, sort, number) + self.leash
        bonus += fleet.player.get("faction") == "sardakk-norr"
        bonus -= fleet.player.get("faction") == "universities-of-jol-nar"
        bonus += number == 1 and fleet.has("supercharge")
        bonus += fleet.cards.get("imperator", 0)
        flagship = sort[0] == "flagship"
        bonus += fleet.has_unit("cmorran-norr") and not flagship
        bonus += 2 * (sort[0] == "mech" and fleet.has("mordred-edge"))
        if flagship:
            bonus += 2 * fleet.has("arvicon-rex-edge") + fleet.cards.get("egeiro-systems", 0)
        return bonus

    def round(self, number: int) -> None:
        self.by_ability = False
        for piece in (piece for fleet in self.fleets for piece in fleet.aboard if number > 1):
            piece.fresh = False
        for fleet in self.fleets if number > 1 else ():
            fleet.renew(self.reformed)
        super().round(number)

    def closing(self) -> bool:
        return super().closing() or any("exotrireme-2-sacrifice" in fleet.cards for fleet in self.fleets)

    def closes(self, army: Army, turn: int) -> None:
        """Give up an Exotrireme for the two dearest ships of the other side, undamaged ones first."""
        super().closes(army, turn)
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]
        able = [piece for piece in fleet.pieces if fleet.has_text("exotrireme-2", [piece])]
        if not self.over() and able and fleet.spend("exotrireme-2-sacrifice"):
            before = [list(each.pieces) for each in self.fleets]
            fleet.pieces.remove(max(able, key=lambda piece: (not piece.lifted, piece.damaged)))
            worst = sorted(foe.pieces, key=lambda p: (foe.worth(p.kind), foe.strength(p), not p.damaged), reverse=True)
            for piece in worst[:2]:
                foe.pieces.remove(piece)
            self.settle(before)

    def combat_hits(self, army: Army, number: int) -> int:
        fleet = self.fleets[army.index]
        if not fleet.has("gravleash-maneuvers"):
            return super().combat_hits(army, number)
        dice = self.rolled(army, number)
        best = max(dice, key=lambda sort: (self.leashed(army, sort, dice, number), army.worth(sort[0])))
        own = self.of_one(army, best, dice)
        hits = sum(self.shots(army, sort, many - (sort == best) * own, number) for sort, many in dice.items())
        self.leash = len({piece.kind for piece in fleet.pieces})
        hits += self.shots(army, best, own, number)
        self.leash = 0
        return hits

    def of_one(self, army: Army, sort: Sort, dice: dict[Sort, int]) -> int:
        """Return how many dice one ship of a sort rolls at most: a die more belongs to one of them."""
        rolling = sum(piece.sort == sort for piece in army.pieces)
        return dice[sort] - (rolling - 1) * army.dice(sort)

    def leashed(self, army: Army, sort: Sort, dice: dict[Sort, int], number: int) -> float:
        """Return how many hits more a ship of a sort makes with Gravleash Maneuvers."""
        types, again = len({piece.kind for piece in army.pieces}), self.again(army, number)
        value, added = army.value(sort), self.added(army, sort, number)
        more = chance(value, added + types, again) - chance(value, added, again)
        return round(more * self.of_one(army, sort, dice), 9)

    def rolled(self, army: Army, number: int) -> dict[Sort, int]:
        """Return the combat dice of a round: Viscount Unlenn's is where it does most with Gravleash Maneuvers."""
        if number > 1 or not (army.has("gravleash-maneuvers") and army.has("viscount-unlenn")):
            return super().rolled(army, number)

        def hits(sort: Sort) -> tuple[float, float, int]:
            dice = self.own_dice(army)
            dice[sort] += 1
            mean = {each: self.mean(army, each, number) for each in dice}
            made = sum(many * mean[each] for each, many in dice.items())
            made += max(self.leashed(army, each, dice, number) for each in dice)
            return round(made, 9), round(mean[sort], 9), -ORDER.index(sort[0])

        dice = self.own_dice(army)
        dice[max(dice, key=hits)] += 1
        return dice

    def again(self, army: Army, number: int) -> bool:
        return super().again(army, number) or number <= army.cards.get("munitions-reserves", 0)

    def own_dice(self, army: Army) -> dict[Sort, int]:
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]
        dice = super().own_dice(army)
        if fleet.has_unit("salai-sai-corian"):
            dice[next(sort for sort in dice if sort[0] == "flagship")] = len(foe.others())
        if fleet.has_unit("visz-el-vir") and ("mech", False) in dice:
            dice["mech", False] += sum(piece.kind == "mech" for piece in fleet.pieces)
        return dice

    def mean(self, army: Army, sort: Sort, number: int) -> float:
        if sort[0] != "flagship" or not self.fleets[army.index].has_unit("jns-hylarim"):
            return super().mean(army, sort, number)
        least = army.value(sort) - self.added(army, sort, number)
        found = [(result >= least) + 2 * (result >= 9) for result in range(1, 11)]
        return sum(found) / 10 * (1 + self.again(army, number) * found.count(0) / 10)

    def shots(self, army: Army, sort: Sort, dice: int, number: int) -> int:
        fleet = self.fleets[army.index]
        if sort[0] == "flagship" and fleet.has_unit("jns-hylarim"):
            return sum(self.natural(fleet, sort, number) for _ in range(dice))
        if fleet.has_unit("wrath-of-kenara"):
            return sum(self.traded(fleet, sort, number) for _ in range(dice))
        hits = super().shots(army, sort, dice, number)
        if fleet.has_unit("0-0-1") and sort[0] in ("flagship", "dreadnought"):
            self.aimed[1 - army.index] += hits
        return hits

    def traded(self, fleet: Fleet, sort: Sort, number: int) -> bool:
        """Roll one die, to which a trade good adds one where it falls short by that; tell whether it hits."""
        least = fleet.value(sort) - self.added(fleet, sort, number)
        for _ in range(2 if self.again(fleet, number) else 1):
            result = self.rng.randint(1, 10)
            if result >= least:
                return True
        return result == least - 1 and fleet.spend("wrath-of-kenara-trade")

    def natural(self, fleet: Fleet, sort: Sort, number: int) -> int:
        """Roll one die that makes two more hits with a 9 or a 10; return its hits."""
        least = fleet.value(sort) - self.added(fleet, sort, number)
        for _ in range(2 if self.again(fleet, number) else 1):
            result = self.rng.randint(1, 10)
            if result >= least:
                break
        return (result >= least) + 2 * (result >= 9)

    def mends(self, army: Army, number: int) -> None:
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]
        flagships = [piece for piece in fleet.pieces if piece.kind == "flagship"]
        if foe.pieces and self.goes_on(number):  # who is repaired at once needs no card for it
            fleet.renew(self.reformed)
        for piece in flagships if number and fleet.has("heavens-eye-repair") else ():
            piece.damaged = False
        super().mends(army, number)

    def goes_on(self, number: int) -> bool:
        """Tell whether the next round comes at once where both are left; nothing else comes before the first."""
        return not number or not (self.closing() or self.going is not None)

    def leaving(self, number: int) -> int | None:
        self.going = super().leaving(number)
        return self.going

    def needs_mending(self, army: Army) -> bool:
        fleet, foe = self.fleets[army.index], self.fleets[1 - army.index]
        worn = bool(foe.pieces) and any(piece.damaged and fleet.renews(piece, self.reformed) for piece in fleet.pieces)
        return worn or super().needs_mending(army)

    def worn(self, army: Army) -> list[Piece]:
        fleet = self.fleets[army.index]
        fighting = fleet.pieces
        fleet.pieces = fighting + fleet.aboard  # it repairs who is aboard like others
        worn = super().worn(army)
        fleet.pieces = fighting
        return worn

    def ends(self) -> None:
        for fleet in self.fleets:
            fleet.pieces += fleet.aboard

    def pulled(self, fleet: Fleet) -> bool:
        """Tell whether a gravity rift may remove ships of a fleet that leaves."""
        rift = self.torn or (self.tile and "gravity-rift" in systems()[self.tile]["anomalies"])
        own = self.torn and fleet.player.get("faction") == "vuilraith-cabal"
        return bool(rift) and not own and not fleet.has("circlet-of-the-void")

    def carry(self, army: Army) -> None:
        """Retreat: let those go who can, and remove the others."""
        fleet = self.fleets[army.index]
        there = [*fleet.pieces, *fleet.aboard]
        cards = {piece.kind: fleet.card(piece.kind) for piece in there}
        going = leaving(there, cards, fleet.player["policy"], {})
        if self.pulled(fleet):
            going = through_rift(going, cards, self.rng)
        fleet.pieces = [piece for piece in fleet.pieces if piece in going]
        fleet.aboard = [piece for piece in fleet.aboard if piece in going]
