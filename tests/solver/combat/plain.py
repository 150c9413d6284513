"""A battle played with dice, round by round: the judge of the solver's combats, with which it shares no code
but the default order of losses.

It knows the editions of the game, two players without a faction, and what the battles of `plain_battles` hold.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from mecatol.scenario.policy import DEFAULT_ASSIGN
from tests.solver.combat.plain_army import GROUND, LAWS, ORDER, SHIPS, Army, Piece, Sort, chance, roll

Scenario = dict[str, Any]
Opening = tuple[Callable[[], bool], Callable[[], None]]

LATER_GRIDS = ("magen-defense-grid-omega", "magen-defense-grid-omega-omega")
"""The printings that bring a hit; the first one silences who fights in its stead."""
MOST_CLOSINGS = 6
"""How many turns there may be at the end of a round: a use of Devotion, and one for each Exotrireme."""
WAR_FUNDING = ("war-funding", "war-funding-omega")
"""Both let its holder roll again; dice of the opponent's, which one of them may too, are left as they are."""


class Game:
    """One battle."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.rng = rng
        self.space = scenario["step"] == "space-combat"
        self.tile = scenario.get("system")
        self.torn = False
        self.armies = [self.army(player, index) for index, player in enumerate(scenario["players"])]
        laws = {slug for army in self.armies for slug in army.named & LAWS if army.has(slug)}
        self.scar, self.weapons = "entropic-scar" in laws, "publicize-weapon-schematics" in laws
        self.conventions = "conventions-of-war" in laws
        self.left: int | None = None
        self.gone: int | None = None
        self.rounds = 0

    @staticmethod
    def counts(player: dict[str, Any], kind: str) -> bool:
        """Tell whether a player's units of a type are among those told at the end."""
        return kind != "pds"

    def army(self, player: dict[str, Any], index: int) -> Army:
        there = player.get("space", {}) if self.space else player.get("planets", {}).get("abaddon", {})
        hurt = player.get("damaged", {}) if self.space else player.get("damaged", {}).get("abaddon", {})
        pieces = [Piece(kind, number < hurt.get(kind, 0)) for kind in (*SHIPS, *GROUND)
                  for number in range(there.get(kind, 0))]  # fmt: skip
        army = Army(player, index, pieces, dict(player.get("effects", {})))
        self.lift(army)
        return army

    def lift(self, army: Army) -> None:
        """Give a ship the values of the Nomad's flagship: the one that hits least."""
        if not (army.has("the-cavalry") or army.has("the-cavalry-memoria-2")) or not army.others():
            return
        weakest = min(
            army.others(),
            key=lambda piece: (
                army.strength(piece), army.tough(piece.kind), ORDER.index(piece.kind), piece.damaged
            ),
        )  # fmt: skip
        weakest.lifted = True

    # taking hits

    def weakened(self, kind: str) -> bool:
        """Tell whether units of a type have lost Sustain Damage."""
        return self.weapons and kind == "war-sun"

    def allows(self, army: Army, kind: str) -> bool:
        """Tell whether nothing keeps an army's units of a kind from using Sustain Damage, if they have it."""
        return not self.scar

    def sustains(self, army: Army, piece: Piece) -> bool:
        able = not piece.damaged and (piece.lifted or army.tough(piece.kind)) and not self.weakened(piece.kind)
        return able and self.allows(army, piece.kind)

    def borrows(self, army: Army, piece: Piece) -> bool:
        """Tell whether a unit can use the Sustain Damage that Metali Void Shielding lends."""
        able = piece.kind == "fighter" or ((army.tough(piece.kind) or piece.lifted) and not self.weakened(piece.kind))
        return not able and not piece.damaged and self.allows(army, piece.kind)

    def open_to(self, army: Army, kinds: tuple[str, ...]) -> list[Piece]:
        """Return the units that can be given hits of this moment."""
        return [piece for piece in army.pieces if piece.kind in kinds]

    def in_reach(self, army: Army, kinds: tuple[str, ...]) -> list[Piece]:
        """Return the units that can be given the next hit."""
        return self.open_to(army, kinds)

    def policy(self, army: Army) -> list[str]:
        assign = army.player.get("policy", {}).get("assign", DEFAULT_ASSIGN)
        if assign == "sustain-first":
            return ["sustain", *ORDER]
        if assign == "cheapest-first":
            return list(ORDER) if self.space else ["sustain", *ORDER]
        return [*assign, *(kind for kind in ORDER if kind not in assign)]

    def place(self, army: Army, policy: list[str], piece: Piece) -> int:
        """Return when a piece is lost: one with the flagship's values after dreadnoughts, unless its type is named."""
        own = policy.index(piece.kind)
        if not piece.lifted:
            return own
        named = army.player.get("policy", {}).get("assign", ())
        late = isinstance(named, str) or piece.kind not in named
        return max(own, policy.index("dreadnought")) if late else own

    def covered(self, army: Army) -> bool:
        """Tell whether a unit that does not fight takes the next hit; none does in the plain game."""
        return False

    def next_taker(self, army: Army, pool: list[Piece]) -> tuple[Piece, bool]:
        """Return the piece that takes the next hit, and whether it sustains."""
        policy = self.policy(army)
        named = army.player.get("policy", {}).get("assign", DEFAULT_ASSIGN)
        rank = partial(self.place, army, policy)
        able = [piece for piece in pool if self.sustains(army, piece)]
        safe = [piece for piece in able if army.immune(piece.kind)] if named == "cheapest-first" else []
        before = able and "sustain" in policy and policy.index("sustain") < min(map(rank, pool))
        if safe or before:
            return min(safe or able, key=lambda piece: (rank(piece), *piece.late)), True
        first = min(pool, key=lambda piece: (rank(piece), *piece.late, not self.sustains(army, piece),
                                             not piece.damaged, not piece.fresh))  # fmt: skip
        return first, self.sustains(army, first)

    def take(self, army: Army, foe: Army, hits: int, kinds: tuple[str, ...]) -> int:
        """Let an army take hits; return the hits that strike back."""
        back = 0
        sustaining: list[Piece] = []
        near = self.dynamo(army)
        lends = army.has("metali-void-shielding") and self.space
        while hits > 0:
            pool = self.in_reach(army, kinds)
            if not pool:
                break
            hits -= 1
            if self.covered(army):
                continue
            taker, sustained = None, False
            if lends:
                for piece in sorted(pool, key=lambda piece: self.place(army, self.policy(army), piece)):
                    if self.borrows(army, piece):
                        taker, sustained, lends = piece, True, False
                        break
            if taker is None:
                taker, sustained = self.foreseen(army, pool, hits)
            if not sustained:
                army.pieces.remove(taker)
                continue
            taker.damaged = taker.fresh = True
            hits -= self.cancels_more(army, hits)
            sustaining.append(taker)
            back += self.answers(army, foe, taker)
        for piece in sorted(sustaining, key=lambda piece: -army.worth(piece.kind)):
            if near and piece in army.pieces and army.spend("dynamo-repair"):
                piece.damaged = False
        return back

    def foreseen(self, army: Army, pool: list[Piece], hits: int) -> tuple[Piece, bool]:
        """Return the piece that takes the next hit, and whether it sustains, with so many hits to come.

        Where a use cancels more than one hit, who is to sustain does so before anybody is lost.
        """
        found = first = self.next_taker(army, pool)
        for _ in range(hits if self.cancels_more(army, hits) else 0):
            pool = [piece for piece in pool if piece is not found[0]]
            if found[1] or not pool:
                break
            found = self.next_taker(army, pool)
        return found if found[1] else first

    def cancels_more(self, army: Army, hits: int) -> int:
        """Return how many more of these hits a use of Sustain Damage cancels."""
        return int(hits > 0 and army.has("non-euclidean-shielding"))

    def dynamo(self, army: Army) -> bool:
        """Tell whether the Empyrean's flagship is near; it is not in the plain game."""
        return False

    def answers(self, army: Army, foe: Army, taker: Piece) -> int:
        """Let cards answer a unit that has sustained; return the hits that strike back."""
        if self.space and not army.immune(taker.kind) and foe.spend("direct-hit"):
            army.pieces.remove(taker)
        return 2 if self.space and army.spend("reflective-shielding") else 0

    def cancelled(self, army: Army, hits: int) -> int:
        for card in sorted(army.player.get("effects", {})):
            if hits and card == "shields-holding" and self.space and army.spend(card):
                hits = max(0, hits - 2)
            elif hits and card == "tellurian" and army.spend(card):
                hits -= 1
        return hits

    def exchange(self, hits: tuple[int, int], kinds: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        """Let both armies take the other's hits, and the hits that strike back."""
        back = [0, 0]
        for army in self.armies:
            foe = self.armies[1 - army.index]
            coming = hits[foe.index]
            if self.open_to(army, kinds[army.index]):
                coming = self.cancelled(army, coming)
            back[foe.index] = self.take(army, foe, coming, kinds[army.index])
        self.answered(back)

    def answered(self, back: list[int]) -> None:
        """Let armies take hits that strike back, by index, and those that these bring about."""
        while any(back):
            coming_back, back = back, [0, 0]
            for army in self.armies:
                foe = self.armies[1 - army.index]
                coming = coming_back[army.index]
                if army.pieces:
                    coming = self.cancelled(army, coming)  # hits that answer are hits like others
                back[foe.index] += self.take(army, foe, coming, ORDER)

    def replace(self, before: list[list[Piece]]) -> None:
        """Let two units come for the first that an army has lost."""
        for army, there in zip(self.armies, before, strict=True):
            lost = [piece for piece in there if piece not in army.pieces]
            if lost and army.spend("brother-milor-omega-omega"):
                kind = "fighter" if self.space else "infantry"
                army.pieces += [Piece(kind), Piece(kind)]
            small = self.space and any(piece.kind in ("cruiser", "destroyer") for piece in lost)
            if small and army.spend("brother-milor"):
                army.pieces += [Piece("fighter"), Piece("fighter")]

    # what comes before the first round

    def start(self) -> None:
        """Let both do what they can in turn, one thing each, the first army first."""
        mending = [(partial(self.needs_mending, army), partial(self.mends, army, 0)) for army in self.armies]
        waiting = [[*self.openings(army), mends] for army, mends in zip(self.armies, mending, strict=True)]
        for turn in range(2 * sum(map(len, waiting))):
            left = waiting[turn % 2]
            able = [each for each in left if (each in mending or not self.over()) and each[0]()]
            if able:
                left.remove(able[0])
                able[0][1]()

    def openings(self, army: Army) -> list[Opening]:
        """Return what an army may do at the start of the combat, in its order: whether it can, and what it does."""
        foe = self.armies[1 - army.index]

        def cannon() -> None:
            before = [list(each.pieces) for each in self.armies]
            policy = [kind for kind in self.policy(foe) if kind != "sustain"]
            doomed = sorted(foe.others(), key=lambda p: (self.place(foe, policy, p), *p.late, not p.damaged))
            for piece in doomed[:1]:
                foe.pieces.remove(piece)
            self.settle(before)

        def strikes() -> None:
            before = [list(each.pieces) for each in self.armies]
            self.strike(army, foe)
            self.settle(before)

        def core() -> None:
            before = [list(each.pieces) for each in self.armies]
            army.pieces.remove(army.small()[0])
            self.strike(army, foe, tuple({piece.kind for piece in foe.others()}) or ORDER)
            self.settle(before)

        found: list[Opening] = []
        if self.space and army.has("assault-cannon"):
            found.append((lambda: len(army.others()) >= 3, cannon))
        if any(map(army.has, LATER_GRIDS)) and not self.space and self.defended(army):
            found.append((lambda: True, strikes))
        if self.space and army.has("dimensional-splicer"):
            found.append((lambda: True, strikes))
        if self.space and army.has("impulse-core"):
            found.append((lambda: bool(army.small()), core))
        return found

    def settle(self, before: list[list[Piece]]) -> None:
        """Let happen what follows what was lost since then."""
        self.falls(before)
        self.last_shots(before)
        self.replace(before)

    def strike(self, army: Army, foe: Army, kinds: tuple[str, ...] = ()) -> None:
        """Let a foe take one hit: on a unit of these kinds that it chooses, else on one that the army chooses."""
        lends = foe.has("metali-void-shielding") and self.space

        def loss(piece: Piece) -> tuple[bool, float, int]:
            safe = self.sustains(foe, piece) or (lends and self.borrows(foe, piece))
            return not safe, foe.worth(piece.kind), foe.strength(piece)

        chosen = None if kinds else max(foe.pieces, key=loss)
        back = [0, 0]
        hits = self.cancelled(foe, 1)
        rest = [piece for piece in foe.pieces if chosen is not None and piece is not chosen]
        foe.pieces = [piece for piece in foe.pieces if piece not in rest]
        back[army.index] = self.take(foe, army, hits, kinds or ORDER)
        foe.pieces += rest
        self.answered(back)

    def defended(self, army: Army) -> bool:
        """Tell whether an army has a structure on the planet."""
        return bool(army.player.get("planets", {}).get("abaddon", {}).get("pds"))

    def needs_mending(self, army: Army) -> bool:
        """Tell whether repairs at the start of the combat would repair anything."""
        return bool(army.cards.get("emergency-repairs") and self.worn(army))

    def worn(self, army: Army) -> list[Piece]:
        """Return the damaged pieces that have Sustain Damage of their own."""
        tough = [piece for piece in army.pieces if piece.lifted or army.tough(piece.kind)]
        return [piece for piece in tough if piece.damaged and not self.weakened(piece.kind)]

    def emergency(self, army: Army) -> None:
        """Repair what has Sustain Damage of its own; the start of combat and of its first round are one (78.2.a)."""
        worn = self.worn(army)
        if worn and army.spend("emergency-repairs"):
            for piece in worn:
                piece.damaged = piece.fresh = False

    def barrage_hits(self, army: Army) -> int:
        if self.scar:
            return 0
        found, relic = army.barrage(), army.has("metali-void-armaments")
        more = army.has("trrakan-aun-zulok") + army.spend("strike-wing-ambuscade") if found or relic else 0
        best = min(found, key=lambda sort: found[sort][1], default=None)
        if relic and (best is None or found[best][1] > 6):
            best = None  # the relic counts as a unit, and hits most easily
        hits = sum(self.barraged(army, s, dice + more * (s == best), value) for s, (dice, value) in found.items())
        if relic:
            hits += roll([(3 + more * (best is None), chance(6, 0, army.has("agnlan-oln")))], self.rng)
        return hits

    def barraged(self, army: Army, sort: Sort, dice: int, value: int) -> int:
        """Roll the barrage dice of a sort; return the hits."""
        return roll([(dice, chance(value, 0, army.has("agnlan-oln")))], self.rng)

    def barrage(self) -> None:
        hits = self.barrage_hits(self.armies[0]), self.barrage_hits(self.armies[1])
        self.fired(hits)
        kinds = [ORDER if self.armies[1 - side].has("waylay") else ("fighter",) for side in (0, 1)]
        before = [list(army.pieces) for army in self.armies]
        self.exchange(hits, (kinds[0], kinds[1]))
        self.last_shots(before)
        self.replace(before)

    def falls(self, before: list[list[Piece]]) -> None:
        """Let what is lost since then take others along; nothing does in the plain game."""

    def fired(self, hits: tuple[int, int]) -> None:
        """Let hits of the barrage do what only a faction's do; nothing in the plain game."""

    # rounds

    def added(self, army: Army, sort: Sort, number: int) -> int:
        """Return what is added to the combat rolls of a sort in a round."""
        bonus = 2 * army.has("rickar-rickani")
        bonus += number <= army.cards.get("morale-boost", 0)
        bonus += army.has("aroz-hollow") and not self.tile  # in the Fracture, as far as anybody knows
        if self.space:
            bonus += army.has("nebula")
        else:
            bonus += army.has("tekklar-legion")
        if sort[0] == "fighter":
            bonus += 2 * (number == 1 and self.space and army.has("fighter-prototype")) + army.has("prophecy-of-ixth")
        return bonus

    def rolled(self, army: Army, number: int) -> dict[Sort, int]:
        """Return the combat dice of a round, by sort."""
        dice = self.own_dice(army)
        if number == 1 and army.has("viscount-unlenn" if self.space else "evelyn-delouis"):
            dice[min(dice, key=lambda sort: (-round(self.mean(army, sort, number), 9), ORDER.index(sort[0])))] += 1
        return dice

    def own_dice(self, army: Army) -> dict[Sort, int]:
        """Return the combat dice of a round that units roll by themselves, by sort."""
        return {sort: count * army.dice(sort) for sort, count in army.counted().items()}

    def mean(self, army: Army, sort: Sort, number: int) -> float:
        """Return how many hits a die of a sort makes on average in a round."""
        return chance(army.value(sort), self.added(army, sort, number), self.again(army, number))

    def again(self, army: Army, number: int) -> bool:
        """Tell whether an army rolls again what misses in a round."""
        return number == 1 and any(map(army.has, WAR_FUNDING if self.space else ("fire-team",)))

    def shots(self, army: Army, sort: Sort, dice: int, number: int) -> int:
        """Roll the combat dice of a sort in a round; return the hits."""
        each = chance(army.value(sort), self.added(army, sort, number), self.again(army, number))
        return roll([(dice, each)], self.rng)

    def hits_of(self, army: Army, number: int) -> int:
        """Roll the combat dice of a round, all of them anew where a card of the foe's is used on a good roll."""
        hits = self.combat_hits(army, number)
        if number > 1 or not (self.space and self.armies[1 - army.index].has("war-funding-omega")):
            return hits
        mean = sum(dice * self.mean(army, sort, number) for sort, dice in self.rolled(army, number).items())
        return self.combat_hits(army, number) if hits > mean + 1e-9 else hits

    def combat_hits(self, army: Army, number: int) -> int:
        hits = sum(self.shots(army, sort, dice, number) for sort, dice in self.rolled(army, number).items())
        return 2 * hits if army.has("x-89-bacterial-weapon-omega-omega") and not self.space else hits

    def last_shots(self, before: list[list[Piece]]) -> None:
        for side in (0, 1, 0) if self.space else ():
            army, foe = self.armies[side], self.armies[1 - side]
            lost = [piece for piece in before[side] if piece not in army.pieces]
            if not lost or not army.spend("courageous-to-the-end"):
                continue
            value = min(army.value(piece.sort) for piece in lost)
            for _ in range(roll([(2, chance(value, 0, False))], self.rng)):
                policy = [kind for kind in self.policy(foe) if kind != "sustain"]
                if foe.pieces:
                    foe.pieces.remove(
                        min(foe.pieces, key=lambda p: (self.place(foe, policy, p), *p.late, not p.damaged, not p.fresh))
                    )

    def leaving(self, number: int) -> int | None:
        for side in (1, 0):
            rule = self.armies[side].player.get("policy", {}).get("retreat")
            most = 99 if rule is None else rule.get("ships_at_most", 99)
            if rule is not None and number >= rule.get("from_round", 1) and len(self.armies[side].others()) <= most:
                return side
        return None

    def mends(self, army: Army, number: int) -> None:
        """Repair units at the start of the combat (0) or the end of a round."""
        worn = [piece for piece in army.pieces if piece.damaged and not piece.fresh]
        if number and army.has("duranium-armor") and worn:
            useful = [piece for piece in worn if not self.weakened(piece.kind)]
            max(useful or worn, key=lambda piece: (army.worth(piece.kind), army.strength(piece))).damaged = False
        if army.index != self.gone:  # the round ends after the retreat
            self.emergency(army)

    def round(self, number: int) -> None:
        before = [list(army.pieces) for army in self.armies]
        for army in self.armies if number > 1 else ():  # the barrage is part of the first round (78.3)
            for piece in army.pieces:
                piece.fresh = False
        leaving = self.leaving(number) if self.space else None
        self.exchange((self.hits_of(self.armies[0], number), self.hits_of(self.armies[1], number)), (ORDER, ORDER))
        self.last_shots(before)
        self.replace(before)
        self.gone = None if self.over() else leaving
        for army in self.armies:
            self.mends(army, number)
        if leaving is not None and not self.over():
            self.left = leaving
            self.carry(self.armies[leaving])
        for turn in range(2 * MOST_CLOSINGS if self.closing() else 0):
            if not self.over():
                self.closes(self.armies[turn % 2], turn // 2)

    def closing(self) -> bool:
        """Tell whether anybody may have something to do when a round is over."""
        return any("devotion" in army.cards for army in self.armies)

    def closes(self, army: Army, turn: int) -> None:
        """Let an army strike once more when a round is over: each of its turns brings one use."""
        if not turn and army.small() and army.spend("devotion"):
            before = [list(each.pieces) for each in self.armies]
            army.pieces.remove(army.small()[0])
            self.strike(army, self.armies[1 - army.index])
            self.last_shots(before)
            self.replace(before)

    def carry(self, army: Army) -> None:
        """Leave behind the fighters that nothing carries away."""
        holds = {"carrier": 6 if army.has("carrier-2") else 4, "dreadnought": 1, "war-sun": 6}
        holds["cruiser"] = int(army.has("cruiser-2"))
        room = sum(holds.get(piece.kind, 0) for piece in army.pieces)
        for piece in [piece for piece in army.pieces if piece.kind == "fighter"][room:]:
            if not army.has("fighter-2"):
                army.pieces.remove(piece)

    def ends(self) -> None:
        """Look at what is left when the battle is over; nothing to be done in the plain game."""

    def over(self) -> bool:
        return self.left is not None or not (self.armies[0].pieces and self.armies[1].pieces)

    def play(self) -> Iterator[str]:
        """Play the battle; yield what is true of its end."""
        self.start()
        if self.space and not self.over():
            self.barrage()
        while not self.over():
            self.rounds += 1
            self.round(self.rounds)
        alive = [bool(army.pieces) for army in self.armies]
        self.ends()
        if self.left is not None:
            yield f"winner {1 - self.left}"
        else:
            yield "draw" if alive[0] == alive[1] else f"winner {0 if alive[0] else 1}"
        for army in self.armies:
            hurt = sum(piece.damaged for piece in army.pieces)
            yield f"{army.index} has {len(army.pieces)}"
            yield f"{army.index} has {hurt} damaged"
            yield f"{army.index} has {len(army.others())} others"
