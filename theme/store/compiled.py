"""Templates: what is compiled of each is kept by its text, and what each is made of is known without compiling it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jinja2 import BytecodeCache, Environment, meta
from jinja2.bccache import Bucket

from content import results

_SHELF = results.Shelf("templates", 4_000_000)


def source_hash(environment: Environment, name: str) -> str:
    """Return the hash of a template and of all that it includes or imports.

    Raises:
        ValueError: a template works out the name of another as it is filled, so nobody knows what it is made of.
    """
    paths: dict[str, Path] = {}
    names = [name]
    while names:
        one = names.pop()
        if one not in paths:
            text, path, _ = environment.loader.get_source(environment, one)  # type: ignore[union-attr]
            paths[one] = Path(path or one)
            names += _referenced(environment, one, text)
    return results.code(*sorted(paths.values()))


def _referenced(environment: Environment, name: str, text: str) -> list[str]:
    def read() -> list[str]:
        found = list(meta.find_referenced_templates(environment.parse(text)))
        if None in found:
            raise ValueError(f"{name} works out the name of a template that it includes or imports: write it there.")
        return found  # type: ignore[return-value]

    return _SHELF.get(results.key(results.code(), "references", text), read)


class Compiled(BytecodeCache):
    """What Jinja has made of templates, under all that it came from."""

    def __init__(self, environment: Environment, code: Callable[[], str]) -> None:
        """Keep the templates of an environment; ``code`` returns what differs where its filters have other code.

        Jinja applies a filter to a constant as it compiles, so the result is in what is kept.
        """
        self._code = code
        self._settings = (
            environment.trim_blocks,
            environment.lstrip_blocks,
            bool(environment.autoescape),
            sorted(environment.extensions),
        )

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template what was compiled of the same text."""
        bucket.code = _SHELF.get(self._key(bucket), lambda: None)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        _SHELF.get(self._key(bucket), lambda: bucket.code)

    def _key(self, bucket: Bucket) -> str:
        """Return the hash of what a template is compiled of; its key says where it lies, as tracebacks do."""
        return results.key(results.code(), self._code(), self._settings, bucket.key, bucket.checksum)
