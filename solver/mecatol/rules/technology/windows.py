"""The windows of research: what ignores prerequisites, and what replaces a technology."""

from __future__ import annotations

from mecatol.domain.steps import TECHNOLOGY_STEP
from mecatol.effects.model import Window, window


class ResearchWindow(Window):
    """A window of research, in which nobody fights."""

    steps = (TECHNOLOGY_STEP,)


@window
class Ignores(ResearchWindow):
    """A technology is researched: what its owner can do without."""

    prerequisites: int | None
    """How many prerequisites of any color; None: all of them."""
    upgrades: bool | None = None
    """Whether only for unit upgrades (True) or only for everything else (False); None: for either."""
    color: str | None = None
    """The color that they must have, a key of COLORS; None for any."""
    returns: bool = False
    """Whether a captured unit of the type that is upgraded is returned for it, instead of exhausting a card."""
    resources: int = 0
    """What has to be spent as well."""
    unit: str | None = None
    """The type of unit: it is only for upgrades of that; None for any technology."""


@window
class IgnoresIfOthersOwn(ResearchWindow):
    """A technology that another player owns is researched: its owner can do without every prerequisite."""

    gives: str
    """What they give for that, as the end of "they may …"."""


@window
class SpecialtiesStayReady(ResearchWindow):
    """A specialty is used: the planet is not exhausted for it, and may be exhausted already."""


@window
class InsteadOfResearch(ResearchWindow):
    """Its owner would research a technology: what they do in its place."""

    does: str
    """What they do, as the end of "they would …"."""
