"""The command line as tests run it, within their own process."""

from __future__ import annotations

import pytest

from mecatol.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command and return its status, what it prints, and what it prints as errors."""
    status = main(list(arguments))
    said = capsys.readouterr()
    return status, said.out, said.err
