"""A player's choices as the solver asks for them: what scenarios say, with what holds by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.scenario.model import frozen
from mecatol.scenario.policy import FIELD_OF, Policy, Retreating

_SAYING_NOTHING = Policy()


def policy_of(*told: Mapping[str, Any]) -> Policy:
    """Return the choices that records of a scenario state, the later before the earlier ones."""
    said = {FIELD_OF[key]: value for record in told for key, value in record.items() if value is not None}
    if "retreat" in said:
        said["retreat"] = Retreating(**said["retreat"])
    return frozen(Policy, {**vars(_SAYING_NOTHING), **said})
