"""The one script that a page needs: named parts, gzipped, in base64, behind one assignment.

A classic script, for that is the only kind of file a page opened from disk may load. For a server, which packs what it
sends by itself and better, there is another in which each letter is a byte.
"""

import base64
import gzip
import json
from collections.abc import Mapping
from pathlib import Path

OPENING = "globalThis.RUNTIME="
NOTICE = (
    "/* Mecatol's browser runtime. Holds Pyodide {version} (Mozilla Public License 2.0; its source is published by the "
    "Pyodide project) and parts of Python {python}'s standard library (Python Software Foundation License), compiled. "
    "Some parts are replaced by this project's own. */\n"
)
FILES = {
    "loader": "pyodide.mjs",
    "glue": "pyodide.asm.js",
    "wasm": "pyodide.asm.wasm",
    "stdlib": "python_stdlib.zip",
    "modules": "mecatol-stdlib.bin",
    "package": "mecatol-package.bin",
    "lock": "pyodide-lock.json",
}
"""The parts of the bundle, and what each is called when it lies in a folder."""

_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})


def pack(data: bytes, level: int = 9) -> str:
    """Return bytes as gzip in base64; ``level`` is how much time that may take, from 1 to 9."""
    return base64.b64encode(gzip.compress(data, level, mtime=0)).decode()


def script(version: str, python: str, parts: Mapping[str, str]) -> bytes:
    """Return the bundle's text from packed parts: what ``runtime.ts`` finds as ``globalThis.RUNTIME``."""
    value = {"version": version, "python": python, "parts": dict(parts)}
    notice = NOTICE.format(version=version, python=python)
    return f"{notice}{OPENING}{json.dumps(value, separators=(',', ':'))};\n".encode("ascii")


def plain_script(version: str, python: str, parts: Mapping[str, bytes]) -> bytes:
    """Return the same of parts as they are; ``raw`` tells the worker so."""
    held = ",".join(f'"{part}":"{data.decode("latin-1").translate(_ESCAPED)}"' for part, data in parts.items())
    about = json.dumps({"version": version, "python": python, "raw": True}, separators=(",", ":")).removesuffix("}")
    notice = NOTICE.format(version=version, python=python)
    return f'{notice}{OPENING}{about},"parts":{{{held}}}}};\n'.encode()


def unpack(text: bytes, folder: Path) -> None:
    """Write the parts of either script into ``folder`` under the names that Pyodide looks for."""
    # JSON would have every control character escaped, which JavaScript asks for ends of lines alone.
    value = json.loads(text.decode().partition(OPENING)[2].rstrip().removesuffix(";"), strict=False)
    for part, data in value["parts"].items():
        held = data.encode("latin-1") if value.get("raw") else gzip.decompress(base64.b64decode(data))
        (folder / FILES[part]).write_bytes(held)
