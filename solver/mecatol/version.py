"""The version of the package: one number for whatever somebody else may rely on.

While the first number is 0, the second grows when odds, the notation of scenarios or the face in Python change so that
a reader has to know, and the third for whatever only adds. `content/changes.yaml` says what each version changed.
"""

from __future__ import annotations

VERSION = "0.3.0"


def version_line() -> str:
    """Return what `--version` prints: the name and the version of the package."""
    return f"mecatol {VERSION}"
