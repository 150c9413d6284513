"""Runs in the browser's Python while the build sees which functions of its WebAssembly are called, and never elsewhere.

Whatever the solver's questions may not happen to touch today and a scenario may touch tomorrow: characters, figures,
collections, patterns, classes and errors. The last expression is a text, the same wherever Python does the same.
"""

import collections
import copy
import dataclasses
import enum
import fractions
import functools
import gc
import heapq
import itertools
import json
import math
import operator
import re
import time
import traceback
import typing
from collections.abc import Callable, Iterator

import solver
from theme import live

found: list[object] = []
told: set[str] = set()


def attempt(function: Callable[..., object], *given: object) -> None:
    """Note what comes of a call; the first error of each kind is printed as it would be."""
    try:
        came = function(*given)
        found.append(repr(list(came) if isinstance(came, Iterator) else came)[:200])
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}"[:200])
        if str(error)[:12] not in told:
            told.add(str(error)[:12])
            traceback.format_exc()


def methods(thing: object, names: str, *givens: tuple[object, ...]) -> None:
    """Call these methods of a copy of something with each of some arguments."""
    for name, given in itertools.product(names.split(), givens):
        attempt(lambda name=name, given=given: getattr(copy.copy(thing), name)(*given))


def characters() -> None:
    """Walk the tables of characters, those of the first planes whole."""
    tests = "alnum", "alpha", "decimal", "digit", "identifier", "lower", "numeric", "printable", "space", "upper"
    for start in (*range(0, 0x20000, 0x400), *range(0x20000, 0x110000, 0x4000)):
        text = "".join(map(chr, range(start, start + 0x400)))
        forms = text.upper(), text.lower(), text.title(), text.casefold(), text.capitalize()
        found.append([sum(map(ord, form)) for form in forms])
        found.append([len(text.split()), len(repr(text)), len(ascii(text)), len(json.dumps(text))])
        found.extend(sum(map(getattr(str, f"is{test}"), text)) for test in tests)
        attempt(lambda text=text: len(text.encode().decode()))


def figures() -> None:
    """Reckon with whole numbers of every length, fractions and floats, and write them in every way."""
    whole = [0, 1, -13, 2**30 - 1, 2**62 + 1, -(3**90), 10**400]
    real = [-0.0, 0.1, -2.75, 1e16, 5e-324, 1.7e308, math.inf, math.nan]
    parts = [fractions.Fraction(*pair) for pair in ((1, 3), (-22, 7), (3, 2**70))]
    everything: list[object] = [*whole, *real, *parts, True, None]
    two = [
        getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lt", "le", "eq", "xor")
    ]
    for function, one, other in itertools.product([*two, divmod, math.gcd, math.isclose], everything, everything):
        attempt(function, one, other)
    few = [0, 1, -3, 5, 2**40, 0.5, -2.5, math.inf, parts[1]]
    two = [pow, round, operator.lshift, operator.rshift, math.comb, math.log, math.pow]
    for function, one, other in itertools.product(two, few, [0, 1, -2, 7, 60, 0.5, None]):
        attempt(function, one, other)
    one_each: list[Callable[..., object]] = [
        int,
        float,
        str,
        repr,
        bin,
        hex,
        abs,
        bool,
        fractions.Fraction,
        operator.neg,
        operator.invert,
    ]
    one_each += [math.floor, math.ceil, math.trunc, math.sqrt, math.exp, math.log, math.isnan, math.isinf, math.isqrt]
    for single, each in itertools.product(one_each, everything):
        attempt(single, each)
    for form, each in itertools.product(("", "d", ",", "+08.3f", ".2e", "g", ".1%", "^20", ".0f"), everything):
        attempt(format, each, form)
        attempt(operator.mod, "%s %r %5.2f %d", (each, each, each, each))
    for text in ("1_000", " 12 ", "1e400", "-inf", "1/3", "٣", "", "1.5.2", "9" * 5000, "1e-400", "0.1", "0x1f"):
        for function in (int, float, fractions.Fraction):
            attempt(function, text)
    methods(255, "bit_length bit_count as_integer_ratio", ())
    methods(-0.1, "is_integer as_integer_ratio hex", ())
    methods(parts[1], "limit_denominator", (), (5,))
    attempt(
        lambda: [
            sum(real[:4]),
            math.fsum(real[:4]),
            sum(parts),
            max(whole),
            min(parts),
            math.prod(whole),
            [hash(one) for one in whole],
        ]
    )
    attempt(lambda: [math.factorial(40), pow(3, 10**20, 7**30), pow(3, -1, 7), sorted(map(abs, whole), reverse=True)])


def collected() -> None:
    """Call what strings, lists, tuples, dictionaries, sets and their like can do."""
    cases = "upper lower title casefold capitalize isdigit isalpha isspace istitle isidentifier splitlines expandtabs"
    for text in ("", "Two cruisers\tand 1 PDS\n", "Ärger ßﬁ 𝔸", "a,b;c", "x" * 3000):
        methods(text, f"{cases} split rsplit strip lstrip rstrip encode", ())
        methods(text, "split rsplit partition rpartition strip startswith endswith count find rfind index", ("s",))
        methods(text, "removeprefix removesuffix join __contains__ __add__ __lt__ __eq__", ("a",), (["x", "y"],), ("",))
        methods(text, "center ljust rjust zfill __mul__ __getitem__", (7,), (slice(None, None, -2),))
        methods(text, "replace translate", ("s", "zz"), ({0x61: "A"},))
        attempt(lambda text=text: "{0!r:>9} {x.real} {y[0]} {{}}".format(*[text], x=1.5, y=[3]))
        attempt(lambda text=text: [f"{text:>12.3}", f"{text!r:_<9}", text[1:-1], *text[:3], text.split(",", 1)])
    things: list[object] = [[], [3, 1, 2], (), (1, "a", None), range(9, 0, -2), {}, {"a": 1, 2: "b"}, {1, 2, 3}]
    things += [frozenset("a"), collections.deque([1, 2, 3], 5), collections.Counter("aab"), {"a": 1}.items()]
    things += [collections.OrderedDict(a=1), collections.defaultdict(list, a=[1]), {"a": 1}.keys(), {"a": 1}.values()]
    names = (
        "append extend pop popleft appendleft insert remove index count sort reverse copy clear get setdefault items"
    )
    names += " keys values update popitem add discard union intersection difference issubset isdisjoint most_common"
    names += " symmetric_difference __or__ __and__ __sub__ __contains__ __getitem__ __delitem__ __eq__ __lt__ __add__"
    for thing in things:
        methods(thing, names, (), (1,), ("a",), ([2, 9],), ({2},), (0, 5), (slice(0, 2),), ({"k": 2},))
        attempt(lambda thing=thing: [*thing, len(thing), sorted(thing), list(reversed(thing)), max(thing), bool(thing)])
    walks = "accumulate batched chain combinations groupby islice pairwise permutations product starmap takewhile"
    for name in f"{walks} zip_longest dropwhile filterfalse compress tee".split():
        for given in (("abcd",), ("abcd", 2), ([1, 2, 3], [True, 0, 1]), (lambda *all: all, [(1, 2), (3, 4)])):
            attempt(lambda name=name, given=given: list(getattr(itertools, name)(*given)))
    attempt(lambda: [list(zip("ab", "cd", strict=True)), list(map(max, [1], [2])), any([0]), all([1])])
    attempt(lambda: [sorted("bAc", key=str.lower, reverse=True), list(range(10))[::-3], [*"ab", *(1, 2)], min("ba")])
    attempt(lambda: list(zip("ab", "c", strict=True)))
    heap = [5, 1, 4]
    heapq.heapify(heap)
    attempt(lambda: [heapq.heappushpop(heap, 3), heapq.heappop(heap), heapq.nlargest(2, heap), *heapq.merge([1], [2])])


def written() -> None:
    """Look for patterns, and read and write JSON, both sound and not."""
    text = "3 Cruisers, 2x fighter (upgraded); Ärger «x» 12% of 1,000 – a_b\nnew line\taaaab " + "nested " * 50
    pattern = r"(\d+)\s*x?\s*(?P<unit>[a-z]+)", r"(?<!\d)\d{1,3}(?:,\d{3})*", r"(a+)+b", r"^\w+$", r"\b[^\W\d_]+\b"
    for made in (re.compile(one, flags) for one in pattern for flags in (0, re.I, re.M | re.S, re.X | re.A)):
        for function in (made.match, made.search, made.fullmatch, made.findall, made.split):
            attempt(lambda function=function: str(function(text)))
        attempt(lambda made=made: [(one.span(), one.groups(), one.groupdict()) for one in made.finditer(text)])
        attempt(lambda made=made: made.subn(lambda seen: seen[0].upper(), text, 3))
    for one in ("(", "[z-a]", "*", r"\q", "(?<=a+)b", r"(.)\1", "a{3,1}", "(?:a|b)*?c", "a++b", "(?>ab)c", "(?=n)n"):
        attempt(lambda one=one: re.sub(one, r"-\g<0>", text)[:40])
    for one in ('{"a": [1, 2.5, -3e-7, true, null, "\\u00e9\\ud83d\\ude00"]}', "[1,", '{"a" 1}', '"\\x"', "NaN", "[]x"):
        attempt(json.loads, one)
    value = {"a": [1, -2.5, 1e300, 'é\u2028😀\x01"', None, True], 3: {}, None: (), 1.5: {"z": [[]]}}
    options: list[dict[str, typing.Any]] = [{}, {"ensure_ascii": False}, {"indent": 1}, {"separators": (",", ":")}]
    for option in [*options, {"default": str}, {"sort_keys": True}]:
        attempt(lambda option=option: json.dumps(value, **option))
        attempt(lambda option=option: json.dumps([{1}, math.nan], **option))


class Colour(enum.Enum):
    """An enumeration."""

    RED = 1
    BLUE = enum.auto()


@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Point:
    """A record that cannot be changed."""

    x: int
    y: list[int] = dataclasses.field(default_factory=list)

    @property
    def double(self) -> int:
        """A property."""
        return 2 * self.x


class Pair(typing.NamedTuple):
    """A tuple with names."""

    one: int
    two: str = "b"


class Odd:
    """A class that has its own mind."""

    def __getattr__(self, name: str) -> str:
        return name

    def __eq__(self, other: object) -> bool:
        raise ValueError(f"not to be compared with {other!r}")

    def __hash__(self) -> int:
        return 5

    def __enter__(self) -> "Odd":
        return self

    def __exit__(self, *_: object) -> bool:
        return True


def classes() -> None:
    """Make objects of classes of every kind, compare them, copy them, let them go."""
    attempt(lambda: [list(Colour), Colour(1), Colour["BLUE"], Colour.RED.name, {Colour.RED: 1}, Colour(9)])
    attempt(
        lambda: [Point(1) < Point(2), Point(1, [2]), dataclasses.replace(Point(1), x=4), dataclasses.asdict(Point(1))]
    )
    attempt(lambda: [Point(1).double, hash(Pair(1)), dataclasses.fields(Point)[0].name, Point(1) == Point(1)])
    attempt(setattr, Point(1), "x", 3)
    attempt(lambda: {Pair(1): 2, Pair(1, "c"): 3}[Pair(1, "b")] + {Odd(): 1, Odd(): 2}[Odd()])
    attempt(lambda: [Pair(1)._replace(two="z"), Pair(1)._asdict(), Odd().anything])
    attempt(lambda: copy.deepcopy({"a": [Point(1), {Pair(1)}]}))
    cached = functools.lru_cache(maxsize=3)(lambda *given: len(given))
    attempt(lambda: [cached(1), cached(1), [cached(n) for n in range(5)], cached.cache_info()])
    attempt(functools.lru_cache(repr), [])
    attempt(lambda: [functools.reduce(operator.add, [1, 2]), functools.partial(int, base=2)("101")])
    attempt(lambda: [operator.itemgetter(1, 0)("ab"), operator.attrgetter("x.real")(Point(2))])
    match {"kind": "a", "rest": [1, 2, 3]}:
        case {"kind": str(kind), "rest": [first, *rest]} if rest:
            found.append([kind, first, rest])


def counting() -> typing.Generator[int, str]:
    """Yield, and take what is sent or thrown."""
    try:
        yield from range(2)
        found.append((yield 5))
    except ValueError:
        yield 7
    finally:
        found.append("closed")


def deep(number: int) -> int:
    """Call itself for ever."""
    return 1 + deep(number + 1)


def errors() -> None:
    """Go wrong in every usual way."""
    lines = "[][0]|{}['a']|1/0|undefinedd|[].appendd|'a'+1|1+'a'|len(5)|max([])|next(iter([]))|dict([1])|'%d'%'x'"
    lines += "|f'{1:q}'|[1,2]['a']|{[]:1}|range(1,2,0)|'a'.join([1])|1<'a'|(lambda a:a)()|(lambda *,a:a)(b=1)|-'a'"
    lines += (
        "|1.5//0|2.0**9999|[0]*3|__import__('no_such')|exec('a, b = 1, 2, 3')|exec('a, b = [1]')|exec('del nothing')"
    )
    for line in lines.split("|"):
        attempt(eval, line)
    attempt(exec, "def f(x, /, y, *, z=1, **k): return x\nf(1, 2, x=3)\nf()")
    attempt(exec, "raise KeyError('one') from ValueError('other')")
    attempt(exec, "raise ExceptionGroup('g', [ValueError(1), KeyError('k')])")
    attempt(exec, "assert 1 == 2, 'no'")
    attempt(deep, 0)
    made, other = counting(), counting()
    attempt(lambda: [next(made), next(made), next(made), made.send("sent")])
    attempt(lambda: [next(other), other.throw(ValueError("thrown")), other.close()])
    with Odd():
        raise KeyError("held back")


def machine() -> None:
    """Take much memory and let it go, and tell the time."""
    held = [bytearray(1 << size) for size in range(8, 25)]
    held.clear()
    many = {number: str(number) for number in range(100_000)}
    for number in range(0, 100_000, 3):
        del many[number]
    found.append(len({*many}) + sum(len(text) for text in many.values()))
    gc.collect()
    found.append([time.monotonic() > 0, time.perf_counter() > 0, time.time() > 0])


def advice() -> None:
    """Ask for what takes its time: how far it gets is another time's matter, and nothing to compare."""
    battle = solver.forms.form("space-combat").default
    sides: list[dict[str, typing.Any]] = [{"advise": battle}, {"advise": battle, "after": 20}]
    for question in [*sides, {"enough": battle, "player": "Red", "reach": 0.5}]:
        found.append(sorted(json.loads(live.answer(json.dumps(question)))))


for walked in (characters, figures, collected, written, classes, errors, machine, advice):
    walked()
re.sub(r" at 0x\w+", "", str(found))  # where something lies is another time's matter
