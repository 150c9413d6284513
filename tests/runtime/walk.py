"""Runs in the browser's Python: what tables of its own it reads to reckon, to write and to tell characters apart.

The last expression is a text, the same wherever Python reads the same.
"""

import fractions
import itertools
import json
import math
import operator
import re
import time
import traceback
import unicodedata
from collections.abc import Callable

found: list[object] = []


def attempt(function: Callable[..., object], *given: object) -> None:
    """Note what comes of a call, and how an error would be printed."""
    try:
        found.append(repr(function(*given)))
    except Exception as error:
        found.append([type(error).__name__, str(error), traceback.format_exception_only(error)])


def short(text: str) -> int:
    """Return a number that another text has not, as far as matters here."""
    return int.from_bytes(text.encode("utf-8", "surrogatepass")) % (2**61 - 1)


def characters() -> None:
    """All of them."""
    tests = [
        "alnum",
        "alpha",
        "decimal",
        "digit",
        "identifier",
        "lower",
        "numeric",
        "printable",
        "space",
        "title",
        "upper",
    ]
    for start in range(0, 0x110000, 0x400):
        text = "".join(map(chr, range(start, start + 0x400)))
        forms = text.upper(), text.lower(), text.title(), text.casefold(), text.swapcase()
        found.extend(map(short, [*forms, repr(text), ascii(text), json.dumps(text), "|".join(text.split())]))
        found.append([sum(map(operator.methodcaller(f"is{test}"), text)) for test in tests])
        found.extend(short(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD"))
        found.extend(len(re.findall(pattern, text, re.I)) for pattern in (r"\w", r"\d", r"\s", "[a-zµß-ÿ]"))


def figures() -> None:
    """Numbers of every length, reckoned with, read and written."""
    ends = ["1.2345678901234567", "9.99999999999999999", "5", "0.1"]
    read = [float(f"{end}e{power}") for power in range(-330, 309, 3) for end in ends]
    found.extend([one.hex(), repr(one), f"{one:.3f} {one:g} {one:.17e} {one:,.1%}"[:200]] for one in read)
    real = [one / 7 for one in range(-700, 700)]
    curves = [
        "exp",
        "sin",
        "cos",
        "tan",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "expm1",
        "cbrt",
        "gamma",
        "floor",
        "ceil",
        "trunc",
    ]
    for one, curve in itertools.product(real, [*curves, "log", "log2", "log10", "log1p", "sqrt"]):
        attempt(getattr(math, curve), one)
    found.extend([(1 + abs(one)) ** 0.7, math.pow(abs(one), one), math.fmod(one, 0.3)] for one in real)
    whole = [0, 1, -13, 2**30 - 1, 2**62 + 1, -(3**90), 7**400]
    parts = [fractions.Fraction(*pair) for pair in ((1, 3), (-22, 7), (3, 2**70))]
    everything: list[object] = [*whole, *parts, -0.0, 5e-324, 1.7e308, math.inf, math.nan, True, None]
    names = ["add", "sub", "mul", "truediv", "floordiv", "mod", "lt", "eq", "xor"]
    for name, one, other in itertools.product(names, everything, everything):
        attempt(getattr(operator, name), one, other)
    for one, form in itertools.product(everything, ("d", ",", "+08.3f", ".2e", "x", "o", "b", "^20", "c", "n", "q")):
        attempt(format, one, form)
        attempt(operator.mod, "%s %r %5.2f %d", (one, one, one, one))
    for text in ("1_000", " 12 ", "1e400", "-inf", "1/3", "٣", "", "1.5.2", "9" * 5000, "0x1f"):
        for function in (int, float, fractions.Fraction):
            attempt(function, text)


def errors() -> None:
    """What goes wrong in usual ways, and what the clock says."""
    lines = "[][0]|{}['a']|1/0|undefinedd|[].appendd|'a'+1|len(5)|max([])|dict([1])|'%d'%'x'|f'{1:q}'|{[]:1}|1<'a'"
    lines += "|(lambda a:a)()|(lambda *,a:a)(b=1)|2.0**9999|exec('a, b = [1]')|exec('del nothing')|b'\\xff'.decode()"
    lines += "|json.loads('[1,')|re.compile('(')|re.compile('[z-a]')|eval('1 +')|eval('(')|eval('1 if')|int('x')"
    for line in lines.split("|"):
        attempt(eval, line)
    found.append([time.time() > 0, time.monotonic() > 0, math.pi])


for walked in (characters, figures, errors):
    walked()
str(found)
