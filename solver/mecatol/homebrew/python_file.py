"""Packs as Python. This module stays out of the browser, which never runs a file that a reader opens."""

from __future__ import annotations

from importlib import util
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source

from mecatol.effects import records
from mecatol.errors import FILES_OF_PACKS, DeclarationError, of_pack
from mecatol.homebrew import former
from mecatol.homebrew.packs import TEXTS, Texts


def run(file: str) -> None:
    """Run a Python file that declares records; `TEXTS` in it is what pages say of its factions, by slug.

    Raises:
        DeclarationError: a record has a field that it cannot have, or lacks one; or the file itself fails.
        OSError, SyntaxError: the file cannot be read, or is not Python.
    """
    name = file.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    spec = util.spec_from_file_location(name, file)
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        raise DeclarationError(f"{file}: is not a Python file: its name must end with .py")
    own = f"{spec.origin}"
    FILES_OF_PACKS.add(own)
    module = util.module_from_spec(spec)
    try:
        # without the cache of bytecode, so that a file that has just changed is never taken for what it was before
        data = spec.loader.get_data(own)
        compile(data, own, "exec")  # what is not Python is refused here, whatever its bytes are
        exec(compile(former.led(decode_source(data), own), own, "exec"), vars(module))
    except (DeclarationError, SyntaxError, OSError):
        raise
    except Exception as error:
        told = records.refused(name, error) if isinstance(error, TypeError) else None
        raise told or DeclarationError(of_pack(error, {own})) from None
    for slug, said in getattr(module, "TEXTS", {}).items():
        TEXTS[slug] = Texts(f"{name}.py", said)
