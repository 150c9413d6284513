"""Tactical actions of factions played with dice, from Space Cannon Offense to the control of the planet.

The active player comes first; the next is in space, on planets, or both, any further ones on planets and next door. The
space combat is that of `plain_factions`, the invasion of each planet that of `plain_landing`; Space Cannon Offense and
what joins them stand here. Two of the others are never on one planet.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain

from mecatol.domain.units import planets, systems
from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_army import ORDER, Army, Piece
from tests.solver.combat.plain_factions import Combat
from tests.solver.combat.plain_fleet import BOARDERS, Data, Fleet, edition_of
from tests.solver.combat.plain_force import Force, ability, printed
from tests.solver.combat.plain_known import PLAYED, STEPS, acting, left_open
from tests.solver.combat.plain_landing import GROUND, Landing
from tests.solver.combat.plain_leaving import leaving, through_rift

ACTION_STEPS = STEPS | {"space-cannon-offense", "bombardment", "space-cannon-defense", "ground-combat", "invasion",
                        "planetary-shield", "tactical-action"}  # fmt: skip
PLAYED_HERE = {
    "2ram", "antimass-deflectors", "arc-secundus-presence", "blitz", "bunker", "claire-gibson", "conventions-of-war",
    "custodia-vigilia", "dacxive-animators", "disable", "evelyn-delouis", "experimental-battlestation", "fealty-uplink",
    "fire-team",
    "graviton-laser-system", "harrow", "iconoclast-edge", "indoctrination", "l4-disruptors", "liberate",
    "lightrail-ordnance", "magen-defense-grid", "magen-defense-grid-omega", "magen-defense-grid-omega-omega",
    "maneuvering-jets", "matriarch-landing", "moll-terminus-silence", "mordred-edge", "myru-vos", "phoenix-standard",
    "plasma-scoring", "prototype-war-sun-2-presence", "prototype-war-sun-presence", "quetzecoatl-screen",
    "raise-the-standard", "solar-flare", "tekklar-legion", "valkyrie-exoskeleton-strike", "valkyrie-particle-weave",
    "war-sun-presence", "x-89-bacterial-weapon-omega", "x-89-bacterial-weapon-omega-omega",
}  # fmt: skip
IDLE = {"x-89-bacterial-weapon", "deorbit-barrage", "a3-valiance-legacy"}
"""What does nothing here: the first X-89 and Deorbit Barrage are actions of their own, and no mech is galvanized."""
STRUCTURES = ("pds", "space-dock")
FOR_A_ROUND = {"morale-boost", "supercharge"}
"""What a first round of combat uses up that could act in another combat."""


def unknown_action(scenario: Scenario) -> set[str]:
    """Return what of a tactical action is not played here."""
    players, edition = scenario["players"], edition_of(scenario)
    laws = {slug: 1 for player in players[2:] for slug in player.get("effects", ()) if slug == "articles-of-war"}
    second = {**players[1], "effects": {**players[1].get("effects", {}), **laws}}
    found = left_open({**scenario, "players": [players[0], second]})
    pairs = [(players[0], second), *((player, players[0]) for player in (second, *players[2:]))]
    for player, foe in pairs:
        able = acting(player, foe, ACTION_STEPS, edition)
        found |= able - PLAYED - PLAYED_HERE - IDLE
        if player.get("faction") == "nomad":  # whose mech loses the text that covers ships
            found |= (able | acting(foe, player, ACTION_STEPS, edition)) & {"articles-of-war"}
    return found


def ready_action(scenario: Scenario) -> Scenario:
    """Return a tactical action with the policy of the scenario for each player."""
    policy = scenario.get("policy", {})
    players = [{**player, "policy": {**policy, **player.get("policy", {})}} for player in scenario["players"]]
    return {**scenario, "players": players}


class Offense(Combat):
    """Space Cannon Offense: hits on ships outside combat."""

    crash: Callable[[Force, bool, list[Piece]], None]
    """What is done for a force, which had ships and carried these, once ships were lost."""
    began: list[list[Piece]]
    """The ships of each side before a shot."""
    sunk: list[Piece]
    """Those that were destroyed by a card in answer to a use of Sustain Damage since."""

    def lift(self, army: Army) -> None:
        """Lend no values outside combat."""

    def __init__(self, scenario: Scenario, rng: random.Random, forces: list[Force]) -> None:
        self.forces = forces
        super().__init__({**scenario, "step": "space-combat"}, rng)
        self.by_ability = True

    def army(self, player: Data, index: int) -> Army:
        self.fleets.append(self.forces[index])
        return self.forces[index]

    def covered(self, army: Army) -> bool:
        return False

    def cancelled(self, army: Army, hits: int) -> int:
        for effect in ("maneuvering-jets", "tellurian"):
            if hits and army.spend(effect):
                hits -= 1
                self.aimed[army.index] = min(hits, self.aimed[army.index])
        return hits

    def answers(self, army: Army, foe: Army, taker: Piece) -> int:
        if not army.immune(taker.kind) and foe.spend("direct-hit"):
            army.pieces.remove(taker)
            self.sunk.append(taker)
            self.make_room(self.fleets[army.index])
        return 0

    def make_room(self, force: Fleet) -> None:
        """Remove what a ship carried that is gone once units have sustained: no other has been destroyed by then."""
        afloat = [piece for piece in self.began[force.index] if not any(piece is lost for lost in self.sunk)]
        left, force.pieces = force.pieces, afloat
        if afloat:
            force.unload()
        force.pieces = [piece for piece in left if any(piece is kept for kept in force.pieces)]

    def listen(self) -> None:
        """See whose ships cannot use Sustain Damage, whoever shoots at them."""
        for index in (0, 1):
            foes = [force for force in self.forces if force.index != index]
            self.hushed[index] = any(foe.has_unit("fourth-moon") or foe.has("quietus") for foe in foes)

    def shoot(self, shooter: Force, target: Force) -> None:
        """Let one side shoot at the other's ships."""
        if self.scar or target.has("solar-flare") or target.has("myru-vos") or target.has_unit("quetzecoatl"):
            return
        there = [*shooter.pieces, *shooter.aboard, *chain(*shooter.planets.values())]
        quiet = any(force.has("quietus") for force in self.forces if force is not shooter)
        if quiet:
            there = []  # units next door keep their abilities
        docks = sum(piece.kind == "space-dock" for piece in (*there, *shooter.next_door))
        values = [shooter.card(piece.kind).space_cannon for piece in there]
        far = (shooter.card(piece.kind).space_cannon for piece in shooter.next_door)
        found = [
            dice for value in (*values, *(value for value in far if value and value.deep)) for dice in printed(value)
        ]
        found += [(2, 5)] * (docks if shooter.has("lightrail-ordnance") else 0)
        found += [(3, 5)] if docks and shooter.has("experimental-battlestation") else []
        rex = "mecatol-rex-omega" in shooter.player.get("planets", ())
        found += [(1, 5)] if rex and not quiet and shooter.has("custodia-vigilia") else []
        hits = ability(shooter, target, found, -target.has("antimass-deflectors"), self.rng)
        self.aimed[target.index] = hits if shooter.has("graviton-laser-system") else 0
        self.listen()
        before = [list(force.pieces) for force in self.fleets]
        self.began, self.sunk = before, []
        ships = [bool(force.pieces) for force in self.forces]
        self.take(target, shooter, self.cancelled(target, hits), ORDER)
        self.aimed = [0, 0]
        self.falls(before)
        for force, flew in zip(self.forces, ships, strict=True):
            self.crash(force, flew, force.aboard)
        for force in self.forces:
            force.unload()
            for piece in force.pieces:
                piece.fresh = False


class Skirmish(Combat):
    """The space combat of a tactical action."""

    crash: Callable[[Force, bool, list[Piece]], None]
    """What is done for a force, which had ships and carried these, once the combat is over."""

    def __init__(self, scenario: Scenario, rng: random.Random, forces: list[Force]) -> None:
        self.forces = forces
        super().__init__({**scenario, "step": "space-combat"}, rng)

    def army(self, player: Data, index: int) -> Army:
        force = self.forces[index]
        force.fights_in_space(True)
        self.fleets.append(force)
        self.lift(force)
        return force

    def boards(self, fleet: Fleet) -> bool:
        there = chain(*self.forces[fleet.index].planets.values())
        below = fleet.has_unit("the-alastor") and any(piece.kind in BOARDERS for piece in there)
        return below or super().boards(fleet)

    def board(self, fleet: Fleet) -> None:
        force = self.forces[fleet.index]
        for post, there in enumerate(force.planets.values() if fleet.has_unit("the-alastor") else ()):
            for piece in [piece for piece in there if piece.kind in BOARDERS]:
                there.remove(piece)
                force.pieces.append(piece)
                piece.post = post
        super().board(fleet)

    def guarded(self, fleet: Fleet) -> bool:
        there = chain(*self.forces[fleet.index].planets.values())
        return super().guarded(fleet) or fleet.has_text("iconoclast-omega", there)

    def emergency(self, army: Army) -> None:
        held = army.cards.get("emergency-repairs")
        super().emergency(army)
        if army.cards.get("emergency-repairs") != held:  # it repairs in all of the system
            self.forces[army.index].repair(self.weakened)

    def carry(self, army: Army) -> None:
        """Retreat: let those go who can, ground forces from planets among them, and remove the others from space."""
        force = self.forces[army.index]
        there = [*force.pieces, *force.aboard, *chain(*force.planets.values())]
        cards = {piece.kind: force.card(piece.kind) for piece in there}
        going = leaving([*force.pieces, *force.aboard], cards, force.player["policy"], force.planets)
        force.pieces, force.aboard = [], []
        force.planets = {planet: [p for p in units if p not in going] for planet, units in force.planets.items()}
        force.away = through_rift(going, cards, self.rng) if self.pulled(force) else going

    def ends(self) -> None:
        for force in self.forces:
            force.fights_in_space(False)
            force.settle()
            self.crash(force, not force.away, force.aboard)
            force.unload()
            if self.rounds:
                force.spent |= FOR_A_ROUND
                force.cards.pop("morale-boost", None)


class Action:
    """One tactical action: the active player, a second one who may have ships, and others without any."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.scenario, self.rng = scenario, rng
        players = scenario["players"]
        reformed = any("articles-of-war" in player.get("effects", {}) for player in players)
        self.forces = [self.force(player, index, reformed) for index, player in enumerate(players)]
        held = {slug for player in players for slug in player.get("effects", ())}
        self.scar, self.weapons = "entropic-scar" in held, "publicize-weapon-schematics" in held
        self.conventions = "conventions-of-war" in held
        self.rifts = [force for force in self.forces if force.player.get("faction") == "vuilraith-cabal"]
        """Who has docks that are gravity rifts."""
        landing = players[0]["policy"].get("land", ())
        self.planets = sorted({*landing, *(planet for player in players for planet in player.get("planets", ()))})
        self.fought = False
        """Whether there was a space combat."""
        self.guests: list[tuple[Force, str, Piece]] = []
        """Ground forces that coexist where they crashed, and take no part in what follows."""

    def force(self, player: Data, index: int, reformed: bool) -> Force:
        """Return what a player has in the system and next door."""
        hurt = player.get("damaged", {})

        def pieces(there: dict[str, int], kinds: tuple[str, ...], damaged: dict[str, int]) -> list[Piece]:
            return [Piece(kind, n < damaged.get(kind, 0)) for kind in kinds for n in range(there.get(kind, 0))]

        players = self.scenario["players"]
        ships = tuple(kind for kind in ORDER if kind not in BOARDERS)
        edition = edition_of(self.scenario)
        able = acting(player, players[0] if index else players[1], ACTION_STEPS, edition)
        cards = {slug: copies for slug, copies in player.get("effects", {}).items() if slug in able}
        fleet = pieces(player.get("space", {}), ships, hurt)
        force = Force(player, min(index, 1), fleet, cards, edition=edition, reformed=reformed)
        force.aboard = pieces(player.get("space", {}), BOARDERS, hurt)
        force.muster()
        force.next_door = pieces(player.get("adjacent", {}), STRUCTURES, {})
        for planet, there in player.get("planets", {}).items():
            force.planets[planet] = pieces(there, (*GROUND, "space-dock"), hurt.get(planet, {}))
            guarded = index and force.has("magen-defense-grid-omega-omega")
            if guarded and not any(force.card(piece.kind).is_ground_force for piece in force.planets[planet]):
                force.planets[planet] += [Piece("infantry") for _ in force.planets[planet]]
        return force

    def crash(self, force: Force, flew: bool, carried: list[Piece]) -> None:
        """Bring the dearest ground force of a fleet that is gone to a planet, the owner's choice or the safest."""
        if not flew or force.pieces or not carried or not force.cards.get("crash-landing"):
            return
        held = [other.player.get("planets", {}) for other in self.forces if other is not force]
        own, choice = force.player.get("planets", {}), force.player["policy"].get("crash", {})
        tile = self.scenario.get("system")
        known = {planet for there in (own, *held) for planet in there} | {*(systems()[tile]["planets"] if tile else ())}
        safest = sorted(
            (any(planet in there for there in held), planet not in own, planet)
            for planet in known
            if "mecatol" not in planet
        )
        planet = choice.get("planet", safest[0][2] if safest else None)
        if planet is None:
            return
        force.spend("crash-landing")
        wanted = [piece for piece in carried if piece.kind == choice.get("unit")] or carried
        lands = min(wanted, key=lambda piece: (piece.kind != "mech", piece.damaged))
        force.aboard = [piece for piece in force.aboard if piece is not lands]
        others = any(other.planets.get(planet) for other in self.forces if other is not force)
        if others and not any(piece.kind in BOARDERS for piece in force.planets.get(planet, ())):
            self.guests.append((force, planet, lands))
        else:
            force.planets[planet] = [*force.planets.get(planet, []), lands]

    def land(self) -> None:
        """Commit the ground forces that the policy names, undamaged ones first; all, and fighters, if it names none."""
        red = self.forces[0]
        held = [
            planet
            for planet in self.planets
            if any(force.player.get("planets", {}).get(planet) for force in self.forces[1:])
        ]
        everything = {planet: dict.fromkeys(GROUND, 99) for planet in (held or self.planets)[:1]}
        for planet, wanted in red.player["policy"].get("land", everything).items():
            red.where = planet
            for kind, number in wanted.items():
                flies = red.has_unit("matriarch") if kind == "fighter" else kind == "mech" and red.formed
                from_where = red.pieces if flies else red.aboard
                able = [piece for piece in from_where if piece.kind == kind]
                for piece in sorted(able, key=lambda piece: piece.damaged)[:number]:
                    from_where.remove(piece)
                    red.planet.append(piece)

    def at(self, planet: str) -> Landing:
        """Turn to a planet; return the two who meet there, as they are now."""
        red = self.forces[0]
        others = [force for force in self.forces[1:] if planet in force.player.get("planets", ())]
        pair = [red, others[0] if others else self.forces[1]]
        for force in pair:
            force.where = planet
        return self.between(pair, Landing)

    def between[B: Combat | Landing](self, pair: list[Force], battle: Callable[..., B]) -> B:
        """Return a battle of two; what lies in the system, and laws, are everybody's."""
        found = battle({**self.scenario, "players": [force.player for force in pair]}, self.rng, pair)
        for force in self.forces:
            force.beside_quietus = False
        silenced = any(force.has("quietus") for force in self.forces if force not in pair)
        for force in pair:
            force.beside_quietus = silenced
        found.scar, found.weapons, found.conventions = self.scar, self.weapons, self.conventions
        there = [chain(*force.planets.values()) for force in self.rifts]
        found.torn = any(piece.kind == "space-dock" for piece in chain(*there))
        return found

    def bombard(self) -> None:
        """Let the active player's units bombard the planets that the policy names, or the first that they can."""
        red = self.forces[0]
        able, held = [], []
        for planet in self.planets:
            battle = self.at(planet)
            if battle.open_to_bombardment():
                able.append(planet)
                held += [planet] if battle.armies[1].pieces else []
        if not able:
            return
        told = red.player["policy"].get("bombard", {})
        told = {} if isinstance(told, str) else told
        aims: dict[str, list[tuple[int, int]]] = {planet: [] for planet in able}
        counts: dict[str, list[list[tuple[int, int]]]] = {}
        for piece, dice in self.at(self.planets[0]).batteries():
            counts.setdefault(piece.kind, []).append(dice)
        for kind, units in counts.items():
            last = (held or able)[0]
            for planet, number in told.get(kind, {}).items():
                if planet in able and units and number:
                    aims[planet] += [die for dice in units[:number] for die in dice]
                    units, last = units[number:], planet
            aims[last] += [die for dice in units for die in dice]
        used = [planet for planet in able if aims[planet]]
        standard = red.player.get("faction") == "last-bastion" or red.has("raise-the-standard")
        if used and self.fought and standard:
            aims[used[0]].append((1, min(value for _, value in aims[used[0]])))
        if used:
            best = max(used, key=lambda planet: self.at(planet).easiest(aims[planet])) if len(used) > 1 else used[0]
            for planet in used:
                battle = self.at(planet)
                battle.bombard(aims[planet], planet == best)
                battle.keep()

    def invade(self) -> None:
        """Bombard, land, fight, and establish control."""
        red = self.forces[0]
        if not self.planets:
            return
        self.bombard()
        before = {planet: len(units) for planet, units in red.planets.items()}
        self.land()
        own = [planet for planet in red.planets if before.get(planet)]
        theirs = [planet for planet in red.planets if planet not in own]
        landed = [*own, *theirs]
        for planet in landed:
            battle = self.at(planet)
            battle.defend()
            battle.keep()
        for planet in landed:
            battle = self.at(planet)
            if not battle.over():
                for _ in battle.play():
                    pass
                for army in battle.armies:
                    if army.pieces and battle.over() and army.has("dacxive-animators"):
                        army.pieces.append(Piece("infantry"))
                battle.keep()
                battle.forget()
        for planet in landed:
            battle = self.at(planet)
            red, foe = battle.forces
            if red.holds() and not foe.on_planet():
                foe.planet = []
                if planet not in red.player.get("planets", ()):
                    self.gained(planet)
            red.pieces += [piece for piece in red.planet if piece.kind == "fighter"]
            red.planet = [piece for piece in red.planet if piece.kind != "fighter"]

    def gained(self, planet: str) -> None:
        """Let the active player gain control of a planet."""
        red = self.forces[0]
        if red.player.get("faction") == "last-bastion":  # Liberate
            there = sum(piece.kind == "infantry" for piece in red.planet)
            red.planet += [Piece("infantry")] if there < planets()[planet]["resources"] else []
        if "fealty-uplink" in red.player.get("effects", ()):
            red.planet += [Piece("infantry") for _ in range(planets()[planet]["influence"])]

    def play(self) -> Iterator[str]:
        """Play the action; yield what is true of its end."""
        red, blue = self.forces[:2]
        offense = Offense(self.scenario, self.rng, self.forces)
        offense.crash = self.crash
        for shooter, target in ((red, blue), *((other, red) for other in self.forces[1:])):
            if target.pieces:
                offense.shoot(shooter, target)
        if red.pieces and blue.pieces:
            self.fought = True
            skirmish = self.between([red, blue], Skirmish)
            skirmish.crash = self.crash
            for _ in skirmish.play():
                pass
        if not blue.pieces:
            self.invade()
        for force, planet, piece in self.guests:
            force.planets[planet] = [*force.planets.get(planet, []), piece]
        for index, force in enumerate(self.forces):
            there = {"next door": (*force.next_door, *force.away), "space": (*force.pieces, *force.aboard)}
            for where, units in (there | {planet: force.planets.get(planet, ()) for planet in self.planets}).items():
                yield from told(index, where, tuple([(piece.kind, piece.damaged) for piece in units]))


@lru_cache(maxsize=4096)  # many games come to the same
def told(index: int, where: str, units: tuple[tuple[str, bool], ...]) -> tuple[str, ...]:
    """Return what is true of the units of a side in one place, given by type and damage."""
    kinds = [kind for kind, _ in units]
    return (
        f"{index} has {len(units)} in {where}",
        f"{index} has {sum(damaged for _, damaged in units)} damaged in {where}",
        f"{index} has {kinds.count('infantry')} infantry in {where}",
        f"{index} has {kinds.count('fighter')} fighters in {where}",
    )
