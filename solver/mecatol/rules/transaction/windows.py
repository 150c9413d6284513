"""The windows of a transaction."""

from __future__ import annotations

from mecatol.domain.steps import TRANSACTION_STEP
from mecatol.effects.model import Window, window


class TransactionWindow(Window):
    """A window of a transaction, in which nobody fights."""

    steps = (TRANSACTION_STEP,)


@window
class TradesAnywhere(TransactionWindow):
    """Neighbors are asked for: a transaction with its owner needs none."""


@window
class TradesInNoAgenda(TransactionWindow):
    """The agenda phase allows transactions: nobody can make one then."""


@window
class TradesOnOccasion(TransactionWindow):
    """A rule about the moment stands against it: on an occasion of its own, its owner can make one all the same."""

    occasion: str
    """What the owner has just done with it, `{other}` standing for the other player."""
    in_agenda: str = ""
    """What is to be said of it, in a sentence, where the two have made one in the same agenda already."""


@window
class TradesItsPlanet(TransactionWindow):
    """Components change hands: its owner can give the card of a planet on which a certain unit stands."""

    unit: str
    """What the unit is called."""


@window
class TradesActionCards(TransactionWindow):
    """Components change hands: action cards can, in a transaction with its owner."""


@window
class TradesRelics(TransactionWindow):
    """Components change hands: relics can, in a transaction with its owner."""


@window
class TradesSecretObjectives(TransactionWindow):
    """Components change hands: unscored secret objectives can, in a transaction with its owner."""


@window
class SharesTechnologies(TransactionWindow):
    """Components change hands: technologies that belong to no faction can be shared, by whomever."""


@window
class TradesThisRelic(TransactionWindow):
    """Components change hands: the effect's own card can, though it is a relic."""
