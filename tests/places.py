"""Where a built site stands, for the tests that open it."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple


class Place(NamedTuple):
    """A built site, and where a browser finds it."""

    folder: Path
    address: str
    """Ends with a slash."""
    on_disk: bool

    def pages(self) -> list[str]:
        """The paths of all pages of a served site."""
        found = [path.parent.relative_to(self.folder).as_posix() for path in self.folder.rglob("index.html")]
        # Old addresses only lead on, and pages to embed have no frame of the site.
        found = [path for path in found if not path.startswith(("R_", "F_", "C_", "embed/"))]
        return ["" if path == "." else f"{path}/" for path in found]

    def page(self, path: str) -> str:
        """The address of a page: `rules/space-cannon/` is a file of its own on disk."""
        path, mark, rest = path.partition("#")
        if self.on_disk:
            listed = not path or (self.folder / path / "index.html").exists()
            path = f"{path}index.html" if listed else path.removesuffix("/") + ".html"
        return f"{self.address}{path}{mark}{rest}"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, sent: Mapping[str, str], **more: Any) -> None:
        self._sent = sent
        super().__init__(*args, **more)  # which answers already

    def handle(self) -> None:
        with suppress(ConnectionError):  # a page that was left takes nothing more
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        for name, value in self._sent.items():
            self.send_header(name, value)
        super().end_headers()


@contextmanager
def serve(folder: Path, headers: Mapping[str, str] | None = None) -> Iterator[Place]:
    """A built site behind a plain web server on this machine, at an origin of its own, that sends some headers more."""
    handler = functools.partial(_Quiet, directory=str(folder), sent=headers or {})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Place(folder, f"http://127.0.0.1:{server.server_port}/", on_disk=False)
        server.shutdown()
        thread.join()
