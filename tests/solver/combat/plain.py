"""A battle played with dice, round by round: the judge of the solver's combats, with which it shares no code
but the default order of losses.

Units are single pieces; the numbers of units and cards stand here once more. It knows the newest edition, two players
without a faction, and what `battles` below can hold.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from solver.scenario.policy import DEFAULT_ASSIGN

Scenario = dict[str, Any]
Sort = tuple[str, bool]
"""A kind of piece, and whether it is lifted."""

SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war-sun")
GROUND = ("infantry", "mech")
ORDER = (*SHIPS, *GROUND)
COMBAT = {
    "fighter": (9, 1), "destroyer": (9, 1), "cruiser": (7, 1), "carrier": (9, 1), "dreadnought": (5, 1),
    "war-sun": (3, 3), "infantry": (8, 1), "mech": (6, 1),
}  # fmt: skip
UPGRADED = {
    "fighter-2": ("fighter", 8), "destroyer-2": ("destroyer", 8), "cruiser-2": ("cruiser", 6),
    "dreadnought-2": ("dreadnought", 5), "infantry-2": ("infantry", 7),
}  # fmt: skip
SUSTAIN = ("dreadnought", "war-sun", "mech")
WORTH = {"fighter": 0.5, "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4, "war-sun": 12,
         "infantry": 0.5, "mech": 2}  # fmt: skip


@dataclass(eq=False)
class Piece:
    """One unit."""

    kind: str
    damaged: bool = False
    fresh: bool = False
    """Whether it has sustained in this round."""
    lifted: bool = False
    """Whether it has the values of the Nomad's flagship."""

    @property
    def sort(self) -> Sort:
        return self.kind, self.lifted


@dataclass
class Army:
    """One side."""

    player: dict[str, Any]
    index: int
    pieces: list[Piece]
    cards: dict[str, int] = field(default_factory=dict)

    def has(self, what: str) -> bool:
        return bool(self.cards.get(what)) or what in self.player.get("technologies", ())

    def spend(self, what: str) -> bool:
        if self.cards.get(what, 0) < 1:
            return False
        self.cards[what] -= 1
        return True

    def barrage(self) -> dict[Sort, tuple[int, int]]:
        """Return dice and value of the barrage, by sort."""
        each, value = (3, 6) if self.has("destroyer-2") else (2, 9)
        destroyers = sum(piece.sort == ("destroyer", False) for piece in self.pieces)
        found = {("destroyer", False): (destroyers * each, value)} if destroyers else {}
        for piece in self.pieces:
            if piece.lifted:
                found[piece.sort] = (3, 8 if self.has("the-cavalry") else 5)
        return found

    def dice(self, sort: Sort) -> int:
        return 2 if sort[1] else COMBAT[sort[0]][1]

    def value(self, sort: Sort) -> int:
        kind, lifted = sort
        if lifted:
            return 7 if self.has("the-cavalry") else 5
        for upgrade, (upgraded, value) in UPGRADED.items():
            if upgraded == kind and self.has(upgrade):
                return value
        return COMBAT[kind][0]

    def strength(self, piece: Piece) -> int:
        return self.dice(piece.sort) * (11 - self.value(piece.sort))

    def small(self) -> list[Piece]:
        """Return cruisers and destroyers, the cheapest, the weakest and the damaged first."""
        found = [piece for piece in self.pieces if piece.kind in ("cruiser", "destroyer")]
        return sorted(found, key=lambda piece: (WORTH[piece.kind], self.strength(piece), not piece.damaged))

    def others(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind != "fighter"]


def roll(groups: Iterable[tuple[int, float]], rng: random.Random) -> int:
    """Roll groups of (dice, chance of a hit each)."""
    return sum(rng.random() < chance for dice, chance in groups for _ in range(dice))


def chance(value: int, bonus: int, again: bool) -> float:
    once = min(10, max(0, 11 - value + bonus)) / 10
    return 1 - (1 - once) ** 2 if again else once


class Game:
    """One battle."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.rng = rng
        self.space = scenario["step"] == "space-combat"
        self.armies = [self.army(player, index) for index, player in enumerate(scenario["players"])]
        self.scar = any(army.has("entropic-scar") for army in self.armies)
        self.weapons = any(army.has("publicize-weapon-schematics") for army in self.armies)
        self.left: int | None = None

    def army(self, player: dict[str, Any], index: int) -> Army:
        there = player.get("space", {}) if self.space else player.get("planets", {}).get("abaddon", {})
        hurt = player.get("damaged", {}) if self.space else player.get("damaged", {}).get("abaddon", {})
        pieces = [Piece(kind, number < hurt.get(kind, 0)) for kind in ORDER for number in range(there.get(kind, 0))]
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
                army.strength(piece), piece.kind in SUSTAIN, ORDER.index(piece.kind), piece.damaged
            ),
        )  # fmt: skip
        weakest.lifted = True

    # taking hits

    def sustains(self, piece: Piece) -> bool:
        able = (
            (piece.lifted or piece.kind in SUSTAIN) and not self.scar and not (piece.kind == "war-sun" and self.weapons)
        )
        return able and not piece.damaged

    def policy(self, army: Army) -> list[str]:
        assign = army.player.get("policy", {}).get("assign", DEFAULT_ASSIGN)
        if assign == "sustain-first":
            return ["sustain", *ORDER]
        if assign == "cheapest-first":
            return list(ORDER) if self.space else ["sustain", *ORDER]
        return [*assign, *(kind for kind in ORDER if kind not in assign)]

    def next_taker(self, army: Army, pool: list[Piece]) -> tuple[Piece, bool]:
        """Return the piece that takes the next hit, and whether it sustains."""
        policy = self.policy(army)
        named = army.player.get("policy", {}).get("assign", DEFAULT_ASSIGN)
        rank = {kind: place for place, kind in enumerate(policy)}
        if named == "cheapest-first" and army.has("dreadnought-2"):
            for piece in pool:
                if piece.kind == "dreadnought" and self.sustains(piece):
                    return piece, True
        first = min(pool, key=lambda piece: (rank[piece.kind], piece.lifted, not self.sustains(piece),
                                             not piece.damaged, not piece.fresh))  # fmt: skip
        if rank.get("sustain", 99) < rank[first.kind]:
            for piece in sorted(pool, key=lambda piece: (rank[piece.kind], piece.lifted)):
                if self.sustains(piece):
                    return piece, True
        return first, self.sustains(first)

    def take(self, army: Army, foe: Army, hits: int, kinds: tuple[str, ...]) -> int:
        """Let an army take hits; return the hits that strike back."""
        back = 0
        lends = army.has("metali-void-shielding") and self.space and not self.scar
        while hits > 0:
            pool = [piece for piece in army.pieces if piece.kind in kinds]
            if not pool:
                break
            taker, sustained = None, False
            if lends:
                for piece in sorted(pool, key=lambda piece: self.policy(army).index(piece.kind)):
                    lendable = not self.sustains(piece) and not piece.damaged and piece.kind != "fighter"
                    if lendable and not piece.lifted and piece.kind not in SUSTAIN:
                        taker, sustained, lends = piece, True, False
                        break
            if taker is None:
                taker, sustained = self.next_taker(army, pool)
            hits -= 1
            if not sustained:
                army.pieces.remove(taker)
                continue
            taker.damaged = taker.fresh = True
            safe = taker.kind == "dreadnought" and army.has("dreadnought-2")
            if self.space and not safe and foe.spend("direct-hit"):
                army.pieces.remove(taker)
            if self.space and army.spend("reflective-shielding"):
                back += 2
        return back

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
            if any(piece.kind in kinds[army.index] for piece in army.pieces):
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
            if lost and army.spend("brother-milor-omega"):
                kind = "fighter" if self.space else "infantry"
                army.pieces += [Piece(kind), Piece(kind)]

    # what comes before the first round

    def start(self) -> None:
        for army in self.armies:
            foe = self.armies[1 - army.index]
            before = [list(each.pieces) for each in self.armies]
            if self.over():
                break
            if self.space and army.has("assault-cannon") and len(army.others()) >= 3:
                policy = [kind for kind in self.policy(foe) if kind != "sustain"]
                doomed = sorted(foe.others(), key=lambda p: (policy.index(p.kind), p.lifted, not p.damaged))
                for piece in doomed[:1]:
                    foe.pieces.remove(piece)
            structures = army.player.get("planets", {}).get("abaddon", {})
            if army.has("magen-defense-grid-omega-omega") and not self.space and structures.get("pds"):
                self.strike(army, foe)
            self.replace(before)
            if self.space and army.has("dimensional-splicer") and not self.over():
                before = [list(each.pieces) for each in self.armies]
                self.strike(army, foe)
                self.replace(before)
            if self.space and army.has("impulse-core") and not self.over() and army.small():
                before = [list(each.pieces) for each in self.armies]
                army.pieces.remove(army.small()[0])
                self.strike(army, foe, tuple({piece.kind for piece in foe.others()}) or ORDER)
                self.replace(before)
        for army in self.armies:
            self.emergency(army)

    def strike(self, army: Army, foe: Army, kinds: tuple[str, ...] = ()) -> None:
        """Let a foe take one hit: on a unit of these kinds that it chooses, else on one that the army chooses."""
        lends = foe.has("metali-void-shielding") and self.space and not self.scar

        def loss(piece: Piece) -> tuple[bool, float, int]:
            lendable = lends and not (piece.damaged or piece.lifted or piece.kind in ("fighter", *SUSTAIN))
            return not (self.sustains(piece) or lendable), WORTH[piece.kind], foe.strength(piece)

        chosen = None if kinds else max(foe.pieces, key=loss)
        back = [0, 0]
        hits = self.cancelled(foe, 1)
        rest = [piece for piece in foe.pieces if chosen is not None and piece is not chosen]
        foe.pieces = [piece for piece in foe.pieces if piece not in rest]
        back[army.index] = self.take(foe, army, hits, kinds or ORDER)
        foe.pieces += rest
        self.answered(back)

    def emergency(self, army: Army) -> None:
        """Repair what has Sustain Damage of its own; the start of combat and of its first round are one (78.2.a)."""
        worn = [piece for piece in army.pieces if piece.damaged and (piece.lifted or piece.kind in SUSTAIN)]
        if worn and army.spend("emergency-repairs"):
            for piece in worn:
                piece.damaged = piece.fresh = False

    def barrage_hits(self, army: Army) -> int:
        if self.scar:
            return 0
        found = army.barrage()
        more = army.has("trrakan-aun-zulok") + army.spend("strike-wing-ambuscade") if found else 0
        best = min(found, key=lambda sort: found[sort][1], default=None)
        again = army.has("ta-zern")
        groups = [(dice + more * (sort == best), chance(value, 0, again)) for sort, (dice, value) in found.items()]
        if army.has("metali-void-armaments"):
            groups.append((3, chance(6, 0, again)))
        return roll(groups, self.rng)

    def barrage(self) -> None:
        hits = self.barrage_hits(self.armies[0]), self.barrage_hits(self.armies[1])
        kinds = [ORDER if self.armies[1 - side].has("waylay") else ("fighter",) for side in (0, 1)]
        before = [list(army.pieces) for army in self.armies]
        self.exchange(hits, (kinds[0], kinds[1]))
        self.replace(before)

    # rounds

    def combat_hits(self, army: Army, number: int) -> int:
        foe = self.armies[1 - army.index]
        bonus = 2 * army.has("rickar-rickani")
        bonus += number <= army.player.get("effects", {}).get("morale-boost", 0)
        if self.space:
            bonus += army.has("nebula")
        else:
            bonus += army.has("tekklar-legion")
        again = number == 1 and (army.has("war-funding-omega") if self.space else army.has("fire-team"))
        counts = Counter(piece.sort for piece in army.pieces)
        dice = {sort: count * army.dice(sort) for sort, count in counts.items()}
        if number == 1 and army.has("viscount-unlenn" if self.space else "evelyn-delouis"):
            dice[min(counts, key=lambda sort: (army.value(sort), ORDER.index(sort[0])))] += 1
        groups = []
        for sort, amount in dice.items():
            more = bonus
            if sort[0] == "fighter":
                more += 2 * (number == 1 and army.has("fighter-prototype")) + army.has("prophecy-of-ixth")
            groups.append((amount, chance(army.value(sort), more, again)))
        del foe
        hits = roll(groups, self.rng)
        return 2 * hits if army.has("x-89-bacterial-weapon-omega-omega") and not self.space else hits

    def last_shots(self, before: list[list[Piece]]) -> None:
        for side in (0, 1, 0):
            army, foe = self.armies[side], self.armies[1 - side]
            lost = [piece for piece in before[side] if piece not in army.pieces]
            if not self.space or not lost or not army.spend("courageous-to-the-end"):
                continue
            value = min(army.value(piece.sort) for piece in lost)
            for _ in range(roll([(2, chance(value, 0, False))], self.rng)):
                policy = [kind for kind in self.policy(foe) if kind != "sustain"]
                if foe.pieces:
                    foe.pieces.remove(
                        min(foe.pieces, key=lambda p: (policy.index(p.kind), p.lifted, not p.damaged, not p.fresh))
                    )

    def leaving(self, number: int) -> int | None:
        for side in (1, 0):
            rule = self.armies[side].player.get("policy", {}).get("retreat")
            most = 99 if rule is None else rule.get("ships_at_most", 99)
            if rule is not None and number >= rule.get("from_round", 1) and len(self.armies[side].others()) <= most:
                return side
        return None

    def round(self, number: int) -> None:
        before = [list(army.pieces) for army in self.armies]
        for army in self.armies if number > 1 else ():  # the barrage is part of the first round (78.3)
            for piece in army.pieces:
                piece.fresh = False
        leaving = self.leaving(number) if self.space else None
        self.exchange((self.combat_hits(self.armies[0], number), self.combat_hits(self.armies[1], number)),
                      (ORDER, ORDER))  # fmt: skip
        self.last_shots(before)
        self.replace(before)
        for army in self.armies:
            worn = [piece for piece in army.pieces if piece.damaged and not piece.fresh]
            if army.has("duranium-armor") and worn:
                max(worn, key=lambda piece: (WORTH[piece.kind], army.strength(piece))).damaged = False
            self.emergency(army)
        if leaving is not None and not self.over():
            self.left = leaving
            self.carry(self.armies[leaving])
        for army in self.armies:
            if not self.over() and army.small() and army.spend("devotion"):
                before = [list(each.pieces) for each in self.armies]
                army.pieces.remove(army.small()[0])
                self.strike(army, self.armies[1 - army.index])
                self.replace(before)

    def carry(self, army: Army) -> None:
        """Leave behind the fighters that nothing carries away."""
        holds = {"carrier": 6 if army.has("carrier-2") else 4, "dreadnought": 1, "war-sun": 6}
        holds["cruiser"] = int(army.has("cruiser-2"))
        room = sum(holds.get(piece.kind, 0) for piece in army.pieces)
        for piece in [piece for piece in army.pieces if piece.kind == "fighter"][room:]:
            if not army.has("fighter-2"):
                army.pieces.remove(piece)

    def over(self) -> bool:
        return self.left is not None or not all(army.pieces for army in self.armies)

    def play(self) -> Iterator[str]:
        """Play the battle; yield what is true of its end."""
        self.start()
        if self.space and not self.over():
            self.barrage()
        number = 0
        while not self.over():
            number += 1
            self.round(number)
        alive = [bool(army.pieces) for army in self.armies]
        if self.left is not None:
            yield f"winner {1 - self.left}"
        else:
            yield "draw" if alive[0] == alive[1] else f"winner {0 if alive[0] else 1}"
        for army in self.armies:
            hurt = sum(piece.damaged for piece in army.pieces)
            yield f"{army.index} has {len(army.pieces)}"
            yield f"{army.index} has {hurt} damaged"
            yield f"{army.index} has {len(army.others())} others"


SPACE_CARDS = {
    "morale-boost": 2, "fighter-prototype": 1, "courageous-to-the-end": 1, "emergency-repairs": 1,
    "publicize-weapon-schematics": 1, "prophecy-of-ixth": 1, "entropic-scar": 1, "shields-holding": 2, "direct-hit": 2,
    "reflective-shielding": 1, "waylay": 1, "strike-wing-ambuscade": 1, "war-funding-omega": 1,
    "metali-void-armaments": 1, "metali-void-shielding": 1, "viscount-unlenn": 1, "tellurian": 1,
    "trrakan-aun-zulok": 1, "ta-zern": 1, "rickar-rickani": 1, "nebula": 1, "the-cavalry": 1,
    "the-cavalry-memoria-2": 1, "brother-milor-omega": 1, "devotion": 2,
}  # fmt: skip
GROUND_CARDS = {
    "morale-boost": 2, "fire-team": 1, "emergency-repairs": 1, "entropic-scar": 1, "tekklar-legion": 1,
    "evelyn-delouis": 1, "tellurian": 1, "rickar-rickani": 1, "brother-milor-omega": 1,
}  # fmt: skip
SPACE_TECHNOLOGIES = ("assault-cannon", "duranium-armor", "fighter-2", "destroyer-2", "cruiser-2", "dreadnought-2",
                      "dimensional-splicer", "impulse-core")  # fmt: skip
GROUND_TECHNOLOGIES = (
    "duranium-armor", "x-89-bacterial-weapon-omega-omega", "magen-defense-grid-omega-omega", "infantry-2",
)  # fmt: skip
POLICIES: list[Any] = [
    "cheapest-first", "sustain-first", ["carrier", "fighter", "sustain", "cruiser"], ["cruiser", "dreadnought"],
    ["mech", "infantry"],
]  # fmt: skip


def battle(rng: random.Random) -> Scenario:
    """Return a random battle of a few units and cards a side."""
    space = rng.random() < 0.7
    players = [player(rng, space, index) for index in (0, 1)]
    step = "space-combat" if space else "ground-combat"
    return {"step": step, "players": players, "assume": {"capacity": "ignored", "limits": "ignored"}}


def player(rng: random.Random, space: bool, index: int) -> dict[str, Any]:
    kinds = rng.choices(SHIPS, [5, 4, 3, 2, 4, 0, 1], k=rng.randint(1, 5)) if space else rng.choices(
        GROUND, [3, 2], k=rng.randint(1, 4))  # fmt: skip
    units = {kind: kinds.count(kind) for kind in ORDER if kind in kinds}
    hurt = {kind: rng.randint(0, count) for kind, count in units.items() if kind in SUSTAIN and rng.random() < 0.3}
    cards = SPACE_CARDS if space else GROUND_CARDS
    named = [card for card in rng.sample(list(cards), rng.randint(0, 4)) if index or card != "nebula"]
    if "the-cavalry" in named and "the-cavalry-memoria-2" in named:
        named.remove("the-cavalry")
    technologies = rng.sample(SPACE_TECHNOLOGIES if space else GROUND_TECHNOLOGIES, rng.randint(0, 2))
    if "war-sun" in units:
        technologies.append("war-sun")
    policy: dict[str, Any] = {"assign": rng.choice(POLICIES)}
    if space and rng.random() < 0.15:
        policy["retreat"] = {"from_round": rng.randint(1, 3), "ships_at_most": rng.randint(1, 4)}
    own = {"devotion", "dimensional-splicer", "impulse-core"} & {*named, *technologies}  # some faction's
    found: dict[str, Any] = {
        "name": ("Red", "Blue")[index],
        **({} if own else {"faction": ("emirates-of-hacan", "yssaril-tribes")[index]}),
        "technologies": technologies,
        "effects": {card: rng.randint(1, cards[card]) for card in named},
        "policy": policy,
    }
    if space:
        return {**found, "space": units, "damaged": hurt}
    if index and rng.random() < 0.5:
        units["pds"] = 1
    return {**found, "planets": {"abaddon": units}, "damaged": {"abaddon": hurt}}
