"""The facts of the game: units, factions, planets and systems, one JSON file each."""

from functools import cache
from json import loads
from pathlib import PurePath


@cache
def load(name: str) -> object:
    """Return the parsed content of ``<name>.json`` in this package, read once.

    The module's own loader reads the bytes, so that it works from a directory, a wheel or a zip. The object is
    shared by all callers: treat it as read-only.

    Raises:
        FileNotFoundError: no data file has that name.
        RuntimeError: this package was imported in a way that gives no access to its files.
    """
    loader = __spec__.loader
    read = getattr(loader, "get_data", None)
    if read is None or __file__ is None:
        raise RuntimeError(f"the loader of {__name__} cannot read data files: {loader!r}")
    try:
        content: bytes = read(str(PurePath(__file__).with_name(f"{name}.json")))
    except OSError as fault:
        raise FileNotFoundError(f"solver.data has no file {name}.json") from fault
    return loads(content)
