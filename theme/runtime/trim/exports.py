"""What Pyodide gives out for libraries that might be loaded later need not travel, for none is loaded here.

Pyodide exports every function and every place in memory of C's, and its glue puts most under names of its own. What no
script names stays where it is and is only used from within; a script that looks for it all the same finds nothing, and
fails aloud.
"""

import re
from collections import Counter

from theme.runtime.trim import wasm

_WORD = re.compile(r"[\w$]+")
_PLACE = re.compile(r'var (_[\w$]+)=Module\["\1"\]=\d+(?:e\d+)?;')
_NAMED = re.compile(r'var (_[\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\];')


def fewer(module: bytes, glue: str, *others: str) -> tuple[bytes, str]:
    """Return the WebAssembly and its glue without what is given out and no script names.

    ``others`` are the scripts beside the glue. Raises ValueError if the glue is not written as this takes for granted.
    """
    words = Counter(_WORD.findall("\n".join([glue, *others])))
    pairs = _NAMED.findall(glue)
    if not pairs:
        raise ValueError("the glue names no export as it used to")
    told = Counter(theirs for _, theirs in pairs)
    # Where the glue takes one, its own name for it stands twice, and a function's export once; places have numbers.
    wanted = {theirs for own, theirs in pairs if words[own] > 2} | {one.name for one in wasm.imports(module)}
    wanted |= {own.removeprefix("_") for own in _PLACE.findall(glue) if words[own] > 2}
    left = [
        one
        for one in wasm.exports(module)
        if one.kind not in (wasm.FUNCTION, wasm.GLOBAL) or one.name in wanted or words[one.name] > told[one.name]
    ]
    names = {one.name for one in left}
    less = wasm.replaced(module, {wasm.EXPORTS: wasm.exported(left)})
    glue = _NAMED.sub(lambda found: found[0] if found[2] in names else "", glue)
    return less, _PLACE.sub(lambda found: found[0] if words[found[1]] > 2 else "", glue)
