"""Ball arithmetic: values enclosed at points and over boxes, truth at an exact point."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import flint
from flint import arb, fmpq

from dpproofs.replaying.algebra import Fields
from dpproofs.replaying.calculus import ONE, ZERO, minus, number, put
from dpproofs.replaying.reader import Domain, Goal, Rejected, Tree, need, symbols

BOXES = 4096
APART: dict[str, Callable[[arb, arb], bool]] = {
    "<": operator.lt, ">": operator.gt, "!=": lambda a, b: not a.overlaps(b),
}  # fmt: skip


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Ball arithmetic at a precision that is given back afterwards."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def _total(*terms: arb) -> arb:
    return reduce(arb.__add__, terms)


def _product(*factors: arb) -> arb:
    return reduce(arb.__mul__, factors)


def raised(base: arb, exponent: int | arb) -> arb:
    """A power; not finite where the base may be 0 and the exponent is not shown to be positive."""
    undefined = base.contains(0) and not exponent > 0
    return arb("nan") if undefined else base**exponent


OPERATIONS: dict[str, Callable[..., arb]] = {
    "pi": arb.pi, "add": _total, "mul": _product, "exp": arb.exp, "log": arb.log, "erf": arb.erf,
    "atan": arb.atan, "asin": arb.asin, "sin": arb.sin, "cos": arb.cos,
}  # fmt: skip


def rational(n: Fraction | int) -> arb:
    """An enclosure of a rational number."""
    return arb(fmpq(n.numerator, n.denominator))


def end(point: arb) -> Fraction:
    """The exact value of a ball without radius."""
    need(point.is_finite(), "a bound is not finite")
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << max(exponent, 0), 1 << max(-exponent, 0))


def between(low: Fraction, high: Fraction) -> arb:
    """A ball that holds everything between two rational numbers."""
    return rational(low).union(rational(high))


def operation(tag: str, *parts: Any) -> tuple[Callable[..., arb], Sequence[Tree]]:
    """How the value of a tree follows from those of some of its parts."""
    if tag == "num":
        return partial(rational, *parts), ()
    if tag == "pow":
        n = parts[1][1] if parts[1][0] == "num" else Fraction(1, 2)
        need(abs(n) <= 10_000, "an exponent that is too large")
        work, whole = pow if n else raised, n.denominator == 1
        return (lambda base: work(base, int(n)), parts[:1]) if whole else (raised, parts)
    need(tag in OPERATIONS, "something of which nothing is known has no value")
    return OPERATIONS[tag], parts


class Enclosures:
    """Trees to be enclosed in many places: equal parts, and constants, are worked out once."""

    def __init__(self, *trees: Tree) -> None:
        self._places: dict[Tree, int] = {}  # of every part, in the list of values
        self._values: list[arb] = []  # nan for what moves with the variables
        self._variables: dict[str, int] = {}
        self._moving: list[tuple[int, Callable[..., arb], list[int]]] = []
        self._wanted = [self._place(tree) for tree in trees]

    def _place(self, node: Tree) -> int:
        if node in self._places:
            return self._places[node]
        value = arb("nan")
        if node[0] == "sym":
            self._variables[node[1]] = len(self._values)
        else:
            work, used = operation(*node)
            parts = [self._place(part) for part in used]
            if symbols(node):
                self._moving.append((len(self._values), work, parts))
            else:
                value = work(*(self._values[i] for i in parts))
        self._places[node] = len(self._values)
        self._values.append(value)
        return self._places[node]

    def at(self, point: Mapping[str, arb]) -> list[arb]:
        """The enclosures of all trees; not finite where a tree has no value."""
        values = self._values.copy()
        for name, place in self._variables.items():
            values[place] = point[name]
        for place, work, parts in self._moving:
            values[place] = work(*[values[i] for i in parts])
        return [values[i] for i in self._wanted]


def exact(fields: Fields, node: Tree) -> Fraction | None:
    """The rational number that a tree without variables is, if the algebra shows one."""
    try:
        return fields.over((), lambda field: field.constant(field.canonical(field.value(node))))
    except Rejected:
        return None


def truth(fields: Fields, a: Tree, op: str, b: Tree) -> bool | None:
    """Whether a relation between trees without variables holds; None when not decided."""
    gap = exact(fields, minus(a, b))
    if gap is None:
        with precision(256):
            (value,) = Enclosures(minus(a, b)).at({})
        if not value.is_finite() or value.contains(0):
            return None
        gap = Fraction(1 if value > 0 else -1)
    return {"==": gap == 0, "!=": gap != 0, "<": gap < 0, "<=": gap <= 0, ">": gap > 0,
            ">=": gap >= 0}[op]  # fmt: skip


def inside(fields: Fields, domain: Domain, point: Mapping[str, Tree]) -> bool:
    """Whether an exact point is shown to lie in a domain."""
    wanted: list[tuple[Tree, str, Tree]] = []
    for v in domain:
        value = point[v.name]
        if v.lower:
            wanted.append((put(v.lower, point), "<=" if v.ends[0] == "[" else "<", value))
        if v.upper:
            wanted.append((value, "<=" if v.ends[1] == "]" else "<", put(v.upper, point)))
        if v.root:
            wanted.append((ZERO, "<", value))
            wanted.append((("pow", value, number(v.root[0])), "==", put(v.root[1], point)))
        whole = exact(fields, value)
        if v.integer and (whole is None or whole.denominator != 1):
            return False
        wanted.append((minus(value, value), "<", ONE))  # it has a value
    return all(truth(fields, *relation) for relation in wanted)


def covered(fields: Fields, goal: Goal, least: dict[str, int]) -> bool:
    """Whether a strict relation is enclosed on every box of a subdivision of a rational box.

    Where rhs - lhs is least at one end (0 or 1) of every side, a thin strip there will do.
    """
    claim, names, done = goal.claim, [v.name for v in goal.domain], 0
    strict = claim["op"] in ("<", ">", "!=")
    need(strict, "only a strict relation can be enclosed over a region")
    ends = [(v.lower, v.upper) for v in goal.domain if not v.root]
    rational_ends = all(end and end[0] == "num" for pair in ends for end in pair)
    need(rational_ends and len(ends) == len(names), "a region is a box with rational ends")
    todo: list[list[tuple[Fraction, Fraction]]] = [
        [(low[1], high[1]) for low, high in ends if low and high]
    ]
    with precision(128):
        sides = Enclosures(claim["lhs"], claim["rhs"])
        while todo:
            fields.tick()
            box = todo.pop()
            balls = {n: between(*ends) for n, ends in zip(names, box, strict=True)}
            left, right = sides.at(balls)
            finite = left.is_finite() and right.is_finite()
            for n, (low, high) in zip(names, box, strict=True):
                if n in least:
                    end = (low, high)[least[n]]
                    strip = end + (low + high - 2 * end) / 2**30
                    balls[n] = between(end, strip)
            if least:
                left, right = sides.at(balls)
            if finite and APART[claim["op"]](left, right):
                continue
            done += 1
            if not box or done > BOXES:
                return False
            i = max(range(len(box)), key=lambda k: box[k][1] - box[k][0])
            low, high = box[i]
            halves = ((low, (low + high) / 2), ((low + high) / 2, high))
            todo += [[*box[:i], half, *box[i + 1 :]] for half in halves]
    return True
