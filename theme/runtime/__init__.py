"""The browser's Python, built from a pinned Pyodide and this project's own code.

``build`` makes one content-hashed classic script that holds all the page's worker needs to answer: Pyodide's loader,
glue and WebAssembly, the part of the standard library that is in use, and ``solver`` with ``theme.live``, both as
bytecode. Pyodide 0.29 is Python 3.13 like the project, so bytecode written here runs there; the build proves it by
booting the very parts of the script in Node and comparing answers with this Python's.

Beside the script lie the solver's plain wheel and a lock file, with which any Pyodide page of the same version can
``loadPackage("mecatol-solver")``.
"""

from theme.runtime.builder import Bundle, build
from theme.runtime.bundle import unpack
from theme.runtime.errors import RuntimeBuildError

__all__ = ["Bundle", "RuntimeBuildError", "build", "unpack"]
