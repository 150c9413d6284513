"""The browser's Python, built from a pinned Pyodide and this project's own code.

``build`` makes one content-hashed classic script that holds all the page's worker needs to answer: Pyodide's loader,
glue and WebAssembly, the part of the standard library that is in use, and ``mecatol`` with ``theme.live``, both as
bytecode. Pyodide 0.29 is Python 3.13 like the project, so bytecode written here runs there; the build proves it by
booting the very parts of the script in Node and comparing answers with this Python's.

Over http the same travels in two files: the WebAssembly, which servers pack and browsers compile while it comes, and a
script with the other parts. What nothing in them can get at is left out (trimming.py). If they do not start, or meet
what is not there, the one script does.

Beside it lies a second script, a snapshot of that Python's memory with the solver imported: a page that has it at hand
starts from it in half the time, and from the first script alone if it has not, or if the snapshot does not start.

Beside the scripts lie the solver's plain wheel and a lock file, with which any Pyodide page of the same version can
``loadPackage("mecatol")``.
"""

from theme.runtime.builder import PROJECT, Bundle, build, integrity
from theme.runtime.bundle import unpack
from theme.runtime.errors import RuntimeBuildError

__all__ = ["PROJECT", "Bundle", "RuntimeBuildError", "build", "integrity", "unpack"]
