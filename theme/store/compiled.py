"""Templates: what is compiled of each is kept by its text."""

from __future__ import annotations

from collections.abc import Callable

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from content import results

_SHELF = results.Shelf("templates", 4_000_000)


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
