"""Space Cannon once more, obvious and slow: the judge of the solver, with which it shares no code and no data
but the default order of losses.

Units are single pieces, every face of every die is looked at, every choice of `best` is tried. It knows what
the random scenarios of `random_scenarios` can hold, and nothing else.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from mecatol.scenario.policy import DEFAULT_ASSIGN

Scenario = dict[str, Any]
Outcome = tuple[tuple[str, str], ...]
"""For each player: the name and what is left, in words."""

EDITIONS = ("base", "codex-1", "pok", "codex-2", "codex-3", "codex-4", "thunders-edge")
CHEAPEST = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "infantry", "mech", "pds")
SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship")
COST = {
    "fighter": Fraction(1, 2), "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4, "flagship": 8,
    "infantry": Fraction(1, 2), "mech": 2, "pds": 0, "space-dock": 0,
}  # fmt: skip
CAPACITY = {"carrier": 4, "dreadnought": 1, "flagship": 3}


class Piece(NamedTuple):
    """One unit on the table."""

    kind: str
    place: str
    damaged: bool = False
    old: bool = False
    """Stationed on its planet before the landing."""


class Table(NamedTuple):
    """Everything that can change."""

    pieces: tuple[tuple[Piece, ...], ...]
    jets: tuple[int, ...]
    hits: tuple[int, ...]


class Shot(NamedTuple):
    """One player's roll in the order of the step."""

    shooter: int
    place: str


class Game:
    """A scenario with the rules applied to it."""

    def __init__(self, scenario: Scenario) -> None:
        self.offense = scenario["step"] == "space-cannon-offense"
        self.players: list[Scenario] = scenario["players"]
        self.edition = scenario.get("edition", "thunders-edge")
        self.rulings = scenario.get("rulings", {})
        self.everybody = scenario.get("policy", {})
        self.ignore_capacity = scenario.get("assume", {}).get("capacity") == "ignored"
        self.first = Table(
            tuple(self.set_up(player) for player in self.players),
            tuple(player.get("effects", {}).get("maneuvering-jets", 0) for player in self.players),
            (0,) * len(self.players),
        )
        self.happened: set[str] = set()
        """What has happened on some path: "16.3", "63.4", or the name of a card and its owner's index."""

    # --- facts

    def set_up(self, player: Scenario) -> tuple[Piece, ...]:
        pieces = []
        damaged = player.get("damaged", {})
        for area in ("space", "adjacent"):
            for kind, count in player.get(area, {}).items():
                hurt = damaged.get(kind, 0) if area == "space" else 0
                pieces += [Piece(kind, area, i < hurt) for i in range(count)]
        for planet, units in player.get("planets", {}).items():
            for kind, count in units.items():
                hurt = damaged.get(planet, {}).get(kind, 0)
                old = player.get("stationed", {}).get(planet, {}).get(kind, 0)
                pieces += [Piece(kind, planet, i < hurt, i < old) for i in range(count)]
        return tuple(sorted(pieces))

    def has(self, player: int, slug: str) -> bool:
        who = self.players[player]
        named = slug in who.get("technologies", []) or who.get("effects", {}).get(slug, 0) > 0
        return named and slug not in self.choice(player, "decline", [])

    def choice(self, player: int, key: str, default: Any) -> Any:
        return self.players[player].get("policy", {}).get(key, self.everybody.get(key, default))

    def faction(self, player: int) -> str:
        return self.players[player].get("faction", "")

    def is_ground(self, player: int, kind: str) -> bool:
        return kind in ("infantry", "mech") or (kind == "pds" and self.faction(player) == "titans-of-ul")

    def sustains(self, player: int, kind: str) -> bool:
        return kind in ("dreadnought", "flagship", "mech") or (kind == "pds" and self.faction(player) == "titans-of-ul")

    def cannon(self, player: int, kind: str) -> tuple[int, int, bool] | None:
        """Value, dice, and whether it reaches the next system."""
        if kind == "pds":
            upgraded = self.has(player, "pds-2") or self.has(player, "hel-titan-2")
            return (5, 1, True) if upgraded else (6, 1, False)
        if self.faction(player) == "xxcha-kingdom" and kind in ("flagship", "mech"):
            return (5, 3, True) if kind == "flagship" else (8, 1, True)
        return None

    def reading(self, key: str, default: str) -> str:
        chosen: str = self.rulings.get(key, default)
        return chosen

    # --- rolling

    def dice(self, table: Table, shot: Shot, target: int) -> list[int]:
        """The least face that hits, for each die of a roll."""
        who = shot.shooter
        near = ["space", *self.players[who].get("planets", {})] if self.offense else [shot.place]
        guns = [p for p in table.pieces[who] if (c := self.cannon(who, p.kind)) and (
            p.place in near or (self.offense and p.place == "adjacent" and c[2]))]  # fmt: skip
        fire = self.choice(who, "fire", None)
        if fire is not None and self.reading("49.1", "all-or-none") == "any":
            kept: list[Piece] = []
            for gun in guns:
                if sum(k.kind == gun.kind for k in kept) < fire.get(gun.kind, 0):
                    kept.append(gun)
            guns = kept
        if self.offense and self.has(target, "solar-flare"):
            return []
        if not self.offense and self.has(target, "l4-disruptors"):
            return []
        if not self.offense and self.has(target, "disable"):
            guns = [gun for gun in guns if gun.kind != "pds"]
        dice = []
        for gun in guns:
            cannon = self.cannon(who, gun.kind)
            assert cannon
            dice += [cannon[0]] * cannon[1]
        docks = [p for p in table.pieces[who] if p.kind == "space-dock"]
        moved = any(p.place == "space" and p.kind in SHIPS for p in self.first.pieces[0])
        if self.offense and docks and moved and self.has(who, "experimental-battlestation"):
            dice += [5, 5, 5]
        if dice and self.has(who, "plasma-scoring"):
            dice.append(min(dice))
        if self.has(target, "antimass-deflectors"):
            dice = [least + 1 for least in dice]
        return dice

    # --- losing units

    def exposed(self, table: Table, shot: Shot, target: int) -> list[Piece]:
        pieces = [p for p in table.pieces[target] if p.place == shot.place]
        if self.offense:
            return [p for p in pieces if p.kind in SHIPS]
        default = "on-planet" if EDITIONS.index(self.edition) >= EDITIONS.index("pok") else "committed"
        if self.reading("77.8.a", default) == "committed":
            pieces = [p for p in pieces if not p.old]
        return [p for p in pieces if self.is_ground(target, p.kind)]

    def after_hits(self, table: Table, shot: Shot, target: int, hits: int) -> set[Table]:
        """Everything that the target may end with: one table unless the target's policy is `best`."""
        best = self.choice(target, "assign", DEFAULT_ASSIGN) == "best"
        starts = [(table, hits)]
        if hits and table.jets[target] and self.has(target, "maneuvering-jets"):
            self.happened.add(f"jets {target}")
            jets = tuple(n - (i == target) for i, n in enumerate(table.jets))
            starts = [(table._replace(jets=jets), hits - 1), *(starts if best else [])]
        ends: set[Table] = set()
        for start, left in starts:
            for lost in self.take(start, shot, target, left, best):
                ends |= self.make_room(lost, target, best) if self.offense else {lost}
        return ends

    def take(self, table: Table, shot: Shot, target: int, hits: int, best: bool) -> set[Table]:
        """Assign hits: whatever sustains does so before any unit is destroyed (87)."""
        if not hits:
            return {table}
        exposed = self.assignable(table, shot, target)
        able = [p for p in exposed if self.sustains(target, p.kind) and not p.damaged]
        piece = self.would_sustain(exposed, target, hits, shot)
        sustaining = set(able) if best else {piece} if piece else set()
        cancels = min(hits, 2 if self.has(target, "non-euclidean-shielding") else 1)
        ends: set[Table] = set()
        for one in sustaining:
            after = self.swap(table, target, one, one._replace(damaged=True))
            ends |= self.take(after, shot, target, hits - cancels, best)
        if best or not sustaining:
            ends |= self.destroy(table, shot, target, hits, best)
        return ends

    def destroy(self, table: Table, shot: Shot, target: int, hits: int, best: bool) -> set[Table]:
        exposed = self.assignable(table, shot, target)
        if not hits or not exposed:
            return {table}
        lost = set(exposed) if best else {self.pick(exposed, [], target, shot.place)[0]}
        ends: set[Table] = set()
        for one in lost:
            ends |= self.destroy(self.swap(table, target, one), shot, target, hits - 1, best)
        return ends

    def assignable(self, table: Table, shot: Shot, target: int) -> list[Piece]:
        exposed = self.exposed(table, shot, target)
        if self.offense and self.has(shot.shooter, "graviton-laser-system"):
            exposed = [p for p in exposed if p.kind != "fighter"] or exposed
        return exposed

    def swap(self, table: Table, target: int, old: Piece, *new: Piece) -> Table:
        pieces = [*table.pieces[target], *new]
        pieces.remove(old)
        return table._replace(
            pieces=tuple(tuple(sorted(pieces)) if i == target else o for i, o in enumerate(table.pieces))
        )

    def would_sustain(self, exposed: list[Piece], target: int, hits: int, shot: Shot) -> Piece | None:
        """The first piece that a fixed policy lets sustain when these hits are taken one by one."""
        left = list(exposed)
        for _ in range(hits):
            if not left:
                return None  # at most fighters, which never sustain
            able = [p for p in left if self.sustains(target, p.kind) and not p.damaged]
            piece, sustain = self.pick(left, able, target, shot.place)
            if sustain:
                return piece
            left.remove(piece)
        return None

    def pick(self, exposed: list[Piece], able: list[Piece], target: int, place: str) -> tuple[Piece, bool]:
        """Who takes the next hit by a fixed policy, and whether by sustaining."""
        assign = self.choice(target, "assign", DEFAULT_ASSIGN)
        order = CHEAPEST if isinstance(assign, str) else (*assign, *CHEAPEST)
        if isinstance(assign, str):
            tough = self.has(target, "dreadnought-2")
            early = [
                p for p in able
                if assign == "sustain-first" or place != "space" or (tough and p.kind == "dreadnought")
            ]  # fmt: skip
            if early:
                return min(early, key=lambda p: order.index(p.kind)), True
        kind = min((p.kind for p in exposed), key=order.index)
        fresh = [p for p in able if p.kind == kind]
        if fresh:
            return fresh[0], True
        same = [p for p in exposed if p.kind == kind]
        return max(same, key=lambda p: p.damaged), False

    def room_ok(self, table: Table, target: int) -> bool:
        there = [p.kind for p in table.pieces[target] if p.place == "space"]
        docks = [p for p in table.pieces[target] if p.kind == "space-dock" and p.place not in ("space", "adjacent")]
        capacity = sum(CAPACITY.get(kind, 0) for kind in there)
        ground = sum(kind in ("infantry", "mech") for kind in there)
        fighters = max(0, there.count("fighter") - 3 * len(docks))
        flying = 0
        if self.has(target, "fighter-2"):
            armada = 2 if self.faction(target) == "barony-of-letnev" else 0
            pool = self.players[target].get("fleet_pool", 10**6) + armada
            flying = max(0, pool - sum(kind in SHIPS and kind != "fighter" for kind in there))
        return ground <= capacity and ground + max(0, fighters - flying) <= capacity

    def make_room(self, table: Table, target: int, best: bool) -> set[Table]:
        """Remove as few carried units as the rest needs to be lawful."""
        if self.ignore_capacity:
            return {table}
        order = list(self.choice(target, "capacity", []))
        order += [kind for kind in ("fighter", "infantry", "mech") if kind not in order]
        order = [kind for kind in order if kind in ("fighter", "infantry", "mech")]
        there = [p for p in table.pieces[target] if p.place == "space"]
        amounts = [range(sum(p.kind == kind for p in there) + 1) for kind in order]
        lawful = []
        for share in product(*amounts):
            pieces = list(table.pieces[target])
            for kind, count in zip(order, share, strict=True):
                for piece in sorted((p for p in there if p.kind == kind), key=lambda p: not p.damaged)[:count]:
                    pieces.remove(piece)
            after = tuple(tuple(pieces) if i == target else old for i, old in enumerate(table.pieces))
            option = table._replace(pieces=after)
            if self.room_ok(option, target):
                lawful.append((sum(share), [-count for count in share], option))
        least = min(size for size, _, _ in lawful)
        if least:
            self.happened.add("16.3")
        ways = sorted(way for way in lawful if way[0] == least)
        return {option for _, _, option in ways} if best else {ways[0][2]}

    # --- the steps

    def shots(self) -> list[Shot]:
        if self.offense:
            return [Shot(i, "space") for i in range(len(self.players))]
        landed = [
            planet for planet in self.players[0].get("planets", {})
            if any(p.place == planet and not p.old and self.is_ground(0, p.kind) for p in self.first.pieces[0])
        ]  # fmt: skip
        return [Shot(i, planet) for planet in landed for i in range(1, len(self.players))]

    def target(self, shot: Shot) -> int | None:
        if shot.shooter:
            return 0
        wanted = self.choice(0, "target", None)
        for i in range(1, len(self.players)):
            ships = any(p.place == "space" and p.kind in SHIPS for p in self.first.pieces[i])
            if ships and wanted in (None, self.players[i]["name"]):
                return i
        return None

    def clean(self, table: Table, shot: Shot) -> Table:
        """Destroy the shooter's PDS that stand without ground forces beside those of the active player."""
        own = [p for p in table.pieces[shot.shooter] if p.place == shot.place]
        guarded = any(self.is_ground(shot.shooter, p.kind) for p in own)
        foes = any(p.place == shot.place and self.is_ground(0, p.kind) for p in table.pieces[0])
        if guarded or not foes:
            return table
        if any(p.kind == "pds" for p in own):
            self.happened.add("63.4")
        left = tuple(p for p in table.pieces[shot.shooter] if p.place != shot.place or p.kind != "pds")
        return table._replace(pieces=tuple(left if i == shot.shooter else o for i, o in enumerate(table.pieces)))

    def roll(self, table: Table, shot: Shot) -> Iterator[tuple[Fraction, set[Table]]]:
        """Yield the chance of each number of hits and the tables that it may lead to."""
        target = self.target(shot)
        if not self.offense and self.reading("63.4", "fires-first") == "destroyed-first":
            table = self.clean(table, shot)
        passes = target is None or "space-cannon" in self.choice(shot.shooter, "decline", [])
        dice = [] if passes or target is None else self.dice(table, shot, target)
        if dice:
            self.happened.add(f"roll {shot.shooter}")
        for hits, chance in histogram(tuple(dice)).items():
            tally = tuple(n + hits * (i == shot.shooter) for i, n in enumerate(table.hits))
            ends = {table} if not dice or target is None else self.after_hits(table, shot, target, hits)
            ends = {end._replace(hits=tally) for end in ends}
            yield chance, ends if self.offense else {self.clean(end, shot) for end in ends}

    def play(self) -> dict[Table, Fraction]:
        """The distribution of final tables under fixed policies."""
        now = {self.first: Fraction(1)}
        for shot in self.shots():
            after: dict[Table, Fraction] = {}
            for table, chance in now.items():
                for likely, ends in self.roll(table, shot):
                    (end,) = ends
                    after[end] = after.get(end, Fraction(0)) + chance * likely
            now = after
        return now

    def best_worth(self) -> Fraction:
        """What the active player's units are worth on average at the end when every choice is the best."""
        shots = self.shots()

        @cache
        def worth(table: Table, step: int) -> Fraction:
            if step == len(shots):
                return self.worth(table)
            return sum(
                (chance * max(worth(end, step + 1) for end in ends) for chance, ends in self.roll(table, shots[step])),
                Fraction(0),
            )

        return worth(self.first, 0)

    def worth(self, table: Table) -> Fraction:
        return sum((Fraction(COST[p.kind]) for p in table.pieces[0] if p.place != "adjacent"), Fraction(0))


@cache
def histogram(dice: tuple[int, ...]) -> dict[int, Fraction]:
    """How likely each number of hits is: by looking at every face of every die."""
    counts: dict[int, int] = {}
    for faces in product(range(1, 11), repeat=len(dice)):
        hits = sum(face >= least for face, least in zip(faces, dice, strict=True))
        counts[hits] = counts.get(hits, 0) + 1
    return {hits: Fraction(count, 10 ** len(dice)) for hits, count in counts.items()}


def describe(pieces: tuple[Piece, ...], places: list[str]) -> str:
    """Say what a player has left, whatever the order of the pieces."""
    parts = []
    for place in sorted(places):
        for kind in sorted({p.kind for p in pieces if p.place == place}):
            same = [p for p in pieces if p.place == place and p.kind == kind]
            parts.append(f"{place} {kind} {len(same)} {sum(p.damaged for p in same)}")
    return ", ".join(parts)


def describe_json(left: dict[str, Any]) -> str:
    """Say the same of a player in the solver's JSON."""
    parts = []
    for place, units in sorted({"space": left["space"], **left["planets"]}.items()):
        hurt = left["damaged"] if place == "space" else left["damaged"].get(place, {})
        parts += [f"{place} {kind} {n} {hurt.get(kind, 0)}" for kind, n in sorted(units.items())]
    return ", ".join(parts)


def outcomes(scenario: Scenario) -> dict[Outcome, Fraction]:
    """The joint distribution of what everybody is left with in the active system."""
    game = Game(scenario)
    found: dict[Outcome, Fraction] = {}
    for table, chance in game.play().items():
        outcome = tuple(
            (player["name"], describe(pieces, ["space", *player.get("planets", {})]))
            for player, pieces in zip(game.players, table.pieces, strict=True)
        )
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def outcomes_of(solution: dict[str, Any]) -> dict[Outcome, Any]:
    """The same of a solution's JSON."""
    return {
        tuple((name, describe_json(left)) for name, left in outcome["players"].items()): outcome["probability"]
        for outcome in solution["outcomes"]
    }


def hits(scenario: Scenario) -> dict[str, dict[int, Fraction]]:
    """Each player's distribution of hits produced."""
    game = Game(scenario)
    found: dict[str, dict[int, Fraction]] = {}
    for table, chance in game.play().items():
        for player, count in zip(game.players, table.hits, strict=True):
            row = found.setdefault(player["name"], {})
            row[count] = row.get(count, Fraction(0)) + chance
    return found


def best_loss(scenario: Scenario) -> Fraction:
    """The least resources that the active player can lose on average."""
    game = Game(scenario)
    return game.worth(game.first) - game.best_worth()


def is_lawful(scenario: Scenario) -> bool:
    """Whether everybody's ships can carry what they carry at the start."""
    game = Game(scenario)
    return all(game.room_ok(game.first, i) for i in range(len(game.players)))
