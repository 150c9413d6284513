"""Tactical actions of factions played with dice, from Space Cannon Offense to the control of the planet.

The active player comes first; the other one is in space, on one planet, or both. The space combat is that of
`plain_factions`, the invasion that of `plain_landing`; Space Cannon Offense and what joins them stand here.
"""

import random
from collections.abc import Iterator

from tests.solver.combat.plain import Scenario
from tests.solver.combat.plain_army import ORDER, Army, Piece
from tests.solver.combat.plain_factions import (
    BOARDERS,
    PLAYED,
    STEPS,
    Combat,
    Data,
    Fleet,
    acting,
    edition_of,
    left_open,
    sides,
)
from tests.solver.combat.plain_force import Force, ability, printed
from tests.solver.combat.plain_landing import GROUND, Landing

ACTION_STEPS = STEPS | {"space-cannon-offense", "bombardment", "space-cannon-defense", "ground-combat", "invasion",
                        "planetary-shield", "tactical-action"}  # fmt: skip
PLAYED_HERE = {
    "2ram", "antimass-deflectors", "arc-secundus-presence", "blitz", "bunker", "disable", "evelyn-delouis", "fire-team",
    "graviton-laser-system", "harrow", "iconoclast-edge", "indoctrination", "l4-disruptors", "magen-defense-grid",
    "magen-defense-grid-omega", "magen-defense-grid-omega-omega", "maneuvering-jets", "matriarch-landing",
    "moll-terminus-silence", "mordred-edge", "plasma-scoring", "prototype-war-sun-2-presence",
    "prototype-war-sun-presence", "quetzecoatl-screen", "solar-flare", "tekklar-legion", "valkyrie-exoskeleton-strike",
    "valkyrie-particle-weave", "war-sun-presence", "x-89-bacterial-weapon-omega", "x-89-bacterial-weapon-omega-omega",
}  # fmt: skip
IDLE = {"conventions-of-war", "custodia-vigilia", "experimental-battlestation", "liberate", "lightrail-ordnance",
        "x-89-bacterial-weapon"}  # fmt: skip
"""What does nothing on Rigel I, a hazardous planet without resources, where there is no space dock.

The first X-89 Bacterial Weapon is an action of its own.
"""
FOR_A_ROUND = {"morale-boost", "supercharge"}
"""What a first round of combat uses up that could act in another combat."""


def unknown_action(scenario: Scenario) -> set[str]:
    """Return what of a tactical action is not played here."""
    found, edition = left_open(scenario), edition_of(scenario)
    for player, foe in sides(scenario):
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

    def lift(self, army: Army) -> None:
        """Lend no values outside combat."""

    def __init__(self, scenario: Scenario, rng: random.Random, forces: list[Force]) -> None:
        self.forces = forces
        super().__init__({**scenario, "step": "space-combat"}, rng)

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
            self.forces[army.index].unload()
        return 0

    def shoot(self, shooter: Force, target: Force) -> None:
        """Let one side shoot at the other's ships."""
        if self.scar or target.has("solar-flare") or target.has_unit("quetzecoatl") or target.has("quietus"):
            return
        there = [*shooter.pieces, *shooter.aboard, *shooter.planet]
        found = [dice for piece in there for dice in printed(shooter.card(piece.kind).space_cannon)]
        hits = ability(shooter, target, found, -target.has("antimass-deflectors"), self.rng)
        self.aimed[target.index] = hits if shooter.has("graviton-laser-system") else 0
        self.listen()
        before = [list(force.pieces) for force in self.forces]
        self.take(target, shooter, self.cancelled(target, hits), ORDER)
        self.aimed = [0, 0]
        self.falls(before)
        for force in self.forces:
            force.unload()
            for piece in force.pieces:
                piece.fresh = False

    def both(self) -> None:
        """Let both sides shoot in turn."""
        for shooter, target in ((self.forces[0], self.forces[1]), (self.forces[1], self.forces[0])):
            if target.pieces:
                self.shoot(shooter, target)


class Skirmish(Combat):
    """The space combat of a tactical action."""

    def __init__(self, scenario: Scenario, rng: random.Random, forces: list[Force]) -> None:
        self.forces = forces
        super().__init__({**scenario, "step": "space-combat"}, rng)

    def army(self, player: Data, index: int) -> Army:
        force = self.forces[index]
        force.fights_in_space(True)
        self.fleets.append(force)
        self.lift(force)
        return force

    def guarded(self, fleet: Fleet) -> bool:
        there = self.forces[fleet.index].planet
        return super().guarded(fleet) or any(fleet.card(piece.kind).slug == "iconoclast-omega" for piece in there)

    def ends(self) -> None:
        for force in self.forces:
            force.fights_in_space(False)
            force.settle()
            force.unload()
            if self.rounds:
                force.spent |= FOR_A_ROUND
                force.cards.pop("morale-boost", None)


class Action:
    """One tactical action."""

    def __init__(self, scenario: Scenario, rng: random.Random) -> None:
        self.scenario, self.rng = scenario, rng
        players = scenario["players"]
        reformed = any("articles-of-war" in player.get("effects", {}) for player in players)
        (self.where,) = players[1].get("planets", {"": {}})
        self.forces = [self.force(player, index, reformed) for index, player in enumerate(players)]

    def force(self, player: Data, index: int, reformed: bool) -> Force:
        """Return what a player has in the system."""

        def pieces(there: dict[str, int], kinds: tuple[str, ...]) -> list[Piece]:
            return [Piece(kind) for kind in kinds for _ in range(there.get(kind, 0))]

        ships = tuple(kind for kind in ORDER if kind not in BOARDERS)
        edition = edition_of(self.scenario)
        able = acting(player, self.scenario["players"][1 - index], ACTION_STEPS, edition)
        cards = {slug: copies for slug, copies in player.get("effects", {}).items() if slug in able}
        force = Force(player, index, pieces(player["space"], ships), cards, edition=edition, reformed=reformed)
        force.aboard = pieces(player["space"], BOARDERS)
        force.planet = pieces(player.get("planets", {}).get(self.where, {}), GROUND)
        return force

    def land(self) -> None:
        """Commit the ground forces that the policy names, undamaged ones first; all, and fighters, if it names none."""
        red = self.forces[0]
        everything = {where: dict.fromkeys(GROUND, 99) for where in [self.where] if where}
        for wanted in red.player["policy"].get("land", everything).values():
            for kind, number in wanted.items():
                from_where = red.pieces if kind == "fighter" and red.has_unit("matriarch") else red.aboard
                able = [piece for piece in from_where if piece.kind == kind]
                for piece in sorted(able, key=lambda piece: piece.damaged)[:number]:
                    from_where.remove(piece)
                    red.planet.append(piece)

    def invade(self) -> None:
        """Bombard, land, fight, and establish control."""
        red, blue = self.forces
        first = Landing(self.scenario, self.rng, self.forces)
        first.bombard()
        first.keep()
        self.land()
        battle = Landing(self.scenario, self.rng, self.forces)
        battle.defend()
        battle.keep()
        if not battle.over():
            for _ in battle.play():
                pass
            battle.keep()
        if red.holds() and not blue.on_planet():
            blue.planet = []
        red.pieces += [piece for piece in red.planet if piece.kind == "fighter"]
        red.planet = [piece for piece in red.planet if piece.kind != "fighter"]

    def play(self) -> Iterator[str]:
        """Play the action; yield what is true of its end."""
        red, blue = self.forces
        Offense(self.scenario, self.rng, self.forces).both()
        if red.pieces and blue.pieces:
            for _ in Skirmish(self.scenario, self.rng, self.forces).play():
                pass
        if not blue.pieces:
            self.invade()
        for index, force in enumerate(self.forces):
            yield from told(index, "space", [(p.kind, p.damaged) for p in (*force.pieces, *force.aboard)])
            yield from told(index, "planet", [(p.kind, p.damaged) for p in force.planet])


def told(index: int, where: str, units: list[tuple[str, bool]]) -> Iterator[str]:
    """Yield what is true of the units of a side in one place, given by type and damage."""
    kinds = [kind for kind, _ in units]
    yield f"{index} has {len(units)} in {where}"
    yield f"{index} has {sum(damaged for _, damaged in units)} damaged in {where}"
    yield f"{index} has {kinds.count('infantry')} infantry in {where}"
    yield f"{index} has {kinds.count('fighter')} fighters in {where}"
