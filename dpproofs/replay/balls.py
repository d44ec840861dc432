"""Ball arithmetic: values enclosed at points and over boxes, truth at an exact point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce

import flint
from flint import arb, fmpq

from dpproofs.replay.algebra import Fields
from dpproofs.replay.calculus import ONE, ZERO, minus, number, put
from dpproofs.replay.reader import Domain, Goal, Rejected, Tree, need

BOXES = 4096


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Ball arithmetic at a precision that is given back afterwards."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(node: Tree, at: Mapping[str, arb]) -> arb:
    """An enclosure of the value; not finite where the tree has no value."""
    tag, *parts = node
    if tag == "num":
        return arb(fmpq(parts[0].numerator, parts[0].denominator))
    if tag == "sym":
        return at[parts[0]]
    if tag == "pi":
        return arb.pi()
    need(tag != "apply", "a function of which nothing is known has no value")
    values = [ball(part, at) for part in parts]
    if tag in ("add", "mul"):
        return reduce(arb.__add__ if tag == "add" else arb.__mul__, values)
    if tag == "pow":
        n = parts[1][1] if parts[1][0] == "num" else Fraction(1, 2)
        need(abs(n) <= 10_000, "an exponent that is too large")
        return values[0] ** (int(n) if n.denominator == 1 else values[1])
    functions: dict[str, Callable[[arb], arb]] = {"exp": arb.exp, "log": arb.log, "erf": arb.erf}
    return functions[tag](values[0])


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
            value = ball(minus(a, b), {})
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
    fits = claim.kind == "relation" and claim["op"] in ("<", ">", "!=")
    need(fits, "only a strict relation can be enclosed over a region")
    fields.over(goal.domain, lambda field: field)  # the domain is sound
    ends = [(v.lower, v.upper) for v in goal.domain if not v.root]
    rational_ends = all(end and end[0] == "num" for pair in ends for end in pair)
    need(rational_ends and len(ends) == len(names), "a region is a box with rational ends")
    todo: list[list[tuple[Fraction, Fraction]]] = [
        [(low[1], high[1]) for low, high in ends if low and high]
    ]
    with precision(128):
        while todo:
            fields.tick()
            box = todo.pop()
            balls = {
                n: ball(number(low), {}).union(ball(number(high), {}))
                for n, (low, high) in zip(names, box, strict=True)
            }
            left, right = ball(claim["lhs"], balls), ball(claim["rhs"], balls)
            finite = left.is_finite() and right.is_finite()
            for n, (low, high) in zip(names, box, strict=True):
                if n in least:
                    end = (low, high)[least[n]]
                    strip = end + (low + high - 2 * end) / 2**30
                    balls[n] = ball(number(end), {}).union(ball(number(strip), {}))
            if least:
                left, right = ball(claim["lhs"], balls), ball(claim["rhs"], balls)
            shown = {"<": left < right, ">": left > right, "!=": not left.overlaps(right)}
            if finite and shown[claim["op"]]:
                continue
            done += 1
            if not box or done > BOXES:
                return False
            i = max(range(len(box)), key=lambda k: box[k][1] - box[k][0])
            low, high = box[i]
            sides = ((low, (low + high) / 2), ((low + high) / 2, high))
            todo += [[*box[:i], side, *box[i + 1 :]] for side in sides]
    return True
