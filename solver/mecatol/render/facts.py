"""What a solution says, made ready for printing: chances of losses, one headline, players in their order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mecatol.domain.steps import DEPLOY_STEP, TACTICAL_ACTION
from mecatol.render import conditions, losses, words
from mecatol.render.marks import marked
from mecatol.render.numbers import average, is_certain, percent

NOBODY = {"draw": "Draw", "undecided": "Undecided"}
"""Shares of who wins that are no player's, in words: a draw, and what is undecided where a combat is stopped."""
_STATED = {"draw": "it is a draw", "undecided": "the combat is still going on"}
"""The same within a sentence."""
_STATED_ALWAYS = {"draw": "It is always a draw.", "undecided": "The combat is still going on."}
"""The same where nothing else can happen."""
_NEGLIGIBLE = 1e-12
_GONE = re.compile(r" has no (?:ships|ground forces) left(?: on .+)?$")
"""How a step says that a side has lost."""


@dataclass(frozen=True)
class Facts:
    """A solution's JSON with the questions that every part of the result asks it."""

    data: Mapping[str, Any]
    marked: bool = False
    """Whether units have their marks where they are counted; in a page of many answers those would only weigh."""

    def units(self, html: str) -> str:
        """Return escaped text in which units are counted, with their marks if the answer has any."""
        return marked(html) if self.marked else html

    # The data does not change while an answer is drawn, and its parts ask for the same facts.
    @cached_property
    def players(self) -> tuple[str, ...]:
        """Names in the order of the table, the active player first."""
        named = [str(player["name"]) for player in self.data.get("scenario", {}).get("players", ())]
        mentioned = [*named, *self.data.get("hits", {})]
        for outcome in self.data.get("outcomes", ()):
            mentioned.extend(outcome.get("players", {}))
        return tuple(dict.fromkeys(mentioned))

    def tone(self, player: str) -> int:
        """Return the number of the player's color: the one of that name, else the first that nobody has."""
        return self._tones.get(player, 0)

    def style(self, player: str) -> str:
        """Return the class that gives the player's color."""
        return f"player--{self.tone(player)}"

    @cached_property
    def _tones(self) -> dict[str, int]:
        tones = {name: words.COLORS.index(name) for name in self.players if name in words.COLORS}
        free = [tone for tone in range(len(words.COLORS)) if tone not in tones.values()]
        others = [name for name in self.players if name not in tones]
        return tones | {name: free[place % len(free)] if free else 0 for place, name in enumerate(others)}

    @cached_property
    def before(self) -> dict[str, losses.Force]:
        """What stood there before the step, by player."""
        return {
            str(player["name"]): losses.force(player) for player in self.data.get("scenario", {}).get("players", ())
        }

    @cached_property
    def _beside(self) -> dict[str, Mapping[str, int]]:
        """What was in adjacent systems before the step, by player."""
        players = self.data.get("scenario", {}).get("players", ())
        return {str(player["name"]): player.get("adjacent", {}) for player in players}

    @cached_property
    def outcomes(self) -> list[tuple[float, dict[str, losses.UnitChange], dict[str, losses.Force]]]:
        """Each outcome as (probability, change by player, state by player), most likely first."""
        result = []
        for outcome in self.data.get("outcomes", ()):
            after = {
                name: losses.force(state, self._beside.get(name, {}))
                for name, state in outcome.get("players", {}).items()
            }
            changed = {
                name: losses.change(self.before.get(name, losses.Force()), state) for name, state in after.items()
            }
            result.append((float(outcome["probability"]), changed, after))
        return result

    @cached_property
    def affected(self) -> tuple[str, ...]:
        """The players to whom at least one outcome does something."""
        touched = {
            name
            for _, changed, _ in self.outcomes
            for name, happened in changed.items()
            if happened != losses.UnitChange({}, {})
        }
        return tuple(name for name in self.players if name in touched)

    @cached_property
    def scattered(self) -> bool:
        """Whether those who are affected have units in more than one place, so that each place needs its name."""
        forces = [self.before.get(name, losses.Force()) for name in self.affected]
        forces += [after[name] for _, _, after in self.outcomes for name in self.affected if name in after]
        return len({place for force in forces for place, _ in force.units}) > 1

    @cached_property
    def asked(self) -> list[Mapping[str, Any]]:
        """The chances that a scenario asks for, and those of a step that its bars do not show."""
        return [chance for chance in self.data.get("chances", ()) if chance not in self.implied]

    @cached_property
    def implied(self) -> list[Mapping[str, Any]]:
        """The chances that nobody needs to read: those that are certain or impossible, or that the bars show."""
        found = list(self.data.get("chances", ()))
        own = found[: len(found) - len(self.data.get("scenario", {}).get("ask", ()))]
        decided = bool(self.data.get("winner") or self.taken)
        return [
            chance
            for chance in own
            if not _NEGLIGIBLE < float(chance["probability"]) < 1 - _NEGLIGIBLE
            or (decided and (chance.get("takes") or _GONE.search(str(chance["condition"]))))
        ]

    def _chance(self, player: str, what: str) -> float:
        total = 0.0
        for probability, changed, _ in self.outcomes:
            happened = changed.get(player, losses.UnitChange({}, {}))
            counts = {
                "ship": happened.ships,
                "ground": happened.ground_forces,
                "damage": 0 if happened.lost else len(happened.damaged),
            }
            total += probability if counts[what] else 0.0
        return total

    def questions(self) -> dict[str, float]:
        """Return the chances worth comparing between two solutions, in words."""
        found = {str(chance["condition"]): float(chance["probability"]) for chance in self.data.get("chances", ())}
        for name in self.affected:
            for what, noun in (("ship", "ship"), ("ground", "ground force")):
                if (probability := self._chance(name, what)) > _NEGLIGIBLE:
                    found[f"{name} loses at least one {noun}"] = probability
        for name, distribution in self.data.get("hits", {}).items():
            if set(distribution) - {"0"}:
                found[f"{name} scores at least one hit"] = 1 - distribution.get("0", 0.0)
        return found

    @cached_property
    def sentences(self) -> list[str]:
        """The headlines without those on hits, which have a number and a chart of their own."""
        hits = self._hits()
        return [sentence for sentence in self.headlines if sentence not in hits]

    @cached_property
    def headlines(self) -> list[str]:
        """The result in plain sentences, the most important first.

        Everything comes from the data, so the same sentences serve every step of the game.
        """
        if said := conditions.sentences(self.data):
            return [" ".join(said), *[sentence for sentence in self._unasked() if sentence != "Solved."]]
        return self._unasked()

    def _unasked(self) -> list[str]:
        """Say what the step is about, where nobody has asked for anything else."""
        answered = self.data.get("answer") or {}
        if answered.get("headline"):
            # A step that decides says itself what it has decided; losses are worth a word where there are any.
            # A unit that Deploy replaces is no loss.
            losses_ = self._losses() if self.affected and self.data.get("step") != DEPLOY_STEP else []
            return [str(answered["headline"]), *losses_]
        if won := [*self._winner(), *(self._taken() if self.lands else self._held())]:
            return [*won, *self._averages(), *self._hits()]
        return [*self._losses(), *self._hits()] or ["Solved."]

    def _winner(self) -> list[str]:
        winner = self.data.get("winner") or {}
        if not set(winner) - set(NOBODY):
            return []
        if sure := next((name for name, p in winner.items() if is_certain(p)), ""):
            return [_STATED_ALWAYS.get(sure, f"{sure} always wins.")]
        likely = [f"{_STATED.get(name, f'{name} wins')} {percent(p)}" for name, p in winner.items() if p > _NEGLIGIBLE]
        never = [name for name, p in winner.items() if name not in NOBODY and p <= _NEGLIGIBLE]
        verb = "wins" if len(never) == 1 else "win"
        losers = f" {words.listing(never)} never {verb}." if never else ""
        return [f"{words.listing(likely)} of the time.{losers}"]

    @cached_property
    def taken(self) -> dict[str, float]:
        """How likely the active player takes each planet, by its name, where the step asks that."""
        return {
            str(chance["takes"]): float(chance["probability"])
            for chance in self.data.get("chances", ())
            if chance.get("takes")
        }

    @cached_property
    def fights_in_space(self) -> bool:
        """Whether it is an action in which several players have ships in the system."""
        fighting = [name for name in self.players if self.before[name].ships]
        return self.data.get("step") == TACTICAL_ACTION and len(fighting) > 1

    @cached_property
    def lands(self) -> bool:
        """Whether a planet is at stake: False where a battle in space is, and nobody could land after it."""
        ground = any(unit in words.GROUND for _, unit in self.before[self.players[0]].units) if self.players else False
        return ground or not self.fights_in_space or any(chance > _NEGLIGIBLE for chance in self.taken.values())

    @cached_property
    def holders(self) -> dict[str, float]:
        """How likely each player alone has ships left in the end, nobody, or more than one."""
        first, *others = self.players
        shares = {first: 0.0, "Draw": 0.0, "Both": 0.0, **dict.fromkeys(others, 0.0)}
        for probability, _, after in self.outcomes:
            left = [name for name, force in after.items() if force.ships]
            shares[left[0] if len(left) == 1 else "Both" if left else "Draw"] += probability
        return {
            name: chance
            for name, chance in shares.items()
            if chance > _NEGLIGIBLE or (name in self.players and self.before[name].ships)
        }

    def _held(self) -> list[str]:
        """Say who wins in space, where that is all that is at stake."""
        rest = {"Draw": "neither", "Both": "nobody yet"}
        if sure := next((name for name, chance in self.holders.items() if is_certain(chance)), ""):
            return ["Nobody wins in space." if sure in rest else f"In space, {sure} always wins."]
        (first, chance), *others = self.holders.items()
        shares = [f"{rest.get(name, name)} {percent(share)}" for name, share in others]
        return [f"In space, {words.listing([f'{first} wins {percent(chance)}', *shares])} of the time."]

    def _taken(self) -> list[str]:
        """Say which planets the active player takes, where the step asks that."""
        if len(self.taken) == 1:
            (planet, chance), *_ = self.taken.items()
            if is_certain(chance) or chance <= _NEGLIGIBLE:
                return [f"{self.players[0]} {'always' if is_certain(chance) else 'never'} takes {planet}."]
        taken = [f"{planet} {percent(chance)}" for planet, chance in self.taken.items()]
        return [f"{self.players[0]} takes {words.listing(taken)} of the time."] if taken else []

    def _averages(self) -> list[str]:
        """Say what the battle costs each side on average, and what the units placed in it are worth, in resources."""
        lost = {str(name): float(cost) for name, cost in self.data.get("expected_cost", {}).items()}
        gained = {str(name): float(worth) for name, worth in self.data.get("expected_worth", {}).items()}
        gained = {name: worth for name, worth in gained.items() if worth > _NEGLIGIBLE}
        if not (lost or gained):
            return []
        if all(abs(cost) <= _NEGLIGIBLE for cost in lost.values()):
            if not gained:
                return [self._spared()]
            lost = {}
        sentences = []
        for verb, sums in (("loses", lost), ("gains", gained)):
            parts = [
                f"{name} {average(cost)}" if place else f"{name} {verb} units worth {average(cost)} resources"
                for place, (name, cost) in enumerate(sums.items())
            ]
            if parts:
                sentences.append(f"On average {words.listing(parts)}.")
        return sentences

    def _losses(self) -> list[str]:
        sentences = []
        for name in self.affected:
            ship, ground = self._chance(name, "ship"), self._chance(name, "ground")
            damage = self._chance(name, "damage")
            parts = []
            for does, chance in (
                ("loses at least one ship", ship),
                ("loses at least one ground force", ground),
                ("takes damage but loses no units", damage),
            ):
                if chance > _NEGLIGIBLE:
                    parts.append(f"always {does}" if is_certain(chance) else f"{does} {percent(chance)} of the time")
            if parts:
                sentences.append(f"{name} {words.listing(parts)}.")
        if self.outcomes and not sentences:
            sentences.append(self._spared())
        return sentences

    def _spared(self) -> str:
        """Say that no unit with a price is lost: structures go with their planet, and count for nothing elsewhere."""
        likely = [one for chance, changed, _ in self.outcomes if chance > _NEGLIGIBLE for one in changed.items()]
        lost = dict.fromkeys(name for name, one in likely if one.lost and not (one.ships or one.ground_forces))
        if not lost:
            return "Nothing is lost."
        return f"{words.listing([*lost])} {'loses' if len(lost) == 1 else 'lose'} only structures."

    def _hits(self) -> list[str]:
        """Say how many hits each player scores on average."""
        said = []
        for name, distribution in self.data.get("hits", {}).items():
            mean = sum(int(number) * chance for number, chance in distribution.items())
            if mean > _NEGLIGIBLE:
                hits = "hit" if average(mean) == "1" else "hits"
                said.append(f"{name} scores {average(mean)} {hits} on average.")
        return said
