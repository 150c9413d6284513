"""Ctrl-C while the package is loaded as a program: it ends with a word, not with a traceback.

`python -m mecatol` and the command `mecatol` load the package before any line of theirs could catch it.
"""

from __future__ import annotations

import gc
import signal
import sys
from itertools import pairwise
from types import FrameType

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended, as shells number it."""


def is_program() -> bool:
    """Tell whether this process is the command line of the package, and not a program that imports it."""
    given: list[str] = getattr(sys, "orig_argv", [])
    command = sys.argv[:1] == given[1:2] and given[1].endswith(("/mecatol", "mecatol.exe"))
    return command or ("-m", "mecatol") in pairwise(given)


def _end(number: int, frame: FrameType | None) -> None:
    if sys.stderr is not None:
        sys.stderr.write("Interrupted.\n")
        sys.stderr.flush()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(INTERRUPTED)


def loading() -> None:
    """Let Ctrl-C end the program while it is loaded, and let nothing look for garbage: all that is loaded stays."""
    if is_program():
        gc.disable()
    if is_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def loaded() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, which the command line answers, and let garbage be collected."""
    if is_program():
        gc.freeze()
        gc.enable()
    if is_program() and signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


loading()
