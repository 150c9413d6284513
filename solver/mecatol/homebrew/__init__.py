"""Factions and cards of players' own, from files outside the package: each is registered wholly or not at all.

A file is Python, which declares records as the package's own files do, or data in JSON or YAML (see
`mecatol.homebrew.packs`), which needs none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from mecatol import registry
from mecatol.domain import clauses, editions
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import DECLARED
from mecatol.effects import model
from mecatol.errors import DeclarationError, ScenarioError, shown
from mecatol.homebrew import own, packs
from mecatol.rules.deploy.deployments import DEPLOYMENTS
from mecatol.rules.deploy.record import DEPLOY_MOMENTS
from mecatol.scenario.files import parse, text_of

_REGISTRIES: tuple[dict[Any, Any], ...] = (
    editions.EDITIONS, editions.HELD, editions.VERSIONS, FACTIONS, DECLARED,
    model.COMPONENTS, model.EFFECTS, model.DECLARED_AT, DEPLOYMENTS, DEPLOY_MOMENTS, clauses.CITED, packs.TEXTS,
)  # fmt: skip
"""All that declarations fill."""


class Path(Protocol):
    """A path of a file system, such as `pathlib.Path`."""

    def __fspath__(self) -> str: ...


PYTHON, DATA = (".py",), (".yaml", ".yml", ".json")
"""How the names of files of either kind end."""

_own: list[dict[Any, Any]] = []
"""The registries as the package itself fills them, from the first registration on."""

_files: list[str] = []
"""The files that are registered, in their order."""


def register(file: str | Path) -> None:
    """Declare what a file declares, as the package's own files do, and check it with all others.

    What has been solved before is not looked at again; what is solved from now on knows the new records. A file that is
    registered again, as a cell of a notebook does, takes the place of what it declared before.

    Raises:
        DeclarationError: with every mistake, one a line; then nothing of the file is registered.
        OSError, SyntaxError: a Python file cannot be read, or is not Python.
    """
    if not (isinstance(file, str) or hasattr(file, "__fspath__")):
        raise DeclarationError(f"file: is {shown(file)}; write the pack into a file, and give its name")
    path = str(file)
    if path in _files:
        _again(path)
        return
    _declare(path)
    _files.append(path)


def _again(path: str) -> None:
    """Register a file once more, with all others as they are in their files now; after an error nothing has changed."""
    files = [*_files]
    try:
        with _wholly():
            register_only([*(other for other in files if other != path), path])
    except BaseException:
        _files[:] = files
        raise


def _declare(path: str) -> None:
    """Declare what a file declares; raises what `register` raises."""
    if path.endswith(PYTHON):
        from mecatol.homebrew.python_file import run

        with _wholly(), _checked():
            run(path)
        return
    if not path.endswith(DATA):
        endings = ", ".join((*PYTHON, *DATA))
        raise DeclarationError(f"{path[:80]}: is not a pack: its name must end with one of {endings}")
    name = path.replace("\\", "/").rpartition("/")[2]
    try:
        data = parse(text_of(path))
    except ScenarioError as error:
        said = "; ".join(f"{problem.message}" for problem in error.problems)
        raise DeclarationError(f"{name}: {said}") from None
    register_data(data, name)


def register_data(data: object, name: str) -> None:
    """Declare what a pack holds that was read from JSON or YAML; `name` is how errors call it.

    Raises:
        DeclarationError: with every mistake, one a line; then nothing of it is registered.
    """
    try:
        with _wholly(), _checked():
            packs.declare_pack(data, name)
    except DeclarationError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:  # from what expects records to be whole
        raise DeclarationError(f"{name}: a field holds what it cannot: {error}") from None


def register_only(files: Iterable[str | Path]) -> None:
    """Forget every pack that was registered, then register these; for those who read files again and again.

    Raises what `register` raises.
    """
    if isinstance(files, str) or not isinstance(files, Iterable):
        raise DeclarationError(f"files: is {shown(files)}; give a list of files")
    if _own:
        _restore(_own)
        forget()
    _files.clear()
    for file in files:
        register(file)


@contextmanager
def _wholly() -> Iterator[None]:
    """Let records be declared; after an error all registries are as they were."""
    before = [dict(registry) for registry in _REGISTRIES]
    if not _own:
        _own.extend(before)
    forget()
    try:
        with model.declaring():
            yield
    except BaseException:
        _restore(before)
        raise
    finally:
        forget()


@contextmanager
def _checked() -> Iterator[None]:
    """Check what has been declared meanwhile against all that was there before."""
    before = own.records()
    yield
    forget()
    if found := sorted(own.mistakes(before)):
        raise DeclarationError("\n".join(found))
    registry.check()


def _restore(held: Iterable[dict[Any, Any]]) -> None:
    for records, before in zip(_REGISTRIES, held, strict=True):
        records.clear()
        records.update(before)


def forget(package: str = "mecatol") -> None:
    """Empty every cache of a package: what they hold was worked out from other records."""
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == package]
    for value in (value for module in modules for value in list(vars(module).values())):
        clear: Callable[[], None] | None = getattr(value, "cache_clear", None)
        if callable(clear):
            clear()
