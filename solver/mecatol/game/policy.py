"""A player's choices as the solver asks for them: what `mecatol.scenario.policy` reads, with what holds by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mecatol.scenario.model import frozen
from mecatol.scenario.policy import BEST, DEFAULT_AIM, DEFAULT_ASSIGN, POLICY
from mecatol.scenario.production import DEFAULT_BUILD, DEFAULT_PAY

type Landing = Mapping[str, Mapping[str, int]]
"""How many units of each type, by planet."""


@dataclass(frozen=True, kw_only=True)
class Retreating:
    """When a player announces a retreat (78.4), and what goes along (78.7.b)."""

    from_round: int = 1
    """From this round on; 1 is the first."""
    ships_at_most: int | None = None
    """Only while there are at most this many ships other than fighters; None: however many."""
    takes: Landing = field(default_factory=dict)
    """The ground forces that go along from planets."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The choices of one player: the player's own, the scenario's where there is none, the default where neither says.

    Each field is what `mecatol.scenario.policy.POLICY` says of it; None where saying nothing differs from any choice.
    """

    assign: str | Sequence[str] = DEFAULT_ASSIGN
    capacity: Sequence[str] = ()
    target: str | None = None
    decline: Sequence[str] = ()
    decline_on: Mapping[str, Sequence[str]] = field(default_factory=dict)
    order: str | Sequence[str] | None = None
    pay: str = DEFAULT_PAY
    build: str = DEFAULT_BUILD
    direct_hit: Sequence[str] | None = None
    play: Mapping[str, int | str | Mapping[str, Any]] = field(default_factory=dict)
    risk: Sequence[str] | None = None
    cavalry: str | None = None
    """What `raise` says in a scenario, which cannot be a name in Python."""
    maneuver: str | None = None
    crash: Mapping[str, str] = field(default_factory=dict)
    fire: Mapping[str, int] | None = None
    bombard: str | Mapping[str, Any] | None = None
    aim: str = DEFAULT_AIM
    extra_dice: Mapping[str, str] = field(default_factory=dict)
    retreat: Retreating | None = None
    land: Landing | None = None

    @property
    def searches(self) -> bool:
        """Whether the best losses are searched for."""
        return self.assign == BEST

    @property
    def ordered(self) -> Sequence[str]:
        """The effects that act first where several could at once, in their order; none where the best is searched."""
        return () if self.order is None or isinstance(self.order, str) else self.order


_SAYING_NOTHING = Policy()
_SAID = {"cavalry": "raise"}
"""What a scenario calls a field that is called otherwise here."""
_FIELDS = {_SAID.get(name, name) for name in vars(_SAYING_NOTHING)}
assert POLICY.fields.keys() == _FIELDS, f"only one of POLICY and Policy has {_FIELDS ^ POLICY.fields.keys()}"


def policy_of(*told: Mapping[str, Any]) -> Policy:
    """Return the choices that records of a scenario state, the later before the earlier ones."""
    said = {key: value for record in told for key, value in record.items() if value is not None}
    for name, word in _SAID.items():
        if word in said:
            said[name] = said.pop(word)
    if "retreat" in said:
        said["retreat"] = Retreating(**said["retreat"])
    return frozen(Policy, {**vars(_SAYING_NOTHING), **said})
