"""The facts of the game, one JSON object a file, keyed by slug (systems by tile).

- ``units``: one record a printing of a unit that every player has; those of factions are declared in their files.
  ``upgrade_of`` names what it takes the place of, ``technology`` the unit upgrade that does it, and ``prerequisites``
  the colors that this upgrade asks for. A record holds from ``edition`` on, up to but without ``until``; a reprint has
  the slug of the first printing with ``-omega`` added. Dice are ``{value, dice}``; zero dice means that a number on the
  table decides. ``production`` has either a ``value`` or a ``resource_bonus`` that is added to the planet's resources.
  ``excess_fleet_pool`` is the share of a fleet pool place that a fighter beyond capacity takes, where it may stay.
  ``holds_fighters`` counts the fighters that a dock takes off capacity; ``rides_free`` marks what needs none beside a
  ship that has some. ``cost`` pays for ``produces`` figures; ``limit`` counts plastic ones.
- ``clauses``: of the clauses by their numbers in the reference 2.0, which edition brought them (``since``) and which
  dropped them (``until``). A number without a dot is a whole topic; what is not named stands in every edition.
- ``planets``: ``tile`` is null for planets that lie on no system tile of their own; ``station`` marks space stations
  and ``ocean`` the planet cards without a planet.
- ``systems``: planets, anomalies and wormholes of each tile.
- ``objectives``: kind, phase and points of each objective card. ``asks`` says what it asks for; ``need`` says it as far
  as a scenario can show it, null for what only the board shows: ``spend`` with numbers by what is spent; ``planets``
  with the number, ``of`` which sort or of the ``same`` trait; ``worth``, the values of all planets together;
  ``upgrades`` and ``faction-technologies`` with the number; ``colors``, in how many colors that many technologies.
"""

from functools import cache
from json import loads
from os.path import dirname, join


@cache  # what is printed does not change, and parsing it is a good part of the start
def load(name: str) -> object:
    """Return the parsed content of ``<name>.json`` in this package, read once.

    The module's own loader reads the bytes, so that it works from a directory, a wheel or a zip. The object is
    shared by all callers: treat it as read-only.

    Raises:
        FileNotFoundError: no data file has that name.
        RuntimeError: this package was imported in a way that gives no access to its files.
    """
    read = getattr(__spec__.loader, "get_data", None)
    if read is None:
        raise RuntimeError(f"the loader of {__name__} cannot read data files: {__spec__.loader!r}")
    try:
        content: bytes = read(join(dirname(__file__), f"{name}.json"))
    except OSError as fault:
        raise FileNotFoundError(f"mecatol.domain.data has no file {name}.json") from fault
    return loads(content)
