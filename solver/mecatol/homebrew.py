"""Factions and cards of players' own, from a file outside the package: registered wholly or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import util
from typing import Any

from mecatol import declared
from mecatol.deploy.deployments import DEPLOYMENTS
from mecatol.domain import clauses, editions
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import DECLARED
from mecatol.effects import model, records
from mecatol.errors import DeclarationError
from mecatol.scenario.moments import DEPLOY_MOMENTS

_REGISTRIES: tuple[dict[Any, Any], ...] = (
    editions.EDITIONS, editions.HELD, FACTIONS, DECLARED, model.COMPONENTS, model.EFFECTS, model.DECLARED_AT,
    DEPLOYMENTS, DEPLOY_MOMENTS, clauses.CITED,
)  # fmt: skip
"""All that declarations fill."""


def register(file: str) -> None:
    """Declare what a Python file declares, as the package's own files are declared, and check it with all others.

    What has been solved before is not looked at again; what is solved from now on knows the new records.

    Raises:
        DeclarationError: with every mistake, one a line; then nothing of the file is registered.
        OSError, SyntaxError: the file cannot be read, or is not Python.
    """
    name = file.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    spec = util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise DeclarationError(f"{file}: is not a Python file: its name must end with .py")
    with _wholly():
        try:
            spec.loader.exec_module(util.module_from_spec(spec))
        except TypeError as error:
            raise records.refused(name, error) or error from None
        declared.check()


@contextmanager
def _wholly() -> Iterator[None]:
    """Let records be declared; after an error all registries are as they were."""
    before = [dict(registry) for registry in _REGISTRIES]
    _forget()
    try:
        with model.declaring():
            yield
    except BaseException:
        for registry, held in zip(_REGISTRIES, before, strict=True):
            registry.clear()
            registry.update(held)
        raise
    finally:
        _forget()


def _forget() -> None:
    """Empty every cache of the package: what they hold was worked out from other records."""
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "mecatol"]
    for value in (value for module in modules for value in list(vars(module).values())):
        clear: Callable[[], None] | None = getattr(value, "cache_clear", None)
        if callable(clear):
            clear()
